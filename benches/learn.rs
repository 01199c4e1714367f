//! Games of self-play and training samples a second, by network, one thread; and what the network of neighbourhoods would cost
//! with a tensor library.
//!
//! `cargo bench --bench learn` runs a few iterations of each network from the cross of 5D and prints
//! the rates of the last one. Then it looks at all positions of random games, move by move, with our evaluation, which keeps
//! what a move has seen, and with candle's operations, which add up all rows of all legal moves again: there only those of
//! the 36 dots of the cross, so that the ratio is a lower bound. Results by date and machine are kept in `benches/results/`.

use std::hint::black_box;
use std::time::Instant;

use candle_core::{Device, Result, Tensor};

use morpion::game::Board;
use morpion::geometry::Variant;
use morpion::testing::learn::{Learner, Params, SelfPlay, Shape, play};

const ITERATIONS: u32 = 3;

fn main() {
    println!("5D, one thread, iteration {ITERATIONS} of each network");
    println!("network                     self-play      games a second   samples a second");
    let local = |radius, hidden: &[u16]| Shape::Local {
        radius,
        hidden: hidden.to_vec(),
    };
    let conv = |channels, layers| Shape::Conv { channels, layers };
    for (name, shape, episodes) in [
        ("local 7, 64 32", local(7, &[64, 32]), 512),
        ("local 7, 64 32 32", local(7, &[64, 32, 32]), 512),
        ("conv 8 channels, 3 layers", conv(8, 3), 32),
        ("conv 16 channels, 5 layers", conv(16, 5), 8),
    ] {
        one(name, shape.clone(), episodes, SelfPlay::Policy);
        if matches!(shape, Shape::Local { .. }) {
            one(name, shape, 4, SelfPlay::Tree);
        }
    }
    compare();
}

/// Games looked at by both.
const GAMES: u32 = 20;

/// Our evaluation beside candle's, for local 7, 64 32.
fn compare() {
    use rand::SeedableRng;
    let start = Board::new(Variant::D5);
    let learner = Learner::new(start.clone(), Params::default(), 1);
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    let begin = Instant::now();
    let games: Vec<_> = (0..GAMES)
        .map(|_| play(learner.network(), &start, 1.0, &mut rng))
        .collect();
    let ours = begin.elapsed();
    let mut legal = Vec::new();
    for game in &games {
        let mut board = start.clone();
        for &code in game {
            legal.push(board.legal().len());
            board.play_code(code).expect("the game is legal");
        }
    }
    let begin = Instant::now();
    let layers = layers().expect("the shapes fit together");
    for &moves in &legal {
        black_box(by_candle(&layers, moves).expect("the shapes fit together"));
    }
    let theirs = begin.elapsed();
    let a_second = |time: std::time::Duration| legal.len() as f64 / time.as_secs_f64();
    println!(
        "positions a second, local 7, 64 32: ours {:.0} (with the moves played), candle {:.0} (36 rows a move)",
        a_second(ours),
        a_second(theirs)
    );
}

/// Rows, and the weights of the layers behind them.
fn layers() -> Result<[Tensor; 4]> {
    let random =
        |rows: usize, width: usize| Tensor::rand(-0.1f32, 0.1, (rows, width), &Device::Cpu);
    Ok([
        random(3506, 64)?,
        random(64, 32)?,
        random(1, 32)?,
        random(32, 1)?,
    ])
}

fn by_candle([rows, weights, bias, head]: &[Tensor; 4], moves: usize) -> Result<Vec<f32>> {
    const ROWS: usize = 36;
    let numbers: Vec<u32> = (0..(moves * ROWS) as u32).map(|i| i * 97 % 3506).collect();
    let numbers = Tensor::from_vec(numbers, moves * ROWS, &Device::Cpu)?;
    let sums = rows.index_select(&numbers, 0)?;
    let sums = sums.reshape((moves, ROWS, 64))?.sum(1)?.relu()?;
    let hidden = sums.matmul(weights)?.broadcast_add(bias)?.relu()?;
    hidden.matmul(head)?.flatten_all()?.to_vec1()
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
