//! Finished games a second of every search algorithm, one thread.
//!
//! `cargo bench --bench search` runs each algorithm from the cross for two seconds, three times in
//! turn, and prints the median; first of all, random games without a search around them. Results by date and machine, with those of
//! another program run beside it, are kept in `benches/results/`.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use morpion_rules::game::{Board, Code, Playout};
use morpion_rules::geometry::Variant;
use morpion_search::games::{Plain, Playable, Symmetric};
use morpion_search::running::{Budget, Improvement, Observer, Plan, run};
use morpion_search::searchers::{Algorithm, Task};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

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
    print!("{:<19}", "(random games)");
    for variant in Variant::ALL {
        print!(
            "{:>9.0}",
            median((1..=ROUNDS as u64).map(|s| bare(variant, s)))
        );
    }
    println!();
    for name in Algorithm::names() {
        let algorithm = |variant| {
            let mut algorithm: Algorithm = name.parse().expect("it is one");
            // A network plays the variant it has learnt.
            let _ = algorithm.settle(&mut Task::of(variant));
            algorithm
        };
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
    median((1..=ROUNDS as u64).map(|s| one(root, algorithm, s)))
}

fn median(rates: impl Iterator<Item = f64>) -> f64 {
    let mut rates: Vec<f64> = rates.collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

/// Random games with nothing around them: what sampling can come to at most.
fn bare(variant: Variant, seed: u64) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut playout = Playout::new(variant);
    let begin = Instant::now();
    let mut games = 0;
    while begin.elapsed() < TIME {
        (0..1000).for_each(|_| {
            black_box(playout.run(&mut rng).len());
        });
        games += 1000;
    }
    f64::from(games) / begin.elapsed().as_secs_f64()
}

fn one<G: Playable<Move = Code> + Sync>(root: &G, algorithm: &Algorithm, seed: u64) -> f64 {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        budget: Budget {
            time: Some(TIME),
            ..Budget::default()
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
