//! Closures against naive ones.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bound::cell_set::CellSet;
use crate::bound::closure::{closure, closure_without};
use crate::bound::instance::Instance;
use crate::bound::layout::marks_in;

/// Cell by cell, mark by mark.
fn naive(instance: &Instance, allowed: &[u32], without: Option<usize>) -> CellSet {
    let mut reached = instance.cross;
    loop {
        let before = reached;
        for v in instance.cells().filter(|&v| Some(v) != without) {
            for mark in marks_in(v, allowed[v]) {
                let mut others = instance.layout.line(mark).into_iter().filter(|&w| w != v);
                if others.all(|w| reached.contains(w)) {
                    reached.insert(v);
                }
            }
        }
        if reached == before {
            return reached;
        }
    }
}

fn contains_all(set: &CellSet, other: &CellSet) -> bool {
    other.cells().all(|v| set.contains(v))
}

proptest! {
    #[test]
    fn closures_agree_with_naive_ones(
        distances in prop::array::uniform4(0u8..5),
        forbidden in 0u32..90,
        seed: u64,
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = Instance::new(distances.into(), 1, None).unwrap();
        let mut allowed = instance.initial_marks();
        for word in &mut allowed {
            for bit in 0..20 {
                if rng.random_range(0..100) < forbidden {
                    *word &= !(1 << bit);
                }
            }
        }
        prop_assert!(closure(&instance, &allowed) == naive(&instance, &allowed, None));
        let cells: Vec<usize> = instance.cells().collect();
        let v = cells[rng.random_range(0..cells.len())];
        prop_assume!(!instance.cross.contains(v));
        let expected = naive(&instance, &allowed, Some(v));
        // It never holds `v`, so that it does not end early.
        let unreachable = CellSet::from_iter([v]);
        prop_assert!(closure_without(&instance, &allowed, v, &unreachable) == expected);
        // Where it ends early it holds what was asked for and nothing wrong.
        let enough: CellSet = (0..4).map(|_| cells[rng.random_range(0..cells.len())]).collect();
        let early = closure_without(&instance, &allowed, v, &enough);
        prop_assert!(contains_all(&expected, &early));
        prop_assert_eq!(contains_all(&early, &enough), contains_all(&expected, &enough));
        prop_assert!(contains_all(&early, &enough) || early == expected);
    }
}
