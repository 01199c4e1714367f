//! The bytes of hints: operations with their numbers, in the format of `paper/hints.md`.
//!
//! Writing may fail, and the walk must not notice: the first failure is kept, and after it nothing more is written.

use morpion_check_core::format::Claim;
use morpion_check_core::state::Objects;
use std::io::{self, Write};

/// The operations by their numbers; 3, 11 and 17 are not in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Refused = 0,
    Dead = 1,
    Forced = 2,
    Here = 4,
    Parallel = 5,
    Last = 6,
    Order = 7,
    Reach = 8,
    Alone = 9,
    Fix = 10,
    Contradiction = 12,
    Few = 13,
    Close = 14,
    Cell = 15,
    Mark = 16,
    Mirror = 18,
    Claim = 19,
    Turned = 20,
    Listed = 21,
}

/// The writer of hints.
pub(super) struct Hints<'a> {
    out: &'a mut dyn Write,
    /// The operations since the last time they were handed on.
    buffer: Vec<u8>,
    failure: Option<io::Error>,
}

impl<'a> Hints<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            buffer: Vec::new(),
            failure: None,
        }
    }

    fn put(&mut self, mut number: usize) {
        while number >= 128 {
            // The cast keeps the lower bits.
            self.buffer.push(number as u8 | 128);
            number >>= 7;
        }
        self.buffer.push(number as u8);
    }

    /// Writes an operation and its first numbers.
    pub(super) fn write(&mut self, operation: Operation, numbers: &[usize]) {
        self.put(operation as usize);
        numbers.iter().for_each(|&number| self.put(number));
    }

    /// Writes a list that belongs to the operation before: its length, and its numbers.
    pub(super) fn write_list(&mut self, list: &[usize]) {
        self.put(list.len());
        list.iter().for_each(|&number| self.put(number));
    }

    /// Writes a list of multipliers, which are not negative.
    pub(super) fn write_multipliers(&mut self, list: &[i64]) {
        self.put(list.len());
        // The casts are exact: multipliers are not negative.
        list.iter().for_each(|&u| self.put(u as usize));
    }

    /// Writes letters that belong to the operation before, which gives their number.
    pub(super) fn write_text(&mut self, text: &str) {
        self.buffer.extend(text.as_bytes());
    }

    /// Writes the claim that the operations after it have to prove.
    pub(super) fn write_claim(&mut self, claim: &Claim) {
        let objects = match (claim.objects, claim.symmetric) {
            (Objects::Games, symmetric) if claim.all_of => 9 + usize::from(symmetric),
            (Objects::Games, false) => 0,
            (Objects::Graphs, false) => 3,
            (Objects::Games, true) => 5,
            (Objects::Graphs, true) => 7,
        };
        let kind = match (claim.arrival, claim.k) {
            (Some(_), _) => 2,
            (None, 0) => objects + 1,
            (None, _) => objects,
        };
        self.write(Operation::Claim, &[kind]);
        let size = claim.size.distances();
        size.into_iter().for_each(|side| self.put(side.into()));
        match claim.arrival {
            Some(arrival) => {
                let steps = arrival.steps();
                steps.into_iter().for_each(|step| self.put(step.into()));
            }
            // The cast is exact: numbers of certificates are below 2^35.
            None if claim.k > 0 => self.put(claim.k as usize - 1),
            None => {}
        }
    }

    /// Hands on what has been written so far.
    pub(super) fn hand_on(&mut self) {
        if self.failure.is_none() {
            self.failure = self.out.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    /// Ends the hints, and returns the error of writing if there was one. If the certificate is not valid, the last operation says so,
    /// whatever follows from those before it.
    pub(super) fn finish(mut self, is_valid: bool) -> io::Result<()> {
        if !is_valid {
            self.write(Operation::Refused, &[]);
        }
        self.hand_on();
        self.failure.map_or(Ok(()), Err)
    }
}
