//! Theorem files and the certificates that they list.
//!
//! Promise: a theorem is [`Outcome::Proven`] only if its statements cover all that it speaks of and every file it lists has been
//! verified to its end. Of a theorem that was verified in part, the outcome only says how much was. Positions that certificates list are
//! kept until all theorems are concluded, 200,000 of each certificate at most.

use crate::format::{Claim, Reason};
use crate::listing::{self, Census, Position};
use crate::packed;
use crate::theorem::{FILE_NAME, Failure, Shown, Statement, Theorem};
use crate::walk::{self, Form, Verdict};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{fmt, fs, io, thread};

/// A message about what was found while theorems are checked.
#[derive(Debug, Clone, Copy)]
pub enum Said<'a> {
    /// A file that theorems list has been read: its path, and its bytes, unpacked.
    Read(&'a Path, &'a [u8]),
    /// The look is over: how many witnesses hold, their least and greatest number of moves; how many certificates and bytes there are.
    Looked((usize, u64, u64), (usize, u64)),
    /// A certificate is valid: its path, its number of bytes, unpacked, and the sentence that it proves.
    Valid(&'a Path, u64, &'a str),
    /// The positions that a valid certificate lists.
    Listed(&'a [Position]),
    /// A file has failed: its path, and the reason.
    Failed(&'a Path, &'a Failure),
}

impl Said<'_> {
    /// The line to print for the message, if there is one; if `is_quiet`, only for a failure.
    pub fn line(&self, is_quiet: bool) -> Option<String> {
        match self {
            Self::Failed(path, failure) => Some(format!("{}: {failure}", path.display())),
            _ if is_quiet => None,
            Self::Valid(path, _, sentence) => {
                Some(format!("{}: valid: {sentence}", path.display()))
            }
            Self::Looked((0, ..), _) | Self::Listed(_) | Self::Read(..) => None,
            Self::Looked((n, least, most), _) => {
                Some(format!("{n} witnesses hold, of {least} to {most} moves"))
            }
        }
    }
}

/// The function that receives the messages of a check.
pub type Report<'a> = &'a (dyn Fn(Said<'_>) + Sync);

/// How trees are verified.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The number of threads.
    pub jobs: usize,
    /// The form of the bound.
    pub form: Form,
    /// When to break off.
    pub until: Option<Instant>,
    /// Whether a certificate whose turn has come is begun at all.
    pub begins: &'a (dyn Fn(&Listed) -> bool + Sync),
}

/// The outcome of a check of a theorem.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// This sentence is proven.
    Proven(String),
    /// Nothing wrong was found, but not all was verified.
    Partial {
        /// The sentence that the theorem claims.
        sentence: String,
        /// How many certificates were verified, and their bytes, unpacked.
        verified: (usize, u64),
        /// How many certificates there are, and their bytes.
        all: (usize, u64),
    },
    /// The theorem does not hold as stated.
    Failed(Failure),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven(sentence) => write!(f, "proven: {sentence}"),
            Self::Failed(failure) => failure.fmt(f),
            Self::Partial {
                sentence,
                verified: (some, _),
                all: (all, _),
            } => write!(
                f,
                "not repeated whole: it says that {sentence}; {some} of {all} certificates were verified"
            ),
        }
    }
}

/// The theorem files that a path names: itself, or all of a folder, the main one last.
///
/// # Errors
/// The folder cannot be read, or has none.
pub fn theorem_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        let other = |name: &str| name.starts_with("theorem-") && name.ends_with(".txt");
        if name == FILE_NAME || name.to_str().is_some_and(other) {
            files.push(path.join(name));
        }
    }
    files.sort();
    let none = "it has no theorem file: theorem.txt or theorem-*.txt";
    (!files.is_empty())
        .then_some(files)
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, none))
}

/// A file that theorems list.
#[derive(Debug, Default)]
pub struct Listed {
    /// The path of the file.
    pub path: PathBuf,
    /// The numbers of the theorems that list it, and (`refuted`) of those whose statement about it is false.
    pub(crate) users: Vec<usize>,
    pub(crate) refuted: Vec<usize>,
    /// Its size, unpacked.
    pub bytes: u64,
    /// The claim of its header, if it is a certificate of what a theorem says.
    pub claim: Option<Claim>,
    /// The number of its moves, if it is a witness that holds.
    pub(crate) witness: Option<u64>,
    /// Whether it holds, once its tree has been verified: by [`Seen::verify`], or on the word of a summary.
    pub verified: Option<bool>,
    /// The positions that it lists.
    pub(crate) positions: Vec<Position>,
}

/// Theorems and the files that they list, after a look at everything outside of the trees.
pub struct Seen {
    /// By theorem: its sentence, and which positions it counts if any; or why it fails as far as the look tells.
    pub(crate) said: Vec<Result<(String, Option<Census>), Failure>>,
    /// The files that the theorems list.
    pub listed: Vec<Listed>,
}

impl Seen {
    /// Reads theorem files and the files that they name, which lie beside them.
    pub fn look(files: &[PathBuf], jobs: usize, report: Report<'_>) -> Self {
        let theorems: Vec<_> = files.iter().map(|file| Theorem::read(file)).collect();
        let uses = uses(files, &theorems);
        let first = |(path, uses): &Used<'_>| look(path, uses, &theorems, report);
        let listed = in_parallel(&uses, jobs, first);
        let said = |(i, theorem): (usize, Result<Theorem, Failure>)| {
            let theorem = theorem?;
            none(listed.iter().filter(|file| file.refuted.contains(&i)))?;
            Ok((theorem.conclusion()?, theorem.census()))
        };
        let said = theorems.into_iter().enumerate().map(said).collect();
        report(looked(&listed));
        Self { said, listed }
    }

    /// Whether all theorems hold as far as the look tells.
    pub fn is_whole(&self) -> bool {
        self.said.iter().all(Result::is_ok)
    }

    /// Verifies the trees of the files with these numbers, in this order, unless the only theorems that list one have failed. Calls
    /// `report` for each that has been verified or has failed.
    pub fn verify(&mut self, order: &[usize], plan: &Plan<'_>, report: Report<'_>) {
        let Self { said, listed } = self;
        let is_asked = |file: &Listed| file.users.iter().any(|&i| said[i].is_ok());
        let verified = in_parallel(order, plan.jobs, |&n| {
            let is_tree = |file: &&Listed| file.claim.is_some() && is_asked(file);
            let file = Some(&listed[n]).filter(is_tree)?;
            let shown = verify(file, plan)?;
            match &shown {
                Ok((claim, positions)) => {
                    let sentence = listing::words(claim, positions);
                    report(Said::Valid(&file.path, file.bytes, &sentence));
                    if claim.all_of {
                        report(Said::Listed(positions));
                    }
                }
                Err(failure) => report(Said::Failed(&file.path, failure)),
            }
            Some(shown.map(|(_, positions)| positions))
        });
        for (&n, verified) in order.iter().zip(verified) {
            listed[n].verified = verified.as_ref().map(Result::is_ok);
            listed[n].positions = verified.and_then(Result::ok).unwrap_or_default();
        }
    }

    /// The outcome of each theorem, by what has been verified.
    pub fn outcomes(self) -> Vec<Outcome> {
        let outcome = |(i, said): (usize, Result<_, Failure>)| {
            let is_its = |file: &&Listed| file.users.contains(&i) && file.claim.is_some();
            let certificates: Vec<&Listed> = self.listed.iter().filter(is_its).collect();
            said.and_then(|said| conclude(said, &certificates))
                .unwrap_or_else(Outcome::Failed)
        };
        self.said.into_iter().enumerate().map(outcome).collect()
    }
}

/// Checks theorem files whole. The files that they name lie beside them; each certificate is verified once. Calls `report` for each
/// certificate when it has been verified, and for each file that fails.
pub fn check(files: &[PathBuf], jobs: usize, form: Form, report: Report<'_>) -> Vec<Outcome> {
    let mut seen = Seen::look(files, jobs, report);
    // The largest first, so that no thread begins with it when the others have ended.
    let mut order: Vec<usize> = (0..seen.listed.len()).collect();
    order.sort_by_key(|&n| Reverse(seen.listed[n].bytes));
    let plan = Plan {
        jobs,
        form,
        until: None,
        begins: &|_| true,
    };
    seen.verify(&order, &plan, report);
    seen.outcomes()
}

/// A file, and the statements about it with the number of the theorem of each.
type Used<'a> = (PathBuf, Vec<(usize, &'a Statement)>);

/// The files that theorems list.
fn uses<'a>(files: &[PathBuf], theorems: &'a [Result<Theorem, Failure>]) -> Vec<Used<'a>> {
    let mut uses: BTreeMap<PathBuf, Vec<_>> = BTreeMap::new();
    for (i, (file, theorem)) in files.iter().zip(theorems).enumerate() {
        for statement in theorem.iter().flat_map(|theorem| &theorem.statements) {
            let path = file.with_file_name(&statement.file);
            uses.entry(path).or_default().push((i, statement));
        }
    }
    uses.into_iter().collect()
}

/// The message that sums up the look at all files.
fn looked(listed: &[Listed]) -> Said<'static> {
    let moves = || listed.iter().filter_map(|file| file.witness);
    let trees = listed.iter().filter(|file| file.claim.is_some());
    let (least, most) = (moves().min().unwrap_or(0), moves().max().unwrap_or(0));
    let sizes = trees.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes));
    Said::Looked((moves().count(), least, most), sizes)
}

/// Reads a file, replays it if it is a witness, and compares the claim in a certificate's header with the statements about it.
fn look(
    path: &Path,
    uses: &[(usize, &Statement)],
    theorems: &[Result<Theorem, Failure>],
    report: Report<'_>,
) -> Listed {
    let mut listed = Listed {
        path: path.to_owned(),
        users: uses.iter().map(|(i, _)| *i).collect(),
        ..Listed::default()
    };
    let file = match packed::read(path) {
        Ok(file) => file,
        Err(error) => {
            report(Said::Failed(path, &Failure::Unreadable(error)));
            listed.refuted.clone_from(&listed.users);
            return listed;
        }
    };
    report(Said::Read(path, &file));
    listed.bytes = file.len() as u64;
    for (i, statement) in uses {
        let Ok(theorem) = &theorems[*i] else { continue };
        match theorem.look(statement, &file) {
            Ok(Shown::Claim(claim)) => listed.claim = Some(claim),
            Ok(Shown::Witness(moves)) => listed.witness = Some(moves),
            Err(failure) => {
                // Once, however many theorems list it.
                if listed.refuted.is_empty() {
                    report(Said::Failed(path, &failure));
                }
                listed.refuted.push(*i);
            }
        }
    }
    listed
}

/// Verifies a certificate; returns its claim, and the positions that it lists. `None` if it was not begun, or broken off.
fn verify(listed: &Listed, plan: &Plan<'_>) -> Option<Result<(Claim, Vec<Position>), Failure>> {
    if !(plan.begins)(listed) {
        return None;
    }
    let file = match packed::read(&listed.path) {
        Ok(file) => file,
        Err(error) => return Some(Err(Failure::Unreadable(error))),
    };
    Some(match walk::positions(&file, plan.form, plan.until) {
        Err(reject) if reject.reason == Reason::Time => return None,
        Err(reject) => Err(Failure::Certificate(reject)),
        Ok((Verdict::Unfinished(_, counts), _)) => Err(Failure::Unfinished(counts.open)),
        Ok((Verdict::Valid(claim, _), all)) if listed.claim == Some(claim) => Ok((claim, all)),
        // Another file has been put in its place since it was looked at.
        Ok((Verdict::Valid(claim, _), _)) => Err(Failure::OtherClaim(claim)),
    })
}

/// The outcome of a theorem, by its certificates, if all else is known to hold.
fn conclude(
    (sentence, census): (String, Option<Census>),
    certificates: &[&Listed],
) -> Result<Outcome, Failure> {
    let files = || certificates.iter().copied();
    none(files().filter(|file| file.verified == Some(false)))?;
    let count = |(n, bytes), file: &Listed| (n + 1, bytes + file.bytes);
    let verified = files()
        .filter(|file| file.verified.is_some())
        .fold((0, 0), count);
    let all = files().fold((0, 0), count);
    let positions = || files().flat_map(|file| &file.positions);
    Ok(if verified == all {
        Outcome::Proven(census.map_or(sentence, |census| census.counted(positions())))
    } else {
        Outcome::Partial {
            sentence,
            verified,
            all,
        }
    })
}

/// Fails with the names of these files, which failed, unless there are none.
fn none<'a>(failed: impl Iterator<Item = &'a Listed>) -> Result<(), Failure> {
    let name = |file: &Listed| Some(file.path.file_name()?.to_string_lossy().into_owned());
    let names: Vec<String> = failed.filter_map(name).collect();
    if names.is_empty() {
        Ok(())
    } else {
        Err(Failure::Statements(names))
    }
}

/// Applies `f` to every item, with up to `jobs` threads, and returns the results in the order of the items.
pub fn in_parallel<T: Sync, R: Send + Sync>(
    items: &[T],
    jobs: usize,
    f: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let claim = || next.fetch_add(1, Ordering::Relaxed);
        while let Some((item, result)) =
            Some(claim()).and_then(|i| items.get(i).zip(results.get(i)))
        {
            result.get_or_init(|| f(item));
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(items.len()) {
            // A thread that cannot be started is no loss: the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    results
        .into_iter()
        .zip(items)
        .map(|(result, item)| result.into_inner().unwrap_or_else(|| f(item)))
        .collect()
}

#[cfg(test)]
mod tests;
