//! The program as a file: LP (CPLEX LP format) and OPB (pseudo-Boolean).
//!
//! Each writer promises that the file says the same as the program, row by row, under
//! the names of [`super::names`]; the tests read the files back. Formats: the CPLEX file format
//! reference for LP; the input format of the pseudo-Boolean competitions for OPB.

use std::fmt::{self, Write};

use super::{Column, IntegerProgram, Row, Sense};

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CPLEX LP.
    Lp,
    /// Pseudo-Boolean, for programs whose columns are all 0 or 1.
    Opb,
}

/// The text names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format: use lp or opb")]
pub struct ParseFormatError(String);

impl std::str::FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "lp" => Ok(Self::Lp),
            "opb" => Ok(Self::Opb),
            _ => Err(ParseFormatError(text.to_owned())),
        }
    }
}

/// The name of the first column that is not 0 or 1, which OPB cannot express.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "OPB files hold 0-1 columns only, and `{0}` is continuous: write lp, or use order cuts instead of ord"
)]
pub struct NotBinary(String);

impl IntegerProgram {
    /// The program as the text of a file.
    ///
    /// # Errors
    /// When the format cannot express it.
    pub fn to_text(&self, format: Format) -> Result<String, NotBinary> {
        let mut out = String::new();
        let written = match format {
            Format::Lp => self.lp(&mut out),
            Format::Opb => {
                self.require_binary()?;
                self.opb(&mut out)
            }
        };
        written.expect("writing to a string does not fail");
        Ok(out)
    }

    fn require_binary(&self) -> Result<(), NotBinary> {
        let continuous = self.columns.iter().find(|c| !c.integer);
        continuous.map_or(Ok(()), |c| Err(NotBinary(c.variable.to_string())))
    }

    /// The lines at the head of the file, without comment signs: the program's parameters, and how to read the names of moves.
    fn title(&self) -> [String; 2] {
        [
            self.spec.to_string(),
            "move_X_Y_D_I: line from (X,Y) in direction D (0 - 1 | 2 \\ 3 /), places its cell I; m = minus"
                .to_owned(),
        ]
    }

    pub(super) fn objective_terms(&self) -> Vec<(u32, i32)> {
        let terms = (0..).zip(self.columns.iter().map(|c| c.objective));
        terms.filter(|&(_, factor)| factor != 0).collect()
    }

    fn lp(&self, out: &mut String) -> fmt::Result {
        for line in self.title() {
            writeln!(out, "\\ {line}")?;
        }
        write!(out, "Maximize\n obj:")?;
        self.lp_sum(out, &self.objective_terms())?;
        writeln!(out, "\nSubject To")?;
        for row in &self.rows {
            write!(out, " {}:", row.name)?;
            self.lp_sum(out, &row.terms)?;
            writeln!(out, " {} {}", row.sense.symbol(), row.rhs)?;
        }
        writeln!(out, "Bounds")?;
        for column in self.columns.iter().filter(|c| !is_free_binary(c)) {
            lp_bound(out, column)?;
        }
        // Fixed dots stand under Generals: Binaries would reset their bounds in some readers.
        lp_names(
            out,
            "Binaries",
            self.columns.iter().filter(|c| is_free_binary(c)),
        )?;
        let fixed = |c: &&Column| c.integer && !is_free_binary(c);
        lp_names(out, "Generals", self.columns.iter().filter(fixed))?;
        writeln!(out, "End")
    }

    /// Terms, a few a line: readers limit the length of a line.
    fn lp_sum(&self, out: &mut String, terms: &[(u32, i32)]) -> fmt::Result {
        for (i, &(column, factor)) in terms.iter().enumerate() {
            if i > 0 && i % 8 == 0 {
                write!(out, "\n  ")?;
            }
            let sign = if factor < 0 { '-' } else { '+' };
            match factor.unsigned_abs() {
                1 => write!(out, " {sign} ")?,
                size => write!(out, " {sign} {size} ")?,
            }
            write!(out, "{}", self.columns[column as usize].variable)?;
        }
        Ok(())
    }

    fn opb(&self, out: &mut String) -> fmt::Result {
        let fixed: Vec<usize> = (0..self.columns.len())
            .filter(|&i| self.columns[i].lower == 1)
            .collect();
        let (variables, constraints) = (self.columns.len(), self.rows.len() + fixed.len());
        writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
        for line in self.title() {
            writeln!(out, "* {line}")?;
        }
        // The format wants x1, x2, ...; the names stand in comments.
        for (number, column) in (1..).zip(&self.columns) {
            writeln!(out, "* x{number} = {}", column.variable)?;
        }
        // There is only minimisation.
        write!(out, "min:")?;
        opb_sum(out, &self.objective_terms(), -1)?;
        for i in fixed {
            write!(
                out,
                "* L1 {}\n+1 x{} >= 1 ;\n",
                self.columns[i].variable,
                i + 1
            )?;
        }
        for row in &self.rows {
            opb_row(out, row)?;
        }
        Ok(())
    }
}

fn is_free_binary(column: &Column) -> bool {
    column.integer && (column.lower, column.upper) == (0, 1)
}

fn lp_bound(out: &mut String, column: &Column) -> fmt::Result {
    let Column {
        variable,
        lower,
        upper,
        ..
    } = column;
    if lower == upper {
        writeln!(out, " {variable} = {lower}")
    } else {
        writeln!(out, " {lower} <= {variable} <= {upper}")
    }
}

fn lp_names<'a>(
    out: &mut String,
    heading: &str,
    columns: impl Iterator<Item = &'a Column>,
) -> fmt::Result {
    writeln!(out, "{heading}")?;
    for column in columns {
        writeln!(out, " {}", column.variable)?;
    }
    Ok(())
}

fn opb_row(out: &mut String, row: &Row) -> fmt::Result {
    // Only `>=` and `=` are allowed.
    let sign = if row.sense == Sense::AtMost { -1 } else { 1 };
    let symbol = if row.sense == Sense::Equal { "=" } else { ">=" };
    writeln!(out, "* {}", row.name)?;
    for &(column, factor) in &row.terms {
        write!(out, "{:+} x{} ", sign * factor, column + 1)?;
    }
    writeln!(out, "{symbol} {} ;", sign * row.rhs)
}

fn opb_sum(out: &mut String, terms: &[(u32, i32)], sign: i32) -> fmt::Result {
    for &(column, factor) in terms {
        write!(out, " {:+} x{}", sign * factor, column + 1)?;
    }
    writeln!(out, " ;")
}
