//! The units of a cut: their roots, their counts, and the totals.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use rayon::prelude::*;

use super::cut::Cut;
use super::kernel::Reached;
use super::ledger::{Ledger, LedgerError};
use super::sizes::{Counter, TooFar};
use super::tally::{Level, Tally};
use morpion_rules::geometry::{Cell, Line, Move, Variant, cross_cells};

/// Units whose roots are looked for at once: that many times some hundred roots are kept in memory.
const BATCH: usize = 128;

impl Cut {
    /// Counts the classes of fewer moves than the roots have, and the roots.
    fn trunk(self, counter: &Counter) -> Result<(Tally, u64), TooFar> {
        let (mut tally, _) = counter.search(&[], self.moves, &|_| false)?;
        let roots = tally.classes[self.moves];
        tally.forget(self.moves);
        Ok((tally, roots))
    }

    /// The roots of these units.
    fn roots(
        self,
        counter: &Counter,
        units: &[u32],
    ) -> Result<BTreeMap<u32, Vec<Reached>>, TooFar> {
        let wanted = |hash| units.contains(&self.unit(hash));
        let (_, reached) = counter.search(&[], self.moves, &wanted)?;
        let mut roots: BTreeMap<u32, Vec<Reached>> =
            units.iter().map(|&unit| (unit, Vec::new())).collect();
        for root in reached {
            roots.entry(self.unit(root.hash)).or_default().push(root);
        }
        Ok(roots)
    }

    /// The counts of the whole, by number of moves, once all units are counted.
    ///
    /// # Errors
    /// When units are missing, or when the roots that the units were counted from are not as many as there are.
    pub fn whole(self, ledger: &Ledger) -> Result<Vec<Level>, LedgerError> {
        let (trunk, roots) = self.trunk(&Counter::new(self.variant))?;
        let tally = ledger.whole()?;
        let counted = tally.level(self.moves).classes.unwrap_or(0);
        if counted != roots {
            return Err(LedgerError::OtherRoots { counted, roots });
        }
        let tally = tally.plus(&trunk);
        Ok((0..=tally.longest()).map(|n| tally.level(n)).collect())
    }

    /// A longest game of each class that has any, once all units are counted: those units are searched again that have one.
    ///
    /// # Errors
    /// When units are missing, or the games are not as many as the counts say.
    pub fn longest_games(self, ledger: &Ledger) -> Result<Vec<Vec<Move>>, LedgerError> {
        let whole = ledger.whole()?;
        let length = whole.longest();
        let counter = Counter::new(self.variant);
        let units = ledger.units_of_length(length);
        let mut games = Vec::new();
        for root in self.roots(&counter, &units)?.into_values().flatten() {
            let (_, reached) = counter.search(&root.lines, length, &|_| true)?;
            games.extend(reached.iter().map(|r| moves(self.variant, &r.lines)));
        }
        let counted = whole.level(length).classes.unwrap_or(0);
        if counted != games.len() as u64 {
            return Err(LedgerError::OtherLongest {
                moves: length,
                counted,
                found: games.len(),
            });
        }
        Ok(games)
    }
}

/// The moves that draw these lines in this order.
fn moves(variant: Variant, lines: &[Line]) -> Vec<Move> {
    let mut dots: BTreeSet<Cell> = cross_cells(variant).collect();
    let mut place = |&line: &Line| {
        let position = line.cells(variant).position(|cell| dots.insert(cell));
        Move::new(line, position.expect("a line places a dot") as u8)
    };
    lines.iter().map(&mut place).collect()
}

/// Counts these units, on all threads of the current rayon pool, and writes each into the ledger as it is done.
///
/// `progress` is called with the number of units that are done, from any thread.
///
/// # Errors
/// When the ledger cannot be written, or a position reaches too far.
pub fn count_units(
    cut: Cut,
    units: &[u32],
    ledger: &mut Ledger,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<(), LedgerError> {
    let counter = Counter::new(cut.variant);
    let ledger = Mutex::new((ledger, 0));
    for batch in units.chunks(BATCH) {
        let roots = cut.roots(&counter, batch)?;
        roots.into_par_iter().try_for_each(|(unit, roots)| {
            let tally = below(&counter, &roots)?;
            let mut guard = ledger.lock().unwrap_or_else(|e| e.into_inner());
            guard.0.add(unit, tally)?;
            guard.1 += 1;
            progress(guard.1);
            Ok::<_, LedgerError>(())
        })?;
    }
    Ok(())
}

/// Counts these roots and all positions that descend from them.
fn below(counter: &Counter, roots: &[Reached]) -> Result<Tally, TooFar> {
    let mut sum = Tally::default();
    for root in roots {
        let (tally, _) = counter.search(&root.lines, usize::MAX, &|_| false)?;
        sum = sum.plus(&tally);
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_share_the_roots_between_them() {
        let cut = Cut {
            variant: Variant::D4,
            moves: 4,
            units: 7,
        };
        let counter = Counter::new(cut.variant);
        let all = cut.roots(&counter, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
        let sizes: Vec<usize> = all.values().map(Vec::len).collect();
        assert_eq!(sizes.iter().sum::<usize>(), 10608);
        assert!(sizes.iter().all(|&n| n > 1300), "{sizes:?}");
        let some = cut.roots(&counter, &[3, 5]).unwrap();
        for unit in [3, 5] {
            assert_eq!(some[&unit].len(), all[&unit].len());
        }
    }

    #[test]
    fn games_are_made_of_lines() {
        let counter = Counter::new(Variant::D4);
        let (_, reached) = counter.search(&[], 3, &|_| true).unwrap();
        assert_eq!(reached.len(), 1174);
        for reached in reached {
            let moves = moves(Variant::D4, &reached.lines);
            let mut dots: BTreeSet<Cell> = cross_cells(Variant::D4).collect();
            for mv in moves {
                assert!(mv.needs(Variant::D4).all(|cell| dots.contains(&cell)));
                assert!(dots.insert(mv.dot()));
            }
        }
    }

    /// Checks that forty subtrees of the first unit are whole: their positions of eight moves are children of theirs of seven.
    #[test]
    fn a_unit_begins_with_its_roots() {
        let cut = Cut::of(Variant::D4).unwrap();
        let counter = Counter::new(cut.variant);
        let roots = cut.roots(&counter, &[0]).unwrap();
        assert_eq!(roots[&0].len(), 989);
        let tally = below(&counter, &roots[&0][..40]).unwrap();
        assert_eq!((&tally.classes[..7], tally.classes[7]), (&[0; 7][..], 40));
        let (next, _) = counter.search(&roots[&0][0].lines, 8, &|_| false).unwrap();
        assert_eq!(next.classes[7], 1);
    }
}
