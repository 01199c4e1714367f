//! The domain of a node: which marks a cell may still have, and what is known of its dot.
//!
//! `paper/certificate.md`, section 2, calls it the state. This file notes decisions; `propagation.rs` draws the conclusions.

use super::fixed_point::LENGTH;
use super::instance::Instance;
use super::layout::{HalfTurn, Mark, marks_in};
use super::precedence::Precedence;

/// The state of a cell's dot, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Dot {
    /// The number belongs to no cell of the box.
    Outside,
    /// The cell is one of the cross.
    Cross,
    /// The cell holds no dot.
    Absent,
    /// Nothing is known yet.
    Free,
    /// A move must place the cell.
    Present,
    /// A move places the cell; the move is known and its consequences are drawn.
    Placed,
}

/// A fact whose consequences have not been drawn yet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    Absent(usize),
    Present(usize),
    Force(Mark),
    /// The cell has at most one mark left. (A cell that loses a mark and keeps two or more is not queued.)
    Recheck(usize),
}

/// The state of a node: which marks it still allows, and which cells hold a dot.
#[derive(Clone)]
pub struct Domain {
    /// The allowed marks of each cell, bit 5 d + i for direction d and position i.
    pub(crate) allowed: Box<[u32]>,
    /// The state of each cell's dot.
    pub(crate) dots: Box<[Dot]>,
    /// Which dots precede which, as far as known moves tell; only when the claim is about games.
    pub(crate) precedence: Option<Precedence>,
    /// The half turn; only when the claim is about point-symmetric objects (rule S).
    half_turn: Option<HalfTurn>,
    pub(crate) pending: Vec<Event>,
    /// Whether marks were forbidden since P7 was applied.
    pub(crate) is_narrower: bool,
}

impl Domain {
    /// The state before any decision, to be propagated. `games` switches rules P6 to P8 on, `symmetric` rule S.
    pub fn new(instance: &Instance, games: bool, symmetric: bool) -> Self {
        let layout = &instance.layout;
        let mut dots = vec![Dot::Outside; layout.len()].into_boxed_slice();
        layout.cells().for_each(|v| dots[v] = Dot::Free);
        instance.cross.cells().for_each(|v| dots[v] = Dot::Cross);
        let allowed = instance.initial_marks();
        let hopeless = layout
            .cells()
            .filter(|&v| dots[v] == Dot::Free && allowed[v] == 0);
        Self {
            pending: hopeless.map(Event::Recheck).collect(),
            allowed,
            dots,
            precedence: games.then(|| Precedence::new(layout)),
            half_turn: symmetric.then(|| layout.half_turn()),
            is_narrower: true,
        }
    }

    /// Whether the cell may hold a dot that no decision requires.
    pub(crate) fn is_free(&self, v: usize) -> bool {
        self.dots[v] == Dot::Free
    }

    /// Whether a move must place the cell.
    pub(crate) fn is_present(&self, v: usize) -> bool {
        matches!(self.dots[v], Dot::Present | Dot::Placed)
    }

    /// Whether a move may place the cell.
    pub(crate) fn is_placeable(&self, v: usize) -> bool {
        self.is_free(v) || self.is_present(v)
    }

    /// How many dots moves must place.
    pub(crate) fn count_present(&self) -> u32 {
        let present = self
            .dots
            .iter()
            .filter(|dot| matches!(dot, Dot::Present | Dot::Placed));
        present.count() as u32
    }

    /// Whether the mark is still possible.
    pub(crate) fn allows(&self, m: Mark) -> bool {
        self.allowed[m.cell] & m.word() != 0
    }

    /// The half turn under which the claim's objects are invariant, if there is one.
    pub(crate) const fn half_turn(&self) -> Option<HalfTurn> {
        self.half_turn
    }

    /// Number of allowed marks of a cell.
    pub(crate) fn options(&self, v: usize) -> u32 {
        self.allowed[v].count_ones()
    }

    /// Number of allowed marks of all cells.
    pub(crate) fn count_marks(&self) -> u32 {
        self.allowed.iter().map(|marks| marks.count_ones()).sum()
    }

    /// The allowed marks of a cell.
    pub(crate) fn marks_of(&self, v: usize) -> impl Iterator<Item = Mark> + use<> {
        marks_in(v, self.allowed[v])
    }

    /// Decides that the cell holds no dot; see [`Self::propagate`].
    pub(crate) fn set_absent(&mut self, v: usize) {
        self.pending.push(Event::Absent(v));
    }

    /// Decides that a move places the cell; see [`Self::propagate`].
    pub(crate) fn set_present(&mut self, v: usize) {
        self.pending.push(Event::Present(v));
    }

    /// Decides that the mark is used; see [`Self::propagate`].
    pub(crate) fn force(&mut self, m: Mark) {
        self.pending.push(Event::Force(m));
    }

    /// Decides that the mark (with rule S also its image) is not used; see [`Self::propagate`].
    pub(crate) fn forbid(&mut self, m: Mark) {
        self.forbid_one(m);
        if let Some(turn) = self.half_turn {
            self.forbid_one(turn.mark(m));
        }
    }

    fn forbid_one(&mut self, m: Mark) {
        if self.allows(m) {
            self.allowed[m.cell] &= !m.word();
            self.is_narrower = true;
            if self.options(m.cell) <= 1 {
                self.pending.push(Event::Recheck(m.cell));
            }
        }
    }

    /// Forbids all marks of a mark's cell but itself.
    pub(crate) fn forbid_alternatives(&mut self, m: Mark) {
        marks_in(m.cell, self.allowed[m.cell] & !m.word()).for_each(|other| self.forbid(other));
    }

    /// Forbids every mark of a line of the box, but for the one that places `except`.
    pub(crate) fn forbid_line(
        &mut self,
        instance: &Instance,
        start: usize,
        direction: usize,
        except: Option<usize>,
    ) {
        let line = instance.layout.line_from(start, direction);
        for (position, cell) in line.into_iter().enumerate() {
            if Some(cell) != except {
                self.forbid(Mark {
                    cell,
                    direction,
                    position,
                });
            }
        }
    }

    /// Forbids all marks that place `p` by a line through `x`.
    pub(crate) fn forbid_through(&mut self, instance: &Instance, p: usize, x: usize) {
        for m in self.marks_of(p) {
            if instance.layout.line(m).contains(&x) {
                self.forbid(m);
            }
        }
    }
}

const _: () = assert!(4 * LENGTH <= u32::BITS as usize);
