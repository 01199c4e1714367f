//! The first games of a sweep: random games, or, in 5T and in boxes whose sides must be reached, games of a nested rollout policy
//! adaptation with the help of walks.
//!
//! In 5T random games lead most sweeps into compact games, and no small change leads out of these; the policy adaptation reaches out at
//! once, but its games lack polish. So after each search on its lowest level, a walk goes from the game to others that are as long or
//! longer, and the policy learns from the end of the walk.

use super::Child;
use super::games::has_other_dots;
use super::sweep::INSERTS;
use crate::game::{Code, Regrowth};
use crate::games::Playable;
use crate::running::Run;
use crate::searchers::Nrpa;
use crate::searchers::variation::vary;

/// Random games that a sweep begins with.
const RANDOM: usize = 256;

/// Levels of nesting of the policy adaptation. The games kept are those of the level below the highest.
const LEVEL: u8 = 3;

/// Children that a walk tries.
const WALK: u32 = 1024;

/// Random games.
pub(super) fn random_games<G: Playable<Move = Code>>(
    game: &mut G,
    run: &mut Run<'_, G>,
) -> Vec<Child> {
    let mut games = Vec::new();
    while games.len() < RANDOM && !run.is_over() {
        let mut moves = Vec::new();
        let score = game.random_game(&mut run.rng, &mut moves);
        run.moved(moves.len());
        run.finished(score, &moves);
        games.push(Child::of(score, moves));
    }
    games
}

/// The games of one search that plays by its policy about as many games as there is room for, and walks from a part of them.
pub(super) fn walked_games<G: Playable<Move = Code>>(
    room: usize,
    regrowth: &mut Regrowth,
    game: &mut G,
    run: &mut Run<'_, G>,
) -> Vec<Child> {
    let nrpa = Nrpa {
        level: LEVEL,
        n: (room as f64).cbrt().round().max(1.0) as u32,
        alpha: 1.0,
        shared: false,
    };
    let (mut games, mut longest) = (Vec::new(), None::<Child>);
    nrpa.search_with(game, run, &mut |level, line, game, run| match level {
        1 => {
            walk(regrowth, line, game, run);
            if longest
                .as_ref()
                .is_none_or(|child| child.score < line.score)
            {
                longest = Some(line.clone());
            }
        }
        2 => {
            games.push(line.clone());
            run.tell(|| format!("first games: {} of {}", games.len(), nrpa.n));
        }
        _ => (),
    });
    if games.is_empty() {
        games.extend(longest);
    }
    games
}

/// Goes from a game to children of it that are longer, or as long with other dots.
fn walk<G: Playable<Move = Code>>(
    regrowth: &mut Regrowth,
    line: &mut Child,
    game: &mut G,
    run: &mut Run<'_, G>,
) {
    regrowth.load(&line.moves);
    let mut went = false;
    for _ in 0..WALK {
        if run.is_over() {
            break;
        }
        if !vary(regrowth, INSERTS, &mut run.rng) {
            continue;
        }
        let score = game.child_score(regrowth);
        run.moved(regrowth.out().len() + regrowth.recreated().len());
        run.finished_as(score, || regrowth.child().collect());
        if score > line.score || score == line.score && has_other_dots(regrowth) {
            line.score = score;
            line.moves = regrowth.child().collect();
            regrowth.load(&line.moves);
            went = true;
        } else {
            regrowth.back();
        }
    }
    if went {
        line.study(game);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::game::Board;
    use crate::games::{Plain, Symmetric};
    use crate::geometry::Variant;
    use crate::running::Searcher;
    use crate::running::toy::search;
    use crate::searchers::Sampling;

    /// Keeps the games that a sweep with so much room begins with.
    struct Probe(usize, Mutex<Vec<Child>>);

    impl<G: Playable<Move = Code>> Searcher<G> for Probe {
        fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
            let mut regrowth = game.regrowth().unwrap();
            let games = walked_games(self.0, &mut regrowth, game, run);
            *self.1.lock().unwrap() = games;
        }
    }

    /// The games that a sweep begins with, when it may play so many.
    fn begun<G: Playable<Move = Code> + Sync>(root: &G, room: usize, most: u64) -> Vec<Child> {
        let probe = Probe(room, Mutex::default());
        search(root, &probe, most);
        probe.1.into_inner().unwrap()
    }

    #[test]
    fn a_sweep_begins_with_finished_games_of_some_length() {
        for variant in Variant::ALL {
            check(&Plain::new(Board::new(variant)));
            check(&Symmetric::new(Board::new(variant)).unwrap());
        }
    }

    fn check<G: Playable<Move = Code> + Sync>(root: &G) {
        let mut game = root.clone();
        let games = begun(root, 125, u64::MAX);
        assert_eq!(games.len(), 5);
        for line in &games {
            line.moves.iter().for_each(|&mv| game.play(mv));
            assert!(game.legal().is_empty(), "the game went to its end");
            assert_eq!(game.score(), line.score);
            while game.undo() {}
        }
        let best = games.iter().map(|line| line.score).max();
        let random = search(root, &Sampling::default(), 10_000).snapshot.best;
        assert!(best >= Some(random), "{best:?} {random}");
    }

    /// A search that is broken off has no half games.
    #[test]
    fn what_a_budget_cuts_short_is_left_out() {
        let root = Plain::new(Board::new(Variant::D4));
        for most in [1, 5, 6, 1000, 7000] {
            let games = begun(&root, 125, most);
            assert!(games.len() < 5 && games.iter().all(|line| !line.moves.is_empty()));
            assert_eq!(games.is_empty(), most < 6, "what was walked from is kept");
        }
    }
}
