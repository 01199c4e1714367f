//! Taking certificates made elsewhere into a results folder.
//!
//! Promise: only certificates that the independent checker accepts are believed, and a weaker fact never replaces a stronger one.

use std::sync::Mutex;
use std::time::SystemTime;

use morpion_check_core::format::{Claim as Certified, Reject};
use morpion_check_core::walk::{Counts, Verdict, check};

use morpion_proof::tree::{ReadError, Tree};

use super::run::ProveError;
use super::solve::no_proof_refuted;
use morpion_output::text::timestamp;
use morpion_proof::claim::{Ask, Claim, Evidence, NoClaim, Objects, Setting, Subject};
use morpion_proof::engine::{Answer, Effort, Shown, Stopped};
use morpion_results::{
    BoxFacts, Facts, ObjectFault, Store, StoreError, check_object, is_settled, known_or_new,
};
use morpion_rules::game::order_moves;
use morpion_rules::geometry::{BoundingBox, Move};

/// The words that a box file has in place of the engine's name.
const ORIGIN: &str = "made elsewhere";

/// The result of importing a certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Imported {
    /// The certificate proves something new, or proves it in fewer nodes, and is now part of the folder.
    Proof(Certified),
    /// The certificate is unfinished and explores this share of its tree, more than the one kept before; the next run goes on there.
    Unfinished(Certified, f64),
    /// The folder already holds as much or more.
    Known(Certified),
}

/// The reason why a certificate is not taken in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The checker refuses the certificate.
    #[error("the checker rejects it: {0}")]
    Rejected(Reject),
    /// It is about a box that results are not kept by.
    #[error("it is about box {found}, but results are kept by canonical boxes: prove {canonical} instead", canonical = found.canonical())]
    NotCanonical {
        /// The box.
        found: BoundingBox,
    },
    /// The certificate's number of moves is of no use.
    #[error(transparent)]
    NoClaim(#[from] NoClaim),
    /// The folder is about other positions.
    #[error(
        "it is about {found}, but the folder is about {folder}: choose another folder with --results"
    )]
    OtherSetting {
        /// The setting of the certificate.
        found: Setting,
        /// The setting of the folder.
        folder: Setting,
    },
    /// The engine cannot go on from it.
    #[error("the engine cannot go on from it: {0}")]
    NotResumable(#[from] ReadError),
    /// The object in the answer cannot be taken in.
    #[error("the engine's answer is refused: {0}")]
    Object(#[from] ObjectFault),
    /// The folder refuses, or the proof contradicts an object that is known.
    #[error(transparent)]
    Resize(#[from] ProveError),
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Resize(error.into())
    }
}

impl ImportError {
    /// Why the certificate is refused.
    ///
    /// # Errors
    /// The error itself, if no other certificate could mend it: the folder refuses, or a proof is refuted.
    pub fn refusal(self) -> Result<String, Self> {
        match self {
            Self::Resize(_) => Err(self),
            refused => Ok(refused.to_string()),
        }
    }
}

/// An answer found elsewhere; how long it took is not known.
fn elsewhere(status: &str) -> Answer {
    Answer {
        status: status.to_owned(),
        ..Answer::new(ORIGIN.to_owned())
    }
}

/// A results folder that takes in certificates, from several threads.
pub struct Importer<'a> {
    store: &'a Store,
    facts: Mutex<Facts>,
}

impl<'a> Importer<'a> {
    /// Takes certificates into `store`, of which `facts` are known.
    pub fn new(store: &'a Store, facts: Facts) -> Self {
        Self {
            store,
            facts: Mutex::new(facts),
        }
    }

    /// Checks a certificate, which may take minutes, and takes it in.
    ///
    /// # Errors
    /// See [`ImportError`]; the folder is then as it was.
    pub fn import(&self, certificate: &[u8]) -> Result<Imported, ImportError> {
        match check(certificate).map_err(ImportError::Rejected)? {
            Verdict::Valid(claim, counts) => self.proof(claim, counts, certificate),
            Verdict::Unfinished(claim, _) => self.unfinished(claim, certificate),
        }
    }

    /// The claim that a certificate shows, or is to show, if it belongs to this folder.
    fn claim(&self, shown: Certified) -> Result<Claim, ImportError> {
        let found = Claim::of_certificate(shown)?;
        self.ensure_it_belongs_here(&found)?;
        Ok(found)
    }

    fn ensure_it_belongs_here(&self, claim: &Claim) -> Result<(), ImportError> {
        let folder = self.store.setting();
        let Subject {
            setting,
            bounding_box,
            ..
        } = claim.subject;
        if setting != folder {
            let found = setting;
            return Err(ImportError::OtherSetting { found, folder });
        }
        if bounding_box != bounding_box.canonical() {
            let found = bounding_box;
            return Err(ImportError::NotCanonical { found });
        }
        Ok(())
    }

    fn proof(
        &self,
        shown: Certified,
        counts: Counts,
        certificate: &[u8],
    ) -> Result<Imported, ImportError> {
        let claim = self.claim(shown)?;
        let answer = Answer {
            shown: Some(Shown {
                claim,
                evidence: Evidence::Proven,
                certificate: Some(certificate.to_vec()),
            }),
            effort: Effort {
                nodes: counts.nodes,
                evaluations: counts.evaluations,
                ..Effort::default()
            },
            ..elsewhere("certificate checked")
        };
        let is_better = |facts: &BoxFacts| match facts.proofs().any(|said| said.claim == claim) {
            true => {
                let kept = self.store.nodes_kept(&claim);
                kept.is_none_or(|kept| kept > counts.nodes)
            }
            false => !facts.proves(&claim),
        };
        let is_taken = self.take_in(&claim, &answer, |facts| Ok(is_better(facts)))?;
        Ok(if is_taken {
            Imported::Proof(shown)
        } else {
            Imported::Known(shown)
        })
    }

    /// Takes in an object, instead of a certificate, as the answer to a question of this folder, after checking it against the rules.
    ///
    /// # Errors
    /// See [`ImportError`]; the folder is then as it was.
    pub fn object(&self, claim: &Claim, moves: &[Move]) -> Result<(), ImportError> {
        self.ensure_it_belongs_here(claim)?;
        // Only a graph can be put in order.
        let subject = claim.subject;
        check_object(self.store.setting(), subject.bounding_box, moves)?;
        if subject.objects == Objects::Games {
            order_moves(subject.setting.variant, moves).map_err(ObjectFault::Unplayable)?;
        }
        let mut answer = elsewhere("example found");
        answer.meet(subject.setting.variant, moves);
        self.take_in(claim, &answer, |_| Ok(true)).map(|_| ())
    }

    /// Whether the folder proves a claim.
    pub fn proves(&self, claim: &Claim) -> bool {
        let all = self.facts.lock().unwrap_or_else(|e| e.into_inner());
        let facts = all.get(&claim.subject.bounding_box);
        facts.is_some_and(|facts| facts.proves(claim))
    }

    fn unfinished(&self, shown: Certified, certificate: &[u8]) -> Result<Imported, ImportError> {
        let claim = self.claim(shown)?;
        let share = |bytes: &[u8]| Tree::read(bytes).map(|tree| tree.closed_share());
        let explored = share(certificate)?;
        let stopped = Stopped {
            explored: Some(explored),
            unfinished: certificate.to_vec(),
        };
        let answer = Answer {
            stopped: Some(stopped),
            ..elsewhere("unfinished certificate checked")
        };
        let is_new = self.take_in(&claim, &answer, |facts| {
            let ask = Ask::Holds(claim);
            if is_settled(facts, &ask) {
                return Ok(false);
            }
            let kept = self.store.unfinished(&ask)?;
            Ok(match kept {
                Some(kept) => share(&kept)? < explored,
                None => true,
            })
        })?;
        Ok(if is_new {
            Imported::Unfinished(shown, explored)
        } else {
            Imported::Known(shown)
        })
    }

    /// Takes in the answer if `is_better` finds it better than the known facts; returns whether it was taken in.
    fn take_in(
        &self,
        claim: &Claim,
        answer: &Answer,
        is_better: impl FnOnce(&BoxFacts) -> Result<bool, ImportError>,
    ) -> Result<bool, ImportError> {
        let mut all = self.facts.lock().unwrap_or_else(|e| e.into_inner());
        let mut known = known_or_new(&all, claim.subject.bounding_box);
        if !is_better(&known)? {
            return Ok(false);
        }
        let ask = Ask::Holds(*claim);
        let conflicts = known.absorb(&ask, answer, timestamp(SystemTime::now()))?;
        no_proof_refuted(conflicts)?;
        self.store.keep(&known, &ask, answer)?;
        all.insert(known.bounding_box, known);
        Ok(true)
    }
}
