//! Where lines go: past the progress that is drawn, to standard output or aside.

use crate::collected::Collected;
use crate::options::Options;
use crate::progress::Progress;
use morpion_check_core::folder::Said;
use std::io::{self, Write};
use std::sync::{Arc, mpsc};
use std::thread;

/// What the user sees, and what is collected meanwhile.
pub(crate) struct Screen {
    /// Standard output is for something else.
    aside: bool,
    is_quiet: bool,
    progress: Arc<Progress>,
    /// What certificates list, if that is asked for.
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
            let how_far = progress.how_far();
            let _ = writeln!(
                io::stderr(),
                "interrupted: {how_far} were checked, and those hold"
            );
            std::process::exit(130);
        });
    }

    /// Works, and draws meanwhile how far that has come.
    pub(crate) fn while_drawn<T>(&self, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (running, over) = mpsc::channel::<()>();
            scope.spawn(move || self.progress.draw_until(&over));
            let result = work();
            drop(running);
            result
        })
    }

    /// Is told how a check goes.
    pub(crate) fn hear(&self, said: Said<'_>) {
        self.progress.hear(said);
        if let (Said::Listed(positions), Some(collected)) = (said, &self.collected) {
            collected.add(positions);
        }
    }

    /// Is told how many octagons of a certificate are closed.
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
