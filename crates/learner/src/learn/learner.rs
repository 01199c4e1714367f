//! Algorithm 1: iterations of self-play, training and a trial game, and everything that goes on from one to the next.

use std::collections::VecDeque;
use std::time::Instant;

use super::adam::Adam;
use super::diary::Entry;
use super::lesson::{Episode, Losses};
use super::network::Network;
use super::params::Params;
use super::random::{Purpose, generator};
use super::ranked::RewardList;
use super::self_play::{Played, Player};
use super::training::Teacher;
use crate::game::{Board, Code};

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
    /// The games of the last rs iterations, the newest in the back.
    pub(super) buffer: VecDeque<Vec<Episode>>,
    pub(super) diary: Vec<Entry>,
    /// Games finished so far.
    pub(super) games: u64,
    /// The longest of them; empty before the first.
    pub(super) best: Vec<Code>,
}

/// The lengths and moves of finished games, whole, in the order in which they were played.
pub(super) type Games = Vec<Vec<Code>>;

impl Learner {
    /// A learner that knows nothing, for games from where `start` stands.
    pub fn new(start: Board, params: Params, seed: u64) -> Self {
        let mut rng = generator(seed, Purpose::Weights, 0, 0);
        let network = Network::initial(&params.shape, start.variant(), &mut rng);
        Self {
            adam: Adam::new(network.params().len()),
            rewards: RewardList::new(params.length, params.alpha),
            buffer: VecDeque::new(),
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

    /// Where the random numbers started.
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

    /// What was noted of each iteration.
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

    /// For going on for longer: the number of iterations asked for.
    pub fn set_iterations(&mut self, iterations: u32) {
        self.params.iterations = iterations;
    }

    /// One iteration: self-play, training, and the trial game. Returns the games, or `None` when it became late: then
    /// the learner is somewhere in between and good for nothing more.
    pub fn iterate(&mut self, is_late: &(dyn Fn() -> bool + Sync)) -> Option<Games> {
        let begin = Instant::now();
        let iteration = self.iterations();
        let player = self.player(iteration, is_late);
        let played = player.tournament(self.params.episodes)?;
        let self_play_seconds = begin.elapsed().as_secs_f64();
        let mut games: Games = all_games(&played);
        self.games += played.len() as u64;
        let scores: Vec<u32> = played.iter().map(|p| p.moves.len() as u32).collect();
        self.store(iteration, played);
        let begin = Instant::now();
        let losses = self.train(iteration, is_late)?;
        let training_seconds = begin.elapsed().as_secs_f64();
        let trial = match self.params.m {
            0 => None,
            _ => Some(self.player(iteration, is_late).trial()?),
        };
        let trial_score = trial.as_ref().map(|t| t.moves.len() as u32);
        self.games += u64::from(trial.is_some());
        games.extend(all_games(trial.as_slice()));
        for game in &games {
            if game.len() > self.best.len() {
                self.best.clone_from(game);
            }
        }
        let mut entry = self.entry(&scores, losses);
        entry.trial = trial_score;
        entry.games_per_second = scores.len() as f64 / self_play_seconds.max(1e-9);
        entry.samples_per_second = losses.positions as f64 / training_seconds.max(1e-9);
        entry.seconds += self_play_seconds + training_seconds;
        self.diary.push(entry);
        Some(games)
    }

    fn player<'a>(&'a self, iteration: u32, is_late: &'a (dyn Fn() -> bool + Sync)) -> Player<'a> {
        Player {
            network: &self.network,
            start: &self.start,
            params: &self.params,
            seed: self.seed,
            iteration,
            threshold: self.rewards.threshold(),
            is_late,
        }
    }

    /// Lines 9 to 12: every game is ranked among those before it, itself included.
    fn store(&mut self, iteration: u32, played: Vec<Played>) {
        let mut rng = generator(self.seed, Purpose::Ranking, iteration, 0);
        let kept = self.start.len();
        let episodes = played.into_iter().map(|game| {
            let score = game.moves.len() as u32;
            self.rewards.push(score);
            Episode {
                z: self.rewards.reward(score, self.params.ties, &mut rng),
                moves: game.moves,
                kept,
                found: game.found,
                drawn: game.drawn,
            }
        });
        let episodes: Vec<Episode> = episodes.collect();
        self.buffer.push_back(episodes);
        while self.buffer.len() > self.params.rs as usize {
            self.buffer.pop_front();
        }
    }

    fn train(&mut self, iteration: u32, is_late: &(dyn Fn() -> bool + Sync)) -> Option<Losses> {
        let mut cross = self.start.clone();
        cross.reset();
        let teacher = Teacher {
            cross: &cross,
            params: &self.params,
            seed: self.seed,
            iteration,
            is_late,
        };
        let games: Vec<&Episode> = self.buffer.iter().flatten().collect();
        teacher.train(&mut self.network, &mut self.adam, &games)
    }

    /// What is noted of an iteration, times aside.
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
            trial: None,
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

/// The games, and those that ended within the trees.
fn all_games(played: &[Played]) -> Games {
    let both = |p: &Played| [Some(p.moves.clone()), p.beside.clone()];
    played.iter().flat_map(both).flatten().collect()
}

#[cfg(test)]
mod tests;
