//! Cuts and growths held against the rules, and against cuts by definition.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::game::{Playout, symmetric_game};
use crate::geometry::{BoundingBox, Move, Symmetry};

/// Plays the moves from where `start` stands.
fn played(start: &Board, moves: &[Move]) -> Board {
    let mut board = start.clone();
    moves.iter().for_each(|&mv| board.play(mv).unwrap());
    board
}

fn plain(codes: impl IntoIterator<Item = Code>) -> Vec<Move> {
    codes.into_iter().map(|code| code.to_move()).collect()
}

/// The moves that go with the one at `index`, from the definition.
fn dependent(variant: Variant, game: &[Move], index: usize) -> BTreeSet<Move> {
    let mut gone = BTreeSet::from([game[index]]);
    for &mv in &game[index + 1..] {
        let needs = |dot| mv.needs(variant).any(|cell| cell == dot);
        if gone.iter().any(|g| needs(g.dot())) {
            gone.insert(mv);
        }
    }
    gone
}

/// The moves that place the dot of a move or whose lines conflict with its own, and what depends on them.
fn what_excludes(variant: Variant, game: &[Move], put: Move) -> BTreeSet<Move> {
    let goes = |mv: &Move| mv.dot() != put.dot() && mv.line.compatible(put.line, variant);
    let out = (0..game.len()).filter(|&i| !goes(&game[i]));
    out.flat_map(|i| dependent(variant, game, i)).collect()
}

/// A regrowth that keeps a child equals a fresh one that loads it.
fn check_kept(regrowth: &Regrowth, unloaded: &Regrowth) -> Result<(), TestCaseError> {
    let (mut kept, mut loaded) = (regrowth.clone(), unloaded.clone());
    let child: Vec<Code> = regrowth.child().collect();
    kept.keep();
    loaded.load(&child);
    prop_assert_eq!(kept.loaded(), &child);
    prop_assert!(kept.grid == loaded.grid && kept.part == loaded.part);
    prop_assert!(kept.is_out == loaded.is_out && kept.out.is_empty() && kept.recreated.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn children_are_finished_games_and_the_way_back_is_exact(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        reach in 1u8..=9,
        opening in 0usize..6,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
        seed: u64,
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut start = Board::confined(variant, BoundingBox::from([reach; 4])).unwrap();
        for _ in 0..opening {
            if let Some(code) = start.random_legal(&mut rng) {
                start.play_code(code).unwrap();
            }
        }
        let mut game = Playout::from_board(&start).run(&mut rng).to_vec();
        prop_assume!(!game.is_empty());
        let mut regrowth = Regrowth::new(&start);
        let empty = regrowth.grid.clone();
        for cut in cuts {
            regrowth.load(&game);
            let whole = regrowth.grid.clone();
            let index = cut.index(game.len());
            regrowth.ruin(index);
            let out = plain(regrowth.out().iter().copied());
            let wanted = dependent(variant, &plain(game.iter().copied()), index);
            prop_assert_eq!(out.iter().copied().collect::<BTreeSet<_>>(), wanted);
            regrowth.recreate(&mut rng);
            let child: Vec<Code> = regrowth.child().collect();
            prop_assert_eq!(start.len() + child.len(), regrowth.score());
            check_kept(&regrowth, &Regrowth::new(&start))?;
            prop_assert!(played(&start, &plain(child.iter().copied())).legal().is_empty());
            regrowth.back();
            prop_assert!(regrowth.grid == whole);
            if regrowth.insert(&mut rng) {
                let put = regrowth.recreated()[0];
                prop_assert!(!game.contains(&put));
                let child: Vec<Code> = regrowth.child().collect();
                prop_assert!(played(&start, &plain(child)).legal().is_empty());
                let wanted = what_excludes(variant, &plain(game.iter().copied()), put.to_move());
                let out = plain(regrowth.out().iter().copied());
                prop_assert_eq!(out.into_iter().collect::<BTreeSet<_>>(), wanted);
            }
            regrowth.back();
            prop_assert!(regrowth.grid == whole);
            game = child;
        }
        regrowth.load(&[]);
        prop_assert!(regrowth.grid == empty);
        prop_assert!(regrowth.part.iter().all(|&part| part == Part::None));
    }

    #[test]
    fn children_of_symmetric_games_are_symmetric_and_finished(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        seed: u64,
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let reach = 6;
        let start = Board::confined(variant, BoundingBox::from([reach; 4])).unwrap();
        let moves = symmetric_game(variant, (reach, reach), 100, &mut rng);
        let code = |pair: &[Move]| {
            let codes = [pair[0], pair[1]].map(|mv| Code::new(variant, mv).unwrap());
            codes[0].min(codes[1])
        };
        let mut game: Vec<Code> = moves.chunks(2).map(code).collect();
        let mut regrowth = Regrowth::symmetric(&start);
        for round in 0..6 {
            regrowth.load(&game);
            regrowth.ruin(round * (game.len() - 1) / 5);
            regrowth.recreate(&mut rng);
            game = regrowth.child().collect();
            prop_assert_eq!(2 * game.len(), regrowth.score());
            check_kept(&regrowth, &Regrowth::symmetric(&start))?;
            regrowth.load(&game);
            if round % 2 == 1 && regrowth.insert(&mut rng) {
                game = regrowth.child().collect();
            }
            let image = |mv: Move| Symmetry::HALF_TURN.mv(variant, mv);
            let pairs: Vec<Move> = plain(game.iter().copied())
                .into_iter()
                .flat_map(|mv| [mv, image(mv)])
                .collect();
            let mut end = played(&start, &pairs);
            // No legal move is left that could be played together with its image.
            for mv in end.legal_moves().collect::<Vec<_>>() {
                end.play(mv).unwrap();
                prop_assert!(image(mv) == mv || !end.is_legal(image(mv)));
                end.undo();
            }
        }
    }
}

/// The move taken out first comes back only where no other move is left.
#[test]
fn the_first_move_out_comes_last() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let start = Board::new(Variant::T5);
    let mut regrowth = Regrowth::new(&start);
    let mut others = 0;
    for _ in 0..100 {
        let game = Playout::new(Variant::T5).run(&mut rng).to_vec();
        let index = game.len() / 2;
        regrowth.load(&game);
        regrowth.ruin(index);
        let rest: Vec<Code> = regrowth.child().collect();
        let board = played(&start, &plain(rest));
        regrowth.recreate(&mut rng);
        let first = regrowth.recreated()[0];
        let elsewhere = board.legal().iter().any(|&c| c != game[index]);
        assert!(!elsewhere || first != game[index]);
        others += usize::from(elsewhere);
    }
    assert!(others > 0, "some cuts leave a choice");
}

/// Two pairs that place the same two dots have one place, whichever of the dots each is named by.
#[test]
fn places_are_those_of_dots() {
    let board = Board::new(Variant::D5);
    let regrowth = Regrowth::symmetric(&board);
    for &code in board.legal() {
        let image = Symmetry::HALF_TURN.mv(Variant::D5, code.to_move());
        let image = Code::new(Variant::D5, image).unwrap();
        assert_eq!(regrowth.place(code), regrowth.place(image));
    }
    let plain = Regrowth::new(&board);
    let by_place: BTreeSet<_> = board.legal().iter().map(|&c| plain.place(c)).collect();
    let by_dot: BTreeSet<_> = board.legal().iter().map(|c| c.to_move().dot()).collect();
    assert_eq!(by_place.len(), by_dot.len());
}
