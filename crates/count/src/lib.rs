//! Counts every position of a variant, each once. `paper/counting.md` says what is counted, proves that no position is left out or met
//! twice, and defines the units.
//!
//! A *position* is a set of lines that some order of play draws. Its dots follow from them. Positions that a symmetry of the square maps
//! to each other are one *class*.
//!
//! [`count`] goes to a number of moves and keeps nothing. [`Cut`] and [`Ledger`] are for counts of hours and days: they cut the tree of
//! positions into units, and keep the counts of these in files as they are made. [`estimate()`] says beforehand how many positions there
//! are.

mod crowd;
mod cut;
mod estimate;
mod hash;
mod kernel;
mod ledger;
mod position;
mod sizes;
mod tables;
mod tally;
mod units;
mod words;

use rayon::prelude::*;

pub use cut::Cut;
pub use estimate::{Estimate, Estimates, estimate};
pub use ledger::{Ledger, LedgerError};
pub use sizes::TooFar;
pub use tally::Level;
pub use units::count_units;

use morpion_rules::geometry::Variant;
use sizes::Counter;

/// The number of moves after which [`count`] cuts the tree into parts for the threads.
const PARTS_AT: usize = 5;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Counts the positions after 0, 1, ..., `moves` moves, on all threads of the current rayon pool.
///
/// `progress` is called with the number of finished parts and of all, from any thread.
///
/// # Errors
/// When a position reaches farther from the cross than there is room for, which cannot happen up to 13 moves.
///
/// ```
/// use morpion_count::count;
/// use morpion_rules::geometry::Variant;
///
/// // A204109 of the OEIS begins like this.
/// let levels = count(Variant::D4, 4, &|_, _| ())?;
/// let classes: Vec<_> = levels.iter().filter_map(|level| level.classes).collect();
/// assert_eq!(classes, [1, 5, 106, 1174, 10608]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    variant: Variant,
    moves: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Level>, TooFar> {
    levels_to(&Counter::new(variant), moves, progress)
}

fn levels_to(
    counter: &Counter,
    moves: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Level>, TooFar> {
    let parts_at = moves.min(PARTS_AT);
    let (mut trunk, roots) = counter.search(&[], parts_at, &|_| moves > parts_at)?;
    if moves > parts_at {
        trunk.forget(parts_at);
    }
    let (done, all) = (std::sync::atomic::AtomicUsize::new(0), roots.len());
    progress(0, all);
    let tally = roots
        .par_iter()
        .map(|root| {
            let (tally, _) = counter.search(&root.lines, moves, &|_| false)?;
            progress(
                1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
                all,
            );
            Ok(tally)
        })
        .try_reduce(Default::default, |a, b| Ok(a.plus(&b)))?
        .plus(&trunk);
    Ok((0..=moves).map(|n| tally.level(n)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(levels: &[Level]) -> Vec<u64> {
        levels.iter().map(|l| l.classes.unwrap()).collect()
    }

    /// The sequences A204109, A204110, A204107 and A204108 of the OEIS (M. Quist, 2012).
    #[test]
    fn counts_are_those_that_others_have_published() {
        let published: [(Variant, &[u64]); 3] = [
            (
                Variant::D4,
                &[1, 5, 106, 1174, 10608, 73709, 419916, 1991917],
            ),
            (Variant::T4, &[1, 5, 107, 1212, 11307, 82008, 492459]),
            (
                Variant::D5,
                &[
                    1, 4, 55, 404, 2462, 11196, 41135, 122897, 307319, 652286, 1199755,
                ],
            ),
        ];
        for (variant, expected) in published {
            let levels = count(variant, expected.len() - 1, &|_, _| ()).unwrap();
            assert_eq!(classes(&levels), expected, "{variant}");
        }
    }

    /// Hashes only choose which of several images stands for a position: with equal hashes, or bad ones, the counts are the same.
    #[test]
    fn counts_do_not_rest_on_hashes() {
        let poor: [fn(morpion_rules::geometry::Line) -> u32; 2] =
            [|_| 0, |line| line.start.x as u32 & 1];
        for variant in Variant::ALL {
            let expected = count(variant, 5, &|_, _| ()).unwrap();
            for hash in poor {
                let counter = Counter::with_hash(variant, hash);
                assert_eq!(
                    levels_to(&counter, 5, &|_, _| ()).unwrap(),
                    expected,
                    "{variant}"
                );
            }
        }
    }

    #[test]
    fn parts_sum_up_to_the_whole() {
        let whole = count(Variant::T5, 6, &|_, _| ()).unwrap();
        for moves in [0, 1, 4, 5] {
            let levels = count(Variant::T5, moves, &|_, _| ()).unwrap();
            assert_eq!(levels, whole[..=moves]);
        }
    }
}
