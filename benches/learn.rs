//! Games of self-play and training samples a second, by network, one thread.
//!
//! `cargo bench --bench learn` runs a few iterations of each network from the cross of 5D and prints
//! the rates of the last one. Results by date and machine are kept in `benches/results/`.

use morpion::game::Board;
use morpion::geometry::Variant;
use morpion::testing::learn::{Learner, Params, SelfPlay, Shape};

const ITERATIONS: u32 = 3;

fn main() {
    println!("5D, one thread, iteration {ITERATIONS} of each network");
    println!("network                     self-play      games a second   samples a second");
    for (name, hidden) in [
        ("7, 64 32", vec![64, 32]),
        ("7, 64 32 32", vec![64, 32, 32]),
    ] {
        let shape = Shape { radius: 7, hidden };
        one(name, shape.clone(), 512, SelfPlay::Policy);
        one(name, shape, 4, SelfPlay::Tree);
    }
}

fn one(name: &str, shape: Shape, episodes: u32, self_play: SelfPlay) {
    let params = Params {
        episodes,
        threshold_step: 1000,
        m: 0,
        rs: 1,
        ep: 1,
        bs: 1024,
        d: 0.0,
        self_play,
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
    let manner = match self_play {
        SelfPlay::Policy => "policy",
        SelfPlay::Tree => "tree, m = 100",
    };
    println!("{name:<28}{manner:<15}{:>14.0}{:>19.0}", rates.0, rates.1);
}
