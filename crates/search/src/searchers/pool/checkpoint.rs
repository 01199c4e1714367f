//! Sweeps in checkpoints.

use super::games::{Games, Pooled, key_of};
use super::sweep::{State, Sweep};
use crate::game::Code;
use crate::games::Playable;
use crate::searchers::resumable::{Stage, WithGames, numbers};

impl Stage for Sweep {
    /// Variations tried.
    const EVERY: u64 = 1 << 24;

    const ALGORITHM: &'static str = "pool";

    /// The games, those seldom drawn first, each with how often it was drawn.
    type Saved = WithGames<State>;

    fn is_due(&self, every: u64) -> bool {
        self.state.unsaved >= every
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.state.seed
    }

    fn handed_over(&mut self, seed: u64) {
        self.state.unsaved = 0;
        self.state.seed = Some(seed);
    }

    fn saved(&self) -> Self::Saved {
        let games = self.games.in_order();
        let games = games.map(|pooled| (pooled.draws, numbers(&pooled.moves)));
        WithGames {
            state: self.state.clone(),
            games: games.collect(),
        }
    }

    fn restored<G: Playable<Move = Code>>(
        saved: Self::Saved,
        game: &mut G,
    ) -> Result<Self, String> {
        let dots = game.regrowth().ok_or("there are no dots here")?;
        let found = saved.finished(game)?;
        let found = found.into_iter().zip(&saved.games);
        let mut games = Games::new();
        games.extend(found.map(|(found, &(draws, _))| Pooled {
            key: key_of(found.moves.iter().map(|&mv| dots.place(mv))),
            score: found.score,
            moves: found.moves.into(),
            draws,
        }));
        Ok(Self {
            games,
            state: saved.state,
            families: None,
        })
    }
}
