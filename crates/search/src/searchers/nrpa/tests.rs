//! On a toy game whose answer is known, and on the real one.

use std::sync::Mutex;

use super::*;
use crate::game::Board;
use crate::games::Plain;
use crate::geometry::Variant;
use crate::running::toy::{Walk, search, search_together, search_within};

const LEVEL_2: Nrpa = Nrpa {
    level: 2,
    n: 50,
    alpha: 1.0,
    shared: false,
};

#[test]
fn a_search_plays_n_to_the_level_games() {
    for (level, n) in [(1, 7), (2, 7), (3, 4)] {
        let nrpa = Nrpa {
            level,
            n,
            alpha: 1.0,
            shared: false,
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
    struct Probe(Nrpa, Mutex<(Vec<f32>, Policy)>);
    impl Searcher<Walk> for Probe {
        fn search(&self, game: &mut Walk, run: &mut Run<'_, Walk>) {
            let mut memory = Memory {
                policy: Policy::new(30),
                lines: (0..=2).map(|_| Lesson::new()).collect(),
                after: &mut |_, _, _, _| (),
            };
            let fresh = memory.policy.weights().to_vec();
            self.0.nest(2, &mut memory, game, run);
            assert_eq!(memory.lines[2].moves.len(), 10);
            *self.1.lock().unwrap() = (fresh, memory.policy);
        }
    }
    let probe = Probe(
        Nrpa { n: 5, ..LEVEL_2 },
        Mutex::new((Vec::new(), Policy::new(0))),
    );
    search(&Walk::new(10, 3), &probe, u64::MAX);
    let (fresh, policy) = probe.1.into_inner().unwrap();
    assert_eq!((policy.weights(), fresh.len()), (&fresh[..], 30));
}

/// The level above learns from the game of the level below as the function has changed it.
#[test]
fn the_game_of_every_search_passes_through_hands() {
    struct Probe(Mutex<Vec<(usize, u32)>>);
    impl Searcher<Walk> for Probe {
        fn search(&self, game: &mut Walk, run: &mut Run<'_, Walk>) {
            let nrpa = Nrpa { n: 3, ..LEVEL_2 };
            nrpa.search_with(game, run, &mut |level, line, _, _| {
                line.score += 100;
                self.0.lock().unwrap().push((level, line.score));
            });
        }
    }
    let probe = Probe(Mutex::default());
    search(&Walk::new(10, 3), &probe, u64::MAX);
    let seen = probe.0.into_inner().unwrap();
    assert_eq!(seen.iter().map(|s| s.0).collect::<Vec<_>>(), [1, 1, 1, 2]);
    let best = seen[..3].iter().map(|s| s.1).max().unwrap();
    assert!(best > 100);
    assert_eq!(seen[3].1, best + 100);
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

/// How many games jobs played together, and their best score.
fn together(shared: bool, jobs: usize) -> (u64, u32) {
    let nrpa = Nrpa {
        shared,
        n: 20,
        ..LEVEL_2
    };
    let outcome = search_together(&Walk::new(60, 5), &nrpa, jobs);
    (outcome.snapshot.playouts, outcome.snapshot.best)
}

#[test]
fn a_job_alone_has_nobody_to_share_with() {
    assert_eq!(together(true, 1), together(false, 1));
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    let first = together(true, 3);
    assert_eq!(first.0, 3 * 20 * 20);
    for _ in 0..5 {
        assert_eq!(together(true, 3), first);
    }
}

#[test]
fn a_shared_policy_learns_from_every_job() {
    let (shared, alone) = (together(true, 6).1, together(false, 6).1);
    assert!(shared > alone, "{shared} {alone}");
}

/// Jobs whose budgets end at different games, or at once, do not wait for each other.
#[test]
fn shared_searches_end_with_their_budgets() {
    for playouts in [1, 2, 3, 100, 101, 2000] {
        let root = Walk::new(10, 3);
        let nrpa = Nrpa {
            shared: true,
            ..LEVEL_2
        };
        let outcome = search_within(&root, &nrpa, playouts, 3);
        assert_eq!(outcome.snapshot.playouts, playouts);
    }
}
