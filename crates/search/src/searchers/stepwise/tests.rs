//! The stepwise searches on walks whose answers are known, and on the real games.

use super::*;
use crate::game::Board;
use crate::games::Plain;
use crate::geometry::Variant;
use crate::running::Searcher;
use crate::running::toy::{Walk, search};
use crate::searchers::{Nested, Reflexive, Rs1, Rs2, Sampling};

fn nested(level: u8) -> Nested {
    Nested {
        level,
        first_step: false,
        draw: Draw::default(),
    }
}

fn reflexive(games: &[u32]) -> Reflexive {
    Reflexive {
        games: games.to_vec(),
        draw: Draw::default(),
    }
}

fn rs1(samples: u32) -> Rs1 {
    Rs1 {
        samples,
        ties: Ties::First,
        whole_means: false,
    }
}

fn rs2(samples: u32) -> Rs2 {
    Rs2 {
        samples,
        ties: Ties::First,
    }
}

fn plain(variant: Variant) -> Plain {
    Plain::new(Board::new(variant))
}

/// The games of a whole search on a walk of 5 steps to 3 sides.
fn games(searcher: &dyn Searcher<Walk>) -> u64 {
    search(&Walk::new(5, 3), searcher, u64::MAX)
        .snapshot
        .playouts
}

#[test]
fn the_games_of_all_levels_are_played() {
    assert_eq!(games(&reflexive(&[])), 1);
    assert_eq!(games(&reflexive(&[7])), 5 * 7);
    // A meta-game from step k has 5 - k steps.
    assert_eq!(games(&reflexive(&[7, 2])), 2 * 7 * (5 + 4 + 3 + 2 + 1));
    assert_eq!(games(&nested(1)), 5 * 3);
    assert_eq!(games(&rs1(7)), 5 * 3 * 7);
    assert_eq!(games(&rs2(7)), 5 * 7);
}

/// The first step alone tries three moves, with what is below.
#[test]
fn a_search_may_end_after_its_first_step() {
    let first = |level| Nested {
        first_step: true,
        ..nested(level)
    };
    assert_eq!(games(&first(1)), 3);
    assert_eq!(games(&first(3)), 27);
    let outcome = search(&Walk::new(3, 3), &first(3), u64::MAX);
    assert_eq!(outcome.snapshot.best, 3, "all games of three steps");
}

#[test]
fn the_best_walk_is_found_with_enough_games() {
    let best = |steps, searcher: &dyn Searcher<Walk>| {
        search(&Walk::new(steps, 3), searcher, u64::MAX)
            .snapshot
            .best
    };
    assert_eq!(best(8, &reflexive(&[20, 20])), 8);
    assert_eq!(best(4, &nested(4)), 4);
    assert_eq!(best(8, &rs1(200)), 8);
    assert_eq!(best(5, &rs2(500)), 5);
}

/// A nested search of level 0, and a reflexive one without a level, is the first game of sampling.
#[test]
fn the_lowest_level_is_a_playout() {
    for variant in Variant::ALL {
        let root = plain(variant);
        let game = |searcher: &dyn Searcher<Plain>| search(&root, searcher, 1).best.unwrap().moves;
        let playout = game(&Sampling::default());
        assert_eq!(game(&nested(0)), playout);
        assert_eq!(game(&reflexive(&[])), playout);
    }
}

/// The first game of the level below is played with the same numbers by both.
#[test]
fn reflexive_search_is_never_behind_the_level_below() {
    for variant in Variant::ALL {
        let best = |games: &[u32]| {
            search(&plain(variant), &reflexive(games), u64::MAX)
                .snapshot
                .best
        };
        let levels = [best(&[]), best(&[5]), best(&[5, 3]), best(&[5, 3, 1])];
        assert!(levels.is_sorted(), "{variant} {levels:?}");
        assert!(levels[0] < levels[3]);
    }
}

/// With one game at each step RS2 plays uniformly random moves: the games it plays, not those it meets, are as long as random ones.
#[test]
fn rs2_with_one_sample_plays_random_games() {
    const GAMES: usize = 4000;
    let mean = |lengths: &[u32]| lengths.iter().sum::<u32>() as f64 / lengths.len() as f64;
    let mut game = plain(Variant::D5);
    let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(7);
    let random = |_| Draw::default().game(&mut game, &mut rng, &mut Vec::new());
    let random: Vec<u32> = (0..GAMES).map(random).collect();
    let probe = Played(std::sync::Mutex::default());
    search(&plain(Variant::D5), &probe, (GAMES * 43) as u64);
    let played = probe.0.into_inner().unwrap();
    // Games of 5D spread by some 9 moves: five errors of both means.
    let off = mean(&played) - mean(&random);
    assert!(played.len() > GAMES * 9 / 10 && off.abs() < 1.0, "{off}");
}

/// The lengths of the games that RS2 plays with one sample.
struct Played(std::sync::Mutex<Vec<u32>>);

impl Searcher<Plain> for Played {
    fn search(&self, game: &mut Plain, run: &mut Run<'_, Plain>) {
        let level = Level::Game(Draw::default());
        let Level::Steps(steps) = level.under(Tried::Here, 1, Keep::BestHere(Ties::First)) else {
            return;
        };
        while !run.is_over() {
            let mut best = Best {
                start: 0,
                score: None,
                moves: Vec::new(),
            };
            let mut path = Path::new(game);
            while let Some(next) = steps.step(&mut best, &mut path, run) {
                path.play(next);
                if path.legal().is_empty() {
                    self.0.lock().unwrap().push(path.len() as u32);
                    break;
                }
            }
            path.back_to(0);
        }
    }
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    let searchers: [&dyn Searcher<Plain>; 6] = [
        &nested(2),
        &Nested {
            first_step: true,
            ..nested(3)
        },
        &reflexive(&[7, 2]),
        &rs1(3),
        &rs2(10),
        &Sampling {
            draw: Draw { mobility: true },
        },
    ];
    for searcher in searchers {
        for playouts in [1, 6, 7, 500] {
            let one = |_| search(&plain(Variant::T5), searcher, playouts);
            let (a, b) = (one(0), one(1));
            assert_eq!(a.snapshot.playouts, playouts);
            assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
        }
    }
}

#[test]
fn ties_go_where_they_should() {
    let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(1);
    let mut chosen = |ties| {
        let mut choice = Choice::default();
        for (value, mv) in [(1, 'a'), (3, 'b'), (3, 'c'), (2, 'd'), (3, 'e')] {
            choice.offer(value, mv, ties, &mut rng);
        }
        choice.mv.unwrap()
    };
    assert_eq!((chosen(Ties::First), chosen(Ties::Last)), ('b', 'e'));
    let drawn: Vec<char> = (0..300).map(|_| chosen(Ties::Random)).collect();
    for mv in ['b', 'c', 'e'] {
        let count = drawn.iter().filter(|&&c| c == mv).count();
        assert!((60..140).contains(&count), "{mv} {count}");
    }
}

/// After each move by mobility no other would have left more moves.
#[test]
fn games_by_mobility_keep_the_most_moves() {
    let mut game = plain(Variant::D5);
    let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(2);
    let mut moves = Vec::new();
    Draw { mobility: true }.game(&mut game, &mut rng, &mut moves);
    for &mv in &moves {
        let left = |game: &mut Plain, mv| {
            game.play(mv);
            let left = game.legal().len();
            game.undo();
            left
        };
        let all: Vec<_> = game.legal().to_vec();
        let most = all.iter().map(|&mv| left(&mut game, mv)).max().unwrap();
        assert_eq!(left(&mut game, mv), most);
        game.play(mv);
    }
    assert!(game.legal().is_empty());
}
