//! `morpion prove`: runs the resizing process and says what it has shown.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use morpion_check::sample;
use morpion_check_core::folder::{self, Said};
use morpion_check_core::theorem::Theorem;
use morpion_check_core::walk::Form;

use super::shared::{
    Console, Games, Interrupt, Jobs, Json, Kind, OrderForm, Outcome, Quiet, Results, Rules,
    Symmetry, Time, Within, all_games, end_with, engines, holds_theorem, output, remark,
    with_threads,
};
use morpion_conclusion::{
    Summary, Verdict, listed_theorems, render, says, theorem_files, theorem_name, verdict,
};
use morpion_output::text::parse_duration;
use morpion_proof::claim::{Scope, Setting};
use morpion_proof::engine::Objects;
use morpion_prove::{Limits, Run, explore};
use morpion_results::{
    BoxFacts, CERTIFICATES_FOLDER, Facts, Store, known_by_box, read_folder, read_setting,
    write_json,
};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_verify::certificate::{check_proofs, find_certificates};

/// The length of the longest game known: that there is no longer one is what a plain run shows.
const LONGEST: u32 = 82;

/// Bound the length of all games: explore the boxes and solve each.
///
/// `prove` begins with the box of the cross alone. For every box that is not shown to be empty it adds the boxes one step larger, until
/// none is left. It keeps what it finds in a results folder after every box; the same command goes on where the last one stopped and
/// computes nothing twice. At the end it prints a table of the boxes and a sentence that says what has and what has not been shown. It
/// marks bounds as claimed (a floating-point solver said so) or proven (exact integers, checked).
///
/// The question about each box: with --at-most N, does the box hold anything of more than N moves, and anything at all? With --max-box
/// and no --at-most, what is its exact maximum? With neither, 5D without --symmetric is asked about games and --at-most 82, and the
/// rest about exact maxima. A box that is not answered within --box-time-limit stays open, and the boxes one step larger are explored
/// all the same. So without --max-box only --time-limit or Ctrl-C may end the run.
///
/// The committed results hold a theorem. They never change unless you name their folder: a run that they answer repeats their proofs
/// and writes nothing, and any other run goes on from a copy of them in mine/results.
///
/// First the run repeats the certificates that earlier runs have left about these boxes. That takes 45 minutes of a core for the
/// committed results of 5D and seconds for small boxes; the run says at once how long, and how far it has come. A program may call a
/// bound proven only if it has seen the proof. --sample TIME solves nothing: the independent checker looks at the whole theorem,
/// repeats certificates drawn at random until the time is over, and says which share that was. It proves nothing unless it has repeated
/// all.
///
/// Exit code: 0 shown (the sentence says whether proven or only claimed), or nothing wrong in a sample; 1 not shown or refuted, or an
/// empty sample; 2 misuse; 130 interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    kind: Kind,

    /// Show that no graph or game has more than N moves, instead of finding the maximum of each box.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_most: Option<u32>,

    #[command(flatten)]
    symmetry: Symmetry,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    within: Within,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    games: Games,

    /// Start from nothing; an existing results folder is moved aside to DIR.old-1, DIR.old-2, ...
    #[arg(long)]
    fresh: bool,

    #[command(flatten)]
    engine: engines::Choice,

    #[command(flatten)]
    time: Time,

    /// Leave the question about a box after this time. The box stays open, and the next run goes on where this one stopped.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    box_time_limit: Option<Duration>,

    /// Solve nothing and repeat no proof. Only write the theorem file that the certificates in the folder make together, for
    /// `morpion-check` to verify.
    #[arg(long, conflicts_with_all = ["fresh", "json"])]
    theorem_only: bool,

    /// Solve nothing, and repeat certificates of the folder's theorem file for this long, drawn at random by size. Headers, coverage
    /// and witnesses are checked whole.
    #[arg(long, value_name = "TIME", value_parser = parse_duration,
        conflicts_with_all = ["fresh", "theorem_only", "engine", "parallel", "time_limit", "box_time_limit"])]
    sample: Option<Duration>,

    /// Draw in the same order as the sample that printed this number.
    #[arg(long, value_name = "N", requires = "sample")]
    seed: Option<u64>,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    quiet: Quiet,
}

impl Args {
    const fn setting(&self) -> Setting {
        self.symmetry.setting(self.rules.variant)
    }

    fn scope(&self) -> Scope {
        // The paper's bound is the question that a plain `morpion prove` settles. It is about
        // games: some boxes fit graphs of 85 moves.
        let is_5d = self.rules.variant == Variant::D5 && !self.symmetry.symmetric;
        let is_whole = is_5d && self.within.max_box.is_none() && self.at_most.is_none();
        let fallback = if is_whole {
            Objects::Games
        } else {
            Objects::Graphs
        };
        Scope {
            setting: self.setting(),
            objects: self.kind.or(fallback),
            at_most: self.at_most.or(is_whole.then_some(LONGEST)),
            max_box: self.within.max_box.map(BoundingBox::canonical),
        }
    }

    fn limits(&self, deadline: Option<Instant>) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits {
            jobs: self.jobs.or_cores(),
            run: deadline.map(left),
            per_box: self.box_time_limit,
        }
    }

    fn folder(&self) -> PathBuf {
        self.results.folder(self.setting())
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    // Proofs that are repeated take of the time, too.
    let deadline = args.time.deadline();
    if let Some(time) = args.sample {
        return sample(&args, time);
    }
    let engine = engines::choose(&args.engine, args.rules.variant, OrderForm::default())?;
    if let Some((folder, facts)) = shown_already(&args)? {
        return repeat(&args, &folder, &facts, deadline);
    }
    if args.theorem_only {
        // A name that is mistyped makes no folder.
        read_setting(&args.folder())?;
    }
    let folder = args.results.working(args.setting(), args.fresh)?;
    let (store, facts) = Store::open(&folder, args.setting(), args.fresh)?;
    if args.theorem_only {
        return write_theorem(&args, &facts, &store);
    }
    let limits = args.limits(deadline);
    let console = Arc::new(Console::new(args.quiet.quiet, limits, facts.len()));
    let interrupt = Interrupt::install(Arc::clone(&console), store.folder().to_owned())?;
    let known = known_by_box(args.setting(), &all_games(&args.games.games)?);
    if !recheck(&args, store.folder(), &facts, &console, deadline)? {
        return Ok(Outcome::NotShown);
    }
    let explored = explore(
        &Run {
            store: &store,
            scope: args.scope(),
            limits: args.limits(deadline),
            known: &known,
            engine: &*engine,
            stop: &interrupt.stop,
            observer: &*console,
        },
        facts,
    );
    interrupt.wait_if_hit();
    console.finish();
    let verdict = conclude(&args, &explored?, &store)?;
    Ok(Outcome::of(verdict.is_shown()))
}

/// The folder that is used if none is named, and its facts, if they already show all that is asked.
fn shown_already(args: &Args) -> anyhow::Result<Option<(PathBuf, Facts)>> {
    let folder = args.folder();
    let is_named = args.results.named().is_some();
    if is_named || args.fresh || args.theorem_only || !holds_theorem(&folder) {
        return Ok(None);
    }
    let (setting, facts) = read_folder(&folder)?;
    let is_shown = setting == args.setting() && verdict(&facts, args.scope()).is_proven();
    Ok(is_shown.then_some((folder, facts)))
}

/// Repeats the proofs of complete evidence, and writes nothing.
fn repeat(
    args: &Args,
    folder: &Path,
    facts: &Facts,
    deadline: Option<Instant>,
) -> anyhow::Result<Outcome> {
    if args.engine.engine.is_some() {
        remark(format_args!(
            "{} has proofs of all that is asked, so they are repeated and nothing is solved; to have it solved anew, name another folder: --results DIR",
            folder.display()
        ));
    }
    let limits = args.limits(deadline);
    let console = Arc::new(Console::new(args.quiet.quiet, limits, facts.len()));
    let watched = Arc::clone(&console);
    end_with(move || {
        watched.finish();
        format!("{}; nothing was changed", watched.how_far())
    })?;
    if !recheck(args, folder, facts, &console, deadline)? {
        return Ok(Outcome::NotShown);
    }
    console.finish();
    print(args, facts, &verdict(facts, args.scope()))?;
    Ok(Outcome::Done)
}

/// Repeats the proofs that earlier runs, or the project's authors, left behind: a bound is only called proven by a program
/// that has seen its proof. Boxes outside the scope are left out, since nothing will be said of them. Returns whether there was time for
/// all of them.
fn recheck(
    args: &Args,
    folder: &Path,
    facts: &Facts,
    console: &Console,
    deadline: Option<Instant>,
) -> anyhow::Result<bool> {
    let scope = args.scope();
    let is_asked = |b: &&BoxFacts| scope.covers(b.bounding_box);
    let asked: Vec<&BoxFacts> = facts.values().filter(is_asked).collect();
    let progress = |repeated| console.checking(repeated);
    let check = || check_proofs(folder, &asked, scope.objects, progress, deadline, || false);
    let (held, all) = with_threads(args.jobs.jobs, check)??;
    if held < all {
        console.finish();
        remark(format_args!(
            "the time is over: {held} of the {all} proofs in {} were repeated, and all of them hold",
            folder.display()
        ));
        if args.json.json {
            output::print(&write_json(&serde_json::json!({
                "format": "morpion-proofs",
                "version": 1,
                "repeated": held,
                "all": all,
            })))?;
        }
        return Ok(false);
    }
    console.checked(held);
    Ok(true)
}

/// The folder's theorem, if it says all that is asked.
fn theorem_file(args: &Args) -> anyhow::Result<PathBuf> {
    let folder = args.folder().join(CERTIFICATES_FOLDER);
    let file = folder.join(theorem_name(args.scope()));
    let how = || {
        format!(
            "no theorem that says so in {}: let the same command write it, with --theorem-only in place of --sample",
            file.display()
        )
    };
    let theorem = Theorem::read(&file).map_err(anyhow::Error::from);
    let says_so = says(&theorem.with_context(how)?, args.scope());
    anyhow::ensure!(says_so, "{}: it says something else, or less", how());
    Ok(file)
}

/// Has the checker repeat as much of the folder's theorem as there is time for.
fn sample(args: &Args, time: Duration) -> anyhow::Result<Outcome> {
    let file = theorem_file(args)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = || now.map_or(0, |now| now.subsec_micros().into());
    let plan = sample::Plan {
        jobs: args.jobs.or_cores(),
        form: Form::Fast,
        time,
        seed: args.seed.unwrap_or_else(seed),
    };
    let valid = Arc::new(AtomicUsize::new(0));
    let (so_far, seed) = (Arc::clone(&valid), plan.seed);
    end_with(move || {
        let n = so_far.load(Ordering::Relaxed);
        format!("{n} certificates of the sample were checked, and all of them hold (--seed {seed})")
    })?;
    let report = |said: Said<'_>| {
        if matches!(said, Said::Valid(..)) {
            valid.fetch_add(1, Ordering::Relaxed);
        }
        let warning = sample::warning(&plan, said).filter(|_| !args.quiet.quiet);
        for line in warning.into_iter().chain(said.line(args.quiet.quiet)) {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    };
    let outcomes = sample::check(std::slice::from_ref(&file), &plan, &report);
    for outcome in &outcomes {
        let words = sample::words(outcome, plan.seed);
        let value = sampled(&file, outcome, plan.seed, &words);
        output::tell(args.json, &value, || format!("{}: {words}", file.display()))?;
    }
    let fails = |outcome: &folder::Outcome| match outcome {
        folder::Outcome::Failed(_) => true,
        folder::Outcome::Partial { verified, .. } => verified.0 == 0,
        _ => false,
    };
    Ok(Outcome::of(!outcomes.iter().any(fails)))
}

/// The result of a sample, for machines.
fn sampled(file: &Path, outcome: &folder::Outcome, seed: u64, words: &str) -> serde_json::Value {
    let mut value = serde_json::json!({
        "format": "morpion-sample",
        "version": 1,
        "theorem": file.display().to_string(),
        "proven": matches!(outcome, folder::Outcome::Proven(_)),
        "failed": matches!(outcome, folder::Outcome::Failed(_)),
        "words": words,
    });
    if let folder::Outcome::Partial { verified, all, .. } = outcome {
        value["seed"] = seed.into();
        value["certificates"] = serde_json::json!({ "verified": verified.0, "all": all.0 });
        value["bytes"] = serde_json::json!({ "verified": verified.1, "all": all.1 });
    }
    value
}

/// Writes the theorem file if the statements in the box files are enough for one. Nothing counts as proven by that.
fn write_theorem(args: &Args, facts: &Facts, store: &Store) -> anyhow::Result<Outcome> {
    find_certificates(store.folder(), facts.values())?;
    let verdict = verdict(facts, args.scope());
    store.save_theorem(&listed_theorems(store.folder(), &verdict, facts))?;
    let Some(files) = theorem_files(store.folder(), &verdict, facts).filter(|_| verdict.is_shown())
    else {
        let why = if verdict.is_shown() {
            "some of what the box files say is only claimed, or not settled".to_owned()
        } else {
            Summary::new(&verdict, facts).sentence
        };
        output::print(&format!("no theorem yet: {why}"))?;
        return Ok(Outcome::NotShown);
    };
    store.save_theorem(&files)?;
    let folder = store.folder().join(CERTIFICATES_FOLDER);
    let path = folder.join(theorem_name(verdict.scope));
    output::print(&format!(
        "theorem written: morpion-check {} checks it",
        path.display()
    ))?;
    Ok(Outcome::Done)
}

/// Prints and keeps the outcome.
fn conclude(args: &Args, facts: &Facts, store: &Store) -> anyhow::Result<Verdict> {
    let verdict = verdict(facts, args.scope());
    if let Some(files) = theorem_files(store.folder(), &verdict, facts) {
        store.save_theorem(&files)?;
    }
    // The proofs about single boxes make a theorem of their own, next to that about all games.
    store.save_theorem(&listed_theorems(store.folder(), &verdict, facts))?;
    print(args, facts, &verdict)?;
    Ok(verdict)
}

fn print(args: &Args, facts: &Facts, verdict: &Verdict) -> anyhow::Result<()> {
    let summary = Summary::new(verdict, facts);
    let text = if args.json.json {
        write_json(&summary)
    } else {
        let table = render(&summary.boxes, args.scope().objects);
        format!("{table}\n{}\n", summary.sentence)
    };
    output::print(&text)
}
