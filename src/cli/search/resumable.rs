//! `morpion search -a pool`, `-a tempering`, `-a openings`: what can be broken off at any time, with its checkpoint.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use super::super::Outcome;
use super::{Args, Watcher, conclude, continued, explore, known_game, start_position};
use morpion_results::folder_name;
use morpion_rules::game::Code;
use morpion_rules::geometry::Move;
use morpion_search::games::Playable;
use morpion_search::searchers::{
    Algorithm, Checkpoint, CheckpointError, Ladder, Resumable, Resumed, Stage, StageWatch,
};

/// Searches by an algorithm, which `named` makes one of those that have a name.
pub(super) fn run<A: Resumable>(
    args: &Args,
    algorithm: A,
    named: fn(A) -> Algorithm,
) -> anyhow::Result<Outcome> {
    let is_checkpoint =
        |path: &&Path| Checkpoint::<A::Stage>::is_at(path) || Checkpoint::<Ladder>::is_at(path);
    let resumes = args.from.as_deref().filter(is_checkpoint);
    let game = match resumes {
        Some(_) => {
            anyhow::ensure!(
                args.keep.is_none(),
                "a checkpoint goes on as it is: leave out --keep, or give a game with --from"
            );
            Vec::new()
        }
        None => known_game(args)?,
    };
    let start = start_position(args, game.clone())?;
    match args.symmetry.symmetric {
        true => search(args, algorithm, named, resumes, game, &start.symmetric()?),
        false => search(args, algorithm, named, resumes, game, &start.plain()?),
    }
}

fn search<A: Resumable, G: Playable<Move = Code> + Sync>(
    args: &Args,
    algorithm: A,
    named: fn(A) -> Algorithm,
    resumes: Option<&Path>,
    game: Vec<Move>,
    root: &G,
) -> anyhow::Result<Outcome> {
    let mut checkpoint = match resumes {
        Some(path) if Checkpoint::<A::Stage>::is_at(path) => {
            Checkpoint::load(&mut root.clone(), path)?
        }
        Some(path) => climbed(root, path)?,
        None => begun(args, game),
    };
    let jobs = usize::from(args.jobs.or_one()).max(checkpoint.stages.len());
    checkpoint.stages.resize(jobs, algorithm.first_stage());
    let algorithm = algorithm.beginning_with(checkpoint.start.clone());
    let named = named(algorithm.clone());
    let watcher = Watcher::new(args, &named, checkpoint.from.clone())?;
    let path = checkpoint_path(args);
    let stages = checkpoint.stages.clone();
    let kept = Mutex::new((checkpoint, Ok(())));
    let watch = StageWatch {
        every: A::Stage::EVERY,
        tell: &|job, stage| keep(&kept, job, stage, root, &path),
    };
    let searcher = Resumed::new(algorithm, stages, watch);
    let outcome = explore(args, args.jobs.or_one(), root, &searcher, &watcher);
    let (_, saved) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let concluded = conclude(args, &named, &outcome, watcher)?;
    saved.context("the search stopped, since its checkpoint cannot be kept")?;
    Ok(concluded)
}

/// What a search begins with that goes on from the longest game of a ladder's checkpoint.
fn climbed<S, G: Playable<Move = Code>>(
    root: &G,
    path: &Path,
) -> Result<Checkpoint<S>, CheckpointError> {
    let ladders = Checkpoint::<Ladder>::load(&mut root.clone(), path)?;
    let games = ladders.stages.iter().filter_map(Ladder::longest);
    let longest = games.max_by_key(|moves| moves.len());
    Ok(Checkpoint {
        from: ladders.from,
        start: root.whole_game(longest.unwrap_or_default()),
        stages: Vec::new(),
    })
}

/// What a search begins with that does not go on with another.
fn begun<S>(args: &Args, game: Vec<Move>) -> Checkpoint<S> {
    Checkpoint {
        from: continued(args, &game),
        // With moves to keep the rest of the game is forgotten.
        start: if args.keep.is_some() {
            Vec::new()
        } else {
            game
        },
        stages: Vec::new(),
    }
}

/// Takes the stage of a job into the checkpoint and writes it.
fn keep<S: Stage, G: Playable<Move = Code>>(
    kept: &Mutex<(Checkpoint<S>, Result<(), CheckpointError>)>,
    job: usize,
    stage: &S,
    root: &G,
    path: &Path,
) -> ControlFlow<()> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let (checkpoint, saved) = &mut *kept;
    if let Some(old) = checkpoint.stages.get_mut(job) {
        old.clone_from(stage);
    }
    *saved = checkpoint.save(root, path);
    match saved {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// `5T-symmetric-pool-seed1.checkpoint`
fn checkpoint_path(args: &Args) -> PathBuf {
    let setting = folder_name(args.symmetry.setting(args.rules.variant));
    let (name, seed) = (args.algorithm(), args.seed.seed);
    args.out
        .join(format!("{setting}-{name}-seed{seed}.checkpoint"))
}
