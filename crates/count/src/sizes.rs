//! Chooses the smallest table that is large enough: small tables are fast, so they are tried first.

use std::sync::OnceLock;

use super::crowd::{crowd, generator};
use super::hash::hash;
use super::kernel::{Found, Kernel, Reached};
use super::tables::Tables;
use super::tally::Tally;
use morpion_rules::geometry::{Line, Variant};

/// A position reaches farther from the cross than the largest table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a position reaches more than 13 cells from the cross, for which there is no room, so larger counts would be too small: give fewer moves"
)]
pub struct TooFar;

/// The searches of one variant, over tables of every size.
pub(super) struct Counter {
    variant: Variant,
    hash: fn(Line) -> u32,
    /// The tables from the smallest to the largest, made when they are needed.
    tables: [OnceLock<Box<dyn Search>>; 3],
}

impl Counter {
    pub(super) fn new(variant: Variant) -> Self {
        Self::with_hash(variant, hash)
    }

    pub(super) fn with_hash(variant: Variant, hash: fn(Line) -> u32) -> Self {
        let tables = Default::default();
        Self {
            variant,
            hash,
            tables,
        }
    }

    /// Counts the position with these lines and all that descend from it, up to `most` moves; of the positions with `most` moves
    /// it reports those whose least hash is `wanted`.
    pub(super) fn search(
        &self,
        lines: &[Line],
        most: usize,
        wanted: &dyn Fn(u32) -> bool,
    ) -> Result<(Tally, Vec<Reached>), TooFar> {
        self.smallest(|table| table.search(lines, most, wanted))
    }

    /// The estimates of one crowd of random games.
    pub(super) fn crowd(&self, games: usize, seed: u64) -> Result<Vec<f64>, TooFar> {
        self.smallest(|table| table.crowd(games, seed))
    }

    /// The answer from the smallest table that is large enough.
    fn smallest<T>(&self, ask: impl Fn(&dyn Search) -> Option<T>) -> Result<T, TooFar> {
        let sizes = 0..self.tables.len();
        sizes
            .map(|size| self.tables[size].get_or_init(|| self.table(size)))
            .find_map(|table| ask(&**table))
            .ok_or(TooFar)
    }

    fn table(&self, size: usize) -> Box<dyn Search> {
        let Self { variant, hash, .. } = *self;
        match (variant.line_length(), size) {
            (4, 0) => Box::new(OfSize::<12, 4, 4, 2>(Tables::new(variant, hash))),
            (4, 1) => Box::new(OfSize::<28, 8, 4, 2>(Tables::new(variant, hash))),
            (4, _) => Box::new(OfSize::<56, 16, 4, 2>(Tables::new(variant, hash))),
            (_, 0) => Box::new(OfSize::<12, 4, 5, 3>(Tables::new(variant, hash))),
            (_, 1) => Box::new(OfSize::<28, 8, 5, 3>(Tables::new(variant, hash))),
            (_, _) => Box::new(OfSize::<56, 16, 5, 3>(Tables::new(variant, hash))),
        }
    }
}

/// A search over tables of some size.
trait Search: Send + Sync {
    fn search(&self, lines: &[Line], most: usize, wanted: &dyn Fn(u32) -> bool) -> Found;
    fn crowd(&self, games: usize, seed: u64) -> Option<Vec<f64>>;
}

struct OfSize<const W: usize, const M: usize, const L: usize, const P: usize>(Tables<W, M>);

impl<const W: usize, const M: usize, const L: usize, const P: usize> Search for OfSize<W, M, L, P> {
    fn search(&self, lines: &[Line], most: usize, wanted: &dyn Fn(u32) -> bool) -> Found {
        Kernel::<W, M, L, P>::new(&self.0, most, wanted).run(lines)
    }

    fn crowd(&self, games: usize, seed: u64) -> Option<Vec<f64>> {
        crowd::<W, M, L, P>(&self.0, games, &mut generator(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_all_sizes_count_the_same_or_say_that_they_are_too_small() {
        for variant in Variant::ALL {
            let counter = Counter::new(variant);
            let search = |size, moves| counter.table(size).search(&[], moves, &|_| false);
            let tallies = [0, 1, 2].map(|size| search(size, 5).unwrap().0);
            assert!(tallies.windows(2).all(|t| t[0].level(5) == t[1].level(5)));
        }
        // A random game of 5T goes farther than the smallest table.
        let counter = Counter::new(Variant::T5);
        assert!(counter.table(0).crowd(100, 1).is_none());
        assert!(counter.crowd(100, 1).unwrap().len() > 40);
    }
}
