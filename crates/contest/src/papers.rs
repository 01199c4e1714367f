//! The contests of papers, from one table, `papers.csv`: each line of it is a line of a paper's table, and each word of its lists is a
//! cell.

use std::time::Duration;

use morpion_rules::geometry::Variant;
use morpion_search::running::Budget;
use morpion_search::searchers::Draw;
use serde::Deserialize;

use crate::contest::{Cell, Row, Scores, Theirs, lengths, searcher};

/// The papers with searchers: their names here, and their titles.
pub const PAPERS: [(&str, &str); 4] = [
    (
        "2007-reflexive",
        "Cazenave, Reflexive Monte-Carlo Search (2007)",
    ),
    (
        "2007-heuristics",
        "Hyyrö and Poranen, New Heuristics for Morpion Solitaire (2007)",
    ),
    (
        "2020-ranked-reward",
        "Wang, Preuss, Emmerich and Plaat, Tackling Morpion Solitaire with Ranked Reward (2020)",
    ),
    (
        "2023-report",
        "Neveu and Doubabi, Morpion Solitaire Development Report (2023)",
    ),
];

/// Runs of a cell by how long one takes on a core of 2026, in full and quick: so that all but those of hours take an hour of two cores,
/// and the quick ones five minutes.
const COSTS: [(char, (u64, u64)); 5] = [
    // A tenth of a second, some seconds, a minute at most; some minutes; hours.
    ('i', (400, 40)),
    ('s', (100, 5)),
    ('m', (20, 0)),
    ('l', (8, 0)),
    ('h', (0, 0)),
];

/// A line of the table of the papers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    paper: String,
    /// The table in the paper, or the place where else it says so.
    table: String,
    label: String,
    variant: Variant,
    /// The searcher in the words of the command line; `{}` stands for the word of the column.
    searcher: String,
    /// `N games` or `N s`, with `{}` as well; or nothing.
    budget: String,
    columns: String,
    /// Runs behind a score; 0 for the best of a number that is not told.
    runs: u32,
    /// Theirs: a mean, a score, or several scores with `/` between; `-` for nothing.
    scores: String,
    /// Theirs, of a run.
    seconds: String,
    /// A letter of [`COSTS`] for each column, or one for all.
    costs: String,
}

/// The rows of a paper's tables.
///
/// # Panics
/// If the table is not well-formed; it comes with the program.
pub fn rows(paper: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(include_str!("papers.csv").as_bytes());
    let lines = reader.deserialize();
    let lines = lines.map(|line| line.expect("the table is well-formed"));
    let own = lines.filter(|line: &Entry| line.paper == paper);
    own.map(|line| line.row()).collect()
}

impl Entry {
    fn row(&self) -> Row {
        let title = PAPERS.iter().find(|(name, _)| *name == self.paper);
        let columns = self.columns.split(' ').enumerate();
        Row {
            heading: title.expect("a paper has a title").1.to_owned(),
            label: format!("{}: {}", self.table, self.label),
            cells: columns.map(|(i, column)| self.cell(i, column)).collect(),
        }
    }

    fn cell(&self, i: usize, column: &str) -> Cell {
        let words = self.searcher.replace("{}", column);
        let (key, scores) = if self.runs == 0 {
            ((self.variant, words, String::new()), Scores::Longest)
        } else if words.starts_with("sampling") {
            let mobility = words.ends_with("--mobility");
            let (key, work) = lengths(self.variant, Draw { mobility });
            let games = column.parse().expect("a number of games");
            (key, Scores::BestOf(games, work))
        } else {
            let budget = budget(&self.budget.replace("{}", column));
            let searcher = searcher(&words, self.variant, budget);
            let (key, work) = searcher.expect("the table names searchers");
            (key, Scores::Of(work))
        };
        let letter = self.costs.chars().nth(i).or(self.costs.chars().next());
        let cost = COSTS.iter().find(|(name, _)| Some(*name) == letter);
        Cell {
            column: column.to_owned(),
            key,
            scores,
            runs: cost.expect("a cost has a letter").1,
            theirs: self.theirs(i),
        }
    }

    fn theirs(&self, i: usize) -> Option<Theirs> {
        let scores = self.scores.split(' ').nth(i)?.split('/');
        let scores: Vec<f64> = scores.filter_map(|score| score.parse().ok()).collect();
        let seconds = self.seconds.split(' ').nth(i);
        (!scores.is_empty()).then(|| Theirs {
            score: scores.iter().sum::<f64>() / scores.len() as f64,
            runs: self.runs * scores.len() as u32,
            seconds: seconds.and_then(|s| s.parse().ok()),
        })
    }
}

fn budget(words: &str) -> Budget {
    let (number, unit) = words.split_once(' ').unwrap_or_default();
    let number = number.parse();
    Budget {
        playouts: number.clone().ok().filter(|_| unit == "games"),
        time: number.ok().filter(|_| unit == "s").map(Duration::from_secs),
        ..Budget::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_has_the_cells_that_it_has_published() {
        let cells = |paper| rows(paper).iter().map(|row| row.cells.len()).sum::<usize>();
        let all = PAPERS.map(|(name, _)| cells(name));
        // Tables 1, 2, 3 and 4; 1, 2, two cells of the text and 3; one; the levels of the file of scores and those of whole searches.
        assert_eq!(all, [7 + 6 + 6 + 13, 40 + 16 + 2 + 12, 1, 7 + 6]);
    }

    #[test]
    fn theirs_are_read_as_they_are_printed() {
        let find = |paper, label: &str, column| {
            let row = rows(paper)
                .into_iter()
                .find(|row| row.label.ends_with(label))
                .unwrap();
            let cell = row.cells.into_iter().find(|cell| cell.column == column);
            cell.unwrap().theirs
        };
        let theirs = |score, runs, seconds| {
            Some(Theirs {
                score,
                runs,
                seconds,
            })
        };
        assert_eq!(
            find("2007-heuristics", "5T RS1", "100"),
            theirs(88.9, 20, Some(4.85))
        );
        assert_eq!(
            find("2007-reflexive", ": 100 games by meta-games", "1000"),
            theirs(78.0, 1, Some(393_806.0))
        );
        assert_eq!(
            find("2007-heuristics", "5D best", "annealing"),
            theirs(79.0, 0, None)
        );
        assert_eq!(
            find("2023-report", "5T first steps by level", "1"),
            theirs(61.0, 5, None)
        );
        assert_eq!(find("2023-report", "5T whole search by level", "1"), None);
    }
}
