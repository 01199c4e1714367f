//! Opens a search that leaves checkpoints, from nothing, from a game, or from a checkpoint.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Checkpoint, CheckpointError, Resumable, Resumed, Stage, StageWatch};
use crate::files::{FileError, write_atomically};
use crate::game::Code;
use crate::games::Playable;
use crate::searchers::method::{Fault, Files, Opened};
use crate::searchers::tempering::Ladder;

/// Prepares a search from `root` by at least so many jobs, or one that goes on from a checkpoint: of the algorithm itself, or of a
/// ladder, whose longest game the search then begins with.
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
    let fault = Fault::default();
    let watch = StageWatch {
        every: A::Stage::EVERY,
        tell: Box::new(keeper(checkpoint, files.left, Arc::clone(&fault))),
    };
    Ok(Opened {
        searcher: Box::new(Resumed::new(algorithm.clone(), stages, watch)),
        from,
        fault,
    })
}

/// Puts the stage of a job into the checkpoint and writes it to `path`. If it cannot be written, the search is told to stop, and
/// the error is left in `fault`.
fn keeper<S: Stage>(
    checkpoint: Checkpoint<S>,
    path: PathBuf,
    fault: Fault,
) -> impl Fn(usize, &S) -> ControlFlow<()> {
    let kept = Mutex::new(checkpoint);
    move |job, stage| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = kept.stages.get_mut(job) {
            old.clone_from(stage);
        }
        let saved = save_beside(stage, &path).and_then(|()| kept.save(&path));
        let flow = match saved {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        *fault.lock().unwrap_or_else(PoisonError::into_inner) = saved.err();
        flow
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
        start: root.whole_game(longest.unwrap_or_default()),
        stages: Vec::new(),
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
