//! Hints: what the checker that is proven in Coq (`checker/verified/Program.v`) needs to repeat a walk without searching.
//!
//! They are a list of operations, each of which that checker judges for itself: facts with the rule and the cells they follow
//! from, multipliers where something is closed or fixed, cases. It trusts none of them, so nothing is promised here but that a
//! valid certificate is written down so that it can be repeated. Format: `paper/hints.md`.

use fixing::Prices;
use known::Known;
use morpion_check_core::bound::Multipliers;
use morpion_check_core::format::{Claim, Header, Reader, Reject};
use morpion_check_core::geometry::Board;
use morpion_check_core::listing::Position;
use morpion_check_core::node::Decision;
use morpion_check_core::observer::Observer;
use morpion_check_core::state::State;
use morpion_check_core::walk::{self, Form, Listed, Verdict};
use rows::Rows;
use std::io::{self, Write};
use written::{Hints, Operation};

mod fixing;
mod known;
mod orders;
mod rows;
mod rules;
mod written;

/// The first byte of hints: they begin with what is claimed.
pub const FIRST_BYTE: u8 = Operation::Claim as u8;

/// Checks a certificate as [`walk::positions`] does, and writes hints beside it for the checker that is proven in Coq. The second
/// result says whether they could be written.
pub fn check_with_hints(
    file: &[u8],
    form: Form,
    hints: &mut dyn Write,
) -> (Result<Listed, Reject>, io::Result<()>) {
    let mut reader = Reader::new(file);
    let header = match Header::read(&mut reader) {
        Ok(header) => header,
        Err(reason) => return (Err(reader.reject(0, reason)), Ok(())),
    };
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut scribe = Scribe::new(&board, header.claim, hints);
    let result = walk::observed(Reader::new(file), form, &mut scribe);
    let is_valid = matches!(result, Ok((Verdict::Valid(..), _)));
    let written = scribe.hints.finish(is_valid);
    (result, written)
}

/// Writes hints beside a walk.
struct Scribe<'a> {
    rows: Rows<'a>,
    hints: Hints<'a>,
    known: Known<'a>,
    waiting: Vec<Known<'a>>,
}

impl<'a> Scribe<'a> {
    /// Begins with the claim.
    fn new(board: &'a Board, claim: Claim, out: &'a mut dyn Write) -> Self {
        let mut hints = Hints::new(out);
        hints.write_claim(&claim);
        Self {
            rows: Rows::new(board),
            hints,
            known: Known::first(board, claim),
            waiting: Vec::new(),
        }
    }
}

impl Observer for Scribe<'_> {
    /// A leaf of the walk: the node that waits is next.
    fn leave(&mut self) {
        self.hints.hand_on();
        if let Some(known) = self.waiting.pop() {
            self.known = known;
        }
    }

    /// Enters the first of two cases; the other waits.
    fn split(&mut self, one: Decision, other: Decision) {
        if self.known.closed {
            self.waiting.push(self.known.clone());
            return;
        }
        let mut second = self.known.clone();
        let first = &mut self.known;
        match (one, other) {
            (_, Decision::BothAbsent(h, v, image)) => {
                first.present[v] = true;
                second.allowed[v] = 0;
                second.allowed[image] = 0;
                self.hints.write(Operation::Mirror, &[h.into(), v]);
            }
            (Decision::Forced(v, m), _) => {
                first.present[v] = true;
                first.allowed[v] &= 1 << m;
                second.allowed[v] &= !(1 << m);
                self.hints.write(Operation::Mark, &[v, m]);
            }
            (Decision::Present(v), _) => {
                first.present[v] = true;
                second.allowed[v] = 0;
                self.hints.write(Operation::Cell, &[v]);
            }
            _ => unreachable!("these are all first decisions"),
        }
        self.waiting.push(second);
    }

    /// Draws the conclusions of what is known: at least those of `goal`, the state that the walk has reached, or a contradiction
    /// if it has reached one.
    fn settle(&mut self, goal: Option<&State>) {
        let (known, hints) = (&mut self.known, &mut self.hints);
        while !known.closed && (known.conclude(hints) || known.conclude_of_orders(goal, hints)) {}
    }

    /// Bounds the node with these multipliers: it is closed, or what they fix is fixed.
    fn bound(&mut self, fine: &Multipliers, closes: bool) {
        if !self.known.closed {
            let prices = Prices::of(&self.known, fine);
            self.known.bound_by(&prices, closes, &mut self.hints);
        }
    }

    /// R1, which is the bound with certain multipliers of slots.
    fn rows(&mut self) {
        if self.known.closed {
            return;
        }
        let found = self.rows.prices(&self.known.allowed, self.known.moves());
        if let Some((prices, closes)) = found {
            self.known.bound_by(&prices, closes, &mut self.hints);
        }
    }

    /// Ends the node: the marks that are left are those of a position.
    fn listed(&mut self, moves: &[[i8; 4]]) {
        if self.known.closed {
            return;
        }
        let (least, h) = Position::with(moves).least_image();
        let text = least.to_string();
        self.hints.write(Operation::Listed, &[h.into(), text.len()]);
        self.hints.write_text(&text);
        self.known.closed = true;
    }
}
