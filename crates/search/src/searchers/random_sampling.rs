//! RS1 and RS2 (Hyyrö and Poranen 2007, section 2.1): random games decide every move of one game. Their result is the longest game met.

use super::draw::Draw;
use super::method::Method;
use super::path::Path;
use super::stepwise::{Keep, Level, Ties, Tried};
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// RS1 (Hyyrö and Poranen 2007): plays the move whose random games are the longest on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Rs1 {
    /// Random games for each legal move, at least 1: the paper's s, which is 1 to 10000 there.
    #[arg(long, short = 's', value_name = "S", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: u32,
    /// Which of equally good moves is played; the paper leaves it open.
    #[arg(long, value_enum, default_value_t)]
    pub ties: Ties,
    /// Round means down to whole moves; the paper leaves it open.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole_means: bool,
}

/// RS2 (Hyyrö and Poranen 2007): plays the first move of the longest of some random games from the position, and forgets the games of
/// earlier positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Rs2 {
    /// Random games at each step, at least 1: the paper's s, which is 1 to 10000 there.
    #[arg(long, short = 's', value_name = "S", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: u32,
    /// Which of equally long games is followed; the paper leaves it open.
    #[arg(long, value_enum, default_value_t)]
    pub ties: Ties,
}

impl Method for Rs1 {
    fn ends(&self) -> bool {
        true
    }
}

impl Method for Rs2 {
    fn ends(&self) -> bool {
        true
    }
}

impl<G: Game> Searcher<G> for Rs1 {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let keep = match self.whole_means {
            true => Keep::WholeMean(self.ties),
            false => Keep::Mean(self.ties),
        };
        let level = Level::Game(Draw::default()).under(Tried::EachMove, self.samples, keep);
        level.search(&mut Path::new(game), run);
    }
}

impl<G: Game> Searcher<G> for Rs2 {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let keep = Keep::BestHere(self.ties);
        let level = Level::Game(Draw::default()).under(Tried::Here, self.samples, keep);
        level.search(&mut Path::new(game), run);
    }
}
