//! How long one step of dual ascent takes: the bound, the gradient of its smoothed form, new multipliers.
//!
//! It runs [`STEPS`] steps from a flat start on the open box, so divan's items per
//! second are steps per second. Results by date and machine: `benches/results/`.

use divan::Bencher;
use divan::counter::ItemsCount;
use morpion_proof::bound::domain::Domain;
use morpion_proof::bound::dual_bound::{DualBound, FineMultipliers, Schedule};
use morpion_proof::bound::fixed_point::UNIT;
use morpion_proof::bound::instance::Instance;

const STEPS: u32 = 1000;
/// The paper's hardest, a larger one and a small one.
const BOXES: [&str; 3] = ["4,3,1,1", "4,4,3,3", "2,1,1,1"];

fn main() {
    divan::main();
}

#[divan::bench(args = BOXES)]
fn improve(bencher: Bencher, distances: &str) {
    let bounding_box = distances.parse().expect("four distances");
    let instance = Instance::new(bounding_box, 1, None).expect("the box fits");
    let domain = Domain::new(&instance, false, false);
    let start = FineMultipliers::uniform(&instance, 7 * UNIT / 10, 0);
    let mut bound = DualBound::new(&instance);
    let schedule = Schedule::new(STEPS, 717, 17, 46).expect("in range");
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| start.clone())
        .bench_local_refs(|u| bound.ascend(&domain, u, schedule, i32::MIN));
}
