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
use std::path::{Path, PathBuf};

use super::names::{ARRIVAL_PREFIX, arrival_name, bound_name, file_stem};
use super::store::{Store, StoreError, write_packed};
use super::store_error::io_error;
use crate::engine::{Answer, Evidence, Objects, Question, UpperBound};
use crate::geometry::Arrival;
use crate::resize::{BoxFacts, Setting};

/// Folder of the unfinished certificates.
pub const UNFINISHED_FOLDER: &str = "unfinished";

/// zstd's own default.
const LEVEL: i32 = 3;

/// Where the unfinished certificate of a question lies.
pub fn unfinished_path(folder: &Path, question: &Question) -> PathBuf {
    let stem = file_stem(question.bounding_box);
    let objects = question.objects().plural();
    let what = match question.arrival {
        Some(arrival) => arrival_name(arrival),
        None => wanted(question).map_or("maximum".to_owned(), bound_name),
    };
    let name = format!("{stem}.{objects}.{what}.cert.zst");
    folder.join(UNFINISHED_FOLDER).join(name)
}

/// The bound that a refutation would show.
fn wanted(question: &Question) -> Option<UpperBound> {
    let is_start = question.bounding_box == Setting::START;
    question.at_least.map(|k| match k {
        0 | 1 if !is_start => UpperBound::Empty,
        k => UpperBound::AtMost(k.saturating_sub(1)),
    })
}

/// What an unfinished certificate of a box is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resize) enum Wanted {
    /// Objects, and how many moves are to be refuted (`None`: the maximum).
    Bound(Objects, Option<u32>),
    /// That no game arrives by these sides.
    NoArrival(Arrival),
}

impl Wanted {
    /// What the question wants to know.
    pub(in crate::resize) fn of(question: &Question) -> Self {
        match question.arrival {
            Some(arrival) => Self::NoArrival(arrival),
            None => Self::Bound(question.objects(), question.at_least),
        }
    }
}

/// What the name of an unfinished certificate of this box says it is about.
fn read_name(name: &str, stem: &str) -> Option<Wanted> {
    let rest = name.strip_prefix(stem)?.strip_prefix('.')?;
    let (objects, what) = rest.strip_suffix(".cert.zst")?.split_once('.')?;
    let objects = [Objects::Graphs, Objects::Games]
        .into_iter()
        .find(|o| o.plural() == objects)?;
    if let Some(sides) = what.strip_prefix(ARRIVAL_PREFIX) {
        return sides.parse().ok().map(Wanted::NoArrival);
    }
    let at_least = match what {
        "maximum" => None,
        "empty" => Some(1),
        _ => Some(
            what.strip_prefix("at-most-")?
                .parse::<u32>()
                .ok()?
                .checked_add(1)?,
        ),
    };
    Some(Wanted::Bound(objects, at_least))
}

/// Whether nothing is left to find out with a proof.
pub(in crate::resize) fn is_settled(facts: &BoxFacts, wanted: Wanted) -> bool {
    let (objects, at_least) = match wanted {
        Wanted::Bound(objects, at_least) => (objects, at_least),
        // Where nothing arrives, or anything is known to fit, it need not be asked.
        Wanted::NoArrival(by) => {
            return facts.never_arrives(by)
                || facts.best_game.is_some()
                || is_settled(facts, Wanted::Bound(Objects::Games, Some(1)));
        }
    };
    let (bound, best) = (facts.bound(objects, Evidence::Proven), facts.best(objects));
    match (at_least, bound) {
        (_, Some(UpperBound::Empty)) => true,
        (Some(k), bound) => bound.is_some_and(|b| b.refutes(k)) || best.is_some_and(|n| n >= k),
        (None, bound) => bound.is_some() && bound == best.map(UpperBound::AtMost),
    }
}

impl Store {
    /// The unfinished certificate of a question, if there is one.
    ///
    /// # Errors
    /// The file cannot be read or decompressed.
    pub fn unfinished(&self, question: &Question) -> Result<Option<Vec<u8>>, StoreError> {
        let path = unfinished_path(self.folder(), question);
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
    pub fn save_unfinished(
        &self,
        question: &Question,
        certificate: &[u8],
    ) -> Result<(), StoreError> {
        let folder = self.folder().join(UNFINISHED_FOLDER);
        fs::create_dir_all(&folder).map_err(io_error("create the folder", &folder))?;
        let path = unfinished_path(self.folder(), question);
        write_packed(&path, certificate, LEVEL)
    }

    /// Keeps everything an answer brought: its certificate, then the box that refers to it, and
    /// where its search stopped. `facts` must have absorbed the answer.
    ///
    /// # Errors
    /// The file system refuses. The files written before are whole and agree with each other.
    pub fn record(
        &self,
        facts: &BoxFacts,
        question: &Question,
        answer: &Answer,
    ) -> Result<(), StoreError> {
        if let (Some(certificate), Some((bound, _))) = (&answer.certificate, answer.bound) {
            // Before the box file that refers to it: the file never promises what is not there.
            self.save_certificate(question, bound, certificate)?;
        }
        if let Some(certificate) = &answer.unfinished {
            self.save_unfinished(question, certificate)?;
        }
        self.save_box(facts)?;
        self.forget_settled(facts)
    }

    /// Removes the unfinished certificates of a box whose questions are settled.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn forget_settled(&self, facts: &BoxFacts) -> Result<(), StoreError> {
        let folder = self.folder().join(UNFINISHED_FOLDER);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(io_error("read", &folder))?,
        };
        let stem = file_stem(facts.bounding_box);
        for entry in entries {
            let path = entry.map_err(io_error("read", &folder))?.path();
            let name = path.file_name().map(|n| n.to_string_lossy());
            let about = name.and_then(|n| read_name(&n, &stem));
            if about.is_some_and(|wanted| is_settled(facts, wanted)) {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Order;
    use crate::geometry::Variant;

    fn question(distances: [u8; 4], at_least: Option<u32>, order: Order) -> Question {
        Question {
            at_least,
            order,
            ..Question::maximum(Variant::D5, distances.into())
        }
    }

    #[test]
    fn names_say_what_is_to_be_shown() {
        for (at_least, order, name) in [
            (Some(85), Order::Cuts, "4-3-1-2.games.at-most-84.cert.zst"),
            (Some(1), Order::None, "4-3-1-2.graphs.empty.cert.zst"),
            (None, Order::None, "4-3-1-2.graphs.maximum.cert.zst"),
        ] {
            let question = question([4, 3, 1, 2], at_least, order);
            let path = unfinished_path(Path::new("r"), &question);
            assert_eq!(path, Path::new("r").join("unfinished").join(name));
            let about = Some(Wanted::of(&question));
            assert_eq!(read_name(name, "4-3-1-2"), about);
        }
        let arriving = Question {
            arrival: Some("top-left".parse().unwrap()),
            ..question([4, 3, 1, 2], Some(1), Order::Cuts)
        };
        let name = "4-3-1-2.games.not-by-top-left.cert.zst";
        assert!(unfinished_path(Path::new("r"), &arriving).ends_with(name));
        assert_eq!(read_name(name, "4-3-1-2"), Some(Wanted::of(&arriving)));
        for other in [
            "4-3-1-2.games.not-by-chance.cert.zst",
            "4-3-1-20.games.empty.cert.zst",
            "4-3-1-2.games.empty.cert",
            ".4-3-1-2.games.empty.cert.zst.1-0.tmp",
        ] {
            assert_eq!(read_name(other, "4-3-1-2"), None, "{other}");
        }
    }
}
