//! Order reasoning: forced marks say which dot is placed before which (rule P6).

use super::cell_set::CellSet;
use super::instance::Instance;
use super::layout::{Layout, Mark, bits};

/// The facts of a node contradict each other: nothing satisfies its decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The dots that precede each dot, transitively.
#[derive(Clone)]
pub(crate) struct Precedence {
    /// The dots that others precede, as far as is known.
    later: Vec<u16>,
    /// For each dot of `later` in turn, the words of the set of dots that precede it.
    earlier: Vec<u64>,
    /// The number of words in a set.
    words: usize,
}

impl Precedence {
    /// A precedence in which no dot precedes another.
    pub(crate) const fn new(layout: &Layout) -> Self {
        Self {
            later: Vec::new(),
            earlier: Vec::new(),
            words: layout.len().div_ceil(64),
        }
    }

    /// Notes that the other dots of the move's line precede its own, and draws the consequences. Returns what is new: pairs of a dot and
    /// one that it precedes.
    ///
    /// # Errors
    /// When a dot would precede itself.
    pub(crate) fn add_move(
        &mut self,
        instance: &Instance,
        m: Mark,
    ) -> Result<Vec<(usize, usize)>, Contradiction> {
        let needed = self.needed_by(instance, m);
        if self.earlier_than(m.cell).is_none() {
            self.later.push(m.cell as u16);
            self.earlier.resize(self.earlier.len() + self.words, 0);
        }
        let needed_words = needed.words(64 * self.words);
        let mut new = Vec::new();
        let sets = self.earlier.chunks_exact_mut(self.words);
        for (&x, earlier) in self.later.iter().zip(sets) {
            let x = usize::from(x);
            if x != m.cell && earlier[m.cell / 64] >> (m.cell % 64) & 1 == 0 {
                continue;
            }
            if needed.contains(x) {
                return Err(Contradiction);
            }
            for (n, (word, &needed)) in earlier.iter_mut().zip(needed_words).enumerate() {
                let added = needed & !*word;
                *word |= needed;
                new.extend(bits(added).map(|bit| (64 * n + bit, x)));
            }
        }
        Ok(new)
    }

    /// The dots of the move's line and everything that precedes them.
    fn needed_by(&self, instance: &Instance, m: Mark) -> CellSet {
        let line = instance.layout.line(m).into_iter();
        let others = line.filter(|&w| w != m.cell && !instance.cross.contains(w));
        let mut needed: CellSet = others.clone().collect();
        others
            .filter_map(|w| self.earlier_than(w))
            .for_each(|words| needed.extend_by(words));
        needed
    }

    /// The words of the set of dots that precede a dot, if any are known.
    fn earlier_than(&self, v: usize) -> Option<&[u64]> {
        let n = self.later.iter().position(|&x| usize::from(x) == v)?;
        Some(&self.earlier[n * self.words..][..self.words])
    }
}
