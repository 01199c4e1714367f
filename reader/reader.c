/* A second reader of this project's certificates and theorem files, written from paper/certificate.md alone.
 *
 *     cc -std=gnu11 -O3 -march=native -o reader reader.c
 *     ./reader PATH...        certificates (.cert, .cert.zst) and theorem files, told apart by their first bytes
 *
 * It says of each certificate whether its claim is shown, and of each theorem file, after its certificates and witnesses, what they show
 * together. Exit status: 0 all is valid; 1 something is rejected or unfinished; 2 something cannot be read, or misuse.
 *
 * Numbers of sections and names of rules (P1, L4, ...) are those of the page. All that closes a node or fixes a cell is computed mark by
 * mark, in checked arithmetic, under "The bound". The vectors of "The recipe" only choose multipliers; a value of theirs that is not the
 * checked one is refused. What REFINE, ROW, P11 and P12 need has ROW or REFINE in its comment.
 * One certificate is read at a time, so its data are global. Needs gcc or clang, POSIX, and the program `zstd` for packed files.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Refusals and checked arithmetic ---- */

enum { VALID = 0, REJECTED = 1, UNREADABLE = 2 }; /* verdicts and exit codes */
static jmp_buf handler;                           /* of the file that is being read */
static int refusal;                               /* its verdict */
static char reason[400];

static _Noreturn void refuse_as(int verdict, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    refusal = verdict;
    longjmp(handler, 1);
}
#define refuse(...) refuse_as(REJECTED, __VA_ARGS__)
#define unreadable(...) refuse_as(UNREADABLE, __VA_ARGS__)

static int64_t overflow(void) { refuse("a number exceeds 64 bits"); }
static int64_t plus(int64_t a, int64_t b) { return __builtin_add_overflow(a, b, &a) ? overflow() : a; }
static int64_t minus(int64_t a, int64_t b) { return __builtin_sub_overflow(a, b, &a) ? overflow() : a; }
static int64_t times(int64_t a, int64_t b) { return __builtin_mul_overflow(a, b, &a) ? overflow() : a; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- The header (section 5) ---- */

typedef struct { uint8_t *bytes; size_t size, at; } Text;
static Text cert; /* the certificate, unpacked */

static int64_t number(const char *what, int64_t low, int64_t high) {
    int64_t value = 0;
    for (int i = 0; i < 5; i++) {
        if (cert.at >= cert.size) refuse("the file ends within %s", what);
        uint8_t byte = cert.bytes[cert.at++];
        value |= (int64_t)(byte & 127) << 7 * i;
        if (byte & 128) continue;
        if (byte == 0 && i > 0) refuse("%s has a superfluous zero byte", what);
        if (value < low || value > high) refuse("%s is %" PRId64 ", not in %" PRId64 "..=%" PRId64, what, value, low, high);
        return value;
    }
    refuse("%s has more than five bytes", what);
}

enum { TOP, RIGHT, BOTTOM, LEFT };
enum { GRAPHS, GAMES, SYMMETRIC_GRAPHS, SYMMETRIC_GAMES };
enum { DISTANCE_MAX = 14, SPAN_MAX = 22 };

typedef struct { int n, width, decay, rate; } Schedule;
static struct {
    int box[4], objects, gain, start, price, arrival, rounds, again, schedules;
    int64_t k;
    Schedule schedule[16];
} head;
static bool games, symmetric;

static bool box_is_allowed(const int box[4]) {
    bool fits = box[TOP] + box[BOTTOM] <= SPAN_MAX - 10 && box[LEFT] + box[RIGHT] <= SPAN_MAX - 10;
    for (int k = 0; k < 4; k++) fits = fits && box[k] >= 0 && box[k] <= DISTANCE_MAX;
    return fits;
}

static void check_arrival(void) {
    bool neighbours = head.arrival == 3 || head.arrival == 6 || head.arrival == 12 || head.arrival == 9;
    if (__builtin_popcount(head.arrival) > 1 && !neighbours) refuse("the arrival is neither a side nor two neighbouring ones");
    if (head.arrival && (head.objects != GAMES || head.gain)) refuse("only certificates about games with gain 0 have an arrival");
    for (int k = 0; k < 4; k++)
        if (head.arrival >> k & 1 && head.box[k] == 0) refuse("a side of the arrival is at distance 0");
}

static void read_header(void) {
    if (cert.size < 8 || memcmp(cert.bytes, "MORPCERT", 8)) refuse("this is not a certificate");
    cert.at = 8;
    number("the version", 6, 6);
    for (int k = 0; k < 4; k++) head.box[k] = (int)number("a distance of the box", 0, DISTANCE_MAX);
    if (!box_is_allowed(head.box)) refuse("the box is too large");
    head.objects = (int)number("the kind of objects", 0, 3);
    games = head.objects == GAMES || head.objects == SYMMETRIC_GAMES;
    symmetric = head.objects >= SYMMETRIC_GRAPHS;
    if (symmetric && (head.box[TOP] != head.box[BOTTOM] || head.box[LEFT] != head.box[RIGHT])) refuse("the box is not its own image");
    head.gain = (int)number("the gain", 0, 1);
    head.k = head.gain ? number("K", 1, INT64_MAX) : number("K", 0, 0);
    head.start = (int)number("the start value", 0, 12000);
    head.price = (int)number("the price", 0, 2048);
    head.arrival = (int)number("the arrival", 0, 12);
    check_arrival();
    head.rounds = (int)number("the number of rounds", 1, 16);
    head.again = (int)number("the number again", 1, 65535);
    head.schedules = (int)number("the number of schedules", 3, 16);
    for (int j = 0; j < head.schedules; j++) {
        head.schedule[j].n = (int)number("n of a schedule", 0, 4096);
        head.schedule[j].width = (int)number("the width of a schedule", 1, 1023);
        head.schedule[j].decay = (int)number("the decay of a schedule", 0, 4095);
        head.schedule[j].rate = (int)number("the rate of a schedule", 1, 64);
    }
}

/* ---- Geometry (section 1) ---- */

/* Cell c of the page is FIRST + c here. A straight that leaves the box at one side enters it again at the other, one row on, and may leave
 * the range of its cells by less than FIRST: that does no harm, since only marks of true lines are ever allowed. */
enum { FIRST = 96, AREA = 512, ROOM = FIRST + AREA + FIRST, FIVE = 31, ALL = (1 << 20) - 1 };
enum { FREE, PRESENT, ABSENT, CROSS, OUTSIDE };

static const char *const cross_rows[10] = {"...####...", "...#..#...", "...#..#...", "####..####", "#........#",
                                           "#........#", "####..####", "...#..#...", "...#..#...", "...####..."};
static const int dx[4] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1};

static int cells, last, padded; /* the number of cells; FIRST + it; the same, rounded up to what vectors hold */
static int step[4];             /* from a cell to the next one in the direction */
static int column[ROOM], row[ROOM];
static struct { bool there, priced, arrival; int size, cell[SPAN_MAX]; } side[4];
static int priced_sides;

#define FOR_CELLS(v) for (int v = FIRST; v < last; v++)
#define FOR_MARKS(m, set) for (uint32_t left_ = (set), m = 0; left_ && (m = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static bool in_box(int x, int y) {
    return x >= -head.box[LEFT] && x <= 9 + head.box[RIGHT] && y >= -head.box[TOP] && y <= 9 + head.box[BOTTOM];
}
static bool in_cross(int x, int y) { return x >= 0 && x <= 9 && y >= 0 && y <= 9 && cross_rows[y][x] == '#'; }
static int image(int v) { return 2 * FIRST + cells - 1 - v; } /* under the half turn */
static int line_of(int v, int m) { return v - m % 5 * step[m / 5]; } /* where the line of the mark m = 5 d + i starts */

/* Marks of a cell are sets of bits 5 d + i. Of the cell k steps before w, a mark at these positions has a line through w. */
static uint32_t through(int k) { return k >= 0 ? FIVE >> k : FIVE << -k & FIVE; }

static bool on_side(int v, int k) {
    int rim[4] = {-head.box[TOP], 9 + head.box[RIGHT], 9 + head.box[BOTTOM], -head.box[LEFT]};
    return side[k].there && (k % 2 ? column[v] : row[v]) == rim[k];
}

static void lay_out_box(void) {
    int width = 10 + head.box[LEFT] + head.box[RIGHT], height = 10 + head.box[TOP] + head.box[BOTTOM];
    cells = width * height;
    last = FIRST + cells;
    padded = FIRST + (cells + 31) / 32 * 32;
    for (int d = 0; d < 4; d++) step[d] = dx[d] + dy[d] * width;
    FOR_CELLS(v) {
        column[v] = (v - FIRST) % width - head.box[LEFT];
        row[v] = (v - FIRST) / width - head.box[TOP];
    }
    priced_sides = 0;
    for (int k = 0; k < 4; k++) {
        side[k].there = head.box[k] > 0;
        side[k].arrival = head.arrival >> k & 1;
        side[k].priced = side[k].there && !side[k].arrival;
        priced_sides += side[k].priced;
        side[k].size = 0;
        FOR_CELLS(v) if (on_side(v, k)) side[k].cell[side[k].size++] = v;
    }
}

/* ---- The state (section 2) ---- */

enum { ROWS_MAX = 8 * SPAN_MAX, WORDS = AREA / 64, OFF_CHAIN = -1 }; /* no straight is demanded twice, and there are fewer */

typedef struct {
    uint32_t marks[ROOM]; /* the allowed ones */
    uint8_t status[ROOM];
    int total, standing, present;   /* allowed marks; present or free cells; present cells */
    int32_t slot[4][ROOM], side[4]; /* fine multipliers (section 4) */
    int chain;                      /* of MIRROR: 0 at the root, h in a second node of MIRROR h, else OFF_CHAIN */
    int op, v, m, h;                /* of a node whose second node waits: its last operation */
    int rows;                       /* ROW: demanded rows, by their first cells */
    struct { int d, v, fine; } row[ROWS_MAX];
    uint64_t before[AREA][WORDS]; /* what precedes a cell; it stands last, since graphs need not copy it */
} State;

static State now;
static bool contradictory;
static int queue[AREA], queued; /* cells that rules may have something to say about */
static bool waits[ROOM];

static void touch(int v) {
    if (!waits[v]) queue[queued++] = v;
    waits[v] = true;
}

static uint32_t mirrored(uint32_t m) { return m / 5 * 5 + 4 - m % 5; }

/* These three apply S, too. */
static void forbid(int v, uint32_t marks) {
    marks &= now.marks[v];
    if (!marks) return;
    now.marks[v] &= ~marks;
    now.total -= __builtin_popcount(marks);
    touch(v);
    if (symmetric) FOR_MARKS(m, marks) forbid(image(v), 1u << mirrored(m));
}

static void set_present(int v) {
    if (now.status[v] == PRESENT || now.status[v] == CROSS) return;
    if (now.status[v] != FREE) { contradictory = true; return; } /* P1 */
    now.status[v] = PRESENT;
    now.present++;
    touch(v);
    if (symmetric) set_present(image(v));
}

static void set_absent(int v) {
    if (now.status[v] == ABSENT) return;
    if (now.status[v] != FREE) { contradictory = true; return; } /* P1 */
    now.status[v] = ABSENT;
    now.standing--;
    touch(v);
    if (symmetric) set_absent(image(v));
}

static int64_t moves_asked_for(void) { return symmetric && head.k % 2 ? plus(head.k, 1) : head.k; }

static bool line_fits(int v, int m) {
    int d = m / 5, x = column[v] - m % 5 * dx[d], y = row[v] - m % 5 * dy[d];
    return in_box(x, y) && in_box(x + 4 * dx[d], y + 4 * dy[d]);
}

static bool arrival_forbids(int v, int m) {
    int on = 0, of = 0;
    for (int k = 0; k < 4; k++) {
        if (!side[k].arrival) continue;
        of++;
        on += on_side(v, k);
        for (int j = 0; j < 5; j++)
            if (j != m % 5 && on_side(line_of(v, m) + j * step[m / 5], k)) return true;
    }
    return of == 2 && on == 1;
}

static void start_state(void) {
    memset(&now, 0, sizeof now);
    memset(now.status, OUTSIDE, sizeof now.status);
    memset(waits, 0, sizeof waits);
    contradictory = false;
    queued = 0;
    FOR_CELLS(v) {
        for (int d = 0; d < 4; d++) now.slot[d][v] = head.start * 256;
        now.status[v] = in_cross(column[v], row[v]) ? CROSS : FREE;
        if (now.status[v] == CROSS) continue;
        now.standing++;
        for (int m = 0; m < 20; m++)
            if (line_fits(v, m) && !arrival_forbids(v, m)) now.marks[v] |= 1u << m;
        now.total += __builtin_popcount(now.marks[v]);
        touch(v);
    }
    for (int k = 0; k < 4; k++) now.side[k] = side[k].priced ? head.price * 256 : 0;
}

/* ---- The order of games: P6, P7, P8 ---- */

static bool precedes(int p, int x) { return now.before[x - FIRST][(p - FIRST) / 64] >> (p - FIRST) % 64 & 1; }

static void forbid_lines_through(int y, int q) { /* those that would place q, which precedes y */
    for (int d = 0; d < 4; d++)
        for (int k = -4; k <= 4; k++)
            if (k && column[y] == column[q] + k * dx[d] && row[y] == row[q] + k * dy[d]) forbid(q, through(k) << 5 * d);
}

static void precede(int p, int x) { /* P6: p and what precedes it comes before x and what x precedes */
    uint64_t early[WORDS];
    if (precedes(p, x)) return;
    if (p == x || precedes(x, p)) { contradictory = true; return; }
    memcpy(early, now.before[p - FIRST], sizeof early);
    early[(p - FIRST) / 64] |= 1ull << (p - FIRST) % 64;
    FOR_CELLS(y) {
        if (y != x && !precedes(x, y)) continue;
        for (int w = 0; w < WORDS; w++) {
            uint64_t fresh = early[w] & ~now.before[y - FIRST][w];
            now.before[y - FIRST][w] |= fresh;
            for (; fresh; fresh &= fresh - 1) forbid_lines_through(y, FIRST + 64 * w + __builtin_ctzll(fresh));
        }
    }
}

static uint8_t dots[4][ROOM];    /* on the line that starts there: cells of the closure */
static int order[AREA], reached; /* the closure: each cell after those of the line that first placed it, */
static int8_t placed_by[ROOM];   /* by this mark */
static bool inside[ROOM];

static void reach(int v, int m) {
    if (inside[v] || !(now.marks[v] >> m & 1)) return;
    inside[v] = true;
    placed_by[v] = (int8_t)m;
    order[reached++] = v;
}

static void find_closure(void) {
    memset(dots, 0, sizeof dots);
    reached = 0;
    for (int v = 0; v < ROOM; v++)
        if ((inside[v] = now.status[v] == CROSS)) order[reached++] = v;
    for (int j = 0; j < reached; j++)
        for (int m = 0; m < 20; m++) {
            int s = line_of(order[j], m), d = m / 5;
            if (++dots[d][s] != 4) continue;
            for (int p = 0; p < 5; p++) reach(s + p * step[d], 5 * d + p);
        }
}

static void rule_p7(void) {
    find_closure();
    FOR_CELLS(v) if (!inside[v]) set_absent(v);
}

/* Is all of the mark's line but v itself in the set? */
static bool others_in(const bool set[ROOM], int v, int m) {
    for (int j = 0, w = line_of(v, m); j < 5; j++, w += step[m / 5])
        if (j != m % 5 && !set[w]) return false;
    return true;
}

/* After find_closure. What the closure reached without v stays; the rest is tried again until nothing is reached. */
static void rule_p8(int v) {
    static bool without[ROOM];
    int lost[AREA], losses = 0, j = 0;
    memcpy(without, inside, sizeof without);
    without[v] = false;
    while (order[j] != v) j++;
    for (j++; j < reached; j++)
        if (!others_in(without, order[j], placed_by[order[j]])) {
            without[order[j]] = false;
            lost[losses++] = order[j];
        }
    for (bool again = losses > 0; again;) {
        again = false;
        for (j = 0; j < losses; j++)
            FOR_MARKS(m, without[lost[j]] ? 0 : now.marks[lost[j]])
                if (others_in(without, lost[j], (int)m)) again = without[lost[j]] = true;
    }
    FOR_MARKS(m, now.marks[v]) if (!others_in(without, v, (int)m)) forbid(v, 1u << m);
}

/* ---- ROW: demanded rows, P11, P12 ---- */

static int first_of_straight(int d, int v) {
    for (int x = column[v], y = row[v]; in_box(x - dx[d], y - dy[d]); x -= dx[d], y -= dy[d]) v -= step[d];
    return v;
}

/* The cells of the straight whose first cell is v; returns their number. */
static int straight(int d, int v, int cell[SPAN_MAX]) {
    int n = 0;
    for (int x = column[v], y = row[v]; in_box(x, y); x += dx[d], y += dy[d], v += step[d]) cell[n++] = v;
    return n;
}

static void rules_p11_p12(int d, int first) {
    int cell[SPAN_MAX], n = straight(d, first, cell), marks = 0, v = 0, start = 0;
    bool one_line = true;
    for (int j = 0; j < n; j++)
        FOR_MARKS(m, now.marks[cell[j]] & (uint32_t)FIVE << 5 * d) {
            one_line = one_line && (!marks || line_of(cell[j], (int)m) == start);
            v = cell[j], start = line_of(v, (int)m), marks++;
        }
    if (marks == 0) contradictory = true;
    if (marks == 1) set_present(v), forbid(v, ALL & ~((uint32_t)FIVE << 5 * d));
    for (int j = 0; j < 5 && marks && one_line; j++) set_present(start + j * step[d]);
}

static void decide_row(int v, int d, bool demanded) {
    int cell[SPAN_MAX], n = straight(d, first_of_straight(d, v), cell);
    for (int j = 0; j < n && !demanded; j++) forbid(cell[j], (uint32_t)FIVE << 5 * d);
    if (demanded) now.row[now.rows].d = d, now.row[now.rows].v = cell[0], now.row[now.rows++].fine = 0;
}

/* ---- Propagation (section 2) ---- */

static void rule_p1(int v) {
    for (int d = 0; d < 4; d++)
        for (int k = -4; k <= 4; k++) forbid(v - k * step[d], through(k) << 5 * d);
}

static void rules_p4_p6(int v, int d, int i) {
    int s = v - i * step[d];
    for (int j = 0; j < 5; j++) set_present(s + j * step[d]);
    for (int j = -4; j <= 8; j++) { /* a mark of the cell s + j at position p has its line from s + j - p on: that meets if |j - p| <= 4 */
        uint32_t meet = FIVE & (j < 0 ? (2u << (j + 4)) - 1 : ~0u) & (j > 4 ? ~0u << (j - 4) : ~0u);
        forbid(s + j * step[d], (j == i ? meet & ~(1u << i) : meet) << 5 * d);
    }
    for (int j = 0; j < 5 && games; j++)
        if (j != i && now.status[s + j * step[d]] != CROSS) precede(s + j * step[d], v);
}

static void rule_p9(int v) {
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < side[k].size && side[k].arrival && on_side(v, k); j++)
            if (side[k].cell[j] != v) set_absent(side[k].cell[j]);
}

static void rule_p5(void) {
    for (int k = 0; k < 4; k++) {
        int present = 0, standing = 0, one = 0;
        for (int j = 0; j < side[k].size; j++) {
            int v = side[k].cell[j];
            present += now.status[v] == PRESENT;
            if (now.status[v] != ABSENT) one = v, standing++;
        }
        if (side[k].there && !present && standing == 0) contradictory = true;
        if (side[k].there && !present && standing == 1) set_present(one);
    }
}

static void look_at(int v) {
    int count = __builtin_popcount(now.marks[v]);
    if (now.status[v] == FREE && count == 0) set_absent(v); /* P2 */
    if (now.status[v] == ABSENT) rule_p1(v);
    if (now.status[v] != PRESENT) return;
    rule_p9(v);
    if (count == 0) contradictory = true; /* P2 */
    if (count == 1) rules_p4_p6(v, __builtin_ctz(now.marks[v]) / 5, __builtin_ctz(now.marks[v]) % 5); /* P3 */
}

static void propagate(void) {
    do {
        while (queued && !contradictory) {
            int v = queue[--queued];
            waits[v] = false;
            look_at(v);
        }
        if (contradictory) break;
        rule_p5();
        if (head.gain && now.standing < moves_asked_for()) contradictory = true; /* P10 */
        for (int r = 0; r < now.rows; r++) rules_p11_p12(now.row[r].d, now.row[r].v); /* ROW */
        if (games && !queued && !contradictory) rule_p7();
    } while (queued && !contradictory);
    while (queued) waits[queue[--queued]] = false;
}

/* ---- The bound, and fixing (section 3): checked ---- */

enum { MOVE = 1024, SLOT_MAX = 12000, SIDE_MAX = 2048, DEMAND_MAX = 5000 };
static int64_t slot_price[4][ROOM], side_price[4], row_price[ROWS_MAX]; /* the multipliers: u, s, and the l of rows */
static int64_t cost[20][ROOM], least[ROOM], profit[ROOM];

static int64_t target(void) { return times(head.gain * MOVE, larger(moves_asked_for(), now.present)); }
static bool is_active(int v) { return now.status[v] == FREE || now.status[v] == PRESENT; }

static int64_t within(int64_t price, int64_t most) {
    if (price < 0 || price > most) refuse("a multiplier is out of its range");
    return price;
}

static void find_costs_of_slots(void) {
    FOR_CELLS(v) FOR_MARKS(m, now.marks[v]) {
        cost[m][v] = 0;
        for (int j = 0, w = line_of(v, (int)m); j < 5; j++, w += step[m / 5])
            cost[m][v] = plus(cost[m][v], within(slot_price[m / 5][w], SLOT_MAX));
    }
}

static int64_t subtract_rows(void) { /* ROW: the l of rows from the costs of their marks; returns the sum of these l */
    int64_t sum = 0;
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], d = now.row[r].d, n = straight(d, now.row[r].v, cell);
        sum = plus(sum, within(row_price[r], DEMAND_MAX));
        for (int j = 0; j < n; j++)
            for (int m = 5 * d; m < 5 * d + 5; m++) cost[m][cell[j]] = minus(cost[m][cell[j]], row_price[r]);
    }
    return sum;
}

static int64_t slots_of(int v) {
    int64_t sum = 0;
    for (int d = 0; d < 4; d++) sum = plus(sum, within(slot_price[d][v], SLOT_MAX));
    return sum;
}

static int64_t income(int v) {
    int64_t sum = plus(head.gain * MOVE, slots_of(v));
    for (int k = 0; k < 4; k++)
        if (side[k].priced && on_side(v, k)) sum = plus(sum, within(side_price[k], SIDE_MAX));
    return sum;
}

/* The value, given the costs and the sum of all l. Leaves least (the page's best) and profit of each cell behind. */
static int64_t value_of_costs(int64_t demands) {
    int64_t value = -demands;
    for (int k = 0; k < 4; k++) value = minus(value, side[k].priced ? within(side_price[k], SIDE_MAX) : 0);
    FOR_CELLS(v) {
        if (now.status[v] == CROSS) value = plus(value, slots_of(v));
        if (!is_active(v)) continue;
        if (!now.marks[v]) refuse("a cell without a mark is not absent: this is a fault of the reader");
        least[v] = INT64_MAX;
        FOR_MARKS(m, now.marks[v]) if (cost[m][v] < least[v]) least[v] = cost[m][v];
        profit[v] = minus(income(v), least[v]);
        value = plus(value, now.status[v] == PRESENT ? profit[v] : larger(0, profit[v]));
    }
    return value;
}

/* The left sides of the inequalities of fixing, for one cell. */
static int64_t present_loss(int v) { return larger(0, profit[v]); }
static int64_t absent_loss(int v) { return larger(0, -profit[v]); }
static int64_t mark_loss(int v, int m) {
    int64_t base = now.status[v] == PRESENT ? profit[v] : larger(0, profit[v]);
    return minus(base, minus(profit[v], minus(cost[m][v], least[v])));
}

/* Judges all by the state as it is, then applies it. */
static void fix(int64_t gap) {
    static bool in[ROOM], out[ROOM];
    static uint32_t ban[ROOM];
    FOR_CELLS(v) {
        in[v] = out[v] = false, ban[v] = 0;
        if (!is_active(v)) continue;
        int w = image(v);
        in[v] = now.status[v] == FREE && plus(present_loss(v), symmetric ? present_loss(w) : 0) > gap;
        out[v] = now.status[v] == FREE && plus(absent_loss(v), symmetric ? absent_loss(w) : 0) > gap;
        FOR_MARKS(m, now.marks[v])
            if (plus(mark_loss(v, (int)m), symmetric ? mark_loss(w, (int)mirrored(m)) : 0) > gap) ban[v] |= 1u << m;
    }
    FOR_CELLS(v) {
        if (in[v]) set_present(v);
        if (out[v]) set_absent(v);
        forbid(v, ban[v]);
    }
}

/* ---- The recipe (section 4): vectors ---- */

/* Costs fit 16 bits: those of lines are at most 5 * 12000, incomes at most 1024 + 4 * 12000 + 2 * 2048. Where rows are demanded, both have
 * 5000 added, and lines of a row its multiplier taken away. BAN is above all of these. */
enum { BAN = 65535 };
#define FOR_LANES(v) for (int v = FIRST; v < padded; v++)
static uint16_t banned[20][ROOM], is_free[ROOM], is_present[ROOM], is_cross[ROOM]; /* 65535 or 0 */
static uint16_t price[4][ROOM], line[4][ROOM], earned[ROOM], best[ROOM], portion[ROOM], share[20][ROOM], on_line[4][ROOM], dot[ROOM];
typedef struct { int32_t slot[4][ROOM], side[4], row[ROWS_MAX]; } Fine;
static Fine fine, previous, best_fine;
static int64_t evaluations;

static inline int32_t rounded(int32_t multiplier) { return (multiplier + 128) >> 8; }
static inline uint16_t lesser(uint16_t a, uint16_t b) { return a < b ? a : b; }
static inline int32_t clamp(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

static void load_state(void) {
    for (int m = 0; m < 20; m++)
        FOR_LANES(v) banned[m][v] = now.marks[v] >> m & 1 ? 0 : BAN;
    FOR_LANES(v) {
        is_free[v] = now.status[v] == FREE ? 65535 : 0;
        is_present[v] = now.status[v] == PRESENT ? 65535 : 0;
        is_cross[v] = now.status[v] == CROSS ? 65535 : 0;
    }
    memcpy(fine.slot, now.slot, sizeof now.slot);
    memcpy(fine.side, now.side, sizeof now.side);
    for (int r = 0; r < now.rows; r++) fine.row[r] = now.row[r].fine; /* ROW */
    previous = fine;
}

/* The best multipliers: to the node, and, rounded, to the checked bound. */
static void hand_over(void) {
    memcpy(now.slot, best_fine.slot, sizeof now.slot);
    memcpy(now.side, best_fine.side, sizeof now.side);
    for (int d = 0; d < 4; d++)
        FOR_CELLS(v) slot_price[d][v] = rounded(now.slot[d][v]);
    for (int k = 0; k < 4; k++) side_price[k] = rounded(now.side[k]);
    for (int r = 0; r < now.rows; r++) row_price[r] = rounded(now.row[r].fine = best_fine.row[r]); /* ROW */
}

static int32_t charge_rows(void) { /* ROW: as said above; returns the sum of the multipliers */
    int32_t sum = 0;
    for (int d = 0; d < 4; d++)
        FOR_LANES(v) line[d][v] += DEMAND_MAX;
    FOR_LANES(v) earned[v] += DEMAND_MAX;
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], n = straight(now.row[r].d, now.row[r].v, cell);
        for (int j = 0; j < n; j++) line[now.row[r].d][cell[j]] -= (uint16_t)rounded(fine.row[r]);
        sum += rounded(fine.row[r]);
    }
    return sum;
}

static int32_t fast_value(void) {
    int32_t value = 0;
    evaluations++;
    for (int d = 0, o = step[0]; d < 4; o = step[++d % 4]) {
        FOR_LANES(v) price[d][v] = (uint16_t)rounded(fine.slot[d][v]);
        FOR_LANES(v) line[d][v] = price[d][v] + price[d][v + o] + price[d][v + 2 * o] + price[d][v + 3 * o] + price[d][v + 4 * o];
    }
    FOR_LANES(v) {
        earned[v] = price[0][v] + price[1][v] + price[2][v] + price[3][v];
        value += is_cross[v] & earned[v];
        earned[v] += head.gain * MOVE;
        best[v] = BAN;
    }
    for (int k = 0; k < 4; k++) {
        if (!side[k].priced) continue;
        value -= rounded(fine.side[k]);
        for (int j = 0; j < side[k].size; j++) earned[side[k].cell[j]] += (uint16_t)rounded(fine.side[k]);
    }
    if (now.rows) value -= charge_rows(); /* ROW */
    for (int d = 0; d < 4; d++)
        for (int i = 0, back = 0; i < 5; i++, back += step[d])
            FOR_LANES(v) best[v] = lesser(best[v], line[d][v - back] | banned[5 * d + i][v]);
    FOR_LANES(v) {
        int32_t profits = earned[v] - best[v], all = is_present[v] ? profits : 0, some = is_free[v] && profits > 0 ? profits : 0;
        value += all + some;
    }
    return value;
}

/* The shares x of marks, of lines (of all their marks) and of dots. */
static void find_shares(uint16_t width) {
    uint16_t scale = 1; /* 2^k */
    while (width * scale < 1024) scale *= 2;
    FOR_LANES(v) {
        uint16_t free_best = is_free[v] & lesser(best[v], earned[v]), present_best = is_present[v] & best[v];
        best[v] = free_best | present_best; /* of neither: 0, and all its marks are banned */
        dot[v] = is_free[v] & (uint16_t)((uint16_t)(width - lesser(earned[v] - best[v], width)) * scale);
    }
    for (int d = 0; d < 4; d++)
        for (int i = 0, back = 0; i < 5; i++, back += step[d])
            FOR_LANES(v) {
                uint16_t behind = line[d][v - back] - best[v], z = (uint16_t)(width - lesser(behind, width)) * scale;
                z &= ~banned[5 * d + i][v];
                share[5 * d + i][v] = z;
                dot[v] += z;
            }
    FOR_LANES(v) { /* exact: such a quotient is an integer, or at least 2^-16 from one */
        int32_t sum = dot[v] > 1 ? dot[v] : 1, q = (int32_t)(67108864.0 / sum);
        portion[v] = (uint16_t)(q < 65535 ? q : 65535);
        dot[v] = is_cross[v] & 1024;
    }
    for (int m = 0; m < 20; m++)
        FOR_LANES(v) {
            share[m][v] = (uint32_t)share[m][v] * portion[v] >> 16;
            dot[v] += share[m][v];
        }
    for (int d = 0, o = step[0]; d < 4; o = step[++d % 4]) {
        uint16_t(*x)[ROOM] = &share[5 * d];
        FOR_LANES(v) on_line[d][v] = x[0][v] + x[1][v + o] + x[2][v + 2 * o] + x[3][v + 3 * o] + x[4][v + 4 * o];
    }
}

/* In 32 bits: |g| <= 25 * 1024, a <= 1023 * 64 and b < 256. */
static void move_slots(int32_t a, int32_t b) {
    for (int d = 0, o = step[0]; d < 4; o = step[++d % 4]) FOR_LANES(v) {
        int16_t drawn = on_line[d][v] + on_line[d][v - o] + on_line[d][v - 2 * o] + on_line[d][v - 3 * o] + on_line[d][v - 4 * o];
        int32_t g = (int16_t)(dot[v] - drawn), n = clamp(fine.slot[d][v] - ((g * a + 512) >> 10), SLOT_MAX * 256);
        fine.slot[d][v] = clamp(n + (((n - previous.slot[d][v]) * b) >> 8), SLOT_MAX * 256);
        previous.slot[d][v] = n;
    }
}

static int64_t clamp_wide(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }
static void move_one(int32_t *at, int32_t *before, int64_t g, int64_t a, int64_t b, int64_t most) {
    int64_t n = clamp_wide(*at - ((g * a + 512) >> 10), most);
    *at = (int32_t)clamp_wide(n + (((n - *before) * b) >> 8), most);
    *before = (int32_t)n;
}

static void move_sides(int32_t a, int32_t b) {
    int64_t on[4] = {0}, sum = 0;
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < side[k].size && side[k].priced; j++) on[k] += dot[side[k].cell[j]];
        sum += on[k];
    }
    for (int k = 0; k < 4; k++) {
        bool balanced = head.gain == 0 && head.price > 0;
        int64_t g = balanced && priced_sides ? (priced_sides * on[k] - sum) / priced_sides : on[k] - MOVE;
        if (side[k].priced) move_one(&fine.side[k], &previous.side[k], g, a, b, SIDE_MAX * 256);
    }
}

static void move_rows(int32_t a, int32_t b) { /* ROW */
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], n = straight(now.row[r].d, now.row[r].v, cell);
        int64_t g = -MOVE;
        for (int j = 0; j < n; j++) g += on_line[now.row[r].d][cell[j]];
        move_one(&fine.row[r], &previous.row[r], g, a, b, DEMAND_MAX * 256);
    }
}

static int64_t improve(const Schedule *s) {
    int64_t goal = target(), found = INT64_MAX, wide = (int64_t)s->width << 16;
    load_state();
    for (int t = 0;; t++) {
        int64_t value = fast_value();
        if (value < found) found = value, best_fine = fine;
        if (found < goal || t == s->n) break;
        int width = (int)larger(1, wide >> 16), a = width * s->rate, b = 256 * t / (t + 3);
        find_shares((uint16_t)width);
        move_slots(a, b);
        move_sides(a, b);
        move_rows(a, b); /* ROW */
        wide -= (wide * s->decay) >> 12;
    }
    hand_over();
    return found;
}

/* ---- Rounds (section 4) ---- */

static bool round_closes(int schedule) {
    int64_t found = improve(&head.schedule[schedule]);
    find_costs_of_slots();
    int64_t value = value_of_costs(subtract_rows());
    if (value != found) refuse("two ways to compute the value disagree: this is a fault of the reader");
    if (value < target()) return true;
    fix(minus(value, target()));
    propagate();
    for (int total = -1; games && !contradictory && total != now.total;) {
        total = now.total;
        find_closure();
        FOR_CELLS(v) if (now.status[v] == PRESENT) rule_p8(v);
        propagate();
    }
    return contradictory || value < target();
}

static bool bounding_closes(int first_schedule) {
    for (int i = 0; i < head.rounds; i++) {
        int total = now.total;
        if (round_closes(i ? 2 : first_schedule)) return true;
        if (total - now.total < head.again) return false;
    }
    return false;
}

/* ---- The tree (section 5) ---- */

enum { OPEN, CLOSED, REFINE, MULTIPLIERS, MARK, MIRROR, ROW, NONE, CELL };
enum { WAITING_MAX = 1000, DEMANDS_MAX = 4000 };
static State *waiting[WAITING_MAX];
static int waitings;
static int64_t nodes, opens;

/* What h (section 6) makes of a cell, and of four values that belong to the top, right, bottom and left side. */
static int transformed(int h, int v) {
    int x = h & 4 ? row[v] : column[v], y = h & 4 ? column[v] : row[v];
    return v + ((h & 1 ? 9 - x : x) - column[v]) * step[0] + ((h & 2 ? 9 - y : y) - row[v]) * step[1];
}
static void transform_sides(int h, const int from[4], int to[4]) {
    static const int swapped[4] = {LEFT, BOTTOM, RIGHT, TOP};
    for (int k = 0; k < 4; k++) {
        int j = h & 4 ? swapped[k] : k;
        to[h & (j % 2 ? 1 : 2) ? (j + 2) % 4 : j] = from[k];
    }
}
static bool same_four(const int a[4], const int b[4]) { return !memcmp(a, b, 4 * sizeof *a); }

static bool keeps_box_and_arrival(int h) {
    int arrival[4], box[4], sides[4];
    for (int k = 0; k < 4; k++) arrival[k] = head.arrival >> k & 1;
    transform_sides(h, head.box, box);
    transform_sides(h, arrival, sides);
    return same_four(box, head.box) && same_four(sides, arrival);
}

/* Decides, propagates and bounds; true if that closes the node. m: of MARK the mark, of MIRROR v', of ROW d. */
static bool node_closes(int op, int v, int m, bool first) {
    nodes++;
    if (op == ROW) decide_row(v, m, first);
    else if (op == MARK && !first) forbid(v, 1u << m);
    else first ? set_present(v) : set_absent(v);
    if (op == MARK && first) forbid(v, ALL & ~(1u << m));
    if (op == MIRROR && !first) set_absent(m);
    propagate();
    return contradictory || bounding_closes(1);
}

static bool first_node_closes(int op, int v, int m, int h) {
    if (waitings == WAITING_MAX) refuse("more than %d second nodes wait", WAITING_MAX);
    if (!waiting[waitings] && !(waiting[waitings] = malloc(sizeof(State)))) unreadable("no memory is left");
    now.op = op, now.v = v, now.m = m, now.h = h;
    memcpy(waiting[waitings++], &now, games ? sizeof now : offsetof(State, before));
    now.chain = OFF_CHAIN;
    return node_closes(op, v, m, true);
}

static bool second_node_closes(void) {
    memcpy(&now, waiting[--waitings], games ? sizeof now : offsetof(State, before));
    contradictory = false;
    now.chain = now.h;
    return node_closes(now.op, now.v, now.m, false);
}

static int read_cell(void) { return FIRST + (int)number("a cell", 0, cells - 1); }

static bool read_mark(void) {
    int v = read_cell(), m = (int)number("a mark", 0, 19);
    if (!is_active(v) || !(now.marks[v] >> m & 1)) refuse("MARK: the mark is not allowed");
    return first_node_closes(MARK, v, m, OFF_CHAIN);
}

static bool read_mirror(void) {
    int h = (int)number("a symmetry", 1, 7), v = read_cell();
    if (now.chain != 0 && now.chain != h) refuse("MIRROR stands neither at the root nor in the second node of one with the same h");
    if (!keeps_box_and_arrival(h)) refuse("MIRROR: h does not map the box and the arrival to themselves");
    if (now.status[v] != FREE || transformed(h, v) == v) refuse("MIRROR: the cell is not free, or is its own image");
    return first_node_closes(MIRROR, v, transformed(h, v), h);
}

static bool read_row(void) {
    int v = read_cell(), d = (int)number("a direction", 0, 3), cell[SPAN_MAX], n = straight(d, first_of_straight(d, v), cell);
    uint32_t marks = 0;
    for (int j = 0; j < n; j++) marks |= now.marks[cell[j]] & (uint32_t)FIVE << 5 * d;
    if (!marks) refuse("ROW: no mark of the row is allowed");
    for (int r = 0; r < now.rows; r++)
        if (now.row[r].d == d && now.row[r].v == cell[0]) refuse("ROW: the row is demanded already");
    return first_node_closes(ROW, v, d, OFF_CHAIN);
}

static int64_t read_cut(void) { /* takes its multiplier, which it returns, from the costs of its marks */
    static bool outside[ROOM];
    int size = (int)number("the number of cells of a cut", 1, cells), cell[AREA], present = 0;
    memset(outside, true, sizeof outside);
    for (int j = 0; j < size; j++) {
        cell[j] = j ? cell[j - 1] + (int)number("a difference of cells", 1, cells) : read_cell();
        if (cell[j] >= last || now.status[cell[j]] == CROSS) refuse("a cell of a cut is not in the box, or of the cross");
        present += now.status[cell[j]] == PRESENT;
        outside[cell[j]] = false;
    }
    if (!present) refuse("no cell of a cut is present");
    int64_t l = number("the multiplier of a cut", 0, DEMAND_MAX);
    for (int j = 0; j < size; j++)
        FOR_MARKS(m, now.marks[cell[j]]) if (others_in(outside, cell[j], (int)m)) cost[m][cell[j]] = minus(cost[m][cell[j]], l);
    return l;
}

static void read_multipliers(void) {
    static int64_t of_cuts[20][ROOM]; /* they stand before the slots */
    int64_t demands = 0, cuts = number("the number of cuts", 0, games ? DEMANDS_MAX - now.rows : 0);
    memset(cost, 0, sizeof cost);
    memset(slot_price, 0, sizeof slot_price);
    memset(side_price, 0, sizeof side_price);
    for (int64_t j = 0; j < cuts; j++) demands = plus(demands, read_cut());
    memcpy(of_cuts, cost, sizeof cost);
    int64_t slots = number("the number of slots", 0, 4 * cells), slot = 0;
    for (int64_t j = 0; j < slots; j++) {
        slot = j ? slot + number("a difference of slots", 1, 4 * cells) : number("a slot", 0, 4 * cells - 1);
        if (slot >= 4 * cells) refuse("a slot is not in the box");
        slot_price[slot % 4][FIRST + slot / 4] = number("the multiplier of a slot", 0, SLOT_MAX);
    }
    find_costs_of_slots();
    FOR_CELLS(v) FOR_MARKS(m, now.marks[v]) cost[m][v] = plus(cost[m][v], of_cuts[m][v]);
    int64_t value = value_of_costs(demands);
    evaluations++;
    if (value >= target()) refuse("MULTIPLIERS: the value %" PRId64 " is not below the target %" PRId64, value, target());
}

static bool begin_tree(void) {
    memset(share, 0, sizeof share); /* outside of the box, too, where an earlier certificate may have left something */
    memset(on_line, 0, sizeof on_line);
    nodes = 1, opens = evaluations = waitings = 0;
    start_state();
    propagate();
    return contradictory || bounding_closes(0);
}

static void read_tree(void) {
    bool closed = begin_tree(), ended = false;
    while (!ended || waitings) {
        if (ended) closed = second_node_closes();
        int op = (int)number("an operation", 0, CELL + cells - 1), v = FIRST + op - CELL;
        if (closed && op != CLOSED && op != OPEN) refuse("something else than CLOSED stands where the node is closed");
        if (!closed && op == CLOSED) refuse("CLOSED stands where the node is not closed");
        if (op == NONE) refuse("there is no operation 7");
        if (op >= CELL && now.status[v] != FREE) refuse("CELL: the cell is not free");
        if (op == OPEN) opens++;
        if (op == REFINE) closed = round_closes((int)number("a schedule", 0, head.schedules - 1));
        if (op == MULTIPLIERS) read_multipliers();
        if (op == MARK) closed = read_mark();
        if (op == MIRROR) closed = read_mirror();
        if (op == ROW) closed = read_row();
        if (op >= CELL) closed = first_node_closes(CELL, v, 0, OFF_CHAIN);
        ended = op == OPEN || op == CLOSED || op == MULTIPLIERS;
    }
    if (cert.at != cert.size) refuse("something follows the root node");
}

/* ---- Files ---- */

enum { UNPACKED_MAX = 1 << 30, WINDOW_MAX = 1 << 27 };

static Text read_all(int file) {
    Text t = {NULL, 0, 0};
    for (size_t got = 1, room = 0; got > 0; t.size += got) {
        if (t.size == room && !(t.bytes = realloc(t.bytes, room = 2 * room + 65536))) unreadable("no memory is left");
        ssize_t n = read(file, t.bytes + t.size, room - t.size);
        if (n < 0) unreadable("%s", strerror(errno));
        if (t.size > UNPACKED_MAX) unreadable("has more than 2^30 bytes");
        got = (size_t)n;
    }
    close(file);
    return t;
}

static Text read_file(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) unreadable("%s", strerror(errno));
    return read_all(file);
}

static uint64_t little_endian(Text *t, int size) {
    uint64_t value = 0;
    for (int j = 0; j < size; j++) {
        if (t->at >= t->size) unreadable("the frame is cut off");
        value |= (uint64_t)t->bytes[t->at++] << 8 * j;
    }
    return value;
}

/* RFC 8878, section 3.1.1: one frame and no more, without a dictionary, with a window that the page allows? zstd looks at the rest. */
static void check_frame(Text t) {
    t.at = 4;
    int flags = (int)little_endian(&t, 1), single = flags >> 5 & 1, window = single ? 0 : (int)little_endian(&t, 1);
    if (little_endian(&t, (int[]){0, 1, 2, 4}[flags & 3])) unreadable("the frame needs a dictionary");
    uint64_t content = little_endian(&t, (int[]){single, 2, 4, 8}[flags >> 6]);
    if ((single ? content : (8ull + (window & 7)) << (7 + (window >> 3))) > WINDOW_MAX) unreadable("the window exceeds 2^27 bytes");
    for (uint64_t block = 0; !(block & 1);) {
        block = little_endian(&t, 3);
        t.at += (block >> 1 & 3) == 1 ? 1 : block >> 3;
    }
    if (t.at + (flags & 4) != t.size) unreadable("the frame does not end where the file ends");
}

static Text unpacked(const char *path) {
    int ends[2], status = 0;
    if (pipe(ends)) unreadable("no pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        execlp("zstd", "zstd", "-dcqq", "--", path, (char *)0);
        _exit(127);
    }
    close(ends[1]);
    Text text = read_all(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) unreadable("zstd did not end well");
    if (WEXITSTATUS(status) == 127) unreadable("it is packed: install the program zstd, or unpack it elsewhere");
    if (WEXITSTATUS(status)) unreadable("zstd cannot unpack it");
    return text;
}

static Text load(const char *path) {
    Text text = read_file(path);
    if (text.size < 4 || memcmp(text.bytes, "\x28\xb5\x2f\xfd", 4)) return text;
    check_frame(text);
    free(text.bytes);
    return unpacked(path);
}

/* ---- Theorem files and coverage (section 7) ---- */

enum { LINE_MAX_ = 400, WORD_MAX = 200, EMPTY = -1, LISTED = -1 };
enum { BOX, ARRIVAL, WITNESS };
typedef struct { int what, box[4], n; char file[WORD_MAX + 1]; } Statement; /* n: M or EMPTY; the sides, as in a header; M */

static const char *const kinds[4] = {"graph", "game", "point-symmetric graph", "point-symmetric game"};
static const char *const plurals[4] = {"graphs", "games", "symmetric-graphs", "symmetric-games"};
static const char *const sides_words[13] = {[1] = "top",       [2] = "right",        [4] = "bottom",       [8] = "left",
                                            [3] = "top-right", [6] = "right-bottom", [12] = "bottom-left", [9] = "top-left"};
static struct { int objects, at_most, within[4], statements; bool has_within; Statement *statement; } theorem;

static bool next_line(Text *t, char line[LINE_MAX_]) { /* without its end */
    if (t->at == t->size) return false;
    uint8_t *start = t->bytes + t->at, *end = memchr(start, '\n', t->size - t->at);
    size_t size = (size_t)((end ? end : t->bytes + t->size) - start);
    t->at += size + (end != NULL);
    if (end && size && start[size - 1] == '\r') size--;
    if (size >= LINE_MAX_ || memchr(start, 0, size)) refuse("a line is too long, or holds a zero byte");
    memcpy(line, start, size);
    line[size] = 0;
    return true;
}

/* Is the line like the pattern? # is a number, ~ one that may be negative (both go to n), * a word (they go to w). */
static bool is_like(const char *line, const char *pattern, int *n, char *w) {
    for (; *pattern; pattern++) {
        size_t size = strcspn(line, " ");
        if (*pattern == '*') {
            if (size == 0 || size > WORD_MAX) return false;
            memcpy(w, line, size);
            w[size] = 0, w += WORD_MAX + 1, line += size;
        } else if (*pattern == '#' || *pattern == '~') {
            int sign = *pattern == '~' && *line == '-' ? -1 : 1;
            line += sign < 0;
            size = strspn(line, "0123456789");
            if (size == 0 || size > 9 || (size > 1 && *line == '0')) return false;
            *n++ = sign * atoi(line);
            line += size;
        } else if (*pattern != *line++) return false;
    }
    return *line == 0;
}

static bool read_statement(const char *line, Statement *s) {
    int n[5] = {0};
    char w[2][WORD_MAX + 1];
    s->what = is_like(line, "arrival #,#,#,# * *", n, *w) ? ARRIVAL : is_like(line, "witness #,#,#,# # *", n, *w) ? WITNESS : BOX;
    bool empty = s->what == BOX && is_like(line, "box #,#,#,# empty *", n, *w);
    if (s->what == BOX && !empty && !is_like(line, "box #,#,#,# at-most # *", n, *w)) return false;
    memcpy(s->box, n, sizeof s->box);
    s->n = empty ? EMPTY : n[4];
    strcpy(s->file, w[s->what == ARRIVAL]);
    if (s->what == ARRIVAL)
        for (s->n = 1; s->n < 13 && (!sides_words[s->n] || strcmp(sides_words[s->n], *w)); s->n++) {}
    bool named = !s->file[strspn(s->file, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")];
    return named && box_is_allowed(s->box) && (s->what != ARRIVAL || (s->n < 13 && theorem.objects == GAMES));
}

static void make_canonical(int box[4]) {
    int from[4], b[4], k;
    memcpy(from, box, sizeof from);
    for (int h = 0; h < 8; h++) {
        transform_sides(h, from, b);
        for (k = 0; k < 3 && b[k] == box[k]; k++) {}
        if (b[k] > box[k]) memcpy(box, b, sizeof b);
    }
}

static bool is_canonical(const int box[4]) {
    int b[4];
    memcpy(b, box, sizeof b);
    make_canonical(b);
    return same_four(b, box);
}

static bool lies_within(const int box[4]) {
    int b[4], *w = theorem.within;
    for (int h = 0; h < 8 && theorem.has_within; h++) {
        transform_sides(h, box, b);
        if (b[0] <= w[0] && b[1] <= w[1] && b[2] <= w[2] && b[3] <= w[3]) return true;
    }
    return !theorem.has_within;
}

static void read_theorem(Text t) {
    char line[LINE_MAX_];
    if (!next_line(&t, line) || strcmp(line, "morpion-theorem 1")) refuse("the first line is not `morpion-theorem 1`");
    if (!next_line(&t, line)) refuse("the file ends too early");
    theorem.statements = 0;
    theorem.has_within = is_like(line, "within #,#,#,#", theorem.within, NULL) && box_is_allowed(theorem.within);
    if (theorem.has_within && !next_line(&t, line)) refuse("the file ends too early");
    char word[WORD_MAX + 1] = "";
    bool right = is_like(line, "objects *", NULL, word);
    for (theorem.objects = 0; theorem.objects < 4 && strcmp(plurals[theorem.objects], word); theorem.objects++) {}
    if (!right || theorem.objects == 4 || !next_line(&t, line)) refuse("it does not say of which objects it speaks");
    theorem.at_most = LISTED;
    if (!is_like(line, "at-most #", &theorem.at_most, NULL) && (theorem.has_within || strcmp(line, "at-most listed")))
        refuse("the line of the bound is not right: %s", line);
    while (next_line(&t, line)) {
        theorem.statement = realloc(theorem.statement, (size_t)(theorem.statements + 1) * sizeof(Statement));
        if (!theorem.statement) unreadable("no memory is left");
        Statement *s = &theorem.statement[theorem.statements++];
        if (!read_statement(line, s)) refuse("this must not stand there: %s", line);
        if (s->what == BOX && !is_canonical(s->box)) refuse("the box is not canonical: %s", line);
        for (Statement *o = theorem.statement; o < s && s->what != WITNESS; o++)
            if (o->what == s->what && same_four(o->box, s->box) && (s->what == BOX || o->n == s->n)) refuse("listed twice: %s", line);
    }
}

static bool no_game_arrives(const int box[4], const int grown[4]) {
    for (int j = 0, b[4], g[4]; j < theorem.statements; j++)
        for (int h = 0; h < 8 && theorem.statement[j].what == ARRIVAL; h++) {
            transform_sides(h, box, b);
            transform_sides(h, grown, g);
            if (same_four(b, theorem.statement[j].box) && g[0] + 2 * g[1] + 4 * g[2] + 8 * g[3] == theorem.statement[j].n) return true;
        }
    return false;
}

/* What is listed of the box: M, not above the theorem's bound, or EMPTY. */
static int must_be_listed(const int b[4]) {
    const Statement *s = theorem.statement, *end = s + theorem.statements;
    while (s < end && (s->what != BOX || !same_four(s->box, b))) s++;
    if (s == end) refuse("the box %d,%d,%d,%d is not listed", b[0], b[1], b[2], b[3]);
    if (s->n > theorem.at_most) refuse("the bound of the box %d,%d,%d,%d is above the theorem's", b[0], b[1], b[2], b[3]);
    return s->n;
}

static void walk_over_boxes(void) {
    static const int grow[11][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 1, 0, 0}, {0, 1, 1, 0},
                                    {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 1, 1}};
    static bool found[16][16][16][16];
    static int r[1 << 16][4]; /* R */
    int size = 1, from = theorem.objects >= SYMMETRIC_GRAPHS ? 8 : 0, to = from ? 11 : 8;
    memset(found, 0, sizeof found);
    for (int j = 0; j < size; j++)
        for (int g = must_be_listed(r[j]) == EMPTY ? to : from, b[4]; g < to; g++) {
            for (int k = 0; k < 4; k++) b[k] = r[j][k] + grow[g][k];
            if (!lies_within(b) || no_game_arrives(b, grow[g])) continue;
            make_canonical(b);
            if (!found[b[0]][b[1]][b[2]][b[3]]) memcpy(r[size++], b, sizeof b);
            found[b[0]][b[1]][b[2]][b[3]] = true;
        }
}

static void check_coverage(void) {
    bool all_within = theorem.has_within && (theorem.objects == GRAPHS || theorem.objects == SYMMETRIC_GRAPHS);
    int boxes = 0;
    for (int j = 0; j < theorem.statements; j++) boxes += theorem.statement[j].what == BOX;
    if (!boxes) refuse("no box is listed");
    if (theorem.at_most != LISTED && !all_within) walk_over_boxes();
    for (int c = 0; c < 1 << 16 && all_within; c++) {
        int b[4] = {c >> 12, c >> 8 & 15, c >> 4 & 15, c & 15};
        bool counts = theorem.objects == GRAPHS || (b[TOP] == b[BOTTOM] && b[LEFT] == b[RIGHT]);
        if (counts && is_canonical(b) && lies_within(b)) must_be_listed(b);
    }
}

static void check_witness(const Statement *s, Text t) {
    enum { GRID = 64, MID = 24 };              /* (x, y) has its place at (x + MID, y + MID) */
    static int dot_of[GRID][GRID];             /* 0 none, 1 of the cross, else 2 + the move that placed it */
    static bool drawn[4][GRID][GRID];          /* a line of the direction runs through the dot */
    static int move[SPAN_MAX * SPAN_MAX][4];   /* fewer dots than this fit a box */
    int n = 0, far[4] = {0};
    char line[LINE_MAX_];
    memset(dot_of, 0, sizeof dot_of);
    memset(drawn, 0, sizeof drawn);
    for (int c = 0; c < 100; c++) dot_of[c % 10 + MID][c / 10 + MID] = in_cross(c % 10, c / 10);
    for (int *m = *move; next_line(&t, line); m = move[n]) {
        if (!is_like(line, "~ ~ # #", m, NULL) || m[2] > 3 || m[3] > 4) refuse("line %d is no mark", n + 1);
        int reach[4] = {-m[1], m[0] - 9, m[1] - 9, -m[0]};
        for (int k = 0; k < 4; k++)
            if (reach[k] > s->box[k]) refuse("move %d leaves the box", n + 1);
        for (int k = 0; k < 4; k++) far[k] = (int)larger(far[k], reach[k]);
        int *place = &dot_of[m[0] + MID][m[1] + MID];
        if (*place) refuse("move %d places a dot where there is one", n + 1);
        *place = 2 + n++;
    }
    if (n != s->n || !same_four(far, s->box)) refuse("it has %d moves and the box %d,%d,%d,%d", n, far[0], far[1], far[2], far[3]);
    for (int j = 0; j < n; j++) {
        int *m = move[j], d = m[2], other = dot_of[9 - m[0] + MID][9 - m[1] + MID] - 2;
        for (int i = -m[3]; i < 5 - m[3]; i++) {
            int x = m[0] + i * dx[d] + MID, y = m[1] + i * dy[d] + MID;
            if (!dot_of[x][y] || (theorem.objects % 2 && dot_of[x][y] > 2 + j)) refuse("move %d lacks a dot of its line", j + 1);
            if (drawn[d][x][y]) refuse("the line of move %d meets a parallel one", j + 1);
            drawn[d][x][y] = true;
        }
        if (theorem.objects < SYMMETRIC_GRAPHS) continue;
        if (other < 0 || move[other][2] != d || move[other][3] != 4 - m[3]) refuse("the image of move %d is no move", j + 1);
    }
}

/* ---- What is said ---- */

static int worst = VALID; /* of all verdicts */
static const char *const refusal_words[3] = {"", "rejected", "cannot be read"};

static void say(const char *name, int verdict, const char *format, ...) {
    va_list values;
    va_start(values, format);
    printf("%s: ", name);
    vprintf(format, values);
    putchar('\n');
    fflush(stdout);
    va_end(values);
    worst = (int)larger(worst, verdict);
}

static const char *claim(void) {
    static char text[200];
    char box[50];
    snprintf(box, sizeof box, "%d,%d,%d,%d", head.box[0], head.box[1], head.box[2], head.box[3]);
    const char *kind = kinds[head.objects], *corner = __builtin_popcount(head.arrival) > 1 ? "corner" : "side";
    if (head.gain) snprintf(text, sizeof text, "no %s whose bounding box is exactly %s has %" PRId64 " or more moves", kind, box, head.k);
    else if (!head.arrival) snprintf(text, sizeof text, "no %s has exactly the bounding box %s", kind, box);
    else snprintf(text, sizeof text, "no game arrives at the box %s by its %s %s", box, sides_words[head.arrival], corner);
    return text;
}

/* Does the certificate claim what the theorem needs? Graphs serve for games, and all objects for symmetric ones. */
static void compare_claim(const Statement *s) {
    bool serves = !(head.objects & ~theorem.objects & 2) && !(head.objects & ~theorem.objects & 1), bound = s->what == BOX && s->n != EMPTY;
    bool same = same_four(head.box, s->box) && head.gain == bound && head.arrival == (s->what == ARRIVAL ? s->n : 0);
    if (!serves || !same || (bound && head.k != s->n + 1)) refuse("it claims something else: %s", claim());
}

/* A certificate, alone or as a statement's; or a statement's witness. Returns the verdict. */
static int judge(const char *name, const char *path, const Statement *s) {
    static Text text; /* survives a refusal */
    free(text.bytes);
    text.bytes = NULL;
    cert.at = 0, nodes = 0;
    if (setjmp(handler)) {
        say(name, refusal, "%s: %s (byte %zu, node %" PRId64 ")", refusal_words[refusal], reason, cert.at, nodes);
        return refusal;
    }
    text = load(path);
    if (s && s->what == WITNESS) {
        check_witness(s, text);
        const int *b = s->box;
        say(name, VALID, "valid: there is a %s of %d moves with the bounding box %d,%d,%d,%d", kinds[theorem.objects], s->n, b[0], b[1], b[2], b[3]);
        return VALID;
    }
    cert = text;
    read_header();
    if (s) compare_claim(s);
    lay_out_box();
    read_tree();
    if (opens) say(name, REJECTED, "unfinished: %" PRId64 " nodes are open", opens);
    else say(name, VALID, "valid: %s (%" PRId64 " node%s, %" PRId64 " evaluation%s)", claim(), nodes, nodes == 1 ? "" : "s", evaluations, evaluations == 1 ? "" : "s");
    return opens ? REJECTED : VALID;
}

static void say_theorem(const char *name) {
    const char *kind = kinds[theorem.objects];
    const int *w = theorem.within;
    if (theorem.has_within) say(name, VALID, "proven: no %s whose bounding box lies within %d,%d,%d,%d, up to symmetry, has more than %d moves", kind, w[0], w[1], w[2], w[3], theorem.at_most);
    else if (theorem.at_most != LISTED) say(name, VALID, "proven: no %s has more than %d moves", kind, theorem.at_most);
    else printf("%s: proven: no %s has, by its bounding box up to symmetry, more moves than", name, kind);
    for (int j = 0; j < theorem.statements && theorem.at_most == LISTED; j++) {
        const Statement *s = &theorem.statement[j];
        if (s->what == BOX) printf(" %d,%d,%d,%d:%d", s->box[0], s->box[1], s->box[2], s->box[3], s->n == EMPTY ? 0 : s->n);
    }
    if (theorem.at_most == LISTED) putchar('\n');
}

static void judge_path(const char *path) {
    static Text text;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (setjmp(handler)) { say(name, refusal, "%s: %s", refusal_words[refusal], reason); return; }
    text = read_file(path);
    if (text.size < 8 || memcmp(text.bytes, "morpion-", 8)) { free(text.bytes); judge(name, path, NULL); return; }
    read_theorem(text);
    check_coverage();
    int failed = 0;
    for (int j = 0; j < theorem.statements; j++) {
        char beside[5000];
        snprintf(beside, sizeof beside, "%.*s%s", (int)(name - path), path, theorem.statement[j].file);
        failed += judge(theorem.statement[j].file, beside, &theorem.statement[j]) != VALID;
    }
    if (failed) say(name, REJECTED, "rejected: %d of its statements do not hold", failed);
    else say_theorem(name);
}

int main(int count, char **paths) {
    if (count < 2) fprintf(stderr, "usage: reader PATH...   (certificates, packed or not, and theorem files beside their certificates)\n");
    if (count < 2) return UNREADABLE;
    for (int j = 1; j < count; j++) judge_path(paths[j]);
    return worst;
}
