/* A second reader of this project's certificates and theorem files, written from paper/certificate.md alone.
 *
 *     cc -std=gnu11 -O3 -march=native -o reader reader.c
 *     ./reader PATH...        certificates (.cert, .cert.zst) and theorem files, told apart by their first bytes
 *
 * It says of each certificate whether its claim is shown, and of each theorem file, after its certificates, what they show together.
 * Exit status: 0 all is valid; 1 something is rejected or unfinished; 2 something cannot be read, or misuse.
 *
 * "Section" and the names of rules (P1, L4, ...) are those of the page. It is read from top to bottom: arithmetic, header, geometry,
 * rules, bound, recipe, tree, files, theorems. All that closes a node or fixes a cell is computed mark by mark, with checked arithmetic,
 * under "the bound"; the vectors of "the recipe" only choose multipliers, and a value of theirs that is not the checked one is refused.
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

/* ---- Refusals and checked arithmetic ------------------------------------------------------------------------------------------- */

enum { VALID = 0, REJECTED = 1, UNREADABLE = 2 }; /* verdicts, and exit codes */

static jmp_buf handler; /* of the file that is being read */
static int verdict;     /* of a refusal */
static char reason[300];

static _Noreturn void refuse_as(int as, const char *format, va_list values) {
    vsnprintf(reason, sizeof reason, format, values);
    verdict = as;
    longjmp(handler, 1);
}
static _Noreturn void refuse(const char *format, ...) {
    va_list values;
    va_start(values, format);
    refuse_as(REJECTED, format, values);
}
static _Noreturn void unreadable(const char *format, ...) {
    va_list values;
    va_start(values, format);
    refuse_as(UNREADABLE, format, values);
}

static int64_t plus(int64_t a, int64_t b) {
    int64_t r;
    if (__builtin_add_overflow(a, b, &r)) refuse("a sum exceeds 64 bits");
    return r;
}
static int64_t minus(int64_t a, int64_t b) {
    int64_t r;
    if (__builtin_sub_overflow(a, b, &r)) refuse("a difference exceeds 64 bits");
    return r;
}
static int64_t times(int64_t a, int64_t b) {
    int64_t r;
    if (__builtin_mul_overflow(a, b, &r)) refuse("a product exceeds 64 bits");
    return r;
}
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- The header (section 5) ---------------------------------------------------------------------------------------------------- */

typedef struct { const uint8_t *bytes; size_t size, at; } Text;
static Text cert; /* the certificate, unpacked */

static int64_t number(const char *what, int64_t low, int64_t high) {
    int64_t value = 0;
    for (int i = 0; i < 5; i++) {
        if (cert.at >= cert.size) refuse("the file ends within %s", what);
        uint8_t byte = cert.bytes[cert.at++];
        value |= (int64_t)(byte & 127) << (7 * i);
        if (byte & 128) continue;
        if (byte == 0 && i > 0) refuse("%s has a superfluous zero byte", what);
        if (value < low || value > high) refuse("%s is %" PRId64 ", not within %" PRId64 " and %" PRId64, what, value, low, high);
        return value;
    }
    refuse("%s has more than five bytes", what);
}

enum { TOP, RIGHT, BOTTOM, LEFT };
enum { GRAPHS, GAMES, SYMMETRIC_GRAPHS, SYMMETRIC_GAMES };
enum { SIDE_MAX = 14, SPAN_MAX = 22 };

typedef struct { int n, width, decay, rate; } Schedule;
static struct {
    int box[4], objects, gain, start, price, arrival, rounds, again, schedules;
    int64_t k;
    Schedule schedule[16];
} head;
static bool games, symmetric;

static bool box_is_too_large(const int box[4]) {
    for (int i = 0; i < 4; i++)
        if (box[i] > SIDE_MAX) return true;
    return 10 + box[TOP] + box[BOTTOM] > SPAN_MAX || 10 + box[LEFT] + box[RIGHT] > SPAN_MAX;
}

static void read_arrival(void) {
    head.arrival = (int)number("the arrival", 0, 12);
    if (head.arrival == 0) return;
    if (!strchr("\1\2\4\10\3\6\14\11", head.arrival)) refuse("the arrival is neither a side nor two neighbouring ones");
    if (head.objects != GAMES || head.gain) refuse("only certificates about games with gain 0 have an arrival");
    for (int k = 0; k < 4; k++)
        if (head.arrival >> k & 1 && head.box[k] == 0) refuse("a side of the arrival is at distance 0");
}

static void read_header(void) {
    if (cert.size < 8 || memcmp(cert.bytes, "MORPCERT", 8)) refuse("this is not a certificate");
    cert.at = 8;
    number("the version", 6, 6);
    for (int k = 0; k < 4; k++) head.box[k] = (int)number("a distance of the box", 0, SIDE_MAX);
    if (box_is_too_large(head.box)) refuse("the box is too large");
    head.objects = (int)number("the kind of object", 0, 3);
    games = head.objects == GAMES || head.objects == SYMMETRIC_GAMES;
    symmetric = head.objects >= SYMMETRIC_GRAPHS;
    if (symmetric && (head.box[TOP] != head.box[BOTTOM] || head.box[LEFT] != head.box[RIGHT])) refuse("the box is not its own image");
    head.gain = (int)number("the gain", 0, 1);
    head.k = head.gain ? number("K", 1, INT64_MAX) : number("K", 0, 0);
    head.start = (int)number("the start value", 0, 12000);
    head.price = (int)number("the price", 0, 2048);
    read_arrival();
    head.rounds = (int)number("the number of rounds", 1, 16);
    head.again = (int)number("again", 1, 65535);
    head.schedules = (int)number("the number of schedules", 3, 16);
    for (int j = 0; j < head.schedules; j++) {
        Schedule *s = &head.schedule[j];
        s->n = (int)number("n of a schedule", 0, 4096);
        s->width = (int)number("the width of a schedule", 1, 1023);
        s->decay = (int)number("the decay of a schedule", 0, 4095);
        s->rate = (int)number("the rate of a schedule", 1, 64);
    }
}

/* ---- Geometry (section 1) ------------------------------------------------------------------------------------------------------ */

/* Cell c of the page is number FIRST + c here. Straights that leave the box at one side enter it again at the other, one row on, and may
 * leave the range of the box's cells by less than FIRST; that does no harm, since only marks of true lines are ever allowed. */
enum { FIRST = 96, SPAN = 512, ROOM = FIRST + SPAN + FIRST, FIVE = 31, ALL = (1 << 20) - 1 };
enum { FREE, PRESENT, ABSENT, CROSS, OUTSIDE };

static const char *const cross_rows[10] = {"...####...", "...#..#...", "...#..#...", "####..####", "#........#",
                                           "#........#", "####..####", "...#..#...", "...#..#...", "...####..."};
static const int dx[4] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1};

static int cells, last, padded; /* number of cells; FIRST + it; FIRST + it rounded up to what vectors hold */
static int step[4];             /* from a cell to the next one in the direction */
static int column[ROOM], row[ROOM];

static struct { bool there, priced, arrival; int size, cell[SPAN_MAX]; } side[4];
static int priced_sides;

static bool in_box(int x, int y) {
    return x >= -head.box[LEFT] && x <= 9 + head.box[RIGHT] && y >= -head.box[TOP] && y <= 9 + head.box[BOTTOM];
}
static bool in_cross(int x, int y) { return x >= 0 && x <= 9 && y >= 0 && y <= 9 && cross_rows[y][x] == '#'; }
static int image(int v) { return 2 * FIRST + cells - 1 - v; } /* under the half turn */

/* Marks of a cell are sets of bits 5 d + i. Of the cell k steps before a cell w these positions (any direction) have a line through w. */
static uint32_t through(int k) { return k >= 0 ? FIVE >> k : FIVE << -k & FIVE; }

static bool on_side(int v, int k) {
    switch (k) {
    case TOP: return row[v] == -head.box[TOP];
    case RIGHT: return column[v] == 9 + head.box[RIGHT];
    case BOTTOM: return row[v] == 9 + head.box[BOTTOM];
    default: return column[v] == -head.box[LEFT];
    }
}

static void lay_out_box(void) {
    int width = 10 + head.box[LEFT] + head.box[RIGHT], height = 10 + head.box[TOP] + head.box[BOTTOM];
    cells = width * height;
    last = FIRST + cells;
    padded = FIRST + (cells + 31) / 32 * 32;
    for (int d = 0; d < 4; d++) step[d] = dx[d] + dy[d] * width;
    for (int v = FIRST; v < last; v++) {
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
        for (int v = FIRST; v < last && side[k].there; v++)
            if (on_side(v, k)) side[k].cell[side[k].size++] = v;
    }
}

/* ---- The state (section 2) ----------------------------------------------------------------------------------------------------- */

enum { ROWS_MAX = 4 * 2 * SPAN_MAX, WORDS = SPAN / 64 }; /* no straight is demanded twice, and there are fewer than that */

typedef struct {
    uint32_t marks[ROOM]; /* the allowed ones */
    uint8_t status[ROOM];
    int total;    /* allowed marks */
    int standing; /* present or free cells */
    int present;
    int chain; /* of MIRROR: 0 at the root; h in a second node of MIRROR h; else OFF_CHAIN */
    int32_t slot[4][ROOM], side[4]; /* fine multipliers (section 4) */
    struct { int op, v, m, chain; } second; /* the decision that leads to the second node, where it waits */
    int rows;
    struct { int d, v; int32_t fine; } row[ROWS_MAX]; /* demanded rows: first cell, multiplier */
    uint64_t before[SPAN][WORDS]; /* the cells that precede a cell; last, since graphs need not copy it */
} State;

enum { OFF_CHAIN = -1 };
static State now;
static bool contradictory;
static int queue[SPAN], queued; /* cells that rules may have something to say about */
static bool waits[ROOM];

static void touch(int v) {
    if (!waits[v]) queue[queued++] = v;
    waits[v] = true;
}

static uint32_t mirrored(uint32_t marks) { /* (v, d, i) becomes (v', d, 4 - i) */
    uint32_t result = 0;
    for (int m = 0; m < 20; m++)
        if (marks >> m & 1) result |= 1u << (m / 5 * 5 + 4 - m % 5);
    return result;
}

static void forbid(int v, uint32_t marks) {
    marks &= now.marks[v];
    if (!marks) return;
    now.marks[v] &= ~marks;
    now.total -= __builtin_popcount(marks);
    touch(v);
    if (symmetric) forbid(image(v), mirrored(marks)); /* S */
}

static void set_present(int v) {
    if (now.status[v] == PRESENT || now.status[v] == CROSS) return;
    if (now.status[v] != FREE) { contradictory = true; return; } /* P1 */
    now.status[v] = PRESENT;
    now.present++;
    touch(v);
    if (symmetric) set_present(image(v)); /* S */
}

static void set_absent(int v) {
    if (now.status[v] == ABSENT) return;
    if (now.status[v] != FREE) { contradictory = true; return; } /* P1 */
    now.status[v] = ABSENT;
    now.standing--;
    touch(v);
    if (symmetric) set_absent(image(v)); /* S */
}

static int64_t moves_asked_for(void) { return symmetric && head.k % 2 ? plus(head.k, 1) : head.k; }

static bool line_fits(int v, int d, int i) {
    int x = column[v] - i * dx[d], y = row[v] - i * dy[d];
    return in_box(x, y) && in_box(x + 4 * dx[d], y + 4 * dy[d]);
}

/* Does the last move of the arrival, or an earlier one, rule this mark out? */
static bool arrival_forbids(int v, int d, int i) {
    int on = 0, of = 0;
    for (int k = 0; k < 4; k++) {
        if (!side[k].arrival) continue;
        of++;
        on += on_side(v, k);
        for (int j = 0; j < 5; j++)
            if (j != i && on_side(v + (j - i) * step[d], k)) return true;
    }
    return of == 2 && on == 1;
}

static void start_state(void) {
    memset(&now, 0, sizeof now);
    memset(now.status, OUTSIDE, sizeof now.status);
    memset(waits, 0, sizeof waits);
    contradictory = false;
    queued = 0;
    for (int v = FIRST; v < last; v++) {
        for (int d = 0; d < 4; d++) now.slot[d][v] = head.start * 256;
        now.status[v] = CROSS;
        if (in_cross(column[v], row[v])) continue;
        now.status[v] = FREE;
        now.standing++;
        for (int m = 0; m < 20; m++)
            if (line_fits(v, m / 5, m % 5) && !arrival_forbids(v, m / 5, m % 5)) now.marks[v] |= 1u << m;
        now.total += __builtin_popcount(now.marks[v]);
        touch(v);
    }
    for (int k = 0; k < 4; k++)
        if (side[k].priced) now.side[k] = head.price * 256;
}

/* ---- The order of games: P6, P7, P8 -------------------------------------------------------------------------------------------- */

static bool precedes(int p, int x) { return now.before[x - FIRST][(p - FIRST) / 64] >> (p - FIRST) % 64 & 1; }

/* P6: no line through y places q, which precedes y. */
static void forbid_lines_through(int q, int y) {
    int x = column[y] - column[q], z = row[y] - row[q];
    for (int d = 0; d < 4; d++)
        for (int k = -4; k <= 4; k++)
            if (k && x == k * dx[d] && z == k * dy[d]) forbid(q, through(k) << 5 * d);
}

static void precede(int p, int x) {
    if (p == x || precedes(x, p)) { contradictory = true; return; }
    if (precedes(p, x)) return;
    uint64_t early[WORDS]; /* p and what precedes it comes before x and what x precedes */
    memcpy(early, now.before[p - FIRST], sizeof early);
    early[(p - FIRST) / 64] |= 1ull << (p - FIRST) % 64;
    for (int y = FIRST; y < last; y++) {
        if (y != x && !precedes(x, y)) continue;
        for (int w = 0; w < WORDS; w++) {
            uint64_t fresh = early[w] & ~now.before[y - FIRST][w];
            now.before[y - FIRST][w] |= fresh;
            for (; fresh; fresh &= fresh - 1) forbid_lines_through(FIRST + 64 * w + __builtin_ctzll(fresh), y);
        }
    }
}

static uint8_t cross_dots[4][ROOM]; /* on the line that starts there: cells of the cross */
static int opening[SPAN], openings; /* cells that a move could place at once */
static uint8_t dots[4][ROOM];       /* on the line: cells of the closure */
static int order[SPAN], reached;    /* the closure but for the cross, each cell after those of the line that first placed it, */
static int8_t placed_by[ROOM];      /* by this mark */
static bool inside[ROOM];

static void count_dots_on_lines(uint8_t count[4][ROOM], int v) {
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < 5; i++) count[d][v - i * step[d]]++;
}

static void prepare_closures(void) {
    memset(cross_dots, 0, sizeof cross_dots);
    openings = 0;
    for (int v = FIRST; v < last; v++)
        if (in_cross(column[v], row[v])) count_dots_on_lines(cross_dots, v);
    for (int v = FIRST; v < last; v++)
        for (int m = 0; m < 20; m++)
            if (!in_cross(column[v], row[v]) && cross_dots[m / 5][v - m % 5 * step[m / 5]] == 4) {
                opening[openings++] = v;
                break;
            }
}

static void reach(int v, int m) {
    if (!(now.marks[v] >> m & 1) || inside[v]) return;
    inside[v] = true;
    placed_by[v] = (int8_t)m;
    order[reached++] = v;
}

/* The closure: a cell is reached when the line of an allowed mark has its other four dots. */
static void find_closure(void) {
    memcpy(dots, cross_dots, sizeof dots);
    for (int v = 0; v < ROOM; v++) inside[v] = now.status[v] == CROSS;
    reached = 0;
    for (int j = 0; j < openings; j++)
        for (int m = 0; m < 20; m++)
            if (dots[m / 5][opening[j] - m % 5 * step[m / 5]] == 4) reach(opening[j], m);
    for (int j = 0; j < reached; j++)
        for (int d = 0; d < 4; d++)
            for (int i = 0; i < 5; i++) {
                int s = order[j] - i * step[d];
                if (++dots[d][s] != 4) continue;
                for (int p = 0; p < 5; p++) reach(s + p * step[d], 5 * d + p);
            }
}

static void rule_p7(void) {
    find_closure();
    for (int v = FIRST; v < last; v++)
        if (now.status[v] != ABSENT && !inside[v]) set_absent(v);
}

/* Has the line of this mark all dots but v's own within the set? */
static bool line_within(const bool set[ROOM], int v, int m) {
    int s = v - m % 5 * step[m / 5];
    for (int j = 0; j < 5; j++)
        if (j != m % 5 && !set[s + j * step[m / 5]]) return false;
    return true;
}

/* P8 for v, after find_closure. What the closure reached without v stays; the others are tried again until none is reached. */
static void rule_p8(int v) {
    static bool without[ROOM];
    static int lost[SPAN];
    int losses = 0, j = 0;
    memcpy(without, inside, sizeof without);
    without[v] = false;
    while (order[j] != v) j++;
    for (j++; j < reached; j++)
        if (!line_within(without, order[j], placed_by[order[j]])) {
            without[order[j]] = false;
            lost[losses++] = order[j];
        }
    for (bool again = losses > 0; again;) {
        again = false;
        for (j = 0; j < losses; j++)
            for (uint32_t left = without[lost[j]] ? 0 : now.marks[lost[j]]; left; left &= left - 1)
                if (line_within(without, lost[j], __builtin_ctz(left))) {
                    again = without[lost[j]] = true;
                    break;
                }
    }
    for (uint32_t left = now.marks[v]; left; left &= left - 1)
        if (!line_within(without, v, __builtin_ctz(left))) forbid(v, left & -left);
}

/* ---- Demanded rows: ROW, P11, P12 ---------------------------------------------------------------------------------------------- */

static int first_of_straight(int d, int v) {
    for (int x = column[v], y = row[v]; in_box(x - dx[d], y - dy[d]); x -= dx[d], y -= dy[d]) v -= step[d];
    return v;
}

/* The cells of the straight from v on. */
static int straight(int d, int v, int cell[SPAN_MAX]) {
    int n = 0;
    for (int x = column[v], y = row[v]; in_box(x, y); x += dx[d], y += dy[d]) cell[n] = v + n * step[d], n++;
    return n;
}

static void rules_p11_p12(int r) {
    int cell[SPAN_MAX], d = now.row[r].d, n = straight(d, now.row[r].v, cell), marks = 0, lines = 0, start = 0, v = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < 5; i++) {
            if (!(now.marks[cell[j]] >> (5 * d + i) & 1)) continue;
            marks++;
            v = cell[j];
            if (lines == 0 || start != v - i * step[d]) lines++;
            start = v - i * step[d];
        }
    if (marks == 0) contradictory = true;
    if (marks == 1) {
        set_present(v);
        forbid(v, ~(FIVE << 5 * d & now.marks[v]));
    }
    for (int j = 0; j < 5 && lines == 1; j++) set_present(start + j * step[d]);
}

static void demand_row(int v, int d) {
    now.row[now.rows].d = d;
    now.row[now.rows].fine = 0;
    now.row[now.rows++].v = first_of_straight(d, v);
}

static void forbid_row(int v, int d) {
    int cell[SPAN_MAX], n = straight(d, first_of_straight(d, v), cell);
    for (int j = 0; j < n; j++) forbid(cell[j], (uint32_t)FIVE << 5 * d);
}

/* ---- Propagation (section 2) --------------------------------------------------------------------------------------------------- */

static void rule_p1(int v) {
    for (int d = 0; d < 4; d++)
        for (int k = -4; k <= 4; k++) forbid(v - k * step[d], through(k) << 5 * d);
}

static void rules_p4_p6(int v, int d, int i) {
    int s = v - i * step[d];
    for (int j = 0; j < 5; j++) set_present(s + j * step[d]);
    for (int j = -4; j <= 8; j++) { /* of the cell at s + j: the line of position p starts at s + j - p and meets this one if |j - p| <= 4 */
        uint32_t meet = FIVE & (j < 0 ? (2u << (j + 4)) - 1 : ~0u) & (j > 4 ? ~0u << (j - 4) : ~0u);
        if (j == i) meet &= ~(1u << i);
        forbid(s + j * step[d], meet << 5 * d);
    }
    for (int j = 0; j < 5 && games; j++)
        if (j != i && now.status[s + j * step[d]] != CROSS) precede(s + j * step[d], v);
}

static void rule_p9(int v) {
    for (int k = 0; k < 4; k++) {
        if (!side[k].arrival || !on_side(v, k)) continue;
        for (int j = 0; j < side[k].size; j++)
            if (side[k].cell[j] != v) set_absent(side[k].cell[j]);
    }
}

static void rule_p5(void) {
    for (int k = 0; k < 4; k++) {
        int present = 0, standing = 0, v = 0;
        for (int j = 0; j < side[k].size; j++) {
            present += now.status[side[k].cell[j]] == PRESENT;
            if (now.status[side[k].cell[j]] == ABSENT) continue;
            standing++;
            v = side[k].cell[j];
        }
        if (!side[k].there || present) continue;
        if (standing == 0) contradictory = true;
        if (standing == 1) set_present(v);
    }
}

static void look_at(int v) {
    int count = __builtin_popcount(now.marks[v]);
    if (now.status[v] == FREE && count == 0) set_absent(v); /* P2 */
    if (now.status[v] == ABSENT) rule_p1(v);
    if (now.status[v] != PRESENT) return;
    rule_p9(v);
    if (count == 0) contradictory = true; /* P2 */
    if (count == 1) { /* P3 */
        int m = __builtin_ctz(now.marks[v]);
        rules_p4_p6(v, m / 5, m % 5);
    }
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
        for (int r = 0; r < now.rows; r++) rules_p11_p12(r);
        if (games && !queued && !contradictory) rule_p7();
    } while (queued && !contradictory);
    while (queued) waits[queue[--queued]] = false;
}

/* ---- The bound and fixing (section 3), checked --------------------------------------------------------------------------------- */

enum { MOVE = 1024, SLOT_MAX = 12000, SIDE_PRICE_MAX = 2048, DEMAND_MAX = 5000 };

static int64_t slot_price[4][ROOM], side_price[4], row_price[ROWS_MAX]; /* the multipliers u, s and, of rows, l */
static int64_t cost[20][ROOM], least[ROOM], profit[ROOM];

static int64_t target(void) { return times(head.gain * MOVE, larger(moves_asked_for(), now.present)); }

static bool is_active(int v) { return now.status[v] == FREE || now.status[v] == PRESENT; }

static void find_costs(void) {
    for (int v = FIRST; v < last; v++)
        for (uint32_t left = now.marks[v]; left; left &= left - 1) {
            int m = __builtin_ctz(left), d = m / 5, s = v - m % 5 * step[d];
            cost[m][v] = 0;
            for (int j = 0; j < 5; j++) cost[m][v] = plus(cost[m][v], slot_price[d][s + j * step[d]]);
        }
}

/* For each allowed mark of a demanded row, the row's multiplier less. */
static void subtract_rows(void) {
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], d = now.row[r].d, n = straight(d, now.row[r].v, cell);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < 5; i++) cost[5 * d + i][cell[j]] = minus(cost[5 * d + i][cell[j]], row_price[r]);
    }
}

static int64_t income(int v) {
    int64_t sum = head.gain * MOVE;
    for (int d = 0; d < 4; d++) sum = plus(sum, slot_price[d][v]);
    for (int k = 0; k < 4; k++)
        if (side[k].priced && on_side(v, k)) sum = plus(sum, side_price[k]);
    return sum;
}

/* The value, from the costs; `demands` is the sum of all l. Leaves least and profit of each cell behind. */
static int64_t value_of_costs(int64_t demands) {
    int64_t value = -demands;
    for (int k = 0; k < 4; k++) value = minus(value, side[k].priced ? side_price[k] : 0);
    for (int v = FIRST; v < last; v++) {
        if (now.status[v] == CROSS)
            for (int d = 0; d < 4; d++) value = plus(value, slot_price[d][v]);
        if (!is_active(v)) continue;
        if (!now.marks[v]) refuse("a cell without an allowed mark is not absent: a fault of this program");
        least[v] = INT64_MAX;
        for (uint32_t left = now.marks[v]; left; left &= left - 1) {
            int m = __builtin_ctz(left);
            if (cost[m][v] < least[v]) least[v] = cost[m][v];
        }
        profit[v] = minus(income(v), least[v]);
        value = plus(value, now.status[v] == PRESENT ? profit[v] : larger(0, profit[v]));
    }
    return value;
}

static void check_price(int64_t price, int64_t most) {
    if (price < 0 || price > most) refuse("a multiplier is out of its range");
}

static int64_t checked_value(void) {
    int64_t demands = 0;
    for (int d = 0; d < 4; d++)
        for (int v = FIRST; v < last; v++) check_price(slot_price[d][v], SLOT_MAX);
    for (int k = 0; k < 4; k++) check_price(side_price[k], SIDE_PRICE_MAX);
    find_costs();
    for (int r = 0; r < now.rows; r++) {
        check_price(row_price[r], DEMAND_MAX);
        demands = plus(demands, row_price[r]);
    }
    subtract_rows();
    return value_of_costs(demands);
}

/* The left side of the third inequality of fixing. */
static int64_t loss(int v, int m) {
    int64_t base = now.status[v] == PRESENT ? profit[v] : larger(0, profit[v]);
    return minus(base, minus(profit[v], minus(cost[m][v], least[v])));
}

/* Judges all by the present state and multipliers, then applies it. */
static void fix(int64_t gap) {
    static bool in[ROOM], out[ROOM];
    static uint32_t ban[ROOM];
    for (int v = FIRST; v < last; v++) {
        in[v] = out[v] = false, ban[v] = 0;
        if (!is_active(v)) continue;
        int64_t gain = larger(0, profit[v]), loss_of_dot = larger(0, -profit[v]);
        if (symmetric) gain = plus(gain, larger(0, profit[image(v)])), loss_of_dot = plus(loss_of_dot, larger(0, -profit[image(v)]));
        in[v] = now.status[v] == FREE && gain > gap;
        out[v] = now.status[v] == FREE && loss_of_dot > gap;
        for (uint32_t left = now.marks[v]; left; left &= left - 1) {
            int m = __builtin_ctz(left);
            int64_t lost = loss(v, m);
            if (symmetric) lost = plus(lost, loss(image(v), m / 5 * 5 + 4 - m % 5));
            if (lost > gap) ban[v] |= 1u << m;
        }
    }
    for (int v = FIRST; v < last; v++) {
        if (in[v]) set_present(v);
        if (out[v]) set_absent(v);
        forbid(v, ban[v]);
    }
}

/* ---- The recipe (section 4), in vectors ---------------------------------------------------------------------------------------- */

/* All loops over cells run from FIRST to `padded`. Costs fit 16 bits: a line costs at most 5 * 12000, an income is at most
 * 1024 + 4 * 12000 + 2 * 2048. Where rows are demanded, both have 5000 added, and lines of the row its multiplier less.
 * BAN is above all of them. Where a mark is forbidden, `banned` is BAN, else 0. */
enum { BAN = 65535 };
static uint16_t banned[20][ROOM], price[4][ROOM], line[4][ROOM], best[ROOM], earned[ROOM], share[20][ROOM], on_line[4][ROOM], dot[ROOM],
    portion[ROOM];
static uint16_t is_free[ROOM], is_present[ROOM], is_cross[ROOM]; /* 65535 or 0 */
static int32_t fine[4][ROOM], previous[4][ROOM], best_fine[4][ROOM], fine_side[4], previous_side[4], best_side[4], fine_row[ROWS_MAX],
    previous_row[ROWS_MAX], best_row[ROWS_MAX];
static int64_t evaluations;

static int32_t rounded(int32_t fine_value) { return (fine_value + 128) >> 8; }

static void load_state(void) {
    for (int m = 0; m < 20; m++)
        for (int v = FIRST; v < padded; v++) banned[m][v] = now.marks[v] >> m & 1 ? 0 : BAN;
    for (int v = FIRST; v < padded; v++) {
        is_free[v] = now.status[v] == FREE ? 65535 : 0;
        is_present[v] = now.status[v] == PRESENT ? 65535 : 0;
        is_cross[v] = now.status[v] == CROSS ? 65535 : 0;
    }
    memcpy(fine, now.slot, sizeof fine);
    memcpy(fine_side, now.side, sizeof fine_side);
    for (int r = 0; r < now.rows; r++) fine_row[r] = now.row[r].fine;
    memcpy(previous, fine, sizeof fine);
    memcpy(previous_side, fine_side, sizeof fine_side);
    memcpy(previous_row, fine_row, sizeof fine_row);
}

static void keep_best(void) {
    memcpy(best_fine, fine, sizeof fine);
    memcpy(best_side, fine_side, sizeof fine_side);
    memcpy(best_row, fine_row, sizeof fine_row);
}

/* To the node, and, rounded, to the checked bound. */
static void hand_over_best(void) {
    memcpy(now.slot, best_fine, sizeof best_fine);
    memcpy(now.side, best_side, sizeof best_side);
    for (int d = 0; d < 4; d++)
        for (int v = FIRST; v < last; v++) slot_price[d][v] = rounded(best_fine[d][v]);
    for (int k = 0; k < 4; k++) side_price[k] = rounded(best_side[k]);
    for (int r = 0; r < now.rows; r++) {
        now.row[r].fine = best_row[r];
        row_price[r] = rounded(best_row[r]);
    }
}

/* Rows: adds 5000 to all costs and incomes, and takes the row's multiplier from the costs of its lines. Returns the sum of all l. */
static int32_t charge_rows(void) {
    int32_t sum = 0;
    for (int v = FIRST; v < padded; v++) {
        earned[v] += DEMAND_MAX;
        for (int d = 0; d < 4; d++) line[d][v] += DEMAND_MAX;
    }
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], n = straight(now.row[r].d, now.row[r].v, cell);
        for (int j = 0; j < n; j++) line[now.row[r].d][cell[j]] -= (uint16_t)rounded(fine_row[r]);
        sum += rounded(fine_row[r]);
    }
    return sum;
}

static inline uint16_t lesser(uint16_t a, uint16_t b) { return a < b ? a : b; }

static void find_best(void) {
    for (int v = FIRST; v < padded; v++) best[v] = BAN;
    for (int d = 0; d < 4; d++)
        for (int i = 0, back = 0; i < 5; i++, back += step[d])
            for (int v = FIRST; v < padded; v++) best[v] = lesser(best[v], line[d][v - back] | banned[5 * d + i][v]);
}

static int32_t fast_value(void) {
    int32_t value = 0;
    evaluations++;
    for (int d = 0; d < 4; d++)
        for (int v = FIRST; v < padded; v++) price[d][v] = (uint16_t)rounded(fine[d][v]);
    for (int d = 0; d < 4; d++) {
        int o = step[d];
        for (int v = FIRST; v < padded; v++)
            line[d][v] = price[d][v] + price[d][v + o] + price[d][v + 2 * o] + price[d][v + 3 * o] + price[d][v + 4 * o];
    }
    for (int v = FIRST; v < padded; v++) {
        earned[v] = price[0][v] + price[1][v] + price[2][v] + price[3][v];
        value += is_cross[v] & earned[v];
        earned[v] += head.gain * MOVE;
    }
    for (int k = 0; k < 4; k++) {
        if (!side[k].priced) continue;
        value -= rounded(fine_side[k]);
        for (int j = 0; j < side[k].size; j++) earned[side[k].cell[j]] += (uint16_t)rounded(fine_side[k]);
    }
    if (now.rows) value -= charge_rows();
    find_best();
    for (int v = FIRST; v < padded; v++) {
        int32_t p = earned[v] - best[v], all = is_present[v] ? p : 0, some = p > 0 && is_free[v] ? p : 0;
        value += all + some;
    }
    return value;
}

/* The shares x of marks, lines (all marks of the line) and dots. */
static void find_shares(uint16_t width) {
    uint16_t scale = 1; /* 2^k */
    while (width * scale < 1024) scale *= 2;
    for (int v = FIRST; v < padded; v++) {
        uint16_t a = is_free[v] & lesser(best[v], earned[v]), b = is_present[v] & best[v];
        best[v] = a | b; /* neither free nor present: 0, and all its marks are banned */
        uint16_t behind = earned[v] - best[v];
        dot[v] = is_free[v] & (uint16_t)((uint16_t)(width - lesser(behind, width)) * scale);
    }
    for (int d = 0; d < 4; d++)
        for (int i = 0, back = 0; i < 5; i++, back += step[d])
            for (int v = FIRST; v < padded; v++) {
                uint16_t behind = line[d][v - back] - best[v], z = (uint16_t)(width - lesser(behind, width)) * scale;
                z &= ~banned[5 * d + i][v];
                share[5 * d + i][v] = z;
                dot[v] += z;
            }
    for (int v = FIRST; v < padded; v++) { /* exact: the quotient is an integer, or at least 2^-16 from one */
        int32_t sum = dot[v] > 1 ? dot[v] : 1, q = (int32_t)(67108864.0 / sum);
        portion[v] = (uint16_t)(q < 65535 ? q : 65535);
        dot[v] = is_cross[v] & 1024;
    }
    for (int m = 0; m < 20; m++)
        for (int v = FIRST; v < padded; v++) {
            share[m][v] = (uint32_t)share[m][v] * portion[v] >> 16;
            dot[v] += share[m][v];
        }
    for (int d = 0; d < 4; d++) {
        int o = step[d];
        for (int v = FIRST; v < padded; v++)
            on_line[d][v] = share[5 * d][v] + share[5 * d + 1][v + o] + share[5 * d + 2][v + 2 * o] + share[5 * d + 3][v + 3 * o] + share[5 * d + 4][v + 4 * o];
    }
}

static inline int32_t clamp(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

/* One step of one multiplier. In 32 bits for slots: |g| <= 25 * 1024, a <= 1023 * 64 and b < 256. */
static void move_slots(int32_t a, int32_t b) {
    for (int d = 0; d < 4; d++) {
        int o = step[d];
        for (int v = FIRST; v < padded; v++) {
            int16_t drawn = on_line[d][v] + on_line[d][v - o] + on_line[d][v - 2 * o] + on_line[d][v - 3 * o] + on_line[d][v - 4 * o];
            int32_t g = (int16_t)(dot[v] - drawn);
            int32_t n = clamp(fine[d][v] - ((g * a + 512) >> 10), SLOT_MAX * 256);
            fine[d][v] = clamp(n + (((n - previous[d][v]) * b) >> 8), SLOT_MAX * 256);
            previous[d][v] = n;
        }
    }
}

static void move_one(int32_t *at, int32_t *before, int64_t g, int64_t a, int64_t b, int32_t most) {
    int64_t n = *at - ((g * a + 512) >> 10);
    n = n < 0 ? 0 : n > most ? most : n;
    int64_t y = n + (((n - *before) * b) >> 8);
    *at = (int32_t)(y < 0 ? 0 : y > most ? most : y);
    *before = (int32_t)n;
}

static void move_sides(int32_t a, int32_t b) {
    bool balanced = head.gain == 0 && head.price > 0;
    int64_t on[4] = {0}, sum = 0;
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < side[k].size && side[k].priced; j++) on[k] += dot[side[k].cell[j]];
        sum += on[k];
    }
    for (int k = 0; k < 4; k++) {
        if (!side[k].priced) continue;
        int64_t g = balanced ? (priced_sides * on[k] - sum) / priced_sides : on[k] - MOVE;
        move_one(&fine_side[k], &previous_side[k], g, a, b, SIDE_PRICE_MAX * 256);
    }
}

static void move_rows(int32_t a, int32_t b) {
    for (int r = 0; r < now.rows; r++) {
        int cell[SPAN_MAX], n = straight(now.row[r].d, now.row[r].v, cell);
        int64_t g = -MOVE;
        for (int j = 0; j < n; j++) g += on_line[now.row[r].d][cell[j]];
        move_one(&fine_row[r], &previous_row[r], g, a, b, DEMAND_MAX * 256);
    }
}

/* Returns the best value, and leaves its multipliers with the node and the checked bound. */
static int64_t improve(const Schedule *s) {
    int64_t goal = target(), found = INT64_MAX, wide = (int64_t)s->width << 16;
    load_state();
    for (int t = 0;; t++) {
        int64_t value = fast_value();
        if (value < found) {
            found = value;
            keep_best();
        }
        if (found < goal || t == s->n) break;
        int width = (int)larger(1, wide >> 16);
        int32_t a = width * s->rate, b = 256 * t / (t + 3);
        find_shares((uint16_t)width);
        move_slots(a, b);
        move_sides(a, b);
        move_rows(a, b);
        wide -= (wide * s->decay) >> 12;
    }
    hand_over_best();
    return found;
}

/* ---- Rounds (section 4) -------------------------------------------------------------------------------------------------------- */

/* True if the node is closed. */
static bool round_closes(int j) {
    int64_t found = improve(&head.schedule[j]), value = checked_value();
    if (found != value) refuse("two ways to compute the value disagree: a fault of this program");
    if (value < target()) return true;
    fix(minus(value, target()));
    propagate();
    while (games && !contradictory) {
        int total = now.total;
        find_closure();
        for (int v = FIRST; v < last; v++)
            if (now.status[v] == PRESENT) rule_p8(v);
        propagate();
        if (now.total == total) break;
    }
    return contradictory || value < target();
}

static bool bounding_closes(bool root) {
    for (int i = 0; i < head.rounds; i++) {
        int total = now.total;
        if (round_closes(i > 0 ? 2 : root ? 0 : 1)) return true;
        if (total - now.total < head.again) return false;
    }
    return false;
}

/* ---- The tree (section 5) ------------------------------------------------------------------------------------------------------ */

enum { OPEN, CLOSED, REFINE, MULTIPLIERS, MARK, MIRROR, ROW, NONE, CELL };
enum { WAITING_MAX = 1000, DEMANDS_MAX = 4000 };

static State *waiting[WAITING_MAX];
static int waitings;
static int64_t nodes, opens;

static int transformed(int h, int v) { /* section 6 */
    int x = column[v], y = row[v], old = x;
    if (h & 4) x = y, y = old;
    if (h & 1) x = 9 - x;
    if (h & 2) y = 9 - y;
    return v + (x - column[v]) * step[0] + (y - row[v]) * step[1];
}

/* What h makes of four values that belong to the top, right, bottom and left side. */
static void transform_sides(int h, const int from[4], int to[4]) {
    static const int swapped[4] = {LEFT, BOTTOM, RIGHT, TOP};
    for (int k = 0; k < 4; k++) {
        int j = h & 4 ? swapped[k] : k;
        if (j % 2 ? h & 1 : h & 2) j = (j + 2) % 4;
        to[j] = from[k];
    }
}

static bool keeps_box_and_arrival(int h) {
    int arrival[4], box[4], image_of_arrival[4];
    for (int k = 0; k < 4; k++) arrival[k] = head.arrival >> k & 1;
    transform_sides(h, head.box, box);
    transform_sides(h, arrival, image_of_arrival);
    return !memcmp(box, head.box, sizeof box) && !memcmp(arrival, image_of_arrival, sizeof arrival);
}

static int read_cell(void) { return FIRST + (int)number("a cell", 0, cells - 1); }

/* MARK and CELL: m is the mark. MIRROR: m is v'. ROW: m is d. */
static void decide(int op, int v, int m, bool first) {
    if (op == ROW) { first ? demand_row(v, m) : forbid_row(v, m); return; }
    if (op == MARK && !first) { forbid(v, 1u << m); return; }
    if (op == MARK) forbid(v, ALL & ~(1u << m));
    if (op == MIRROR && !first) set_absent(m);
    first ? set_present(v) : set_absent(v);
}

/* Decides, propagates and bounds. True if the node is contradictory or closed. */
static bool begin_node(int op, int v, int m, bool first) {
    nodes++;
    decide(op, v, m, first);
    propagate();
    return contradictory || bounding_closes(false);
}

static bool begin_first_node(int op, int v, int m, int chain) {
    if (waitings == WAITING_MAX) refuse("more than %d second nodes wait", WAITING_MAX);
    if (!waiting[waitings] && !(waiting[waitings] = malloc(sizeof(State)))) unreadable("no memory is left");
    State *parent = waiting[waitings++];
    memcpy(parent, &now, games ? sizeof now : offsetof(State, before));
    parent->second.op = op, parent->second.v = v, parent->second.m = m, parent->second.chain = chain;
    now.chain = OFF_CHAIN;
    return begin_node(op, v, m, true);
}

static bool begin_second_node(void) {
    const State *parent = waiting[--waitings];
    memcpy(&now, parent, games ? sizeof now : offsetof(State, before));
    contradictory = false;
    now.chain = parent->second.chain;
    return begin_node(parent->second.op, parent->second.v, parent->second.m, false);
}

static bool read_cell_operation(int v) {
    if (now.status[v] != FREE) refuse("CELL: the cell is not free");
    return begin_first_node(CELL, v, 0, OFF_CHAIN);
}

static bool read_mark(void) {
    int v = read_cell(), m = (int)number("a mark", 0, 19);
    if (!is_active(v) || !(now.marks[v] >> m & 1)) refuse("MARK: the mark is not allowed");
    return begin_first_node(MARK, v, m, OFF_CHAIN);
}

static bool read_mirror(void) {
    int h = (int)number("a symmetry", 1, 7), v = read_cell();
    if (now.chain != 0 && now.chain != h) refuse("MIRROR stands neither at the root nor in the second node of one with the same h");
    if (!keeps_box_and_arrival(h)) refuse("MIRROR: h does not map the box and the arrival to themselves");
    if (now.status[v] != FREE) refuse("MIRROR: the cell is not free");
    if (transformed(h, v) == v) refuse("MIRROR: the cell is its own image");
    return begin_first_node(MIRROR, v, transformed(h, v), h);
}

static bool read_refine(void) { return round_closes((int)number("a schedule", 0, head.schedules - 1)); }

static bool read_row(void) {
    int v = read_cell(), d = (int)number("a direction", 0, 3), cell[SPAN_MAX];
    int first = first_of_straight(d, v), n = straight(d, first, cell);
    for (int r = 0; r < now.rows; r++)
        if (now.row[r].d == d && now.row[r].v == first) refuse("ROW: the row is demanded already");
    for (int j = 0; j < n; j++)
        if (now.marks[cell[j]] >> 5 * d & FIVE) return begin_first_node(ROW, v, d, OFF_CHAIN);
    refuse("ROW: no mark of the row is allowed");
}

/* One cut: takes its multiplier from the cost of its marks. Returns the multiplier. */
static int64_t read_cut(void) {
    static bool outside[ROOM];
    int size = (int)number("the number of cells of a cut", 1, cells), cell[SPAN], present = 0;
    for (int v = 0; v < ROOM; v++) outside[v] = true;
    for (int j = 0; j < size; j++) {
        cell[j] = j ? cell[j - 1] + (int)number("a difference of cells", 1, cells) : read_cell();
        if (cell[j] >= last) refuse("a cell of a cut is not in the box");
        if (now.status[cell[j]] == CROSS) refuse("a cell of a cut is of the cross");
        present += now.status[cell[j]] == PRESENT;
        outside[cell[j]] = false;
    }
    if (!present) refuse("no cell of a cut is present");
    int64_t price = number("the multiplier of a cut", 0, DEMAND_MAX);
    for (int j = 0; j < size; j++)
        for (uint32_t left = now.marks[cell[j]]; left; left &= left - 1) {
            int m = __builtin_ctz(left);
            if (line_within(outside, cell[j], m)) cost[m][cell[j]] = minus(cost[m][cell[j]], price);
        }
    return price;
}

static void read_slots(void) {
    int slots = (int)number("the number of slots", 0, 4 * cells);
    for (int64_t slot = -1, j = 0; j < slots; j++) {
        slot = j ? slot + number("a difference of slots", 1, 4 * cells) : number("a slot", 0, 4 * cells - 1);
        if (slot >= 4 * cells) refuse("a slot is not in the box");
        slot_price[slot % 4][FIRST + slot / 4] = number("the multiplier of a slot", 0, SLOT_MAX);
    }
}

/* The cuts stand before the slots; what they change in the costs is kept apart until the slots are known. */
static void read_multipliers(void) {
    static int64_t cuts_part[20][ROOM];
    int64_t demands = 0, cuts = number("the number of cuts", 0, games ? DEMANDS_MAX - now.rows : 0);
    memset(cost, 0, sizeof cost);
    for (int64_t j = 0; j < cuts; j++) demands = plus(demands, read_cut());
    memcpy(cuts_part, cost, sizeof cost);
    memset(slot_price, 0, sizeof slot_price);
    memset(side_price, 0, sizeof side_price);
    read_slots();
    find_costs();
    for (int m = 0; m < 20; m++)
        for (int v = FIRST; v < last; v++) cost[m][v] = plus(cost[m][v], cuts_part[m][v]);
    int64_t value = value_of_costs(demands);
    evaluations++;
    if (value >= target()) refuse("MULTIPLIERS: the value %" PRId64 " is not below the target %" PRId64, value, target());
}

static void read_tree(void) {
    nodes = 1, opens = evaluations = waitings = 0;
    memset(share, 0, sizeof share); /* outside of the box, too, where the certificate before may have left something */
    memset(on_line, 0, sizeof on_line);
    start_state();
    propagate();
    bool closed = contradictory || bounding_closes(true), ended = false;
    while (!ended || waitings) {
        if (ended) closed = begin_second_node();
        ended = false;
        int op = (int)number("an operation", 0, CELL + cells - 1);
        if (closed && op != CLOSED && op != OPEN) refuse("an operation stands where the node is closed");
        if (!closed && op == CLOSED) refuse("CLOSED stands where the node is not closed");
        if (op == NONE) refuse("there is no operation 7");
        if (op == OPEN) opens++;
        if (op == MULTIPLIERS) read_multipliers();
        if (op == REFINE) closed = read_refine();
        if (op == MARK) closed = read_mark();
        if (op == MIRROR) closed = read_mirror();
        if (op == ROW) closed = read_row();
        if (op >= CELL) closed = read_cell_operation(FIRST + op - CELL);
        ended = op == OPEN || op == CLOSED || op == MULTIPLIERS;
    }
    if (cert.at != cert.size) refuse("something follows the root node");
}

/* ---- Files --------------------------------------------------------------------------------------------------------------------- */

enum { UNPACKED_MAX = 1 << 30, WINDOW_MAX = 1 << 27 };

static Text read_all(int from, size_t most) {
    size_t room = 1 << 16, size = 0;
    uint8_t *bytes = malloc(room + 1);
    for (ssize_t got = 1; bytes && got > 0; size += (size_t)got) {
        if (size == room && !(bytes = realloc(bytes, (room *= 2) + 1))) break;
        got = read(from, bytes + size, room - size);
        if (got < 0) unreadable("cannot be read: %s", strerror(errno));
        if (size + (size_t)got > most) unreadable("unpacks to more than 2^30 bytes");
    }
    if (!bytes) unreadable("no memory is left");
    bytes[size] = 0;
    return (Text){bytes, size, 0};
}

static uint64_t little(Text *t, int size) {
    uint64_t value = 0;
    for (int j = 0; j < size; j++) {
        if (t->at >= t->size) unreadable("the frame is cut off");
        value |= (uint64_t)t->bytes[t->at++] << 8 * j;
    }
    return value;
}

/* RFC 8878, 3.1.1: is this one frame and no more, without a dictionary and with a window that the page allows? */
static void check_frame(Text t) {
    t.at = 4;
    int flags = (int)little(&t, 1), single = flags >> 5 & 1, window = single ? 0 : (int)little(&t, 1);
    uint64_t needed = window ? (8ull + (window & 7)) << (7 + (window >> 3)) : 1024;
    if (little(&t, (int[]){0, 1, 2, 4}[flags & 3])) unreadable("the frame needs a dictionary");
    uint64_t content = little(&t, (int[]){single, 2, 4, 8}[flags >> 6]);
    if (single) needed = content;
    if (needed > WINDOW_MAX) unreadable("the frame's window exceeds 2^27 bytes");
    for (uint64_t block = 0; !(block & 1);) {
        block = little(&t, 3);
        t.at += (block >> 1 & 3) == 1 ? 1 : block >> 3;
    }
    if (flags & 4) little(&t, 4);
    if (t.at != t.size) unreadable("the frame does not end where the file ends");
}

/* What the program `zstd` unpacks the file to. */
static Text unpacked(const char *path) {
    int ends[2], status;
    if (pipe(ends)) unreadable("no pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        execlp("zstd", "zstd", "-dcqq", "--", path, (char *)0);
        _exit(127);
    }
    close(ends[1]);
    Text text = read_all(ends[0], UNPACKED_MAX);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) unreadable("zstd did not end well");
    if (WEXITSTATUS(status) == 127) unreadable("the program zstd is needed to unpack it: install it, or unpack the file elsewhere");
    if (WEXITSTATUS(status)) unreadable("zstd cannot unpack it");
    return text;
}

static Text load(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) unreadable("cannot be read: %s", strerror(errno));
    Text text = read_all(file, SIZE_MAX);
    close(file);
    if (text.size < 5 || memcmp(text.bytes, "\x28\xb5\x2f\xfd", 4)) return text;
    check_frame(text);
    free((void *)text.bytes);
    return unpacked(path);
}

/* ---- Theorems (section 7) ------------------------------------------------------------------------------------------------------ */

enum { NAME_MAX_ = 200, EMPTY = -1, LISTED = -1 };
enum { BOX, ARRIVAL, WITNESS };

typedef struct {
    int what, box[4], n; /* n: M or EMPTY; the sides as in a header; M */
    char file[NAME_MAX_ + 1];
} Statement;

static const char *const kinds[4] = {"graph", "game", "point-symmetric graph", "point-symmetric game"};
static const char *const object_words[4] = {"graphs", "games", "symmetric-graphs", "symmetric-games"};
static const char *const side_words[16] = {[1] = "top", [2] = "right", [4] = "bottom", [8] = "left", [3] = "top-right", [6] = "right-bottom", [12] = "bottom-left", [9] = "top-left"};

static struct {
    int objects, at_most, within[4], statements;
    bool has_within;
    Statement *statement;
} theorem;

/* The next line, without its end; refuses a file that ends within a line. */
static bool next_line(Text *t, char line[400]) {
    if (t->at == t->size) return false;
    const uint8_t *start = t->bytes + t->at, *end = memchr(start, '\n', t->size - t->at);
    size_t size = (end ? end : t->bytes + t->size) - start;
    t->at += size + (end != NULL);
    if (size && start[size - 1] == '\r' && end) size--;
    if (size >= 400 || memchr(start, 0, size)) refuse("a line of the file is no statement");
    memcpy(line, start, size);
    line[size] = 0;
    return true;
}

/* What is read loosely must be what would be written. */
static bool is_written(const char *line, const char *format, ...) {
    char written[600];
    va_list values;
    va_start(values, format);
    vsnprintf(written, sizeof written, format, values);
    va_end(values);
    return !strcmp(line, written);
}

static bool read_statement(const char *line, Statement *s) {
    int *b = s->box;
    char word[20];
    s->file[0] = 0;
    if (sscanf(line, "box %9d,%9d,%9d,%9d at-most %9d %200s", b, b + 1, b + 2, b + 3, &s->n, s->file) == 6) {
        s->what = BOX;
        if (s->n < 0 || !is_written(line, "box %d,%d,%d,%d at-most %d %s", b[0], b[1], b[2], b[3], s->n, s->file)) return false;
    } else if (sscanf(line, "box %9d,%9d,%9d,%9d empty %200s", b, b + 1, b + 2, b + 3, s->file) == 5) {
        s->what = BOX, s->n = EMPTY;
        if (!is_written(line, "box %d,%d,%d,%d empty %s", b[0], b[1], b[2], b[3], s->file)) return false;
    } else if (sscanf(line, "arrival %9d,%9d,%9d,%9d %19s %200s", b, b + 1, b + 2, b + 3, word, s->file) == 6) {
        s->what = ARRIVAL;
        for (s->n = 1; s->n < 16 && (!side_words[s->n] || strcmp(side_words[s->n], word)); s->n++) {}
        if (s->n == 16 || !is_written(line, "arrival %d,%d,%d,%d %s %s", b[0], b[1], b[2], b[3], word, s->file)) return false;
    } else if (sscanf(line, "witness %9d,%9d,%9d,%9d %9d %200s", b, b + 1, b + 2, b + 3, &s->n, s->file) == 6) {
        s->what = WITNESS;
        if (s->n < 0 || !is_written(line, "witness %d,%d,%d,%d %d %s", b[0], b[1], b[2], b[3], s->n, s->file)) return false;
    } else return false;
    for (int k = 0; k < 4; k++)
        if (b[k] < 0) return false;
    return s->file[strspn(s->file, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")] == 0 && !box_is_too_large(b);
}

static bool fits_within(const int box[4]) {
    for (int h = 0; h < 8; h++) {
        int b[4], *w = theorem.within;
        transform_sides(h, box, b);
        if (b[0] <= w[0] && b[1] <= w[1] && b[2] <= w[2] && b[3] <= w[3]) return true;
    }
    return !theorem.has_within;
}

static void make_canonical(int box[4]) {
    int from[4];
    memcpy(from, box, sizeof from);
    for (int h = 0; h < 8; h++) {
        int b[4], k = 0;
        transform_sides(h, from, b);
        while (k < 3 && b[k] == box[k]) k++;
        if (b[k] > box[k]) memcpy(box, b, sizeof b);
    }
}

static bool same_box(const int a[4], const int b[4]) { return !memcmp(a, b, 4 * sizeof *a); }

static void read_theorem(Text t) {
    char line[400], word[20];
    int *w = theorem.within;
    memset(&theorem, 0, sizeof theorem);
    if (!next_line(&t, line) || strcmp(line, "morpion-theorem 1")) refuse("this is neither a certificate nor a theorem file");
    if (!next_line(&t, line)) refuse("the theorem's file ends too early");
    if (sscanf(line, "within %9d,%9d,%9d,%9d", w, w + 1, w + 2, w + 3) == 4) {
        theorem.has_within = true;
        if (!is_written(line, "within %d,%d,%d,%d", w[0], w[1], w[2], w[3]) || (w[0] | w[1] | w[2] | w[3]) < 0 || box_is_too_large(w)) refuse("%s: no box", line);
        if (!next_line(&t, line)) refuse("the theorem's file ends too early");
    }
    while (theorem.objects < 4 && !is_written(line, "objects %s", object_words[theorem.objects])) theorem.objects++;
    if (theorem.objects == 4) refuse("%s: not the kind of objects", line);
    if (!next_line(&t, line)) refuse("the theorem's file ends too early");
    if (!strcmp(line, "at-most listed")) theorem.at_most = LISTED;
    else if (sscanf(line, "at-most %9d", &theorem.at_most) != 1 || theorem.at_most < 0 || !is_written(line, "at-most %d", theorem.at_most)) refuse("%s: not the bound", line);
    (void)word;
    while (next_line(&t, line)) {
        if (!(theorem.statement = realloc(theorem.statement, (size_t)(theorem.statements + 1) * sizeof(Statement)))) unreadable("no memory is left");
        Statement *s = &theorem.statement[theorem.statements++];
        if (!read_statement(line, s)) refuse("%s: no statement", line);
        if (s->what == ARRIVAL && theorem.objects != GAMES) refuse("%s: arrivals stand in theorems about games only", line);
        int canonical[4];
        memcpy(canonical, s->box, sizeof canonical);
        make_canonical(canonical);
        if (s->what == BOX && !same_box(canonical, s->box)) refuse("%s: the box is not canonical", line);
        for (Statement *o = theorem.statement; o < s && s->what != WITNESS; o++)
            if (o->what == s->what && same_box(o->box, s->box) && (s->what == BOX || o->n == s->n)) refuse("%s: listed twice", line);
    }
}

static const Statement *listed(const int box[4]) {
    for (int j = 0; j < theorem.statements; j++)
        if (theorem.statement[j].what == BOX && same_box(theorem.statement[j].box, box)) return &theorem.statement[j];
    return NULL;
}

static bool no_game_arrives(const int box[4], const int grown[4]) {
    for (int j = 0; j < theorem.statements; j++)
        for (int h = 0; h < 8 && theorem.statement[j].what == ARRIVAL; h++) {
            int b[4], g[4];
            transform_sides(h, box, b);
            transform_sides(h, grown, g);
            if (same_box(b, theorem.statement[j].box) && (g[0] | g[1] << 1 | g[2] << 2 | g[3] << 3) == theorem.statement[j].n) return true;
        }
    return false;
}

/* The box must be listed, with a bound that is not above the theorem's, or as empty. */
static const Statement *demand_box(const int box[4]) {
    const Statement *s = listed(box);
    if (!s) refuse("the box %d,%d,%d,%d is not listed", box[0], box[1], box[2], box[3]);
    if (s->n > theorem.at_most) refuse("the bound of the box %d,%d,%d,%d is above the theorem's", box[0], box[1], box[2], box[3]);
    return s;
}

/* The walk over boxes: R of section 7, in the order in which its boxes are found. */
static void walk(void) {
    static int r[1 << 16][4];
    static bool found[16][16][16][16];
    static const int grow[11][4] = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {1, 1}, {0, 1, 1}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 0, 1}, {0, 1, 0, 1}, {1, 1, 1, 1}};
    bool symmetric_ones = theorem.objects >= SYMMETRIC_GRAPHS;
    int size = 1;
    memset(found, 0, sizeof found);
    memset(r[0], 0, sizeof r[0]);
    for (int j = 0; j < size; j++) {
        if (demand_box(r[j])->n == EMPTY) continue;
        for (int g = symmetric_ones ? 8 : 0; g < (symmetric_ones ? 11 : 8); g++) {
            int b[4];
            for (int k = 0; k < 4; k++) b[k] = r[j][k] + grow[g][k];
            if (!fits_within(b) || no_game_arrives(b, grow[g])) continue;
            make_canonical(b);
            if (found[b[0]][b[1]][b[2]][b[3]]) continue;
            found[b[0]][b[1]][b[2]][b[3]] = true;
            memcpy(r[size++], b, sizeof b);
        }
    }
}

static void check_coverage(void) {
    int boxes = 0;
    for (int j = 0; j < theorem.statements; j++) boxes += theorem.statement[j].what == BOX;
    if (theorem.at_most == LISTED) {
        if (theorem.has_within) refuse("within does not stand beside at-most listed");
        if (!boxes) refuse("no box is listed");
    } else if (theorem.has_within && (theorem.objects == GRAPHS || theorem.objects == SYMMETRIC_GRAPHS)) {
        for (int c = 0; c < 1 << 16; c++) {
            int box[4] = {c >> 12, c >> 8 & 15, c >> 4 & 15, c & 15}, canonical[4];
            memcpy(canonical, box, sizeof box);
            make_canonical(canonical);
            bool counts = theorem.objects == GRAPHS || (box[TOP] == box[BOTTOM] && box[LEFT] == box[RIGHT]);
            if (counts && same_box(box, canonical) && fits_within(box)) demand_box(box);
        }
    } else walk();
}

/* ---- Witnesses ----------------------------------------------------------------------------------------------------------------- */

static void check_witness(const Statement *s, Text t) {
    enum { GRID = 64, MID = 24 }; /* (x, y) has its place at (x + MID, y + MID); boxes reach no farther than from -14 to 23 */
    static int dot[GRID][GRID];      /* 0 none, 1 of the cross, else 2 + the move that placed it */
    static bool drawn[4][GRID][GRID]; /* a line of the direction holds the dot */
    int (*moves)[4] = NULL, n = 0, reach_[4] = {0};
    char line[400];
    bool order_of_play = theorem.objects == GAMES || theorem.objects == SYMMETRIC_GAMES;
    memset(dot, 0, sizeof dot);
    memset(drawn, 0, sizeof drawn);
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 10; x++) dot[x + MID][y + MID] = in_cross(x, y);
    while (next_line(&t, line)) {
        if (!(moves = realloc(moves, (size_t)(n + 1) * sizeof *moves))) unreadable("no memory is left");
        int *m = moves[n];
        if (sscanf(line, "%9d %9d %9d %9d", m, m + 1, m + 2, m + 3) != 4 || !is_written(line, "%d %d %d %d", m[0], m[1], m[2], m[3])) refuse("move %d: not four numbers", n + 1);
        if (m[2] < 0 || m[2] > 3 || m[3] < 0 || m[3] > 4) refuse("move %d: no mark", n + 1);
        if (m[0] < -SIDE_MAX || m[0] > 9 + SIDE_MAX || m[1] < -SIDE_MAX || m[1] > 9 + SIDE_MAX) refuse("move %d: outside of all boxes", n + 1);
        int *place = &dot[m[0] + MID][m[1] + MID];
        if (*place) refuse("move %d: there is a dot already", n + 1);
        *place = 2 + n++;
        int far[4] = {-m[1], m[0] - 9, m[1] - 9, -m[0]};
        for (int k = 0; k < 4; k++) reach_[k] = (int)larger(reach_[k], far[k]);
    }
    if (n != s->n) refuse("it has %d moves, not %d", n, s->n);
    if (!same_box(reach_, s->box)) refuse("its bounding box is %d,%d,%d,%d", reach_[0], reach_[1], reach_[2], reach_[3]);
    for (int j = 0; j < n; j++) {
        int *m = moves[j], d = m[2];
        for (int i = 0; i < 5; i++) {
            int x = m[0] + (i - m[3]) * dx[d] + MID, y = m[1] + (i - m[3]) * dy[d] + MID;
            if (!dot[x][y] || (order_of_play && dot[x][y] > 2 + j)) refuse("move %d: a dot of its line is not there", j + 1);
            if (drawn[d][x][y]) refuse("move %d: its line meets a parallel one", j + 1);
            drawn[d][x][y] = true;
        }
        if (theorem.objects < SYMMETRIC_GRAPHS) continue;
        int other = dot[9 - m[0] + MID][9 - m[1] + MID] - 2;
        if (other < 0 || moves[other][2] != d || moves[other][3] != 4 - m[3]) refuse("move %d: its image is no move", j + 1);
    }
    free(moves);
}

/* ---- What is said -------------------------------------------------------------------------------------------------------------- */

static int worst = VALID; /* verdict of all */

static void say(const char *name, int verdict_of_it, const char *format, ...) {
    static const char *const words[3] = {"valid", "rejected", "unreadable"};
    va_list values;
    va_start(values, format);
    printf("%s: %s: ", name, words[verdict_of_it]);
    vprintf(format, values);
    putchar('\n');
    fflush(stdout);
    va_end(values);
    worst = (int)larger(worst, verdict_of_it);
}

static const char *claim(void) {
    static char text[200];
    int *b = head.box;
    const char *kind = kinds[head.objects];
    if (head.gain) snprintf(text, sizeof text, "no %s whose bounding box is exactly %d,%d,%d,%d has %" PRId64 " or more moves", kind, b[0], b[1], b[2], b[3], head.k);
    else if (head.arrival) snprintf(text, sizeof text, "no game arrives at the box %d,%d,%d,%d by its %s %s", b[0], b[1], b[2], b[3], side_words[head.arrival], head.arrival & (head.arrival - 1) ? "corner" : "side");
    else snprintf(text, sizeof text, "no %s has exactly the bounding box %d,%d,%d,%d", kind, b[0], b[1], b[2], b[3]);
    return text;
}

/* Does the header claim what the theorem file says of it? */
static void compare_claim(const Statement *s) {
    int objects = theorem.objects, arrival = s->what == ARRIVAL ? s->n : 0;
    bool serves = head.objects == objects || head.objects == GRAPHS || (objects == SYMMETRIC_GAMES) || (objects == SYMMETRIC_GRAPHS && head.objects == GRAPHS);
    bool bound = s->what == BOX && s->n != EMPTY;
    if (!same_box(head.box, s->box) || !serves || head.gain != bound || head.arrival != arrival || (bound && head.k != s->n + 1))
        refuse("it claims another thing than the theorem file says: %s", claim());
}

/* A certificate alone, or with what a theorem file states; a witness always with that. */
static int judge(const char *name, const char *path, const Statement *s) {
    static Text text; /* survives a refusal */
    free((void *)text.bytes);
    text.bytes = NULL;
    cert.at = 0;
    if (setjmp(handler)) {
        say(name, verdict, cert.at ? "byte %zu, node %" PRId64 ": %s" : "%.0zu%.0" PRId64 "%s", cert.at, nodes, reason);
        return verdict;
    }
    text = load(path);
    if (s && s->what == WITNESS) {
        check_witness(s, text);
        say(name, VALID, "there is a %s of %d moves with the bounding box %d,%d,%d,%d", kinds[theorem.objects], s->n, s->box[0], s->box[1], s->box[2], s->box[3]);
        return VALID;
    }
    cert = text;
    nodes = 0;
    read_header();
    if (s) compare_claim(s);
    lay_out_box();
    prepare_closures();
    read_tree();
    if (opens) refuse("unfinished: %" PRId64 " nodes are open", opens);
    say(name, VALID, "%s (%" PRId64 " nodes, %" PRId64 " evaluations)", claim(), nodes, evaluations);
    return VALID;
}

static void say_theorem(const char *name) {
    char text[1 << 16];
    int size = 0, *w = theorem.within;
    const char *kind = kinds[theorem.objects];
    if (theorem.has_within) say(name, VALID, "proven: no %s whose bounding box lies within %d,%d,%d,%d, up to symmetry, has more than %d moves", kind, w[0], w[1], w[2], w[3], theorem.at_most);
    else if (theorem.at_most != LISTED) say(name, VALID, "proven: no %s has more than %d moves", kind, theorem.at_most);
    else {
        for (int j = 0; j < theorem.statements; j++) {
            Statement *s = &theorem.statement[j];
            if (s->what == BOX) size += snprintf(text + size, sizeof text - size, "%s%d if this is %d,%d,%d,%d", size ? "; " : "", (int)larger(s->n, 0), s->box[0], s->box[1], s->box[2], s->box[3]);
        }
        say(name, VALID, "proven: no %s has, by its bounding box up to symmetry, more moves than %s", kind, text);
    }
}

static void judge_path(const char *path) {
    static Text text;
    static int failed;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (setjmp(handler)) { say(name, verdict, "%s", reason); return; }
    text = load(path);
    if (text.size < 7 || memcmp(text.bytes, "morpion", 7)) { judge(name, path, NULL); return; }
    read_theorem(text);
    check_coverage();
    failed = 0;
    for (int j = 0; j < theorem.statements; j++) {
        char beside[5000];
        snprintf(beside, sizeof beside, "%.*s%s", (int)(name - path), path, theorem.statement[j].file);
        failed += judge(theorem.statement[j].file, beside, &theorem.statement[j]) != VALID;
    }
    if (failed) say(name, REJECTED, "%d of its statements do not hold", failed);
    else say_theorem(name);
}

int main(int count, char **paths) {
    if (count < 2) {
        fprintf(stderr, "usage: reader PATH...   (certificates and theorem files)\n");
        return UNREADABLE;
    }
    for (int j = 1; j < count; j++) judge_path(paths[j]);
    return worst;
}
