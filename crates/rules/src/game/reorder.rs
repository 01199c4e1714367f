//! Finds the order of play of a drawing without numbers: a set of lines, without the order in which they were drawn and without the dot
//! that each placed.
//!
//! A line places exactly one dot, so it lacks exactly one dot when it is drawn. It follows that no choice has to be tried:
//!
//! *Lemma.* Let some lines be drawn already, and let the others be drawable in some order. If a line lacks exactly one dot now, it can be
//! drawn now, and the others can still be drawn after it.
//!
//! *Proof.* Let the line L lack only the dot d. Dots never go away, so L lacks at most d from now on; it lacks exactly one dot when its
//! turn comes in that order, so it is L that places d, and no other line does. Draw L now instead. Every other line M that came before L
//! in that order has the four other dots of its own, as before, and still lacks the dot that it placed there, since this is not d. ∎
//!
//! So it is enough to draw, again and again, any line that lacks exactly one dot: this reaches the end if any order does. No drawing has
//! two readings: the lines alone determine which dot each of them placed.

use std::collections::{BTreeSet, HashMap};

use crate::geometry::{Cell, Direction, Line, Move, Variant, is_cross_cell};

/// The first and the last cell of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ends(pub Cell, pub Cell);

impl Ends {
    fn of(variant: Variant, line: Line) -> Self {
        Self(line.start, line.cell(variant.line_length() - 1))
    }
}

impl std::fmt::Display for Ends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "from {} to {}", self.0, self.1)
    }
}

/// The reason why no game has these lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoOrder {
    /// Two lines share more than the variant allows.
    #[error("the lines {0} and {1} share more than {2} allows")]
    Overlap(Ends, Ends, Variant),
    /// Every line places one dot, but there are more or fewer.
    #[error(
        "each line places one dot, but the number of lines is {lines}, and they run through {dots} dots outside the cross"
    )]
    Count {
        /// The lines.
        lines: usize,
        /// The dots outside the cross that they run through.
        dots: usize,
    },
    /// A line could place no dot any more.
    #[error(
        "after {drawn} lines, of which each had to be drawn so, all dots of the line {line} are there before it is drawn, and it has none to place"
    )]
    Full {
        /// The number of lines that can be drawn before.
        drawn: usize,
        /// The line.
        line: Ends,
    },
    /// The lines that are left wait for each other.
    #[error(
        "only {drawn} lines can be drawn: every other one lacks two dots or more, the line {line} for example {} and {}", .missing.0, .missing.1
    )]
    Stuck {
        /// The number of lines that can be drawn.
        drawn: usize,
        /// A line that cannot be drawn.
        line: Ends,
        /// Two of the dots that it lacks.
        missing: (Cell, Cell),
    },
}

impl NoOrder {
    /// The number of lines that could be drawn before the fault showed.
    pub const fn drawn(&self) -> usize {
        match self {
            Self::Overlap(..) | Self::Count { .. } => 0,
            Self::Full { drawn, .. } | Self::Stuck { drawn, .. } => *drawn,
        }
    }
}

/// Puts lines into an order of play, and finds the dot that each placed. Of the lines that can be drawn next the first one of `lines` is
/// taken, so that the lines of a game come in the order in which it was played.
///
/// # Errors
/// Why there is no such order.
pub fn order_lines(variant: Variant, lines: &[Line]) -> Result<Vec<Move>, NoOrder> {
    Tangle::new(variant, lines)?.order(|cell| is_cross_cell(variant, cell))
}

/// Lines of which no two overlap, with the cells they run through: made ready once, to be ordered around a cross that may stand anywhere.
#[derive(Debug, Clone)]
pub struct Tangle<'a> {
    variant: Variant,
    lines: &'a [Line],
    /// The cells on lines, each once, ascending.
    cells: Vec<Cell>,
    /// For each cell the lines through it, ascending.
    through: Vec<Vec<usize>>,
}

impl<'a> Tangle<'a> {
    /// Prepares the lines.
    ///
    /// # Errors
    /// Two of them overlap.
    pub fn new(variant: Variant, lines: &'a [Line]) -> Result<Self, NoOrder> {
        check_overlap(variant, lines)?;
        let mut cells: Vec<Cell> = lines.iter().flat_map(|l| l.cells(variant)).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut tangle = Self {
            variant,
            lines,
            through: vec![Vec::new(); cells.len()],
            cells,
        };
        for (index, line) in lines.iter().enumerate() {
            for cell in line.cells(variant) {
                let place = tangle.place(cell);
                tangle.through[place].push(index);
            }
        }
        Ok(tangle)
    }

    /// The cells on lines, each once, ascending.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The place in the list of a cell that is on a line.
    fn place(&self, cell: Cell) -> usize {
        self.cells.partition_point(|&c| c < cell)
    }

    /// As [`order_lines`], with these cells as the cross. The moves lie in the frame of the lines.
    ///
    /// # Errors
    /// Why there is no order.
    pub fn order(&self, is_cross: impl Fn(Cell) -> bool) -> Result<Vec<Move>, NoOrder> {
        let mut drawing = Unfinished::new(self, is_cross);
        let dots = drawing
            .present
            .iter()
            .filter(|&&is_there| !is_there)
            .count();
        while let Some(line) = drawing.next()? {
            drawing.draw(line);
        }
        match drawing.lacks.iter().position(Option::is_some) {
            None => Ok(drawing.moves),
            Some(line) if dots == self.lines.len() => Err(drawing.stuck(line)),
            Some(_) => Err(NoOrder::Count {
                lines: self.lines.len(),
                dots,
            }),
        }
    }
}

/// A tangle of which some lines are drawn, and the others wait.
struct Unfinished<'a> {
    tangle: &'a Tangle<'a>,
    /// Which cells hold dots.
    present: Vec<bool>,
    /// How many dots each line lacks; `None` once it is drawn.
    lacks: Vec<Option<usize>>,
    /// The lines that lack one dot.
    ready: BTreeSet<usize>,
    /// The lines that lack none.
    full: BTreeSet<usize>,
    moves: Vec<Move>,
}

impl<'a> Unfinished<'a> {
    fn new(tangle: &'a Tangle<'a>, is_cross: impl Fn(Cell) -> bool) -> Self {
        let present: Vec<bool> = tangle.cells.iter().map(|&c| is_cross(c)).collect();
        let mut lacks = vec![0; tangle.lines.len()];
        let empty = tangle.through.iter().zip(&present).filter(|(_, p)| !**p);
        for line in empty.flat_map(|(lines, _)| lines) {
            lacks[*line] += 1;
        }
        let that_lack = |n: usize| (0..lacks.len()).filter(|&l| lacks[l] == n).collect();
        Self {
            tangle,
            present,
            ready: that_lack(1),
            full: that_lack(0),
            lacks: lacks.into_iter().map(Some).collect(),
            moves: Vec::with_capacity(tangle.lines.len()),
        }
    }

    /// The line to be drawn next, if one can be.
    fn next(&mut self) -> Result<Option<usize>, NoOrder> {
        match self.full.first() {
            Some(&line) => Err(NoOrder::Full {
                drawn: self.moves.len(),
                line: self.ends(line),
            }),
            None => Ok(self.ready.pop_first()),
        }
    }

    /// Draws a line that lacks one dot, and with it that dot.
    fn draw(&mut self, line: usize) {
        let (place, dot) = self.missing(line)[0];
        self.moves.push(Move::new(self.tangle.lines[line], place));
        self.lacks[line] = None;
        self.present[dot] = true;
        for &other in &self.tangle.through[dot] {
            let Some(lacks) = &mut self.lacks[other] else {
                continue;
            };
            *lacks -= 1;
            match *lacks {
                0 => {
                    self.ready.remove(&other);
                    self.full.insert(other);
                }
                1 => {
                    self.ready.insert(other);
                }
                _ => {}
            }
        }
    }

    /// The places of a line that hold no dot, and these cells' places in the list.
    fn missing(&self, line: usize) -> Vec<(u8, usize)> {
        let cells = self.tangle.lines[line].cells(self.tangle.variant);
        let places = cells.map(|cell| self.tangle.place(cell));
        (0u8..)
            .zip(places)
            .filter(|&(_, p)| !self.present[p])
            .collect()
    }

    fn ends(&self, line: usize) -> Ends {
        Ends::of(self.tangle.variant, self.tangle.lines[line])
    }

    fn stuck(&self, line: usize) -> NoOrder {
        let missing = self.missing(line);
        let cell = |k: usize| self.tangle.cells[missing[k].1];
        NoOrder::Stuck {
            drawn: self.moves.len(),
            line: self.ends(line),
            missing: (cell(0), cell(1)),
        }
    }
}

/// Parallel lines that overlap share a cell, or, where lines may touch, a step from one cell to the next.
fn check_overlap(variant: Variant, lines: &[Line]) -> Result<(), NoOrder> {
    let shared = variant.line_length() - usize::from(variant.touching());
    let mut taken: HashMap<(Cell, Direction), usize> = HashMap::new();
    for (index, &line) in lines.iter().enumerate() {
        let slots = line
            .cells(variant)
            .take(shared)
            .map(|c| (c, line.direction));
        if let Some(&other) = slots.clone().filter_map(|slot| taken.get(&slot)).min() {
            let ends = |line| Ends::of(variant, line);
            return Err(NoOrder::Overlap(ends(lines[other]), ends(line), variant));
        }
        taken.extend(slots.map(|slot| (slot, index)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::seq::SliceRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::{Board, check_graph, order_moves};
    use crate::geometry::cross_cells;

    fn game(variant: Variant, length: usize, seed: u64) -> Vec<Move> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::new(variant);
        while board.len() < length && !board.legal().is_empty() {
            let mut codes = board.legal().to_vec();
            codes.shuffle(&mut rng);
            board.play_code(codes[0]).unwrap();
        }
        board.moves().collect()
    }

    /// Every way to say which dot each line placed that makes a graph with an order of play, by trying all of them.
    fn readings(variant: Variant, lines: &[Line]) -> Vec<Vec<Move>> {
        let mut found = vec![Vec::new()];
        for &line in lines {
            let longer = |moves: &Vec<Move>| -> Vec<Vec<Move>> {
                let places = 0..variant.line_length() as u8;
                places
                    .map(|place| [&moves[..], &[Move::new(line, place)]].concat())
                    .collect()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found.retain(|moves| {
            check_graph(variant, moves).is_ok() && order_moves(variant, moves).is_ok()
        });
        found
    }

    proptest! {
        #[test]
        fn the_lines_of_a_game_give_its_moves_in_whatever_order(
            variant in prop::sample::select(Variant::ALL.to_vec()),
            length in 0usize..60,
            seed: u64,
        ) {
            let moves = game(variant, length, seed);
            let mut lines: Vec<Line> = moves.iter().map(|m| m.line).collect();
            prop_assert_eq!(&order_lines(variant, &lines).unwrap(), &moves);
            lines.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(!seed));
            let ordered = order_lines(variant, &lines).unwrap();
            prop_assert_eq!(&ordered, &order_slowly(variant, &lines).unwrap());
            let mut board = Board::new(variant);
            for &mv in &ordered {
                board.play(mv).unwrap();
            }
            let set = |moves: &[Move]| moves.iter().copied().collect::<BTreeSet<_>>();
            prop_assert_eq!(set(&ordered), set(&moves));
        }
    }

    /// Draws whatever can be drawn, looking at every line again each time.
    fn order_slowly(variant: Variant, lines: &[Line]) -> Result<Vec<Move>, NoOrder> {
        let ends = |line| Ends::of(variant, line);
        for (index, &line) in lines.iter().enumerate() {
            let clashes = |other: &&Line| !other.compatible(line, variant);
            if let Some(&other) = lines[..index].iter().find(clashes) {
                return Err(NoOrder::Overlap(ends(other), ends(line), variant));
            }
        }
        let cells = lines.iter().flat_map(|line| line.cells(variant));
        let outside: BTreeSet<Cell> = cells.filter(|&c| !is_cross_cell(variant, c)).collect();
        let mut present: BTreeSet<Cell> = cross_cells(variant).collect();
        let mut waiting = lines.to_vec();
        let mut moves: Vec<Move> = Vec::new();
        while !waiting.is_empty() {
            let missing = |line: &Line| -> Vec<u8> {
                let places = (0u8..).zip(line.cells(variant));
                let is_empty = places.filter(|(_, cell)| !present.contains(cell));
                is_empty.map(|(place, _)| place).collect()
            };
            let lacks: Vec<Vec<u8>> = waiting.iter().map(missing).collect();
            let drawn = moves.len();
            if let Some(full) = lacks.iter().position(Vec::is_empty) {
                let line = ends(waiting[full]);
                return Err(NoOrder::Full { drawn, line });
            }
            if let Some(next) = lacks.iter().position(|lacks| lacks.len() == 1) {
                let mv = Move::new(waiting.remove(next), lacks[next][0]);
                present.insert(mv.dot());
                moves.push(mv);
                continue;
            }
            let (lines, dots) = (lines.len(), outside.len());
            if dots != lines {
                return Err(NoOrder::Count { lines, dots });
            }
            let cell = |k: usize| waiting[0].cell(usize::from(lacks[0][k]));
            return Err(NoOrder::Stuck {
                drawn,
                line: ends(waiting[0]),
                missing: (cell(0), cell(1)),
            });
        }
        Ok(moves)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        /// Games of which a line is left out, moved or turned: most have no order.
        #[test]
        fn what_trying_everything_finds_is_found_and_nothing_else(
            variant in prop::sample::select(Variant::ALL.to_vec()),
            length in 1usize..5,
            seed: u64,
            (which, dx, dy) in (0usize..6, -2i16..3, -2i16..3),
            direction in prop::sample::select(Direction::ALL.to_vec()),
            is_added: bool,
        ) {
            let moves = game(variant, length, seed);
            let mut lines: Vec<Line> = moves.iter().map(|m| m.line).collect();
            let at = which % lines.len();
            let start = lines[at].start;
            let changed = Line::new(Cell::new(start.x + dx, start.y + dy), direction);
            if is_added {
                lines.push(changed);
            } else {
                lines[at] = changed;
            }
            prop_assert_eq!(order_lines(variant, &lines), order_slowly(variant, &lines));
            let readings = readings(variant, &lines);
            prop_assert!(readings.len() <= 1);
            match order_lines(variant, &lines) {
                Ok(moves) => {
                    let set = |moves: &[Move]| moves.iter().copied().collect::<BTreeSet<_>>();
                    prop_assert_eq!(readings.len(), 1);
                    prop_assert_eq!(set(&moves), set(&readings[0]));
                }
                Err(_) => prop_assert!(readings.is_empty()),
            }
        }
    }

    fn horizontal(x: i16, y: i16) -> Line {
        Line::new(Cell::new(x, y), Direction::Horizontal)
    }

    #[test]
    fn each_reason_is_told() {
        let told = |lines: &[Line]| order_lines(Variant::D5, lines).unwrap_err().to_string();
        let top = horizontal(2, 0);
        assert!(told(&[top, top]).starts_with("the lines from (2,0) to (6,0) and from (2,0)"));
        assert!(
            told(&[horizontal(1, 0)])
                .ends_with("lines is 1, and they run through 2 dots outside the cross")
        );
        assert_eq!(
            order_lines(Variant::D5, &[top]).unwrap(),
            [Move::new(top, 0)]
        );
        let clash = two_for_one_dot();
        assert!(told(&clash).contains("has none to place"));
        for skipped in [clash.len() - 2, clash.len() - 1] {
            let mut one = clash.clone();
            one.remove(skipped);
            assert!(order_lines(Variant::D5, &one).is_ok());
        }
    }

    /// The lines of a game, and two more that lack the same dot, so that whichever is drawn first leaves none to the other.
    fn two_for_one_dot() -> Vec<Line> {
        let of = |seed| -> Option<Vec<Line>> {
            let moves = game(Variant::D5, 12, seed);
            let mut board = Board::new(Variant::D5);
            moves.iter().for_each(|&mv| board.play(mv).unwrap());
            let legal: Vec<Move> = board.legal_moves().collect();
            let pairs = legal
                .iter()
                .flat_map(|&a| legal.iter().map(move |&b| (a, b)));
            let (a, b) = pairs.into_iter().find(|(a, b)| {
                a.dot() == b.dot() && a != b && a.line.compatible(b.line, Variant::D5)
            })?;
            let lines = moves.iter().map(|m| m.line);
            Some(lines.chain([a.line, b.line]).collect())
        };
        (0..1000)
            .find_map(of)
            .expect("some game has two such moves")
    }
}
