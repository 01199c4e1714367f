//! Laws of the board and of the playouts, on random games of all variants.

use std::collections::{BTreeSet, HashMap};

use morpion_rules::game::{
    Board, Code, MAX_REACH, PlayError, PlayFault, Playout, check_graph, order_moves,
};
use morpion_rules::geometry::{BoundingBox, Cell, Direction, Line, Move, Symmetry, Variant};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

fn any_symmetry() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(Symmetry::ALL.to_vec())
}

fn any_small_box() -> impl Strategy<Value = BoundingBox> {
    prop::array::uniform4(0u8..4).prop_map(BoundingBox::from)
}

/// Numbers that pick a move of the legal list each, in turn, as long as there are any.
fn any_choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..90)
}

fn any_move_at_all() -> impl Strategy<Value = Move> {
    let coordinate = || prop_oneof![any::<i16>(), -40i16..50];
    (coordinate(), coordinate(), 0usize..4, any::<u8>()).prop_map(|(x, y, d, position)| {
        Move::new(Line::new(Cell::new(x, y), Direction::ALL[d]), position)
    })
}

/// Plays the choices on `board` until they or the moves run out.
fn follow(board: &mut Board, choices: &[prop::sample::Index]) {
    for choice in choices {
        if board.legal().is_empty() {
            break;
        }
        board.play_nth(choice.index(board.legal().len()));
    }
}

fn board_after(variant: Variant, choices: &[prop::sample::Index]) -> Board {
    let mut board = Board::new(variant);
    follow(&mut board, choices);
    board
}

/// A new board on which the history of `board` is played.
fn rebuilt(board: &Board) -> Board {
    let mut fresh = Board::confined(board.variant(), board.limit()).unwrap();
    for mv in board.moves() {
        fresh.play(mv).unwrap();
    }
    fresh
}

/// The legal moves, found by asking for every move within one cell of the dots.
fn recomputed(board: &Board) -> BTreeSet<Code> {
    let around = BoundingBox::from(board.bounding_box().distances().map(|d| d + 1));
    around
        .region(board.variant())
        .lines(board.variant())
        .flat_map(|l| (0..board.variant().line_length() as u8).map(move |m| Move::new(l, m)))
        .filter(|&mv| board.is_legal(mv))
        .map(|mv| Code::new(board.variant(), mv).unwrap())
        .collect()
}

fn legal_set(board: &Board) -> BTreeSet<Code> {
    board.legal().iter().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn undo_restores_everything(variant in any_variant(), choices in any_choices()) {
        let mut board = Board::new(variant);
        let mut before = Vec::new();
        for choice in &choices {
            if board.legal().is_empty() {
                break;
            }
            before.push(board.clone());
            board.play_nth(choice.index(board.legal().len()));
        }
        while let Some(wanted) = before.pop() {
            let last = board.history()[wanted.len()];
            prop_assert_eq!(board.undo(), Some(last));
            prop_assert_eq!(&board, &wanted);
        }
        prop_assert_eq!(board.undo(), None);
        prop_assert_eq!(board, Board::new(variant));
    }

    #[test]
    fn a_walk_forth_and_back_ends_where_its_history_leads(
        variant in any_variant(),
        limit in any_small_box(),
        walk in prop::collection::vec((any::<bool>(), any_choices()), 0..8),
    ) {
        let mut board = Board::confined(variant, limit).unwrap();
        for (back, choices) in &walk {
            if *back {
                for _ in choices {
                    board.undo();
                }
            } else {
                follow(&mut board, choices);
            }
        }
        prop_assert_eq!(&rebuilt(&board), &board);
        board.reset();
        prop_assert_eq!(&board, &Board::confined(variant, limit).unwrap());
    }

    #[test]
    fn the_incremental_list_is_the_recomputed_one(variant in any_variant(), choices in any_choices()) {
        let mut board = Board::new(variant);
        for choice in &choices {
            prop_assert_eq!(legal_set(&board), recomputed(&board));
            prop_assert_eq!(legal_set(&board).len(), board.legal().len());
            follow(&mut board, std::slice::from_ref(choice));
        }
    }

    #[test]
    fn symmetric_games_are_games(variant in any_variant(), choices in any_choices(), s in any_symmetry()) {
        let board = board_after(variant, &choices);
        let mut image = Board::new(variant);
        for mv in board.moves() {
            prop_assert_eq!(image.play(s.mv(variant, mv)), Ok(()));
        }
        let legal: BTreeSet<Move> = board.legal_moves().map(|mv| s.mv(variant, mv)).collect();
        prop_assert_eq!(image.legal_moves().collect::<BTreeSet<_>>(), legal);
        prop_assert_eq!(image.bounding_box(), board.bounding_box().transformed(s));
    }

    #[test]
    fn games_are_graphs_in_any_order_and_can_be_ordered(variant in any_variant(), choices in any_choices()) {
        let board = board_after(variant, &choices);
        let mut moves: Vec<Move> = board.moves().collect();
        prop_assert_eq!(check_graph(variant, &moves), Ok(()));
        moves.reverse();
        prop_assert_eq!(check_graph(variant, &moves), Ok(()));
        let order = order_moves(variant, &moves).unwrap();
        let mut again = Board::new(variant);
        for &mv in &order {
            prop_assert_eq!(again.play(mv), Ok(()));
        }
        // Another order of play, the same position.
        prop_assert_eq!(legal_set(&again), legal_set(&board));
    }

    #[test]
    fn copies_do_not_share(variant in any_variant(), a in any_choices(), b in any_choices()) {
        let board = board_after(variant, &a);
        let mut copy = board.clone();
        follow(&mut copy, &b);
        copy.reset();
        prop_assert_eq!(&rebuilt(&board), &board);
        let mut other = board_after(variant, &b);
        other.clone_from(&board);
        prop_assert_eq!(&other, &board);
        follow(&mut other, &b);
        prop_assert_eq!(&rebuilt(&other), &other);
    }

    #[test]
    fn no_move_makes_the_board_panic(variant in any_variant(), choices in any_choices(), mv in any_move_at_all()) {
        let mut board = board_after(variant, &choices);
        let before = board.clone();
        let legal = board.legal_moves().any(|m| m == mv);
        prop_assert_eq!(board.is_legal(mv), legal);
        match board.play(mv) {
            Ok(()) => prop_assert!(legal),
            Err(error) => {
                prop_assert!(!legal && !error.to_string().is_empty());
                prop_assert_eq!(board, before);
            }
        }
        if let Some(code) = Code::new(variant, mv) {
            prop_assert_eq!(code.to_move(), mv);
        }
    }

    #[test]
    fn a_confined_board_hides_exactly_the_moves_outside(
        variant in any_variant(),
        limit in any_small_box(),
        choices in any_choices(),
    ) {
        let mut board = Board::confined(variant, limit).unwrap();
        let mut free = Board::new(variant);
        let inside = |c: &Code| limit.region(variant).contains(c.to_move().dot());
        for choice in &choices {
            let wanted: Vec<Code> = free.legal().iter().copied().filter(inside).collect();
            prop_assert_eq!(board.legal(), &wanted[..]);
            for mv in free.legal_moves() {
                prop_assert_eq!(board.is_legal(mv), limit.region(variant).contains(mv.dot()));
            }
            if board.legal().is_empty() {
                break;
            }
            let code = board.play_nth(choice.index(board.legal().len()));
            free.play_code(code).unwrap();
        }
    }

    #[test]
    fn confined_playouts_are_complete(
        variant in any_variant(),
        limit in any_small_box(),
        seed: u64,
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut playout = Playout::confined(variant, limit).unwrap();
        for _ in 0..3 {
            let mut board = Board::confined(variant, limit).unwrap();
            for &code in playout.run(&mut rng) {
                prop_assert_eq!(board.play_code(code), Ok(()));
            }
            prop_assert!(board.legal().is_empty());
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games(variant in any_variant(), seed: u64) {
        let games = || {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut playout = Playout::new(variant);
            let mut board = Board::new(variant);
            let first: Vec<Code> = playout.run(&mut rng).to_vec();
            let second: Vec<Code> = playout.run(&mut rng).to_vec();
            board.play_out(&mut rng);
            (first, second, board)
        };
        prop_assert_eq!(games(), games());
    }
}

#[test]
fn each_refusal_says_which_rule_is_broken() {
    let mv = |x, y, d, position| Move::new(Line::new(Cell::new(x, y), d), position);
    let mut board = Board::new(Variant::D5);
    board.play(mv(2, 0, Direction::Horizontal, 0)).unwrap();
    type Test = fn(&PlayError) -> bool;
    let cases: [(Move, Test); 6] = [
        (mv(2, 0, Direction::Horizontal, 5), |e| {
            e.ply == 2 && e.fault == PlayFault::MarkOutOfRange
        }),
        (mv(3, 0, Direction::Horizontal, 0), |e| {
            matches!(e.fault, PlayFault::DotTaken(_))
        }),
        (mv(0, 9, Direction::Horizontal, 0), |e| {
            e.fault == PlayFault::MissingDot(Cell::new(1, 9))
        }),
        (mv(3, 0, Direction::Horizontal, 4), |e| {
            e.fault == PlayFault::Overlap(1)
        }),
        (mv(30, 0, Direction::Horizontal, 4), |e| {
            matches!(e.fault, PlayFault::MissingDot(_))
        }),
        (mv(i16::MAX, i16::MIN, Direction::Rising, 4), |e| {
            matches!(e.fault, PlayFault::BeyondBoard(_))
        }),
    ];
    for (mv, test) in cases {
        let error = board.play(mv).unwrap_err();
        assert!(test(&error), "{error}");
    }
    assert_eq!(board.len(), 1);
}

#[test]
fn the_limit_of_a_board_is_reported() {
    let out = Move::new(Line::new(Cell::new(3, -1), Direction::Vertical), 0);
    let mut tight = Board::confined(Variant::D5, BoundingBox::default()).unwrap();
    assert!(Board::new(Variant::D5).is_legal(out));
    assert!(!tight.is_legal(out));
    let error = tight.play(out).unwrap_err();
    assert_eq!(error.fault, PlayFault::BeyondBoard(BoundingBox::default()));

    let widest = BoundingBox::from([MAX_REACH; 4]);
    assert_eq!(Board::new(Variant::T5).limit(), widest);
    assert!(Board::confined(Variant::T5, widest).is_ok());
    let wider = BoundingBox::new(0, 0, MAX_REACH + 1, 0);
    assert!(Board::confined(Variant::T5, wider).is_err());
    assert!(Playout::confined(Variant::T5, wider).is_err());
}

/// Both ways of playing at random draw uniformly: the 28 opening moves and the
/// replies to each are equally frequent up to five standard deviations.
#[test]
fn random_moves_are_uniform() {
    let games = 56_000;
    let mut playout = Playout::new(Variant::D5);
    let mut board = Board::new(Variant::D5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    let mut counts: [HashMap<Vec<Code>, u32>; 2] = Default::default();
    for _ in 0..games {
        let game = playout.run(&mut rng);
        count_prefixes(&mut counts[0], game);
        board.reset();
        board.play_out(&mut rng);
        count_prefixes(&mut counts[1], board.history());
    }
    for counts in counts {
        board.reset();
        for i in 0..28 {
            let first = board.play_nth(i);
            let expected = f64::from(games) / 28.0;
            assert_near(counts[&vec![first]], expected);
            let replies = board.legal().len() as f64;
            for &second in board.legal() {
                assert_near(counts[&vec![first, second]], expected / replies);
            }
            board.undo();
        }
    }
}

fn count_prefixes(counts: &mut HashMap<Vec<Code>, u32>, game: &[Code]) {
    for length in [1, 2] {
        *counts.entry(game[..length].to_vec()).or_default() += 1;
    }
}

fn assert_near(found: u32, expected: f64) {
    let deviations = (f64::from(found) - expected) / expected.sqrt();
    assert!(deviations.abs() < 5.0, "{found} instead of {expected}");
}

#[test]
fn both_ways_of_playing_at_random_reach_the_same_mean_length() {
    for variant in Variant::ALL {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut playout = Playout::new(variant);
        let mut board = Board::new(variant);
        let games = 20_000;
        let (mut lazy, mut exact) = (0, 0);
        for _ in 0..games {
            lazy += playout.run(&mut rng).len();
            board.reset();
            exact += board.play_out(&mut rng);
        }
        let difference = (lazy as f64 - exact as f64).abs() / f64::from(games);
        // The lengths scatter by less than 15, so this is more than five deviations.
        assert!(difference < 0.8, "{variant}: {difference}");
    }
}
