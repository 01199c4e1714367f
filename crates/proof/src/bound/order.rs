//! Order reasoning: forced marks say which dot is placed before which (rule P6).

use std::collections::BTreeMap;

use super::kernel::{Frame, LENGTH};
use super::lattice::{CellRows, shift};
use super::node::{Contradiction, Mark};

/// For every dot the dots that precede it, transitively.
#[derive(Clone, Default)]
pub(crate) struct Precedence {
    before: BTreeMap<usize, Box<CellRows>>,
}

impl Precedence {
    /// Notes that the other dots of the move's line precede its own, draws the
    /// consequences, and calls `forbid` for every mark that they rule out.
    ///
    /// # Errors
    /// When a dot would precede itself.
    pub(crate) fn add_move(
        &mut self,
        frame: &Frame,
        m: Mark,
        mut forbid: impl FnMut(Mark),
    ) -> Result<(), Contradiction> {
        let earlier = self.needed_by(frame, m);
        let mut later: Vec<usize> = self
            .before
            .iter()
            .filter(|(_, set)| set.contains(m.cell))
            .map(|(&x, _)| x)
            .collect();
        later.push(m.cell);
        if later.iter().any(|&x| earlier.contains(x)) {
            return Err(Contradiction);
        }
        for x in later {
            let set = self
                .before
                .entry(x)
                .or_insert_with(|| Box::new(CellRows::EMPTY));
            set.extend(&earlier, |p| forbid_through(p, x, &mut forbid));
        }
        Ok(())
    }

    /// The dots of the move's line and everything that precedes them.
    fn needed_by(&self, frame: &Frame, m: Mark) -> CellRows {
        let mut earlier = CellRows::EMPTY;
        for w in m.line().filter(|&w| w != m.cell && frame.cross[w] == 0) {
            earlier.insert(w);
            if let Some(set) = self.before.get(&w) {
                earlier.extend(set, |_| {});
            }
        }
        earlier
    }
}

/// `p` precedes `x`: rules out every mark that places `p` by a line through `x`.
fn forbid_through(p: usize, x: usize, forbid: &mut impl FnMut(Mark)) {
    let gap = x as isize - p as isize;
    for direction in 0..4 {
        for k in 1..LENGTH as isize {
            let positions = if gap == k * shift(direction) {
                0..LENGTH as isize - k
            } else if gap == -k * shift(direction) {
                k..LENGTH as isize
            } else {
                continue;
            };
            for position in positions {
                forbid(Mark {
                    cell: p,
                    direction,
                    position: position as usize,
                });
            }
        }
    }
}
