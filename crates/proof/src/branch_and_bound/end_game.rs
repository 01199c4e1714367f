//! Nodes in which all dots are known: their linear program closes them, or says where to branch.

use super::children::Decision;
use super::expand::Search;
use super::problem::Subproblem;
use crate::bound::end_game::{End, EndGame, EndNode, Rounds};
use crate::bound::layout::Mark;
use morpion_rules::game::Objects;

impl Search<'_> {
    /// What the linear program says of a node; `None` when dots are open or all moves are known.
    ///
    /// Nor for symmetric objects: the program knows nothing of symmetry, and branching on its solutions made trees of
    /// graphs more than a hundred times larger (paper/notes/23-symmetric-and-graphs.md).
    pub(super) fn end(&self, leaf: &Subproblem) -> Option<End> {
        if self.problem.header.claim.subject.setting.symmetric {
            return None;
        }
        let is_first = leaf.end_games == 0;
        let effort = Rounds {
            most: if is_first {
                self.problem.params.end_rounds
            } else {
                self.problem.params.end_rounds_below
            },
            pairs: is_first,
        };
        if effort.most == 0 {
            return None;
        }
        let game = EndGame::of(&self.problem.instance, &leaf.node)?;
        let end = EndNode {
            instance: &self.problem.instance,
            domain: &leaf.node,
            target: self.problem.target(&leaf.node).into(),
            ordered: self.problem.header.claim.subject.objects == Objects::Games,
        };
        Some(game.refute(&end, effort, &self.pool))
    }

    /// Of the marks that the linear program is undecided about, the one whose two decisions forbid most of its solution by
    /// the rules alone: the product of the shares forbidden.
    pub(super) fn branching_mark(&self, leaf: &Subproblem, shares: &[(Mark, f64)]) -> Option<Mark> {
        /// Marks with smaller shares, or larger ones than 1 less this, leave the solution nearly as it was.
        const UNDECIDED: f64 = 0.1;
        /// What a decision counts that the rules refute.
        const REFUTED: f64 = 10.0;
        /// What each decision counts at least.
        const LEAST: f64 = 0.01;
        let forbidden = |mark: Mark, side: usize| {
            let decided = self.problem.decided(&leaf.node, Decision::Mark(mark), side);
            let Some(child) = decided else {
                return REFUTED;
            };
            let forbidden = shares.iter().filter(|(m, _)| !child.allows(*m));
            forbidden.map(|(_, share)| share).sum::<f64>() + LEAST
        };
        let undecided = |share: f64| (UNDECIDED..=1.0 - UNDECIDED).contains(&share);
        let marks = shares.iter().filter(|(_, share)| undecided(*share));
        let scored = marks.map(|&(m, _)| (forbidden(m, 0) * forbidden(m, 1), m));
        // The first of equals.
        scored
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .map(|(_, mark)| mark)
    }
}
