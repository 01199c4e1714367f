//! Options that several commands have. Each is defined here, once, so that it has the same name and form in all of them. Where an option
//! means something of its own in a command, its help is in `HELP` of the command line.
//!
//! The names that some commands gave them before are hidden aliases.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use anyhow::Context;

use super::folders::{default_folder, working_folder};
use super::output::remark;
use morpion_output::text::parse_duration;
use morpion_proof::claim::{Objects, Setting};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};
use morpion_rules::record::{self, Order, Record};

/// The help of every argument that names a game: the forms that it accepts.
pub(in crate::cli) const GAME_HELP: &str = "A file of a game (Pentasol, MSR, a list of moves or lines, a picture that this program wrote, the values of a solver), `-` for standard input, or a game that comes with the program such as record:5D/rosin82";

/// Loads a game, and says so if its order is not that of the file.
pub(in crate::cli) fn load(path: &Path) -> anyhow::Result<Record> {
    let record = record::load(path)?;
    if record.order == Order::Found {
        let path = path.display();
        remark(format_args!(
            "{path}: its lines do not come in an order of play; one was found"
        ));
    }
    Ok(record)
}

/// Which rules.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Rules {
    /// The rules: 5D, 5T, 4D or 4T.
    #[arg(long, default_value_t)]
    pub(in crate::cli) variant: Variant,
}

/// How a game in a file is read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Reading {
    /// The rules to play by, instead of those the file declares.
    #[arg(long)]
    pub(in crate::cli) variant: Option<Variant>,
    /// Forget the order of the lines and which dot each one placed, and find an order of play from the lines alone. (A drawing is
    /// always read that way: text with `x y x y` for each line, from dot to dot, and with or without `x y` for every dot.)
    #[arg(long)]
    pub(in crate::cli) reorder: bool,
}

impl Reading {
    /// The moves of a file.
    pub(in crate::cli) fn load(self, path: &Path) -> anyhow::Result<Record> {
        let record = load(path)?;
        if !self.reorder || record.order == Order::Found {
            return Ok(record);
        }
        record::reorder(record, self.variant).with_context(|| path.display().to_string())
    }
}

/// Whether symmetric objects are meant.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Symmetry {
    /// Only symmetric games and graphs: the half turn maps each to itself.
    #[arg(long)]
    pub(in crate::cli) symmetric: bool,
}

impl Symmetry {
    /// The setting of these rules.
    pub(in crate::cli) const fn setting(self, variant: Variant) -> Setting {
        let symmetric = self.symmetric;
        Setting { variant, symmetric }
    }
}

/// Graphs or games.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Kind {
    /// Ask about graphs, or about games (graphs that can be played) [default: graphs].
    #[arg(long, value_parser = objects())]
    objects: Option<Objects>,
}

impl Kind {
    /// The objects that the user named, or else `fallback`.
    pub(in crate::cli) fn or(self, fallback: Objects) -> Objects {
        self.objects.unwrap_or(fallback)
    }
}

fn objects() -> impl TypedValueParser<Value = Objects> {
    let both = [Objects::Graphs, Objects::Games];
    let named = move |name: String| both.into_iter().find(|objects| objects.plural() == name);
    PossibleValuesParser::new(both.map(Objects::plural))
        .map(move |name| named(name).unwrap_or_default())
}

/// The boxes that are looked at.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Within {
    /// Look only at boxes that fit into this one, turned or mirrored: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(long, value_name = "T,R,B,L", alias = "within")]
    pub(in crate::cli) max_box: Option<BoundingBox>,
}

/// A box, and the sides by which games may arrive at it, both turned as results name them.
pub(in crate::cli) fn canonical(
    bounding_box: BoundingBox,
    by: Option<Arrival>,
) -> (BoundingBox, Option<Arrival>) {
    let Some(by) = by else {
        return (bounding_box.canonical(), None);
    };
    let (bounding_box, by) = by.canonical(bounding_box);
    (bounding_box, Some(by))
}

/// The folder of what is known of the boxes.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct Results {
    /// The results folder [default: results/VARIANT, with `-symmetric` after --symmetric; if that holds a theorem, new results go into
    /// mine/results/VARIANT, which begins as a copy].
    #[arg(long, value_name = "DIR", alias = "out", short_alias = 'o')]
    results: Option<PathBuf>,
}

impl Results {
    /// The folder that was named.
    pub(in crate::cli) fn named(&self) -> Option<&Path> {
        self.results.as_deref()
    }

    /// The folder to work in: the one that was named, or that of the setting; see [`working_folder`].
    pub(in crate::cli) fn working(&self, setting: Setting, fresh: bool) -> anyhow::Result<PathBuf> {
        let named = self.results.clone();
        named.map_or_else(|| working_folder(setting, fresh), Ok)
    }

    /// The folder that was named, or that of the setting.
    pub(in crate::cli) fn folder(&self, setting: Setting) -> PathBuf {
        let named = self.results.clone();
        named.unwrap_or_else(|| default_folder(setting))
    }
}

/// The default folder in which `morpion search` leaves games.
pub(in crate::cli) const OWN_GAMES: &str = "mine/games";

/// The folders that games are read from, unless others are named: those that come with the results, and the user's own.
pub(in crate::cli) const GAMES: [&str; 2] = ["results/games", OWN_GAMES];

/// The folders of games.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct Games {
    /// A folder in which `morpion search` has left games; several may be named.
    #[arg(long, value_name = "DIR", default_values = GAMES)]
    pub(in crate::cli) games: Vec<PathBuf>,
}

/// The units of one process of many: those that leave `rest` when divided by `of`.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Share {
    pub(in crate::cli) rest: u32,
    pub(in crate::cli) of: u32,
}

impl std::str::FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((rest, of)) if rest < of => Ok(Self { rest, of }),
            _ => Err("two numbers I/N are needed, I from 0 to N - 1, for example 0/100".to_owned()),
        }
    }
}

/// How long.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Time {
    /// Stop after this time: seconds, or numbers with units, such as 90, 5m, 1h30m or 2d.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, alias = "time")]
    pub(in crate::cli) time_limit: Option<Duration>,
}

impl Time {
    /// When the limit ends if it begins now. A limit beyond the clock's range is no limit.
    pub(in crate::cli) fn deadline(self) -> Option<Instant> {
        Instant::now().checked_add(self.time_limit?)
    }

    /// Tells whether the limit has ended, which begins now.
    pub(in crate::cli) fn alarm(self) -> impl Fn() -> bool + Copy {
        let deadline = self.deadline();
        move || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// How many threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Jobs {
    /// Threads, or boxes side by side [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) jobs: Option<u16>,
}

impl Jobs {
    /// The number that the user gave, or else one.
    pub(in crate::cli) fn or_one(self) -> u16 {
        self.jobs.unwrap_or(1)
    }

    /// The number that the user gave, or else one for each core.
    pub(in crate::cli) fn or_cores(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// Where random numbers start.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Seed {
    /// The seed of the random numbers.
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
}

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Force {
    /// Overwrite files that exist already.
    #[arg(long)]
    pub(in crate::cli) force: bool,
}

/// The option that turns progress off.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Quiet {
    /// Show no progress.
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}
