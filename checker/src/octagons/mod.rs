//! Certificates for sentences of this form: no game of Morpion Solitaire 5T has more than so many moves.
//!
//! Promise: when [`Checker::check`] returns [`Proven`] that [is whole](Proven::is_whole), or several that [are together](together), no game
//! of 5T has more moves. `paper/octagons.md` proves why: the core to which a position is cut down fills one of the octagons of
//! [`list`], or one that is small, and any λ and prices that satisfy the conditions bound the positions that fill it.
//! `paper/octagon-certificate.md` is the format.
//!
//! To convince yourself, read [`octagon`], [`layers`], [`list`], [`shape`], [`prices`], [`filling`], [`file`](mod@file), [`close`] and
//! this file. What [`table`], [`lanes`], [`lane`], [`smooth`] and [`step`] compute only proposes prices: [`close`] looks at the conditions
//! and computes the bound again.

pub mod close;
pub mod file;
pub mod filling;
pub mod lane;
pub mod lanes;
pub mod layers;
pub mod list;
pub mod octagon;
pub mod prices;
pub mod reject;
pub mod shape;
pub mod smooth;
pub mod step;
pub mod table;

use close::{Closer, Counts, skip};
pub use file::FIRST_WORDS;
use file::{Header, Input};
use layers::Lambdas;
use morpion_check_core::folder::in_parallel;
use octagon::Octagon;
use reject::{Reason, Reject};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of octagons that a thread closes before it looks for more.
const AT_ONCE: usize = 32;

/// The sentence that was verified, whole or in part, and the work that this took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proven {
    /// The number of moves that no game exceeds, if all octagons are closed.
    pub at_most: u32,
    /// The octagons that are closed, by their numbers in the list: the first one, and the one after the last.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// The number of octagons in the list.
    pub all: usize,
    /// The work that was done.
    pub counts: Counts,
}

impl Proven {
    /// Whether all octagons are closed, so that no game has more moves.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        (self.from, self.to) == (0, self.all)
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            at_most,
            from,
            to,
            all,
            counts: Counts { nodes, steps },
        } = self;
        if self.is_whole() {
            write!(
                f,
                "no game of 5T has more than {at_most} moves ({all} octagons, {nodes} nodes, {steps} steps)"
            )
        } else {
            write!(
                f,
                "a part: octagons {from} up to {to} of {all} hold no more than {at_most} moves ({nodes} nodes, {steps} steps)"
            )
        }
    }
}

/// The sentence that parts prove together, if they are about the same number of moves and close all octagons.
#[must_use]
pub fn together(parts: &[Proven]) -> Option<Proven> {
    let mut parts = parts.to_vec();
    parts.sort_by_key(|part| part.from);
    let (&first, rest) = parts.split_first()?;
    let mut all = first;
    for part in rest {
        if (part.at_most, part.all) != (all.at_most, all.all) || part.from > all.to {
            return None;
        }
        all.to = all.to.max(part.to);
        all.counts = all.counts.plus(part.counts);
    }
    all.is_whole().then_some(all)
}

/// The function that is told how many octagons are closed, and of how many.
pub type Report<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// A checker of certificates, which computes only once whatever does not depend on a certificate.
pub struct Checker {
    lambdas: Lambdas,
    /// The list that was needed last.
    list: (u32, Vec<Octagon>),
    jobs: usize,
}

impl Checker {
    /// A checker that works with so many threads.
    #[must_use]
    pub fn new(jobs: usize) -> Self {
        Self {
            lambdas: Lambdas::new(),
            list: (0, Vec::new()),
            jobs,
        }
    }

    /// Verifies an unpacked certificate.
    ///
    /// # Errors
    /// The reason for the rejection, and the first octagon that is not closed or is wrong.
    pub fn check(&mut self, bytes: &[u8], report: Report<'_>) -> Result<Proven, Reject> {
        let (header, input) = Header::read(bytes)?;
        if self.list.0 != header.at_most {
            self.list = (header.at_most, list::list(header.at_most, &self.lambdas));
        }
        let all = self.list.1.len();
        let octagons = self
            .list
            .1
            .get(header.from..header.to)
            .ok_or(Reason::Range)?;
        let work = Work {
            header: &header,
            lambdas: &self.lambdas,
            inputs: inputs(&header, input, octagons.len())?,
            octagons,
            closed: AtomicUsize::new(0),
            wrong: AtomicUsize::new(usize::MAX),
            report,
        };
        Ok(Proven {
            at_most: header.at_most,
            from: header.from,
            to: header.to,
            all,
            counts: work.close_all(self.jobs)?,
        })
    }
}

/// Reads an unpacked certificate to its end, and closes nothing.
///
/// # Errors
/// The first thing that is wrong with its form.
pub fn read(bytes: &[u8]) -> Result<(), Reject> {
    let (header, input) = Header::read(bytes)?;
    let count = header.to.checked_sub(header.from).ok_or(Reason::Range)?;
    inputs(&header, input, count).map(|_| ())
}

/// The input from where the start of each of so many octagons is read.
fn inputs<'a>(
    header: &Header,
    mut input: Input<'a>,
    count: usize,
) -> Result<Vec<Input<'a>>, Reject> {
    let mut inputs = Vec::new();
    for number in 0..count {
        inputs.push(input);
        let octagon = Some(header.from + number);
        skip(&mut input, header).map_err(|reason| Reject { reason, octagon })?;
    }
    let is_over = input.0.is_empty();
    is_over.then_some(inputs).ok_or(Reason::Trailing.into())
}

/// The octagons of a certificate, and how far they are closed.
struct Work<'a> {
    header: &'a Header,
    lambdas: &'a Lambdas,
    octagons: &'a [Octagon],
    inputs: Vec<Input<'a>>,
    closed: AtomicUsize,
    /// The least number of an octagon that is not closed.
    wrong: AtomicUsize,
    report: Report<'a>,
}

impl Work<'_> {
    fn close_all(&self, jobs: usize) -> Result<Counts, Reject> {
        let starts: Vec<usize> = (0..self.octagons.len()).step_by(AT_ONCE).collect();
        let results = in_parallel(&starts, jobs, |&start| self.close_some(start));
        let mut counts = results.into_iter();
        counts.try_fold(Counts::default(), |sum, counts| Ok(sum.plus(counts?)))
    }

    /// Closes the octagons from here on, unless an earlier one is not closed.
    fn close_some(&self, start: usize) -> Result<Counts, Reject> {
        let mut closer = Closer::new(self.header, self.lambdas);
        let mut closed = 0;
        let some = self.octagons.iter().zip(&self.inputs).enumerate();
        for (number, (octagon, input)) in some.skip(start).take(AT_ONCE) {
            if self.wrong.load(Ordering::Relaxed) < number {
                break;
            }
            let mut input = *input;
            closer.close(*octagon, &mut input).map_err(|reason| {
                self.wrong.fetch_min(number, Ordering::Relaxed);
                Reject {
                    reason,
                    octagon: Some(self.header.from + number),
                }
            })?;
            closed += 1;
        }
        let closed = self.closed.fetch_add(closed, Ordering::Relaxed) + closed;
        (self.report)(closed, self.octagons.len());
        Ok(closer.counts())
    }
}
