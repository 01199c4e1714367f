//! Reads the files of a results folder, and says of each what is wrong with it.

use std::fs;
use std::path::{Path, PathBuf};

use super::report::{Fault, Reason, fault};
use crate::claim::Setting;
use crate::geometry::BoundingBox;
use crate::results::{BOXES_FOLDER, BoxFacts, Facts, RUN_FILE, StoreError, parse_box, parse_run};

pub(super) fn read_setting(folder: &Path) -> Result<Setting, StoreError> {
    let path = folder.join(RUN_FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(StoreError::NotOurs(folder.to_owned()));
        }
        Err(source) => {
            let action = "read";
            return Err(StoreError::Io {
                action,
                path,
                source,
            });
        }
    };
    parse_run(&bytes).map_err(|fault| StoreError::Damaged { path, fault })
}

/// Reads every file of the folder of boxes; hidden ones are traces of a killed run.
pub(super) fn read_boxes(folder: &Path, setting: Setting, faults: &mut Vec<Fault>) -> Facts {
    let boxes = folder.join(BOXES_FOLDER);
    let mut facts = Facts::new();
    let entries = match fs::read_dir(&boxes) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(fault(&boxes, error.into()));
            return facts;
        }
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') {
            continue;
        }
        match read_box(&path, &name, setting) {
            Ok(known) => drop(facts.insert(known.bounding_box, known)),
            Err(reason) => faults.push(fault(&path, reason)),
        }
    }
    facts
}

fn read_box(path: &Path, name: &str, folder: Setting) -> Result<BoxFacts, Reason> {
    if !name.ends_with(".json") {
        return Err(Reason::Stray);
    }
    let (found, facts) = parse_box(&fs::read(path)?)?;
    if found != folder {
        return Err(Reason::Setting { found, folder });
    }
    let found = facts.bounding_box;
    let canonical = found.canonical();
    if canonical != found {
        return Err(Reason::NotCanonical { found, canonical });
    }
    let wanted = file_name(found);
    if name != wanted {
        return Err(Reason::WrongName { found, wanted });
    }
    Ok(facts)
}

/// The distances joined by `-`, and `.json`.
pub(super) fn file_name(bounding_box: BoundingBox) -> String {
    let distances = bounding_box.distances();
    format!("{}.json", distances.map(|d| d.to_string()).join("-"))
}
