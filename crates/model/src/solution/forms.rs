//! The forms in which solvers write solutions, each with its reader, told apart by the first line.
//!
//! Sources: the file formats in the manuals of HiGHS, SCIP and Gurobi, the files that HiGHS 1.16, SCIP 10, Gurobi 13 and CBC 2.10 wrote
//! of our models, and the output format of the pseudo-Boolean competitions.

/// The solution in a solver's file, with the status and the objective that the file states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The name of the form in which it is written.
    pub form: &'static str,
    /// How the solver ended, in its words; not every form says so.
    pub status: Option<String>,
    /// The objective, which some solvers negate; not every form says so.
    pub objective: Option<f64>,
    /// Names and values, in the order of the file. Columns that are not there are 0.
    pub values: Vec<(String, f64)>,
}

/// The number of a line, from 1, and its text.
type Line<'a> = (usize, &'a str);
/// The result of a reader; the error is the first line that it cannot read.
type Read<'a> = Result<Solution, Line<'a>>;

/// One form of solution files.
pub(super) struct Form {
    pub(super) name: &'static str,
    /// Whether a file whose first line is this one has the form.
    pub(super) begins: fn(&str) -> bool,
    /// Reads lines that are not empty, without blanks around them.
    pub(super) read: for<'a> fn(&[Line<'a>]) -> Read<'a>,
}

/// All forms; the last one takes every file that no other takes.
pub(super) const FORMS: [Form; 6] = [
    Form {
        name: "a HiGHS solution",
        begins: |first| first == "Model status",
        read: highs,
    },
    Form {
        name: "a HiGHS table",
        begins: |first| first == "Columns",
        read: highs_table,
    },
    Form {
        name: "a SCIP solution",
        // Its shell writes the status before the objective, its library does not.
        begins: |first| {
            first.starts_with("solution status:") || first.starts_with("objective value:")
        },
        read: scip,
    },
    Form {
        name: "a CBC solution",
        begins: |first| first.contains(" - objective value "),
        read: cbc,
    },
    Form {
        name: "the output of a pseudo-Boolean solver",
        begins: is_pseudo_boolean,
        read: pseudo_boolean,
    },
    Form {
        name: "a list of names and values",
        begins: |_| true,
        read: plain,
    },
];

/// `NAME VALUE ...`
fn named(words: &[&str]) -> Option<(String, f64)> {
    let [name, value, ..] = words else {
        return None;
    };
    // A number in the place of the name: the line has another form.
    let is_name = name.parse::<f64>().is_err();
    let value: f64 = value.parse().ok()?;
    (is_name && value.is_finite()).then(|| (name.to_string(), value))
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Two words on each line. Gurobi writes comments before them, one with the objective.
fn plain<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution::default();
    for &line in lines {
        if let Some(comment) = line.1.strip_prefix('#') {
            let said = comment.trim().strip_prefix("Objective value =");
            solution.objective = said.and_then(number).or(solution.objective);
            continue;
        }
        let value = words(line.1);
        let value = Some(value).filter(|words| words.len() == 2);
        let value = value.and_then(|words| named(&words));
        solution.values.push(value.ok_or(line)?);
    }
    Ok(solution)
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|n: &f64| n.is_finite())
}

/// Sections, each headed by a `#`; the columns are in that of primal values. A sparse file has the index behind each value.
fn highs<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution {
        status: lines.get(1).map(|&(_, status)| status.to_owned()),
        ..Solution::default()
    };
    let is_section = |line: &str| line.starts_with('#');
    let mut primal = lines
        .iter()
        .skip_while(|line| line.1 != "# Primal solution values")
        .skip(1)
        .take_while(|line| !is_section(line.1) || line.1.starts_with("# Columns"));
    for &(_, line) in primal.by_ref().take_while(|line| !is_section(line.1)) {
        let said = line.strip_prefix("Objective ");
        solution.objective = said.and_then(number).or(solution.objective);
    }
    for &line in primal {
        solution.values.push(named(&words(line.1)).ok_or(line)?);
    }
    Ok(solution)
}

/// A table of columns, then one of rows, then the status and the objective.
fn highs_table<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution::default();
    for &(_, line) in lines {
        let said = |words| line.strip_prefix(words).map(str::trim);
        let status = said("Model status:").map(str::to_owned);
        solution.status = status.or(solution.status);
        let objective = said("Objective value:").and_then(number);
        solution.objective = objective.or(solution.objective);
    }
    // Below the title and the heading.
    let columns = lines.iter().skip(2);
    for &line in columns.take_while(|line| line.1 != "Rows") {
        solution.values.push(row_of_table(line.1).ok_or(line)?);
    }
    Ok(solution)
}

/// Index, status, lower and upper bound, value, dual value, type and name. The status and the dual value may be blank, so the value is the
/// fourth number.
fn row_of_table(line: &str) -> Option<(String, f64)> {
    let words = words(line);
    let (name, words) = words.split_last()?;
    let value = words
        .iter()
        .filter(|word| word.parse::<f64>().is_ok())
        .nth(3)?;
    named(&[name, value])
}

/// The status, the objective, then names and values with the factor in the objective behind them.
fn scip<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution::default();
    for &line in lines {
        if let Some(status) = line.1.strip_prefix("solution status:") {
            solution.status = Some(status.trim().to_owned());
        } else if let Some(said) = line.1.strip_prefix("objective value:") {
            solution.objective = Some(number(said).ok_or(line)?);
        } else if line.1 != "no solution available" {
            solution.values.push(named(&words(line.1)).ok_or(line)?);
        }
    }
    Ok(solution)
}

/// The status and the objective, then index, name, value and reduced cost; two stars before what breaks a bound or row.
fn cbc<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution::default();
    for (index, &line) in lines.iter().enumerate() {
        match line.1.split_once(" - objective value ") {
            Some((status, said)) if index == 0 => {
                solution.status = Some(status.to_owned());
                solution.objective = number(said);
            }
            _ => {
                let words = words(line.1.trim_start_matches("**"));
                let value = words.get(1..).and_then(named);
                solution.values.push(value.ok_or(line)?);
            }
        }
    }
    Ok(solution)
}

fn is_pseudo_boolean(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("c" | "o" | "s" | "v"))
}

/// A letter stands before each line: comment, objective, status or values. A value is a name, after a minus sign if it is 0. Of several
/// objectives the last one counts.
fn pseudo_boolean<'a>(lines: &[Line<'a>]) -> Read<'a> {
    let mut solution = Solution::default();
    for &line in lines {
        let (kind, rest) = line
            .1
            .split_once(char::is_whitespace)
            .unwrap_or((line.1, ""));
        match kind {
            "c" => {}
            "o" => solution.objective = Some(number(rest).ok_or(line)?),
            "s" => solution.status = Some(rest.trim().to_owned()),
            "v" => solution.values.extend(words(rest).into_iter().map(literal)),
            _ => return Err(line),
        }
    }
    Ok(solution)
}

fn literal(word: &str) -> (String, f64) {
    match word.strip_prefix('-') {
        Some(name) => (name.to_owned(), 0.0),
        None => (word.to_owned(), 1.0),
    }
}
