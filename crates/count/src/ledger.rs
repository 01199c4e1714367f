//! The counts of units on disk, a line for each, added as they are made.
//!
//! A ledger is a folder of text files. Each file opens with the version and the cut. Then each line has the number of a unit; its classes
//! with as many moves as a root, one more, and so on; a colon; and by how much eight times these numbers exceed the positions:
//!
//! ```text
//! morpion count 1
//! variant 4D
//! cut 7
//! units 2048
//! 0 989 3902 13497 ... : 0 4 0 ...
//! ```
//!
//! Every process writes a file of its own and reads them all. A line is flushed to the disk before the next unit is counted, so a process
//! may end at any time; when a process goes on with a file, it cuts off half a line at the end.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::cut::Cut;
use super::sizes::TooFar;
use super::tally::Tally;

/// Why counts cannot be read, written or summed up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file system refuses.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
    /// A file of another count.
    #[error("{path} does not open with the lines `{header}`: it holds no counts, or those of another cut; name another folder", path = path.display())]
    OtherCut {
        /// The file.
        path: PathBuf,
        /// How it should begin.
        header: String,
    },
    /// A line does not have the counts of a unit.
    #[error("{path}, line {line}: not the counts of a unit; take the line out to have the unit counted again", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Two lines of the same unit differ.
    #[error("{path}, line {line}: unit {unit} has other counts elsewhere; take both lines out to have it counted again", path = path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The unit.
        unit: u32,
    },
    /// Not all units are there.
    #[error("{missing} of {units} units are not counted yet: the same command goes on")]
    Missing {
        /// The number of units that are not counted.
        missing: usize,
        /// The number of all units.
        units: u32,
    },
    /// The units were not counted from all roots.
    #[error(
        "the units were counted from {counted} positions, but there are {roots} of that length: the counts are wrong"
    )]
    OtherRoots {
        /// The number of roots from which the units were counted.
        counted: u64,
        /// The number of roots that there are.
        roots: u64,
    },
    /// The longest games are not as many as were counted.
    #[error(
        "the units have {counted} classes of {moves} moves, but games of {found} are found: the counts are wrong"
    )]
    OtherLongest {
        /// The largest number of moves counted.
        moves: usize,
        /// The number of classes counted.
        counted: u64,
        /// The number of classes that are found again.
        found: usize,
    },
    /// A position reaches too far from the cross.
    #[error(transparent)]
    TooFar(#[from] TooFar),
}

/// The units that are counted, and the file to which more are added.
pub struct Ledger {
    cut: Cut,
    folder: PathBuf,
    done: BTreeMap<u32, Tally>,
    own: Option<File>,
    own_path: PathBuf,
}

impl Ledger {
    /// Reads all files of the folder, which need not exist; `own` is the name of the file that this process adds to.
    ///
    /// # Errors
    /// When a file cannot be read, is of another cut, or is damaged before its last line.
    pub fn read(cut: Cut, folder: &Path, own: &str) -> Result<Self, LedgerError> {
        let mut ledger = Self {
            cut,
            folder: folder.to_owned(),
            done: BTreeMap::new(),
            own: None,
            own_path: folder.join(own),
        };
        for path in text_files(folder)? {
            let text = fs::read_to_string(&path).map_err(|e| at(&path, e))?;
            ledger.take_in(&path, &text)?;
        }
        Ok(ledger)
    }

    fn take_in(&mut self, path: &Path, text: &str) -> Result<(), LedgerError> {
        let header = header(self.cut);
        if header.starts_with(text) {
            return Ok(());
        }
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let Some(lines) = whole.strip_prefix(&header) else {
            return Err(LedgerError::OtherCut {
                path: path.to_owned(),
                header: header.trim_end().replace('\n', ", "),
            });
        };
        for (line, text) in (header.lines().count() + 1..).zip(lines.lines()) {
            let path = path.to_owned();
            let Some((unit, tally)) = parse(self.cut, text) else {
                return Err(LedgerError::Damaged { path, line });
            };
            if *self.done.entry(unit).or_insert_with(|| tally.clone()) != tally {
                return Err(LedgerError::Contradiction { path, line, unit });
            }
        }
        Ok(())
    }

    /// The units that are not counted, of those that leave `rest` when divided by `of`.
    pub fn missing(&self, rest: u32, of: u32) -> Vec<u32> {
        let units = (0..self.cut.units).filter(|unit| unit % of == rest);
        units.filter(|unit| !self.done.contains_key(unit)).collect()
    }

    /// The units that hold a class with this number of moves.
    pub(super) fn units_of_length(&self, moves: usize) -> Vec<u32> {
        let has = |tally: &Tally| tally.classes.get(moves).is_some_and(|&n| n > 0);
        let units = self.done.iter().filter(|(_, tally)| has(tally));
        units.map(|(&unit, _)| unit).collect()
    }

    /// The number of units that are counted.
    pub fn counted(&self) -> usize {
        self.done.len()
    }

    pub(super) fn add(&mut self, unit: u32, tally: Tally) -> Result<(), LedgerError> {
        let line = line(self.cut, unit, &tally);
        let path = self.own_path.clone();
        self.write(&line).map_err(|e| at(&path, e))?;
        self.done.insert(unit, tally);
        Ok(())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let file = match &mut self.own {
            Some(file) => file,
            none => {
                fs::create_dir_all(&self.folder)?;
                none.insert(open(&self.own_path, &header(self.cut))?)
            }
        };
        file.write_all(line.as_bytes())?;
        file.sync_data()
    }

    /// The sum of all units.
    pub(super) fn whole(&self) -> Result<Tally, LedgerError> {
        match self.missing(0, 1).len() {
            0 => Ok(self.done.values().fold(Tally::default(), Tally::plus)),
            missing => Err(LedgerError::Missing {
                missing,
                units: self.cut.units,
            }),
        }
    }
}

fn at(path: &Path, error: io::Error) -> LedgerError {
    let path = path.to_owned();
    LedgerError::File { path, error }
}

fn text_files(folder: &Path) -> Result<Vec<PathBuf>, LedgerError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|e| at(folder, e))?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| at(folder, e))?.path();
        if path.extension().is_some_and(|e| e == "txt") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Opens a file to add lines to; an unfinished line, or header, at its end is cut off first.
fn open(path: &Path, header: &str) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).append(true).read(true).open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another process is at work on it: wait for it, or take another --share",
        ),
        TryLockError::Error(error) => error,
    })?;
    let text = fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let whole = if whole < header.len() { 0 } else { whole };
    file.set_len(whole as u64)?;
    if whole == 0 {
        file.write_all(header.as_bytes())?;
    }
    Ok(file)
}

fn header(cut: Cut) -> String {
    let Cut {
        variant,
        moves,
        units,
    } = cut;
    format!("morpion count 1\nvariant {variant}\ncut {moves}\nunits {units}\n")
}

fn line(cut: Cut, unit: u32, tally: &Tally) -> String {
    let numbers = |counts: &[u64]| -> String {
        let end = counts.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1);
        let counts = counts.get(cut.moves..end).unwrap_or_default();
        counts.iter().map(|n| format!(" {n}")).collect()
    };
    let (classes, coinciding) = (numbers(&tally.classes), numbers(&tally.coinciding));
    format!("{unit}{classes} :{coinciding}\n")
}

fn parse(cut: Cut, line: &str) -> Option<(u32, Tally)> {
    let (classes, coinciding) = line.split_once(" :")?;
    let (unit, classes) = classes.split_once(' ')?;
    let unit: u32 = unit.parse().ok()?;
    let numbers = |text: &str| -> Option<Vec<u64>> {
        let below = std::iter::repeat_n(Some(0), cut.moves);
        let numbers = text.split_ascii_whitespace().map(|n| n.parse().ok());
        below.chain(numbers).collect()
    };
    let tally = Tally {
        classes: numbers(classes)?,
        coinciding: numbers(coinciding)?,
    };
    (unit < cut.units && tally.is_possible()).then_some((unit, tally))
}
