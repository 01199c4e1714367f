//! Samples: as many certificates of a theorem as a length of time allows, drawn at random and verified.
//!
//! Chance decides only the order, and which certificates are left out when the time is over. A sample calls no theorem proven.

use morpion_check_core::folder::{self, Listed, Outcome, Report, Said, Seen};
use morpion_check_core::format::Claim;
use morpion_check_core::walk::Form;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The most time that a core takes for a byte of a certificate, unpacked (25 to 410 microseconds were measured). Certificates that
/// would not end in time by this figure are passed over, so that those that are begun do end.
const MICROSECONDS_PER_BYTE: u64 = 500;

/// How many certificates there should be time for: fewer are soon none on a machine that has other work.
const FEW: usize = 10;

/// The settings of a sample.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of threads.
    pub jobs: usize,
    /// The form of the bound.
    pub form: Form,
    /// For how long certificates are verified. Headers, coverage and witnesses always are.
    pub time: Duration,
    /// The seed that decides in which order certificates are drawn.
    pub seed: u64,
}

/// Checks theorem files as [`check`](morpion_check_core::folder::check) does, but only for the time of the plan.
pub fn check(files: &[PathBuf], plan: &Plan, report: Report<'_>) -> Vec<Outcome> {
    let until = Instant::now().checked_add(plan.time);
    let mut seen = Seen::look(files, plan.jobs, report);
    let sizes = seen.listed.iter().map(|file| (file.bytes, file.claim));
    let order = order(&sizes.collect::<Vec<_>>(), plan.seed);
    let is_in_time = |file: &Listed| {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        left.is_none_or(|left| left > needed(file.bytes, file.claim))
    };
    let how = folder::Plan {
        jobs: plan.jobs,
        form: plan.form,
        until,
        begins: &is_in_time,
    };
    seen.verify(&order, &how, report);
    seen.outcomes()
}

/// A warning for the user, as soon as everything outside of the trees was looked at: the time is enough for few certificates, or for
/// none. `None` if the time is enough, and for all other messages.
pub fn warning(plan: &Plan, said: Said<'_>) -> Option<String> {
    let Said::Looked(_, (all, bytes)) = said else {
        return None;
    };
    let of_few = average(all, bytes) * all.min(FEW) as u32
        / u32::try_from(plan.jobs.max(1)).unwrap_or(u32::MAX);
    (plan.time < of_few).then(|| {
        format!(
            "in {} s few of {all} certificates can be repeated, or none: one may take {} s on average; allow {} s or more",
            plan.time.as_secs(),
            average(all, bytes).as_secs() + 1,
            of_few.as_secs() + 1
        )
    })
}

/// The outcome of a theorem in words; if only some certificates were verified, with their share and the seed that has drawn them.
pub fn words(outcome: &Outcome, seed: u64) -> String {
    match outcome {
        Outcome::Partial {
            sentence,
            verified,
            all,
        } => partial(sentence, seed, *verified, *all),
        _ => outcome.to_string(),
    }
}

/// The most time that a certificate of so many bytes takes. One that lists positions may take any time for a byte: 0 is returned,
/// so it is begun as long as there is time, and may be broken off.
fn needed(bytes: u64, claim: Option<Claim>) -> Duration {
    let lists = claim.is_some_and(|claim| claim.all_of);
    let per_byte = if lists { 0 } else { MICROSECONDS_PER_BYTE };
    Duration::from_micros(bytes.saturating_mul(per_byte))
}

/// The most time that one of `all` certificates, of `bytes` bytes together, takes on average.
fn average(all: usize, bytes: u64) -> Duration {
    needed(bytes, None) / u32::try_from(all.max(1)).unwrap_or(u32::MAX)
}

/// The numbers of files of these sizes and claims in the order in which they are verified, drawn by their bytes. Lists come last: each
/// may take all of the time.
fn order(files: &[(u64, Option<Claim>)], seed: u64) -> Vec<usize> {
    let weights: Vec<u64> = files.iter().map(|(bytes, _)| *bytes).collect();
    let mut order = draw(&weights, seed);
    order.sort_by_key(|&n| files[n].1.is_some_and(|claim| claim.all_of));
    order
}

/// How much of a theorem was verified if nothing was found wrong: the number of certificates and bytes, out of all.
fn partial(
    sentence: &str,
    seed: u64,
    (some, part): (usize, u64),
    (all, whole): (usize, u64),
) -> String {
    // Rounded down.
    let share = 1000 * part / whole.max(1);
    let (percent, tenths) = (share / 10, share % 10);
    let words = format!(
        "not repeated whole: it says that {sentence}; {some} of {all} certificates, with {percent}.{tenths} % of their bytes, were \
         verified, drawn at random (--seed {seed}) from those that fit the time, and of all that they claim what is listed and cover \
         every box"
    );
    if some > 0 {
        return words;
    }
    let average = average(all, whole).as_secs() + 1;
    format!(
        "{words}; none of them was, so nothing was repeated: allow a multiple of what an average one may take, {average} s"
    )
}

/// The numbers of things of these weights in an order drawn at random: each time every one that is left comes next with a
/// probability in proportion to its weight. (A weight of 0 counts as 1. The generator is SplitMix64.)
pub fn draw(weights: &[u64], seed: u64) -> Vec<usize> {
    let weights = weights.iter().map(|&weight| u128::from(weight.max(1)));
    let mut left: Vec<(usize, u128)> = weights.enumerate().collect();
    let mut state = seed;
    let mut order = Vec::new();
    while !left.is_empty() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut random = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        random ^= random >> 31;
        // No sum of fewer than 2^63 weights overflows so.
        let mut point = u128::from(random) % left.iter().map(|(_, weight)| weight).sum::<u128>();
        let next = left.iter().position(|&(_, weight)| {
            let is_here = point < weight;
            point = point.saturating_sub(weight);
            is_here
        });
        order.push(left.remove(next.unwrap_or(0)).0);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_check_core::geometry::BoxSize;
    use morpion_check_core::state::Objects;

    fn claim(all_of: bool) -> Option<Claim> {
        Some(Claim {
            size: BoxSize::CROSS,
            arrival: None,
            objects: Objects::Games,
            symmetric: false,
            k: 1,
            all_of,
        })
    }

    /// Fails if a list takes the time of all other certificates of a folder.
    #[test]
    fn lists_come_last() {
        let (list, bound) = ((1_000_000, claim(true)), (1, claim(false)));
        for seed in 0..20 {
            let drawn = order(&[list, bound, list, bound], seed);
            assert!(drawn[..2] == [1, 3] || drawn[..2] == [3, 1], "{drawn:?}");
        }
    }

    /// Fails if a sample passes over lists for their bytes.
    #[test]
    fn lists_are_begun_as_long_as_there_is_time() {
        assert_eq!(needed(1_000_000, claim(true)), Duration::ZERO);
        assert!(needed(1_000_000, claim(false)) > Duration::from_secs(100));
    }
}
