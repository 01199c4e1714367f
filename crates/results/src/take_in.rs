//! Takes an answer into a results folder: its statements into the facts, and beside them its certificate and the place where its search
//! stopped.
//!
//! Promise: nothing is written unless every object of the answer holds; a box file never refers to a file that is not there.

use std::time::SystemTime;

use super::facts::{BoxFacts, Conflict};
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
            // Before the box file that refers to it: the file never promises what is not there.
            self.save_certificate(&shown.claim, certificate)?;
        }
        if let Some(stopped) = &answer.stopped {
            self.save_unfinished(ask, &stopped.unfinished)?;
        }
        self.save_box(known)?;
        self.forget_settled(known)
    }
}
