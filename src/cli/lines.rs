//! `morpion lines`: the longest game that the lines of some games admit.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};

use super::shared::{
    Force, GAME_HELP, Json, Outcome, Target, Time, ensure_apart, load, progress_line, remark,
    sentence, stop_flag, tell,
};
use morpion_lines::{Candidates, Family, Found, Longest, Progress, align, read_lines};
use morpion_output::text::{colour, count};
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
    ensure_apart(args.certificate.as_deref(), args.output.as_deref())?;
    let (to_certificate, to_game) = (target(&args.certificate)?, target(&args.output)?);
    let format = args.output.as_deref().map(|path| {
        record::Format::of_path(path)
            .with_context(|| format!("{}: games end in .psol, .msr or .json", path.display()))
    });
    let format = format.transpose()?;
    let (variant, family) = family(&args)?;
    if let Some(format) = format {
        // It fails now where the format does not know the variant, and not after the search.
        let cross = record::play_all(variant, &[])?;
        record::write(&cross, &record::Metadata::default(), format)?;
    }
    let to_game = to_game.zip(format);
    let candidates = Candidates::new(variant, family.lines.iter().copied());
    let stop = stop_flag()?;
    let longest = RefCell::default();
    let found = match search(&args, &family, &candidates, &stop, &longest) {
        Ok(found) => found,
        Err(error) => {
            // A game that was found before stays found.
            if let Some(game) = &*longest.borrow() {
                remark(moves_text::write(game));
                if let Err(other) = keep_game(&to_game, variant, Some(game)) {
                    remark(sentence(&other));
                }
            }
            return Err(error);
        }
    };
    let proof = found.proof.as_ref().map(|(_, text)| text.as_bytes());
    // A failure at one place keeps nothing from the others.
    let kept = [
        keep_game(&to_game, variant, found.game.as_deref()),
        to_certificate.map_or(Ok(()), |to| to.write_certificate(proof)),
    ];
    // After the files, so that they are there even if nobody reads what is printed.
    let json = json(&found, &candidates);
    tell(args.json, &json, || words(&found, &candidates))?;
    kept.into_iter().collect::<anyhow::Result<()>>()?;
    Ok(match stop.load(Ordering::Relaxed) {
        true => Outcome::Interrupted,
        false => Outcome::of(found.is_answered()),
    })
}

/// Writes the game, if a file is named for it.
fn keep_game(
    to: &Option<(Target, record::Format)>,
    variant: Variant,
    game: Option<&[Move]>,
) -> anyhow::Result<()> {
    let Some((target, format)) = to else {
        return Ok(());
    };
    let Some(game) = game else {
        remark("no game was found, so there is none to write");
        return Ok(());
    };
    let position = record::play_all(variant, game)?;
    let text = record::write(&position, &record::Metadata::default(), *format)?;
    target.write(text.as_bytes())
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
        let asked = *variant.get_or_insert(of);
        ensure!(
            asked.line_length() == of.line_length(),
            "{} has lines of {of}, which {asked} does not know: name another --variant",
            path.display()
        );
    }
    let mut games = Vec::new();
    for path in &args.games {
        let position =
            record::replay(&load(path)?, variant).with_context(|| path.display().to_string())?;
        // The others are replayed by the rules of the first.
        variant.get_or_insert(position.variant());
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

/// Asks, and shows how far it is. Each game that is found is put into `longest` at once.
fn search(
    args: &Args,
    family: &Family,
    candidates: &Candidates,
    stop: &AtomicBool,
    longest: &RefCell<Option<Vec<Move>>>,
) -> anyhow::Result<Found> {
    let is_late = args.time.alarm();
    let bar = progress_line(false);
    let question = Longest {
        candidates,
        family,
        at_least: args.at_least.map(|n| n as usize),
        stop: &|| stop.load(Ordering::Relaxed) || is_late(),
        report: &|target, Progress { nodes, explored }| {
            bar.set_message(format!(
                "{target} moves? {:.3} % explored, {}",
                100.0 * explored,
                count(nodes, "node")
            ));
        },
        found: &|game| {
            longest.replace(Some(game.to_vec()));
            let moves = count(game.len(), "move");
            bar.suspend(|| remark(format_args!("a game of {moves} was found")));
        },
    };
    Ok(question.search()?)
}

fn json(found: &Found, candidates: &Candidates) -> serde_json::Value {
    serde_json::json!({
        "format": "morpion-lines",
        "version": 1,
        "variant": candidates.variant.name(),
        "lines": candidates.lines.len(),
        "asked": found.asked,
        "game": found.game.as_deref().map(moves_text::write),
        "at_most": found.proof.as_ref().map(|(proven, _)| proven.at_most),
        "claimed_at_most": found.claimed,
        "nodes": found.nodes,
        "open": found.open,
    })
}

fn words(found: &Found, candidates: &Candidates) -> String {
    let mut lines = vec![
        format!(
            "lines     {}, {} moves draw one of them",
            candidates.lines.len(),
            candidates.len()
        ),
        format!("question  a game of {} or more", count(found.asked, "move")),
        format!("nodes     {}, {} of them open", found.nodes, found.open),
    ];
    if let Some(game) = &found.game {
        lines.push(format!(
            "found     {}: {}",
            count(game.len(), "move"),
            moves_text::write(game)
        ));
    }
    if let Some(claimed) = found.claimed {
        lines.push(format!("bound     {claimed} (claimed by HiGHS)"));
    }
    lines.push(match &found.proof {
        Some((proven, _)) => colour::good(format!("PROVEN    {proven}")),
        None if found.is_answered() => colour::good("FOUND"),
        None => colour::bad("UNDECIDED"),
    });
    lines.join("\n")
}
