//! HiGHS on small boxes, against known numbers and against itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::*;
use morpion_proof::claim::Setting;
use morpion_rules::geometry::{BoundingBox, Symmetry, Variant};

fn ask(asked: impl Into<Ask>) -> Answer {
    ask_by(Order::Cuts, asked)
}

fn ask_by(order: Order, asked: impl Into<Ask>) -> Answer {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop);
    let highs = Highs {
        order,
        ..Highs::default()
    };
    highs.solve(&asked.into(), &control).unwrap()
}

fn lp_bound(variant: Variant, bounding_box: BoundingBox) -> Option<f64> {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop);
    let graphs = Subject::new(Setting::of(variant), bounding_box, Objects::Graphs);
    let mut search = Search::new(Highs::default(), graphs.into(), &control);
    search.relaxation().unwrap();
    search.lp_bound
}

fn graphs(variant: Variant, distances: [u8; 4]) -> Subject {
    Subject::new(Setting::of(variant), distances.into(), Objects::Graphs)
}

fn games(variant: Variant, distances: [u8; 4]) -> Subject {
    Subject {
        objects: Objects::Games,
        ..graphs(variant, distances)
    }
}

fn symmetric(subject: Subject) -> Subject {
    let setting = Setting {
        symmetric: true,
        ..subject.setting
    };
    Subject { setting, ..subject }
}

/// The size of a maximum that HiGHS claims and backs with a checked solution.
fn maximum(subject: Subject) -> u32 {
    let answer = ask(subject);
    assert_eq!(answer.ending, Ending::Answered, "{answer:?}");
    let best = answer.best(subject.objects);
    let size = best.expect("something fits").len() as u32;
    let claimed = Shown::claimed(subject.refuting(size + 1));
    assert_eq!(answer.shown, Some(claimed));
    size
}

#[test]
fn the_source_version_is_the_one_in_cargo_lock() {
    let lock = include_str!("../../../../Cargo.lock");
    let entry = format!("name = \"highs-sys\"\nversion = \"{SOURCE_VERSION}\"");
    assert!(lock.contains(&entry));
}

#[test]
fn relaxations_have_the_known_bounds() {
    for (distances, expected) in [
        ([4, 3, 1, 1], 102.763050),
        ([4, 4, 3, 3], 133.375392),
        ([5, 4, 4, 2], 133.241979),
    ] {
        let bound = lp_bound(Variant::D5, distances.into()).unwrap();
        assert!((bound - expected).abs() < 1e-5, "{distances:?}: {bound}");
    }
}

#[test]
fn images_of_a_box_have_equal_relaxations() {
    for (variant, distances) in [(Variant::D5, [3, 2, 1, 0]), (Variant::T4, [2, 1, 0, 0])] {
        let bounding_box = BoundingBox::from(distances);
        let expected = lp_bound(variant, bounding_box).unwrap();
        for symmetry in Symmetry::ALL {
            let bound = lp_bound(variant, bounding_box.transformed(symmetry)).unwrap();
            assert!((bound - expected).abs() < 1e-6, "{bound} is not {expected}");
        }
    }
}

#[test]
fn the_smallest_box_of_5d_is_filled_by_a_graph() {
    // 100 cells, 36 of them in the cross: no graph can be larger.
    assert_eq!(maximum(graphs(Variant::D5, [0; 4])), 64);
}

#[test]
fn images_of_a_box_have_equal_maxima() {
    for bounding_box in [BoundingBox::new(1, 0, 0, 0), BoundingBox::new(1, 1, 0, 0)] {
        let sizes = Symmetry::ALL.map(|s| {
            let distances = bounding_box.transformed(s).distances();
            maximum(graphs(Variant::D4, distances))
        });
        assert_eq!(sizes, [sizes[0]; 8], "{bounding_box}");
    }
}

#[test]
fn both_forms_of_order_find_games_and_graphs_are_no_smaller() {
    let graph = maximum(graphs(Variant::D4, [0; 4]));
    let game = maximum(games(Variant::D4, [0; 4]));
    assert!(game < graph);
    for order in [Order::Ord, Order::Cuts] {
        let answer = ask_by(order, games(Variant::D4, [0; 4]).refuting(game - 2));
        assert_eq!(answer.ending, Ending::Answered);
        let found = answer.best(Objects::Games).unwrap();
        assert!((game - 2..=game).contains(&(found.len() as u32)));
        assert_eq!(order_moves(Variant::D4, found), Ok(found.to_vec()));
    }
}

/// All symmetric games inside the smallest box, tried out pair by pair: in a symmetric game a
/// move and its image wait equally long, so they can be played one after the other.
#[test]
fn the_largest_symmetric_game_agrees_with_exhaustive_play() {
    for variant in [Variant::D4, Variant::T4] {
        let asked = symmetric(games(variant, [0; 4]));
        assert_eq!(maximum(asked), longest_symmetric_game(variant), "{variant}");
    }
}

/// Depth-first over all sets of pairs that can be reached inside box (0,0,0,0).
fn longest_symmetric_game(variant: Variant) -> u32 {
    let program = IntegerProgram::new(Spec::graphs(variant, BoundingBox::default()));
    let mut seen = std::collections::HashSet::new();
    let mut waiting: Vec<Vec<Move>> = vec![Vec::new()];
    let mut longest = 0;
    while let Some(game) = waiting.pop() {
        longest = longest.max(game.len() as u32);
        for &mv in program.moves() {
            let mut next = game.clone();
            next.extend([mv, Symmetry::HALF_TURN.mv(variant, mv)]);
            // A line that waits for its own image fails here, too: its dot is not there yet.
            let ready = check_graph(variant, &next[..=game.len()]).is_ok();
            if ready && check_graph(variant, &next).is_ok() {
                next.sort_unstable();
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    longest
}

#[test]
fn a_size_is_found_or_refuted() {
    let largest = maximum(graphs(Variant::D4, [1, 1, 0, 0]));
    let at_least = |k| graphs(Variant::D4, [1, 1, 0, 0]).refuting(k);
    let found = ask(at_least(largest));
    assert_eq!(found.ending, Ending::Answered);
    assert_eq!(found.best(Objects::Graphs).unwrap().len() as u32, largest);
    let refuted = ask(at_least(largest + 1));
    assert_eq!(refuted.ending, Ending::Answered);
    let claimed = Shown::claimed(at_least(largest + 1));
    assert_eq!(refuted.shown, Some(claimed));
    assert_eq!(refuted.best(Objects::Graphs), None);
}

#[test]
fn a_game_of_a_demanded_size_comes_in_order_of_play() {
    let answer = ask(games(Variant::D5, [0; 4]).refuting(8));
    let game = answer.best(Objects::Games).unwrap();
    assert!(game.len() >= 8);
    assert_eq!(order_moves(Variant::D5, game), Ok(game.to_vec()));
}

#[test]
fn symmetric_solutions_are_symmetric_and_lopsided_boxes_have_none() {
    let asked = |distances| symmetric(graphs(Variant::D4, distances));
    let answer = ask(asked([1, 0, 1, 0]));
    let moves = answer.best(Objects::Graphs).unwrap();
    let turned = |m: &Move| moves.contains(&Symmetry::HALF_TURN.mv(Variant::D4, *m));
    assert!(!moves.is_empty() && moves.iter().all(turned));
    let lopsided = asked([1, 0, 0, 0]);
    let answer = ask(lopsided);
    let empty = Shown::claimed(lopsided.refuting(0));
    assert_eq!((answer.shown, answer.relaxation), (Some(empty), None));
}

#[test]
fn running_out_of_time_decides_nothing() {
    let stop = AtomicBool::new(false);
    let control = Control {
        deadline: Some(Instant::now()),
        ..Control::new(&stop)
    };
    let claim = graphs(Variant::D5, [4, 3, 3, 3]);
    let answer = Highs::default().solve(&claim.into(), &control).unwrap();
    assert_eq!(answer.ending, Ending::TimeLimit);
    assert_eq!(answer.status, "ReachedTimeLimit");
}

#[test]
fn a_stop_is_obeyed_while_highs_works() {
    let stop = AtomicBool::new(false);
    let control = Control {
        // Far longer than it takes to get to work on a busy machine; the abandoned thread ends with the tests.
        deadline: Instant::now().checked_add(Duration::from_secs(300)),
        // The first report comes while HiGHS is at work.
        progress: &|_| stop.store(true, Ordering::Relaxed),
        ..Control::new(&stop)
    };
    let claim = graphs(Variant::D5, [2, 2, 2, 2]);
    let answer = Highs::default().solve(&claim.into(), &control).unwrap();
    assert_eq!(answer.ending, Ending::Interrupted);
    assert!(answer.relaxation.is_some());
}

#[test]
fn repeated_statuses_are_counted() {
    let statuses = ["Optimal", "Optimal", "Infeasible"].map(str::to_owned);
    assert_eq!(joined(&statuses), "Optimal (2 times), Infeasible");
    assert_eq!(joined(&[]), "no run has ended");
}

#[test]
fn bounds_are_rounded_down_but_not_past_tolerance() {
    for (bound, expected) in [
        (84.0, 84),
        (83.999_999_9, 84),
        (84.9, 84),
        (84.000_000_1, 84),
        (-3.0, 0),
    ] {
        assert_eq!(beyond(bound), expected + 1);
    }
}

#[test]
fn the_bound_that_is_told_is_the_best_that_is_known() {
    let stop = AtomicBool::new(false);
    let told = Mutex::new(Vec::new());
    let control = Control {
        progress: &|progress| told.lock().unwrap().push(progress.bound),
        ..Control::new(&stop)
    };
    let claim = games(Variant::D5, [1, 1, 1, 1]);
    let mut search = Search::new(Highs::default(), claim.into(), &control);
    let reading = |bound| log::Reading {
        bound,
        ..log::Reading::default()
    };
    search.tell(reading(None));
    search.lp_bound = Some(78.9);
    search.tell(reading(None));
    // A round of order cuts has begun: HiGHS is silent, then begins from above.
    search.refute(74);
    for bound in [None, Some(80.0), Some(72.5)] {
        search.tell(reading(bound));
    }
    let expected = [None, Some(78.9), Some(73.0), Some(73.0), Some(72.5)];
    assert_eq!(told.into_inner().unwrap(), expected);
}
