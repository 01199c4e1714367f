//! How large the subtree of a node is, estimated before it is searched.
//!
//! Probes are sent: walks from the node down to a closed one that take one of two children at random, and count each node they meet as
//! often as it is unlikely to be met. The mean over many walks is the number of nodes of the tree that these decisions make (source: Knuth,
//! Estimating the efficiency of backtrack programs, 1975). Of two children the one whose value lies further above the target is the more
//! likely one, which makes the walks more alike. Cells are not tried in a probe, so the tree that it measures is not quite the one that is
//! searched later.

use std::mem::swap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::expand::{Next, Search};
use super::problem::Leaf;
use super::pseudo_costs::primal_weight;
use crate::bound::dual_bound::DualBound;
use crate::tree::Branching;

/// The number of nodes of a subtree, estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number expected.
    pub nodes: f64,
    /// Its standard error, as far as the probes tell.
    pub error: f64,
}

/// Estimates the subtrees of one question.
pub struct Estimator<'a> {
    search: &'a Search<'a>,
    /// The logarithm of the size of a subtree for each unit by which the value of its node lies above the target.
    steepness: f64,
    dice: Xoshiro256PlusPlus,
    workers: [DualBound; 3],
    /// Nodes that were bounded.
    pub probed: u64,
}

/// A node that has been bounded and is not closed, with its value.
type Bounded = (Leaf, i32);

impl<'a> Estimator<'a> {
    /// Of a question about which this was found out: how fast its subtrees grow; 0 if nothing was. The same seed leads to the same walks.
    pub fn new(search: &'a Search<'a>, steepness: f64, seed: u64) -> Self {
        Self {
            search,
            steepness,
            dice: Xoshiro256PlusPlus::seed_from_u64(seed),
            workers: [0; 3].map(|_| DualBound::new(&search.problem.instance)),
            probed: 0,
        }
    }

    /// Finds out how fast subtrees grow with the gap, by pairs of probes of the root, each tuned by those before.
    pub fn tune(&mut self, root: &Leaf) -> f64 {
        const PAIRS: u32 = 12;
        let Some((_, value)) = self.bounded(root.clone()) else {
            return self.steepness;
        };
        let gap = self.gap(root, value);
        for _ in 0..PAIRS {
            // The larger of two estimates is the better one: most probes miss what is rare and large.
            let nodes = self.probe(root, 2).nodes;
            self.steepness = self.steepness.max(nodes.ln() / gap);
        }
        self.steepness
    }

    /// The mean of some probes of a node.
    pub fn probe(&mut self, leaf: &Leaf, probes: u32) -> Estimate {
        let found: Vec<f64> = (0..probes).map(|_| self.walk(leaf)).collect();
        let count = f64::from(probes);
        let nodes = found.iter().sum::<f64>() / count;
        let squares = found.iter().map(|n| (n - nodes).powi(2)).sum::<f64>();
        let error = (squares / (count * (count - 1.0).max(1.0))).sqrt();
        Estimate { nodes, error }
    }

    /// The size of a subtree of which so many nodes are expected from above: with some probes, the mean of this and of theirs. (Most
    /// walks miss what is rare and large, and shares know nothing of it.)
    pub fn estimate(&mut self, leaf: &Leaf, from_above: f64, probes: u32) -> Estimate {
        if probes == 0 {
            return Estimate {
                nodes: from_above,
                error: from_above,
            };
        }
        let probed = self.probe(leaf, probes);
        Estimate {
            nodes: (from_above + probed.nodes) / 2.0,
            ..probed
        }
    }

    /// The shares of two children in what is expected below their parent; `None` for what is closed.
    pub fn shares(&mut self, children: [Option<&Leaf>; 2]) -> [Option<f64>; 2] {
        let likely = children.map(|child| {
            let (leaf, value) = self.bounded(child?.clone())?;
            Some(self.likely(&leaf, value))
        });
        let all: f64 = likely.iter().flatten().sum();
        likely.map(|likely| likely.map(|likely| likely / all))
    }

    fn bounded(&mut self, mut leaf: Leaf) -> Option<Bounded> {
        self.probed += 1;
        let value = self.search.bound(&mut self.workers[0], &mut leaf)?;
        Some((leaf, value))
    }

    /// How likely a child is to be taken, in relation to its sibling.
    fn likely(&self, leaf: &Leaf, value: i32) -> f64 {
        (self.steepness * self.gap(leaf, value)).exp()
    }

    /// How far a value lies above the target, at least 1.
    fn gap(&self, leaf: &Leaf, value: i32) -> f64 {
        f64::from((value - self.search.problem.target(&leaf.node)).max(1))
    }

    /// One walk down from a node: the number of nodes of its subtree, expected if the walk is typical.
    fn walk(&mut self, leaf: &Leaf) -> f64 {
        let (mut nodes, mut weight) = (1.0, 1.0);
        let Some((mut leaf, mut value)) = self.bounded(leaf.clone()) else {
            return nodes;
        };
        while let Next::Branch(on) = self.search.next(&mut self.workers[0], &mut leaf, None) {
            let mut children = self.children(&leaf, value, on);
            nodes += 2.0 * weight;
            let likely = |child: &Option<Bounded>| match child {
                Some((leaf, value)) => self.likely(leaf, *value),
                None => 0.0,
            };
            let [first, second] = children.each_ref().map(likely);
            if first + second <= 0.0 {
                break;
            }
            let side = usize::from(self.dice.random::<f64>() * (first + second) >= first);
            weight *= (first + second) / [first, second][side];
            let Some(child) = children[side].take() else {
                break;
            };
            (leaf, value) = child;
            let (here, sides) = self.workers.split_at_mut(1);
            swap(&mut here[0], &mut sides[side]);
        }
        nodes
    }

    /// The two children of a branching, bounded.
    fn children(&mut self, leaf: &Leaf, value: i32, on: Branching) -> [Option<Bounded>; 2] {
        let search = self.search;
        let Some(children) = search.problem.children(leaf, on) else {
            return [None, None];
        };
        let (here, sides) = self.workers.split_at_mut(1);
        let mut sides = sides.iter_mut();
        let bounded = children.map(|child| {
            let side = sides.next().expect("there are two");
            side.primal.copy_from_slice(&here[0].primal);
            self.probed += 1;
            let mut child = child?;
            let value = search.bound(side, &mut child)?;
            Some((child, value))
        });
        if let Some(cell) = search.problem.cell(on) {
            let values = bounded
                .each_ref()
                .map(|c| c.as_ref().map(|(_, value)| *value));
            search.learn((cell, primal_weight(here[0].primal[cell])), value, values);
        }
        bounded
    }
}
