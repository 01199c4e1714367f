//! The list of algorithms, one line each, and how one of them is run.

use std::path::Path;
use std::str::FromStr;

use serde::Serialize;

use super::method::{Files, Method, Opened, SettleError, Task};
use super::resumable::CheckpointError;
use crate::game::Code;
use crate::games::Playable;
use crate::running::{Observer, Outcome, Plan, Searcher, run};
use crate::windows::Polish;

/// Makes [`Algorithm`] from the list: an algorithm is a [`Method`] and a [`Searcher`] whose type says in its first sentence, which is its
/// help, what it does and where it is from, and its parameters are the options of the subcommand.
macro_rules! algorithms {
    ($($name:ident($params:ty),)*) => {
        /// An algorithm with its parameters: a subcommand on the command line, and as it is kept beside a game.
        #[derive(Clone, Debug, Serialize, clap::Subcommand)]
        #[serde(tag = "algorithm", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Algorithm {
            $(
                // The documentation of its type is its help.
                #[allow(missing_docs)]
                $name($params),
            )*
        }

        impl Algorithm {
            /// Sets the parameters that depend on the task, and takes out of the task the games that the algorithm starts from.
            ///
            /// # Errors
            /// The algorithm cannot do this task.
            pub fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
                match self {
                    $(Self::$name(params) => params.settle(task)?,)*
                }
                // A game that is still there is one that the algorithm cannot search around.
                if task.around.is_empty() { Ok(()) } else { Err(SettleError::Around) }
            }

            /// Whether one search ends by itself, without a budget.
            pub fn ends(&self) -> bool {
                match self {
                    $(Self::$name(params) => params.ends(),)*
                }
            }

            /// Whether this file is a checkpoint of the algorithm.
            pub fn is_checkpoint(&self, path: &Path) -> bool {
                match self {
                    $(Self::$name(params) => params.is_checkpoint(path),)*
                }
            }

            /// The searcher, which keeps no checkpoints.
            pub fn searcher<G: Playable<Move = Code> + Sync>(&self) -> Box<dyn Searcher<G>> {
                match self {
                    $(Self::$name(params) => Box::new(params.clone()),)*
                }
            }

            /// Prepares a search from `root` by so many jobs, with checkpoints if the algorithm has them.
            ///
            /// # Errors
            /// The file from which the search should go on is no checkpoint of this algorithm.
            pub fn open<G: Playable<Move = Code> + Sync + 'static>(
                &mut self,
                root: &G,
                files: Files,
                jobs: usize,
            ) -> Result<Opened<G>, CheckpointError> {
                match self {
                    $(Self::$name(params) => params.open(root, files, jobs),)*
                }
            }
        }
    };
}

algorithms! {
    Sampling(super::Sampling),
    Nested(super::Nested),
    Reflexive(super::Reflexive),
    Rs1(super::Rs1),
    Rs2(super::Rs2),
    Uct(super::Uct),
    Annealing(super::Annealing),
    Nrpa(super::Nrpa),
    Pool(super::Pool),
    Tempering(super::Tempering),
    Openings(super::Openings),
    Polish(Polish),
    RankedReward(super::RankedReward),
    Policy(super::LearnedPolicy),
}

impl Algorithm {
    /// All names, as on the command line.
    pub fn names() -> Vec<String> {
        let all = <Self as clap::Subcommand>::augment_subcommands(clap::Command::new("search"));
        all.get_subcommands()
            .map(|one| one.get_name().to_owned())
            .collect()
    }

    /// Its name, as on the command line.
    pub fn name(&self) -> String {
        self.json()["algorithm"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Its parameters by name, such as `games=[100,1000]`, with blanks between; once it is [settled](Self::settle) all that depend on
    /// the task are among them.
    pub fn parameters(&self) -> String {
        let json = self.json();
        let all = json.as_object().into_iter().flatten();
        let parameters = all.filter(|(name, _)| *name != "algorithm");
        let written = parameters.map(|(name, value)| match value.as_str() {
            Some(word) => format!("{name}={word}"),
            None => format!("{name}={value}"),
        });
        written.collect::<Vec<_>>().join(" ")
    }

    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("parameters have only text keys")
    }

    /// Searches once, on `plan.jobs` threads and with the seed of the plan.
    ///
    /// # Errors
    /// When the algorithm cannot do the task, or the task has no start.
    ///
    /// # Panics
    /// As [`run`].
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use morpion_rules::geometry::Variant;
    /// use morpion_search::running::{Budget, Plan};
    /// use morpion_search::searchers::{Algorithm, Task};
    ///
    /// let reflexive: Algorithm = "reflexive --games 10,3".parse().unwrap();
    /// let stop = AtomicBool::new(false);
    /// let plan = Plan { budget: Budget::default(), seed: 1, jobs: 1, repeat: false, stop: &stop };
    /// let outcome = reflexive.search(&Task::of(Variant::D4), plan, &()).unwrap();
    /// assert!(outcome.snapshot.best > 20 && outcome.snapshot.playouts > 1000);
    /// ```
    pub fn search(
        &self,
        task: &Task,
        plan: Plan<'_>,
        observer: &dyn Observer,
    ) -> Result<Outcome, SettleError> {
        let mut task = Task {
            jobs: plan.jobs,
            seed: plan.seed,
            ..task.clone()
        };
        let mut algorithm = self.clone();
        algorithm.settle(&mut task)?;
        let plan = Plan {
            jobs: task.jobs,
            ..plan
        };
        Ok(if task.symmetric {
            run(
                &task.start.symmetric()?,
                &*algorithm.searcher(),
                plan,
                observer,
            )
        } else {
            run(&task.start.plain()?, &*algorithm.searcher(), plan, observer)
        })
    }
}

/// Words as on the command line, such as `reflexive --games 100,1000`.
impl FromStr for Algorithm {
    type Err = clap::Error;

    fn from_str(words: &str) -> Result<Self, clap::Error> {
        let command = clap::Command::new("search")
            .no_binary_name(true)
            .subcommand_required(true);
        let command = <Self as clap::Subcommand>::augment_subcommands(command);
        let matches = command.try_get_matches_from(words.split_whitespace())?;
        <Self as clap::FromArgMatches>::from_arg_matches(&matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Variant;

    #[test]
    fn every_name_is_an_algorithm_that_says_its_name_in_files() {
        for name in Algorithm::names() {
            let algorithm: Algorithm = name.parse().unwrap();
            assert_eq!(algorithm.name(), name);
        }
        let error = "luck".parse::<Algorithm>().unwrap_err().to_string();
        assert!(error.contains("luck"), "{error}");
    }

    #[test]
    fn what_another_algorithm_is_told_is_refused() {
        assert!("nrpa --alpha 2".parse::<Algorithm>().is_ok());
        for words in [
            "sampling --alpha 2",
            "annealing --alpha 1",
            "ranked-reward --alpha 2",
            "rs1 -s 0",
        ] {
            let error = words.parse::<Algorithm>().unwrap_err().to_string();
            assert!(error.starts_with("error: "), "{error}");
        }
    }

    /// Parameters that depend on the variant are filled in; those that were given stay.
    #[test]
    fn settled_parameters_are_numbers() {
        let settled = |words: &str, variant| {
            let mut algorithm: Algorithm = words.parse().unwrap();
            algorithm.settle(&mut Task::of(variant)).unwrap();
            algorithm.parameters()
        };
        assert_eq!(settled("pool", Variant::D5), "room=32768");
        assert_eq!(settled("pool --room 5", Variant::D5), "room=5");
        assert_eq!(settled("openings", Variant::T4), "room=512");
        assert_eq!(settled("reflexive", Variant::T4), "games=[100,10]");
        assert_eq!(settled("reflexive --games 1,2", Variant::T4), "games=[1,2]");
        let tempering = settled("tempering --coldest 0.5", Variant::T5);
        assert_eq!(tempering, "coldest=0.5 hottest=1.5 rungs=12");
        let annealing = settled("annealing --t0 8 -r 10", Variant::T5);
        assert_eq!(annealing, "alpha=0.99 r=10 t0=8.0 t1=8.0");
    }
}
