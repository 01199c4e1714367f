//! Unfinished certificates: where the search of a box stopped, to go on from.
//!
//! ```text
//! DIR/unfinished/4-3-1-2.games.at-most-84.cert.zst
//! ```
//!
//! They prove nothing and are not part of what a folder shows. The name is that of the
//! certificate they are to become; the content is compressed, because they are written every few minutes.

use std::fs;
use std::io;

use super::facts::BoxFacts;
use super::names::{CERTIFICATE_ENDING, UNFINISHED_FOLDER, unfinished_path};
use super::pack::FOR_NOW;
use super::store::{Store, StoreError, write_packed};
use super::store_error::io_error;
use crate::claim::{Claim, Evidence, Objects, UpperBound};

/// Whether nothing is left to find out with a proof: what is proven serves the claim, or an object that is known refutes it.
pub(crate) fn is_settled(facts: &BoxFacts, claim: &Claim) -> bool {
    facts.proves(claim)
        || match (claim.arrival, claim.at_least()) {
            // A game of a list is no answer to it.
            _ if claim.all_of => false,
            // Where anything is known to fit it need not be asked.
            (Some(_), _) => facts.best(Objects::Games).is_some(),
            (None, Some(k)) => facts.best(claim.objects) >= Some(k),
            (None, None) => {
                let best = facts.best(claim.objects).map(UpperBound::AtMost);
                best.is_some() && facts.bound(claim.objects, Evidence::Proven) == best
            }
        }
}

impl Store {
    /// The unfinished certificate of a claim, if there is one.
    ///
    /// # Errors
    /// The file cannot be read or decompressed.
    pub fn unfinished(&self, claim: &Claim) -> Result<Option<Vec<u8>>, StoreError> {
        let path = unfinished_path(self.folder(), claim);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io_error("read", &path)(error)),
        };
        let content = zstd::decode_all(&*bytes);
        content
            .map(Some)
            .map_err(|source| StoreError::Unfinished { path, source })
    }

    /// Keeps an unfinished certificate.
    ///
    /// # Errors
    /// The file system refuses; the former one is then still in place.
    pub fn save_unfinished(&self, claim: &Claim, certificate: &[u8]) -> Result<(), StoreError> {
        let folder = self.folder().join(UNFINISHED_FOLDER);
        fs::create_dir_all(&folder).map_err(io_error("create the folder", &folder))?;
        let path = unfinished_path(self.folder(), claim);
        write_packed(&path, certificate, FOR_NOW)
    }

    /// Removes the unfinished certificates of a box that are settled.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn forget_settled(&self, facts: &BoxFacts) -> Result<(), StoreError> {
        let folder = self.folder().join(UNFINISHED_FOLDER);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(io_error("read", &folder))?,
        };
        for entry in entries {
            let path = entry.map_err(io_error("read", &folder))?.path();
            let name = path.file_name().map(|n| n.to_string_lossy());
            let name = name
                .as_deref()
                .and_then(|n| n.strip_suffix(CERTIFICATE_ENDING));
            let about = name.and_then(|n| Claim::of_name(self.setting(), n));
            let about = about.filter(|claim| claim.bounding_box == facts.bounding_box);
            if about.is_some_and(|claim| is_settled(facts, &claim)) {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        }
        Ok(())
    }
}
