//! The tables as text, theirs beside ours.

use super::comparison::{BestLine, Comparison, Line};
use super::statistics::Statistics;
use crate::text::align;

/// What stands above all tables.
const LEGEND: &str = "\
theirs: the paper's budget, score (mean of so many runs) and seconds a run, on the machine it names
ours: budget, runs, mean, standard deviation, least to greatest score, wall seconds a run on one thread
difference: our mean less theirs, where the budgets are the same; * where it is more than two standard errors
";

const HEADINGS: [&str; 13] = [
    "row",
    "column",
    "their budget",
    "score",
    "of",
    "time",
    "our budget",
    "runs",
    "mean",
    "deviation",
    "range",
    "time",
    "difference",
];

/// All tables; `quick` says that their runs were scaled down.
pub fn text(comparisons: &[Comparison], quick: bool) -> String {
    let mut text = LEGEND.to_owned();
    if quick {
        text.push_str(
            "quick form: fewer runs than the full form on every line; budgets marked \"scaled down\" are \
             smaller than the paper's, too\n",
        );
    }
    for comparison in comparisons {
        text.push('\n');
        text.push_str(&one(comparison));
    }
    text
}

fn one(comparison: &Comparison) -> String {
    let Comparison {
        paper,
        names,
        title,
        ..
    } = comparison;
    let plural = if names.len() == 1 { "table" } else { "tables" };
    let names = names.join(" and ");
    let mut text = format!(
        "{}, {plural} {names}: {title}\n({}; their machine: {})\n",
        paper.title(),
        comparison.note,
        paper.machine()
    );
    text.push_str(&if comparison.best.is_empty() {
        lines(&comparison.lines)
    } else {
        best(&comparison.best)
    });
    text
}

fn lines(lines: &[Line]) -> String {
    const L: bool = false;
    const R: bool = true;
    let heads = std::iter::once(HEADINGS.map(str::to_owned));
    align(
        heads.chain(lines.iter().map(cells_of)),
        &[L, L, L, R, R, R, L, R, R, R, R, R, R],
    )
}

fn cells_of(line: &Line) -> [String; 13] {
    let dash = || "-".to_owned();
    let our_budget = match &line.our_budget {
        Some(budget) if line.scaled_down => format!("scaled down: {budget}"),
        Some(budget) => budget.clone(),
        None => "left out: scaled down as above".to_owned(),
    };
    let ours = |value: &dyn Fn(&Statistics) -> String| line.ours.as_ref().map_or_else(dash, value);
    // A blank in its place keeps the decimal points in line.
    let mark = if line.differs { "*" } else { " " };
    [
        line.row.clone(),
        line.column.clone(),
        line.their_budget.clone(),
        line.their_mean.map_or_else(dash, |m| format!("{m:.1}")),
        line.their_runs.to_string(),
        line.their_seconds.map_or_else(dash, |s| format!("{s} s")),
        our_budget,
        ours(&|s| s.runs.to_string()),
        ours(&|s| format!("{:.1}", s.mean)),
        ours(&|s| format!("{:.1}", s.deviation)),
        ours(&|s| format!("{}-{}", s.min, s.max)),
        line.our_seconds.map_or_else(dash, seconds),
        line.difference
            .map_or_else(dash, |d| format!("{d:+.1}{mark}")),
    ]
}

/// Three digits or so, from milliseconds to days.
fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.3} s"),
        s if s < 1000.0 => format!("{s:.1} s"),
        s => format!("{s:.0} s"),
    }
}

fn best(rows: &[BestLine]) -> String {
    let head = ["rules", "algorithm", "their best", "our best", "our runs"].map(str::to_owned);
    let cells = |row: &BestLine| {
        [
            row.variant.to_string(),
            row.algorithm.to_owned(),
            row.theirs.to_string(),
            row.ours.map_or_else(|| "-".to_owned(), |n| n.to_string()),
            row.runs.to_string(),
        ]
    };
    let rows = rows.iter().map(cells);
    align(
        std::iter::once(head).chain(rows),
        &[false, false, true, true, true],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::comparison::compare;
    use crate::tables::comparison::tests::{QUICK, made_up, runs};

    #[test]
    fn tables_of_made_up_figures() {
        let comparisons = compare(&made_up(), &QUICK, &runs());
        insta::assert_snapshot!(text(&comparisons, true));
    }

    #[test]
    fn only_the_quick_form_says_that_it_is() {
        assert!(!text(&[], false).contains("quick"));
        assert!(text(&[], true).contains("quick form: fewer runs"));
    }

    #[test]
    fn times_from_milliseconds_to_days() {
        let texts = [0.008, 9.8, 98.0, 978.0, 17_141.0].map(seconds);
        assert_eq!(
            texts,
            ["0.008 s", "9.800 s", "98.0 s", "978.0 s", "17141 s"]
        );
    }
}
