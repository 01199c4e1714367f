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

/// The objects to look for in every box, and the limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Graphs or games.
    pub objects: Objects,
    /// The time for each box.
    pub limit: Duration,
    /// The size of an object that is large enough to end the search of its box.
    pub at_least: Option<u32>,
    /// For graphs: the nodes that the exact engine may spend on a window.
    pub nodes: u64,
    /// Whether the search begins with random games instead of the graphs and games known.
    pub from_scratch: bool,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// No game can begin in the box.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An object that the search found breaks the rules.
    #[error("what was found for box {bounding_box} is refused")]
    Refused {
        /// The box.
        bounding_box: BoundingBox,
        /// The reason.
        source: ObjectFault,
    },
    /// An object that the search found cannot be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An object that the search found contradicts a proven bound.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}

/// Called with each larger object, right after the attempt to save it: the box, the size, and the time that the search took.
pub type News<'a> = &'a (dyn Fn(BoundingBox, usize, Duration) + Sync);

/// The search of any number of boxes, from any number of threads.
pub struct Improver<'a> {
    pub(crate) request: Request,
    /// The known facts by box: the search is for objects larger than theirs.
    facts: Mutex<Facts>,
    /// For each box the longest known game, or beginning of one, that fits it.
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

    /// The boxes with a proven bound that the largest object known does not attain, in the order of their distances.
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

    /// The question for the maximum of a box, to which a search gives lower bounds.
    fn maximum(&self, bounding_box: BoundingBox) -> Ask {
        let (setting, objects) = (self.store.setting(), self.request.objects);
        Ask::Maximum(Subject::new(setting, bounding_box, objects))
    }

    pub(crate) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The size of the largest object known of the box.
    pub(crate) fn best(&self, bounding_box: BoundingBox) -> Option<u32> {
        self.facts().get(&bounding_box)?.best(self.request.objects)
    }

    /// Whether it is proven that the box has no larger object than the one known.
    pub(crate) fn is_settled(&self, bounding_box: BoundingBox) -> bool {
        let facts = self.facts();
        let known = facts.get(&bounding_box);
        known.is_some_and(|known| is_settled(known, &self.maximum(bounding_box)))
    }

    /// Adds the longest known game that fits the box to the facts, if it is longer than theirs.
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

    /// Checks an object that was found, and saves it if it is larger than the one known of the box.
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
        let refuted = Conflict::with_a_proof(conflicts);
        refuted.map_or(Ok(()), |conflict| Err(conflict.into()))
    }
}
