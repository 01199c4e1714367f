//! Which cuts a solution of the linear program breaks.
//!
//! A set grows from one dot or from two, or shrinks from the set of all dots. Each step adds or removes the dot that makes the sum of the
//! shares of the set's external marks least, until that sum is less than 1.

use super::open_dots::EndGame;
use crate::bound::cell_set::CellSet;

/// A cut is broken when the shares of its marks are less than 1 by this.
const BROKEN: f64 = 1e-2;
/// A mark with a smaller share is taken for unused.
const UNUSED: f64 = 1e-5;
/// Sets grow to at most so many dots (14 leave 5 end games of 42 open, 40 none).
const LARGEST: usize = 40;
/// With fewer sets from single dots than this, pairs of dots are tried.
const FEW: usize = 2;
/// Sets of the pool that are taken at once.
const FROM_POOL: usize = 60;

/// A solution, as the search for sets reads it. Dots have numbers here.
#[derive(Debug)]
pub(super) struct Separation {
    /// The cells of the dots.
    cells: Vec<usize>,
    marks: Vec<Used>,
    /// By dot the marks that place it or whose lines hold it.
    touching: Vec<Vec<usize>>,
    none: Members,
    all: Members,
}

/// A mark with a share.
#[derive(Debug)]
struct Used {
    share: f64,
    dot: usize,
    /// The other dots of its line.
    others: Vec<usize>,
}

/// A set of dots, and what one more or one less would do.
#[derive(Clone, Debug)]
struct Members {
    inside: Vec<bool>,
    size: usize,
    /// By mark how many others of its line are in the set.
    hits: Vec<u8>,
    /// Shares of the external marks.
    weight: f64,
    /// By dot how the weight changes when it joins or leaves.
    change: Vec<f64>,
}

impl Separation {
    /// The shares of the open marks, in the order of the end game; known moves have the share 1.
    pub(super) fn new(game: &EndGame, shares: &[f64]) -> Self {
        let cells: Vec<usize> = game.present.cells().collect();
        let mut number = vec![usize::MAX; game.layout.len()];
        cells.iter().enumerate().for_each(|(n, &v)| number[v] = n);
        let open = game.marks.iter().zip(shares.iter().copied());
        let known = game.known.iter().map(|m| (m, 1.0));
        let used = open.chain(known).filter(|&(_, share)| share > UNUSED);
        let marks = used
            .map(|(m, share)| Used {
                share,
                dot: number[m.cell],
                others: game
                    .layout
                    .line(*m)
                    .into_iter()
                    .filter(|&w| w != m.cell && game.present.contains(w))
                    .map(|w| number[w])
                    .collect(),
            })
            .collect();
        Self::of(cells, marks)
    }

    fn of(cells: Vec<usize>, marks: Vec<Used>) -> Self {
        let mut touching = vec![Vec::new(); cells.len()];
        for (k, mark) in marks.iter().enumerate() {
            touching[mark.dot].push(k);
            mark.others.iter().for_each(|&n| touching[n].push(k));
        }
        let mut none = Members {
            inside: vec![false; cells.len()],
            size: 0,
            hits: vec![0; marks.len()],
            weight: 0.0,
            change: vec![0.0; cells.len()],
        };
        marks.iter().for_each(|m| none.change[m.dot] += m.share);
        let mut found = Self {
            all: none.clone(),
            cells,
            marks,
            touching,
            none,
        };
        let mut all = found.none.clone();
        (0..found.cells.len()).for_each(|n| found.toggle(&mut all, n));
        found.all = all;
        found
    }

    /// Sets whose cuts are broken, without those of `known`; with `pairs` grown from pairs of dots, too, where single dots
    /// yield few.
    pub(super) fn violated(
        &self,
        pool: &[CellSet],
        known: impl Fn(&CellSet) -> bool,
        pairs: bool,
    ) -> Vec<CellSet> {
        let mut found: Vec<CellSet> = Vec::new();
        let mut add = |set: CellSet| {
            let is_new = !known(&set) && !found.contains(&set);
            if is_new {
                found.push(set);
            }
            is_new
        };
        let broken = pool.iter().filter(|set| self.is_broken(set));
        broken.take(FROM_POOL).for_each(|set| {
            add(*set);
        });
        let dots = 0..self.cells.len();
        let single = dots.clone().flat_map(|n| [self.grow(&[n]), self.shrink(n)]);
        let grown = single.flatten().filter(|&set| add(set)).count();
        if pairs && grown < FEW {
            for n in dots {
                for other in self.neighbours(n) {
                    self.grow(&[n, other]).map(&mut add);
                }
            }
        }
        found
    }

    fn is_broken(&self, set: &CellSet) -> bool {
        let contains = |n: usize| set.contains(self.cells[n]);
        let is_external = |m: &&Used| contains(m.dot) && !m.others.iter().any(|&n| contains(n));
        let external = self.marks.iter().filter(is_external);
        (0..self.cells.len()).any(contains) && external.map(|m| m.share).sum::<f64>() < 1.0 - BROKEN
    }

    /// Dots that lie on lines by which this one may be placed.
    fn neighbours(&self, dot: usize) -> Vec<usize> {
        let own = self.touching[dot].iter().map(|&k| &self.marks[k]);
        let own = own.filter(|m| m.dot == dot);
        let mut others: Vec<usize> = own.flat_map(|m| m.others.iter().copied()).collect();
        others.sort_unstable();
        others.dedup();
        others
    }

    /// A broken set that holds these dots.
    fn grow(&self, seed: &[usize]) -> Option<CellSet> {
        let mut members = self.none.clone();
        seed.iter().for_each(|&n| self.toggle(&mut members, n));
        while members.weight >= 1.0 - BROKEN {
            if members.size == LARGEST {
                return None;
            }
            let best = members.least(|n| !members.inside[n])?;
            self.toggle(&mut members, best);
        }
        Some(self.set(&members))
    }

    /// A broken set that holds this dot.
    fn shrink(&self, kept: usize) -> Option<CellSet> {
        let mut members = self.all.clone();
        while members.weight >= 1.0 - BROKEN {
            let best = members.least(|n| members.inside[n] && n != kept)?;
            self.toggle(&mut members, best);
        }
        Some(self.set(&members))
    }

    fn set(&self, members: &Members) -> CellSet {
        let cells = self.cells.iter().zip(&members.inside);
        cells
            .filter(|(_, inside)| **inside)
            .map(|(&v, _)| v)
            .collect()
    }

    /// Puts a dot in or takes it out.
    fn toggle(&self, members: &mut Members, dot: usize) {
        members.weight += members.change[dot];
        for &k in &self.touching[dot] {
            self.count(members, k, -1.0);
        }
        let joins = !members.inside[dot];
        members.inside[dot] = joins;
        members.size = if joins {
            members.size + 1
        } else {
            members.size - 1
        };
        for &k in &self.touching[dot] {
            if self.marks[k].dot != dot {
                let hits = &mut members.hits[k];
                *hits = if joins { *hits + 1 } else { *hits - 1 };
            }
            self.count(members, k, 1.0);
        }
    }

    /// Adds `sign` times what a mark contributes to the changes.
    fn count(&self, members: &mut Members, k: usize, sign: f64) {
        let mark = &self.marks[k];
        let share = sign * mark.share;
        match (members.hits[k], members.inside[mark.dot]) {
            (0, false) => members.change[mark.dot] += share,
            (0, true) => {
                members.change[mark.dot] -= share;
                for &n in &mark.others {
                    members.change[n] -= share;
                }
            }
            (1, true) => {
                let inside = mark.others.iter().find(|&&n| members.inside[n]);
                members.change[*inside.expect("one is in the set")] += share;
            }
            _ => {}
        }
    }
}

impl Members {
    /// The dot of least change among those that `admit`.
    fn least(&self, admit: impl Fn(usize) -> bool) -> Option<usize> {
        let dots = (0..self.change.len()).filter(|&n| admit(n));
        dots.min_by(|&a, &b| self.change[a].total_cmp(&self.change[b]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Marks drawn at random: dot, others of the line, share.
    fn any_separation() -> impl Strategy<Value = Separation> {
        let mark = (
            0..12usize,
            prop::collection::btree_set(0..12usize, 0..5),
            0.0..1.0f64,
        );
        prop::collection::vec(mark, 1..60).prop_map(|marks| {
            let marks = marks.into_iter().map(|(dot, others, share)| Used {
                share,
                dot,
                others: others.into_iter().filter(|&n| n != dot).take(4).collect(),
            });
            // Any cells will do: sets are all that is made of them.
            Separation::of((100..112).collect(), marks.collect())
        })
    }

    /// Shares of the marks that place a member by a line without another one.
    fn weight(separation: &Separation, inside: &[bool]) -> f64 {
        let marks = separation.marks.iter();
        let external = marks.filter(|m| inside[m.dot] && m.others.iter().all(|&n| !inside[n]));
        external.map(|m| m.share).sum()
    }

    proptest! {
        #[test]
        fn changes_are_what_changes(
            separation in any_separation(),
            toggled in prop::collection::vec(0..12usize, 0..40),
            from_all: bool,
        ) {
            let mut members = if from_all { &separation.all } else { &separation.none }.clone();
            for n in toggled {
                separation.toggle(&mut members, n);
            }
            let now = weight(&separation, &members.inside);
            prop_assert!((members.weight - now).abs() < 1e-9);
            prop_assert_eq!(members.size, members.inside.iter().filter(|&&inside| inside).count());
            for n in 0..12 {
                let mut other = members.inside.clone();
                other[n] = !other[n];
                let change = weight(&separation, &other) - now;
                prop_assert!((members.change[n] - change).abs() < 1e-9, "{} {}", n, change);
            }
        }

        #[test]
        fn what_is_found_is_broken_and_new(separation in any_separation()) {
            let none = |_: &CellSet| false;
            let found = separation.violated(&[], none, true);
            for set in &found {
                let inside: Vec<bool> = separation.cells.iter().map(|&v| set.contains(v)).collect();
                prop_assert!(inside.contains(&true));
                prop_assert!(weight(&separation, &inside) < 1.0);
                prop_assert!(separation.is_broken(set));
            }
            let again = separation.violated(&found, |set| found.contains(set), true);
            prop_assert!(again.iter().all(|set| !found.contains(set)));
            let from_pool = separation.violated(&found, none, false);
            prop_assert!(found.iter().take(FROM_POOL).all(|set| from_pool.contains(set)));
        }
    }
}
