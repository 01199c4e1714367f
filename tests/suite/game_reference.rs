//! The fast board and the playouts against the naive engine, in all variants.

use std::collections::BTreeSet;

use crate::reference::{Play, Position, Rules, move_of, play_of};
use morpion_rules::game::{Board, MAX_REACH, Playout};
use morpion_rules::geometry::{BoundingBox, Direction, Line, Move, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn plays(board: &Board) -> BTreeSet<Play> {
    let moves = board.legal_moves();
    moves.map(|mv| play_of(board.variant(), mv)).collect()
}

/// Whether no dot is on the edge of the largest board, so that no move was left off a list because its dot would lie beyond.
fn is_within_reach(bounding_box: BoundingBox) -> bool {
    bounding_box.distances().iter().all(|&d| d < MAX_REACH)
}

#[test]
fn twenty_eight_moves_open_the_game_of_five() {
    for variant in [Variant::D5, Variant::T5] {
        assert_eq!(Board::new(variant).legal().len(), 28);
    }
}

#[test]
fn legal_moves_agree_at_every_position_of_random_games() {
    for variant in Variant::ALL {
        let rules = Rules::of(variant);
        for seed in 0..6 {
            let mut rng = rng(seed);
            let mut board = Board::new(variant);
            let mut position = rules.start();
            loop {
                assert_eq!(plays(&board), rules.legal(&position), "{board:?}");
                assert_eq!(plays(&board).len(), board.legal().len(), "a move twice");
                let Some(code) = board.random_legal(&mut rng) else {
                    break;
                };
                position = position.after(&play_of(variant, code.to_move()));
                board.play_code(code).unwrap();
            }
            assert_eq!(position.lines.len(), board.len());
            assert!(is_within_reach(board.bounding_box()));
        }
    }
}

#[test]
fn games_chosen_by_the_reference_are_accepted_move_by_move() {
    for variant in Variant::ALL {
        let rules = Rules::of(variant);
        let mut board = Board::new(variant);
        let mut position = rules.start();
        // Always the middle one: a game that does not depend on the board's order.
        while let Some(play) = middle(&rules.legal(&position)) {
            board.play(move_of(&play)).unwrap();
            position = position.after(&play);
        }
        assert_eq!(board.legal().len(), 0);
    }
}

fn middle(plays: &BTreeSet<Play>) -> Option<Play> {
    plays.iter().nth(plays.len() / 2).cloned()
}

#[test]
fn playouts_are_complete_games() {
    for variant in Variant::ALL {
        let rules = Rules::of(variant);
        let mut playout = Playout::new(variant);
        let mut rng = rng(7);
        for _ in 0..25 {
            let length = playout.run(&mut rng).len();
            let mut position = rules.start();
            for mv in playout.moves() {
                let play = play_of(variant, mv);
                assert!(rules.is_legal(&position, &play), "{mv}");
                position = position.after(&play);
            }
            assert_eq!(position.lines.len(), length);
            assert_eq!(rules.legal(&position), BTreeSet::new());
            let moves: Vec<Move> = playout.moves().collect();
            assert!(is_within_reach(
                BoundingBox::of_moves(variant, &moves).unwrap()
            ));
        }
    }
}

#[test]
fn verdicts_on_every_move_around_agree_in_the_middle_of_games() {
    for variant in Variant::ALL {
        let rules = Rules::of(variant);
        let mut board = Board::new(variant);
        let mut position: Position = rules.start();
        let mut rng = rng(11);
        for _ in 0..12 {
            let code = board.random_legal(&mut rng).unwrap();
            board.play_code(code).unwrap();
            position = position.after(&play_of(variant, code.to_move()));
        }
        let region = BoundingBox::new(5, 5, 5, 5).region(variant);
        for (start, direction) in region.cells().flat_map(|c| Direction::ALL.map(|d| (c, d))) {
            for place in 0..variant.line_length() as u8 {
                let mv = Move::new(Line::new(start, direction), place);
                let legal = rules.is_legal(&position, &play_of(variant, mv));
                assert_eq!(board.is_legal(mv), legal, "{mv}");
                let verdict = board.clone().play(mv);
                assert_eq!(verdict.is_ok(), legal, "{mv}: {verdict:?}");
            }
        }
    }
}
