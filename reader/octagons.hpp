// Certificates about octagons of 5T, written from paper/octagon-certificate.md and paper/octagons.md alone. Part of reader.cpp, which has what
// reads files and says what they show. Names are the pages'; every row is computed by itself, a cell after the other.
#include <array>

namespace octagons {
enum { U = 4096, NEVER = -(1 << 29), LIMIT = 1 << 18, ROWS = 144, LAYER_MAX = 28, PATHS = 86, TABLE = 8064 };
using std::array, std::max, std::min;

// ---- How large lambda has to be (octagons.md, section 4) ----
struct Fraction { int64_t over, under; };
static void raise(Fraction &f, int64_t over, int64_t under) {
    if (under <= 0) refuse("the program of section 4 divides by what is not positive"); // it does not: 17 million cases
    if (over * f.under > f.over * under) f = {over, under};
}
static Fraction lambda0[ROWS + 1], lambda1[ROWS + 1];
static int rest[LAYER_MAX + 1][LAYER_MAX + 1][PATHS + 1]; // the most dots after two layers, for so many paths

static int begun(int before, int last, int next) { // paths that begin in a layer at least
    if (!next) return 0;
    return 1 + max(0, next - before) + (next > last ? 2 * (next - last) : next == last);
}

static void fill_rest() {
    for (int w = 0; w <= PATHS; w++)
        for (int empty = 2; empty >= 0; empty--) // first what follows two empty layers, then what follows one
            for (int p = 0; p <= LAYER_MAX; p++)
                for (int q = 0; q <= LAYER_MAX; q++) {
                    if ((q ? 0 : p ? 1 : 2) != empty) continue;
                    int most = 0;
                    for (int n = 0; n <= LAYER_MAX; n++)
                        if (begun(p, q, n) <= w && (n || empty < 2)) most = max(most, n + rest[q][n][w - begun(p, q, n)]);
                    rest[p][q][w] = most;
                }
}

static void fill_lambdas() {
    if (lambda0[0].under) return;
    fill_rest();
    vector<Fraction> worst0(PATHS + 1, {1, 1}), worst1(PATHS + 1, {1, 1}); // by w - n1
    int n[7] = {0, 0};                                                      // two empty layers, then the five
    auto layer = [&](auto &self, int k, int paths, int dots) -> void {
        if (k == 7) {
            if (!dots) return;
            int n1 = n[2], t2 = min(n1, n[4]), t3 = min(t2, n[6]);
            for (int w = paths; 2 * w - n1 <= ROWS; w++) {
                int most = dots + rest[n[5]][n[6]][w - paths], lines = n1 + t2 + t3;
                raise(worst0[(size_t)(w - n1)], most, w - n1);
                raise(worst1[(size_t)(w - n1)], most - lines, w - n1 - lines);
            }
            return;
        }
        for (n[k] = 0; n[k] <= LAYER_MAX; n[k]++) {
            int sum = paths + begun(n[k - 2], n[k - 1], n[k]);
            if (2 * sum - n[2] <= ROWS) self(self, k + 1, sum, dots + n[k]);
        }
    };
    layer(layer, 2, 0, 0);
    for (int r = 0; r <= ROWS; r++) {
        lambda0[r] = lambda1[r] = {1, 1};
        for (int v = 0; v <= min((int)PATHS, ROWS - r); v++) {
            raise(lambda0[r], worst0[(size_t)v].over, worst0[(size_t)v].under);
            raise(lambda1[r], worst1[(size_t)v].over, worst1[(size_t)v].under);
        }
    }
}

// ---- The list (section 1) ----
struct Octagon { int X, Y, a, b, c, d; };
static bool is_listed(const Octagon &o, int N) {
    array<int, 4> corners = {o.a, o.b, o.c, o.d}, images[7] = {{o.b, o.a, o.d, o.c}, {o.d, o.c, o.b, o.a}, {o.c, o.d, o.a, o.b},
        {o.a, o.d, o.c, o.b}, {o.d, o.a, o.b, o.c}, {o.b, o.c, o.d, o.a}, {o.c, o.b, o.a, o.d}};
    int r = 3 * (o.X + o.Y) + 4, cells = (o.X + 1) * (o.Y + 1);
    for (int by : corners) r -= by, cells -= by * (by + 1) / 2;
    if (r > ROWS || (ROWS - r) * lambda0[r].over + (cells - 36 - N - 1) * lambda0[r].under < 0) return false;
    for (int i = 0; i < (o.X == o.Y ? 7 : 3); i++)
        if (images[i] < corners) return false;
    return true;
}

static vector<Octagon> list_for(int N) {
    vector<Octagon> list;
    for (int X = 3; X <= 45; X++)
        for (int Y = X; Y <= 45; Y++)
            for (int a = 1; a < X; a++)
                for (int b = a; a + b < Y; b++) // a is the least of the four, or an image is smaller
                    for (int c = a; b + c < X; c++)
                        for (int d = max(a, 3 * (X + Y) + 4 - a - b - c - ROWS); a + d < X && c + d < Y; d++)
                            if (is_listed({X, Y, a, b, c, d}, N)) list.push_back({X, Y, a, b, c, d});
    return list;
}

// ---- Rows, cells and pairs ----
enum Asked { DOT, LINE, INSIDE, OUT, FIRST, LAST, BOTH };
static const int step_x[4] = {1, 0, 1, 1}, step_y[4] = {0, 1, -1, 1};
struct Row { int e, w, side; vector<int> cells, pairs; bool in_box[2]; };
static Octagon O;
static vector<array<int, 2>> cells;
static vector<Row> rows;
static vector<array<int, 4>> outside; // the numbers of the pairs of each cell outside, or -1
static int pair_count;

static int place(int e, int x, int y) { return e == 0 ? y : e == 1 ? x : e == 2 ? x + y : x - y; }
static int least(int e) { return e < 2 ? 0 : e == 2 ? O.c : O.d - O.Y; }
static int greatest(int e) { return e == 0 ? O.Y : e == 1 ? O.X : e == 2 ? O.X + O.Y - O.a : O.X - O.b; }
static bool in_octagon(int x, int y) {
    for (int e = 0; e < 4; e++)
        if (place(e, x, y) < least(e) || place(e, x, y) > greatest(e)) return false;
    return true;
}
static bool in_box(int x, int y) { return x >= 0 && x <= O.X && y >= 0 && y <= O.Y; }

static void lay_out(const Octagon &o) {
    O = o, cells.clear(), rows.clear(), outside.clear(), pair_count = 0;
    std::map<array<int, 2>, int> number, beyond;
    for (int y = 0; y <= O.Y; y++)
        for (int x = 0; x <= O.X; x++)
            if (in_octagon(x, y)) number[{x, y}] = (int)cells.size(), cells.push_back({x, y});
    array<int, 2> sides[8] = {{0, O.Y}, {2, greatest(2)}, {1, O.X}, {3, greatest(3)}, {0, 0}, {2, O.c}, {1, 0}, {3, least(3)}};
    for (int e = 0; e < 4; e++)
        for (int w = least(e); w <= greatest(e); w++) {
            Row row = {e, w, -1, {}, {}, {}};
            for (int s = 0; s < 8; s++)
                if (sides[s] == array<int, 2>{e, w}) row.side = s;
            int x = 0, y = 0; // by ascending x, in direction 1 by ascending y
            if (e == 0) y = w;
            if (e == 1) x = w;
            if (e == 2) y = w;
            if (e == 3) y = -w;
            while (!in_octagon(x, y)) x += step_x[e], y += step_y[e];
            int ends[2][2] = {{x - step_x[e], y - step_y[e]}, {}};
            for (; in_octagon(x, y); x += step_x[e], y += step_y[e]) row.cells.push_back(number[{x, y}]);
            ends[1][0] = x, ends[1][1] = y;
            for (int end = 0; end < 2; end++) {
                row.in_box[end] = in_box(ends[end][0], ends[end][1]);
                for (int j = 0, to = end ? 1 : -1; j < 3 && row.cells.size() > 1; j++) {
                    array<int, 2> v = {ends[end][0] + to * j * step_x[e], ends[end][1] + to * j * step_y[e]};
                    if (!beyond.count(v)) beyond[v] = (int)outside.size(), outside.push_back({-1, -1, -1, -1});
                    row.pairs.push_back(outside[(size_t)beyond[v]][(size_t)e] = pair_count++);
                }
            }
            rows.push_back(row);
        }
}

// ---- Prices (section 2) ----
struct Prices { int L; vector<array<int, 3>> u; vector<int> q; };
static int L_min;
static int price(const Prices &at, int cell, int e) {
    auto &u = at.u[(size_t)cell];
    return at.L - U / 4 + (e < 3 ? u[(size_t)e] : -u[0] - u[1] - u[2]);
}

static void fit(vector<int> &q, int most) {
    for (auto &pairs : outside) {
        vector<int *> of;
        for (int pair : pairs)
            if (pair >= 0) of.push_back(&q[(size_t)pair]), *of.back() = max(0, *of.back());
        for (;;) {
            int z = 0, k = 0;
            for (int *p : of) z += *p, k += *p > 0;
            if (z <= most) break;
            int t = (z - most + k - 1) / k;
            for (int *p : of) *p = max(0, *p - t);
        }
    }
}

static bool is_legal(const Prices &at) {
    bool legal = at.L >= L_min && at.L <= LIMIT;
    for (auto &u : at.u)
        for (int e = 0; e < 3; e++) legal = legal && std::abs(u[(size_t)e]) <= LIMIT;
    for (auto &pairs : outside) {
        int z = 0;
        for (int pair : pairs)
            if (pair >= 0) legal = legal && at.q[(size_t)pair] >= 0, z += at.q[(size_t)pair];
        legal = legal && z <= at.L - U;
    }
    return legal;
}

// ---- Fillings (sections 3 and 5) ----
static int k_soft = -1;       // the smoothness; below 0 the greater number is taken
static vector<int> tape;      // the weights of all soft maxima of a row, handed back in the opposite order
static int joined(int a, int b) {
    if (k_soft < 0) return max(a, b);
    int d = a - b, w = min(max(d + (1 << k_soft), 0), 1 << (k_soft + 1));
    tape.push_back(w);
    return b + ((w * w) >> (k_soft + 2)) + max(0, d - (1 << k_soft));
}
static int split(int &m) { // takes the part of the last soft maximum's first argument from m
    int part = (m * tape.back()) >> (k_soft + 1);
    tape.pop_back();
    return m -= part, part;
}

static const Prices *prices_at;
static const Row *row_at;
static int p[46], q[6], n, asked, L;
static int sum(const int *of, int from, int to) {
    int s = 0;
    for (int i = from; i <= to; i++) s += of[i];
    return s;
}
static bool lines_inside() { return asked <= INSIDE; }
static int first_layer() { return asked == INSIDE ? 0 : 1; }
static bool allows_first() { return asked != LAST; }
static bool allows_last() { return asked != FIRST; }
static bool last_from_both() { return asked == LINE || asked == OUT || asked == LAST; }
static bool ends_without() { return asked != LAST && asked != BOTH; }
static bool allows_across() { return (n == 2 || n == 3) && (asked == DOT || asked == LINE || asked == OUT || asked == BOTH); }

static int value() { // of the best filling, or the soft one
    int F[2] = {asked == DOT ? NEVER : 0, NEVER}, G[46][2];
    tape.clear();
    for (int i = 0; i < n; i++) {
        int D[2] = {F[0] - p[i], F[1] - p[i]};
        if (asked == DOT) D[0] = NEVER, D[1] = joined(F[1], 0) - p[i];
        if (i >= 4 && lines_inside()) {
            int from = joined(G[i - 4][0], G[i - 4][1]);
            D[1] = joined(from + 4 * L - sum(p, i - 3, i), D[1]);
        }
        if (i >= 1 && i <= 3 && allows_first()) {
            int &to = D[first_layer()];
            to = joined(i * L - sum(p, 0, i) - sum(q, 0, 3 - i), to);
        }
        for (int s = 0; s < 2; s++) G[i][s] = D[s], F[s] = joined(D[s], F[s]);
    }
    int V = ends_without() ? F[1] : NEVER;
    for (int k = 1; k <= 3 && k < n && allows_last(); k++) {
        int H = last_from_both() ? joined(G[n - 1 - k][0], G[n - 1 - k][1]) : G[n - 1 - k][1];
        V = joined(H + k * L - sum(p, n - k, n - 1) - sum(q, 3, 6 - k), V);
    }
    for (int a = 1; allows_across() && a <= 4 - n; a++)
        V = joined((n - 1) * L - sum(p, 0, n - 1) - sum(q, 0, a - 1) - sum(q, 3, 7 - n - a), V);
    return V;
}

static int x[46], y[6];
static void add(int *to, int from, int last, int t) {
    for (int i = from; i <= last; i++) to[i] += t;
}
static int hand_back() { // fills x and y, returns sigma
    int m = 1 << 14, mG[46][2] = {}, sigma = 0;
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    for (int a = 4 - n; allows_across() && a >= 1; a--) {
        int t = split(m);
        add(x, 0, n - 1, t), add(y, 0, a - 1, t), add(y, 3, 7 - n - a, t), sigma += (n - 1) * t;
    }
    for (int k = min(3, n - 1); k >= 1 && allows_last(); k--) {
        int t = split(m);
        add(x, n - k, n - 1, t), add(y, 3, 6 - k, t), sigma += k * t;
        if (last_from_both()) mG[n - 1 - k][0] += split(t);
        mG[n - 1 - k][1] += t;
    }
    int mF[2] = {0, ends_without() ? m : 0};
    for (int i = n - 1; i >= 0; i--) {
        for (int s = 1; s >= 0; s--) mG[i][s] += split(mF[s]);
        if (i >= 1 && i <= 3 && allows_first()) {
            int t = split(mG[i][first_layer()]);
            add(x, 0, i, t), add(y, 0, 3 - i, t), sigma += i * t;
        }
        if (i >= 4 && lines_inside()) {
            int t = split(mG[i][1]);
            add(x, i - 3, i, t), sigma += 4 * t;
            mG[i - 4][0] += split(t), mG[i - 4][1] += t;
        }
        x[i] += mG[i][0] + mG[i][1];
        if (asked == DOT) mF[1] += split(mG[i][1]);
        else mF[0] += mG[i][0], mF[1] += mG[i][1];
    }
    return sigma;
}

static void take(const Row &row, const Prices &at, const array<int, 8> &sides) {
    row_at = &row, prices_at = &at, n = (int)row.cells.size(), L = at.L, asked = row.side < 0 ? (int)DOT : sides[(size_t)row.side];
    for (int i = 0; i < n; i++) p[i] = price(at, row.cells[(size_t)i], row.e);
    for (int j = 0; j < (int)row.pairs.size(); j++) q[j] = at.q[(size_t)row.pairs[(size_t)j]];
}

static int64_t bound(const Prices &at, const array<int, 8> &sides) {
    int64_t all = 36 * (4 * (int64_t)at.L - U);
    k_soft = -1;
    for (auto &row : rows) take(row, at, sides), all += value();
    return all;
}

// ---- Tables (section 4) ----
struct Table { array<int, TABLE> number; };
static Prices from_table(const Table &table, int lambda) {
    const int *A = table.number.data(), *B = A + 1104, *T = B + 5376, *C = T + 1008;
    Prices at = {lambda, vector<array<int, 3>>(cells.size()), vector<int>((size_t)pair_count)};
    vector<array<int64_t, 4>> s(cells.size());
    auto depth = [](int e, int w) { return min(w - least(e), greatest(e) - w); };
    vector<int64_t> c((size_t)pair_count);
    for (auto &row : rows) {
        int size = (int)row.cells.size(), tau = row.e > 1, delta = depth(row.e, row.w);
        int kind[2] = {row.in_box[0] != (tau == 1), row.in_box[1] != (tau == 1)};
        for (int i = 0; i < size; i++) {
            auto &cell = cells[(size_t)row.cells[(size_t)i]];
            int d[4], other = size - 1 - i;
            for (int e = 0; e < 4; e++) d[e] = depth(e, place(e, cell[0], cell[1]));
            int epsilon = i < other ? kind[0] : i > other ? kind[1] : min(kind[0], kind[1]);
            int t = min(i, other), f = max(i, other) <= 5, h = min(d[0], d[1]), g = min(d[2], d[3]);
            int r = 2 * tau + (delta > (tau ? g : h));
            s[(size_t)row.cells[(size_t)i]][(size_t)row.e] = A[(12 * tau + min(delta, 11)) * 46 + min(size, 45)] +
                B[((((2 * tau + epsilon) * 14 + min(t, 13)) * 12 + min(delta, 11)) * 2 + f) * 4 + size % 4] +
                T[(18 * min(h, 13) + min(g, 17)) * 4 + r];
        }
        for (int j = 0; j < (int)row.pairs.size(); j++)
            c[(size_t)row.pairs[(size_t)j]] = C[(((2 * tau + kind[j / 3]) * 3 + j % 3) * 12 + min(delta, 11)) * 4 + size % 4];
    }
    for (size_t i = 0; i < cells.size(); i++)
        for (size_t e = 0; e < 3; e++) {
            int64_t u = ((4 * s[i][e] - s[i][0] - s[i][1] - s[i][2] - s[i][3]) * lambda) >> 16;
            at.u[i][e] = (int)min<int64_t>(max<int64_t>(u, -LIMIT), LIMIT);
        }
    for (auto &pairs : outside) {
        int64_t z = 0;
        for (int pair : pairs) z += pair < 0 ? 0 : c[(size_t)pair];
        for (int pair : pairs)
            if (pair >= 0) at.q[(size_t)pair] = (int)((lambda - U) * c[(size_t)pair] / (1024 + z));
    }
    return at;
}

// ---- Steps (section 6) ----
struct Step { int k, alpha, beta, gamma, kappa; };
static int clamp(int64_t a, int64_t low, int64_t high) { return (int)min(max(a, low), high); }
static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static void make(const Step &step, Prices &now, Prices &ahead, const array<int, 8> &sides) {
    vector<array<int, 4>> weight(cells.size());
    vector<int> paid((size_t)pair_count);
    int64_t w = (int64_t)ROWS << 14, spent = 0;
    for (auto &row : rows) {
        take(row, ahead, sides);
        k_soft = step.k, value(), w += hand_back();
        for (int i = 0; i < n; i++) weight[(size_t)row.cells[(size_t)i]][(size_t)row.e] = x[i], w -= x[i];
        for (int j = 0; j < (int)row.pairs.size(); j++) paid[(size_t)row.pairs[(size_t)j]] = y[j], spent += (int64_t)q[j] * y[j];
    }
    if (ahead.L != U) w -= floor_of(spent, ahead.L - U);
    w = min<int64_t>(max<int64_t>(w, -(1 << 27)), 1 << 27);
    Prices next = ahead;
    next.L = clamp(ahead.L - (int64_t)clamp(((int64_t)step.alpha * step.gamma * w) >> 26, -step.kappa, step.kappa), L_min, LIMIT);
    for (size_t i = 0; i < cells.size(); i++)
        for (size_t e = 0; e < 3; e++) {
            int over = 4 * weight[i][e] - weight[i][0] - weight[i][1] - weight[i][2] - weight[i][3];
            next.u[i][e] = clamp(ahead.u[i][e] + ((step.alpha * over + (1 << 15)) >> 16), -LIMIT, LIMIT);
        }
    for (size_t j = 0; j < paid.size(); j++) next.q[j] = ahead.q[j] + ((step.alpha * paid[j] + (1 << 13)) >> 14);
    fit(next.q, next.L - U);
    auto further = [&](int to, int from) { return to + ((step.beta * (to - from) + (1 << 7)) >> 8); };
    ahead.L = clamp(further(next.L, now.L), L_min, LIMIT);
    for (size_t i = 0; i < cells.size(); i++)
        for (size_t e = 0; e < 3; e++) ahead.u[i][e] = clamp(further(next.u[i][e], now.u[i][e]), -LIMIT, LIMIT);
    for (size_t j = 0; j < paid.size(); j++) ahead.q[j] = further(next.q[j], now.q[j]);
    now = next;
}

// ---- The certificate (section 7) ----
static const char *const first_words = "morpion-octagons 1 5T at-most ";
static int64_t take_bytes(int count) {
    int64_t value = 0;
    for (int i = 0; i < count; i++) {
        if (at >= cert.size()) refuse("the certificate ends too early");
        value |= (int64_t)(uint8_t)cert[at++] << 8 * i;
    }
    return value;
}

static int64_t at_most;
static vector<vector<Step>> schedules;
static void node(Prices now, const array<int, 8> &sides) {
    size_t schedule = (size_t)take_bytes(1), steps = (size_t)take_bytes(2);
    int end = (int)take_bytes(1);
    if (schedule >= schedules.size() || steps > schedules[schedule].size()) refuse("a schedule is not there, or too short");
    nodes++;
    Prices ahead = now;
    for (size_t i = 0; i < steps; i++) make(schedules[schedule][i], now, ahead, sides), evaluations++;
    if (end == 0) {
        if (!is_legal(now)) refuse("prices are out of their limits: a fault of this reader");
        if (bound(now, sides) >= (at_most + 1) * U) refuse("the bound of an octagon is not small enough");
        return;
    }
    if (end > 16) refuse("a byte is no way to end a node");
    size_t side = (size_t)(end - 1) % 8;
    if (sides[side] != (end <= 8 ? LINE : OUT)) refuse("a question is asked that is not open");
    for (int answer = end <= 8 ? INSIDE : FIRST; answer <= (end <= 8 ? OUT : BOTH); answer++) {
        array<int, 8> answered = sides;
        answered[side] = answer;
        node(now, answered);
    }
}

struct Part { size_t from, to, all; };
static std::map<int64_t, vector<Part>> parts; // by N, of all files

static string judge() { // the certificate in cert
    at = strlen(first_words);
    size_t end = cert.find('\n', at);
    string digits = end == string::npos ? "" : cert.substr(at, end - at);
    if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != string::npos || digits[0] == '0')
        refuse("the first line is not that of a certificate about octagons");
    at_most = stol(digits), at = end + 1;
    if (at_most < 402) refuse("fewer than 402 moves");
    size_t from = (size_t)take_bytes(4), to = (size_t)take_bytes(4), count = (size_t)take_bytes(1);
    if (count > 127) refuse("more than 127 tables");
    vector<Table> tables(count);
    for (auto &table : tables)
        for (int i = 0; i < TABLE; i++) {
            int number = (int)take_bytes(2);
            table.number[(size_t)i] = i < TABLE - 576 && number >= 1 << 15 ? number - (1 << 16) : number;
        }
    schedules.assign((size_t)take_bytes(1), {});
    for (auto &schedule : schedules)
        for (int64_t i = take_bytes(2); i > 0; i--) {
            int k = (int)take_bytes(1), alpha = (int)take_bytes(2), beta = (int)take_bytes(1);
            int gamma = (int)take_bytes(2), kappa = (int)take_bytes(2);
            if (k > 13 || alpha > 1 << 14) refuse("a parameter of a step is out of range");
            schedule.push_back({k, alpha, beta, gamma, kappa});
        }
    fill_lambdas();
    vector<Octagon> list = list_for((int)at_most);
    if (from > to || to > list.size()) refuse("it names octagons that are not in the list");
    for (size_t i = from; i < to; i++) {
        lay_out(list[i]);
        Fraction lambda = lambda1[rows.size()];
        L_min = (int)((lambda.over * U + lambda.under - 1) / lambda.under);
        size_t table = (size_t)take_bytes(1);
        int v = (int)take_bytes(1);
        if (table >= tables.size()) refuse("a table is not there");
        node(from_table(tables[table], max(L_min, v * U / 8)), {LINE, LINE, LINE, LINE, LINE, LINE, LINE, LINE});
    }
    if (at != cert.size()) refuse("something follows the last octagon");
    string work = " (" + to_string(nodes) + " nodes, " + to_string(evaluations) + " steps)";
    if (from == 0 && to == list.size()) return "valid: no game of 5T has more than " + digits + " moves" + work;
    parts[at_most].push_back({from, to, list.size()});
    return "a part: octagons " + to_string(from) + " up to " + to_string(to) + " of " + to_string(list.size()) + " hold no more than " + digits +
           " moves" + work;
}

static void judge_parts() {
    for (auto &[moves, some] : parts) {
        std::sort(some.begin(), some.end(), [](const Part &a, const Part &b) { return a.from < b.from; });
        size_t reach = 0;
        for (auto &part : some)
            if (part.from <= reach) reach = max(reach, part.to);
        string name = "the parts for " + to_string(moves) + " moves";
        if (reach == some[0].all) say(name, 0, "valid: no game of 5T has more than " + to_string(moves) + " moves");
        else say(name, 1, "unfinished: they are not all of the list");
    }
}
} // namespace octagons
