//! Ladders on the real games: budgets, seeds, jobs, and the way through a checkpoint.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;

use super::*;
use crate::game::Board;
use crate::games::{Plain, Rng, Symmetric};
use crate::geometry::BoundingBox;
use crate::record::known_game_by_id;
use crate::running::toy::{search, search_within};
use crate::running::{Budget, Continued, Outcome, Plan, run};
use crate::searchers::Sampling;

fn plain(variant: Variant) -> Plain {
    Plain::new(Board::new(variant))
}

/// How much longer the longest of 30,000 games is than the longest of as many random ones.
fn gain<G: Playable<Move = Code> + Sync>(root: &G) -> u32 {
    let tempered = search(root, &Tempering::of(root.variant()), 30_000);
    tempered.snapshot.best - search(root, &Sampling, 30_000).snapshot.best
}

#[test]
fn games_of_a_ladder_are_longer_than_random_ones() {
    for variant in Variant::ALL {
        let gain = gain(&plain(variant));
        assert!(gain >= 2, "{variant} {gain}");
    }
    for variant in [Variant::D5, Variant::T5] {
        let gain = gain(&Symmetric::new(Board::new(variant)).unwrap());
        assert!(gain >= 2 && gain.is_multiple_of(2), "{variant} {gain}");
    }
}

#[test]
fn where_nothing_can_be_played_the_game_is_handed_in() {
    let mut board = Board::new(Variant::D5);
    board.play_out(&mut Rng::seed_from_u64(1));
    let root = Plain::new(board.clone());
    let outcome = search(&root, &Tempering::of(Variant::D5), u64::MAX);
    assert_eq!(outcome.best.unwrap().moves.len(), board.len());
}

#[test]
fn budgets_are_kept_and_the_seed_decides() {
    for games in [1, 7, 8, 9, 1000, 5001] {
        let one = || search(&plain(Variant::T5), &Tempering::of(Variant::T5), games);
        let (a, b) = (one(), one());
        assert_eq!(a.snapshot.playouts, games);
        assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
    }
}

#[test]
fn boxes_are_respected() {
    let within = BoundingBox::new(2, 1, 1, 1);
    let root = Plain::new(Board::confined(Variant::T5, within).unwrap());
    let best = search(&root, &Tempering::of(Variant::T5), 20_000).best;
    let found = BoundingBox::of_moves(Variant::T5, &best.unwrap().moves).unwrap();
    assert!(found.lies_inside(within), "{found}");
}

#[test]
fn a_search_around_a_game_begins_with_it() {
    let start = known_game_by_id("5D/rosin82").unwrap().moves;
    let around = Tempering {
        start,
        ..Tempering::of(Variant::D5)
    };
    let first = search(&plain(Variant::D5), &around, 1);
    assert_eq!(first.snapshot.best, 82);
}

/// What is hot is short: on a ladder of two rungs far apart the scores tell them from each other.
#[test]
fn cold_games_are_longer_than_hot_ones() {
    let far = Tempering {
        rungs: 2,
        hottest: 100.0,
        coldest: 0.1,
        ..Tempering::of(Variant::T4)
    };
    let ladders = told(&plain(Variant::T4), &far, Vec::new(), 20);
    let mean = |rung: usize| {
        let scores = ladders[5..].iter().map(|l| l.climbers[rung].score);
        f64::from(scores.sum::<u32>()) / 15.0
    };
    assert!(mean(0) + 5.0 < mean(1), "{} {}", mean(0), mean(1));
}

/// Who is colder takes the longer game, always; the shorter one as often as the weights say.
#[test]
fn places_are_changed_by_the_weights() {
    let two = Tempering {
        rungs: 2,
        hottest: 1.0,
        coldest: 0.5,
        ..Tempering::of(Variant::D4)
    };
    let mut rng = Rng::seed_from_u64(1);
    let mut changes = |hot: u32, cold: u32| {
        let once = |_: &u32| {
            let mut games = [hot, cold];
            ladder::change_places(&mut games, |&score| score, &two, &mut rng);
            games == [cold, hot]
        };
        (0..10_000u32).filter(once).count()
    };
    assert_eq!(changes(31, 30), 10_000);
    let share = changes(30, 31) as f64 / 10_000.0;
    assert!((share - (-1.0f64).exp()).abs() < 0.02, "{share}");
}

#[test]
fn jobs_that_share_find_the_same_however_fast_they_are() {
    let shared = Tempering {
        shared: true,
        ..Tempering::of(Variant::D4)
    };
    let best = |_| {
        let outcome = search_within(&plain(Variant::D4), &shared, 30_001, 3);
        assert_eq!(outcome.snapshot.playouts, 30_001);
        outcome.snapshot.best
    };
    let first = best(0);
    assert!((1..4).map(best).all(|again| again == first));
}

/// A search in two halves, with a checkpoint between, finds what the whole finds.
#[test]
fn who_resumes_finds_the_same() {
    for root in [plain(Variant::T5), plain(Variant::D4)] {
        check_resumed(&root);
    }
    check_resumed(&Symmetric::new(Board::new(Variant::D5)).unwrap());
}

fn check_resumed<G: Playable<Move = Code> + Sync>(root: &G) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half");
    let tempering = Tempering::of(root.variant());
    let whole = told(root, &tempering, Vec::new(), 2);
    let checkpoint = LadderCheckpoint {
        from: Some(Continued {
            game: "a game".to_owned(),
            moves: 170,
            kept: 0,
        }),
        ladders: vec![whole[0].clone()],
    };
    assert!(!LadderCheckpoint::is_at(&path));
    checkpoint.save(root, &path).unwrap();
    assert!(LadderCheckpoint::is_at(&path));
    let read = LadderCheckpoint::load(&mut root.clone(), &path).unwrap();
    assert_eq!(read.from, checkpoint.from);
    assert_eq!(seen(&read.ladders[0]), seen(&whole[0]));
    let rest = told(root, &tempering, read.ladders, 1);
    assert_eq!(seen(&rest[0]), seen(&whole[1]));
}

/// A ladder as it goes into a checkpoint.
fn seen(ladder: &Ladder) -> (ladder::State, Vec<(u32, Vec<Code>)>) {
    let climbers = ladder.climbers.iter();
    let games = climbers.map(|climber| (climber.score, climber.moves().to_vec()));
    (ladder.state.clone(), games.collect())
}

/// The ladder of a search, as often as it is told, so many times.
fn told<G: Playable<Move = Code> + Sync>(
    root: &G,
    tempering: &Tempering,
    begun: Vec<Ladder>,
    times: usize,
) -> Vec<Ladder> {
    let ladders = Mutex::new(Vec::new());
    let note = |_: usize, ladder: &Ladder| {
        let mut ladders = ladders.lock().unwrap();
        ladders.push(ladder.clone());
        match ladders.len() < times {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let watch = LadderWatch {
        every: 5,
        tell: &note,
    };
    let resumed = Ladders::new(tempering.clone(), begun, watch);
    search(root, &resumed, 10_000_000);
    ladders.into_inner().unwrap()
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let root = plain(Variant::D4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let checkpoint = LadderCheckpoint {
        ladders: told(&root, &Tempering::of(Variant::D4), Vec::new(), 1),
        ..LadderCheckpoint::default()
    };
    checkpoint.save(&root, &path).unwrap();
    let load =
        |root: &Plain| LadderCheckpoint::load(&mut root.clone(), &path).map_err(|e| e.to_string());
    assert!(load(&root).is_ok());
    let error = |root: &Plain| load(root).err().unwrap();
    assert!(error(&plain(Variant::T5)).contains("none here"));
    let narrow = Board::confined(Variant::D4, BoundingBox::default()).unwrap();
    assert!(error(&Plain::new(narrow)).contains("none here"));
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    assert!(error(&root).contains("EOF"));
    std::fs::write(&path, &whole[1..]).unwrap();
    assert!(!LadderCheckpoint::is_at(&path));
}

/// Two jobs, of which one stops early, do not wait for each other.
#[test]
fn shared_ladders_end_with_their_budgets() {
    for (playouts, rungs) in [(1, 8), (2, 8), (300, 1), (5001, 8)] {
        let shared = Tempering {
            shared: true,
            rungs,
            ..Tempering::of(Variant::D4)
        };
        let stop = AtomicBool::new(false);
        let plan = Plan {
            budget: Budget {
                playouts: Some(playouts),
                time: None,
            },
            seed: 1,
            jobs: 2,
            repeat: true,
            stop: &stop,
        };
        let outcome: Outcome = run(&plain(Variant::D4), &shared, plan, &());
        assert_eq!(outcome.snapshot.playouts, playouts);
    }
}
