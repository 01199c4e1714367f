//! End games, before and after: marks branched on, and the linear program with multipliers that are written down.
//!
//! Asks each box, which has graphs of 83 moves, for games of 83. One thread each, in turn, at most [`LIMIT`] each. Prints one
//! line a box: nodes, seconds and the share of the tree that was closed.

use std::time::{Duration, Instant};

use morpion::bound::{Limits, Params, Question, refute};
use morpion::game::Objects;

const BOXES: [&str; 3] = ["3,2,2,2", "3,3,3,1", "4,3,1,3"];
const LIMIT: Duration = Duration::from_secs(120);

fn main() {
    println!("box       without: nodes  seconds  share   with: nodes  seconds  share");
    for text in BOXES {
        let without = Params {
            end_rounds: 0,
            end_rounds_below: 0,
            ..Params::default()
        };
        let [before, after] = [without, Params::default()].map(|params| solve(text, &params));
        println!("{text:<9}{before}       {after}");
    }
}

fn solve(text: &str, params: &Params) -> String {
    let begin = Instant::now();
    let limits = Limits {
        stop: &|| begin.elapsed() > LIMIT,
        threads: 1,
        progress: &|_| {},
    };
    let question = Question {
        bounding_box: text.parse().expect("a box is T,R,B,L"),
        objects: Objects::Games,
        symmetric: false,
        at_least: 83,
        arrival: None,
    };
    let outcome = refute(question, params, &limits, None).expect("the box fits the engine");
    assert!(outcome.witness.is_none(), "{text} has a game of 83 moves");
    let (seconds, found) = (begin.elapsed().as_secs_f64(), outcome.progress);
    format!("{:>15}{seconds:>9.1}{:>7.3}", found.nodes, found.share)
}
