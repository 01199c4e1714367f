//! Pair closure: which moves stand in no game, and which two never stand in one game.
//!
//! Suppose that two moves stand in one game. One comes first, and all other moves of that game are compatible with both. So such moves lead
//! from the cross to the dots that the first one needs, while the cells of both are empty; and such moves lead to the dots that the second
//! one needs, while its own cell is empty. If that is impossible in either order, the two moves exclude each other. Each exclusion leaves
//! fewer ways for other moves, so the search goes on until nothing changes.

use std::rc::Rc;

use crate::bits::Bits;
use crate::candidates::Candidates;
use crate::grounding::{Allowed, Grounder};

/// A fact that closure has deduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deduction {
    /// This move stands in no game of the node.
    Out(u32),
    /// These two moves never stand in one game.
    Excludes(u32, u32),
}

/// The facts known about the games of a node of the search.
#[derive(Clone)]
pub(crate) struct Known<'a> {
    pub(crate) candidates: &'a Candidates,
    /// The moves that stand in none of these games.
    pub(crate) out: Bits,
    /// By move: those that never stand in one game with it.
    pub(crate) excluded: Vec<Bits>,
    /// The lines that all of these games draw.
    pub(crate) required: Vec<usize>,
    /// By move: those before which it is never made. What is impossible here is impossible in the children of the node.
    never_before: Vec<Bits>,
    /// By pair of moves (see `pair`): moves by which both were traced back, which is possible while all of them are allowed.
    witnesses: Vec<Option<Rc<Bits>>>,
}

/// The place of a pair of different moves in a list of all pairs.
fn pair(a: usize, b: usize) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    high * (high - 1) / 2 + low
}

impl<'a> Known<'a> {
    /// The facts that the rules alone give.
    pub(crate) fn new(candidates: &'a Candidates) -> Self {
        let n = candidates.len();
        Self {
            candidates,
            out: Bits::new(n),
            excluded: candidates.clashes(),
            required: Vec::new(),
            never_before: vec![Bits::new(n); n],
            witnesses: vec![None; n * n.saturating_sub(1) / 2],
        }
    }

    /// The moves that may stand in a game of the node.
    pub(crate) fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.candidates.len()).filter(|&m| !self.out.contains(m))
    }

    /// The live moves of a line.
    pub(crate) fn live_of(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        let moves = self.candidates.moves_of[line].iter().copied();
        moves.filter(|&m| !self.out.contains(m))
    }

    /// A required line that cannot be drawn, if there is one.
    pub(crate) fn blocked(&self) -> Option<usize> {
        let mut required = self.required.iter().copied();
        required.find(|&line| !self.may_be_drawn(line))
    }

    /// Whether the line has a live move.
    pub(crate) fn may_be_drawn(&self, line: usize) -> bool {
        self.live_of(line).next().is_some()
    }

    /// Deduces until nothing is new, a required line cannot be drawn, or `stop` says so; adds the deductions to `log`, in order.
    pub(crate) fn close(&mut self, log: &mut Vec<Deduction>, stop: &dyn Fn() -> bool) {
        let mut grounder = Grounder::new(self.candidates);
        loop {
            let before = log.len();
            self.close_singles(&mut grounder, log);
            if self.blocked().is_some() {
                return;
            }
            for a in 1..self.candidates.len() {
                if stop() {
                    return;
                }
                self.close_pairs(a, &mut grounder, log);
            }
            if log.len() == before {
                return;
            }
        }
    }

    fn close_singles(&mut self, grounder: &mut Grounder<'_>, log: &mut Vec<Deduction>) {
        let mut is_new = true;
        while is_new {
            is_new = false;
            for m in 0..self.candidates.len() {
                if !self.out.contains(m) && !self.may_stand(m, grounder) {
                    self.out.insert(m);
                    log.push(Deduction::Out(m as u32));
                    is_new = true;
                }
            }
        }
    }

    fn may_stand(&self, m: usize, grounder: &mut Grounder<'_>) -> bool {
        let n = self.candidates.len();
        let mut blocked = Bits::new(n);
        blocked.become_union(&self.out, &self.excluded[m], &self.out);
        let allowed = Allowed {
            blocked: &blocked,
            empty: [Some(self.candidates.placed[m]), None],
        };
        self.leaves_required(m, m) && grounder.grounds(m, &allowed, &mut Bits::new(n))
    }

    /// Whether every required line has a move that neither of these two excludes.
    fn leaves_required(&self, a: usize, b: usize) -> bool {
        self.required.iter().all(|&line| {
            let mut moves = self.live_of(line);
            moves.any(|m| !self.excluded[a].contains(m) && !self.excluded[b].contains(m))
        })
    }

    fn close_pairs(&mut self, a: usize, grounder: &mut Grounder<'_>, log: &mut Vec<Deduction>) {
        if self.out.contains(a) {
            return;
        }
        for b in 0..a {
            if self.out.contains(b) || self.excluded[a].contains(b) {
                continue;
            }
            let place = pair(a, b);
            let known = self.witnesses[place].as_ref();
            let is_shown = known.is_some_and(|witness| {
                !witness.meets_any(&self.out, &self.excluded[a], &self.excluded[b])
            });
            if is_shown && self.leaves_required(a, b) {
                continue;
            }
            match self.both(a, b, grounder) {
                Some(witness) => self.witnesses[place] = Some(Rc::new(witness)),
                None => {
                    self.exclude(a, b);
                    log.push(Deduction::Excludes(a as u32, b as u32));
                }
            }
        }
    }

    pub(crate) fn exclude(&mut self, a: usize, b: usize) {
        self.excluded[a].insert(b);
        self.excluded[b].insert(a);
        self.witnesses[pair(a, b)] = None;
    }

    /// Moves by which both can be traced back, in one order or the other; `None` if neither is possible.
    fn both(&mut self, a: usize, b: usize, grounder: &mut Grounder<'_>) -> Option<Bits> {
        if !self.leaves_required(a, b) {
            return None;
        }
        let mut blocked = Bits::new(self.candidates.len());
        blocked.become_union(&self.out, &self.excluded[a], &self.excluded[b]);
        self.in_order(a, b, &blocked, grounder)
            .or_else(|| self.in_order(b, a, &blocked, grounder))
    }

    fn in_order(
        &mut self,
        first: usize,
        second: usize,
        blocked: &Bits,
        grounder: &mut Grounder<'_>,
    ) -> Option<Bits> {
        if self.never_before[first].contains(second) {
            return None;
        }
        let cells = [first, second].map(|m| Some(self.candidates.placed[m]));
        let mut used = Bits::new(self.candidates.len());
        let before_both = Allowed {
            blocked,
            empty: cells,
        };
        let between = Allowed {
            blocked,
            empty: [cells[1], None],
        };
        let can = grounder.grounds(first, &before_both, &mut used)
            && grounder.grounds(second, &between, &mut used);
        if !can {
            self.never_before[first].insert(second);
        }
        can.then_some(used)
    }
}
