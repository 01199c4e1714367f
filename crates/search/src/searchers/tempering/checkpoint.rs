//! Ladders in checkpoints.

use super::ladder::{Ladder, Replica, State};
use crate::game::Code;
use crate::games::{Lesson, Playable};
use crate::searchers::resumable::{Stage, WithGames};

impl Stage for Ladder {
    /// Rounds.
    const EVERY: u64 = 1 << 14;

    const ALGORITHM: &'static str = "tempering";

    /// The games from hot to cold.
    type Saved = WithGames<State>;

    fn is_due(&self, every: u64) -> bool {
        self.state.rounds.is_multiple_of(every)
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.state.seed
    }

    fn saved(&self) -> Self::Saved {
        let games = self.replicas.iter().map(Replica::moves);
        WithGames::of(self.state.clone(), games)
    }

    fn restored<G: Playable<Move = Code>>(
        saved: Self::Saved,
        game: &mut G,
    ) -> Result<Self, String> {
        let games = saved.finished(game)?;
        let replica = |found: &Lesson<Code>| Replica::new(found.score, &found.moves, game);
        let replicas = games.iter().map(replica).collect::<Option<_>>();
        Ok(Self {
            replicas: replicas.ok_or("games cannot be changed here")?,
            state: saved.state,
        })
    }
}
