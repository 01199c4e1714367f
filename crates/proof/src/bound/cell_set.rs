//! Sets of cells.

use super::layout::{LARGEST, bits};

const WORDS: usize = LARGEST.div_ceil(u64::BITS as usize);

/// A set of cells of a box, by their numbers in its [`Layout`](super::layout::Layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// Adds a cell.
    pub(crate) fn insert(&mut self, v: usize) {
        self.0[v / 64] |= 1 << (v % 64);
    }

    /// Whether a cell is a member.
    pub(crate) fn contains(&self, v: usize) -> bool {
        self.0[v / 64] >> (v % 64) & 1 != 0
    }

    /// Its members, in increasing order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(n, word)| bits(word).map(move |bit| 64 * n + bit))
    }

    /// The words that hold the first `len` numbers, 64 in each.
    pub(crate) fn words(&self, len: usize) -> &[u64] {
        &self.0[..len.div_ceil(64)]
    }

    /// Adds the members of a set that is given by its words.
    pub(crate) fn extend_by(&mut self, words: &[u64]) {
        for (mine, theirs) in self.0.iter_mut().zip(words) {
            *mine |= theirs;
        }
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|v| set.insert(v));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sets_hold_what_was_put_in(
            cells in prop::collection::btree_set(0..LARGEST, 0..60),
            others in prop::collection::btree_set(0..LARGEST, 0..60),
        ) {
            let mut set: CellSet = cells.iter().copied().collect();
            prop_assert!(set.cells().eq(cells.iter().copied()));
            prop_assert!((0..LARGEST).all(|v| set.contains(v) == cells.contains(&v)));
            let more: CellSet = others.iter().copied().collect();
            set.extend_by(more.words(LARGEST));
            let union: BTreeSet<usize> = cells.union(&others).copied().collect();
            prop_assert!(set.cells().eq(union));
        }
    }
}
