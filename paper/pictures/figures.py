#!/usr/bin/env python3
"""Draws the figures of certificate.md, resizing.md and octagons.md as SVG, beside this file: `python3 paper/pictures/figures.py`.

Only the standard library is needed. Coordinates are cells, x to the right and y down.
"""

import re
from pathlib import Path

CELL = 34
INK, RED, BLUE, GREY, PALE = "#222222", "#c0392b", "#1f5fa8", "#9a9a9a", "#f3e3c3"


def cross():
    """The 36 dots of the starting position."""
    dots = set()
    for a in range(3, 7):
        dots |= {(a, 0), (a, 9), (0, a), (9, a)}
    for a in (*range(4), *range(6, 10)):
        dots |= {(a, 3), (a, 6), (3, a), (6, a)}
    return dots


class Picture:
    def __init__(self, title, columns, rows, origin=(0, 0), top=0.0, right=0.0):
        """A sheet of cells from `origin` on, with room (in cells) above and to the right for words."""
        self.title, self.origin, self.top = title, origin, top
        self.columns, self.rows = columns, rows
        self.width = (columns + right) * CELL + 20
        self.height = (rows + top) * CELL + 20
        self.parts = []

    def at(self, x, y):
        x0, y0 = self.origin
        return 10 + (x - x0 + 0.5) * CELL, 10 + (y - y0 + 0.5 + self.top) * CELL

    def add(self, text):
        self.parts.append(text)

    def grid(self):
        x0, y0 = self.origin
        for i in range(self.columns):
            (x, a), (_, b) = self.at(x0 + i, y0), self.at(x0 + i, y0 + self.rows - 1)
            self.add(f'<path d="M{x:g} {a - CELL / 2:g}V{b + CELL / 2:g}" stroke="#dddddd"/>')
        for j in range(self.rows):
            (a, y), (b, _) = self.at(x0, y0 + j), self.at(x0 + self.columns - 1, y0 + j)
            self.add(f'<path d="M{a - CELL / 2:g} {y:g}H{b + CELL / 2:g}" stroke="#dddddd"/>')

    def band(self, x0, y0, x1, y1, colour=PALE):
        (a, b), (c, d) = self.at(x0, y0), self.at(x1, y1)
        h = CELL / 2 - 2
        self.add(f'<rect x="{a - h:g}" y="{b - h:g}" width="{c - a + 2 * h:g}" height="{d - b + 2 * h:g}" rx="6" fill="{colour}"/>')

    def box(self, x0, y0, x1, y1, dash=""):
        (a, b), (c, d) = self.at(x0, y0), self.at(x1, y1)
        h = CELL / 2
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<rect x="{a - h:g}" y="{b - h:g}" width="{c - a + 2 * h:g}" height="{d - b + 2 * h:g}" fill="none" stroke="{INK}" stroke-width="1.5"{dash}/>')

    def line(self, start, direction, colour=BLUE, width=3, dash=""):
        """The line of five cells from `start` on."""
        (a, b) = self.at(*start)
        (c, d) = self.at(start[0] + 4 * direction[0], start[1] + 4 * direction[1])
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path d="M{a:g} {b:g}L{c:g} {d:g}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"{dash}/>')

    def dot(self, cell, kind="cross", name=""):
        x, y = self.at(*cell)
        fill, edge = {"cross": (INK, INK), "dot": ("white", INK), "new": (RED, RED), "set": ("white", BLUE)}[kind]
        radius = 10 if name else 6
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
        if name:
            colour = "white" if kind in ("new", "cross") else INK
            self.add(f'<text x="{x:g}" y="{y + 4.5:g}" font-size="13" text-anchor="middle" fill="{colour}">{name}</text>')

    def no(self, cell):
        x, y = self.at(*cell)
        self.add(f'<path d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10" stroke="{GREY}" stroke-width="2"/>')

    def words(self, x, y, text, colour=INK, anchor="start", size=14):
        a, b = self.at(x, y)
        self.add(f'<text x="{a:g}" y="{b + 5:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{text}</text>')

    def save(self, name):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" '
                f'font-family="Helvetica, Arial, sans-serif" fill="none">\n<title>{self.title}</title>\n'
                f'<rect width="100%" height="100%" fill="#fdfdfb"/>\n')
        Path(__file__).with_name(name).write_text(head + "\n".join(self.parts) + "\n</svg>\n")


def mark():
    """The mark (v, 0, 0) on the upper arm of the cross, and the four directions."""
    p = Picture("The mark (v, 0, 0)", 11, 6, origin=(-1, -1), right=6.5)
    p.grid()
    for cell in sorted(cross()):
        if cell[1] <= 4:
            p.dot(cell)
    p.line((2, 0), (1, 0))
    for i in range(5):
        p.words(2 + i, -0.62, str(i), BLUE, "middle", 13)
    for cell in ((3, 0), (4, 0), (5, 0), (6, 0)):
        p.dot(cell)
    p.dot((2, 0), "new", "v")
    p.words(-0.9, -1, "position", BLUE, size=13)
    # The four directions, as arrows.
    for d, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (1, -1))):
        a, b = p.at(11.4, 1.5)
        c, e = a + 62 * dx, b + 62 * dy
        p.add(f'<path d="M{a:g} {b:g}L{c:g} {e:g}" stroke="{BLUE}" stroke-width="2"/><circle cx="{c:g}" cy="{e:g}" r="3.5" fill="{BLUE}"/>')
        p.words(11.4 + 2.3 * dx, 1.5 + 2.3 * dy, str(d), BLUE, "middle")
    p.words(10.4, -1, "directions", BLUE, size=13)
    return p


def arrivals():
    """On the left an arrival by the top side, on the right one by the top right corner."""
    p = Picture("Arrivals by a side and by a corner", 27, 8, origin=(-2, -3), top=0.4)
    for shift in (0, 14):
        p.band(-1 + shift, -2, 10 + shift, -2)
        if shift:
            p.band(10 + shift, -2, 10 + shift, 4)
    p.grid()
    p.line((8, 2), (-1, -1))
    p.line((20, 2), (1, -1))
    for shift in (0, 14):
        for x, y in sorted(cross()):
            if y <= 4:
                p.dot((x + shift, y))
    # By the top: the new dot is the only one in its row, and all other cells of the row are empty.
    for i in range(1, 5):
        cell = (4 + i, -2 + i)
        if cell not in cross():
            p.dot(cell, "dot")
    for x in range(-1, 11):
        if x != 4:
            p.no((x, -2))
    p.dot((4, -2), "new", "v")
    # By the corner: v is the corner cell, its line the diagonal.
    for i in range(4):
        if (6 + i, 2 - i) not in cross():
            p.dot((20 + i, 2 - i), "dot")
    for x in range(-1, 10):
        p.no((x + 14, -2))
    for y in range(-1, 5):
        p.no((24, y))
    p.dot((24, -2), "new", "v")
    for shift, right in ((0, 10), (14, 9)):
        top = -1
        p.box(-1 + shift, top, right + shift, 4.2, "6 4")
    p.words(4.5, -3, "by the top side: v may be any cell of the row", INK, "middle")
    p.words(18.5, -3, "by the top right corner: v is the corner cell", INK, "middle")
    return p


def order_cut():
    """Three dots of a set S: lines that hold two of them, and for each one that holds no other."""
    p = Picture("An order cut", 8, 9, right=10)
    p.grid()
    a, b, c = (2, 3), (5, 3), (5, 6)
    within = (((1, 3), (1, 0)), ((5, 2), (0, 1)))
    outside = (((2, 1), (0, 1)), ((3, 1), (1, 1)), ((3, 8), (1, -1)))
    for lines, colour, dash in ((within, GREY, "5 6"), (outside, BLUE, "")):
        for start, (dx, dy) in lines:
            p.line(start, (dx, dy), colour, 3, dash)
            for i in range(5):
                p.dot((start[0] + i * dx, start[1] + i * dy), "dot")
    for cell, name in ((a, "a"), (b, "b"), (c, "c")):
        p.dot(cell, "new", name)
    p.words(8.1, 1, "S = {a, b, c}", RED)
    p.add(f'<path d="M{p.at(8.1, 3)[0]:g} {p.at(8.1, 3)[1]:g}h40" stroke="{BLUE}" stroke-width="3"/>')
    p.words(9.6, 2.8, "lines that hold one dot of S:")
    p.words(9.6, 3.4, "the marks that place it are the cut")
    p.add(f'<path d="M{p.at(8.1, 5)[0]:g} {p.at(8.1, 5)[1]:g}h40" stroke="{GREY}" stroke-width="3" stroke-dasharray="5 6"/>')
    p.words(9.6, 4.8, "lines that hold two: their marks")
    p.words(9.6, 5.4, "place no first dot of S")
    p.words(8.1, 7, "The first of a, b, c to be placed is placed")
    p.words(8.1, 7.6, "by a mark of the cut.")
    return p


# The octagon that is hardest to bound (paper/octagons.md): segments of its sides, from the top clockwise.
HARDEST = (6, 9, 10, 9, 6, 9, 10, 9)


def octagon(sides):
    """The eight corners, with the least x and y at 0, and the cells."""
    top, a, right, b, _, c, left, d = sides
    width, height = top + a + d, right + a + b
    corners = ((d, 0), (width - a, 0), (width, a), (width, height - b), (width - b, height), (c, height), (0, height - c), (0, d))
    inside = lambda x, y: d <= x + y <= width + height - b and c - height <= x - y <= width - a
    return corners, {(x, y) for x in range(width + 1) for y in range(height + 1) if inside(x, y)}


def dots_of(game):
    """The dots of a game in Pentasol's form, whose cell (28,28) is (3,3) of the cross."""
    text = (Path(__file__).parents[2] / "results/games" / game).read_text()
    moves = re.findall(r"^\((\d+),(\d+)\) \S", text, re.MULTILINE)
    return {(int(x) - 25, int(y) - 25) for x, y in moves}


def hardest_octagon():
    """The octagon of the highest bound, and in it the longest game of 5T in results/games."""
    corners, cells = octagon(HARDEST)
    game = dots_of("5T-169-tempering-seed1.psol")
    dots = game | cross()
    place = lambda shift: {(x + shift[0], y + shift[1]) for x, y in dots}
    # As far inside as it goes, and then in the middle.
    value = lambda s: (len(place(s) & cells), -sum(abs(2 * x - 24) + abs(2 * y - 28) for x, y in place(s)))
    shift = max(((x, y) for x in range(-9, 25) for y in range(-9, 25)), key=value)
    p = Picture("The octagon of 5T that is hardest to bound, and a game of 169 moves", 27, 31, origin=(-1, -1))
    p.grid()
    path = "L".join(f"{x:g} {y:g}" for x, y in (p.at(*corner) for corner in corners))
    p.parts.insert(0, f'<path d="M{path}z" fill="{PALE}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>')
    for cell in sorted(place(shift)):
        is_cross = (cell[0] - shift[0], cell[1] - shift[1]) in cross()
        p.dot(cell, "cross" if is_cross else "dot" if cell in cells else "new")
    return p


if __name__ == "__main__":
    hardest_octagon().save("hardest-octagon.svg")
    mark().save("mark.svg")
    arrivals().save("arrivals.svg")
    order_cut().save("order-cut.svg")
