//! End games (all dots are known): closed by listings of one step, marks branched on where that is not enough; and by listings of as many
//! steps as a certificate may have.
//!
//! Asks each box, which has graphs of 83 moves, for games of 83. One thread each, in turn, at most [`LIMIT`] each. Prints one
//! line a box: nodes, seconds and the share of the tree that was closed.

mod ask;

use std::time::Duration;

use ask::ask;
use morpion_proof::branch_and_bound::Params;

const BOXES: [&str; 3] = ["3,2,2,2", "3,3,3,1", "4,3,1,3"];
const LIMIT: Duration = Duration::from_secs(120);

fn main() {
    println!("box       one step: nodes  seconds  share   all: nodes  seconds  share");
    for text in BOXES {
        let one_step = Params {
            list_steps: 1,
            ..Params::default()
        };
        let [one, all] = [one_step, Params::default()].map(|params| solve(text, &params));
        println!("{text:<9} {one}      {all}");
    }
}

fn solve(text: &str, params: &Params) -> String {
    let (outcome, seconds) = ask(text, None, 83, params, LIMIT);
    let (nodes, share) = (outcome.effort.nodes, outcome.tree.closed_share());
    format!("{nodes:>15}{seconds:>9.1}{share:>7.3}")
}
