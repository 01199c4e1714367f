//! Counts units of `paper/counting.md` again, by sets of positions.
//!
//! This shares the definitions with the program that counted, and nothing else: no code, no tables and not the method. That program
//! asks of a move whether its dot is the last loose one, and keeps nothing. Here a child is made, *its* parent is found by the
//! definition and compared with the position it came from, and all positions of a length are kept in a set, which tells what is met
//! twice. Positions are sorted lists of numbers of lines; everything else is found anew in each position.

use std::collections::BTreeSet;

/// The rules of a variant, with what follows from them for single lines.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Dots in a line.
    length: i16,
    /// Whether lines in the same direction may share an end.
    touching: bool,
    /// The cells of the cross.
    cross: Vec<Cell>,
    /// The images of each line, by its number.
    images: Vec<[Line; 8]>,
    /// The hashes of these images.
    hashes: Vec<[u32; 8]>,
}

/// A line by its first cell and direction: 256 (x + 16) + 4 (y + 16) + direction, so that numbers have the order of columns, rows,
/// directions.
type Line = u16;
type Cell = (i16, i16);

/// A set of lines, in order.
type Position = Vec<Line>;

const DIRECTIONS: [Cell; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Columns and rows that a cell's number has room for, from -16 on.
const SIDE: usize = 64;
/// How far from the cross lines may begin.
const FAR: i16 = 11;

fn line((x, y): Cell, direction: usize) -> Line {
    ((x + 16) as u16) << 8 | ((y + 16) as u16) << 2 | direction as u16
}

fn start(line: Line) -> Cell {
    ((line >> 8) as i16 - 16, (line >> 2 & 63) as i16 - 16)
}

fn direction(line: Line) -> usize {
    usize::from(line & 3)
}

fn index((x, y): Cell) -> usize {
    (x + 16) as usize * SIDE + (y + 16) as usize
}

fn step((x, y): Cell, direction: usize, steps: i16) -> Cell {
    let (dx, dy) = DIRECTIONS[direction];
    (x + steps * dx, y + steps * dy)
}

/// The lines that are drawn, cell by cell.
struct Drawing {
    /// The number of lines through a cell; [`CROSS`] more for one of the cross.
    lines: Vec<u8>,
    /// The directions, as bits, in which lines take the cell (disjoint) or the step from it (touching).
    taken: Vec<u8>,
}

/// More than there can be lines through a cell.
const CROSS: u8 = 64;

impl Rules {
    /// The rules of `4D`, `4T`, `5D` or `5T`.
    pub fn named(name: &str) -> Option<Self> {
        let (length, touching) = match name {
            "4D" => (4, false),
            "4T" => (4, true),
            "5D" => (5, false),
            "5T" => (5, true),
            _ => return None,
        };
        let mut rules = Self {
            length,
            touching,
            cross: Vec::new(),
            images: vec![[0; 8]; SIDE * SIDE * 4],
            hashes: vec![[0; 8]; SIDE * SIDE * 4],
        };
        rules.tabulate();
        Some(rules)
    }

    fn tabulate(&mut self) {
        let near = -FAR..=self.last() + FAR;
        let cells = near.clone().flat_map(|x| near.clone().map(move |y| (x, y)));
        for cell in cells {
            if self.in_cross(cell) {
                self.cross.push(cell);
            }
            for line in (0..4).map(|d| line(cell, d)) {
                let images = std::array::from_fn(|way| self.image_of_line(way as u8, line));
                self.images[usize::from(line)] = images;
                self.hashes[usize::from(line)] = images.map(hash);
            }
        }
    }

    /// The last column and row of the cross.
    fn last(&self) -> i16 {
        3 * self.length - 6
    }

    fn in_cross(&self, (x, y): Cell) -> bool {
        let (low, high, last) = (self.length - 2, 2 * self.length - 4, self.last());
        let inside = |a: i16| (0..=last).contains(&a);
        let middle = |a: i16| (low..=high).contains(&a);
        let outer = |a: i16, b: i16| (a == 0 || a == last) && middle(b);
        let inner = |a: i16, b: i16| (a == low || a == high) && (b <= low || b >= high);
        inside(x) && inside(y) && (outer(x, y) || outer(y, x) || inner(x, y) || inner(y, x))
    }

    fn cells(&self, line: Line) -> impl Iterator<Item = Cell> + use<> {
        (0..self.length).map(move |i| step(start(line), direction(line), i))
    }

    /// The image of a cell: transposed, then mirrored.
    fn image(&self, way: u8, (x, y): Cell) -> Cell {
        let (x, y) = if way & 4 != 0 { (y, x) } else { (x, y) };
        let mirror = |bit: u8, a: i16| if way & bit != 0 { self.last() - a } else { a };
        (mirror(1, x), mirror(2, y))
    }

    /// The image of a line: the one through the images of its ends.
    fn image_of_line(&self, way: u8, of: Line) -> Line {
        let end = step(start(of), direction(of), self.length - 1);
        let (a, b) = (self.image(way, start(of)), self.image(way, end));
        let (from, to) = (a.min(b), a.max(b));
        let sign = (to.0 - from.0).signum();
        let towards = (sign, (to.1 - from.1).signum());
        let direction = DIRECTIONS.iter().position(|&d| d == towards);
        line(from, direction.expect("lines have four directions"))
    }

    fn drawing(&self, position: &[Line]) -> Drawing {
        let mut drawing = Drawing {
            lines: vec![0; SIDE * SIDE],
            taken: vec![0; SIDE * SIDE],
        };
        for &cell in &self.cross {
            drawing.lines[index(cell)] = CROSS;
        }
        for &drawn in position {
            for cell in self.cells(drawn) {
                drawing.lines[index(cell)] += 1;
            }
            for cell in self.cells(drawn).take(self.slots()) {
                drawing.taken[index(cell)] |= 1 << direction(drawn);
            }
        }
        drawing
    }

    /// How many of its cells, or steps, a line takes for itself.
    fn slots(&self) -> usize {
        (self.length - i16::from(self.touching)) as usize
    }

    /// Whether a line can be drawn: one cell is empty, and no slot is taken.
    fn is_legal(&self, drawing: &Drawing, candidate: Line) -> bool {
        let empty = |&cell: &Cell| !drawing.has_dot(cell);
        let taken = |cell: Cell| drawing.taken[index(cell)] >> direction(candidate) & 1 == 1;
        self.cells(candidate).filter(empty).count() == 1
            && !self.cells(candidate).take(self.slots()).any(taken)
    }

    /// All legal lines: of their first two cells one holds a dot.
    fn legal(&self, position: &[Line], drawing: &Drawing) -> BTreeSet<Line> {
        let drawn = position.iter().flat_map(|&drawn| self.cells(drawn));
        let dots: BTreeSet<Cell> = self.cross.iter().copied().chain(drawn).collect();
        let is_near = |v: i16| (1 - FAR..self.last() + FAR).contains(&v);
        assert!(
            dots.iter().all(|&(x, y)| is_near(x) && is_near(y)),
            "no position that was ever counted reaches so far"
        );
        let lines = dots
            .into_iter()
            .flat_map(|dot| (0..4).flat_map(move |d| [line(dot, d), line(step(dot, d, -1), d)]));
        lines
            .filter(|&candidate| self.is_legal(drawing, candidate))
            .collect()
    }

    /// The image of a set of lines, in order.
    fn image_of_position(&self, way: u8, position: &[Line]) -> Position {
        let image = |&drawn: &Line| self.images[usize::from(drawn)][usize::from(way)];
        let mut image: Position = position.iter().map(image).collect();
        image.sort_unstable();
        image
    }

    /// The symmetries that lead to the canonical image: the least of those with the least hash.
    fn frames(&self, position: &[Line]) -> Frames {
        let mut hashes = [0u32; 8];
        for &drawn in position {
            let terms = self.hashes[usize::from(drawn)];
            hashes = std::array::from_fn(|way| hashes[way].wrapping_add(terms[way]));
        }
        let least_hash = hashes.into_iter().min().unwrap_or(0);
        let ways = (0..8).filter(|&way| hashes[usize::from(way)] == least_hash);
        let images: Vec<(Position, u8)> = ways
            .map(|way| (self.image_of_position(way, position), way))
            .collect();
        let canonical = images.iter().min().map(|(image, _)| image.clone());
        let canonical = canonical.unwrap_or_default();
        let ways = images.iter().filter(|(image, _)| *image == canonical);
        Frames {
            least_hash,
            ways: ways.map(|&(_, way)| way).collect(),
            canonical,
        }
    }

    /// The position without the line of its last loose dot.
    fn parent(&self, position: &[Line], drawing: &Drawing, frames: &Frames) -> Position {
        let loose = |cell: &Cell| drawing.lines[index(*cell)] == 1;
        let dots = position
            .iter()
            .flat_map(|&drawn| self.cells(drawn).filter(loose).map(move |dot| (dot, drawn)));
        let last = dots.max_by_key(|&(dot, _)| {
            let images = frames.ways.iter().map(|&way| self.image(way, dot));
            (self.rank(dot), std::cmp::Reverse(images.min()))
        });
        let (_, last) = last.expect("the last dot placed is loose");
        position
            .iter()
            .copied()
            .filter(|&drawn| drawn != last)
            .collect()
    }

    /// The rank of a cell's orbit: by the square of its distance from the centre, in half cells, then by its first cell.
    fn rank(&self, cell: Cell) -> (i32, Option<Cell>) {
        let square = |a: i16| (2 * i32::from(a) - i32::from(self.last())).pow(2);
        let orbit = (0..8).map(|way| self.image(way, cell));
        (square(cell.0) + square(cell.1), orbit.min())
    }

    /// The canonical images of all positions with at most `moves` moves, level by level, without the rule of parents.
    pub fn all(&self, moves: usize) -> Vec<BTreeSet<Position>> {
        let mut levels = vec![BTreeSet::from([Vec::new()])];
        for depth in 0..moves {
            let mut next = BTreeSet::new();
            for position in &levels[depth] {
                let legal = self.legal(position, &self.drawing(position));
                let made = legal.into_iter().map(|line| with(position, line));
                next.extend(made.map(|child| self.frames(&child).canonical));
            }
            levels.push(next);
        }
        levels
    }

    /// The unit of a root.
    pub fn unit(&self, position: &[Line], units: u32) -> u32 {
        self.frames(position).least_hash % units
    }

    /// Counts the positions that descend from a root: for each number of moves, from the root's on, the classes, and by how much eight
    /// times their number exceeds that of the positions.
    pub fn descendants(&self, root: &Position) -> Vec<[u64; 2]> {
        let mut level = BTreeSet::from([root.clone()]);
        let mut counts = Vec::new();
        while !level.is_empty() {
            let coinciding = level.iter().map(|p| 8 - self.different_images(p));
            counts.push([level.len() as u64, coinciding.sum()]);
            let mut next = BTreeSet::new();
            for position in &level {
                self.add_children(position, &mut next);
            }
            level = next;
        }
        counts
    }

    /// Adds the canonical images of the children whose parent this canonical position is.
    fn add_children(&self, position: &Position, next: &mut BTreeSet<Position>) {
        for line in self.legal(position, &self.drawing(position)) {
            let child = with(position, line);
            let frames = self.frames(&child);
            let parent = self.parent(&child, &self.drawing(&child), &frames);
            if parent == *position || self.frames(&parent).canonical == *position {
                next.insert(frames.canonical);
            }
        }
    }

    fn different_images(&self, position: &[Line]) -> u64 {
        let images = (0..8).map(|way| self.image_of_position(way, position));
        images.collect::<BTreeSet<_>>().len() as u64
    }
}

impl Drawing {
    fn has_dot(&self, cell: Cell) -> bool {
        self.lines[index(cell)] > 0
    }
}

/// How a position is turned and mirrored into its canonical image.
struct Frames {
    least_hash: u32,
    ways: Vec<u8>,
    canonical: Position,
}

fn with(position: &[Line], line: Line) -> Position {
    let mut child = position.to_vec();
    let place = child.partition_point(|&drawn| drawn < line);
    child.insert(place, line);
    child
}

/// The hash of a line.
fn hash(line: Line) -> u32 {
    let (x, y) = start(line);
    let number = (64 * (y + 32) as u32 + (x + 32) as u32) * 4 + u32::from(line & 3) + 1;
    let first = number.wrapping_mul(2_654_435_761);
    let second = (first ^ first >> 15).wrapping_mul(2_246_822_519);
    let third = (second ^ second >> 13).wrapping_mul(3_266_489_917);
    third ^ third >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of A204109, A204110, A204107 and A204108 of the OEIS.
    #[test]
    fn sets_hold_as_many_positions_as_others_have_counted() {
        for (name, expected) in [
            ("4D", [1, 5, 106, 1174]),
            ("4T", [1, 5, 107, 1212]),
            ("5D", [1, 4, 55, 404]),
        ] {
            let levels = Rules::named(name).unwrap().all(3);
            let sizes: Vec<usize> = levels.iter().map(BTreeSet::len).collect();
            assert_eq!(sizes, expected, "{name}");
        }
    }

    /// Every position of a level descends from exactly one position of the level before.
    #[test]
    fn the_descendants_of_a_level_are_all_that_comes_after_it() {
        let rules = Rules::named("5D").unwrap();
        let levels = rules.all(4);
        let mut level = levels[1].clone();
        for expected in &levels[2..] {
            let mut next = BTreeSet::new();
            for position in &level {
                let before = next.len();
                let mut own = BTreeSet::new();
                rules.add_children(position, &mut own);
                next.extend(own.iter().cloned());
                assert_eq!(next.len(), before + own.len(), "two parents of one");
            }
            assert_eq!(next, *expected);
            level = next;
        }
    }
}
