//! The kernel: goes from a position to the positions whose parent it is, and so on, depth first.
//!
//! `paper/counting.md` defines what is counted, and proves that every position is met exactly once up to symmetry. In short: a *loose* dot
//! lies on one line only; without that line and that dot there is a position again, with one move less. One loose dot is the *last* one,
//! chosen so that symmetries do not matter, and the position without it is the *parent*. The kernel plays a move only when its dot is the
//! last loose dot of the new position, and plays only one of several moves that symmetries of the position map to each other.

use super::position::{Position, plus};
use super::tables::{EachWay, ORBIT, Tables};
use super::tally::Tally;
use super::words::{meet, without};
use morpion_rules::geometry::Line;

/// A set of symmetries, by bit.
type Ways = u8;

const ONLY_IDENTITY: Ways = 1;

/// A position at which the search stopped.
pub(super) struct Reached {
    /// The least hash of its images.
    pub(super) hash: u32,
    /// Its lines, in the order in which they were drawn: each dot is the last loose one of the position that it makes.
    pub(super) lines: Vec<Line>,
}

/// The depth-first search, with `L` cells in a line and `P` digits for their number.
pub(super) struct Kernel<'a, const W: usize, const M: usize, const L: usize, const P: usize> {
    tables: &'a Tables<W, M>,
    /// 1 for each cell that holds a dot.
    occupied: Vec<u8>,
    /// The numbers of the lines drawn.
    path: Vec<u16>,
    /// Positions with this many moves are not searched further.
    most: usize,
    /// Tells, by its least hash, whether such a position is kept.
    wanted: &'a dyn Fn(u32) -> bool,
    reached: Vec<Reached>,
    tally: Tally,
    /// Whether a line was legal that leaves the table: then positions are missing.
    beyond: bool,
}

/// The counts of a search and the positions kept; `None` if the table was too small.
pub(super) type Found = Option<(Tally, Vec<Reached>)>;

impl<'a, const W: usize, const M: usize, const L: usize, const P: usize> Kernel<'a, W, M, L, P> {
    pub(super) fn new(
        tables: &'a Tables<W, M>,
        most: usize,
        wanted: &'a dyn Fn(u32) -> bool,
    ) -> Self {
        Self {
            tables,
            occupied: vec![0; 64 * M],
            path: Vec::new(),
            most,
            wanted,
            reached: Vec::new(),
            // Every move places a dot.
            tally: Tally::new(64 * M),
            beyond: false,
        }
    }

    /// Counts the position with these lines, in an order in which they can be drawn, and the positions that descend from it.
    pub(super) fn run(mut self, lines: &[Line]) -> Found {
        let mut position = Position::start(self.tables);
        for &cell in &self.tables.cross {
            self.occupied[cell] = 1;
        }
        let mut last = Tables::<W, M>::OUTSIDE;
        for &line in lines {
            let line = self.tables.line_number(line)?;
            last = self.dot(line);
            position = position.after(self.tables, line, last);
            self.occupied[last] = 1;
            self.path.push(line as u16);
        }
        self.visit(&position, last);
        (!self.beyond).then_some((self.tally, self.reached))
    }

    /// Counts this position, whose last loose dot is `last`, and all that descends from it.
    fn visit(&mut self, position: &Position<W, M, P>, last: usize) {
        let tables = self.tables;
        let itself = self.stabiliser(&position.hashes);
        let moves = self.path.len();
        self.tally.add(moves, itself.count_ones());
        if moves == self.most {
            self.keep(&position.hashes);
            return;
        }
        let legal = position.legal::<L>();
        self.beyond |= meet(&legal, &tables.exits);
        let next = &tables.next[last];
        for word in 0..W {
            let mut rest = legal[word] & next[word];
            while rest != 0 {
                let line = word << 6 | rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let dot = self.dot(line);
                if self.is_child(position, line, dot) && self.is_first_of_kind(line, itself) {
                    self.descend(position, line, dot);
                }
            }
        }
    }

    #[inline(always)]
    fn descend(&mut self, position: &Position<W, M, P>, line: usize, dot: usize) {
        let child = position.after(self.tables, line, dot);
        self.occupied[dot] = 1;
        self.path.push(line as u16);
        self.visit(&child, dot);
        self.path.pop();
        self.occupied[dot] = 0;
    }

    /// The cell that a legal line places a dot on: the only one that is empty.
    #[inline(always)]
    fn dot(&self, line: usize) -> usize {
        let cells = &self.tables.lines[line].cells[..L];
        let empty =
            |&cell: &u16| usize::from(cell) * usize::from(1 - self.occupied[usize::from(cell)]);
        cells.iter().fold(0, |dot, cell| dot | empty(cell))
    }

    /// Whether `dot` is the last loose dot once `line` is drawn.
    #[inline(always)]
    fn is_child(&self, position: &Position<W, M, P>, line: usize, dot: usize) -> bool {
        let row = &self.tables.lines[line];
        let orbit = dot / ORBIT;
        let later = &self.tables.later[orbit];
        let kept = without(&position.loose, &row.mask);
        if meet(&kept, later) {
            return false;
        }
        // The other loose dots of the orbit: eight bits of one word.
        let rivals = (kept[orbit >> 3] >> (8 * (orbit & 7))) as u8;
        rivals == 0 || {
            let hashes = plus(&position.hashes, &row.hashes);
            self.is_last_among(dot, rivals, line, ways_of_least(&hashes))
        }
    }

    /// Whether `dot` is the last of its orbit's loose dots once `line` is drawn, where `ways` lead to the least hash: in the frame of the
    /// least image no rival has a smaller number.
    #[inline(always)]
    fn is_last_among(&self, dot: usize, rivals: u8, line: usize, ways: Ways) -> bool {
        if !ways.is_power_of_two() {
            return self.is_last_of_several(dot, rivals, self.ways_to_least_image(line, ways));
        }
        let way = ways.trailing_zeros() as usize & (ORBIT - 1);
        let number = |cell: usize| self.tables.images[cell][way];
        let (first, this) = (dot & !(ORBIT - 1), number(dot));
        let mut rivals = rivals;
        while rivals != 0 {
            if number(first + rivals.trailing_zeros() as usize) < this {
                return false;
            }
            rivals &= rivals - 1;
        }
        true
    }

    /// The same where several symmetries lead to the least image.
    #[cold]
    #[inline(never)]
    fn is_last_of_several(&self, dot: usize, rivals: u8, ways: Ways) -> bool {
        let least = |cell: usize| {
            let images = &self.tables.images[cell];
            let images = (0..ORBIT).filter(|s| ways >> s & 1 == 1).map(|s| images[s]);
            images.min()
        };
        let first = dot & !(ORBIT - 1);
        (0..ORBIT).all(|i| rivals >> i & 1 == 0 || least(dot) <= least(first + i))
    }

    /// Those of `ways` that lead to the least image of the position once `line` is drawn.
    #[cold]
    #[inline(never)]
    fn ways_to_least_image(&self, line: usize, ways: Ways) -> Ways {
        let mut lines = self.path.clone();
        lines.push(line as u16);
        let ways = (0..ORBIT).filter(|s| ways >> s & 1 == 1);
        let images: Vec<(usize, Vec<u16>)> = ways.map(|s| (s, self.image(&lines, s))).collect();
        let least_image = images.iter().map(|(_, image)| image).min();
        let least = images
            .iter()
            .filter(|(_, image)| Some(image) == least_image);
        least.fold(0, |ways, (s, _)| ways | 1 << s)
    }

    /// The symmetries that map the position to itself.
    #[inline(always)]
    fn stabiliser(&self, hashes: &EachWay<u32>) -> Ways {
        let ways = ways_with(hashes, hashes[0]);
        if ways == ONLY_IDENTITY {
            ways
        } else {
            self.exact_stabiliser(ways)
        }
    }

    /// Those of `ways` that map the position to itself: its equal hashes are only a hint of that.
    #[cold]
    #[inline(never)]
    fn exact_stabiliser(&self, ways: Ways) -> Ways {
        let itself = self.image(&self.path, 0);
        let ways = (0..ORBIT).filter(|s| ways >> s & 1 == 1);
        let ways = ways.filter(|&s| self.image(&self.path, s) == itself);
        ways.fold(0, |ways, s| ways | 1 << s)
    }

    /// The image of a set of lines, in order.
    fn image(&self, lines: &[u16], symmetry: usize) -> Vec<u16> {
        let image = |&line: &u16| self.tables.lines[usize::from(line)].images[symmetry];
        let mut image: Vec<u16> = lines.iter().map(image).collect();
        image.sort_unstable();
        image
    }

    /// Whether no symmetry of the position maps the line to one with a smaller number.
    #[inline(always)]
    fn is_first_of_kind(&self, line: usize, stabiliser: Ways) -> bool {
        stabiliser == ONLY_IDENTITY || {
            let images = &self.tables.lines[line].images;
            (0..ORBIT).all(|s| stabiliser >> s & 1 == 0 || usize::from(images[s]) >= line)
        }
    }

    fn keep(&mut self, hashes: &EachWay<u32>) {
        let hash = hashes.iter().copied().fold(u32::MAX, u32::min);
        if (self.wanted)(hash) {
            let line = |&line: &u16| self.tables.lines[usize::from(line)].line;
            let lines = self.path.iter().map(line).collect();
            self.reached.push(Reached { hash, lines });
        }
    }
}

#[inline(always)]
fn ways_of_least(hashes: &EachWay<u32>) -> Ways {
    ways_with(hashes, hashes.iter().copied().fold(u32::MAX, u32::min))
}

/// The symmetries whose image has this hash.
#[inline(always)]
fn ways_with(hashes: &EachWay<u32>, hash: u32) -> Ways {
    let bit = |(s, &h)| Ways::from(h == hash) << s;
    hashes
        .iter()
        .enumerate()
        .map(bit)
        .fold(0, |ways, bit| ways | bit)
}
