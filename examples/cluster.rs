//! How long the theorem "no game has more than 82 moves" would take on many cores: a simulation with measured times.
//!
//! Reads `benches/results/2026-11-23-questions.csv`, what each of its 369 questions took in one piece, and
//! `benches/results/2026-11-23-units.csv`, what the units of one question took, of which it takes how much units differ from what was expected of them.
//! Cuts every question into units of one mean, hands these out, those expected to take longest first, to whichever core is free, and prints
//! for each number of cores: the time to cut, to work, and to check in parts; how much of the cores' time is lost; how the longest
//! unit stands to the mean; and the share of all work that cutting takes. What schedulers and file systems take is not in it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs;

/// Units for each core: fewer leave cores without work at the end, more are cut for nothing.
const UNITS_PER_CORE: f64 = 6.0;
/// Seconds of a core to cut off one unit, to begin one question, and to start one process (`cluster/README.md`, "Measured").
const CUT: f64 = 0.073;
const BEGIN: f64 = 0.4;
const START: f64 = 0.05;
/// More nodes in units than in one piece.
const MORE: f64 = 0.10;
/// Seconds of a core to check all certificates, and to look at everything else in each part.
const CHECK: f64 = 4200.0;
const LOOK: f64 = 0.3;
/// Cores of the machine that cuts; it cuts several questions at a time, each on one core.
const CUTTING_CORES: usize = 16;

fn main() {
    let column = |file: &str, n: usize| -> Vec<f64> {
        let path = format!("benches/results/2026-11-23-{file}.csv");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {path}: {e}"));
        let field = |line: &str| line.split(',').nth(n)?.parse().ok();
        text.lines().skip(1).filter_map(field).collect()
    };
    let questions = column("questions", 2);
    let (expected, took) = (column("units", 1), column("units", 3));
    let units: Vec<[f64; 2]> = relative(&expected)
        .zip(relative(&took))
        .map(<[f64; 2]>::from)
        .collect();
    let alone: f64 = questions.iter().sum();
    println!(
        "{} questions, {:.1} core-hours in one piece",
        questions.len(),
        alone / 3600.0
    );
    println!(
        "cores  units  cut, s  run, s  check, s  all, s  ideal, s  cores' time used  longest/mean  cutting"
    );
    for cores in [1, 16, 100, 1000] {
        simulate(cores, &questions, &units);
    }
}

/// Numbers in relation to their mean.
fn relative(numbers: &[f64]) -> impl Iterator<Item = f64> {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    numbers.iter().map(move |n| n / mean)
}

fn simulate(cores: usize, questions: &[f64], measured: &[[f64; 2]]) {
    let alone: f64 = questions.iter().sum();
    let mean = alone / (UNITS_PER_CORE * cores as f64);
    let mut differs = measured.iter().cycle();
    let (mut cuts, mut units) = (Vec::new(), Vec::new());
    for seconds in questions {
        let count = (seconds / mean).ceil().max(1.0);
        cuts.push(BEGIN + if count > 1.0 { CUT * count } else { 0.0 });
        for _ in 0..count as usize {
            let size = seconds * (1.0 + MORE) / count;
            let &[expected, took] = differs.next().expect("there are measured units");
            units.push([
                size * expected,
                START + size * if count > 1.0 { took } else { 1.0 },
            ]);
        }
    }
    units.sort_by(|a, b| b[0].total_cmp(&a[0]));
    let work: Vec<f64> = units.iter().map(|unit| unit[1]).collect();
    cuts.sort_by(|a, b| b.total_cmp(a));
    let cut = end(&cuts, CUTTING_CORES.min(cores));
    let run = end(&work, cores);
    let check = CHECK / cores as f64 + LOOK;
    let (worked, cutting): (f64, f64) = (work.iter().sum(), cuts.iter().sum());
    let longest = work.iter().copied().fold(0.0, f64::max);
    println!(
        "{cores:5} {:6} {cut:7.0} {run:7.0} {check:9.0} {:7.0} {:9.0} {:16.0} % {:13.1} {:6.1} %",
        work.len(),
        cut + run + check,
        (alone + CHECK) / cores as f64,
        100.0 * worked / (run * cores as f64),
        longest * work.len() as f64 / worked,
        100.0 * cutting / (cutting + worked),
    );
}

/// When the last of these ends, each begun in turn by whichever core is free first.
fn end(times: &[f64], cores: usize) -> f64 {
    // Microseconds: floating-point numbers have no order.
    let mut free: BinaryHeap<Reverse<u64>> = vec![Reverse(0); cores].into();
    for time in times {
        if let Some(Reverse(start)) = free.pop() {
            free.push(Reverse(start + (time * 1e6) as u64));
        }
    }
    free.into_iter().map(|Reverse(t)| t).max().unwrap_or(0) as f64 / 1e6
}
