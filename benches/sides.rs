//! Boxes that fit nothing, with and without balanced sides: the same boxes, one thread each, in turn.
//!
//! Without balance (a price of 0, steps and branching as for other questions) the sides' multipliers start at
//! nothing and go where the subgradient leads. Prints one line a box and the geometric mean of the ratios of
//! the times; the checker's share is not in them. Results by date and machine: `benches/results/`. Boxes
//! given as `T,R,B,L` on the command line replace the list.

use std::time::Instant;

use morpion::bound::{Limits, Params, Question, refute};
use morpion::game::Objects;
use morpion::geometry::BoundingBox;

/// Boxes that either way shows empty within a minute or so.
const BOXES: [&str; 6] = [
    "9,0,0,0", "8,0,0,0", "7,0,0,0", "7,2,0,0", "7,2,1,0", "6,3,0,0",
];

fn main() {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a.contains(','))
        .collect();
    let boxes = if given.is_empty() {
        BOXES.map(str::to_owned).to_vec()
    } else {
        given
    };
    let balanced = Params::default();
    let free = Params {
        price: 0,
        side_schedule: balanced.schedule,
        ..balanced.clone()
    };
    println!("box        free s   nodes   balanced s   nodes    ratio");
    let mut logarithms = 0.0;
    for text in &boxes {
        let bounding_box: BoundingBox = text.parse().expect("a box is T,R,B,L");
        let (slow, many) = empty(bounding_box, &free);
        let (fast, few) = empty(bounding_box, &balanced);
        let ratio = slow / fast;
        logarithms += ratio.ln();
        println!("{text:<9}{slow:>8.2}{many:>8}{fast:>13.2}{few:>8}{ratio:>9.1}");
    }
    let mean = (logarithms / boxes.len() as f64).exp();
    println!("geometric mean of {} ratios: {mean:.1}", boxes.len());
}

/// Seconds and nodes that it takes to show that no game has exactly this box.
fn empty(bounding_box: BoundingBox, params: &Params) -> (f64, u64) {
    let limits = Limits {
        stop: &|| false,
        threads: 1,
        progress: &|_| {},
    };
    let question = Question {
        bounding_box,
        objects: Objects::Games,
        symmetric: false,
        at_least: 0,
        arrival: None,
    };
    let started = Instant::now();
    let outcome = refute(question, params, &limits, None).expect("the box fits the engine");
    assert!(outcome.complete, "a game has the box {bounding_box}");
    (started.elapsed().as_secs_f64(), outcome.progress.nodes)
}
