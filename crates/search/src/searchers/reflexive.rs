//! Reflexive Monte-Carlo search (Cazenave 2007, section 3.2).
//!
//! At every step of a game of level l, the search plays games of level l - 1 from the position, and plays the first move of the longest.
//! It remembers the rest of that game, and replaces it only by a strictly longer one. The paper calls the levels 1, 2, 3 meta-game,
//! meta-meta-game, and so on.

use super::draw::Draw;
use super::method::Method;
use super::path::Path;
use super::stepwise::{Keep, Level, Tried};
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// Reflexive Monte-Carlo search (Cazenave 2007): at each step, plays games of the level below from there, and follows the longest game
/// until it finds a longer one.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Reflexive {
    /// Games at each step, at least 1, from the lowest level up: 100,1000 plays one meta-meta-game, at each of its steps 1,000 meta-games,
    /// and at each of theirs 100 random games. The paper has 1 to 1000 of both; 100,1000 found its 78 moves.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "100,10", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Vec<u32>,
    /// How random games are drawn.
    #[command(flatten)]
    #[serde(flatten)]
    pub draw: Draw,
}

impl Method for Reflexive {
    fn ends(&self) -> bool {
        true
    }
}

impl<G: Game> Searcher<G> for Reflexive {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let above = |below: Level, &games| below.under(Tried::Here, games, Keep::BestEver);
        let levels = self.games.iter().fold(Level::Game(self.draw), above);
        levels.search(&mut Path::new(game), run);
    }
}
