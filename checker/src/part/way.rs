//! The way to a node of a certificate: for checks in parts, which begin in the middle of a tree.

use morpion_check_core::format::{Header, Reader, Reason, Reject};
use morpion_check_core::geometry::Board;
use morpion_check_core::node::Node;
use morpion_check_core::walk::{Counts, End, Form, MAX_WAITING, Walk};
use std::ops::Range;

/// Checks some of the nodes of a certificate: those that begin in these bytes, and those on the way to the first of them. So each node
/// is checked after its parent, and pieces that hold all bytes together check all nodes.
///
/// # Errors
/// As for [`check`](morpion_check_core::walk::check).
pub fn check_piece(file: &[u8], form: Form, bytes: Range<usize>) -> Result<Counts, Reject> {
    let mut reader = Reader::new(file);
    let header = match Header::read(&mut reader) {
        Ok(header) if !header.claim.all_of => header,
        Ok(_) => return Err(reader.reject(0, Reason::Whole)),
        Err(reason) => return Err(reader.reject(0, reason)),
    };
    let mut passed = reader;
    let way = way(&mut passed, bytes.start).map_err(|reason| passed.reject(0, reason))?;
    if way.is_over {
        return Ok(Counts::default());
    }
    // A node may be missing after the last byte: the check of the end of the file finds that out.
    let is_last = bytes.end >= file.len();
    let end = if is_last { usize::MAX } else { bytes.end };
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut nobody = ();
    let mut walk = Walk::new(reader, &header, &board, form, &mut nobody);
    let root = Node::root(&board, &header);
    match nodes_until(&mut walk, &board, root, way.turns, end) {
        Ok(()) => Ok(walk.counts),
        Err(reason) => Err(walk.reader.reject(walk.counts.nodes, reason)),
    }
}

/// Visits the nodes on the way that `turns` describes, and those after them that begin before byte `end`. Where the way leads to a
/// second node, the first node and those below it are for other pieces to check.
fn nodes_until(
    walk: &mut Walk<'_>,
    board: &Board,
    mut node: Node,
    turns: Vec<Option<usize>>,
    end: usize,
) -> Result<(), Reason> {
    let mut turns = turns.into_iter();
    let mut waiting = Vec::new();
    while walk.reader.position < end {
        match walk.visit(&mut node)? {
            End::Split(..) if waiting.len() == MAX_WAITING => return Err(Reason::Waiting),
            End::Split(first, second) => {
                if let Some(Some(place)) = turns.next() {
                    walk.reader.position = place;
                    node.decide(board, second);
                    continue;
                }
                waiting.push((node.clone(), second));
                node.decide(board, first);
            }
            End::Leaf => {
                let Some((parent, second)) = waiting.pop() else {
                    return walk.reader.end();
                };
                node = parent;
                node.decide(board, second);
            }
        }
    }
    Ok(())
}

/// The number of nodes of a certificate, as its operations are read, whatever they show; 0 if they cannot be read.
pub fn nodes(file: &[u8]) -> u64 {
    let mut reader = Reader::new(file);
    let way = Header::read(&mut reader).and_then(|_| way(&mut reader, usize::MAX));
    way.map_or(0, |way| way.passed)
}

/// The way to a node, as the operations before it are read, whatever they show.
struct Way {
    /// For each case distinction on the way: where its second node begins, or `None` if the way leads to the first one.
    turns: Vec<Option<usize>>,
    /// The number of nodes before it.
    passed: u64,
    /// Whether there is no such node, since the tree ends before.
    is_over: bool,
}

/// The way to the first node that begins at byte `from` or after it, read from the root on.
fn way(reader: &mut Reader<'_>, from: usize) -> Result<Way, Reason> {
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
    if way.is_over {
        reader.end()?;
    }
    Ok(way)
}

/// Passes over the operation of a node, which it reads as `walk.rs` does; returns whether the node has two children.
fn pass(reader: &mut Reader<'_>) -> Result<bool, Reason> {
    reader.start = reader.position;
    match reader.number()? {
        0 | 1 => Ok(false),
        4 | 5 => {
            pass_numbers(reader, 2)?;
            Ok(true)
        }
        2 => pass_numbers(reader, 1).map(|()| false),
        3 | 6 | 7 => Err(Reason::Operation),
        _ => Ok(true),
    }
}

fn pass_numbers(reader: &mut Reader<'_>, count: usize) -> Result<(), Reason> {
    (0..count).try_for_each(|_| reader.number().map(|_| ()))
}
