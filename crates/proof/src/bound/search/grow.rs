//! Growing a tree only so far that its open nodes are about equally large.
//!
//! How large the subtree of a node is, is estimated in two ways. Coming down from the root, of what is expected below a node
//! each of its children gets a share: all of it where the other child is closed, else by how far its value lies above the target. And
//! where this says that a subtree is small, probes are sent: walks from the node down to a closed one that take one of two
//! children at random, and count each node they meet as often as it is unlikely to be met. The mean over many walks is
//! the number of nodes of the tree that these decisions make (source: Knuth, Estimating the efficiency of backtrack programs, 1975). Of
//! two children the one whose value lies further above the target is the more likely one, which makes the walks more alike.
//! Most walks miss what is rare and large, and shares know nothing of it; the mean of the two is the estimate.
//! Cells are not tried in a probe, so the tree that it measures is not quite the one that is searched later.
//!
//! What is tiny is not worth a unit: it is searched at once, with a budget of nodes.
//!
//! Nothing here enters a certificate but what was searched: estimates decide where it is cut, and cost time if they are poor.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Bounded, MAX_DEPTH, Next, Search, Subtree, Task, left_open, open};
use crate::bound::certificate::Operation;
use crate::bound::dual_bound::DualBound;

/// The number of nodes of a subtree, estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of what is expected from above and what the probes found.
    pub nodes: f64,
    /// The standard error of the probes.
    pub error: f64,
}

/// What was found out about a whole tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The logarithm of the size of a subtree for each unit by which the value of its node lies above the target, on the whole.
    steepness: f64,
    /// The nodes expected.
    nodes: f64,
}

/// Pairs of probes of the root, each tuned by those before; and probes of it then.
const TUNING_PROBES: u32 = 12;
const ROOT_PROBES: u32 = 32;
/// What is less than this part of the size allowed is tiny.
const TINY: f64 = 60.0;

/// How far a tree is grown.
#[derive(Clone, Debug)]
pub(in crate::bound) struct Plan {
    /// A subtree of at most so many nodes is left open.
    pub(in crate::bound) most: f64,
    /// Probes of a node.
    pub(in crate::bound) probes: u32,
    /// What is known of the tree already.
    pub(in crate::bound) scale: Option<Scale>,
    /// What is known of its open nodes, by the bytes of the resumed certificate at which they begin.
    pub(in crate::bound) known: Vec<(usize, Estimate)>,
}

/// How a tree is grown, and what is found out about its open nodes.
pub(in crate::bound) struct Growth {
    plan: Plan,
    scale: Mutex<Scale>,
    dice: Mutex<Xoshiro256PlusPlus>,
    /// Of the nodes left open, in the order of the tree.
    estimates: Mutex<Vec<Estimate>>,
    probed: AtomicU64,
}

impl Growth {
    pub(in crate::bound) fn new(plan: Plan) -> Self {
        let unknown = Scale {
            steepness: 0.0,
            nodes: 1.0,
        };
        Self {
            scale: Mutex::new(plan.scale.unwrap_or(unknown)),
            plan,
            dice: Mutex::new(Xoshiro256PlusPlus::seed_from_u64(1)),
            estimates: Mutex::default(),
            probed: AtomicU64::new(0),
        }
    }

    fn scale(&self) -> Scale {
        *self.scale.lock().expect("no thread panicked")
    }

    fn set_scale(&self, scale: Scale) {
        *self.scale.lock().expect("no thread panicked") = scale;
    }

    fn toss(&self) -> f64 {
        self.dice.lock().expect("no thread panicked").random()
    }

    /// Takes what is known of all nodes left open, when the tree has been grown.
    pub(super) fn note(&self, estimates: Vec<Estimate>) {
        *self.estimates.lock().expect("no thread panicked") = estimates;
    }

    /// Nodes to try a subtree with before it is taken for more than tiny. (What is not probed is cut in a hurry.)
    fn tiny(&self) -> u64 {
        if self.plan.most.is_finite() && self.plan.probes > 0 {
            (self.plan.most / TINY) as u64
        } else {
            0
        }
    }
}

/// What was found out while a tree was grown.
#[derive(Clone, Debug, Default)]
pub(in crate::bound) struct Found {
    /// About the nodes left open, in their order.
    pub(in crate::bound) estimates: Vec<Estimate>,
    /// Nodes that were bounded for this alone.
    pub(in crate::bound) probed: u64,
    pub(in crate::bound) scale: Option<Scale>,
}

/// A child that has been bounded and is not closed, with its value.
type Child<'r> = Option<(Task<'r>, i32)>;

impl Search<'_> {
    /// How the tree is grown, where it is: not in what is tried to its end.
    pub(super) fn growth(&self, task: &Task<'_>) -> Option<&Growth> {
        self.growth.as_ref().filter(|_| task.attempt.is_none())
    }

    /// What was found out while the tree was grown.
    pub(in crate::bound) fn found_out(&self) -> Found {
        let Some(growth) = &self.growth else {
            return Found::default();
        };
        Found {
            estimates: growth.estimates.lock().expect("no thread panicked").clone(),
            probed: growth.probed.load(Ordering::Relaxed),
            scale: Some(growth.scale()),
        }
    }

    /// The subtree that starts here, if it has open nodes and all of them are known to be small.
    pub(super) fn settled(&self, task: &Task<'_>) -> Option<Subtree> {
        let (growth, reader) = (self.growth(task)?, task.resume.as_ref()?);
        let known = &growth.plan.known;
        if known.is_empty() {
            return None;
        }
        let mut end = reader.clone();
        end.skip_subtree().ok()?;
        let after = |offset| known.partition_point(|&(at, _)| at < offset);
        let inside = &known[after(reader.offset)..after(end.offset)];
        let is_small = |(_, estimate): &(usize, Estimate)| estimate.nodes <= growth.plan.most;
        if inside.is_empty() || !inside.iter().all(is_small) {
            return None;
        }
        // It was bounded for its sibling's share alone.
        growth.probed.fetch_add(1, Ordering::Relaxed);
        let bytes = reader.bytes[reader.offset..end.offset].to_vec();
        let estimates = inside.iter().map(|&(_, estimate)| estimate).collect();
        Some(left_open(bytes, estimates))
    }

    /// Takes over what is known of the open node that is written at this byte of the resumed certificate.
    pub(super) fn recall(&self, task: &mut Task<'_>, offset: usize) {
        let Some(growth) = self.growth(task) else {
            return;
        };
        let known = &growth.plan.known;
        if let Ok(i) = known.binary_search_by_key(&offset, |&(at, _)| at) {
            task.expected = known[i].1.nodes;
        }
    }

    /// What a node becomes that is small enough, by what is known of it: finished if it is tiny, else open. Otherwise what is expected
    /// below it is corrected.
    pub(super) fn leaf(
        &self,
        growth: &Growth,
        worker: &DualBound,
        task: &mut Task<'_>,
        value: i32,
    ) -> Option<Subtree> {
        let most = growth.plan.most;
        if task.expected > most {
            return None;
        }
        let tiny = growth.tiny();
        if tiny > 0 {
            let (mut here, copy) = (worker.clone(), task.copy());
            let go_on = |task: Task<'_>| self.go_on(&mut here, task, value, Vec::new());
            let done = self.attempt(tiny, copy, go_on);
            if done.is_some() {
                return done;
            }
        }
        let estimate = self.estimate(growth, worker, task, value);
        task.expected = estimate.nodes.max(tiny as f64);
        if estimate.nodes > most {
            return None;
        }
        let estimate = Estimate {
            nodes: task.expected,
            ..estimate
        };
        Some(Subtree {
            estimates: vec![estimate],
            ..open(Vec::new())
        })
    }

    /// Finds out at the root how large the tree is and how fast subtrees grow with the gap, unless that is known.
    pub(super) fn look(&self, worker: &DualBound, task: &mut Task<'_>, value: i32) {
        let Some(growth) = self.growth(task) else {
            return;
        };
        if growth.plan.scale.is_none() {
            self.tune(growth, worker, task, value);
            let nodes = self.probes(growth, worker, task, value, ROOT_PROBES).nodes;
            let scale = growth.scale();
            growth.set_scale(Scale { nodes, ..scale });
        }
        task.expected = growth.scale().nodes;
    }

    fn tune(&self, growth: &Growth, worker: &DualBound, task: &Task<'_>, value: i32) {
        let gap = self.gap(task, value);
        for _ in 0..TUNING_PROBES {
            let estimate = self.probes(growth, worker, task, value, 2);
            let scale = growth.scale();
            // The larger of two estimates is the better one: most probes miss what is rare and large.
            let steepness = scale.steepness.max(estimate.nodes.ln() / gap);
            growth.set_scale(Scale { steepness, ..scale });
        }
    }

    /// Divides what is expected below a node among its children.
    pub(super) fn divide(
        &self,
        growth: &Growth,
        worker: &DualBound,
        expected: f64,
        mut children: [Option<&mut Task<'_>>; 2],
    ) {
        let likely = children.each_mut().map(|child| {
            let child = child.as_mut()?;
            let value = self.bound_early(worker, child)?;
            Some(self.likely(growth, child, value))
        });
        let all: f64 = likely.iter().flatten().sum();
        for (child, likely) in children.into_iter().zip(likely) {
            if let (Some(child), Some(likely)) = (child, likely) {
                child.expected = expected * likely / all;
            }
        }
    }

    /// Bounds a child while its parent is still looked at; its turn comes with the result.
    fn bound_early(&self, parent: &DualBound, child: &mut Task<'_>) -> Option<i32> {
        let mut worker = DualBound::new(&self.instance);
        worker.primal.copy_from_slice(&parent.primal);
        let value = self.bound(&mut worker, child);
        child.bounded = Some(Bounded { worker, value });
        value
    }

    /// How likely a child is to be taken, in relation to its sibling.
    fn likely(&self, growth: &Growth, task: &Task<'_>, value: i32) -> f64 {
        (growth.scale().steepness * self.gap(task, value)).exp()
    }

    /// How far a value lies above the target, at least 1.
    fn gap(&self, task: &Task<'_>, value: i32) -> f64 {
        f64::from((value - self.target(&task.node)).max(1))
    }

    /// How large a subtree is, by its share and by probes.
    fn estimate(
        &self,
        growth: &Growth,
        worker: &DualBound,
        task: &Task<'_>,
        value: i32,
    ) -> Estimate {
        let from_above = task.expected;
        if growth.plan.probes == 0 {
            return Estimate {
                nodes: from_above,
                error: from_above,
            };
        }
        let probed = self.probes(growth, worker, task, value, growth.plan.probes);
        Estimate {
            nodes: (from_above + probed.nodes) / 2.0,
            ..probed
        }
    }

    fn probes(
        &self,
        growth: &Growth,
        worker: &DualBound,
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
    fn probe(&self, growth: &Growth, worker: &DualBound, task: &Task<'_>, value: i32) -> f64 {
        let mut sides = [0, 1].map(|_| DualBound::new(&self.instance));
        let mut here = worker.clone();
        let (mut task, mut value) = (task.copy(), value);
        let (mut nodes, mut weight) = (1.0, 1.0);
        while task.depth < MAX_DEPTH && !self.stopped(&task) {
            let Next::Branch(operation) = self.next(&mut here, &mut task, None) else {
                break;
            };
            let mut children = self.children(&mut sides, &here.primal, &task, value, &operation);
            nodes += 2.0 * weight;
            growth.probed.fetch_add(2, Ordering::Relaxed);
            let likely = |child: &Child<'_>| match child {
                Some((task, value)) => self.likely(growth, task, *value),
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
        sides: &mut [DualBound; 2],
        presence: &[u16],
        task: &Task<'r>,
        value: i32,
        operation: &Operation,
    ) -> [Child<'r>; 2] {
        let Some(decision) = self.decision(&task.node, operation) else {
            return [None, None];
        };
        let mut bounded = |side: usize| {
            let mut child = self.child(task, &decision, side)?;
            sides[side].primal.copy_from_slice(presence);
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

#[cfg(test)]
mod tests {
    use crate::bound::{Grown, Limits, Params, Question, Until, grow, open_places, refute};
    use crate::game::Objects;

    const QUESTION: Question = Question {
        bounding_box: crate::geometry::BoundingBox::new(3, 3, 1, 1),
        objects: Objects::Games,
        symmetric: false,
        at_least: 83,
        arrival: None,
    };
    const LIMITS: Limits<'_> = Limits {
        stop: &|| false,
        threads: 1,
        progress: &|_| {},
    };

    fn grown(resume: Option<&Grown>, most: f64) -> Grown {
        grown_by(&LIMITS, resume, most, 0)
    }

    fn grown_by(limits: &Limits<'_>, resume: Option<&Grown>, most: f64, probes: u32) -> Grown {
        let known = resume.map(|grown| (grown.scale.unwrap(), &grown.estimates[..]));
        let until = Until {
            most,
            probes,
            known,
        };
        let from = resume.map(|grown| &grown.outcome.certificate[..]);
        grow(QUESTION, &Params::default(), limits, from, until).unwrap()
    }

    #[test]
    fn what_is_bounded_for_the_share_of_a_sibling_is_not_bounded_again() {
        let root = grown(None, f64::INFINITY);
        assert_eq!((root.outcome.progress.nodes, root.estimates.len()), (1, 1));
        // Without probes of its nodes only the root's are left.
        let most = root.estimates[0].nodes / 20.0;
        let cut = grown(None, most);
        assert!(cut.outcome.progress.nodes > 20);
        assert_eq!(cut.probed, root.probed);
        // Going on by another measure, the nodes that stay open are bounded for the shares of those that do not.
        let finer = grown(Some(&cut), most / 2.0);
        assert!(finer.probed <= cut.estimates.len() as u64);
        assert!(finer.estimates.len() > cut.estimates.len());
        is_whole(&cut, most);
        is_whole(&finer, most / 2.0);
    }

    /// What is known is known of each open node, and what is open can be finished.
    fn is_whole(grown: &Grown, most: f64) {
        let places = open_places(&grown.outcome.certificate).unwrap();
        assert_eq!(places.len(), grown.estimates.len());
        assert!(grown.estimates.iter().all(|e| e.nodes <= most));
        let from = Some(&grown.outcome.certificate[..]);
        let outcome = refute(QUESTION, &Params::default(), &LIMITS, from).unwrap();
        assert!(outcome.complete);
    }

    #[test]
    fn several_threads_grow_a_tree() {
        let limits = Limits {
            threads: 3,
            ..LIMITS
        };
        let root = grown_by(&limits, None, f64::INFINITY, 4);
        let most = root.estimates[0].nodes / 20.0;
        // What is tiny is tried by several threads side by side.
        let cut = grown_by(&limits, Some(&root), most, 4);
        assert!(cut.estimates.len() > 3);
        is_whole(&cut, most);
        let finer = grown_by(&limits, Some(&cut), most / 2.0, 4);
        is_whole(&finer, most / 2.0);
    }
}
