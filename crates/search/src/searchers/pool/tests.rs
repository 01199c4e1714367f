//! Pools on the real games: budgets, seeds, jobs, and the way through a checkpoint.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;

use super::*;
use crate::game::Board;
use crate::games::{Plain, Rng, Symmetric};
use crate::geometry::{BoundingBox, Variant};
use crate::record::known_game_by_id;
use crate::running::toy::{search, search_within};
use crate::running::{Budget, Continued, Outcome, Plan, run};
use crate::searchers::Sampling;

fn pool(room: usize) -> Pool {
    Pool {
        room,
        shared: false,
        walks_first: true,
        start: Vec::new(),
    }
}

fn plain(variant: Variant) -> Plain {
    Plain::new(Board::new(variant))
}

/// How much longer the longest of 30,000 games is than the longest of as many random ones.
fn gain<G: Playable<Move = Code> + Sync>(root: &G) -> u32 {
    let pool = Pool {
        walks_first: Pool::walks_first_in(root.variant()),
        ..pool(50)
    };
    let pooled = search(root, &pool, 30_000).snapshot.best;
    pooled - search(root, &Sampling, 30_000).snapshot.best
}

#[test]
fn games_of_a_pool_are_longer_than_random_ones() {
    for variant in Variant::ALL {
        let gain = gain(&plain(variant));
        assert!(gain >= 2, "{variant} {gain}");
    }
    for variant in [Variant::D5, Variant::T5] {
        let gain = gain(&Symmetric::new(Board::new(variant)).unwrap());
        assert!(gain >= 2 && gain.is_multiple_of(2), "{variant} {gain}");
    }
}

#[test]
fn where_nothing_can_be_played_the_game_is_handed_in() {
    let mut board = Board::new(Variant::D5);
    board.play_out(&mut Rng::seed_from_u64(1));
    let outcome = search(&Plain::new(board.clone()), &pool(5), u64::MAX);
    assert_eq!(outcome.best.unwrap().moves.len(), board.len());
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    for children in [1, 255, 256, 257, 1000, 5001] {
        let one = || search(&plain(Variant::T5), &pool(100), children);
        let (a, b) = (one(), one());
        assert_eq!(a.snapshot.playouts, children);
        assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
    }
}

#[test]
fn boxes_are_respected() {
    let within = BoundingBox::new(2, 1, 1, 1);
    let root = Plain::new(Board::confined(Variant::T5, within).unwrap());
    let best = search(&root, &pool(50), 20_000).best.unwrap();
    let found = BoundingBox::of_moves(Variant::T5, &best.moves).unwrap();
    assert!(found.lies_inside(within), "{found}");
}

#[test]
fn a_search_around_a_game_begins_with_it() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let around = Pool { start, ..pool(50) };
    let first = search(&plain(Variant::D5), &around, 1);
    assert_eq!(first.snapshot.best, 82);
    assert_eq!(search(&plain(Variant::D5), &around, 2000).snapshot.best, 82);
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    let shared = Pool {
        shared: true,
        ..pool(50)
    };
    let best = |_| {
        let outcome = search_within(&plain(Variant::D4), &shared, 30_001, 3);
        assert_eq!(outcome.snapshot.playouts, 30_001);
        outcome.snapshot.best
    };
    let first = best(0);
    assert!((1..4).map(best).all(|again| again == first));
}

/// Looks at every sweep of a search.
struct Probe(Pool, Mutex<Vec<Sweep>>);

impl<G: Playable<Move = Code>> Searcher<G> for Probe {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let note = |_: usize, sweep: &Sweep| {
            self.1.lock().unwrap().push(sweep.clone());
            ControlFlow::Continue(())
        };
        let watch = Watch {
            every: 1,
            tell: &note,
        };
        self.0.go_on(Sweep::first(self.0.room), game, run, watch);
    }
}

#[test]
fn a_sweep_narrows_until_it_is_over_and_the_next_begins_anew() {
    let probe = Probe(pool(4), Mutex::default());
    search(&plain(Variant::D4), &probe, 1_500_000);
    let sweeps = probe.1.into_inner().unwrap();
    for pair in sweeps.windows(2) {
        let (before, after) = (&pair[0].state, &pair[1].state);
        let is_same = before.number == after.number;
        assert!(!is_same || before.floor <= after.floor && before.best <= after.best);
        assert!(is_same || after.number == before.number + 1);
    }
    for Sweep { games, state } in &sweeps {
        assert!(
            games.len() <= state.room || state.floor == state.best,
            "{state:?}"
        );
        let mut scores = games.in_order().map(|game| game.score);
        assert!(scores.all(|score| (state.floor..=state.best).contains(&score)));
    }
    let last = sweeps.last().map(|sweep| sweep.state.number);
    assert!(last > Some(1), "one sweep is over at least");
}

/// A search in two halves, with a checkpoint between, finds what the whole finds.
#[test]
fn who_resumes_finds_the_same() {
    let root = plain(Variant::T5);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half");
    let whole = told(&root, Vec::new(), 2);
    let checkpoint = Checkpoint {
        from: Some(Continued {
            game: "a game".to_owned(),
            moves: 170,
            kept: 0,
        }),
        start: Vec::new(),
        sweeps: vec![whole[0].clone()],
    };
    assert!(!Checkpoint::is_at(&path));
    checkpoint.save(&root, &path).unwrap();
    assert!(Checkpoint::is_at(&path));
    let read = Checkpoint::load(&mut root.clone(), &path).unwrap();
    assert_eq!(read.from, checkpoint.from);
    assert_eq!(read.sweeps[0].state, checkpoint.sweeps[0].state);
    let rest = told(&root, read.sweeps, 1);
    assert_eq!(rest[0].state, whole[1].state);
    assert!(rest[0].games.in_order().eq(whole[1].games.in_order()));
}

/// The sweep of a search, as often as it is told, so many times.
fn told(root: &Plain, begun: Vec<Sweep>, times: usize) -> Vec<Sweep> {
    let sweeps = Mutex::new(Vec::new());
    let note = |_: usize, sweep: &Sweep| {
        let mut sweeps = sweeps.lock().unwrap();
        sweeps.push(sweep.clone());
        match sweeps.len() < times {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let watch = Watch {
        every: 20_000,
        tell: &note,
    };
    search(root, &Sweeping::new(pool(200), begun, watch), 10_000_000);
    sweeps.into_inner().unwrap()
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let root = plain(Variant::D4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let probe = Probe(pool(20), Mutex::default());
    search(&root, &probe, 2000);
    let checkpoint = Checkpoint {
        sweeps: vec![probe.1.into_inner().unwrap().pop().unwrap()],
        ..Checkpoint::default()
    };
    checkpoint.save(&root, &path).unwrap();
    let load = |root: &Plain| Checkpoint::load(&mut root.clone(), &path).map_err(|e| e.to_string());
    assert!(load(&root).is_ok());
    let error = load(&plain(Variant::T5)).unwrap_err();
    assert!(error.contains("not legal here"), "{error}");
    let error = load(&Plain::new(
        Board::confined(Variant::D4, BoundingBox::default()).unwrap(),
    ));
    assert!(error.unwrap_err().contains("not legal here"));
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    assert!(load(&root).unwrap_err().contains("unpacked"));
    std::fs::write(&path, &whole[1..]).unwrap();
    assert!(load(&root).unwrap_err().contains("begins otherwise"));
}

/// Two jobs, of which one stops early, do not wait for each other.
#[test]
fn shared_pools_end_with_their_budgets() {
    for playouts in [1, 2, 300, 5001] {
        let shared = Pool {
            shared: true,
            ..pool(50)
        };
        let stop = AtomicBool::new(false);
        let plan = Plan {
            budget: Budget {
                time: None,
                playouts: Some(playouts),
            },
            seed: 3,
            jobs: 2,
            repeat: true,
            stop: &stop,
        };
        let outcome: Outcome = run(&plain(Variant::D5), &shared, plan, &());
        assert_eq!(outcome.snapshot.playouts, playouts);
    }
}
