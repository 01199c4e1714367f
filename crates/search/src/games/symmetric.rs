//! Games kept symmetric under the half turn about the centre of the cross.
//!
//! One step plays a move and its image. In a position that maps to itself a move is legal exactly when its image is. So only one thing
//! remains to be checked: that the two go together, with different dots and lines that do not conflict.
//!
//! No step is a single move. A line that is its own image would have the centre of the cross in
//! its middle: with lines of five the middle of a line is a cell, but the centre lies between
//! four; with lines of four the centre is a cell, but the middle of a line lies between two
//! cells. So the lines of a symmetric position come in pairs, their number is even, and so is
//! the number of dots placed, which is the same; with lines of four the dot on the centre, the only one that is
//! its own image, is therefore never placed in a symmetric position.

use std::sync::LazyLock;

use super::game::{Game, Playable, Rng};
use super::rollouts::Rollouts;
use crate::game::{Board, Code, Regrowth, Span, TwoWay};
use crate::geometry::{Move, Symmetry, Variant};

/// A symmetric position; a move stands for itself and its image.
#[derive(Clone)]
pub struct Symmetric {
    board: Board,
    /// The start of each position's list of steps in `steps`, in the order of the positions.
    starts: Vec<u32>,
    /// The lists of all positions so far, one after the other.
    steps: Vec<Code>,
    rollouts: Rollouts,
}

/// Weights of 1 for all codes, with which weighted games are uniform.
static ONES: LazyLock<Vec<f32>> = LazyLock::new(|| vec![1.0; Code::INDEX_END]);

impl Symmetric {
    /// A game that goes on from where `board` stands; `None` when that position is not symmetric.
    pub fn new(board: Board) -> Option<Self> {
        let variant = board.variant();
        let lines: std::collections::HashSet<u16> =
            board.history().iter().map(|c| c.line_number()).collect();
        let is_symmetric = board.moves().all(|mv| {
            let image = Symmetry::HALF_TURN.mv(variant, mv);
            board.has_dot(image.dot())
                && Code::new(variant, image).is_some_and(|c| lines.contains(&c.line_number()))
        });
        if !is_symmetric {
            return None;
        }
        let mut game = Self {
            board,
            starts: Vec::new(),
            steps: Vec::new(),
            rollouts: Rollouts::default(),
        };
        game.list_steps();
        Some(game)
    }

    fn list_steps(&mut self) {
        self.starts.push(self.steps.len() as u32);
        let variant = self.board.variant();
        let legal = self.board.legal().iter().copied();
        self.steps.extend(legal.filter(|&mv| is_step(variant, mv)));
    }

    /// Where the list of steps from here starts.
    fn start(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }
}

/// Whether a legal move and its image go together, and the move is the one that stands for both.
fn is_step(variant: Variant, mv: Code) -> bool {
    mv.image(variant, Symmetry::HALF_TURN).is_some_and(|image| {
        let (a, b) = (mv.to_move(), image.to_move());
        mv < image && a.dot() != b.dot() && a.line.compatible(b.line, variant)
    })
}

impl Game for Symmetric {
    type Move = Code;

    fn legal(&self) -> &[Code] {
        &self.steps[self.start()..]
    }

    fn play(&mut self, mv: Code) {
        let image = mv.image(self.board.variant(), Symmetry::HALF_TURN);
        let image = image.expect("the image of a legal move is one");
        for code in [mv, image] {
            self.board
                .play_code(code)
                .expect("searchers play legal moves");
        }
        self.list_steps();
        self.rollouts.moved();
    }

    fn undo(&mut self) -> bool {
        if self.starts.len() < 2 {
            return false;
        }
        self.rollouts.moved();
        self.board.undo();
        self.board.undo();
        let start = self
            .starts
            .pop()
            .expect("there is a list for every position");
        self.steps.truncate(start as usize);
        true
    }

    fn depth(&self) -> usize {
        self.starts.len() - 1
    }

    fn score(&self) -> u32 {
        self.board.len() as u32
    }

    fn code(&self, mv: Code) -> usize {
        mv.index()
    }

    fn codes(&self) -> usize {
        Code::INDEX_END
    }

    fn random_game(&mut self, rng: &mut Rng, moves: &mut Vec<Code>) -> u32 {
        self.weighted_game(&ONES, rng, moves)
    }

    fn weighted_game(&mut self, weights: &[f32], rng: &mut Rng, moves: &mut Vec<Code>) -> u32 {
        moves.clear();
        let steps = &self.steps[self.start()..];
        let rollout = self.rollouts.here(&self.board, steps, true);
        moves.extend_from_slice(rollout.run(weights, rng));
        self.score() + 2 * moves.len() as u32
    }

    fn spans(&mut self, moves: &[Code], spans: &mut Vec<Span>) {
        if !self.rollouts.spans(moves, spans) {
            super::game::spans_by_replay(self, moves, spans);
        }
    }
}

impl Playable for Symmetric {
    fn variant(&self) -> Variant {
        self.board.variant()
    }

    fn regrowth(&self) -> Option<Regrowth> {
        Some(Regrowth::symmetric(&self.board))
    }

    fn two_way(&self) -> Option<TwoWay> {
        Some(TwoWay::symmetric(&self.board))
    }

    fn whole_game(&self, moves: &[Code]) -> Vec<Move> {
        let variant = self.board.variant();
        let both = |&mv: &Code| [Some(mv), mv.image(variant, Symmetry::HALF_TURN)];
        let pairs = moves.iter().flat_map(both).flatten().map(|c| c.to_move());
        self.board.moves().chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Rng;
    use crate::record::play_all;

    fn start(variant: Variant) -> Symmetric {
        Symmetric::new(Board::new(variant)).unwrap()
    }

    /// The dots placed and the lines drawn, which the half turn must map to themselves.
    fn is_symmetric(variant: Variant, moves: &[Move]) -> bool {
        let half_turn = Symmetry::HALF_TURN;
        moves.iter().all(|m| {
            let dot = half_turn.cell(variant, m.dot());
            let line = half_turn.line(variant, m.line);
            moves.iter().any(|m| m.dot() == dot) && moves.iter().any(|m| m.line == line)
        })
    }

    #[test]
    fn games_are_legal_and_symmetric_after_every_step() {
        let mut rng = Rng::seed_from_u64(7);
        for variant in Variant::ALL {
            let mut game = start(variant);
            let mut steps = Vec::new();
            for _ in 0..50 {
                let score = game.random_game(&mut rng, &mut steps);
                let moves = game.whole_game(&steps);
                assert_eq!(moves.len(), score as usize);
                assert_eq!(score as usize, 2 * steps.len());
                play_all(variant, &moves).unwrap();
                for n in (0..=moves.len()).step_by(2) {
                    assert!(is_symmetric(variant, &moves[..n]), "{variant} {n}");
                }
            }
        }
    }

    /// The list of steps against all pairs, tried one by one.
    #[test]
    fn steps_are_the_pairs_that_can_be_played() {
        let mut rng = Rng::seed_from_u64(8);
        for variant in Variant::ALL {
            let mut game = start(variant);
            let mut steps = Vec::new();
            game.random_game(&mut rng, &mut steps);
            for &step in &steps {
                let mut board = game.board.clone();
                let mut wanted = Vec::new();
                for mv in game.board.legal_moves() {
                    let image = Symmetry::HALF_TURN.mv(variant, mv);
                    board.play(mv).unwrap();
                    if board.is_legal(image) && mv != image {
                        wanted.push(Code::new(variant, mv).min(Code::new(variant, image)));
                    }
                    board.undo();
                }
                wanted.sort_unstable();
                wanted.dedup();
                let mut found: Vec<_> = game.legal().iter().copied().map(Some).collect();
                found.sort_unstable();
                assert_eq!(found, wanted, "{variant}");
                game.play(step);
            }
            while game.undo() {}
            assert_eq!(game.legal(), start(variant).legal());
        }
    }

    #[test]
    fn spans_of_games_just_drawn_are_those_of_a_replay() {
        crate::games::rollouts::check_spans(start);
    }

    #[test]
    fn weights_draw_the_moves_they_should() {
        crate::games::rollouts::check_frequencies(start);
    }

    #[test]
    fn no_line_is_its_own_image() {
        for variant in Variant::ALL {
            for start in Board::new(variant).legal_moves() {
                assert_ne!(Symmetry::HALF_TURN.line(variant, start.line), start.line);
            }
        }
    }

    #[test]
    fn positions_that_are_not_symmetric_are_refused() {
        let mut board = Board::new(Variant::D5);
        board.play_nth(0);
        assert!(Symmetric::new(board).is_none());
    }
}
