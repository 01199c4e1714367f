//! `morpion search -a pool`: a pool of games with its checkpoint.

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
    Algorithm, Checkpoint, Pool, PoolError, PoolWatch, Sweep, Sweeping,
};

/// Children of a job between two checkpoints: a minute or two.
const CHECKPOINT: u64 = 1 << 24;

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let resumes = args.from.as_deref().filter(|path| Checkpoint::is_at(path));
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
    let Algorithm::Pool(pool) = args.options.algorithm("pool", args.rules.variant)? else {
        unreachable!("the name is that of the pool")
    };
    let mut checkpoint = match resumes {
        Some(path) => Checkpoint::load(&mut root.clone(), path)?,
        None => begun(args, game),
    };
    let jobs = usize::from(args.jobs.or_one()).max(checkpoint.sweeps.len());
    checkpoint.sweeps.resize(jobs, Sweep::first(pool.room));
    let pool = Pool {
        start: checkpoint.start.clone(),
        ..pool
    };
    let algorithm = Algorithm::Pool(pool.clone());
    let watcher = Watcher::new(args, &algorithm, checkpoint.from.clone())?;
    let path = checkpoint_path(args);
    let sweeps = checkpoint.sweeps.clone();
    let kept = Mutex::new((checkpoint, Ok(())));
    let watch = PoolWatch {
        every: CHECKPOINT,
        tell: &|job, sweep| keep(&kept, job, sweep, root, &path),
    };
    let searcher = Sweeping::new(pool, sweeps, watch);
    let outcome = explore(args, args.jobs.or_one(), root, &searcher, &watcher);
    let (_, saved) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let concluded = conclude(args, &algorithm, &outcome, watcher)?;
    saved.context("the search stopped, since its checkpoint cannot be kept")?;
    Ok(concluded)
}

/// What a search begins with that does not go on with another.
fn begun(args: &Args, game: Vec<Move>) -> Checkpoint {
    Checkpoint {
        from: continued(args, &game),
        // With moves to keep the rest of the game is forgotten.
        start: if args.keep.is_some() {
            Vec::new()
        } else {
            game
        },
        sweeps: Vec::new(),
    }
}

/// Takes the sweep of a job into the checkpoint and writes it.
fn keep<G: Playable<Move = Code>>(
    kept: &Mutex<(Checkpoint, Result<(), PoolError>)>,
    job: usize,
    sweep: &Sweep,
    root: &G,
    path: &Path,
) -> ControlFlow<()> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let (checkpoint, saved) = &mut *kept;
    if let Some(old) = checkpoint.sweeps.get_mut(job) {
        old.clone_from(sweep);
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
    let seed = args.seed.seed;
    args.out
        .join(format!("{setting}-pool-seed{seed}.checkpoint"))
}
