//! The algorithms by name, with their parameters.

use serde::Serialize;

use super::game::Game;
use super::nrpa::Nrpa;
use super::run::Searcher;
use super::sampling::{Draw, Sampling};

/// An algorithm and its parameters, as they are kept beside a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "algorithm", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Algorithm {
    /// Random games (Cazenave 2007).
    Sampling,
    /// Random games by the mobility heuristic (Cazenave 2007).
    SamplingMobility,
    /// Nested rollout policy adaptation (Rosin 2011).
    Nrpa(Nrpa),
}

/// No algorithm has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm `{0}`: use one of {names}", names = Algorithm::NAMES.join(", "))]
pub struct UnknownAlgorithm(pub String);

impl Algorithm {
    /// All names, as on the command line.
    pub const NAMES: &'static [&'static str] = &["sampling", "sampling-mobility", "nrpa"];

    /// The name, one of [`Self::NAMES`].
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sampling => "sampling",
            Self::SamplingMobility => "sampling-mobility",
            Self::Nrpa(_) => "nrpa",
        }
    }

    /// The searcher.
    pub fn searcher<G: Game>(&self) -> Box<dyn Searcher<G>> {
        match *self {
            Self::Sampling => Box::new(Sampling {
                draw: Draw::Uniform,
            }),
            Self::SamplingMobility => Box::new(Sampling {
                draw: Draw::Mobility,
            }),
            Self::Nrpa(nrpa) => Box::new(nrpa),
        }
    }
}
