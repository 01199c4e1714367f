//! `morpion lines` in a build without HiGHS: it says what it needs.

use std::ffi::OsString;

use super::shared::Outcome;

/// Find the longest game that the lines of some games admit (not in this build, which has no HiGHS).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What a build with HiGHS reads.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<OsString>,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let _ = args.words;
    anyhow::bail!(
        "this is a build without HiGHS, which solves the linear programs of `lines`: build it with HiGHS (./x compare does, unless MORPION_FEATURES=none is set)"
    )
}
