//! Certificates of bounds that are marked proven: the independent checker reads each of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use morpion_check::sample::draw;
use morpion_check_core::format::{Claim as Shown, Reason, Reject};
use morpion_check_core::listing::Position;
use morpion_check_core::packed;
use morpion_check_core::walk::{Form, Verdict, positions};
use rayon::prelude::*;

use morpion_proof::claim::{Claim, Objects};
use morpion_results::{BOXES_FOLDER, BoxFacts, Statement, box_file_name, certificate_path};
use morpion_rules::geometry::BoundingBox;

/// The time that the checker takes for an evaluation on one thread: 1.0 to 2.9 microseconds on two busy cores
/// (benches/results/2026-11-22-check.csv and 2026-11-22-games-of-83.csv), more than 3 for the largest boards of today's theorem.
const SECONDS_PER_EVALUATION: f64 = 2.5e-6;
/// The evaluations per node, about as many as in the certificates of these tables.
const EVALUATIONS_PER_NODE: u64 = 300;
/// The time between two reports of progress.
const EVERY: Duration = Duration::from_secs(1);
/// The seed of the order of certificates, the same for all runs.
const SEED: u64 = 82;

/// Why a certificate does not prove its bound.
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
    ShowsOther(Shown),
}

/// The checker's findings in a valid certificate.
pub struct CheckedCertificate {
    /// The nodes of its tree.
    pub nodes: u64,
    /// The positions that it lists; empty where the claim is a bound.
    pub positions: Vec<Position>,
}

/// Checks that the folder holds a valid certificate of exactly this claim, if there is time for it until then.
///
/// # Errors
/// See [`CertificateFault`]; where the time is over, [`CertificateFault::Rejected`] with [`Reason::Time`].
pub(crate) fn check_certificate(
    folder: &Path,
    claim: &Claim,
    until: Option<Instant>,
) -> Result<CheckedCertificate, CertificateFault> {
    let file = packed::read(&certificate_path(folder, claim))?;
    let checked = positions(&file, Form::Fast, until);
    match checked.map_err(CertificateFault::Rejected)? {
        (Verdict::Valid(shown, counts), positions) if claim.is_shown_by(shown) => {
            Ok(CheckedCertificate {
                nodes: counts.nodes,
                positions,
            })
        }
        (Verdict::Valid(shown, _), _) => Err(CertificateFault::ShowsOther(shown)),
        (Verdict::Unfinished(..), _) => Err(CertificateFault::Unfinished),
    }
}

/// Checks the certificates of these lists, in parallel.
///
/// # Errors
/// The first of them that does not hold.
pub fn check_lists(
    folder: &Path,
    lists: &[Claim],
) -> Result<Vec<CheckedCertificate>, UnprovenError> {
    let check = |claim: &Claim| {
        let checked = check_certificate(folder, claim, None);
        checked.map_err(|fault| unproven(folder, claim, fault))
    };
    lists.par_iter().map(check).collect()
}

/// Whether there was no time for the whole certificate.
fn is_late(checked: &Result<CheckedCertificate, CertificateFault>) -> bool {
    let reason = |fault: &CertificateFault| match fault {
        CertificateFault::Rejected(reject) => Some(reject.reason),
        _ => None,
    };
    checked.as_ref().err().and_then(reason) == Some(Reason::Time)
}

fn unproven(folder: &Path, claim: &Claim, fault: CertificateFault) -> UnprovenError {
    UnprovenError {
        folder: folder.to_owned(),
        bounding_box: claim.subject.bounding_box,
        certificate: certificate_path(folder, claim),
        fault,
    }
}

/// A claim about a box that counts as proven.
struct Proof {
    claim: Claim,
    /// About how many evaluations it takes to repeat it.
    work: u64,
}

impl Proof {
    fn new(Statement { claim, entry }: Statement<'_>) -> Self {
        // Evaluations were not always counted.
        let work = match entry.effort.evaluations {
            0 => entry.effort.nodes.saturating_mul(EVALUATIONS_PER_NODE),
            evaluations => evaluations,
        };
        Self {
            claim,
            work: work.max(1),
        }
    }
}

/// How many proofs have been repeated, and how long the others may still take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeated {
    /// How many proofs have been repeated, and how many there are.
    pub proofs: (usize, usize),
    /// The share of the work that is done, in 0..=1.
    pub share: f64,
    /// The time left, estimated from committed figures and the time that the proofs done so far took.
    pub left: Duration,
}

/// The measured progress of repeating proofs.
struct Clock {
    start: Instant,
    jobs: f64,
    all: (usize, u64),
    done: usize,
    /// The work that is done, in evaluations, and below the time that it took, in seconds of one thread.
    work: u64,
    seconds: f64,
}

impl Clock {
    fn new(proofs: &[Proof]) -> Self {
        let work = proofs.iter().map(|proof| proof.work).sum();
        Self {
            start: Instant::now(),
            jobs: rayon::current_num_threads() as f64,
            all: (proofs.len(), work),
            done: 0,
            work: 0,
            seconds: 0.0,
        }
    }

    fn add(&mut self, work: u64, took: Duration) {
        self.done += 1;
        self.work += work;
        self.seconds += took.as_secs_f64();
    }

    fn read(&self) -> Repeated {
        self.read_after(self.start.elapsed().as_secs_f64())
    }

    /// The committed figure counts as much as if it had been measured on a hundredth of the work. Proofs that are being repeated
    /// count by the time that has gone.
    fn read_after(&self, elapsed: f64) -> Repeated {
        let all = self.all.1 as f64;
        let (seen, done) = (all / 100.0, self.work as f64);
        let seconds = (self.seconds + seen * SECONDS_PER_EVALUATION) / (done + seen).max(1.0);
        let least = (all - done) * seconds / self.jobs;
        let gone = elapsed - self.seconds / self.jobs;
        let left = (least - gone.max(0.0)).max(least / 10.0);
        Repeated {
            proofs: (self.done, self.all.0),
            share: done / all.max(1.0),
            left: Duration::from_secs_f64(left),
        }
    }
}

/// A bound that counts as proven on disk, but whose certificate does not show it.
#[derive(Debug, thiserror::Error)]
#[error(
    "box {bounding_box} counts as proven in {}, but {fault}: restore {}, or remove {}, and the box is solved anew (`morpion check` lists every fault)",
    folder.display(),
    certificate.display(),
    folder.join(BOXES_FOLDER).join(box_file_name(*bounding_box)).display()
)]
pub struct UnprovenError {
    /// The results folder.
    pub folder: PathBuf,
    /// The box.
    pub bounding_box: BoundingBox,
    /// The path where its certificate should be.
    pub certificate: PathBuf,
    /// The fault of the certificate.
    pub fault: CertificateFault,
}

/// Looks for the file of every certificate of these boxes of a results folder, and reads none.
///
/// # Errors
/// The first box with a certificate that is not there.
pub fn find_certificates<'a>(
    folder: &Path,
    boxes: impl IntoIterator<Item = &'a BoxFacts>,
) -> Result<(), UnprovenError> {
    for Statement { claim, .. } in boxes.into_iter().flat_map(BoxFacts::proofs) {
        let found = fs::metadata(certificate_path(folder, &claim));
        found.map_err(|error| unproven(folder, &claim, error.into()))?;
    }
    Ok(())
}

/// Repeats every proof of a bound on these `objects` of these boxes of a results folder, in parallel, `until` that time or until
/// `is_stopped`; returns how many hold, and how many there are.
///
/// Lists are left out, since no bound rests on them, and for graphs so are proofs about games alone. The proofs come in an order drawn
/// at random, so that the share repeated grows steadily; those of much work rather early, so that none of them is left for the end.
///
/// `progress` is called at once and then every second.
///
/// # Errors
/// The first box, in their order, whose proof does not hold.
pub fn check_proofs(
    folder: &Path,
    boxes: &[&BoxFacts],
    objects: Objects,
    progress: impl Fn(Repeated) + Sync,
    until: Option<Instant>,
    is_stopped: impl Fn() -> bool + Sync,
) -> Result<(usize, usize), UnprovenError> {
    let proofs = boxes.iter().flat_map(|known| known.proofs());
    let of_bounds = proofs.filter(|said| {
        let claim = &said.claim;
        !claim.all_of && claim.subject.objects.includes(objects)
    });
    let proofs: Vec<Proof> = of_bounds.map(Proof::new).collect();
    let clock = Mutex::new(Clock::new(&proofs));
    let counted = || clock.lock().unwrap_or_else(PoisonError::into_inner);
    let held = AtomicUsize::new(0);
    let repeat = |n: usize| {
        let (proof, start) = (&proofs[n], Instant::now());
        if is_stopped() || until.is_some_and(|until| start >= until) {
            return None;
        }
        let checked = check_certificate(folder, &proof.claim, until);
        if is_late(&checked) {
            return None;
        }
        counted().add(proof.work, start.elapsed());
        held.fetch_add(usize::from(checked.is_ok()), Ordering::Relaxed);
        Some((n, checked.err()?))
    };
    let tell = || progress(counted().read());
    tell();
    let weights: Vec<u64> = proofs.iter().map(|proof| proof.work.isqrt()).collect();
    let order = draw(&weights, SEED);
    let fault = thread::scope(|scope| {
        let (running, over) = mpsc::channel::<()>();
        scope.spawn(move || {
            while over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        // Bridged, so that every thread takes up the next in this order.
        let faults = order.into_iter().par_bridge().filter_map(repeat);
        let first = faults.min_by_key(|(n, _)| *n);
        drop(running);
        first
    });
    match fault {
        None => Ok((held.into_inner(), proofs.len())),
        Some((n, fault)) => Err(unproven(folder, &proofs[n].claim, fault)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time left when this share of the work took so many `seconds` of one of two threads, and the other one has done nothing.
    fn left(share: f64, seconds: f64, elapsed: f64) -> f64 {
        let all = 1_000_000_000;
        let mut clock = Clock {
            start: Instant::now(),
            jobs: 2.0,
            all: (10, all),
            done: 0,
            work: 0,
            seconds: 0.0,
        };
        clock.add(
            (share * all as f64) as u64,
            Duration::from_secs_f64(seconds),
        );
        clock.read_after(elapsed).left.as_secs_f64()
    }

    #[test]
    fn time_left_is_at_first_committed_and_then_measured() {
        let prior = 1e9 * SECONDS_PER_EVALUATION / 2.0;
        assert!((left(0.0, 0.0, 0.0) - prior).abs() < 1.0);
        // The time spent on proofs in work counts, and some time is always left for one that takes longer than was thought.
        assert!((left(0.0, 0.0, 100.0) - (prior - 100.0)).abs() < 1.0);
        assert!(left(0.0, 0.0, 1e5) >= prior / 10.0);
        // Half of it took ten times as long as was thought.
        let half = prior * 10.0;
        assert!((left(0.5, half, half / 2.0) / (half / 2.0) - 1.0).abs() < 0.05);
        assert_eq!(left(1.0, half, half), 0.0);
    }
}
