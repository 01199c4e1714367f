//! Random games that stay point-symmetric: each move is followed by its image.

use rand::Rng;
use rand::seq::SliceRandom;

use super::{Board, Code};
use crate::geometry::{BoundingBox, Move, Symmetry, Variant};

/// A random game that the half turn about the centre of the cross maps to itself, of at most
/// `pairs` pairs of moves, that stays within `distances` (top and bottom, right and left) of the cross.
///
/// Ends early where no pair is left.
///
/// # Panics
/// When the box is larger than [`Board`] allows.
///
/// ```
/// use morpion_rules::game::{graph::is_symmetric, symmetric_game};
/// use morpion_rules::geometry::Variant;
/// use rand::SeedableRng;
///
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// let game = symmetric_game(Variant::D5, (2, 2), 20, &mut rng);
/// assert!(is_symmetric(Variant::D5, &game));
/// ```
pub fn symmetric_game<R: Rng>(
    variant: Variant,
    distances: (u8, u8),
    pairs: usize,
    rng: &mut R,
) -> Vec<Move> {
    let (vertical, horizontal) = distances;
    let limit = BoundingBox::new(vertical, horizontal, vertical, horizontal);
    let mut board = Board::confined(variant, limit).expect("the box fits a board");
    while board.len() < 2 * pairs && play_pair(&mut board, rng) {}
    board.moves().collect()
}

/// Plays a random move and its image; false when there is no such pair.
fn play_pair<R: Rng>(board: &mut Board, rng: &mut R) -> bool {
    let mut candidates: Vec<Code> = board.legal().to_vec();
    candidates.shuffle(rng);
    candidates.into_iter().any(|code| {
        board.play_code(code).expect("the move is legal");
        let played = board.moves().last().expect("a move was played");
        let image = Symmetry::HALF_TURN.mv(board.variant(), played);
        let paired = image != played && board.play(image).is_ok();
        if !paired {
            board.undo();
        }
        paired
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    proptest! {
        #[test]
        fn games_are_symmetric_and_stay_inside(
            variant in prop::sample::select(Variant::ALL.to_vec()),
            pairs in 0usize..40,
            seed: u64,
        ) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let moves = symmetric_game(variant, (2, 1), pairs, &mut rng);
            prop_assert!(moves.len() <= 2 * pairs && moves.len().is_multiple_of(2));
            let mut board = Board::new(variant);
            for pair in moves.chunks(2) {
                prop_assert_eq!(Symmetry::HALF_TURN.mv(variant, pair[0]), pair[1]);
                pair.iter().for_each(|&mv| board.play(mv).unwrap());
            }
            prop_assert!(board.bounding_box().fits_within(BoundingBox::new(2, 1, 2, 1)));
        }
    }
}
