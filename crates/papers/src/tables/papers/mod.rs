//! The tables of the papers, transcribed, with the experiments they report.
//!
//! What it promises: every figure stands in the paper's text, at the place its doc comment names;
//! figures that cannot be read there are left out.

mod new_heuristics;
mod ranked_reward;
mod reflexive;
mod report;

use super::experiment::Table;

/// All tables, by paper, in the order of the papers.
pub fn tables() -> Vec<Table> {
    [
        reflexive::tables(),
        new_heuristics::tables(),
        ranked_reward::tables(),
        report::tables(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tables::experiment::{Content, Paper};
    use morpion_search::searchers::Algorithm;

    #[test]
    fn every_table_is_well_formed() {
        for table in tables() {
            assert!(!table.names.is_empty() && !table.title.is_empty());
            for row in table.rows() {
                assert!(!row.cells.is_empty(), "{}", row.label);
                for cell in &row.cells {
                    assert!(cell.runs.quick > 0 && cell.runs.quick <= cell.runs.full);
                    assert!(cell.theirs.seconds.is_none_or(|s| s >= 0.0));
                    let score = cell.theirs.score;
                    assert_eq!(score.mean().is_some(), score.runs() > 0);
                    // Between the shortest game there is and the records of the variants.
                    assert!(score.mean().is_none_or(|m| (20.0..178.0).contains(&m)));
                    assert!(Algorithm::NAMES.contains(&cell.work.algorithm.name()));
                }
            }
        }
    }

    #[test]
    fn a_cell_is_named_by_paper_table_row_and_column() {
        let mut seen = BTreeSet::new();
        for table in tables() {
            for row in table.rows() {
                for cell in &row.cells {
                    let (paper, name) = (table.paper.name(), table.name());
                    let key = (paper, name, row.label.clone(), cell.column.clone());
                    assert!(seen.insert(key.clone()), "{key:?}");
                }
            }
        }
    }

    /// A row of best scores can be filled from the runs of its paper, and is no worse than their means.
    #[test]
    fn best_scores_have_runs_behind_them() {
        for table in tables() {
            let Content::Best(rows) = &table.content else {
                continue;
            };
            let all = tables();
            for row in rows {
                let of_paper = all.iter().filter(|t| t.paper == table.paper);
                let of_variant = of_paper
                    .flat_map(|t| t.rows())
                    .filter(|r| r.variant == row.variant);
                let means: Vec<f64> = of_variant
                    .flat_map(|r| &r.cells)
                    .filter(|c| c.work.algorithm.name() == row.algorithm)
                    .filter_map(|c| c.theirs.score.mean())
                    .collect();
                assert!(!means.is_empty());
                assert!(means.iter().all(|&m| m <= f64::from(row.best)));
            }
        }
    }

    /// More work, more moves: holds for the figures of every row of means, so a slip of the pen in one
    /// would be seen.
    #[test]
    fn means_and_times_grow_along_the_rows() {
        let all = tables();
        let means = all.iter().filter(|t| t.paper == Paper::NewHeuristics);
        for row in means.flat_map(|t| t.rows()) {
            let scores = row.cells.iter().filter_map(|c| c.theirs.score.mean());
            assert!(scores.is_sorted(), "{}", row.label);
        }
        for row in all.iter().flat_map(|t| t.rows()) {
            let seconds = row.cells.iter().filter_map(|c| c.theirs.seconds);
            assert!(seconds.is_sorted(), "{}", row.label);
        }
    }

    #[test]
    fn the_tables_asked_for_are_there() {
        let names: Vec<_> = tables()
            .iter()
            .flat_map(|t| t.names.iter().map(|n| format!("{}/{n}", t.paper.name())))
            .collect();
        let wanted = "reflexive/1 reflexive/2 reflexive/3 reflexive/4 reflexive/5 \
                      new-heuristics/1 new-heuristics/2 new-heuristics/further new-heuristics/3 \
                      ranked-reward/best report/levels report/nested";
        assert_eq!(names.join(" "), wanted);
    }
}
