//! The check of theorems in parts, on as many machines as there are.
//!
//! The trees of all certificates, laid end to end, are cut into pieces that take about equally long; a piece may begin and end inside of a
//! tree ([`way::check_piece`]). A part looks at everything outside of the trees, as the whole check does, verifies its pieces, and says so
//! in a [`Summary`].
//!
//! Promise: [`merge`] calls a theorem proven only if it holds as far as headers, coverage and witnesses tell, at which it looks
//! itself, and if summaries of this very checker say of every byte of every certificate, as it lies in the folder then, that the nodes
//! which begin there have been verified. A summary is no proof: a user who merges summaries
//! believes that this checker has printed them.

use morpion_check_core::folder::{self, Outcome, Report, Said, Seen, in_parallel};
use morpion_check_core::format::{Reason, Reject};
use morpion_check_core::packed;
use morpion_check_core::sha256::sha256;
use morpion_check_core::theorem::{Failure, Theorem};
use morpion_check_core::walk::Form;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fmt, fs, io};
use summary::{Part, Piece, Summary, checker};

pub mod summary;
pub mod way;

/// Why summaries do not belong together, or not to the theorems here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// It is no summary, or not all of one.
    Damaged,
    /// Another checker has printed it: the one that is named.
    Checker(String),
    /// It is one of this many parts, and the first summary is one of another number.
    Parts(u64),
    /// It is about other theorem files than those that lie here.
    Theorems,
    /// It is about a certificate that no theorem here lists, or one whose bytes are others.
    Certificate(String),
    /// It is about bytes that the certificate does not have.
    Bytes(String),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("refused: this is no summary, or not all of one"),
            Self::Checker(other) => write!(f, "refused: it is from another checker, {other}"),
            Self::Parts(of) => write!(f, "refused: it is one of {of} parts, the first is not"),
            Self::Theorems => f.write_str("refused: it is about other theorem files"),
            Self::Certificate(file) => {
                write!(
                    f,
                    "refused: the {file} that it is about is not that of this folder"
                )
            }
            Self::Bytes(file) => write!(f, "refused: {file} has no such bytes"),
        }
    }
}

/// A certificate that theorems list.
struct Certificate {
    /// Its number among the files that are listed.
    number: usize,
    path: PathBuf,
    /// Its size and digest, unpacked, and the number of its nodes.
    bytes: usize,
    digest: String,
    nodes: u64,
    /// Whether it lists positions.
    lists: bool,
}

/// Looks at everything outside of the trees, and at how many nodes these have.
fn look(files: &[PathBuf], jobs: usize, report: Report<'_>) -> (Seen, Vec<Certificate>) {
    let read = Mutex::new(BTreeMap::new());
    let seen = Seen::look(files, jobs, &|said| {
        if let Said::Read(path, file) = said {
            // A tree that cannot be read counts as a node, so that some piece finds that out.
            let known = (file.len(), sha256(file), way::nodes(file).max(1));
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            read.insert(path.to_owned(), known);
        }
        report(said);
    });
    let mut read = read.into_inner().unwrap_or_else(PoisonError::into_inner);
    let certificate = |(number, file): (usize, &folder::Listed)| {
        let lists = file.claim?.all_of;
        let (path, (bytes, digest, nodes)) = read.remove_entry(&file.path)?;
        Some(Certificate {
            number,
            path,
            bytes,
            digest,
            nodes,
            lists,
        })
    };
    let listed = seen.listed.iter().enumerate();
    let certificates = listed.filter_map(certificate).collect();
    (seen, certificates)
}

/// Checks one part of theorems. Calls `report` after the look at everything outside of the trees, and for each file that fails.
///
/// # Errors
/// The outcomes of the theorems, if anything is wrong with what they list as far as this part has seen it. Then there is no summary.
pub fn check_part(
    files: &[PathBuf],
    part: Part,
    (jobs, form): (usize, Form),
    report: Report<'_>,
) -> Result<Summary, Vec<Outcome>> {
    let theorems = theorem_digests(files);
    let (mut seen, certificates) = look(files, jobs, report);
    let pieces = seen.is_whole().then(|| pieces(&certificates, part));
    let pieces = pieces.unwrap_or_default();
    let verified = in_parallel(&pieces, jobs, |(certificate, piece)| {
        let result = verify(certificate, piece, form);
        result.map_err(|failure| report(Said::Failed(&certificate.path, &failure)))
    });
    for ((certificate, _), _) in pieces.iter().zip(&verified).filter(|(_, v)| v.is_err()) {
        seen.listed[certificate.number].verified = Some(false);
    }
    let theorems = theorems.ok().filter(|_| seen.is_whole());
    let all_valid = verified.iter().all(Result::is_ok);
    match theorems.filter(|_| all_valid) {
        Some(theorems) => Ok(Summary {
            checker: checker(),
            part,
            theorems,
            pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
        }),
        None => Err(seen.outcomes()),
    }
}

/// The theorem files that can be checked in parts, and the others: only a whole check tells what their certificates list.
pub fn divisible(files: Vec<PathBuf>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let is_divisible =
        |file: &PathBuf| Theorem::read(file).map_or(true, |theorem| theorem.all_of.is_none());
    files.into_iter().partition(is_divisible)
}

/// The names of theorem files and their digests.
fn theorem_digests(files: &[PathBuf]) -> io::Result<Vec<(String, String)>> {
    let digest = |file: &PathBuf| Ok((name(file), sha256(&fs::read(file)?)));
    files.iter().map(digest).collect()
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The pieces of a part, each with its certificate.
fn pieces(certificates: &[Certificate], part: Part) -> Vec<(&Certificate, Piece)> {
    let all: u64 = certificates.iter().map(|file| file.nodes).sum();
    // Nodes take about equally long. The product needs twice the bits.
    let border = |i: u64| (u128::from(all) * u128::from(i) / u128::from(part.of)) as u64;
    let (from, to) = (border(part.number - 1), border(part.number));
    let mut before = 0;
    let mut pieces = Vec::new();
    for certificate in certificates {
        let at = |node: u64| {
            let node = node.clamp(before, before + certificate.nodes) - before;
            byte(certificate, node)
        };
        let bytes = at(from)..at(to);
        before += certificate.nodes;
        if !bytes.is_empty() {
            let (file, digest) = (name(&certificate.path), certificate.digest.clone());
            let piece = Piece {
                file,
                digest,
                bytes,
            };
            pieces.push((certificate, piece));
        }
    }
    pieces
}

/// About where the node of this number begins: byte 0 for number 0, and the end of the file for the number of nodes.
fn byte(certificate: &Certificate, node: u64) -> usize {
    let product = u128::from(node) * certificate.bytes as u128;
    (product / u128::from(certificate.nodes)) as usize
}

fn verify(certificate: &Certificate, piece: &Piece, form: Form) -> Result<(), Failure> {
    let file = packed::read(&certificate.path).map_err(Failure::Unreadable)?;
    if sha256(&file) != certificate.digest {
        return Err(Failure::Unreadable(io::Error::other("it has just changed")));
    }
    let checked = way::check_piece(&file, form, piece.bytes.clone());
    match checked.map_err(Failure::Certificate)?.open {
        0 => Ok(()),
        open => Err(Failure::Unfinished(open)),
    }
}

/// The outcomes of theorems, by the texts of the summaries of their parts. Calls `report` for each certificate that the parts have not
/// verified whole.
///
/// # Errors
/// The summaries that do not belong here, by their numbers. Nothing is said about the theorems then.
pub fn merge(
    files: &[PathBuf],
    texts: &[String],
    jobs: usize,
    report: Report<'_>,
) -> Result<Vec<Outcome>, Vec<(usize, Misfit)>> {
    let (mut seen, certificates) = look(files, jobs, report);
    let theorems = theorem_digests(files).unwrap_or_default();
    let read = |text: &String| Summary::parse(text).ok_or(Misfit::Damaged);
    let summaries: Vec<_> = texts.iter().map(read).collect();
    let of = summaries.iter().flatten().map(|s| s.part.of).next();
    let judge = |summary: &Result<Summary, Misfit>| match summary {
        Err(misfit) => Some(misfit.clone()),
        Ok(summary) if summary.theorems != theorems => Some(Misfit::Theorems),
        Ok(summary) if Some(summary.part.of) != of => Some(Misfit::Parts(summary.part.of)),
        Ok(summary) => misfit(summary, &certificates),
    };
    let misfits = summaries.iter().map(judge).enumerate();
    let misfits: Vec<_> = misfits.filter_map(|(n, m)| Some((n, m?))).collect();
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let pieces: Vec<Piece> = summaries
        .into_iter()
        .flatten()
        .flat_map(|s| s.pieces)
        .collect();
    for certificate in &certificates {
        let failure = unverified(certificate, &pieces);
        if let Some(failure) = &failure {
            report(Said::Failed(&certificate.path, failure));
        }
        seen.listed[certificate.number].verified = Some(failure.is_none());
    }
    Ok(seen.outcomes())
}

/// Why a certificate is not verified whole if these pieces are verified; `None` if it is.
fn unverified(certificate: &Certificate, pieces: &[Piece]) -> Option<Failure> {
    // No part prints a summary of a certificate that lists positions.
    if certificate.lists {
        return Some(Failure::Certificate(Reject {
            offset: 0,
            node: 0,
            reason: Reason::Whole,
        }));
    }
    let name = name(&certificate.path);
    let of_it = pieces.iter().filter(|piece| piece.file == name);
    let missing = missing(certificate.bytes, of_it.map(|piece| piece.bytes.clone()));
    missing.map(Failure::NoPart)
}

/// Why a summary does not belong to these files.
fn misfit(summary: &Summary, certificates: &[Certificate]) -> Option<Misfit> {
    if summary.checker != checker() {
        return Some(Misfit::Checker(summary.checker.clone()));
    }
    summary.pieces.iter().find_map(|piece| {
        let is_it =
            |file: &&Certificate| name(&file.path) == piece.file && file.digest == piece.digest;
        match certificates.iter().find(is_it) {
            None => Some(Misfit::Certificate(piece.file.clone())),
            Some(file) if piece.bytes.end > file.bytes => Some(Misfit::Bytes(piece.file.clone())),
            Some(_) => None,
        }
    })
}

/// The first gap between the ranges, within the first `bytes` bytes.
fn missing(bytes: usize, ranges: impl Iterator<Item = Range<usize>>) -> Option<Range<usize>> {
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_by_key(|range| range.start);
    let mut done = 0;
    for Range { start, end } in ranges {
        if start > done {
            return Some(done..start);
        }
        done = done.max(end);
    }
    (done < bytes).then_some(done..bytes)
}
