//! `morpion box`: bounds one box with an engine.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use super::Outcome;
use super::shared::console::{describe, progress_line};
use super::shared::engines;
use super::shared::engines::OrderForm;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Jobs, Json, Kind, Rules, Symmetry, Time};
use crate::claim::{Claim, Evidence, Objects, Setting, UpperBound};
use crate::draw;
use crate::engine::{Answer, Control, Ending, Progress};
use crate::files::write_atomically;
use crate::game::order_moves;
use crate::geometry::{Arrival, BoundingBox, Move, Variant};
use crate::results::{Facts, OnConflict, Store, known_or_new};
use morpion_proof::branch_and_bound::SearchError;

/// Find how many moves a box admits.
///
/// Without --at-least: the largest graph (set of moves that satisfies the rules, in an order
/// of play or not) whose bounding box is BOX; with --objects games, the largest game. With --at-least:
/// whether there is one that large.
///
/// The last line is the result: OPTIMAL, EMPTY (nothing fits the box), REFUTED, FOUND,
/// TIME_LIMIT, INTERRUPTED or UNDECIDED. A bound is claimed when a floating-point solver said
/// so, and proven when the independent checker has accepted a certificate of it. Solutions
/// are checked against the rules.
///
/// Exit code: 0 when the question was answered, one way or the other; 1 when it was not;
/// 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of the box from the cross: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(value_name = "BOX", allow_hyphen_values = true)]
    bounding_box: BoundingBox,
    #[command(flatten)]
    rules: Rules,
    /// Ask whether there is one with at least this many moves (1: whether anything fits).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    at_least: Option<u32>,
    #[command(flatten)]
    kind: Kind,
    /// How HiGHS is told of the order of play, when games are asked for: `ord` (L7) or `cuts` (order cuts as needed).
    #[arg(long, value_enum)]
    order: Option<OrderForm>,
    #[command(flatten)]
    symmetry: Symmetry,
    /// Ask for a game whose last move arrives at BOX by these sides, as the first dot on them: a side (`top`)
    /// or a corner (`top-right`). 5D, exact engine.
    #[arg(long, value_name = "SIDES", conflicts_with_all = ["at_least", "objects", "order", "symmetric"])]
    arriving: Option<Arrival>,
    #[command(flatten)]
    time: Time,
    #[command(flatten)]
    jobs: Jobs,
    /// The engine: exact (5D; proves) or highs (claims) [default: exact in 5D, else highs].
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// Draw the best graph, numbered when it is a game, as SVG or PNG.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write the certificate of a proven bound.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Record the answer in a results folder, as `morpion prove` keeps it.
    #[arg(long, value_name = "DIR", alias = "save")]
    results: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

impl Args {
    const fn setting(&self) -> Setting {
        Setting {
            variant: self.rules.variant,
            symmetric: self.symmetry.symmetric,
        }
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        !args.symmetry.symmetric || args.bounding_box.is_point_symmetric(),
        "{}; ask for one like 2,1,2,1",
        SearchError::Lopsided(args.bounding_box)
    );
    let claim = claim(&args)?;
    let store = open_store(&args)?;
    let answer = solve(&args, &claim, store.as_ref().map(|(store, _)| store))?;
    let result = Verdict::of(&claim, &answer);
    if let Some((store, facts)) = &store {
        save(store, facts, &claim, &answer)?;
    }
    if let Some(path) = &args.certificate {
        write_certificate(path, &answer)?;
    }
    if let Some(path) = &args.draw {
        draw_best(path, &claim, &answer)?;
    }
    if args.json.json {
        print_json(&args, &claim, &answer, result)?;
    } else {
        print_text(&claim, &answer, result);
    }
    Ok(result.outcome())
}

fn claim(args: &Args) -> anyhow::Result<Claim> {
    let (bounding_box, arrival) = canonical_if_saved(args);
    if let Some(by) = args.arriving {
        anyhow::ensure!(
            args.rules.variant == Variant::D5 && args.engine.as_deref() != Some("highs"),
            "only the exact engine can be asked how games arrive at a box, and only in 5D"
        );
        anyhow::ensure!(
            by.before(args.bounding_box).is_some(),
            "no move extends box {} by {by}: a side at distance 0 is that of the cross; ask for sides further out",
            args.bounding_box
        );
    }
    let fallback = match args.order {
        None => Objects::Graphs,
        Some(_) => Objects::Games,
    };
    let objects = args.kind.or(fallback);
    let maximum = Claim::maximum(args.setting(), bounding_box, objects);
    Ok(match (arrival, args.at_least) {
        (Some(by), _) => Claim::no_arrival(bounding_box, by),
        (None, Some(k)) => maximum.refuting(k),
        (None, None) => maximum,
    })
}

fn solve(args: &Args, claim: &Claim, store: Option<&Store>) -> anyhow::Result<Answer> {
    let engine = engines::choose(
        args.engine.as_deref(),
        args.rules.variant,
        args.order.unwrap_or_default(),
    )?;
    let stop = stop_flag()?;
    let bar = progress_line(false);
    let show = |p: Progress| bar.set_message(describe(p));
    let unfinished = match store {
        Some(store) => store.unfinished(claim)?,
        None => None,
    };
    let keep = |certificate: &[u8]| {
        let kept = store.map(|store| store.save_unfinished(claim, certificate));
        if let Some(Err(error)) = kept {
            bar.suspend(|| eprintln!("morpion: {error}"));
        }
    };
    let control = Control {
        deadline: args.time.deadline(),
        threads: &|| usize::from(args.jobs.or_one()),
        progress: &show,
        resume: unfinished.as_deref(),
        keep: &keep,
        ..Control::new(&stop)
    };
    let answer = engine.solve(claim, &control);
    bar.finish_and_clear();
    Ok(answer?)
}

/// Results are kept by canonical box, so that is the one to be solved when they are.
fn canonical_if_saved(args: &Args) -> (BoundingBox, Option<Arrival>) {
    let bounding_box = args.bounding_box;
    match args.arriving {
        _ if args.results.is_none() => (bounding_box, args.arriving),
        None => (bounding_box.canonical(), None),
        Some(by) => {
            let (bounding_box, by) = by.canonical(bounding_box);
            (bounding_box, Some(by))
        }
    }
}

/// Opened before the work is done: a folder that cannot be used should not cost an hour.
fn open_store(args: &Args) -> anyhow::Result<Option<(Store, Facts)>> {
    let Some(folder) = &args.results else {
        return Ok(None);
    };
    Ok(Some(Store::open(folder, args.setting(), false)?))
}

/// Adds the answer to what the folder knows of the box's canonical form.
fn save(store: &Store, facts: &Facts, claim: &Claim, answer: &Answer) -> anyhow::Result<()> {
    let mut known = known_or_new(facts, claim.bounding_box);
    for conflict in store.take_in(&mut known, claim, answer, OnConflict::Tell)? {
        eprintln!("morpion: {conflict}");
    }
    Ok(())
}

fn write_certificate(path: &Path, answer: &Answer) -> anyhow::Result<()> {
    match answer.certificate() {
        Some(bytes) => write_atomically(path, bytes)
            .with_context(|| format!("cannot write {}", path.display())),
        None => {
            eprintln!("morpion: nothing was proven, so there is no certificate to write");
            Ok(())
        }
    }
}

/// Draws the best game, or else the best graph without numbers and with its cycle.
fn draw_best(path: &Path, claim: &Claim, answer: &Answer) -> anyhow::Result<()> {
    let game = answer.best(Objects::Games);
    let graph = answer.best(Objects::Graphs);
    let larger_graph = graph.filter(|g| game.is_none_or(|game| g.len() > game.len()));
    let (moves, options) = match (larger_graph, game) {
        (Some(moves), _) => {
            let cycle = order_moves(claim.setting.variant, moves).err();
            let cycle = cycle.map(|c| c.0).unwrap_or_default();
            (moves, draw::Options::graph(cycle))
        }
        (None, Some(moves)) => (moves, draw::Options::default()),
        (None, None) => {
            eprintln!("morpion: no graph was found, so there is nothing to draw");
            return Ok(());
        }
    };
    super::draw::write_picture(path, claim.setting.variant, moves, &options)
}

/// The result in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Verdict {
    Optimal,
    Empty,
    Refuted,
    Found,
    TimeLimit,
    Interrupted,
    Undecided,
}

impl Verdict {
    fn of(claim: &Claim, answer: &Answer) -> Self {
        let shown = answer.shown().map(|(claim, _)| claim);
        let bound = shown.and_then(|claim| claim.bound());
        let best = answer.best(claim.objects).map(|moves| moves.len() as u32);
        match (answer.ending, claim.at_least()) {
            (Ending::TimeLimit, _) => Self::TimeLimit,
            (Ending::Interrupted, _) => Self::Interrupted,
            (Ending::Undecided, _) => Self::Undecided,
            (Ending::Answered, Some(k)) if best.is_some_and(|n| n >= k) => Self::Found,
            (Ending::Answered, Some(k)) if bound.is_some_and(|b| b.refutes(k)) => Self::Refuted,
            (Ending::Answered, None) if bound == Some(UpperBound::Empty) => Self::Empty,
            (Ending::Answered, None) if bound == best.map(UpperBound::AtMost) => Self::Optimal,
            (Ending::Answered, _) => Self::Undecided,
        }
    }

    /// Whether the verdict rests on the bound, and so has its evidence.
    fn rests_on_bound(self) -> bool {
        matches!(self, Self::Optimal | Self::Empty | Self::Refuted)
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Optimal | Self::Empty | Self::Refuted | Self::Found => Outcome::Done,
            Self::TimeLimit | Self::Interrupted | Self::Undecided => Outcome::NotShown,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Optimal => "OPTIMAL",
            Self::Empty => "EMPTY",
            Self::Refuted => "REFUTED",
            Self::Found => "FOUND",
            Self::TimeLimit => "TIME_LIMIT",
            Self::Interrupted => "INTERRUPTED",
            Self::Undecided => "UNDECIDED",
        })
    }
}

/// Evidence behind the verdict, `None` when it needs none.
fn evidence(answer: &Answer, verdict: Verdict) -> Option<Evidence> {
    let (_, evidence) = answer.shown()?;
    verdict.rests_on_bound().then_some(evidence)
}

fn print_json(args: &Args, claim: &Claim, answer: &Answer, verdict: Verdict) -> anyhow::Result<()> {
    let mut question = serde_json::json!({
        "variant": claim.setting.variant,
        "bounding_box": claim.bounding_box,
        "objects": claim.objects,
        "at_least": claim.at_least(),
        "symmetric": claim.setting.symmetric,
        "order": args.order.map_or("none".into(), |form| serde_json::json!(form)),
    });
    if let Some(by) = claim.arrival {
        question["arrival"] = by.to_string().into();
    }
    let report = serde_json::json!({
        "verdict": verdict,
        "evidence": evidence(answer, verdict),
        "question": question,
        "answer": found(answer),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// What was found out, for machines.
fn found(answer: &Answer) -> serde_json::Value {
    let shown = answer.shown();
    let effort = answer.effort;
    serde_json::json!({
        "ending": answer.ending,
        "status": answer.status,
        "lp_bound": answer.relaxation(),
        "bound": shown.and_then(|(claim, evidence)| Some((claim.bound()?, evidence))),
        "best_graph": answer.best(Objects::Graphs),
        "best_game": answer.best(Objects::Games),
        "seconds": effort.seconds,
        "core_seconds": effort.core_seconds,
        "nodes": effort.nodes,
        "evaluations": effort.evaluations,
        "explored": answer.stopped().and_then(|(share, _)| share),
        "engine": answer.engine,
    })
}

fn print_text(claim: &Claim, answer: &Answer, verdict: Verdict) {
    let kind = claim.objects.plural();
    let symmetric = if claim.setting.symmetric {
        ", symmetric"
    } else {
        ""
    };
    let (variant, bounding_box) = (claim.setting.variant, claim.bounding_box);
    let arriving = claim
        .arrival
        .map(|by| format!(" arriving by {by}"))
        .unwrap_or_default();
    println!("box         {bounding_box} {variant}, {kind}{symmetric}{arriving}");
    match answer.relaxation() {
        Some(bound) => println!("LP bound    {bound:.6}"),
        None => println!("LP bound    none"),
    }
    println!("best graph  {}", graph_line(claim, answer));
    println!("best game   {}", size_line(answer.best(Objects::Games)));
    println!("bound       {}", bound_line(claim, answer));
    let (engine, status) = (&answer.engine, &answer.status);
    println!("engine      {engine}: {status}");
    println!("work        {}", work_line(answer));
    if let Some((Some(share), _)) = answer.stopped() {
        println!("explored    {:.4} % of the tree", share * 100.0);
    }
    match evidence(answer, verdict) {
        Some(evidence) => println!("{verdict} ({evidence})"),
        None => println!("{verdict}"),
    }
}

fn work_line(answer: &Answer) -> String {
    let effort = answer.effort;
    let seconds = effort.seconds.map(|s| format!("{s:.1} s, "));
    let mut line = format!("{}{} nodes", seconds.unwrap_or_default(), effort.nodes);
    if effort.evaluations > 0 {
        line.push_str(&format!(", {} evaluations", effort.evaluations));
    }
    line
}

fn size_line(moves: Option<&[Move]>) -> String {
    moves.map_or("none".to_owned(), |m| format!("{} moves", m.len()))
}

fn graph_line(claim: &Claim, answer: &Answer) -> String {
    let graph = answer.best(Objects::Graphs);
    let size = size_line(graph);
    match graph.map(|moves| order_moves(claim.setting.variant, moves)) {
        None => size,
        Some(Ok(_)) => format!("{size}, playable"),
        Some(Err(cycle)) => format!("{size}, not playable: {cycle}"),
    }
}

fn bound_line(claim: &Claim, answer: &Answer) -> String {
    let bound = answer.shown().and_then(|(c, e)| Some((c.bound()?, e)));
    match bound {
        None => "none".to_owned(),
        Some((UpperBound::Empty, evidence)) if claim.arrival.is_some() => {
            format!("no game arrives so ({evidence})")
        }
        Some((UpperBound::Empty, evidence)) => format!("nothing fits ({evidence})"),
        Some((UpperBound::AtMost(n), evidence)) => format!("at most {n} moves ({evidence})"),
    }
}
