//! One results folder: every box, which leads to which, and the conclusion about all games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use morpion_check_core::theorem::FILE_NAME;
use serde::Serialize;

use super::TheoremFile;
use super::boxes::{BoxReport, Boxes};
use super::gaps::{Gap, gaps};
use super::longest::Longest;
use super::overall::{Overall, is_proven, overall};
use crate::PageError;
use morpion_conclusion::{Rows, Verdict, compare, paper_sizes, verdict};
use morpion_proof::claim::{Scope, Setting};
use morpion_results::{Facts, Whole, known_by_box, name_of, read_folder};
use morpion_rules::geometry::{Arrival, BoundingBox};
use morpion_rules::record::Game;

/// The contents of a results folder.
#[derive(Clone, Debug, Serialize)]
pub struct Walk {
    /// The folder's name.
    pub folder: String,
    /// The setting in words: `5D`, `5D with point symmetry`.
    pub name: String,
    /// The variant, and whether only point-symmetric games count.
    #[serde(flatten)]
    pub setting: Setting,
    /// The bounds on all games, and the longest one known.
    pub overall: Overall,
    /// Whether the bound on all games may be called proven here: the box files say so, and there is a theorem file that is
    /// whole and says the same.
    pub is_proven: bool,
    /// The theorem file.
    pub theorem: Option<TheoremFile>,
    /// The boxes with results, and those that the walk meets without, smallest first.
    pub boxes: Vec<BoxReport>,
    /// The pairs of boxes of which the first leads to the second, as places in `boxes`.
    pub edges: Vec<[usize; 2]>,
    /// Steps that no game takes, as proven: from, to, and the sides by which it would arrive.
    pub barred: Vec<(usize, usize, Arrival)>,
    /// Everything that is not proven.
    pub gaps: Vec<Gap>,
    /// All longest games, if they are listed.
    pub longest: Option<Longest>,
}

impl Walk {
    /// Reads a results folder; `games` are all games known.
    pub(super) fn read(folder: &Path, games: &[Game]) -> Result<Self, PageError> {
        let (setting, facts) = read_folder(folder)?;
        let theorem = TheoremFile::read(folder, FILE_NAME)?;
        let verdict = verdict(&facts, Scope::all_games(setting));
        let comparison = compare(setting, &facts, &Whole::read(folder, setting)?, games);
        let places = places(&facts, &verdict);
        let rows = Rows {
            verdict: &verdict,
            facts: &facts,
            known: known_by_box(setting, games),
            paper: paper_sizes(setting),
        };
        let boxes = Boxes { folder, rows };
        let boxes: Vec<BoxReport> = places.keys().map(|&(_, b)| boxes.report(b)).collect();
        let place = |b: BoundingBox| places.get(&b.by_size()).copied();
        let edges = verdict.proven.walk.graph.all_edges();
        let mut edges: Vec<[usize; 2]> = edges
            .filter_map(|(from, to, ())| Some([place(from)?, place(to)?]))
            .collect();
        edges.sort_unstable();
        let overall = overall(comparison, &verdict);
        let longest = overall.proven.map(|k| Longest::read(folder, k, games));
        Ok(Self {
            longest: longest.transpose()?.flatten(),
            name: setting.to_string(),
            folder: name_of(folder).into_owned(),
            setting,
            gaps: gaps(&overall, theorem.as_ref(), &boxes),
            is_proven: is_proven(&overall, theorem.as_ref()),
            overall,
            theorem,
            edges,
            barred: barred(setting, &verdict, place),
            boxes,
        })
    }
}

/// The boxes of the report, smallest first, with their places in it.
fn places(facts: &Facts, verdict: &Verdict) -> BTreeMap<(u32, BoundingBox), usize> {
    let met = verdict.proven.walk.graph.nodes();
    let all: BTreeSet<_> = facts
        .keys()
        .copied()
        .chain(met)
        .map(BoundingBox::by_size)
        .collect();
    all.into_iter().zip(0..).collect()
}

/// The steps between boxes of the report that no game takes.
fn barred(
    setting: Setting,
    verdict: &Verdict,
    place: impl Fn(BoundingBox) -> Option<usize>,
) -> Vec<(usize, usize, Arrival)> {
    let level = &verdict.proven;
    let grows = level
        .walk
        .graph
        .nodes()
        .filter(|b| !level.empty.contains(b));
    let mut barred = BTreeSet::new();
    for from in grows {
        for (to, arrival) in setting.steps(from) {
            let by = arrival.filter(|&by| level.walk.barred.contains(&(to, by)));
            if let (Some(by), Some(a), Some(b)) = (by, place(from), place(to)) {
                barred.insert((a, b, by));
            }
        }
    }
    barred.into_iter().collect()
}
