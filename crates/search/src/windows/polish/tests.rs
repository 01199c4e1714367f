use rand::SeedableRng;

use super::*;
use crate::game::Board;
use crate::games::{Plain, Symmetric};
use crate::geometry::Symmetry;
use crate::running::toy::search;

fn polish(start: &[Move], symmetric: bool) -> Polish {
    Polish {
        nodes: 200,
        symmetric,
        within: None,
        start: start.to_vec(),
    }
}

fn random_game(seed: u64) -> Vec<Move> {
    let mut board = Board::new(Variant::D5);
    board.play_out(&mut Rng::seed_from_u64(seed));
    board.moves().collect()
}

#[test]
fn a_random_game_becomes_longer_and_never_shorter() {
    let start = random_game(1);
    let root = Plain::new(Board::new(Variant::D5));
    let polished = search(&root, &polish(&start, false), 60);
    assert!(polished.snapshot.best as usize > start.len());
    assert_eq!(polished.snapshot.playouts, 60);
    let first = search(&root, &polish(&start, false), 1);
    assert_eq!(first.best.unwrap().moves.len(), start.len());
}

#[test]
fn the_seed_decides() {
    let root = Plain::new(Board::new(Variant::D5));
    let runs = [(); 2].map(|()| search(&root, &polish(&[], false), 30).best.unwrap().moves);
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn symmetric_games_stay_symmetric() {
    let root = Symmetric::new(Board::new(Variant::D5)).unwrap();
    let first = search(&root, &polish(&[], true), 1).snapshot.best;
    let outcome = search(&root, &polish(&[], true), 40);
    assert!(outcome.snapshot.best > first, "{first}");
    let moves: BTreeSet<Move> = outcome.best.unwrap().moves.into_iter().collect();
    let image = |m: &Move| Symmetry::HALF_TURN.mv(Variant::D5, *m);
    assert!(moves.iter().all(|m| moves.contains(&image(m))));
}

#[test]
fn kept_moves_stay_and_the_box_is_kept() {
    let start = random_game(2);
    let mut board = Board::new(Variant::D5);
    for &mv in &start[..20] {
        board.play(mv).unwrap();
    }
    let own = BoundingBox::of_moves(Variant::D5, &start).unwrap();
    let within = Polish {
        within: Some(own),
        ..polish(&start, false)
    };
    let best = search(&Plain::new(board), &within, 60).best.unwrap().moves;
    assert_eq!(best[..20], start[..20]);
    assert!(best.len() >= start.len());
}
