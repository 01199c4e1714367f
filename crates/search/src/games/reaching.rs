//! Games that must reach every side of a box.

use super::game::{Game, Playable, Rng};
use crate::game::{Code, Regrowth, Span};
use crate::geometry::{BoundingBox, Move, Variant};

/// A game, confined to a box, that is worth more the further it reaches: first the distances count, then the moves.
///
/// A searcher so finds games whose bounding box is the box itself, which random games seldom have.
#[derive(Clone)]
pub struct Reaching<G> {
    game: G,
    bounding_box: BoundingBox,
}

impl<G: Playable> Reaching<G> {
    /// The worth of a step towards a side, in moves: no game has so many.
    const STEP: u32 = 1000;

    /// The game, which must be confined to the box, with this aim.
    pub const fn new(game: G, bounding_box: BoundingBox) -> Self {
        Self { game, bounding_box }
    }

    /// The worth of the position after `moves`.
    fn worth(&self, moves: &[G::Move]) -> u32 {
        let whole = self.game.whole_game(moves);
        let reached = BoundingBox::of_moves(self.game.variant(), &whole).unwrap_or_default();
        let steps = reached
            .distances()
            .into_iter()
            .zip(self.bounding_box.distances());
        let steps: u32 = steps.map(|(is, aim)| u32::from(is.min(aim))).sum();
        steps * Self::STEP + whole.len() as u32
    }
}

impl<G: Playable> Game for Reaching<G> {
    type Move = G::Move;

    fn legal(&self) -> &[G::Move] {
        self.game.legal()
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn depth(&self) -> usize {
        self.game.depth()
    }

    fn score(&self) -> u32 {
        self.worth(&[])
    }

    fn code(&self, mv: G::Move) -> usize {
        self.game.code(mv)
    }

    fn codes(&self) -> usize {
        self.game.codes()
    }

    fn random_game(&mut self, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u32 {
        self.game.random_game(rng, moves);
        self.worth(moves)
    }

    fn weighted_game(&mut self, weights: &[f32], rng: &mut Rng, moves: &mut Vec<G::Move>) -> u32 {
        self.game.weighted_game(weights, rng, moves);
        self.worth(moves)
    }

    fn spans(&mut self, moves: &[G::Move], spans: &mut Vec<Span>) {
        self.game.spans(moves, spans);
    }
}

impl<G: Playable<Move = Code>> Playable for Reaching<G> {
    fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn regrowth(&self) -> Option<Regrowth> {
        self.game.regrowth()
    }

    fn child_score(&self, regrowth: &Regrowth) -> u32 {
        let child: Vec<Code> = regrowth.child().collect();
        self.worth(&child)
    }

    fn whole_game(&self, moves: &[G::Move]) -> Vec<Move> {
        self.game.whole_game(moves)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::StartPosition;

    /// A box that random games do not have.
    const NARROW: BoundingBox = BoundingBox::new(3, 0, 0, 0);

    fn start() -> StartPosition {
        StartPosition {
            variant: Variant::D5,
            within: Some(NARROW),
            kept: Vec::new(),
        }
    }

    #[test]
    fn a_short_game_that_reaches_further_is_worth_more() {
        let mut game = Reaching::new(start().plain().unwrap(), NARROW);
        let mut rng = Rng::seed_from_u64(1);
        let mut moves = Vec::new();
        for _ in 0..200 {
            let score = game.random_game(&mut rng, &mut moves);
            let whole = game.whole_game(&moves);
            let reached = BoundingBox::of_moves(Variant::D5, &whole).unwrap();
            assert!(reached.fits_within(NARROW));
            assert_eq!(score, 1000 * u32::from(reached.top) + whole.len() as u32);
        }
    }

    #[test]
    fn a_child_is_worth_what_its_game_is() {
        let mut game = Reaching::new(start().plain().unwrap(), NARROW);
        let mut regrowth = game.regrowth().unwrap();
        let mut rng = Rng::seed_from_u64(2);
        let mut moves = Vec::new();
        for _ in 0..50 {
            game.random_game(&mut rng, &mut moves);
            regrowth.load(&moves);
            regrowth.ruin(moves.len() / 2);
            regrowth.recreate(&mut rng);
            let worth = game.child_score(&regrowth);
            regrowth.child().for_each(|code| game.play(code));
            assert_eq!(game.score(), worth);
            while game.undo() {}
        }
    }

    #[test]
    fn a_search_comes_to_a_box_that_random_games_do_not_have() {
        use crate::running::{Budget, Plan, run};
        use crate::searchers::Pool;
        use std::sync::atomic::AtomicBool;

        let plan = Plan {
            budget: Budget {
                playouts: Some(10_000),
                ..Budget::default()
            },
            seed: 1,
            jobs: 1,
            repeat: true,
            stop: &AtomicBool::new(false),
        };
        let root = Reaching::new(start().plain().unwrap(), NARROW);
        let pool = Pool {
            room: Some(256),
            walks_first: true,
            ..Pool::default()
        };
        let best = run(&root, &pool, plan, &());
        let reached = BoundingBox::of_moves(Variant::D5, &best.best.unwrap().moves);
        assert_eq!(reached, Some(NARROW));
    }
}
