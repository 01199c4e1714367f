//! `morpion-check`: verifies certificates and theorems, and prints what they prove.

#![forbid(unsafe_code)]

use morpion_check::certificate::{self, Form, Verdict};
use morpion_check::folder::{self, Outcome, Plan, Said};
use morpion_check::hulls;
use morpion_check::listing::{self, Listed, Position};
use morpion_check::packed;
use morpion_check::part::{self, summary::Part};
use morpion_check::theorem::{self, Failure};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

mod collected;
mod progress;

use collected::Collected;
use progress::Progress;

const USAGE: &str = "\
Verifies Morpion Solitaire certificates and prints what they prove.

Usage: morpion-check [--quiet] [--plain] [--jobs N] [--sample TIME [--seed N]] PATH...
       morpion-check --part I/N [--plain] [--jobs N] THEOREM > SUMMARY
       morpion-check --merge THEOREM [--quiet] [--jobs N] SUMMARY...
       morpion-check --hints FILE CERTIFICATE...
       morpion-check --positions LIST [--quiet] [--plain] [--jobs N] PATH...

A PATH is a certificate, packed (.cert.zst) or not, a theorem file that lies beside its certificates, or a folder
of certificates with its theorem files (theorem.txt, theorem-*.txt), which are all verified.

  --sample TIME  verify certificates of theorems for so long (90s, 10m, 2h): drawn at random, each time with a
                 probability in proportion to their bytes. All else is verified whole: that the boxes listed are
                 all, that each certificate is there and claims what is said of it, the witnesses. Then no theorem
                 is called proven, unless there was time for all of it; the last lines say how much there was time for
  --seed N       draw in the same order as the run that printed this number
  --part I/N     verify the I-th of N parts that take about equally long, and print a summary of what was verified; all else is
                 verified whole in every part. What fails is told on standard error, and then there is no summary
  --merge THEOREM  call a theorem, or all of a folder, proven if it holds and these summaries, printed by this version of the
                 checker, say of every certificate that all of it was verified. No tree is verified again. Theorems
                 about all positions are left out of parts: they are checked whole
  --hints FILE   also write what the checker proven in Coq (checker/verified) needs to repeat the certificates, one
                 after another, to FILE, which may be a pipe
  --positions LIST  also write all positions that certificates list (version 8) to LIST, sorted, each once up to
                 symmetry, if everything is valid
  --quiet        print only what fails, or was not verified whole
  --plain        compute bounds cell by cell and mark by mark: the same verdicts, slower, by less code
  --jobs N       number of threads [default: one for each core]
  --help         print this help
  --version      print the version

How far it has come is drawn on standard error, if that is a terminal.

Exit status: 0 everything is valid (of a sample: what was drawn); 1 something is rejected or unfinished, or the sample is
of nothing; 2 something cannot be read, or misuse.
";

struct Options {
    quiet: bool,
    plan: Plan,
    paths: Vec<PathBuf>,
    /// Where to write hints.
    hints: Option<PathBuf>,
    part: Option<Part>,
    /// The theorem to merge summaries for.
    merge: Option<PathBuf>,
    /// Where to write positions.
    positions: Option<PathBuf>,
}

fn main() -> ExitCode {
    match parse(env::args_os().skip(1)) {
        Ok(options) => run(&options),
        Err(Stop::Text(text)) => exit(if io::stdout().write_all(text.as_bytes()).is_ok() {
            0
        } else {
            2
        }),
        Err(Stop::Misuse(message)) => {
            let _ = writeln!(io::stderr(), "{message}; see morpion-check --help");
            exit(2)
        }
    }
}

fn exit(code: u8) -> ExitCode {
    ExitCode::from(code)
}

/// Why nothing is checked.
enum Stop {
    Text(&'static str),
    Misuse(&'static str),
}

fn parse(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> Result<Options, Stop> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut options = Options {
        quiet: false,
        plan: Plan {
            jobs: cores,
            form: Form::Fast,
            time: None,
            seed: now.map_or(0, |now| now.subsec_micros().into()),
        },
        paths: Vec::new(),
        hints: None,
        part: None,
        merge: None,
        positions: None,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next()?.into_string().ok();
        match argument.to_str() {
            Some("--help" | "-h") => return Err(Stop::Text(USAGE)),
            Some("--version" | "-V") => {
                return Err(Stop::Text(concat!(
                    "morpion-check ",
                    env!("CARGO_PKG_VERSION"),
                    "\n"
                )));
            }
            Some("--quiet" | "-q") => options.quiet = true,
            Some("--plain") => options.plan.form = Form::Plain,
            Some("--hints") => {
                let file = value().map(PathBuf::from);
                options.hints = Some(file.ok_or(Stop::Misuse("--hints needs a file"))?);
            }
            Some("--positions") => {
                let file = value().map(PathBuf::from);
                options.positions = Some(file.ok_or(Stop::Misuse("--positions needs a file"))?);
            }
            Some("--part") => {
                let part = value().and_then(|part| part.parse().ok());
                options.part = Some(part.ok_or(Stop::Misuse("--part needs I/N, I from 1 to N"))?);
            }
            Some("--merge") => {
                let theorem = value().map(PathBuf::from);
                options.merge = Some(theorem.ok_or(Stop::Misuse("--merge needs a theorem"))?);
            }
            Some("--jobs" | "-j") => {
                let jobs = value().and_then(|jobs| jobs.parse().ok());
                options.plan.jobs = jobs
                    .filter(|&jobs| jobs > 0)
                    .ok_or(Stop::Misuse("--jobs needs a positive number"))?;
            }
            Some("--sample") => {
                let time = value().and_then(|time| parse_time(&time));
                options.plan.time = Some(time.ok_or(Stop::Misuse(
                    "--sample needs a time: a whole number with s, m or h",
                ))?);
            }
            Some("--seed") => {
                let seed = value().and_then(|seed| seed.parse().ok());
                options.plan.seed = seed.ok_or(Stop::Misuse("--seed needs a number"))?;
            }
            Some("--") => options.paths.extend(arguments.by_ref().map(PathBuf::from)),
            Some(flag) if flag.starts_with('-') => return Err(Stop::Misuse("unknown option")),
            _ => options.paths.push(argument.into()),
        }
    }
    options
        .judge()
        .map_or(Ok(options), |m| Err(Stop::Misuse(m)))
}

impl Options {
    /// What is wrong with them together.
    fn judge(&self) -> Option<&'static str> {
        let modes = [
            self.part.is_some(),
            self.merge.is_some(),
            self.hints.is_some(),
            self.positions.is_some(),
            self.plan.time.is_some(),
        ];
        if self.paths.is_empty() {
            Some("no certificate is named")
        } else if modes.into_iter().filter(|&is_asked| is_asked).count() > 1 {
            Some("--part, --merge, --hints, --positions and --sample exclude each other")
        } else if self.part.is_some() && self.paths.len() > 1 {
            Some("--part is for one theorem, or one folder")
        } else {
            None
        }
    }
}

/// Reads `90`, `90s`, `10m` or `2h`.
fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.as_bytes().last()? {
        b's' => (&text[..text.len() - 1], 1),
        b'm' => (&text[..text.len() - 1], 60),
        b'h' => (&text[..text.len() - 1], 3600),
        _ => (text, 1),
    };
    let seconds = number.parse::<u32>().ok()?;
    Some(Duration::from_secs(u64::from(seconds) * unit))
}

/// Prints lines, and remembers the worst exit status.
struct Output {
    quiet: bool,
    /// Standard output is for something else.
    aside: bool,
    worst: AtomicU8,
    progress: Progress,
    /// What certificates list, if that is asked for.
    collected: Option<Collected>,
}

impl Output {
    fn new(quiet: bool, options: &Options) -> Self {
        Self {
            quiet,
            aside: options.part.is_some(),
            worst: AtomicU8::new(0),
            progress: Progress::new(!quiet, options.plan.time),
            collected: options.positions.as_deref().map(Collected::new),
        }
    }

    /// Works, and draws meanwhile how far that has come.
    fn while_drawn<T>(&self, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (running, over) = mpsc::channel::<()>();
            scope.spawn(move || self.progress.draw_until(&over));
            let result = work();
            drop(running);
            result
        })
    }

    fn said(&self, said: Said<'_>) {
        self.progress.hear(said);
        match said {
            Said::Failed(path, failure) => self.failed(path, failure),
            Said::Listed(positions) => self.listed(positions),
            _ => said
                .line(self.quiet)
                .into_iter()
                .for_each(|line| self.print(&line)),
        }
    }

    fn listed(&self, positions: &[Position]) {
        if let Some(collected) = &self.collected {
            collected.add(positions);
        }
    }

    fn proven(&self, path: &Path, sentence: &str) {
        if !self.quiet {
            self.line(path, sentence);
        }
    }

    fn failed(&self, path: &Path, failure: &Failure) {
        let code = if matches!(failure, Failure::Unreadable(_)) {
            2
        } else {
            1
        };
        self.worst.fetch_max(code, Ordering::Relaxed);
        self.line(path, &failure.to_string());
    }

    fn rejected(&self, path: &Path, reason: &str) {
        self.worst.fetch_max(1, Ordering::Relaxed);
        self.line(path, reason);
    }

    fn unwritable(&self, path: &Path, error: &io::Error) {
        self.worst.fetch_max(2, Ordering::Relaxed);
        self.line(path, &format!("cannot be written: {error}"));
    }

    fn line(&self, path: &Path, text: &str) {
        self.print(&format!("{}: {text}", path.display()));
    }

    /// Writes a line at once, so that lines of several threads do not mix.
    fn print(&self, line: &str) {
        self.progress.erase();
        let mut out: Box<dyn Write> = if self.aside {
            Box::new(io::stderr().lock())
        } else {
            Box::new(io::stdout().lock())
        };
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.worst.fetch_max(2, Ordering::Relaxed);
        }
    }
}

fn run(options: &Options) -> ExitCode {
    let output = Output::new(options.quiet || options.part.is_some(), options);
    match (options.part, &options.merge) {
        (Some(part), _) => return check_part(part, options, &output),
        (_, Some(theorem)) => return merge(theorem, options, &output),
        _ => {}
    }
    let (theorems, files): (Vec<_>, Vec<_>) =
        options.paths.iter().partition(|path| is_theorem(path));
    if options.plan.time.is_some() && !files.is_empty() {
        let _ = writeln!(
            io::stderr(),
            "--sample is for theorems; see morpion-check --help"
        );
        return exit(2);
    }
    if let Some(hints) = &options.hints {
        if !theorems.is_empty() {
            let _ = writeln!(
                io::stderr(),
                "--hints is for certificates; see morpion-check --help"
            );
            return exit(2);
        }
        return write_hints(hints, &files, options.plan.form, &output);
    }
    folder::in_parallel(&files, options.plan.jobs, |file| {
        check_file(file, options.plan.form, &output);
    });
    let mut files = Vec::new();
    for path in theorems {
        files.extend(theorem_files(path, &output).unwrap_or_default());
    }
    check_theorems(&files, &options.plan, &output);
    output.write_positions();
    exit(output.worst.load(Ordering::Relaxed))
}

/// Verifies a part, and prints its summary.
fn check_part(part: Part, options: &Options, output: &Output) -> ExitCode {
    let Some(files) = divisible_files(&options.paths[0], output) else {
        return exit(2);
    };
    let how = (options.plan.jobs, options.plan.form);
    match part::check_part(&files, part, how, &|said| output.said(said)) {
        Ok(summary) => {
            let is_written = write!(io::stdout(), "{summary}").is_ok();
            output
                .worst
                .fetch_max(2 * u8::from(!is_written), Ordering::Relaxed);
        }
        Err(outcomes) => {
            output.worst.fetch_max(1, Ordering::Relaxed);
            tell(&files, &outcomes, output);
        }
    }
    exit(output.worst.load(Ordering::Relaxed))
}

/// Says what follows from the summaries of parts.
fn merge(theorem: &Path, options: &Options, output: &Output) -> ExitCode {
    let Some(files) = divisible_files(theorem, output) else {
        return exit(2);
    };
    let mut texts = Vec::new();
    for path in &options.paths {
        match fs::read_to_string(path) {
            Ok(text) => texts.push(text),
            Err(error) => {
                output.failed(path, &Failure::Unreadable(error));
                return exit(2);
            }
        }
    }
    let jobs = options.plan.jobs;
    match part::merge(&files, &texts, jobs, &|said| output.said(said)) {
        Ok(outcomes) => tell(&files, &outcomes, output),
        Err(misfits) => {
            output.worst.fetch_max(1, Ordering::Relaxed);
            for (n, misfit) in misfits {
                output.line(&options.paths[n], &misfit.to_string());
            }
        }
    }
    exit(output.worst.load(Ordering::Relaxed))
}

/// The theorem files that a path names, unless that fails.
fn theorem_files(path: &Path, output: &Output) -> Option<Vec<PathBuf>> {
    let files = folder::theorem_files(path);
    files
        .map_err(|error| output.failed(path, &Failure::Unreadable(error)))
        .ok()
}

/// Those that can be checked in parts, if there are any. Of the others it is told that they are left out.
fn divisible_files(path: &Path, output: &Output) -> Option<Vec<PathBuf>> {
    let (files, left_out) = part::divisible(theorem_files(path, output)?);
    let words =
        "left out: a theorem about all positions is checked whole, without --part and --merge";
    for file in left_out {
        output.line(&file, words);
    }
    (!files.is_empty()).then_some(files)
}

/// Whether the path names a folder or a theorem file.
fn is_theorem(path: &Path) -> bool {
    let mut start = [0; theorem::FIRST_WORD.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    path.is_dir() || (read.is_ok() && start == *theorem::FIRST_WORD.as_bytes())
}

/// Checks certificates one after another and writes their hints to a file.
fn write_hints(hints: &Path, files: &[&PathBuf], form: Form, output: &Output) -> ExitCode {
    let mut out = match File::create(hints) {
        Ok(file) => BufWriter::new(file),
        Err(error) => {
            output.unwritable(hints, &error);
            return exit(2);
        }
    };
    for path in files {
        match packed::read(path) {
            Ok(file) => {
                let (result, written) = certificate::check_with_hints(&file, form, &mut out);
                let result = result.map(|verdict| (verdict, Vec::new()));
                report(path, result.map_err(Failure::Certificate), output);
                if let Err(error) = written {
                    output.unwritable(hints, &error);
                }
            }
            Err(error) => output.failed(path, &Failure::Unreadable(error)),
        }
    }
    if let Err(error) = out.flush() {
        output.unwritable(hints, &error);
    }
    exit(output.worst.load(Ordering::Relaxed))
}

fn check_file(path: &Path, form: Form, output: &Output) {
    let result = packed::read(path).map_err(Failure::Unreadable);
    if let Ok(file) = &result
        && file.starts_with(hulls::FIRST_WORDS)
    {
        return match hulls::check(file) {
            Ok(proven) => output.proven(path, &format!("valid: {proven}")),
            Err(reject) => output.rejected(path, &format!("rejected: {reject}")),
        };
    }
    let positions = |file: Vec<u8>| listing::positions(&file, form, None);
    let result = result.and_then(|file| positions(file).map_err(Failure::Certificate));
    report(path, result, output);
}

fn report(path: &Path, result: Result<Listed, Failure>, output: &Output) {
    match result {
        Ok((Verdict::Valid(claim, counts), positions)) => {
            if claim.all_of {
                output.listed(&positions);
            }
            let size = |n: u64, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
            let (nodes, evaluations) = (counts.nodes, counts.evaluations);
            output.proven(
                path,
                &format!(
                    "valid: {} ({}, {})",
                    listing::words(&claim, &positions),
                    size(nodes, "node"),
                    size(evaluations, "evaluation")
                ),
            );
        }
        Ok((Verdict::Unfinished(_, counts), _)) => {
            output.failed(path, &Failure::Unfinished(counts.open))
        }
        Err(failure) => output.failed(path, &failure),
    }
}

fn check_theorems(files: &[PathBuf], plan: &Plan, output: &Output) {
    let outcomes = output.while_drawn(|| folder::check(files, plan, &|said| output.said(said)));
    tell(files, &outcomes, output);
}

fn tell(files: &[PathBuf], outcomes: &[Outcome], output: &Output) {
    for (file, outcome) in files.iter().zip(outcomes) {
        match outcome {
            Outcome::Proven(_) => output.proven(file, &outcome.to_string()),
            Outcome::Failed(failure) => output.failed(file, failure),
            _ => {
                let is_nothing = matches!(
                    outcome,
                    Outcome::Sampled {
                        verified: (0, _),
                        ..
                    }
                );
                let code = u8::from(is_nothing);
                output.worst.fetch_max(code, Ordering::Relaxed);
                output.line(file, &outcome.to_string());
            }
        }
    }
}
