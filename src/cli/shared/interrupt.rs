//! Ctrl-C: how a command notices it, and how it ends.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::command_line::resume_command;
use super::console::Console;

/// Signals that follow the first one so soon are the same wish: `timeout` sends one to the program and one to its group.
const SAME_WISH: Duration = Duration::from_secs(1);

/// Turns true on the first Ctrl-C; another one, a second or more later, ends the process.
pub(in crate::cli) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        let since = first.get_or_insert_with(Instant::now);
        if since.elapsed() >= SAME_WISH {
            std::process::exit(130);
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(stop)
}

/// Makes Ctrl-C end a command that writes nothing: the command says how far it has come, and leaves with code 130.
pub(in crate::cli) fn end_with(
    how_far: impl Fn() -> String + Send + 'static,
) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        let _ = writeln!(std::io::stderr(), "interrupted: {}", how_far());
        std::process::exit(130);
    })
    .context("cannot watch for Ctrl-C")
}

/// The way in which a run that people watch ends on Ctrl-C.
#[derive(Clone, Default)]
pub(in crate::cli) struct Interrupt {
    /// Turns true on the first signal.
    pub(in crate::cli) stop: Arc<AtomicBool>,
    hit: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl Interrupt {
    /// How long engines that notice the request may take to hand over their findings: the exact one
    /// needs a fraction of a second, HiGHS and a certificate being checked cannot be waited for.
    const GRACE: Duration = Duration::from_secs(3);

    /// On the first signal: start no more boxes, say what is lost and how to go on, leave with
    /// code 130. What was finished is on disk, and so is what the exact engine had shown of boxes in
    /// the middle.
    pub(in crate::cli) fn install(console: Arc<Console>, folder: PathBuf) -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let told = interrupt.clone();
        ctrlc::set_handler(move || {
            told.hit.store(true, Ordering::SeqCst);
            told.stop.store(true, Ordering::SeqCst);
            console.stopping();
            let step = Duration::from_millis(20);
            let mut waited = Duration::ZERO;
            while !told.ended.load(Ordering::SeqCst) && waited < Self::GRACE {
                std::thread::sleep(step);
                waited += step;
            }
            let all_handed_over = told.ended.load(Ordering::SeqCst);
            console.stopped(&folder, all_handed_over, &resume_command());
            std::process::exit(130);
        })?;
        Ok(interrupt)
    }

    /// After a signal the handler ends the process; nothing else may be printed then.
    pub(in crate::cli) fn wait_if_hit(&self) {
        self.ended.store(true, Ordering::SeqCst);
        while self.hit.load(Ordering::SeqCst) {
            std::thread::park();
        }
    }
}
