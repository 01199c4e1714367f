//! The lines that a check prints, "valid" and "proven" among them, and its exit status.
//!
//! Promise: [`check_all`] prints `proven: ` before a sentence only if [`folder`] says [`Outcome::Proven`], and `valid: ` only if
//! [`walk`] says [`Verdict::Valid`].

use crate::folder::{self, Outcome, Report, Said};
use crate::format::several;
use crate::listing;
use crate::packed;
use crate::theorem::{FIRST_WORD, Failure};
use crate::walk::{self, Form, Listed, Verdict};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

/// The function that shows a line to the user.
pub type Print<'a> = &'a (dyn Fn(&str) -> io::Result<()> + Sync);

/// Prints lines, and remembers the worst exit status: 0 all is valid, 1 something is rejected or unfinished, 2 something cannot be read
/// or written.
pub struct Output<'a> {
    is_quiet: bool,
    print: Print<'a>,
    /// Receives the messages, too, and changes nothing.
    hear: Report<'a>,
    worst: AtomicU8,
}

impl<'a> Output<'a> {
    /// An output that has printed nothing yet. If `is_quiet`, it prints only what fails, or was not verified whole.
    pub fn new(is_quiet: bool, print: Print<'a>, hear: Report<'a>) -> Self {
        Self {
            is_quiet,
            print,
            hear,
            worst: AtomicU8::new(0),
        }
    }

    /// The worst exit status so far.
    pub fn worst(&self) -> u8 {
        self.worst.load(Ordering::Relaxed)
    }

    /// Makes the exit status no better than this.
    pub fn worsen(&self, code: u8) {
        self.worst.fetch_max(code, Ordering::Relaxed);
    }

    /// Prints a line, at once, so that those of several threads do not mix.
    pub fn print(&self, line: &str) {
        if (self.print)(line).is_err() {
            self.worsen(2);
        }
    }

    /// Prints a text about a file, after its path.
    pub fn line(&self, path: &Path, text: &str) {
        self.print(&format!("{}: {text}", path.display()));
    }

    /// Prints what a file shows.
    pub fn shown(&self, path: &Path, sentence: &str) {
        if !self.is_quiet {
            self.line(path, sentence);
        }
    }

    /// Prints why a file shows nothing.
    pub fn failed(&self, path: &Path, failure: &Failure) {
        let is_unreadable = matches!(failure, Failure::Unreadable(_));
        self.worsen(if is_unreadable { 2 } else { 1 });
        self.line(path, &failure.to_string());
    }

    /// Prints why a file of another kind is rejected, or not made.
    pub fn rejected(&self, path: &Path, reason: &str) {
        self.worsen(1);
        self.line(path, reason);
    }

    /// Prints why a file cannot be written.
    pub fn unwritable(&self, path: &Path, error: &io::Error) {
        self.worsen(2);
        self.line(path, &format!("cannot be written: {error}"));
    }

    /// Prints a message about theorems that are being checked.
    pub fn said(&self, said: Said<'_>) {
        (self.hear)(said);
        match said {
            Said::Failed(path, failure) => self.failed(path, failure),
            _ => said
                .line(self.is_quiet)
                .into_iter()
                .for_each(|line| self.print(&line)),
        }
    }

    /// Checks a certificate, and prints what it shows.
    pub fn certificate(&self, path: &Path, form: Form) {
        let file = packed::read(path).map_err(Failure::Unreadable);
        let positions = |file: Vec<u8>| walk::positions(&file, form, None);
        self.checked(
            path,
            file.and_then(|file| positions(file).map_err(Failure::Certificate)),
        );
    }

    /// Prints what a certificate shows that has been checked.
    pub fn checked(&self, path: &Path, result: Result<Listed, Failure>) {
        match result {
            Ok((Verdict::Valid(claim, counts), positions)) => {
                if claim.all_of {
                    (self.hear)(Said::Listed(&positions));
                }
                let sentence = listing::words(&claim, &positions);
                let (nodes, evaluations) = (counts.nodes, counts.evaluations);
                let (nodes, evaluations) =
                    (several(nodes, "node"), several(evaluations, "evaluation"));
                self.shown(path, &format!("valid: {sentence} ({nodes}, {evaluations})"));
            }
            Ok((Verdict::Unfinished(_, counts), _)) => {
                self.failed(path, &Failure::Unfinished(counts.open));
            }
            Err(failure) => self.failed(path, &failure),
        }
    }

    /// Prints the outcome of a theorem.
    pub fn theorem(&self, path: &Path, outcome: &Outcome) {
        match outcome {
            Outcome::Proven(_) => self.shown(path, &outcome.to_string()),
            Outcome::Failed(failure) => self.failed(path, failure),
            Outcome::Partial { .. } => {
                self.worsen(1);
                self.line(path, &outcome.to_string());
            }
        }
    }

    /// The theorem files that paths name; prints a failure for each path that cannot be read.
    pub fn theorem_files(&self, paths: &[&PathBuf]) -> Vec<PathBuf> {
        let mut all = Vec::new();
        for path in paths {
            match folder::theorem_files(path) {
                Ok(files) => all.extend(files),
                Err(error) => self.failed(path, &Failure::Unreadable(error)),
            }
        }
        all
    }
}

/// Whether the path names a folder or a theorem file.
pub fn is_theorem(path: &Path) -> bool {
    let mut start = [0; FIRST_WORD.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    path.is_dir() || (read.is_ok() && start == *FIRST_WORD.as_bytes())
}

/// Checks certificates, theorem files and folders, and prints what they show.
pub fn check_all(paths: &[PathBuf], jobs: usize, form: Form, output: &Output<'_>) {
    let (theorems, files): (Vec<_>, Vec<_>) = paths.iter().partition(|path| is_theorem(path));
    folder::in_parallel(&files, jobs, |file| output.certificate(file, form));
    let theorems = output.theorem_files(&theorems);
    let outcomes = folder::check(&theorems, jobs, form, &|said| output.said(said));
    for (file, outcome) in theorems.iter().zip(&outcomes) {
        output.theorem(file, outcome);
    }
}
