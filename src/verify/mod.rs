//! Re-reads everything a run left behind and derives it again.
//!
//! Promise: nothing here calls the code that explored the boxes or drew the conclusion. Symmetry
//! of boxes, resizing, the walk and the bounds are written a second time, plainly ([`closure`]),
//! and graphs are judged from the rules ([`check_fit`](crate::game::graph::check_fit)). Shared
//! with the run are only the forms of the files and the wording of the final sentence.
//!
//! What a check without faults means: the files agree with each other and with the rules,
//! and what they show follows from the bounds they state. Whether those bounds hold rests on
//! their evidence: *claimed* ones on the word of a solver, *proven* ones on a certificate, which
//! the independent checker repeats here ([`certificate`]).

pub mod certificate;
pub mod closure;
mod object;
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::engine::{Evidence, Objects};
use crate::geometry::{BoundingBox, Variant};
use crate::resize::{
    BOXES_FOLDER, BoxFacts, FileFault, Inquiry, RUN_FILE, SUMMARY_FILE, Setting, Slots, Statement,
    StoreError, parse_box, parse_run, parse_summary,
};
use certificate::{CertificateFault, check_arrival, check_certificate};
use closure::{Shown, Sides};
use rayon::prelude::*;

/// What a check of one folder found.
#[derive(Debug)]
pub struct Report {
    /// The folder.
    pub folder: PathBuf,
    /// What it is about.
    pub setting: Setting,
    /// Box files that could be read.
    pub boxes: usize,
    /// Bounds that are marked as claimed.
    pub claimed: usize,
    /// Bounds that are marked as proven.
    pub proven: usize,
    /// Arrivals at boxes that are marked as refuted.
    pub arrivals: usize,
    /// Graphs and games that were replayed.
    pub objects: usize,
    /// What the walk over claimed bounds shows about games, box sizes left aside.
    pub closure: closure::Closure,
    /// What follows for all games from the bounds marked proven alone, and from all of them.
    pub at_most: ByEvidence,
    /// Boxes with a file that the walk does not meet.
    pub beside: Vec<BoundingBox>,
    /// The sentence of the summary, when there is a summary that could be read.
    pub sentence: Option<String>,
    /// Everything wrong, by file.
    pub faults: Vec<Fault>,
}

/// The number of moves that no game of the folder's kind exceeds, as far as the walk comes to an end with bounds this good; `None`
/// when it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByEvidence {
    /// By proven bounds alone.
    pub proven: Option<u32>,
    /// Believing claimed ones, too.
    pub claimed: Option<u32>,
}

/// Something wrong with one file.
#[derive(Debug)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be opened.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file is not of its form.
    #[error("cannot be read: {0}")]
    Form(#[from] FileFault),
    /// A file that no run writes.
    #[error("no run writes a file of this name here")]
    Stray,
    /// The file is about something else than the folder.
    #[error("is about {found}, but the folder is about {folder}")]
    Setting {
        /// What the file is about.
        found: Setting,
        /// What the folder is about.
        folder: Setting,
    },
    /// The box is not the largest of its eight images.
    #[error("is about box {found}, whose canonical form is {canonical}")]
    NotCanonical {
        /// The box.
        found: BoundingBox,
        /// Its canonical form.
        canonical: BoundingBox,
    },
    /// The box is in another file than its own.
    #[error("is about box {found}, which belongs in {wanted}")]
    WrongName {
        /// The box.
        found: BoundingBox,
        /// The name of its file.
        wanted: String,
    },
    /// The box holds no position of the folder's kind.
    #[error("no point-symmetric position has box {0}: opposite distances differ")]
    Inadmissible(BoundingBox),
    /// A listed graph or game does not hold.
    #[error("the listed {which} does not hold: {fault}")]
    Object {
        /// `graph` or `game`.
        which: &'static str,
        /// What is wrong.
        fault: object::Fault,
    },
    /// More is listed for games than for graphs.
    #[error("lists a game of {game} moves but no graph that large, although a game is a graph")]
    GameExceedsGraph {
        /// Length of the game.
        game: u32,
    },
    /// A bound is contradicted by a listed object.
    #[error("states {bound} for {objects} ({evidence}), but lists one of {size} moves")]
    Contradiction {
        /// The bound.
        bound: String,
        /// `graphs` or `games`.
        objects: &'static str,
        /// Its evidence.
        evidence: Evidence,
        /// Size of the object.
        size: u32,
    },
    /// A bound marked proven comes without a certificate that shows it.
    #[error("marks {bound} for {objects} as proven, but {fault}: it is a claim at most")]
    NoCertificate {
        /// The bound.
        bound: String,
        /// `graphs` or `games`.
        objects: &'static str,
        /// What is wrong with the certificate.
        fault: CertificateFault,
    },
    /// A bound on graphs stems from a question about games.
    #[error("states a bound for graphs that stems from a question about games")]
    WrongObjects,
    /// A bound does not stem from any question the file lists.
    #[error("states {bound} for {objects}, but lists no question that it stems from")]
    NoInquiry {
        /// The bound.
        bound: String,
        /// `graphs` or `games`.
        objects: &'static str,
    },
    /// An arrival that is said to be refuted, but not by which sides, or where positions do not arrive so.
    #[error(
        "says that no game arrives, but not by which sides, or of positions that certificates do not speak of"
    )]
    NoSides,
    /// The summary disagrees with the box files.
    #[error("{what}: it says {said}, the box files say {derived}")]
    Summary {
        /// The part of the summary.
        what: String,
        /// What it says.
        said: String,
        /// What follows from the box files.
        derived: String,
    },
}

impl Reason {
    /// Whether the file could not even be read.
    pub const fn is_unreadable(&self) -> bool {
        matches!(self, Self::Io(_) | Self::Form(_))
    }
}

/// The box files that could be read.
type Facts = BTreeMap<Sides, BoxFacts>;

/// Checks one results folder. Faults of box files and of the summary are reported, all of them.
///
/// # Errors
/// The folder or its `run.json` cannot be read, so there is nothing to check against.
pub fn check_folder(folder: &Path) -> Result<Report, StoreError> {
    check_folder_and_tell(folder, |_, _| {})
}

/// As [`check_folder`]; `progress` is called after each box, from any thread, with the number of boxes done and of all.
///
/// # Errors
/// As [`check_folder`].
pub fn check_folder_and_tell(
    folder: &Path,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<Report, StoreError> {
    let setting = read_setting(folder)?;
    let mut faults = Vec::new();
    let facts = read_boxes(folder, setting, &mut faults);
    let mut objects = 0;
    // In parallel: a certificate may take minutes.
    let all: Vec<&BoxFacts> = facts.values().collect();
    let done = AtomicUsize::new(0);
    let check_one = |known: &&BoxFacts| {
        let reasons = check_box(folder, setting, known);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, all.len());
        reasons
    };
    let checked: Vec<Vec<Reason>> = all.par_iter().map(check_one).collect();
    for (known, reasons) in all.iter().zip(checked) {
        let path = folder
            .join(BOXES_FOLDER)
            .join(file_name(known.bounding_box.distances()));
        faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
        objects += usize::from(known.best_graph.is_some()) + usize::from(known.best_game.is_some());
    }
    let closure = walk(setting, &facts, Evidence::Claimed);
    let proven = walk(setting, &facts, Evidence::Proven);
    let at_most = ByEvidence {
        proven: at_most(&facts, &proven, Evidence::Proven),
        claimed: at_most(&facts, &closure, Evidence::Claimed),
    };
    let sentence = check_summary(folder, setting, &facts, &mut faults);
    let met = |known: &&BoxFacts| !closure.met.contains_key(&known.bounding_box.distances());
    Ok(Report {
        folder: folder.to_owned(),
        setting,
        boxes: facts.len(),
        claimed: count(&facts, |s| s.claimed.is_some()),
        proven: count(&facts, |s| s.proven.is_some()),
        arrivals: facts.values().map(|f| f.no_arrival.len()).sum(),
        objects,
        beside: facts.values().filter(met).map(|f| f.bounding_box).collect(),
        closure,
        at_most,
        sentence,
        faults,
    })
}

/// The walk that follows from bounds on games this good.
fn walk(setting: Setting, facts: &Facts, evidence: Evidence) -> closure::Closure {
    let shown = |b: Sides| Some(closure::shown(facts.get(&b)?, Objects::Games, evidence));
    let barred = |to: Sides, growth: Sides| {
        let known = facts.get(&closure::canonical(to));
        !setting.symmetric && known.is_some_and(|f| closure::is_barred(f, to, growth))
    };
    closure::walk(setting.symmetric, None, shown, barred)
}

/// The most moves that a bound of a box met allows; `None` if a box met has none, or has not been looked at.
fn at_most(facts: &Facts, closure: &closure::Closure, evidence: Evidence) -> Option<u32> {
    if !closure.unknown.is_empty() {
        return None;
    }
    let most = |b: &Sides| match closure::shown(facts.get(b)?, Objects::Games, evidence) {
        Shown::Nothing => None,
        Shown::AtMost(n) => Some(n),
        Shown::Empty => Some(0),
    };
    let mut met = closure.met.keys();
    met.try_fold(0, |all, b| Some(all.max(most(b)?)))
}

fn count(facts: &Facts, holds: impl Fn(&Slots) -> bool) -> usize {
    let slots = facts.values().flat_map(|f| [&f.graphs, &f.games]);
    slots.filter(|s| holds(s)).count()
}

fn fault(path: &Path, reason: Reason) -> Fault {
    Fault {
        path: path.to_owned(),
        reason,
    }
}

fn read_setting(folder: &Path) -> Result<Setting, StoreError> {
    let path = folder.join(RUN_FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(StoreError::NotOurs(folder.to_owned()));
        }
        Err(source) => {
            let action = "read";
            return Err(StoreError::Io {
                action,
                path,
                source,
            });
        }
    };
    parse_run(&bytes).map_err(|fault| StoreError::Damaged { path, fault })
}

/// Reads every file of the folder of boxes; hidden ones are traces of a killed run.
fn read_boxes(folder: &Path, setting: Setting, faults: &mut Vec<Fault>) -> Facts {
    let boxes = folder.join(BOXES_FOLDER);
    let mut facts = Facts::new();
    let entries = match fs::read_dir(&boxes) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(fault(&boxes, error.into()));
            return facts;
        }
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') {
            continue;
        }
        match read_box(&path, &name, setting) {
            Ok(known) => drop(facts.insert(known.bounding_box.distances(), known)),
            Err(reason) => faults.push(fault(&path, reason)),
        }
    }
    facts
}

fn read_box(path: &Path, name: &str, folder: Setting) -> Result<BoxFacts, Reason> {
    if !name.ends_with(".json") {
        return Err(Reason::Stray);
    }
    let (found, facts) = parse_box(&fs::read(path)?)?;
    if found != folder {
        return Err(Reason::Setting { found, folder });
    }
    let sides = facts.bounding_box.distances();
    let canonical = closure::canonical(sides);
    if canonical != sides {
        return Err(Reason::NotCanonical {
            found: sides.into(),
            canonical: canonical.into(),
        });
    }
    let wanted = file_name(sides);
    if name != wanted {
        let found = sides.into();
        return Err(Reason::WrongName { found, wanted });
    }
    Ok(facts)
}

/// The distances joined by `-`, and `.json`.
fn file_name(sides: Sides) -> String {
    format!("{}.json", sides.map(|d| d.to_string()).join("-"))
}

fn check_box(folder: &Path, setting: Setting, known: &BoxFacts) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let [t, r, b, l] = known.bounding_box.distances();
    if setting.symmetric && (t != b || r != l) {
        reasons.push(Reason::Inadmissible(known.bounding_box));
    }
    for (which, found) in [("graph", &known.best_graph), ("game", &known.best_game)] {
        let Some(found) = found else { continue };
        let checked = object::check(setting, known.bounding_box, &found.moves, which == "game");
        reasons.extend(checked.err().map(|fault| Reason::Object { which, fault }));
    }
    let size = |found: &Option<crate::resize::Found>| found.as_ref().map(|f| f.moves.len() as u32);
    let (graph, game) = (size(&known.best_graph), size(&known.best_game));
    if let Some(game) = game.filter(|&n| graph.is_none_or(|g| g < n)) {
        reasons.push(Reason::GameExceedsGraph { game });
    }
    // A game is a graph, so the longest object known bounds what may be said about graphs.
    check_slots(
        known,
        &known.graphs,
        Objects::Graphs,
        graph.max(game),
        &mut reasons,
    );
    check_slots(known, &known.games, Objects::Games, game, &mut reasons);
    for (slots, objects) in [(&known.graphs, "graphs"), (&known.games, "games")] {
        let proven = slots.proven.as_ref();
        reasons.extend(proven.and_then(|s| check_proof(folder, setting, known, s, objects)));
    }
    let refuted = known.no_arrival.iter();
    reasons.extend(refuted.filter_map(|by| check_arrival_proof(folder, setting, known, by)));
    reasons
}

fn check_slots(
    known: &BoxFacts,
    slots: &Slots,
    objects: Objects,
    largest: Option<u32>,
    reasons: &mut Vec<Reason>,
) {
    let name = objects.plural();
    for (evidence, statement) in [
        (Evidence::Claimed, &slots.claimed),
        (Evidence::Proven, &slots.proven),
    ] {
        let Some(statement) = statement else { continue };
        check_statement(
            known,
            statement,
            (objects, name),
            (evidence, largest),
            reasons,
        );
    }
}

fn check_statement(
    known: &BoxFacts,
    statement: &Statement,
    (kind, objects): (Objects, &'static str),
    (evidence, largest): (Evidence, Option<u32>),
    reasons: &mut Vec<Reason>,
) {
    let shown = Shown::of(known.bounding_box.distances(), statement.bound);
    let bound = shown.to_string();
    if let Some(size) = largest.filter(|&size| !shown.allows(size)) {
        reasons.push(Reason::Contradiction {
            bound: bound.clone(),
            objects,
            evidence,
            size,
        });
    }
    if kind == Objects::Graphs && statement.by.objects == Objects::Games {
        reasons.push(Reason::WrongObjects);
    }
    if !known.inquiries.contains(&statement.by) {
        reasons.push(Reason::NoInquiry { bound, objects });
    }
}

/// Repeats the proof that no game arrives at a box by some sides.
fn check_arrival_proof(
    folder: &Path,
    setting: Setting,
    known: &BoxFacts,
    by: &Inquiry,
) -> Option<Reason> {
    let Some(arrival) = by.arrival.filter(|_| is_plain(setting)) else {
        return Some(Reason::NoSides);
    };
    let bound = format!("`no arrival by {arrival}`");
    if !known.inquiries.contains(by) {
        let objects = "games";
        return Some(Reason::NoInquiry { bound, objects });
    }
    let fault = check_arrival(folder, known.bounding_box, arrival).err()?;
    Some(Reason::NoCertificate {
        bound,
        objects: "games",
        fault,
    })
}

/// Whether games arrive at boxes one move at a time, and certificates can say so.
fn is_plain(setting: Setting) -> bool {
    setting.variant == Variant::D5 && !setting.symmetric
}

/// Repeats the proof of a bound that is marked proven.
fn check_proof(
    folder: &Path,
    setting: Setting,
    known: &BoxFacts,
    statement: &Statement,
    objects: &'static str,
) -> Option<Reason> {
    let kind = statement.by.objects;
    let checked = check_certificate(folder, setting, known.bounding_box, kind, statement.bound);
    let shown = Shown::of(known.bounding_box.distances(), statement.bound);
    checked.err().map(|fault| Reason::NoCertificate {
        bound: shown.to_string(),
        objects,
        fault,
    })
}

/// Checks the summary, if there is one, and returns its sentence.
fn check_summary(
    folder: &Path,
    setting: Setting,
    facts: &Facts,
    faults: &mut Vec<Fault>,
) -> Option<String> {
    let path = folder.join(SUMMARY_FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => {
            faults.push(fault(&path, error.into()));
            return None;
        }
    };
    match parse_summary(&bytes) {
        Ok(said) => {
            let reasons = summary::check(setting, facts, &said);
            faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
            Some(said.sentence)
        }
        Err(error) => {
            faults.push(fault(&path, error.into()));
            None
        }
    }
}
