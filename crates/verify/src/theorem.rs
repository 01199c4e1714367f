//! The theorem files of a folder, read by the independent checker: the conclusions from these files alone.
//!
//! Promise: the sentences returned hold if every certificate that the box files count as proven is valid.

use std::collections::BTreeSet;
use std::path::Path;

use morpion_check_core::folder::{Outcome, Seen, theorem_files};
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::{FILE_NAME, Kind, Theorem};

use super::report::{Fault, Reason, fault};
use morpion_results::{CERTIFICATES_FOLDER, Facts, certificate_path};

/// The sentences of the theorem files. `derived` is the bound on all games that follows from the claims that count as proven.
pub(super) fn check_theorems(
    folder: &Path,
    facts: &Facts,
    derived: Option<u32>,
    faults: &mut Vec<Fault>,
) -> Vec<String> {
    let Ok(files) = theorem_files(&folder.join(CERTIFICATES_FOLDER)) else {
        return Vec::new();
    };
    let repeated = repeated(folder, facts);
    // Headers, coverage and witnesses; the certificates are repeated box by box.
    let outcomes = Seen::look(&files, 1, &|_| {}).outcomes();
    let mut sentences = Vec::new();
    for (file, outcome) in files.iter().zip(outcomes) {
        match outcome {
            Outcome::Proven(sentence) | Outcome::Partial { sentence, .. } => {
                let reason = disagreement(file, &repeated, derived);
                faults.extend(reason.map(|reason| fault(file, reason)));
                sentences.push(sentence);
            }
            Outcome::Failed(failure) => faults.push(fault(file, Reason::Theorem(failure))),
            _ => {}
        }
    }
    sentences
}

/// The names of the certificates of all claims that count as proven.
fn repeated(folder: &Path, facts: &Facts) -> BTreeSet<String> {
    let proofs = facts.values().flat_map(|known| known.proofs());
    let path = proofs.map(|said| certificate_path(folder, &said.claim));
    path.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect()
}

/// How a theorem file disagrees with the box files: it rests on a certificate that they do not count as proven, or states a bound on
/// all games that they do not prove.
fn disagreement(file: &Path, repeated: &BTreeSet<String>, derived: Option<u32>) -> Option<Reason> {
    let theorem = match Theorem::read(file) {
        Ok(theorem) => theorem,
        Err(failure) => return Some(Reason::Theorem(failure)),
    };
    let certificates = theorem.statements.iter();
    let mut certificates = certificates.filter(|s| !matches!(s.kind, Kind::Witness(_)));
    if let Some(other) = certificates.find(|s| !repeated.contains(&s.file)) {
        return Some(Reason::Unlisted(other.file.clone()));
    }
    let is_main = file.file_name().is_some_and(|name| name == FILE_NAME);
    let said = theorem.at_most.filter(|_| is_main)?;
    let is_about_games = theorem.objects == Objects::Games && theorem.within.is_none();
    let agrees = derived.is_some_and(|n| u64::from(n) <= said);
    (is_about_games && !agrees).then_some(Reason::OtherTheorem { said, derived })
}
