//! The exact engine on boxes that take seconds.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use morpion_check_core::walk::check;

use super::*;
use crate::claim::{Objects, Setting};
use crate::tree::Node;
use morpion_rules::game::graph::check_fit;
use morpion_rules::geometry::Symmetry;

fn solve(ask: impl Into<Ask>, seconds: u64) -> Answer {
    let stop = AtomicBool::new(false);
    let control = Control {
        deadline: Some(Instant::now() + Duration::from_secs(seconds)),
        ..Control::new(&stop)
    };
    Exact::default().solve(&ask.into(), &control).unwrap()
}

fn graphs(distances: [u8; 4]) -> Subject {
    Subject::new(Setting::of(Variant::D5), distances.into(), Objects::Graphs)
}

/// The claim shown by an answer, and the evidence for it.
fn shown(answer: &Answer) -> Option<(Claim, Evidence)> {
    let shown = answer.shown.as_ref()?;
    Some((shown.claim, shown.evidence))
}

fn certificate(answer: &Answer) -> &[u8] {
    let shown = answer.shown.as_ref().unwrap();
    shown.certificate.as_ref().unwrap()
}

/// Asserts that this claim, and nothing stronger, was proven.
fn assert_proven(answer: &Answer, claim: Claim) {
    assert_eq!(shown(answer), Some((claim, Evidence::Proven)));
}

fn games(distances: [u8; 4]) -> Subject {
    Subject {
        objects: Objects::Games,
        ..graphs(distances)
    }
}

fn symmetric(subject: Subject) -> Subject {
    let setting = Setting {
        symmetric: true,
        ..subject.setting
    };
    Subject { setting, ..subject }
}

#[test]
fn refutations_come_with_a_checked_certificate() {
    let asked = graphs([1, 1, 1, 1]).refuting(78);
    let answer = solve(asked, 60);
    assert_proven(&answer, asked);
    let verdict = check(certificate(&answer)).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.k == 78));
}

#[test]
fn the_maximum_graph_of_the_smallest_box_fills_it() {
    // The square of the cross has 100 cells, 36 of them in the cross.
    let answer = solve(graphs([0, 0, 0, 0]), 60);
    let graph = answer.best(Objects::Graphs).unwrap();
    assert_eq!(graph.len(), 64);
    check_fit(Variant::D5, BoundingBox::default(), graph).unwrap();
    assert_eq!(answer.ending, Ending::Answered);
    assert_proven(&answer, graphs([0, 0, 0, 0]).refuting(65));
}

#[test]
fn a_box_that_fits_nothing_is_shown_empty() {
    let answer = solve(graphs([7, 0, 0, 0]).refuting(1), 120);
    assert_proven(&answer, graphs([7, 0, 0, 0]).refuting(0));
}

#[test]
fn a_game_needs_an_order_where_a_graph_does_not() {
    let asked = games([0, 0, 0, 0]).refuting(64);
    assert_proven(&solve(asked, 60), asked);
}

/// With all dots known a listing closes what the bound leaves open.
#[test]
fn end_games_are_closed_by_listings() {
    let claim = games([3, 2, 2, 2]).refuting(83);
    let outcome = refute(claim, &Params::default(), &Limits::default(), Start::Root);
    let tree = outcome.unwrap().tree;
    let verdict = check(&tree.write());
    assert!(matches!(verdict, Ok(Verdict::Valid(claim, _)) if claim.k == 83));
    let listed = |(id, _)| *tree.node(id) == Node::Listed(0);
    assert!(tree.nodes().filter(|&node| listed(node)).count() > 5);
}

#[test]
fn what_was_not_shown_stays_open() {
    let answer = solve(graphs([4, 4, 3, 3]).refuting(85), 0);
    assert_eq!((shown(&answer), answer.ending), (None, Ending::TimeLimit));
    let mut other = graphs([0, 0, 0, 0]);
    other.setting = Setting::of(Variant::T5);
    assert_eq!(solve(other, 1).ending, Ending::Undecided);
}

/// A question that takes half a second or more: many times the limits of the tests below, on fast machines, too.
fn some_work() -> Claim {
    graphs([3, 2, 2, 2]).refuting(85)
}

#[test]
fn what_a_time_limit_leaves_behind_is_gone_on_with() {
    let stop = AtomicBool::new(false);
    let (claim, engine) = (some_work(), Exact::default());
    let mut unfinished: Option<Vec<u8>> = None;
    let mut shares = Vec::new();
    let last = loop {
        let control = Control {
            // A little more each time, so that a machine with much else to do gets on, too.
            deadline: Some(Instant::now() + Duration::from_millis(30 + shares.len() as u64)),
            resume: unfinished.as_deref(),
            ..Control::new(&stop)
        };
        let answer = engine.solve(&claim.into(), &control).unwrap();
        if answer.ending == Ending::Answered {
            break answer;
        }
        assert_eq!((answer.ending, shown(&answer)), (Ending::TimeLimit, None));
        let stopped = answer.stopped.unwrap();
        shares.push(stopped.explored.unwrap());
        unfinished = Some(stopped.unfinished);
        assert!(shares.len() < 1000, "no progress: {shares:?}");
    };
    assert!(shares.len() >= 2, "the question is too easy to test with");
    assert!(
        shares.is_sorted() && shares.iter().all(|s| (0.0..1.0).contains(s)),
        "{shares:?}"
    );
    assert_proven(&last, claim);
    assert_eq!(last.stopped, None);
}

/// Fails if each step on the way to a maximum tells its own share, which then goes up and down, or its own bound.
#[test]
fn progress_is_that_of_the_whole() {
    let told = |ask: Ask| {
        let (stop, told) = (AtomicBool::new(false), std::sync::Mutex::new(Vec::new()));
        let control = Control {
            progress: &|progress| told.lock().unwrap().push(progress),
            ..Control::new(&stop)
        };
        Exact::default().solve(&ask, &control).unwrap();
        told.into_inner().unwrap()
    };
    let on_the_way = told(graphs([2, 1, 1, 0]).into());
    assert!(on_the_way.iter().all(|p| p.explored.is_none()));
    let bounds: Vec<f64> = on_the_way.iter().map(|p| p.bound.unwrap()).collect();
    assert!(bounds.iter().rev().is_sorted(), "{bounds:?}");
    assert!(bounds[0] > *bounds.last().unwrap(), "{bounds:?}");
    assert!(on_the_way.iter().map(|p| p.nodes).is_sorted());
    let one_question = told(some_work().into());
    let shares: Vec<f64> = one_question.iter().map(|p| p.explored.unwrap()).collect();
    assert!(shares.is_sorted() && shares.len() > 1, "{shares:?}");
}

#[test]
fn a_search_hands_over_what_it_has_and_comes_to_the_same_end() {
    let stop = AtomicBool::new(false);
    let kept = std::sync::Mutex::new(Vec::new());
    let control = Control {
        keep: &|certificate| kept.lock().unwrap().push(certificate.to_vec()),
        ..Control::new(&stop)
    };
    let engine = Exact {
        keep_every: Duration::ZERO,
        ..Exact::default()
    };
    let answer = engine.solve(&some_work().into(), &control).unwrap();
    assert_proven(&answer, some_work());
    let kept = kept.into_inner().unwrap();
    assert!(kept.len() >= 2, "{} times", kept.len());
    for certificate in &kept {
        let verdict = check(certificate).unwrap();
        assert!(matches!(verdict, Verdict::Unfinished(claim, _) if claim.k == 85));
    }
}

#[test]
fn a_certificate_of_another_question_is_not_gone_on_with() {
    let stop = AtomicBool::new(false);
    let engine = Exact::default();
    let control = Control {
        deadline: Some(Instant::now()),
        ..Control::new(&stop)
    };
    let other = graphs([3, 3, 2, 1]).refuting(85);
    let answer = engine.solve(&other.into(), &control).unwrap();
    let unfinished = answer.stopped.unwrap().unfinished;
    for bytes in [&unfinished[..], b"MORPCERT", b""] {
        let control = Control {
            resume: Some(bytes),
            ..Control::new(&stop)
        };
        let refused = engine.solve(&some_work().into(), &control).unwrap_err();
        assert!(matches!(refused, EngineError::Resume { .. }), "{refused}");
    }
}

#[test]
fn symmetric_positions_are_bounded_by_symmetric_certificates() {
    let asked = symmetric(games([2, 0, 2, 0])).refuting(69);
    let answer = solve(asked, 60);
    assert_proven(&answer, asked);
    let verdict = check(certificate(&answer)).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.symmetric && claim.k == 69));
}

#[test]
fn what_fits_a_symmetric_box_is_symmetric() {
    let asked = symmetric(graphs([1, 0, 1, 0])).refuting(1);
    let answer = solve(asked, 60);
    let game = answer.best(Objects::Games).unwrap();
    let image: Vec<Move> = game
        .iter()
        .map(|&mv| Symmetry::HALF_TURN.mv(Variant::D5, mv))
        .collect();
    assert!(!game.is_empty() && game.iter().all(|mv| image.contains(mv)));
}

#[test]
fn no_symmetric_position_has_a_lopsided_box() {
    let asked = symmetric(graphs([1, 0, 0, 0])).refuting(1);
    let answer = solve(asked, 60);
    assert_eq!((shown(&answer), answer.ending), (None, Ending::Undecided));
}

#[test]
fn a_long_game_in_the_square_of_the_cross_is_built_move_by_move() {
    let asked = games([0, 0, 0, 0]).refuting(55);
    let answer = solve(asked, 60);
    assert!(answer.best(Objects::Games).unwrap().len() >= 55);
}
