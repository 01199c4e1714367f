//! Strong branching, before and after: trials down to half the gap at the root, all twelve cells of a node; and
//! down to eight moves, ending after four cells in a row that were no better.
//!
//! Asks each box for games of 85 moves. One thread each, in turn. Prints one line a box, and the geometric means of the
//! ratios of evaluations, for which the search pays, and of nodes, for which the checker and the certificate pay.
//! Results by date and machine: `benches/results/`.

mod ask;

use ask::{WHOLE, ask};
use morpion_proof::branch_and_bound::Params;

/// Boxes whose bound at the root lies so many moves above 85, rounded.
const BOXES: [(&str, u32); 4] = [
    ("5,4,1,0", 20),
    ("4,4,2,0", 21),
    ("4,3,3,0", 23),
    ("5,4,2,0", 25),
];

fn main() {
    println!("box        nodes before   after   evaluations before   after (millions)");
    let mut logarithms = [0.0; 2];
    for (text, gap) in BOXES {
        let before = Params {
            trial_moves: gap.div_ceil(2),
            trial_patience: u32::MAX,
            ..Params::default()
        };
        let counts = [before, Params::default()].map(|params| {
            let (outcome, _) = ask(text, None, 85, &params, WHOLE);
            (outcome.effort.nodes, outcome.effort.evaluations)
        });
        let [(n, e), (m, f)] = counts;
        logarithms[0] += (n as f64 / m as f64).ln();
        logarithms[1] += (e as f64 / f as f64).ln();
        let (e, f) = (e as f64 / 1e6, f as f64 / 1e6);
        println!("{text:<10}{n:>13}{m:>8}{e:>21.2}{f:>8.2}");
    }
    let [nodes, evaluations] = logarithms.map(|l| (l / BOXES.len() as f64).exp());
    println!("geometric means of the ratios: nodes {nodes:.2}, evaluations {evaluations:.2}");
}
