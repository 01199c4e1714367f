//! Trees are read as they were written, and cut and put together without loss.

use proptest::prelude::*;

use super::*;
use crate::bound::dual_bound::Schedule;
use crate::bound::fixed_point::Ranges;
use crate::claim::{Claim, Objects, Setting, Subject};
use morpion_rules::geometry::{Arrival, Variant};

fn subject(distances: [u8; 4], objects: Objects, symmetric: bool) -> Subject {
    let setting = Setting {
        variant: Variant::D5,
        symmetric,
    };
    Subject::new(setting, distances.into(), objects)
}

fn header() -> Header {
    Header {
        claim: subject([2, 1, 2, 1], Objects::Games, false).refuting(83),
        gain: 1,
        uses: false,
        start: 0,
        price: 0,
        rounds: 1,
        again: 1,
        schedules: vec![Schedule::new(1, 1, 0, 1).unwrap(); 3],
    }
}

fn any_header() -> impl Strategy<Value = Header> {
    let schedule = (0..=4096u32, 1..=1023u32, 0..=4095u32, 1..=64u32)
        .prop_map(|(n, width, decay, rate)| Schedule::new(n, width, decay, rate).unwrap());
    (
        prop::array::uniform4(0u8..15),
        any::<(bool, bool, bool, bool)>(),
        0u32..200,
        (0..=Ranges::WITHOUT_USES.side as u32, 0u8..16),
        prop::collection::vec(schedule, 3..6),
    )
        .prop_map(
            |(d, (games, symmetric, uses, lists), k, (price, mask), schedules)| Header {
                claim: Claim {
                    subject: subject(
                        d,
                        [Objects::Graphs, Objects::Games][usize::from(games)],
                        symmetric,
                    ),
                    k,
                    arrival: Arrival::from_mask(mask),
                    all_of: lists && games && k > 0 && Arrival::from_mask(mask).is_none(),
                },
                gain: u32::from(k > 0),
                uses: uses && k == 0,
                start: 716,
                price,
                rounds: 2,
                again: 16,
                schedules,
            },
        )
}

/// A change of one open node, given by its number modulo the number of open nodes.
#[derive(Clone, Debug)]
enum Change {
    Branch(usize, Branching),
    Close(usize),
    List(usize, u32),
}

fn any_change() -> impl Strategy<Value = Change> {
    let (cell, small) = (0..484u16, 0..20u8);
    let branching = prop_oneof![
        cell.clone().prop_map(|cell| Branching::Cell { cell }),
        (cell.clone(), small).prop_map(|(cell, code)| Branching::Mark { cell, code }),
        (cell, 0..8u8).prop_map(|(cell, symmetry)| Branching::Mirror { symmetry, cell }),
    ];
    prop_oneof![
        3 => (0..50usize, branching).prop_map(|(n, on)| Change::Branch(n, on)),
        1 => (0..50usize, any::<u32>()).prop_map(|(n, count)| Change::List(n, count)),
        1 => (0..50usize).prop_map(Change::Close),
    ]
}

fn any_tree() -> impl Strategy<Value = Tree> {
    prop::collection::vec(any_change(), 0..60).prop_map(|changes| {
        let claim = header().claim.subject.listing(83);
        let mut tree = Tree::new(Header { claim, ..header() });
        for change in changes {
            let leaves: Vec<Id> = tree.leaves().collect();
            let leaf = |n: usize| leaves.get(n % leaves.len().max(1)).copied();
            match change {
                Change::Branch(n, on) => drop(leaf(n).map(|id| tree.branch(id, on))),
                Change::List(n, count) => drop(leaf(n).map(|id| tree.list(id, count))),
                Change::Close(n) => drop(leaf(n).map(|id| tree.close(id))),
            }
        }
        tree
    })
}

proptest! {
    #[test]
    fn trees_round_trip(tree in any_tree()) {
        let read = Tree::read(&tree.write()).unwrap();
        prop_assert_eq!(read.write(), tree.write());
        prop_assert_eq!((read.open(), read.listed()), (tree.open(), tree.listed()));
        prop_assert_eq!(read.closed_share(), tree.closed_share());
        // A byte too many or too few is no tree.
        let bytes = tree.write();
        prop_assert!(Tree::read(&bytes[..bytes.len() - 1]).is_err());
        prop_assert!(Tree::read(&[&bytes[..], &[1]].concat()).is_err());
    }

    #[test]
    fn headers_round_trip(header in any_header()) {
        let bytes = header.to_bytes();
        prop_assert_eq!(read_header(&bytes), Ok((header, bytes.len())));
    }

    /// In their largest values they still start, above them they do not: neither those of slots nor those of sides.
    #[test]
    fn multipliers_start_within_their_ranges(uses: bool, more in 0..2u32, of_slots: bool) {
        let ranges = if uses { Ranges::WITH_USES } else { Ranges::WITHOUT_USES };
        let (slot, side) = if of_slots { (more, 0) } else { (0, more) };
        let claim = header().claim.subject.refuting(u32::from(!uses) * 83);
        let header = Header {
            claim,
            gain: u32::from(!uses),
            uses,
            start: ranges.slot as u32 + slot,
            price: ranges.side as u32 + side,
            ..header()
        };
        prop_assert_eq!(read_header(&header.to_bytes()).is_ok(), more == 0);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_header(&bytes);
        let _ = Tree::read(&[header().to_bytes(), bytes].concat());
    }

    /// The number of open nodes and the closed share agree with a count of the leaves.
    #[test]
    fn counts_are_those_of_the_leaves(tree in any_tree()) {
        prop_assert_eq!(tree.open() as usize, tree.leaves().count());
        prop_assert_eq!(tree.is_complete(), tree.leaves().next().is_none());
        let all: f64 = tree
            .nodes()
            .filter(|&(id, _)| !matches!(tree.node(id), Node::Branched(..)))
            .map(|(_, depth)| 0.5f64.powi(depth as i32))
            .sum();
        prop_assert!((all - 1.0).abs() < 1e-9);
        for (id, _) in tree.nodes() {
            if let Node::Branched(_, [a, b]) = *tree.node(id) {
                let below = tree.open_below(a) + tree.open_below(b);
                prop_assert_eq!(tree.open_below(id), below);
                prop_assert_eq!((tree.parent(a), tree.parent(b)), (Some(id), Some(id)));
            }
        }
    }

    /// Each subtree taken out alone and put back into the tree without it makes the tree again.
    #[test]
    fn what_is_taken_out_can_be_put_back(tree in any_tree()) {
        for (id, depth) in tree.nodes().take(12) {
            let path = tree.path(id);
            prop_assert_eq!((tree.at(&path), path.len()), (Some(id), depth as usize));
            prop_assert_eq!(path.to_string().parse(), Ok(path.clone()));
            let mut alone = tree.only(&path).unwrap();
            prop_assert!(alone.shows_only(&path) && alone.shares_way(&tree, &path));
            let end = alone.at(&path).unwrap();
            prop_assert_eq!(alone.node(end), &Node::Open);
            alone.graft(end, &tree, id);
            prop_assert!(alone.shows_only(&path));
            let mut rest = tree.clone();
            rest.reopen(id);
            prop_assert_eq!(rest.open_below(id), 1);
            rest.graft(id, &alone, end);
            prop_assert_eq!(rest.write(), tree.write());
            prop_assert_eq!(rest.open(), tree.open());
            prop_assert!((rest.closed_share() - tree.closed_share()).abs() < 1e-9);
        }
    }
}

#[test]
fn a_way_of_other_branchings_is_another_way() {
    let mut tree = Tree::new(header());
    let [first, _] = tree.branch(Id::ROOT, Branching::Cell { cell: 3 });
    let mut other = Tree::new(header());
    let [twin, _] = other.branch(Id::ROOT, Branching::Cell { cell: 4 });
    let path = tree.path(first);
    assert_eq!(other.path(twin), path);
    assert!(!tree.shares_way(&other, &path) && tree.shares_way(&other, &Path::default()));
    let claim = header().claim.subject.refuting(84);
    let elsewhere = Tree::new(Header { claim, ..header() });
    assert!(!tree.shares_way(&elsewhere, &Path::default()));
    other.close(twin);
    assert!(other.shows_only(&path) && !other.shows_only(&"1".parse().unwrap()));
    assert_eq!(tree.at(&"01".parse().unwrap()), None);
    assert_eq!("012".parse::<Path>(), Err(PathError));
}

#[test]
fn there_are_no_other_operations() {
    for operation in [[3, 1], [6, 3], [7, 0]] {
        let bytes = [&header().to_bytes()[..], &operation, &[0, 0]].concat();
        let error = Tree::read(&bytes).unwrap_err();
        assert!(
            error.to_string().contains("this is no operation"),
            "{error}"
        );
    }
}

#[test]
fn a_node_must_reach_as_many_moves_as_it_has_dots() {
    let of = |gain, symmetric, k| Header {
        claim: Claim::about(subject([2, 1, 2, 1], Objects::Games, symmetric), k),
        gain,
        ..header()
    };
    assert_eq!(of(1, false, 69).target_with(68), 69);
    assert_eq!(of(1, true, 69).target_with(68), 70);
    assert_eq!(of(1, true, 69).target_with(72), 72);
    assert_eq!(of(0, false, 0).target_with(72), 0);
}
