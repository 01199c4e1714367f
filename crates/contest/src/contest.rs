//! A contest: rows of searchers, the number of runs of each, and what a paper has published of it.

use std::collections::{HashMap, HashSet};

use morpion_rules::geometry::Variant;
use morpion_search::running::Budget;
use morpion_search::searchers::{Algorithm, Draw, SettleError, Task};
use serde::Serialize;

use crate::runs::{Job, Key, Run, Work};

/// Cells that belong together: a row of a paper's table, or the searchers of a variant.
#[derive(Clone, Debug)]
pub struct Row {
    /// The paper it is from, or nothing.
    pub heading: String,
    /// The label of the row, such as its variant.
    pub label: String,
    /// The cells, at least one.
    pub cells: Vec<Cell>,
}

/// A searcher with its place.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The label that tells the cell from the others of its row.
    pub column: String,
    /// Its variant, algorithm and parameters, as in the CSV; no parameters for [`Scores::Longest`].
    pub key: Key,
    /// How scores follow from its runs.
    pub scores: Scores,
    /// The number of its runs: in full, and with `--quick`.
    pub runs: (u64, u64),
    /// The result that a paper has published for it.
    pub theirs: Option<Theirs>,
}

/// How the scores of a cell come from runs.
#[derive(Clone, Debug)]
pub enum Scores {
    /// The scores are those of its runs.
    Of(Work),
    /// The scores are the best of so many games, by the lengths that its runs count.
    BestOf(u64, Work),
    /// The only score is the best of all runs of its algorithm.
    Longest,
}

/// A result that a paper has published for a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theirs {
    /// The score, or the mean of the scores.
    pub score: f64,
    /// The number of runs; 0 if the score is the best of an unknown number.
    pub runs: u32,
    /// Seconds of a run, on a machine of its time.
    pub seconds: Option<f64>,
}

/// How a contest is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Whether to make fewer runs, and none that take more than seconds.
    pub quick: bool,
    /// Whether to make also one run of each cell that takes hours.
    pub hours: bool,
    /// The number of runs of each cell that is run at all.
    pub runs: Option<u64>,
    /// The seed of the first run of every cell; the next one has the next seed.
    pub seed: u64,
}

/// The reason why a searcher cannot take part in a contest.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The words name no searcher.
    #[error(
        "`{0}` is no searcher: write what stands behind `morpion search`, such as `rs1 --samples 100` ({1})"
    )]
    Words(String, String),
    /// The searcher does not do what is asked for.
    #[error("`{0}`: {1}")]
    Settle(String, SettleError),
    /// The searcher goes on until it is stopped.
    #[error("`{0}` goes on for ever: add --playouts N, --steps N or --time-limit T")]
    Endless(String),
}

/// A searcher in the words of the command line. Without a budget a run is one search to its end; with one, as many as it allows.
///
/// # Errors
/// When the words name no searcher, or it cannot play the variant, or it has no end.
pub fn searcher(
    words: &str,
    variant: Variant,
    budget: Budget,
) -> Result<(Key, Work), ContestError> {
    let first_line = |e: clap::Error| e.to_string().lines().next().unwrap_or("").to_owned();
    let parsed = words.parse();
    let algorithm: Algorithm =
        parsed.map_err(|e| ContestError::Words(words.to_owned(), first_line(e)))?;
    let mut settled = algorithm.clone();
    let settle = settled.settle(&mut Task::of(variant));
    settle.map_err(|e| ContestError::Settle(words.to_owned(), e))?;
    if budget.is_unlimited() && !algorithm.ends() {
        return Err(ContestError::Endless(words.to_owned()));
    }
    let limits = [
        Some(settled.parameters()).filter(|all| !all.is_empty()),
        budget.playouts.map(|n| format!("playouts={n}")),
        budget.steps.map(|n| format!("steps={n}")),
        budget.time.map(|t| format!("time={}s", t.as_secs_f64())),
    ];
    let parameters = limits.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let key = (variant, algorithm.name(), parameters);
    Ok((key, Work::Search(Box::new(algorithm), budget)))
}

/// Random games whose lengths are counted, a second or two of them.
pub fn lengths(variant: Variant, draw: Draw) -> (Key, Work) {
    // A game by mobility takes some ten times as long.
    let (mobility, games) = match draw.mobility {
        true => ("mobility=true ", 100_000),
        false => ("", 1_000_000),
    };
    let parameters = format!("{mobility}lengths={games}");
    let key = (variant, "sampling".to_owned(), parameters);
    (key, Work::Lengths(draw, games))
}

/// For each variant, these searchers with the same budget.
///
/// # Errors
/// As [`searcher`].
pub fn of_searchers(
    all: &[String],
    variants: &[Variant],
    budget: Budget,
) -> Result<Vec<Row>, ContestError> {
    let cell = |words: &String, variant| {
        let (key, work) = searcher(words, variant, budget)?;
        Ok(Cell {
            column: words.clone(),
            key,
            scores: Scores::Of(work),
            runs: (20, 5),
            theirs: None,
        })
    };
    let row = |&variant: &Variant| {
        let cells = all.iter().map(|words| cell(words, variant));
        Ok(Row {
            heading: String::new(),
            label: variant.to_string(),
            cells: cells.collect::<Result<_, _>>()?,
        })
    };
    variants.iter().map(row).collect()
}

/// All runs of these rows, each once: first one of every cell, then the next ones.
pub fn jobs(rows: &[Row], plan: Plan) -> Vec<Job> {
    let (mut jobs, mut known) = (Vec::new(), HashSet::new());
    for cell in rows.iter().flat_map(|row| &row.cells) {
        if let Scores::Of(work) | Scores::BestOf(_, work) = &cell.scores
            && known.insert(cell.key.clone())
        {
            jobs.extend((0..plan.runs_of(cell)).map(|i| Job {
                key: cell.key.clone(),
                work: work.clone(),
                seed: plan.seed.wrapping_add(i),
            }));
        }
    }
    jobs.sort_by_key(|job| job.seed.wrapping_sub(plan.seed));
    jobs
}

impl Plan {
    fn runs_of(self, cell: &Cell) -> u64 {
        let usual = match (cell.runs, self.quick) {
            ((0, _), false) => u64::from(self.hours),
            ((full, _), false) => full,
            ((_, quick), true) => quick,
        };
        self.runs.filter(|_| usual > 0).unwrap_or(usual)
    }
}

/// The jobs that these runs leave to be done, and the runs without those that a crash has cut short: counted lengths that do not make
/// all games of a job.
pub fn open(jobs: Vec<Job>, mut runs: Vec<Run>) -> (Vec<Job>, Vec<Run>) {
    let mut games: HashMap<(Key, u64), u64> = HashMap::new();
    for run in &runs {
        *games.entry((run.key(), run.seed)).or_default() += run.games;
    }
    let is_open = |job: &Job| {
        let least = match job.work {
            Work::Search(..) => 0,
            Work::Lengths(_, games) => games,
        };
        let done = games.get(&(job.key.clone(), job.seed));
        done.is_none_or(|&games| games < least)
    };
    let open: Vec<Job> = jobs.into_iter().filter(is_open).collect();
    let torn: HashSet<(&Key, u64)> = open.iter().map(|job| (&job.key, job.seed)).collect();
    runs.retain(|run| !torn.contains(&(&run.key(), run.seed)));
    (open, runs)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::runs::make;

    const NO_LIMIT: Budget = Budget {
        time: None,
        playouts: None,
        steps: None,
    };

    fn rows(all: &[&str], budget: Budget) -> Result<Vec<Row>, ContestError> {
        let all: Vec<String> = all.iter().map(|&words| words.to_owned()).collect();
        of_searchers(&all, &[Variant::D4, Variant::D5], budget)
    }

    fn plan(runs: u64, seed: u64) -> Plan {
        Plan {
            runs: Some(runs),
            seed,
            ..Plan::default()
        }
    }

    fn made(jobs: &[Job], threads: usize) -> Vec<Run> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let (runs, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let done = |more: &[Run]| -> Result<(), SettleError> {
            runs.lock().unwrap().extend_from_slice(more);
            Ok(())
        };
        pool.build()
            .unwrap()
            .install(|| make(jobs, &stop, done))
            .unwrap();
        let mut runs = runs.into_inner().unwrap();
        runs.sort_by_key(|run| (run.seed, run.key(), run.score));
        for run in &mut runs {
            run.seconds = 0.0;
        }
        runs
    }

    #[test]
    fn the_seed_decides_and_not_the_threads() {
        let rows = rows(&["rs1 -s 2", "annealing -r 500"], NO_LIMIT).unwrap();
        let one = made(&jobs(&rows, plan(3, 5)), 1);
        assert_eq!(one.len(), 2 * 2 * 3);
        assert_eq!(one, made(&jobs(&rows, plan(3, 5)), 3));
        // A later contest begins where that one ends.
        let later = made(&jobs(&rows, plan(1, 7)), 2);
        assert_eq!(later[..], one[8..]);
    }

    #[test]
    fn what_is_done_is_not_done_again() {
        let rows = rows(
            &["sampling", "rs2 -s 3"],
            Budget {
                playouts: Some(9),
                ..NO_LIMIT
            },
        )
        .unwrap();
        let all = jobs(&rows, plan(4, 1));
        assert_eq!(
            all.iter().map(|job| job.seed).collect::<Vec<_>>(),
            [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]
        );
        let runs = made(&all, 2);
        assert!(runs.iter().all(|run| run.games == 9));
        let own = runs.iter().filter(|run| run.parameters == "playouts=9");
        assert_eq!(own.count(), 8);
        let (left, kept) = open(all.clone(), runs[..10].to_vec());
        assert_eq!((left.len(), kept.len()), (6, 10));
        assert!(open(all, runs).0.is_empty());
    }

    #[test]
    fn a_part_of_counted_lengths_is_no_run() {
        let (key, work) = lengths(Variant::D4, Draw::default());
        let Work::Lengths(draw, games) = work else {
            panic!("lengths are counted")
        };
        assert_eq!((key.2.as_str(), games), ("lengths=1000000", 1_000_000));
        let job = Job {
            key,
            work: Work::Lengths(draw, 300),
            seed: 4,
        };
        let runs = made(std::slice::from_ref(&job), 1);
        assert_eq!(runs.iter().map(|run| run.games).sum::<u64>(), 300);
        assert!(runs.len() > 5 && runs.iter().all(|run| run.score <= 35));
        assert!(open(vec![job.clone()], runs.clone()).0.is_empty());
        let (left, kept) = open(vec![job], runs[1..].to_vec());
        assert_eq!((left.len(), kept.len()), (1, 0));
    }

    #[test]
    fn what_cannot_be_run_is_told_with_what_to_do() {
        let refused = |words: &[&str]| rows(words, NO_LIMIT).unwrap_err().to_string();
        assert!(refused(&["luck"]).contains("`luck` is no searcher: write what stands behind"));
        assert!(
            refused(&["rs1", "sampling"]).contains("`sampling` goes on for ever: add --playouts")
        );
        assert!(refused(&["annealing --t0 1 --t1 2"]).contains("--t1"));
    }

    #[test]
    fn plans_leave_out_what_they_should() {
        let mut rows = rows(&["rs1"], NO_LIMIT).unwrap();
        let mut count = |runs, plan| {
            rows.truncate(1);
            rows[0].cells[0].runs = runs;
            jobs(&rows, plan).len()
        };
        let quick = Plan {
            quick: true,
            ..Plan::default()
        };
        let hours = Plan {
            hours: true,
            ..Plan::default()
        };
        assert_eq!(
            [
                count((8, 0), Plan::default()),
                count((8, 0), quick),
                count((8, 0), plan(3, 1))
            ],
            [8, 0, 3]
        );
        assert_eq!(
            [
                count((0, 0), Plan::default()),
                count((0, 0), hours),
                count((0, 0), plan(3, 1))
            ],
            [0, 1, 0]
        );
        assert_eq!(
            count(
                (8, 5),
                Plan {
                    runs: Some(2),
                    ..quick
                }
            ),
            2
        );
    }
}
