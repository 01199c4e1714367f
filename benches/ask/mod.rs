//! A question about games to the exact engine, asked by one thread, as the benchmarks of it do.

use std::time::{Duration, Instant};

use morpion_proof::branch_and_bound::{Limits, Outcome, Params, Start, refute};
use morpion_proof::claim::{Claim, Objects, Setting, Subject};
use morpion_rules::geometry::Variant;

/// No time limit.
#[allow(dead_code, reason = "not every benchmark asks without one")]
pub(crate) const WHOLE: Duration = Duration::MAX;

/// Asks for a game of at least so many moves with the box `text`, whose last move arrives `by` a side or corner if one is
/// given; returns the outcome within the time limit, and the seconds it took.
///
/// # Panics
/// When `text` is no box that the engine knows, or `by` no arrival; and when there is such a game.
pub(crate) fn ask(
    text: &str,
    by: Option<&str>,
    at_least: u32,
    params: &Params,
    limit: Duration,
) -> (Outcome, f64) {
    let begin = Instant::now();
    let limits = Limits {
        stop: &|| begin.elapsed() > limit,
        ..Limits::default()
    };
    let bounding_box = text.parse().expect("a box is T,R,B,L");
    let games = Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Games);
    let claim = Claim {
        arrival: by.map(|by| by.parse().expect("a side or a corner")),
        ..Claim::about(games, at_least)
    };
    let outcome = refute(claim, params, &limits, Start::Root).expect("the box fits the engine");
    assert!(outcome.witness.is_none(), "{text} has such a game");
    assert!(
        outcome.tree.is_complete() || limit < WHOLE,
        "{text} is not finished"
    );
    (outcome, begin.elapsed().as_secs_f64())
}
