//! Reads the results again when they have changed.
//!
//! Promises: it only reads and takes no lock. If it meets a half-written or vanishing file, it goes on with the last report that was
//! whole, and says what is in the way. Runs replace every file whole, but not the folder as a whole, so a reading may meet two files that
//! do not fit together: then it is tried again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::report::Report;
use crate::{PageError, Sources};
use morpion_results::{BOXES_FOLDER, CERTIFICATES_FOLDER, UNFINISHED_FOLDER};

/// How often a reading that fails is tried in all, and the pause between two tries.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(60);

/// The results, and the last report on them.
#[derive(Debug)]
pub struct Watch {
    sources: Sources,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The hash of the files' names, sizes and times when the report was made.
    stamp: u64,
    report: Report,
    /// Why the report could not be made anew, if that failed.
    fault: Option<String>,
}

/// The answer to a page that asks for news.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct News {
    /// A hash that changes when the report does. As text, because no number of a page holds 64 bits.
    pub stamp: String,
    /// Seconds since a file was last written.
    pub quiet_for: Option<u64>,
    /// Why there is no newer report, if the last reading failed.
    pub fault: Option<String>,
    /// The report, unless the page has it.
    pub report: Option<Report>,
}

impl Watch {
    /// Reads the results for the first time.
    ///
    /// # Errors
    /// They cannot be used.
    pub fn new(sources: Sources) -> Result<Self, PageError> {
        let stamp = look(&sources).stamp;
        let state = State {
            stamp,
            report: read(&sources)?,
            fault: None,
        };
        Ok(Self {
            sources,
            state: Mutex::new(state),
        })
    }

    /// The folders that it reads.
    pub(crate) const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The newest report that could be made.
    pub fn report(&self) -> Report {
        self.news(None)
            .report
            .expect("whoever has none is given one")
    }

    /// The news for a page whose report has the stamp `seen`; the results are read again if the files have changed.
    pub(crate) fn news(&self, seen: Option<&str>) -> News {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = look(&self.sources);
        if now.stamp != state.stamp || state.fault.is_some() {
            match read(&self.sources) {
                Ok(report) => (state.report, state.fault, state.stamp) = (report, None, now.stamp),
                Err(error) => state.fault = Some(error.to_string()),
            }
        }
        let stamp = format!("{:016x}", state.stamp);
        let is_new = seen != Some(stamp.as_str());
        News {
            quiet_for: now.quiet_for(),
            fault: state.fault.clone(),
            report: is_new.then(|| state.report.clone()),
            stamp,
        }
    }
}

/// Reads the results, up to a few times.
fn read(sources: &Sources) -> Result<Report, PageError> {
    let again = |_| {
        std::thread::sleep(PAUSE);
        Report::read(sources)
    };
    (1..ATTEMPTS).fold(Report::read(sources), |read, _| read.or_else(again))
}

/// The hash of the files' names, sizes and times, and the latest of the times.
struct Look {
    stamp: u64,
    newest: Option<SystemTime>,
}

impl Look {
    fn quiet_for(&self) -> Option<u64> {
        let age = SystemTime::now().duration_since(self.newest?);
        Some(age.unwrap_or_default().as_secs())
    }
}

/// Looks at the names, sizes and times of all files that a report is made from.
fn look(sources: &Sources) -> Look {
    let mut files = Vec::new();
    let folders = std::fs::read_dir(&sources.results).into_iter().flatten();
    for folder in folders.flatten() {
        let folder = folder.path();
        list(&folder, &mut files);
        for inner in [BOXES_FOLDER, CERTIFICATES_FOLDER, UNFINISHED_FOLDER] {
            list(&folder.join(inner), &mut files);
        }
    }
    for folder in &sources.games {
        list(folder, &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    Look {
        stamp: hasher.finish(),
        newest: files.iter().map(|(_, _, time)| *time).max(),
    }
}

type File = (std::path::PathBuf, u64, SystemTime);

/// The plain files of a folder; hidden ones are being written.
fn list(folder: &Path, files: &mut Vec<File>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let Ok(about) = entry.metadata() else {
            continue;
        };
        if let (false, true, Ok(time)) = (is_hidden, about.is_file(), about.modified()) {
            files.push((entry.path(), about.len(), time));
        }
    }
}

#[cfg(test)]
mod tests;
