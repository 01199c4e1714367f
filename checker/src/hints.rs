//! Hints: what the checker that is proven in Coq (`checker/verified/Program.v`) needs to repeat a walk without searching.
//!
//! They are a list of operations, each of which that checker judges for itself: facts with the rule and the cells they follow
//! from, multipliers where something is closed or fixed, cases. It trusts none of them, so nothing is promised here but that a
//! valid certificate is written down so that it can be repeated. Format: `paper/hints.md`.

use morpion_check_core::bound::{Multipliers, rounded};
use morpion_check_core::cut::Cut;
use morpion_check_core::format::{Claim, Header, Reader, Reject};
use morpion_check_core::geometry::{Board, MARKS, bits};
use morpion_check_core::listing::Position;
use morpion_check_core::node::Decision;
use morpion_check_core::observer::Observer;
use morpion_check_core::state::{Objects, State, turned};
use morpion_check_core::walk::{self, Form, Verdict};
use rows::Rows;
use std::io::{self, Write};

mod rows;

/// The numbers of the operations; 3 and 17 are not in use.
mod code {
    pub(super) const REFUSED: usize = 0;
    pub(super) const DEAD: usize = 1;
    pub(super) const FORCED: usize = 2;
    pub(super) const HERE: usize = 4;
    pub(super) const PARALLEL: usize = 5;
    pub(super) const LAST: usize = 6;
    pub(super) const ORDER: usize = 7;
    pub(super) const REACH: usize = 8;
    pub(super) const ALONE: usize = 9;
    pub(super) const FIX: usize = 10;
    pub(super) const CUT: usize = 11;
    pub(super) const CONTRADICTION: usize = 12;
    pub(super) const FEW: usize = 13;
    pub(super) const CLOSE: usize = 14;
    pub(super) const CELL: usize = 15;
    pub(super) const MARK: usize = 16;
    pub(super) const MIRROR: usize = 18;
    pub(super) const CLAIM: usize = 19;
    pub(super) const TURNED: usize = 20;
    pub(super) const LISTED: usize = 21;
}

/// Checks a certificate, and writes hints beside it for the checker that is proven in Coq. The second result says whether they
/// could be written.
pub fn check_with_hints(
    file: &[u8],
    form: Form,
    hints: &mut dyn Write,
) -> (Result<Verdict, Reject>, io::Result<()>) {
    let mut reader = Reader::new(file);
    let header = match Header::read(&mut reader) {
        Ok(header) => header,
        Err(reason) => return (Err(reader.reject(0, reason)), Ok(())),
    };
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut scribe = Scribe::new(&board, &header.claim, hints);
    let result = walk::observed(Reader::new(file), form, &mut scribe);
    let result = result.map(|(verdict, _)| verdict);
    let written = scribe.finish(matches!(result, Ok(Verdict::Valid(..))));
    (result, written)
}

/// What is known at a node, as the other checker keeps it: a cell without allowed marks is absent.
#[derive(Debug, Clone)]
struct Known {
    allowed: Vec<u32>,
    present: Vec<bool>,
    /// Absent cells and single marks whose consequences are drawn.
    buried: Vec<bool>,
    drawn: Vec<bool>,
    /// Whether the node has been ended.
    closed: bool,
}

/// Writes hints beside a walk.
struct Scribe<'a> {
    board: &'a Board,
    rows: Rows<'a>,
    out: &'a mut dyn Write,
    /// The operations since the last time they were handed on.
    buffer: Vec<u8>,
    failure: Option<io::Error>,
    games: bool,
    symmetric: bool,
    moves: usize,
    gain: i64,
    known: Known,
    waiting: Vec<Known>,
}

impl<'a> Scribe<'a> {
    /// Begins with the claim.
    fn new(board: &'a Board, claim: &Claim, out: &'a mut dyn Write) -> Self {
        let state = State::new(board, Objects::Games, false);
        let cells = board.cells();
        let mut scribe = Self {
            board,
            rows: Rows::new(board),
            out,
            buffer: Vec::new(),
            failure: None,
            games: claim.objects == Objects::Games,
            symmetric: claim.symmetric,
            moves: usize::try_from(claim.moves()).unwrap_or(usize::MAX),
            gain: if claim.k > 0 {
                morpion_check_core::bound::UNIT
            } else {
                0
            },
            known: Known {
                allowed: (0..cells).map(|v| state.allowed(v)).collect(),
                present: vec![false; cells],
                buried: vec![false; cells],
                drawn: vec![false; cells],
                closed: false,
            },
            waiting: Vec::new(),
        };
        scribe.write_claim(claim);
        scribe
    }

    fn write_claim(&mut self, claim: &Claim) {
        let objects = match (self.games, self.symmetric) {
            (true, symmetric) if claim.all_of => 9 + usize::from(symmetric),
            (true, false) => 0,
            (false, false) => 3,
            (true, true) => 5,
            (false, true) => 7,
        };
        let kind = match (claim.arrival, claim.k) {
            (Some(_), _) => 2,
            (None, 0) => objects + 1,
            (None, _) => objects,
        };
        self.write(code::CLAIM, &[kind]);
        for distance in claim.size.distances() {
            self.put(distance.into());
        }
        match claim.arrival {
            Some(arrival) => arrival.steps().map(|step| self.put(step.into())),
            // The cast is exact: numbers of certificates are below 2^35.
            None if claim.k > 0 => [self.put(claim.k as usize - 1), (), (), ()],
            None => [(); 4],
        };
    }

    /// What went wrong with writing, if anything did. Of a certificate that is not valid the last word is that it is not, whatever
    /// follows from what was written.
    fn finish(mut self, is_valid: bool) -> io::Result<()> {
        if !is_valid {
            self.write(code::REFUSED, &[]);
        }
        self.hand_on();
        self.failure.map_or(Ok(()), Err)
    }

    fn put(&mut self, mut number: usize) {
        while number >= 128 {
            // The cast keeps the lower bits.
            self.buffer.push(number as u8 | 128);
            number >>= 7;
        }
        self.buffer.push(number as u8);
    }

    fn write(&mut self, code: usize, numbers: &[usize]) {
        self.put(code);
        numbers.iter().for_each(|&number| self.put(number));
    }

    fn write_list(&mut self, list: &[usize]) {
        self.put(list.len());
        list.iter().for_each(|&number| self.put(number));
    }

    fn hand_on(&mut self) {
        if self.failure.is_none() {
            self.failure = self.out.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    /// Ends the node that is at hand.
    fn end(&mut self, code: usize, numbers: &[usize]) {
        self.write(code, numbers);
        self.known.closed = true;
    }

    /// P1 and P2.
    fn bury(&mut self) -> bool {
        let is_new = |&v: &usize| {
            let absent = !self.board.cross[v] && self.known.allowed[v] == 0;
            absent && (self.known.present[v] || !self.known.buried[v])
        };
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        if self.known.present[v] {
            self.end(code::CONTRADICTION, &[v]);
            return true;
        }
        self.known.buried[v] = true;
        for (line, _) in self.board.lines_through(v) {
            self.forbid_line(line, &|_| [code::DEAD, v]);
        }
        true
    }

    /// Forbids what is left of a line; `by` says by which operation, and what follows its cell and mark, if anything does.
    fn forbid_line(&mut self, line: usize, by: &dyn Fn(usize) -> [usize; 2]) {
        let line = self.board.lines[line];
        for (i, &w) in line.cells.iter().enumerate() {
            let m = 5 * line.direction + i;
            if self.known.allowed[w] >> m & 1 == 0 {
                continue;
            }
            let [operation, cause] = by(w);
            if operation == 0 {
                continue;
            }
            self.known.allowed[w] &= !(1 << m);
            self.write(operation, &[w, m]);
            if operation == code::DEAD {
                self.put(cause);
            }
        }
    }

    /// The image of a cell, if the objects are symmetric.
    fn twin(&self, v: usize) -> Option<usize> {
        self.symmetric.then(|| self.board.cells() - 1 - v)
    }

    /// The images of the allowed marks of a cell.
    fn images(&self, v: usize) -> u32 {
        let images = bits(self.known.allowed[v]).map(turned);
        images.fold(0, |all, m| all | 1 << m)
    }

    /// S.
    fn turn(&mut self) -> bool {
        let is_new = |&v: &usize| {
            let says = |w: usize| {
                let forbids = self.known.allowed[w] & !self.images(v) != 0;
                forbids || (self.known.present[v] && !self.known.present[w])
            };
            !self.board.cross[v] && self.twin(v).is_some_and(says)
        };
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        if let Some(w) = self.twin(v) {
            self.known.allowed[w] &= self.images(v);
            self.known.present[w] |= self.known.present[v];
            self.write(code::TURNED, &[v]);
        }
        true
    }

    /// P3 and P4.
    fn draw(&mut self) -> bool {
        let is_new = |&v: &usize| {
            self.known.present[v] && self.known.allowed[v].is_power_of_two() && !self.known.drawn[v]
        };
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        self.known.drawn[v] = true;
        let m = self.known.allowed[v].trailing_zeros() as usize;
        self.write(code::FORCED, &[v, m]);
        self.draw_line(self.board.line_of[v][m], v);
        true
    }

    /// What follows from a line that is drawn, and from the cell that it placed.
    fn draw_line(&mut self, drawn: usize, placed: usize) {
        let line = self.board.lines[drawn];
        for w in line.cells {
            if !self.board.cross[w] && !self.known.present[w] {
                self.known.present[w] = true;
                self.write(code::HERE, &[w]);
            }
            let parallel = self.board.in_box[w] & (0b11111 << (5 * line.direction));
            for other in bits(parallel).map(|n| self.board.line_of[w][n]) {
                if other != drawn {
                    self.forbid_line(other, &|_| [code::PARALLEL, 0]);
                }
            }
        }
        let by = |w| [if w == placed { 0 } else { code::PARALLEL }, 0];
        self.forbid_line(drawn, &by);
    }

    /// P5.
    fn ask(&mut self) -> bool {
        (0..self.board.sides.len()).any(|n| self.ask_one(n))
    }

    fn ask_one(&mut self, n: usize) -> bool {
        let (known, side) = (&self.known, &self.board.sides[n]);
        let mut left = side.iter().filter(|&&v| known.allowed[v] != 0);
        let (last, others) = (left.next(), left.next());
        // Where none is left, any of them is as good: it is present and absent.
        let v = *last.unwrap_or(&side[0]);
        if others.is_some() || (last.is_some() && known.present[v]) {
            return false;
        }
        self.known.present[v] = true;
        self.write(code::LAST, &[n, v]);
        true
    }

    /// P9.
    fn isolate(&mut self) -> bool {
        let board = self.board;
        for side in &board.arrived {
            let Some(&v) = side.iter().find(|&&v| self.known.present[v]) else {
                continue;
            };
            let others = side.iter().filter(|&&w| w != v);
            let others: Vec<usize> = others
                .filter(|&&w| self.known.allowed[w] != 0)
                .copied()
                .collect();
            for &w in &others {
                self.known.allowed[w] = 0;
                self.write(code::ALONE, &[v, w]);
            }
            if !others.is_empty() {
                return true;
            }
        }
        false
    }

    /// The cells that the allowed marks can place from the cross on, if `without` is never placed.
    fn reached(&self, without: Option<usize>) -> Vec<bool> {
        let mut reached = self.board.cross.clone();
        let mut left: Vec<usize> = (0..reached.len())
            .filter(|&v| self.known.allowed[v] != 0 && Some(v) != without)
            .collect();
        loop {
            let before = left.len();
            left.retain(|&v| {
                let by = |m: usize| {
                    let line = self.board.lines[self.board.line_of[v][m]].cells;
                    line.iter().all(|&w| w == v || reached[w])
                };
                reached[v] = bits(self.known.allowed[v]).any(by);
                !reached[v]
            });
            if left.len() == before {
                return reached;
            }
            left.reverse();
        }
    }

    /// P7.
    fn reach(&mut self) -> bool {
        let reached = self.reached(None);
        let lost = |&v: &usize| !reached[v] && self.known.allowed[v] != 0;
        let lost: Vec<usize> = (0..reached.len()).filter(lost).collect();
        if lost.is_empty() {
            return false;
        }
        self.put(code::REACH);
        self.write_list(&lost);
        lost.iter().for_each(|&v| self.known.allowed[v] = 0);
        true
    }

    /// P6 and P8, where the walk has found something by them, or anywhere if it has found a contradiction.
    fn order(&mut self, goal: Option<&State>) -> bool {
        for v in 0..self.board.cells() {
            let wanted = match goal {
                Some(goal) => self.known.allowed[v] & !goal.allowed(v) != 0,
                None => self.known.present[v],
            };
            if wanted && self.known.allowed[v] != 0 && self.order_one(v) {
                return true;
            }
        }
        false
    }

    fn order_one(&mut self, v: usize) -> bool {
        let reached = self.reached(Some(v));
        let mut set = vec![v];
        let mut forbidden = 0;
        for m in bits(self.known.allowed[v]) {
            let line = self.board.lines[self.board.line_of[v][m]].cells;
            let mut late = line.into_iter().filter(|&w| w != v && !reached[w]);
            if let Some(w) = late.next() {
                forbidden |= 1 << m;
                self.support(&reached, &mut set, w);
            }
        }
        if forbidden == 0 {
            return false;
        }
        self.write(code::ORDER, &[v]);
        self.write_list(&set);
        for m in bits(self.known.allowed[v]) {
            let line = self.board.lines[self.board.line_of[v][m]].cells;
            if line.iter().any(|&w| w != v && set.contains(&w)) {
                self.known.allowed[v] &= !(1 << m);
            }
        }
        true
    }

    /// Adds cell `w`, and what each of its marks needs of cells that are not reached.
    fn support(&self, reached: &[bool], set: &mut Vec<usize>, w: usize) {
        if set.contains(&w) {
            return;
        }
        let mut next = set.len();
        set.push(w);
        while next < set.len() {
            let w = set[next];
            next += 1;
            for m in bits(self.known.allowed[w]) {
                let line = self.board.lines[self.board.line_of[w][m]].cells;
                if line.iter().any(|&x| x != w && set.contains(&x)) {
                    continue;
                }
                let late = line.into_iter().filter(|&x| x != w && !reached[x]);
                set.extend(late.min_by_key(|&x| self.known.allowed[x].count_ones()));
            }
        }
    }

    /// The multipliers of uses by cell; none where no dot has one.
    fn uses(&self, fine: &Multipliers) -> Vec<i64> {
        let usage = |v: usize| {
            let counts = self.gain == 0 && self.board.inner[v];
            if counts { rounded(fine.uses()[v]) } else { 0 }
        };
        let uses: Vec<i64> = (0..self.board.cells()).map(usage).collect();
        if uses.iter().all(|&u| u == 0) {
            Vec::new()
        } else {
            uses
        }
    }

    /// Closes the node, or fixes, with these multipliers of slots, demands and uses.
    fn bound_by(&mut self, slots: &[Vec<i64>; 4], demands: &[i64], uses: &[i64], closes: bool) {
        self.put(if closes { code::CLOSE } else { code::FIX });
        let slots_of = slots.iter().map(Vec::as_slice);
        for list in slots_of.chain([demands, uses]) {
            self.put(list.len());
            // The casts are exact: multipliers are not negative.
            list.iter().for_each(|&u| self.put(u as usize));
        }
        if closes {
            self.known.closed = true;
        } else {
            self.fix(slots, demands, uses);
        }
    }

    /// Fixes as the other checker will.
    fn fix(&mut self, slots: &[Vec<i64>; 4], prices: &[i64], uses: &[i64]) {
        let (board, known) = (self.board, &self.known);
        let mut weights = vec![[0; MARKS]; board.cells()];
        let earned = |v: usize| slots.iter().map(|u| u[v]).sum::<i64>();
        let usage = |v: usize| uses.get(v).copied().unwrap_or(0);
        for (v, weights) in weights.iter_mut().enumerate() {
            for m in bits(known.allowed[v]) {
                let line = board.lines[board.line_of[v][m]];
                let cost_of = |&w: &usize| slots[line.direction][w] - usage(w);
                let cost: i64 = line.cells.iter().map(cost_of).sum();
                weights[m] = self.gain + earned(v) - 2 * usage(v) - cost;
            }
        }
        for (side, price) in board.sides.iter().zip(prices) {
            for &v in side {
                bits(known.allowed[v]).for_each(|m| weights[v][m] += price);
            }
        }
        let profit = |v: usize| bits(known.allowed[v]).map(|m| weights[v][m]).max();
        let profits: Vec<Option<i64>> = (0..board.cells()).map(profit).collect();
        let summand = |v: usize| match (profits[v], known.present[v]) {
            (None, _) => 0,
            (Some(profit), true) => profit,
            (Some(profit), false) => profit.max(0),
        };
        let base: i64 = (0..board.cells())
            .filter(|&v| board.cross[v])
            .map(earned)
            .sum();
        let value =
            base + (0..board.cells()).map(summand).sum::<i64>() - prices.iter().sum::<i64>();
        let here = (0..board.cells()).filter(|&v| known.present[v] && known.allowed[v] != 0);
        // The cast is exact: numbers of certificates are below 2^35.
        let excess = value - self.gain * self.moves.max(here.count()) as i64;
        // Of symmetric objects what is lost at the image counts, too.
        let loses = |v: usize, m: usize| {
            let at_twin = |w: usize| summand(w) - weights[w][turned(m)];
            summand(v) - weights[v][m] + self.twin(v).map_or(0, at_twin)
        };
        let lost = |v: usize| {
            let late = bits(known.allowed[v]).filter(|&m| excess < loses(v, m));
            late.fold(0, |mask, m| mask | 1 << m)
        };
        let is_needed = |v: usize| {
            let without = summand(v) + self.twin(v).map_or(0, summand);
            !board.cross[v] && profits[v].is_some() && excess < without && !known.present[v]
        };
        let lost: Vec<u32> = (0..board.cells()).map(lost).collect();
        let needed: Vec<bool> = (0..board.cells()).map(is_needed).collect();
        for v in 0..board.cells() {
            self.known.allowed[v] &= !lost[v];
            self.known.present[v] |= needed[v];
        }
    }
}

impl Observer for Scribe<'_> {
    /// A leaf of the walk: the node that waits is next.
    fn leave(&mut self) {
        self.hand_on();
        if let Some(known) = self.waiting.pop() {
            self.known = known;
        }
    }

    /// Enters the first of two cases; the other waits.
    fn split(&mut self, one: Decision, other: Decision) {
        if self.known.closed {
            self.waiting.push(self.known.clone());
            return;
        }
        let mut second = self.known.clone();
        let first = &mut self.known;
        match (one, other) {
            (_, Decision::BothAbsent(h, v, image)) => {
                first.present[v] = true;
                second.allowed[v] = 0;
                second.allowed[image] = 0;
                self.write(code::MIRROR, &[h.into(), v]);
            }
            (Decision::Forced(v, m), _) => {
                first.present[v] = true;
                first.allowed[v] &= 1 << m;
                second.allowed[v] &= !(1 << m);
                self.write(code::MARK, &[v, m]);
            }
            (Decision::Present(v), _) => {
                first.present[v] = true;
                second.allowed[v] = 0;
                self.write(code::CELL, &[v]);
            }
            _ => unreachable!("these are all first decisions"),
        }
        self.waiting.push(second);
    }

    /// Draws the conclusions of what is known: at least those of `goal`, the state that the walk has reached, or a contradiction
    /// if it has reached one.
    fn settle(&mut self, goal: Option<&State>) {
        while !self.known.closed {
            let changed = self.bury() || self.turn() || self.draw() || self.ask() || self.isolate();
            if changed {
                continue;
            }
            let dots = self.known.allowed.iter().filter(|&&mask| mask != 0);
            if self.gain > 0 && dots.count() < self.moves {
                self.end(code::FEW, &[]);
            } else if !(self.games && (self.reach() || self.order(goal))) {
                return;
            }
        }
    }

    /// Bounds the node with these multipliers: it is closed, or what they fix is fixed.
    fn bound(&mut self, fine: &Multipliers, cuts: &[(Cut, i64)], closes: bool) {
        if self.known.closed {
            return;
        }
        let cells = self.board.cells();
        let slots = [0, 1, 2, 3].map(|d| fine.slots(d)[..cells].iter().map(|&u| rounded(u)));
        let slots = slots.map(Iterator::collect::<Vec<i64>>);
        let mut sides = fine.sides().iter().map(|&u| rounded(u));
        let side = |side| {
            let priced = self.board.priced.contains(side);
            priced.then(|| sides.next()).flatten().unwrap_or(0)
        };
        let mut demands: Vec<i64> = self.board.sides.iter().map(side).collect();
        demands.extend(cuts.iter().map(|&(_, l)| l));
        let uses = self.uses(fine);
        self.bound_by(&slots, &demands, &uses, closes);
    }

    /// R1, which is the bound with certain multipliers of slots.
    fn rows(&mut self) {
        if self.known.closed {
            return;
        }
        let known = &self.known;
        let here = (0..self.board.cells()).filter(|&v| known.present[v] && known.allowed[v] != 0);
        let moves = self.moves.max(here.count());
        if let Some((slots, closes)) = self.rows.prices(&known.allowed, moves, self.gain) {
            let demands = vec![0; self.board.sides.len()];
            self.bound_by(&slots, &demands, &[], closes);
        }
    }

    /// Ends the node: the marks that are left are those of a position.
    fn listed(&mut self, moves: &[[i8; 4]]) {
        if self.known.closed {
            return;
        }
        let (least, h) = Position::with(moves).least_image();
        let text = least.to_string();
        self.end(code::LISTED, &[h.into(), text.len()]);
        self.buffer.extend(text.as_bytes());
    }

    /// Demands a cut, for the multipliers that follow.
    fn cut(&mut self, set: &[usize]) {
        if !self.known.closed {
            self.put(code::CUT);
            self.write_list(set);
        }
    }
}
