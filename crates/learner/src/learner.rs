//! The iterations of self-play and training, and everything that goes on from one to the next.

use std::time::Instant;

use super::adam::Adam;
use super::diary::Entry;
use super::lesson::{Episode, Losses};
use super::network::Network;
use super::params::Params;
use super::random::{Purpose, generator};
use super::ranked::RewardList;
use super::self_play::Player;
use super::training::Teacher;
use morpion_rules::game::{Board, Code};

/// The state of learning between two iterations.
///
/// The same start, parameters and seed give the same states, however many threads the pool has that [`Self::iterate`] is
/// called in.
#[derive(Clone)]
pub struct Learner {
    pub(super) params: Params,
    pub(super) seed: u64,
    pub(super) start: Board,
    pub(super) network: Network,
    pub(super) adam: Adam,
    pub(super) rewards: RewardList,
    pub(super) diary: Vec<Entry>,
    /// Games finished so far.
    pub(super) games: u64,
    /// The longest of them; empty before the first.
    pub(super) best: Vec<Code>,
}

/// The moves of finished games from the cross on, in the order in which the games were played.
pub(super) type Games = Vec<Vec<Code>>;

impl Learner {
    /// A learner that knows nothing, for games from where `start` stands.
    pub fn new(start: Board, params: Params, seed: u64) -> Self {
        let mut rng = generator(seed, Purpose::Weights, 0, 0);
        let network = Network::initial(&params.shape, start.variant(), &mut rng);
        Self {
            adam: Adam::new(network.params().len()),
            rewards: RewardList::new(params.length, params.alpha),
            diary: Vec::new(),
            games: 0,
            best: Vec::new(),
            network,
            start,
            params,
            seed,
        }
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The position that all games start from.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The longest game so far, whole; empty before the first.
    pub fn best(&self) -> &[Code] {
        &self.best
    }

    /// The diary, with an entry for each iteration.
    pub fn diary(&self) -> &[Entry] {
        &self.diary
    }

    /// Iterations done.
    pub fn iterations(&self) -> u32 {
        self.diary.len() as u32
    }

    /// Whether all iterations asked for are done.
    pub fn is_done(&self) -> bool {
        self.iterations() >= self.params.iterations
    }

    /// Sets the number of iterations asked for, to go on for longer.
    pub fn set_iterations(&mut self, iterations: u32) {
        self.params.iterations = iterations;
    }

    /// One iteration: self-play and training. Returns the games, or `None` when it became late: then the learner is
    /// somewhere in between and must not be used any more.
    pub fn iterate(&mut self, is_late: &(dyn Fn() -> bool + Sync)) -> Option<Games> {
        let begin = Instant::now();
        let iteration = self.iterations();
        let player = Player {
            network: &self.network,
            start: &self.start,
            seed: self.seed,
            iteration,
            is_late,
        };
        let mut episodes = player.tournament(self.params.episodes)?;
        let self_play_seconds = begin.elapsed().as_secs_f64();
        self.games += episodes.len() as u64;
        let scores: Vec<u32> = episodes.iter().map(|e| e.moves.len() as u32).collect();
        self.rank(&mut episodes);
        let begin = Instant::now();
        let losses = self.train(iteration, &episodes, is_late)?;
        let training_seconds = begin.elapsed().as_secs_f64();
        let games: Games = episodes.into_iter().map(|e| e.moves).collect();
        for game in &games {
            if game.len() > self.best.len() {
                self.best.clone_from(game);
            }
        }
        let mut entry = self.entry(&scores, losses);
        entry.games_per_second = scores.len() as f64 / self_play_seconds.max(1e-9);
        entry.samples_per_second = losses.positions as f64 / training_seconds.max(1e-9);
        entry.seconds += self_play_seconds + training_seconds;
        self.diary.push(entry);
        Some(games)
    }

    /// Every game is ranked among those before it, itself included.
    fn rank(&mut self, episodes: &mut [Episode]) {
        for episode in episodes {
            let score = episode.moves.len() as u32;
            self.rewards.push(score);
            episode.z = self.rewards.reward(score);
        }
    }

    fn train(
        &mut self,
        iteration: u32,
        games: &[Episode],
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Option<Losses> {
        let mut cross = self.start.clone();
        cross.reset();
        let teacher = Teacher {
            cross: &cross,
            params: &self.params,
            seed: self.seed,
            iteration,
            is_late,
        };
        teacher.train(&mut self.network, &mut self.adam, games)
    }

    /// The entry in the diary for an iteration, without its times.
    fn entry(&self, scores: &[u32], losses: Losses) -> Entry {
        let last = self.diary.last();
        let rewards = &self.rewards;
        let sum: u64 = scores.iter().map(|&s| u64::from(s)).sum();
        let positions = losses.positions.max(1) as f64;
        Entry {
            iteration: self.iterations() + 1,
            games: self.games,
            steps: self.adam.steps,
            best: self.best.len() as u32,
            mean: sum as f64 / scores.len().max(1) as f64,
            longest: scores.iter().copied().max().unwrap_or(0),
            threshold: rewards.threshold(),
            list_mean: rewards.mean(),
            list: [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| rewards.quantile(share)),
            policy_loss: losses.policy / positions,
            value_loss: losses.value / positions,
            entropy: losses.entropy / positions,
            games_per_second: 0.0,
            samples_per_second: 0.0,
            seconds: last.map_or(0.0, |l| l.seconds),
        }
    }
}

#[cfg(test)]
mod tests;
