//! What was asked about a box, and the effort it took over all sessions.

use serde::{Deserialize, Serialize};

use crate::claim::{Claim, Objects};
use crate::engine::{Answer, Ending};
use crate::geometry::Arrival;
use crate::resize::BoxFacts;

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

/// What a box has cost over all sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Wall-clock seconds times threads.
    pub core_seconds: f64,
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// Evaluations of the exact bound.
    pub evaluations: u64,
}

impl BoxFacts {
    /// What the box has cost so far.
    pub fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        for inquiry in &self.inquiries {
            effort.seconds += inquiry.seconds;
            effort.core_seconds += inquiry.core_seconds.unwrap_or(inquiry.seconds);
            effort.nodes = effort.nodes.saturating_add(inquiry.nodes);
            effort.evaluations = effort.evaluations.saturating_add(inquiry.evaluations);
        }
        effort
    }

    /// How far the search for `objects` of `at_least` moves had come when it was last stopped: the
    /// share of its tree that is closed, in millionths rounded down. `None` if it was never
    /// stopped in the middle.
    pub fn explored_millionths(&self, objects: Objects, at_least: u32) -> Option<u32> {
        let about = |i: &&Inquiry| {
            i.objects == objects && i.at_least == Some(at_least) && i.arrival.is_none()
        };
        let mut shares = self.inquiries.iter().rev().filter(about);
        // The cast is exact enough: the share lies in 0..=1.
        shares
            .find_map(|i| i.explored)
            .map(|share| (share.clamp(0.0, 1.0) * 1e6) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Setting;
    use crate::geometry::{BoundingBox, Variant};

    fn stopped(seconds: f64, core_seconds: f64, explored: Option<f64>) -> Inquiry {
        let box_of_cross = BoundingBox::default();
        let about = Claim::maximum(Setting::of(Variant::D5), box_of_cross, Objects::Graphs);
        let answer = Answer {
            seconds,
            core_seconds,
            nodes: 10,
            evaluations: 100,
            explored,
            ..Answer::new("test".to_owned())
        };
        Inquiry::of(&about.fewer_than(85), &answer, String::new())
    }

    #[test]
    fn effort_is_summed_over_sessions() {
        let mut facts = BoxFacts::new(BoundingBox::default());
        facts.inquiries = vec![
            stopped(2.0, 2.0, Some(0.25)),
            stopped(3.0, 6.0, Some(0.5)),
            stopped(f64::NAN, -1.0, None),
        ];
        let Effort {
            seconds,
            core_seconds,
            nodes,
            evaluations,
        } = facts.effort();
        assert_eq!((seconds, core_seconds), (5.0, 8.0));
        assert_eq!((nodes, evaluations), (30, 300));
        assert_eq!(
            facts.explored_millionths(Objects::Graphs, 85),
            Some(500_000)
        );
        assert_eq!(facts.explored_millionths(Objects::Graphs, 84), None);
        assert_eq!(facts.explored_millionths(Objects::Games, 85), None);
    }

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
