//! `morpion search -a ranked-reward`: a learner with its checkpoint, its diary and its network.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use super::super::Outcome;
use super::{Args, Watcher, conclude, explore, known_game, start_position};
use morpion_learner::Learner;
use morpion_output::files::write_atomically;
use morpion_search::games::Plain;
use morpion_search::searchers::{Algorithm, Learning, RankedReward};

/// The files beside the best game.
struct Files {
    checkpoint: PathBuf,
    csv: PathBuf,
    network: PathBuf,
}

impl Files {
    fn new(folder: &Path, learner: &Learner) -> Self {
        let variant = learner.start().variant();
        let name = |extension| {
            let seed = learner.seed();
            folder.join(format!("{variant}-ranked-reward-seed{seed}.{extension}"))
        };
        Self {
            checkpoint: name("checkpoint"),
            csv: name("csv"),
            network: name("network"),
        }
    }

    /// Leaves checkpoint and diary; the checkpoint last, so that the diary is never behind it.
    fn keep(&self, learner: &Learner) -> anyhow::Result<()> {
        let text = morpion_learner::csv(learner.diary());
        write_atomically(&self.csv, text.as_bytes())
            .with_context(|| format!("cannot write {}", self.csv.display()))?;
        Ok(morpion_learner::save(learner, &self.checkpoint)?)
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        !args.symmetry.symmetric,
        "ranked-reward plays one move at a time: leave out --symmetric, or use another algorithm"
    );
    let learner = learner(args)?;
    let algorithm = Algorithm::RankedReward(RankedReward {
        params: learner.params().clone(),
    });
    let watcher = Watcher::new(args, &algorithm, None)?;
    let files = Files::new(&args.out, &learner);
    let state = Mutex::new((learner.clone(), Ok(())));
    let watch = |learner: &Learner| {
        if let Some(entry) = learner.diary().last() {
            watcher.say(&entry.to_string());
        }
        let kept = files.keep(learner);
        let failed = kept.is_err();
        *state.lock().unwrap_or_else(PoisonError::into_inner) = (learner.clone(), kept);
        if failed {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let root = Plain::new(learner.start().clone());
    let searcher = Learning::new(learner, usize::from(args.jobs.or_one()), &watch);
    // One job: the learner has threads of its own.
    let outcome = explore(args, 1, &root, &searcher, &watcher);
    let (learner, kept) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.context("the search stopped, since its checkpoint cannot be kept");
    let concluded = conclude(args, &algorithm, &outcome, watcher)?;
    kept?;
    morpion_learner::Trained::of(&learner).save(&files.network)?;
    Ok(concluded)
}

/// The learner of `--from`, or one that knows nothing.
fn learner(args: &Args) -> anyhow::Result<Learner> {
    let Algorithm::RankedReward(RankedReward { params }) = args
        .options
        .algorithm("ranked-reward", args.rules.variant)?
    else {
        unreachable!("the name is that of the learner")
    };
    match &args.from {
        Some(path) if args.keep.is_none() => resumed(args, path),
        _ => {
            let start = start_position(args, known_game(args)?)?;
            let board = start.plain()?.into_board();
            Ok(Learner::new(board, params, args.seed.seed))
        }
    }
}

fn resumed(args: &Args, path: &Path) -> anyhow::Result<Learner> {
    let mut learner = morpion_learner::load(path)?;
    let (variant, seed) = (learner.start().variant(), learner.seed());
    anyhow::ensure!(
        (variant, seed) == (args.rules.variant, args.seed.seed),
        "the checkpoint is of {variant} with seed {seed}: add --variant {variant} --seed {seed}"
    );
    let options = &args.options;
    let is_told = options.alpha.is_some() || args.within.max_box.is_some();
    anyhow::ensure!(
        !is_told && options.learn.is_only_longer(),
        "a checkpoint goes on with its own parameters: with --from, give no other than --I"
    );
    if let Some(iterations) = options.learn.iterations {
        learner.set_iterations(iterations);
    }
    anyhow::ensure!(
        !learner.is_done(),
        "the checkpoint has done its {} iterations: give more with --I",
        learner.iterations()
    );
    Ok(learner)
}
