//! Finished games a second of every search algorithm, one thread.
//!
//! `cargo bench --bench search` runs each algorithm from the cross for two seconds, three times in
//! turn, and prints the median. Results by date and machine, with those of another program run
//! beside it, are kept in `benches/results/`.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::Variant;
use morpion_search::games::{Plain, Playable, Symmetric};
use morpion_search::running::{Budget, Improvement, Observer, Plan, run};
use morpion_search::searchers::{Algorithm, Options};

struct Silent;

impl Observer for Silent {
    fn improved(&self, _: &Improvement) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_secs(2);

fn main() {
    println!("finished games a second, one thread, median of {ROUNDS} runs of {TIME:?}");
    print!("algorithm          ");
    for variant in Variant::ALL {
        print!("{:>9}", variant.name());
    }
    println!("{:>12}", "5D symmetric");
    for name in Algorithm::NAMES {
        let options = Options::default();
        let algorithm = |variant| options.algorithm(name, variant).expect("it is one");
        print!("{name:<19}");
        for variant in Variant::ALL {
            let root = Plain::new(Board::new(variant));
            print!("{:>9.0}", rate(&root, &algorithm(variant)));
        }
        let root = Symmetric::new(Board::new(Variant::D5)).expect("the cross is symmetric");
        println!("{:>12.0}", rate(&root, &algorithm(Variant::D5)));
    }
}

/// The median of some runs with the algorithm's defaults.
fn rate<G: Playable<Move = Code> + Sync>(root: &G, algorithm: &Algorithm) -> f64 {
    let mut rates: Vec<f64> = (1..=ROUNDS as u64)
        .map(|s| one(root, algorithm, s))
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

fn one<G: Playable<Move = Code> + Sync>(root: &G, algorithm: &Algorithm, seed: u64) -> f64 {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        budget: Budget {
            time: Some(TIME),
            playouts: None,
        },
        seed,
        jobs: 1,
        repeat: true,
        stop: &stop,
    };
    run(root, &*algorithm.searcher(), plan, &Silent)
        .snapshot
        .rate()
}
