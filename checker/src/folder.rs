//! Theorem files and the certificates that they list: all of these, or as many as a length of time allows, drawn at random.
//!
//! Promise: a theorem is [`Outcome::Proven`] only if its statements cover all that it speaks of and every file it lists has been
//! verified to its end; of a theorem that was only sampled no more is said than how much of it was verified. What is drawn
//! decides the order, and what is left out when the time is over, nothing else.

use crate::certificate::{self, Claim, Form, Reason, Verdict};
use crate::packed;
use crate::part::sha256::sha256;
use crate::theorem::{FILE_NAME, Failure, Shown, Statement, Theorem};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, fs, io, thread};

/// What a certificate takes a core for each byte, unpacked, at most (25 to 250 were measured): those that would not end in time by this
/// figure are passed over, so that what is begun ends.
const MICROSECONDS_PER_BYTE: u64 = 250;

/// How theorems are checked.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of threads.
    pub jobs: usize,
    /// The form of the bound.
    pub form: Form,
    /// If given, certificates are verified for so long only. Headers, coverage and witnesses always are.
    pub time: Option<Duration>,
    /// What decides which certificates are drawn first.
    pub seed: u64,
}

/// How a theorem fares.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// This sentence is proven.
    Proven(String),
    /// Nothing wrong was found in the time there was.
    Sampled {
        /// What the theorem says.
        sentence: String,
        /// What decided which certificates were drawn.
        seed: u64,
        /// How many certificates were verified, and their bytes, unpacked.
        verified: (usize, u64),
        /// How many there are, and their bytes.
        all: (usize, u64),
    },
    /// It does not hold as stated.
    Failed(Failure),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sentence, seed, (some, part), (all, whole)) = match self {
            Self::Proven(sentence) => return write!(f, "proven: {sentence}"),
            Self::Failed(failure) => return failure.fmt(f),
            Self::Sampled {
                sentence,
                seed,
                verified,
                all,
            } => (sentence, seed, *verified, *all),
        };
        // Rounded down.
        let share = 1000 * part / whole.max(1);
        write!(
            f,
            "not repeated whole: it says that {sentence}; {some} of {all} certificates, with {}.{} % of their bytes, were verified, \
             drawn at random (--seed {seed}) from those that fit the time, and of all that they claim what is listed and cover \
             every box",
            share / 10,
            share % 10
        )?;
        if some == 0 {
            let average = time(whole / all.max(1) as u64).as_secs() + 1;
            let words = "none of them was, so nothing was repeated: allow a multiple of what an average one may take";
            write!(f, "; {words}, {average} s")?;
        }
        Ok(())
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

impl Outcome {
    /// Whether a sample is so small that it shows nothing.
    pub const fn is_nothing(&self) -> bool {
        matches!(
            self,
            Self::Sampled {
                verified: (0, _),
                ..
            }
        )
    }
}

/// What is told while theorems are checked.
#[derive(Debug, Clone, Copy)]
pub enum Said<'a> {
    /// All that is outside of the trees has been looked at.
    Looked {
        /// How many witnesses hold, and the fewest and the most moves of one.
        witnesses: (usize, u64, u64),
        /// How many certificates there are to be verified, and their bytes, unpacked.
        certificates: (usize, u64),
    },
    /// What a certificate of so many bytes shows.
    Valid(&'a Path, u64, &'a str),
    /// What is wrong with a file.
    Failed(&'a Path, &'a Failure),
}

impl<'a> Said<'a> {
    /// The file that it is about, if it is about one.
    pub const fn file(&self) -> Option<&'a Path> {
        match *self {
            Said::Looked { .. } => None,
            Said::Valid(file, ..) | Said::Failed(file, _) => Some(file),
        }
    }
}

/// Is told how a check goes.
pub type Report<'a> = &'a (dyn Fn(Said<'_>) + Sync);

/// About what a certificate of so many bytes takes at most.
const fn time(bytes: u64) -> Duration {
    Duration::from_micros(bytes.saturating_mul(MICROSECONDS_PER_BYTE))
}

/// A file that theorems list.
pub(crate) struct Listed {
    pub(crate) path: PathBuf,
    /// The numbers of the theorems that list it, and of those of which it is not what they say.
    users: Vec<usize>,
    refuted: Vec<usize>,
    /// Its size, unpacked, its digest, and the number of its nodes if it is a certificate, at least 1.
    pub(crate) bytes: u64,
    pub(crate) digest: String,
    pub(crate) nodes: u64,
    /// The claim of its header, if it is a certificate of what a theorem says.
    pub(crate) claim: Option<Claim>,
    /// The number of its moves, if it is a witness that holds.
    witness: Option<u64>,
    /// Whether it holds, once its tree has been verified.
    pub(crate) verified: Option<bool>,
}

/// Theorems and the files that they list, after a look at everything outside of the trees.
pub(crate) struct Seen {
    /// What each theorem says, if it holds as far as that tells.
    said: Vec<Result<String, Failure>>,
    pub(crate) listed: Vec<Listed>,
}

impl Seen {
    pub(crate) fn look(files: &[PathBuf], jobs: usize, report: Report<'_>) -> Self {
        let theorems: Vec<_> = files.iter().map(|file| Theorem::read(file)).collect();
        let uses = uses(files, &theorems);
        let first = |(path, uses): &Used<'_>| look(path, uses, &theorems, report);
        let listed = in_parallel(&uses, jobs, first);
        let said = |(i, theorem): (usize, Result<Theorem, Failure>)| {
            let theorem = theorem?;
            none(listed.iter().filter(|file| file.refuted.contains(&i)))?;
            theorem.conclusion()
        };
        let said = theorems.into_iter().enumerate().map(said).collect();
        report(looked(&listed));
        Self { said, listed }
    }

    /// Whether all theorems hold as far as that tells.
    pub(crate) fn is_whole(&self) -> bool {
        self.said.iter().all(Result::is_ok)
    }

    /// How each theorem fares after what has been verified.
    pub(crate) fn outcomes(self, seed: u64) -> Vec<Outcome> {
        let outcome = |(i, said): (usize, Result<String, Failure>)| {
            let is_its = |file: &&Listed| file.users.contains(&i) && file.claim.is_some();
            let certificates: Vec<&Listed> = self.listed.iter().filter(is_its).collect();
            said.and_then(|sentence| conclude(sentence, &certificates, seed))
                .unwrap_or_else(Outcome::Failed)
        };
        self.said.into_iter().enumerate().map(outcome).collect()
    }
}

/// Checks theorem files. The files that they name lie beside them; each certificate is verified once. Calls `report` for each
/// witness and certificate when it has been verified or has failed.
pub fn check(files: &[PathBuf], plan: &Plan, report: Report<'_>) -> Vec<Outcome> {
    let until = plan.time.and_then(|time| Instant::now().checked_add(time));
    let mut seen = Seen::look(files, plan.jobs, report);
    let Seen { said, listed } = &mut seen;
    let is_asked = |file: &Listed| file.users.iter().any(|&i| said[i].is_ok());
    let weights: Vec<u64> = listed.iter().map(|file| file.bytes).collect();
    let order = draw(&weights, plan.seed);
    let verified = in_parallel(&order, plan.jobs, |&n| {
        let file = Some(&listed[n]).filter(|file| file.claim.is_some() && is_asked(file))?;
        let sentence = verify(file, plan.form, until)?;
        report(match &sentence {
            Ok(sentence) => Said::Valid(&file.path, file.bytes, sentence),
            Err(failure) => Said::Failed(&file.path, failure),
        });
        Some(sentence.is_ok())
    });
    for (n, verified) in order.into_iter().zip(verified) {
        listed[n].verified = verified;
    }
    seen.outcomes(plan.seed)
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

/// What a look at all files comes to.
fn looked(listed: &[Listed]) -> Said<'static> {
    let moves = || listed.iter().filter_map(|file| file.witness);
    let certificates = listed.iter().filter(|file| file.claim.is_some());
    Said::Looked {
        witnesses: (
            moves().count(),
            moves().min().unwrap_or(0),
            moves().max().unwrap_or(0),
        ),
        certificates: certificates.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes)),
    }
}

/// Reads a file, replays it if it is a witness, and compares what the header of a certificate claims with what is said of it.
fn look(
    path: &Path,
    uses: &[(usize, &Statement)],
    theorems: &[Result<Theorem, Failure>],
    report: Report<'_>,
) -> Listed {
    let mut listed = Listed {
        path: path.to_owned(),
        users: uses.iter().map(|(i, _)| *i).collect(),
        refuted: Vec::new(),
        bytes: 0,
        digest: String::new(),
        nodes: 0,
        claim: None,
        witness: None,
        verified: None,
    };
    let file = match packed::read(path) {
        Ok(file) => file,
        Err(error) => {
            report(Said::Failed(path, &Failure::Unreadable(error)));
            listed.refuted.clone_from(&listed.users);
            return listed;
        }
    };
    listed.bytes = file.len() as u64;
    listed.digest = sha256(&file);
    // One that cannot be read has a node, too: to find that out.
    listed.nodes = certificate::nodes(&file).max(1);
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

/// What a certificate proves. `None` if the time is not enough for it.
fn verify(listed: &Listed, form: Form, until: Option<Instant>) -> Option<Result<String, Failure>> {
    let needed = time(listed.bytes);
    if until.is_some_and(|until| until.saturating_duration_since(Instant::now()) <= needed) {
        return None;
    }
    let file = match packed::read(&listed.path) {
        Ok(file) => file,
        Err(error) => return Some(Err(Failure::Unreadable(error))),
    };
    Some(match certificate::check_until(&file, form, until) {
        Err(reject) if reject.reason == Reason::Time => return None,
        Err(reject) => Err(Failure::Certificate(reject)),
        Ok(Verdict::Unfinished(_, counts)) => Err(Failure::Unfinished(counts.open)),
        Ok(Verdict::Valid(claim, _)) if listed.claim == Some(claim) => Ok(claim.to_string()),
        // Another file has been put in its place since it was looked at.
        Ok(Verdict::Valid(claim, _)) => Err(Failure::OtherClaim(claim)),
    })
}

/// What follows from the certificates of a theorem of which all else is known to hold.
fn conclude(sentence: String, certificates: &[&Listed], seed: u64) -> Result<Outcome, Failure> {
    let files = || certificates.iter().copied();
    none(files().filter(|file| file.verified == Some(false)))?;
    let count = |(n, bytes), file: &Listed| (n + 1, bytes + file.bytes);
    let verified = files()
        .filter(|file| file.verified.is_some())
        .fold((0, 0), count);
    let all = files().fold((0, 0), count);
    Ok(if verified == all {
        Outcome::Proven(sentence)
    } else {
        Outcome::Sampled {
            sentence,
            seed,
            verified,
            all,
        }
    })
}

/// Whether there are none of these files, which failed.
fn none<'a>(failed: impl Iterator<Item = &'a Listed>) -> Result<(), Failure> {
    let name = |file: &Listed| Some(file.path.file_name()?.to_string_lossy().into_owned());
    let names: Vec<String> = failed.filter_map(name).collect();
    if names.is_empty() {
        Ok(())
    } else {
        Err(Failure::Statements(names))
    }
}

/// The numbers of things of these weights in an order drawn at random: each time every one that is left comes next with a
/// probability in proportion to its weight. (A weight of 0 counts as 1. The generator is SplitMix64.)
pub fn draw(weights: &[u64], seed: u64) -> Vec<usize> {
    let weights = weights.iter().map(|&weight| u128::from(weight.max(1)));
    let mut left: Vec<(usize, u128)> = weights.enumerate().collect();
    let mut state = seed;
    let mut order = Vec::new();
    while !left.is_empty() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut random = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        random ^= random >> 31;
        // No sum of fewer than 2^63 weights overflows so.
        let mut point = u128::from(random) % left.iter().map(|(_, weight)| weight).sum::<u128>();
        let next = left.iter().position(|&(_, weight)| {
            let is_here = point < weight;
            point = point.saturating_sub(weight);
            is_here
        });
        order.push(left.remove(next.unwrap_or(0)).0);
    }
    order
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
