//! The moves that a set of lines admits, numbered.

use std::collections::{BTreeMap, BTreeSet};

use morpion_rules::geometry::{Cell, Line, Move, Variant, is_cross_cell};

use crate::bits::Bits;

/// Lines, and the moves that draw one of them, numbered line by line and then by position. Cells outside the cross that lie on a line are
/// numbered, too.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The variant.
    pub variant: Variant,
    /// The lines in the order in which they were given, none twice.
    pub lines: Vec<Line>,
    /// All moves: each cell of a line that is not in the cross may be the one that is placed.
    pub moves: Vec<Move>,
    /// By move: its line.
    pub line_of: Vec<usize>,
    /// By line: its moves.
    pub moves_of: Vec<Vec<usize>>,
    /// The cells outside the cross, sorted.
    pub cells: Vec<Cell>,
    /// By move: the cell that it places.
    pub placed: Vec<usize>,
    /// By move: the cells outside the cross that must hold dots before.
    pub needed: Vec<Vec<usize>>,
    /// By cell: the moves that place it.
    pub placing: Vec<Vec<usize>>,
    /// By cell: the moves that need it.
    pub needing: Vec<Vec<usize>>,
}

impl Candidates {
    /// The moves of these lines.
    pub fn new(variant: Variant, lines: impl IntoIterator<Item = Line>) -> Self {
        let mut seen = BTreeSet::new();
        let lines: Vec<Line> = lines
            .into_iter()
            .filter(|&line| seen.insert(line))
            .collect();
        let free = |cell: &Cell| !is_cross_cell(variant, *cell);
        let cells: BTreeSet<Cell> = lines
            .iter()
            .flat_map(|l| l.cells(variant))
            .filter(free)
            .collect();
        let numbers: BTreeMap<Cell, usize> = cells.iter().copied().zip(0..).collect();
        let mut candidates = Self {
            variant,
            lines,
            moves: Vec::new(),
            line_of: Vec::new(),
            moves_of: Vec::new(),
            placed: Vec::new(),
            needed: Vec::new(),
            placing: vec![Vec::new(); cells.len()],
            needing: vec![Vec::new(); cells.len()],
            cells: cells.into_iter().collect(),
        };
        for line in 0..candidates.lines.len() {
            candidates.add_moves(line, &numbers);
        }
        candidates
    }

    fn add_moves(&mut self, index: usize, numbers: &BTreeMap<Cell, usize>) {
        let line = self.lines[index];
        let first = self.moves.len();
        for position in 0..self.variant.line_length() {
            let mv = Move::new(line, position as u8);
            let Some(&placed) = numbers.get(&mv.dot()) else {
                continue;
            };
            let number = self.moves.len();
            let needed = mv
                .needs(self.variant)
                .filter_map(|c| numbers.get(&c).copied());
            let needed: Vec<usize> = needed.collect();
            self.placing[placed].push(number);
            needed
                .iter()
                .for_each(|&cell| self.needing[cell].push(number));
            self.moves.push(mv);
            self.line_of.push(index);
            self.placed.push(placed);
            self.needed.push(needed);
        }
        self.moves_of.push((first..self.moves.len()).collect());
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether the rules alone keep two different moves from standing in one game: they draw the same line, place the same dot, or their
    /// lines overlap.
    pub fn clash(&self, a: usize, b: usize) -> bool {
        self.placed[a] == self.placed[b]
            || !self.lines[self.line_of[a]].compatible(self.lines[self.line_of[b]], self.variant)
            || self.line_of[a] == self.line_of[b]
    }

    /// By move: the moves that it clashes with.
    pub fn clashes(&self) -> Vec<Bits> {
        let n = self.len();
        let mut clashes = vec![Bits::new(n); n];
        for a in 0..n {
            for b in a + 1..n {
                if self.clash(a, b) {
                    clashes[a].insert(b);
                    clashes[b].insert(a);
                }
            }
        }
        clashes
    }
}
