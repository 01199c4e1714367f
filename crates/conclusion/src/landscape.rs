//! How close the longest known games come to the strongest bounds, over all boxes that games may have.

use std::fmt;

use serde::Serialize;

use super::row::BoxRow;
use morpion_output::text::count;
use morpion_proof::claim::UpperBound;

/// Counts over the boxes that games may have: the strongest bound is a number, and it is not proven that no game comes there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Landscape {
    /// The boxes with a bound on their games.
    pub boxes: usize,
    /// Those of these boxes in which a game is known.
    pub with_game: usize,
    /// Those of these boxes whose longest known game attains the bound.
    pub exact: usize,
    /// The bounds minus the lengths of the longest known games, added up over the boxes in which a game is known.
    pub gaps: u32,
}

impl Landscape {
    /// Counts over the boxes of these rows.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a BoxRow>) -> Self {
        let may_hold = |row: &&BoxRow| {
            !row.never_reached && matches!(row.games.strongest(), Some(UpperBound::AtMost(_)))
        };
        let rows = rows.into_iter().filter(may_hold);
        rows.fold(Self::default(), |all, row| Self {
            boxes: all.boxes + 1,
            with_game: all.with_game + usize::from(row.gap.is_some()),
            exact: all.exact + usize::from(row.gap == Some(0)),
            gaps: all.gaps + row.gap.unwrap_or(0),
        })
    }
}

impl fmt::Display for Landscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = f64::from(self.gaps) / self.with_game.max(1) as f64;
        write!(
            f,
            "{} with a bound on games: a game is known of {}, the longest one of {}; the mean gap is {mean:.1} moves",
            count(self.boxes, "box"),
            self.with_game,
            self.exact
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::row::Rows;
    use super::super::verdict::verdict;
    use super::*;
    use morpion_proof::claim::{Evidence, Objects, Scope, Setting, Subject};
    use morpion_proof::engine::{Answer, Shown};
    use morpion_results::{BoxFacts, Entry, Facts, known_by_box};
    use morpion_rules::geometry::Variant;
    use morpion_rules::record::known_game_by_id;

    #[test]
    fn boxes_count_by_bound_game_and_gap() {
        let setting = Setting::of(Variant::D5);
        let bounds = [([4, 3, 1, 2], 83), ([3, 3, 2, 1], 83), ([7, 0, 0, 0], 0)];
        let facts: Facts = bounds
            .into_iter()
            .map(|(distances, k)| {
                let claim = Subject::new(setting, distances.into(), Objects::Games).refuting(k);
                let answer = Answer {
                    shown: Some(Shown {
                        evidence: Evidence::Proven,
                        ..Shown::claimed(claim)
                    }),
                    ..Answer::new("x".to_owned())
                };
                let mut known = BoxFacts::new(claim.subject.bounding_box);
                known.learn(Entry::of(
                    &claim.into(),
                    &answer,
                    "2026-11-25T00:00:00Z".to_owned(),
                ));
                (known.bounding_box, known)
            })
            .collect();
        let landscape = |known| {
            let verdict = verdict(&facts, Scope::all_games(setting));
            let rows = Rows {
                verdict: &verdict,
                facts: &facts,
                known,
                paper: BTreeMap::new(),
            };
            let rows: Vec<BoxRow> = facts.keys().map(|&b| rows.row(b)).collect();
            Landscape::of(&rows)
        };
        // The record is as long as the bound, and no beginning of it has the other box.
        let record = known_game_by_id("5D/rosin82").unwrap();
        let expected = Landscape {
            boxes: 2,
            with_game: 1,
            exact: 1,
            gaps: 0,
        };
        assert_eq!(landscape(known_by_box(setting, &[record])), expected);
        let none = landscape(BTreeMap::new());
        assert_eq!((none.boxes, none.with_game, none.exact), (2, 0, 0));
    }
}
