// Writes what a certificate shows of graphs as a proof that VeriPB checks (format 3.0), for the integer program of the same claim:
//
//     morpion model BOX --at-least K --format opb --output box.opb      (of boxes shown empty without --at-least)
//     veripb_proof box.opb CERTIFICATE >box.pbp
//     veripb --opb box.opb box.pbp
//
// The bound of a node (section 3 of paper/certificate.md) is a sum of rows: L4 of a slot times its multiplier, L5 of a side times its
// own, the row of the objective times 1024, and L3 of a cell so often that its cheapest mark, or its dot, costs nothing. Such a sum is a
// row that holds of all graphs, so nothing has to be said of the node. What the rules P1 to P5 and P10 and fixing conclude, VeriPB finds
// by unit propagation of these rows. Each node ends with the clause that its decisions cannot all hold, and what it needed is deleted.
// MIRROR is written without symmetry: its first node again for every image of its cell, under the names that the symmetry gives.
// It holds the reader itself. Order, half turns and useless dots are not in the integer program: certificates that need them are refused.
#define main reader_main
#include "reader.cpp"
#undef main
#include <memory>

// ---- The integer program, by the names in its comments ----
static std::map<string, int> ids; // of rows, as VeriPB counts them, and of variables
static int64_t last_id; // of the rows so far

static void read_program(const string &text) {
    std::istringstream lines(text);
    string comment;
    for (string line; getline(lines, line);) {
        size_t equals = line.find(" = ");
        if (line.compare(0, 3, "* x") == 0 && equals != string::npos) ids[line.substr(equals + 3)] = stoi(line.substr(3));
        if (line.compare(0, 2, "* ") == 0) comment = line.substr(2);
        if (line[0] != '+' && line[0] != '-') continue;
        ids[comment] = (int)last_id + 1;
        last_id += line.find(" = ") == string::npos ? 1 : 2; // an equation is two rows: at least, and at most
    }
}

static int id_of(const string &name) {
    auto found = ids.find(name);
    return found == ids.end() ? 0 : found->second;
}
static string coordinate(int x) { return (x < 0 ? "m" : "") + to_string(abs(x)); }

static int mirror, turns = 1, turn; // the h of MIRROR, how often it may be applied before cells come back, and how often it is now
static int turned(int v) {
    for (int k = 0; k < turn; k++) v = transformed(mirror, v);
    return v;
}
static string place(int v) { return "_" + coordinate(column[v]) + "_" + coordinate(row[v]); }

// Of the line of direction d that starts at s, the first cell and the direction of its image; and whether it is traversed backwards.
struct Line { int start, direction; bool backwards; };
static Line turned_line(int s, int d) {
    int a = turned(s), b = turned(s + 4 * step[d]), from = std::min(a, b), to = std::max(a, b), way = 0;
    if (row[a] != row[b] && column[a] != column[b] && (row[a] < row[b]) != (column[a] < column[b])) std::swap(from, to); // it goes up
    while (from + 4 * step[way] != to) way++;
    return {from, way, from != a};
}

static int dot_row(int v) { return id_of("L3" + place(turned(v))); }
static int slot_row(int v, int d) { // the straight of a slot at v is that of any two neighbours on it
    int neighbour = v + step[d] < last && abs(column[v + step[d]] - column[v]) < 2 && abs(row[v + step[d]] - row[v]) < 2 ? v + step[d] : v - step[d];
    int a = turned(v), b = turned(neighbour), way = 0;
    while (step[way] != b - a && step[way] != a - b) way++;
    return id_of("L4" + place(a) + "_" + to_string(way));
}
static int side_row(int k) {
    static const char *const names[4] = {"L5_top", "L5_right", "L5_bottom", "L5_left"};
    int set = 0x1000 >> 4 * k, image = 0;
    for (int j = 0; j < turn; j++) set = transformed_box(mirror, set);
    while (!distance(set, image)) image++;
    return id_of(names[image]);
}
static string dot_variable(int v) { return "x" + to_string(id_of("dot" + place(turned(v)))); }
static string move_variable(int v, int m) {
    Line line = turned_line(start_of_line(v, m), m / 5);
    int position = line.backwards ? 4 - m % 5 : m % 5;
    return "x" + to_string(id_of("move" + place(line.start) + "_" + to_string(line.direction) + "_" + to_string(position)));
}

// ---- The proof ----
static vector<string> path; // the literals of the decisions, denied
static vector<int64_t> live; // what is not deleted yet, the newest last

static void delete_from(size_t size, int64_t clause) { // all but the newest clause
    if (live.size() > size) {
        std::cout << "del id";
        for (size_t j = size; j < live.size(); j++) std::cout << " " << live[j];
        std::cout << ";\n";
    }
    live.resize(size);
    live.push_back(clause);
}

static void add(bool &any, int64_t id, int64_t factor) {
    if (id == 0 || factor == 0) return; // slots through which no line runs have no row
    std::cout << " " << id << " " << factor << (any ? " * +" : " *");
    any = true;
}

// The bound at the node's multipliers, which the exact board holds, too; with the objective's row, or, where the dots that are present demand more
// moves than the claim, without: then these dots alone are in contradiction with it.
static void write_turned_bound(bool objective) {
    bool any = false;
    std::cout << "pol";
    if (objective) add(any, id_of("at_least"), MOVE);
    for (int k = 0; k < 4; k++)
        if (sides[k].there) add(any, side_row(k), rounded(now.fine.side[k]));
    FOR_CELLS(v) for (int d = 0; d < 4; d++)
        if (exact.price[d][v]) add(any, slot_row(v, d), exact.price[d][v]);
    FOR_CELLS(v) {
        if (!exact.is_free[v] && !exact.is_present[v]) continue;
        int64_t units = objective ? MOVE : 0, earned = exact.income[v] - gain * MOVE, profit = units + earned - exact.best[v];
        int64_t times = exact.is_free[v] && profit <= 0 ? earned : exact.best[v] - units; // so the dot costs nothing, or the cheapest mark
        add(any, times > 0 ? dot_row(v) + 1 : dot_row(v), std::abs(times));
    }
    std::cout << ";\n";
    live.push_back(++last_id);
}

static void write_bound(bool objective) {
    if (!path.empty()) return write_turned_bound(objective);
    for (turn = 0; turn < turns; turn++) write_turned_bound(objective); // the images need what holds on their chain
    turn = 0;
}

static bool round_is_written(const Schedule &s) { // as round_closes
    int64_t value = improve(s);
    exact.load();
    exact.value(now.fine);
    write_bound(gain && now.present <= moves_asked_for());
    if (value < target()) return true;
    fix(value - target());
    propagate();
    if (!contradictory && value < target()) write_bound(false);
    return contradictory || value < target();
}

static bool bound_is_written(int first_schedule) { // as bounding_closes
    for (int i = 0; i < rounds; i++) {
        int total = now.total;
        if (round_is_written(schedules[i ? 2 : first_schedule])) return true;
        if (total - now.total < again) return false;
    }
    return false;
}

static bool child_is_closed(Choice c, bool first) { // as child_closes
    if (first) decide(c.v, PRESENT);
    else if (c.m == NO_MARK) decide(c.v, ABSENT), decide(c.twin, ABSENT);
    if (c.m != NO_MARK) forbid(c.v, first ? ALL_MARKS & ~(1u << c.m) : 1u << c.m);
    propagate();
    return contradictory || bound_is_written(1);
}

static void write_node(bool closed, size_t before);

// A decision's child; it leaves its clause.
static void write_child(Choice c, bool first) {
    size_t size = live.size();
    path.push_back((first ? "~" : "") + (c.m == NO_MARK ? dot_variable(c.v) : move_variable(c.v, c.m)));
    write_node(child_is_closed(c, first), size);
    path.pop_back();
}

static void write_mirror(Choice c) {
    static vector<State> kept; // outlives the recursion of chains
    size_t first_node = at;
    kept.push_back(now);
    for (int k = 0; k < turns; k++) {
        turn = k, at = first_node, now = kept.back(), contradictory = false;
        write_child(c, true);
    }
    turn = 0, now = kept.back(), contradictory = false;
    kept.pop_back();
    size_t size = live.size();
    write_node(child_is_closed(c, false), size);
}

static void write_children(Choice c) {
    auto kept = std::make_unique<State>(now);
    write_child(c, true);
    now = *kept, contradictory = false;
    write_child(c, false);
}

// Reads a node and all below it, as read_node does, and leaves one clause: the decisions on the way here cannot all hold.
static void write_node(bool closed, size_t before) {
    int op = count("an operation", 0, CELL + cells - 1);
    if (closed != (op == CLOSED)) refuse("CLOSED stands where the node is not closed, or something else where it is");
    if (op == MIRROR) write_mirror(read_choice(op, path.empty() ? mirror : OFF_CHAIN));
    else if (op == MARK || op >= CELL) write_children(read_choice(op, OFF_CHAIN));
    else if (op == OPEN) refuse("a node is open: the certificate is unfinished");
    else if (op != CLOSED) refuse("there is no operation " + to_string(op));
    std::cout << "rup";
    for (auto &literal : path) std::cout << " +1 " << literal;
    std::cout << " >= 1;\n";
    delete_from(before, ++last_id);
}

static void write_proof(const string &program, const string &certificate) {
    string text = load(program);
    read_program(text);
    cert = load(certificate);
    read_header();
    if (objects != GRAPHS || uses)
        refuse("only certificates about all graphs, with uses 0, can be written for VeriPB: its integer program knows no games, so no LISTED, "
               "no half turns and no useless dots");
    lay_out_box();
    string title = "5D, box (" + text_of_box(box) + "): L1-L5";
    if (text.find(title + "\n") == string::npos && text.find(title + ", at least ") == string::npos) refuse("the integer program is not that of this box");
    std::cout << "pseudo-Boolean proof version 3.0\nf " << last_id << ";\n";
    if (gain) { // P10: as many dots as moves
        bool any = false;
        std::cout << "pol";
        add(any, id_of("at_least"), 1);
        FOR_CELLS(v) add(any, dot_row(v), 1);
        std::cout << ";\n", ++last_id;
    }
    if (cert[at] == MIRROR) mirror = cert[at + 1] & 7, turns = mirror == 5 || mirror == 6 ? 4 : 2;
    start_state();
    propagate();
    bool closed = contradictory || bound_is_written(0);
    write_node(closed, 0);
    if (at != cert.size()) refuse("something follows the root node");
    std::cout << "output NONE;\nconclusion BOUNDS INF : " << last_id << " INF;\nend pseudo-Boolean proof;\n";
}

int main(int count, char **paths) {
    if (count != 3) std::cerr << "usage: veripb_proof PROGRAM.opb CERTIFICATE >PROOF.pbp\n";
    if (count != 3) return 2;
    std::ios::sync_with_stdio(false);
    try {
        write_proof(paths[1], paths[2]);
    } catch (const Refusal &r) { return std::cerr << "veripb_proof: " << r.reason << "\n", r.status; }
    return 0;
}
