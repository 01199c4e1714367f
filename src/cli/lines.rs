//! `morpion lines`: the longest game that the lines of some games admit.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, ensure};

use super::GAME_HELP;
use super::Outcome;
use super::shared::colour;
use super::shared::console::progress_line;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Force, Json, Time, load};
use super::shared::output::{Target, remark, tell};
use morpion_check::lines::{Proven, check};
use morpion_lines::{
    Answer, Candidates, Family, Progress, Question, align, certificate, read_lines,
};
use morpion_output::text::count;
use morpion_rules::geometry::{Line, Move, Variant};
use morpion_rules::record::{self, moves_text};

/// Find the longest game that the lines of some games admit, and prove that it is.
///
/// The games are turned and mirrored so that they share as many lines as they can. A longer game may draw any of their lines, in another
/// order and with other dots, but no line beside them. The answer is proven: moves that exclude each other, lines that are required or
/// left out one after another, and multipliers of linear programs make up a certificate, and the independent checker has accepted it.
/// The answer says nothing about games with further lines.
///
/// Exit code: 0 when the question was answered, one way or the other; 1 when it was not; 2 on misuse; 130 when it was interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", required_unless_present = "lines", help = GAME_HELP)]
    games: Vec<PathBuf>,
    /// The rules to play by, instead of those the files declare.
    #[arg(long)]
    variant: Option<Variant>,
    /// Ask about the lines of this file, too: a certificate that --certificate wrote, or the part of it that lists lines.
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Ask whether there is a game of so many moves [default: one more than the longest of the games; then one more than was found].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    at_least: Option<u32>,
    #[command(flatten)]
    time: Time,
    /// Write the certificate of a proven bound, packed where the name ends in .zst.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the game that was found, in the format that the name ends in: .psol, .msr or .json.
    #[arg(short, long = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    json: Json,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let target = |path: &Option<PathBuf>| {
        path.as_deref()
            .map(|path| Target::new(path, args.force.force))
            .transpose()
    };
    let (to_certificate, to_game) = (target(&args.certificate)?, target(&args.output)?);
    let format = args.output.as_deref().map(|path| {
        record::Format::of_path(path)
            .with_context(|| format!("{}: games end in .psol, .msr or .json", path.display()))
    });
    let format = format.transpose()?;
    let (variant, family) = family(&args)?;
    let (search, stop) = (Search::new(variant, &family, &args), stop_flag()?);
    let found = search.run(&stop)?;
    tell(args.json, &found.json(&search), || found.words(&search))?;
    if let (Some(target), Some((_, text))) = (&to_certificate, &found.proof) {
        target.write_certificate(text.as_bytes())?;
    }
    if let (Some(target), Some(game), Some(format)) = (&to_game, &found.game, format) {
        let position = record::play_all(variant, game)?;
        target.write(record::write(&position, &record::Metadata::default(), format)?.as_bytes())?;
    }
    Ok(match stop.load(Ordering::Relaxed) {
        true => Outcome::Interrupted,
        false => Outcome::of(found.is_answered()),
    })
}

/// The variant, and the lines of the games and of the file.
fn family(args: &Args) -> anyhow::Result<(Variant, Family)> {
    let mut variant = args.variant;
    let mut listed: Vec<Line> = Vec::new();
    if let Some(path) = &args.lines {
        let of_file = || path.display().to_string();
        let bytes = morpion_check_core::packed::read(path).with_context(of_file)?;
        let (of, lines) = read_lines(&String::from_utf8_lossy(&bytes)).with_context(of_file)?;
        listed = lines;
        variant.get_or_insert(of);
    }
    let mut games = Vec::new();
    for path in &args.games {
        let position =
            record::replay(&load(path)?, variant).with_context(|| path.display().to_string())?;
        let of = *variant.get_or_insert(position.variant());
        ensure!(
            of == position.variant(),
            "{}: this is a game of {}, another one of {of}: name games of one variant",
            path.display(),
            position.variant()
        );
        games.push(position.moves().to_vec());
    }
    let variant = variant.context("name a game")?;
    ensure!(
        !games.is_empty() || args.at_least.is_some(),
        "no game is named that a longer one is sought for: say --at-least N"
    );
    let family = align(variant, &games, &listed);
    ensure!(
        family.lines.len() <= MOST_LINES,
        "these are {} lines, and at most {MOST_LINES} can be asked about: name fewer games",
        family.lines.len()
    );
    Ok((variant, family))
}

/// Pairs of moves are kept in memory, half a gigabyte for so many lines.
const MOST_LINES: usize = 600;

/// What is asked.
struct Search<'a> {
    candidates: Candidates,
    family: &'a Family,
    at_least: Option<u32>,
    time: Time,
}

/// What came of it.
#[derive(Default)]
struct Found {
    /// The longest game that the search found.
    game: Option<Vec<Move>>,
    /// What the checker says, and the certificate.
    proof: Option<(Proven, String)>,
    /// The last search.
    nodes: usize,
    open: usize,
    /// HiGHS claims that no game is longer, where nodes stayed open.
    claimed: Option<usize>,
    asked: usize,
}

impl<'a> Search<'a> {
    fn new(variant: Variant, family: &'a Family, args: &Args) -> Self {
        Self {
            candidates: Candidates::new(variant, family.lines.iter().copied()),
            family,
            at_least: args.at_least,
            time: args.time,
        }
    }

    /// Asks for one move more as long as games are found, unless a number of moves was named.
    fn run(&self, stop: &AtomicBool) -> anyhow::Result<Found> {
        let deadline = self.time.deadline();
        let is_over =
            || stop.load(Ordering::Relaxed) || deadline.is_some_and(|end| Instant::now() >= end);
        let mut found = Found {
            asked: self
                .at_least
                .map_or(self.family.longest + 1, |n| n as usize),
            ..Found::default()
        };
        loop {
            let answer = self.ask(found.asked, &is_over)?;
            (found.nodes, found.open) = (answer.nodes, answer.open);
            if let Some(game) = answer.game {
                remark(format_args!(
                    "a game of {} was found",
                    count(game.len(), "move")
                ));
                let length = game.len();
                found.game = Some(game);
                if self.at_least.is_some() {
                    return Ok(found);
                }
                found.asked = length + 1;
                continue;
            }
            found.claimed = (answer.open > 0 && answer.value > 0.0)
                .then(|| (answer.value + 1e-6).floor() as usize);
            if answer.open == 0 {
                let text = certificate(&self.candidates, found.asked, &answer);
                let proven = check(text.as_bytes())
                    .context("the checker rejects the certificate; please report this")?;
                found.proof = Some((proven, text));
            }
            return Ok(found);
        }
    }

    fn ask(&self, target: usize, stop: &dyn Fn() -> bool) -> anyhow::Result<Answer> {
        let bar = progress_line(false);
        let report = |Progress { nodes, explored }: Progress| {
            bar.set_message(format!(
                "{target} moves? {:.3} % explored, {}",
                100.0 * explored,
                count(nodes, "node")
            ));
        };
        let question = Question {
            candidates: &self.candidates,
            target,
            // Those that no game of the greatest length draws.
            first: &Vec::from_iter(0..self.family.beside_longest),
            stop,
            report: &report,
        };
        let answer = question.answer();
        bar.finish_and_clear();
        Ok(answer?)
    }
}

impl Found {
    fn is_answered(&self) -> bool {
        self.proof.is_some()
            || self
                .game
                .as_ref()
                .is_some_and(|game| game.len() >= self.asked)
    }

    fn json(&self, search: &Search<'_>) -> serde_json::Value {
        serde_json::json!({
            "format": "morpion-lines",
            "version": 1,
            "variant": search.candidates.variant.name(),
            "lines": search.candidates.lines.len(),
            "asked": self.asked,
            "game": self.game.as_deref().map(moves_text::write),
            "at_most": self.proof.as_ref().map(|(proven, _)| proven.at_most),
            "claimed_at_most": self.claimed,
            "nodes": self.nodes,
            "open": self.open,
        })
    }

    fn words(&self, search: &Search<'_>) -> String {
        let mut lines = vec![
            format!(
                "lines     {}, {} moves draw one of them",
                search.candidates.lines.len(),
                search.candidates.len()
            ),
            format!("question  a game of {} or more", count(self.asked, "move")),
            format!("nodes     {}, {} of them open", self.nodes, self.open),
        ];
        if let Some(game) = &self.game {
            lines.push(format!(
                "found     {}: {}",
                count(game.len(), "move"),
                moves_text::write(game)
            ));
        }
        if let Some(claimed) = self.claimed {
            lines.push(format!("bound     {claimed} (claimed by HiGHS)"));
        }
        lines.push(match &self.proof {
            Some((proven, _)) => colour::good(format!("PROVEN    {proven}")),
            None if self.is_answered() => colour::good("FOUND"),
            None => colour::bad("UNDECIDED"),
        });
        lines.join("\n")
    }
}
