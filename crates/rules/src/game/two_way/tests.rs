//! Walks against the slow checker of graphs, and against boards built afresh.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::game::{check_graph, order_moves};
use crate::geometry::{BoundingBox, Move, Symmetry};

fn sorted(codes: &[Code]) -> Vec<Code> {
    let set: BTreeSet<Code> = codes.iter().copied().collect();
    assert_eq!(set.len(), codes.len(), "no move stands twice");
    set.into_iter().collect()
}

/// The moves of a walk from `start`, images included, after those before.
fn whole(walk: &TwoWay, start: &Board) -> Vec<Move> {
    let both = |&code: &Code| {
        let image = Symmetry::HALF_TURN.mv(walk.variant, code.to_move());
        std::iter::once(code.to_move()).chain(walk.symmetric.map(|_| image))
    };
    start
        .moves()
        .chain(walk.moves().iter().flat_map(both))
        .collect()
}

/// The moves that can be played, from a board built afresh.
fn forward_by_definition(walk: &TwoWay, fresh: &Board) -> Vec<Code> {
    let variant = walk.variant;
    if walk.symmetric.is_none() {
        return sorted(fresh.legal());
    }
    let is_step = |&&code: &&Code| {
        let image = code.image(variant, Symmetry::HALF_TURN).unwrap();
        let mut board = fresh.clone();
        board.play_code(code).unwrap();
        code < image && board.is_legal_code(image)
    };
    sorted(
        &fresh
            .legal()
            .iter()
            .filter(is_step)
            .copied()
            .collect::<Vec<_>>(),
    )
}

/// The moves that can be taken back, from the definition: the rest is still a graph.
fn backward_by_definition(walk: &TwoWay, start: &Board) -> Vec<Code> {
    let stays_graph = |&&code: &&Code| {
        let mut rest = walk.clone();
        rest.moves.retain(|&c| c != code);
        check_graph(walk.variant, &whole(&rest, start)).is_ok()
    };
    sorted(
        &walk
            .moves()
            .iter()
            .filter(stays_graph)
            .copied()
            .collect::<Vec<_>>(),
    )
}

/// Holds a walk against the slow checker and against a board built afresh with the same moves.
fn check(walk: &TwoWay, start: &Board) {
    let moves = whole(walk, start);
    assert_eq!(check_graph(walk.variant, &moves), Ok(()));
    assert!(order_moves(walk.variant, &moves).is_ok());
    let mut fresh = start.clone();
    for &mv in &moves[start.len()..] {
        fresh.play(mv).unwrap();
    }
    assert_eq!(walk.score(), fresh.len());
    let (_, grid) = fresh.insides();
    assert!(walk.grid == *grid, "the grid is that of the fresh board");
    assert_eq!(sorted(walk.forward()), forward_by_definition(walk, &fresh));
    assert_eq!(sorted(walk.backward()), backward_by_definition(walk, start));
}

/// Takes the direction from a part of a choice and the move from the rest.
fn step(walk: &mut TwoWay, choice: usize) {
    let (forward, backward) = (walk.forward().len(), walk.backward().len());
    let goes_back = choice.is_multiple_of(3) || forward == 0;
    if goes_back && backward > 0 {
        walk.take_back_nth(choice / 3 % backward);
    } else if forward > 0 {
        walk.play_nth(choice / 3 % forward);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn positions_stay_legal_and_the_lists_whole(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        reach in 1u8..=6,
        opening in prop::collection::vec(any::<u32>(), 0..12),
        choices in prop::collection::vec(any::<u32>(), 1..200),
    ) {
        let mut start = Board::confined(variant, BoundingBox::from([reach; 4])).unwrap();
        for choice in opening {
            let count = start.legal().len();
            if count > 0 {
                start.play_nth(choice as usize % count);
            }
        }
        let mut walk = TwoWay::new(&start);
        check(&walk, &start);
        for choice in choices {
            step(&mut walk, choice as usize);
            check(&walk, &start);
        }
    }

    #[test]
    fn symmetric_walks_stay_symmetric_and_their_lists_whole(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        reach in 1u8..=6,
        choices in prop::collection::vec(any::<u32>(), 1..120),
    ) {
        let start = Board::confined(variant, BoundingBox::from([reach; 4])).unwrap();
        let mut walk = TwoWay::symmetric(&start);
        check(&walk, &start);
        for choice in choices {
            step(&mut walk, choice as usize);
            check(&walk, &start);
        }
    }
}

#[test]
fn a_move_under_another_can_not_be_taken_back() {
    let mut walk = TwoWay::new(&Board::new(Variant::D5));
    let mut openers = 0;
    for first in sorted(walk.forward()) {
        let nth = |list: &[Code], is: &dyn Fn(Code) -> bool| list.iter().position(|&c| is(c));
        walk.play_nth(nth(walk.forward(), &|c| c == first).unwrap());
        let dot = first.dot() as usize;
        let on_top = |c: Code| c.cells(5).any(|cell| cell == dot);
        if let Some(index) = nth(walk.forward(), &on_top) {
            let second = walk.forward()[index];
            walk.play_nth(index);
            assert_eq!(walk.backward(), [second]);
            walk.take_back_nth(0);
            openers += 1;
        }
        assert_eq!(walk.backward(), [first]);
        walk.take_back_nth(0);
    }
    assert!(openers > 0, "some first dot opens a line");
}
