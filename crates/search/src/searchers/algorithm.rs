//! The algorithms by name, with their parameters.

use serde::Serialize;

use super::learned::LearnedPolicy;
use super::nrpa::Nrpa;
use super::openings::Openings;
use super::pool::Pool;
use super::ranked_reward::RankedReward;
use super::sampling::Sampling;
use super::tempering::Tempering;
use crate::game::Code;
use crate::games::game::Playable;
use crate::geometry::Variant;
use crate::running::Searcher;
use crate::windows::Polish;

/// An algorithm and its parameters, as they are kept beside a game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "algorithm", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Algorithm {
    /// Random games (Cazenave 2007).
    Sampling,
    /// Nested rollout policy adaptation (Rosin 2011).
    Nrpa(Nrpa),
    /// A pool of games, one for each set of dots.
    Pool(Pool),
    /// Parallel tempering (Swendsen and Wang 1986; Geyer 1991).
    Tempering(Tempering),
    /// Good games played again from their openings on.
    Openings(Openings),
    /// Exact polishing: windows of a game completed anew in the longest way.
    Polish(Polish),
    /// Games by the policy of a network that has learnt.
    Policy(LearnedPolicy),
    /// Ranked-reward learning by self-play (Wang, Preuss, Emmerich and Plaat 2020).
    RankedReward(RankedReward),
}

/// No algorithm has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm `{0}`: use one of {names}", names = Algorithm::NAMES.join(", "))]
pub struct UnknownAlgorithm(pub String);

impl Algorithm {
    /// All names, as on the command line.
    pub const NAMES: &'static [&'static str] = &[
        "sampling",
        "nrpa",
        "pool",
        "tempering",
        "openings",
        "polish",
        "ranked-reward",
        "policy",
    ];

    /// The rules that its network has learnt, if it plays by one.
    pub fn learnt(&self) -> Option<Variant> {
        match self {
            Self::Policy(policy) => Some(policy.network.variant()),
            _ => None,
        }
    }

    /// The searcher.
    pub fn searcher<G: Playable<Move = Code> + Sync>(&self) -> Box<dyn Searcher<G>> {
        match self {
            Self::Sampling => Box::new(Sampling),
            Self::Nrpa(nrpa) => Box::new(*nrpa),
            Self::Pool(pool) => Box::new(pool.clone()),
            Self::Tempering(tempering) => Box::new(tempering.clone()),
            Self::Openings(openings) => Box::new(openings.clone()),
            Self::Polish(polish) => Box::new(polish.clone()),
            Self::Policy(policy) => Box::new(policy.clone()),
            Self::RankedReward(learner) => Box::new(learner.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searchers::Options;

    #[test]
    fn every_name_is_an_algorithm_that_says_its_name_in_files() {
        for name in Algorithm::NAMES {
            let algorithm = Options::default().algorithm(name, Variant::D5).unwrap();
            let json = serde_json::to_value(&algorithm).unwrap();
            assert_eq!(json["algorithm"], *name);
        }
        let error = Options::default()
            .algorithm("luck", Variant::D5)
            .unwrap_err();
        assert!(error.to_string().contains("nrpa"), "{error}");
    }
}
