//! The kernel against the reference, on every instruction set of this machine.

use fearless_simd::Level;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::kernel::{
    FORBIDDEN, Frame, LENGTH, MULTIPLIER_MAX, Restrictions, SIDE_MAX, UNIT,
};
use super::super::lattice::{Lattice, Plane, SIZE};
use super::super::root;
use super::reference::{Evaluation, Instance, MARKS, Prices, State, VARIANT};
use super::{FINE_BITS, FineMultipliers, PRESENT, Refiner, Schedule};
use crate::geometry::{BoundingBox, is_cross_cell};

const SLOT_MAX: i64 = (MULTIPLIER_MAX << FINE_BITS) as i64;
const PRICE_MAX: i64 = (SIDE_MAX << FINE_BITS) as i64;

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

/// An instance in the form the kernel reads.
struct Planes {
    lattice: Lattice,
    frame: Frame,
    restrictions: Box<Restrictions>,
}

impl Planes {
    fn new(instance: &Instance) -> Self {
        let lattice = Lattice::new(VARIANT, instance.bounding_box).expect("the box fits");
        let frame = Frame {
            balanced: instance.balanced,
            ..root::frame(&lattice, instance.bounding_box, instance.gain as u32, None)
        };
        let mut restrictions = Box::new(Restrictions {
            marks: [[[FORBIDDEN; SIZE]; LENGTH]; 4],
            present: [0; SIZE],
            placeable: [0; SIZE],
        });
        let cells = instance.cells();
        for (v, &cell) in cells.iter().enumerate() {
            let at = lattice.index(cell);
            match instance.states[v] {
                State::Free => restrictions.placeable[at] = -1,
                State::Present => {
                    restrictions.placeable[at] = -1;
                    restrictions.present[at] = -1;
                }
                State::Cross | State::Absent => {}
            }
            for (d, i) in MARKS {
                if instance.allowed[v][d][i] {
                    restrictions.marks[d][i][at] = 0;
                }
            }
        }
        Self {
            lattice,
            frame,
            restrictions,
        }
    }

    fn multipliers(&self, instance: &Instance, prices: &Prices) -> Box<FineMultipliers> {
        let mut u = Box::new(FineMultipliers {
            slots: [[0; SIZE]; 4],
            sides: prices.sides.map(|s| s as i32),
        });
        for d in 0..4 {
            for (v, cell) in instance.cells().into_iter().enumerate() {
                u.slots[d][self.lattice.index(cell)] = prices.slots[d][v] as i32;
            }
        }
        u
    }

    /// The entries of a plane in the order of the cells' numbers.
    fn read<T: Copy + Into<i64>>(&self, instance: &Instance, plane: &Plane<T>) -> Vec<i64> {
        let cells = instance.cells().into_iter();
        cells.map(|c| plane[self.lattice.index(c)].into()).collect()
    }

    fn prices(&self, instance: &Instance, u: &FineMultipliers) -> Prices {
        Prices {
            slots: std::array::from_fn(|d| self.read(instance, &u.slots[d])),
            sides: u.sides.map(i64::from),
        }
    }
}

/// How multipliers are drawn.
#[derive(Clone, Copy, Debug)]
enum Draw {
    /// All the same, in thousandths of the largest.
    Flat(i64),
    /// Uniform over the whole range.
    Uniform,
    /// Few different values, so that many lines cost the same.
    Coarse,
    /// Nothing or the largest.
    Extreme,
}

impl Draw {
    fn draw(self, rng: &mut impl RngExt, max: i64) -> i64 {
        match self {
            Self::Flat(share) => max * share / 1000,
            Self::Uniform => rng.random_range(0..=max),
            Self::Coarse => rng.random_range(0..=3) * (max / 3),
            Self::Extreme => max * rng.random_range(0..=1),
        }
    }
}

fn random_prices(instance: &Instance, rng: &mut impl RngExt, draw: Draw) -> Prices {
    let n = instance.states.len();
    let mut prices = Prices {
        slots: std::array::from_fn(|_| (0..n).map(|_| draw.draw(rng, SLOT_MAX)).collect()),
        sides: [0; 4],
    };
    for (k, _) in instance.sides() {
        prices.sides[k] = draw.draw(rng, PRICE_MAX);
    }
    prices
}

/// The box with everything allowed.
fn open(distances: [u8; 4], gain: i64) -> Instance {
    let mut instance = Instance {
        bounding_box: BoundingBox::from(distances),
        gain,
        balanced: false,
        states: Vec::new(),
        allowed: Vec::new(),
    };
    let n = instance.cells().len();
    instance.states = vec![State::Free; n];
    instance.allowed = vec![[[true; 5]; 4]; n];
    instance.normalise();
    instance
}

/// A box with random decisions; `marks`, `absent` and `present` are percentages.
fn random_instance(
    distances: [u8; 4],
    gain: i64,
    rng: &mut impl RngExt,
    [marks, absent, present]: [u32; 3],
) -> Instance {
    let mut instance = open(distances, gain);
    for v in 0..instance.states.len() {
        for (d, i) in MARKS {
            instance.allowed[v][d][i] &= rng.random_range(0..100) < marks;
        }
        if instance.states[v] == State::Free {
            instance.states[v] = match rng.random_range(0..100) {
                x if x < absent => State::Absent,
                x if x < absent + present => State::Present,
                _ => State::Free,
            };
        }
    }
    instance.normalise();
    instance
}

fn boxes() -> impl Strategy<Value = [u8; 4]> {
    (0u8..=12, 0u8..=12).prop_flat_map(|(h, w)| {
        (0..=h, 0..=w).prop_map(move |(top, right)| [top, right, h - top, w - right])
    })
}

fn draws() -> impl Strategy<Value = Draw> {
    prop_oneof![
        (0..=1000i64).prop_map(Draw::Flat),
        Just(Draw::Uniform),
        Just(Draw::Coarse),
        Just(Draw::Extreme),
    ]
}

/// A random instance and random multipliers for it.
fn cases() -> impl Strategy<Value = (Instance, Prices)> {
    let shares = (1u32..=100, 0u32..=50, 0u32..=50).prop_map(|(m, a, p)| [m, a, p]);
    let question = (0..=1i64, any::<bool>());
    (boxes(), question, shares, draws(), any::<u64>()).prop_map(
        |(distances, (gain, balanced), shares, draw, seed)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut instance = random_instance(distances, gain, &mut rng, shares);
            instance.balanced = balanced;
            let prices = random_prices(&instance, &mut rng, draw);
            (instance, prices)
        },
    )
}

/// What the kernel says at `prices`, in the form of the reference.
fn evaluate(
    refiner: &mut Refiner,
    planes: &Planes,
    instance: &Instance,
    prices: &Prices,
) -> Evaluation {
    let (frame, r) = (&planes.frame, &planes.restrictions);
    let u = planes.multipliers(instance, prices);
    let value = refiner.evaluate(frame, r, &u).into();
    let w = &refiner.workspace;
    let held = |values: Vec<i64>| {
        let states = instance.states.iter();
        let held = states.map(|s| matches!(s, State::Free | State::Present));
        held.zip(values).map(|(h, x)| h.then_some(x)).collect()
    };
    let evaluation = Evaluation {
        value,
        best: held(planes.read(instance, &w.cheapest)),
        profit: held(planes.read(instance, &w.profit)),
        chosen: planes
            .read(instance, &w.chosen)
            .iter()
            .map(|&c| c != 0)
            .collect(),
        gradient: Prices {
            slots: Default::default(),
            sides: [0; 4],
        },
    };
    let (slots, sides) = refiner.subgradient(frame);
    Evaluation {
        gradient: Prices {
            slots: std::array::from_fn(|d| planes.read(instance, &slots[d])),
            sides: sides.map(i64::from),
        },
        ..evaluation
    }
}

/// The kernel agrees with the reference at `prices`.
fn check_evaluation(instance: &Instance, prices: &Prices) {
    let planes = Planes::new(instance);
    let expected = instance.evaluate(&prices.rounded());
    for level in levels() {
        let mut refiner = Refiner::on(level);
        let found = evaluate(&mut refiner, &planes, instance, prices);
        assert_eq!(found, expected, "{level:?}");
        check_line_costs(&refiner, &planes, instance, &prices.rounded());
    }
}

fn check_line_costs(refiner: &Refiner, planes: &Planes, instance: &Instance, u: &Prices) {
    for cell in instance.cells() {
        for d in 0..4 {
            if let Some(line) = instance.line(d, cell) {
                let cost: i64 = line.into_iter().map(|w| u.slots[d][w]).sum();
                let found = refiner.workspace.line_cost[d][planes.lattice.index(cell)];
                assert_eq!(i64::from(found), cost);
            }
        }
    }
}

/// The kernel goes the way of the reference, step by step.
fn check_refinement(
    instance: &Instance,
    prices: &Prices,
    steps: u32,
    (first, decay): (i32, i32),
    target: i32,
) {
    let planes = Planes::new(instance);
    let expected = instance.refine(prices, steps, (first.into(), decay.into()), target.into());
    for level in levels() {
        let mut refiner = Refiner::on(level);
        let mut u = planes.multipliers(instance, prices);
        let schedule = Schedule { first, decay };
        let (frame, r) = (&planes.frame, &planes.restrictions);
        let (value, step) = refiner.refine(frame, r, &mut u, steps, schedule, target);
        let found = (value.into(), step, planes.prices(instance, &u));
        assert_eq!(found, expected, "{level:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn evaluations_are_those_of_the_reference((instance, prices) in cases()) {
        check_evaluation(&instance, &prices);
    }

    #[test]
    fn refinements_are_those_of_the_reference(
        (instance, prices) in cases(),
        steps in 0u32..=30,
        first in 1i32..=65_536,
        decay in 0i32..=1023,
        target in -100i32..=120,
    ) {
        check_refinement(&instance, &prices, steps, (first, decay), target * UNIT);
    }

    /// What was computed for another box before leaves no trace.
    #[test]
    fn memory_is_not_remembered(before in cases(), (instance, prices) in cases()) {
        let mut refiner = Refiner::default();
        let schedule = Schedule { first: 65_536, decay: 0 };
        let planes = Planes::new(&before.0);
        let mut u = planes.multipliers(&before.0, &before.1);
        refiner.refine(&planes.frame, &planes.restrictions, &mut u, 3, schedule, i32::MIN);
        let planes = Planes::new(&instance);
        let mut u = planes.multipliers(&instance, &prices);
        let (value, step) =
            refiner.refine(&planes.frame, &planes.restrictions, &mut u, 4, schedule, i32::MIN);
        let found = (value.into(), step, planes.prices(&instance, &u));
        prop_assert_eq!(found, instance.refine(&prices, 4, (65_536, 0), i32::MIN.into()));
        let found = evaluate(&mut refiner, &planes, &instance, &prices);
        prop_assert_eq!(found, instance.evaluate(&prices.rounded()));
    }
}

/// Every width and height that fits, all cells open.
#[test]
fn all_sizes_agree() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for extra in 0..=12 {
        let instance = open([extra, 12 - extra, 0, extra / 2], 1);
        let prices = random_prices(&instance, &mut rng, Draw::Uniform);
        check_evaluation(&instance, &prices);
        check_refinement(&instance, &prices, 5, (65_536, 30), i32::MIN);
    }
}

/// Costs, earnings and profits at the ends of their ranges.
#[test]
fn the_largest_multipliers_do_not_overflow() {
    for distances in [[1, 1, 1, 1], [4, 3, 1, 1], [6, 6, 6, 6], [12, 0, 0, 12]] {
        for gain in [0, 1] {
            let instance = open(distances, gain);
            let mut prices = random_prices(&instance, &mut rng(), Draw::Flat(1000));
            check_evaluation(&instance, &prices);
            check_refinement(&instance, &prices, 30, (65_536, 0), i32::MIN);
            prices.sides = [0; 4];
            check_refinement(&instance, &prices, 30, (65_536, 0), i32::MIN);
        }
    }
}

fn rng() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

/// A corner that earns all it can, by a line that costs nothing, and one that costs all.
#[test]
fn corner_cells_reach_the_ends_of_the_range() {
    for last in [0, SLOT_MAX] {
        let mut instance = open([4, 4, 4, 4], 1);
        let mut prices = random_prices(&instance, &mut rng(), Draw::Flat(1000));
        let corner = 0;
        instance.states[corner] = State::Present;
        instance.allowed[corner] = [[false; 5]; 4];
        instance.allowed[corner][0][0] = true;
        for w in 1..5 {
            prices.slots[0][w] = last;
        }
        instance.normalise();
        let profit = instance.evaluate(&prices.rounded()).profit[corner];
        assert_eq!(profit, Some(30_720 - 6144 - last / 256 * 4));
        check_evaluation(&instance, &prices);
        check_refinement(&instance, &prices, 20, (65_536, 10), i32::MIN);
    }
}

/// Each cell with a single mark.
#[test]
fn single_marks_agree() {
    for m in 0..20 {
        let mut instance = open([3, 2, 2, 3], 1);
        for (v, marks) in instance.allowed.iter_mut().enumerate() {
            let (d, i) = MARKS[(m + v) % 20];
            let allowed = marks[d][i];
            *marks = [[false; 5]; 4];
            marks[d][i] = allowed;
        }
        instance.normalise();
        let prices = random_prices(&instance, &mut rng(), Draw::Uniform);
        check_evaluation(&instance, &prices);
        check_refinement(&instance, &prices, 10, (65_536, 10), i32::MIN);
    }
}

/// A box in which nothing may be placed.
#[test]
fn an_empty_node_is_worth_the_cross_alone() {
    let mut instance = open([2, 1, 1, 1], 1);
    for (v, cell) in instance.cells().into_iter().enumerate() {
        if !is_cross_cell(VARIANT, cell) {
            instance.states[v] = State::Absent;
        }
    }
    let prices = random_prices(&instance, &mut rng(), Draw::Flat(500));
    let expected = 36 * 4 * 3072 - 4 * 1024;
    assert_eq!(instance.evaluate(&prices.rounded()).value, expected);
    check_evaluation(&instance, &prices);
    check_refinement(&instance, &prices, 30, (65_536, 0), i32::MIN);
}

/// Eight cells whose only lines all contain the same ninth: the least subgradient there is.
#[test]
fn the_least_subgradient_agrees() {
    for d in [0, 1, 2, 3] {
        let mut instance = open([6, 6, 6, 6], 1);
        let cells = instance.cells();
        let centre = crate::geometry::Cell::new(-2, 11);
        let (dx, dy) = crate::geometry::Direction::ALL[d].vector();
        let at = |k: i16| crate::geometry::Cell::new(centre.x + k * dx, centre.y + k * dy);
        for k in (-4..=4i16).filter(|&k| k != 0) {
            let v = cells.iter().position(|&c| c == at(k));
            let v = v.expect("the cell lies in the box");
            instance.states[v] = State::Present;
            instance.allowed[v] = [[false; 5]; 4];
            instance.allowed[v][d][if k < 0 { 0 } else { 4 }] = true;
        }
        let v = cells
            .iter()
            .position(|&c| c == centre)
            .expect("it lies in the box");
        instance.states[v] = State::Absent;
        instance.normalise();
        let prices = random_prices(&instance, &mut rng(), Draw::Flat(0));
        let least = instance.evaluate(&prices).gradient.slots[d][v];
        assert!(least <= -8, "{least}");
        check_evaluation(&instance, &prices);
        check_refinement(&instance, &prices, 30, (65_536, 0), i32::MIN);
    }
}

/// The loop stops at the first value below the target, and not before.
#[test]
fn refinement_stops_below_the_target() {
    let instance = open([2, 1, 1, 1], 1);
    let prices = random_prices(&instance, &mut rng(), Draw::Flat(233));
    let (least, step, _) = instance.refine(&prices, 60, (20_000, 40), i64::MIN);
    assert!(step > 0, "the multipliers get better");
    let least = least as i32;
    for target in [least, least + 1, least + UNIT] {
        check_refinement(&instance, &prices, 60, (20_000, 40), target);
    }
    let planes = Planes::new(&instance);
    let mut refiner = Refiner::default();
    let mut u = planes.multipliers(&instance, &prices);
    let schedule = Schedule {
        first: 20_000,
        decay: 40,
    };
    let (frame, r) = (&planes.frame, &planes.restrictions);
    let found = refiner.refine(frame, r, &mut u, 60, schedule, least + 1);
    assert_eq!(found, (least, step));
    assert_eq!(refiner.evaluations, u64::from(step) + 1);
}

/// Presence is a share and follows what is chosen.
#[test]
fn presence_follows_the_chosen_cells() {
    let mut instance = open([2, 1, 1, 1], 1);
    let cells = instance.cells();
    let free = |v: usize| instance.states[v] == State::Free;
    let v = (0..cells.len())
        .find(|&v| free(v))
        .expect("some cell is free");
    instance.states[v] = State::Present;
    let planes = Planes::new(&instance);
    let prices = random_prices(&instance, &mut rng(), Draw::Flat(300));
    let mut u = planes.multipliers(&instance, &prices);
    let mut refiner = Refiner::default();
    let schedule = Schedule {
        first: 65_536,
        decay: 10,
    };
    let (frame, r) = (&planes.frame, &planes.restrictions);
    refiner.refine(frame, r, &mut u, 300, schedule, i32::MIN);
    assert!(refiner.presence.iter().all(|p| (0..=PRESENT).contains(p)));
    assert!(refiner.presence[planes.lattice.index(cells[v])] > PRESENT / 16 * 15);
}
