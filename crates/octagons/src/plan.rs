//! Which tables and schedules a search tries.

use crate::closing::Plan;
use crate::octagon::Octagon;
use crate::steps::Step;
use crate::table::{PAIRS, SIGNED, Table};

/// A table and the numbers of rows that it was trained for.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The fewest rows.
    pub low: i32,
    /// The most rows.
    pub high: i32,
    /// The table.
    pub table: Table,
}

/// The beginning of the first line of a file with a table.
const HEAD: &str = "morpion-octagons table rows ";

impl Trained {
    /// A file: a line with the rows, and then the numbers as in a certificate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{HEAD}{} {}\n", self.low, self.high).into_bytes();
        let Table { signed, pairs } = &self.table;
        signed.iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        pairs.iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes
    }

    /// Reads such a file; `None` if it is not one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let line = std::str::from_utf8(&bytes[..end])
            .ok()?
            .strip_prefix(HEAD)?;
        let (low, high) = line.split_once(' ')?;
        let numbers = &bytes[end + 1..];
        if numbers.len() != 2 * (SIGNED + PAIRS) {
            return None;
        }
        let mut numbers = numbers
            .chunks_exact(2)
            .map(|b| u16::from_le_bytes([b[0], b[1]]));
        let signed = numbers.by_ref().take(SIGNED).map(|n| n as i16).collect();
        Some(Self {
            low: low.parse().ok()?,
            high: high.parse().ok()?,
            table: Table {
                signed,
                pairs: numbers.collect(),
            },
        })
    }
}

/// How a schedule goes: smoothness falls evenly, momentum grows as Nesterov's up to a limit.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The number of steps.
    steps: usize,
    /// Smoothness at the beginning.
    from: f64,
    /// Smoothness at the end.
    to: f64,
    /// Pace for each 2^smoothness.
    pace: f64,
    /// The largest momentum.
    momentum: f64,
    /// Pace of λ for each unit of pace.
    line: f64,
}

impl Shape {
    /// The schedule in integers.
    fn schedule(&self) -> Vec<Step> {
        let mut theta = 1.0_f64;
        let step = |i: usize| {
            let done = i as f64 / self.steps as f64;
            let smoothness = self.from + (self.to - self.from) * done;
            let next = (1.0 + (1.0 + 4.0 * theta * theta).sqrt()) / 2.0;
            let momentum = ((theta - 1.0) / next).min(self.momentum);
            theta = next;
            Step {
                smoothness: smoothness.round() as u8,
                pace: (smoothness.exp2() * self.pace).min(16384.0) as u16,
                momentum: (momentum * 256.0) as u8,
                line_pace: (self.line * 4096.0) as u16,
                line_limit: 1200,
            }
        };
        (0..self.steps).map(step).collect()
    }
}

/// The schedule for whole octagons.
const WHOLE: Shape = Shape {
    steps: 400,
    from: 10.0,
    to: 7.0,
    pace: 0.8,
    momentum: 0.99,
    line: 0.02,
};
/// The schedule for cases of a question.
const CASE: Shape = Shape { pace: 1.0, ..WHOLE };
/// The schedule for cases of which nothing more can be asked.
const LAST: Shape = Shape {
    steps: 3000,
    to: 5.5,
    ..CASE
};
/// The schedule for the choice of a question.
const TRIAL: Shape = Shape {
    steps: 20,
    from: 8.0,
    to: 7.8,
    momentum: 0.95,
    line: 0.004,
    ..CASE
};

/// The plan of a search with these tables.
pub fn plan(trained: &[Trained]) -> Plan {
    Plan {
        tables: trained.iter().map(|t| t.table.clone()).collect(),
        schedules: vec![WHOLE.schedule(), CASE.schedule(), LAST.schedule()],
        trial: TRIAL.schedule(),
        most_nodes: 5000,
    }
}

/// The tables for an octagon: those trained for its number of rows, or else all.
pub fn tables_for(trained: &[Trained], octagon: &Octagon) -> Vec<usize> {
    let rows = octagon.rows();
    let fits = |&i: &usize| (trained[i].low..=trained[i].high).contains(&rows);
    let found: Vec<_> = (0..trained.len()).filter(fits).collect();
    if found.is_empty() {
        (0..trained.len()).collect()
    } else {
        found
    }
}
