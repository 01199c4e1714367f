//! Closes all octagons of a list, in units that are kept in a folder: a search can be stopped and goes on where it was.
//!
//! A unit is a file with a record for each of its octagons: a length of two bytes, and what the certificate says of it; the length is 0
//! if the octagon is still open.

use crate::UNIT;
use crate::board::Board;
use crate::closing::{self, Closer, Effort, Plan};
use crate::layers::Multipliers;
use crate::octagon::{self, Octagon};
use crate::plan::{Trained, tables_for};
use crate::prices::least_line;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Octagons in a unit.
pub const IN_UNIT: usize = 1000;

/// The octagons that have to be bounded for N moves.
pub fn list(multipliers: &Multipliers, moves: i32) -> Vec<Octagon> {
    let needed = |o: &Octagon| !multipliers.is_small(o.rows(), o.area(), moves);
    octagon::all().filter(needed).collect()
}

/// What is to be closed, and how.
pub struct Search<'a> {
    /// N.
    pub moves: i32,
    /// λ for numbers of rows.
    pub multipliers: &'a Multipliers,
    /// The list.
    pub list: &'a [Octagon],
    /// Tables with what they are for.
    pub trained: &'a [Trained],
    /// What is tried.
    pub plan: &'a Plan,
}

/// How octagons were closed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// By a table alone, by steps, by questions, and not at all.
    pub ways: [usize; 4],
    /// Steps.
    pub effort: Effort,
    /// Nodes.
    pub nodes: usize,
    /// λ of the last octagon, in 1/8: a guess for the next one.
    pub line: u8,
    /// Bytes, before they are packed.
    pub bytes: usize,
}

impl Search<'_> {
    /// Closes one octagon; its record, and how far it is open in units.
    pub fn close(&self, octagon: &Octagon, tally: &mut Tally) -> (Vec<u8>, i64) {
        let board = Board::new(octagon);
        let least = least_line(self.multipliers, octagon.rows());
        let mut closer = Closer::new(self.plan, self.moves);
        let guess = match tally.line {
            0 => closing::guess(octagon.rows()),
            line => line,
        };
        let found = closer.close(&board, least, &tables_for(self.trained, octagon), guess);
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
        (record, closer.above)
    }

    /// How many units the list has.
    pub fn units(&self) -> usize {
        self.list.len().div_ceil(IN_UNIT)
    }

    fn octagons(&self, unit: usize) -> &[Octagon] {
        let end = ((unit + 1) * IN_UNIT).min(self.list.len());
        &self.list[unit * IN_UNIT..end]
    }

    /// Closes what is open of a unit; `None` if it was stopped.
    fn unit(&self, folder: &Path, unit: usize, stop: &AtomicBool) -> io::Result<Option<Tally>> {
        let file = unit_file(folder, unit);
        let before = records(&file)?;
        let (mut bytes, mut tally) = (Vec::new(), Tally::default());
        for (i, octagon) in self.octagons(unit).iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let known = before.get(i).filter(|record| !record.is_empty());
            let record = match known {
                Some(record) => record.clone(),
                None => self.close(octagon, &mut tally).0,
            };
            bytes.extend((record.len() as u16).to_le_bytes());
            bytes.extend(&record);
        }
        let new = file.with_extension("new");
        fs::write(&new, bytes)?;
        fs::rename(&new, &file)?;
        Ok(Some(tally))
    }

    /// Works on all units of a folder that have open octagons; `again` also on those that were worked on.
    ///
    /// # Errors
    /// The folder cannot be read or written.
    pub fn run(
        &self,
        folder: &Path,
        units: &[usize],
        threads: usize,
        stop: &AtomicBool,
        watch: &(impl Fn(usize, &Tally) + Sync),
    ) -> io::Result<()> {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let work = || {
                while let Some(&unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match self.unit(folder, unit, stop)? {
                        Some(tally) => watch(unit, &tally),
                        None => break,
                    }
                }
                Ok(())
            };
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<_>| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        })
    }

    /// The bytes of all octagons if all are closed, or else those that are open.
    ///
    /// # Errors
    /// A file of a unit cannot be read.
    pub fn join(&self, folder: &Path) -> io::Result<Result<Vec<u8>, Vec<Octagon>>> {
        let (mut bytes, mut open) = (Vec::new(), Vec::new());
        for unit in 0..self.units() {
            let records = records(&unit_file(folder, unit))?;
            for (i, octagon) in self.octagons(unit).iter().enumerate() {
                match records.get(i) {
                    Some(record) if !record.is_empty() => bytes.extend(record),
                    _ => open.push(*octagon),
                }
            }
        }
        Ok(if open.is_empty() {
            Ok(bytes)
        } else {
            Err(open)
        })
    }
}

/// The file of a unit.
pub fn unit_file(folder: &Path, unit: usize) -> PathBuf {
    folder.join(format!("{unit:05}.unit"))
}

/// Whether a unit has octagons that are not closed.
pub fn is_open(folder: &Path, unit: usize) -> bool {
    records(&unit_file(folder, unit)).map_or(true, |records| {
        records.is_empty() || records.iter().any(Vec::is_empty)
    })
}

/// The records of a unit; none if there is no such file.
fn records(file: &Path) -> io::Result<Vec<Vec<u8>>> {
    let bytes = match fs::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        read => read?,
    };
    let (mut rest, mut records) = (&bytes[..], Vec::new());
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length)).min(after.len());
        let (record, after) = after.split_at(length);
        records.push(record.to_vec());
        rest = after;
    }
    Ok(records)
}

/// How a tally reads.
impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [table, steps, questions, open] = self.ways;
        let Effort { repeated, tried } = self.effort;
        write!(
            f,
            "{table} by table, {steps} by steps, {questions} by questions, {open} open; {repeated} steps to repeat, {tried} tried, {} nodes",
            self.nodes
        )
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

/// How far a bound is above a goal, in moves.
pub fn in_moves(units: i64) -> f64 {
    units as f64 / f64::from(UNIT)
}
