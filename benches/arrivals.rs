//! Frontier boxes: everything that fits them refuted at once, and every arrival at them refuted on its own.
//!
//! The arrivals asked about at each box are those that lead there from a box that fits games; refuting them ends the
//! resizing process there just as well. One thread each, in turn. Prints one line a box and the geometric mean of the
//! ratios of the times; the checker's share, which goes with the nodes, is not in them. Results by date and machine:
//! `benches/results/`.

mod ask;

use ask::{WHOLE, ask};
use morpion_proof::branch_and_bound::Params;

/// Boxes, and how they may be reached from boxes that fit games.
const BOXES: [(&str, &[&str]); 6] = [
    ("7,2,2,2", &["top-right"]),
    ("6,5,1,1", &["top-right"]),
    ("6,4,3,0", &["top-right"]),
    ("6,4,1,2", &["top-right", "top-left"]),
    ("6,2,3,2", &["top", "top-right", "right-bottom"]),
    ("6,3,2,2", &["top", "top-right", "top-left"]),
];

fn main() {
    println!("box         at once s   nodes   arrivals s   nodes    ratio");
    let mut logarithms = 0.0;
    for (text, arrivals) in BOXES {
        let (whole, slow) = ask(text, None, 0, &Params::default(), WHOLE);
        let many = whole.effort.nodes;
        let (mut fast, mut few) = (0.0, 0);
        for name in arrivals {
            let (outcome, seconds) = ask(text, Some(name), 0, &Params::default(), WHOLE);
            fast += seconds;
            few += outcome.effort.nodes;
        }
        let ratio = slow / fast;
        logarithms += f64::ln(ratio);
        println!("{text:<10}{slow:>11.2}{many:>8}{fast:>13.2}{few:>8}{ratio:>9.1}");
    }
    let mean = (logarithms / BOXES.len() as f64).exp();
    println!("geometric mean of {} ratios: {mean:.1}", BOXES.len());
}
