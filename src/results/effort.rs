//! The effort that a box took over all sessions, and how far a search has come.

use super::facts::BoxFacts;
use super::inquiry::Inquiry;
use crate::claim::Objects;

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
    use crate::claim::{Claim, Setting};
    use crate::engine::Answer;
    use crate::geometry::{BoundingBox, Variant};
    use crate::results::inquiry::Inquiry;

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
}
