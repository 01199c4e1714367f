//! `morpion-hulls [--symmetric] MOVES FILE`: writes a certificate that no (point-symmetric) game of 5T has more than so many moves.

#![forbid(unsafe_code)]

use morpion_hulls::divide;
use morpion_hulls::family::Family;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let symmetric = arguments.first().is_some_and(|a| a == "--symmetric");
    arguments.drain(..usize::from(symmetric));
    let [moves, file] = &arguments[..] else {
        eprintln!("Usage: morpion-hulls [--symmetric] MOVES FILE");
        return ExitCode::from(2);
    };
    let Ok(moves) = moves.parse() else {
        eprintln!("{moves} is not a number of moves; give a whole number, such as 555");
        return ExitCode::from(2);
    };
    let (start, mut told) = (Instant::now(), Instant::now());
    let all = Family {
        symmetric,
        ..Family::all()
    };
    let writer = divide::certify(moves, all, |writer, open| {
        if told.elapsed() > Duration::from_secs(20) {
            told = Instant::now();
            let [priced, same, area, none] = writer.leaves;
            eprintln!(
                "{} s: {priced} families priced, {same} by the same prices, {area} by area, {none} empty, {open} open",
                start.elapsed().as_secs()
            );
        }
    });
    match writer.packed().and_then(|bytes| fs::write(file, bytes)) {
        Ok(()) => {
            println!(
                "{file}: families {:?}, {} s",
                writer.leaves,
                start.elapsed().as_secs()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file} cannot be written: {error}; name a file in a folder that exists");
            ExitCode::from(2)
        }
    }
}
