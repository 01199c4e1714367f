//! Nested rollout policy adaptation (Rosin 2011).
//!
//! A search of level 0 draws one game by the policy. A search of level l runs N
//! searches of level l - 1, each with its own copy of the policy, keeps the best game, and moves its policy towards the best game
//! after each of them; of two equally good games the later one is kept.

use super::game::Game;
use super::line::Line;
use super::policy::Policy;
use super::run::{Run, Searcher};

/// The algorithm with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Nrpa {
    /// Levels of nesting, at least 1.
    pub level: u8,
    /// Searches of the level below in a search.
    pub n: u32,
    /// How far one step moves the policy.
    pub alpha: f32,
}

/// The memory of one search.
struct State<M> {
    policy: Policy,
    /// The best game of the search in progress, by level; at 0 the last game.
    lines: Vec<Line<M>>,
}

impl<G: Game> Searcher<G> for Nrpa {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut state = State {
            policy: Policy::new(game.codes()),
            lines: (0..=self.level).map(|_| Line::new()).collect(),
        };
        self.nest(usize::from(self.level), &mut state, game, run);
    }
}

impl Nrpa {
    /// Leaves the best game of a search in `state.lines[level]`, and the policy as it was.
    fn nest<G: Game>(
        &self,
        level: usize,
        state: &mut State<G::Move>,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        if level == 0 {
            let line = &mut state.lines[0];
            line.score = game.weighted_game(state.policy.weights(), &mut run.rng, &mut line.moves);
            run.finished(line.score, &line.moves);
            return;
        }
        let mark = state.policy.mark();
        state.lines[level].moves.clear();
        state.lines[level].score = 0;
        for _ in 0..self.n {
            self.nest(level - 1, state, game, run);
            if run.is_over() {
                break;
            }
            take_better(level, state, game);
            let line = &state.lines[level];
            line.teach(&mut state.policy, self.alpha);
        }
        state.policy.restore(mark);
    }
}

/// Takes the game of the level below if it is as good.
fn take_better<G: Game>(level: usize, state: &mut State<G::Move>, game: &mut G) {
    let [.., below, best] = &mut state.lines[..=level] else {
        return;
    };
    if below.score < best.score || below.moves == best.moves {
        return;
    }
    std::mem::swap(below, best);
    if level == 1 {
        best.study(game);
    }
}

#[cfg(test)]
mod tests;
