//! Opens a search that leaves checkpoints, from nothing, from a game, or from a checkpoint.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Checkpoint, CheckpointError, Resumable, Resumed, Stage, StageWatch};
use crate::files::{FileError, free_path, is_claimed, write_atomically};
use crate::game::Code;
use crate::games::Playable;
use crate::searchers::method::{Files, Left, Opened};
use crate::searchers::tempering::Ladder;

/// Prepares a search from `root` by so many jobs, or one that goes on from a checkpoint: of the algorithm itself, or of a ladder, whose
/// longest game the search then begins with. If the checkpoint is of more jobs, the others rest, and stay in the checkpoint.
pub(in crate::searchers) fn open<A: Resumable, G: Playable<Move = Code> + Sync + 'static>(
    algorithm: &mut A,
    root: &G,
    files: Files,
    jobs: usize,
) -> Result<Opened<G>, CheckpointError> {
    let start = algorithm.start().map(|start| start.clone());
    let mut checkpoint = match &files.resumed {
        Some(path) if Checkpoint::<A::Stage>::is_at(path) => {
            Checkpoint::load(&mut root.clone(), path)?
        }
        Some(path) => climbed(root, path)?,
        None => Checkpoint {
            from: files.from,
            kept: root.whole_game(&[]),
            start: start.unwrap_or_default(),
            stages: Vec::new(),
        },
    };
    if let Some(path) = &files.resumed {
        let refused = |about| CheckpointError::Refused {
            path: path.clone(),
            about,
        };
        algorithm.resume(&mut checkpoint.stages).map_err(refused)?;
    }
    if let Some(start) = algorithm.start() {
        start.clone_from(&checkpoint.start);
    }
    let jobs = jobs.max(checkpoint.stages.len());
    checkpoint.stages.resize(jobs, algorithm.first_stage());
    let (from, stages) = (checkpoint.from.clone(), checkpoint.stages.clone());
    let goes_on_there = files
        .resumed
        .is_some_and(|path| is_same(&path, &files.left));
    let left = Arc::new(Mutex::new(Left {
        checkpoint: goes_on_there.then(|| files.left.clone()),
        fault: None,
    }));
    let watch = StageWatch {
        every: A::Stage::EVERY,
        tell: Box::new(keeper(checkpoint, files.left, Arc::clone(&left))),
    };
    Ok(Opened {
        searcher: Box::new(Resumed::new(algorithm.clone(), stages, watch)),
        from,
        left,
    })
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}

/// Puts the stage of a job into the checkpoint and writes it where the search has left it before; at first to `wanted`, or, if a file is
/// there, beside it. If it cannot be written, the job is told to stop, and the error is left in `left`.
fn keeper<S: Stage>(
    checkpoint: Checkpoint<S>,
    wanted: PathBuf,
    left: Arc<Mutex<Left>>,
) -> impl Fn(usize, &S) -> ControlFlow<()> {
    let kept = Mutex::new(checkpoint);
    move |job, stage| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = kept.stages.get_mut(job) {
            old.clone_from(stage);
        }
        let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
        let path = left.checkpoint.clone();
        let path = path.unwrap_or_else(|| free_name(&wanted, stage));
        match save_beside(stage, &path).and_then(|()| kept.save(&path)) {
            Ok(()) => {
                left.checkpoint = Some(path);
                ControlFlow::Continue(())
            }
            Err(error) => {
                if left.checkpoint.is_none() {
                    // The name was only taken: nothing is there to go on from.
                    let _ = fs::remove_file(&path);
                }
                left.fault.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// A checkpoint for a search that begins with the longest game of a ladder's checkpoint.
fn climbed<S, G: Playable<Move = Code>>(
    root: &G,
    path: &Path,
) -> Result<Checkpoint<S>, CheckpointError> {
    let ladders = Checkpoint::<Ladder>::load(&mut root.clone(), path)?;
    let games = ladders.stages.iter().filter_map(Ladder::longest);
    let longest = games.max_by_key(|moves| moves.len());
    Ok(Checkpoint {
        from: ladders.from,
        kept: ladders.kept,
        start: root.whole_game(longest.unwrap_or_default()),
        stages: Vec::new(),
    })
}

/// The name for a checkpoint where no other search has left one, nor one of the files beside it. The file is made, empty, so that no
/// other search takes the name.
fn free_name<S: Stage>(wanted: &Path, stage: &S) -> PathBuf {
    let beside = stage.beside();
    free_path(wanted, |path| {
        let mut extensions = beside.iter().map(|(extension, _)| extension);
        extensions.any(|extension| path.with_extension(extension).exists()) || is_claimed(path)
    })
}

/// Writes the files that a stage leaves beside its checkpoint.
fn save_beside<S: Stage>(stage: &S, path: &Path) -> Result<(), CheckpointError> {
    for (extension, bytes) in stage.beside() {
        let path = path.with_extension(extension);
        write_atomically(&path, &bytes).map_err(FileError::of("write", &path))?;
    }
    Ok(())
}
