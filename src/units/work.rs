//! Working on a unit: going on below its node until nothing is open there, or until it is stopped.

use crate::engine::{Control, Effort, Engine, EngineError};
use crate::geometry::Move;

use super::file::{AboutNothing, Spent, Unit};

/// Why a unit cannot be worked on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum WorkError {
    /// Its certificate is not one of this version.
    #[error("its certificate cannot be read: {0}")]
    Unreadable(#[from] AboutNothing),
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Walking to the node, the engine did not come to it.
    #[error("its node does not exist: the way to it ends before; cut the question again")]
    NoNode,
}

/// Goes on with a unit until it is done or `control` ends the run; what was there before stays part of it. `keep` is called
/// every few minutes with what there is by then.
///
/// # Errors
/// See [`WorkError`].
pub(crate) fn work(
    unit: &Unit,
    engine: &dyn Engine,
    control: &Control<'_>,
    keep: &(dyn Fn(&Unit) + Sync),
) -> Result<Unit, WorkError> {
    let claim = unit.claim()?;
    let certificate = unit.certificate();
    let with = |certificate: &[u8], spent: Spent| {
        let subtree = unit.place.subtree(certificate)?.to_vec();
        Some(Unit {
            subtree,
            spent,
            ..unit.clone()
        })
    };
    let keep_part = |certificate: &[u8]| {
        if let Some(part) = with(certificate, unit.spent) {
            keep(&part);
        }
    };
    let control = Control {
        resume: Some(&certificate),
        below: Some(unit.place.start()),
        keep: &keep_part,
        ..*control
    };
    let answer = engine.solve(&claim, &control)?;
    let unfinished = || Some(answer.stopped()?.1);
    let made = answer.certificate().or_else(unfinished);
    let spent = sum(unit.spent, answer.effort);
    let found = answer.best(claim.objects).map(<[Move]>::to_vec);
    let result = match made {
        Some(made) => with(made, spent).ok_or(WorkError::NoNode)?,
        None => Unit {
            spent,
            ..unit.clone()
        },
    };
    Ok(Unit { found, ..result })
}

fn sum(before: Spent, now: Effort) -> Spent {
    Spent {
        nodes: before.nodes + now.nodes,
        evaluations: before.evaluations + now.evaluations,
        core_milliseconds: before.core_milliseconds
            + (now.core_seconds.unwrap_or(0.0) * 1e3) as u64,
    }
}
