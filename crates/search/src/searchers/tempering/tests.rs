//! Ladders on the real games: budgets, seeds, jobs, and the way through a checkpoint.

use std::collections::HashSet;
use std::sync::Mutex;

use rand::SeedableRng;

use super::ladder::Replica;
use super::*;
use crate::game::Board;
use crate::games::{Plain, Rng, Symmetric};
use crate::record::known_game_by_id;
use crate::running::Searcher;
use crate::running::toy::search;
use crate::searchers::resumable::checks::{self, plain, told};

#[test]
fn games_of_a_ladder_are_longer_than_random_ones() {
    checks::longer_than_random(Tempering::of);
}

#[test]
fn where_nothing_can_be_played_the_game_is_handed_in() {
    checks::hands_in_where_nothing_can_be_played(&Tempering::of(Variant::D5));
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    checks::keeps_budgets(&Tempering::of(Variant::T5), &[1, 7, 8, 9, 1000, 5001]);
}

#[test]
fn boxes_are_respected() {
    checks::respects_boxes(&Tempering::of(Variant::T5));
}

#[test]
fn a_search_around_a_game_begins_with_it() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let around = Tempering {
        start,
        ..Tempering::of(Variant::D5)
    };
    let first = search(&plain(Variant::D5), &around, 1);
    assert_eq!(first.snapshot.best, 82);
}

/// Hot games are short: on a ladder of two rungs far apart the scores show which rung is which.
#[test]
fn cold_games_are_longer_than_hot_ones() {
    let far = Tempering {
        rungs: Some(2),
        hottest: Some(100.0),
        coldest: Some(0.1),
        ..Tempering::of(Variant::T4)
    };
    let ladders = told(&plain(Variant::T4), &far, Vec::new(), 5, 20);
    let mean = |rung: usize| {
        let scores = ladders[5..].iter().map(|l| l.replicas[rung].score);
        f64::from(scores.sum::<u32>()) / 15.0
    };
    assert!(mean(0) + 5.0 < mean(1), "{} {}", mean(0), mean(1));
}

/// The colder rung always takes a longer game, and a shorter one as often as the weights say.
#[test]
fn places_are_changed_by_the_weights() {
    let two = Tempering {
        rungs: Some(2),
        hottest: Some(1.0),
        coldest: Some(0.5),
        ..Tempering::of(Variant::D4)
    };
    let mut rng = Rng::seed_from_u64(1);
    let mut changes = |hot: u32, cold: u32| {
        let once = |_: &u32| {
            let mut games = [hot, cold];
            ladder::swap(&mut games, |&score| score, &two, &mut rng);
            games == [cold, hot]
        };
        (0..10_000u32).filter(once).count()
    };
    assert_eq!(changes(31, 30), 10_000);
    let share = changes(30, 31) as f64 / 10_000.0;
    assert!((share - (-1.0f64).exp()).abs() < 0.02, "{share}");
}

fn shared() -> Tempering {
    Tempering {
        shared: true,
        ..Tempering::of(Variant::D4)
    }
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    checks::finds_the_same_together(&shared());
}

#[test]
fn shared_ladders_end_with_their_budgets() {
    for (playouts, rungs) in [(1, 8), (2, 8), (300, 1), (5001, 8)] {
        let rungs = Some(rungs);
        let shared = Tempering { rungs, ..shared() };
        checks::ends_together(&shared, &plain(Variant::D4), playouts);
    }
}

/// The stages of two jobs that share a ladder, after each round.
fn rounds_of_two(begun: Vec<Ladder>, playouts: u64) -> Vec<[Ladder; 2]> {
    let stages = checks::every_stage(&plain(Variant::D4), &shared(), begun, playouts, 2);
    let [one, two] = stages.try_into().ok().expect("two jobs");
    one.into_iter().zip(two).map(<[Ladder; 2]>::from).collect()
}

/// One of them may have done more rounds when they are stopped.
#[test]
fn jobs_that_go_on_from_different_rounds_swap_the_same_games() {
    let mut begun = rounds_of_two(Vec::new(), 20_000).pop().unwrap();
    begun[0].state.rounds += 3;
    let rounds = rounds_of_two(begun.to_vec(), 100_000);
    assert!(rounds.len() > 10, "{}", rounds.len());
    // When the budget is spent, each job stops by itself.
    for jobs in &rounds[..rounds.len() - 3] {
        let games = jobs.iter().flat_map(|ladder| &ladder.replicas);
        let games: Vec<_> = games.map(Replica::moves).collect();
        let different: HashSet<_> = games.iter().collect();
        assert_eq!(different.len(), games.len(), "no game is on two rungs");
    }
}

#[test]
fn where_there_are_fewer_rungs_the_coldest_games_stay() {
    let root = plain(Variant::T4);
    let of = |rungs| Tempering {
        rungs: Some(rungs),
        ..Tempering::of(Variant::T4)
    };
    let ladder = told(&root, &of(8), Vec::new(), 20, 1).remove(0);
    let games = |ladder: &Ladder| {
        let moves = ladder
            .replicas
            .iter()
            .map(|replica| replica.moves().to_vec());
        moves.collect::<Vec<_>>()
    };
    let before = games(&ladder);
    for rungs in [3, 8, 10] {
        let filled = Mutex::new(ladder.clone());
        let fill = Fill(of(rungs), &filled);
        search(&root, &fill, 10);
        let after = games(&filled.lock().unwrap());
        assert_eq!(after.len(), rungs);
        let stay = rungs.min(8);
        assert_eq!(after[rungs - stay..], before[8 - stay..]);
    }
}

/// Only fills the rungs of a ladder.
struct Fill<'a>(Tempering, &'a Mutex<Ladder>);

impl Searcher<Plain> for Fill<'_> {
    fn search(&self, game: &mut Plain, run: &mut Run<'_, Plain>) {
        self.1.lock().unwrap().fill(&self.0, game, run);
    }
}

#[test]
fn who_resumes_finds_the_same() {
    for root in [plain(Variant::T5), plain(Variant::D4)] {
        check_resumed(&root);
    }
    check_resumed(&Symmetric::new(Board::new(Variant::D5)).unwrap());
}

fn check_resumed<G: Playable<Move = Code> + Sync>(root: &G) {
    let seen = |ladder: &Ladder| {
        let replicas = ladder.replicas.iter();
        let games = replicas.map(|replica| (replica.score, replica.moves().to_vec()));
        (ladder.state.clone(), games.collect::<Vec<_>>())
    };
    checks::finds_the_same_in_two_halves(root, &Tempering::of(root.variant()), 5, seen);
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    checks::refuses_unfit_checkpoints(&Tempering::of(Variant::D4), 5);
}
