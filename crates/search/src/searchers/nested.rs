//! Nested Monte-Carlo search (Cazenave 2009), and its first step alone (the report of Neveu and Doubabi 2023).

use super::draw::Draw;
use super::method::Method;
use super::path::Path;
use super::stepwise::{Keep, Level, Steps, Tried};
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// Nested Monte-Carlo search (Cazenave 2009): tries each move by a search of the level below, and follows the longest game found so
/// far. Level 0 is a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Nested {
    /// Levels of nesting, 0 to 12; the report of 2023 has 0 to 3.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: u8,
    /// End each search after its first step, and try moves in random order, as the report of 2023 does to save time.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_step: bool,
    /// How the games of level 0 are drawn.
    #[command(flatten)]
    #[serde(flatten)]
    pub draw: Draw,
}

impl Method for Nested {
    fn ends(&self) -> bool {
        true
    }
}

impl Nested {
    fn levels(&self) -> Level {
        let above = |below, _| {
            let (tried, first_only) = match self.first_step {
                true => (Tried::EachMoveShuffled, true),
                false => (Tried::EachMove, false),
            };
            Level::Steps(Box::new(Steps {
                tried,
                games: 1,
                keep: Keep::BestEver,
                first_only,
                below,
            }))
        };
        (0..self.level).fold(Level::Game(self.draw), above)
    }
}

impl<G: Game> Searcher<G> for Nested {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        self.levels().search(&mut Path::new(game), run);
    }
}
