//! The papers' experiments as the page tells of them: tables, and the scores behind their curves.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::geometry::Variant;
use crate::page::PageError;
use crate::tables::{self, ArchiveError, Comparison, Key, Plan, RunRecord, archive, papers};

/// The tables, theirs beside ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Searchers {
    /// Number of runs in the file.
    pub runs: usize,
    /// Whether the runs are of the quick form.
    pub quick: bool,
    /// The tables that have runs.
    pub tables: Vec<Comparison>,
    /// The scores of every cell that has runs.
    pub curves: Vec<Curve>,
}

/// The scores of one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The paper's and the table's name.
    pub table: [String; 2],
    /// The row's label.
    pub row: String,
    /// The rules.
    pub variant: Variant,
    /// The column's head.
    pub column: String,
    /// From the least to the greatest.
    pub scores: Vec<u32>,
}

impl Searchers {
    /// Reads the file of runs in a folder; `None` when there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, PageError> {
        let path = folder.join("runs.csv");
        if !path.is_file() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(PageError::io("read", &path))?;
        let runs = archive::read(&text).map_err(|source| ArchiveError::Format { path, source })?;
        Ok(Some(Self::of(&runs)))
    }

    fn of(runs: &[RunRecord]) -> Self {
        let quick = is_quick(runs);
        let all = papers::tables();
        let comparisons = tables::compare(&all, &plan(quick), runs);
        let has_runs = |c: &Comparison| {
            c.lines.iter().any(|l| l.ours.is_some()) || c.best.iter().any(|b| b.ours.is_some())
        };
        Self {
            runs: runs.len(),
            quick,
            tables: comparisons.into_iter().filter(has_runs).collect(),
            curves: curves(runs),
        }
    }
}

const fn plan(quick: bool) -> Plan {
    Plan {
        quick,
        runs: None,
        seed: 1,
    }
}

/// Which form most of the runs are of: those of the quick form have budgets of their own.
fn is_quick(runs: &[RunRecord]) -> bool {
    let count = |quick| {
        let all = papers::tables();
        let jobs = tables::jobs(&all, &plan(quick));
        let keys: std::collections::HashSet<Key<'_>> = jobs.iter().map(tables::Job::key).collect();
        runs.iter().filter(|r| keys.contains(&r.key())).count()
    };
    count(true) > count(false)
}

fn curves(runs: &[RunRecord]) -> Vec<Curve> {
    let mut cells: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for run in runs {
        let cell = (&run.paper, &run.table, &run.row, run.variant, &run.column);
        cells.entry(cell).or_default().push(run.score);
    }
    let curve = |((paper, table, row, variant, column), mut scores): (_, Vec<u32>)| {
        scores.sort_unstable();
        let (paper, table): (&String, &String) = (paper, table);
        let (row, column): (&String, &String) = (row, column);
        Curve {
            table: [paper.clone(), table.clone()],
            row: row.clone(),
            variant,
            column: column.clone(),
            scores,
        }
    };
    cells.into_iter().map(curve).collect()
}
