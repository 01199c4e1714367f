//! Certificates of bounds that are marked proven: each is put before the independent checker.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use morpion_check::certificate::{Claim, Reject, Verdict, check};
use morpion_check::packed;
use rayon::prelude::*;

use crate::engine::claim::is_about;
use crate::engine::{Objects, UpperBound};
use crate::geometry::{Arrival, BoundingBox, Variant};
use crate::resize::{BoxFacts, Setting, Statement, arrival_certificate_path, certificate_path};

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
    let claim = valid_claim(&path)?;
    if shows(claim, setting, bounding_box, objects, bound) {
        Ok(())
    } else {
        Err(CertificateFault::ShowsOther(claim))
    }
}

/// Checks that the folder holds a valid certificate that no game arrives at the box by these sides.
///
/// # Errors
/// See [`CertificateFault`].
pub fn check_arrival(
    folder: &Path,
    bounding_box: BoundingBox,
    arrival: Arrival,
) -> Result<(), CertificateFault> {
    let path = arrival_certificate_path(folder, bounding_box, arrival);
    let claim = valid_claim(&path)?;
    if is_about(claim, bounding_box, Some(arrival), Objects::Games, false) {
        Ok(())
    } else {
        Err(CertificateFault::ShowsOther(claim))
    }
}

/// What a certificate shows once the checker has accepted it.
fn valid_claim(path: &Path) -> Result<Claim, CertificateFault> {
    match check(&packed::read(path)?).map_err(CertificateFault::Rejected)? {
        Verdict::Valid(claim, _) => Ok(claim),
        Verdict::Unfinished(..) => Err(CertificateFault::Unfinished),
    }
}

/// Something that counts as proven about a box.
enum Proof<'a> {
    Bound(&'a Statement),
    NoArrival(Arrival),
}

/// Everything that counts as proven about a box.
fn proofs(facts: &BoxFacts) -> impl Iterator<Item = (BoundingBox, Proof<'_>)> {
    let slots = [&facts.graphs.proven, &facts.games.proven];
    let bounds = slots.into_iter().flatten().map(Proof::Bound);
    let refuted = facts.no_arrival.iter().filter_map(|i| i.arrival);
    let all = bounds.chain(refuted.map(Proof::NoArrival));
    all.map(|proof| (facts.bounding_box, proof))
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

/// Repeats every proof of these boxes of a results folder, in parallel; returns how many there are.
///
/// `progress` is called after each, from any thread, with the number done and the number of all.
///
/// # Errors
/// The first box, in their order, whose proof does not hold.
pub fn check_proofs(
    folder: &Path,
    setting: Setting,
    boxes: &[&BoxFacts],
    progress: impl Fn(usize, usize) + Sync,
) -> Result<usize, UnprovenError> {
    let proofs: Vec<_> = boxes.iter().flat_map(|known| proofs(known)).collect();
    let done = AtomicUsize::new(0);
    let faults: Vec<_> = proofs
        .par_iter()
        .filter_map(|(bounding_box, proof)| {
            let checked = match *proof {
                Proof::Bound(statement) => {
                    let (kind, bound) = (statement.by.objects, statement.bound);
                    check_certificate(folder, setting, *bounding_box, kind, bound)
                }
                Proof::NoArrival(by) => check_arrival(folder, *bounding_box, by),
            };
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, proofs.len());
            Some((*bounding_box, checked.err()?))
        })
        .collect();
    match faults.into_iter().next() {
        None => Ok(proofs.len()),
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
    let k = match bound {
        UpperBound::Empty => 0,
        UpperBound::AtMost(n) => u64::from(n) + 1,
    };
    setting.variant == Variant::D5
        && claim.k == k
        && is_about(claim, bounding_box, None, objects, setting.symmetric)
}
