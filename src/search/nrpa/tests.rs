//! On a toy game whose answer is known, and on the real one.

use std::sync::Mutex;

use super::*;
use crate::game::Board;
use crate::geometry::Variant;
use crate::search::Plain;
use crate::search::toy::{Walk, search};

const LEVEL_2: Nrpa = Nrpa {
    level: 2,
    n: 50,
    alpha: 1.0,
};

#[test]
fn a_search_plays_n_to_the_level_games() {
    for (level, n) in [(1, 7), (2, 7), (3, 4)] {
        let nrpa = Nrpa {
            level,
            n,
            alpha: 1.0,
        };
        let outcome = search(&Walk::new(5, 3), &nrpa, u64::MAX);
        assert_eq!(outcome.snapshot.playouts, u64::from(n.pow(level.into())));
    }
}

/// 4^30 walks; a random one scores 7 or 8.
#[test]
fn the_best_walk_of_a_toy_game_is_found() {
    let outcome = search(&Walk::new(30, 4), &LEVEL_2, u64::MAX);
    assert_eq!(outcome.snapshot.best, 30);
}

/// Every game counts, also one that a budget ends.
#[test]
fn the_budget_ends_a_search_at_once() {
    for playouts in [1, 49, 50, 51, 777] {
        let outcome = search(&Walk::new(10, 3), &LEVEL_2, playouts);
        assert_eq!(outcome.snapshot.playouts, playouts);
    }
}

#[test]
fn a_search_leaves_the_policy_as_it_was() {
    let state = State {
        policy: Policy::new(30),
        lines: (0..=2).map(|_| Line::new()).collect(),
    };
    let fresh = state.policy.weights().to_vec();
    let nrpa = Nrpa { n: 5, ..LEVEL_2 };
    struct Probe(Nrpa, Mutex<State<usize>>);
    impl Searcher<Walk> for Probe {
        fn search(&self, game: &mut Walk, run: &mut Run<'_, Walk>) {
            self.0.nest(2, &mut self.1.lock().unwrap(), game, run);
        }
    }
    let probe = Probe(nrpa, Mutex::new(state));
    search(&Walk::new(10, 3), &probe, u64::MAX);
    let state = probe.1.into_inner().unwrap();
    assert_eq!(state.policy.weights(), fresh);
    assert_eq!(state.lines[2].moves.len(), 10);
}

#[test]
fn every_variant_is_searched() {
    for variant in Variant::ALL {
        let outcome = search(&Plain::new(Board::new(variant)), &LEVEL_2, u64::MAX);
        let best = outcome.best.unwrap();
        assert_eq!(outcome.snapshot.playouts, 2500);
        assert_eq!(best.moves.len(), best.score as usize);
    }
}
