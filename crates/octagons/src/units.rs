//! Units of a search, kept in a folder: it can be stopped at any time and goes on where it was.
//!
//! A unit is a file with the length, in two bytes, and the record in the certificate of each of its octagons; the length is 0 if the
//! octagon is open. The file `head` holds the beginning of a certificate of all octagons: a folder belongs to one N, one set of
//! tables and one set of schedules.

use crate::octagon::Octagon;
use crate::search::{Search, Tally};
use morpion_output::files::write_atomically;
use rayon::prelude::*;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

/// The number of octagons in a unit.
const IN_UNIT: usize = 1000;

/// A folder with the units of a search.
pub struct Units<'a> {
    search: &'a Search,
    folder: PathBuf,
}

impl<'a> Units<'a> {
    /// Opens a folder, and makes it if there is none.
    ///
    /// # Errors
    /// It cannot be read or written, or it was begun for another N, with other tables or with other schedules.
    pub fn open(search: &'a Search, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let (file, head) = (folder.join("head"), search.head(0..search.list.len()));
        match fs::read(&file) {
            Ok(before) if before == head => {}
            Ok(_) => {
                return Err(io::Error::other(format!(
                    "{} was begun for another N, with other tables or with other schedules: name another folder with --out",
                    folder.display()
                )));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_atomically(&file, &head)?
            }
            Err(error) => return Err(error),
        }
        let folder = folder.to_path_buf();
        Ok(Self { search, folder })
    }

    /// The number of units.
    pub fn count(&self) -> usize {
        self.search.list.len().div_ceil(IN_UNIT)
    }

    /// The units that have open octagons, those first on which no run has worked.
    ///
    /// # Errors
    /// A unit cannot be read.
    pub fn left(&self) -> io::Result<Vec<usize>> {
        let (mut new, mut begun) = (Vec::new(), Vec::new());
        for unit in 0..self.count() {
            let records = self.records(unit)?;
            if records.is_empty() {
                new.push(unit);
            } else if records.iter().any(Vec::is_empty) {
                begun.push(unit);
            }
        }
        new.extend(begun);
        Ok(new)
    }

    /// Works on these units, side by side on rayon's threads, until all are done or `stop` is set; calls `watch` with the tally of
    /// each.
    ///
    /// # Errors
    /// The folder cannot be read or written.
    pub fn run(
        &self,
        units: &[usize],
        stop: &AtomicBool,
        watch: &(impl Fn(&Tally) + Sync),
    ) -> io::Result<()> {
        // One after the other, as they are wanted.
        units.iter().par_bridge().try_for_each(|&unit| {
            if let Some(tally) = self.work(unit, stop)? {
                watch(&tally);
            }
            Ok(())
        })
    }

    /// The certificate of the octagons of a range, if all of them are closed; otherwise the open ones.
    ///
    /// # Errors
    /// A unit cannot be read.
    pub fn join(&self, range: Range<usize>) -> io::Result<Result<Vec<u8>, Vec<Octagon>>> {
        let (mut bytes, mut open) = (self.search.head(range.clone()), Vec::new());
        for unit in range.start / IN_UNIT..range.end.div_ceil(IN_UNIT) {
            let records = self.records(unit)?;
            let octagons = self.octagons(unit);
            for i in range.start.max(octagons.start)..range.end.min(octagons.end) {
                match records.get(i - octagons.start) {
                    Some(record) if !record.is_empty() => bytes.extend(record),
                    _ => open.push(self.search.list[i]),
                }
            }
        }
        Ok(if open.is_empty() {
            Ok(bytes)
        } else {
            Err(open)
        })
    }

    fn octagons(&self, unit: usize) -> Range<usize> {
        unit * IN_UNIT..((unit + 1) * IN_UNIT).min(self.search.list.len())
    }

    /// Closes the open octagons of a unit; `None` if it was stopped.
    fn work(&self, unit: usize, stop: &AtomicBool) -> io::Result<Option<Tally>> {
        let before = self.records(unit)?;
        let (mut bytes, mut tally) = (Vec::new(), Tally::default());
        for (i, octagon) in self.search.list[self.octagons(unit)].iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let known = before.get(i).filter(|record| !record.is_empty());
            let record = match known {
                Some(record) => record.clone(),
                None => self.search.close(octagon, &mut tally).0,
            };
            let length = u16::try_from(record.len()).map_err(io::Error::other)?;
            bytes.extend(length.to_le_bytes());
            bytes.extend(&record);
        }
        write_atomically(&self.file(unit), &bytes)?;
        Ok(Some(tally))
    }

    fn file(&self, unit: usize) -> PathBuf {
        self.folder.join(format!("{unit:05}.unit"))
    }

    /// The records of a unit; none if no run has worked on it, or if its file was cut short.
    fn records(&self, unit: usize) -> io::Result<Vec<Vec<u8>>> {
        let bytes = match fs::read(self.file(unit)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let (mut rest, mut records) = (&bytes[..], Vec::new());
        while let Some((length, after)) = rest.split_first_chunk() {
            let length = usize::from(u16::from_le_bytes(*length));
            let Some((record, after)) = after.split_at_checked(length) else {
                return Ok(Vec::new());
            };
            records.push(record.to_vec());
            rest = after;
        }
        let is_whole = rest.is_empty() && records.len() == self.octagons(unit).len();
        Ok(if is_whole { records } else { Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Trained;
    use crate::table::Table;

    /// A search with even prices for few octagons.
    fn search(octagons: usize) -> Search {
        let even = Trained {
            low: 0,
            high: 144,
            table: Table::even(),
        };
        let mut search = Search::new(484, vec![even]);
        search.list.truncate(octagons);
        search
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("morpion-octagons-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_stopped_search_goes_on_and_finds_the_same() {
        let search = search(1500);
        let (whole, parts) = (folder("whole"), folder("parts"));
        let all = |folder: &Path, stop: bool| {
            let units = Units::open(&search, folder).expect("the folder can be made");
            let left = units.left().expect("units can be read");
            let run = units.run(&left, &AtomicBool::new(stop), &|_| {});
            run.expect("units can be written");
            (left, units.join(0..1500).expect("units can be read"))
        };
        let (_, found) = all(&whole, false);
        let found = found.expect("all are closed");
        let (left, open) = all(&parts, true);
        assert_eq!(left, [0, 1]);
        assert_eq!(open.expect_err("nothing is closed").len(), 1500);
        // A unit with an octagon that is open, and none of the other.
        let unit = fs::read(whole.join("00001.unit")).expect("it was written");
        let length = usize::from(u16::from_le_bytes([unit[0], unit[1]]));
        let opened = [&[0, 0], &unit[2 + length..]].concat();
        fs::write(parts.join("00001.unit"), opened).expect("it can be written");
        let (left, again) = all(&parts, false);
        assert_eq!(left, [0, 1]);
        assert_eq!(again.as_ref(), Ok(&found));
        // Units whose files were cut short are made anew.
        for cut in [1, 3, 2 + length] {
            let file = parts.join("00000.unit");
            let unit = fs::read(&file).expect("it was written");
            fs::write(&file, &unit[..unit.len() - cut]).expect("it can be written");
            assert_eq!(all(&parts, false), (vec![0], Ok(found.clone())));
        }
        for folder in [whole, parts] {
            fs::remove_dir_all(folder).expect("it is there");
        }
    }

    #[test]
    fn a_folder_belongs_to_one_search() {
        let (one, other) = (search(10), search(11));
        let folder = folder("one");
        assert!(Units::open(&one, &folder).is_ok());
        assert!(Units::open(&one, &folder).is_ok());
        assert!(Units::open(&other, &folder).is_err());
        fs::remove_dir_all(folder).expect("it is there");
    }
}
