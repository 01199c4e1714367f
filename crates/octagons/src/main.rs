//! `morpion-octagons`: trains tables, closes all octagons for N moves, and writes the certificate.

#![forbid(unsafe_code)]

use morpion_octagons::filling::Asked;
use morpion_octagons::layers::Multipliers;
use morpion_octagons::plan::{self, Trained};
use morpion_octagons::search::{self, Search, Tally};
use morpion_octagons::train::Training;
use morpion_octagons::{UNIT, certificate};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{env, fs, io};

const USAGE: &str = "Usage: morpion-octagons train MOVES LOW HIGH STEPS FILE
       morpion-octagons sample MOVES EVERY TABLES
       morpion-octagons close MOVES TABLES FOLDER [THREADS]
       morpion-octagons join MOVES TABLES FOLDER FILE
TABLES is a folder with files of tables.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["train", moves, low, high, steps, file] => {
            numbers([moves, low, high, steps]).map(|n| train(n, file))
        }
        ["sample", moves, every, tables] => numbers([moves, every]).map(|n| sample(n, tables)),
        ["close", moves, tables, folder] => numbers([moves]).map(|[n]| close(n, tables, folder, 0)),
        ["close", moves, tables, folder, threads] => {
            numbers([moves, threads]).map(|[n, t]| close(n, tables, folder, t))
        }
        ["join", moves, tables, folder, file] => {
            numbers([moves]).map(|[n]| join(n, tables, folder, file))
        }
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
        *number = word.parse().ok()?;
    }
    Some(numbers)
}

/// The tables of a folder, by name.
fn tables(folder: &str) -> io::Result<Vec<Trained>> {
    let mut files: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let tables = files
        .iter()
        .map(fs::read)
        .filter_map(|read| read.map(|bytes| Trained::from_bytes(&bytes)).transpose());
    tables.collect()
}

fn train([moves, low, high, steps]: [i32; 4], file: &str) -> io::Result<ExitCode> {
    let multipliers = Multipliers::new();
    let list: Vec<_> = search::list(&multipliers, moves)
        .into_iter()
        .filter(|o| (low..=high).contains(&o.rows()))
        .collect();
    let mut random = 12345_u64;
    let mut draw = move |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let sample: Vec<_> = (0..2000).map(|_| list[draw(list.len())]).collect();
    let line = |rows: i32| (0.7 * f64::from(rows.max(124) - 124) + 4.0) * f64::from(UNIT);
    let mut training = Training::new(&sample, line);
    let (mut sum, start) = (0.0, Instant::now());
    for step in 0..steps {
        let done = f64::from(step) / f64::from(steps);
        let smoothness = (11.5 - 4.0 * done + (draw(1000) as f64 / 1000.0 - 0.5)).round() as u8;
        sum += training.step(
            draw(sample.len()),
            [Asked::Line; 8],
            smoothness,
            0.05 * (1.0 - 0.95 * done),
            moves,
        );
        if (step + 1) % (steps / 8).max(1) == 0 {
            let mean = sum * 8.0 / f64::from(steps);
            eprintln!(
                "{} steps, bounds {mean:.1} on average, λ {:.2}, {} s",
                step + 1,
                training.mean_line() / f64::from(UNIT),
                start.elapsed().as_secs()
            );
            sum = 0.0;
        }
    }
    let table = training.table();
    fs::write(file, Trained { low, high, table }.to_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn sample([moves, every]: [i32; 2], folder: &str) -> io::Result<ExitCode> {
    let (multipliers, trained) = (Multipliers::new(), tables(folder)?);
    let (list, plan) = (search::list(&multipliers, moves), plan::plan(&trained));
    let search = Search {
        moves,
        multipliers: &multipliers,
        list: &list,
        trained: &trained,
        plan: &plan,
    };
    let (mut tally, start) = (Tally::default(), Instant::now());
    for octagon in list.iter().skip(every as usize / 2).step_by(every as usize) {
        let open = tally.ways[3];
        let (_, above) = search.close(octagon, &mut tally);
        if tally.ways[3] > open {
            println!(
                "open: {:?}, {} rows, {:.2} above",
                octagon.sides(),
                octagon.rows(),
                search::in_moves(above)
            );
        }
    }
    println!(
        "N {moves}, {} octagons: {tally}, {:?}",
        tally.ways.iter().sum::<usize>(),
        start.elapsed()
    );
    Ok(ExitCode::SUCCESS)
}

fn close(moves: i32, tables_folder: &str, folder: &str, threads: i32) -> io::Result<ExitCode> {
    let (multipliers, trained) = (Multipliers::new(), tables(tables_folder)?);
    let (list, plan) = (search::list(&multipliers, moves), plan::plan(&trained));
    let search = Search {
        moves,
        multipliers: &multipliers,
        list: &list,
        trained: &trained,
        plan: &plan,
    };
    fs::create_dir_all(folder)?;
    let folder = Path::new(folder);
    let threads = match threads {
        1.. => threads as usize,
        _ => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let units: Vec<_> = (0..search.units())
        .filter(|&unit| search::is_open(folder, unit))
        .collect();
    let (all, start) = (Mutex::new((Tally::default(), 0)), Instant::now());
    search.run(
        folder,
        &units,
        threads,
        &AtomicBool::new(false),
        &|_, tally| {
            let mut all = all.lock().unwrap_or_else(|broken| broken.into_inner());
            all.0 += tally;
            all.1 += 1;
            eprintln!(
                "{} of {} units, {} s: {}",
                all.1,
                units.len(),
                start.elapsed().as_secs(),
                all.0
            );
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

fn join(moves: i32, tables_folder: &str, folder: &str, file: &str) -> io::Result<ExitCode> {
    let (multipliers, trained) = (Multipliers::new(), tables(tables_folder)?);
    let (list, plan) = (search::list(&multipliers, moves), plan::plan(&trained));
    let search = Search {
        moves,
        multipliers: &multipliers,
        list: &list,
        trained: &trained,
        plan: &plan,
    };
    match search.join(Path::new(folder))? {
        Ok(octagons) => {
            let mut bytes = certificate::head(moves, 0..list.len(), &plan.tables, &plan.schedules);
            bytes.extend(octagons);
            let packed = certificate::packed(&bytes)?;
            println!("{file}: {} octagons, {} bytes", list.len(), packed.len());
            fs::write(file, packed)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(open) => {
            println!("{} octagons are open", open.len());
            open.iter()
                .for_each(|o| println!("{:?} with {} rows", o.sides(), o.rows()));
            Ok(ExitCode::from(1))
        }
    }
}
