//! Order cuts that a solution violates. The first dot of a set of cells is placed by a move that needs no other cell of the set; the
//! solution plays too little of such moves.
//!
//! The most violated set is hard to find, since a move needs up to four cells. So the search picks one needed cell of each move at random;
//! then the most violated set is a smallest cut between the cross and the target. The search repeats that and prefers cells of the set just
//! found. At the end it puts single cells in and takes single cells out while the violation grows.

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cliques::weight;
use crate::closure::Known;
use crate::rows::{Row, Target};

/// How often a set is sought for each target, and from how many cuts each.
const STARTS: usize = 2;
const CUTS: usize = 4;

/// A cut is of use as a beginning up to so many times the weight that a violated one has at most.
const FAR: f64 = 2.0;

/// The data for the search of one target's set.
struct Separation<'a> {
    known: &'a Known<'a>,
    solution: &'a [f64],
    /// The moves that the solution plays in part, and that may stand in a game with the target.
    played: Vec<usize>,
    target: Target,
}

/// Violated order cuts of cells that the solution places, and of moves that it plays, by more than `least`.
pub(crate) fn separate(
    known: &Known<'_>,
    solution: &[f64],
    least: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Row> {
    let candidates = known.candidates;
    let cells = candidates.placing.iter().enumerate();
    let cells = cells.map(|(c, placing)| (Target::Cell(c), weight(solution, placing)));
    let moves = known.live().map(|m| (Target::Move(m), solution[m]));
    let targets = cells.chain(moves).filter(|&(_, weight)| weight > least);
    let mut rows: Vec<Row> = Vec::new();
    for (target, weight) in targets {
        let separation = Separation::new(known, solution, target);
        if let Some(row) = separation.best(weight - least, rng) {
            rows.push(row);
        }
    }
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    rows.dedup_by(|a, b| a.name == b.name);
    rows
}

impl<'a> Separation<'a> {
    fn new(known: &'a Known<'a>, solution: &'a [f64], target: Target) -> Self {
        let may = |&m: &usize| {
            solution[m] > 1e-7
                && !matches!(target, Target::Move(t) if known.excluded[t].contains(m) || t == m)
        };
        Self {
            known,
            solution,
            played: known.live().filter(may).collect(),
            target,
        }
    }

    /// The cells of which the set must hold one.
    fn goals(&self) -> Vec<usize> {
        match self.target {
            Target::Cell(c) => vec![c],
            Target::Move(m) => self.known.candidates.needed[m].clone(),
        }
    }

    /// The row of the best set found, if its first moves weigh less than `most`.
    fn best(&self, most: f64, rng: &mut Xoshiro256PlusPlus) -> Option<Row> {
        let starts = self.goals().into_iter().flat_map(|goal| [goal; STARTS]);
        let sets = starts.filter_map(|goal| {
            let mut set = self.set(goal, FAR * most, rng)?;
            Some((self.improve(goal, &mut set), set))
        });
        let (weight, set) = sets.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let cells = (0..set.len()).filter(|&c| set[c]).collect();
        (weight < most).then(|| Row::order(self.known, self.target, cells))
    }

    /// A set that holds `goal`, found by several cuts, each from the one before; `None` where the first moves weigh `limit` or more.
    fn set(&self, goal: usize, limit: f64, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<bool>> {
        let mut set = self.cut(goal, None, limit, rng)?;
        for _ in 1..CUTS {
            set = self.cut(goal, Some(&set), limit, rng).unwrap_or(set);
        }
        Some(set)
    }

    /// The cells behind a smallest cut before `goal`, with one needed cell of each move: one of `set`, if there is one.
    /// `None` where the cut weighs `limit` or more.
    fn cut(
        &self,
        goal: usize,
        set: Option<&[bool]>,
        limit: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Vec<bool>> {
        let candidates = self.known.candidates;
        let count = candidates.cells.len();
        let mut graph: DiGraph<(), f64> = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..=count).map(|_| graph.add_node(())).collect();
        for &m in &self.played {
            let needed = &candidates.needed[m];
            let inside: Vec<usize> = needed
                .iter()
                .copied()
                .filter(|&c| set.is_some_and(|s| s[c]))
                .collect();
            let picks = if inside.is_empty() { needed } else { &inside };
            let from = if picks.is_empty() {
                count
            } else {
                picks[rng.random_range(0..picks.len())]
            };
            graph.add_edge(nodes[from], nodes[candidates.placed[m]], self.solution[m]);
        }
        let end = graph.add_node(());
        graph.add_edge(nodes[goal], end, limit);
        let (flow, flows) = dinics(&graph, nodes[count], end);
        (flow < limit - 1e-9).then(|| reaches(&graph, &flows, nodes[goal], count))
    }

    /// Puts cells in and takes them out while that lowers the weight of the first moves; returns this weight in the end.
    fn improve(&self, goal: usize, set: &mut [bool]) -> f64 {
        let mut weight = self.weight(set);
        loop {
            let before = weight;
            for c in (0..set.len()).filter(|&c| c != goal) {
                set[c] = !set[c];
                let changed = weight + self.change(set, c);
                if changed < weight - 1e-9 || (changed <= weight && !set[c]) {
                    weight = changed;
                } else {
                    set[c] = !set[c];
                }
            }
            if weight > before - 1e-9 {
                return self.weight(set);
            }
        }
    }

    fn is_first(&self, set: &[bool], m: usize) -> bool {
        let candidates = self.known.candidates;
        set[candidates.placed[m]] && candidates.needed[m].iter().all(|&c| !set[c])
    }

    fn may_play(&self, m: usize) -> bool {
        self.solution[m] > 1e-7 && self.played.binary_search(&m).is_ok()
    }

    fn weight(&self, set: &[bool]) -> f64 {
        let firsts = self.played.iter().filter(|&&m| self.is_first(set, m));
        firsts.map(|&m| self.solution[m]).sum()
    }

    /// The change of the weight after `c` was put in or taken out.
    fn change(&self, set: &mut [bool], c: usize) -> f64 {
        let candidates = self.known.candidates;
        let around = candidates.placing[c].iter().chain(&candidates.needing[c]);
        let around: Vec<usize> = around.copied().filter(|&m| self.may_play(m)).collect();
        let sum = |set: &[bool]| {
            around
                .iter()
                .filter(|&&m| self.is_first(set, m))
                .map(|&m| self.solution[m])
                .sum::<f64>()
        };
        let after = sum(set);
        set[c] = !set[c];
        let before = sum(set);
        set[c] = !set[c];
        after - before
    }
}

/// The cells from which flow could still get to `goal`.
fn reaches(graph: &DiGraph<(), f64>, flows: &[f64], goal: NodeIndex, count: usize) -> Vec<bool> {
    let mut set = vec![false; graph.node_count()];
    let mut stack = vec![goal];
    set[goal.index()] = true;
    while let Some(node) = stack.pop() {
        let mut visit = |next: NodeIndex| {
            if !std::mem::replace(&mut set[next.index()], true) {
                stack.push(next);
            }
        };
        for edge in graph.edges_directed(node, petgraph::Incoming) {
            use petgraph::visit::EdgeRef;
            if edge.weight() - flows[edge.id().index()] > 1e-9 {
                visit(edge.source());
            }
        }
        for edge in graph.edges(node) {
            use petgraph::visit::EdgeRef;
            if flows[edge.id().index()] > 1e-9 {
                visit(edge.target());
            }
        }
    }
    set.truncate(count);
    set
}
