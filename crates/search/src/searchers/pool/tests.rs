//! Pools on the real games: budgets, seeds, jobs, and the way through a checkpoint.

use super::*;
use crate::geometry::Variant;
use crate::record::known_game_by_id;
use crate::running::toy::search;
use crate::searchers::resumable::checks::{self, plain};

fn pool(room: usize) -> Pool {
    Pool {
        room: Some(room),
        walks_first: true,
        ..Pool::default()
    }
}

#[test]
fn games_of_a_pool_are_longer_than_random_ones() {
    checks::longer_than_random(|variant| Pool {
        walks_first: Pool::walks_first_in(variant),
        ..pool(50)
    });
}

#[test]
fn where_nothing_can_be_played_the_game_is_handed_in() {
    checks::hands_in_where_nothing_can_be_played(&pool(5));
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    checks::keeps_budgets(&pool(100), &[1, 255, 256, 257, 1000, 5001]);
}

#[test]
fn boxes_are_respected() {
    checks::respects_boxes(&pool(50));
}

#[test]
fn a_search_around_a_game_begins_with_it() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let around = Pool { start, ..pool(50) };
    let first = search(&plain(Variant::D5), &around, 1);
    assert_eq!(first.snapshot.best, 82);
    assert_eq!(search(&plain(Variant::D5), &around, 2000).snapshot.best, 82);
}

fn shared() -> Pool {
    Pool {
        shared: true,
        ..pool(50)
    }
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    checks::finds_the_same_together(&shared());
}

#[test]
fn shared_pools_end_with_their_budgets() {
    for playouts in [1, 2, 300, 5001] {
        checks::ends_together(&shared(), &plain(Variant::D5), playouts);
    }
}

#[test]
fn a_sweep_narrows_until_it_is_over_and_the_next_begins_anew() {
    let root = plain(Variant::D4);
    let sweeps = checks::every_stage(&root, &pool(4), Vec::new(), 1_500_000, 1).remove(0);
    for pair in sweeps.windows(2) {
        let (before, after) = (&pair[0].state, &pair[1].state);
        let is_same = before.number == after.number;
        assert!(!is_same || before.floor <= after.floor && before.best <= after.best);
        assert!(is_same || after.number == before.number + 1);
    }
    for Sweep { games, state, .. } in &sweeps {
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

#[test]
fn who_resumes_keeps_the_room() {
    let mut other = pool(50);
    let mut stages = [Sweep::first(7)];
    other.resume(&mut stages).unwrap();
    assert_eq!(other.room, Some(7));
    other.resume(&mut []).unwrap();
    assert_eq!(other.room, Some(7));
}

#[test]
fn who_resumes_finds_the_same() {
    let seen = |sweep: &Sweep| {
        let games: Vec<_> = sweep.games.in_order().cloned().collect();
        (sweep.state.clone(), games)
    };
    checks::finds_the_same_in_two_halves(&plain(Variant::T5), &pool(200), 20_000, seen);
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    checks::refuses_unfit_checkpoints(&pool(20), 2000);
}
