//! No existing object is ever cut off: all rules, the bound and fixing against known graphs and games.
//!
//! Each graph goes down a path of decisions that it satisfies. At every node it must satisfy what
//! the rules and fixing conclude, and the bound must not fall below its size.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bound::domain::Domain;
use crate::bound::dual_bound::{DualBound, FineMultipliers, Schedule};
use crate::bound::fixed_point::UNIT;
use crate::bound::instance::{Instance, VARIANT};
use crate::bound::layout::{Layout, Mark};
use crate::bound::reduced_cost::fix;
use crate::branch_and_bound::{Limits, Params, Start, refute};
use crate::claim::{Claim, Setting, Subject};
use morpion_rules::game::Objects;
use morpion_rules::game::graph::check_fit;
use morpion_rules::game::{Playout, order_moves, symmetric_game};
use morpion_rules::geometry::{BoundingBox, Move, Symmetry, is_cross_cell};
use morpion_rules::record::{known_game_by_id, known_games};

/// A graph in its own bounding box, in the indices of the engine.
struct Graph {
    bounding_box: BoundingBox,
    /// The marks of its moves; one for each dot that it places.
    marks: Vec<Mark>,
    /// Cells of the box, cross excluded, on which it places no dot.
    unused: Vec<usize>,
}

impl Graph {
    /// `None` when the box is too large for the engine.
    fn new(moves: &[Move]) -> Option<Self> {
        let bounding_box = BoundingBox::of_moves(VARIANT, moves)?;
        let layout = Layout::new(VARIANT, bounding_box)?;
        let marks: Vec<Mark> = moves
            .iter()
            .map(|m| Mark {
                cell: layout.index(m.dot()),
                direction: m.line.direction.index(),
                position: usize::from(m.position),
            })
            .collect();
        let unused = layout
            .region
            .cells()
            .filter(|&c| !is_cross_cell(VARIANT, c))
            .map(|c| layout.index(c))
            .filter(|&v| marks.iter().all(|m| m.cell != v))
            .collect();
        Some(Self {
            bounding_box,
            marks,
            unused,
        })
    }

    /// Its size in the units of the bound.
    fn value(&self, gain: u32) -> i32 {
        (gain * self.marks.len() as u32) as i32 * UNIT
    }

    /// The graph satisfies the node.
    fn assert_satisfies(&self, node: &Domain, after: &str) {
        for &m in &self.marks {
            assert!(node.allows(m), "{after} rules out {m:?}");
            assert!(
                node.is_placeable(m.cell),
                "{after} empties the cell of {m:?}"
            );
        }
        for &v in &self.unused {
            assert!(!node.is_present(v), "{after} puts a dot on {v}");
        }
    }

    fn propagate(&self, node: &mut Domain, instance: &Instance, after: &str) {
        assert_eq!(node.propagate(instance), Ok(()), "{after} is contradictory");
        self.assert_satisfies(node, after);
    }

    /// A decision that the graph satisfies.
    fn decide(&self, node: &mut Domain, rng: &mut Xoshiro256PlusPlus) {
        let own = self.marks[rng.random_range(0..self.marks.len())];
        match rng.random_range(0..4) {
            0 => node.set_present(own.cell),
            1 => node.force(own),
            2 if !self.unused.is_empty() => {
                node.set_absent(self.unused[rng.random_range(0..self.unused.len())]);
            }
            _ => {
                let others: Vec<Mark> = node.marks_of(own.cell).filter(|&m| m != own).collect();
                if !others.is_empty() {
                    node.forbid(others[rng.random_range(0..others.len())]);
                }
            }
        }
    }

    /// Improves the multipliers and fixes, with a target that the graph reaches.
    fn bound(&self, node: &mut Domain, instance: &Instance, path: &mut Path, gain: u32) {
        let size = self.value(gain);
        let target = size - gain as i32 * UNIT * path.rng.random_range(0..3);
        let steps = path.rng.random_range(1..60);
        let decay = path.rng.random_range(0..400);
        let schedule = Schedule::new(steps, 717, decay, path.rng.random_range(1..=64)).unwrap();
        let (dual, multipliers) = (&mut path.dual, &mut path.multipliers);
        let value = dual.ascend(node, multipliers, schedule, target);
        assert!(value >= size, "the bound {value} is below {size}");
        let again = dual.evaluate(node, multipliers);
        assert_eq!(again, value);
        let fixed = fix(instance, node, &dual.reduced, value - target);
        assert!(fixed.is_ok(), "fixing is contradictory");
        self.assert_satisfies(node, "fixing");
    }

    /// Goes down a path of decisions; `games` only for graphs that can be played.
    fn survives(&self, games: bool, gain: u32, seed: u64) {
        self.survives_as(games, false, gain, seed);
    }

    /// The same for a symmetric graph.
    fn survives_symmetric(&self, games: bool, gain: u32, seed: u64) {
        self.survives_as(games, true, gain, seed);
    }

    /// The graph without useless dots, and without those that become useless when they are gone.
    fn without_useless_dots(&self, instance: &Instance) -> Self {
        let mut marks = self.marks.clone();
        loop {
            let all = marks.clone();
            let lines = |v: usize| {
                all.iter()
                    .filter(move |m| instance.layout.line(**m).contains(&v))
            };
            marks.retain(|m| !instance.inner.contains(m.cell) || lines(m.cell).count() > 1);
            if marks.len() == all.len() {
                break;
            }
        }
        let is_gone = |v: &usize| marks.iter().all(|m| m.cell != *v);
        let gone = self.marks.iter().map(|m| m.cell).filter(is_gone);
        Self {
            bounding_box: self.bounding_box,
            unused: self.unused.iter().copied().chain(gone).collect(),
            marks,
        }
    }

    fn survives_as(&self, games: bool, symmetric: bool, gain: u32, seed: u64) {
        let instance = Instance::new(self.bounding_box, gain, None).unwrap();
        let graph = self.without_useless_dots(&instance);
        graph.survives_in(&instance, (games, symmetric, gain), seed);
        graph.survives_in(&instance.without_uses(), (games, symmetric, gain), seed);
    }

    fn survives_in(
        &self,
        instance: &Instance,
        (games, symmetric, gain): (bool, bool, u32),
        seed: u64,
    ) {
        let mut node = Domain::new(instance, games, symmetric);
        if self.marks.is_empty() {
            return;
        }
        let mut path = Path::new(instance, seed);
        self.propagate(&mut node, instance, "the root");
        self.bound(&mut node, instance, &mut path, gain);
        for _ in 0..6 {
            for _ in 0..path.rng.random_range(0..self.marks.len() / 3 + 2) {
                self.decide(&mut node, &mut path.rng);
            }
            self.propagate(&mut node, instance, "a decision");
            assert_eq!(node.apply_order(instance), Ok(()), "rule P8 contradicts");
            self.assert_satisfies(&node, "rule P8");
            self.bound(&mut node, instance, &mut path, gain);
        }
        for &m in &self.marks {
            node.set_present(m.cell);
        }
        self.unused.iter().for_each(|&v| node.set_absent(v));
        self.propagate(&mut node, instance, "knowing all dots");
        // When every move of the graph is forced, the rules still keep all of them.
        for &m in &self.marks {
            node.force(m);
        }
        self.propagate(&mut node, instance, "forcing everything");
    }
}

/// The state that a path carries from node to node.
struct Path {
    rng: Xoshiro256PlusPlus,
    dual: DualBound,
    multipliers: FineMultipliers,
}

impl Path {
    fn new(instance: &Instance, seed: u64) -> Self {
        let start = Params::default().start as i32;
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            dual: DualBound::new(instance),
            multipliers: FineMultipliers::uniform(instance, start, 0),
        }
    }
}

fn random_game(seed: u64) -> Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut playout = Playout::new(VARIANT);
    playout.run(&mut rng);
    let moves: Vec<Move> = playout.moves().collect();
    // Prefixes are games too, and have other boxes.
    moves[..rng.random_range(1..=moves.len())].to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_games_survive(seed: u64, games: bool, gain in 0u32..=1) {
        let graph = Graph::new(&random_game(seed));
        prop_assume!(graph.is_some());
        graph.unwrap().survives(games, gain, seed);
    }

    #[test]
    fn random_symmetric_games_survive(seed: u64, games: bool, symmetric: bool, gain in 0u32..=1) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let moves = symmetric_game(VARIANT, (3, 3), rng.random_range(1..40), &mut rng);
        let graph = Graph::new(&moves).expect("the box fits");
        if symmetric {
            graph.survives_symmetric(games, gain, seed);
        } else {
            graph.survives(games, gain, seed);
        }
    }

    #[test]
    fn known_games_survive(choice: prop::sample::Index, symmetry in 0usize..8, games: bool, seed: u64) {
        let known: Vec<_> = known_games().into_iter().filter(|g| g.variant == VARIANT).collect();
        let symmetry = Symmetry::ALL[symmetry];
        let moves: Vec<Move> = choice.get(&known).moves.iter().map(|&m| symmetry.mv(VARIANT, m)).collect();
        Graph::new(&moves).expect("the box fits").survives(games, 1, seed);
    }
}

#[test]
fn the_longest_known_game_survives() {
    let game = known_game_by_id("5D/rosin82").unwrap();
    assert_eq!(game.moves.len(), 82);
    let graph = Graph::new(&game.moves).unwrap();
    for seed in 0..16 {
        graph.survives(seed % 2 == 0, u32::from(seed % 4 < 3), seed);
    }
}

/// A graph of at least this many moves (0: any graph), which the search finds and the rules of graphs confirm.
fn graph(bounding_box: BoundingBox, at_least: u32) -> Vec<Move> {
    let params = Params {
        price: 0,
        ..Params::default()
    };
    let graphs = Subject::new(Setting::of(VARIANT), bounding_box, Objects::Graphs);
    let claim = Claim::about(graphs, at_least);
    let outcome = refute(claim, &params, &Limits::default(), Start::Root).unwrap();
    let moves = outcome.witness.expect("there is such a graph");
    check_fit(VARIANT, bounding_box, &moves).unwrap();
    moves
}

#[test]
fn graphs_that_cannot_be_played_survive_without_order() {
    for (distances, at_least) in [
        ([0, 0, 0, 0], 64),
        ([1, 0, 1, 0], 0),
        ([2, 0, 0, 0], 0),
        ([3, 2, 1, 1], 0),
    ] {
        let moves = graph(distances.into(), at_least);
        assert!(order_moves(VARIANT, &moves).is_err());
        let graph = Graph::new(&moves).unwrap();
        for seed in 0..12 {
            graph.survives(false, 1, seed);
        }
    }
}

#[test]
fn graphs_that_cannot_be_played_contradict_the_order() {
    let moves = graph([0, 0, 0, 0].into(), 64);
    let graph = Graph::new(&moves).unwrap();
    let instance = Instance::new(graph.bounding_box, 1, None).unwrap();
    let mut node = Domain::new(&instance, true, false);
    for &m in &graph.marks {
        node.force(m);
    }
    assert!(node.propagate(&instance).is_err());
}
