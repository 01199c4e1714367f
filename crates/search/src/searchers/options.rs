//! The parameters of the algorithms: name, default, range and meaning in one table, which is
//! also the command line's.

use super::algorithm::{Algorithm, UnknownAlgorithm};
use super::annealing::Annealing;
use super::learned::{Known, LearnedPolicy};
use super::nested::Nested;
use super::nrpa::Nrpa;
use super::pool::Pool;
use super::random_sampling::{Rs1, Rs2};
use super::ranked_reward::RankedReward;
use super::reflexive::Reflexive;
use super::uct::Uct;
use crate::windows::Polish;

/// What an algorithm can be told; what concerns another one is refused.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Parameters of the algorithms")]
pub struct Options {
    /// Levels of nesting [default: nrpa 3, nested 2].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: Option<u8>,
    /// nrpa: searches of the level below in a search [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub n: Option<u32>,
    /// nrpa: how far a sequence moves the policy [default: 1]; annealing: what the
    /// temperature is multiplied by after every r steps, below 1 [default: 0.99]; ranked-reward: where the
    /// threshold stands in the sorted reward list, at most 1 [default: 0.75].
    #[arg(long, value_name = "A", value_parser = positive)]
    pub alpha: Option<f64>,
    /// nrpa: all jobs search together, with one policy, on the highest level; pool: all jobs fill one pool.
    #[arg(long)]
    pub shared: bool,
    /// reflexive: games at every step, from the ground level up [default: 100,10].
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Vec<u32>,
    /// uct: the constant of the formula; smaller explores more [default: 0.1]; ranked-reward: the weight of the
    /// prior in the tree; larger explores more [default: 1].
    #[arg(long, value_name = "C", value_parser = positive)]
    pub c: Option<f64>,
    /// nested: try the moves of a position in random order.
    #[arg(long)]
    pub shuffle: bool,
    /// nested: try the moves of the first step only (with --shuffle and --time-limit: the form of the
    /// report of 2023).
    #[arg(long)]
    pub one_step: bool,
    /// rs1: random games after every move; rs2: random games at every step [default: 100].
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,
    /// annealing: the first temperature [default: 3.2].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub t0: Option<f64>,
    /// annealing: the frozen temperature, at most --t0 [default: as --t0, one temperature only].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub t1: Option<f64>,
    /// pool: games that the first sweep has room for; each later one has four times as many, up to 262144 [default: 4096].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 18))]
    pub room: Option<u32>,
    /// polish: nodes the exact engine may spend on a window [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// annealing: steps at each temperature [default: 10000000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub r: Option<u64>,
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
    /// Annealing would end before its first step.
    #[error("annealing cools from --t0 {t0} down to --t1 {t1}: give a --t1 of at most {t0}")]
    Temperatures {
        /// The first temperature.
        t0: f64,
        /// The frozen temperature.
        t1: f64,
    },
    /// Annealing would never cool.
    #[error("annealing multiplies the temperature by --alpha {0}: give a number below 1")]
    Cooling(f64),
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
    /// The algorithm of this name, with these parameters.
    ///
    /// # Errors
    /// When there is none, or its parameters do not go together.
    pub fn algorithm(&self, name: &str) -> Result<Algorithm, OptionsError> {
        self.refuse_those_of_others(name)?;
        match name {
            "sampling" => Ok(Algorithm::Sampling),
            "sampling-mobility" => Ok(Algorithm::SamplingMobility),
            "uct" => Ok(Algorithm::Uct(Uct {
                c: self.c.unwrap_or(0.1),
            })),
            "reflexive" => Ok(Algorithm::Reflexive(Reflexive {
                games: match &*self.games {
                    [] => vec![100, 10],
                    games => games.to_vec(),
                },
            })),
            "nested" => Ok(Algorithm::Nested(Nested {
                level: self.level.unwrap_or(2),
                shuffle: self.shuffle,
                one_step: self.one_step,
            })),
            "nrpa" => Ok(Algorithm::Nrpa(self.nrpa())),
            "rs1" => Ok(Algorithm::Rs1(Rs1 {
                samples: self.samples.unwrap_or(100),
            })),
            "rs2" => Ok(Algorithm::Rs2(Rs2 {
                samples: self.samples.unwrap_or(100),
            })),
            "pool" => Ok(Algorithm::Pool(Pool {
                room: self.room.unwrap_or(4096) as usize,
                shared: self.shared,
                start: Vec::new(),
            })),
            "polish" => Ok(Algorithm::Polish(Polish {
                nodes: self.nodes.unwrap_or(1000),
                symmetric: false,
                within: None,
                start: Vec::new(),
            })),
            "annealing" => self.annealing().map(Algorithm::Annealing),
            "ranked-reward" => self.ranked_reward().map(Algorithm::RankedReward),
            "policy" => self.policy().map(Algorithm::Policy),
            _ => Err(UnknownAlgorithm(name.to_owned()).into()),
        }
    }

    /// Every parameter: its name, whether it was given, and whose it is.
    fn given(&self) -> Vec<(&'static str, bool, &'static [&'static str])> {
        const ANNEALING: &[&str] = &["annealing"];
        vec![
            ("level", self.level.is_some(), &["nested", "nrpa"]),
            ("n", self.n.is_some(), &["nrpa"]),
            (
                "alpha",
                self.alpha.is_some(),
                &["nrpa", "annealing", "ranked-reward"],
            ),
            ("shared", self.shared, &["nrpa", "pool"]),
            ("room", self.room.is_some(), &["pool"]),
            ("games", !self.games.is_empty(), &["reflexive"]),
            ("c", self.c.is_some(), &["uct", "ranked-reward"]),
            ("shuffle", self.shuffle, &["nested"]),
            ("one-step", self.one_step, &["nested"]),
            ("samples", self.samples.is_some(), &["rs1", "rs2"]),
            ("t0", self.t0.is_some(), ANNEALING),
            ("t1", self.t1.is_some(), ANNEALING),
            ("r", self.r.is_some(), ANNEALING),
            ("nodes", self.nodes.is_some(), &["polish"]),
            ("prior", self.prior.is_some(), &["policy", "nrpa"]),
            ("temperature", self.temperature.is_some(), &["policy"]),
            (
                "settings, or what else it learns by,",
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

    fn annealing(&self) -> Result<Annealing, OptionsError> {
        let t0 = self.t0.unwrap_or(3.2);
        let t1 = self.t1.unwrap_or(t0);
        let alpha = self.alpha.unwrap_or(0.99);
        if t1 > t0 {
            return Err(OptionsError::Temperatures { t0, t1 });
        }
        if alpha >= 1.0 {
            return Err(OptionsError::Cooling(alpha));
        }
        let r = self.r.unwrap_or(10_000_000);
        Ok(Annealing { t0, t1, alpha, r })
    }

    fn ranked_reward(&self) -> Result<RankedReward, OptionsError> {
        if let Some(alpha) = self.alpha.filter(|&a| a > 1.0) {
            return Err(OptionsError::Threshold(alpha));
        }
        let params = self.learn.params(self.c, self.alpha);
        Ok(RankedReward { params })
    }

    fn known(&self) -> Result<Known, OptionsError> {
        let network = match &self.prior {
            Some(path) => crate::learn::Trained::load(path)?,
            None => crate::learn::Trained::built_in(),
        };
        Ok(Known::new(self.prior.clone(), network))
    }

    fn policy(&self) -> Result<LearnedPolicy, OptionsError> {
        Ok(LearnedPolicy {
            known: self.known()?,
            temperature: self.temperature.unwrap_or(1.0) as f32,
        })
    }

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
        assert!(options.algorithm("nrpa").is_ok());
        let error = options.algorithm("nested").unwrap_err().to_string();
        assert!(error.contains("--alpha is for nrpa, "), "{error}");
        // Every parameter has somebody, and everybody named is an algorithm.
        for (option, is_given, of) in Options::default().given() {
            let known = of.iter().filter(|name| Algorithm::NAMES.contains(name));
            assert!(!is_given && known.count() > 0, "{option}");
        }
    }

    #[test]
    fn annealing_refuses_to_heat_and_to_stand_still() {
        let options = |alpha, t0, t1| Options {
            alpha,
            t0,
            t1,
            ..Options::default()
        };
        let told = |o: Options| o.algorithm("annealing").map_err(|e| e.to_string());
        let error = told(options(None, Some(1.0), Some(2.0))).unwrap_err();
        assert!(error.contains("--t1 of at most 1"), "{error}");
        let error = told(options(Some(1.0), None, None)).unwrap_err();
        assert!(error.contains("below 1"), "{error}");
        let one_temperature = Annealing {
            t0: 4.0,
            t1: 4.0,
            alpha: 0.99,
            r: 10_000_000,
        };
        let fine = told(options(None, Some(4.0), None));
        assert_eq!(fine, Ok(Algorithm::Annealing(one_temperature)));
    }
}
