//! Unfinished certificates: the state in which the search of a box stopped, from which it can go on.
//!
//! ```text
//! DIR/unfinished/4-3-1-2.games.at-most-84.cert.zst
//! ```
//!
//! They prove nothing and are not part of what a folder shows. The name is that of the
//! certificate they are to become; the content is compressed, because they are written every few minutes.

use std::fs;

use super::facts::BoxFacts;
use super::names::{CERTIFICATE_ENDING, UNFINISHED_FOLDER, name_of, unfinished_path};
use super::pack::FOR_NOW;
use super::store::{Store, StoreError, make_folder, write_packed};
use super::store_error::io_error;
use morpion_output::files::{if_there, listed};
use morpion_proof::claim::{Ask, Evidence, Objects};

/// Whether no proof is needed for this question any more: a proven claim or a known object answers it.
pub fn is_settled(facts: &BoxFacts, ask: &Ask) -> bool {
    facts.proofs().any(|said| said.claim.answers(ask))
        || match ask {
            Ask::Maximum(subject) => facts.is_attained(subject.objects, Evidence::Proven),
            // A known game does not answer the question for a list.
            Ask::Holds(claim) if claim.all_of => false,
            // If a game is known to fit the box, it need not be asked how games arrive there.
            Ask::Holds(claim) if claim.arrival.is_some() => facts.best(Objects::Games).is_some(),
            Ask::Holds(claim) => facts.best(claim.subject.objects) >= Some(claim.at_least()),
        }
}

impl Store {
    /// The unfinished certificate of a question, if there is one.
    ///
    /// # Errors
    /// The file cannot be read or decompressed.
    pub fn unfinished(&self, ask: &Ask) -> Result<Option<Vec<u8>>, StoreError> {
        let path = unfinished_path(self.folder(), ask);
        let bytes = if_there(fs::read(&path)).map_err(io_error("read", &path))?;
        let content = bytes.map(|bytes| zstd::decode_all(&*bytes)).transpose();
        content.map_err(|source| StoreError::Unfinished { path, source })
    }

    /// Keeps an unfinished certificate.
    ///
    /// # Errors
    /// The file system refuses; the previous one is then still in place.
    pub fn save_unfinished(&self, ask: &Ask, certificate: &[u8]) -> Result<(), StoreError> {
        make_folder(&self.folder().join(UNFINISHED_FOLDER))?;
        let path = unfinished_path(self.folder(), ask);
        write_packed(&path, certificate, FOR_NOW)
    }

    /// Removes the unfinished certificates of a box that are settled.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn forget_settled(&self, facts: &BoxFacts) -> Result<(), StoreError> {
        let folder = self.folder().join(UNFINISHED_FOLDER);
        let paths = if_there(listed(&folder)).map_err(io_error("read", &folder))?;
        for path in paths.into_iter().flatten() {
            let about = || {
                let name = name_of(&path);
                Ask::of_name(self.setting(), name.strip_suffix(CERTIFICATE_ENDING)?)
            };
            let about = about().filter(|ask| ask.subject().bounding_box == facts.bounding_box);
            if about.is_some_and(|ask| is_settled(facts, &ask)) {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        }
        Ok(())
    }
}
