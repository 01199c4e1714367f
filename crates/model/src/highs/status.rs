//! The meaning of HiGHS's model status for a question.
//!
//! Promise: the words of the answer tell every status from every other, and nothing but HiGHS's own "infeasible" refutes a question
//! without a bound. A limit, a lack of memory, numerical trouble and any status of a later version decide nothing.

use highs::HighsModelStatus as Status;

use morpion_proof::engine::Ending;

/// The meaning of the status with which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It was solved to the end: the solution meets the bound.
    Optimal,
    /// Nothing satisfies the program.
    Infeasible,
    /// Nothing satisfies it, or nothing bounds it: presolve could not tell which.
    UnboundedOrInfeasible,
    /// It stopped at a solution, as it was told to.
    SolutionLimit,
    /// The time was over.
    TimeLimit,
    /// It stopped at a limit that this program never sets: iterations, or a bound or target of the objective.
    OtherLimit,
    /// HiGHS itself was asked to stop, which this program never does.
    Interrupted,
    /// It ran out of memory.
    MemoryLimit,
    /// It failed on the way, mostly for numerical reasons, or said what cannot be: every column has bounds.
    Trouble,
    /// It did not take the program, or has not begun.
    Refused,
    /// HiGHS does not know, or returns a status that this code does not know.
    Unknown,
}

impl Meaning {
    pub(super) fn of(status: Status) -> Self {
        match status {
            Status::Optimal => Self::Optimal,
            Status::Infeasible => Self::Infeasible,
            Status::UnboundedOrInfeasible => Self::UnboundedOrInfeasible,
            Status::ReachedSolutionLimit => Self::SolutionLimit,
            Status::ReachedTimeLimit => Self::TimeLimit,
            Status::ReachedIterationLimit | Status::ObjectiveBound | Status::ObjectiveTarget => {
                Self::OtherLimit
            }
            Status::ReachedInterrupt => Self::Interrupted,
            Status::ReachedMemoryLimit => Self::MemoryLimit,
            Status::PresolveError
            | Status::SolveError
            | Status::PostsolveError
            | Status::Unbounded => Self::Trouble,
            Status::NotSet | Status::LoadError | Status::ModelError | Status::ModelEmpty => {
                Self::Refused
            }
            // `Unknown`, and statuses that later versions add.
            _ => Self::Unknown,
        }
    }

    /// Whether its dual bound holds: after a failure the number that is read may be left over, or never have been set.
    pub(super) fn has_bound(self) -> bool {
        matches!(
            self,
            Self::Optimal
                | Self::SolutionLimit
                | Self::TimeLimit
                | Self::OtherLimit
                | Self::Interrupted
        )
    }

    /// Whether there must be a solution.
    pub(super) fn has_solution(self) -> bool {
        matches!(self, Self::Optimal | Self::SolutionLimit)
    }

    /// The ending of a question that the run has not answered.
    pub(super) fn ending(self) -> Ending {
        match self {
            Self::TimeLimit => Ending::TimeLimit,
            _ => Ending::Undecided,
        }
    }
}

/// The status in the words of HiGHS's log, which is all that is left of a run that failed.
pub(super) fn of_words(words: &str) -> Option<Status> {
    Some(match words {
        "Memory limit reached" => Status::ReachedMemoryLimit,
        "Solve error" => Status::SolveError,
        "Presolve error" => Status::PresolveError,
        "Postsolve error" => Status::PostsolveError,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every status that HiGHS 1.16 has and the binding knows, by its number.
    const TABLE: [(Status, Meaning, bool, bool); 19] = [
        (Status::NotSet, Meaning::Refused, false, false),
        (Status::LoadError, Meaning::Refused, false, false),
        (Status::ModelError, Meaning::Refused, false, false),
        (Status::PresolveError, Meaning::Trouble, false, false),
        (Status::SolveError, Meaning::Trouble, false, false),
        (Status::PostsolveError, Meaning::Trouble, false, false),
        (Status::ModelEmpty, Meaning::Refused, false, false),
        (Status::Optimal, Meaning::Optimal, true, true),
        (Status::Infeasible, Meaning::Infeasible, false, false),
        (
            Status::UnboundedOrInfeasible,
            Meaning::UnboundedOrInfeasible,
            false,
            false,
        ),
        (Status::Unbounded, Meaning::Trouble, false, false),
        (Status::ObjectiveBound, Meaning::OtherLimit, true, false),
        (Status::ObjectiveTarget, Meaning::OtherLimit, true, false),
        (Status::ReachedTimeLimit, Meaning::TimeLimit, true, false),
        (
            Status::ReachedIterationLimit,
            Meaning::OtherLimit,
            true,
            false,
        ),
        (Status::Unknown, Meaning::Unknown, false, false),
        (
            Status::ReachedSolutionLimit,
            Meaning::SolutionLimit,
            true,
            true,
        ),
        (Status::ReachedInterrupt, Meaning::Interrupted, true, false),
        (
            Status::ReachedMemoryLimit,
            Meaning::MemoryLimit,
            false,
            false,
        ),
    ];

    #[test]
    fn every_status_has_its_meaning() {
        for (status, meaning, bound, solution) in TABLE {
            let found = Meaning::of(status);
            assert_eq!(found, meaning, "{status:?}");
            assert_eq!(found.has_bound(), bound, "{status:?}");
            assert_eq!(found.has_solution(), solution, "{status:?}");
            let is_time = status == Status::ReachedTimeLimit;
            assert_eq!(found.ending() == Ending::TimeLimit, is_time, "{status:?}");
            // A question never ends answered because of a status alone.
            assert_ne!(found.ending(), Ending::Answered, "{status:?}");
        }
    }

    #[test]
    fn the_table_has_every_status_of_the_binding() {
        let known: Vec<Status> = (-1..100).filter_map(|n| n.try_into().ok()).collect();
        assert_eq!(known, TABLE.map(|row| row.0));
    }

    #[test]
    fn only_infeasible_means_infeasible() {
        let mut infeasible = TABLE
            .iter()
            .filter(|row| Meaning::of(row.0) == Meaning::Infeasible);
        assert_eq!(infeasible.next().map(|row| row.0), Some(Status::Infeasible));
        assert!(infeasible.next().is_none());
    }

    #[test]
    fn failures_are_told_apart_by_the_words_of_the_log() {
        for (words, meaning) in [
            ("Memory limit reached", Meaning::MemoryLimit),
            ("Solve error", Meaning::Trouble),
            ("Presolve error", Meaning::Trouble),
            ("Postsolve error", Meaning::Trouble),
        ] {
            assert_eq!(of_words(words).map(Meaning::of), Some(meaning), "{words}");
        }
        // No other status needs words: the binding hands it over.
        for words in ["", "Infeasible", "Optimal", "Time limit reached"] {
            assert_eq!(of_words(words), None, "{words}");
        }
    }
}
