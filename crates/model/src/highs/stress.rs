//! HiGHS under stress: thousands of small models, built, solved and destroyed on threads side by side, while a long run is abandoned.
//!
//! Up to 1.15 the C interface shut down the scheduler of the thread whenever it destroyed a model, under every other model of that
//! thread. Every optimum is compared with that of a table of all sums, so a wrong answer is noticed as well as a crash.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use highs::{HighsModelStatus, Model, RowProblem, Sense};

use super::*;
use crate::Spec;
use morpion_proof::claim::Setting;
use morpion_rules::geometry::Variant;

/// Things to be packed: weight and worth.
type Things = [(u32, u32); 10];
const ROOM: u32 = 60;

/// Ten things, different for each number.
fn things(number: usize) -> Things {
    // A multiplicative congruential generator is random enough.
    let mut state = number as u64 + 1;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) % below) as u32 + 1
    };
    std::array::from_fn(|_| (next(20), next(30)))
}

/// The most worth that fits, from a table of the most worth for each weight.
fn most(things: &Things) -> u32 {
    let mut table = [0; ROOM as usize + 1];
    for &(weight, worth) in things {
        for room in (weight as usize..table.len()).rev() {
            table[room] = table[room].max(table[room - weight as usize] + worth);
        }
    }
    table[ROOM as usize]
}

fn model(things: &Things, threads: u32) -> Model {
    let mut problem = RowProblem::default();
    let columns = things.map(|(_, worth)| problem.add_integer_column(f64::from(worth), 0..=1));
    let row = columns.into_iter().zip(things.map(|(w, _)| f64::from(w)));
    problem.add_row(..=ROOM, row);
    let mut model = problem.optimise(Sense::Maximise);
    model.make_quiet();
    model.set_threads(NonZeroU32::new(threads).unwrap());
    model.set_option("parallel", if threads > 1 { "on" } else { "off" });
    model
}

fn solve(model: Model) -> (highs::SolvedModel, u32) {
    let solved = model.solve();
    assert_eq!(solved.status(), HighsModelStatus::Optimal);
    let worth = solved.objective_value().round() as u32;
    (solved, worth)
}

/// Two models on a thread of their own, as every run has one: the first lives on while the second is solved and destroyed, and is then
/// solved again. Three solves.
fn solve_on_a_thread(number: usize) {
    let job = move || {
        // Some with a scheduler of two threads, most with one.
        let threads = if number.is_multiple_of(8) { 2 } else { 1 };
        let (first, second) = (things(2 * number), things(2 * number + 1));
        let (outlives, worth) = solve(model(&first, threads));
        assert_eq!(worth, most(&first));
        let (destroyed, worth) = solve(model(&second, threads));
        assert_eq!(worth, most(&second));
        drop(destroyed);
        let (_, again) = solve(outlives.into());
        assert_eq!(again, most(&first));
    };
    std::thread::spawn(job).join().unwrap();
}

/// A run that is stopped, but works on until its own limit.
fn abandon(limit: Duration) {
    let stop = AtomicBool::new(false);
    let control = Control {
        deadline: Instant::now().checked_add(limit),
        progress: &|_| stop.store(true, Ordering::Relaxed),
        ..Control::new(&stop)
    };
    let graphs = Subject::new(
        Setting::of(Variant::D5),
        [2, 2, 2, 2].into(),
        Objects::Graphs,
    );
    let answer = Highs::default().solve(&graphs.into(), &control).unwrap();
    // On a busy machine the limit may come before the first report.
    let ending = answer.ending;
    assert!(matches!(ending, Ending::Interrupted | Ending::TimeLimit));
}

fn stress(solves: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| abandon(Duration::from_secs(20)));
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if 3 * number >= solves {
                        return;
                    }
                    solve_on_a_thread(number);
                }
            });
        }
    });
}

#[test]
fn a_thousand_small_models_side_by_side_do_no_harm() {
    stress(1_000);
}

/// `./x test` runs it where it has not passed yet with the same HiGHS.
#[test]
#[ignore = "takes a minute"]
fn ten_thousand_small_models_side_by_side_do_no_harm() {
    stress(10_000);
}

/// Programs of ours, several at once, with one thread each and with two.
#[test]
fn programs_of_boxes_side_by_side_have_the_same_optimum() {
    let program = IntegerProgram::new(Spec::graphs(Variant::D4, [0; 4].into()));
    let solve = |threads| {
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let stop = AtomicBool::new(false);
        let outcome = run::run(&program, settings, &Control::new(&stop), &|_| {});
        outcome.unwrap().unwrap().objective
    };
    let expected = solve(1);
    assert!(expected.is_some());
    std::thread::scope(|scope| {
        let runs = [1, 2, 1, 2].map(|threads| scope.spawn(move || solve(threads)));
        for run in runs {
            assert_eq!(run.join().unwrap(), expected);
        }
    });
}
