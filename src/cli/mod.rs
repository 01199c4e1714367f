//! The command line: one file for each subcommand, with its arguments and its `run`; `shared` has what several of them need.
//!
//! Exit codes: 0 done, 1 not shown or refuted, 2 misuse (bad arguments or files), 130 interrupted.

mod boxes;
mod census;
mod check;
mod compare;
mod completions;
mod contest;
mod convert;
mod draw;
mod enumerate;
mod import;
mod improve;
mod join;
#[cfg_attr(not(feature = "highs"), path = "without_highs.rs")]
mod lines;
mod model;
mod octagons;
mod page;
mod prove;
mod records;
mod replay;
mod search;
mod shared;
mod solve_box;
mod split;
mod verify;
mod work;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::shared::{Outcome, remark, sentence};

/// Proves how long a game of Morpion Solitaire can be.
#[derive(Debug, Parser)]
#[command(name = "morpion", version, propagate_version = true, after_help = FIRST_STEPS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Prove(prove::Args),
    Census(census::Args),
    Box(solve_box::Args),
    Check(check::Args),
    #[command(alias = "adopt")]
    Import(import::Args),
    Split(split::Args),
    Run(work::Args),
    Join(join::Args),
    Compare(compare::Args),
    Boxes(boxes::Args),
    Lines(lines::Args),
    Model(model::Args),
    Verify(verify::Args),
    Records(records::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Draw(draw::Args),
    Enumerate(enumerate::Args),
    Octagons(octagons::Args),
    Search(Box<search::Args>),
    Contest(Box<contest::Args>),
    Improve(improve::Args),
    Page(page::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

/// The help for users who do not know where to begin.
const FIRST_STEPS: &str = "First steps: morpion box 3,2,1,2 --at-least 85 (a proof, in seconds); morpion compare (what is known); morpion draw record:5D/rosin82 (the longest game)";

/// The options of several commands (`shared::options`) that have a meaning of their own in one: command, option, its help there.
const HELP: [(&str, &str, &str); 14] = [
    ("box", "jobs", THREADS),
    (
        "boxes",
        "objects",
        "Ask about graphs, or about games (graphs that can be played) [default: games]",
    ),
    ("census", "jobs", "Threads [default: one for each core]"),
    (
        "contest",
        "jobs",
        "Runs side by side [default: one for each core]",
    ),
    (
        "contest",
        "time_limit",
        "End a run after this time: seconds, or numbers with units, such as 90, 5m, 1h30m or 2d",
    ),
    ("enumerate", "symmetric", STAY_SYMMETRIC),
    ("import", "quiet", "Say only what was refused"),
    ("improve", "jobs", "Boxes side by side [default: 1]"),
    (
        "improve",
        "time_limit",
        "Go on to the next box after this time: seconds, or numbers with units, such as 90, 5m, 1h30m or 2d [default: 1m]",
    ),
    (
        "prove",
        "objects",
        "Ask about graphs, or about games (graphs that can be played) [default: graphs; in 5D without --at-most and --max-box: games]",
    ),
    ("run", "jobs", THREADS),
    ("search", "jobs", "Searches side by side [default: 1]"),
    (
        "search",
        "max_box",
        "Play only inside this box: TOP,RIGHT,BOTTOM,LEFT",
    ),
    ("search", "symmetric", STAY_SYMMETRIC),
];
const THREADS: &str = "Threads [default: 1]";
const STAY_SYMMETRIC: &str =
    "Only symmetric games: each step is a move and its image under the half turn";

/// The command line, with [`HELP`].
fn command() -> clap::Command {
    // The options that all searches have may stand after the algorithm, too.
    let cli = Cli::command().mut_subcommand("search", |c| c.mut_args(|a| a.global(true)));
    HELP.iter().fold(cli, |cli, &(command, option, help)| {
        cli.mut_subcommand(command, |c| c.mut_arg(option, |a| a.help(help)))
    })
}

/// Runs the program on the process's arguments.
pub(crate) fn main() -> ExitCode {
    // clap itself exits with code 2 on misuse and 0 on help.
    let cli = parse(search::in_words_of_today(std::env::args_os().collect()));
    let cli = cli.unwrap_or_else(|e| e.exit());
    match dispatch(cli.command) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::NotShown) => ExitCode::from(1),
        Ok(Outcome::Interrupted) => ExitCode::from(130),
        Err(error) => {
            remark(sentence(&error));
            ExitCode::from(2)
        }
    }
}

fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let parse = |arguments| Cli::from_arg_matches(&command().try_get_matches_from(arguments)?);
    let is_contest = arguments.get(1).is_some_and(|command| command == "contest");
    parse(arguments.clone()).or_else(|mut error| match error.kind() {
        ErrorKind::UnknownArgument if is_contest => {
            let hint = ContextValue::StyledStrs(vec![contest::QUOTES.into()]);
            error.insert(ContextKind::Suggested, hint);
            Err(error)
        }
        ErrorKind::UnknownArgument => {
            parse(search::with_usual_algorithm(arguments)).map_err(|_| error)
        }
        _ => Err(error),
    })
}

fn dispatch(asked: Command) -> anyhow::Result<Outcome> {
    match asked {
        Command::Prove(args) => return prove::run(args),
        Command::Census(args) => return census::run(args),
        Command::Box(args) => return solve_box::run(args),
        Command::Check(args) => return check::run(args),
        Command::Import(args) => return import::run(args),
        Command::Run(args) => return work::run(args),
        Command::Join(args) => return join::run(args),
        Command::Verify(args) => return verify::run(args),
        Command::Replay(args) => return replay::run(args),
        Command::Enumerate(args) => return enumerate::run(args),
        Command::Octagons(args) => return octagons::run(args),
        Command::Search(args) => return search::run(*args),
        Command::Contest(args) => return contest::run(*args),
        Command::Improve(args) => return improve::run(args),
        Command::Split(args) => return split::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Boxes(args) => boxes::run(args),
        Command::Lines(args) => return lines::run(args),
        Command::Model(args) => model::run(args),
        Command::Records(args) => records::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Page(args) => page::run(args),
        Command::Completions(args) => completions::run(args, command()),
        Command::Man(args) => completions::run_man(args, command()),
    }?;
    Ok(Outcome::Done)
}
