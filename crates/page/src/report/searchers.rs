//! The searchers side by side: the runs that `morpion contest` has left in the results, beside the figures of the papers.

use std::path::Path;

use morpion_contest::papers::{PAPERS, rows};
use morpion_contest::runs;
use morpion_contest::standing::{Standing, standings};
use serde::Serialize;

use crate::PageError;
use morpion_output::draw::curves;

/// A row of a paper's table with ours, and its curves.
#[derive(Clone, Debug, Serialize)]
pub struct Searchers {
    /// The figures.
    #[serde(flatten)]
    pub standing: Standing,
    /// The shares of runs that reach a score, as SVG.
    pub picture: String,
}

/// The file of runs in the folder of results.
const RUNS: &str = "searchers/runs.csv";

/// Every row of the papers that has runs.
pub(super) fn searchers(results: &Path) -> Result<Vec<Searchers>, PageError> {
    let runs = runs::read(&results.join(RUNS))?;
    let rows: Vec<_> = PAPERS.iter().flat_map(|(name, _)| rows(name)).collect();
    let shown = |standing: Standing| Searchers {
        picture: curves(&standing.name(), &standing.curves, "the paper's"),
        standing,
    };
    Ok(standings(&rows, &runs).into_iter().map(shown).collect())
}
