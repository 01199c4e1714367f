//! `morpion search -a tempering`: ladders of games with their checkpoint.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use super::super::Outcome;
use super::{Args, Watcher, conclude, continued, explore, known_game, start_position};
use crate::game::Code;
use crate::geometry::Move;
use crate::results::folder_name;
use morpion_search::games::Playable;
use morpion_search::searchers::{
    Algorithm, Ladder, LadderCheckpoint, LadderError, LadderWatch, Ladders, Tempering,
};

/// Rounds between two checkpoints: a minute or so.
const CHECKPOINT: u64 = 1 << 14;

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let resumes = args
        .from
        .as_deref()
        .filter(|path| LadderCheckpoint::is_at(path));
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
        true => search(args, resumes, game, &start.symmetric()?),
        false => search(args, resumes, game, &start.plain()?),
    }
}

fn search<G: Playable<Move = Code> + Sync>(
    args: &Args,
    resumes: Option<&Path>,
    game: Vec<Move>,
    root: &G,
) -> anyhow::Result<Outcome> {
    let mut checkpoint = match resumes {
        Some(path) => LadderCheckpoint::load(&mut root.clone(), path)?,
        None => LadderCheckpoint {
            from: continued(args, &game),
            ladders: Vec::new(),
        },
    };
    let jobs = usize::from(args.jobs.or_one()).max(checkpoint.ladders.len());
    checkpoint.ladders.resize(jobs, Ladder::default());
    let tempering = tempering(args, game)?;
    let algorithm = Algorithm::Tempering(tempering.clone());
    let watcher = Watcher::new(args, &algorithm, checkpoint.from.clone())?;
    let path = checkpoint_path(args);
    let ladders = checkpoint.ladders.clone();
    let kept = Mutex::new((checkpoint, Ok(())));
    let watch = LadderWatch {
        every: CHECKPOINT,
        tell: &|job, ladder| keep(&kept, job, ladder, root, &path),
    };
    let searcher = Ladders::new(tempering, ladders, watch);
    let outcome = explore(args, args.jobs.or_one(), root, &searcher, &watcher);
    let (_, saved) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let concluded = conclude(args, &algorithm, &outcome, watcher)?;
    saved.context("the search stopped, since its checkpoint cannot be kept")?;
    Ok(concluded)
}

/// The algorithm, which begins with a game where one is given.
fn tempering(args: &Args, game: Vec<Move>) -> anyhow::Result<Tempering> {
    let algorithm = args.options.algorithm("tempering", args.rules.variant)?;
    let Algorithm::Tempering(tempering) = algorithm else {
        unreachable!("the name is that of tempering")
    };
    // With moves to keep the rest of the game is forgotten.
    let start = if args.keep.is_some() {
        Vec::new()
    } else {
        game
    };
    Ok(Tempering { start, ..tempering })
}

/// Takes the ladder of a job into the checkpoint and writes it.
fn keep<G: Playable<Move = Code>>(
    kept: &Mutex<(LadderCheckpoint, Result<(), LadderError>)>,
    job: usize,
    ladder: &Ladder,
    root: &G,
    path: &Path,
) -> ControlFlow<()> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let (checkpoint, saved) = &mut *kept;
    if let Some(old) = checkpoint.ladders.get_mut(job) {
        old.clone_from(ladder);
    }
    *saved = checkpoint.save(root, path);
    match saved {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// `5T-symmetric-tempering-seed1.checkpoint`
fn checkpoint_path(args: &Args) -> PathBuf {
    let setting = folder_name(args.symmetry.setting(args.rules.variant));
    let seed = args.seed.seed;
    args.out
        .join(format!("{setting}-tempering-seed{seed}.checkpoint"))
}
