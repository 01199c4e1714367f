//! Keeps the games of a search while it goes on, and shows how far it is.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;

use crate::cli::shared::{progress_line, stop_flag};
use morpion_search::running::{Improvement, Keeper, Observer, SaveError, Snapshot};

/// Saves improvements and shows how far the search is.
pub(super) struct Watcher {
    quiet: bool,
    /// Long enough.
    wanted: Option<u32>,
    pub(super) bar: ProgressBar,
    pub(super) kept: Mutex<(Keeper, Option<SaveError>)>,
    /// Turns true on Ctrl-C.
    pub(super) stop: Arc<AtomicBool>,
}

impl Watcher {
    /// Stops the search at a game of `wanted` moves.
    pub(super) fn new(keeper: Keeper, quiet: bool, wanted: Option<u32>) -> anyhow::Result<Self> {
        Ok(Self {
            quiet,
            wanted,
            bar: progress_line(quiet),
            kept: Mutex::new((keeper, None)),
            stop: stop_flag()?,
        })
    }

    fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            // Nobody may be reading any more: no reason to stop.
            let _ = writeln!(std::io::stderr(), "{line}");
        } else {
            self.bar.println(line);
        }
    }
}

impl Observer for Watcher {
    fn improved(&self, improvement: &Improvement) -> ControlFlow<()> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (keeper, error) = &mut *kept;
        if let Err(failed) = keeper.keep(improvement) {
            *error = Some(failed);
            return ControlFlow::Break(());
        }
        drop(kept);
        self.say(&format!(
            "{} moves after {:.1} s (job {}, its game {})",
            improvement.moves.len(),
            improvement.after.as_secs_f64(),
            improvement.job + 1,
            improvement.playouts
        ));
        match self.wanted {
            Some(n) if improvement.moves.len() >= n as usize => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn note(&self, line: &str) {
        self.say(line);
    }

    fn progress(&self, snapshot: Snapshot, doing: &str) {
        let still = snapshot.elapsed.saturating_sub(snapshot.improved);
        self.bar.set_message(format!(
            "best {}, {:.0} games a second, {} s since the last improvement{}{doing}",
            snapshot.best,
            snapshot.rate(),
            still.as_secs(),
            if doing.is_empty() { "" } else { "; " }
        ));
    }
}
