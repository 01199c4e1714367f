//! A second walk over boxes, written for reading rather than speed, and compared with the first.
//!
//! A box is four numbers going round the square: top, right, bottom, left. The eight symmetries
//! of the square turn that ring and reverse it; neighbouring sides are neighbours in the ring.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{Fate, walk as fast_walk};
use morpion_proof::claim::{Claim, Evidence, Setting};
use morpion_proof::engine::Answer;
use morpion_results::{BoxFacts, Entry};
use morpion_rules::geometry::{Arrival, BoundingBox, MAX_DISTANCE, Variant};

/// Distances to top, right, bottom, left.
type Sides = [u8; 4];

/// The eight images of a box, some of which may be equal.
fn images(sides: Sides) -> [Sides; 8] {
    let [a, b, c, d] = sides;
    [
        [a, b, c, d],
        [b, c, d, a],
        [c, d, a, b],
        [d, a, b, c],
        [d, c, b, a],
        [c, b, a, d],
        [b, a, d, c],
        [a, d, c, b],
    ]
}

/// The largest image, comparing from the left.
fn canonical(sides: Sides) -> Sides {
    images(sides).into_iter().fold(sides, Ord::max)
}

/// Whether some image lies within `outer`, side by side.
fn lies_within(sides: Sides, outer: Sides) -> bool {
    images(sides)
        .iter()
        .any(|image| (0..4).all(|i| image[i] <= outer[i]))
}

/// How a box may grow, up to [`MAX_DISTANCE`]: by how much on each side. In the symmetric case opposite
/// sides grow together.
fn growths(symmetric: bool, sides: Sides) -> Vec<Sides> {
    let mut growths = Vec::new();
    for i in 0..4 {
        let mut one = [0; 4];
        one[i] = 1;
        let mut two = one;
        two[(i + 1) % 4] = 1;
        if symmetric {
            one[(i + 2) % 4] = 1;
            two = [1; 4];
        }
        growths.extend([one, two]);
    }
    growths.retain(|&growth| grow(sides, growth).iter().all(|&d| d <= MAX_DISTANCE));
    growths
}

fn grow(sides: Sides, growth: Sides) -> Sides {
    std::array::from_fn(|i| sides[i] + growth[i])
}

/// The canonical boxes that follow from a box, up to [`MAX_DISTANCE`].
fn next(symmetric: bool, sides: Sides) -> BTreeSet<Sides> {
    let grown = growths(symmetric, sides).into_iter();
    grown.map(|g| canonical(grow(sides, g))).collect()
}

/// Whether it is proven that no game grows so into the box `to`, whose canonical form has these facts.
///
/// The two rings are turned and reversed together, so that they go on belonging to each other.
fn is_barred(facts: &BoxFacts, to: Sides, growth: Sides) -> bool {
    let refuted = facts.proofs().filter_map(|said| said.claim.arrival);
    let refuted: Vec<Sides> = refuted
        .map(|by| std::array::from_fn(|k| u8::from(by.extends(k))))
        .collect();
    let mut images = images(to).into_iter().zip(images(growth));
    images.any(|(b, g)| b == facts.bounding_box.distances() && refuted.contains(&g))
}

/// The boxes a walk meets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Closure {
    /// Every box met with the boxes met that it follows from.
    met: BTreeMap<Sides, BTreeSet<Sides>>,
    /// Boxes met that are shown to fit nothing.
    empty: BTreeSet<Sides>,
    /// Boxes met of which nothing is known, and boxes so large that the walk ends there.
    unknown: BTreeSet<Sides>,
    /// Boxes beyond the largest one that follow from boxes met.
    outside: BTreeSet<Sides>,
}

/// Follows boxes from (0,0,0,0), stopping at those that are empty or unknown, and without the steps that are `barred` (the box after the
/// step, not necessarily canonical, and by how much each side grew).
fn walk(
    symmetric: bool,
    max_box: Option<BoundingBox>,
    fate: impl Fn(Sides) -> Fate,
    barred: impl Fn(Sides, Sides) -> bool,
) -> Closure {
    let mut closure = Closure::default();
    closure.met.insert([0; 4], BTreeSet::new());
    let mut pending = vec![[0; 4]];
    while let Some(sides) = pending.pop() {
        match fate(sides) {
            Fate::Unknown => drop(closure.unknown.insert(sides)),
            Fate::Empty => drop(closure.empty.insert(sides)),
            Fate::Grows => {
                if sides.contains(&MAX_DISTANCE) {
                    closure.unknown.insert(sides);
                }
                let mut grown = growths(symmetric, sides);
                grown.retain(|&growth| !barred(grow(sides, growth), growth));
                let to: BTreeSet<Sides> =
                    grown.iter().map(|&g| canonical(grow(sides, g))).collect();
                follow(max_box, sides, &to, &mut closure, &mut pending);
            }
        }
    }
    closure
}

fn follow(
    max_box: Option<BoundingBox>,
    from: Sides,
    all: &BTreeSet<Sides>,
    closure: &mut Closure,
    pending: &mut Vec<Sides>,
) {
    for &to in all {
        if max_box.is_some_and(|max| !lies_within(to, max.distances())) {
            closure.outside.insert(to);
            continue;
        }
        let origins = closure.met.entry(to).or_insert_with(|| {
            pending.push(to);
            BTreeSet::new()
        });
        origins.insert(from);
    }
}

proptest! {
    /// Two independent pieces of code about the same mathematics must agree.
    #[test]
    fn boxes_agree_with_the_geometry(sides: [u8; 4], outer: [u8; 4]) {
        let sides = sides.map(|d| d % 7);
        let outer = outer.map(|d| d % 7);
        let bounding_box = BoundingBox::from(sides);
        prop_assert_eq!(canonical(sides), bounding_box.canonical().distances());
        prop_assert_eq!(lies_within(sides, outer), bounding_box.fits_within(outer.into()));
        let [t, r, ..] = sides;
        for (symmetric, from) in [(false, sides), (true, [t, r, t, r])] {
            let setting = Setting { variant: Variant::D5, symmetric };
            let grown = setting.grown(from.into()).into_iter().map(|b| b.distances());
            prop_assert_eq!(next(symmetric, from), grown.collect());
        }
    }

    #[test]
    fn walks_agree(
        fates in prop::collection::vec(0u8..3, 64),
        bars in prop::collection::vec(prop::bool::weighted(0.2), 64),
        symmetric: bool,
    ) {
        let max = BoundingBox::new(3, 3, 2, 2);
        let index = |[t, r, b, l]: Sides| {
            [t, r, b, l].iter().fold(0, |i, &d| (i * 5 + usize::from(d)) % 64)
        };
        // Some arrivals at some boxes are refuted.
        let facts = |b: Sides| {
            let mut facts = BoxFacts::new(b.into());
            let all = Arrival::ALL.into_iter().enumerate();
            let refuted = all.filter(|(i, _)| bars[(index(b) + i) % 64]);
            let entry = |by| {
                let claim = Claim::no_arrival(b.into(), by);
                let evidence = Some(Evidence::Proven);
                Entry { evidence, ..Entry::of(&claim.into(), &Answer::new(String::new()), String::new()) }
            };
            facts.claims = refuted.map(|(_, by)| entry(by)).collect();
            facts
        };
        let fate = |b: Sides| [Fate::Grows, Fate::Empty, Fate::Unknown][usize::from(fates[index(b)])];
        let theirs = fast_walk(
            Setting { variant: Variant::D5, symmetric },
            Some(max),
            |b| fate(b.distances()),
            |b, by| facts(b.distances()).proof_of_no_arrival(by).is_some(),
        );
        let ours = walk(
            symmetric,
            Some(max),
            fate,
            |to, growth| !symmetric && is_barred(&facts(canonical(to)), to, growth),
        );
        let edges = theirs.graph.all_edges();
        let edges: BTreeSet<(Sides, Sides)> =
            edges.map(|(a, b, _)| (a.distances(), b.distances())).collect();
        let into = |(&to, from): (&Sides, &BTreeSet<Sides>)| {
            from.iter().map(move |&f| (f, to)).collect::<Vec<_>>()
        };
        prop_assert_eq!(edges, ours.met.iter().flat_map(into).collect());
        prop_assert_eq!(theirs.graph.node_count(), ours.met.len());
        let outside: BTreeSet<Sides> = theirs.outside.into_iter().map(|b| b.distances()).collect();
        prop_assert_eq!(outside, ours.outside);
    }
}
