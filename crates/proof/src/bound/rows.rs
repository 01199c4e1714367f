//! R1: how many lines the rows can hold together, and which lines take too much room.
//!
//! Section 9 of `paper/certificate.md`. Every move draws a line, and the lines of a row share no dot.

use super::domain::Domain;
use super::fixed_point::LENGTH;
use super::instance::Instance;
use super::layout::Mark;
use super::precedence::Contradiction;

/// The rows of a box: for each its direction and the first cells of its lines, from end to end.
pub(crate) struct Rows(Vec<(usize, Vec<usize>)>);

impl Rows {
    /// The rows that hold a line.
    pub(crate) fn new(instance: &Instance) -> Self {
        let begins = |v: usize, d: usize| instance.lines[v] >> (LENGTH * d) & 1 != 0;
        let mut rows = Vec::new();
        for d in 0..4 {
            let firsts = instance.cells().filter(|&v| {
                // Its line is the first of a row if it is no other line's second cell.
                begins(v, d) && instance.lines[v] >> (LENGTH * d + 1) & 1 == 0
            });
            for first in firsts {
                let along = (0..).map(|steps| instance.layout.along(first, d, steps));
                rows.push((d, along.take_while(|&v| begins(v, d)).collect()));
            }
        }
        Self(rows)
    }
}

/// How many lines fit into one row: with each of its lines, and at most.
struct Row {
    /// For each allowed line, the number of lines that fit into the row together with it, itself included.
    with: Vec<Option<u32>>,
    most: u32,
}

impl Row {
    /// The counts of a row whose lines are allowed or not.
    fn new(allowed: &[bool]) -> Self {
        let lines = allowed.len();
        // By line: how many fit among those before it, and how many among it and those after it.
        let mut before = vec![0; lines + LENGTH];
        let mut behind = vec![0; lines + LENGTH];
        for n in 0..lines {
            let ends = n + LENGTH;
            before[ends] = before[ends - 1].max(before[n] + u32::from(allowed[n]));
        }
        for n in (0..lines).rev() {
            behind[n] = behind[n + 1].max(behind[n + LENGTH] + u32::from(allowed[n]));
        }
        let with = |n: usize| allowed[n].then(|| before[n] + 1 + behind[n + LENGTH]);
        Self {
            with: (0..lines).map(with).collect(),
            most: behind[0],
        }
    }
}

impl Domain {
    /// R1, once, where objects have so many moves or more.
    ///
    /// # Errors
    /// When nothing satisfies the node any more.
    pub(crate) fn apply_rows(
        &mut self,
        instance: &Instance,
        rows: &Rows,
        moves: u32,
    ) -> Result<(), Contradiction> {
        let row = |(d, starts): &(usize, Vec<usize>)| {
            let allowed: Vec<bool> = starts
                .iter()
                .map(|&start| self.allows_line(instance, start, *d))
                .collect();
            Row::new(&allowed)
        };
        let fit: Vec<Row> = rows.0.iter().map(row).collect();
        let most: u32 = fit.iter().map(|row| row.most).sum();
        let slack = most.checked_sub(moves).ok_or(Contradiction)?;
        for ((d, starts), row) in rows.0.iter().zip(fit) {
            for (&start, with) in starts.iter().zip(row.with) {
                if with.is_some_and(|with| row.most - with > slack) {
                    self.forbid_line(instance, start, *d, None);
                }
            }
        }
        Ok(())
    }

    /// Whether a move may draw the line.
    fn allows_line(&self, instance: &Instance, start: usize, direction: usize) -> bool {
        let cells = instance.layout.line_from(start, direction);
        cells.into_iter().enumerate().any(|(position, cell)| {
            self.allows(Mark {
                cell,
                direction,
                position,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sizes of all sets of allowed lines that share no cell, each with its lines.
    fn all_sets(allowed: &[bool]) -> Vec<Vec<usize>> {
        let mut sets = vec![Vec::new()];
        for n in (0..allowed.len()).filter(|&n| allowed[n]) {
            let larger = |set: &Vec<usize>| {
                let fits = set.last().is_none_or(|last| last + LENGTH <= n);
                fits.then(|| [set.as_slice(), &[n]].concat())
            };
            let more: Vec<_> = sets.iter().filter_map(larger).collect();
            sets.extend(more);
        }
        sets
    }

    proptest! {
        /// Fails if more lines fit into a row than are said to, or fewer.
        #[test]
        fn rows_hold_as_many_lines_as_can_be_put_there(
            allowed in prop::collection::vec(any::<bool>(), 1..16),
        ) {
            let (row, sets) = (Row::new(&allowed), all_sets(&allowed));
            let largest = |n: Option<usize>| {
                let holding = sets.iter().filter(|set| n.is_none_or(|n| set.contains(&n)));
                holding.map(Vec::len).max().map(|most| most as u32)
            };
            prop_assert_eq!(Some(row.most), largest(None));
            for n in 0..allowed.len() {
                prop_assert_eq!(row.with[n], largest(Some(n)));
            }
        }
    }
}
