//! What decides in which order certificates are verified, and what is told meanwhile: nothing that is proven rests on it.

use crate::certificate::Claim;
use crate::listing::Position;
use crate::theorem::Failure;
use std::path::Path;
use std::time::Duration;

/// What a certificate takes a core for each byte, unpacked, at most (25 to 410 were measured): those that would not end in time by this
/// figure are passed over, so that what is begun ends.
const MICROSECONDS_PER_BYTE: u64 = 500;

/// What is told while theorems are checked.
#[derive(Debug, Clone, Copy)]
pub enum Said<'a> {
    /// All outside of the trees: how many witnesses hold, of how few and how many moves; how many certificates there are, and their bytes.
    Looked((usize, u64, u64), (usize, u64)),
    /// What a certificate of so many bytes shows.
    Valid(&'a Path, u64, &'a str),
    /// The positions that a certificate lists, which has just been told to be valid.
    Listed(&'a [Position]),
    /// What is wrong with a file.
    Failed(&'a Path, &'a Failure),
}

impl Said<'_> {
    /// The line that tells it, if there is one; of those that want quiet only what is wrong.
    pub fn line(&self, is_quiet: bool) -> Option<String> {
        match self {
            Self::Failed(path, failure) => Some(format!("{}: {failure}", path.display())),
            _ if is_quiet => None,
            Self::Valid(path, _, sentence) => {
                Some(format!("{}: valid: {sentence}", path.display()))
            }
            Self::Looked((0, ..), _) | Self::Listed(_) => None,
            Self::Looked((n, least, most), _) => {
                Some(format!("{n} witnesses hold, of {least} to {most} moves"))
            }
        }
    }
}

/// Is told how a check goes.
pub type Report<'a> = &'a (dyn Fn(Said<'_>) + Sync);

/// What a certificate of so many bytes takes at most. One that lists positions may take any time for a byte, so it is begun as long as
/// there is time, and may be broken off.
pub(crate) fn needed(bytes: u64, claim: Option<Claim>) -> Duration {
    let lists = claim.is_some_and(|claim| claim.all_of);
    let per_byte = if lists { 0 } else { MICROSECONDS_PER_BYTE };
    Duration::from_micros(bytes.saturating_mul(per_byte))
}

/// The numbers of files of these sizes and claims in the order in which they are verified, drawn by their bytes. Where the time is
/// limited, lists come last: each may take all of it.
pub(crate) fn order(files: &[(u64, Option<Claim>)], is_limited: bool, seed: u64) -> Vec<usize> {
    let weights: Vec<u64> = files.iter().map(|(bytes, _)| *bytes).collect();
    let mut order = draw(&weights, seed);
    if is_limited {
        order.sort_by_key(|&n| files[n].1.is_some_and(|claim| claim.all_of));
    }
    order
}

/// How much of a theorem was verified, of which nothing is wrong: certificates and their bytes, of all of them.
pub(crate) fn words(
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
    let average = needed(whole, None).as_secs() / all.max(1) as u64 + 1;
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
    use crate::geometry::BoxSize;
    use crate::state::Objects;

    /// Fails if a list takes the time of all other certificates of a folder.
    #[test]
    fn lists_come_last_where_the_time_is_limited() {
        let claim = |all_of| Claim {
            size: BoxSize::CROSS,
            arrival: None,
            objects: Objects::Games,
            symmetric: false,
            k: 1,
            all_of,
        };
        let (list, bound) = ((1_000_000, Some(claim(true))), (1, Some(claim(false))));
        let files = [list, bound, list, bound];
        for seed in 0..20 {
            let limited = order(&files, true, seed);
            assert!(
                limited[..2] == [1, 3] || limited[..2] == [3, 1],
                "{limited:?}"
            );
            let whole = order(&files, false, seed);
            assert!([0, 2].contains(&whole[0]), "{whole:?}");
        }
    }
}
