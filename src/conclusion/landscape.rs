//! How near the longest games known come to what is proven, over all boxes that games may have.

use std::fmt;

use serde::Serialize;

use super::row::BoxRow;
use crate::claim::UpperBound;
use crate::text::count;

/// Counts over the boxes of which neither is proven that nothing fits them nor that no game comes there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Landscape {
    /// The boxes with a bound on their games.
    pub boxes: usize,
    /// Those of which a game is known.
    pub with_game: usize,
    /// Those whose longest game is known.
    pub exact: usize,
    /// The bounds less the longest games, added up over the boxes of which a game is known.
    pub gaps: u32,
}

impl Landscape {
    pub(crate) fn of<'a>(rows: impl IntoIterator<Item = &'a BoxRow>) -> Self {
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
