//! The state of a node: what its decisions allow, closed under the rules P1-P7, P9, P10 and S.
//!
//! Each rule is an implication that the checker repeats with its own code; the names
//! are those of `paper/certificate.md`, section 2. The rules only ever add facts, so
//! the result does not depend on the order in which they are applied.

use super::kernel::{FORBIDDEN, Frame, LENGTH, Restrictions};
use super::lattice::{CellRows, Plane, SIZE, shift};
use super::order::Precedence;
use super::reach::MarkRows;

/// The facts of a node contradict each other: nothing satisfies its decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// A mark: the cell it places, and the line by direction and the cell's position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Index of the placed cell.
    pub(super) cell: usize,
    /// Direction of the line, 0..4.
    pub(super) direction: usize,
    /// Position of the cell along the line, 0..5.
    pub(super) position: usize,
}

impl Mark {
    /// Index of the first cell of the line.
    pub(super) const fn start(self) -> usize {
        along(self.cell, self.direction, -(self.position as isize))
    }

    /// Indices of the cells of the line.
    pub(super) fn line(self) -> impl Iterator<Item = usize> {
        (0..LENGTH as isize).map(move |i| along(self.start(), self.direction, i))
    }
}

/// The index `steps` cells further in direction `d`.
pub(super) const fn along(index: usize, d: usize, steps: isize) -> usize {
    (index as isize + steps * shift(d)) as usize
}

/// All (direction, position) pairs, in the order in which ties are broken.
pub(super) fn marks() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|d| (0..LENGTH).map(move |i| (d, i)))
}

/// A fact whose consequences have not been drawn yet.
#[derive(Clone, Copy, Debug)]
enum Event {
    Absent(usize),
    Present(usize),
    Force(Mark),
    Recheck(usize),
}

/// What the order of moves adds to a node.
#[derive(Clone)]
struct Order {
    /// Which dots precede which, as far as forced marks tell.
    precedence: Precedence,
    /// The allowed marks once more, as sets of cells.
    marks: MarkRows,
}

/// The half turn about the centre of the cross, on indices.
///
/// It maps the box to itself, and reverses rows and columns: indices of a cell and its image always have the same sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfTurn(usize);

impl HalfTurn {
    /// The half turn that swaps the cells of these two indices.
    pub(super) const fn swapping(v: usize, w: usize) -> Self {
        Self(v + w)
    }

    /// The image of a cell of the box. No cell is its own image.
    pub(super) const fn cell(self, v: usize) -> usize {
        self.0 - v
    }

    /// The image of a mark; its line runs through the images in the opposite order.
    pub(super) const fn mark(self, m: Mark) -> Mark {
        Mark {
            cell: self.cell(m.cell),
            direction: m.direction,
            position: LENGTH - 1 - m.position,
        }
    }
}

/// What a node allows.
#[derive(Clone)]
pub(super) struct Node {
    /// Cells and marks, in the form the kernel reads.
    pub(super) restrictions: Box<Restrictions>,
    /// Number of allowed marks of each cell.
    options: Plane<u8>,
    /// Cells whose mark has been forced and its consequences drawn.
    forced: Plane<bool>,
    /// What rules P6 to P8 know; only when the claim is about games.
    order: Option<Order>,
    /// The half turn; only when the claim is about point-symmetric objects (rule S).
    half_turn: Option<HalfTurn>,
    pending: Vec<Event>,
}

impl Node {
    /// The state before any decision. `games` switches rules P6 to P8 on, `half_turn` rule S.
    pub(super) fn new(
        restrictions: Box<Restrictions>,
        games: bool,
        half_turn: Option<HalfTurn>,
    ) -> Self {
        let mut options = [0u8; SIZE];
        for (d, i) in marks() {
            for (count, &mark) in options.iter_mut().zip(&restrictions.marks[d][i]) {
                *count += u8::from(mark == 0);
            }
        }
        let pending = (0..SIZE)
            .filter(|&v| restrictions.placeable[v] != 0)
            .map(Event::Recheck)
            .collect();
        let order = games.then(|| Order {
            precedence: Precedence::default(),
            marks: MarkRows::new(&restrictions),
        });
        Self {
            restrictions,
            options,
            forced: [false; SIZE],
            order,
            half_turn,
            pending,
        }
    }

    /// Whether the cell may hold a dot that no decision requires.
    pub(super) fn is_free(&self, v: usize) -> bool {
        self.restrictions.placeable[v] != 0 && self.restrictions.present[v] == 0
    }

    /// Whether a move must place the cell.
    pub(super) fn is_present(&self, v: usize) -> bool {
        self.restrictions.present[v] != 0
    }

    /// Whether the mark is still possible.
    pub(super) fn allows(&self, m: Mark) -> bool {
        self.restrictions.marks[m.direction][m.position][m.cell] == 0
    }

    /// The half turn under which the claim's objects are invariant, if there is one.
    pub(super) const fn half_turn(&self) -> Option<HalfTurn> {
        self.half_turn
    }

    /// Number of allowed marks of a cell.
    pub(super) fn options(&self, v: usize) -> u8 {
        self.options[v]
    }

    /// Number of allowed marks of all cells.
    pub(super) fn count_marks(&self) -> u32 {
        self.options.iter().map(|&count| u32::from(count)).sum()
    }

    /// The allowed marks of a cell.
    pub(super) fn marks_of(&self, cell: usize) -> impl Iterator<Item = Mark> + '_ {
        marks()
            .map(move |(direction, position)| Mark {
                cell,
                direction,
                position,
            })
            .filter(|&m| self.allows(m))
    }

    /// Decides that the cell holds no dot; see [`Self::propagate`].
    pub(super) fn set_absent(&mut self, v: usize) {
        self.pending.push(Event::Absent(v));
    }

    /// Decides that a move places the cell; see [`Self::propagate`].
    pub(super) fn set_present(&mut self, v: usize) {
        self.pending.push(Event::Present(v));
    }

    /// Decides that the mark is used; see [`Self::propagate`].
    pub(super) fn force(&mut self, m: Mark) {
        self.pending.push(Event::Force(m));
    }

    /// Decides that the mark (with rule S also its image) is not used; see [`Self::propagate`].
    pub(super) fn forbid(&mut self, m: Mark) {
        self.forbid_one(m);
        if let Some(turn) = self.half_turn {
            self.forbid_one(turn.mark(m));
        }
    }

    fn forbid_one(&mut self, m: Mark) {
        let entry = &mut self.restrictions.marks[m.direction][m.position][m.cell];
        if *entry == 0 {
            *entry = FORBIDDEN;
            self.options[m.cell] -= 1;
            if let Some(order) = &mut self.order {
                order.marks.remove(m);
            }
            self.pending.push(Event::Recheck(m.cell));
        }
    }

    /// Draws every consequence of the decisions; unusable after a contradiction.
    pub(super) fn propagate(&mut self, frame: &Frame) -> Result<(), Contradiction> {
        loop {
            while let Some(event) = self.pending.pop() {
                match event {
                    Event::Absent(v) => self.apply_absent(frame, v)?,
                    Event::Present(v) => self.apply_present(frame, v)?,
                    Event::Force(m) => self.apply_force(frame, m)?,
                    Event::Recheck(v) => self.recheck(v)?,
                }
            }
            self.check_sides(frame)?;
            if self.pending.is_empty() {
                self.check_reach(frame);
            }
            if self.pending.is_empty() {
                return self.check_size(frame);
            }
        }
    }

    /// P1.
    fn apply_absent(&mut self, frame: &Frame, v: usize) -> Result<(), Contradiction> {
        if frame.cross[v] != 0 || self.is_present(v) {
            return Err(Contradiction);
        }
        if self.restrictions.placeable[v] != 0 {
            self.restrictions.placeable[v] = 0;
            for (d, i) in marks() {
                self.forbid_line(d, along(v, d, -(i as isize)), None);
            }
            if let Some(turn) = self.half_turn {
                self.pending.push(Event::Absent(turn.cell(v)));
            }
        }
        Ok(())
    }

    fn apply_present(&mut self, frame: &Frame, v: usize) -> Result<(), Contradiction> {
        if frame.cross[v] != 0 || self.is_present(v) {
            return Ok(());
        }
        if self.restrictions.placeable[v] == 0 {
            return Err(Contradiction);
        }
        self.restrictions.present[v] = -1;
        self.pending.push(Event::Recheck(v));
        // P9.
        for side in frame.arrival_cells.iter().filter(|side| side.contains(&v)) {
            let others = side.iter().filter(|&&w| w != v);
            self.pending.extend(others.map(|&w| Event::Absent(w)));
        }
        if let Some(turn) = self.half_turn {
            self.pending.push(Event::Present(turn.cell(v)));
        }
        Ok(())
    }

    /// P2 and P3.
    fn recheck(&mut self, v: usize) -> Result<(), Contradiction> {
        match (self.options[v], self.is_present(v)) {
            (0, true) => Err(Contradiction),
            (0, false) => {
                if self.restrictions.placeable[v] != 0 {
                    self.pending.push(Event::Absent(v));
                }
                Ok(())
            }
            (1, true) if !self.forced[v] => {
                let mark = self.marks_of(v).next().expect("one mark is left");
                self.pending.push(Event::Force(mark));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// P4, and P6 for games.
    fn apply_force(&mut self, frame: &Frame, m: Mark) -> Result<(), Contradiction> {
        if !self.allows(m) {
            return Err(Contradiction);
        }
        if std::mem::replace(&mut self.forced[m.cell], true) {
            return Ok(());
        }
        for w in m.line() {
            self.apply_present(frame, w)?;
        }
        for (direction, position) in marks() {
            let other = Mark {
                cell: m.cell,
                direction,
                position,
            };
            if other != m {
                self.forbid(other);
            }
        }
        self.forbid_line(m.direction, m.start(), Some(m.cell));
        for k in 1..LENGTH as isize {
            self.forbid_line(m.direction, along(m.start(), m.direction, k), None);
            self.forbid_line(m.direction, along(m.start(), m.direction, -k), None);
        }
        let Some(order) = &mut self.order else {
            return Ok(());
        };
        let mut precedence = std::mem::take(&mut order.precedence);
        precedence.add_move(frame, m, |mark| self.forbid(mark))?;
        if let Some(order) = &mut self.order {
            order.precedence = precedence;
        }
        Ok(())
    }

    /// Forbids every mark of a line, but for the one that places `except`.
    fn forbid_line(&mut self, direction: usize, start: usize, except: Option<usize>) {
        for position in 0..LENGTH {
            let cell = along(start, direction, position as isize);
            if Some(cell) != except {
                self.forbid(Mark {
                    cell,
                    direction,
                    position,
                });
            }
        }
    }

    /// P5.
    fn check_sides(&mut self, frame: &Frame) -> Result<(), Contradiction> {
        for cells in &frame.side_cells {
            if cells.iter().any(|&v| self.is_present(v)) {
                continue;
            }
            let mut possible = cells
                .iter()
                .filter(|&&v| self.restrictions.placeable[v] != 0);
            match (possible.next(), possible.next()) {
                (None, _) => return Err(Contradiction),
                (Some(&v), None) => self.pending.push(Event::Present(v)),
                _ => {}
            }
        }
        Ok(())
    }

    /// P10.
    fn check_size(&self, frame: &Frame) -> Result<(), Contradiction> {
        if frame.moves == 0 {
            return Ok(());
        }
        let placeable = frame
            .cells()
            .filter(|&v| self.restrictions.placeable[v] != 0);
        if placeable.count() < frame.moves as usize {
            return Err(Contradiction);
        }
        Ok(())
    }

    /// P7: what the allowed marks cannot place is absent.
    fn check_reach(&mut self, frame: &Frame) {
        let Some(order) = &self.order else { return };
        let reached = order.marks.closure(&frame.start);
        let placeable = &self.restrictions.placeable;
        let lost = frame
            .cells()
            .filter(|&v| placeable[v] != 0 && !reached.contains(v));
        self.pending.extend(lost.map(Event::Absent));
    }

    /// P8: forbids the marks of `v` by lines through dots that cannot be placed before it.
    /// Returns how many; see [`Self::propagate`]. Does nothing when the question is about graphs.
    pub(super) fn apply_order(&mut self, frame: &Frame, v: usize) -> u32 {
        let Some(order) = &self.order else { return 0 };
        // What the lines of its marks need; most of the time all of it can be placed before.
        let mut needed = CellRows::EMPTY;
        for w in self.marks_of(v).flat_map(Mark::line).filter(|&w| w != v) {
            needed.insert(w);
        }
        let before = order.marks.closure_without(&frame.start, v, &needed);
        let late: Vec<Mark> = self
            .marks_of(v)
            .filter(|m| m.line().any(|w| w != v && !before.contains(w)))
            .collect();
        for &m in &late {
            self.forbid(m);
        }
        late.len() as u32
    }
}
