//! Parallel tempering: replicas, games at several temperatures, that are swapped.
//!
//! A game changes by small steps ([`Regrowth`](crate::game::Regrowth)): a move is taken out with all that depends on it, or one is put in
//! for those that exclude it, and the game is completed. A change is kept if the game is no shorter, and with probability exp(-d / T) if
//! it is shorter by d, where T is the temperature (Metropolis et al. 1953). A hot game is short and goes anywhere; a cold one is long and
//! stays where it is. So several games run side by side, each on a *rung* of a ladder of temperatures, and games on neighbouring rungs
//! are swapped with probability exp((1/T' - 1/T)(s - s')), at most 1 (Swendsen and Wang 1986; Geyer 1991): a good find in the heat comes
//! down and grows, and a game that leads no further goes up and melts.
//!
//! The changes do not have the symmetry that Metropolis asks for, so it is not known how often a game is met; nothing here needs it.
//! `paper/notes/36-tempering.md` has the figures.

mod checkpoint;
mod ladder;

pub use ladder::Ladder;

use std::mem::take;

use clap::builder::RangedU64ValueParser;

use super::method::{Method, SettleError, Task};
use super::numbers::positive;
use super::resumable::{self, Resumable};
use crate::game::Code;
use crate::games::{Game, Playable};
use crate::geometry::{Move, Variant};
use crate::running::Run;

/// Parallel tempering (Swendsen and Wang 1986; Geyer 1991): games side by side, each at its own temperature, change move by move, and
/// games of neighbouring temperatures are swapped.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
pub struct Tempering {
    /// Games side by side, 1 to 65535, each at its own temperature; where jobs share a ladder, as many as there are jobs at least
    /// [default: 12 in 5T, 8 in the others].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=65535))]
    pub rungs: Option<usize>,
    /// The highest temperature, in moves, above 0 and at most 100: a change that costs so many is kept with probability 1/e [default: 1.5
    /// in 5T, 1 in the others].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub hottest: Option<f64>,
    /// The lowest temperature, in moves, above 0 and at most 100 [default: 0.6 in 5T, 0.5 in 4T, 0.4 in 5D and 4D].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub coldest: Option<f64>,
    /// All jobs work on one ladder; otherwise each has its own.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// A game that all rungs begin with, instead of random ones; none when empty. It begins with the moves the search must keep.
    #[arg(skip)]
    #[serde(skip)]
    pub start: Vec<Move>,
}

impl Method for Tempering {
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        let usual = Self::of(task.start.variant);
        self.rungs = self.rungs.or(usual.rungs);
        self.hottest = self.hottest.or(usual.hottest);
        self.coldest = self.coldest.or(usual.coldest);
        self.start = take(&mut task.around);
        Ok(())
    }

    resumable::resumes!(Ladder);
}

/// Round by round.
impl Resumable for Tempering {
    type Stage = Ladder;
    /// The algorithm, with no fewer rungs than there are jobs that share them.
    type Tools = Self;

    fn first_stage(&self) -> Ladder {
        Ladder::default()
    }

    fn start(&mut self) -> Option<&mut Vec<Move>> {
        Some(&mut self.start)
    }

    fn tools<G: Playable<Move = Code>>(
        &self,
        ladder: &mut Ladder,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Self> {
        let jobs = if self.shared { run.jobs() } else { 1 };
        let tempering = Self {
            rungs: Some(self.rungs().max(jobs)),
            ..self.clone()
        };
        ladder.fill(&tempering, game, run);
        // Where games cannot be changed, none walks.
        (!ladder.replicas.is_empty()).then_some(tempering)
    }

    fn step<G: Playable<Move = Code>>(
        &self,
        ladder: &mut Ladder,
        tempering: &mut Self,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        ladder.round(tempering, game, run);
        run.tell(|| ladder.to_string());
    }
}

impl Tempering {
    /// The ladder that finds the longest games of a variant in a given time, as measured in `paper/notes/36-tempering.md`.
    pub const fn of(variant: Variant) -> Self {
        let (rungs, hottest, coldest) = match variant {
            Variant::T5 => (12, 1.5, 0.6),
            Variant::D5 | Variant::D4 => (8, 1.0, 0.4),
            Variant::T4 => (8, 1.0, 0.5),
        };
        Self {
            rungs: Some(rungs),
            hottest: Some(hottest),
            coldest: Some(coldest),
            shared: false,
            start: Vec::new(),
        }
    }

    /// The rungs; before they are settled, those of 5D, and so are the temperatures.
    fn rungs(&self) -> usize {
        self.rungs.unwrap_or(8)
    }

    /// The inverse temperature of a rung: they are evenly spaced, the hottest first.
    fn inverse_temperature(&self, rung: usize) -> f64 {
        let part = rung as f64 / self.rungs().saturating_sub(1).max(1) as f64;
        (1.0 - part) / self.hottest.unwrap_or(1.0) + part / self.coldest.unwrap_or(0.4)
    }

    /// The rungs of a job: all of them, or each so many-th where jobs share a ladder.
    fn rungs_of<G: Game>(&self, run: &Run<'_, G>) -> impl Iterator<Item = usize> + use<G> {
        let (first, step) = match self.shared {
            true => (run.job(), run.jobs()),
            false => (0, 1),
        };
        (first..self.rungs()).step_by(step)
    }

    /// The games of all jobs that share a ladder, job by job, in the order of the rungs; none when a job has left.
    fn by_rung<T, G: Game>(&self, games: Vec<T>, run: &Run<'_, G>) -> Vec<T> {
        if games.len() < self.rungs() {
            return Vec::new();
        }
        let rungs = (0..run.jobs()).flat_map(|job| (job..self.rungs()).step_by(run.jobs()));
        let mut games: Vec<(usize, T)> = rungs.zip(games).collect();
        games.sort_by_key(|&(rung, _)| rung);
        games.into_iter().map(|(_, game)| game).collect()
    }
}

#[cfg(test)]
mod tests;
