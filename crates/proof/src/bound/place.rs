//! The open nodes of an unfinished certificate: each taken out, and what was shown below it put back.
//!
//! What a certificate says of a node depends on its header and on the operations on the way to the node, on nothing else
//! (`paper/certificate.md`, sections 4 and 5). So an open node is known by these: two certificates that agree in them have the same node there, and a
//! subtree made in the one belongs into the other.

use std::collections::HashMap;

use super::certificate::{Operation, ReadError, Reader, read_header};

/// An open node, by the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The certificate up to the node; first nodes that are passed by on the way are open in it.
    before: Vec<u8>,
    /// How many second nodes are passed by.
    after: usize,
}

impl Place {
    /// The root of a certificate.
    ///
    /// # Errors
    /// The bytes are no certificate of this version.
    pub fn root(certificate: &[u8]) -> Result<Self, ReadError> {
        let (_, tree) = read_header(certificate)?;
        Ok(Self {
            before: certificate[..tree].to_vec(),
            after: 0,
        })
    }

    /// The node that begins at byte `start` of a certificate in which nothing is shown elsewhere; `None` if there is none, or anything
    /// is.
    pub fn at(certificate: &[u8], start: usize) -> Option<Self> {
        let mut end = Reader {
            bytes: certificate,
            offset: start,
        };
        end.skip_subtree().ok()?;
        let place = Self {
            before: certificate.get(..start)?.to_vec(),
            after: certificate.len() - end.offset,
        };
        let is_whole = place.subtree(certificate).is_some();
        (is_whole && open_places(&place.alone()).ok()?.contains(&place)).then_some(place)
    }

    /// The unfinished certificate in which nothing is shown but this `subtree` of the node.
    pub fn certificate(&self, subtree: &[u8]) -> Vec<u8> {
        let mut bytes = self.before.clone();
        bytes.extend_from_slice(subtree);
        for _ in 0..self.after {
            Operation::Open.write(&mut bytes);
        }
        bytes
    }

    /// The same with the node itself open: a place to begin.
    pub fn alone(&self) -> Vec<u8> {
        let mut open = Vec::new();
        Operation::Open.write(&mut open);
        self.certificate(&open)
    }

    /// The byte of these certificates at which the node begins.
    pub fn start(&self) -> usize {
        self.before.len()
    }

    /// The subtree of the node in a certificate that may have been made by going on below it; `None` if the node is not in it, or
    /// anything else is shown there.
    pub fn subtree<'a>(&self, certificate: &'a [u8]) -> Option<&'a [u8]> {
        let end = certificate.len().checked_sub(self.after)?;
        let inside = certificate.get(self.start()..end)?;
        let is_here = certificate == self.certificate(inside) && is_subtree(inside);
        is_here.then_some(inside)
    }
}

fn is_subtree(bytes: &[u8]) -> bool {
    let mut reader = Reader { bytes, offset: 0 };
    reader.skip_subtree().is_ok() && reader.offset == bytes.len()
}

/// A leaf met on a walk through a tree.
struct Leaf<'w> {
    /// Whether it is open.
    is_open: bool,
    /// Where it begins: an open one is a single byte.
    offset: usize,
    way: &'w Way,
}

/// The way to a node.
struct Way {
    before: Vec<u8>,
    /// For each branching on it where its first node begins in `before`, and whether it leads to the second one.
    branchings: Vec<(usize, bool)>,
}

impl Way {
    fn place(&self) -> Place {
        Place {
            before: self.before.clone(),
            after: self.branchings.iter().filter(|(_, second)| !second).count(),
        }
    }

    /// Goes on to the next node after a leaf; `false` when there is none.
    fn turn(&mut self) -> bool {
        while let Some((start, second)) = self.branchings.last_mut() {
            if !*second {
                *second = true;
                self.before.truncate(*start);
                Operation::Open.write(&mut self.before);
                return true;
            }
            self.branchings.pop();
        }
        false
    }
}

/// Walks through the tree of a certificate, and tells `meet` of each leaf, in their order.
fn walk(certificate: &[u8], mut meet: impl FnMut(Leaf<'_>)) -> Result<(), ReadError> {
    let (_, tree) = read_header(certificate)?;
    let mut reader = Reader {
        bytes: certificate,
        offset: tree,
    };
    let mut way = Way {
        before: certificate[..tree].to_vec(),
        branchings: Vec::new(),
    };
    loop {
        let offset = reader.offset;
        let operation = reader.operation()?;
        let is_open = operation == Operation::Open;
        match operation {
            Operation::Open | Operation::Closed | Operation::Multipliers(_) => {
                meet(Leaf {
                    is_open,
                    offset,
                    way: &way,
                });
                if !way.turn() {
                    break;
                }
            }
            Operation::Refine { .. } => operation.write(&mut way.before),
            _ => {
                operation.write(&mut way.before);
                way.branchings.push((way.before.len(), false));
            }
        }
    }
    if reader.offset == certificate.len() {
        Ok(())
    } else {
        Err(reader.refuse("something follows the tree"))
    }
}

/// The open nodes of a certificate, in their order; none if it is finished.
///
/// # Errors
/// The bytes are no certificate of this version.
pub fn open_places(certificate: &[u8]) -> Result<Vec<Place>, ReadError> {
    let mut places = Vec::new();
    walk(certificate, |leaf| {
        if leaf.is_open {
            places.push(leaf.way.place());
        }
    })?;
    Ok(places)
}

/// The bytes at which its open nodes begin, in their order.
///
/// # Errors
/// The bytes are no certificate of this version.
pub(super) fn open_offsets(certificate: &[u8]) -> Result<Vec<usize>, ReadError> {
    let mut offsets = Vec::new();
    walk(certificate, |leaf| {
        if leaf.is_open {
            offsets.push(leaf.offset);
        }
    })?;
    Ok(offsets)
}

/// The certificate with `subtrees` in their places, those that are open nodes of it; the others are left out.
///
/// # Errors
/// The bytes are no certificate of this version.
pub fn put_in(
    certificate: &[u8],
    subtrees: &HashMap<Place, Vec<u8>>,
) -> Result<Vec<u8>, ReadError> {
    let (mut whole, mut done) = (Vec::new(), 0);
    walk(certificate, |leaf| {
        let subtree = leaf.is_open.then(|| subtrees.get(&leaf.way.place()));
        if let Some(subtree) = subtree.flatten() {
            whole.extend_from_slice(&certificate[done..leaf.offset]);
            whole.extend_from_slice(subtree);
            done = leaf.offset + 1;
        }
    })?;
    whole.extend_from_slice(&certificate[done..]);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::certificate::Header;
    use crate::bound::dual_bound::Schedule;
    use crate::game::Objects;

    const OPEN: Operation = Operation::Open;
    const CLOSED: Operation = Operation::Closed;

    const fn cell(cell: u32) -> Operation {
        Operation::Cell { cell }
    }

    fn certificate(operations: &[Operation]) -> Vec<u8> {
        let header = Header {
            bounding_box: [1, 0, 0, 0].into(),
            objects: Objects::Games,
            symmetric: false,
            gain: 1,
            at_least: 83,
            arrival: None,
            start: 0,
            price: 0,
            rounds: 1,
            again: 1,
            schedules: vec![Schedule::new(1, 1, 0, 1).unwrap(); 3],
        };
        let mut bytes = header.to_bytes();
        operations.iter().for_each(|o| o.write(&mut bytes));
        bytes
    }

    /// Three open nodes: below the first node, and both children of a node below the second.
    fn unfinished() -> Vec<u8> {
        let refine = Operation::Refine { schedule: 1 };
        certificate(&[
            cell(3),
            cell(500),
            CLOSED,
            OPEN,
            refine,
            cell(7),
            OPEN,
            OPEN,
        ])
    }

    #[test]
    fn each_open_node_stands_alone_and_is_found_again() {
        let refine = Operation::Refine { schedule: 1 };
        let places = open_places(&unfinished()).unwrap();
        let alone = [
            vec![cell(3), cell(500), OPEN, OPEN, OPEN],
            vec![cell(3), OPEN, refine.clone(), cell(7), OPEN, OPEN],
            vec![cell(3), OPEN, refine, cell(7), OPEN, OPEN],
        ];
        for (place, alone) in places.iter().zip(&alone) {
            assert_eq!(place.alone(), certificate(alone));
            assert_eq!(
                Place::at(&place.alone(), place.start()).as_ref(),
                Some(place)
            );
        }
        assert_eq!(places.len(), 3);
        // The last two look alike but for where they begin.
        assert_ne!(places[1], places[2]);
    }

    #[test]
    fn what_was_shown_below_open_nodes_is_put_back_in_any_number() {
        let places = open_places(&unfinished()).unwrap();
        let mut below = Vec::new();
        [cell(9), CLOSED, CLOSED]
            .iter()
            .for_each(|o| o.write(&mut below));
        let made = places[1].certificate(&below);
        assert_eq!(places[1].subtree(&made), Some(&below[..]));
        let one = HashMap::from([(places[1].clone(), below.clone())]);
        let whole = put_in(&unfinished(), &one).unwrap();
        assert_eq!(
            open_places(&whole).unwrap(),
            [places[0].clone(), places[2].clone()]
        );
        let all = places
            .iter()
            .map(|place| (place.clone(), below.clone()))
            .collect();
        assert!(
            open_places(&put_in(&unfinished(), &all).unwrap())
                .unwrap()
                .is_empty()
        );
        // What is no open node of it has no place in it.
        assert_eq!(put_in(&whole, &one).unwrap(), whole);
        assert_eq!(
            put_in(&unfinished(), &HashMap::new()).unwrap(),
            unfinished()
        );
    }

    #[test]
    fn a_subtree_from_elsewhere_is_not_taken_for_the_nodes() {
        let places = open_places(&unfinished()).unwrap();
        let mut below = Vec::new();
        CLOSED.write(&mut below);
        let made = places[0].certificate(&below);
        assert_eq!(places[1].subtree(&made), None);
        // Cut off, gone on after its end, or with more shown than asked for.
        assert_eq!(places[0].subtree(&made[..made.len() - 1]), None);
        let mut longer = made.clone();
        CLOSED.write(&mut longer);
        assert_eq!(places[0].subtree(&longer), None);
        let last = made.len() - 1;
        let more: Vec<u8> = [&made[..last], &[1]].concat();
        assert_eq!(places[0].subtree(&more), None);
        assert_eq!(Place::at(&made, places[0].start() - 1), None);
        assert_eq!(Place::at(&unfinished(), places[1].start()), None);
        assert_eq!(Place::at(&made, made.len() + 1), None);
    }

    #[test]
    fn the_root_is_a_place() {
        let nothing = certificate(&[OPEN]);
        assert_eq!(
            open_places(&nothing).unwrap(),
            [Place::root(&nothing).unwrap()]
        );
        assert!(open_places(&certificate(&[CLOSED])).unwrap().is_empty());
        assert!(open_places(&certificate(&[CLOSED, CLOSED])).is_err());
        assert!(open_places(&certificate(&[cell(1), OPEN])).is_err());
    }
}
