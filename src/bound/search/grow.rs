//! Growing a tree only so far that its open nodes are about equally large.
//!
//! How large the subtree of a node is, is estimated by probes: walks from the node down to a closed one that take one of two
//! children at random, and count each node they meet as often as it is unlikely to be met. The mean over many walks is
//! the number of nodes of the tree that these decisions make (source: Knuth, Estimating the efficiency of backtrack programs, 1975). Of
//! two children the one whose value lies further above the target is the more likely one, which makes the walks more alike.
//! Cells are not tried in a probe, so the tree that it measures is not quite the one that is searched later.
//!
//! Nothing here enters a certificate: estimates decide where it is cut, and cost time if they are poor.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{MAX_DEPTH, Next, Search, Task};
use crate::bound::certificate::Operation;
use crate::bound::lattice::Plane;
use crate::bound::refine::Refiner;

/// The number of nodes of a subtree, estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the probes.
    pub nodes: f64,
    /// Its standard error.
    pub error: f64,
}

/// Pairs of probes of the root, each tuned by those before.
const ROOT_PROBES: u32 = 12;

/// How a tree is grown, and what is found out about its open nodes.
pub(in crate::bound) struct Growth {
    /// A subtree of at most so many nodes is left open.
    most: f64,
    /// Probes of a node.
    probes: u32,
    /// The logarithm of the size of a subtree for each unit by which the value of its node lies above the target, on the whole.
    steepness: Mutex<f64>,
    dice: Mutex<Xoshiro256PlusPlus>,
    /// Of the nodes left open, in the order of the tree.
    estimates: Mutex<Vec<Estimate>>,
    probed: AtomicU64,
}

impl Growth {
    /// Nodes of at most so many nodes below them are left open, as far as so many probes tell, at least 1.
    pub(in crate::bound) fn new(most: f64, probes: u32) -> Self {
        Self {
            most,
            probes: probes.max(1),
            steepness: Mutex::new(0.0),
            dice: Mutex::new(Xoshiro256PlusPlus::seed_from_u64(1)),
            estimates: Mutex::default(),
            probed: AtomicU64::new(0),
        }
    }

    fn steepness(&self) -> f64 {
        *self.steepness.lock().expect("no thread panicked")
    }

    fn toss(&self) -> f64 {
        self.dice.lock().expect("no thread panicked").random()
    }
}

/// A child that has been bounded and is not closed, with its value.
type Child<'r> = Option<(Task<'r>, i32)>;

impl Search<'_> {
    /// What was found out about the nodes left open, in their order, and the nodes that the probes met.
    pub(in crate::bound) fn estimates(&self) -> (Vec<Estimate>, u64) {
        let Some(growth) = &self.growth else {
            return Default::default();
        };
        let estimates = growth.estimates.lock().expect("no thread panicked").clone();
        (estimates, growth.probed.load(Ordering::Relaxed))
    }

    /// Whether the subtree of a node is small enough to be left open; notes the estimate if it is.
    pub(super) fn is_small(
        &self,
        growth: &Growth,
        worker: &Refiner,
        task: &Task<'_>,
        value: i32,
    ) -> bool {
        if task.depth == 0 {
            self.tune(growth, worker, task, value);
        }
        let estimate = self.estimate(growth, worker, task, value, growth.probes);
        let is_small = estimate.nodes <= growth.most;
        if is_small {
            growth
                .estimates
                .lock()
                .expect("no thread panicked")
                .push(estimate);
        }
        is_small
    }

    /// Finds out at the root how fast subtrees grow with the gap.
    fn tune(&self, growth: &Growth, worker: &Refiner, task: &Task<'_>, value: i32) {
        let gap = self.gap(task, value);
        for _ in 0..ROOT_PROBES {
            let estimate = self.estimate(growth, worker, task, value, 2);
            let steepness = estimate.nodes.ln() / gap;
            let mut known = growth.steepness.lock().expect("no thread panicked");
            // The larger of two estimates is the better one: most probes miss what is rare and large.
            *known = known.max(steepness);
        }
    }

    /// How far a value lies above the target, at least 1.
    fn gap(&self, task: &Task<'_>, value: i32) -> f64 {
        f64::from((value - self.target(&task.node)).max(1))
    }

    fn estimate(
        &self,
        growth: &Growth,
        worker: &Refiner,
        task: &Task<'_>,
        value: i32,
        probes: u32,
    ) -> Estimate {
        let found: Vec<f64> = (0..probes)
            .map(|_| self.probe(growth, worker, task, value))
            .collect();
        let count = f64::from(probes);
        let nodes = found.iter().sum::<f64>() / count;
        let squares = found.iter().map(|n| (n - nodes).powi(2)).sum::<f64>();
        let error = (squares / (count * (count - 1.0).max(1.0))).sqrt();
        Estimate { nodes, error }
    }

    /// One walk down from a node: the number of nodes of its subtree, expected if the walk is typical.
    fn probe(&self, growth: &Growth, worker: &Refiner, task: &Task<'_>, value: i32) -> f64 {
        let mut sides = [Refiner::default(), Refiner::default()];
        let mut here = Refiner::default();
        here.presence.copy_from_slice(&worker.presence[..]);
        *here.workspace = (*worker.workspace).clone();
        let (mut task, mut value) = (task.copy(), value);
        let (mut nodes, mut weight) = (1.0, 1.0);
        while task.depth < MAX_DEPTH && !self.stopped() {
            let Next::Branch(operation) = self.next(&mut here, &mut task, None) else {
                break;
            };
            let mut children = self.children(&mut sides, &here.presence, &task, value, &operation);
            nodes += 2.0 * weight;
            growth.probed.fetch_add(2, Ordering::Relaxed);
            let likely = |child: &Child<'_>| match child {
                Some((task, value)) => (growth.steepness() * self.gap(task, *value)).exp(),
                None => 0.0,
            };
            let [first, second] = children.each_ref().map(likely);
            if first + second <= 0.0 {
                break;
            }
            let side = usize::from(growth.toss() * (first + second) >= first);
            weight *= (first + second) / [first, second][side];
            let Some(child) = children[side].take() else {
                break;
            };
            (task, value) = child;
            std::mem::swap(&mut here, &mut sides[side]);
        }
        nodes
    }

    /// The two children of a branching, bounded.
    fn children<'r>(
        &self,
        sides: &mut [Refiner; 2],
        presence: &Plane<u16>,
        task: &Task<'r>,
        value: i32,
        operation: &Operation,
    ) -> [Child<'r>; 2] {
        let Some(decision) = self.decision(&task.node, operation) else {
            return [None, None];
        };
        let mut bounded = |side: usize| {
            let mut child = self.child(task, &decision, side)?;
            sides[side].presence.copy_from_slice(&presence[..]);
            let value = self.bound(&mut sides[side], &mut child)?;
            Some((child, value))
        };
        let children = [bounded(0), bounded(1)];
        let values = children
            .each_ref()
            .map(|c| c.as_ref().map(|(_, value)| *value));
        self.learn(&decision, self.presence(&decision, presence), value, values);
        children
    }
}
