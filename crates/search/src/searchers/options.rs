//! The parameters of the algorithms: name, default, range and meaning in one table, which is
//! also the command line's.

use super::algorithm::{Algorithm, UnknownAlgorithm};
use super::learned::LearnedPolicy;
use super::nrpa::Nrpa;
use super::openings::Openings;
use super::pool::Pool;
use super::ranked_reward::RankedReward;
use super::tempering::Tempering;
use crate::geometry::Variant;
use crate::windows::Polish;

/// What an algorithm can be told; what concerns another one is refused.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Parameters of the algorithms")]
pub struct Options {
    /// nrpa: levels of nesting [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: Option<u8>,
    /// nrpa: searches of the level below in a search [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub n: Option<u32>,
    /// nrpa: how far a sequence moves the policy [default: 1]; ranked-reward: where the threshold stands in the sorted reward
    /// list, at most 1 [default: 0.75].
    #[arg(long, value_name = "A", value_parser = positive)]
    pub alpha: Option<f64>,
    /// nrpa: all jobs search together, with one policy, on the highest level; pool: all jobs fill one pool; tempering: all jobs work on one ladder; openings: all jobs write one book.
    #[arg(long)]
    pub shared: bool,
    /// pool: games that there is room for [default: 32768 in 5D and 5T, 1024 in 4T and 4D]; openings: the same, in a trial [default: half as
    /// many].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 18))]
    pub room: Option<u32>,
    /// tempering: games side by side, each at its own temperature [default: 12 in 5T, 8 in the others].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub rungs: Option<u16>,
    /// tempering: the highest temperature, in moves [default: 1.5 in 5T, 1 in the others].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub hottest: Option<f64>,
    /// tempering: the lowest temperature, in moves [default: 0.6 in 5T, 0.5 in 4T, 0.4 in 5D and 4D].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub coldest: Option<f64>,
    /// polish: nodes that may be spent on a window [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// policy: the network that plays: a checkpoint of ranked-reward, or the network it leaves beside it [default: the one that
    /// comes with the program, for 5D].
    #[arg(long, value_name = "FILE")]
    pub prior: Option<std::path::PathBuf>,
    /// policy: below 1 the better moves are played more often, above 1 less [default: 1].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub temperature: Option<f64>,
    /// ranked-reward: all else it can be told.
    #[command(flatten)]
    pub learn: crate::learn::LearnOptions,
}

/// Why the parameters give no algorithm.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// No algorithm has the name.
    #[error(transparent)]
    Unknown(#[from] UnknownAlgorithm),
    /// The algorithm cannot be told so.
    #[error("--{option} is for {}, not for {algorithm}: leave it out", .of.join(", "))]
    OfOthers {
        /// The parameter.
        option: &'static str,
        /// The algorithm that was chosen.
        algorithm: String,
        /// Those that have the parameter.
        of: &'static [&'static str],
    },
    /// The threshold would stand beyond the list.
    #[error("--alpha {0} is no place in the reward list: give a number of at most 1")]
    Threshold(f64),
    /// The network cannot be had.
    #[error(transparent)]
    Prior(#[from] crate::learn::CheckpointError),
}

/// The text is no positive number.
#[derive(Debug, thiserror::Error)]
#[error("give a number above 0 and at most 100")]
struct NotPositive;

fn positive(text: &str) -> Result<f64, NotPositive> {
    let number: f64 = text.trim().parse().map_err(|_| NotPositive)?;
    let is_fine = number > 0.0 && number <= 100.0;
    is_fine.then_some(number).ok_or(NotPositive)
}

impl Options {
    /// The algorithm of this name for games of a variant, with these parameters.
    ///
    /// # Errors
    /// When there is none, or its parameters do not go together.
    pub fn algorithm(&self, name: &str, variant: Variant) -> Result<Algorithm, OptionsError> {
        self.refuse_those_of_others(name)?;
        match name {
            "sampling" => Ok(Algorithm::Sampling),
            "nrpa" => Ok(Algorithm::Nrpa(self.nrpa())),
            "pool" => Ok(Algorithm::Pool(Pool {
                room: self.room(Pool::room_for(variant)),
                shared: self.shared,
                walks_first: Pool::walks_first_in(variant),
                start: Vec::new(),
            })),
            "tempering" => Ok(Algorithm::Tempering(self.tempering(variant))),
            "openings" => Ok(Algorithm::Openings(Openings {
                room: self.room(Openings::room_for(variant)),
                shared: self.shared,
                start: Vec::new(),
            })),
            "polish" => Ok(Algorithm::Polish(Polish {
                nodes: self.nodes.unwrap_or(1000),
                symmetric: false,
                within: None,
                start: Vec::new(),
            })),
            "ranked-reward" => self.ranked_reward().map(Algorithm::RankedReward),
            "policy" => self.policy().map(Algorithm::Policy),
            _ => Err(UnknownAlgorithm(name.to_owned()).into()),
        }
    }

    /// Every parameter: its name, whether it was given, and whose it is.
    fn given(&self) -> Vec<(&'static str, bool, &'static [&'static str])> {
        vec![
            ("level", self.level.is_some(), &["nrpa"]),
            ("n", self.n.is_some(), &["nrpa"]),
            ("alpha", self.alpha.is_some(), &["nrpa", "ranked-reward"]),
            (
                "shared",
                self.shared,
                &["nrpa", "pool", "tempering", "openings"],
            ),
            ("room", self.room.is_some(), &["pool", "openings"]),
            ("rungs", self.rungs.is_some(), &["tempering"]),
            ("hottest", self.hottest.is_some(), &["tempering"]),
            ("coldest", self.coldest.is_some(), &["tempering"]),
            ("nodes", self.nodes.is_some(), &["polish"]),
            ("prior", self.prior.is_some(), &["policy"]),
            ("temperature", self.temperature.is_some(), &["policy"]),
            (
                "I, or what else it learns by,",
                self.learn != crate::learn::LearnOptions::default(),
                &["ranked-reward"],
            ),
        ]
    }

    fn refuse_those_of_others(&self, name: &str) -> Result<(), OptionsError> {
        let mut others = self.given().into_iter();
        match others.find(|(_, is_given, of)| *is_given && !of.contains(&name)) {
            Some((option, _, of)) if Algorithm::NAMES.contains(&name) => {
                Err(OptionsError::OfOthers {
                    option,
                    algorithm: name.to_owned(),
                    of,
                })
            }
            _ => Ok(()),
        }
    }

    fn ranked_reward(&self) -> Result<RankedReward, OptionsError> {
        if let Some(alpha) = self.alpha.filter(|&a| a > 1.0) {
            return Err(OptionsError::Threshold(alpha));
        }
        let params = self.learn.params(self.alpha);
        Ok(RankedReward { params })
    }

    fn policy(&self) -> Result<LearnedPolicy, OptionsError> {
        let network = match &self.prior {
            Some(path) => crate::learn::Trained::load(path)?,
            None => crate::learn::Trained::built_in(),
        };
        Ok(LearnedPolicy {
            path: self.prior.clone(),
            network: network.into(),
            temperature: self.temperature.unwrap_or(1.0) as f32,
        })
    }

    /// The room of a pool.
    fn room(&self, usual: usize) -> usize {
        self.room.map_or(usual, |room| room as usize)
    }

    /// Parallel tempering with these options.
    fn tempering(&self, variant: Variant) -> Tempering {
        let usual = Tempering::of(variant);
        Tempering {
            rungs: self.rungs.map_or(usual.rungs, usize::from),
            hottest: self.hottest.unwrap_or(usual.hottest),
            coldest: self.coldest.unwrap_or(usual.coldest),
            shared: self.shared,
            ..usual
        }
    }

    /// Nested rollout policy adaptation with these options.
    fn nrpa(&self) -> Nrpa {
        Nrpa {
            level: self.level.unwrap_or(3),
            n: self.n.unwrap_or(100),
            alpha: self.alpha.unwrap_or(1.0) as f32,
            shared: self.shared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_algorithm_is_told_is_refused() {
        let options = Options {
            alpha: Some(2.0),
            ..Options::default()
        };
        assert!(options.algorithm("nrpa", Variant::D5).is_ok());
        let error = options
            .algorithm("sampling", Variant::D5)
            .unwrap_err()
            .to_string();
        assert!(error.contains("--alpha is for nrpa, "), "{error}");
        // Every parameter has somebody, and everybody named is an algorithm.
        for (option, is_given, of) in Options::default().given() {
            let known = of.iter().filter(|name| Algorithm::NAMES.contains(name));
            assert!(!is_given && known.count() > 0, "{option}");
        }
    }
}
