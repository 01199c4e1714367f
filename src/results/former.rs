//! Box files of version 1: a field for each kind of bound, and with it a copy of the question that it came from.
//!
//! Promise: what stood as proven or claimed stands as that, and nothing else does. No time was known of certificates made elsewhere, for
//! which these files say 0 seconds.

use serde::Deserialize;

use super::box_file::FORMAT;
use super::facts::{BoxFacts, Entry};
use super::found::Found;
use super::header;
use super::store_error::FileFault;
use crate::claim::{Claim, Evidence, Objects, Setting, UpperBound};
use crate::engine::Effort;
use crate::geometry::{Arrival, BoundingBox, Variant};

pub(super) const VERSION: u32 = 1;

#[derive(Deserialize)]
struct File {
    variant: Variant,
    symmetric: bool,
    facts: Facts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    #[serde(rename = "box")]
    bounding_box: BoundingBox,
    lp_bound: Option<f64>,
    best_graph: Option<Found>,
    best_game: Option<Found>,
    graphs: Slots,
    games: Slots,
    #[serde(default)]
    no_arrival: Vec<Inquiry>,
    inquiries: Vec<Inquiry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slots {
    claimed: Option<Statement>,
    proven: Option<Statement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    bound: UpperBound,
    by: Inquiry,
}

#[derive(Clone, Deserialize, PartialEq)]
struct Inquiry {
    objects: Objects,
    at_least: Option<u32>,
    arrival: Option<Arrival>,
    engine: String,
    status: String,
    seconds: f64,
    core_seconds: Option<f64>,
    nodes: u64,
    #[serde(default)]
    evaluations: u64,
    explored: Option<f64>,
    date: String,
}

/// Reads a file of this version.
pub(super) fn parse(bytes: &[u8]) -> Result<(Setting, BoxFacts), FileFault> {
    let File {
        variant,
        symmetric,
        facts,
    } = header::parse(bytes, FORMAT, VERSION)?;
    let setting = Setting { variant, symmetric };
    Ok((setting, facts.convert(setting)))
}

impl Facts {
    fn convert(self, setting: Setting) -> BoxFacts {
        let about = |inquiry: &Inquiry| Claim {
            arrival: inquiry.arrival,
            ..Claim::maximum(setting, self.bounding_box, inquiry.objects)
        };
        let mut shown: Vec<(Inquiry, Claim, Evidence)> = Vec::new();
        for slots in [self.graphs, self.games] {
            let slots = [
                (slots.claimed, Evidence::Claimed),
                (slots.proven, Evidence::Proven),
            ];
            for (statement, evidence) in slots {
                let Some(Statement { bound, by }) = statement else {
                    continue;
                };
                let k = match bound {
                    UpperBound::Empty => 0,
                    UpperBound::AtMost(n) => n.saturating_add(1),
                };
                let claim = about(&by).refuting(k);
                shown.push((by, claim, evidence));
            }
        }
        for by in self.no_arrival {
            let claim = about(&by).refuting(0);
            shown.push((by, claim, Evidence::Proven));
        }
        let mut facts = BoxFacts {
            lp_bound: self.lp_bound,
            best_graph: self.best_graph,
            best_game: self.best_game,
            ..BoxFacts::new(self.bounding_box)
        };
        let is_listed = |(by, ..): &(Inquiry, _, _)| self.inquiries.contains(by);
        let (listed, others): (Vec<_>, Vec<_>) = shown.into_iter().partition(is_listed);
        for inquiry in self.inquiries {
            let entries = listed.iter().filter(|(by, ..)| *by == inquiry);
            let mut entries = entries
                .map(|(_, claim, evidence)| (*claim, Some(*evidence)))
                .peekable();
            let asked = about(&inquiry);
            let asked = inquiry.at_least.map_or(asked, |k| asked.refuting(k));
            let nothing = entries.peek().is_none().then_some((asked, None));
            for (claim, evidence) in entries.chain(nothing) {
                facts.learn(inquiry.clone().entry(claim, evidence));
            }
        }
        for (by, claim, evidence) in others {
            facts.learn(by.entry(claim, Some(evidence)));
        }
        facts
    }
}

impl Inquiry {
    fn entry(self, claim: Claim, evidence: Option<Evidence>) -> Entry {
        let is_known = self.seconds > 0.0 || self.engine != "made elsewhere";
        Entry {
            claim,
            evidence,
            engine: self.engine,
            status: self.status,
            date: self.date,
            effort: Effort {
                seconds: is_known.then_some(self.seconds),
                core_seconds: is_known.then_some(self.core_seconds.unwrap_or(self.seconds)),
                nodes: self.nodes,
                evaluations: self.evaluations,
            },
            explored: self.explored,
        }
    }
}
