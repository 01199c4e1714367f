//! Trains the network on the games of an iteration, on each game once.

use rayon::prelude::*;

use super::adam::Adam;
use super::credit;
use super::layers::add;
use super::lesson::{Episode, Lesson, Losses};
use super::network::Network;
use super::params::Params;
use super::random::{Purpose, Rng, below, generator};
use morpion_rules::game::Board;
use morpion_rules::geometry::Symmetry;

/// The largest number of parts of a minibatch. Their derivatives are added up in this order, so it makes no difference which thread
/// computes which part.
const PARTS: usize = 8;

/// The number of games of a part, as long as there are not too many parts.
const GAMES_OF_A_PART: usize = 4;

/// A game with the weights of its positions.
type Weighted<'a> = (&'a Episode, &'a [f32]);

/// The data for training on the games of an iteration.
pub(super) struct Teacher<'a> {
    /// The cross, on the board of the games.
    pub(super) cross: &'a Board,
    pub(super) params: &'a Params,
    pub(super) seed: u64,
    pub(super) iteration: u32,
    pub(super) is_late: &'a (dyn Fn() -> bool + Sync),
}

impl Teacher<'_> {
    /// Trains on the games; returns the sums of the losses, or `None` when it became late: then the network is
    /// somewhere in between.
    pub(super) fn train(
        &self,
        network: &mut Network,
        adam: &mut Adam,
        games: &[Episode],
    ) -> Option<Losses> {
        let weights = credit::weights(games, self.params.lambda);
        let weighted = games.iter().zip(&weights).map(|(g, w)| (g, &w[..]));
        let mut games: Vec<Weighted<'_>> = weighted.filter(|(_, w)| !w.is_empty()).collect();
        let mut rng = generator(self.seed, Purpose::Order, self.iteration, 0);
        let mut grads = vec![vec![0.0; network.params().len()]; PARTS];
        let mut losses = Losses::default();
        shuffle(&mut games, &mut rng);
        for batch in batches(&games, self.params.bs as usize) {
            if (self.is_late)() {
                return None;
            }
            losses += self.step(network, adam, batch, &mut rng, &mut grads);
        }
        Some(losses)
    }

    /// The symmetries that map the board onto itself.
    fn symmetries(&self) -> &'static [Symmetry] {
        const ONE: &[Symmetry] = &[Symmetry::IDENTITY];
        let [first, rest @ ..] = self.cross.limit().distances();
        if rest.iter().all(|&d| d == first) {
            &Symmetry::ALL
        } else {
            ONE
        }
    }

    /// One minibatch and one step.
    fn step(
        &self,
        network: &mut Network,
        adam: &mut Adam,
        batch: &[Weighted<'_>],
        rng: &mut Rng,
        grads: &mut [Vec<f32>],
    ) -> Losses {
        let positions: usize = batch.iter().map(|(_, weights)| weights.len()).sum();
        let scale = 1.0 / positions as f32;
        let symmetries = self.symmetries();
        let lessons: Vec<Lesson<'_>> = batch
            .iter()
            .map(|&game| {
                let symmetry = symmetries[below(rng, symmetries.len())];
                // A second number was for dropout; the network that comes along can be made again only if it is drawn.
                rand::Rng::next_u64(rng);
                Lesson::new(self.cross, game, symmetry, self.params, scale)
            })
            .collect();
        let parts = lessons.len().div_ceil(GAMES_OF_A_PART).min(PARTS);
        let of_a_part = lessons.len().div_ceil(parts);
        let learner = &*network;
        let losses: Vec<Losses> = lessons
            .par_chunks(of_a_part)
            .zip(&mut *grads)
            .map(|(lessons, grads)| part(learner, lessons, grads))
            .collect();
        let (first, rest) = grads.split_at_mut(1);
        for part in &rest[..losses.len() - 1] {
            add(&mut first[0], part);
        }
        adam.step(network.params_mut(), &first[0], self.params.lr);
        losses.into_iter().fold(Losses::default(), |mut all, own| {
            all += own;
            all
        })
    }
}

fn part(network: &Network, lessons: &[Lesson<'_>], grads: &mut [f32]) -> Losses {
    grads.fill(0.0);
    let mut losses = Losses::default();
    for lesson in lessons {
        losses += network.learn(lesson, grads);
    }
    losses
}

/// Whole games until there are `size` positions, again and again; the last may hold fewer.
fn batches<'a, 'b>(
    games: &'b [Weighted<'a>],
    size: usize,
) -> impl Iterator<Item = &'b [Weighted<'a>]> {
    let mut rest = games;
    std::iter::from_fn(move || {
        let mut sum = 0;
        let count = rest.iter().take_while(|(_, weights)| {
            let takes = sum < size;
            sum += weights.len();
            takes
        });
        let (batch, behind) = rest.split_at(count.count());
        rest = behind;
        (!batch.is_empty()).then_some(batch)
    })
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in 1..items.len() {
        let j = below(rng, i + 1);
        items.swap(i, j);
    }
}

#[cfg(test)]
mod tests;
