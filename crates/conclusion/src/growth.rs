//! Which boxes follow from a box, and the graph of boxes that results.
//!
//! Promise: if every box of the walk that holds a position has fate [`Fate::Grows`], the
//! walk meets the box of every position within `max_box`; the argument is in the
//! [module above](super).

use std::collections::{BTreeSet, VecDeque};

use petgraph::graphmap::DiGraphMap;

use morpion_proof::claim::Setting;
use morpion_rules::geometry::{Arrival, BoundingBox};

/// The boxes met (nodes, canonical) and which was resized from which (edges from the
/// smaller to the larger box).
pub(super) type BoxGraph = DiGraphMap<BoundingBox, ()>;

/// How a walk goes on from a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Shown to fit nothing: nothing is resized from it.
    Empty,
    /// Not shown to fit nothing: the resized boxes must be met too.
    Grows,
    /// Never looked at: the walk does not go on here and is therefore incomplete.
    Unknown,
}

/// The result of a walk over boxes.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// The boxes and which was resized from which.
    pub graph: BoxGraph,
    /// The boxes outside the largest one that the walk would meet next.
    pub outside: BTreeSet<BoundingBox>,
    /// The steps to boxes inside that were not taken because no game arrives so: the box, and the sides that move.
    pub barred: BTreeSet<(BoundingBox, Arrival)>,
}

/// Walks from (0,0,0,0) over all boxes within `max_box` (up to symmetry), except by steps for which
/// `is_barred` holds: no game arrives at that box by those sides.
pub(crate) fn walk(
    setting: Setting,
    max_box: Option<BoundingBox>,
    fate: impl Fn(BoundingBox) -> Fate,
    is_barred: impl Fn(BoundingBox, Arrival) -> bool,
) -> Walk {
    let mut walk = Walk::default();
    walk.graph.add_node(Setting::START);
    let mut queue = VecDeque::from([Setting::START]);
    while let Some(from) = queue.pop_front() {
        if fate(from) != Fate::Grows {
            continue;
        }
        for (to, arrival) in setting.steps(from) {
            let is_inside = max_box.is_none_or(|m| to.fits_within(m));
            if let Some(arrival) = arrival.filter(|&a| is_barred(to, a)) {
                walk.barred.extend(is_inside.then_some((to, arrival)));
                continue;
            }
            if !is_inside {
                walk.outside.insert(to);
                continue;
            }
            if !walk.graph.contains_node(to) {
                queue.push_back(to);
            }
            walk.graph.add_edge(from, to, ());
        }
    }
    walk
}

/// The canonical boxes within `max_box` up to symmetry that `setting` admits, smallest first
/// (by the sum of the distances, then by the distances).
///
/// `None` when there are too many boxes to list.
pub fn boxes_within(setting: Setting, max_box: BoundingBox) -> Option<Vec<BoundingBox>> {
    const MANY: u64 = 1_000_000;
    let [t, r, b, l] = max_box.distances();
    let images: u64 = [t, r, b, l].iter().map(|&d| u64::from(d) + 1).product();
    if images > MANY {
        return None;
    }
    let mut canonical = BTreeSet::new();
    for top in 0..=t {
        for right in 0..=r {
            for bottom in 0..=b {
                let boxes = (0..=l).map(|left| BoundingBox::new(top, right, bottom, left));
                let admitted = boxes.filter(|&b| setting.admits(b));
                canonical.extend(admitted.map(|b| b.canonical().by_size()));
            }
        }
    }
    Some(canonical.into_iter().map(|(_, b)| b).collect())
}

#[cfg(test)]
#[path = "growth_tests.rs"]
mod twin;

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::Variant;

    const PLAIN: Setting = Setting {
        variant: Variant::D5,
        symmetric: false,
    };
    const SYMMETRIC: Setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };

    fn bx(t: u8, r: u8, b: u8, l: u8) -> BoundingBox {
        BoundingBox::new(t, r, b, l)
    }

    #[test]
    fn a_walk_in_which_nothing_is_empty_meets_every_box_within() {
        for setting in [PLAIN, SYMMETRIC] {
            for max in [
                bx(2, 1, 1, 1),
                bx(3, 2, 3, 1),
                bx(0, 0, 0, 0),
                bx(4, 0, 2, 0),
            ] {
                let Walk { graph, outside, .. } =
                    walk(setting, Some(max), |_| Fate::Grows, |_, _| false);
                let met: BTreeSet<BoundingBox> = graph.nodes().collect();
                let within: BTreeSet<_> = boxes_within(setting, max).unwrap().into_iter().collect();
                assert_eq!(met, within, "{max}");
                assert!(outside.is_disjoint(&met));
                assert!(outside.iter().all(|b| !b.fits_within(max)));
            }
        }
    }

    #[test]
    fn a_walk_stops_at_empty_and_unknown_boxes() {
        for fate in [Fate::Empty, Fate::Unknown] {
            let only_start = |b| match b {
                Setting::START => Fate::Grows,
                _ => fate,
            };
            let Walk { graph, outside, .. } = walk(PLAIN, None, only_start, |_, _| false);
            assert_eq!(graph.node_count(), 3);
            assert_eq!(graph.edge_count(), 2);
            assert!(outside.is_empty());
        }
    }

    #[test]
    fn absurdly_many_boxes_are_not_listed() {
        assert_eq!(boxes_within(PLAIN, bx(60, 60, 60, 60)), None);
        assert_eq!(boxes_within(PLAIN, bx(2, 1, 1, 1)).unwrap().len(), 12);
    }
}
