//! What several subcommands need.

pub(super) mod command_line;
pub(super) mod console;
pub(super) mod engines;
pub(super) mod folders;
pub(super) mod interrupt;
pub(super) mod options;
pub(super) mod outcome;
pub(super) mod output;
pub(super) mod pool;
