//! The frontier, before and after: narrow first weights and trials down to 30 % of the gap at the root, and today's defaults.
//!
//! Asks of three boxes whether any game fits them, and of three others whether one arrives there. One thread each, in turn.
//! Prints one line a question, and the geometric means of the ratios of nodes and of seconds (of the search; the checker's go
//! with the nodes). Results by date and machine: `benches/results/`.

mod ask;

use ask::{WHOLE, ask};
use morpion_proof::bound::dual_bound::Schedule;
use morpion_proof::branch_and_bound::Params;

/// Boxes, and by which side a game is to arrive, if it is to.
const QUESTIONS: [(&str, Option<&str>); 6] = [
    ("6,2,2,2", None),
    ("6,3,1,1", None),
    ("6,4,1,1", None),
    ("6,3,1,3", Some("top")),
    ("6,3,3,2", Some("top")),
    ("6,4,2,1", Some("top")),
];

fn main() {
    println!("box      by    nodes before   after   seconds before   after");
    let mut logarithms = [0.0; 2];
    for (text, by) in QUESTIONS {
        let before = Params {
            side_schedule: Schedule::new(100, 205, 121, 46).expect("the schedule is in range"),
            trial_gap: 30,
            ..Params::default()
        };
        let [(n, s), (m, t)] = [before, Params::default()].map(|params| {
            let (outcome, seconds) = ask(text, by, 0, &params, WHOLE);
            (outcome.effort.nodes, seconds)
        });
        logarithms[0] += (n as f64 / m as f64).ln();
        logarithms[1] += (s / t).ln();
        let by = by.unwrap_or("-");
        println!("{text:<9}{by:<6}{n:>12}{m:>8}{s:>17.2}{t:>8.2}");
    }
    let [nodes, seconds] = logarithms.map(|l: f64| (l / QUESTIONS.len() as f64).exp());
    println!("geometric means of the ratios: nodes {nodes:.2}, seconds {seconds:.2}");
}
