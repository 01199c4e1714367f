//! Conclusions about games, which have an order of play: rules P6, P7 and P8 of `paper/certificate.md`.

use super::known::Known;
use super::written::{Hints, Operation};
use morpion_check_core::geometry::bits;
use morpion_check_core::state::State;

impl Known<'_> {
    /// Draws one conclusion, if there is one that leads to `goal`, the state that the walk has reached, or to a contradiction if
    /// it has reached one.
    pub(super) fn conclude_of_orders(
        &mut self,
        goal: Option<&State>,
        hints: &mut Hints<'_>,
    ) -> bool {
        self.has_order() && (self.reach(hints) || self.order(goal, hints))
    }

    /// The cells that the allowed marks can place from the cross on, if `without` is never placed.
    fn reached(&self, without: Option<usize>) -> Vec<bool> {
        let mut reached = self.board.cross.clone();
        let mut left: Vec<usize> = (0..reached.len())
            .filter(|&v| self.allowed[v] != 0 && Some(v) != without)
            .collect();
        loop {
            let before = left.len();
            left.retain(|&v| {
                let by = |m: usize| self.line(v, m).iter().all(|&w| w == v || reached[w]);
                reached[v] = bits(self.allowed[v]).any(by);
                !reached[v]
            });
            if left.len() == before {
                return reached;
            }
            left.reverse();
        }
    }

    /// P7.
    fn reach(&mut self, hints: &mut Hints<'_>) -> bool {
        let reached = self.reached(None);
        let lost = |&v: &usize| !reached[v] && self.allowed[v] != 0;
        let lost: Vec<usize> = (0..reached.len()).filter(lost).collect();
        if lost.is_empty() {
            return false;
        }
        hints.write(Operation::Reach, &[]);
        hints.write_list(&lost);
        lost.iter().for_each(|&v| self.allowed[v] = 0);
        true
    }

    /// P6 and P8, where the walk has found something by them, or anywhere if it has found a contradiction.
    fn order(&mut self, goal: Option<&State>, hints: &mut Hints<'_>) -> bool {
        (0..self.board.cells()).any(|v| {
            let wanted = match goal {
                Some(goal) => self.allowed[v] & !goal.allowed(v) != 0,
                None => self.present[v],
            };
            wanted && self.allowed[v] != 0 && self.order_one(v, hints)
        })
    }

    fn order_one(&mut self, v: usize, hints: &mut Hints<'_>) -> bool {
        let reached = self.reached(Some(v));
        let mut set = vec![v];
        for m in bits(self.allowed[v]) {
            let line = self.line(v, m);
            if let Some(w) = line.into_iter().find(|&w| w != v && !reached[w]) {
                self.support(&reached, &mut set, w);
            }
        }
        if set.len() == 1 {
            return false;
        }
        hints.write(Operation::Order, &[v]);
        hints.write_list(&set);
        for m in bits(self.allowed[v]) {
            if self.line(v, m).iter().any(|&w| w != v && set.contains(&w)) {
                self.allowed[v] &= !(1 << m);
            }
        }
        true
    }

    /// Adds cell `w`, and then for each mark of a cell added one that it needs among the cells that are not reached.
    fn support(&self, reached: &[bool], set: &mut Vec<usize>, w: usize) {
        if set.contains(&w) {
            return;
        }
        let mut next = set.len();
        set.push(w);
        while next < set.len() {
            let w = set[next];
            next += 1;
            for m in bits(self.allowed[w]) {
                let line = self.line(w, m);
                if line.iter().any(|&x| x != w && set.contains(&x)) {
                    continue;
                }
                let late = line.into_iter().filter(|&x| x != w && !reached[x]);
                set.extend(late.min_by_key(|&x| self.allowed[x].count_ones()));
            }
        }
    }
}
