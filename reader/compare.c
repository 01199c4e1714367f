/* Makes inputs on which compare.sh compares the reader with morpion-check. It holds the reader itself, to know where a node is closed.
 *
 *     compare damage COUNT SEED FOLDER FILE...   writes COUNT damaged copies of the files, each of one of them, to the folder
 *     compare grow COUNT SEED FOLDER             writes COUNT certificates with random operations of all kinds, closed where they can be
 */
#define main reader_main
#include "reader.c"
#undef main

static uint64_t seed;
static uint32_t draw(uint32_t below) { /* splitmix64 */
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((z ^ z >> 31) >> 32) % below;
}

static void write_file(const char *folder, const char *prefix, int number, const char *name, const uint8_t *bytes, size_t size) {
    char path[5000];
    snprintf(path, sizeof path, "%s/%s%05d-%s", folder, prefix, number, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) exit(UNREADABLE);
}

/* One small damage; texts get printable characters half of the time. Returns the new size. */
static size_t damage(uint8_t *bytes, size_t size) {
    static const uint8_t telling[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 127, 128, 255, '0', '1', '9', ',', ' ', '-', '\n', '\r'};
    size_t at = draw((uint32_t)(draw(2) && size > 60 ? 60 : size)), other = draw((uint32_t)size);
    uint8_t kept = bytes[at];
    switch (draw(10)) {
    case 0: bytes[at] ^= (uint8_t)(1 << draw(8)); break;
    case 1: bytes[at] = (uint8_t)draw(256); break;
    case 2: bytes[at] = telling[draw(sizeof telling)]; break;
    case 3: bytes[at] = (uint8_t)(bytes[at] + (draw(2) ? 1 : 255)); break;
    case 4: bytes[at] = bytes[other], bytes[other] = kept; break;
    case 5: memmove(bytes + at + 1, bytes + at, size++ - at); bytes[at] = telling[draw(sizeof telling)]; break;
    case 6: memmove(bytes + at, bytes + at + 1, --size - at); break;
    case 7: size = at; break;
    case 8: bytes[size++] = telling[draw(sizeof telling)]; break;
    default: memmove(bytes + at, bytes + other, size - (at > other ? at : other)); break;
    }
    return size;
}

static void damage_files(int count, const char *folder, char **files, int number_of_files) {
    for (int j = 0; j < count; j++) {
        const char *path = files[draw((uint32_t)number_of_files)], *slash = strrchr(path, '/');
        Text text = read_file(path);
        uint8_t *bytes = malloc(text.size + 16);
        memcpy(bytes, text.bytes, text.size);
        size_t size = text.size;
        for (uint32_t times_left = 1 + draw(3); times_left && size; times_left--) size = damage(bytes, size);
        write_file(folder, "damaged", j, slash ? slash + 1 : path, bytes, size);
        free(text.bytes);
        free(bytes);
    }
}

/* ---- Growing ---- */

static uint8_t grown[1 << 20];
static size_t grown_size;
static int left_to_grow;

static void put(uint64_t value) {
    for (; value > 127; value >>= 7) grown[grown_size++] = (uint8_t)(value | 128);
    grown[grown_size++] = (uint8_t)value;
}

static const int trunk[][8] = {/* box, objects, arrival, least and greatest K */
    {0, 0, 0, 0, GRAPHS, 0, 62, 68}, {1, 0, 0, 0, GRAPHS, 0, 69, 74}, {1, 0, 1, 0, SYMMETRIC_GRAPHS, 0, 69, 76}, {1, 1, 1, 0, GAMES, 0, 70, 76},
    {2, 0, 2, 0, SYMMETRIC_GAMES, 0, 60, 70}, {1, 1, 1, 1, GRAPHS, 0, 74, 82}, {1, 1, 1, 1, GAMES, 0, 74, 82}, {7, 3, 0, 0, GAMES, 0, 0, 0},
    {6, 0, 4, 0, GAMES, 0, 0, 0}, {6, 5, 2, 1, GAMES, 3, 0, 0}, {6, 4, 2, 2, GAMES, 9, 0, 0}, {5, 0, 5, 0, SYMMETRIC_GAMES, 0, 0, 0}};

static void put_header(void) {
    const int *t = trunk[draw(sizeof trunk / sizeof *trunk)];
    grown_size = 0;
    memcpy(grown, "MORPCERT", 8), grown_size = 8;
    put(6);
    for (int k = 0; k < 4; k++) put((uint64_t)t[k]);
    put((uint64_t)t[4]), put(t[6] > 0);
    put(t[6] ? (uint64_t)t[6] + draw((uint32_t)(t[7] - t[6])) : 0);
    put(draw(2) ? 716 : draw(2000)), put(t[6] ? draw(100) : 512), put((uint64_t)t[5]);
    put(1 + draw(3)), put(1 + draw(60)), put(4);
    for (int j = 0; j < 4; j++) put(draw(j ? 60 : 200)), put(1 + draw(1023)), put(draw(100)), put(1 + draw(64));
}

/* A random allowed mark of an active cell; false after too many vain tries. */
static bool draw_mark(int *v, int *m) {
    for (int tries = 0; tries < 1000; tries++) {
        *v = FIRST + (int)draw((uint32_t)cells), *m = (int)draw(20);
        if (is_active(*v) && now.marks[*v] >> *m & 1) return true;
    }
    return false;
}

static void grow(bool closed);
static void grow_both(bool first_closed) {
    grow(first_closed);
    grow(second_node_closes());
}

static void grow(bool closed) {
    int v, m, cell[SPAN_MAX];
    if (closed) { put(CLOSED); return; }
    if (left_to_grow-- <= 0 || !draw_mark(&v, &m)) { put(OPEN); return; }
    int kind = (int)draw(10), h = 1 + (int)draw(7), d = m / 5, first = (straight(d, first_of_straight(d, v), cell), cell[0]);
    bool demanded = false;
    for (int r = 0; r < now.rows; r++) demanded = demanded || (now.row[r].d == d && now.row[r].v == first);
    bool mirrors = (now.chain == 0 || now.chain == h) && keeps_box_and_arrival(h) && transformed(h, v) != v && now.status[v] == FREE;
    if (kind == 0) {
        int j = (int)draw(4);
        put(REFINE), put((uint64_t)j);
        grow(round_closes(j));
    } else if (mirrors) {
        put(MIRROR), put((uint64_t)h), put((uint64_t)(v - FIRST));
        grow_both(first_node_closes(MIRROR, v, transformed(h, v), h));
    } else if (kind < 4 && !demanded) {
        put(ROW), put((uint64_t)(v - FIRST)), put((uint64_t)d);
        grow_both(first_node_closes(ROW, v, d, OFF_CHAIN));
    } else if (kind < 6 || now.status[v] != FREE) {
        put(MARK), put((uint64_t)(v - FIRST)), put((uint64_t)m);
        grow_both(first_node_closes(MARK, v, m, OFF_CHAIN));
    } else {
        put((uint64_t)(CELL + v - FIRST));
        grow_both(first_node_closes(CELL, v, 0, OFF_CHAIN));
    }
}

static void grow_files(int count, const char *folder) {
    for (int j = 0; j < count; j++) {
        put_header();
        cert = (Text){grown, grown_size, 0};
        read_header();
        lay_out_box();
        left_to_grow = 200;
        grow(begin_tree());
        write_file(folder, "grown", j, "tree.cert", grown, grown_size);
    }
}

int main(int count, char **words) {
    if (count < 5 || setjmp(handler)) {
        fprintf(stderr, "compare: %s\n", count < 5 ? "usage: compare damage|grow COUNT SEED FOLDER [FILE...]" : reason);
        return UNREADABLE;
    }
    seed = strtoull(words[3], NULL, 10);
    if (!strcmp(words[1], "damage")) damage_files(atoi(words[2]), words[4], words + 5, count - 5);
    else grow_files(atoi(words[2]), words[4]);
    return 0;
}
