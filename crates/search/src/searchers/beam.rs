//! Nested rollout policy adaptation with beams (Cazenave and Teytaud 2012).
//!
//! A search of a level keeps its best games, several of them, each with a policy of its own.
//! One round lets every game of the beam search one level below by its policy; what comes
//! back and what was there compete for the beam, and every game that stays moves its policy, that of the game it
//! came from, towards itself. Games that are the same take one place.
//!
//! Jobs that share their policies search together for every place of the highest level's beam, and keep the same beam.
//!
//! With width 1 everywhere this is [`super::Nrpa`].

use super::nrpa::Nrpa;
use super::policy::{Patch, Policy};
use crate::games::Lesson;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// The algorithm with its parameters.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BeamNrpa {
    /// Levels, rounds of a search, and how far one step moves a policy.
    #[serde(flatten)]
    pub nrpa: Nrpa,
    /// Games kept, by level from 1 up; the last number holds for the levels above, too.
    pub width: Vec<u16>,
}

/// A place of a beam: a game and how its policy differs from the one the search began with.
struct Place<M> {
    line: Lesson<M>,
    patch: Patch,
}

impl<G: Game> Searcher<G> for BeamNrpa {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut policy = Policy::new(game.codes());
        self.nest(usize::from(self.nrpa.level), &mut policy, game, run);
    }
}

impl BeamNrpa {
    fn width(&self, level: usize) -> usize {
        let widths = &self.width;
        let width = widths.get(level - 1).or(widths.last());
        width.map_or(1, |&w| usize::from(w).max(1))
    }

    /// The games of a search's last beam, the best first; the policy is as it was.
    fn nest<G: Game>(
        &self,
        level: usize,
        policy: &mut Policy,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Vec<Lesson<G::Move>> {
        if level == 0 {
            return vec![draw(policy, game, run)];
        }
        let mut beam = vec![Place {
            line: Lesson::new(),
            patch: Patch::default(),
        }];
        for _ in 0..self.nrpa.n {
            beam = self.round(level, beam, policy, game, run);
            if run.is_over() {
                break;
            }
        }
        beam.into_iter().map(|place| place.line).collect()
    }

    /// One search below for each place, and the beam that comes of it.
    fn round<G: Game>(
        &self,
        level: usize,
        beam: Vec<Place<G::Move>>,
        policy: &mut Policy,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Vec<Place<G::Move>> {
        let mut next: Vec<Place<G::Move>> = Vec::new();
        for place in beam {
            let savepoint = policy.savepoint();
            policy.apply(&place.patch);
            let mut found = self.nest(level - 1, policy, game, run);
            policy.restore(savepoint);
            if self.nrpa.is_shared_at(level) && !run.is_over() {
                found = run.share(found);
            }
            let found = found.into_iter().map(|line| Place {
                line,
                patch: place.patch.clone(),
            });
            // The new ones first: of equally good games the later one is preferred.
            let mut all: Vec<_> = found.collect();
            all.push(place);
            next.extend(all);
            if run.is_over() {
                break;
            }
        }
        next.sort_by_key(|place| std::cmp::Reverse(place.line.score));
        drop_twins(&mut next);
        next.truncate(self.width(level));
        for place in &mut next {
            let savepoint = policy.savepoint();
            policy.apply(&place.patch);
            policy.learn(&place.line, self.nrpa.alpha);
            policy.take_patch(savepoint, &mut place.patch);
            policy.restore(savepoint);
        }
        next
    }
}

/// One game by the policy.
fn draw<G: Game>(policy: &Policy, game: &mut G, run: &mut Run<'_, G>) -> Lesson<G::Move> {
    let mut line = Lesson::new();
    line.score = game.weighted_game(policy.weights(), &mut run.rng, &mut line.moves);
    run.finished(line.score, &line.moves);
    line.study(game);
    line
}

/// Of equal games keeps the first. They have equal scores, so they are near each other.
fn drop_twins<M: PartialEq>(places: &mut Vec<Place<M>>) {
    let mut i = 0;
    while i < places.len() {
        let (before, rest) = places.split_at(i);
        let is_twin = |p: &&Place<M>| p.line.moves == rest[0].line.moves;
        let equal = before
            .iter()
            .rev()
            .take_while(|p| p.line.score == rest[0].line.score);
        if equal.filter(is_twin).count() > 0 {
            places.remove(i);
        } else {
            i += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::games::Plain;
    use crate::geometry::Variant;
    use crate::running::toy::{Walk, search, search_together};

    fn beam(level: u8, n: u32, width: &[u16]) -> BeamNrpa {
        BeamNrpa {
            nrpa: Nrpa {
                level,
                n,
                alpha: 1.0,
                shared: false,
            },
            width: width.to_vec(),
        }
    }

    /// Two programs of one algorithm: the same games in the same order.
    #[test]
    fn with_width_1_it_is_the_algorithm_without_beams() {
        let root = Plain::new(Board::new(Variant::D5));
        let nrpa = Nrpa {
            level: 2,
            n: 30,
            alpha: 1.0,
            shared: false,
        };
        let one = search(&root, &nrpa, u64::MAX);
        let other = search(&root, &beam(2, 30, &[1]), u64::MAX);
        assert_eq!(one.snapshot.playouts, other.snapshot.playouts);
        let (one, other) = (one.best.unwrap(), other.best.unwrap());
        assert_eq!((one.playouts, one.moves), (other.playouts, other.moves));
    }

    #[test]
    fn jobs_that_share_keep_one_beam() {
        let games = |shared, jobs| {
            let mut wide = beam(2, 10, &[3]);
            wide.nrpa.shared = shared;
            let outcome = search_together(&Walk::new(40, 5), &wide, jobs);
            (outcome.snapshot.playouts, outcome.snapshot.best)
        };
        assert_eq!(games(true, 1), games(false, 1));
        let (alone, together) = (games(true, 1), games(true, 4));
        assert_eq!(together.0, 4 * alone.0);
        assert_eq!(games(true, 4), together);
        assert!(together.1 > games(false, 4).1);
    }

    /// The first round has one place to search from, the others at most as many as are wide.
    #[test]
    fn every_place_of_the_beam_searches() {
        let playouts = |width: &[u16]| {
            let outcome = search(&Walk::new(40, 5), &beam(1, 10, width), u64::MAX);
            outcome.snapshot.playouts
        };
        assert_eq!(playouts(&[1]), 10);
        assert_eq!(playouts(&[2]), 1 + 9 * 2);
        assert_eq!(playouts(&[100]), 1 + 2 + 4 + 8 + 16 + 32 + 64 + 100 * 3);
    }

    #[test]
    fn the_last_width_holds_for_the_levels_above() {
        let wide = beam(3, 10, &[4, 2]);
        assert_eq!([1, 2, 3].map(|l| wide.width(l)), [4, 2, 2]);
        assert_eq!(beam(3, 10, &[]).width(2), 1);
    }

    #[test]
    fn the_best_walk_of_a_toy_game_is_found() {
        let outcome = search(&Walk::new(30, 4), &beam(2, 30, &[3]), u64::MAX);
        assert_eq!(outcome.snapshot.best, 30);
    }

    #[test]
    fn twins_take_one_place() {
        let place = |score, moves: &[usize]| Place {
            line: Lesson {
                score,
                moves: moves.to_vec(),
                ..Lesson::new()
            },
            patch: Patch::default(),
        };
        let mut places = vec![
            place(3, &[1, 2]),
            place(3, &[2, 1]),
            place(3, &[1, 2]),
            place(2, &[1]),
        ];
        drop_twins(&mut places);
        let left: Vec<_> = places.iter().map(|p| p.line.moves.clone()).collect();
        assert_eq!(left, [vec![1, 2], vec![2, 1], vec![1]]);
    }
}
