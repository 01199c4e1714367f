//! The numbers of HiGHS that this program believes.
//!
//! The `highs` binding hides two refusals of HiGHS. Values that HiGHS does not hand over stay 0, which would be the empty game; and a
//! number that was never set reads as 0 or -1, which would be a bound. Promise: a solution that breaks what the program says of any single
//! column is an error, and a number that cannot be a bound is not taken for one. Whether the moves are a graph is checked later, against
//! the rules.

use super::status::Meaning;
use crate::{Column, IntegerProgram};

/// How far a value may be from what it should be; HiGHS itself allows a tenth of it.
const TOLERANCE: f64 = 1e-5;

/// A solution that HiGHS calls feasible, with this objective, if the program's columns admit it.
///
/// # Errors
/// In words: a value is missing, or not one that its column admits, or the objective is not that of the values.
pub(super) fn solution(
    program: &IntegerProgram,
    values: Vec<f64>,
    objective: f64,
) -> Result<Vec<f64>, String> {
    let (found, wanted) = (values.len(), program.columns.len());
    if found != wanted {
        return Err(format!(
            "its solution has {found} values for {wanted} columns"
        ));
    }
    let mut pairs = program.columns.iter().zip(&values);
    if let Some((column, value)) = pairs.find(|(column, value)| !admits(column, **value)) {
        let name = column.variable;
        return Err(format!(
            "its solution was not handed over, or is none: {name} is {value}"
        ));
    }
    let sum: f64 = values_of_objective(program, &values).sum();
    if (sum - objective).abs() > 0.5 {
        return Err(format!(
            "its solution has {sum:.0} moves where it says {objective}"
        ));
    }
    Ok(values)
}

fn values_of_objective<'a>(
    program: &'a IntegerProgram,
    values: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let columns = program.columns.iter().zip(values);
    columns.map(|(column, value)| f64::from(column.objective) * value)
}

fn admits(column: &Column, value: f64) -> bool {
    let (lower, upper) = (f64::from(column.lower), f64::from(column.upper));
    // Not a number is within no bounds.
    let is_within = (lower - TOLERANCE..=upper + TOLERANCE).contains(&value);
    is_within && (!column.integer || (value - value.round()).abs() <= TOLERANCE)
}

/// The optimum of a linear relaxation. No column or coefficient of the objective is negative, so no optimum is.
pub(super) fn optimum(meaning: Meaning, objective: f64) -> Option<f64> {
    let is_one = meaning == Meaning::Optimal && objective.is_finite() && objective > -TOLERANCE;
    is_one.then_some(objective)
}

/// The dual bound of an integer program whose solution has this objective, if the number can be one.
///
/// Without a solution it is at least 1: HiGHS says so when nothing satisfies the program, and a number that it never set is less.
pub(super) fn dual_bound(meaning: Meaning, bound: f64, objective: Option<f64>) -> Option<f64> {
    let least = objective.unwrap_or(1.0) - TOLERANCE;
    let is_one = meaning.has_bound() && bound.is_finite() && bound >= least;
    is_one.then_some(bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;
    use morpion_rules::geometry::{BoundingBox, Variant};

    fn program() -> IntegerProgram {
        IntegerProgram::new(Spec::graphs(Variant::D5, BoundingBox::default()))
    }

    /// The cross alone, which satisfies the columns.
    fn cross(program: &IntegerProgram) -> Vec<f64> {
        let lower = program.columns.iter().map(|c| f64::from(c.lower));
        lower.collect()
    }

    #[test]
    fn values_that_were_not_handed_over_are_no_empty_game() {
        let program = program();
        let zeros = vec![0.0; program.columns.len()];
        let words = solution(&program, zeros, 64.0).unwrap_err();
        assert!(words.contains("not handed over"), "{words}");
        // Even where no move is said to be there: the dots of the cross are missing.
        let zeros = vec![0.0; program.columns.len()];
        assert!(solution(&program, zeros, 0.0).is_err());
        let words = solution(&program, Vec::new(), 0.0).unwrap_err();
        assert!(words.contains("0 values for"), "{words}");
    }

    #[test]
    fn the_empty_game_is_a_solution_where_it_is_one() {
        let program = program();
        let values = cross(&program);
        assert_eq!(solution(&program, values.clone(), 0.0), Ok(values.clone()));
        let words = solution(&program, values, 64.0).unwrap_err();
        assert!(words.contains("0 moves where it says 64"), "{words}");
    }

    #[test]
    fn every_value_is_looked_at() {
        let program = program();
        for column in 0..program.columns.len() {
            for bad in [0.5, -1.0, 2.0, f64::NAN, f64::INFINITY] {
                let mut values = cross(&program);
                values[column] = bad;
                assert!(solution(&program, values, 0.0).is_err(), "{column}: {bad}");
            }
            let mut values = cross(&program);
            values[column] += 1e-7;
            assert!(solution(&program, values, 0.0).is_ok(), "{column}");
        }
    }

    #[test]
    fn numbers_that_were_never_set_are_no_bounds() {
        // 0 is what HiGHS begins with, and -1 the binding.
        for unset in [0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            for meaning in [
                Meaning::TimeLimit,
                Meaning::OtherLimit,
                Meaning::SolutionLimit,
            ] {
                assert_eq!(dual_bound(meaning, unset, None), None, "{unset}");
                assert_eq!(dual_bound(meaning, unset, Some(60.0)), None, "{unset}");
            }
        }
        assert_eq!(dual_bound(Meaning::TimeLimit, 84.5, None), Some(84.5));
        assert_eq!(dual_bound(Meaning::TimeLimit, 84.5, Some(83.0)), Some(84.5));
        assert_eq!(dual_bound(Meaning::Optimal, 0.0, Some(0.0)), Some(0.0));
        // A solution is a fact, so a bound below it is none.
        assert_eq!(dual_bound(Meaning::Optimal, 82.0, Some(83.0)), None);
    }

    #[test]
    fn a_run_that_failed_has_no_bound() {
        for meaning in [
            Meaning::MemoryLimit,
            Meaning::Trouble,
            Meaning::Refused,
            Meaning::Unknown,
            Meaning::UnboundedOrInfeasible,
            Meaning::Infeasible,
        ] {
            assert_eq!(dual_bound(meaning, 84.5, Some(83.0)), None, "{meaning:?}");
            assert_eq!(optimum(meaning, 84.5), None, "{meaning:?}");
        }
        assert_eq!(optimum(Meaning::TimeLimit, 84.5), None);
        assert_eq!(optimum(Meaning::Optimal, 84.5), Some(84.5));
        for unset in [-1.0, f64::INFINITY, f64::NAN] {
            assert_eq!(optimum(Meaning::Optimal, unset), None);
        }
    }
}
