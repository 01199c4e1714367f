//! The file of runs: one line a run, as comma-separated values, added to as runs end.
//!
//! What it promises: whatever stops the program, the file holds every run that was told of, and at most one
//! line that was cut short, which is dropped on reading. Runs in the file need not be repeated.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::write_atomically;
use crate::geometry::Variant;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The paper's name.
    pub paper: String,
    /// The table's name.
    pub table: String,
    /// The row's label.
    pub row: String,
    /// The column's head.
    pub column: String,
    /// The rules.
    pub variant: Variant,
    /// The algorithm's name.
    pub algorithm: String,
    /// What was run, in words.
    pub budget: String,
    /// Where the random numbers started.
    pub seed: u64,
    /// Moves of the best game.
    pub score: u32,
    /// Wall time.
    pub seconds: f64,
    /// Finished games.
    pub playouts: u64,
}

impl RunRecord {
    /// What was run: two runs with the same key have the same score.
    pub fn key(&self) -> Key<'_> {
        let Self {
            paper,
            table,
            row,
            column,
            algorithm,
            budget,
            ..
        } = self;
        Key {
            names: [paper, table, row, column, algorithm, budget],
            variant: self.variant,
            seed: self.seed,
        }
    }
}

/// Which run it was; see [`RunRecord::key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<'a> {
    names: [&'a str; 6],
    variant: Variant,
    seed: u64,
}

/// Why the file of runs cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It cannot be read or written.
    #[error("cannot read or write {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It holds something else.
    #[error("{path} is no file of runs: use another folder, or --fresh to start over")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: csv::Error,
    },
}

/// The file, open at its end.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens the file, making it if it is not there, and returns the runs in it.
    ///
    /// # Errors
    /// When it cannot be read or written, or is no file of runs.
    pub fn open(path: &Path) -> Result<(Self, Vec<RunRecord>), ArchiveError> {
        let at = |source| ArchiveError::Io {
            path: path.to_owned(),
            source,
        };
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(at)?,
        };
        let records = read(&text).map_err(|source| ArchiveError::Format {
            path: path.to_owned(),
            source,
        })?;
        // Without what was cut short, and with the heads.
        write_atomically(path, write(&records).as_bytes()).map_err(at)?;
        let file = OpenOptions::new().append(true).open(path).map_err(at)?;
        let path = path.to_owned();
        Ok((Self { path, file }, records))
    }

    /// Adds a run.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, record: &RunRecord) -> Result<(), ArchiveError> {
        let line = lines(std::slice::from_ref(record), false);
        self.file
            .write_all(line.as_bytes())
            .map_err(|source| ArchiveError::Io {
                path: self.path.clone(),
                source,
            })
    }

    /// Replaces the file by these runs, in this order.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self, records: &[RunRecord]) -> Result<(), ArchiveError> {
        write_atomically(&self.path, write(records).as_bytes()).map_err(|source| ArchiveError::Io {
            path: self.path,
            source,
        })
    }
}

/// The text of a file of runs, heads first.
pub fn write(records: &[RunRecord]) -> String {
    const HEADS: &str =
        "paper,table,row,column,variant,algorithm,budget,seed,score,seconds,playouts\n";
    HEADS.to_owned() + &lines(records, false)
}

fn lines(records: &[RunRecord], heads: bool) -> String {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(heads)
        .from_writer(Vec::new());
    for record in records {
        writer.serialize(record).expect("a vector takes every line");
    }
    let bytes = writer.into_inner().expect("a vector takes every line");
    String::from_utf8(bytes).expect("text stays text")
}

/// Reads the text of a file of runs; a last line without an end is passed over.
///
/// # Errors
/// The first line that is no run.
pub fn read(text: &str) -> Result<Vec<RunRecord>, csv::Error> {
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    csv::Reader::from_reader(whole.as_bytes())
        .deserialize()
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A made-up run.
    pub(in crate::tables) fn record(column: &str, seed: u64, score: u32) -> RunRecord {
        RunRecord {
            paper: "reflexive".to_owned(),
            table: "1".to_owned(),
            row: "sampling".to_owned(),
            column: column.to_owned(),
            variant: Variant::D5,
            algorithm: "sampling".to_owned(),
            budget: column.to_owned(),
            seed,
            score,
            seconds: 0.25,
            playouts: 10,
        }
    }

    #[test]
    fn the_heads_are_the_names_of_the_fields() {
        let with_heads = lines(&[record("10 games", 1, 60)], true);
        assert_eq!(with_heads, write(&[record("10 games", 1, 60)]));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            runs in prop::collection::vec((r#"[ -~]{0,12}"#, any::<u64>(), any::<u32>(), 0.0..1e6f64), 0..8)
        ) {
            let line = |(text, seed, score, seconds): (String, u64, u32, f64)| RunRecord {
                row: text.clone(),
                seconds,
                ..record(&text, seed, score)
            };
            let records: Vec<RunRecord> = runs.into_iter().map(line).collect();
            prop_assert_eq!(read(&write(&records)).unwrap(), records);
        }

        /// However much of the file was written, every whole line is read.
        #[test]
        fn a_file_cut_short_keeps_its_whole_lines(cut in 0.0..1.0f64) {
            let records: Vec<RunRecord> = (0..5).map(|seed| record("1,000 games", seed, 60)).collect();
            let text = write(&records);
            let text = &text[..(cut * text.len() as f64) as usize];
            let whole = text.matches('\n').count().saturating_sub(1);
            prop_assert_eq!(read(text).unwrap(), &records[..whole]);
        }
    }

    #[test]
    fn a_file_is_added_to_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.csv");
        let (mut archive, known) = Archive::open(&path).unwrap();
        assert_eq!(known, []);
        let runs = [record("a", 1, 60), record("b", 2, 61)];
        archive.add(&runs[0]).unwrap();
        archive.add(&runs[1]).unwrap();
        drop(archive);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("reflexive,1,sam");
        std::fs::write(&path, text).unwrap();
        let (archive, known) = Archive::open(&path).unwrap();
        assert_eq!(known, runs);
        archive.finish(&known[1..]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(read(&text).unwrap(), runs[1..]);
    }

    #[test]
    fn another_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.csv");
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        let error = Archive::open(&path).unwrap_err();
        assert!(error.to_string().contains("--fresh"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a,b\n1,2\n");
    }

    #[test]
    fn runs_are_the_same_by_work_and_seed() {
        let one = record("a", 1, 60);
        let again = RunRecord {
            score: 3,
            seconds: 9.0,
            ..one.clone()
        };
        assert_eq!(one.key(), again.key());
        for other in [record("a", 2, 60), record("b", 1, 60)] {
            assert_ne!(one.key(), other.key());
        }
    }
}
