//! Games of self-play and training samples a second, by network, one thread.
//!
//! `cargo bench --bench learn` runs a few iterations of each network from the cross of 5D and prints
//! the rates of the last one. Results by date and machine are kept in `benches/results/`.

use morpion_learner::{Learner, Params, Shape};
use morpion_rules::game::Board;
use morpion_rules::geometry::Variant;

const ITERATIONS: u32 = 3;

fn main() {
    println!("5D, one thread, iteration {ITERATIONS} of each network");
    println!("network                games a second   samples a second");
    for (name, hidden) in [
        ("7, 64 32", vec![64, 32]),
        ("7, 64 32 32", vec![64, 32, 32]),
    ] {
        one(name, Shape { radius: 7, hidden });
    }
}

fn one(name: &str, shape: Shape) {
    let params = Params {
        episodes: 512,
        shape,
        ..Params::default()
    };
    let mut learner = Learner::new(Board::new(Variant::D5), params, 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let rates = pool.expect("one thread").install(|| {
        for _ in 0..ITERATIONS {
            learner.iterate(&|| false);
        }
        let entry = learner.diary().last().expect("iterations were made");
        (entry.games_per_second, entry.samples_per_second)
    });
    println!("{name:<19}{:>18.0}{:>19.0}", rates.0, rates.1);
}
