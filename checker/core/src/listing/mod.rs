//! Listings: all games that satisfy a state, found one after another. This is what closes a node with LISTED.
//!
//! Promise: when `list` returns, every object that satisfies the state is among the positions it returns, each once, and each of these
//! is an object: it has been replayed by the rules of the game alone. `paper/certificate.md`, section 9.

mod census;
mod position;
mod register;
mod rows;

pub(crate) use census::Census;
pub use census::words;
pub use position::Position;
pub use register::Register;
pub use rows::{Rows, packed};

use crate::bound::Goal;
use crate::format::Reason;
use crate::geometry::{Board, bits};
use crate::node::Decision;
use crate::observer::Observer;
use crate::state::{Cell, Contradiction, State};
use std::time::Instant;

/// How many states may be looked at in one LISTED.
pub const MAX_STEPS: usize = 65_536;
/// How many positions a certificate may list in all. It bounds the memory.
pub const MAX_POSITIONS: usize = 200_000;

/// The objects that satisfy this state; an error if there are more than `most`, or if they are not found before `until`.
pub(crate) fn list(
    board: &Board,
    goal: Goal,
    state: &State,
    (most, until): (usize, Option<Instant>),
    observer: &mut dyn Observer,
) -> Result<Vec<Position>, Reason> {
    let mut listing = Listing {
        board,
        rows: Rows::new(board),
        goal,
        most,
        until,
        steps: 0,
        failures: vec![0; board.cells()],
        found: Vec::new(),
        observer,
    };
    listing.look(state.clone(), None)?;
    Ok(listing.found)
}

struct Listing<'a> {
    board: &'a Board,
    rows: Rows,
    goal: Goal,
    most: usize,
    until: Option<Instant>,
    steps: usize,
    /// By cell: how often a decision about it was contradictory.
    failures: Vec<u64>,
    found: Vec<Position>,
    observer: &'a mut dyn Observer,
}

impl Listing<'_> {
    /// Adds the objects that satisfy a state, in which this cell was decided last. It goes no deeper than there are cells, since each
    /// step down decides one.
    fn look(&mut self, mut state: State, last: Option<usize>) -> Result<(), Reason> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Reason::Steps);
        }
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Reason::Time);
        }
        if self.narrow(&mut state).is_err() {
            last.into_iter().for_each(|v| self.failures[v] += 1);
            self.observer.settle(None);
            return Ok(());
        }
        let Some(v) = self.undecided(&state) else {
            return self.decided(&state);
        };
        // The dot of v is placed by one of its marks, or there is none.
        let is_free = state.cell(v) == Cell::Free;
        let mut left = bits(state.allowed(v)).peekable();
        while let Some(m) = left.next() {
            // An observer sees one case after another: a mark is made, or it is forbidden; the last case has no alternative.
            let is_case = is_free || left.peek().is_some();
            if is_case {
                let (first, second) = (Decision::Forced(v, m), Decision::Forbidden(v, m));
                self.observer.split(first, second);
            }
            let mut placed = state.clone();
            if placed.force(v, m).is_ok() {
                self.look(placed, Some(v))?;
            }
            if is_case {
                self.observer.leave();
            }
        }
        if is_free && state.set_absent(v).is_ok() {
            self.look(state, Some(v))?;
        }
        Ok(())
    }

    /// Applies all rules, R1 and P8 among them, until they change nothing.
    fn narrow(&mut self, state: &mut State) -> Result<(), Contradiction> {
        loop {
            state.propagate(self.board)?;
            self.observer.settle(Some(state));
            let before = state.marks();
            let moves = self.goal.moves.max(state.present() as u64);
            let fits = self.rows.apply(self.board, state, moves);
            if fits.is_err() || state.marks() != before {
                self.observer.rows();
            }
            fits?;
            state.propagate(self.board)?;
            state.apply_orders(self.board)?;
            if state.marks() == before {
                return Ok(());
            }
        }
    }

    /// Only one set of marks satisfies the state: it is an object, or none does.
    fn decided(&mut self, state: &State) -> Result<(), Reason> {
        let position = Position::of(self.board, state, self.goal.moves);
        if position.is_some() && self.found.len() == self.most {
            return Err(Reason::Positions);
        }
        match &position {
            Some(position) => self.observer.listed(&position.moves),
            None => self.observer.settle(None),
        }
        self.found.extend(position);
        Ok(())
    }

    /// The cell to decide next, or `None` if all are decided: the first of those whose number of possibilities, divided by the number
    /// of failures and one more, is least.
    fn undecided(&self, state: &State) -> Option<usize> {
        let possibilities = |v: usize| {
            let is_free = state.cell(v) == Cell::Free;
            u64::from(state.allowed(v).count_ones()) + u64::from(is_free)
        };
        let product = |v: usize, w: usize| possibilities(v) * (1 + self.failures[w]);
        let open = (0..self.board.cells()).filter(|&v| possibilities(v) > 1);
        open.min_by(|&v, &w| product(v, w).cmp(&product(w, v)))
    }
}

#[cfg(test)]
mod tests;
