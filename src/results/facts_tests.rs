//! Tests of how facts accumulate.

use super::*;
use crate::engine::Ending;
use crate::geometry::{Cell, Direction, Line, Symmetry};
use proptest::prelude::*;

fn inquiry(engine: &str) -> Inquiry {
    Inquiry {
        objects: Objects::Graphs,
        at_least: None,
        arrival: None,
        engine: engine.to_owned(),
        ending: Ending::Answered,
        status: "Optimal".to_owned(),
        seconds: 1.0,
        core_seconds: None,
        nodes: 2,
        evaluations: 0,
        explored: None,
        date: "2025-01-01T00:00:00Z".to_owned(),
    }
}

fn statement(bound: UpperBound) -> Statement {
    let by = inquiry("x");
    Statement { bound, by }
}

fn fresh() -> BoxFacts {
    BoxFacts::new(BoundingBox::new(1, 0, 0, 0))
}

fn some_bound() -> impl Strategy<Value = UpperBound> {
    prop_oneof![
        Just(UpperBound::Empty),
        (0u32..100).prop_map(UpperBound::AtMost)
    ]
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
    facts
        .learn_bound(graphs, Evidence::Proven, statement(AtMost(90)))
        .unwrap();
    facts
        .learn_bound(graphs, Evidence::Claimed, statement(AtMost(80)))
        .unwrap();
    assert_eq!(facts.bound(graphs, Evidence::Proven), Some(AtMost(90)));
    assert_eq!(facts.bound(graphs, Evidence::Claimed), Some(AtMost(80)));
    facts
        .learn_bound(graphs, Evidence::Proven, statement(AtMost(70)))
        .unwrap();
    assert_eq!(facts.bound(graphs, Evidence::Claimed), Some(AtMost(70)));
    assert_eq!(facts.graphs.claimed, Some(statement(AtMost(80))));
}

#[test]
fn bounds_on_graphs_bound_games_and_not_the_other_way() {
    use UpperBound::AtMost;
    let mut facts = fresh();
    facts
        .learn_bound(Objects::Games, Evidence::Claimed, statement(AtMost(50)))
        .unwrap();
    assert_eq!(facts.bound(Objects::Graphs, Evidence::Claimed), None);
    assert_eq!(
        facts.bound(Objects::Games, Evidence::Claimed),
        Some(AtMost(50))
    );
    facts
        .learn_bound(Objects::Graphs, Evidence::Proven, statement(AtMost(60)))
        .unwrap();
    assert_eq!(
        facts.bound(Objects::Games, Evidence::Proven),
        Some(AtMost(60))
    );
    assert_eq!(
        facts.bound(Objects::Games, Evidence::Claimed),
        Some(AtMost(50))
    );
}

#[test]
fn no_moves_at_most_is_empty_except_for_the_start() {
    for (bounding_box, wanted) in [
        (BoundingBox::new(1, 0, 0, 0), UpperBound::Empty),
        (Setting::START, UpperBound::AtMost(0)),
    ] {
        let mut facts = BoxFacts::new(bounding_box);
        let none = statement(UpperBound::AtMost(0));
        facts
            .learn_bound(Objects::Graphs, Evidence::Claimed, none)
            .unwrap();
        assert_eq!(
            facts.bound(Objects::Graphs, Evidence::Claimed),
            Some(wanted)
        );
    }
}

#[test]
fn the_start_is_never_empty() {
    let mut facts = BoxFacts::new(Setting::START);
    let empty = statement(UpperBound::Empty);
    let conflict = facts
        .learn_bound(Objects::Graphs, Evidence::Proven, empty)
        .unwrap_err();
    assert!(
        conflict.to_string().contains("a graph of 0 moves fits"),
        "{conflict}"
    );
}

#[test]
fn a_graph_drops_the_claims_it_exceeds_and_keeps_the_rest() {
    let mut facts = fresh();
    for (objects, evidence, bound) in [
        (Objects::Graphs, Evidence::Claimed, UpperBound::Empty),
        (Objects::Games, Evidence::Claimed, UpperBound::Empty),
        (Objects::Graphs, Evidence::Proven, UpperBound::AtMost(5)),
    ] {
        facts
            .learn_bound(objects, evidence, statement(bound))
            .unwrap();
    }
    let origin = Origin("test".to_owned());
    let conflicts = facts.learn_object(Variant::D5, &one_move(), &origin);
    assert_eq!(conflicts.len(), 2);
    assert_eq!(
        facts.bound(Objects::Games, Evidence::Claimed),
        Some(UpperBound::AtMost(5))
    );
    assert_eq!(facts.best(Objects::Games), Some(1));
}

#[test]
fn asymmetric_graphs_are_told() {
    let setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };
    let moves = one_move();
    let turned = moves
        .iter()
        .map(|&m| Symmetry::HALF_TURN.mv(Variant::D5, m));
    let both: Vec<Move> = moves.iter().copied().chain(turned).collect();
    assert!(!graph::is_symmetric(Variant::D5, &moves));
    assert!(graph::is_symmetric(Variant::D5, &both));
    assert_eq!(
        check_object(setting, BoundingBox::new(1, 0, 1, 0), &both),
        Ok(())
    );
    let fault = check_object(setting, BoundingBox::new(1, 0, 0, 0), &moves);
    assert_eq!(fault, Err(ObjectFault::Asymmetric));
}

#[test]
fn found_objects_say_how_many_moves_they_have() {
    let found = Found {
        moves: one_move(),
        by: Origin("test".to_owned()),
    };
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(text, r#"{"size":1,"by":"test","moves":"(3,-1) | 0"}"#);
    assert_eq!(serde_json::from_str::<Found>(&text).unwrap(), found);
    let wrong = text.replace("\"size\":1", "\"size\":2");
    assert!(serde_json::from_str::<Found>(&wrong).is_err());
}

proptest! {
    /// Whatever comes in whatever order, each slot holds the strongest bound of its kind,
    /// and more bounds never make the whole weaker.
    #[test]
    fn bounds_accumulate(
        said in prop::collection::vec((any::<bool>(), any::<bool>(), some_bound()), 0..12)
    ) {
        let mut facts = fresh();
        for &(games, proven, bound) in &said {
            let objects = if games { Objects::Games } else { Objects::Graphs };
            let evidence = if proven { Evidence::Proven } else { Evidence::Claimed };
            facts.learn_bound(objects, evidence, statement(bound)).unwrap();
        }
        for objects in [Objects::Graphs, Objects::Games] {
            for evidence in [Evidence::Claimed, Evidence::Proven] {
                // Nothing fits when someone says so; a bound counts if it is of the kind.
                let counts = said.iter().filter(|&&(games, proven, _)| {
                    (objects == Objects::Games || !games)
                        && (evidence == Evidence::Claimed || proven)
                });
                let sizes = counts.map(|&(.., bound)| match bound {
                    UpperBound::Empty => 0,
                    UpperBound::AtMost(n) => n,
                });
                let naive = sizes.min().map(|n| match n {
                    0 => UpperBound::Empty,
                    n => UpperBound::AtMost(n),
                });
                prop_assert_eq!(facts.bound(objects, evidence), naive);
            }
        }
    }
}
