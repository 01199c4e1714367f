//! Looks for short games that cannot go on: a beam search that prefers positions with few legal moves, with chance beside it.
//!
//! ```sh
//! cargo run --release -p morpion-rules --example shortest -- 5D 60000 1
//! ```
//!
//! goes on with the best 60,000 positions of each length, draws with seed 1, and prints the first game that ends, as MSR. What it finds is
//! a game; it does not show that there is no shorter one.

use std::collections::HashSet;
use std::error::Error;

use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{Format, Metadata, play_all, write};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The largest number that chance adds to twice the number of legal moves. Without it the beam fills with positions that are much
/// alike, and 4T ends after 25 moves instead of 22.
const CHANCE: u32 = 50;

/// A step to the next position: its rank (the least is the best), a random number, the place in the beam of the position before, and
/// the place of the move in its legal list.
type Step = (usize, u32, usize, usize);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [variant, width, seed] = &words[..] else {
        return Err(
            "name a variant, how many positions of each length to keep, and a seed: 5D 60000 1"
                .into(),
        );
    };
    let variant: Variant = variant.parse()?;
    let game = shortest(variant, width.parse()?, seed.parse()?);
    let command = format!("crates/rules/examples/shortest.rs {variant} {width} {seed}");
    let about = Metadata {
        description: Some(format!("a game that cannot go on, found by {command}")),
        ..Metadata::default()
    };
    print!(
        "{}",
        write(&play_all(variant, &game)?, &about, Format::Msr)?
    );
    Ok(())
}

/// The first game that ends in a beam of positions.
fn shortest(variant: Variant, width: usize, seed: u64) -> Vec<Move> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut beam: Vec<Vec<Code>> = vec![Vec::new()];
    let mut board = Board::new(variant);
    loop {
        let mut steps: Vec<Step> = Vec::new();
        for (whence, moves) in beam.iter().enumerate() {
            set(&mut board, moves);
            for nth in 0..board.legal().len() {
                board.play_nth(nth);
                let rank = match board.legal().len() {
                    0 => 0,
                    legal => 1 + 2 * legal + (random.next_u32() % (CHANCE + 1)) as usize,
                };
                steps.push((rank, random.next_u32(), whence, nth));
                board.undo();
            }
        }
        steps.sort_unstable();
        beam = best(&mut board, &beam, &steps, width);
        set(&mut board, &beam[0]);
        eprintln!(
            "{} moves: {} positions, at least {} legal moves",
            board.len(),
            beam.len(),
            board.legal().len()
        );
        if board.legal().is_empty() {
            return board.moves().collect();
        }
    }
}

/// The positions after the first steps, each position once, however it came about.
fn best(board: &mut Board, beam: &[Vec<Code>], steps: &[Step], width: usize) -> Vec<Vec<Code>> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for &(_, _, whence, nth) in steps {
        set(board, &beam[whence]);
        board.play_nth(nth);
        let mut lines = board.history().to_vec();
        lines.sort_unstable();
        if seen.insert(lines) {
            next.push(board.history().to_vec());
        }
        if next.len() == width {
            break;
        }
    }
    next
}

fn set(board: &mut Board, moves: &[Code]) {
    board.reset();
    for &code in moves {
        board.play_code(code).expect("a move that was legal");
    }
}
