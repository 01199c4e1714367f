//! The operation MULTIPLIERS: what it closes, what it must not close, and each way in which it can be wrong.

use crate::certificate::{assert_rejected, assert_seen, assert_unfinished};
use crate::prover::*;
use crate::rules::size;
use crate::sources::Random;
use morpion_check_core::bound::{FINE, MAX_CUT, Multipliers, Ranges, UNIT};
use morpion_check_core::cut::Cut;
use morpion_check_core::format::{Claim, Reason};
use morpion_check_core::geometry::{Board, BoxSize};
use morpion_check_core::plain::Evaluation;
use morpion_check_core::state::{Cell, Objects, State};
use morpion_check_core::walk::{Counts, Form, Verdict, check, check_with};

/// What an operation MULTIPLIERS says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Sets of cells in increasing order, each with its multiplier.
    pub(crate) cuts: Vec<(Vec<usize>, i64)>,
    /// Numbers of slots in increasing order, each with its multiplier.
    pub(crate) slots: Vec<(usize, i64)>,
}

/// The first number, then the differences.
fn steps(numbers: impl Iterator<Item = usize>) -> impl Iterator<Item = u64> {
    let mut last = 0;
    numbers.map(move |n| (n - std::mem::replace(&mut last, n)) as u64)
}

impl Written {
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        operation(MULTIPLIERS, &[self.cuts.len() as u64], out);
        for (set, l) in &self.cuts {
            number(set.len() as u64, out);
            steps(set.iter().copied()).for_each(|n| number(n, out));
            number(*l as u64, out);
        }
        number(self.slots.len() as u64, out);
        let slots = self.slots.iter().map(|&(slot, _)| slot);
        for (step, (_, u)) in steps(slots).zip(&self.slots) {
            number(step, out);
            number(*u as u64, out);
        }
    }

    /// The value of a state with these cuts; all other multipliers are 0.
    pub(crate) fn value(&self, board: &Board, state: &State, gain: i64) -> i64 {
        let mut slots = vec![0; 4 * board.cells()];
        self.slots.iter().for_each(|&(slot, u)| slots[slot] = u);
        let slot = |d, v| FINE * slots[4 * v + d];
        let fine = Multipliers::from_fn(board, Ranges::SIX, slot, |_| 0, |_| 0);
        let cuts = self.cuts.iter().map(|(set, l)| (Cut::new(board, set), *l));
        let cuts: Vec<(Cut, i64)> = cuts.collect();
        Evaluation::new(board).evaluate_with_cuts(state, gain, &fine, &cuts)
    }

    /// Adds `by`, if there is a slot that can do that: one of the cross through which no line of its direction goes costs all
    /// that it is.
    pub(crate) fn raise(&mut self, board: &Board, by: i64) {
        let is_idle = |slot: &usize| {
            let (v, d) = (slot / 4, slot % 4);
            let mut lines = board.lines.iter().filter(|line| line.direction == d);
            board.cross[v] && lines.all(|line| !line.cells.contains(&v))
        };
        let idle = (0..4 * board.cells()).find(is_idle);
        if let Some(slot) = idle.filter(|_| (0..=Ranges::SEVEN.slot).contains(&by)) {
            self.slots.retain(|&(other, _)| other != slot);
            self.slots.push((slot, by));
            self.slots.sort_unstable();
        }
    }
}

/// A present cell and some around it.
pub(crate) fn random_set(random: &mut Random, board: &Board, state: &State) -> Option<Vec<usize>> {
    let cells = 0..board.cells();
    let present: Vec<usize> = cells.filter(|&v| state.cell(v) == Cell::Present).collect();
    let v = *present.get(random.below(present.len().max(1)))?;
    let (x, y) = board.position(v);
    let mut set = vec![v];
    for _ in 0..random.below(9) {
        let mut near = |a: i64| a - 2 + random.below(5) as i64;
        let w = board.cell(near(x), near(y));
        set.extend(w.filter(|&w| !board.cross[w]));
    }
    set.sort_unstable();
    set.dedup();
    Some(set)
}

/// Random slots, and for games random cuts, which anyone may write down at this state.
pub(crate) fn random_written(
    random: &mut Random,
    board: &Board,
    state: &State,
    objects: Objects,
) -> Written {
    let scale = random.pick(&[300, 1500, Ranges::SEVEN.slot]) as usize;
    let (cuts, spread) = (random.below(5), 1 + random.below(9));
    let mut written = Written::default();
    for _ in 0..if objects == Objects::Games { cuts } else { 0 } {
        let l = random.below(MAX_CUT.min(scale as i64) as usize + 1) as i64;
        let set = random_set(random, board, state);
        written.cuts.extend(set.map(|set| (set, l)));
    }
    for slot in 0..4 * board.cells() {
        if random.below(spread) == 0 {
            let u = random.below(scale + 1) as i64;
            written.slots.push((slot, u));
        }
    }
    written
}

/// A node below the forbidding of marks, as it stands in a certificate.
struct Node {
    claim: Claim,
    board: Board,
    /// The operations that lead to it.
    tree: Vec<u8>,
    /// How many nodes wait for it to end.
    waiting: usize,
    state: State,
}

const V: (i64, i64) = (4, 1);
const W: (i64, i64) = (5, 1);
const X: (i64, i64) = (5, 2);

impl Node {
    /// Below the root: there is a dot on V.
    fn with_dot(claim: Claim) -> Self {
        let board = Board::new(claim.size);
        let moves = claim.k + claim.k % 2 * u64::from(claim.symmetric);
        let mut state = State::new(&board, claim.objects, claim.symmetric).with_moves(moves);
        state.propagate(&board).expect("the root is open");
        let mut node = Self {
            claim,
            board,
            tree: Vec::new(),
            waiting: 1,
            state,
        };
        number(CELL + node.at(V) as u64, &mut node.tree);
        node.state.set_present(node.at(V)).expect("it is free");
        node.settle();
        node
    }

    /// What follows a decision.
    fn settle(&mut self) {
        self.state.propagate(&self.board).expect("the node is open");
        if self.claim.objects == Objects::Games {
            let orders = self.state.apply_orders(&self.board);
            orders.expect("the node is open");
        }
    }

    /// A node of games that only a cut closes. V, W and X each have marks whose line holds the next one only, and X one more, by
    /// the line downward: it takes the vertical slot of X, which W needs. So none of them can come first, but whoever does not
    /// look at the order may place all three.
    fn cycle(claim: Claim) -> Self {
        let mut node = Self::with_dot(claim);
        let downward = 5;
        node.keep(V, 0, W, &[]);
        node.keep(W, 1, X, &[]);
        node.keep(X, 2, V, &[downward]);
        node
    }

    /// A node of graphs that a slot closes: V and W both need the horizontal slot of W.
    fn pair(claim: Claim) -> Self {
        let mut node = Self::with_dot(claim);
        node.keep(V, 0, W, &[]);
        node.keep(W, 0, V, &[]);
        node
    }

    /// Forbids all marks of a cell but these and those by lines of direction `d` through `next`.
    fn keep(&mut self, cell: (i64, i64), d: usize, next: (i64, i64), others: &[usize]) {
        let (v, w) = (self.at(cell), self.at(next));
        for m in (0..20).filter(|m| !others.contains(m)) {
            let line = self.board.line_of[v][m];
            let allowed = self.state.allowed(v) >> m & 1 != 0;
            if allowed && (m / 5 != d || !self.board.lines[line].cells.contains(&w)) {
                operation(MARK, &[v as u64, m as u64], &mut self.tree);
                // The node in which it is forced.
                self.tree.push(OPEN);
                self.state.forbid(v, 1 << m);
                self.settle();
            }
        }
    }

    fn at(&self, (x, y): (i64, i64)) -> usize {
        self.board.cell(x, y).expect("in the box")
    }

    /// Cells by their numbers, in increasing order.
    fn set<const N: usize>(&self, cells: [(i64, i64); N]) -> Vec<usize> {
        let mut set = cells.map(|cell| self.at(cell)).to_vec();
        set.sort_unstable();
        set
    }

    /// Multipliers that bring the value of a cycle this far below what it is without any: W pays as much for the slot of X as V
    /// pays it for its own, and the cut takes from X what X earns by its slot.
    fn written(&self, by: i64) -> Written {
        Written {
            cuts: vec![(self.set([V, W, X]), by)],
            slots: vec![(4 * self.at(W), by), (4 * self.at(X) + 1, by)],
        }
    }

    /// By how much the value exceeds the target.
    fn value(&self, written: &Written) -> i64 {
        let gain = if self.claim.k > 0 { UNIT } else { 0 };
        written.value(&self.board, &self.state, gain) - gain * self.claim.k as i64
    }

    /// A certificate in which the node ends like this, and all others are open.
    fn file(&self, operations: &[u8]) -> Vec<u8> {
        let settings = Settings {
            rounds: 1,
            // Multipliers far from the best ones fix nothing; with gain 0 that is so of 0 only.
            start: if self.claim.k > 0 { 700 } else { 0 },
            ..Settings::new(self.claim.k, 0)
        };
        let mut file = header(self.claim, &settings);
        file.extend(&self.tree);
        file.extend(operations);
        file.extend(std::iter::repeat_n(OPEN, self.waiting));
        file
    }

    /// The same with this operation MULTIPLIERS.
    fn with(&self, written: &Written) -> Vec<u8> {
        let mut operations = Vec::new();
        written.write(&mut operations);
        self.file(&operations)
    }

    /// The same with these numbers behind the code of the operation.
    fn raw(&self, numbers: &[u64]) -> Vec<u8> {
        let mut operations = Vec::new();
        operation(MULTIPLIERS, numbers, &mut operations);
        self.file(&operations)
    }
}

/// Games in the box of the cross, whose cells are 64 besides it: both claims are open at the root.
fn claims() -> [Claim; 2] {
    [0, 64].map(|k| about_all(BoxSize::CROSS, Objects::Games, k))
}

fn empty(objects: Objects) -> Claim {
    about_all(BoxSize::CROSS, objects, 0)
}

#[test]
fn a_leaf_closes_when_its_value_is_below_the_target() {
    let more_sides = about_all(size([1, 0, 0, 2]), Objects::Games, 0);
    let symmetric = claims().map(|claim| Claim {
        symmetric: true,
        ..claim
    });
    for claim in [claims(), symmetric]
        .concat()
        .into_iter()
        .chain([more_sides])
    {
        let node = Node::cycle(claim);
        assert_eq!(node.value(&Written::default()), 0, "{claim}");
        assert_rejected(&node.with(&Written::default()), Reason::NotRefuted);
        for by in [1, 2, 77, MAX_CUT] {
            let mut written = node.written(by);
            assert_eq!(node.value(&written), -by, "{claim}");
            assert_unfinished(&node.with(&written));
            written.raise(&node.board, by - 1);
            assert_eq!(node.value(&written), -1, "{claim}");
            assert_unfinished(&node.with(&written));
            written.raise(&node.board, by);
            assert_eq!(node.value(&written), 0, "{claim}");
            assert_rejected(&node.with(&written), Reason::NotRefuted);
        }
    }
}

#[test]
fn without_its_cut_a_leaf_is_open() {
    for claim in claims() {
        let node = Node::cycle(claim);
        let closed = node.written(500);
        assert_unfinished(&node.with(&closed));
        let mut others = vec![Vec::new()];
        // Of two cells another one can come first.
        for set in [[V, W], [V, X]] {
            others.push(vec![(node.set(set), 500)]);
        }
        others.push(vec![(node.set([V, W, X]), 0)]);
        for cuts in others {
            let open = Written {
                cuts,
                ..closed.clone()
            };
            assert_eq!(node.value(&open), 0, "{open:?}");
            assert_rejected(&node.with(&open), Reason::NotRefuted);
        }
    }
}

/// What is counted, and where an operation that closes nothing is said to begin.
#[test]
fn multipliers_are_one_leaf_and_one_evaluation() {
    let node = Node::cycle(empty(Objects::Games));
    let counts = |file: &[u8], form| match check_with(file, form) {
        Ok(Verdict::Unfinished(claim, counts)) if claim == node.claim => counts,
        other => panic!("{other:?}"),
    };
    for form in [Form::Fast, Form::Plain] {
        let open = counts(&node.file(&[OPEN]), form);
        let expected = Counts {
            closed: 1,
            open: open.open - 1,
            evaluations: open.evaluations + 1,
            ..open
        };
        assert_eq!(counts(&node.with(&node.written(9)), form), expected);
        let reject = check_with(&node.with(&node.written(0)), form).unwrap_err();
        let begins = node.file(&[]).len() - node.waiting;
        assert_eq!(reject.offset, begins);
    }
}

#[test]
fn a_node_ends_with_its_multipliers() {
    let node = Node::cycle(empty(Objects::Games));
    let mut operations = Vec::new();
    node.written(5).write(&mut operations);
    // CLOSED would be the second node of CELL.
    operations.push(CLOSED);
    assert_rejected(&node.file(&operations), Reason::NotRefuted);
    *operations.last_mut().expect("there are some") = OPEN;
    assert_rejected(&node.file(&operations), Reason::Trailing);
    for (end, reason) in [(&[][..], None), (&[CLOSED], Some(Reason::Trailing))] {
        let mut file = node.with(&node.written(5));
        file.extend(end);
        assert_eq!(check(&file).err().map(|reject| reject.reason), reason);
    }
}

#[test]
fn every_prefix_of_multipliers_is_truncated() {
    let node = Node::cycle(empty(Objects::Games));
    let file = node.with(&node.written(300));
    for end in node.file(&[]).len() - node.waiting..file.len() {
        assert_rejected(&file[..end], Reason::Truncated);
    }
    // As many as nobody could store.
    for numbers in [&[1 << 34][..], &[1, 1 << 34, 14], &[0, 1 << 34]] {
        let mut file = node.raw(numbers);
        file.pop();
        assert_rejected(&file, Reason::Truncated);
    }
}

#[test]
fn a_node_that_is_refuted_needs_none() {
    // No more than 64 cells can hold dots.
    let mut file = header(
        about_all(BoxSize::CROSS, Objects::Games, 65),
        &Settings::new(65, 0),
    );
    Written::default().write(&mut file);
    assert_rejected(&file, Reason::Refuted);
}

#[test]
fn graphs_have_slots_but_no_cuts() {
    for symmetric in [false, true] {
        for (objects, k) in [(Objects::Graphs, 0), (Objects::Graphs, 64)] {
            let claim = Claim {
                symmetric,
                ..about_all(BoxSize::CROSS, objects, k)
            };
            let node = Node::pair(claim);
            let mut written = Written::default();
            assert_rejected(&node.with(&written), Reason::NotRefuted);
            written.slots.push((4 * node.at(W), 3));
            assert_eq!(node.value(&written), -3);
            assert_unfinished(&node.with(&written));
            written.raise(&node.board, 2);
            assert_unfinished(&node.with(&written));
            written.raise(&node.board, 3);
            assert_rejected(&node.with(&written), Reason::NotRefuted);
            written.raise(&node.board, 0);
            written.cuts.push((node.set([V]), 0));
            assert_rejected(&node.with(&written), Reason::NotGames);
        }
    }
}

#[test]
fn the_set_of_a_cut_holds_a_dot_and_no_cell_of_the_cross() {
    let node = Node::cycle(empty(Objects::Games));
    let with_set = |set: Vec<usize>| {
        let mut written = node.written(5);
        written.cuts.push((set, 0));
        node.with(&written)
    };
    assert_unfinished(&with_set(node.set([V])));
    assert_unfinished(&with_set(node.set([V, (1, 1), (8, 8)])));
    // None, or free ones only.
    assert_rejected(&with_set(Vec::new()), Reason::Cut);
    assert_rejected(&with_set(node.set([W])), Reason::Cut);
    assert_rejected(&with_set(node.set([W, X, (8, 8)])), Reason::Cut);
    // Before and behind V, a cell of the cross.
    assert_rejected(&with_set(node.set([(3, 1), V])), Reason::Cut);
    assert_rejected(&with_set(node.set([V, (6, 1)])), Reason::Cut);
    assert_rejected(&with_set(node.set([(3, 0)])), Reason::Cut);
    // Beyond the box.
    assert_unfinished(&with_set(vec![node.at(V), 99]));
    assert_rejected(&with_set(vec![node.at(V), 100]), Reason::Cut);
    assert_rejected(&with_set(vec![100]), Reason::Cut);
    assert_rejected(&with_set(vec![node.at(V), 1 << 34, 1 << 35]), Reason::Cut);
}

/// All cells outside the cross may be in a set, with those that are absent.
#[test]
fn sets_of_cuts_may_be_large_and_hold_absent_cells() {
    let node = Node::cycle(empty(Objects::Games));
    let all = 0..node.board.cells();
    let mut written = node.written(40);
    written
        .cuts
        .push((all.filter(|&v| !node.board.cross[v]).collect(), 0));
    assert_eq!(written.cuts[1].0.len(), 64);
    assert_unfinished(&node.with(&written));

    let mut node = Node::with_dot(empty(Objects::Games));
    number(CELL, &mut node.tree);
    node.tree.push(OPEN);
    node.state.set_absent(0).expect("it is free");
    node.settle();
    node.keep(V, 0, W, &[]);
    node.keep(W, 1, X, &[]);
    node.keep(X, 2, V, &[5]);
    let mut written = node.written(40);
    written.cuts[0].0.insert(0, 0);
    assert_eq!(node.value(&written), -40);
    assert_unfinished(&node.with(&written));
    written.cuts.push((vec![0], 0));
    assert_rejected(&node.with(&written), Reason::Cut);
}

#[test]
fn cells_and_slots_come_in_order() {
    let node = Node::cycle(empty(Objects::Games));
    let (v, wide) = (node.at(V) as u64, (1 << 35) - 1);
    // The cut of V, W right of it and X below that, and two slots.
    let in_order = [1, 3, v, 1, 10, 6, 2, 4 * (v + 1), 6, 41, 6];
    assert_eq!(node.raw(&in_order), node.with(&node.written(6)));
    for (place, difference) in [(3, 0), (4, 0), (9, 0)] {
        let mut numbers = in_order;
        numbers[place] = difference;
        assert_rejected(&node.raw(&numbers), Reason::Multiplier);
    }
    // No sum of differences is too large to be seen to be too large.
    let far = [1, 4, v, wide, wide, wide, 6];
    assert_rejected(&node.raw(&far), Reason::Cut);
    let far = [0, 3, wide, 0, wide, 0, wide, 0];
    assert_rejected(&node.raw(&far), Reason::Multiplier);
}

#[test]
fn slots_exist() {
    let node = Node::cycle(empty(Objects::Games));
    let with_slot = |slot: usize| {
        let mut written = node.written(6);
        written.slots.push((slot, 0));
        node.with(&written)
    };
    assert_unfinished(&with_slot(399));
    assert_rejected(&with_slot(400), Reason::Multiplier);
    assert_rejected(&with_slot(1 << 34), Reason::Multiplier);
    // The first one is that of direction 0 at cell 0.
    let mut written = node.written(6);
    written.slots.insert(0, (0, 0));
    assert_unfinished(&node.with(&written));
}

#[test]
fn multipliers_are_in_their_ranges() {
    let node = Node::cycle(empty(Objects::Games));
    let most = Ranges::SEVEN.slot;
    let with = |l, u| {
        let mut written = node.written(l);
        written.slots.iter_mut().for_each(|(_, slot)| *slot = u);
        written
    };
    // What W pays beyond what the cut takes from X is lost.
    assert_eq!(node.value(&with(MAX_CUT, most)), -MAX_CUT);
    assert_unfinished(&node.with(&with(MAX_CUT, most)));
    for (l, u) in [(5001, 7000), (5000, 7001), (1 << 34, 1), (1, 1 << 34)] {
        assert_rejected(&node.with(&with(l, u)), Reason::Multiplier);
    }
    // Also where it is not the last one.
    let mut written = with(5001, 1);
    written.cuts.push((node.set([V]), 0));
    assert_rejected(&node.with(&written), Reason::Multiplier);
}

/// A cut may stand there many times: the multipliers add up.
#[test]
fn nodes_have_at_most_4000_cuts() {
    let thousands = |node: &Node, count: usize| {
        let mut written = node.written(count as i64);
        written.cuts = vec![(node.set([V, W, X]), 1); count];
        written
    };
    let node = Node::cycle(empty(Objects::Games));
    let mut all = thousands(&node, 4000);
    assert_unfinished(&node.with(&all));
    all.raise(&node.board, 3999);
    assert_unfinished(&node.with(&all));
    all.cuts.pop();
    assert_rejected(&node.with(&all), Reason::NotRefuted);
    assert_rejected(&node.with(&thousands(&node, 4001)), Reason::Cuts);
}

/// The sides have the multiplier 0.
#[test]
fn sides_cost_nothing() {
    let node = Node::cycle(about_all(size([1, 1, 0, 0]), Objects::Games, 0));
    let mut written = node.written(70);
    assert_eq!(node.value(&written), -70);
    written.raise(&node.board, 69);
    assert_unfinished(&node.with(&written));
    written.raise(&node.board, 70);
    assert_rejected(&node.with(&written), Reason::NotRefuted);
}

/// What the naive prover writes closes its nodes by 1, so whoever computes a larger value rejects it.
#[test]
fn the_naive_prover_writes_multipliers() {
    let mut written = 0;
    for (distances, objects, k) in [
        ([0, 0, 0, 0], Objects::Games, 60),
        ([1, 0, 0, 0], Objects::Games, 67),
        ([1, 0, 0, 0], Objects::Graphs, 66),
        ([1, 1, 0, 0], Objects::Games, 71),
    ] {
        let claim = about_all(size(distances), objects, k);
        let proof = prove_claim(claim, Plan::new(30, 9, None).mixed());
        written += proof.written;
        assert!(proof.written > 0, "{claim}");
        assert_seen(claim, &proof);
    }
    assert!(written > 20, "{written}");
}
