//! One results folder: every box, which leads to which, and what follows for all games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use morpion_check_core::theorem::FILE_NAME;
use serde::Serialize;

use super::TheoremFile;
use super::gaps::{Gap, gaps};
use super::longest::Longest;
use crate::claim::{Evidence, Objects, Scope, Setting, UpperBound};
use crate::conclusion::{
    BoxRow, Comparison, Published, Rows, Verdict, compare, paper_sizes, verdict,
};
use crate::geometry::{Arrival, BoundingBox};
use crate::page::PageError;
use crate::record::KnownGame;
use crate::record::moves_text;
use crate::results::{
    BOXES_FOLDER, BoxFacts, CERTIFICATES_FOLDER, Entry, Facts, Found, Whole, box_file_name,
    certificate_path, known_by_box, name_of, read_folder,
};

/// A results folder.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Walk {
    /// The folder's name.
    pub folder: String,
    /// The setting in words: `5D`, `5D with point symmetry`.
    pub name: String,
    /// What it is about.
    #[serde(flatten)]
    pub setting: Setting,
    /// What follows for all games.
    pub overall: Overall,
    /// Whether the bound on all games may be called proven here: the box files say so, and there is a theorem file that is
    /// whole and says the same.
    pub is_proven: bool,
    /// The theorem file.
    pub theorem: Option<TheoremFile>,
    /// The boxes with results, and those that the walk meets without, smallest first.
    pub boxes: Vec<BoxReport>,
    /// Which leads to which: places in `boxes`.
    pub edges: Vec<[usize; 2]>,
    /// Steps that no game takes, as proven: from, to, and the sides by which it would arrive.
    pub barred: Vec<(usize, usize, Arrival)>,
    /// What is not proven.
    pub gaps: Vec<Gap>,
    /// All longest games, if they are listed.
    pub longest: Option<Longest>,
}

/// What follows for all games of a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Overall {
    /// The proven bound; `None` while a box is open.
    pub proven: Option<u32>,
    /// The bound when claims are believed.
    pub claimed: Option<u32>,
    /// Length of the longest game known.
    pub best_game: Option<u32>,
    /// Where that game is from.
    pub best_game_from: Option<String>,
    /// Size of the largest graph known.
    pub best_graph: Option<u32>,
    /// Bounds by others.
    pub published: Vec<Published>,
    /// Boxes that the walk over proofs meets without a proven bound.
    pub open: usize,
}

/// What stands of a box, at a glance. None is told by the colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fate {
    /// The strongest bound on its games is proven.
    Proven,
    /// A stronger bound, or the only one, is claimed by floating-point solvers.
    Claimed,
    /// Proven: it holds no game at all.
    Empty,
    /// Proven: no game comes to it.
    Never,
    /// No bound.
    Open,
}

/// A certificate in the folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Certificate {
    /// Its name in the folder of certificates.
    pub file: String,
    /// Its size; `None` when it is not there.
    pub bytes: Option<u64>,
    /// Nodes of its tree, as the box file says.
    pub nodes: u64,
}

/// That no game arrives by some sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Arriving {
    /// The sides.
    pub by: Arrival,
    /// What proves it.
    pub certificate: Certificate,
}

/// A graph or game that fits a box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Fitting {
    /// Number of moves.
    pub size: u32,
    /// Where it came from.
    pub by: String,
    /// Whether the box's own file lists it; if not, `by` names the record or the file of ours that it is, or is the beginning of.
    pub listed: bool,
    /// The moves as text; left out of a graph that is the game.
    pub moves: Option<String>,
}

/// How far a box that is being worked on has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Progress {
    /// The share of its search that is closed, in 0..=1.
    pub explored: f64,
    /// When that was noted.
    pub date: String,
}

/// One box: its row, and what more a page has room for.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoxReport {
    /// What is known of it at a glance.
    #[serde(flatten)]
    pub row: BoxRow,
    /// What stands of it.
    pub fate: Fate,
    /// Its file; `None` when nothing is known of it.
    pub file: Option<String>,
    /// The longest game known to fit.
    pub game: Option<Fitting>,
    /// The largest graph known to fit.
    pub graph: Option<Fitting>,
    /// What proves the bound on games.
    pub certificate: Option<Certificate>,
    /// The sides by which no game arrives.
    pub arrivals: Vec<Arriving>,
    /// Where a search was stopped in the middle.
    pub progress: Option<Progress>,
    /// When it was last worked on.
    pub date: Option<String>,
}

impl Walk {
    /// Reads a results folder; `games` are all games known.
    pub(super) fn read(folder: &Path, games: &[KnownGame]) -> Result<Self, PageError> {
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

/// The boxes to tell of, smallest first, with their places.
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

fn is_proven(overall: &Overall, theorem: Option<&TheoremFile>) -> bool {
    let agrees = |t: &TheoremFile| t.is_whole() && overall.proven.map(u64::from) == t.at_most;
    theorem.is_some_and(agrees)
}

fn overall(comparison: Comparison, verdict: &Verdict) -> Overall {
    Overall {
        proven: comparison.proven_bound,
        claimed: comparison.claimed_bound,
        best_game: comparison.best_game,
        best_game_from: comparison.best_game_from,
        best_graph: comparison.best_graph,
        published: comparison.published,
        open: verdict.proven.open.len(),
    }
}

/// The steps between boxes told of that no game takes.
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

/// What is needed to tell of a box.
struct Boxes<'a> {
    folder: &'a Path,
    rows: Rows<'a>,
}

impl Boxes<'_> {
    fn report(&self, bounding_box: BoundingBox) -> BoxReport {
        let unknown = BoxFacts::new(bounding_box);
        let known = self.rows.facts.get(&bounding_box);
        let file = known.map(|_| format!("{BOXES_FOLDER}/{}", box_file_name(bounding_box)));
        let known = known.unwrap_or(&unknown);
        let game = self.longest_game(known);
        let row = self.rows.row(bounding_box);
        // A proof about graphs serves, too.
        let proof = known.strongest(Objects::Games, Evidence::Proven);
        let arriving = |entry: &Entry| {
            let (by, certificate) = (entry.claim.arrival?, self.certificate(entry));
            Some(Arriving { by, certificate })
        };
        BoxReport {
            fate: fate(&row),
            row,
            file,
            graph: largest_graph(known, game.as_ref()),
            game,
            certificate: proof.map(|entry| self.certificate(entry)),
            arrivals: known.proofs().filter_map(arriving).collect(),
            progress: progress(known),
            date: known.claims.iter().map(|entry| entry.date.clone()).max(),
        }
    }

    /// The longer of the game listed and the beginnings of all games known.
    fn longest_game(&self, known: &BoxFacts) -> Option<Fitting> {
        let listed = known.best_game.as_ref().map(|f| Fitting::of(f, true));
        let elsewhere = self.rows.known.get(&known.bounding_box);
        let all = listed
            .into_iter()
            .chain(elsewhere.map(|f| Fitting::of(f, false)));
        all.reduce(|a, b| if a.size < b.size { b } else { a })
    }

    /// What proves a claim.
    fn certificate(&self, entry: &Entry) -> Certificate {
        let path = certificate_path(self.folder, &entry.claim);
        Certificate {
            file: format!("{CERTIFICATES_FOLDER}/{}", name_of(&path)),
            bytes: std::fs::metadata(&path).ok().map(|m| m.len()),
            nodes: entry.effort.nodes,
        }
    }
}

const fn fate(row: &BoxRow) -> Fate {
    match (row.games.claimed, row.games.proven) {
        _ if row.never_reached => Fate::Never,
        (Some(_), _) => Fate::Claimed,
        (None, Some(UpperBound::Empty)) => Fate::Empty,
        (None, Some(UpperBound::AtMost(_))) => Fate::Proven,
        (None, None) => Fate::Open,
    }
}

/// The largest graph listed; its moves are left out where it is no larger than the game.
fn largest_graph(known: &BoxFacts, game: Option<&Fitting>) -> Option<Fitting> {
    let listed = known.best_graph.as_ref().map(|f| Fitting::of(f, true));
    let Some(game) = game else { return listed };
    match listed {
        Some(graph) if graph.size > game.size => Some(graph),
        _ => Some(Fitting {
            moves: None,
            ..game.clone()
        }),
    }
}

/// The last search, if it was stopped in the middle.
fn progress(known: &BoxFacts) -> Option<Progress> {
    let last = known.claims.last()?;
    let (explored, date) = (last.explored?, last.date.clone());
    Some(Progress { explored, date })
}

impl Fitting {
    fn of(found: &Found, listed: bool) -> Self {
        Self {
            size: found.size(),
            by: found.by.0.clone(),
            listed,
            moves: Some(moves_text::write(&found.moves)),
        }
    }
}
