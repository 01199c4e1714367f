//! Sets of small numbers, one bit each.

/// A set of numbers below a bound that is fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// Whether a number is in the set.
    pub fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Puts a number in.
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Makes this set the union of three sets with the same bound.
    pub fn become_union(&mut self, a: &Self, b: &Self, c: &Self) {
        for (((x, a), b), c) in self.0.iter_mut().zip(&a.0).zip(&b.0).zip(&c.0) {
            *x = a | b | c;
        }
    }

    /// Adds all numbers of another set with the same bound.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(x, y)| *x |= y);
    }

    /// Whether some number is in both sets.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(x, y)| x & y != 0)
    }

    /// Whether some number is in this set and in one of the other three.
    pub fn meets_any(&self, a: &Self, b: &Self, c: &Self) -> bool {
        let words = self.0.iter().zip(&a.0).zip(&b.0).zip(&c.0);
        words
            .into_iter()
            .any(|(((x, a), b), c)| x & (a | b | c) != 0)
    }

    /// The numbers in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)))
                .take_while(|&w| w != 0)
                .map(move |w| at * 64 + w.trailing_zeros() as usize)
        })
    }
}
