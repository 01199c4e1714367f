//! Random games in all variants, and games grown again: nanoseconds per move played, reset included.
//!
//! `cargo bench --bench playout` prints the time of batches of games (divan) and,
//! before that, a table of medians per move. Results are kept in `benches/results/`.

use std::hint::black_box;
use std::time::Instant;

use morpion_rules::game::{Board, Playout, Regrowth};
use morpion_rules::geometry::Variant;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Published figures of other programs for one random move in 5D, nanoseconds,
/// each on its author's machine.
const PUBLISHED: [f64; 2] = [61.0, 83.5];

/// Games in a timed batch: some milliseconds, so that a median over batches is
/// steady on a machine that others use as well.
const BATCH: usize = 2_000;
const BATCHES: usize = 61;

fn main() {
    print_table();
    divan::main();
}

fn print_table() {
    println!("nanoseconds per move, median of {BATCHES} batches of {BATCH} games");
    println!("(published: {PUBLISHED:?} on their authors' machines)");
    println!("variant  moves/game  Playout::run  Board::play_out + reset  Regrowth");
    for variant in Variant::ALL {
        let (lazy, length) = median_per_move(lazily(variant));
        let (exact, _) = median_per_move(exactly(variant));
        let (grown, _) = median_per_move(grown_again(variant));
        println!("{variant:7}  {length:10.2}  {lazy:12.1}  {exact:23.1}  {grown:8.1}");
    }
    println!();
}

/// One random game with [`Playout`]; returns its length.
fn lazily(variant: Variant) -> impl FnMut() -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut playout = Playout::new(variant);
    move || playout.run(&mut rng).len()
}

/// One random game on a [`Board`]; returns its length.
fn exactly(variant: Variant) -> impl FnMut() -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut board = Board::new(variant);
    move || {
        board.reset();
        board.play_out(&mut rng)
    }
}

/// One change of a game, kept if the game is as long; returns the moves taken out and played.
fn grown_again(variant: Variant) -> impl FnMut() -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut board = Board::new(variant);
    let mut regrowth = Regrowth::new(&board);
    board.play_out(&mut rng);
    regrowth.load(board.history());
    move || {
        regrowth.ruin(rng.random_range(0..regrowth.loaded().len()));
        regrowth.recreate(&mut rng);
        let (out, grown) = (regrowth.out().len(), regrowth.recreated().len());
        if grown >= out {
            regrowth.keep();
        } else {
            regrowth.back();
        }
        out + grown
    }
}

/// The median over the batches of nanoseconds per move, and the mean length of a game.
fn median_per_move(mut game: impl FnMut() -> usize) -> (f64, f64) {
    let mut moves_in_all = 0;
    let mut times: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let clock = Instant::now();
            let moves: usize = (0..BATCH).map(|_| black_box(game())).sum();
            moves_in_all += moves;
            clock.elapsed().as_secs_f64() * 1e9 / moves as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let length = moves_in_all as f64 / (BATCH * BATCHES) as f64;
    (times[BATCHES / 2], length)
}

#[divan::bench(args = Variant::ALL, sample_count = 50)]
fn hundred_games_lazily(bencher: divan::Bencher<'_, '_>, variant: Variant) {
    let mut game = lazily(variant);
    bencher.bench_local(|| (0..100).map(|_| game()).sum::<usize>());
}

#[divan::bench(args = Variant::ALL, sample_count = 50)]
fn hundred_games_on_the_board(bencher: divan::Bencher<'_, '_>, variant: Variant) {
    let mut game = exactly(variant);
    bencher.bench_local(|| (0..100).map(|_| game()).sum::<usize>());
}
