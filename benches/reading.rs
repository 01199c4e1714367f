//! Games of others: milliseconds to read one game of 5T, of 177 or 178 moves, in each form.
//!
//! `cargo bench --bench reading` prints the median of each form, the slowest first, and how long a thousand games take that are
//! spread evenly over the forms. That was to be below a second: forms without an order take most of it.

#[path = "../tests/suite/forms.rs"]
mod forms;

use std::hint::black_box;
use std::time::Instant;

use morpion_rules::record;

/// How often each file is read.
const READINGS: usize = 21;

fn main() {
    let mut medians: Vec<(f64, String)> = forms::samples(&["5T/rosin178", "5T/rosin177a"])
        .iter()
        .map(|(name, file)| (median(file), name.clone()))
        .collect();
    medians.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("milliseconds a game, median of {READINGS}");
    for (seconds, name) in &medians {
        println!("{:8.3}  {name}", seconds * 1e3);
    }
    let sum: f64 = medians.iter().map(|(seconds, _)| seconds).sum();
    let thousand = 1000.0 * sum / medians.len() as f64;
    println!("a thousand games: {thousand:.2} s");
}

/// Seconds to read a file.
fn median(file: &[u8]) -> f64 {
    let mut seconds: Vec<f64> = (0..READINGS)
        .map(|_| {
            let start = Instant::now();
            black_box(record::read(black_box(file)).expect("the game is read"));
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[READINGS / 2]
}
