//! The dense form of the bound against the sparse one, which follows the page mark by mark: same values, same multipliers, same
//! profits, on every instruction set that this machine can run.

use fearless_simd::Level;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::kernel::{Frame, MULTIPLIER_MAX, SIDE_MAX, Workspace};
use super::super::lattice::{Lattice, SIZE};
use super::super::node::Node;
use super::super::recipe::{FINE_BITS, FineMultipliers, Found, Plan, Schedule};
use super::super::root::{self, VARIANT};
use super::super::sparse::Sparse;
use super::super::sweep::Sweep;
use crate::geometry::is_cross_cell;

/// Every instruction set that this machine can run.
fn levels() -> Vec<Level> {
    let best = Level::new();
    let mut levels = vec![best, Level::baseline()];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    levels.extend(
        [
            best.as_sse4_2().map(Level::Sse4_2),
            best.as_avx2().map(Level::Avx2),
        ]
        .into_iter()
        .flatten(),
    );
    levels
}

/// A node somewhere in a tree, with multipliers drawn from their whole ranges or from a part of them.
struct Case {
    frame: Frame,
    node: Node,
    multipliers: FineMultipliers,
}

impl Case {
    /// `None` when the decisions contradict each other.
    fn new(distances: [u8; 4], gain: u32, part: i32, seed: u64) -> Option<Self> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bounding_box = distances.into();
        let lattice = Lattice::new(VARIANT, bounding_box)?;
        let frame = Frame {
            balanced: gain == 0,
            ..root::frame(&lattice, bounding_box, gain, None)
        };
        let mut node = Node::new(root::restrictions(&lattice, &[]), false, None);
        let cells: Vec<usize> = lattice.region.cells().map(|c| lattice.index(c)).collect();
        let mut multipliers = FineMultipliers::default();
        let draw = |max: i32, rng: &mut Xoshiro256PlusPlus| {
            rng.random_range(0..=(max << FINE_BITS) / part)
        };
        for slots in &mut multipliers.slots {
            cells
                .iter()
                .for_each(|&v| slots[v] = draw(MULTIPLIER_MAX, &mut rng));
        }
        for &(k, _) in &frame.sides {
            multipliers.sides[k] = draw(SIDE_MAX, &mut rng);
        }
        for _ in 0..rng.random_range(0..30) {
            let cell = lattice
                .region
                .cells()
                .nth(rng.random_range(0..cells.len()))?;
            let v = lattice.index(cell);
            if is_cross_cell(VARIANT, cell) {
                continue;
            }
            match rng.random_range(0..3) {
                0 => node.set_present(v),
                1 => node.set_absent(v),
                _ => {
                    let mark = node.marks_of(v).next();
                    mark.into_iter().for_each(|m| node.forbid(m));
                }
            }
            node.propagate(&frame).ok()?;
        }
        node.propagate(&frame).ok()?;
        Some(Self {
            frame,
            node,
            multipliers,
        })
    }

    fn by_sparse(&self, plan: Plan) -> (Found, FineMultipliers, Workspace) {
        let Self {
            frame,
            node,
            multipliers,
        } = self;
        let restrictions = &node.restrictions;
        let mut presence = [0; SIZE];
        let mut sparse = Sparse::new(frame, restrictions, multipliers);
        let found = sparse.improve(plan, &mut presence);
        let mut best = multipliers.clone();
        sparse.save_best(&mut best);
        let mut workspace = Workspace::default();
        let mut at_best = Sparse::new(frame, restrictions, &best);
        assert_eq!(at_best.evaluate(), found.value);
        at_best.save_evaluation(&mut workspace);
        (found, best, workspace)
    }

    fn by_sweep(&self, level: Level, plan: Plan) -> (Found, FineMultipliers, Workspace) {
        let restrictions = &self.node.restrictions;
        let mut sweep = Sweep::default();
        sweep.load(&self.frame, restrictions, &self.multipliers);
        let found = sweep.improve(level, plan);
        let mut best = self.multipliers.clone();
        sweep.save_best(&self.frame, &mut best);
        let once = Plan {
            schedule: super::ONCE,
            target: i32::MIN,
        };
        sweep.load(&self.frame, restrictions, &best);
        assert_eq!(sweep.improve(level, once).value, found.value);
        let mut workspace = Workspace::default();
        sweep.save_evaluation(&mut workspace);
        (found, best, workspace)
    }

    fn check(&self, plan: Plan) {
        let (expected, multipliers, workspace) = self.by_sparse(plan);
        for level in levels() {
            let (found, best, details) = self.by_sweep(level, plan);
            assert_eq!(found, expected);
            assert_eq!(best.sides, multipliers.sides);
            let r = &self.node.restrictions;
            for v in self.frame.cells().filter(|&v| r.placeable[v] != 0) {
                for d in 0..4 {
                    assert_eq!(best.slots[d][v], multipliers.slots[d][v]);
                }
                assert_eq!(details.profit[v], workspace.profit[v]);
                assert_eq!(details.cheapest[v], workspace.cheapest[v]);
                for m in self.node.marks_of(v) {
                    assert_eq!(details.cost(m), workspace.cost(m));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn dense_and_sparse_agree(
        distances in prop::array::uniform4(0u8..=6),
        gain in 0u32..=1,
        part in prop::sample::select(vec![1, 3, 17, 1000]),
        steps in 0u32..40,
        width in 1u32..=1023,
        decay in 0u32..600,
        rate in 1u32..=64,
        target in 0i32..120,
        seed: u64,
    ) {
        let case = Case::new(distances, gain, part, seed);
        prop_assume!(case.is_some());
        let schedule = Schedule::new(steps, width, decay, rate).unwrap();
        let target = if gain == 0 { 0 } else { target * 1024 };
        case.unwrap().check(Plan { schedule, target });
    }
}
