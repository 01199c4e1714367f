//! Nested rollout policy adaptation (Rosin 2011).
//!
//! A search of level 0 draws one game by the policy. A search of level l runs N
//! searches of level l - 1, each with its own copy of the policy, keeps the best game, and moves its policy towards the best game
//! after each of them; of two equally good games the later one is kept.
//!
//! Jobs that *share* their policy make one search of the highest level together: in each of its N rounds every job
//! searches once on the level below, by the same policy, and the policy moves towards the best game of all.

use super::method::Method;
use super::numbers::positive;
use super::policy::Policy;
use crate::games::Lesson;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// Nested rollout policy adaptation (Rosin 2011): draws games by a policy, and moves the policy towards the longest of them.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, clap::Args)]
pub struct Nrpa {
    /// Levels of nesting, 0 to 12; Rosin has 4 and 5.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    pub level: u8,
    /// Searches of the level below in a search, at least 1; Rosin has 100.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub n: u32,
    /// How far a sequence moves the policy, above 0 and at most 100; Rosin has 1.
    #[arg(long, value_name = "A", default_value_t = 1.0, value_parser = positive)]
    pub alpha: f64,
    /// All jobs search together, with one policy, on the highest level.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

/// A function that is called with the best game of each finished search, by level from 1, before the level above looks at it.
///
/// If the function changes the game, it must [study](Lesson::study) it again.
pub(super) type After<'a, G> =
    dyn FnMut(usize, &mut Lesson<<G as Game>::Move>, &mut G, &mut Run<'_, G>) + 'a;

/// The memory of one search.
struct Memory<'a, G: Game> {
    policy: Policy,
    /// The best game of the search in progress, by level; at 0 the last game.
    lines: Vec<Lesson<G::Move>>,
    after: &'a mut After<'a, G>,
}

impl Method for Nrpa {
    fn ends(&self) -> bool {
        true
    }
}

impl<G: Game> Searcher<G> for Nrpa {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        self.search_with(game, run, &mut |_, _, _, _| ());
    }
}

impl Nrpa {
    /// Searches once, and calls `after` at the end of every search that is part of it, and of the whole search.
    pub(super) fn search_with<G: Game>(
        &self,
        game: &mut G,
        run: &mut Run<'_, G>,
        after: &mut After<'_, G>,
    ) {
        let mut memory = Memory {
            policy: Policy::new(game.codes()),
            lines: (0..=self.level).map(|_| Lesson::new()).collect(),
            after,
        };
        self.nest(usize::from(self.level), &mut memory, game, run);
    }

    /// Leaves the best game of a search in `memory.lines[level]`, and the policy as it was.
    fn nest<G: Game>(
        &self,
        level: usize,
        memory: &mut Memory<'_, G>,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        if level == 0 {
            let line = &mut memory.lines[0];
            line.score = game.weighted_game(memory.policy.weights(), &mut run.rng, &mut line.moves);
            run.moved(line.moves.len());
            run.finished(line.score, &line.moves);
            return;
        }
        let savepoint = memory.policy.savepoint();
        memory.lines[level].moves.clear();
        memory.lines[level].score = 0;
        for _ in 0..self.n {
            self.nest(level - 1, memory, game, run);
            if run.is_over() {
                break;
            }
            self.take_better(level, memory, game, run);
            let best = &memory.lines[level];
            memory
                .policy
                .learn(&best.codes, &best.spans, self.alpha as f32);
        }
        memory.policy.restore(savepoint);
        if !run.is_over() {
            (memory.after)(level, &mut memory.lines[level], game, run);
        }
    }

    /// Whether the jobs search together on this level.
    fn is_shared_at(&self, level: usize) -> bool {
        self.shared && level == usize::from(self.level)
    }

    /// Takes the game of the level below if it is as good; where jobs search together, the best of all their games.
    fn take_better<G: Game>(
        &self,
        level: usize,
        memory: &mut Memory<'_, G>,
        game: &mut G,
        run: &Run<'_, G>,
    ) {
        if !self.is_shared_at(level) {
            return take_if_better(level, memory, game);
        }
        for line in run.share(vec![memory.lines[level - 1].clone()]) {
            memory.lines[level - 1] = line;
            take_if_better(level, memory, game);
        }
    }
}

/// Takes the game of the level below if it is as good.
fn take_if_better<G: Game>(level: usize, memory: &mut Memory<'_, G>, game: &mut G) {
    let [.., below, best] = &mut memory.lines[..=level] else {
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
