//! Working on a unit: going on below its node until nothing is open there, or until it is stopped.

use std::cell::Cell;
use std::time::{Duration, Instant};

use morpion_proof::branch_and_bound::{Effort, Limits, Params, SearchError, Start, refute};
use morpion_proof::tree::Tree;

use super::file::{NotForUnits, Spent, Unit, claim_of};

/// Why a unit cannot be worked on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// Its certificate has no claim that can be shown in units.
    #[error("its certificate cannot be read: {0}")]
    Unreadable(#[from] NotForUnits),
    /// The search refuses.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The time between two calls of `keep`.
const KEEP_EVERY: Duration = Duration::from_secs(300);

/// Goes on with a unit until it is done or `limits` end the run; what was shown before stays part of it. `keep` is called
/// every few minutes with the unit as it is by then.
///
/// # Errors
/// See [`WorkError`].
pub fn work(unit: &Unit, limits: &Limits<'_>, keep: &dyn Fn(&Unit)) -> Result<Unit, WorkError> {
    let claim = claim_of(&unit.tree.write())?;
    let begun = Instant::now();
    let kept = Cell::new(begun);
    let with = |tree: &Tree, effort: &Effort| Unit {
        tree: tree.clone(),
        spent: unit.spent.and(effort),
        ..unit.clone()
    };
    let watch = |effort: &Effort, tree: &Tree| {
        (limits.watch)(effort, tree);
        if kept.get().elapsed() >= KEEP_EVERY {
            keep(&with(tree, effort));
            kept.set(Instant::now());
        }
    };
    let limits = Limits {
        watch: &watch,
        ..*limits
    };
    let start = Start::Below(unit.tree.clone(), unit.path.clone());
    let outcome = refute(claim, &Params::default(), &limits, start)?;
    Ok(Unit {
        found: outcome.witness,
        ..with(&outcome.tree, &outcome.effort)
    })
}

impl Spent {
    fn and(self, effort: &Effort) -> Self {
        Self {
            nodes: self.nodes + effort.nodes,
            evaluations: self.evaluations + effort.evaluations,
            core_milliseconds: self.core_milliseconds + (effort.core_seconds * 1e3) as u64,
        }
    }
}
