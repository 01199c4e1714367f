//! What others have published: bounds, and a game that the records lack. One table, `published.csv`, with the sources.
//!
//! All of it is claimed: nothing of it was checked here, whatever it was by its authors.

use serde::{Deserialize, Serialize};

use crate::claim::Setting;
use crate::geometry::Variant;

/// A number of moves from the literature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Published {
    /// The bound on the length of all games, or the length of a game.
    pub moves: u32,
    /// The year it appeared.
    pub year: u16,
    /// By what means.
    pub how: Means,
    /// Where.
    pub source: String,
}

/// By what means others came to their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Means {
    /// A proof on paper.
    Proof,
    /// A floating-point solver.
    Solver,
    /// An enumeration of all positions.
    Count,
    /// A game that was played.
    Game,
}

#[derive(Deserialize)]
struct Row {
    variant: Variant,
    symmetric: bool,
    what: What,
    moves: u32,
    year: u16,
    how: Means,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Bound,
    Game,
}

/// Bounds on all games by others, strongest first.
pub(crate) fn published_bounds(setting: Setting) -> Vec<Published> {
    about(setting, What::Bound)
}

/// The longest game that others tell of and the records lack.
pub(crate) fn published_game(setting: Setting) -> Option<Published> {
    about(setting, What::Game).pop()
}

fn about(setting: Setting, what: What) -> Vec<Published> {
    let mut reader = csv::Reader::from_reader(include_str!("published.csv").as_bytes());
    let rows = reader
        .deserialize::<Row>()
        .map(|row| row.expect("the table is well-formed"));
    let of_setting =
        |row: &Row| (row.variant, row.symmetric) == (setting.variant, setting.symmetric);
    let rows = rows.filter(|row| of_setting(row) && row.what == what);
    rows.map(|row| Published {
        moves: row.moves,
        year: row.year,
        how: row.how,
        source: row.source,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_listed_from_the_strongest_with_their_sources() {
        for variant in Variant::ALL {
            for symmetric in [false, true] {
                let bounds = published_bounds(Setting { variant, symmetric });
                assert!(bounds.is_sorted_by_key(|b| b.moves));
                assert!(
                    bounds
                        .iter()
                        .all(|b| b.source.len() > 10 && b.how != Means::Game)
                );
            }
        }
    }

    #[test]
    fn the_numbers_of_the_literature() {
        let moves = |variant| -> Vec<u32> {
            let bounds = published_bounds(Setting::of(variant));
            bounds.iter().map(|b| b.moves).collect()
        };
        assert_eq!(moves(Variant::D5), [84, 121, 141]);
        assert_eq!(moves(Variant::T5), [485, 705]);
        assert_eq!((moves(Variant::D4)[0], moves(Variant::T4)[0]), (35, 62));
        let symmetric = Setting {
            variant: Variant::T5,
            symmetric: true,
        };
        assert_eq!(published_game(symmetric).map(|g| g.moves), Some(136));
    }
}
