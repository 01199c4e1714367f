//! Taking certificates made elsewhere into a results folder.
//!
//! Promise: nothing is believed that the independent checker does not accept, and nothing known
//! is replaced by something weaker.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime};

use morpion_check::certificate::{Claim, Counts, Reject, Verdict, check};

use super::run::ResizeError;
use crate::engine::{
    Answer, Control, Ending, Engine, EngineError, Evidence, Objects, Order, Question, UpperBound,
};
use crate::game::order_moves;
use crate::geometry::{Arrival, BoundingBox, Move, Variant};
use crate::resize::folder::facts::{ObjectFault, check_object};
use crate::resize::folder::store::{Facts, Store, StoreError};
use crate::resize::folder::unfinished::{Wanted, is_settled};
use crate::resize::{BoxFacts, Setting, timestamp};

/// What stands in a box file in the place of the engine.
const ORIGIN: &str = "made elsewhere";

/// What became of a certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adopted {
    /// It proves something new and is now part of the folder.
    Proof(Claim),
    /// It is unfinished and explores more than what was kept before, this share; the next run goes on there.
    Unfinished(Claim, f64),
    /// The folder already holds as much or more.
    Known(Claim),
}

/// Why a certificate is not taken in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdoptError {
    /// The checker refuses it.
    #[error("the checker rejects it: {0}")]
    Rejected(Reject),
    /// It is about a box that results are not kept by.
    #[error("it is about box {found}, but results are kept by canonical boxes: prove {canonical} instead", canonical = found.canonical())]
    NotCanonical {
        /// The box.
        found: BoundingBox,
    },
    /// Its number of moves is of no use.
    #[error("it refutes {0} moves, which no question asks about")]
    NoQuestion(u64),
    /// The folder is about other positions.
    #[error(
        "it is about {found}, but the folder is about {folder}: choose another folder with --out"
    )]
    OtherSetting {
        /// What the certificate is about.
        found: Setting,
        /// What the folder is about.
        folder: Setting,
    },
    /// The engine cannot go on from it.
    #[error(transparent)]
    NotResumable(#[from] EngineError),
    /// What the engine found cannot be taken in.
    #[error("the engine's answer is refused: {0}")]
    Object(#[from] ObjectFault),
    /// The folder refuses, or the proof contradicts an object that is known.
    #[error(transparent)]
    Resize(#[from] ResizeError),
}

impl From<StoreError> for AdoptError {
    fn from(error: StoreError) -> Self {
        Self::Resize(error.into())
    }
}

/// A results folder that takes in certificates, from several threads.
pub struct Adopter<'a> {
    store: &'a Store,
    facts: Mutex<Facts>,
    engine: &'a dyn Engine,
}

impl<'a> Adopter<'a> {
    /// Takes certificates into `store`, of which `facts` are known. `engine` is the one that is
    /// to go on from unfinished ones.
    pub fn new(store: &'a Store, facts: Facts, engine: &'a dyn Engine) -> Self {
        Self {
            store,
            facts: Mutex::new(facts),
            engine,
        }
    }

    /// Checks a certificate, which may take minutes, and takes it in.
    ///
    /// # Errors
    /// See [`AdoptError`]; the folder is then as it was.
    pub fn adopt(&self, certificate: &[u8]) -> Result<Adopted, AdoptError> {
        match check(certificate).map_err(AdoptError::Rejected)? {
            Verdict::Valid(claim, counts) => self.proof(claim, counts, certificate),
            Verdict::Unfinished(claim, _) => self.unfinished(claim, certificate),
        }
    }

    /// The question that a certificate answers, or is to answer, if it is one of this folder.
    fn question(&self, claim: Claim) -> Result<Question, AdoptError> {
        let found = Setting {
            variant: Variant::D5,
            symmetric: claim.symmetric,
        };
        let folder = self.store.setting();
        if found != folder {
            return Err(AdoptError::OtherSetting { found, folder });
        }
        question_of(claim)
    }

    fn proof(
        &self,
        claim: Claim,
        counts: Counts,
        certificate: &[u8],
    ) -> Result<Adopted, AdoptError> {
        let question = self.question(claim)?;
        let bound = match claim.k {
            0 => UpperBound::Empty,
            _ => UpperBound::AtMost(question.at_least.unwrap_or(1) - 1),
        };
        let answer = Answer {
            ending: Ending::Answered,
            status: "certificate checked".to_owned(),
            bound: Some((bound, Evidence::Proven)),
            nodes: counts.nodes,
            evaluations: counts.evaluations,
            certificate: Some(certificate.to_vec()),
            ..Answer::new(ORIGIN.to_owned())
        };
        let is_new = self.take_in(&question, &answer, |facts| {
            if let Some(by) = question.arrival {
                return Ok(!facts.never_arrives(by));
            }
            let known = facts.bound(question.objects(), Evidence::Proven);
            Ok(known.is_none_or(|k| k.stronger(bound) != k))
        })?;
        Ok(if is_new {
            Adopted::Proof(claim)
        } else {
            Adopted::Known(claim)
        })
    }

    /// Takes in an object that answers a question of this folder otherwise, after checking it against the rules.
    ///
    /// # Errors
    /// See [`AdoptError`]; the folder is then as it was.
    pub fn object(&self, question: &Question, moves: &[Move]) -> Result<(), AdoptError> {
        // Only a graph can be put in order.
        check_object(self.store.setting(), question.bounding_box, moves)?;
        let game = order_moves(question.variant, moves);
        if question.objects() == Objects::Games {
            game.clone().map_err(ObjectFault::Unplayable)?;
        }
        let answer = Answer {
            ending: Ending::Answered,
            status: "example found".to_owned(),
            best_graph: Some(moves.to_vec()),
            best_game: game.ok(),
            ..Answer::new(ORIGIN.to_owned())
        };
        self.take_in(question, &answer, |_| Ok(true)).map(|_| ())
    }

    fn unfinished(&self, claim: Claim, certificate: &[u8]) -> Result<Adopted, AdoptError> {
        let question = self.question(claim)?;
        let share = |bytes: &[u8]| self.explored(&question, bytes);
        let explored = share(certificate)?;
        let answer = Answer {
            ending: Ending::TimeLimit,
            status: "unfinished certificate checked".to_owned(),
            explored: Some(explored),
            unfinished: Some(certificate.to_vec()),
            ..Answer::new(ORIGIN.to_owned())
        };
        let is_new = self.take_in(&question, &answer, |facts| {
            if is_settled(facts, Wanted::of(&question)) {
                return Ok(false);
            }
            let kept = self.store.unfinished(&question)?;
            Ok(match kept {
                Some(kept) => share(&kept)? < explored,
                None => true,
            })
        })?;
        let adopted = Adopted::Unfinished(claim, explored);
        Ok(if is_new {
            adopted
        } else {
            Adopted::Known(claim)
        })
    }

    /// The share of the tree that an unfinished certificate explores: the engine takes it up and stops at once.
    fn explored(&self, question: &Question, certificate: &[u8]) -> Result<f64, AdoptError> {
        let stop = AtomicBool::new(false);
        let control = Control {
            deadline: Some(Instant::now()),
            resume: Some(certificate),
            ..Control::new(&stop)
        };
        let answer = self.engine.solve(question, &control)?;
        Ok(answer.explored.unwrap_or(0.0))
    }

    /// Records the answer if `is_better` than what is known.
    fn take_in(
        &self,
        question: &Question,
        answer: &Answer,
        is_better: impl FnOnce(&BoxFacts) -> Result<bool, AdoptError>,
    ) -> Result<bool, AdoptError> {
        let mut all = self.facts.lock().unwrap_or_else(|e| e.into_inner());
        let known = all.get(&question.bounding_box).cloned();
        let mut facts = known.unwrap_or_else(|| BoxFacts::new(question.bounding_box));
        if !is_better(&facts)? {
            return Ok(false);
        }
        let date = timestamp(SystemTime::now());
        let conflicts = facts.absorb(self.store.setting(), question, answer, date)?;
        if let Some(conflict) = conflicts.into_iter().next() {
            return Err(ResizeError::ProofRefuted(Box::new(conflict)).into());
        }
        self.store.record(&facts, question, answer)?;
        all.insert(question.bounding_box, facts);
        Ok(true)
    }
}

fn question_of(claim: Claim) -> Result<Question, AdoptError> {
    let size = claim.size;
    let bounding_box = BoundingBox::new(size.top, size.right, size.bottom, size.left);
    if bounding_box != bounding_box.canonical() {
        let found = bounding_box;
        return Err(AdoptError::NotCanonical { found });
    }
    let arrival = claim.arrival.map(|a| {
        let sides = a.to_string().parse::<Arrival>();
        sides.expect("checker and engine call sides the same")
    });
    let is_start = bounding_box == Setting::START;
    // Of other boxes "at most 0 moves" is asked as "nothing fits", of this one the other way round.
    let at_least = match (claim.k, u32::try_from(claim.k)) {
        (0, _) if !is_start => 1,
        (1, _) if is_start => 1,
        (2.., Ok(k)) => k,
        _ => return Err(AdoptError::NoQuestion(claim.k)),
    };
    let about_graphs = claim.objects == morpion_check::state::Objects::Graphs;
    Ok(Question {
        at_least: Some(at_least),
        symmetric: claim.symmetric,
        arrival,
        order: if about_graphs {
            Order::None
        } else {
            Order::Cuts
        },
        ..Question::maximum(Variant::D5, bounding_box)
    })
}
