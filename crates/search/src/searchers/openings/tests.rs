//! Searches by openings on the real games: budgets, seeds, jobs, and the way through a checkpoint.

use rand::SeedableRng;

use super::*;
use crate::game::Board;
use crate::games::{Game, Rng, Symmetric};
use crate::record::known_game_by_id;
use crate::running::Searcher;
use crate::running::toy::search;
use crate::searchers::resumable::checks::{self, plain, told};

fn openings(room: usize) -> Openings {
    Openings {
        room: Some(room),
        shared: false,
        start: Vec::new(),
    }
}

#[test]
fn games_by_openings_are_longer_than_random_ones() {
    checks::longer_than_random(|_| openings(20));
}

#[test]
fn where_nothing_can_be_played_the_game_is_handed_in() {
    checks::hands_in_where_nothing_can_be_played(&openings(5));
}

/// A trial with a whole game as its opening.
struct Whole(Vec<Code>);

impl<G: Playable<Move = Code>> Searcher<G> for Whole {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let families = Families::of(game.variant());
        let found = openings(5).play_on(&self.0, &families, game, run).unwrap();
        assert_eq!(
            (found.score, &*found.moves),
            (game.score() + self.0.len() as u32, &*self.0)
        );
    }
}

/// Such a trial once ended with a change of a game of no moves, a panic.
#[test]
fn an_opening_that_ends_the_game_is_what_the_trial_finds() {
    let root = plain(Variant::D4);
    let mut moves = Vec::new();
    root.clone()
        .random_game(&mut Rng::seed_from_u64(1), &mut moves);
    let outcome = search(&root, &Whole(moves.clone()), 10);
    assert_eq!(
        (outcome.snapshot.playouts, outcome.best.unwrap().moves.len()),
        (1, moves.len())
    );
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    checks::keeps_budgets(&openings(5), &[1, 255, 256, 257, 1000, 9001]);
}

#[test]
fn boxes_are_respected() {
    checks::respects_boxes(&openings(5));
}

#[test]
fn a_search_around_a_game_begins_with_it_and_keeps_it() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let around = Openings {
        start,
        ..openings(5)
    };
    for games in [1, 5000] {
        let outcome = search(&plain(Variant::D5), &around, games);
        assert_eq!(outcome.snapshot.best, 82);
    }
    let books = told(&plain(Variant::D5), &around, Vec::new(), 1, 2);
    assert!(books.iter().all(|book| book.games[0].score == 82));
}

fn shared() -> Openings {
    Openings {
        shared: true,
        ..openings(5)
    }
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    checks::finds_the_same_together(&shared());
}

#[test]
fn shared_books_end_with_their_budgets() {
    for playouts in [1, 2, 300, 5001] {
        checks::ends_together(&shared(), &plain(Variant::D4), playouts);
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
    let seen = |book: &Book| {
        let games = book.games.iter();
        let games = games.map(|game| (game.score, game.moves.clone()));
        (book.state.clone(), games.collect::<Vec<_>>())
    };
    checks::finds_the_same_in_two_halves(root, &openings(5), 2, seen);
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    checks::refuses_unfit_checkpoints(&openings(5), 1);
}
