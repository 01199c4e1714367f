//! What a network learns from one game: the loss of its positions, and the derivatives by what the network says.
//!
//! The loss of a position is weight x (cross-entropy with the aimed policy) + value x (v - z)^2 - entropy x (entropy of the
//! policy). With tree search the aim is what the tree found, with weight 1 (the paper's Algorithm 1). Straight from the
//! policy, the paper's aim would be the policy itself, which teaches nothing: there the aim is the move that was played, with weight 1 in
//! a won game and -punish in a lost one. That is the policy gradient of the ranked reward. A lost move's logarithm has no
//! lower bound, and games are learnt from while the policy already changes: without a bound such moves are pushed down
//! for ever, and the policy collapses. So below a probability of 5 % the logarithm goes on as its tangent in the
//! probability.

use std::ops::AddAssign;

use super::facts;
use super::layers::softmax;
use super::params::Params;
use crate::game::{Board, Code};
use crate::geometry::Symmetry;

/// A game of self-play, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Episode {
    /// All moves from the cross.
    pub(super) moves: Vec<Code>,
    /// How many of them were played before self-play began.
    pub(super) kept: usize,
    /// What tree search made of every position after that: shares of the visits. Empty without tree search.
    pub(super) found: Vec<Vec<(Code, f32)>>,
    /// The ranked reward: 1 or -1.
    pub(super) z: f32,
}

/// What the policy of one position is to become, in the order of the legal moves.
pub(super) type Aim = Vec<f32>;

/// The probability below which a lost move is pushed down less and less.
const FAINT: f32 = 0.05;

/// Sums of the losses over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Losses {
    /// Cross-entropy with the aim, bounded for lost moves.
    pub(super) policy: f64,
    /// Squared error of the value.
    pub(super) value: f64,
    /// Entropy of the policy.
    pub(super) entropy: f64,
    /// Number of positions.
    pub(super) positions: u64,
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.entropy += other.entropy;
        self.positions += other.positions;
    }
}

/// The derivative by the value before its tanh, and the losses.
pub(super) struct Slopes {
    pub(super) value: f32,
    pub(super) losses: Losses,
}

/// A game with what is to be learnt from it.
pub(super) struct Lesson<'a> {
    /// The cross, on the board of the game.
    board: Board,
    episode: &'a Episode,
    symmetry: Symmetry,
    /// Of the cross-entropy.
    weight: f32,
    /// Of the entropy.
    entropy: f32,
    /// Of the squared error.
    value: f32,
    /// What every derivative is multiplied by: 1 / positions of the minibatch.
    scale: f32,
}

impl<'a> Lesson<'a> {
    /// The game, seen after a symmetry; `board` is the cross on a board that the symmetry maps onto itself.
    pub(super) fn new(
        board: &Board,
        episode: &'a Episode,
        symmetry: Symmetry,
        params: &Params,
        scale: f32,
    ) -> Self {
        let is_won = episode.z > 0.0 || !episode.found.is_empty();
        Self {
            board: board.clone(),
            episode,
            symmetry,
            weight: if is_won { 1.0 } else { -params.punish },
            entropy: params.entropy,
            value: params.value,
            scale,
        }
    }

    /// Plays the game and shows every position from where self-play began, with its aim.
    ///
    /// # Panics
    /// If the game is not legal.
    pub(super) fn replay(&self, mut show: impl FnMut(&Board, Aim)) {
        let mut board = self.board.clone();
        let variant = board.variant();
        let turned = |code| {
            facts::image(variant, self.symmetry, code).expect("boards are as wide on every side")
        };
        for (step, &code) in self.episode.moves.iter().enumerate() {
            let code = turned(code);
            if let Some(step) = step.checked_sub(self.episode.kept) {
                let share = |&legal: &Code| match self.episode.found.get(step) {
                    None => f32::from(u8::from(legal == code)),
                    Some(found) => {
                        let own = found.iter().find(|(c, _)| turned(*c) == legal);
                        own.map_or(0.0, |&(_, share)| share)
                    }
                };
                let aim = board.legal().iter().map(share).collect();
                show(&board, aim);
            }
            board
                .play_code(code)
                .expect("games that are kept are legal");
        }
    }

    /// Turns logits into the derivatives by them.
    pub(super) fn slopes(&self, aim: &Aim, logits: &mut [f32], value: f32) -> Slopes {
        let z = self.episode.z;
        let plain: f32 = aim.iter().zip(&*logits).map(|(t, l)| t * l).sum();
        let logarithms: Vec<f32> = logits.to_vec();
        let normal = softmax(logits);
        let total: f32 = aim.iter().sum();
        let (cross_entropy, weight) = self.bounded(total * normal - plain);
        let expected: f32 = logits.iter().zip(&logarithms).map(|(p, l)| p * l).sum();
        let entropy = normal - expected;
        for ((slope, &logit), &t) in logits.iter_mut().zip(&logarithms).zip(aim) {
            let p = *slope;
            let of_entropy = self.entropy * p * (logit - normal + entropy);
            *slope = self.scale * (weight * (total * p - t) + of_entropy);
        }
        Slopes {
            value: self.scale * self.value * 2.0 * (value - z) * (1.0 - value * value),
            losses: Losses {
                policy: f64::from(cross_entropy),
                value: f64::from((value - z).powi(2)),
                entropy: f64::from(entropy),
                positions: 1,
            },
        }
    }

    /// The cross-entropy as it counts, and the weight of its derivatives.
    fn bounded(&self, cross_entropy: f32) -> (f32, f32) {
        let share = (-cross_entropy).exp() / FAINT;
        if self.weight >= 0.0 || share >= 1.0 {
            return (cross_entropy, self.weight);
        }
        (1.0 - FAINT.ln() - share, self.weight * share)
    }

    /// The loss whose derivatives training follows.
    #[cfg(test)]
    pub(super) fn loss(&self, losses: Losses) -> f64 {
        let Losses {
            policy,
            value,
            entropy,
            ..
        } = losses;
        let sum = f64::from(self.weight) * policy + f64::from(self.value) * value
            - f64::from(self.entropy) * entropy;
        f64::from(self.scale) * sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Variant;

    #[test]
    fn a_lost_move_is_pushed_down_while_it_is_likely() {
        let episode = Episode {
            moves: Vec::new(),
            kept: 0,
            found: Vec::new(),
            z: -1.0,
        };
        let params = Params {
            punish: 1.0,
            entropy: 0.0,
            ..Params::default()
        };
        let board = Board::new(Variant::D4);
        let lesson = Lesson::new(&board, &episode, Symmetry::IDENTITY, &params, 1.0);
        let pushed = |logit: f32| {
            let mut logits = [logit, 0.0];
            let slopes = lesson.slopes(&vec![1.0, 0.0], &mut logits, 0.0);
            (logits[0], slopes.losses.policy)
        };
        let (slope, loss) = pushed(0.0);
        assert!((slope - 0.5).abs() < 1e-6 && (loss - 2f64.ln()).abs() < 1e-6);
        let (slope, loss) = pushed(-20.0);
        assert!(slope.abs() < 1e-6 && loss < 4.0, "{slope} {loss}");
    }
}
