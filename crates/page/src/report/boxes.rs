//! One box: the known facts, and the details for which a page has room.

use std::path::Path;

use serde::Serialize;

use morpion_conclusion::{BoxRow, Rows};
use morpion_proof::claim::{Evidence, Objects, UpperBound};
use morpion_results::{
    BOXES_FOLDER, BoxFacts, CERTIFICATES_FOLDER, Found, Statement, box_file_name, certificate_path,
    name_of,
};
use morpion_rules::geometry::{Arrival, BoundingBox};
use morpion_rules::record::moves_text;

/// The state of a box, at a glance. The page never shows it by the colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
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

/// A certificate in a results folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// Its name in the folder of certificates.
    pub file: String,
    /// Its size; `None` when the file is not there.
    pub bytes: Option<u64>,
    /// Nodes of its tree, as the box file says.
    pub nodes: u64,
}

/// A proof that no game arrives at a box by some sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arriving {
    /// The sides.
    pub by: Arrival,
    /// The certificate that proves it.
    pub certificate: Certificate,
}

/// A graph or game that fits a box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fitting {
    /// Number of moves.
    pub size: u32,
    /// Where it came from, in words.
    pub by: String,
    /// Whether the box's own file lists it; if not, `by` names the record, or the file of ours, that it is or begins.
    pub listed: bool,
    /// The moves as text; `None` for a graph that is the longest game.
    pub moves: Option<String>,
}

/// How far the search of a box had come when it was stopped in the middle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The share of its search that is closed, in 0..=1.
    pub explored: f64,
    /// When that was noted.
    pub date: String,
}

/// One box: its row, and the details for which a page has room.
#[derive(Clone, Debug, Serialize)]
pub struct BoxReport {
    /// The known facts about it, as a row.
    #[serde(flatten)]
    pub row: BoxRow,
    /// Its state at a glance.
    pub fate: Fate,
    /// Its file; `None` when nothing is known of it.
    pub file: Option<String>,
    /// The longest game known to fit.
    pub game: Option<Fitting>,
    /// The largest graph known to fit.
    pub graph: Option<Fitting>,
    /// The certificate of the strongest proven bound on its games.
    pub certificate: Option<Certificate>,
    /// The sides by which no game arrives, with the proofs.
    pub arrivals: Vec<Arriving>,
    /// How far its last search had come, if that was stopped in the middle.
    pub progress: Option<Progress>,
    /// When an engine last worked on it, in UTC.
    pub date: Option<String>,
}

/// The sources of the reports on boxes: the results folder, and the rows made from it.
pub(super) struct Boxes<'a> {
    pub(super) folder: &'a Path,
    pub(super) rows: Rows<'a>,
}

impl Boxes<'_> {
    pub(super) fn report(&self, bounding_box: BoundingBox) -> BoxReport {
        let unknown = BoxFacts::new(bounding_box);
        let known = self.rows.facts.get(&bounding_box);
        let file = known.map(|_| format!("{BOXES_FOLDER}/{}", box_file_name(bounding_box)));
        let known = known.unwrap_or(&unknown);
        let game = self.longest_game(known);
        let row = self.rows.row(bounding_box);
        // A proof about graphs serves, too.
        let proof = known.strongest(Objects::Games, Evidence::Proven);
        let arriving = |said: Statement<'_>| {
            let (by, certificate) = (said.claim.arrival?, self.certificate(said));
            Some(Arriving { by, certificate })
        };
        BoxReport {
            fate: fate(&row),
            row,
            file,
            graph: largest_graph(known, game.as_ref()),
            game,
            certificate: proof.map(|said| self.certificate(said)),
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

    /// The certificate of a claim.
    fn certificate(&self, said: Statement<'_>) -> Certificate {
        let path = certificate_path(self.folder, &said.claim);
        Certificate {
            file: format!("{CERTIFICATES_FOLDER}/{}", name_of(&path)),
            bytes: std::fs::metadata(&path).ok().map(|m| m.len()),
            nodes: said.entry.effort.nodes,
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
            by: found.by.clone(),
            listed,
            moves: Some(moves_text::write(&found.moves)),
        }
    }
}
