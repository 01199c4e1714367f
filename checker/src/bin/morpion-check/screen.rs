//! The screen: lines go past the progress that is drawn, to standard output or to standard error.

use crate::collected::Collected;
use crate::options::Options;
use crate::progress::Progress;
use morpion_check_core::folder::Said;
use std::io::{self, Write};
use std::sync::{Arc, mpsc};
use std::thread;

/// The lines and the progress that the user sees, and the positions that are collected meanwhile.
pub(crate) struct Screen {
    /// Whether lines go to standard error, since standard output is for the summary of a part.
    aside: bool,
    is_quiet: bool,
    progress: Arc<Progress>,
    /// The positions that certificates list, if the user asks for them.
    pub(crate) collected: Option<Collected>,
}

impl Screen {
    pub(crate) fn new(options: &Options) -> Self {
        let is_part = options.part.is_some();
        Self {
            aside: is_part,
            is_quiet: options.quiet,
            progress: Arc::new(Progress::new(!options.quiet && !is_part, options.time)),
            collected: options.positions.as_deref().map(Collected::new),
        }
    }

    /// Says on Ctrl-C how far the check has come, and ends the process with code 130. Where signals cannot be watched, they end it as
    /// they always do.
    pub(crate) fn end_on_signal(&self) {
        let progress = Arc::clone(&self.progress);
        let _ = ctrlc::set_handler(move || {
            progress.erase();
            let words = progress.how_far().map_or_else(
                || {
                    "interrupted: what was printed before holds, and nothing else was checked"
                        .to_owned()
                },
                |how_far| format!("interrupted: {how_far} were checked, and those hold"),
            );
            let _ = writeln!(io::stderr(), "{words}");
            std::process::exit(130);
        });
    }

    /// Does the work, and draws its progress meanwhile.
    pub(crate) fn while_drawn<T>(&self, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (running, over) = mpsc::channel::<()>();
            scope.spawn(move || self.progress.draw_until(&over));
            let result = work();
            drop(running);
            result
        })
    }

    /// Receives a message of a check.
    pub(crate) fn hear(&self, said: Said<'_>) {
        self.progress.hear(said);
        if let (Said::Listed(positions), Some(collected)) = (said, &self.collected) {
            collected.add(positions);
        }
    }

    /// Notes how many octagons of a certificate are closed.
    pub(crate) fn closed(&self, closed: usize, all: usize) {
        self.progress.closed(closed, all);
    }

    /// Prints a remark on standard error, unless `--quiet` was given.
    pub(crate) fn remark(&self, line: &str) {
        if !self.is_quiet {
            self.progress.erase();
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Writes a line at once, so that lines of several threads do not mix.
    pub(crate) fn print(&self, line: &str) -> io::Result<()> {
        self.progress.erase();
        let mut out: Box<dyn Write> = if self.aside {
            Box::new(io::stderr().lock())
        } else {
            Box::new(io::stdout().lock())
        };
        writeln!(out, "{line}").and_then(|()| out.flush())
    }
}
