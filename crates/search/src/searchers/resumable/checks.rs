//! Checks of what every resumable search promises, on the real games.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Mutex;

use rand::SeedableRng;

use super::{Checkpoint, Resumable, Resumed, StageWatch};
use crate::game::{Board, Code};
use crate::games::{Plain, Playable, Rng, Symmetric};
use crate::geometry::{BoundingBox, Variant};
use crate::record::{Continued, known_game_by_id};
use crate::running::Searcher;
use crate::running::toy::{search, search_within};
use crate::searchers::Sampling;

/// The game without a move.
pub(in crate::searchers) fn plain(variant: Variant) -> Plain {
    Plain::new(Board::new(variant))
}

/// A known game, and where it begins.
pub(in crate::searchers) fn known(id: &str) -> (Plain, Vec<Code>) {
    let game = known_game_by_id(id).unwrap();
    let code = |&mv| Code::new(game.variant, mv).unwrap();
    (plain(game.variant), game.moves.iter().map(code).collect())
}

/// Its games are longer than random ones, in all variants.
pub(in crate::searchers) fn longer_than_random<A>(of: impl Fn(Variant) -> A)
where
    A: Searcher<Plain> + Searcher<Symmetric>,
{
    for variant in Variant::ALL {
        let gain = gain(&plain(variant), &of(variant));
        assert!(gain >= 2, "{variant} {gain}");
    }
    for variant in [Variant::D5, Variant::T5] {
        let root = Symmetric::new(Board::new(variant)).unwrap();
        let gain = gain(&root, &of(variant));
        assert!(gain >= 2 && gain.is_multiple_of(2), "{variant} {gain}");
    }
}

/// How much longer the longest of 30,000 games is than the longest of as many random ones.
fn gain<G: Playable<Move = Code> + Sync>(root: &G, searcher: &dyn Searcher<G>) -> u32 {
    let best = search(root, searcher, 30_000).snapshot.best;
    best - search(root, &Sampling::default(), 30_000).snapshot.best
}

/// A searcher hands in the game at once if no move can be played.
pub(in crate::searchers) fn hands_in_where_nothing_can_be_played(searcher: &dyn Searcher<Plain>) {
    let mut board = Board::new(Variant::D5);
    board.play_out(&mut Rng::seed_from_u64(1));
    let outcome = search(&Plain::new(board.clone()), searcher, u64::MAX);
    assert_eq!(outcome.best.unwrap().moves.len(), board.len());
}

/// A searcher finishes as many games as its budget allows, and the same ones again.
pub(in crate::searchers) fn keeps_budgets(searcher: &dyn Searcher<Plain>, budgets: &[u64]) {
    for &games in budgets {
        let one = || search(&plain(Variant::T5), searcher, games);
        let (a, b) = (one(), one());
        assert_eq!(a.snapshot.playouts, games);
        assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
    }
}

/// A searcher places no dot outside a box.
pub(in crate::searchers) fn respects_boxes(searcher: &dyn Searcher<Plain>) {
    let within = BoundingBox::new(2, 1, 1, 1);
    let root = Plain::new(Board::confined(Variant::T5, within).unwrap());
    let best = search(&root, searcher, 20_000).best.unwrap();
    let found = BoundingBox::of_moves(Variant::T5, &best.moves).unwrap();
    assert!(found.lies_inside(within), "{found}");
}

/// Jobs that share find the same however fast they are.
pub(in crate::searchers) fn finds_the_same_together(shared: &dyn Searcher<Plain>) {
    let best = |_| {
        let outcome = search_within(&plain(Variant::D4), shared, 30_001, 3);
        assert_eq!(outcome.snapshot.playouts, 30_001);
        outcome.snapshot.best
    };
    let first = best(0);
    assert!((1..4).map(best).all(|again| again == first));
}

/// Two jobs that share, of which one stops early, do not wait for each other.
pub(in crate::searchers) fn ends_together(shared: &dyn Searcher<Plain>, root: &Plain, games: u64) {
    let outcome = search_within(root, shared, games, 2);
    assert_eq!(outcome.snapshot.playouts, games);
}

/// A search in two halves, with a checkpoint between, finds what the whole finds; `seen` is all there is to a stage.
pub(in crate::searchers) fn finds_the_same_in_two_halves<A: Resumable, G, T: PartialEq + Debug>(
    root: &G,
    algorithm: &A,
    every: u64,
    seen: impl Fn(&A::Stage) -> T,
) where
    G: Playable<Move = Code> + Sync,
{
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half");
    let whole = told(root, algorithm, Vec::new(), every, 2);
    let checkpoint = Checkpoint {
        from: Some(Continued {
            game: "a game".to_owned(),
            moves: 170,
            kept: 0,
        }),
        kept: Vec::new(),
        start: Vec::new(),
        stages: vec![whole[0].clone()],
    };
    assert!(!Checkpoint::<A::Stage>::is_at(&path));
    checkpoint.save(&path).unwrap();
    assert!(Checkpoint::<A::Stage>::is_at(&path));
    let read = Checkpoint::<A::Stage>::load(&mut root.clone(), &path).unwrap();
    assert_eq!(read.from, checkpoint.from);
    assert_eq!(seen(&read.stages[0]), seen(&whole[0]));
    let rest = told(root, algorithm, read.stages, every, 1);
    assert_eq!(seen(&rest[0]), seen(&whole[1]));
}

/// A checkpoint of another variant, of games that leave the box, that is cut short or that begins otherwise is refused.
pub(in crate::searchers) fn refuses_unfit_checkpoints<A: Resumable>(algorithm: &A, every: u64) {
    let root = plain(Variant::D4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let checkpoint = Checkpoint {
        from: None,
        kept: Vec::new(),
        start: Vec::new(),
        stages: told(&root, algorithm, Vec::new(), every, 1),
    };
    checkpoint.save(&path).unwrap();
    let load = |root: &Plain| {
        Checkpoint::<A::Stage>::load(&mut root.clone(), &path).map_err(|e| e.to_string())
    };
    assert!(load(&root).is_ok());
    let error = |root: &Plain| load(root).err().unwrap();
    assert!(error(&plain(Variant::T5)).contains("none here"));
    let narrow = Board::confined(Variant::D4, BoundingBox::default()).unwrap();
    assert!(error(&Plain::new(narrow)).contains("none here"));
    let whole = std::fs::read(&path).unwrap();
    let mut bad = whole.clone();
    let place = bad.len() - 9;
    bad[place] ^= 4;
    std::fs::write(&path, bad).unwrap();
    assert!(error(&root).contains("unpacked"));
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    assert!(error(&root).contains("unpacked"));
    std::fs::write(&path, &whole[1..]).unwrap();
    assert!(error(&root).contains("begins otherwise"));
    assert!(!Checkpoint::<A::Stage>::is_at(&path));
}

/// Every stage of each job of a search of so many playouts, after every step.
pub(in crate::searchers) fn every_stage<A: Resumable, G: Playable<Move = Code> + Sync>(
    root: &G,
    algorithm: &A,
    begun: Vec<A::Stage>,
    playouts: u64,
    jobs: usize,
) -> Vec<Vec<A::Stage>> {
    let stages = Mutex::new(vec![Vec::new(); jobs]);
    let note = |job: usize, stage: &A::Stage| {
        stages.lock().unwrap()[job].push(stage.clone());
        ControlFlow::Continue(())
    };
    let watch = StageWatch {
        every: 1,
        tell: Box::new(note),
    };
    search_watched(root, algorithm, begun, watch, (playouts, jobs));
    stages.into_inner().unwrap()
}

/// The first `times` stages that a search hands to its watch, which is told of them at intervals of `every`.
pub(in crate::searchers) fn told<A: Resumable, G: Playable<Move = Code> + Sync>(
    root: &G,
    algorithm: &A,
    begun: Vec<A::Stage>,
    every: u64,
    times: usize,
) -> Vec<A::Stage> {
    let stages = Mutex::new(Vec::new());
    let note = |_: usize, stage: &A::Stage| {
        let mut stages = stages.lock().unwrap();
        stages.push(stage.clone());
        match stages.len() < times {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let watch = StageWatch {
        every,
        tell: Box::new(note),
    };
    search_watched(root, algorithm, begun, watch, (10_000_000, 1));
    stages.into_inner().unwrap()
}

/// A search that goes on from these stages and tells of its own, for so many playouts with so many jobs.
fn search_watched<A: Resumable, G: Playable<Move = Code> + Sync>(
    root: &G,
    algorithm: &A,
    begun: Vec<A::Stage>,
    watch: StageWatch<'_, A::Stage>,
    (playouts, jobs): (u64, usize),
) {
    let resumed = Resumed::new(algorithm.clone(), begun, watch);
    search_within(root, &resumed, playouts, jobs);
}
