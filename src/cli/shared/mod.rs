//! Code that several subcommands need.

mod command_line;
mod console;
pub(super) mod engines;
mod folders;
mod interrupt;
mod options;
mod outcome;
pub(super) mod output;
mod pool;

pub(super) use command_line::{command_line, resume_command};
pub(super) use console::{Console, progress_bar, progress_line};
pub(super) use engines::OrderForm;
pub(super) use folders::{all_games, holds_theorem};
pub(super) use interrupt::{Interrupt, end_with, stop_flag};
pub(super) use options::{
    Force, GAME_HELP, GAMES, Games, Jobs, Kind, OWN_GAMES, Quiet, Reading, Results, Rules, Seed,
    Share, Symmetry, Time, Within, canonical, load,
};
pub(super) use outcome::Outcome;
pub(super) use output::{Json, Target, ensure_apart, path_as_text, print, remark, sentence, tell};
pub(super) use pool::{try_threads, with_threads};
