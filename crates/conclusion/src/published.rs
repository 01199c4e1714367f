//! Bounds and games that others have published: the table `published.csv`, with authors and sources.
//!
//! None of it was checked here, even if its authors checked it, so none of it counts as ours.

use serde::{Deserialize, Serialize};

use morpion_proof::claim::Setting;
use morpion_rules::geometry::Variant;

/// A number of moves from the literature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The variant that the number is about.
    pub variant: Variant,
    /// Whether the number is about point-symmetric games only.
    pub symmetric: bool,
    /// The kind of number.
    pub what: What,
    /// The number.
    pub moves: u32,
    /// How its authors obtained it.
    pub how: Means,
    /// The year it appeared.
    pub year: u16,
    /// Who published it.
    pub who: String,
    /// The publication or web page.
    pub work: String,
    /// The address of that on the web.
    pub address: String,
}

/// The kinds of published numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// No game is longer.
    Bound,
    /// No game is longer, and there is one as long as that.
    Maximum,
    /// The length of a game.
    Game,
}

/// The ways in which authors obtained a published number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Means {
    /// A proof on paper.
    #[serde(rename = "by hand")]
    ByHand,
    /// Floating-point solvers say so.
    Claimed,
    /// A program went through all positions.
    Counted,
    /// A game was played.
    Played,
}

/// The whole table, setting by setting, bounds before games and the strongest first.
pub fn published() -> Vec<Published> {
    let mut reader = csv::Reader::from_reader(include_str!("published.csv").as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.expect("the table is well-formed"))
        .collect()
}

/// Bounds on all games of a setting by others, strongest first.
pub(super) fn published_bounds(setting: Setting) -> Vec<Published> {
    about(setting, |p| p.what != What::Game)
}

/// The longest game that others have published, where the table has one.
pub(super) fn published_game(setting: Setting) -> Option<Published> {
    about(setting, |p| p.what == What::Game).pop()
}

fn about(setting: Setting, is_meant: impl Fn(&Published) -> bool) -> Vec<Published> {
    let is_about = |p: &Published| (p.variant, p.symmetric) == (setting.variant, setting.symmetric);
    let mut all = published();
    all.retain(|p| is_about(p) && is_meant(p));
    all
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
                assert!(bounds.iter().all(|b| b.how != Means::Played));
            }
        }
        let sources = published();
        assert!(
            sources
                .iter()
                .all(|p| p.address.starts_with("http") && !p.who.is_empty())
        );
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
        let game = |symmetric| {
            let variant = Variant::T5;
            published_game(Setting { variant, symmetric }).map(|g| g.moves)
        };
        assert_eq!((game(false), game(true)), (Some(178), Some(136)));
    }
}
