//! The inputs of a run of the process, and its reports.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use morpion_proof::claim::{Ask, Scope};
use morpion_proof::engine::{Answer, Engine, Progress};
use morpion_results::{BoxFacts, Conflict, Found, Store, StoreError};
use morpion_rules::geometry::BoundingBox;

/// The limits on a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Cores to use: a box each, and several for a box when fewer boxes are left than cores.
    pub jobs: usize,
    /// Wall-clock time of the whole run.
    pub run: Option<Duration>,
    /// Wall-clock time of one question about one box.
    pub per_box: Option<Duration>,
}

/// An event of a run, told to its observer.
#[derive(Debug)]
pub enum Event<'a> {
    /// A question about a box is put to the engine.
    Started(&'a Ask),
    /// The engine reports on a box it works on.
    Progress(BoundingBox, Progress),
    /// The engine has answered or given up; the facts are on disk.
    Answered(&'a Ask, &'a Answer, &'a BoxFacts),
    /// An object exceeds a bound; a claimed bound is dropped.
    Conflict(&'a Conflict),
    /// The engine failed; the box stays open and nothing is resized from it in this run.
    Failed(&'a Ask, &'a str),
    /// An unfinished certificate could not be written; the search goes on all the same.
    NotKept(&'a Ask, &'a StoreError),
    /// The run breaks off; boxes in flight are still waited for.
    Broken(&'a ProveError),
    /// The box is done with; the numbers count the boxes done with and met so far.
    Settled {
        /// The box.
        bounding_box: BoundingBox,
        /// Boxes done with, whether by an answer or given up.
        done: usize,
        /// Boxes met so far, those in flight included.
        met: usize,
    },
}

/// Watches a run.
pub trait Observer: Sync {
    /// Called from any thread, sometimes often; must not block.
    fn tell(&self, event: &Event<'_>);
}

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The state could not be written. What was written before is safe.
    #[error("{0}; the boxes finished before are safe: mend this and run the same command again")]
    Store(#[from] StoreError),
    /// A bound that counts as proven is wrong.
    #[error(
        "{0}; a proven bound cannot be wrong, so the engine or the store is: nothing here should be trusted until this is explained"
    )]
    ProofRefuted(Box<Conflict>),
}

/// The inputs of a run.
pub struct Run<'a> {
    /// The results folder, which holds the state.
    pub store: &'a Store,
    /// The scope of the run, in the setting of the store.
    pub scope: Scope,
    /// The limits on the run.
    pub limits: Limits,
    /// Games that fit boxes, from elsewhere; see `results::known_by_box`.
    pub known: &'a BTreeMap<BoundingBox, Found>,
    /// The engine that solves the boxes.
    pub engine: &'a dyn Engine,
    /// Turns true when no further box should be started; set by the run itself when it breaks off.
    pub stop: &'a AtomicBool,
    /// Watches the run.
    pub observer: &'a dyn Observer,
}
