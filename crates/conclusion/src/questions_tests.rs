//! Tests that the questions lead to a complete verdict, whatever is true and in whatever order they are answered.

use super::*;
use crate::boxes_within;
use crate::verdict::{Conclusion, verdict};
use morpion_proof::engine::{Answer, Shown};
use morpion_results::{Entry, known_or_new};
use morpion_rules::geometry::{Cell, Direction, Line, Move};
use proptest::prelude::*;

const PLAIN: Setting = Setting::of(Variant::D5);

/// The longest games of a small world, by their boxes.
type World = BTreeMap<BoundingBox, u32>;

/// An object of this size; any moves will do, since only sizes are looked at.
fn found(size: u32) -> Found {
    let mv = Move::new(Line::new(Cell::new(0, 0), Direction::Horizontal), 0);
    Found {
        moves: vec![mv; size as usize],
        by: "a test".to_owned(),
    }
}

/// Adds a proven claim to the facts.
fn prove(facts: &mut Facts, claim: Claim) {
    let mut known = known_or_new(facts, claim.subject.bounding_box);
    let answer = Answer {
        shown: Some(Shown {
            evidence: Evidence::Proven,
            ..Shown::claimed(claim)
        }),
        ..Answer::new("a test".to_owned())
    };
    let conflict = known.learn(Entry::of(&claim.into(), &answer, String::new()));
    assert_eq!(conflict, None);
    facts.insert(known.bounding_box, known);
}

/// Adds to the facts the answer that is true in the world: a game, a proof, or both.
fn answer(facts: &mut Facts, world: &World, ask: &Ask) {
    let subject = ask.subject();
    let bounding_box = subject.bounding_box;
    let size = world.get(&bounding_box).copied();
    let meets = |claim: &&Claim| size.is_none_or(|size| size < claim.at_least());
    if ask.claim().is_none_or(|claim| !meets(&claim))
        && let Some(size) = size
    {
        let mut known = known_or_new(facts, bounding_box);
        (known.best_graph, known.best_game) = (Some(found(size)), Some(found(size)));
        facts.insert(bounding_box, known);
    }
    match ask {
        Ask::Holds(claim) if meets(&claim) => prove(facts, *claim),
        Ask::Holds(_) => {}
        Ask::Maximum(_) => prove(facts, subject.refuting(size.map_or(0, |size| size + 1))),
    }
}

fn scope(setting: Setting, objects: Objects, at_most: Option<u32>) -> Scope {
    Scope {
        setting,
        objects,
        at_most,
        max_box: Some([2, 2, 1, 1].into()),
    }
}

/// Answers open questions in the order that `pick` chooses until none is left, and fails if there is no end to them; returns how many
/// it answered.
fn ask_all(
    facts: &mut Facts,
    inquiry: &Inquiry<'_>,
    world: &World,
    pick: impl Fn(usize) -> usize,
) -> usize {
    for asked in 0..1000 {
        let open = questions(facts, inquiry);
        let size = |ask: &Ask| ask.subject().bounding_box.by_size();
        assert!(open.is_sorted_by_key(size), "{open:?}");
        let Some(ask) = open.get(pick(open.len().max(1))) else {
            return asked;
        };
        answer(facts, world, ask);
    }
    panic!("there is no end to questions");
}

fn worlds() -> impl Strategy<Value = World> {
    let boxes = boxes_within(PLAIN, [2, 2, 1, 1].into()).unwrap();
    let sizes = prop::collection::vec(prop::option::of(1u32..20), boxes.len());
    sizes.prop_map(move |sizes| {
        let all = boxes.iter().zip(sizes);
        let mut world: World = all.filter_map(|(&b, size)| Some((b, size?))).collect();
        world.entry(Setting::START).or_insert(0);
        world
    })
}

proptest! {
    /// Fails if a run may end while something is open, or may ask for ever.
    #[test]
    fn when_all_questions_are_answered_everything_is_shown(
        world in worlds(),
        (games, symmetric, waits) in any::<(bool, bool, bool)>(),
        at_most in prop::option::of(0u32..22),
        seed in 0usize..1000,
    ) {
        let setting = Setting { symmetric, ..PLAIN };
        let objects = if games { Objects::Games } else { Objects::Graphs };
        let scope = scope(setting, objects, at_most);
        let inquiry = Inquiry {
            scope,
            evidence: Evidence::Proven,
            known: &BTreeMap::new(),
            tried: &Tried::default(),
            waits,
        };
        let mut facts = Facts::new();
        ask_all(&mut facts, &inquiry, &world, |open| seed % open);
        let other = Inquiry { waits: !waits, ..inquiry };
        prop_assert_eq!(questions(&facts, &other), vec![]);
        let verdict = verdict(&facts, scope);
        let is_refuted = matches!(verdict.conclusion, Conclusion::Refuted { .. });
        prop_assert!(verdict.is_proven() || is_refuted, "{:?}", verdict.conclusion);
        let exceeds = |n: u32| world.iter().any(|(&b, &size)| {
            size > n && verdict.proven.walk.graph.contains_node(b)
        });
        prop_assert_eq!(is_refuted, at_most.is_some_and(exceeds));
    }

    /// Fails if a question that was asked in vain is asked again, or keeps the walk from going on.
    #[test]
    fn a_run_without_answers_ends_and_meets_every_box(
        games: bool,
        at_most in prop::option::of(0u32..22),
    ) {
        let objects = if games { Objects::Games } else { Objects::Graphs };
        let mut tried = Tried::default();
        let facts = Facts::new();
        let met = loop {
            let inquiry = Inquiry {
                scope: scope(PLAIN, objects, at_most),
                evidence: Evidence::Proven,
                known: &BTreeMap::new(),
                tried: &tried,
                waits: true,
            };
            let Agenda { met, questions } = agenda(&facts, &inquiry);
            let Some(ask) = questions.first() else {
                break met;
            };
            prop_assert!(!tried.has(ask), "{ask:?}");
            tried.add(*ask);
        };
        let within = boxes_within(PLAIN, [2, 2, 1, 1].into()).unwrap();
        prop_assert_eq!(met, within.into_iter().collect());
    }
}

#[test]
fn where_the_engine_fails_nothing_more_is_asked_and_no_box_grows() {
    let mut tried = Tried::default();
    tried.fail(Setting::START);
    let inquiry = Inquiry {
        scope: scope(PLAIN, Objects::Graphs, None),
        evidence: Evidence::Claimed,
        known: &BTreeMap::new(),
        tried: &tried,
        waits: true,
    };
    let Agenda { met, questions } = agenda(&Facts::new(), &inquiry);
    assert_eq!((met.len(), questions), (1, vec![]));
}

/// The names of all open questions for "at most 82 moves", where games are known to fit some boxes.
fn names(facts: &Facts, fitted: &[[u8; 4]]) -> Vec<String> {
    let known = fitted.iter().map(|&b| (b.into(), found(0))).collect();
    let scope = Scope {
        at_most: Some(82),
        ..Scope::all_games(PLAIN)
    };
    lacking(facts, scope, &known)
        .iter()
        .map(Ask::name)
        .collect()
}

#[test]
fn what_games_fit_is_asked_for_bounds_and_what_lies_behind_how_they_arrive() {
    let mut facts = Facts::new();
    let all = [
        "0-0-0-0.games.at-most-82",
        "1-0-0-0.games.at-most-82",
        "1-0-1-0.games.not-by-top",
    ];
    assert_eq!(names(&facts, &[[1, 0, 0, 0]])[..3], all);
    // Without the game, the question about arrivals is the first one about (1,0,0,0).
    let first = ["0-0-0-0.games.at-most-82", "1-0-0-0.games.not-by-top"];
    assert_eq!(names(&facts, &[])[..2], first);
    // Once all open questions are answered by proofs, no game arrives at a further box, and none is left.
    let round = |facts: &mut Facts| {
        let open = names(facts, &[]);
        for name in &open {
            prove(facts, *Ask::of_name(PLAIN, name).unwrap().claim().unwrap());
        }
        open.len()
    };
    assert!(round(&mut facts) > 1);
    assert_eq!(round(&mut facts), 0);
    facts.remove(&Setting::START);
    assert_eq!(names(&facts, &[]), ["0-0-0-0.games.at-most-82"]);
}
