//! Budgets, seeds and the best game, on the real game and on toys.

use super::*;
use crate::game::Board;
use crate::games::Plain;
use crate::geometry::Variant;
use crate::searchers::Sampling;

/// Keeps the improvements that it is told of.
#[derive(Default)]
struct Notes(Mutex<Vec<Improvement>>);

impl Observer for Notes {
    fn improved(&self, improvement: &Improvement) -> ControlFlow<()> {
        self.0.lock().unwrap().push(improvement.clone());
        ControlFlow::Continue(())
    }
}

fn search(budget: Budget, seed: u64, jobs: usize) -> (Outcome, Vec<Improvement>) {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        budget,
        seed,
        jobs,
        repeat: true,
        stop: &stop,
    };
    let notes = Notes::default();
    let root = Plain::new(Board::new(Variant::D4));
    let outcome = run(&root, &Sampling::default(), plan, &notes);
    (outcome, notes.0.into_inner().unwrap())
}

fn playouts(n: u64) -> Budget {
    Budget {
        playouts: Some(n),
        ..Budget::default()
    }
}

#[test]
fn playouts_are_counted_exactly_and_shared() {
    for (n, jobs) in [
        (0, 1),
        (1, 1),
        (31, 1),
        (32, 1),
        (1000, 1),
        (1001, 3),
        (2, 3),
    ] {
        let (outcome, _) = search(playouts(n), 5, jobs);
        assert_eq!(outcome.snapshot.playouts, n, "{jobs} jobs");
        assert_eq!(outcome.best.is_some(), n > 0);
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let games = |seed| {
        let (_, notes) = search(playouts(500), seed, 1);
        let games: Vec<_> = notes.into_iter().map(|i| (i.playouts, i.moves)).collect();
        games
    };
    assert_eq!(games(1), games(1));
    assert_ne!(games(1), games(2));
}

#[test]
fn jobs_have_their_own_random_numbers_and_the_first_keeps_its_own() {
    let mut many = seeds(9, 3);
    let mut one = seeds(9, 1);
    use rand::Rng as _;
    let first = many[0].next_u64();
    assert_eq!(first, one[0].next_u64());
    assert_ne!(first, many[1].next_u64());
    assert_ne!(many[1].next_u64(), many[2].next_u64());
}

#[test]
fn improvements_rise_and_the_last_is_the_best() {
    let (outcome, notes) = search(playouts(2000), 3, 2);
    assert!(notes.windows(2).all(|w| w[0].score < w[1].score));
    let best = outcome.best.unwrap();
    assert_eq!(notes.last().unwrap().moves, best.moves);
    assert_eq!(best.score as usize, best.moves.len());
    assert_eq!(outcome.snapshot.best, best.score);
}

#[test]
fn time_is_kept() {
    let budget = Budget {
        time: Some(Duration::from_millis(50)),
        ..Budget::default()
    };
    let (outcome, _) = search(budget, 1, 2);
    let elapsed = outcome.snapshot.elapsed;
    assert!(elapsed >= Duration::from_millis(50), "{elapsed:?}");
    assert!(elapsed < Duration::from_secs(20), "{elapsed:?}");
}

/// Hands in games until it is told to stop.
struct Breaks;

impl Observer for Breaks {
    fn improved(&self, _: &Improvement) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_observer_can_end_the_search() {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        budget: Budget::default(),
        seed: 1,
        jobs: 1,
        repeat: true,
        stop: &stop,
    };
    let root = Plain::new(Board::new(Variant::D4));
    let outcome = run(&root, &Sampling::default(), plan, &Breaks);
    assert_eq!(outcome.best.unwrap().playouts, 1);
}

struct Cheat;

impl Searcher<Plain> for Cheat {
    fn search(&self, game: &mut Plain, run: &mut Run<'_, Plain>) {
        let first = game.legal()[0];
        run.finished(100, &[first, first]);
    }
}

#[test]
#[should_panic]
fn games_that_are_not_legal_are_not_told() {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        budget: playouts(1),
        seed: 1,
        jobs: 1,
        repeat: false,
        stop: &stop,
    };
    run(
        &Plain::new(Board::new(Variant::D5)),
        &Cheat,
        plan,
        &Notes::default(),
    );
}
