//! The kernel against its naive twin, which follows the page mark by mark: same values, same multipliers, same profits, same
//! averaged primal solutions.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::naive::Naive;
use crate::bound::domain::Domain;
use crate::bound::dual_bound::{DualBound, FineMultipliers, Schedule};
use crate::bound::fixed_point::FINE_BITS;
use crate::bound::instance::Instance;

/// A node somewhere in a tree, with multipliers drawn from their whole ranges or from a part of them.
struct Case {
    instance: Instance,
    domain: Domain,
    multipliers: FineMultipliers,
}

impl Case {
    /// `None` when the decisions contradict each other.
    fn new(distances: [u8; 4], gain: u32, part: i32, seed: u64) -> Option<Self> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut instance = Instance {
            balanced: gain == 0,
            ..Instance::new(distances.into(), gain, None)?
        };
        if rng.random_bool(0.3) {
            instance = instance.without_uses();
        }
        let mut domain = Domain::new(&instance, false, false);
        let cells: Vec<usize> = instance.cells().collect();
        let mut multipliers = FineMultipliers::uniform(&instance, 0, 0);
        let draw = |max: i32, rng: &mut Xoshiro256PlusPlus| {
            rng.random_range(0..=(max << FINE_BITS) / part)
        };
        for d in 0..4 {
            let slots = multipliers.slots_mut(d);
            cells
                .iter()
                .for_each(|&v| slots[v] = draw(instance.ranges.slot, &mut rng));
        }
        for &(k, _) in &instance.sides {
            multipliers.sides[k] = draw(instance.ranges.side, &mut rng);
        }
        for v in instance.inner.cells() {
            multipliers.uses[v] = draw(instance.ranges.usage, &mut rng);
        }
        for _ in 0..rng.random_range(0..30) {
            let v = cells[rng.random_range(0..cells.len())];
            if instance.cross.contains(v) {
                continue;
            }
            match rng.random_range(0..3) {
                0 => domain.set_present(v),
                1 => domain.set_absent(v),
                _ => domain.marks_of(v).take(1).for_each(|m| domain.forbid(m)),
            }
            domain.propagate(&instance).ok()?;
        }
        domain.propagate(&instance).ok()?;
        Some(Self {
            instance,
            domain,
            multipliers,
        })
    }

    fn check(&self, schedule: Schedule, target: i32, average: u16) {
        let Self {
            instance,
            domain,
            multipliers,
        } = self;
        let mut primal = vec![average; instance.layout.len()];
        let mut naive = Naive::new(instance, domain, multipliers);
        let (value, evaluations) = naive.improve(schedule, target, &mut primal);

        let mut dual = DualBound::new(instance);
        dual.primal.fill(average);
        let mut best = multipliers.clone();
        assert_eq!(dual.ascend(domain, &mut best, schedule, target), value);
        assert_eq!(dual.evaluations, u64::from(evaluations));
        assert_eq!(&best, naive.best());
        assert_eq!(dual.evaluate(domain, &best), value);
        let mut at_best = Naive::new(instance, domain, &best);
        assert_eq!(at_best.evaluate(), value);
        for v in instance.cells().filter(|&v| domain.is_placeable(v)) {
            assert_eq!(dual.primal[v], primal[v]);
            assert_eq!(dual.reduced.profit(v), at_best.profit(v));
            for m in domain.marks_of(v) {
                assert_eq!(dual.reduced.regret(m), at_best.regret(m));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_kernel_agrees_with_its_naive_twin(
        distances in prop::array::uniform4(0u8..=6),
        gain in 0u32..=1,
        part in prop::sample::select(vec![1, 3, 17, 1000]),
        steps in 0u32..40,
        width in 1u32..=1023,
        decay in 0u32..600,
        rate in 1u32..=64,
        target in 0i32..120,
        average in 0u16..=1 << 14,
        seed: u64,
    ) {
        let case = Case::new(distances, gain, part, seed);
        prop_assume!(case.is_some());
        let schedule = Schedule::new(steps, width, decay, rate).unwrap();
        let target = if gain == 0 { 0 } else { target * 1024 };
        case.unwrap().check(schedule, target, average);
    }
}
