//! Closures against naive ones.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bound::cell_set::CellSet;
use crate::bound::closure::{closure, closures_without};
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
        let cells = instance.cells().filter(|&v| !instance.cross.contains(v));
        let dots: Vec<usize> = cells.filter(|_| rng.random_range(0..4) == 0).take(64).collect();
        prop_assume!(!dots.is_empty());
        let reached = closures_without(&instance, &allowed, &dots);
        for (n, &v) in dots.iter().enumerate() {
            let expected = naive(&instance, &allowed, Some(v));
            let holds = |w: usize| reached[w] >> n & 1 != 0;
            prop_assert!(instance.cells().all(|w| holds(w) == expected.contains(w)));
        }
    }
}
