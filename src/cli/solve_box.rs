//! `morpion box`: bounds one box with an engine.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::json;

use super::draw::{Picture, graph_options};
use super::shared::{
    Force, Jobs, Json, Kind, OrderForm, Outcome, Rules, Symmetry, Target, Time, canonical, engines,
    ensure_apart, progress_line, remark, resume_command, stop_flag, tell, try_threads,
    with_threads,
};
use morpion_output::draw::Options;
use morpion_proof::branch_and_bound::SearchError;
use morpion_proof::claim::{Ask, Claim, Evidence, Objects, Setting, Subject};
use morpion_proof::engine::{Answer, Control, Progress};
use morpion_prove::{BoxReport, BoxResult, Pace, no_proof_refuted};
use morpion_results::{BoxFacts, Conflict, Facts, Store, known_or_new};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};
use morpion_verify::certificate::{Repeated, check_proofs};

/// Find how many moves a box admits.
///
/// Without --at-least: find the largest graph whose bounding box is BOX (a graph is a set of moves that satisfies the rules, in an
/// order of play or not); with --objects games, the longest game. With --at-least: say whether there is one that large; with --all-of,
/// list how all games that large can end.
///
/// The last line is the result: OPTIMAL, EMPTY (nothing fits the box), REFUTED, FOUND, LISTED, TIME_LIMIT, INTERRUPTED or UNDECIDED. A
/// bound is claimed when a floating-point solver said so. A bound or a list is proven when the independent checker has accepted a
/// certificate of it. Solutions are checked against the rules.
///
/// Exit code: 0 when the question was answered, one way or the other; 1 when it was not; 2 on misuse; 130 when it was interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of the box from the cross: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(value_name = "BOX", allow_hyphen_values = true)]
    bounding_box: BoundingBox,
    #[command(flatten)]
    rules: Rules,
    /// Ask whether there is one with at least this many moves (1: whether anything fits).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    at_least: Option<u32>,
    /// List all games of at least --at-least moves by the positions in which they end: their dots and lines. 5D, exact engine, games.
    #[arg(long, requires = "at_least", conflicts_with_all = ["order", "arriving", "draw"])]
    all_of: bool,
    #[command(flatten)]
    kind: Kind,
    /// How to tell HiGHS about the order of play, when you ask about games: `ord` (L7) or `cuts` (order cuts as needed).
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
    #[command(flatten)]
    engine: engines::Choice,
    /// Draw the best graph, numbered when it is a game, as SVG or PNG.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write the certificate of a proven bound, packed where the name ends in .zst.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Record the answer in a results folder, as `morpion prove` keeps it.
    #[arg(long, value_name = "DIR", alias = "save")]
    results: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    json: Json,
}

impl Args {
    const fn setting(&self) -> Setting {
        self.symmetry.setting(self.rules.variant)
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        !args.symmetry.symmetric || args.bounding_box.is_point_symmetric(),
        "{}; ask for one like 2,1,2,1",
        SearchError::Lopsided(args.bounding_box)
    );
    let ask = question(&args)?;
    try_threads(args.jobs.or_one())?;
    let outputs = Outputs::new(&args)?;
    let (answer, known) = solve(&args, &ask, &outputs)?;
    let report = BoxReport::new(&ask, &answer, known);
    // The answer is printed even if it cannot be kept, and kept even if it cannot be printed.
    let kept = outputs.keep(&ask, &answer);
    let mut json = report.json();
    json["question"]["order"] = args.order.map_or("none".into(), |form| json!(form));
    let told = tell(args.json, &json, || report.text());
    kept?;
    told?;
    if report.result.is_stopped() {
        remark(outputs.how_to_go_on(&ask, args.force.force)?);
    }
    Ok(match report.result {
        BoxResult::Interrupted => Outcome::Interrupted,
        result => Outcome::of(result.is_answer()),
    })
}

fn question(args: &Args) -> anyhow::Result<Ask> {
    // Results are kept by canonical box, so that is the one to be solved when they are.
    let (bounding_box, arrival) = match args.results {
        Some(_) => canonical(args.bounding_box, args.arriving),
        None => (args.bounding_box, args.arriving),
    };
    let is_exact =
        args.rules.variant == Variant::D5 && args.engine.engine.as_deref() != Some("highs");
    anyhow::ensure!(
        is_exact || !args.all_of,
        "only the exact engine lists all games of a box, and only in 5D: leave --variant and --engine away"
    );
    if let Some(by) = args.arriving {
        anyhow::ensure!(
            is_exact,
            "only the exact engine can be asked how games arrive at a box, and only in 5D"
        );
        anyhow::ensure!(
            by.before(args.bounding_box).is_some(),
            "no move extends box {} by {by}: a side at distance 0 is that of the cross; ask for sides further out",
            args.bounding_box
        );
    }
    let objects = args.kind.or(match args.order.is_some() || args.all_of {
        true => Objects::Games,
        false => Objects::Graphs,
    });
    anyhow::ensure!(
        objects == Objects::Games || !args.all_of,
        "only games can be listed: leave --objects away, or say --objects games"
    );
    let subject = Subject::new(args.setting(), bounding_box, objects);
    Ok(match (arrival, args.at_least) {
        (Some(by), _) => Claim::no_arrival(bounding_box, by).into(),
        (None, Some(k)) if args.all_of => subject.listing(k).into(),
        (None, Some(k)) => subject.refuting(k).into(),
        (None, None) => subject.into(),
    })
}

/// The engine's answer, and the facts that were known of the box before.
fn solve<'a>(
    args: &Args,
    ask: &Ask,
    outputs: &'a Outputs,
) -> anyhow::Result<(Answer, Option<&'a BoxFacts>)> {
    let store = outputs.store();
    let objects = ask.subject().objects;
    let engine = engines::choose(
        &args.engine,
        args.rules.variant,
        args.order.unwrap_or_default(),
    )?;
    let stop = stop_flag()?;
    let control = Control {
        deadline: args.time.deadline(),
        ..Control::new(&stop)
    };
    let known = outputs.known(ask.subject(), args.jobs, control.deadline, &stop)?;
    let bar = progress_line(false);
    let pace = Pace::default();
    let show = |progress: Progress| bar.set_message(pace.describe(progress, ask.at_least()));
    let unfinished = store.map(|store| store.unfinished(ask));
    let unfinished = unfinished.transpose()?.flatten();
    let keep = |certificate: &[u8]| {
        let kept = store.map(|store| store.save_unfinished(ask, certificate));
        if let Some(Err(error)) = kept {
            bar.suspend(|| remark(error));
        }
    };
    let control = Control {
        threads: &|| usize::from(args.jobs.or_one()),
        progress: &show,
        resume: unfinished.as_deref(),
        incumbent: known.and_then(|facts| facts.incumbent(objects)),
        at_most: known.and_then(|facts| facts.at_most(objects)),
        keep: &keep,
        ..control
    };
    Ok((engine.solve(ask, &control)?, known))
}

/// The places to which the answer is written. They are checked before the work, which may take hours.
struct Outputs {
    store: Option<(Store, Facts)>,
    certificate: Option<Target>,
    picture: Option<Picture>,
}

impl Outputs {
    fn new(args: &Args) -> anyhow::Result<Self> {
        let store = |folder: &PathBuf| Store::open(folder, args.setting(), false);
        let target = |path: &PathBuf| Target::new(path, args.force.force);
        let picture = |path: &PathBuf| Picture::new(path, args.force);
        ensure_apart(args.certificate.as_deref(), args.draw.as_deref())?;
        Ok(Self {
            certificate: args.certificate.as_ref().map(target).transpose()?,
            picture: args.draw.as_ref().map(picture).transpose()?,
            store: args.results.as_ref().map(store).transpose()?,
        })
    }

    fn store(&self) -> Option<&Store> {
        self.store.as_ref().map(|(store, _)| store)
    }

    /// The facts that the results folder has about the box, once the proofs of its bounds have been repeated: a bound is only called
    /// proven by a program that has seen its proof. `None` without any, and if it is late before all are repeated.
    fn known(
        &self,
        subject: &Subject,
        jobs: Jobs,
        until: Option<Instant>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<&BoxFacts>> {
        let Some((store, facts)) = &self.store else {
            return Ok(None);
        };
        let Some(known) = facts.get(&subject.bounding_box) else {
            return Ok(None);
        };
        let bar = progress_line(false);
        let progress = |repeated: Repeated| {
            let (done, all) = repeated.proofs;
            bar.set_message(format!(
                "checking what is proven of the box: {done} of {all} certificates"
            ));
        };
        let is_stopped = || stop.load(Ordering::Relaxed);
        let check = || {
            let (folder, objects) = (store.folder(), subject.objects);
            check_proofs(folder, &[known], objects, progress, until, is_stopped)
        };
        let (held, all) = with_threads(Some(jobs.or_one()), check)??;
        Ok((held == all).then_some(known))
    }

    /// Writes the answer to every place asked for; a failure at one place does not keep it from the others.
    fn keep(&self, ask: &Ask, answer: &Answer) -> anyhow::Result<()> {
        let (store, certificate, picture) = (&self.store, &self.certificate, &self.picture);
        let proof = answer.shown.as_ref();
        let proof = proof.and_then(|shown| shown.certificate.as_deref());
        let kept = [
            store.as_ref().map(|(s, facts)| save(s, facts, ask, answer)),
            certificate.as_ref().map(|t| t.write_certificate(proof)),
            picture.as_ref().map(|p| draw_best(p, ask, answer)),
        ];
        kept.into_iter().flatten().collect()
    }

    /// How to go on with a search that was stopped, in words.
    fn how_to_go_on(&self, ask: &Ask, force: bool) -> anyhow::Result<String> {
        let Some(store) = self.store() else {
            return Ok("with --results DIR a folder keeps what a stopped search has shown, and the same command goes on".to_owned());
        };
        let is_begun = store.unfinished(ask)?.is_some();
        let from = if is_begun { "from here" } else { "anew" };
        // What this run has written may be overwritten.
        let writes = self.certificate.is_some() || self.picture.is_some();
        let overwrite = if writes && !force { " --force" } else { "" };
        Ok(format!(
            "the same command goes on {from}: {}{overwrite}",
            resume_command()
        ))
    }
}

/// Adds the answer to the folder's facts about the box's canonical form.
fn save(store: &Store, facts: &Facts, ask: &Ask, answer: &Answer) -> anyhow::Result<()> {
    let mut known = known_or_new(facts, ask.subject().bounding_box);
    let conflicts = store.take_in(&mut known, ask, answer)?;
    let claimed = |conflict: &&Conflict| conflict.evidence == Evidence::Claimed;
    conflicts.iter().filter(claimed).for_each(remark);
    Ok(no_proof_refuted(conflicts)?)
}

/// Draws the best game, or else the best graph without numbers and with its cycle.
fn draw_best(picture: &Picture, ask: &Ask, answer: &Answer) -> anyhow::Result<()> {
    let variant = ask.subject().setting.variant;
    let game = answer.best(Objects::Games);
    let graph = answer.best(Objects::Graphs);
    let larger_graph = graph.filter(|g| game.is_none_or(|game| g.len() > game.len()));
    match (larger_graph, game) {
        (Some(moves), _) => picture.write(variant, moves, &graph_options(variant, moves)),
        (None, Some(moves)) => picture.write(variant, moves, &Options::default()),
        (None, None) => {
            remark("no graph was found, so there is nothing to draw");
            Ok(())
        }
    }
}
