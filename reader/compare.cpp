// Makes inputs on which compare.sh compares the reader with morpion-check. It holds the reader itself, to know where a node is closed.
//
//     compare damage COUNT SEED FOLDER FILE...   writes COUNT damaged copies of the files, each of one of them, to the folder
//     compare grow COUNT SEED FOLDER             writes COUNT certificates with random operations, closed where they can be
//     compare lists COUNT SEED FOLDER FILE...    writes COUNT certificates, made of unpacked ones about games by damaging lists
//     compare plant COUNT SEED FOLDER FILE...    writes COUNT certificates with a way to a game, one of those of the lists of moves
#define main reader_main
#include "reader.cpp"
#undef main
#include <fstream>

static uint64_t seed;
static uint32_t draw(size_t below) { // splitmix64
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)(((z ^ z >> 31) >> 32) % below);
}

static void write_file(const string &folder, const char *prefix, int number, const string &name, const string &bytes) {
    char numbered[40];
    snprintf(numbered, sizeof numbered, "/%s%05d-", prefix, number);
    if (!(std::ofstream(folder + numbered + name, std::ios::binary) << bytes)) unreadable("a file cannot be written: " + name);
}

// One small damage, half of the time near the beginning.
static void damage(string &bytes) {
    static const string telling("\0\1\2\3\4\5\6\7\10\177\200\377" "019, -\n\r", 20);
    size_t at = draw(draw(2) && bytes.size() > 60 ? 60 : bytes.size()), other = draw(bytes.size());
    char told = telling[draw(telling.size())];
    switch (draw(10)) {
    case 0: bytes[at] = (char)(bytes[at] ^ 1 << draw(8)); break;
    case 1: bytes[at] = (char)draw(256); break;
    case 2: bytes[at] = told; break;
    case 3: bytes[at] = (char)(bytes[at] + (draw(2) ? 1 : 255)); break;
    case 4: std::swap(bytes[at], bytes[other]); break;
    case 5: bytes.insert(at, 1, told); break;
    case 6: bytes.erase(at, 1); break;
    case 7: bytes.resize(at); break;
    case 8: bytes += told; break;
    default: bytes.replace(at, bytes.size() - std::max(at, other), bytes.substr(other, bytes.size() - std::max(at, other)));
    }
}

static void damage_files(int count, const string &folder, const vector<string> &files) {
    for (int j = 0; j < count; j++) {
        const string &path = files[draw(files.size())];
        std::ifstream file(path, std::ios::binary);
        string bytes{std::istreambuf_iterator<char>(file), {}};
        for (uint32_t left = 1 + draw(3); left && !bytes.empty(); left--) damage(bytes);
        write_file(folder, "damaged", j, path.substr(path.rfind('/') + 1), bytes);
    }
}

// ---- Growing ----
static int left_to_grow;

static void put(uint64_t value) { // to cert
    for (; value > 127; value >>= 7) cert += (char)(value | 128);
    cert += (char)value;
}

static const int trunks[][8] = { // box, objects, arrival, least and greatest K
    {0, 0, 0, 0, GRAPHS, 0, 62, 68}, {1, 0, 0, 0, GRAPHS, 0, 69, 74}, {1, 0, 1, 0, SYMMETRIC_GRAPHS, 0, 69, 76}, {1, 1, 1, 0, GAMES, 0, 70, 76},
    {2, 0, 2, 0, SYMMETRIC_GAMES, 0, 60, 70}, {1, 1, 1, 1, GRAPHS, 0, 74, 82}, {1, 1, 1, 1, GAMES, 0, 74, 82}, {7, 3, 0, 0, GAMES, 0, 0, 0},
    {6, 0, 4, 0, GAMES, 0, 0, 0}, {6, 5, 2, 1, GAMES, 3, 0, 0}, {6, 4, 2, 2, GAMES, 9, 0, 0}, {5, 0, 5, 0, SYMMETRIC_GAMES, 0, 0, 0}};

static void put_header() {
    const int *t = trunks[draw(std::size(trunks))];
    cert = "MORPCERT";
    put(9);
    for (int k = 0; k < 4; k++) put((uint64_t)t[k]);
    put((uint64_t)t[4]), put(t[6] > 0), put(t[6] ? 0 : draw(2)), put(t[6] && t[4] % 2 == GAMES && draw(2));
    put(t[6] ? (uint64_t)t[6] + draw((uint32_t)(t[7] - t[6])) : 0);
    put(draw(2) ? 716 : draw(2000)), put(t[6] ? draw(100) : 512), put((uint64_t)t[5]);
    put(1 + draw(3)), put(1 + draw(60)), put(3);
    for (int j = 0; j < 3; j++) put(draw(j ? 60 : 200)), put(1 + draw(1023)), put(draw(100)), put(1 + draw(64));
}

// A random allowed mark of an active cell; false after too many vain tries.
static bool draw_mark(int &v, int &m) {
    for (int tries = 0; tries < 1000; tries++) {
        v = FIRST + (int)draw((size_t)cells), m = (int)draw(20);
        if (is_active(v) && now.marks[v] >> m & 1) return true;
    }
    return false;
}

#include "lists.hpp"

static void grow(bool closed, int chain) {
    int v, m, h = 1 + (int)draw(7);
    if (closed) return put(CLOSED);
    if (games && left_to_grow % 16 == 0) {
        int64_t n = find_objects(50);
        if (n == 0 || (n > 0 && lists)) return put(LISTED), put((uint64_t)n);
    }
    if (left_to_grow-- <= 0 || !draw_mark(v, m)) return put(OPEN);
    Choice choice = {v, NO_MARK, v, OFF_CHAIN};
    bool keeps = transformed_box(h, box) == box && transformed_box(h, arrival) == arrival;
    if (!lists && (chain == 0 || chain == h) && keeps && transformed(h, v) != v && now.status[v] == FREE) {
        put(MIRROR), put((uint64_t)h), put((uint64_t)(v - FIRST));
        choice = {v, NO_MARK, transformed(h, v), h};
    } else if (draw(2) || now.status[v] != FREE) {
        put(MARK), put((uint64_t)(v - FIRST)), put((uint64_t)m);
        choice.m = m;
    } else put((uint64_t)(CELL + v - FIRST));
    auto kept = std::make_unique<State>(now);
    grow(child_closes(choice, true), OFF_CHAIN);
    now = *kept;
    contradictory = false;
    grow(child_closes(choice, false), choice.h);
}

static void grow_files(int count, const string &folder, const vector<string> &) {
    for (int j = 0; j < count; j++) {
        put_header();
        read_header();
        lay_out_box();
        left_to_grow = 200;
        grow(root_closes(), 0);
        write_file(folder, "grown", j, "tree.cert", cert);
    }
}

int main(int count, char **words) {
    if (count < 5) std::cerr << "usage: compare damage|grow|lists|plant COUNT SEED FOLDER [FILE...]\n";
    if (count < 5) return 2;
    try {
        seed = std::stoull(words[3]);
        const vector<string> files(words + 5, words + count);
        const string what = words[1];
        auto make = what == "damage" ? damage_files : what == "lists" ? damage_lists : what == "plant" ? plant_games : grow_files;
        make(std::stoi(words[2]), words[4], files);
    } catch (const Refusal &r) { return std::cerr << "compare: " << r.reason << "\n", r.status; }
    return 0;
}
