//! The state of a node: what is known about its objects, and the rules P1-P10 and S that complete this knowledge.
//!
//! Every rule removes only what no graph (game) that satisfies the state can have, so no object is lost; see section 2 of
//! `paper/certificate.md` for the reasons, which are the conditions L1-L5 of graphs and the order of moves of games.

use crate::geometry::{Board, Line, MARKS, bits};
use crate::reach::reach;
use std::fmt;
use std::ops::BitOr;

/// The kind of object a certificate speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objects {
    /// Sets of moves that satisfy L1-L4, playable or not.
    Graphs,
    /// Graphs whose moves can be played in some order.
    Games,
}

impl fmt::Display for Objects {
    /// In the singular: `graph` or `game`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Graphs {
            "graph"
        } else {
            "game"
        })
    }
}

const EVERY_MARK: u32 = (1 << MARKS) - 1;

/// The status of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// A dot of the starting position.
    Cross,
    /// It may hold a dot or not.
    Free,
    /// It holds a dot.
    Present,
    /// It holds no dot.
    Absent,
}

/// No object satisfies the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

/// Cells and marks as far as they are decided, and for games which cells are known to be placed before which.
///
/// The methods that decide something only note it; `propagate` then draws the conclusions. After a contradiction
/// the contents mean nothing.
#[derive(Debug, Clone)]
pub struct State {
    cells: Vec<Cell>,
    allowed: Vec<u32>,
    order: Option<Order>,
    /// Whether only objects count that the half turn maps to themselves (rule S).
    symmetric: bool,
    /// How many moves the objects have at least, for rule P10; 0 switches it off.
    moves: u64,
    /// Cells that changed since the rules were last applied to them.
    changed: Vec<usize>,
}

impl State {
    /// The state before any decision. The rules have not been applied to it yet. With `symmetric`, the half turn must map
    /// the box to itself, and the objects; with an arrival, the objects must be games, and not symmetric.
    pub fn new(board: &Board, objects: Objects, symmetric: bool) -> Self {
        let cell = |&cross: &bool| if cross { Cell::Cross } else { Cell::Free };
        let marks = |(&cross, &mask): (&bool, &u32)| if cross { 0 } else { mask };
        let mut state = Self {
            cells: board.cross.iter().map(cell).collect(),
            allowed: board.cross.iter().zip(&board.in_box).map(marks).collect(),
            order: (objects == Objects::Games).then(|| Order::new(board.cells())),
            symmetric,
            moves: 0,
            changed: (0..board.cells()).collect(),
        };
        state.forbid_by_arrival(board);
        state
    }

    /// The same state for those objects only that have this many moves or more.
    pub fn with_moves(self, moves: u64) -> Self {
        Self { moves, ..self }
    }

    /// Forbids what the arrival excludes, section 1: the dot of the last move is the only one on its sides, and lies on all of
    /// them. So a line with a cell on them is the last move's own, and this cell is its dot.
    fn forbid_by_arrival(&mut self, board: &Board) {
        for &v in board.arrived.iter().flatten() {
            for (line, i) in board.lines_through(v) {
                let Line { direction, cells } = board.lines[line];
                for (j, &w) in cells.iter().enumerate().filter(|&(j, _)| j != i) {
                    self.forbid(w, 1 << (5 * direction + j));
                }
            }
            if !board.arrived.iter().all(|side| side.contains(&v)) {
                self.forbid(v, EVERY_MARK);
            }
        }
    }

    /// The image of cell `v` under the half turn, if the objects are symmetric. The half turn reverses the numbers of the
    /// cells.
    pub fn twin(&self, v: usize) -> Option<usize> {
        self.symmetric.then(|| self.cells.len() - 1 - v)
    }

    /// The status of cell `v`.
    pub fn cell(&self, v: usize) -> Cell {
        self.cells[v]
    }

    /// The number of cells that hold a dot, the cross not counted.
    pub fn present(&self) -> usize {
        let is_present = |cell: &&Cell| **cell == Cell::Present;
        self.cells.iter().filter(is_present).count()
    }

    /// The allowed marks of cell `v`, one bit for each.
    pub fn allowed(&self, v: usize) -> u32 {
        self.allowed[v]
    }

    /// The number of allowed marks of all cells.
    pub fn marks(&self) -> u32 {
        self.allowed.iter().map(|mask| mask.count_ones()).sum()
    }

    /// Whether `p` is known to be placed before `x` (games only).
    pub fn precedes(&self, p: usize, x: usize) -> bool {
        self.order
            .as_ref()
            .is_some_and(|order| order.precedes(p, x))
    }

    /// Decides that cell `v` (and its twin) holds a dot.
    pub fn set_present(&mut self, v: usize) -> Result<(), Contradiction> {
        self.twin(v).map_or(Ok(()), |w| self.set_one_present(w))?;
        self.set_one_present(v)
    }

    fn set_one_present(&mut self, v: usize) -> Result<(), Contradiction> {
        match self.cells[v] {
            Cell::Cross | Cell::Present => Ok(()),
            Cell::Absent => Err(Contradiction),
            Cell::Free => {
                self.cells[v] = Cell::Present;
                self.changed.push(v);
                Ok(())
            }
        }
    }

    /// Decides that cell `v` (and its twin) holds no dot.
    pub fn set_absent(&mut self, v: usize) -> Result<(), Contradiction> {
        self.twin(v).map_or(Ok(()), |w| self.set_one_absent(w))?;
        self.set_one_absent(v)
    }

    fn set_one_absent(&mut self, v: usize) -> Result<(), Contradiction> {
        match self.cells[v] {
            Cell::Absent => Ok(()),
            Cell::Cross | Cell::Present => Err(Contradiction),
            Cell::Free => {
                self.cells[v] = Cell::Absent;
                self.allowed[v] = 0;
                self.changed.push(v);
                Ok(())
            }
        }
    }

    /// Decides that none of the marks in `mask` of cell `v` (and none of their images) is a move of the object.
    pub fn forbid(&mut self, v: usize, mask: u32) {
        if let Some(w) = self.twin(v) {
            let images = bits(mask).map(turned);
            self.forbid_one(w, images.fold(0, |all, m| all | 1 << m));
        }
        self.forbid_one(v, mask);
    }

    fn forbid_one(&mut self, v: usize, mask: u32) {
        if self.allowed[v] & mask != 0 {
            self.allowed[v] &= !mask;
            self.changed.push(v);
        }
    }

    /// Decides that mark `m` of cell `v` is a move of the object.
    pub fn force(&mut self, v: usize, m: usize) -> Result<(), Contradiction> {
        self.forbid(v, EVERY_MARK & !(1 << m));
        self.set_present(v)
    }

    /// Applies all rules but P8 until they change nothing any more.
    ///
    /// It ends: every cell enters `changed` at most once for each of its 20 marks and once for its status.
    pub fn propagate(&mut self, board: &Board) -> Result<(), Contradiction> {
        while !self.changed.is_empty() {
            self.apply_local_rules(board)?;
            if self.order.is_some() {
                self.apply_reach(board)?;
            }
            let dots = |cell: &&Cell| matches!(cell, Cell::Free | Cell::Present);
            // P10.
            if (self.cells.iter().filter(dots).count() as u64) < self.moves {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// P8 for every present cell (forbids its marks by lines through dots that cannot be placed before it), and propagation, until
    /// nothing changes.
    pub fn apply_orders(&mut self, board: &Board) -> Result<(), Contradiction> {
        loop {
            let before = self.marks();
            let is_present = |&v: &usize| self.cells[v] == Cell::Present;
            let present: Vec<usize> = (0..board.cells()).filter(is_present).collect();
            present
                .chunks(64)
                .for_each(|some| self.forbid_late(board, some));
            if self.marks() == before {
                return Ok(());
            }
            self.propagate(board)?;
        }
    }

    /// P8 for at most 64 cells.
    fn forbid_late(&mut self, board: &Board, present: &[usize]) {
        let needs = self.needs(board, present);
        for (n, &v) in present.iter().enumerate() {
            let is_late = |m: &usize| {
                let line = board.lines[board.line_of[v][*m]].cells;
                line.iter().any(|&w| w != v && needs[w] >> n & 1 != 0)
            };
            let late = bits(self.allowed[v]).filter(is_late);
            self.forbid(v, late.fold(0, |mask, m| mask | 1 << m));
        }
    }

    /// For every cell, the `present` cells (one bit for each) without which the allowed marks cannot place it. A cell needs itself,
    /// and whatever all of its marks need; these are the largest such sets.
    fn needs(&self, board: &Board, present: &[usize]) -> Vec<u64> {
        let needs_none = |&cross: &bool| if cross { 0 } else { u64::MAX };
        let mut needs: Vec<u64> = board.cross.iter().map(needs_none).collect();
        let mut own = vec![0; board.cells()];
        let numbered = present.iter().enumerate();
        numbered.for_each(|(n, &v)| own[v] = 1 << n);
        let mut cells: Vec<usize> = (0..board.cells()).collect();
        cells.retain(|&v| self.allowed[v] != 0);
        loop {
            let mut changed = false;
            for &v in &cells {
                // Each mark of v holds v itself, whose needs must not count.
                let old = std::mem::take(&mut needs[v]);
                let by_mark = |m: usize| {
                    let line = board.lines[board.line_of[v][m]].cells;
                    line.map(|w| needs[w]).into_iter().fold(0, BitOr::bitor)
                };
                let by_all = bits(self.allowed[v]).fold(u64::MAX, |all, m| all & by_mark(m));
                needs[v] = own[v] | by_all;
                changed |= needs[v] != old;
            }
            if !changed {
                return needs;
            }
            // The next pass goes the other way, so that needs spread through the box in both directions.
            cells.reverse();
        }
    }

    /// P7: a cell that the allowed marks cannot place is absent.
    fn apply_reach(&mut self, board: &Board) -> Result<(), Contradiction> {
        let reached = self.reach(board, None);
        (0..board.cells())
            .filter(|&v| !reached[v])
            .try_for_each(|v| self.set_absent(v))
    }

    /// The cells that the allowed marks can place one after another from the cross on, the cross included, if
    /// `without` is never placed.
    pub fn reach(&self, board: &Board, without: Option<usize>) -> Vec<bool> {
        reach(board, &self.allowed, without)
    }

    /// P1 to P6, and P9.
    fn apply_local_rules(&mut self, board: &Board) -> Result<(), Contradiction> {
        while let Some(v) = self.changed.pop() {
            let allowed = self.allowed[v];
            match self.cells[v] {
                Cell::Cross => {}
                Cell::Absent => self.apply_absent(board, v)?,
                Cell::Free if allowed == 0 => self.set_absent(v)?,
                Cell::Free => {}
                Cell::Present if allowed == 0 => return Err(Contradiction),
                Cell::Present => {
                    self.apply_alone(board, v)?;
                    if allowed.is_power_of_two() {
                        self.apply_forced(board, v, allowed.trailing_zeros() as usize)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// P9: present cell `v` is the only one on the sides of the arrival that contain it.
    fn apply_alone(&mut self, board: &Board, v: usize) -> Result<(), Contradiction> {
        for side in board.arrived.iter().filter(|side| side.contains(&v)) {
            let mut others = side.iter().filter(|&&w| w != v);
            others.try_for_each(|&w| self.set_absent(w))?;
        }
        Ok(())
    }

    /// P1 and P5.
    fn apply_absent(&mut self, board: &Board, v: usize) -> Result<(), Contradiction> {
        for (line, _) in board.lines_through(v) {
            self.forbid_line(board, line);
        }
        for &k in &board.sides_of[v] {
            let mut left = board.sides[k]
                .iter()
                .filter(|&&w| self.cells[w] != Cell::Absent);
            match (left.next(), left.next()) {
                (None, _) => return Err(Contradiction),
                (Some(&last), None) => self.set_present(last)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// P4 and P6: mark `m` is the only one that present cell `v` has left.
    fn apply_forced(&mut self, board: &Board, v: usize, m: usize) -> Result<(), Contradiction> {
        let forced = board.line_of[v][m];
        let Line { direction, cells } = board.lines[forced];
        for (i, &w) in cells.iter().enumerate().filter(|&(_, &w)| w != v) {
            self.forbid(w, 1 << (5 * direction + i));
            self.add_precedence(board, w, v)?;
        }
        for w in cells {
            self.set_present(w)?;
            let parallel = board.in_box[w] & (0b11111 << (5 * direction));
            let lines = bits(parallel).map(|n| board.line_of[w][n]);
            for line in lines.filter(|&line| line != forced) {
                self.forbid_line(board, line);
            }
        }
        Ok(())
    }

    fn forbid_line(&mut self, board: &Board, line: usize) {
        let line = &board.lines[line];
        for (i, &w) in line.cells.iter().enumerate() {
            self.forbid(w, 1 << (5 * line.direction + i));
        }
    }

    /// P6: `p` is placed before `v`.
    fn add_precedence(&mut self, board: &Board, p: usize, v: usize) -> Result<(), Contradiction> {
        let Some(mut order) = self.order.take() else {
            return Ok(());
        };
        if !board.cross[p] {
            for x in order.add(p, v)? {
                self.forbid_reversed(board, &order, x);
            }
        }
        self.order = Some(order);
        Ok(())
    }

    /// P6: forbids the marks that place a predecessor of `x` by a line that needs `x`.
    fn forbid_reversed(&mut self, board: &Board, order: &Order, x: usize) {
        for (line, _) in board.lines_through(x) {
            let line = &board.lines[line];
            for (i, &p) in line.cells.iter().enumerate() {
                if order.precedes(p, x) {
                    self.forbid(p, 1 << (5 * line.direction + i));
                }
            }
        }
    }
}

/// The image of mark m under the half turn: the image of a line runs the other way, position i becomes 4 - i.
pub fn turned(m: usize) -> usize {
    m / 5 * 5 + 4 - m % 5
}

/// A transitive relation between cells: for every cell the set of those that precede it, as rows of bits.
#[derive(Debug, Clone)]
struct Order {
    words: usize,
    rows: Vec<u64>,
}

impl Order {
    fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self {
            words,
            rows: vec![0; words * cells],
        }
    }

    fn precedes(&self, p: usize, x: usize) -> bool {
        self.rows[x * self.words + p / 64] >> (p % 64) & 1 != 0
    }

    /// Adds that `p` precedes `v`, with all that follows by transitivity. Returns the cells with new predecessors.
    fn add(&mut self, p: usize, v: usize) -> Result<Vec<usize>, Contradiction> {
        if p == v || self.precedes(v, p) {
            return Err(Contradiction);
        }
        if self.precedes(p, v) {
            return Ok(Vec::new());
        }
        let mut earlier = self.rows[p * self.words..(p + 1) * self.words].to_vec();
        earlier[p / 64] |= 1 << (p % 64);
        let cells = self.rows.len() / self.words;
        let later: Vec<usize> = (0..cells)
            .filter(|&x| x == v || self.precedes(v, x))
            .collect();
        for &x in &later {
            let row = &mut self.rows[x * self.words..(x + 1) * self.words];
            row.iter_mut()
                .zip(&earlier)
                .for_each(|(word, more)| *word |= more);
        }
        Ok(later)
    }
}
