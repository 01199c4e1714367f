//! The results of a contest: one line for each cell, compared with the paper or with the first searcher, and curves.

use std::collections::HashMap;

use morpion_output::draw::Curve;
use morpion_output::text::{align, count};
use serde::Serialize;

use crate::contest::{Cell, Row, Scores, Theirs};
use crate::law::{Law, mean_and_error};
use crate::runs::{Key, Run};

/// The results of the cells of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The paper, or nothing.
    pub heading: String,
    /// The row.
    pub label: String,
    /// Its cells that have runs.
    pub lines: Vec<Line>,
    /// The curves of these cells.
    #[serde(skip)]
    pub curves: Vec<Curve>,
}

/// The results of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The label of the cell in its row.
    pub column: String,
    /// The number of runs; for the best of n games, the games that were counted over n.
    pub runs: f64,
    /// Their mean score.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The scores that one, ten and nineteen in twenty do not exceed.
    pub quantiles: [u32; 3],
    /// The best score.
    pub best: u32,
    /// Wall seconds of a run, where runs are searches.
    pub seconds: Option<f64>,
    /// The paper's result.
    pub theirs: Option<Theirs>,
    /// Our mean less theirs, or the mean difference to the first searcher with the same seeds; and its standard error.
    pub difference: Option<(f64, f64)>,
    /// Whether that is more than three errors, with at least [`ENOUGH`] runs.
    pub differs: bool,
    /// Whether a single score of theirs lies outside of nine tenths of our runs, of which there are at least [`ENOUGH`].
    pub is_rare: bool,
}

/// The number of runs from which on the spread is known well enough to mark differences: three runs that have the same score by chance
/// would mark all.
pub const ENOUGH: f64 = 10.0;

/// The standing of each row; rows without runs are left out.
pub fn standings(rows: &[Row], runs: &[Run]) -> Vec<Standing> {
    let mut by_key: HashMap<Key, Vec<&Run>> = HashMap::new();
    for run in runs {
        let (variant, algorithm, parameters) = run.key();
        // All runs of an algorithm together, for the longest of them.
        let all = (variant, algorithm.clone(), String::new());
        if !parameters.is_empty() {
            by_key.entry(all).or_default().push(run);
        }
        let own = (variant, algorithm, parameters);
        by_key.entry(own).or_default().push(run);
    }
    let own = |cell: &Cell| by_key.get(&cell.key).cloned().unwrap_or_default();
    let all = rows.iter().map(|row| standing(row, own));
    all.filter(|standing| !standing.lines.is_empty()).collect()
}

fn standing<'a>(row: &Row, runs: impl Fn(&Cell) -> Vec<&'a Run>) -> Standing {
    let first = runs(&row.cells[0]);
    let (mut lines, mut curves) = (Vec::new(), Vec::new());
    for (i, cell) in row.cells.iter().enumerate() {
        let own = runs(cell);
        let Some(law) = law(&cell.scores, &own) else {
            continue;
        };
        let difference = match &cell.theirs {
            Some(theirs) => against(&law, theirs),
            None if i > 0 && row.heading.is_empty() => paired(&first, &own),
            None => None,
        };
        lines.push(line(cell, &law, &own, difference));
        curves.push(Curve {
            label: cell.column.clone(),
            shares: law.shares,
            mark: cell.theirs.as_ref().map(|theirs| theirs.score),
        });
    }
    Standing {
        heading: row.heading.clone(),
        label: row.label.clone(),
        lines,
        curves,
    }
}

fn law(scores: &Scores, runs: &[&Run]) -> Option<Law> {
    match scores {
        Scores::Of(_) => Law::of(runs.iter().map(|run| (run.score, 1))),
        Scores::BestOf(games, _) => {
            let lengths = Law::of(runs.iter().map(|run| (run.score, run.games)))?;
            Some(lengths.best_of(*games))
        }
        Scores::Longest => {
            let best = runs.iter().map(|run| run.score).max()?;
            Law::of([(best, runs.len() as u64)])
        }
    }
}

/// Our mean less theirs, and its error if their runs spread as ours do. `None` with fewer than two runs of ours, or if the number of
/// theirs is unknown.
fn against(law: &Law, theirs: &Theirs) -> Option<(f64, f64)> {
    let error = (1.0 / law.runs + 1.0 / f64::from(theirs.runs)).sqrt() * law.deviation();
    (law.runs >= 2.0 && theirs.runs > 0).then(|| (law.mean() - theirs.score, error))
}

/// The mean of the second less the first, seed by seed, and its error.
fn paired(first: &[&Run], second: &[&Run]) -> Option<(f64, f64)> {
    let first: HashMap<u64, u32> = first.iter().map(|run| (run.seed, run.score)).collect();
    let pair = |run: &&Run| Some(f64::from(run.score) - f64::from(*first.get(&run.seed)?));
    mean_and_error(&second.iter().filter_map(pair).collect::<Vec<_>>())
}

fn line(cell: &Cell, law: &Law, runs: &[&Run], difference: Option<(f64, f64)>) -> Line {
    let seconds = runs.iter().map(|run| run.seconds).sum::<f64>() / runs.len() as f64;
    let quantiles = [0.05, 0.5, 0.95].map(|share| law.quantile(share));
    let single = cell.theirs.as_ref().filter(|theirs| theirs.runs == 1);
    let common = f64::from(quantiles[0])..=f64::from(quantiles[2]);
    let is_known = law.runs >= ENOUGH;
    let is_far = difference.is_some_and(|(difference, error)| difference.abs() > 3.0 * error);
    Line {
        column: cell.column.clone(),
        runs: law.runs,
        mean: law.mean(),
        deviation: law.deviation(),
        quantiles,
        best: law.quantile(1.0),
        seconds: matches!(cell.scores, Scores::Of(_)).then_some(seconds),
        theirs: cell.theirs.clone(),
        difference,
        differs: is_known && is_far,
        is_rare: is_known && single.is_some_and(|theirs| !common.contains(&theirs.score)),
    }
}

/// The legend above the tables.
const LEGEND: &str = "\
mean: of our runs, with their standard deviation; 5-95 %: nine runs of ten lie there
theirs: the paper's score, or its mean of so many runs
apart: our mean less theirs, or less the first searcher's with the same seeds, with its standard error
*: more than three standard errors; ~: a single score of theirs that lies outside of 5-95 %; both of ten runs or more
";

const HEADER: [&str; 11] = [
    "row", "", "runs", "mean", "median", "5-95 %", "best", "seconds", "theirs", "apart", "",
];

/// The standings as text.
pub fn text(standings: &[Standing]) -> String {
    let mut text = LEGEND.to_owned();
    for part in standings.chunk_by(|a, b| a.heading == b.heading) {
        let cell = |standing: &Standing, line| words(&standing.label, line);
        let cells = part
            .iter()
            .flat_map(|s| s.lines.iter().map(move |line| cell(s, line)));
        let table = align(
            HEADER,
            cells,
            &std::array::from_fn(|i| (2..10).contains(&i)),
        );
        let lines = || part.iter().flat_map(|standing| &standing.lines);
        let compared = lines().filter(|line| line.difference.is_some());
        let compared = count(compared.count(), "difference");
        let apart = lines().filter(|line| line.differs).count();
        let heading = part[0].heading.as_str();
        let heading = if heading.is_empty() {
            ""
        } else {
            &format!("{heading}\n")
        };
        text += &format!("\n{heading}{table}{compared}, {apart} of more than three errors\n");
    }
    text
}

fn words(label: &str, line: &Line) -> [String; 11] {
    let [low, median, high] = line.quantiles;
    let theirs = line.theirs.as_ref().map(|theirs| match theirs.runs {
        0 => format!("{} best", theirs.score),
        1 => format!("{} once", theirs.score),
        n => format!("{:.1} of {n}", theirs.score),
    });
    let apart = line
        .difference
        .map(|(mean, error)| format!("{mean:+.1} ± {error:.1}"));
    let marks = [
        if line.differs { "*" } else { "" },
        if line.is_rare { "~" } else { "" },
    ];
    [
        label.to_owned(),
        line.column.clone(),
        format!("{:.0}", line.runs),
        format!("{:.1} ± {:.1}", line.mean, line.deviation),
        median.to_string(),
        format!("{low}-{high}"),
        line.best.to_string(),
        line.seconds.map_or(String::new(), |s| format!("{s:.2}")),
        theirs.unwrap_or_default(),
        apart.unwrap_or_default(),
        marks.concat(),
    ]
}

impl Standing {
    /// The name of its picture: author and row.
    pub fn name(&self) -> String {
        let author = self.heading.split([',', ' ']).next().unwrap_or_default();
        format!("{author} {}", self.label).trim_start().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use morpion_rules::geometry::Variant;
    use morpion_search::running::Budget;

    use super::*;
    use crate::contest::of_searchers;
    use crate::papers;

    fn runs(key: &Key, scores: &[u32]) -> Vec<Run> {
        let run = |(seed, &score)| Run {
            seed,
            variant: key.0,
            algorithm: key.1.clone(),
            parameters: key.2.clone(),
            score,
            games: 10,
            seconds: 2.0,
        };
        (1..).zip(scores).map(run).collect()
    }

    fn row(paper: &str, label: &str) -> Row {
        let mut rows = papers::rows(paper).into_iter();
        rows.find(|row| row.label.ends_with(label)).unwrap()
    }

    #[test]
    fn a_mean_is_held_against_theirs() {
        let row = row("2007-heuristics", "5T RS1");
        let scores = [[91, 95].repeat(20), [88, 91].repeat(20)];
        let of = |scores: &[u32]| {
            standings(std::slice::from_ref(&row), &runs(&row.cells[2].key, scores))
        };
        let far = &of(&scores[0])[0];
        assert_eq!((far.lines.len(), far.curves.len()), (1, 1));
        let line = &far.lines[0];
        assert_eq!(
            (line.runs, line.mean, line.best, line.seconds),
            (40.0, 93.0, 95, Some(2.0))
        );
        let (difference, error) = line.difference.unwrap();
        // Deviation 2.03 of 40 and of 20 runs.
        assert!(
            (difference - 4.1).abs() < 1e-9 && (error - 0.555).abs() < 0.001,
            "{error}"
        );
        assert!(line.differs && !of(&scores[1])[0].lines[0].differs);
        assert!(text(std::slice::from_ref(far)).contains("+4.1 ± 0.6  *"));
        assert_eq!(
            of(&[90])[0].lines[0].difference,
            None,
            "one run says nothing of errors"
        );
    }

    #[test]
    fn a_single_score_is_rare_outside_of_nine_runs_of_ten() {
        let row = row("2007-reflexive", ": 100 games by meta-games");
        let is_rare = |scores: &[u32]| {
            standings(std::slice::from_ref(&row), &runs(&row.cells[3].key, scores))[0].lines[0]
                .is_rare
        };
        assert!(is_rare(&[[70; 20], [72; 20]].concat()));
        assert!(!is_rare(&[[70; 18], [78; 18]].concat()));
    }

    #[test]
    fn random_games_are_held_against_theirs_by_the_law_of_the_best() {
        let row = row("2007-reflexive", "random games");
        let mut lengths = runs(&row.cells[0].key, &[55, 64]);
        lengths[0].games = 999_999;
        lengths[1].games = 1;
        let lines = &standings(std::slice::from_ref(&row), &lengths)[0].lines;
        assert_eq!(
            (lines[0].runs, lines[0].quantiles, lines[0].best),
            (100_000.0, [55; 3], 64)
        );
        assert!((lines[5].mean - (64.0 - 9.0 / std::f64::consts::E)).abs() < 1e-3);
        assert_eq!((lines[5].runs, lines[5].difference), (1.0, None));
    }

    #[test]
    fn the_longest_is_that_of_all_runs_of_an_algorithm() {
        let rows = [
            row("2007-heuristics", "5T RS1"),
            row("2007-heuristics", "5T best"),
        ];
        let all = [
            runs(&rows[0].cells[0].key, &[80, 99]),
            runs(&rows[0].cells[1].key, &[90]),
        ]
        .concat();
        let lines = &standings(&rows, &all)[1].lines;
        assert_eq!((lines.len(), lines[0].best, lines[0].runs), (1, 99, 3.0));
        assert!(!lines[0].differs && lines[0].difference.is_none());
    }

    #[test]
    fn searchers_are_paired_by_their_seeds() {
        let searchers = ["rs1", "rs2"].map(str::to_owned);
        let rows = of_searchers(&searchers, &[Variant::D5], Budget::default()).unwrap();
        let lines = |pairs: u32| {
            let scores = |more| {
                (60..60 + pairs)
                    .map(|score| score + more)
                    .collect::<Vec<_>>()
            };
            let first = runs(&rows[0].cells[0].key, &scores(0));
            let mut second = runs(&rows[0].cells[1].key, &[scores(1), vec![90]].concat());
            second.rotate_left(2);
            standings(&rows, &[first, second].concat()).remove(0).lines
        };
        let many = lines(10);
        let differences = [many[0].difference, many[1].difference];
        assert_eq!(differences, [None, Some((1.0, 0.0))]);
        assert!(many[1].differs);
        let few = &lines(3)[1];
        assert_eq!((few.difference, few.differs), (many[1].difference, false));
    }
}
