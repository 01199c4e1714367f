//! The file of one box: the known facts about it, as JSON.
//!
//! | field | meaning |
//! |---|---|
//! | `format`, `version` | `morpion-box`, 2 |
//! | `variant`, `symmetric`, `box` | the setting and the box that the file is about |
//! | `lp_bound` | optimum of the linear relaxation, a floating-point hint, if it is known |
//! | `best_graph`, `best_game` | the largest known to fit: its size, where it came from, its moves |
//! | `claims` | a list of claims, see below |
//!
//! A claim says that none of the `objects` (by `arrival`, if that is there) has `k` or more moves; with `all_of`, which is left out where
//! it is false, that the certificate lists all of them. It has `evidence` if it was shown, and the known parts of its `effort`.

use serde::{Deserialize, Serialize};

use super::facts::{BoxFacts, Entry};
use super::found::{Found, check_object, check_order};
use super::header::parse;
use super::store_error::FileFault;
use morpion_proof::claim::{Ask, Claim, Evidence, Objects, Setting, Subject};
use morpion_proof::engine::Effort;
use morpion_rules::geometry::{Arrival, BoundingBox, MAX_DISTANCE, Variant};

pub(super) const FORMAT: &str = "morpion-box";
pub(super) const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxFile {
    format: String,
    version: u32,
    variant: Variant,
    symmetric: bool,
    #[serde(rename = "box")]
    bounding_box: BoundingBox,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lp_bound: Option<f64>,
    best_graph: Option<Found>,
    best_game: Option<Found>,
    claims: Vec<EntryText>,
}

/// [`Entry`] as it is written in a box file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    objects: Objects,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrival: Option<Arrival>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    k: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    all_of: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
    engine: String,
    status: String,
    date: String,
    effort: Effort,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    explored: Option<f64>,
}

impl From<&Entry> for EntryText {
    fn from(entry: &Entry) -> Self {
        let entry = entry.clone();
        Self {
            objects: entry.ask.subject().objects,
            arrival: entry.ask.arrival(),
            k: entry.ask.claim().map(|claim| claim.k),
            all_of: entry.ask.is_list(),
            evidence: entry.evidence,
            engine: entry.engine,
            status: entry.status,
            date: entry.date,
            effort: entry.effort,
            explored: entry.explored,
        }
    }
}

impl EntryText {
    fn entry(self, setting: Setting, bounding_box: BoundingBox) -> Result<Entry, FileFault> {
        let subject = Subject::new(setting, bounding_box, self.objects);
        let ask = match self.k {
            Some(k) if self.all_of => subject.listing(k).into(),
            Some(k) => Ask::Holds(Claim {
                arrival: self.arrival,
                ..subject.refuting(k)
            }),
            None if self.evidence.is_some() => return Err(FileFault::NoBound),
            None => Ask::Maximum(subject),
        };
        Ok(Entry {
            ask,
            evidence: self.evidence,
            engine: self.engine,
            status: self.status,
            date: self.date,
            effort: self.effort,
            explored: self.explored,
        })
    }
}

/// The content of a box file, ready to be written.
pub(super) fn file(setting: Setting, facts: &BoxFacts) -> impl Serialize + use<> {
    BoxFile {
        format: FORMAT.to_owned(),
        version: VERSION,
        variant: setting.variant,
        symmetric: setting.symmetric,
        bounding_box: facts.bounding_box,
        lp_bound: facts.lp_bound,
        best_graph: facts.best_graph.clone(),
        best_game: facts.best_game.clone(),
        claims: facts.claims.iter().map(EntryText::from).collect(),
    }
}

/// Reads the content of a box file. Only its form is checked, not the truth of its claims, and that the box
/// reaches no further than [`MAX_DISTANCE`].
///
/// # Errors
/// The first `FileFault`.
pub fn parse_box(bytes: &[u8]) -> Result<(Setting, BoxFacts), FileFault> {
    let file: BoxFile = parse(bytes, FORMAT, VERSION)?;
    let distances = file.bounding_box.distances();
    if distances.iter().any(|&d| d > MAX_DISTANCE) {
        return Err(FileFault::TooLarge(file.bounding_box));
    }
    let setting = Setting {
        variant: file.variant,
        symmetric: file.symmetric,
    };
    let claims = file.claims.into_iter();
    let claims = claims.map(|text| text.entry(setting, file.bounding_box));
    let facts = BoxFacts {
        bounding_box: file.bounding_box,
        lp_bound: file.lp_bound,
        best_graph: file.best_graph,
        best_game: file.best_game,
        claims: claims.collect::<Result<_, _>>()?,
    };
    Ok((setting, facts))
}

/// The faults of the graph and the game that a box file lists: broken rules, another box, or an order that cannot be played.
pub fn object_faults(setting: Setting, facts: &BoxFacts) -> Vec<FileFault> {
    let check = |which: &'static str, found: &Option<Found>| {
        let moves = &found.as_ref()?.moves;
        let checked = check_object(setting, facts.bounding_box, moves);
        let checked = checked.and_then(|()| match which {
            "game" => check_order(setting.variant, moves),
            _ => Ok(()),
        });
        let fault = checked.err()?;
        Some(FileFault::Object { which, fault })
    };
    let graph = check("graph", &facts.best_graph).into_iter();
    graph.chain(check("game", &facts.best_game)).collect()
}
