//! Tests of how facts accumulate.

use super::*;
use morpion_proof::claim::Subject;
use morpion_proof::engine::{Ending, Shown, Stopped};
use morpion_rules::geometry::{Cell, Direction, Line};
use proptest::prelude::*;

const PLAIN: Setting = Setting::of(Variant::D5);

/// An entry which says that none of the objects in the box of [`fresh`] has `k` or more moves.
fn entry(objects: Objects, evidence: Evidence, k: u32) -> Entry {
    entry_in(fresh().bounding_box, objects, evidence, k)
}

fn entry_in(bounding_box: BoundingBox, objects: Objects, evidence: Evidence, k: u32) -> Entry {
    let asked = Subject::new(PLAIN, bounding_box, objects);
    let answer = Answer {
        shown: Some(Shown {
            evidence,
            ..Shown::claimed(asked.refuting(k))
        }),
        ..Answer::new("x".to_owned())
    };
    Entry::of(&asked.into(), &answer, "2025-01-01T00:00:00Z".to_owned())
}

fn fresh() -> BoxFacts {
    BoxFacts::new(BoundingBox::new(1, 0, 0, 0))
}

/// One dot above the cross, from the left inner column.
fn one_move() -> Vec<Move> {
    let line = Line::new(Cell::new(3, -1), Direction::Vertical);
    vec![Move::new(line, 0)]
}

#[test]
fn a_strong_claim_does_not_hide_a_weak_proof() {
    use UpperBound::AtMost;
    let mut facts = fresh();
    let graphs = Objects::Graphs;
    for (evidence, k) in [(Evidence::Proven, 91), (Evidence::Claimed, 81)] {
        assert_eq!(facts.learn(entry(graphs, evidence, k)), None);
    }
    assert_eq!(facts.bound(graphs, Evidence::Proven), Some(AtMost(90)));
    assert_eq!(facts.bound(graphs, Evidence::Claimed), Some(AtMost(80)));
    facts.learn(entry(graphs, Evidence::Proven, 71));
    assert_eq!(facts.bound(graphs, Evidence::Claimed), Some(AtMost(70)));
    // An entry that says no more loses its evidence, but its effort is kept.
    assert_eq!((facts.proofs().count(), facts.claims.len()), (1, 3));
    facts.learn(entry(graphs, Evidence::Claimed, 75));
    assert_eq!(facts.claims[3].evidence, None);
}

#[test]
fn bounds_on_graphs_bound_games_and_not_the_other_way() {
    use UpperBound::AtMost;
    let mut facts = fresh();
    facts.learn(entry(Objects::Games, Evidence::Claimed, 51));
    assert_eq!(facts.bound(Objects::Graphs, Evidence::Claimed), None);
    let games = |facts: &BoxFacts, evidence| facts.bound(Objects::Games, evidence);
    assert_eq!(games(&facts, Evidence::Claimed), Some(AtMost(50)));
    facts.learn(entry(Objects::Graphs, Evidence::Proven, 61));
    assert_eq!(games(&facts, Evidence::Proven), Some(AtMost(60)));
    assert_eq!(games(&facts, Evidence::Claimed), Some(AtMost(50)));
}

/// A proof that takes fewer nodes than a stronger one, or than one of the same claim, stays; one that takes more does not.
#[test]
fn a_dear_proof_does_not_hide_a_cheap_one() {
    let mut facts = fresh();
    for (k, nodes) in [(83, 10), (82, 100), (83, 7), (85, 9), (85, 5), (76, 80)] {
        let mut entry = entry(Objects::Games, Evidence::Proven, k);
        entry.effort.nodes = nodes;
        facts.learn(entry);
    }
    let proofs = facts.proofs();
    let proofs: Vec<_> = proofs
        .map(|said| (said.claim.k, said.entry.effort.nodes))
        .collect();
    assert_eq!(proofs, [(83, 7), (85, 5), (76, 80)]);
    let sufficient = |most| {
        facts
            .sufficient(Objects::Games, most)
            .map(|said| said.claim.k)
    };
    let wanted = [(84, 85), (83, 83), (82, 83), (81, 76), (75, 76)];
    assert!(wanted.iter().all(|&(most, k)| sufficient(most) == Some(k)));
    assert_eq!(sufficient(74), None);
}

#[test]
fn the_cheapest_proof_that_suffices_is_the_weakest() {
    let mut facts = fresh();
    for (objects, k) in [
        (Objects::Graphs, 83),
        (Objects::Games, 71),
        (Objects::Graphs, 81),
    ] {
        facts.learn(entry(objects, Evidence::Proven, k));
    }
    let sufficient = |most| {
        let claim = facts.sufficient(Objects::Games, most)?.claim;
        Some((claim.subject.objects, claim.k))
    };
    assert_eq!(sufficient(82), Some((Objects::Graphs, 81)));
    assert_eq!(sufficient(79), Some((Objects::Games, 71)));
    assert_eq!(sufficient(69), None);
    let mut empty = facts.clone();
    empty.learn(entry(Objects::Games, Evidence::Proven, 1));
    let shown = empty.sufficient(Objects::Games, 82).unwrap();
    assert_eq!(shown.claim.bound(), Some(UpperBound::Empty));
}

#[test]
fn no_moves_at_most_is_empty_except_for_the_start() {
    for (bounding_box, wanted) in [
        (BoundingBox::new(1, 0, 0, 0), UpperBound::Empty),
        (Setting::START, UpperBound::AtMost(0)),
    ] {
        let mut facts = BoxFacts::new(bounding_box);
        let none = entry_in(bounding_box, Objects::Graphs, Evidence::Claimed, 1);
        assert_eq!(facts.learn(none), None);
        assert_eq!(
            facts.bound(Objects::Graphs, Evidence::Claimed),
            Some(wanted)
        );
    }
}

#[test]
fn the_start_is_never_empty() {
    let mut facts = BoxFacts::new(Setting::START);
    let empty = entry_in(Setting::START, Objects::Graphs, Evidence::Proven, 0);
    let conflict = facts.learn(empty).unwrap();
    assert!(
        conflict.to_string().contains("a graph of 0 moves fits"),
        "{conflict}"
    );
    assert_eq!(facts.proofs().count(), 0);
}

#[test]
fn a_graph_drops_the_claims_it_exceeds_and_keeps_the_rest() {
    let mut facts = fresh();
    for (objects, evidence, k) in [
        (Objects::Graphs, Evidence::Claimed, 0),
        (Objects::Games, Evidence::Claimed, 0),
        (Objects::Graphs, Evidence::Proven, 6),
    ] {
        assert_eq!(facts.learn(entry(objects, evidence, k)), None);
    }
    let origin = "test";
    let conflicts = facts.learn_object(Variant::D5, &one_move(), origin);
    assert_eq!(conflicts.len(), 2);
    assert_eq!(
        facts.bound(Objects::Games, Evidence::Claimed),
        Some(UpperBound::AtMost(5))
    );
    assert_eq!(facts.best(Objects::Games), Some(1));
}

#[test]
fn effort_is_summed_over_sessions_and_what_is_unknown_is_no_time() {
    let stopped = |seconds: Option<f64>, share: Option<f64>| {
        let asked = Subject::new(PLAIN, fresh().bounding_box, Objects::Graphs).refuting(85);
        let left = share.map(|share| Stopped {
            explored: Some(share),
            unfinished: Vec::new(),
        });
        let answer = Answer {
            ending: Ending::TimeLimit,
            stopped: left,
            effort: Effort {
                seconds,
                core_seconds: seconds.map(|s| 2.0 * s),
                nodes: 10,
                evaluations: 100,
            },
            ..Answer::new("test".to_owned())
        };
        Entry::of(&asked.into(), &answer, String::new())
    };
    let mut facts = fresh();
    assert_eq!(facts.effort(), Effort::default());
    facts.learn(stopped(None, None));
    assert_eq!(facts.effort().seconds, None);
    for entry in [
        stopped(Some(2.0), Some(0.25)),
        stopped(Some(3.0), Some(0.5)),
        stopped(Some(f64::NAN), Some(f64::NAN)),
    ] {
        facts.learn(entry);
    }
    let effort = facts.effort();
    let seconds = (effort.seconds, effort.core_seconds);
    assert_eq!(seconds, (Some(5.0), Some(10.0)));
    assert_eq!((effort.nodes, effort.evaluations), (40, 400));
    let explored = |objects, k| facts.explored_millionths(objects, k);
    assert_eq!(explored(Objects::Graphs, 85), Some(500_000));
    assert_eq!(explored(Objects::Graphs, 84), None);
    assert_eq!(explored(Objects::Games, 85), None);
}

proptest! {
    /// Whatever comes in whatever order, the strongest bound of each kind stands, and more claims never make the whole weaker.
    #[test]
    fn bounds_accumulate(
        said in prop::collection::vec((any::<bool>(), any::<bool>(), 0u32..100), 0..12)
    ) {
        let mut facts = fresh();
        for &(games, proven, k) in &said {
            let objects = if games { Objects::Games } else { Objects::Graphs };
            let evidence = if proven { Evidence::Proven } else { Evidence::Claimed };
            prop_assert_eq!(facts.learn(entry(objects, evidence, k)), None);
        }
        prop_assert_eq!(facts.claims.len(), said.len());
        prop_assert!(facts.proofs().count() <= 2);
        for objects in [Objects::Graphs, Objects::Games] {
            for evidence in [Evidence::Claimed, Evidence::Proven] {
                // A bound counts if its objects and evidence fit; every object of this box has a move.
                let counts = said.iter().filter(|&&(games, proven, _)| {
                    (objects == Objects::Games || !games)
                        && (evidence == Evidence::Claimed || proven)
                });
                let naive = counts.map(|&(.., k)| k).min().map(|k| match k {
                    0 | 1 => UpperBound::Empty,
                    k => UpperBound::AtMost(k - 1),
                });
                prop_assert_eq!(facts.bound(objects, evidence), naive);
            }
        }
    }
}
