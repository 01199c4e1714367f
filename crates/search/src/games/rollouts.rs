//! The weighted games of a position, ready when they are asked for.

use crate::game::{Board, Code, Rollout, Span};

/// A [`Rollout`] that is brought to the position when it is needed.
#[derive(Clone, Default)]
pub(super) struct Rollouts {
    rollout: Option<Box<Rollout>>,
    /// Whether it starts from where the position stands.
    in_step: bool,
}

impl Rollouts {
    /// The position is another now.
    pub(super) const fn moved(&mut self) {
        self.in_step = false;
    }

    /// The rollout, made or brought here.
    pub(super) fn here(
        &mut self,
        board: &Board,
        steps: &[Code],
        is_symmetric: bool,
    ) -> &mut Rollout {
        let make = || Box::new(Rollout::new(board, steps, is_symmetric));
        let rollout = self.rollout.get_or_insert_with(make);
        if !self.in_step {
            rollout.start_from(board, steps);
            self.in_step = true;
        }
        rollout
    }

    /// Writes the spans of `moves`, if that is the last game drawn here; whether it is.
    pub(super) fn spans(&mut self, moves: &[Code], spans: &mut Vec<Span>) -> bool {
        let here = self.rollout.as_mut().filter(|_| self.in_step);
        let Some(rollout) = here.filter(|rollout| rollout.played() == moves) else {
            return false;
        };
        rollout.spans(spans);
        true
    }
}

#[cfg(test)]
pub(super) use tests::{check_frequencies, check_spans};

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use crate::games::game::spans_by_replay;
    use crate::games::{Game, Playable, Rng};
    use crate::geometry::Variant;

    /// Weights that differ much, the same for a code in all games.
    fn weights<G: Game>(game: &G) -> Vec<f32> {
        let weight = |code: usize| ((code * 7919) as f32 % 11.0 - 5.0).exp();
        (0..game.codes()).map(weight).collect()
    }

    /// Games drawn by weights are legal and whole, and their spans are those of a replay.
    pub(crate) fn check_spans<G: Playable>(start: impl Fn(Variant) -> G) {
        let mut rng = Rng::seed_from_u64(11);
        for variant in Variant::ALL {
            let mut game = start(variant);
            let weights = weights(&game);
            let (mut moves, mut fast, mut slow) = (Vec::new(), Vec::new(), Vec::new());
            for depth in 0..4 {
                for _ in 0..20 {
                    let score = game.weighted_game(&weights, &mut rng, &mut moves);
                    let whole = game.whole_game(&moves);
                    assert_eq!(whole.len(), score as usize);
                    let end = crate::record::play_all(variant, &whole).unwrap();
                    assert!(moves.iter().all(|&m| game.code(m) < game.codes()));
                    game.spans(&moves, &mut fast);
                    spans_by_replay(&mut game, &moves, &mut slow);
                    fast.sort_unstable();
                    slow.sort_unstable();
                    assert_eq!(fast, slow, "{variant} {depth}");
                    for &mv in &moves {
                        game.play(mv);
                    }
                    assert!(game.legal().is_empty(), "{:?}", end.legal_moves());
                    for _ in &moves {
                        game.undo();
                    }
                }
                game.play(moves[0]);
            }
        }
    }

    /// Compares how often each first and second move comes up with what the weights say.
    pub(crate) fn check_frequencies<G: Playable>(start: impl Fn(Variant) -> G) {
        const GAMES: usize = 20_000;
        let mut rng = Rng::seed_from_u64(12);
        let mut game = start(Variant::D5);
        let weights = weights(&game);
        let mut moves = Vec::new();
        let mut first = vec![0usize; game.codes()];
        let mut second = vec![0f64; game.codes()];
        for _ in 0..GAMES {
            game.weighted_game(&weights, &mut rng, &mut moves);
            first[game.code(moves[0])] += 1;
            game.play(moves[0]);
            // How often the second move came up less how often it should have.
            let total: f32 = game.legal().iter().map(|&m| weights[game.code(m)]).sum();
            for &mv in game.legal() {
                second[game.code(mv)] -= f64::from(weights[game.code(mv)] / total);
            }
            second[game.code(moves[1])] += 1.0;
            game.undo();
        }
        let total: f32 = game.legal().iter().map(|&m| weights[game.code(m)]).sum();
        // Five standard deviations of the widest of these counts.
        let most = 5.0 * (GAMES as f64).sqrt() / 2.0;
        for &mv in game.legal() {
            let code = game.code(mv);
            let wanted = f64::from(weights[code] / total) * GAMES as f64;
            assert!((first[code] as f64 - wanted).abs() < most, "{code}");
        }
        assert!(second.iter().all(|off| off.abs() < most));
    }
}
