//! The papers' experiments as the page tells of them: tables, and the scores behind their curves.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::Serialize;

use crate::files::FileError;
use crate::geometry::Variant;
use crate::page::PageError;
use crate::tables::{
    self, ArchiveError, Comparison, Key, Paper, Plan, RunRecord, Table, archive, papers,
};

/// The tables, theirs beside ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Searchers {
    /// Number of runs in the file.
    pub runs: usize,
    /// Whether the runs are of the quick form.
    pub quick: bool,
    /// The tables that have runs.
    pub tables: Vec<Comparison>,
    /// The scores of every cell that has runs, in the order of the papers.
    pub curves: Vec<Curve>,
    /// The papers: their names in files, and authors, title and year.
    pub papers: Vec<[&'static str; 2]>,
}

/// The scores of one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Curve {
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
        let text = std::fs::read_to_string(&path).map_err(FileError::of("read", &path))?;
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
            curves: curves(&all, runs),
            papers: Paper::ALL.iter().map(|p| [p.name(), p.title()]).collect(),
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

/// The cells of the papers in their order, as runs name them.
fn cells_of(tables: &[Table]) -> HashMap<[&str; 4], usize> {
    let rows = tables
        .iter()
        .flat_map(|t| t.rows().iter().map(move |r| (t, r)));
    let cells = rows.flat_map(|(t, r)| r.cells.iter().map(move |c| (t, r, c)));
    let names = cells.map(|(t, r, c)| [t.paper.name(), t.name(), &r.label[..], &c.column[..]]);
    names.zip(0..).collect()
}

fn curves(tables: &[Table], runs: &[RunRecord]) -> Vec<Curve> {
    let places = cells_of(tables);
    let mut cells: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for run in runs {
        let names = [&run.paper[..], &run.table, &run.row, &run.column];
        // What the papers do not have comes last.
        let place = places.get(&names).copied().unwrap_or(usize::MAX);
        let cell = (place, names, run.variant);
        cells.entry(cell).or_default().push(run.score);
    }
    let curve = |((_, names, variant), mut scores): ((_, [&str; 4], _), Vec<u32>)| {
        scores.sort_unstable();
        let [paper, table, row, column] = names.map(str::to_owned);
        Curve {
            table: [paper, table],
            row,
            variant,
            column,
            scores,
        }
    };
    cells.into_iter().map(curve).collect()
}
