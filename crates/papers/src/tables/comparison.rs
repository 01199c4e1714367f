//! Theirs beside ours.

use serde::Serialize;

use super::archive::RunRecord;
use super::experiment::{BestRow, Cell, Content, Paper, Row, Table};
use super::perform::Plan;
use super::statistics::Statistics;
use crate::geometry::Variant;

/// A table with our figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Where it is from.
    pub paper: Paper,
    /// Its names.
    pub names: &'static [&'static str],
    /// What it is about.
    pub title: &'static str,
    /// What a reader has to know to compare.
    pub note: &'static str,
    /// One a cell.
    pub lines: Vec<Line>,
    /// The best scores, in a table of these.
    pub best: Vec<BestLine>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The row's rules and label.
    pub row: String,
    /// The column's head.
    pub column: String,
    /// The rules.
    pub variant: Variant,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// What the paper ran.
    pub their_budget: String,
    /// The paper's score, or the mean of its scores.
    pub their_mean: Option<f64>,
    /// Number of runs behind it.
    pub their_runs: usize,
    /// The paper's seconds a run.
    pub their_seconds: Option<f64>,
    /// What we ran; `None` when it would have been the same as another cell of the row.
    pub our_budget: Option<String>,
    /// Whether that is less than the paper ran.
    pub scaled_down: bool,
    /// Our scores; `None` when no run has ended.
    pub ours: Option<Statistics>,
    /// Our mean seconds a run.
    pub our_seconds: Option<f64>,
    /// Our mean number of games a run.
    pub our_playouts: Option<f64>,
    /// Our mean less theirs, where both did the same.
    pub difference: Option<f64>,
    /// Whether that is more than chance explains: more than two standard errors, with our deviation
    /// for both.
    pub differs: bool,
}

/// A best score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestLine {
    /// The rules.
    pub variant: Variant,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The paper's.
    pub theirs: u32,
    /// The best of our runs; `None` when there are none.
    pub ours: Option<u32>,
    /// Number of our runs.
    pub runs: usize,
}

/// The tables with the runs of the plan; other runs among the records are passed over.
pub fn compare(tables: &[Table], plan: &Plan, records: &[RunRecord]) -> Vec<Comparison> {
    tables
        .iter()
        .map(|table| Comparison {
            paper: table.paper,
            names: table.names,
            title: table.title,
            note: table.note,
            lines: lines(table, plan, records),
            best: match &table.content {
                Content::Best(rows) => best(table.paper, rows, records),
                Content::Runs(_) => Vec::new(),
            },
        })
        .collect()
}

fn lines(table: &Table, plan: &Plan, records: &[RunRecord]) -> Vec<Line> {
    let of_row = |row: &Row| -> Vec<Line> {
        let cells = 0..row.cells.len();
        cells
            .map(|i| line(row, i, plan, &runs_of(table, row, &row.cells[i], records)))
            .collect()
    };
    table.rows().iter().flat_map(of_row).collect()
}

/// The runs of a cell.
pub(super) fn runs_of<'a>(
    table: &Table,
    row: &Row,
    cell: &Cell,
    records: &'a [RunRecord],
) -> Vec<&'a RunRecord> {
    let is_of = |r: &&RunRecord| {
        r.paper == table.paper.name()
            && r.table == table.name()
            && r.row == row.label
            && r.column == cell.column
    };
    records.iter().filter(is_of).collect()
}

/// Whether the runs of the row's cell did less than the paper's.
pub(super) fn is_scaled_down(row: &Row, cell: usize, plan: &Plan, runs: &[&RunRecord]) -> bool {
    let whole = &row.cells[cell].work;
    let Some(work) = plan.work(row, cell) else {
        return true;
    };
    match runs {
        [] => work != *whole,
        _ => runs.iter().any(|r| work.is_cut_off(whole, r.playouts)),
    }
}

fn line(row: &Row, place: usize, plan: &Plan, runs: &[&RunRecord]) -> Line {
    let cell = &row.cells[place];
    let scores: Vec<u32> = runs.iter().map(|r| r.score).collect();
    let ours = Statistics::of(&scores);
    let scaled_down = is_scaled_down(row, place, plan, runs);
    let their_mean = cell.theirs.score.mean();
    let their_runs = cell.theirs.score.runs();
    let difference = match (&ours, their_mean) {
        (Some(ours), Some(theirs)) if !scaled_down => Some(ours.mean - theirs),
        _ => None,
    };
    Line {
        row: row.name(),
        column: cell.column.clone(),
        variant: row.variant,
        algorithm: cell.work.algorithm.name(),
        their_budget: cell.work.describe(),
        their_mean,
        their_runs,
        their_seconds: cell.theirs.seconds,
        our_budget: our_budget(row, place, plan, scaled_down),
        scaled_down,
        our_seconds: mean(runs, |r| r.seconds),
        our_playouts: mean(runs, |r| r.playouts as f64),
        difference,
        differs: match (&ours, difference) {
            (Some(ours), Some(difference)) => differs(difference, ours, their_runs),
            _ => false,
        },
        ours,
    }
}

fn our_budget(row: &Row, cell: usize, plan: &Plan, scaled_down: bool) -> Option<String> {
    let work = plan.work(row, cell)?;
    let did = if scaled_down {
        &work
    } else {
        &row.cells[cell].work
    };
    Some(did.describe())
}

fn mean(runs: &[&RunRecord], value: impl Fn(&RunRecord) -> f64) -> Option<f64> {
    let sum: f64 = runs.iter().map(|r| value(r)).sum();
    (!runs.is_empty()).then(|| sum / runs.len() as f64)
}

/// Whether means of so many runs differ by more than two standard errors. One run of ours says nothing
/// of the deviation, so nothing of this.
fn differs(difference: f64, ours: &Statistics, their_runs: usize) -> bool {
    let variance = ours.deviation.powi(2);
    let error = (variance / ours.runs as f64 + variance / their_runs as f64).sqrt();
    ours.runs > 1 && difference.abs() > 2.0 * error
}

fn best(paper: Paper, rows: &[BestRow], records: &[RunRecord]) -> Vec<BestLine> {
    let line = |row: &BestRow| {
        let is_of = |r: &&RunRecord| {
            r.paper == paper.name() && r.variant == row.variant && r.algorithm == row.algorithm
        };
        let runs: Vec<&RunRecord> = records.iter().filter(is_of).collect();
        BestLine {
            variant: row.variant,
            algorithm: row.algorithm,
            theirs: row.best,
            ours: runs.iter().map(|r| r.score).max(),
            runs: runs.len(),
        }
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tables::archive::tests::record;
    use crate::tables::experiment::{Runs, Score, Theirs, Work};
    use morpion_search::searchers::Algorithm;

    /// Two cells of made-up figures; the second is larger than the quick form allows.
    pub(in crate::tables) fn made_up() -> Vec<Table> {
        let cell = |column: &str, games, score| Cell {
            column: column.to_owned(),
            work: Work::games(Algorithm::Sampling, games),
            runs: Runs { full: 3, quick: 3 },
            theirs: Theirs {
                score,
                seconds: Some(1.5),
            },
        };
        let table = |names, title, content| Table {
            paper: Paper::Reflexive,
            names,
            title,
            note: "made up",
            content,
        };
        let mean = Score::Mean {
            mean: 60.5,
            runs: 20,
        };
        let cells = vec![
            cell("10 games", 10, mean),
            cell("10,000,000 games", 10_000_000, Score::One(64)),
        ];
        let row = Row {
            label: "sampling".to_owned(),
            variant: Variant::D5,
            cells,
        };
        let best = |algorithm| BestRow {
            variant: Variant::D5,
            algorithm,
            best: 66,
        };
        vec![
            table(&["1", "2"], "two cells", Content::Runs(vec![row])),
            table(
                &["3"],
                "best scores",
                Content::Best(vec![best("sampling"), best("rs1")]),
            ),
        ]
    }

    pub(in crate::tables) const QUICK: Plan = Plan {
        quick: true,
        runs: None,
        seed: 1,
    };

    /// Three runs of the first cell.
    pub(in crate::tables) fn runs() -> Vec<RunRecord> {
        let run = |(seed, score)| record("10 games", seed, score);
        [(1, 62), (2, 64), (3, 66)].map(run).to_vec()
    }

    #[test]
    fn means_are_compared_where_both_did_the_same() {
        let compared = compare(&made_up(), &QUICK, &runs());
        let line = &compared[0].lines[0];
        assert_eq!((line.scaled_down, line.difference), (false, Some(3.5)));
        assert_eq!(line.our_playouts, Some(10.0));
        // Deviation 2: two standard errors of 3 and 20 runs are 2.48.
        assert!(line.differs);
        let scaled = &compared[0].lines[1];
        assert!(scaled.scaled_down && scaled.difference.is_none());
        assert_eq!((scaled.ours, scaled.our_seconds), (None, None));
    }

    #[test]
    fn few_runs_explain_a_difference_by_chance() {
        let two = Statistics::of(&[62, 66]).unwrap();
        // Deviation 2.83, standard error of 2 and 1 runs 3.46.
        assert!(!differs(6.9, &two, 1));
        assert!(differs(-7.0, &two, 1));
        let one = Statistics::of(&[62]).unwrap();
        assert!(!differs(30.0, &one, 20));
    }

    #[test]
    fn best_scores_are_those_of_the_method() {
        let best = &compare(&made_up(), &QUICK, &runs())[1].best;
        let ours: Vec<_> = best.iter().map(|b| (b.ours, b.runs)).collect();
        assert_eq!(ours, [(Some(66), 3), (None, 0)]);
    }
}
