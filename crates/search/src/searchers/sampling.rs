//! Sampling: one random game after the other (Cazenave 2007, section 3.1).

use super::draw::Draw;
use super::method::Method;
use super::path::Path;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// Random games, one after another, until the budget is spent (Cazenave 2007, tables 1 and 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Sampling {
    /// How games are drawn.
    #[command(flatten)]
    #[serde(flatten)]
    pub draw: Draw,
}

impl Method for Sampling {}

impl<G: Game> Searcher<G> for Sampling {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut path = Path::new(game);
        while !run.is_over() {
            path.finish(self.draw, run);
        }
    }
}
