// The part of compare.cpp about listings: certificates damaged as trees, so that they can still be read, and games planted in trees.
#include <memory>

// ---- Trees (section 5 of paper/certificate.md) ----
// Fields of the header by their places in it, and one operation with the numbers that follow it.
enum { BOX_AT = 1, OBJECTS_AT = 5, USES_AT = 7, LISTS_AT = 8, K_AT = 9, ARRIVAL_AT = 12, FIELDS = 28 };
struct Operation { int64_t op, a, b; }; // a, b: of LISTED n; of MARK v m; of MIRROR h v
struct Tree {
    string name;
    vector<int64_t> header;
    vector<Operation> nodes;
    vector<size_t> ends, parents; // where what is below a node ends; the root is its own parent
    vector<size_t> listed;        // the nodes with LISTED
};

static bool has_children(const Operation &node) { return node.op == MARK || node.op == MIRROR || node.op >= CELL; }

static void find_relations(Tree &tree) {
    size_t size = tree.nodes.size();
    tree.ends.resize(size), tree.parents.assign(size, 0), tree.listed.clear();
    for (size_t j = size; j-- > 0;) {
        bool parent = has_children(tree.nodes[j]);
        tree.ends[j] = parent ? tree.ends[tree.ends[j + 1]] : j + 1;
        if (parent) tree.parents[j + 1] = tree.parents[tree.ends[j + 1]] = j;
        if (tree.nodes[j].op == LISTED) tree.listed.push_back(j);
    }
}

static Tree read_tree(const string &path) {
    Tree tree = {path.substr(path.rfind('/') + 1), {}, {}, {}, {}, {}};
    cert = load(path), at = 8;
    auto next = [] { return number("a number", 0, INT64_MAX); };
    for (int j = 0; j < FIELDS; j++) tree.header.push_back(next());
    for (int64_t left = 1; left > 0; left--) {
        Operation node = {next(), 0, 0};
        if (node.op == LISTED || node.op == MARK || node.op == MIRROR) node.a = next();
        if (node.op == MARK || node.op == MIRROR) node.b = next();
        left += has_children(node) ? 2 : 0;
        tree.nodes.push_back(node);
    }
    find_relations(tree);
    return tree;
}

static string bytes_of(const Tree &tree) {
    cert = "MORPCERT";
    for (int64_t field : tree.header) put((uint64_t)field);
    for (auto &node : tree.nodes) {
        put((uint64_t)node.op);
        if (node.op == LISTED || node.op == MARK || node.op == MIRROR) put((uint64_t)node.a);
        if (node.op == MARK || node.op == MIRROR) put((uint64_t)node.b);
    }
    return cert;
}

// Leaves the way to a node and what is below it; all other nodes are open.
static void keep_way_to(Tree &tree, size_t to) {
    vector<Operation> kept;
    size_t waiting = 0;
    for (size_t j = 0; j != to;) {
        size_t second = tree.ends[j + 1];
        kept.push_back(tree.nodes[j]);
        if (to >= second) kept.push_back({OPEN, 0, 0});
        else waiting++;
        j = to < second ? j + 1 : second;
    }
    kept.insert(kept.end(), tree.nodes.begin() + (long)to, tree.nodes.begin() + (long)tree.ends[to]);
    kept.resize(kept.size() + waiting, {OPEN, 0, 0});
    tree.nodes = kept;
    find_relations(tree);
}

// ---- Damage ----
static void list_at(Tree &tree, size_t j) { // one LISTED in place of a node and all below it, with all that they list
    int64_t n = 0;
    for (size_t k = j; k < tree.ends[j]; k++) n += tree.nodes[k].op == LISTED ? tree.nodes[k].a : 0;
    tree.nodes[j] = {LISTED, n, 0};
    tree.nodes.erase(tree.nodes.begin() + (long)j + 1, tree.nodes.begin() + (long)tree.ends[j]);
    find_relations(tree);
}

static int conjugate(int h, int g) { // h, then g, after h undone
    const int unlike = 0x1234, image = transformed_box(h, transformed_box(g, unlike));
    int found = 0;
    while (transformed_box(found, transformed_box(h, unlike)) != image) found++;
    return found;
}

// Maps all that a certificate says by h. What it shows is then as true, since sums do not depend on the order of cells; only listings may
// take other steps.
static void mirror_tree(Tree &tree, int h) {
    const int64_t *d = &tree.header[BOX_AT];
    int turned = transformed_box(h, box_of((int)d[TOP], (int)d[RIGHT], (int)d[BOTTOM], (int)d[LEFT]));
    int64_t width = 10 + d[LEFT] + d[RIGHT], top = d[TOP], left = d[LEFT];
    auto moved_number = [&](int64_t v, int64_t m, int64_t &mark) {
        Move image = moved(h, {(int)(v % width - left), (int)(v / width - top), (int)m / 5, (int)m % 5});
        mark = 5 * image.d + image.i;
        return (image.y + distance(turned, TOP)) * (10 + distance(turned, LEFT) + distance(turned, RIGHT)) + image.x + distance(turned, LEFT);
    };
    for (auto &node : tree.nodes) {
        int64_t none;
        if (node.op == MARK) node.a = moved_number(node.a, node.b, node.b);
        if (node.op == MIRROR) node.a = conjugate(h, (int)node.a), node.b = moved_number(node.b, 0, none);
        if (node.op >= CELL) node.op = CELL + moved_number(node.op - CELL, 0, none);
    }
    int sides_before = 0;
    for (auto &a : arrivals)
        if (a.code == tree.header[ARRIVAL_AT]) sides_before = a.sides;
    for (auto &a : arrivals)
        if (a.sides == transformed_box(h, sides_before)) tree.header[ARRIVAL_AT] = a.code;
    for (int k = 0; k < 4; k++) tree.header[BOX_AT + (size_t)k] = distance(turned, k);
}

// Damages a tree in one of these ways, and returns which. To reach the limit of steps takes seconds, so it is rare.
static const char *damage_list(Tree &tree) {
    size_t chosen = tree.listed.empty() ? draw(tree.nodes.size()) : tree.listed[draw(tree.listed.size())];
    int64_t *distances = &tree.header[BOX_AT], &side = distances[draw(4)];
    Operation node = tree.nodes[chosen];
    auto insert = [&tree](size_t j, vector<Operation> nodes) { tree.nodes.insert(tree.nodes.begin() + (long)j, nodes.begin(), nodes.end()); };
    if (draw(60) == 0) {
        for (uint32_t up = 1 + draw(4); up; up--) chosen = tree.parents[chosen];
        return list_at(tree, chosen), "limit";
    }
    switch (draw(9)) {
    case 0: return tree.nodes[chosen] = {node.op == LISTED && node.a ? LISTED : OPEN, node.a - 1, 0}, "dropped";
    case 1: return tree.nodes[chosen] = {LISTED, node.op == LISTED ? node.a + 1 : 1, 0}, "twice";
    case 2: return insert(chosen, {{CELL + draw(400), 0, 0}, node}), "doubled";
    case 3: return side += draw(2) || !side ? 1 : -1, "other-box";
    case 4: return std::swap(side, distances[draw(4)]), "turned-box";
    case 5: return mirror_tree(tree, 1 + (int)draw(7)), "mirrored";
    case 6: return insert(0, {{MIRROR, 1 + draw(7), draw(400)}, {OPEN, 0, 0}}), "mirror";
    case 7: return draw(2) ? tree.header[K_AT]++ : tree.header[draw(2) ? USES_AT : LISTS_AT] ^= 1 + draw(2), "header";
    default: return "same";
    }
}

static void damage_lists(int count, const string &folder, const vector<string> &files) {
    vector<Tree> trees;
    for (auto &file : files) trees.push_back(read_tree(file));
    for (int j = 0; j < count; j++) {
        Tree tree = trees[draw(trees.size())];
        const vector<size_t> &listed = tree.listed;
        if (tree.nodes.size() > 400 || draw(2)) keep_way_to(tree, listed.empty() ? draw(tree.nodes.size()) : listed[draw(listed.size())]);
        string kind = damage_list(tree);
        write_file(folder, ("list-" + kind).c_str(), j, tree.name, bytes_of(tree));
    }
}

// ---- Planted games ----

static Moves read_moves(const string &path) { // of a witness
    vector<string> w;
    Moves moves;
    cert = load(path);
    for (auto &line : lines_of(cert))
        if (is_like(line, "~ ~ # #", w)) moves.push_back({stoi(w[0]), stoi(w[1]), stoi(w[2]), stoi(w[3])});
    return moves;
}

static void put_header_for(const Moves &game) {
    int b = bounding_box_of(game), kind = fault_of(game, SYMMETRIC_GAMES, b).empty() && draw(2) ? SYMMETRIC_GAMES : GAMES;
    uint32_t gained = draw(4) > 0, useful = !gained && draw(2), listing = gained && draw(3);
    cert = "MORPCERT", put(9);
    for (int k = 0; k < 4; k++) put((uint64_t)distance(b, k));
    put((uint64_t)kind), put(gained), put(useful), put(listing), put(gained ? game.size() - draw(3) : 0);
    put(draw(2) ? 716 : draw(2000)), put(gained ? draw(100) : 512), put(0), put(1 + draw(2)), put(1 + draw(60)), put(3);
    for (int j = 0; j < 3; j++) put(draw(40)), put(1 + draw(1023)), put(draw(100)), put(1 + draw(64));
}

static int64_t find_objects(int most_steps) { // of the state, or -1 if it takes more
    auto kept_state = std::make_unique<State>(now);
    steps = STEPS_MAX - most_steps, found = 0;
    std::fill_n(failures, +ROOM, 0);
    try {
        list_objects(0);
    } catch (const Refusal &) { found = -1; }
    now = *kept_state, contradictory = false;
    return found;
}

// Decides a mark or a cell as the game has it, if one is found that is not decided. Its first node holds the game unless a cell is to
// be absent.
static bool decide_as(const std::map<int, int> &mark_of, Choice &choice) {
    for (int tries = 0; tries < 300; tries++) {
        int v = FIRST + (int)draw((size_t)cells);
        auto dot = mark_of.find(v);
        bool of_game = dot != mark_of.end(), mark = of_game && draw(3);
        bool may = mark ? is_active(v) && now.marks[v] >> dot->second & 1 && now.marks[v] & (now.marks[v] - 1) : now.status[v] == FREE;
        if (!may) continue;
        choice = {v, mark ? dot->second : NO_MARK, v, OFF_CHAIN};
        return true;
    }
    return false;
}

static void put_choice(const Choice &choice) {
    if (choice.m == NO_MARK) return put((uint64_t)(CELL + choice.v - FIRST));
    put(MARK), put((uint64_t)(choice.v - FIRST)), put((uint64_t)choice.m);
}

// Writes LISTED, or some decisions with LISTED below them. Returns how many objects are found.
static int64_t put_lists(bool closed, uint32_t decisions) {
    Choice choice = {0, 0, 0, OFF_CHAIN};
    if (closed) return put(CLOSED), 0;
    if (!decisions || !decide_as({}, choice)) {
        int64_t n = find_objects(STEPS_MAX);
        if (n < 0) refuse("a planted game takes too many steps");
        return put(LISTED), put(lists ? (uint64_t)n : 0), n;
    }
    auto kept_state = std::make_unique<State>(now);
    put_choice(choice);
    int64_t n = put_lists(child_closes(choice, true), decisions - 1);
    now = *kept_state, contradictory = false;
    return n + put_lists(child_closes(choice, false), decisions - 1);
}

// Writes a way that keeps the game, to a few LISTED. Returns false if the game is there, but the certificate cannot say so.
static bool plant(const Moves &game) {
    std::map<int, int> mark_of;
    for (auto &m : game) mark_of[FIRST + (m.y + distance(box, TOP)) * step[1] + m.x + distance(box, LEFT)] = 5 * m.d + m.i;
    bool closed = root_closes();
    size_t waiting = 0, enough = game.size() / 2 + draw(game.size());
    for (size_t made = 0; !closed; made++) {
        Choice choice = {0, 0, 0, OFF_CHAIN};
        if ((made >= enough && made % 4 == 0 && find_objects(100) >= 0) || !decide_as(mark_of, choice)) break;
        bool first = mark_of.count(choice.v);
        put_choice(choice);
        if (first) waiting++;
        else put(OPEN);
        closed = child_closes(choice, first);
    }
    int64_t n = put_lists(closed, draw(3));
    if (!uses && n < 1) refuse("a planted game is lost"); // with uses, games with useless dots may be
    cert.append(waiting, OPEN);
    return lists || n == 0;
}

static void plant_games(int count, const string &folder, const vector<string> &files) {
    for (int j = 0; j < count; j++) {
        int h = (int)draw(8);
        Moves game = read_moves(files[draw(files.size())]);
        for (auto &m : game) m = moved(h, m);
        put_header_for(game);
        read_header();
        lay_out_box();
        const char *kind = plant(game) ? "planted" : "denied";
        write_file(folder, kind, j, "tree.cert", cert);
    }
}
