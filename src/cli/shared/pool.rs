//! The threads of a command.

use anyhow::Context;

/// Runs `work` with so many threads for what it does in parallel; by default one for each core.
///
/// # Errors
/// The system does not give so many threads.
pub(in crate::cli) fn with_threads<R: Send>(
    jobs: Option<u16>,
    work: impl FnOnce() -> R + Send,
) -> anyhow::Result<R> {
    // 0 stands for the default.
    let jobs = jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.context("cannot start the threads: give fewer with --jobs")?;
    Ok(pool.install(work))
}

/// Tries to start so many threads, for work that starts its own: there is no way back once that has begun. It says nothing about memory
/// that the threads will ask for.
///
/// # Errors
/// As for [`with_threads`].
pub(in crate::cli) fn try_threads(jobs: u16) -> anyhow::Result<()> {
    with_threads(Some(jobs), || ())
}
