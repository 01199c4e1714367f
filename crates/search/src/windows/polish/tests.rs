use rand::SeedableRng;

use super::*;
use crate::game::Board;
use crate::games::{Plain, Symmetric};
use crate::record::{known_game_by_id, play_all};
use crate::running::Outcome;
use crate::running::toy::search;

fn polish(start: &[Move], symmetric: bool) -> Polish {
    Polish {
        nodes: 200,
        symmetric,
        within: None,
        start: start.to_vec(),
    }
}

fn random_game(variant: Variant, seed: u64) -> Vec<Move> {
    let mut board = Board::new(variant);
    board.play_out(&mut Rng::seed_from_u64(seed));
    board.moves().collect()
}

fn best(outcome: Outcome) -> Vec<Move> {
    outcome.best.unwrap().moves
}

#[test]
fn random_games_become_longer() {
    for variant in Variant::ALL {
        let start = random_game(variant, 1);
        let root = Plain::new(Board::new(variant));
        let first = search(&root, &polish(&start, false), 1);
        assert_eq!(best(first).len(), start.len());
        let polished = best(search(&root, &polish(&start, false), 300));
        assert!(polished.len() > start.len(), "{variant}");
        assert!(play_all(variant, &polished).is_ok());
    }
}

#[test]
fn the_seed_decides() {
    let root = Plain::new(Board::new(Variant::T5));
    let runs = [(); 2].map(|()| best(search(&root, &polish(&[], false), 30)));
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn symmetric_games_stay_symmetric() {
    for variant in Variant::ALL {
        let root = Symmetric::new(Board::new(variant)).unwrap();
        let first = best(search(&root, &polish(&[], true), 1));
        let moves = best(search(&root, &polish(&[], true), 300));
        assert!(moves.len() > first.len(), "{variant}");
        let image = |m: &Move| Symmetry::HALF_TURN.mv(variant, *m);
        assert!(moves.iter().all(|m| moves.contains(&image(m))));
    }
}

#[test]
fn kept_moves_stay_and_the_box_is_kept() {
    let start = random_game(Variant::D5, 2);
    let own = BoundingBox::of_moves(Variant::D5, &start).unwrap();
    let mut board = Board::confined(Variant::D5, own).unwrap();
    for &mv in &start[..20] {
        board.play(mv).unwrap();
    }
    let within = Polish {
        within: Some(own),
        ..polish(&start, false)
    };
    let best = best(search(&Plain::new(board), &within, 300));
    assert_eq!(best[..20], start[..20]);
    assert!(best.len() >= start.len());
}

/// The search ends by itself: 82 moves are the most there are.
#[test]
fn around_the_record_of_5d_nothing_is_longer() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let root = Plain::new(Board::new(Variant::D5));
    let outcome = search(&root, &polish(&start, false), u64::MAX);
    assert_eq!(outcome.snapshot.best, 82);
    assert!(outcome.snapshot.playouts > 100);
}
