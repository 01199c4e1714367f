//! Distribution curves: how the scores of a row's cells spread.
//!
//! Two panels, one colour a cell. Above, the bell curve of mean and deviation, as the report of 2023 draws its levels.
//! Below, without any assumption, the share of runs that reach a score. The paper's
//! mean is a dashed line in both.

mod chart;

use super::archive::RunRecord;
use super::comparison::{is_scaled_down, runs_of};
use super::experiment::{Row, Table};
use super::perform::Plan;
use super::statistics::Statistics;
use crate::draw::{DrawError, rasterise};

/// The curves of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// A name for files, without extension.
    pub name: String,
    title: String,
    curves: Vec<Curve>,
}

/// The scores of one cell.
#[derive(Clone, Debug, PartialEq)]
struct Curve {
    label: String,
    /// At least one, from the least to the greatest.
    scores: Vec<u32>,
    /// The paper's mean.
    theirs: Option<f64>,
}

/// The rows that have runs.
pub fn pictures(tables: &[Table], plan: &Plan, records: &[RunRecord]) -> Vec<Picture> {
    let rows = tables
        .iter()
        .flat_map(|table| table.rows().iter().map(move |row| (table, row)));
    rows.map(|(table, row)| picture(table, row, plan, records))
        .filter(|picture| !picture.curves.is_empty())
        .collect()
}

fn picture(table: &Table, row: &Row, plan: &Plan, records: &[RunRecord]) -> Picture {
    let curves = row.cells.iter().enumerate().filter_map(|(i, cell)| {
        let runs = runs_of(table, row, cell, records);
        let mut scores: Vec<u32> = runs.iter().map(|r| r.score).collect();
        scores.sort_unstable();
        if scores.is_empty() {
            return None;
        }
        let scaled = match is_scaled_down(row, i, plan, &runs) {
            true => " (scaled down)",
            false => "",
        };
        let label = format!("{}{scaled}", cell.column);
        Some(Curve {
            label: format!("{label}, {} runs", scores.len()),
            scores,
            theirs: cell.theirs.score.mean(),
        })
    });
    let (paper, table_name) = (table.paper.name(), table.name());
    Picture {
        name: slug(&format!("{paper}-{table_name}-{}", row.label)),
        title: format!("{paper}, table {table_name}: {}", row.name()),
        curves: curves.collect(),
    }
}

/// Small letters, digits and dashes, for the name of a file.
fn slug(text: &str) -> String {
    // The prime tells two models apart.
    let text = text.replace('\'', "t").to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

impl Picture {
    /// As an SVG file.
    pub fn svg(&self) -> String {
        chart::svg(&self.title, &self.curves)
    }

    /// As a PNG file.
    ///
    /// # Errors
    /// If the renderer fails, which should not happen.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        rasterise(&self.svg())
    }
}

impl Curve {
    /// The ends of the scores, and of most of the bell curve.
    fn reach(&self) -> [f64; 4] {
        let all = Statistics::of(&self.scores).expect("a curve has scores");
        let wide = 2.5 * all.deviation;
        let (min, max) = (f64::from(all.min), f64::from(all.max));
        [min, max, all.mean - wide, all.mean + wide]
    }

    /// Points of the bell curve of mean and deviation from `low` to `high`: scores, and densities. None
    /// where all scores are the same.
    fn bell(&self, low: f64, high: f64) -> Vec<(f64, f64)> {
        const POINTS: usize = 200;
        let Some(all) = Statistics::of(&self.scores).filter(|s| s.deviation > 0.0) else {
            return Vec::new();
        };
        let density = |x: f64| {
            let z = (x - all.mean) / all.deviation;
            (-0.5 * z * z).exp() / (all.deviation * std::f64::consts::TAU.sqrt())
        };
        let place = |i: usize| low + (high - low) * i as f64 / POINTS as f64;
        (0..=POINTS)
            .map(|i| (place(i), density(place(i))))
            .collect()
    }

    /// Corners of the staircase from `low` to `high`: scores, and the share of runs that reach them.
    fn staircase(&self, low: f64, high: f64) -> Vec<(f64, f64)> {
        let count = self.scores.len() as f64;
        let mut corners = vec![(low, 1.0)];
        for group in self.scores.chunk_by(|a, b| a == b) {
            let score = f64::from(group[0]);
            let share = corners[corners.len() - 1].1;
            corners.push((score, share));
            corners.push((score, share - group.len() as f64 / count));
        }
        corners.push((high, 0.0));
        corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::comparison::tests::{QUICK, made_up, runs};

    fn curve(scores: &[u32]) -> Curve {
        Curve {
            label: "made up".to_owned(),
            scores: scores.to_vec(),
            theirs: Some(61.0),
        }
    }

    #[test]
    fn the_staircase_counts_the_runs_that_reach_a_score() {
        let corners = curve(&[60, 60, 62, 65]).staircase(58.0, 66.0);
        let wanted = [
            (58.0, 1.0),
            (60.0, 1.0),
            (60.0, 0.5),
            (62.0, 0.5),
            (62.0, 0.25),
            (65.0, 0.25),
            (65.0, 0.0),
            (66.0, 0.0),
        ];
        assert_eq!(corners, wanted);
    }

    #[test]
    fn the_bell_is_highest_at_the_mean_and_has_area_one() {
        let points = curve(&[58, 60, 62]).bell(40.0, 80.0);
        let top = points.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(top.unwrap().0, 60.0);
        let area: f64 = points.iter().map(|p| p.1 * 40.0 / 200.0).sum();
        assert!((area - 1.0).abs() < 1e-3, "{area}");
        assert_eq!(curve(&[60, 60]).bell(40.0, 80.0), []);
    }

    #[test]
    fn a_row_with_runs_has_a_picture_in_both_forms() {
        let pictures = pictures(&made_up(), &QUICK, &runs());
        assert_eq!(pictures.len(), 1);
        let picture = &pictures[0];
        assert_eq!(picture.name, "reflexive-1-sampling");
        let svg = picture.svg();
        assert_eq!(
            svg.matches("<polyline").count(),
            2,
            "a bell and a staircase"
        );
        assert_eq!(
            svg.matches("stroke-dasharray=").count(),
            2,
            "their mean, twice"
        );
        assert!(picture.png().unwrap().starts_with(b"\x89PNG"));
        assert_eq!(super::pictures(&made_up(), &QUICK, &[]), []);
    }

    #[test]
    fn the_rows_of_all_tables_have_names_of_their_own() {
        let tables = crate::tables::papers::tables();
        let mut names: Vec<String> = tables
            .iter()
            .flat_map(|t| {
                t.rows()
                    .iter()
                    .map(move |r| picture(t, r, &QUICK, &[]).name)
            })
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }
}
