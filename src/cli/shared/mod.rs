//! Code that several subcommands need.

pub(super) mod colour;
pub(super) mod command_line;
pub(super) mod console;
pub(super) mod duration;
pub(super) mod engines;
pub(super) mod folders;
pub(super) mod interrupt;
pub(super) mod options;
pub(super) mod outcome;
pub(super) mod output;
pub(super) mod pace;
pub(super) mod pool;
