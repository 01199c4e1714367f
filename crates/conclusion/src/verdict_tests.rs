//! Property tests of the verdict: whatever the facts, it says no more than they do.

use super::*;
use crate::sentence::sentence;
use morpion_proof::claim::{Claim, Setting, Subject};
use morpion_proof::engine::Answer;
use morpion_results::{BoxFacts, Entry, Found};
use morpion_rules::geometry::{Arrival, Cell, Direction, Line, Move, Variant};
use proptest::prelude::*;

const SETTING: Setting = Setting {
    variant: Variant::D5,
    symmetric: false,
};

/// Statements about one box: a claimed and a proven bound on graphs and on games, and the sizes of
/// listed objects.
#[derive(Clone, Debug)]
struct Said {
    graphs: [Option<UpperBound>; 2],
    games: [Option<UpperBound>; 2],
    graph: Option<usize>,
    game: Option<usize>,
}

/// An entry for a claim; the verdict looks at nothing but the claim and its evidence.
fn entry(claim: Claim, evidence: Evidence) -> Entry {
    Entry {
        evidence: Some(evidence),
        ..Entry::of(&claim.into(), &Answer::new(String::new()), String::new())
    }
}

/// An object of this size; any moves will do, since the verdict looks at sizes only.
fn found(size: usize) -> Found {
    let mv = Move::new(Line::new(Cell::new(0, 0), Direction::Horizontal), 0);
    Found {
        moves: vec![mv; size],
        by: String::new(),
    }
}

fn facts_of(bounding_box: BoundingBox, said: &Said) -> BoxFacts {
    let kinds = [(Objects::Graphs, said.graphs), (Objects::Games, said.games)];
    let claims = kinds.into_iter().flat_map(|(objects, bounds)| {
        let about = Subject::new(SETTING, bounding_box, objects);
        let said = bounds
            .into_iter()
            .zip([Evidence::Claimed, Evidence::Proven]);
        said.filter_map(move |(bound, evidence)| {
            let k = match bound? {
                UpperBound::Empty => 0,
                UpperBound::AtMost(n) => n + 1,
            };
            Some(entry(about.refuting(k), evidence))
        })
    });
    BoxFacts {
        claims: claims.collect(),
        best_graph: said.graph.map(found),
        best_game: said.game.map(found),
        ..BoxFacts::new(bounding_box)
    }
}

fn bound() -> impl Strategy<Value = Option<UpperBound>> {
    prop_oneof![
        1 => Just(None),
        2 => Just(Some(UpperBound::Empty)),
        4 => (1u32..20).prop_map(|n| Some(UpperBound::AtMost(n))),
    ]
}

fn said() -> impl Strategy<Value = Said> {
    let bounds = || [bound(), bound()];
    let size = || prop::option::of(0usize..20);
    (bounds(), bounds(), size(), size()).prop_map(|(graphs, games, graph, game)| Said {
        graphs,
        games,
        graph,
        game,
    })
}

/// Facts about some boxes within (2,2,2,2); nothing about others.
fn facts() -> impl Strategy<Value = BTreeMap<BoundingBox, BoxFacts>> {
    let boxes = boxes_within(SETTING, BoundingBox::new(2, 2, 2, 2)).unwrap();
    let each = prop::collection::vec(prop::option::weighted(0.8, said()), boxes.len());
    each.prop_map(move |all| {
        let known = boxes
            .iter()
            .zip(all)
            .filter_map(|(&b, s)| Some((b, facts_of(b, &s?))));
        known.collect()
    })
}

fn scope() -> impl Strategy<Value = Scope> {
    let max_box = prop::option::of(prop::array::uniform4(0u8..3));
    (any::<bool>(), max_box, prop::option::of(1u32..25)).prop_map(|(games, max_box, at_most)| {
        Scope {
            setting: SETTING,
            objects: if games {
                Objects::Games
            } else {
                Objects::Graphs
            },
            max_box: max_box.map(BoundingBox::from),
            at_most,
        }
    })
}

/// The boxes a walk must meet, by repetition until nothing changes.
fn naive_reach(
    facts: &BTreeMap<BoundingBox, BoxFacts>,
    scope: Scope,
    evidence: Evidence,
) -> BTreeSet<BoundingBox> {
    let mut reach = BTreeSet::from([Setting::START]);
    loop {
        let before = reach.len();
        for from in reach.clone() {
            let known = facts.get(&from);
            let is_empty =
                known.is_some_and(|f| f.bound(scope.objects, evidence) == Some(UpperBound::Empty));
            if known.is_none() || is_empty {
                continue;
            }
            let grown = Arrival::ALL.into_iter().filter_map(|a| a.after(from));
            let grown = grown.map(BoundingBox::canonical);
            reach.extend(grown.filter(|b| scope.max_box.is_none_or(|m| b.fits_within(m))));
        }
        if reach.len() == before {
            return reach;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The verdict is never stronger than the weakest box.
    #[test]
    fn a_bound_holds_for_every_box_of_the_closure(facts in facts(), scope in scope()) {
        let verdict = verdict(&facts, scope);
        for evidence in [Evidence::Claimed, Evidence::Proven] {
            let reach = naive_reach(&facts, scope, evidence);
            let bounds: Option<Vec<UpperBound>> =
                reach.iter().map(|b| facts.get(b)?.bound(scope.objects, evidence)).collect();
            let largest = bounds.map(|all| all.into_iter().map(moves_of).max().unwrap());
            let level = verdict.level(evidence);
            if let Some(bound) = level.bound {
                prop_assert!(largest.is_some_and(|n| n <= bound));
                prop_assert!(scope.at_most.is_none_or(|n| bound <= n));
            } else {
                // And it is not weaker than it must be either.
                let within = largest.filter(|&n| scope.at_most.is_none_or(|m| n <= m));
                prop_assert_eq!(within, None);
            }
        }
    }

    #[test]
    fn the_conclusion_rests_on_a_level(facts in facts(), scope in scope()) {
        let verdict = verdict(&facts, scope);
        match verdict.conclusion {
            Conclusion::Bounded { bound, evidence } => {
                prop_assert_eq!(verdict.level(evidence).bound, Some(bound));
            }
            Conclusion::Refuted { size, bounding_box } => {
                prop_assert!(Some(size) > scope.at_most);
                prop_assert_eq!(facts[&bounding_box].best(scope.objects), Some(size));
            }
            Conclusion::Open => prop_assert_eq!(verdict.claimed.bound, None),
        }
    }

    /// One box that is not proven is enough to take the word away.
    #[test]
    fn nothing_is_called_proven_with_a_box_that_is_not(facts in facts(), scope in scope()) {
        let verdict = verdict(&facts, scope);
        let words = sentence(&verdict);
        let reach = naive_reach(&facts, scope, Evidence::Proven);
        let all_proven = reach.iter().all(|b| {
            facts.get(b).is_some_and(|f| f.bound(scope.objects, Evidence::Proven).is_some())
        });
        if !all_proven {
            let without = words.replace("not proven", "");
            prop_assert!(!without.contains("proven"), "{}", words);
        }
    }

    /// Truth first: whatever games there are, facts that are true of them never lead to a
    /// bound that one of them exceeds.
    #[test]
    fn true_facts_lead_to_true_bounds(
        sizes in prop::collection::vec(0u32..12, 15),
        slack in prop::collection::vec(prop::option::weighted(0.9, 0u32..4), 15),
        proven in prop::collection::vec(any::<bool>(), 15),
        scope in scope(),
    ) {
        // A box fits objects up to its size, none when that is 0; nothing fits outside (2,2,2,2).
        let boxes = boxes_within(SETTING, BoundingBox::new(2, 2, 2, 2)).unwrap();
        let size = |b: BoundingBox| boxes.iter().position(|&x| x == b).map_or(0, |i| sizes[i % 15]);
        let mut facts = BTreeMap::new();
        let all = boxes_within(SETTING, BoundingBox::new(3, 3, 3, 3)).unwrap();
        for (i, &b) in all.iter().enumerate() {
            let Some(slack) = slack[i % 15] else { continue };
            let bound = match size(b) + slack {
                0 if b != Setting::START => UpperBound::Empty,
                n => UpperBound::AtMost(n),
            };
            let place = if proven[i % 15] { [None, Some(bound)] } else { [Some(bound), None] };
            let said = Said { graphs: place, games: [None, None], graph: None, game: None };
            facts.insert(b, facts_of(b, &said));
        }
        // Games: chains of boxes that fit something.
        let fate = |b| if size(b) > 0 || b == Setting::START { Fate::Grows } else { Fate::Empty };
        let games = walk(SETTING, scope.max_box, fate, |_, _| false);
        let longest = games.graph.nodes().map(size).max().unwrap();
        let verdict = verdict(&facts, scope);
        for level in [&verdict.claimed, &verdict.proven] {
            prop_assert!(level.bound.is_none_or(|b| b >= longest));
            if level.every_box {
                let max = scope.max_box.unwrap();
                let within = boxes_within(SETTING, max).unwrap();
                let largest = within.into_iter().map(size).max().unwrap();
                prop_assert!(level.bound.is_none_or(|b| b >= largest));
            }
        }
    }

    /// Proofs show no more than claims and proofs together.
    #[test]
    fn proofs_are_claims_too(facts in facts(), scope in scope()) {
        let verdict = verdict(&facts, scope);
        if verdict.proven.bound.is_some() {
            prop_assert!(verdict.claimed.bound.is_some());
        }
        prop_assert!(verdict.claimed.walk.graph.nodes().all(|b| verdict.proven.walk.graph.contains_node(b)));
    }
}

/// A box, the claimed and the proven bound on its graphs, and the size of a listed graph.
type Row<'a> = (&'a str, [Option<UpperBound>; 2], Option<usize>);

fn world(bounds: &[Row<'_>]) -> BTreeMap<BoundingBox, BoxFacts> {
    let facts = bounds.iter().map(|(text, graphs, graph)| {
        let bounding_box: BoundingBox = text.parse().unwrap();
        let said = Said {
            graphs: *graphs,
            games: [None, None],
            graph: *graph,
            game: None,
        };
        (bounding_box, facts_of(bounding_box, &said))
    });
    facts.collect()
}

fn scope_of(objects: Objects, max_box: Option<&str>, at_most: Option<u32>) -> Scope {
    Scope {
        setting: SETTING,
        objects,
        max_box: max_box.map(|b| b.parse().unwrap()),
        at_most,
    }
}

fn words(
    facts: &BTreeMap<BoundingBox, BoxFacts>,
    objects: Objects,
    max_box: Option<&str>,
    at_most: Option<u32>,
) -> String {
    sentence(&verdict(facts, scope_of(objects, max_box, at_most)))
}

#[test]
fn the_sentence_says_what_holds_and_where() {
    use UpperBound::{AtMost, Empty};
    let facts = world(&[
        ("0,0,0,0", [Some(AtMost(20)), Some(AtMost(24))], Some(20)),
        ("1,0,0,0", [Some(AtMost(25)), Some(AtMost(26))], Some(25)),
        ("1,1,0,0", [Some(Empty), None], None),
        ("1,0,1,0", [Some(AtMost(22)), None], Some(21)),
    ]);
    insta::assert_snapshot!(
        words(&facts, Objects::Graphs, Some("1,0,0,0"), None),
        @"No graph of Morpion 5D whose bounding box lies within (1,0,0,0) has more than 25 moves: claimed by floating-point solvers; proven is only that none has more than 26 moves. A graph of 25 moves, listed for box (1,0,0,0), meets the bound. Outside (1,0,0,0), 5 neighbouring boxes were not looked at."
    );
    insta::assert_snapshot!(
        words(&facts, Objects::Graphs, Some("1,0,0,0"), Some(26)),
        @"No graph of Morpion 5D whose bounding box lies within (1,0,0,0) has more than 25 moves: claimed by floating-point solvers; proven is only that none has more than 26 moves. A graph of 25 moves, listed for box (1,0,0,0), meets the bound. Outside (1,0,0,0), 5 neighbouring boxes were not looked at."
    );
    insta::assert_snapshot!(
        words(&facts, Objects::Games, Some("1,0,1,0"), None),
        @"No game of Morpion 5D whose bounding box lies within (1,0,1,0) has more than 25 moves: claimed by floating-point solvers, not proven. No game is listed. The maxima of 3 boxes are not settled: (0,0,0,0) (1,0,0,0) (1,0,1,0). Outside (1,0,1,0), 6 neighbouring boxes were not looked at."
    );
    insta::assert_snapshot!(
        words(&facts, Objects::Graphs, None, Some(25)),
        @"Not shown: that no graph of Morpion 5D in a box that games may reach has more than 25 moves. Of the 9 boxes met, 5 are open: (1,1,1,0) (2,0,0,0) (2,0,1,0) (2,1,0,0) (2,1,1,0). The largest graph listed has 25 moves, in box (1,0,0,0)."
    );
    insta::assert_snapshot!(
        words(&facts, Objects::Graphs, None, Some(24)),
        @"Refuted: box (1,0,0,0) fits a graph of Morpion 5D with 25 moves, so `at most 24` does not hold. It need not be playable: ask about games with --objects games."
    );
}

#[test]
fn a_bound_on_graphs_is_not_stretched_over_boxes_no_walk_meets() {
    use UpperBound::{AtMost, Empty};
    // (1,1,1,1) is not met: everything between is empty.
    let all = |claimed| {
        let mut facts = world(&[("0,0,0,0", [Some(AtMost(20)), None], Some(20))]);
        for b in ["1,0,0,0", "1,1,0,0"] {
            facts.extend(world(&[(b, [Some(Empty), None], None)]));
        }
        for b in ["1,0,1,0", "1,1,1,0", "1,1,1,1"] {
            facts.extend(world(&[(b, [claimed, None], None)]));
        }
        facts
    };
    insta::assert_snapshot!(
        words(&all(None), Objects::Graphs, Some("1,1,1,1"), Some(30)),
        @"No graph of Morpion 5D that fits one of the 3 boxes met has more than 20 moves, and every game of Morpion 5D whose bounding box lies within (1,1,1,1) fits one of them: claimed by floating-point solvers, not proven. A graph of 20 moves, listed for box (0,0,0,0), meets the bound."
    );
    let known = all(Some(AtMost(28)));
    insta::assert_snapshot!(
        words(&known, Objects::Graphs, Some("1,1,1,1"), Some(30)),
        @"No graph of Morpion 5D whose bounding box lies within (1,1,1,1) has more than 28 moves: claimed by floating-point solvers, not proven. The largest graph listed has 20 moves, in box (0,0,0,0)."
    );
}

#[test]
fn a_walk_that_reaches_the_largest_distance_shows_nothing() {
    use morpion_rules::geometry::MAX_DISTANCE;
    let mut facts = BTreeMap::new();
    let mut any = Setting::START;
    while any.top <= MAX_DISTANCE {
        let said = Said {
            graphs: [Some(UpperBound::AtMost(5)), None],
            games: [None, None],
            graph: None,
            game: None,
        };
        facts.insert(any, facts_of(any, &said));
        for grown in SETTING.grown(any) {
            let empty = Said {
                graphs: [Some(UpperBound::Empty), None],
                ..said.clone()
            };
            facts
                .entry(grown)
                .or_insert_with(|| facts_of(grown, &empty));
        }
        any.top += 1;
    }
    let verdict = verdict(&facts, scope_of(Objects::Games, None, None));
    assert_eq!(verdict.conclusion, Conclusion::Open);
    let edge = BoundingBox::new(MAX_DISTANCE, 0, 0, 0);
    assert!(verdict.claimed.open.contains(&edge));
}
