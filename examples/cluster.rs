//! How long the theorem "no game has more than 82 moves" would take on many cores: a simulation with measured times.
//!
//! Reads `benches/results/2026-11-23-questions.csv`, what each of its 369 questions took in one piece, and
//! `benches/results/2026-11-23-units.csv`, what the units of one question took, of which it takes how far units differ from what was
//! expected of them. Cuts every question into units of one mean and hands these out, those expected to take longest first, to whichever core is free. First each
//! unit is worked on to its end; then `morpion run --nodes` stops it at four times the mean, and what is left is cut again when
//! the others have ended, in as many rounds as it takes. Prints for each number of cores the seconds to cut, to work, and to check in parts; how
//! well the cores are used meanwhile; how the longest unit stands to the mean; and the share of all work that cutting
//! is. What schedulers and file systems take is not in it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs;

/// Units for each core: fewer leave cores without work at the end, more are cut for nothing.
const UNITS_PER_CORE: f64 = 6.0;
/// Of what a question takes in one piece: what cutting takes, whose nodes mostly stay in the tree; and what its units take
/// (`cluster/README.md`, "Measured", whether 64 units are made or 10,000).
const CUT: f64 = 0.15;
const UNITS: f64 = 0.95;
/// Seconds of a core to begin one question, and to start one process.
const BEGIN: f64 = 0.4;
const START: f64 = 0.05;
/// Seconds of a core to check all certificates, and to look at everything else in each part.
const CHECK: f64 = 4200.0;
const LOOK: f64 = 0.3;
/// Cores of the machine that cuts: several questions at a time, each on one core.
const CUTTING_CORES: usize = 16;

fn main() {
    let questions = column("questions", 2);
    let (expected, took) = (column("units", 1), column("units", 3));
    let measured = relative(&expected).into_iter().zip(relative(&took));
    let measured: Vec<(f64, f64)> = measured.collect();
    let hours = questions.iter().sum::<f64>() / 3600.0;
    println!(
        "{} questions, {hours:.1} core-hours in one piece",
        questions.len()
    );
    for limit in [f64::INFINITY, 4.0] {
        println!("\nunits are stopped at {limit} times the mean");
        println!(
            "cores  units rounds  cut, s  run, s check, s  all, s ideal, s  used longest/mean cutting"
        );
        for cores in [1, 16, 100, 1000] {
            let plan = Plan {
                cores,
                limit,
                measured: &measured,
            };
            plan.simulate(&questions);
        }
    }
}

/// A column of numbers, without its head.
fn column(file: &str, n: usize) -> Vec<f64> {
    let path = format!("benches/results/2026-11-23-{file}.csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {path}: {e}"));
    let field = |line: &str| line.split(',').nth(n)?.parse().ok();
    text.lines().skip(1).filter_map(field).collect()
}

/// Numbers in relation to their mean.
fn relative(numbers: &[f64]) -> Vec<f64> {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    numbers.iter().map(|n| n / mean).collect()
}

struct Plan<'a> {
    cores: usize,
    /// How many times the mean a unit may take before it is stopped.
    limit: f64,
    /// Of each measured unit what was expected and what it took, in relation to the means.
    measured: &'a [(f64, f64)],
}

impl Plan<'_> {
    fn simulate(&self, questions: &[f64]) {
        let alone: f64 = questions.iter().sum();
        let cores = self.cores as f64;
        let mean = alone / (UNITS_PER_CORE * cores);
        let limit = self.limit * mean;
        let mut differs = self.measured.iter().cycle();
        let mut left = questions.to_vec();
        let (mut cut, mut run, mut cutting, mut rounds) = (0.0, 0.0, 0.0, 0);
        let mut worked: Vec<f64> = Vec::new();
        while !left.is_empty() {
            let (mut cuts, mut units) = (Vec::new(), Vec::new());
            for &seconds in &left {
                let count = (seconds / mean).ceil().max(1.0);
                let (to_cut, to_run) = if count > 1.0 {
                    (CUT, UNITS)
                } else {
                    (0.0, 1.0)
                };
                cuts.push(BEGIN + to_cut * seconds);
                let size = seconds * to_run / count;
                for _ in 0..count as usize {
                    let &(expected, took) = differs.next().expect("there are measured units");
                    let took = if count > 1.0 { took } else { 1.0 };
                    units.push((size * expected, size * took));
                }
            }
            cuts.sort_by(|a, b| b.total_cmp(a));
            units.sort_by(|a, b| b.0.total_cmp(&a.0));
            let times: Vec<f64> = units.iter().map(|u| START + u.1.min(limit)).collect();
            cut += end(&cuts, CUTTING_CORES.min(self.cores));
            run += end(&times, self.cores);
            cutting += cuts.iter().sum::<f64>();
            worked.extend(times);
            left = units
                .iter()
                .map(|u| u.1 - limit)
                .filter(|&rest| rest > 0.0)
                .collect();
            rounds += 1;
        }
        let check = CHECK / cores + LOOK;
        let work: f64 = worked.iter().sum();
        let longest = worked.iter().copied().fold(0.0, f64::max) * worked.len() as f64 / work;
        println!(
            "{cores:5} {:6} {rounds:6} {cut:7.0} {run:7.0} {check:8.0} {:7.0} {:8.0} {:3.0} % {longest:12.1} {:5.1} %",
            worked.len(),
            cut + run + check,
            (alone + CHECK) / cores,
            100.0 * work / (run * cores),
            100.0 * cutting / (cutting + work),
        );
    }
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
