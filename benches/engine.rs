//! The exact engine against HiGHS: the same boxes and question, one thread each, in turn.
//!
//! Each question asks whether a box admits a graph of K moves, where it does not; both engines
//! must refute it. Prints one line a box and the geometric mean of the ratios. Results by
//! date and machine: `benches/results/`. Boxes given as `T,R,B,L:K` on the command line
//! replace the list.

use std::sync::atomic::AtomicBool;

use morpion_model::highs::Highs;
use morpion_proof::engine::exact::Exact;
use morpion_proof::engine::{Claim, Control, Effort, Engine, Objects, Setting};
use morpion_rules::geometry::{BoundingBox, Variant};

/// Boxes that HiGHS refutes in minutes: the largest graph of each plus one move, or 85.
const QUESTIONS: [&str; 6] = [
    "1,1,0,0:71",
    "1,1,1,1:74",
    "2,1,1,0:75",
    "2,1,1,1:76",
    "4,2,0,2:85",
    "3,2,1,2:85",
];

fn main() {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a.contains(':'))
        .collect();
    let questions = if given.is_empty() {
        QUESTIONS.map(str::to_owned).to_vec()
    } else {
        given
    };
    println!("question      exact s   nodes    HiGHS s   nodes    ratio");
    let mut logarithms = 0.0;
    for text in &questions {
        let question = parse(text);
        let exact = refute(&Exact::default(), &question);
        let highs = refute(&Highs::default(), &question);
        let ratio = highs.1 / exact.1;
        logarithms += ratio.ln();
        println!(
            "{text:<12}{:>9.3}{:>8}{:>11.1}{:>8}{ratio:>9.1}",
            exact.1, exact.0, highs.1, highs.0
        );
    }
    let mean = (logarithms / questions.len() as f64).exp();
    println!("geometric mean of {} ratios: {mean:.1}", questions.len());
}

fn parse(text: &str) -> Claim {
    let (bounding_box, k) = text.split_once(':').expect("a question is T,R,B,L:K");
    let bounding_box: BoundingBox = bounding_box.parse().expect("a box is T,R,B,L");
    let setting = Setting::of(Variant::D5);
    let graphs = Claim::maximum(setting, bounding_box, Objects::Graphs);
    graphs.refuting(k.parse().expect("K is a number"))
}

/// Solves the question on one thread; nodes and seconds. The exact engine's time includes the checker's.
fn refute(engine: &dyn Engine, claim: &Claim) -> (u64, f64) {
    let stop = AtomicBool::new(false);
    let answer = engine
        .solve(claim, &Control::new(&stop))
        .expect("the engine works");
    let (shown, _) = answer.shown().expect("the question is refuted");
    assert!(shown.serves(claim));
    let Effort { nodes, seconds, .. } = answer.effort;
    (nodes, seconds.expect("the engine has a clock"))
}
