//! Takes an answer into a results folder: its statements into the facts, and beside them its certificate and the place where its search
//! stopped.
//!
//! Promise: nothing is written unless every object of the answer holds; a box file never refers to a file that is not there.

use std::time::SystemTime;

use super::facts::{BoxFacts, Conflict, Statement};
use super::found::ObjectFault;
use super::store::{Facts, Store, StoreError};
use morpion_output::text::timestamp;
use morpion_proof::claim::Ask;
use morpion_proof::engine::Answer;
use morpion_rules::geometry::BoundingBox;

/// Why an answer is not taken in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TakeInError {
    /// An object of the answer does not hold.
    #[error("the engine's answer is refused: {0}")]
    Object(#[from] ObjectFault),
    /// The file system refuses. The files written before are whole and agree with each other.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The known facts about a box; those of a new box if `facts` has none.
pub fn known_or_new(facts: &Facts, bounding_box: BoundingBox) -> BoxFacts {
    let known = facts.get(&bounding_box).cloned();
    known.unwrap_or_else(|| BoxFacts::new(bounding_box))
}

impl Store {
    /// Adds an engine's answer to a question, with the current time, to `known` and to the folder. Returns the conflicts met, see
    /// [`BoxFacts::absorb`].
    ///
    /// # Errors
    /// See [`TakeInError`].
    pub fn take_in(
        &self,
        known: &mut BoxFacts,
        ask: &Ask,
        answer: &Answer,
    ) -> Result<Vec<Conflict>, TakeInError> {
        let conflicts = known.absorb(ask, answer, timestamp(SystemTime::now()))?;
        self.keep(known, ask, answer)?;
        Ok(conflicts)
    }

    /// Saves the known facts about a box after this answer, with the answer's certificate and the state in which its search stopped.
    ///
    /// # Errors
    /// The file system refuses. The files written before are whole and agree with each other.
    pub fn keep(&self, known: &BoxFacts, ask: &Ask, answer: &Answer) -> Result<(), StoreError> {
        if let Some(shown) = &answer.shown
            && let Some(certificate) = &shown.certificate
        {
            // Of two proofs of a claim the one with fewer nodes stays, as in the known facts.
            let is_shorter = |said: Statement<'_>| {
                said.claim == shown.claim && said.entry.effort.nodes < answer.effort.nodes
            };
            let keeps_other =
                known.proofs().any(is_shorter) && self.nodes_kept(&shown.claim).is_some();
            if !keeps_other {
                // Before the box file that refers to it: the file never promises what is not there.
                self.save_certificate(&shown.claim, certificate)?;
            }
        }
        if let Some(stopped) = &answer.stopped {
            self.save_unfinished(ask, &stopped.unfinished)?;
        }
        self.save_box(known)?;
        self.forget_settled(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_proof::branch_and_bound::{Params, Problem};
    use morpion_proof::claim::{Evidence, Objects, Setting, Subject};
    use morpion_proof::engine::{Effort, Shown};
    use morpion_proof::tree::{Branching, Id, Tree};
    use morpion_rules::geometry::Variant;

    /// A later proof that takes more nodes replaces neither the entry nor the certificate, unless that is gone.
    #[test]
    fn the_certificate_of_fewer_nodes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let setting = Setting::of(Variant::D5);
        let (store, _) = Store::open(folder.path(), setting, false).unwrap();
        let bounding_box = BoundingBox::new(1, 0, 0, 0);
        let claim = Subject::new(setting, bounding_box, Objects::Games).refuting(83);
        let problem = Problem::new(claim, &Params::default()).unwrap();
        let mut known = BoxFacts::new(bounding_box);
        let mut take_in = |branched: u16| {
            let mut tree = Tree::new(problem.header().clone());
            let mut last = Id::ROOT;
            for cell in 0..branched {
                [last, _] = tree.branch(last, Branching::Cell { cell });
            }
            let answer = Answer {
                shown: Some(Shown {
                    claim,
                    evidence: Evidence::Proven,
                    certificate: Some(tree.write()),
                }),
                effort: Effort {
                    nodes: tree.nodes().count() as u64,
                    ..Effort::default()
                },
                ..Answer::new("x".to_owned())
            };
            store.take_in(&mut known, &claim.into(), &answer).unwrap();
            let effort = known.proofs().next().unwrap().entry.effort.nodes;
            (effort, store.nodes_kept(&claim))
        };
        assert_eq!(take_in(3), (7, Some(7)));
        assert_eq!(take_in(1), (3, Some(3)));
        assert_eq!(take_in(2), (3, Some(3)));
        std::fs::write(crate::certificate_path(folder.path(), &claim), "damaged").unwrap();
        assert_eq!(take_in(2), (3, Some(5)));
    }
}
