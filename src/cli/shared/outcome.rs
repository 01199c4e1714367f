//! How a subcommand ended.

/// How a subcommand ended when nothing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Outcome {
    /// Done, or shown: exit code 0.
    Done,
    /// Not shown, or refuted: exit code 1.
    NotShown,
    /// Stopped by the user before its end: exit code 130.
    Interrupted,
}

impl Outcome {
    /// Whether everything asked for was shown.
    pub(in crate::cli) const fn of(is_shown: bool) -> Self {
        if is_shown { Self::Done } else { Self::NotShown }
    }
}
