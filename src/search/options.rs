//! The parameters of the algorithms: name, default, range and meaning in one table, which is
//! also the command line's.

use super::algorithm::{Algorithm, UnknownAlgorithm};
use super::nrpa::Nrpa;

/// What an algorithm can be told; each takes what concerns it and passes over the rest.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Parameters of the algorithms")]
pub struct Options {
    /// Levels of nesting [default: nrpa 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub level: Option<u8>,
    /// Searches of the level below in a search [default: nrpa 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub n: Option<u32>,
    /// How far a sequence moves the policy [default: nrpa 1].
    #[arg(long, value_name = "A", value_parser = positive)]
    pub alpha: Option<f32>,
}

/// The text is no positive number.
#[derive(Debug, thiserror::Error)]
#[error("give a number above 0 and at most 100")]
struct NotPositive;

fn positive(text: &str) -> Result<f32, NotPositive> {
    let number: f32 = text.trim().parse().map_err(|_| NotPositive)?;
    let is_fine = number > 0.0 && number <= 100.0;
    is_fine.then_some(number).ok_or(NotPositive)
}

impl Options {
    /// The algorithm of this name, with these parameters.
    ///
    /// # Errors
    /// When there is none.
    pub fn algorithm(&self, name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        match name {
            "sampling" => Ok(Algorithm::Sampling),
            "sampling-mobility" => Ok(Algorithm::SamplingMobility),
            "nrpa" => Ok(Algorithm::Nrpa(self.nrpa())),
            _ => Err(UnknownAlgorithm(name.to_owned())),
        }
    }

    fn nrpa(&self) -> Nrpa {
        Nrpa {
            level: self.level.unwrap_or(4),
            n: self.n.unwrap_or(100),
            alpha: self.alpha.unwrap_or(1.0),
        }
    }
}
