//! Symmetric positions with backward moves: a step and its image are taken back together.
//!
//! In a symmetric position nothing needs the dot of a move exactly when nothing needs the dot of
//! its image; and neither of the two needs the other's, since both were legal before either was played.

use super::symmetric::{image, is_step};
use super::two_way::TwoWay;
use crate::game::{Board, Code, TwoWayBoard};

/// A symmetric position; a move stands for itself and its image.
#[derive(Clone, Debug)]
pub struct TwoWaySymmetric {
    board: TwoWayBoard,
    forward: Vec<Code>,
    backward: Vec<Code>,
    moves: Vec<Code>,
}

impl TwoWaySymmetric {
    /// Goes on from where `board` stands, which must be a symmetric position.
    pub(super) fn new(board: &Board) -> Self {
        let mut position = Self {
            board: TwoWayBoard::new(board),
            forward: Vec::new(),
            backward: Vec::new(),
            moves: Vec::new(),
        };
        position.list_steps();
        position
    }

    fn image(&self, mv: Code) -> Code {
        image(self.board.variant(), mv).expect("the image of a move on the board is one")
    }

    fn list_steps(&mut self) {
        let variant = self.board.variant();
        let forward = self.board.forward().iter().copied();
        self.forward = forward.filter(|&mv| is_step(variant, mv)).collect();
        let stands_for_both = |&mv: &Code| mv < self.image(mv);
        let backward = self.board.backward().iter().copied();
        self.backward = backward.filter(stands_for_both).collect();
    }
}

impl TwoWay for TwoWaySymmetric {
    type Move = Code;

    fn forward(&self) -> &[Code] {
        &self.forward
    }

    fn backward(&self) -> &[Code] {
        &self.backward
    }

    fn play(&mut self, mv: Code) {
        self.board.play(mv);
        self.board.play(self.image(mv));
        self.moves.push(mv);
        self.list_steps();
    }

    fn take_back(&mut self, mv: Code) {
        self.board.take_back(self.image(mv));
        self.board.take_back(mv);
        self.moves.retain(|&m| m != mv);
        self.list_steps();
    }

    fn score(&self) -> u32 {
        self.board.len() as u32
    }

    fn moves(&self) -> &[Code] {
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::game::below;
    use crate::games::{Game, Playable, Rng, Symmetric};
    use crate::geometry::Variant;
    use crate::record::play_all;

    /// A random walk in both directions, held against the games that only go forward.
    #[test]
    fn walks_stay_symmetric_games() {
        let mut rng = Rng::seed_from_u64(5);
        for variant in Variant::ALL {
            let root = Symmetric::new(Board::new(variant)).unwrap();
            let mut position = root.two_way();
            for _ in 0..300 {
                let (forward, backward) = (position.forward().len(), position.backward().len());
                match below(&mut rng, forward + backward) {
                    i if i < forward => position.play(position.forward()[i]),
                    i => position.take_back(position.backward()[i - forward]),
                }
                let whole = root.whole_game(position.moves());
                assert_eq!(whole.len(), position.score() as usize);
                play_all(variant, &whole).unwrap();
                let mut game = root.clone();
                position.moves().iter().for_each(|&mv| game.play(mv));
                let (mut found, mut wanted) = (position.forward().to_vec(), game.legal().to_vec());
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{variant}");
            }
        }
    }
}
