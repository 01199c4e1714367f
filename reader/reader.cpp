// A second reader of this project's certificates and theorem files, written from paper/certificate.md alone (README.md says how).
//
//     c++ -std=c++17 -O3 -march=native -o reader reader.cpp
//     ./reader PATH...        certificates (.cert, .cert.zst) and theorem files, told apart by their first bytes
// It says of each certificate whether its claim is shown, and of each theorem file, after its certificates and witnesses, what they
// show together. Exit status: 0 all is valid; 1 something is rejected or unfinished; 2 something cannot be read, or misuse.
// Sections, symbols and names of rules are the page's. Numbers are checked where they are read; comments say why what is computed from
// them fits its integers. One certificate is read at a time, so its data are global.
#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
using std::string, std::to_string, std::vector;

struct Refusal { int status; string reason; }; // the exit status
[[noreturn]] static void refuse(const string &reason) { throw Refusal{1, "rejected: " + reason}; }
[[noreturn]] static void unreadable(const string &reason) { throw Refusal{2, "cannot be read: " + reason}; }

// ---- Boxes (sections 1 and 6) ----
// A box is a number of four digits of 4 bits, its distances; with digits 0 and 1 it is a set of sides.
enum { TOP, RIGHT, BOTTOM, LEFT, DISTANCE_MAX = 14, SPAN_MAX = 22, NO_BOX = -1 };
static int distance(int box, int k) { return box >> (12 - 4 * k) & 15; }
static int box_of(int t, int r, int b, int l) { // NO_BOX if it is not allowed; above 12 no distance is
    return t + b <= SPAN_MAX - 10 && l + r <= SPAN_MAX - 10 ? t << 12 | r << 8 | b << 4 | l : NO_BOX;
}

static int transformed_box(int h, int box) {
    int t = distance(box, TOP), r = distance(box, RIGHT), b = distance(box, BOTTOM), l = distance(box, LEFT);
    if (h & 4) return transformed_box(h & 3, l << 12 | b << 8 | r << 4 | t);
    return (h & 2 ? b << 12 | t << 4 : t << 12 | b << 4) | (h & 1 ? l << 8 | r : r << 8 | l);
}
static bool turns_to_itself(int box) { return transformed_box(3, box) == box; }

static string text_of_box(int box) {
    return to_string(distance(box, TOP)) + "," + to_string(distance(box, RIGHT)) + "," + to_string(distance(box, BOTTOM)) + "," +
           to_string(distance(box, LEFT));
}

static const struct { const char *word; int code, sides; } arrivals[8] = { // as theorem files and as headers name them
    {"top", 1, 0x1000}, {"right", 2, 0x0100}, {"bottom", 4, 0x0010}, {"left", 8, 0x0001},
    {"top-right", 3, 0x1100}, {"right-bottom", 6, 0x0110}, {"bottom-left", 12, 0x0011}, {"top-left", 9, 0x1001}};

// ---- The header (section 5) ----
enum { GRAPHS, GAMES, SYMMETRIC_GRAPHS, SYMMETRIC_GAMES };
enum { USE_MAX = 5500 };
static string cert; // the certificate, unpacked
static size_t at;   // what has been read of it
static int64_t nodes, evaluations, opens;

static int64_t number(const char *what, int64_t low, int64_t high) {
    int64_t value = 0;
    for (int i = 0; i < 5; i++) {
        if (at >= cert.size()) refuse(string("the file ends within ") + what);
        uint8_t byte = (uint8_t)cert[at++];
        value |= (int64_t)(byte & 127) << 7 * i;
        if (byte & 128) continue;
        if (byte == 0 && i > 0) refuse(string("a superfluous zero byte: ") + what);
        if (value < low || value > high) refuse(string(what) + " is " + to_string(value) + ", out of its range");
        return value;
    }
    refuse(string("more than five bytes: ") + what);
}
static int count(const char *what, int low, int high) { return (int)number(what, low, high); }

struct Schedule { int n, width, decay, rate; };
static bool uses, lists; // only objects without useless dots count; positions are listed
static int slot_max, side_max; // the largest multipliers (section 3)
static int box, objects, gain, start, first_price, arrival, rounds, again; // arrival: the set of its sides
static int64_t k_of_claim;                                                 // below 2^35
static Schedule schedules[3];
static bool games, symmetric;

static void read_arrival() {
    int64_t code = number("the arrival", 0, 12);
    arrival = 0;
    for (auto &a : arrivals)
        if (a.code == code) arrival = a.sides;
    if (code && (!arrival || objects != GAMES || gain)) refuse("such an arrival must not stand there");
    for (int k = 0; k < 4; k++)
        if (distance(arrival, k) > distance(box, k)) refuse("a side of the arrival is at distance 0");
}

static void read_header() {
    if (cert.compare(0, 8, "MORPCERT")) refuse("this is not a certificate");
    at = 8;
    number("the version", 9, 9);
    int d[4];
    for (int &distance : d) distance = count("a distance of the box", 0, DISTANCE_MAX);
    box = box_of(d[TOP], d[RIGHT], d[BOTTOM], d[LEFT]);
    if (box == NO_BOX) refuse("the box is too large");
    objects = count("the kind of objects", 0, 3);
    games = objects % 2 == GAMES, symmetric = objects >= SYMMETRIC_GRAPHS;
    if (symmetric && !turns_to_itself(box)) refuse("the box is not its own image");
    gain = count("the gain", 0, 1);
    uses = count("the mark of uses", 0, !gain);
    lists = count("the mark of lists", 0, gain && games);
    slot_max = uses ? 7000 : 12000, side_max = uses ? 5000 : 2048;
    k_of_claim = gain ? number("K", 1, INT64_MAX) : number("K", 0, 0);
    start = count("the start value", 0, slot_max);
    first_price = count("the price", 0, side_max);
    read_arrival();
    rounds = count("the number of rounds", 1, 16);
    again = count("the number again", 1, 65535);
    number("the number of schedules", 3, 3);
    for (auto &s : schedules) {
        s.n = count("n of a schedule", 0, 4096), s.width = count("the width of a schedule", 1, 1023);
        s.decay = count("the decay of a schedule", 0, 4095), s.rate = count("the rate of a schedule", 1, 64);
    }
}

// ---- Geometry (section 1) ----
// Cell c of the page is FIRST + c here. A straight that leaves the box at one side enters it again at the other, one row on, and may
// leave the range of its cells by less than FIRST: that does no harm, since only marks of true lines are ever allowed.
enum { FIRST = 96, AREA = 512, ROOM = FIRST + AREA + FIRST };

static const char *const cross_rows[10] = {"...####...", "...#..#...", "...#..#...", "####..####", "#........#",
                                           "#........#", "####..####", "...#..#...", "...#..#...", "...####..."};
static const int dx[4] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1};

static int cells, last, padded; // the number of cells; FIRST + it; the same, rounded up to what vectors hold
static int step[4];             // from a cell to the next one in the direction
static int column[ROOM], row[ROOM];
static vector<vector<int>> rows_of[4]; // rule R1: the rows of a direction that hold lines, each from its first cell on
static struct Side { bool there, priced, arrival; vector<int> cells; } sides[4];
static int on_arrival[ROOM]; // how many sides of the arrival hold the cell
static int32_t use_max[ROOM]; // the largest fine multiplier of its use: 0 unless it is inner, and uses count
#define FOR_CELLS(v) for (int v = FIRST; v < last; v++)
#define FOR_MARKS(m, set) for (uint32_t left_ = (set), m = 0; left_ && (m = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static bool in_box(int x, int y) {
    return x >= -distance(box, LEFT) && x <= 9 + distance(box, RIGHT) && y >= -distance(box, TOP) && y <= 9 + distance(box, BOTTOM);
}
static bool in_cross(int x, int y) { return x >= 0 && x <= 9 && y >= 0 && y <= 9 && cross_rows[y][x] == '#'; }

static void lay_out_box() {
    int width = 10 + distance(box, LEFT) + distance(box, RIGHT), height = 10 + distance(box, TOP) + distance(box, BOTTOM);
    cells = width * height;
    last = FIRST + cells, padded = FIRST + (cells + 31) / 32 * 32;
    for (int d = 0; d < 4; d++) step[d] = dx[d] + dy[d] * width;
    FOR_CELLS(v) {
        column[v] = (v - FIRST) % width - distance(box, LEFT);
        row[v] = (v - FIRST) / width - distance(box, TOP);
        use_max[v] = !uses || in_cross(column[v], row[v]) ? 0 : USE_MAX * 256;
    }
    std::fill_n(on_arrival, +ROOM, 0);
    for (auto &of_direction : rows_of) of_direction.clear();
    FOR_CELLS(v) for (int d = 0; d < 4; d++) {
        if (in_box(column[v] - dx[d], row[v] - dy[d])) continue;
        vector<int> row_of_cells;
        for (int w = v, n = 0; in_box(column[v] + n * dx[d], row[v] + n * dy[d]); n++, w += step[d]) row_of_cells.push_back(w);
        if (row_of_cells.size() >= 5) rows_of[d].push_back(row_of_cells);
    }
    for (int k = 0; k < 4; k++) {
        bool there = distance(box, k) > 0, of_arrival = distance(arrival, k);
        sides[k] = {there, there && !of_arrival, of_arrival, {}};
        FOR_CELLS(v) {
            int beyond[4] = {-row[v], column[v] - 9, row[v] - 9, -column[v]}; // the square
            if (!there || beyond[k] != distance(box, k)) continue;
            sides[k].cells.push_back(v);
            on_arrival[v] += of_arrival;
            use_max[v] = 0;
        }
    }
}

// The marks of a cell are a set of bits m = 5 d + i.
enum { FIVE = 31, ALL_MARKS = (1 << 20) - 1 };
static int start_of_line(int v, int m) { return v - m % 5 * step[m / 5]; }
static bool line_fits(int v, int m) {
    int d = m / 5, x = column[v] - m % 5 * dx[d], y = row[v] - m % 5 * dy[d];
    return in_box(x, y) && in_box(x + 4 * dx[d], y + 4 * dy[d]);
}

// Of the cell that lies k steps of direction d before another one: its marks whose line holds the other, too.
static uint32_t marks_through(int d, int k) { return (uint32_t)(k >= 0 ? FIVE >> k : FIVE << -k & FIVE) << 5 * d; }

// The image under the half turn (rule S) of a cell and of a mark; what h (section 6) makes of a cell.
static int image(int v) { return 2 * FIRST + cells - 1 - v; }
static int image_of_mark(int m) { return m / 5 * 5 + 4 - m % 5; }
static int transformed(int h, int v) {
    int x = h & 4 ? row[v] : column[v], y = h & 4 ? column[v] : row[v];
    return v + ((h & 1 ? 9 - x : x) - column[v]) * step[0] + ((h & 2 ? 9 - y : y) - row[v]) * step[1];
}

// ---- The state (section 2) ----
enum Status : uint8_t { FREE, PRESENT, ABSENT, CROSS, OUTSIDE };
struct Fine { int32_t slot[4][ROOM], side[4], use[ROOM]; }; // multipliers (section 4)

static struct State {
    uint32_t marks[ROOM]; // the allowed ones
    Status status[ROOM];
    int total, standing, present; // allowed marks of the box; present or free cells; present cells
    Fine fine;
    std::bitset<ROOM> before[ROOM]; // what precedes a cell
} now;
static bool contradictory, touched[ROOM]; // cells that rules may have something to say about

static bool is_active(int v) { return now.status[v] == FREE || now.status[v] == PRESENT; }
static int64_t moves_asked_for() { return symmetric && k_of_claim % 2 ? k_of_claim + 1 : k_of_claim; }

static void forbid(int v, uint32_t marks) { // this and the next apply S, too
    marks &= now.marks[v];
    if (!marks) return;
    now.marks[v] &= ~marks;
    now.total -= __builtin_popcount(marks);
    touched[v] = true;
    if (symmetric) FOR_MARKS(m, marks) forbid(image(v), 1u << image_of_mark((int)m));
}

static void decide(int v, Status status) { // PRESENT or ABSENT
    if (now.status[v] == status || (now.status[v] == CROSS && status == PRESENT)) return;
    contradictory = contradictory || now.status[v] != FREE; // P1
    if (contradictory) return;
    now.status[v] = status;
    now.present += status == PRESENT;
    now.standing -= status == ABSENT;
    touched[v] = true;
    if (symmetric) decide(image(v), status);
}

static void start_state() {
    now = State();
    std::fill_n(now.status, +ROOM, OUTSIDE);
    contradictory = false;
    FOR_CELLS(v) {
        for (auto &slot : now.fine.slot) slot[v] = start * 256;
        now.status[v] = in_cross(column[v], row[v]) ? CROSS : FREE;
        if (now.status[v] == CROSS) continue;
        now.standing++;
        for (int m = 0; m < 20; m++)
            if (line_fits(v, m) && !(arrival & (arrival - 1) && on_arrival[v] == 1)) now.marks[v] |= 1u << m;
        now.total += __builtin_popcount(now.marks[v]);
        touched[v] = true;
    }
    for (int k = 0; k < 4; k++) now.fine.side[k] = sides[k].priced ? first_price * 256 : 0;
}

// ---- The order of games: P6, P7, P8 ----
static void precede(int p, int x) { // P6: p and what precedes it comes before x and what x precedes
    if (now.before[x][p]) return;
    contradictory = contradictory || p == x || now.before[p][x];
    auto early = now.before[p];
    early[p] = true;
    FOR_CELLS(y)
        if (y == x || now.before[y][x]) now.before[y] |= early, touched[y] = true;
}

static bool inside[ROOM];      // the closure
static vector<int> order;      // the same, each cell after those of the line that first placed it,
static int8_t placed_by[ROOM]; // by this mark

static void find_closure() {
    uint8_t dots[4][ROOM] = {}; // how many cells of the closure the line that starts there has
    order.clear();
    for (int v = 0; v < ROOM; v++)
        if ((inside[v] = now.status[v] == CROSS)) order.push_back(v);
    for (size_t j = 0; j < order.size(); j++)
        for (int m = 0; m < 20; m++) {
            int d = m / 5, s = start_of_line(order[j], m);
            if (++dots[d][s] != 4) continue;
            for (int i = 0; i < 5; i++) {
                int v = s + i * step[d];
                if (inside[v] || !(now.marks[v] >> (5 * d + i) & 1)) continue;
                inside[v] = true;
                placed_by[v] = (int8_t)(5 * d + i);
                order.push_back(v);
            }
        }
}

static bool others_in(const bool set[ROOM], int v, int m) { // is all of the mark's line but v itself in the set?
    for (int j = 0, w = start_of_line(v, m); j < 5; j++, w += step[m / 5])
        if (j != m % 5 && !set[w]) return false;
    return true;
}

// After find_closure. What the closure reached without v stays; the rest is tried again until nothing is reached. If nothing is lost, P1
// and P7 have forbidden all that P8 forbids.
static void rule_p8(int v) {
    static bool without[ROOM];
    static vector<int> lost;
    lost.clear();
    std::copy_n(inside, +ROOM, without);
    without[v] = false;
    for (auto w = std::find(order.begin(), order.end(), v) + 1; w < order.end(); w++)
        if (!others_in(without, *w, placed_by[*w])) without[*w] = false, lost.push_back(*w);
    for (bool again = !lost.empty(); again;) {
        again = false;
        for (int w : lost)
            FOR_MARKS(m, without[w] ? 0 : now.marks[w])
                if (others_in(without, w, (int)m)) again = without[w] = true;
    }
    FOR_MARKS(m, now.marks[v]) if (!others_in(without, v, (int)m)) forbid(v, 1u << m);
}

// ---- Propagation (section 2) ----
static void rules_p4_p6(int v, int d, int i) { // the mark is forced
    int s = v - i * step[d];
    for (int j = 0; j < 5; j++) decide(s + j * step[d], PRESENT);
    for (int j = -4; j <= 8; j++)
        for (int p = 0; p < 5; p++) // the cell s + j as position p of a line that starts at s + j - p
            if (j - p >= -4 && j - p <= 4 && (j != i || p != i)) forbid(s + j * step[d], 1u << (5 * d + p));
    for (int j = 0; j < 5 && games; j++)
        if (j != i && now.status[s + j * step[d]] != CROSS) precede(s + j * step[d], v);
}

// No line through v places anything if v is absent (P1), what precedes v (P6), or, on a side of the arrival, another cell (section 1).
static void forbid_lines_through(int v) {
    for (int d = 0; d < 4; d++)
        for (int k = -4; k <= 4; k++) {
            int w = v - k * step[d];
            if (!now.marks[w]) continue;
            if (now.status[v] == ABSENT || now.before[v][w] || (on_arrival[v] && w != v)) forbid(w, marks_through(d, k));
        }
}

static void look_at(int v) {
    int count = __builtin_popcount(now.marks[v]), m = count ? __builtin_ctz(now.marks[v]) : 0;
    if (now.status[v] == FREE && count == 0) decide(v, ABSENT); // P2
    if (now.status[v] == PRESENT && count == 0) contradictory = true; // P2
    if (now.status[v] == PRESENT && count == 1) rules_p4_p6(v, m / 5, m % 5); // P3
    forbid_lines_through(v);
}

static void rules_p5_p9(const Side &side) {
    int present = 0, standing = 0, one = 0; // one: of those present, if there are any
    for (int v : side.cells) {
        if (now.status[v] == PRESENT || (now.status[v] == FREE && !present)) one = v;
        present += now.status[v] == PRESENT;
        standing += is_active(v);
    }
    if (standing == 0) contradictory = true;
    if (standing == 1) decide(one, PRESENT);
    for (int v : side.cells)
        if (side.arrival && present && v != one) decide(v, ABSENT);
}

static bool any_touched() { return memchr(touched + FIRST, true, (size_t)cells) != nullptr; }

static void propagate() {
    do {
        FOR_CELLS(v) {
            if (!touched[v] || contradictory) continue;
            touched[v] = false;
            look_at(v);
        }
        if (any_touched()) continue;
        for (auto &side : sides)
            if (side.there) rules_p5_p9(side);
        if (gain && now.standing < moves_asked_for()) contradictory = true; // P10
        if (!games || contradictory || any_touched()) continue;
        find_closure(); // P7
        FOR_CELLS(v) if (!inside[v]) decide(v, ABSENT);
    } while (any_touched() && !contradictory);
    std::fill_n(touched, +ROOM, false);
}

// To present cells: P8 says nothing of one that has a single mark, since P7 has found the other cells of its line without it.
static void propagate_with_p8() {
    propagate();
    for (int total = -1; games && !contradictory && total != now.total; propagate()) {
        total = now.total;
        find_closure();
        FOR_CELLS(v) if (now.status[v] == PRESENT && (now.marks[v] & (now.marks[v] - 1))) rule_p8(v);
    }
}

// ---- The bound (section 3) ----
// The r of a line's cells is taken from the line's cost, all five, and so r counts twice in the income: differences stay what they are.
// Costs are then at least -5 * 5500, which BASE lifts to 0, and at most 5 * 12000, or 5 * 7000 + BASE where uses count; incomes at most
// 1024 + 4 * 12000 + 2 * 2048, or 4 * 7000 + 2 * 5000 + BASE: below BAN. So the fast board, of vectors of 16 bits, holds them all, and
// its value fits 32 bits. The exact board does not rest on that.
enum { MOVE = 1024, BAN = 65535, BASE = 5 * USE_MAX };
#define FOR_LANES(v) for (int v = FIRST; v < padded; v++)

static int64_t target() { return gain * MOVE * std::max<int64_t>(moves_asked_for(), now.present); }
static int32_t rounded(int32_t multiplier) { return (multiplier + 128) >> 8; }
template <typename N> static N lesser(N a, N b) { return a < b ? a : b; }
static uint16_t cost_of(uint16_t line, uint16_t extra) { return line | extra; }
static int64_t cost_of(int64_t line, int64_t extra) { return line + extra; }

template <typename Number, typename Sum> struct Board {
    Number extra[20][ROOM]; // to the cost of a mark: BAN if it is not allowed, else 0
    Number is_free[ROOM], is_present[ROOM], is_cross[ROOM]; // all bits or none
    Number use[ROOM], price[4][ROOM], line[4][ROOM], income[ROOM], best[ROOM]; // price: u - r

    void load() {
        FOR_LANES(v) {
            is_free[v] = (Number)-(now.status[v] == FREE);
            is_present[v] = (Number)-(now.status[v] == PRESENT);
            is_cross[v] = (Number)-(now.status[v] == CROSS);
            for (int m = 0; m < 20; m++) extra[m][v] = now.marks[v] >> m & 1 ? 0 : BAN;
            if (is_active(v) && !now.marks[v]) refuse("a cell without a mark is not absent: this is a fault of the reader");
        }
    }

    Number cost(int v, int m) const { return cost_of(line[m / 5][start_of_line(v, m)], extra[m][v]); }

    Sum value(const Fine &y) {
        Sum value = 0;
        const Number base = uses ? BASE : 0;
        FOR_LANES(v) use[v] = (Number)rounded(y.use[v]);
        for (int d = 0, o = step[0]; d < 4; o = step[++d % 4]) {
            FOR_LANES(v) price[d][v] = (Number)(rounded(y.slot[d][v]) - use[v]);
            FOR_LANES(v) line[d][v] = base + price[d][v] + price[d][v + o] + price[d][v + 2 * o] + price[d][v + 3 * o] + price[d][v + 4 * o];
        }
        FOR_LANES(v) {
            income[v] = price[0][v] + price[1][v] + price[2][v] + price[3][v] + 2 * use[v];
            value += is_cross[v] & income[v];
            income[v] += gain * MOVE + base;
            best[v] = BAN;
        }
        for (int k = 0; k < 4; k++) {
            if (!sides[k].priced) continue;
            value -= rounded(y.side[k]);
            for (int v : sides[k].cells) income[v] += rounded(y.side[k]);
        }
        for (int m = 0; m < 20; m++)
            for (int v = FIRST, back = m % 5 * step[m / 5]; v < padded; v++)
                best[v] = lesser(best[v], cost_of(line[m / 5][v - back], extra[m][v]));
        FOR_LANES(v) {
            Sum profit = (Sum)income[v] - best[v], must = is_present[v] ? profit : 0, may = is_free[v] && profit > 0 ? profit : 0;
            value += must + may;
        }
        return value;
    }
};
static Board<uint16_t, int32_t> fast;
static Board<int64_t, int64_t> exact;

// The left sides of the inequalities of fixing, for one cell.
static int64_t profit(int v) { return exact.income[v] - exact.best[v]; }
static int64_t present_loss(int v) { return std::max<int64_t>(0, profit(v)); }
static int64_t absent_loss(int v) { return std::max<int64_t>(0, -profit(v)); }
static int64_t mark_loss(int v, int m) {
    return (exact.is_free[v] ? absent_loss(v) : 0) + exact.cost(v, m) - exact.best[v]; // the first is base - profit
}

// Judges all by what the exact board took from the state, while it changes the state.
static void fix(int64_t gap) {
    FOR_CELLS(v) {
        if (!exact.is_free[v] && !exact.is_present[v]) continue;
        int w = image(v);
        if (exact.is_free[v] && present_loss(v) + (symmetric ? present_loss(w) : 0) > gap) decide(v, PRESENT);
        if (exact.is_free[v] && absent_loss(v) + (symmetric ? absent_loss(w) : 0) > gap) decide(v, ABSENT);
        for (int m = 0; m < 20; m++)
            if (exact.extra[m][v] != BAN && mark_loss(v, m) + (symmetric ? mark_loss(w, image_of_mark(m)) : 0) > gap) forbid(v, 1u << m);
    }
}

// ---- The recipe (section 4) ----
static uint16_t portion[ROOM], share[20][ROOM], on_line[4][ROOM], dot[ROOM]; // q; the shares x of marks, of lines, of cells

static void find_shares(uint16_t width) {
    uint16_t scale = 1; // 2^k
    while (width * scale < 1024) scale *= 2;
    FOR_LANES(v) { // best becomes best', and 0 where the cell is neither free nor present: all its marks are banned
        uint16_t free_best = fast.is_free[v] & lesser(fast.best[v], fast.income[v]), present_best = fast.is_present[v] & fast.best[v];
        fast.best[v] = free_best | present_best;
        dot[v] = fast.is_free[v] & (uint16_t)((uint16_t)(width - lesser<uint16_t>(fast.income[v] - fast.best[v], width)) * scale);
    }
    for (int d = 0; d < 4; d++) // the weights z, and their sum Z
        for (int i = 0, back = 0; i < 5; i++, back += step[d])
            FOR_LANES(v) {
                uint16_t behind = fast.line[d][v - back] - fast.best[v], z = (uint16_t)(width - lesser(behind, width)) * scale;
                z &= ~fast.extra[5 * d + i][v];
                share[5 * d + i][v] = z;
                dot[v] += z;
            }
    FOR_LANES(v) { // exact: such a quotient is an integer, or at least 2^-16 from one
        portion[v] = (uint16_t)lesser(65535, (int32_t)(67108864.0 / (dot[v] > 1 ? dot[v] : 1)));
        dot[v] = fast.is_cross[v] & 1024;
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

static int32_t clamp(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }
// In 32 bits: |g| <= 25 * 1024, a <= 1023 * 64, b < 256.
static void move_multiplier(int32_t &y, int32_t &before, int32_t g, int32_t a, int32_t b, int32_t most) {
    int32_t n = clamp(y - ((g * a + 512) >> 10), most);
    y = clamp(n + (((n - before) * b) >> 8), most);
    before = n;
}

static void move_slots(Fine &y, Fine &before, int32_t a, int32_t b) {
    for (int d = 0, o = step[0]; d < 4; o = step[++d % 4]) FOR_LANES(v) {
        int16_t drawn = on_line[d][v] + on_line[d][v - o] + on_line[d][v - 2 * o] + on_line[d][v - 3 * o] + on_line[d][v - 4 * o];
        move_multiplier(y.slot[d][v], before.slot[d][v], (int16_t)(dot[v] - drawn), a, b, slot_max * 256);
    }
}

static void move_sides(Fine &y, Fine &before, int32_t a, int32_t b) {
    int32_t on[4] = {}, sum = 0, priced = 0;
    for (int k = 0; k < 4; k++) {
        if (!sides[k].priced) continue;
        for (int v : sides[k].cells) on[k] += dot[v];
        sum += on[k], priced++;
    }
    for (int k = 0; k < 4; k++) {
        if (!sides[k].priced) continue;
        int32_t g = gain == 0 && first_price > 0 ? (priced * on[k] - sum) / priced : on[k] - MOVE;
        move_multiplier(y.side[k], before.side[k], g, a, b, side_max * 256);
    }
}

static void move_uses(Fine &y, Fine &before, int32_t a, int32_t b) {
    static uint16_t held[ROOM]; // the sum of the shares of lines that hold the cell: of 33 cells, at most 33 * 1024
    std::fill_n(held, +ROOM, 0);
    for (int d = 0; d < 4; d++)
        for (int i = 0, back = 0; i < 5; i++, back += step[d]) FOR_LANES(v) held[v] += on_line[d][v - back];
    FOR_LANES(v) move_multiplier(y.use[v], before.use[v], (held[v] >> 1) - dot[v], a, b, use_max[v]);
}

// Leaves the best multipliers in the node, and returns their value.
static int64_t improve(const Schedule &s) {
    static Fine y, before;
    int64_t goal = target(), least = INT64_MAX, wide = (int64_t)s.width << 16;
    fast.load();
    y = before = now.fine;
    for (int t = 0;; t++) {
        int64_t value = fast.value(y);
        evaluations++;
        if (value < least) least = value, now.fine = y;
        if (least < goal || t == s.n) return least;
        int width = (int)std::max<int64_t>(1, wide >> 16), a = width * s.rate, b = 256 * t / (t + 3);
        find_shares((uint16_t)width);
        move_slots(y, before, a, b);
        move_sides(y, before, a, b);
        if (uses) move_uses(y, before, a, b);
        wide -= (wide * s.decay) >> 12;
    }
}

static bool round_closes(const Schedule &s) {
    int64_t value = improve(s);
    exact.load();
    if (exact.value(now.fine) != value) refuse("two ways to compute the value disagree: this is a fault of the reader");
    if (value < target()) return true;
    fix(value - target());
    propagate_with_p8();
    return contradictory || value < target();
}

static bool bounding_closes(int first_schedule) {
    for (int i = 0; i < rounds; i++) {
        int total = now.total;
        if (round_closes(schedules[i ? 2 : first_schedule])) return true;
        if (total - now.total < again) return false;
    }
    return false;
}

// ---- Objects and positions, by section 1 alone ----
struct Move { int x, y, d, i; };
typedef vector<Move> Moves;
static bool operator<(const Move &a, const Move &b) { return std::tie(a.x, a.y, a.d, a.i) < std::tie(b.x, b.y, b.d, b.i); }

static int bounding_box_of(const Moves &moves) {
    int far[4] = {};
    for (auto &m : moves) {
        const int beyond[4] = {-m.y, m.x - 9, m.y - 9, -m.x};
        for (int k = 0; k < 4; k++) far[k] = std::max(far[k], beyond[k]);
    }
    return box_of(far[TOP], far[RIGHT], far[BOTTOM], far[LEFT]);
}

// Why the moves are no object of the kind with this bounding box; nothing if they are one. Games: in this order.
static string fault_of(const Moves &moves, int kind, int bounding) {
    std::map<std::pair<int, int>, int> number_of; // of the move that placed the dot, from 1 on; of the cross 0
    std::set<std::pair<int, int>> drawn[4];       // dots through which a line of the direction runs
    int n = 0;
    for (int c = 0; c < 100; c++)
        if (in_cross(c % 10, c / 10)) number_of[{c % 10, c / 10}] = 0;
    for (auto &m : moves)
        if (!number_of.insert({{m.x, m.y}, ++n}).second) return "there is a dot already where move " + to_string(n) + " places one";
    if (bounding_box_of(moves) != bounding) return "it has another bounding box";
    for (int j = 1; j <= n; j++) {
        const Move &m = moves[j - 1];
        for (int i = -m.i; i < 5 - m.i; i++) {
            std::pair<int, int> cell = {m.x + i * dx[m.d], m.y + i * dy[m.d]};
            auto dot = number_of.find(cell);
            if (dot == number_of.end() || (kind % 2 == GAMES && dot->second > j)) return "move " + to_string(j) + " lacks a dot of its line";
            if (!drawn[m.d].insert(cell).second) return "the line of move " + to_string(j) + " meets a parallel one";
        }
        auto other = number_of.find({9 - m.x, 9 - m.y});
        bool turned = other != number_of.end() && moves[other->second - 1].d == m.d && moves[other->second - 1].i == 4 - m.i;
        if (kind >= SYMMETRIC_GRAPHS && !turned) return "the image of move " + to_string(j) + " is no move";
    }
    return "";
}

static Move moved(int h, const Move &m) { // the image of a move (section 6), found by that of the line's next cell
    Move image = {0, 0, 0, 0};
    auto map = [h](int &x, int &y) { h & 4 ? std::swap(x, y) : void(); x = h & 1 ? 9 - x : x; y = h & 2 ? 9 - y : y; };
    int x = m.x, y = m.y, next_x = x + dx[m.d], next_y = y + dy[m.d];
    map(x, y), map(next_x, next_y);
    for (int d = 0; d < 4; d++) {
        if (next_x - x == dx[d] && next_y - y == dy[d]) image = {x, y, d, m.i};
        if (x - next_x == dx[d] && y - next_y == dy[d]) image = {x, y, d, 4 - m.i};
    }
    return image;
}

static Moves least_image(const Moves &moves, bool dots_only) { // of dots alone, d and i are 0
    Moves least;
    for (int h = 0; h < 8; h++) {
        Moves turned;
        for (auto &m : moves) turned.push_back(dots_only ? Move{moved(h, m).x, moved(h, m).y, 0, 0} : moved(h, m));
        std::sort(turned.begin(), turned.end());
        if (h == 0 || turned < least) least = turned;
    }
    return least;
}

// ---- Listings (section 9) ----
enum { STEPS_MAX = 65536, POSITIONS_MAX = 200000, WAITING_MAX = 1000 };
static State kept[WAITING_MAX + AREA]; // of nodes whose second ones wait, then of a listing's parts
static struct Counts { int64_t listings, steps, most, objects; } listings; // of the certificate's; most: steps of one
static int64_t steps, found, failures[ROOM];                              // of this listing: steps, objects, and failures of cells
static std::set<Moves> positions;                                         // of the certificate, least images

// R1. The largest numbers of allowed lines of a row without a common cell: of all its lines, and of those that end before its cell j, or
// start at it or later. Each row has at most one move less because of a line that must be drawn, so only F = n forbids.
static void rule_r1() {
    static bool allowed[4][ROOM];
    static int before[AREA], later[AREA];
    int64_t f = 0, n = std::max<int64_t>(moves_asked_for(), now.present);
    for (int d = 0; d < 4; d++)
        FOR_CELLS(s) {
            allowed[d][s] = false;
            for (int i = 0; i < 5; i++) allowed[d][s] |= now.marks[s + i * step[d]] >> (5 * d + i) & 1;
        }
    auto count_later = [](int d, const vector<int> &cells_of_row) {
        size_t j = cells_of_row.size();
        for (int i = 0; i < 5; i++) later[j - (size_t)i] = 0;
        for (j -= 4; j-- > 0;) later[j] = std::max(later[j + 1], allowed[d][cells_of_row[j]] ? 1 + later[j + 5] : 0);
        return later[0];
    };
    for (int d = 0; d < 4; d++)
        for (auto &cells_of_row : rows_of[d]) f += count_later(d, cells_of_row);
    contradictory = contradictory || f < n;
    if (f != n) return;
    for (int d = 0; d < 4; d++)
        for (auto &cells_of_row : rows_of[d]) {
            int m = count_later(d, cells_of_row);
            for (size_t j = 0; j + 5 <= cells_of_row.size(); j++) {
                int s = cells_of_row[j];
                before[j] = j == 0 ? 0 : std::max(before[j - 1], j >= 5 && allowed[d][cells_of_row[j - 5]] ? before[j - 5] + 1 : 0);
                if (!allowed[d][s] || before[j] + 1 + later[j + 5] >= m) continue;
                for (int i = 0; i < 5; i++) forbid(s + i * step[d], 1u << (5 * d + i));
            }
        }
}

static void judge_set_of_marks() { // no cell has a choice left: the marks of the present cells, in an order of play if there is one
    Moves moves;
    bool dots[ROOM];
    for (int v = 0; v < ROOM; v++) dots[v] = now.status[v] == CROSS;
    for (size_t size = 1; size != moves.size();) {
        size = moves.size();
        FOR_CELLS(v) {
            int m = __builtin_ctz(now.marks[v] | 1u << 31);
            if (dots[v] || now.status[v] != PRESENT || !others_in(dots, v, m)) continue;
            dots[v] = true;
            moves.push_back({column[v], row[v], m / 5, m % 5});
        }
    }
    if ((int)moves.size() != now.present || now.present < k_of_claim || !fault_of(moves, objects, box).empty()) return;
    found++;
    positions.insert(least_image(moves, false));
}

static int cell_to_choose() { // step 3; below FIRST if there is none
    int chosen = 0;
    int64_t least = 0;
    FOR_CELLS(v) {
        int64_t possibilities = __builtin_popcount(now.marks[v]) + (now.status[v] == FREE);
        if (!is_active(v) || possibilities < 2) continue;
        if (!chosen || possibilities * (failures[chosen] + 1) < least * (failures[v] + 1)) chosen = v, least = possibilities;
    }
    return chosen;
}

static bool list_objects(int depth) { // of the state; false if step 1 finds it contradictory
    if (++steps > STEPS_MAX) refuse("the listing takes more than " + to_string(+STEPS_MAX) + " steps");
    for (int seen = INT32_MAX; !contradictory && seen != now.total - now.present; contradictory ? void() : rule_r1()) {
        propagate_with_p8();
        seen = now.total - now.present;
    }
    propagate();
    if (contradictory) return false;
    int v = cell_to_choose();
    if (v < FIRST) return judge_set_of_marks(), true;
    kept[depth] = now;
    FOR_MARKS(m, kept[depth].marks[v]) {
        decide(v, PRESENT);
        forbid(v, ALL_MARKS & ~(1u << m));
        failures[v] += !list_objects(depth + 1);
        now = kept[depth];
        contradictory = false;
    }
    if (now.status[v] != FREE) return true;
    decide(v, ABSENT);
    failures[v] += !list_objects(depth + 1);
    return true;
}

static void read_listed(int waiting) {
    int64_t n = number("the number of objects", 0, lists ? POSITIONS_MAX : 0);
    steps = found = 0;
    std::fill_n(failures, +ROOM, 0);
    list_objects(waiting);
    contradictory = false;
    if (found != n) refuse("LISTED: " + to_string(n) + " objects are said to be found, and " + to_string(found) + " are");
    listings = {listings.listings + 1, listings.steps + steps, std::max(listings.most, steps), listings.objects + n};
    if (listings.objects > POSITIONS_MAX) refuse("more positions are listed than may be");
}

// ---- The tree (section 5) ----
enum { OPEN = 0, CLOSED = 1, LISTED = 2, MARK = 4, MIRROR = 5, CELL = 8 };
enum { NO_MARK = -1, OFF_CHAIN = -1 };
struct Choice { int v, m, twin, h; }; // m: of MARK; twin: of MIRROR v', else v; h: of MIRROR, else OFF_CHAIN

static bool root_closes() {
    nodes = 1, opens = evaluations = 0;
    listings = {};
    positions.clear();
    memset(share, 0, sizeof share); // outside of the box, too, where an earlier certificate may have left something
    memset(on_line, 0, sizeof on_line);
    start_state();
    propagate();
    return contradictory || bounding_closes(0);
}

static bool child_closes(Choice c, bool first) {
    nodes++;
    if (first) decide(c.v, PRESENT);
    else if (c.m == NO_MARK) decide(c.v, ABSENT), decide(c.twin, ABSENT);
    if (c.m != NO_MARK) forbid(c.v, first ? ALL_MARKS & ~(1u << c.m) : 1u << c.m);
    propagate();
    return contradictory || bounding_closes(1);
}

static int read_cell() { return FIRST + count("a cell", 0, cells - 1); }
static Choice read_choice(int op, int chain) {
    int h = op == MIRROR ? count("a symmetry", 1, 7) : OFF_CHAIN, v = op < CELL ? read_cell() : FIRST + op - CELL;
    int m = op == MARK ? count("a mark", 0, 19) : NO_MARK, twin = op == MIRROR ? transformed(h, v) : v;
    if (op == MARK && (!is_active(v) || !(now.marks[v] >> m & 1))) refuse("MARK: the mark is not allowed");
    if (op != MARK && now.status[v] != FREE) refuse("the cell is not free");
    if (op != MIRROR) return {v, m, v, h};
    if (chain != 0 && chain != h) refuse("MIRROR stands neither at the root nor in the second node of one with the same h");
    if (transformed_box(h, box) != box || transformed_box(h, arrival) != arrival) refuse("MIRROR: h moves the box or the arrival");
    if (twin == v) refuse("MIRROR: the cell is its own image");
    return {v, m, twin, h};
}

// Reads a node and all below it. Its chain is that of MIRROR: 0 at the root, h in a second node of MIRROR h, else OFF_CHAIN.
static void read_node(bool closed, int chain, int waiting) {
    for (;;) { // second nodes take their parent's place
        int op = count("an operation", 0, CELL + cells - 1);
        if (closed && op != CLOSED && op != OPEN) refuse("something else than CLOSED stands where the node is closed");
        if (!closed && op == CLOSED) refuse("CLOSED stands where the node is not closed");
        opens += op == OPEN;
        if (op == OPEN || op == CLOSED) return;
        if (op == LISTED && games) return read_listed(waiting);
        if (op < CELL && op != MARK && (op != MIRROR || lists)) refuse("there is no operation " + to_string(op));
        Choice choice = read_choice(op, chain);
        if (waiting == WAITING_MAX) refuse("too many second nodes wait");
        kept[waiting] = now;
        read_node(child_closes(choice, true), OFF_CHAIN, waiting + 1);
        now = kept[waiting];
        contradictory = false;
        closed = child_closes(choice, false);
        chain = choice.h;
    }
}

// ---- Files ----
static string read_all(FILE *file) {
    string text;
    char part[65536];
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;) {
        text.append(part, got);
        if (text.size() > 1 << 30) unreadable("it has more than 2^30 bytes");
    }
    if (ferror(file)) unreadable(strerror(errno));
    return text;
}

// RFC 8878, section 3.1.1: is it one frame and no more? zstd looks at the rest.
static void check_frame(const string &text) {
    auto byte = [&](size_t j) { return j < text.size() ? (uint8_t)text[j] : (unreadable("its frame is cut off"), 0); };
    int flags = byte(4), single = flags >> 5 & 1, dictionary[4] = {0, 1, 2, 4}, content[4] = {single, 2, 4, 8};
    size_t end = (size_t)(5 + !single + dictionary[flags & 3] + content[flags >> 6]);
    for (int block = 0; !(block & 1);) {
        block = byte(end) | byte(end + 1) << 8 | byte(end + 2) << 16;
        end += 3 + ((block >> 1 & 3) == 1 ? 1 : (size_t)block >> 3);
    }
    if (end + (flags & 4) != text.size()) unreadable("its frame does not end where the file ends");
}

static string load(const string &path) {
    FILE *file = freopen(path.c_str(), "rb", stdin);
    if (!file) unreadable(strerror(errno));
    string text = read_all(file);
    if (text.compare(0, 4, "\x28\xb5\x2f\xfd")) return text;
    check_frame(text);
    rewind(file);
    FILE *unpacked = popen("zstd -dcqq", "r"); // it reads what is the reader's standard input, too: the file
    text = unpacked ? read_all(unpacked) : "";
    if (!unpacked || pclose(unpacked)) unreadable("the program zstd cannot unpack it, or is not installed");
    return text;
}

// ---- Theorem files (section 7) ----
enum { LINE_MAX_SIZE = 1000, EMPTY = -1, ALL_OF = -2, AS_LISTED = -1 };
enum What { BOX, ARRIVAL, WITNESS };
struct Statement { What what; int box, n; string file; }; // n: of a box M, EMPTY or ALL_OF; of an arrival its sides; of a witness M
static const char *const kinds[4] = {"graph", "game", "point-symmetric graph", "point-symmetric game"};
static const char *const plurals[4] = {"graphs", "games", "symmetric-graphs", "symmetric-games"};
static struct {
    int objects, at_most, within, all_of; // AS_LISTED; NO_BOX if there is none; 0 if it is no theorem about all positions
    vector<Statement> statements;
    std::map<int, int> boxes;               // what is listed of them
    std::set<std::pair<int, int>> arrivals; // boxes and sides
    std::set<Moves> positions;              // what its certificates list, least images
} theorem;

static vector<string> lines_of(const string &text) {
    std::istringstream in(text);
    vector<string> lines;
    for (string line; getline(in, line); lines.push_back(line)) {
        if (!in.eof() && !line.empty() && line.back() == '\r') line.pop_back(); // eof: the line has no line feed
        if (line.size() > LINE_MAX_SIZE) refuse("a line is too long");
    }
    return lines;
}

// Is the line like the pattern, in which # is a number, ~ one that may be negative, and * a word? Their texts go to words.
static bool is_like(const string &line, const string &pattern, vector<string> &words) {
    string expression;
    for (char c : pattern)
        expression += c == '#' ? "(0|[1-9][0-9]{0,8})" : c == '~' ? "(0|-?[1-9][0-9]{0,8})" : c == '*' ? "([A-Za-z0-9._-]+)" : string(1, c);
    std::smatch found;
    if (!std::regex_match(line, found, std::regex(expression))) return false;
    words.assign(found.begin() + 1, found.end());
    return true;
}

static int box_of_words(const vector<string> &w) { return box_of(stoi(w[0]), stoi(w[1]), stoi(w[2]), stoi(w[3])); }

static int canonical(int box) {
    int most = 0;
    for (int h = 0; h < 8; h++) most = std::max(most, transformed_box(h, box));
    return most;
}

static void read_statement(const string &line) {
    vector<string> w;
    Statement s = {BOX, NO_BOX, 0, ""};
    if (is_like(line, "box #,#,#,# at-most # *", w)) s.n = stoi(w[4]);
    else if (is_like(line, "box #,#,#,# empty *", w)) s.n = EMPTY;
    else if (is_like(line, "box #,#,#,# all-of # *", w) && theorem.all_of && stoi(w[4]) == theorem.all_of) s.n = ALL_OF;
    else if (is_like(line, "witness #,#,#,# # *", w)) s.what = WITNESS, s.n = stoi(w[4]);
    else if (is_like(line, "arrival #,#,#,# * *", w)) s.what = ARRIVAL;
    else refuse("this must not stand there: " + line);
    s.box = box_of_words(w);
    s.file = w.back();
    for (auto &a : arrivals)
        if (s.what == ARRIVAL && a.word == w[4]) s.n = a.sides;
    bool fits = s.what == BOX ? canonical(s.box) == s.box : s.what == WITNESS || (s.n && theorem.objects == GAMES);
    if (s.box == NO_BOX || !fits) refuse("this must not stand there: " + line);
    if (s.what == BOX && !theorem.boxes.emplace(s.box, s.n).second) refuse("listed twice: " + line);
    if (s.what == ARRIVAL && !theorem.arrivals.emplace(s.box, s.n).second) refuse("listed twice: " + line);
    theorem.statements.push_back(s);
}

static void read_theorem(const string &text) {
    auto lines = lines_of(text);
    vector<string> w;
    size_t j = 0;
    lines.resize(std::max<size_t>(lines.size(), 4)); // empty ones are refused
    theorem = {0, AS_LISTED, NO_BOX, 0, {}, {}, {}, {}};
    if (lines[j++] != "morpion-theorem 1") refuse("the first line is not `morpion-theorem 1`");
    if (is_like(lines[j], "within #,#,#,#", w)) theorem.within = box_of_words(w);
    j += theorem.within != NO_BOX;
    while (theorem.objects < 4 && lines[j] != string("objects ") + plurals[theorem.objects]) theorem.objects++;
    if (theorem.objects == 4) refuse("it does not say of which objects it speaks: " + lines[j]);
    if (is_like(lines[++j], "at-most #", w)) theorem.at_most = stoi(w[0]);
    else if (is_like(lines[j], "all-of #", w) && theorem.within == NO_BOX && theorem.objects % 2 == GAMES && stoi(w[0]) > 0)
        theorem.all_of = stoi(w[0]), theorem.at_most = theorem.all_of - 1; // the bounds of other boxes are below
    else if (theorem.within != NO_BOX || lines[j] != "at-most listed") refuse("the line of the bound is not right: " + lines[j]);
    while (++j < lines.size()) read_statement(lines[j]);
}

static bool lies_within(int box) { // up to symmetry
    bool lies = theorem.within == NO_BOX;
    for (int h = 0, w = theorem.within, b; h < 8; h++) {
        b = transformed_box(h, box);
        lies = lies || ((b & 15) <= (w & 15) && (b & 0xf0) <= (w & 0xf0) && (b & 0xf00) <= (w & 0xf00) && b >> 12 <= w >> 12);
    }
    return lies;
}

static bool no_game_arrives(int box, int grown) {
    for (int h = 0; h < 8; h++)
        if (theorem.arrivals.count({transformed_box(h, box), transformed_box(h, grown)})) return true;
    return false;
}

static int must_be_listed(int box) { // with what is returned: M, not above the theorem's bound, EMPTY or ALL_OF
    auto found = theorem.boxes.find(box);
    if (found == theorem.boxes.end()) refuse("the box " + text_of_box(box) + " is not listed");
    if (found->second > theorem.at_most) refuse("the bound of the box " + text_of_box(box) + " is above the theorem's");
    return found->second;
}

static void walk(int from, std::set<int> &r) { // over R
    static const vector<int> all = {0x1000, 0x0100, 0x0010, 0x0001, 0x1100, 0x0110, 0x0011, 0x1001}, turned = {0x1010, 0x0101, 0x1111};
    if (!r.insert(from).second || must_be_listed(from) == EMPTY) return;
    for (int grown : theorem.objects >= SYMMETRIC_GRAPHS ? turned : all) {
        int box = from + grown; // distances of what is listed are below 15
        if (lies_within(box) && !no_game_arrives(box, grown)) walk(canonical(box), r);
    }
}

static std::set<int> check_coverage() { // the boxes that the walk meets, where it is what covers
    if (theorem.boxes.empty()) refuse("no box is listed");
    std::set<int> r;
    if (theorem.at_most == AS_LISTED) return r;
    if (theorem.objects % 2 || theorem.within == NO_BOX) return walk(0, r), r; // games, or all boxes
    for (int box = 0; box < 1 << 16; box++)
        if ((theorem.objects == GRAPHS || turns_to_itself(box)) && canonical(box) == box && lies_within(box)) must_be_listed(box);
    return r;
}

// ---- Witnesses (section 7) ----
static string judge_witness(const Statement &s) { // its file stands in cert
    vector<Move> moves;
    vector<string> w;
    for (auto &line : lines_of(cert)) {
        if (!is_like(line, "~ ~ # #", w) || stoi(w[2]) > 3 || stoi(w[3]) > 4) refuse("this is no mark: " + line);
        moves.push_back({stoi(w[0]), stoi(w[1]), stoi(w[2]), stoi(w[3])});
    }
    if ((int)moves.size() != s.n) refuse("it has " + to_string(moves.size()) + " moves");
    string fault = fault_of(moves, theorem.objects, s.box);
    if (!fault.empty()) refuse(fault);
    return string("there is a ") + kinds[theorem.objects] + " of " + to_string(s.n) + " moves with the bounding box " + text_of_box(s.box);
}

// ---- What is said ----
static int worst = 0; // of all exit statuses
static void say(const string &name, int status, string what) {
    std::replace_if(what.begin(), what.end(), [](char c) { return c < ' ' || c > '~'; }, '?'); // it may quote a damaged file
    std::cout << name << ": " << what << std::endl;
    worst = std::max(worst, status);
}

static string several(uint64_t n, const string &noun) { return to_string(n) + " " + noun + (n == 1 ? "" : "s"); }

// SHA-256 (FIPS 180-4); its constants are the first 32 bits of the fractional parts of roots of the first primes.
static string digest(string text) {
    uint32_t k[64], h[8], w[64];
    auto fraction = [](double root) { return (uint32_t)(uint64_t)((root - floor(root)) * 4294967296.0); };
    auto turned = [](uint32_t x, int by) { return x >> by | x << (32 - by); };
    for (int p = 2, q = 2, n = 0; n < 64; q = 2, p++) {
        while (p % q) q++;
        if (q == p && n < 8) h[n] = fraction(sqrt(p));
        if (q == p) k[n++] = fraction(cbrt(p));
    }
    uint64_t bits = text.size() * 8;
    for (text += (char)128; text.size() % 64 != 56;) text += '\0';
    for (int j = 56; j >= 0; j -= 8) text += (char)(bits >> j);
    for (size_t block = 0; block < text.size(); block += 64) {
        for (size_t j = 0; j < 64; j++) w[j / 4] = w[j / 4] << 8 | (uint8_t)text[block + j];
        for (int j = 16; j < 64; j++) {
            uint32_t x = w[j - 15], y = w[j - 2];
            w[j] = w[j - 16] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3) + w[j - 7] + (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
        }
        uint32_t s[8];
        std::copy_n(h, 8, s);
        for (int j = 0; j < 64; j++) {
            uint32_t first = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[j] + w[j];
            uint32_t second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            std::copy_backward(s, s + 7, s + 8);
            s[4] += first, s[0] = first + second;
        }
        for (int j = 0; j < 8; j++) h[j] += s[j];
    }
    char hex[65];
    for (int j = 0; j < 8; j++) snprintf(hex + 8 * j, 9, "%08x", h[j]);
    return hex;
}

static string text_of_list(const std::set<Moves> &list) {
    string text = "morpion-positions 1\n";
    for (auto &moves : list)
        for (auto &m : moves) {
            text += to_string(m.x) + "," + to_string(m.y) + "," + to_string(m.d) + "," + to_string(m.i);
            text += &m == &moves.back() ? '\n' : ' ';
        }
    return text;
}

static string sets_of_dots(const std::set<Moves> &list) {
    std::set<Moves> sets;
    for (auto &moves : list) sets.insert(least_image(moves, true));
    return several(sets.size(), "set") + " of dots";
}

static string claim() {
    string kind = string("no ") + kinds[objects];
    for (auto &a : arrivals)
        if (a.sides == arrival) return "no game arrives at the box " + text_of_box(box) + " by its " + a.word + (strchr(a.word, '-') ? " corner" : " side");
    if (!gain) return kind + " has exactly the bounding box " + text_of_box(box);
    return kind + " whose bounding box is exactly " + text_of_box(box) + " has " + to_string(k_of_claim) + " or more moves";
}

static string claim_with_list() { // after the tree
    if (listings.objects == 0) return claim() + (lists ? ": none is listed" : "");
    string listed = several((uint64_t)listings.objects, "position"), classes = to_string(positions.size());
    return string("all ") + kinds[objects] + "s with at least " + several((uint64_t)k_of_claim, "move") + " whose bounding box is exactly " + text_of_box(box) +
           " end in one" + (listings.objects > 1 ? " of " + listed + ", " + classes + " up to symmetry, on " + sets_of_dots(positions) : " position");
}

// Does the certificate claim what the theorem needs? Graphs serve for games, and all objects for symmetric ones.
static void compare_claim(const Statement &s) {
    bool serves = (objects & ~theorem.objects) == 0, bound = s.what == BOX && s.n != EMPTY, listed = s.what == BOX && s.n == ALL_OF;
    int64_t k = listed ? theorem.all_of : s.n + 1;
    if (listed && objects != theorem.objects) serves = false;
    bool same = box == s.box && gain == bound && arrival == (s.what == ARRIVAL ? s.n : 0);
    if (!serves || !same || (bound && k_of_claim != k) || listed != lists) refuse("it claims something else: " + claim());
}

static string judge_certificate(const Statement *s) {
    read_header();
    if (s) compare_claim(*s);
    lay_out_box();
    read_node(root_closes(), 0, 0);
    if (at != cert.size()) refuse("something follows the root node");
    if (opens) throw Refusal{1, "unfinished: " + to_string(opens) + " nodes are open"};
    if (s && s->n == ALL_OF) theorem.positions.insert(positions.begin(), positions.end());
    string work = several((uint64_t)nodes, "node") + ", " + several((uint64_t)evaluations, "evaluation");
    if (listings.listings)
        work += ", " + several((uint64_t)listings.listings, "listing") + " of " + several((uint64_t)listings.steps, "step") + ", at most " + to_string(listings.most);
    return claim_with_list() + " (" + work + ")";
}

static bool judge(const string &name, const string &path, const Statement *s) { // a certificate, alone or a statement's; or a witness
    at = 0, nodes = 0, opens = 0;
    try {
        cert = load(path);
        return say(name, 0, "valid: " + (s && s->what == WITNESS ? judge_witness(*s) : judge_certificate(s))), true;
    } catch (const Refusal &r) { say(name, r.status, r.reason + " (byte " + to_string(at) + ", node " + to_string(nodes) + ")"); }
    return false;
}

static string census() {
    string k = several((uint64_t)theorem.all_of, "move"), object = kinds[theorem.objects];
    size_t n = theorem.positions.size();
    bool longer = false;
    for (auto &moves : theorem.positions) longer = longer || (int)moves.size() > theorem.all_of;
    if (longer) k = to_string(theorem.all_of) + " or more moves";
    return "up to symmetry exactly " + several(n, "position") + " of " + object + "s with " + k + (n == 1 ? " exists" : " exist") +
           (longer ? "" : ", and none with more") + (n == 1 ? "; it lies on " : "; they lie on ") + sets_of_dots(theorem.positions) +
           "; the SHA-256 of the list is " + digest(text_of_list(theorem.positions));
}

static string conclusion(const std::set<int> &covered) {
    if (!theorem.positions.empty()) return census();
    string what = string("no ") + kinds[theorem.objects], within = text_of_box(theorem.within);
    if (theorem.at_most == AS_LISTED) return what + " with a listed bounding box, up to symmetry, has more moves than is listed";
    if (theorem.within != NO_BOX) what += " whose bounding box lies within " + within + ", up to symmetry,";
    what += " has more than " + to_string(theorem.at_most) + " moves";
    if (theorem.objects % 2 || theorem.within != NO_BOX) return what;
    // A graph may lie in a box that no game comes to.
    what += " if its bounding box is, up to symmetry, one of";
    for (int box : covered) what += " " + text_of_box(box);
    return what;
}

#include "octagons.hpp"

static void judge_octagons(const string &name) {
    nodes = 0, evaluations = 0;
    try {
        say(name, 0, octagons::judge());
    } catch (const Refusal &r) { say(name, r.status, r.reason + " (byte " + to_string(at) + ", node " + to_string(nodes) + ")"); }
}

static void judge_path(const string &path) {
    string folder = path.substr(0, path.rfind('/') + 1), name = path.substr(folder.size());
    std::set<int> covered;
    try {
        string text = load(path);
        if (!text.compare(0, strlen(octagons::first_words), octagons::first_words)) return cert = text, judge_octagons(name);
        if (text.compare(0, 8, "morpion-")) return (void)judge(name, path, nullptr);
        read_theorem(text);
        covered = check_coverage();
    } catch (const Refusal &r) { return say(name, r.status, r.reason); }
    long failed = 0;
    for (auto &s : theorem.statements) failed += !judge(s.file, folder + s.file, &s);
    if (failed) say(name, 1, "rejected: " + to_string(failed) + " of its statements do not hold");
    else say(name, 0, "proven: " + conclusion(covered));
}

int main(int count, char **paths) {
    if (count < 2) return std::cerr << "usage: reader PATH...   (certificates, packed or not, and theorem files)\n", 2;
    for (int j = 1; j < count; j++) judge_path(paths[j]);
    octagons::judge_parts();
    return std::cout.flush() ? worst : 2; // what nobody could read was not said
}
