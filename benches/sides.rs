//! Boxes that fit nothing, with and without balanced sides: the same boxes, one thread each, in turn.
//!
//! Without balance (a price of 0, steps and branching as for other questions) the sides' multipliers start at
//! nothing and go where the subgradient leads. Prints one line a box and the geometric mean of the ratios of
//! the times; the checker's share is not in them. Results by date and machine: `benches/results/`. Boxes
//! given as `T,R,B,L` on the command line replace the list.

mod ask;

use ask::{WHOLE, ask};
use morpion_proof::branch_and_bound::Params;

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
        let [(many, slow), (few, fast)] = [&free, &balanced].map(|params| {
            let (outcome, seconds) = ask(text, None, 0, params, WHOLE);
            (outcome.effort.nodes, seconds)
        });
        let ratio = slow / fast;
        logarithms += ratio.ln();
        println!("{text:<9}{slow:>8.2}{many:>8}{fast:>13.2}{few:>8}{ratio:>9.1}");
    }
    let mean = (logarithms / boxes.len() as f64).exp();
    println!("geometric mean of {} ratios: {mean:.1}", boxes.len());
}
