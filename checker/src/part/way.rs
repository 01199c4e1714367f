//! The way to a node of a certificate: for checks in parts, which begin in the middle of a tree.

use crate::certificate::{Counts, Form, MAX_WAITING, Reader, Reason, Reject};
use crate::walk;
use std::ops::Range;

/// Checks some of the nodes of a certificate: those that begin in these bytes, and those on the way to the first of them. What they
/// are children of, it has checked; so pieces that hold all bytes together check all nodes.
///
/// # Errors
/// As for [`check`](crate::certificate::check).
pub fn check_piece(file: &[u8], form: Form, bytes: Range<usize>) -> Result<Counts, Reject> {
    let mut reader = Reader::new(file);
    match reader.version() {
        Ok(()) => walk::check_piece(reader, form, bytes),
        Err(reason) => Err(reader.reject(0, reason)),
    }
}

/// The number of nodes of a certificate, as its operations are read, whatever they show; 0 if they cannot be read.
pub fn nodes(file: &[u8]) -> u64 {
    let mut reader = Reader::new(file);
    let is_read = reader.version().and_then(|()| walk::claim(&mut reader));
    let way = is_read.and_then(|_| way(&mut reader, usize::MAX));
    way.map_or(0, |way| way.passed)
}

/// The way to a node, as the operations before it are read, whatever they show.
pub(crate) struct Way {
    /// For each case distinction on it where its second node begins, or `None` if it leads to the first one.
    pub(crate) turns: Vec<Option<usize>>,
    /// The nodes before.
    pub(crate) passed: u64,
    /// There is no such node: the tree ends before.
    pub(crate) is_over: bool,
}

/// The way to the first node that begins at byte `from` or after it, read from the root on.
pub(crate) fn way(reader: &mut Reader<'_>, from: usize) -> Result<Way, Reason> {
    let mut way = Way {
        turns: Vec::new(),
        passed: 0,
        is_over: false,
    };
    let mut waiting = 0;
    while reader.position < from && !way.is_over {
        way.passed += 1;
        if pass(reader)? {
            if waiting == MAX_WAITING {
                return Err(Reason::Waiting);
            }
            waiting += 1;
            way.turns.push(None);
            continue;
        }
        while let Some(Some(_)) = way.turns.last() {
            way.turns.pop();
        }
        match way.turns.last_mut() {
            Some(turn) => {
                waiting -= 1;
                *turn = Some(reader.position);
            }
            None => way.is_over = true,
        }
    }
    reader.start = reader.position;
    if way.is_over && reader.position < reader.file.len() {
        return Err(Reason::Trailing);
    }
    Ok(way)
}

/// Passes over the operation of a node; whether it has two children. It is read as `walk.rs` reads it.
fn pass(reader: &mut Reader<'_>) -> Result<bool, Reason> {
    reader.start = reader.position;
    match reader.number()? {
        0 | 1 => Ok(false),
        3 => {
            for _ in 0..reader.index()? {
                let cells = reader.index()?;
                pass_numbers(reader, cells)?;
                pass_numbers(reader, 1)?;
            }
            for _ in 0..reader.index()? {
                pass_numbers(reader, 2)?;
            }
            Ok(false)
        }
        4 | 5 => {
            pass_numbers(reader, 2)?;
            Ok(true)
        }
        2 if reader.version == 8 => pass_numbers(reader, 1).map(|()| false),
        2 | 6 | 7 => Err(Reason::Operation),
        _ => Ok(true),
    }
}

fn pass_numbers(reader: &mut Reader<'_>, count: usize) -> Result<(), Reason> {
    (0..count).try_for_each(|_| reader.number().map(|_| ()))
}
