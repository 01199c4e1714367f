//! Closes all octagons of a list, and counts how each was closed.

use crate::board::Board;
use crate::closing::{self, Closer, Effort, Plan};
use crate::layers::Multipliers;
use crate::octagon::{self, Octagon};
use crate::plan::{self, Trained, tables_for};
use crate::prices::least_line;
use crate::{UNIT, certificate};
use std::ops::Range;

/// The octagons that have to be bounded for N moves.
pub fn list(multipliers: &Multipliers, moves: i32) -> Vec<Octagon> {
    let needed = |o: &Octagon| !multipliers.is_small(o.rows(), o.area(), moves);
    octagon::all().filter(needed).collect()
}

/// The octagons to be closed, with the tables and schedules to try.
pub struct Search {
    /// N.
    pub moves: i32,
    /// The octagons.
    pub list: Vec<Octagon>,
    multipliers: Multipliers,
    trained: Vec<Trained>,
    plan: Plan,
}

/// How octagons were closed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The octagons closed by a table alone, by steps, by questions, and those not closed.
    pub ways: [usize; 4],
    /// The number of steps.
    pub effort: Effort,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of bytes, before they are packed.
    pub bytes: usize,
    /// λ of the last octagon, in 1/8: a guess for the next one; 0 if there was none.
    line: u8,
}

impl Search {
    /// All octagons for N moves, with these tables.
    pub fn new(moves: i32, trained: Vec<Trained>) -> Self {
        let multipliers = Multipliers::new();
        Self {
            moves,
            list: list(&multipliers, moves),
            multipliers,
            plan: plan::plan(&trained),
            trained,
        }
    }

    /// The beginning of a certificate for the octagons of a range of the list.
    pub fn head(&self, range: Range<usize>) -> Vec<u8> {
        certificate::head(self.moves, range, &self.plan.tables, &self.plan.schedules)
    }

    /// Closes one octagon. Returns its record in the certificate, empty if it stays open, and how far its bound without questions is
    /// from N + 1, in moves.
    pub fn close(&self, octagon: &Octagon, tally: &mut Tally) -> (Vec<u8>, f64) {
        let board = Board::new(octagon);
        let least = least_line(&self.multipliers, octagon.rows());
        let tables = tables_for(&self.trained, octagon);
        let guess = match tally.line {
            0 => closing::guess(octagon.rows()),
            line => line,
        };
        let mut closer = Closer::new(&self.plan, self.moves);
        let found = closer.close(&board, least, &tables, guess);
        tally.effort.tried += closer.effort.tried;
        let mut record = Vec::new();
        let way = match &found {
            None => 3,
            Some(closing) => {
                tally.line = closing.line;
                tally.effort.repeated += closer.effort.repeated;
                tally.nodes += closing.nodes.len();
                closing.write(&mut record);
                match &closing.nodes[..] {
                    [node] => usize::from(node.steps > 0),
                    _ => 2,
                }
            }
        };
        tally.ways[way] += 1;
        tally.bytes += record.len();
        (record, closer.above as f64 / f64::from(UNIT))
    }
}

/// The tally in words.
impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [table, steps, questions, open] = self.ways;
        let Effort { repeated, tried } = self.effort;
        write!(
            f,
            "{table} by table, {steps} by steps, {questions} by questions, {open} open; {repeated} steps to repeat, {tried} tried, {} \
             nodes, {} bytes",
            self.nodes, self.bytes
        )
    }
}

impl Tally {
    /// The number of octagons that are not closed.
    pub fn open(&self) -> usize {
        self.ways[3]
    }
}

impl std::ops::AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, more: &Self) {
        (0..4).for_each(|way| self.ways[way] += more.ways[way]);
        self.effort.repeated += more.effort.repeated;
        self.effort.tried += more.effort.tried;
        self.nodes += more.nodes;
        self.bytes += more.bytes;
    }
}
