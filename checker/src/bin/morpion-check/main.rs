//! `morpion-check`: verifies certificates and theorems, and prints what they prove.

#![forbid(unsafe_code)]

use morpion_check::hints;
use morpion_check::part::{self, summary::Part};
use morpion_check::sample::{self, Plan};
use morpion_check_core::folder::{Outcome, Said};
use morpion_check_core::packed;
use morpion_check_core::theorem::Failure;
use morpion_check_core::verdict::{self, Output, is_theorem};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

mod collected;
mod kinds;
mod lines;
mod octagons;
mod options;
mod progress;
mod screen;

use kinds::Kinds;
use options::{Options, Stop};
use screen::Screen;

fn main() -> ExitCode {
    match options::parse(env::args_os().skip(1)) {
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

fn run(options: &Options) -> ExitCode {
    let screen = Screen::new(options);
    screen.end_on_signal();
    let print = |line: &str| screen.print(line);
    let hear = |said: Said<'_>| screen.hear(said);
    let output = Output::new(options.quiet || options.part.is_some(), &print, &hear);
    let run = Run {
        options,
        screen: &screen,
        output: &output,
    };
    match (options.part, &options.merge) {
        (Some(part), _) => run.check_part(part),
        (_, Some(theorem)) => run.merge(theorem),
        _ => run.check(),
    }
    exit(output.worst())
}

/// A run of the program: its options, and where its output goes.
struct Run<'a> {
    options: &'a Options,
    screen: &'a Screen,
    output: &'a Output<'a>,
}

impl Run<'_> {
    /// Verifies the files that are named.
    fn check(&self) {
        let options = self.options;
        let theorems: Vec<_> = options.paths.iter().filter(|p| is_theorem(p)).collect();
        if options.time.is_some() && theorems.len() < options.paths.len() {
            return self.misuse("--sample is for theorems");
        }
        if options.hints.is_some() && !theorems.is_empty() {
            return self.misuse("--hints is for certificates");
        }
        let outputs = [
            (&options.hints, &[hints::FIRST_BYTE][..]),
            (&options.positions, b"morpion-positions "),
        ];
        for (path, begin) in outputs {
            if let Some(path) = path.as_ref().filter(|path| holds_other(path, begin)) {
                let error = "it holds something else: name another file";
                let error = io::Error::new(io::ErrorKind::AlreadyExists, error);
                return self.output.unwritable(path, &error);
            }
        }
        match (options.time, &options.hints) {
            (Some(time), _) => self.sample(&self.output.theorem_files(&theorems), time),
            (_, Some(hints)) => self.write_hints(hints),
            _ => self.check_all(),
        }
    }

    fn misuse(&self, message: &str) {
        let _ = writeln!(io::stderr(), "{message}; see morpion-check --help");
        self.output.worsen(2);
    }

    /// Verifies everything; whatever is no certificate about octagons or lines, by the core.
    fn check_all(&self) {
        let &Options { jobs, form, .. } = self.options;
        let kinds = Kinds::of(&self.options.paths);
        lines::check(&kinds.lines, self.screen, self.output);
        octagons::check(&kinds.octagons, jobs, self.screen, self.output);
        self.screen
            .while_drawn(|| verdict::check_all(&kinds.others, jobs, form, self.output));
        if let Some(collected) = &self.screen.collected {
            collected.write(self.output);
        }
    }

    /// Verifies as much of theorems as the time allows.
    fn sample(&self, files: &[PathBuf], time: Duration) {
        let &Options {
            jobs, form, seed, ..
        } = self.options;
        let plan = Plan {
            jobs,
            form,
            time,
            seed,
        };
        let report = |said: Said<'_>| {
            sample::warning(&plan, said)
                .iter()
                .for_each(|line| self.screen.remark(line));
            self.output.said(said);
        };
        let check = || sample::check(files, &plan, &report);
        for (file, outcome) in files.iter().zip(&self.screen.while_drawn(check)) {
            match outcome {
                // Nothing wrong was found, unless nothing was looked at.
                Outcome::Partial { verified, .. } => {
                    self.output.worsen(u8::from(verified.0 == 0));
                    self.output.line(file, &sample::words(outcome, seed));
                }
                _ => self.output.theorem(file, outcome),
            }
        }
    }

    fn tell(&self, files: &[PathBuf], outcomes: &[Outcome]) {
        for (file, outcome) in files.iter().zip(outcomes) {
            self.output.theorem(file, outcome);
        }
    }

    /// Verifies a part, and prints its summary.
    fn check_part(&self, part: Part) {
        let Some(files) = self.divisible_files(&self.options.paths[0]) else {
            return self.output.worsen(2);
        };
        let how = (self.options.jobs, self.options.form);
        match part::check_part(&files, part, how, &|said| self.output.said(said)) {
            Ok(summary) => {
                let is_written = write!(io::stdout(), "{summary}").is_ok();
                self.output.worsen(2 * u8::from(!is_written));
            }
            Err(outcomes) => {
                self.output.worsen(1);
                self.tell(&files, &outcomes);
            }
        }
    }

    /// Prints the outcomes of theorems by the summaries of parts.
    fn merge(&self, theorem: &PathBuf) {
        let Some(files) = self.divisible_files(theorem) else {
            return self.output.worsen(2);
        };
        let mut texts = Vec::new();
        for path in &self.options.paths {
            match fs::read_to_string(path) {
                Ok(text) => texts.push(text),
                Err(error) => return self.output.failed(path, &Failure::Unreadable(error)),
            }
        }
        let jobs = self.options.jobs;
        match part::merge(&files, &texts, jobs, &|said| self.output.said(said)) {
            Ok(outcomes) => self.tell(&files, &outcomes),
            Err(misfits) => {
                for (n, misfit) in misfits {
                    let path = &self.options.paths[n];
                    self.output.rejected(path, &misfit.to_string());
                }
            }
        }
    }

    /// The theorem files that can be checked in parts, if there are any. Prints which others are left out.
    fn divisible_files(&self, path: &PathBuf) -> Option<Vec<PathBuf>> {
        let (files, left_out) = part::divisible(self.output.theorem_files(&[path]));
        let words =
            "left out: a theorem about all positions is checked whole, without --part and --merge";
        for file in left_out {
            self.output.line(&file, words);
        }
        (!files.is_empty()).then_some(files)
    }

    /// Checks certificates one after another and writes their hints to a file.
    fn write_hints(&self, hints: &Path) {
        let mut out = match File::create(hints) {
            Ok(file) => BufWriter::new(file),
            Err(error) => return self.output.unwritable(hints, &error),
        };
        for path in &self.options.paths {
            match packed::read(path) {
                Ok(file) => {
                    let form = self.options.form;
                    let (result, written) = hints::check_with_hints(&file, form, &mut out);
                    self.output
                        .checked(path, result.map_err(Failure::Certificate));
                    if let Err(error) = written {
                        self.output.unwritable(hints, &error);
                    }
                }
                Err(error) => self.output.failed(path, &Failure::Unreadable(error)),
            }
        }
        if let Err(error) = out.flush() {
            self.output.unwritable(hints, &error);
        }
    }
}

/// Whether the file is there, holds something, and is no older output, which begins like this: it may be one of those that are to be
/// checked. Of pipes and devices nothing is read.
fn holds_other(path: &Path, begin: &[u8]) -> bool {
    let old = path.is_file().then(|| fs::read(path).ok()).flatten();
    old.is_some_and(|old| !old.is_empty() && !old.starts_with(begin))
}
