//! The game itself, one move at a time.

use super::game::{Game, Playable, Rng};
use super::rollouts::Rollouts;
use crate::game::{Board, Code, Playout, Regrowth, Span, TwoWay};
use crate::geometry::{Move, Variant};

/// A position of Morpion Solitaire: an exact board for steps, a lazy one for random games.
#[derive(Clone)]
pub struct Plain {
    board: Board,
    playout: Playout,
    /// Whether `playout` starts from where `board` stands.
    in_step: bool,
    rollouts: Rollouts,
}

impl Plain {
    /// Searches on from where `board` stands, within its box.
    pub fn new(board: Board) -> Self {
        Self {
            playout: Playout::from_board(&board),
            board,
            in_step: true,
            rollouts: Rollouts::default(),
        }
    }

    /// The lazy board, brought to where the exact one stands.
    fn playout(&mut self) -> &mut Playout {
        if !self.in_step {
            self.playout.start_from(&self.board);
            self.in_step = true;
        }
        &mut self.playout
    }

    fn moved(&mut self) {
        self.in_step = false;
        self.rollouts.moved();
    }

    fn score_after(&self, moves: usize) -> u32 {
        (self.board.len() + moves) as u32
    }
}

impl Game for Plain {
    type Move = Code;

    fn legal(&self) -> &[Code] {
        self.board.legal()
    }

    fn play(&mut self, mv: Code) {
        self.board
            .play_code(mv)
            .expect("searchers play legal moves");
        self.moved();
    }

    fn undo(&mut self) -> bool {
        self.moved();
        self.board.undo().is_some()
    }

    fn depth(&self) -> usize {
        self.board.len()
    }

    fn score(&self) -> u32 {
        self.score_after(0)
    }

    fn code(&self, mv: Code) -> usize {
        mv.index()
    }

    fn codes(&self) -> usize {
        Code::INDEX_END
    }

    fn random_game(&mut self, rng: &mut Rng, moves: &mut Vec<Code>) -> u32 {
        moves.clear();
        moves.extend_from_slice(self.playout().run(rng));
        self.score_after(moves.len())
    }

    fn weighted_game(&mut self, weights: &[f32], rng: &mut Rng, moves: &mut Vec<Code>) -> u32 {
        moves.clear();
        let rollout = self.rollouts.here(&self.board, self.board.legal(), false);
        moves.extend_from_slice(rollout.run(weights, rng));
        self.score_after(moves.len())
    }

    fn spans(&mut self, moves: &[Code], spans: &mut Vec<Span>) {
        if !self.rollouts.spans(moves, spans) {
            super::game::spans_by_replay(self, moves, spans);
        }
    }
}

impl Playable for Plain {
    fn variant(&self) -> Variant {
        self.board.variant()
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn regrowth(&self) -> Option<Regrowth> {
        Some(Regrowth::new(&self.board))
    }

    fn two_way(&self) -> Option<TwoWay> {
        Some(TwoWay::new(&self.board))
    }

    fn whole_game(&self, moves: &[Code]) -> Vec<Move> {
        let played = self.board.moves();
        played.chain(moves.iter().map(|c| c.to_move())).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::record::play_all;

    #[test]
    fn random_games_go_on_from_the_position_and_leave_it() {
        let mut rng = Rng::seed_from_u64(3);
        for variant in Variant::ALL {
            let mut game = Plain::new(Board::new(variant));
            let mut moves = Vec::new();
            for depth in 0..8 {
                let legal = game.legal().to_vec();
                for _ in 0..5 {
                    let score = game.random_game(&mut rng, &mut moves);
                    let whole = game.whole_game(&moves);
                    assert_eq!((game.depth(), score as usize), (depth, whole.len()));
                    let end = play_all(variant, &whole).unwrap();
                    assert!(end.legal_moves().is_empty(), "the game went to its end");
                    assert_eq!(game.legal(), legal);
                }
                game.play(moves[0]);
            }
            while game.undo() {}
            assert_eq!(game.legal(), Board::new(variant).legal());
        }
    }

    #[test]
    fn spans_of_games_just_drawn_are_those_of_a_replay() {
        crate::games::rollouts::check_spans(|variant| Plain::new(Board::new(variant)));
    }

    #[test]
    fn weights_draw_the_moves_they_should() {
        let game = |variant| Plain::new(Board::new(variant));
        crate::games::rollouts::check_frequencies(game);
    }
}
