//! The command line: one file per subcommand, each with its arguments and its `run`.
//!
//! Exit codes: 0 done, 1 not shown or refuted, 2 misuse (bad arguments or files).

mod completions;
mod model;
mod solve_box;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Proves how long a game of Morpion Solitaire can be.
#[derive(Debug, Parser)]
#[command(name = "morpion", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Box(solve_box::Args),
    Model(model::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

/// How a subcommand ended when nothing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Done, or shown: exit code 0.
    Done,
    /// Not shown, or refuted: exit code 1.
    #[cfg_attr(
        not(feature = "highs"),
        allow(dead_code, reason = "a build without engine decides nothing")
    )]
    NotShown,
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    // clap itself exits with code 2 on misuse and 0 on help.
    match dispatch(Cli::parse().command) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::NotShown) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("morpion: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Box(args) => solve_box::run(args),
        Command::Model(args) => model::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => completions::run_man(args),
    }
}

/// A reader that has seen enough (`morpion ... | head`) is not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|e| e.downcast_ref::<std::io::Error>())
        .any(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
