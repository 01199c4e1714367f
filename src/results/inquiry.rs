//! What was asked about a box, and the effort it took over all sessions.

use serde::{Deserialize, Serialize};

use crate::claim::{Claim, Objects};
use crate::engine::{Answer, Ending};
use crate::geometry::Arrival;

/// One question put to an engine, and how that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// What was asked about.
    pub objects: Objects,
    /// The question: "is there one with at least this many moves?", or the maximum.
    pub at_least: Option<u32>,
    /// Only about games that arrive at the box by these sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Arrival>,
    /// Name and version of the engine.
    pub engine: String,
    /// How it ended.
    pub ending: Ending,
    /// The engine's own words on how it ended.
    pub status: String,
    /// Wall-clock seconds, finite and not negative.
    pub seconds: f64,
    /// Wall-clock seconds times threads; not noted when there was but one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_seconds: Option<f64>,
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// Evaluations of the exact bound; 0 where they were not counted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub evaluations: u64,
    /// Where the search was stopped in the middle: the share of its tree that is closed, in 0..=1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<f64>,
    /// When it ended, in UTC.
    pub date: String,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Finite and not negative.
fn sane(seconds: f64) -> f64 {
    if seconds.is_finite() {
        seconds.max(0.0)
    } else {
        0.0
    }
}

impl Inquiry {
    /// The record of an answer.
    pub fn of(claim: &Claim, answer: &Answer, date: String) -> Self {
        let (seconds, core_seconds) = (sane(answer.seconds), sane(answer.core_seconds));
        Self {
            objects: claim.objects,
            at_least: claim.at_least(),
            arrival: claim.arrival(),
            engine: answer.engine.clone(),
            ending: answer.ending,
            status: answer.status.clone(),
            seconds,
            core_seconds: (core_seconds > seconds).then_some(core_seconds),
            nodes: answer.nodes,
            evaluations: answer.evaluations,
            explored: answer.explored.filter(|share| (0.0..=1.0).contains(share)),
            date,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_from_before_the_effort_was_counted_are_read() {
        let old = r#"{"objects": "graphs", "at_least": 85, "engine": "e", "ending": "answered",
            "status": "s", "seconds": 1.5, "nodes": 3, "date": "d"}"#;
        let inquiry: Inquiry = serde_json::from_str(old).unwrap();
        assert_eq!((inquiry.core_seconds, inquiry.evaluations), (None, 0));
        let again: Inquiry =
            serde_json::from_str(&serde_json::to_string(&inquiry).unwrap()).unwrap();
        assert_eq!(again, inquiry);
    }
}
