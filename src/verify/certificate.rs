//! Certificates of bounds that are marked proven: each is put before the independent checker.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use morpion_check::certificate::{Claim, Reject, Verdict, check};
use rayon::prelude::*;

use crate::engine::{Objects, UpperBound};
use crate::geometry::{BoundingBox, Variant};
use crate::resize::{Facts, Setting, certificate_path};

/// Why a certificate does not stand behind its bound.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateFault {
    /// There is no such file, or it cannot be read.
    #[error("its certificate cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The checker refuses it.
    #[error("the checker rejects its certificate: {0}")]
    Rejected(Reject),
    /// Some nodes are still open.
    #[error("its certificate is unfinished")]
    Unfinished,
    /// It shows something else, or something weaker.
    #[error("its certificate shows something else: {0}")]
    ShowsOther(Claim),
}

/// Checks that the folder holds a valid certificate of exactly this bound on positions of `setting`.
///
/// # Errors
/// See [`CertificateFault`].
pub fn check_certificate(
    folder: &Path,
    setting: Setting,
    bounding_box: BoundingBox,
    objects: Objects,
    bound: UpperBound,
) -> Result<(), CertificateFault> {
    let path = certificate_path(folder, bounding_box, objects, bound);
    let verdict = check(&std::fs::read(path)?).map_err(CertificateFault::Rejected)?;
    let Verdict::Valid(claim, _) = verdict else {
        return Err(CertificateFault::Unfinished);
    };
    if shows(claim, setting, bounding_box, objects, bound) {
        Ok(())
    } else {
        Err(CertificateFault::ShowsOther(claim))
    }
}

/// A bound that counts as proven on disk, but whose certificate does not show it.
#[derive(Debug, thiserror::Error)]
#[error("box {bounding_box} counts as proven in {}, but {fault}: run `morpion check` to see every fault", folder.display())]
pub struct UnprovenError {
    /// The results folder.
    pub folder: PathBuf,
    /// The box.
    pub bounding_box: BoundingBox,
    /// What is wrong.
    pub fault: CertificateFault,
}

/// Repeats every proof in a results folder, in parallel; returns how many there are.
///
/// `progress` is called after each, from any thread, with the number still to go.
///
/// # Errors
/// The first box, in their order, whose proof does not hold.
pub fn check_proofs(
    folder: &Path,
    setting: Setting,
    facts: &Facts,
    progress: impl Fn(usize) + Sync,
) -> Result<usize, UnprovenError> {
    let statements: Vec<_> = facts
        .values()
        .flat_map(|f| [&f.graphs.proven, &f.games.proven].map(|s| (f.bounding_box, s)))
        .filter_map(|(b, s)| Some((b, s.as_ref()?)))
        .collect();
    let left = AtomicUsize::new(statements.len());
    let faults: Vec<_> = statements
        .par_iter()
        .filter_map(|(bounding_box, statement)| {
            let kind = statement.by.objects;
            let checked = check_certificate(folder, setting, *bounding_box, kind, statement.bound);
            progress(left.fetch_sub(1, Ordering::Relaxed) - 1);
            Some((*bounding_box, checked.err()?))
        })
        .collect();
    match faults.into_iter().next() {
        None => Ok(statements.len()),
        Some((bounding_box, fault)) => Err(UnprovenError {
            folder: folder.to_owned(),
            bounding_box,
            fault,
        }),
    }
}

/// Whether the claim is the bound: about the same box and at least as many objects.
fn shows(
    claim: Claim,
    setting: Setting,
    bounding_box: BoundingBox,
    objects: Objects,
    bound: UpperBound,
) -> bool {
    let size = claim.size;
    let sides = [size.top, size.right, size.bottom, size.left];
    let about_graphs = claim.objects == morpion_check::state::Objects::Graphs;
    let about_all = setting.variant == Variant::D5
        && (setting.symmetric || !claim.symmetric)
        && (about_graphs || objects == Objects::Games);
    let k = match bound {
        UpperBound::Empty => 0,
        UpperBound::AtMost(n) => u64::from(n) + 1,
    };
    about_all && sides == bounding_box.distances() && claim.k == k
}
