//! Solutions that other solvers found: read from their files by the names of the columns, and turned back into moves.
//!
//! Promise: a file is read whole or refused; every integer column it names must be 0 or 1, its dots must be those that its moves place, and
//! the objective it states must be their number. Whether the moves are a graph is another question, which the rules of the game answer.

mod forms;

use std::collections::BTreeMap;

use super::{Format, IntegerProgram, Variable};
use forms::FORMS;
pub use forms::Solution;
use morpion_rules::geometry::{Cell, Move, is_cross_cell};

/// How far a value may be from 0 or 1. Solvers allow themselves a tenth of it, or less.
const TOLERANCE: f64 = 1e-4;

/// Why a text is not read as a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A line does not fit the form.
    #[error("line {line}: `{text}` is not a line of {form}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// Its text, cut to a readable length.
        text: String,
        /// The form that the file was taken to have.
        form: &'static str,
    },
    /// The solver had no solution.
    #[error("{form} without a solution{}", status.as_ref().map(|s| format!(": {s}")).unwrap_or_default())]
    NoSolution {
        /// The form that the file was taken to have.
        form: &'static str,
        /// How the solver ended.
        status: Option<String>,
    },
}

/// Why the values of columns are not those of moves.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFault {
    /// The program has no such column.
    #[error("the model has no column `{0}`: this is the solution of another model")]
    Unknown(String),
    /// A column has two values.
    #[error("the column `{0}` has two values")]
    Twice(String),
    /// A column that is 0 or 1 has another value.
    #[error(
        "the column `{0}` is {1}, neither 0 nor 1: only a solution in whole numbers says which moves are meant"
    )]
    NotBinary(String, f64),
    /// A dot is there that no move places.
    #[error("the column `{0}` is 1, but no move places this dot")]
    LooseDot(Variable),
    /// A dot of the cross or of a move is not there.
    #[error("the column `{0}` is 0, but this dot is on the cross or a move places it")]
    NoDot(Variable),
    /// The objective is not the number of the moves.
    #[error("the objective is {said}, but the columns of {found} moves are 1")]
    Objective {
        /// The objective that the file states.
        said: f64,
        /// The number of moves whose columns are 1.
        found: usize,
    },
}

impl Solution {
    /// Reads the file that a solver writes: HiGHS (both styles), SCIP, Gurobi, CBC, the output of pseudo-Boolean solvers, or a name and a
    /// value on each line.
    ///
    /// # Errors
    /// The first line that cannot be read, or there is no solution in it.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let lines: Vec<(usize, &str)> = (1..)
            .zip(text.trim_start_matches('\u{feff}').lines())
            .map(|(number, line)| (number, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let first = lines.first().map_or("", |&(_, line)| line);
        let form = FORMS.iter().find(|form| (form.begins)(first));
        let form = form.expect("the last form begins with anything");
        let solution = (form.read)(&lines).map_err(|(line, text)| Unreadable::Line {
            line,
            text: text.chars().take(80).collect(),
            form: form.name,
        })?;
        if solution.values.is_empty() {
            return Err(Unreadable::NoSolution {
                form: form.name,
                status: solution.status,
            });
        }
        Ok(Self {
            form: form.name,
            ..solution
        })
    }

    /// The moves whose columns are 1, in the order of the columns. In the OPB format columns have numbers, x1, x2, ..., instead of names.
    ///
    /// # Errors
    /// The values are those of no moves, or of another model.
    pub fn moves(
        &self,
        program: &IntegerProgram,
        format: Format,
    ) -> Result<Vec<Move>, SolutionFault> {
        let values = self.by_column(program, format)?;
        let moves: Vec<Move> = program
            .columns
            .iter()
            .zip(&values)
            .filter_map(|(column, value)| match (column.variable, value) {
                (Variable::Move(mv), Some(true)) => Some(mv),
                _ => None,
            })
            .collect();
        check_dots(program, &values, &moves)?;
        match self.objective {
            // Solvers that only minimise negate it.
            Some(said) if (said.abs() - moves.len() as f64).abs() > TOLERANCE => {
                let found = moves.len();
                Err(SolutionFault::Objective { said, found })
            }
            _ => Ok(moves),
        }
    }

    /// Whether each column is 1; `None` where the file does not name it, or it is not an integer column.
    fn by_column(
        &self,
        program: &IntegerProgram,
        format: Format,
    ) -> Result<Vec<Option<bool>>, SolutionFault> {
        let name = |(number, variable): (usize, Variable)| match format {
            Format::Lp => variable.to_string(),
            Format::Opb => format!("x{}", number + 1),
        };
        let variables = program.columns.iter().map(|c| c.variable);
        let names = variables.enumerate().map(name);
        let columns: BTreeMap<String, usize> = names.zip(0..).collect();
        let mut values = vec![None; program.columns.len()];
        let mut seen = vec![false; program.columns.len()];
        for (name, value) in &self.values {
            let column = columns.get(name);
            let column = *column.ok_or_else(|| SolutionFault::Unknown(name.clone()))?;
            if std::mem::replace(&mut seen[column], true) {
                return Err(SolutionFault::Twice(name.clone()));
            }
            if program.columns[column].integer {
                let is_one = binary(*value);
                let is_one =
                    is_one.ok_or_else(|| SolutionFault::NotBinary(name.clone(), *value))?;
                values[column] = Some(is_one);
            }
        }
        Ok(values)
    }
}

fn binary(value: f64) -> Option<bool> {
    let is = |wanted: f64| (value - wanted).abs() <= TOLERANCE;
    (is(0.0) || is(1.0)).then(|| is(1.0))
}

/// Checks that the dots are those of the cross and of the moves, if the file names dots at all.
fn check_dots(
    program: &IntegerProgram,
    values: &[Option<bool>],
    moves: &[Move],
) -> Result<(), SolutionFault> {
    let variant = program.spec.variant;
    let dots = program.columns.iter().zip(values);
    let dots = dots.filter_map(|(column, &value)| match column.variable {
        Variable::Dot(cell) => Some((cell, value)),
        _ => None,
    });
    let dots: Vec<(Cell, Option<bool>)> = dots.collect();
    if dots.iter().all(|(_, value)| value.is_none()) {
        return Ok(());
    }
    for (cell, value) in dots {
        let variable = Variable::Dot(cell);
        let is_placed = is_cross_cell(variant, cell) || moves.iter().any(|mv| mv.dot() == cell);
        match (value.unwrap_or(false), is_placed) {
            (true, false) => return Err(SolutionFault::LooseDot(variable)),
            (false, true) => return Err(SolutionFault::NoDot(variable)),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
