//! The parameters of the algorithms: name, default, range and meaning in one table, which is
//! also the command line's.

use super::algorithm::{Algorithm, UnknownAlgorithm};
use super::beam::BeamNrpa;
use super::nested::Nested;
use super::nrpa::Nrpa;
use super::reflexive::Reflexive;
use super::uct::Uct;

/// What an algorithm can be told; each takes what concerns it and passes over the rest.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Parameters of the algorithms")]
pub struct Options {
    /// Levels of nesting [default: nrpa 3, beam-nrpa 3, nested 2].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: Option<u8>,
    /// nrpa, beam-nrpa: searches of the level below in a search [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub n: Option<u32>,
    /// nrpa, beam-nrpa: how far a sequence moves the policy [default: 1].
    #[arg(long, value_name = "A", value_parser = positive)]
    pub alpha: Option<f64>,
    /// beam-nrpa: games kept, by level from 1 up; the last number holds for the levels above [default: 4].
    #[arg(long, value_name = "B,...", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    pub width: Vec<u16>,
    /// reflexive: games at every step, from the ground level up [default: 100,10].
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Vec<u32>,
    /// uct: the constant of the formula; smaller explores more [default: 0.1].
    #[arg(long, value_name = "C", value_parser = positive)]
    pub c: Option<f64>,
    /// nested: try the moves of a position in random order.
    #[arg(long)]
    pub shuffle: bool,
    /// nested: try the moves of the first step only (with --shuffle and --time: the form of the
    /// report of 2023).
    #[arg(long)]
    pub one_step: bool,
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
    /// When there is none.
    pub fn algorithm(&self, name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        match name {
            "sampling" => Ok(Algorithm::Sampling),
            "sampling-mobility" => Ok(Algorithm::SamplingMobility),
            "uct" => Ok(Algorithm::Uct(Uct {
                c: self.c.unwrap_or(0.1),
            })),
            "reflexive" => Ok(Algorithm::Reflexive(Reflexive {
                games: or_default(&self.games, &[100, 10]),
            })),
            "nested" => Ok(Algorithm::Nested(Nested {
                level: self.level.unwrap_or(2),
                shuffle: self.shuffle,
                one_step: self.one_step,
            })),
            "nrpa" => Ok(Algorithm::Nrpa(self.nrpa())),
            "beam-nrpa" => Ok(Algorithm::BeamNrpa(BeamNrpa {
                nrpa: self.nrpa(),
                width: or_default(&self.width, &[4]),
            })),
            _ => Err(UnknownAlgorithm(name.to_owned())),
        }
    }

    fn nrpa(&self) -> Nrpa {
        Nrpa {
            level: self.level.unwrap_or(3),
            n: self.n.unwrap_or(100),
            alpha: self.alpha.unwrap_or(1.0) as f32,
        }
    }
}

fn or_default<T: Clone>(given: &[T], default: &[T]) -> Vec<T> {
    if given.is_empty() { default } else { given }.to_vec()
}
