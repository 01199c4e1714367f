//! The parameters of the algorithms: name, default, range and meaning in one table, which is
//! also the command line's.

use super::algorithm::{Algorithm, UnknownAlgorithm};

/// What an algorithm can be told; each takes what concerns it and passes over the rest.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Parameters of the algorithms")]
pub struct Options {
    /// Number of levels [nrpa, nested: 4 and 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: Option<u8>,
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
            _ => Err(UnknownAlgorithm(name.to_owned())),
        }
    }
}
