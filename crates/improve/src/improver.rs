//! Looks for larger graphs or longer games, box by box. Checks each find, and saves it at once if it is larger than the known one.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use morpion_proof::claim::{Ask, Objects, Subject};
use morpion_results::{
    BoxFacts, Conflict, Facts, Found, ObjectFault, Store, StoreError, check_object, is_settled,
};
use morpion_rules::geometry::{BoundingBox, Move};
use morpion_search::games::StartError;

/// What is looked for in every box.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Larger graphs, or longer games.
    pub objects: Objects,
    /// How long a box is searched.
    pub limit: Duration,
    /// One of this size is large enough.
    pub at_least: Option<u32>,
    /// Graphs: nodes that the exact engine may spend on a window.
    pub nodes: u64,
    /// Whether the search begins with random games instead of what is known.
    pub from_scratch: bool,
    /// What the random numbers begin with.
    pub seed: u64,
}

/// Why a search ended without an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// No game can begin in the box.
    #[error(transparent)]
    Start(#[from] StartError),
    /// What was found breaks the rules.
    #[error("what was found for box {bounding_box} is refused")]
    Refused {
        /// The box.
        bounding_box: BoundingBox,
        /// The reason.
        source: ObjectFault,
    },
    /// What was found cannot be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was found contradicts a bound.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

/// Hears of what was found as soon as it is saved: the box, the size, and the time that the search took.
pub type News<'a> = &'a (dyn Fn(BoundingBox, usize, Duration) + Sync);

/// The search of any number of boxes, from any number of threads.
pub struct Improver<'a> {
    pub(crate) request: Request,
    /// What is asked for is larger than what is known there.
    facts: Mutex<Facts>,
    /// For each box the longest game, or beginning of one.
    pub(crate) games: &'a BTreeMap<BoundingBox, Found>,
    pub(crate) store: &'a Store,
    pub(crate) stop: &'a AtomicBool,
    news: News<'a>,
}

impl<'a> Improver<'a> {
    /// Goes on from `facts`, which are those of `store`, and from the longest game of each box; ends soon after `stop` turns true.
    pub fn new(
        request: Request,
        store: &'a Store,
        facts: Facts,
        games: &'a BTreeMap<BoundingBox, Found>,
        stop: &'a AtomicBool,
        news: News<'a>,
    ) -> Self {
        Self {
            request,
            facts: Mutex::new(facts),
            games,
            store,
            stop,
            news,
        }
    }

    /// The boxes that have a bound which the largest known does not meet, smallest first.
    pub fn open(&self) -> Vec<BoundingBox> {
        let facts = self.facts();
        let is_open = |known: &&BoxFacts| {
            known.at_most(self.request.objects).is_some()
                && !is_settled(known, &self.maximum(known.bounding_box))
        };
        facts
            .values()
            .filter(is_open)
            .map(|f| f.bounding_box)
            .collect()
    }

    /// The question that a search prepares.
    fn maximum(&self, bounding_box: BoundingBox) -> Ask {
        let (setting, objects) = (self.store.setting(), self.request.objects);
        Ask::Maximum(Subject::new(setting, bounding_box, objects))
    }

    pub(crate) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The size of the largest that is known.
    pub(crate) fn best(&self, bounding_box: BoundingBox) -> Option<u32> {
        self.facts().get(&bounding_box)?.best(self.request.objects)
    }

    /// Whether a larger one is proven not to exist.
    pub(crate) fn is_settled(&self, bounding_box: BoundingBox) -> bool {
        let facts = self.facts();
        let known = facts.get(&bounding_box);
        known.is_some_and(|known| is_settled(known, &self.maximum(bounding_box)))
    }

    /// Takes in the longest game known of the box, if that is news.
    pub(crate) fn take_in(&self, bounding_box: BoundingBox) -> Result<(), ImproveError> {
        let Some(game) = self.games.get(&bounding_box) else {
            return Ok(());
        };
        let mut facts = self.facts();
        let known = facts.entry(bounding_box);
        let known = known.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(Objects::Games) >= Some(game.size()) {
            return Ok(());
        }
        self.learn(known, &game.moves, &game.by)
    }

    /// Takes in what was found if it is larger than what is known of the box.
    pub(crate) fn save(
        &self,
        bounding_box: BoundingBox,
        moves: &[Move],
        after: Duration,
    ) -> Result<(), ImproveError> {
        check_object(self.store.setting(), bounding_box, moves).map_err(|source| {
            ImproveError::Refused {
                bounding_box,
                source,
            }
        })?;
        let mut facts = self.facts();
        let known = facts.entry(bounding_box);
        let known = known.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(self.request.objects) >= Some(moves.len() as u32) {
            return Ok(());
        }
        let by = format!("morpion improve, seed {}", self.request.seed);
        let saved = self.learn(known, moves, &by);
        (self.news)(bounding_box, moves.len(), after);
        saved
    }

    fn learn(&self, known: &mut BoxFacts, moves: &[Move], by: &str) -> Result<(), ImproveError> {
        let conflicts = known.learn_object(self.store.setting().variant, moves, by);
        self.store.save_box(known)?;
        let first = conflicts.into_iter().next();
        first.map_or(Ok(()), |conflict| Err(conflict.into()))
    }
}
