//! The lesson of one game: the loss of its positions, and the derivatives by the outputs of the network.
//!
//! The loss of a position is weight x (cross-entropy with the aimed policy) + value x (v - z)^2 - entropy x (entropy of the policy). The
//! paper's aim is the policy itself, which teaches nothing where moves come straight from it. So here the aim is the move that was played,
//! with a weight that is positive if the move made the game better and negative if it made it worse ([`super::credit`]). That is the
//! policy gradient of the ranked reward. It holds near the policy that played the games. The logarithm of a bad move has no lower bound,
//! and the policy changes while it learns from the games: without a limit, training pushes such moves down for ever, and the policy
//! collapses. So a move teaches nothing more once it is twice as likely as when it was played, or half as likely (the idea of proximal
//! policy optimization, Schulman et al. 2017).

use std::ops::AddAssign;

use super::layers::softmax;
use super::params::Params;
use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::Symmetry;

/// The network's output when a move was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drawn {
    /// How likely the move was.
    pub(super) likely: f32,
    /// The value of the position, -1 to 1.
    pub(super) value: f32,
}

/// A game of self-play, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Episode {
    /// All moves from the cross.
    pub(super) moves: Vec<Code>,
    /// How many of them were played before self-play began.
    pub(super) kept: usize,
    /// The network's output when each move after those was drawn.
    pub(super) drawn: Vec<Drawn>,
    /// The ranked reward, from -1 to 1.
    pub(super) z: f32,
}

/// The positions of a game from where self-play began.
pub(super) fn positions(game: &Episode) -> usize {
    game.moves.len() - game.kept
}

/// The aim for the policy of one position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aim {
    /// The number of the move that was played, among the legal ones.
    pub(super) played: usize,
    /// How likely it was when it was drawn.
    pub(super) likely: f32,
    /// How much the position counts.
    pub(super) weight: f32,
}

/// The factor by which a move becomes more or less likely, at most, by the games of one iteration.
const STEP: f32 = 2.0;

/// Sums of the losses over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Losses {
    /// Cross-entropy with the aim, as far as it teaches.
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

/// A game with the weights by which it is learnt.
pub(super) struct Lesson<'a> {
    /// The cross, on the board of the game.
    board: Board,
    episode: &'a Episode,
    symmetry: Symmetry,
    /// The weights of the cross-entropy, by position.
    weights: &'a [f32],
    /// The weight of the entropy.
    entropy: f32,
    /// The weight of the squared error.
    value: f32,
    /// The factor of every derivative: 1 / positions of the minibatch.
    scale: f32,
}

impl<'a> Lesson<'a> {
    /// The game with the weights of its positions, seen after a symmetry; `board` is the cross on a board that the symmetry maps onto
    /// itself.
    pub(super) fn new(
        board: &Board,
        (episode, weights): (&'a Episode, &'a [f32]),
        symmetry: Symmetry,
        params: &Params,
        scale: f32,
    ) -> Self {
        Self {
            board: board.clone(),
            episode,
            symmetry,
            weights,
            entropy: params.entropy,
            value: params.value,
            scale,
        }
    }

    /// Plays the game and shows every position from where self-play began, with its aim.
    ///
    /// # Panics
    /// If the game is not legal, or there are fewer weights than positions.
    pub(super) fn replay(&self, mut show: impl FnMut(&Board, Aim)) {
        let mut board = self.board.clone();
        let variant = board.variant();
        for (step, code) in self.episode.moves.iter().enumerate() {
            let turned = code.image(variant, self.symmetry);
            let code = turned.expect("boards are as wide on every side");
            if let Some(step) = step.checked_sub(self.episode.kept) {
                let mut legal = board.legal().iter();
                let aim = Aim {
                    played: legal
                        .position(|&c| c == code)
                        .expect("games that are kept are legal"),
                    likely: self.episode.drawn[step].likely,
                    weight: self.weights[step],
                };
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
        let logarithms: Vec<f32> = logits.to_vec();
        let normal = softmax(logits);
        let (cross_entropy, weight) = bounded(normal - logarithms[aim.played], aim);
        let expected: f32 = logits.iter().zip(&logarithms).map(|(p, l)| p * l).sum();
        let entropy = normal - expected;
        for (i, (slope, &logit)) in logits.iter_mut().zip(&logarithms).enumerate() {
            let p = *slope;
            let aimed = f32::from(u8::from(i == aim.played));
            let of_entropy = self.entropy * p * (logit - normal + entropy);
            *slope = self.scale * (weight * (p - aimed) + of_entropy);
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
}

/// The cross-entropy as it counts, and the weight of its derivatives.
fn bounded(cross_entropy: f32, aim: &Aim) -> (f32, f32) {
    let weight = aim.weight;
    let before = -aim.likely.ln();
    let end = before - STEP.ln().copysign(weight);
    let is_past = (cross_entropy - end) * weight <= 0.0;
    if is_past {
        (end, 0.0)
    } else {
        (cross_entropy, weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::Variant;

    #[test]
    fn a_move_teaches_until_it_is_twice_or_half_as_likely() {
        let params = Params::default();
        let board = Board::new(Variant::D4);
        let pushed = |weight: f32, likely: f32| {
            let episode = empty();
            let lesson = Lesson::new(&board, (&episode, &[]), Symmetry::IDENTITY, &params, 1.0);
            let aim = Aim {
                played: 0,
                likely,
                weight,
            };
            // Both moves are as likely.
            let mut logits = [0.0, 0.0];
            let loss = lesson.slopes(&aim, &mut logits, 0.0).losses.policy;
            (logits[0], (-loss).exp() as f32)
        };
        let is_near = |(slope, seen): (f32, f32), wanted: (f32, f32)| {
            (slope - wanted.0).abs() < 1e-6 && (seen - wanted.1).abs() < 1e-6
        };
        assert!(is_near(pushed(1.0, 0.26), (-0.5, 0.5)));
        assert!(is_near(pushed(1.0, 0.24), (0.0, 0.48)));
        assert!(is_near(pushed(1.0, 1.0), (-0.5, 0.5)));
        assert!(is_near(pushed(-0.5, 0.99), (0.25, 0.5)));
        assert!(is_near(pushed(-0.5, 0.1), (0.25, 0.5)));
    }

    fn empty() -> Episode {
        Episode {
            moves: Vec::new(),
            kept: 0,
            drawn: Vec::new(),
            z: 0.0,
        }
    }
}
