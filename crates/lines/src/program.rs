//! The linear program of a node, solved by HiGHS. Nothing rests on its numbers: they only suggest integer multipliers, and integers decide.

use highs::{Col, HighsModelStatus as Status, Model, RowProblem, Sense};

use crate::closure::Known;
use crate::rows::{Row, RowName, base_rows};

/// HiGHS has not solved a linear program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("HiGHS did not solve a linear program: it says {0}")]
pub struct Unsolved(String);

/// The penalty that a solution pays for each required line that it does not draw. So every program has a solution, and multipliers.
const PENALTY: f64 = 1000.0;

/// The largest multiplier of a certificate (`paper/line-certificate.md`).
const LARGEST: i64 = 1_000_000_000;

/// The denominators of multipliers; the first that is fine enough is used.
const SCALES: [i64; 3] = [5040, 100_000, 10_000_000];

/// A linear program that rows are added to.
pub(crate) struct Program {
    /// By move: its column.
    columns: Vec<Option<Col>>,
    rows: Vec<Row>,
    model: Option<Model>,
}

/// The solution of a linear program that HiGHS found.
pub(crate) struct Relaxed {
    /// The largest sum of all columns, less penalties.
    pub(crate) value: f64,
    /// By move: the value of its column, 0 where it has none.
    pub(crate) solution: Vec<f64>,
    /// By row: its dual value.
    duals: Vec<f64>,
}

/// Multipliers of rows in units of 1/`scale`: they show that no game of the node has as many moves as was asked.
#[derive(Clone, Debug)]
pub struct Multipliers {
    pub(crate) scale: i64,
    pub(crate) rows: Vec<(i64, Row)>,
}

impl Program {
    /// The program of the rows that need no search, and of those of these that still say something.
    pub(crate) fn new(known: &Known<'_>, inherited: &[RowName]) -> Self {
        let mut problem = RowProblem::new();
        let mut columns = vec![None; known.candidates.len()];
        for m in known.live() {
            columns[m] = Some(problem.add_column(1.0, 0.0..));
        }
        let mut rows = base_rows(known);
        rows.extend(inherited.iter().filter_map(|name| Row::again(known, name)));
        for row in &rows {
            let mut terms = terms(&columns, row);
            if row.rhs < 0 {
                terms.push((problem.add_column(-PENALTY, 0.0..), -1.0));
            }
            problem.add_row(..=row.rhs, terms);
        }
        let mut model = problem.optimise(Sense::Maximise);
        model.make_quiet();
        model.set_option("threads", 1);
        model.set_option("parallel", "off");
        Self {
            columns,
            rows,
            model: Some(model),
        }
    }

    /// Adds rows that are not about required lines, and so need no penalty.
    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            let terms = terms(&self.columns, &row);
            self.model().add_row(..=row.rhs, terms);
            self.rows.push(row);
        }
    }

    /// The rows that have a multiplier in this solution.
    pub(crate) fn tight(&self, relaxed: &Relaxed) -> Vec<RowName> {
        let rows = self.rows.iter().zip(&relaxed.duals);
        let tight = rows.filter(|(_, dual)| dual.abs() > 1e-9);
        tight.map(|(row, _)| row.name.clone()).collect()
    }

    /// Solves it, from the last solution on.
    pub(crate) fn solve(&mut self) -> Result<Relaxed, Unsolved> {
        let model = self
            .model
            .take()
            .expect("it is there between two solutions");
        let solved = model
            .try_solve()
            .map_err(|status| Unsolved(format!("{status:?}")))?;
        if solved.status() != Status::Optimal {
            return Err(Unsolved(format!("{:?}", solved.status())));
        }
        let found = solved.get_solution();
        let value = |column: &Option<Col>| column.map_or(0.0, |c| found.columns()[c.index()]);
        let relaxed = Relaxed {
            value: solved.objective_value(),
            solution: self.columns.iter().map(value).collect(),
            duals: found.dual_rows().to_vec(),
        };
        self.model = Some(solved.into());
        Ok(relaxed)
    }

    /// The bounds of both children of the node if it is branched on the line that these moves draw: the line is drawn, or left out. What
    /// closure and further rows would find there is not in them. Afterwards the program has the same solutions as before.
    pub(crate) fn bounds_of_children(
        &mut self,
        moves: impl Iterator<Item = usize>,
    ) -> Result<[f64; 2], Unsolved> {
        let columns: Vec<Col> = moves.filter_map(|m| self.columns[m]).collect();
        let model = self.model();
        let unpaid = model.add_col(-PENALTY, 0.0.., []);
        let drawn = columns.iter().map(|&column| (column, -1.0));
        model.add_row(..=-1, drawn.chain([(unpaid, -1.0)]));
        let drawn = self.solve()?.value;
        // From here on the line may be left out for nothing.
        self.model().change_column_cost(unpaid, 0.0);
        self.limit(&columns, 0.0);
        let left_out = self.solve()?.value;
        self.limit(&columns, f64::INFINITY);
        Ok([drawn, left_out])
    }

    fn limit(&mut self, columns: &[Col], most: f64) {
        for &column in columns {
            self.model().change_column_bounds(column, 0.0..=most);
        }
    }

    fn model(&mut self) -> &mut Model {
        self.model
            .as_mut()
            .expect("it is there between two solutions")
    }

    /// Multipliers by which no game of the node has `target` moves, if those of the solution, rounded, are enough.
    pub(crate) fn refutes(
        &self,
        known: &Known<'_>,
        relaxed: &Relaxed,
        target: usize,
    ) -> Option<Multipliers> {
        SCALES.into_iter().find_map(|scale| {
            let rounded = self.rows.iter().zip(&relaxed.duals);
            let rounded = rounded
                .map(|(row, dual)| ((dual.abs() * scale as f64).round() as i64, row.clone()));
            let rows = rounded.filter(|&(factor, _)| factor > 0).collect();
            let multipliers = Multipliers { scale, rows };
            let is_enough = multipliers.bound(known) < scale * target as i64;
            (is_enough && multipliers.are_in_range()).then_some(multipliers)
        })
    }
}

fn terms(columns: &[Option<Col>], row: &Row) -> Vec<(Col, f64)> {
    let terms = row.terms.iter();
    terms
        .map(|&(m, f)| (columns[m].expect("rows are about live moves"), f64::from(f)))
        .collect()
}

impl Multipliers {
    /// No rows: enough where no move is left.
    pub(crate) const fn none() -> Self {
        Self {
            scale: 1,
            rows: Vec::new(),
        }
    }

    /// Whether a certificate may have them.
    fn are_in_range(&self) -> bool {
        self.rows.iter().all(|&(factor, _)| factor <= LARGEST)
    }

    /// The number of moves that no game of the node exceeds, in units of 1/`scale`.
    fn bound(&self, known: &Known<'_>) -> i64 {
        let mut left = vec![0; known.candidates.len()];
        known.live().for_each(|m| left[m] = self.scale);
        let mut sum = 0;
        for (factor, row) in &self.rows {
            sum += factor * i64::from(row.rhs);
            for &(m, f) in &row.terms {
                left[m] -= factor * i64::from(f);
            }
        }
        sum + left.into_iter().filter(|&rest| rest > 0).sum::<i64>()
    }
}

#[cfg(test)]
mod tests {
    use morpion_rules::record::known_games;

    use super::*;
    use crate::candidates::Candidates;

    /// The bound of a node without further rows.
    fn bound(known: &Known<'_>) -> f64 {
        Program::new(known, &[]).solve().unwrap().value
    }

    /// What the trial of a line says is what the programs of its children say, and the program goes on as before.
    #[test]
    fn bounds_of_children_are_those_of_their_own_programs() {
        for game in known_games().iter().filter(|game| game.moves.len() < 80) {
            let lines = game.moves.iter().map(|mv| mv.line);
            let candidates = Candidates::new(game.variant, lines);
            let known = Known::new(&candidates);
            let mut program = Program::new(&known, &[]);
            let whole = program.solve().unwrap().value;
            for line in (0..candidates.lines.len()).step_by(7) {
                let tried = program.bounds_of_children(known.live_of(line)).unwrap();
                let (mut drawn, mut without) = (known.clone(), known.clone());
                drawn.required.push(line);
                for &m in &candidates.moves_of[line] {
                    without.out.insert(m);
                }
                for (tried, child) in tried.into_iter().zip([drawn, without]) {
                    assert!((tried - bound(&child)).abs() < 1e-6, "{line}");
                }
                assert!((program.solve().unwrap().value - whole).abs() < 1e-6);
            }
        }
    }
}
