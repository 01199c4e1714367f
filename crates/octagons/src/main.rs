//! `morpion-octagons`: trains tables, closes all octagons for N moves, and writes the certificate.

#![forbid(unsafe_code)]

use morpion_octagons::certificate;
use morpion_octagons::plan::Trained;
use morpion_octagons::search::{Search, Tally};
use morpion_octagons::train::{Order, train};
use morpion_octagons::units::Units;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{env, fs, io};

const USAGE: &str = "Usage: morpion-octagons train MOVES LOW HIGH STEPS FILE
       morpion-octagons sample MOVES EVERY TABLES
       morpion-octagons close MOVES TABLES FOLDER [THREADS]
       morpion-octagons join MOVES TABLES FOLDER FILE [FROM TO]
TABLES is a folder with files of tables; FROM and TO are places in the list of octagons.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["train", moves, low, high, steps, file] => {
            numbers([moves, low, high, steps]).map(|n| make_table(n, file))
        }
        ["sample", moves, every, tables] => numbers([moves, every]).map(|n| sample(n, tables)),
        ["close", moves, tables, folder] => numbers([moves]).map(|[n]| close(n, tables, folder, 0)),
        ["close", moves, tables, folder, threads] => {
            numbers([moves, threads]).map(|[n, t]| close(n, tables, folder, t))
        }
        ["join", moves, tables, folder, file] => {
            numbers([moves]).map(|[n]| join(n, tables, folder, file, None))
        }
        ["join", moves, tables, folder, file, from, to] => numbers([moves, from, to])
            .map(|[n, from, to]| join(n, tables, folder, file, Some(from as usize..to as usize))),
        _ => None,
    };
    match done {
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Some(Ok(code)) => code,
        Some(Err(error)) => {
            eprintln!("{error}; name files and folders that exist");
            ExitCode::from(2)
        }
    }
}

fn numbers<const N: usize>(words: [&str; N]) -> Option<[i32; N]> {
    let mut numbers = [0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse().ok().filter(|n| *n >= 0)?;
    }
    Some(numbers)
}

/// A search with the tables of a folder, by name.
fn search(moves: i32, folder: &str) -> io::Result<Search> {
    let mut files: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let table = |file: &std::path::PathBuf| {
        let bytes = fs::read(file)?;
        let no_table = || io::Error::other(format!("{} is no table", file.display()));
        Trained::from_bytes(&bytes).ok_or_else(no_table)
    };
    let tables: Vec<_> = files.iter().map(table).collect::<Result<_, _>>()?;
    if tables.is_empty() {
        return Err(io::Error::other(format!("{folder} has no tables")));
    }
    Ok(Search::new(moves, tables))
}

fn make_table([moves, low, high, steps]: [i32; 4], file: &str) -> io::Result<ExitCode> {
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    let steps = steps as usize;
    let order = Order {
        moves,
        low,
        high,
        steps,
    };
    let table = train(order, &stop, |progress| {
        let seconds = start.elapsed().as_secs();
        eprintln!(
            "{} steps, bounds {:.1} on average, λ {:.2}, {seconds} s",
            progress.steps, progress.bound, progress.line
        );
    });
    let table = table.ok_or_else(|| io::Error::other("no octagon has so many rows"))?;
    fs::write(file, table.to_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn sample([moves, every]: [i32; 2], folder: &str) -> io::Result<ExitCode> {
    let search = search(moves, folder)?;
    let every = every.max(1) as usize;
    let (mut tally, start) = (Tally::default(), Instant::now());
    for octagon in search.list.iter().skip(every / 2).step_by(every) {
        let open = tally.ways[3];
        let (_, above) = search.close(octagon, &mut tally);
        if tally.ways[3] > open {
            let (sides, rows) = (octagon.sides(), octagon.rows());
            println!("open: {sides:?}, {rows} rows, {above:.2} above");
        }
    }
    println!("N {moves}: {tally}; {:?}", start.elapsed());
    Ok(ExitCode::from(u8::from(tally.ways[3] > 0)))
}

fn close(moves: i32, tables: &str, folder: &str, threads: i32) -> io::Result<ExitCode> {
    let search = search(moves, tables)?;
    let units = Units::open(&search, Path::new(folder))?;
    let threads = match threads {
        1.. => threads as usize,
        _ => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let left = units.left()?;
    let (all, start) = (Mutex::new((Tally::default(), 0)), Instant::now());
    units.run(&left, threads, &AtomicBool::new(false), &|tally| {
        let mut all = all.lock().unwrap_or_else(|broken| broken.into_inner());
        all.0 += tally;
        all.1 += 1;
        let seconds = start.elapsed().as_secs();
        eprintln!("{} of {} units, {seconds} s: {}", all.1, left.len(), all.0);
    })?;
    let open = units.left()?.len();
    println!("{open} of {} units have open octagons", units.count());
    Ok(ExitCode::from(u8::from(open > 0)))
}

fn join(
    moves: i32,
    tables: &str,
    folder: &str,
    file: &str,
    range: Option<std::ops::Range<usize>>,
) -> io::Result<ExitCode> {
    let search = search(moves, tables)?;
    let all = search.list.len();
    let range = range.unwrap_or(0..all);
    if range.start > range.end || range.end > all {
        return Err(io::Error::other(format!("the list ends at {all}")));
    }
    match Units::open(&search, Path::new(folder))?.join(range.clone())? {
        Ok(bytes) => {
            let packed = certificate::packed(&bytes)?;
            println!(
                "{file}: octagons {range:?} of {all}, {} bytes",
                packed.len()
            );
            fs::write(file, packed)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(open) => {
            println!("{} octagons are open", open.len());
            for octagon in open.iter().take(100) {
                println!("{:?} with {} rows", octagon.sides(), octagon.rows());
            }
            Ok(ExitCode::from(1))
        }
    }
}
