//! Runs experiments: one seed and one thread a run, several runs side by side.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::archive::{Key, RunRecord};
use super::experiment::{Cell, Row, Table, Work};
use crate::game::Board;
use morpion_search::games::Plain;
use morpion_search::running::{self, Budget};

/// How the experiments are run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Whether runs and budgets are scaled down to seconds.
    pub quick: bool,
    /// Runs of every cell, instead of the cell's own number.
    pub runs: Option<u32>,
    /// The seed of the first run of every cell; the next run has the next seed.
    pub seed: u64,
}

impl Plan {
    /// What a run of the row's cell does; `None` when a cell before it does the same, as two budgets
    /// that are scaled down may.
    pub fn work(&self, row: &Row, cell: usize) -> Option<Work> {
        let work = |cell: &Cell| match self.quick {
            true => cell.work.quick(),
            false => cell.work.clone(),
        };
        let own = work(&row.cells[cell]);
        let is_new = row.cells[..cell].iter().all(|c| work(c) != own);
        is_new.then_some(own)
    }

    /// The seeds of the cell's runs.
    pub fn seeds(&self, cell: &Cell) -> impl Iterator<Item = u64> + use<> {
        let own = if self.quick {
            cell.runs.quick
        } else {
            cell.runs.full
        };
        let first = self.seed;
        (0..self.runs.unwrap_or(own)).map(move |i| first.wrapping_add(i.into()))
    }
}

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Job {
    work: Work,
    /// The run with neither score nor cost.
    record: RunRecord,
}

/// All runs of the tables, in their order.
pub fn jobs(tables: &[Table], plan: &Plan) -> Vec<Job> {
    let mut jobs = Vec::new();
    for table in tables {
        for row in table.rows() {
            for (i, cell) in row.cells.iter().enumerate() {
                let Some(work) = plan.work(row, i) else {
                    continue;
                };
                jobs.extend(plan.seeds(cell).map(|seed| Job {
                    record: record(table, row, cell, &work, seed),
                    work: work.clone(),
                }));
            }
        }
    }
    jobs
}

fn record(table: &Table, row: &Row, cell: &Cell, work: &Work, seed: u64) -> RunRecord {
    RunRecord {
        paper: table.paper.name().to_owned(),
        table: table.name().to_owned(),
        row: row.label.clone(),
        column: cell.column.clone(),
        variant: row.variant,
        algorithm: work.algorithm.name().to_owned(),
        budget: work.describe(),
        seed,
        score: 0,
        seconds: 0.0,
        playouts: 0,
    }
}

impl Job {
    /// Which run it is.
    pub fn key(&self) -> Key<'_> {
        self.record.key()
    }

    /// The cell it belongs to, in words.
    pub fn cell(&self) -> String {
        cell(&self.record)
    }

    /// Makes the run; `None` when it was stopped.
    fn perform(&self, stop: &AtomicBool) -> Option<RunRecord> {
        let plan = running::Plan {
            budget: Budget {
                time: None,
                playouts: self.work.playouts,
            },
            seed: self.record.seed,
            jobs: 1,
            repeat: false,
            stop,
        };
        let root = Plain::new(Board::new(self.record.variant));
        let searcher = self.work.algorithm.searcher();
        let outcome = running::run(&root, &*searcher, plan, &());
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(RunRecord {
            score: outcome.best.map_or(0, |b| b.score),
            seconds: outcome.snapshot.elapsed.as_secs_f64(),
            playouts: outcome.snapshot.playouts,
            ..self.record.clone()
        })
    }
}

/// `reflexive/1, sampling, 10 games`: the cell a run belongs to.
pub fn cell(record: &RunRecord) -> String {
    let RunRecord {
        paper,
        table,
        row,
        column,
        ..
    } = record;
    format!("{paper}/{table}, {row}, {column}")
}

/// Makes the runs on the threads of the pool this is called in, early ones first; `done` is told of each
/// as it ends. Returns them in the order of the jobs, without those that were stopped.
pub fn perform(
    jobs: &[Job],
    stop: &AtomicBool,
    done: &(dyn Fn(&RunRecord) + Sync),
) -> Vec<RunRecord> {
    let next = AtomicUsize::new(0);
    // One queue instead of halves of the list: whatever is stopped has done whole tables.
    let by_thread = rayon::broadcast(|_| {
        let mut records = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(record) = jobs.get(index).and_then(|job| job.perform(stop)) else {
                return records;
            };
            done(&record);
            records.push((index, record));
        }
    });
    let mut records: Vec<(usize, RunRecord)> = by_thread.into_iter().flatten().collect();
    records.sort_by_key(|(index, _)| *index);
    records.into_iter().map(|(_, record)| record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Variant;
    use crate::tables::experiment::{Content, Paper, Runs, Score, Theirs};
    use morpion_search::searchers::{Algorithm, Rs2};

    /// Two cells of a few games.
    fn tiny() -> Vec<Table> {
        let cell = |work: Work| Cell {
            column: work.describe(),
            work,
            runs: Runs { full: 6, quick: 2 },
            theirs: Theirs {
                score: Score::Untold,
                seconds: None,
            },
        };
        let rs2 = Algorithm::Rs2(Rs2 { samples: 3 });
        vec![Table {
            paper: Paper::Report,
            names: &["tiny"],
            title: "a test",
            note: "",
            content: Content::Runs(vec![Row {
                label: "4D".to_owned(),
                variant: Variant::D4,
                cells: vec![
                    cell(Work::games(Algorithm::Sampling, 5)),
                    cell(Work::whole(rs2)),
                ],
            }]),
        }]
    }

    const FULL: Plan = Plan {
        quick: false,
        runs: None,
        seed: 7,
    };

    fn run(threads: usize, plan: &Plan) -> Vec<(String, u64, u32, u64)> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let stop = AtomicBool::new(false);
        let jobs = jobs(&tiny(), plan);
        let records = pool
            .build()
            .unwrap()
            .install(|| perform(&jobs, &stop, &|_| ()));
        let key = |r: RunRecord| (r.column, r.seed, r.score, r.playouts);
        records.into_iter().map(key).collect()
    }

    #[test]
    fn seeds_decide_the_scores_and_threads_do_not() {
        let one = run(1, &FULL);
        assert_eq!(one.len(), 12);
        assert_eq!(one, run(3, &FULL));
        let shifted = run(2, &Plan { seed: 8, ..FULL });
        // All but the first run of each cell are runs of the other plan.
        assert_eq!(shifted[..5], one[1..6]);
        assert_ne!(shifted, one);
    }

    #[test]
    fn a_run_is_that_of_the_search_by_the_same_seed() {
        let stop = AtomicBool::new(false);
        let root = Plain::new(Board::new(Variant::D4));
        let searcher = Algorithm::Sampling.searcher();
        for (_, seed, score, playouts) in run(2, &FULL).into_iter().take(6) {
            let plan = running::Plan {
                budget: Budget {
                    time: None,
                    playouts: Some(5),
                },
                seed,
                jobs: 1,
                repeat: true,
                stop: &stop,
            };
            let outcome = running::run(&root, &*searcher, plan, &());
            assert_eq!((outcome.snapshot.best, playouts), (score, 5));
        }
    }

    #[test]
    fn the_number_of_runs_is_the_cells_or_the_plans() {
        let count = |quick, runs| {
            run(
                2,
                &Plan {
                    quick,
                    runs,
                    seed: 1,
                },
            )
            .len()
        };
        assert_eq!(count(false, None), 12);
        assert_eq!(count(true, None), 4);
        assert_eq!(count(true, Some(1)), 2);
    }

    #[test]
    fn two_cells_that_are_scaled_to_the_same_are_run_once() {
        let mut tables = tiny();
        let Content::Runs(rows) = &mut tables[0].content else {
            panic!("runs")
        };
        let row = &mut rows[0];
        row.cells[0].work.playouts = Some(10_000_000);
        row.cells[1].work = Work::games(Algorithm::Sampling, 100_000_000);
        let plan = |quick| Plan { quick, ..FULL };
        assert!(plan(false).work(row, 1).is_some());
        assert_eq!(plan(true).work(row, 1), None);
        assert_eq!(jobs(&tables, &plan(true)).len(), 2);
    }

    #[test]
    fn stopped_runs_leave_no_score() {
        let stop = AtomicBool::new(true);
        let jobs = jobs(&tiny(), &FULL);
        let told = &|_: &RunRecord| panic!("a stopped run was told of");
        assert_eq!(perform(&jobs, &stop, told), []);
    }
}
