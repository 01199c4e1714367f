//! The exact engine against HiGHS: the same boxes and question, one thread each, in turn.
//!
//! Each question asks whether a box admits a graph of K moves, where it does not; both engines
//! must refute it. Prints one line a box and the geometric mean of the ratios. Times are the CPU's, so that other work on the machine
//! counts little. Results by date and machine: `benches/results/`. Boxes given as `T,R,B,L:K` on the command line replace the list.

use std::sync::atomic::AtomicBool;

use morpion_model::highs::{self, Highs};
use morpion_proof::engine::exact::Exact;
use morpion_proof::engine::{Answer, Claim, Control, Engine, Objects, Setting, Subject};
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

/// A question is put again until it has taken so many seconds, which the clock of the CPU can tell: it counts hundredths.
const LONG_ENOUGH: f64 = 1.0;

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
    println!("seconds of CPU; {}", highs::version());
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
    let graphs = Subject::new(setting, bounding_box, Objects::Graphs);
    graphs.refuting(k.parse().expect("K is a number"))
}

/// Asks the question on one thread, as often as the measurement needs. Returns the nodes, and the seconds of CPU of each time; those of the
/// exact engine include the checker's.
fn refute(engine: &dyn Engine, claim: &Claim) -> (u64, f64) {
    let before = cpu_seconds();
    for times in 1.. {
        let nodes = solve(engine, claim).effort.nodes;
        let taken = cpu_seconds() - before;
        if taken >= LONG_ENOUGH {
            return (nodes, taken / f64::from(times));
        }
    }
    unreachable!("every question takes some time")
}

fn solve(engine: &dyn Engine, claim: &Claim) -> Answer {
    let stop = AtomicBool::new(false);
    let answer = engine
        .solve(&(*claim).into(), &Control::new(&stop))
        .expect("the engine works");
    let shown = answer.shown.as_ref().expect("the question is refuted");
    assert!(shown.claim.implies(claim));
    answer
}

/// Seconds of CPU that all threads of this process have had, in hundredths, as Linux tells them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux has /proc");
    // The name, in parentheses, may have blanks.
    let (_, rest) = text.rsplit_once(')').expect("the name ends");
    // The 12th and 13th field after the name are the time of the program, and the time of the system for it.
    let fields = rest.split_whitespace().skip(11).take(2);
    let ticks = fields.map(|field| field.parse::<f64>().expect("a count"));
    ticks.sum::<f64>() / 100.0
}
