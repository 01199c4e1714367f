//! Results folders: which are refused, which files survive, and that nothing is harmed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::*;
use morpion_proof::claim::Setting;
use morpion_results::{Store, StoreError, parse_box, parse_run, read_folder};
use morpion_rules::geometry::Variant;
use proptest::prelude::*;

/// A folder with the results of a small run.
fn results() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let engine = WorldEngine::new(world(21, 3, 15));
    run_in(&folder.path().join("r"), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    folder
}

/// Every file below a folder with its content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            all.insert(path, bytes);
        }
    }
    all
}

/// The folder is refused with these words, in one sentence, and left as it was.
fn assert_refused(folder: &Path, setting: Setting, words: &str) {
    let before = contents(folder);
    let error = Store::open(folder, setting, false).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
    assert!(!error.contains('\n'), "{error}");
    assert_eq!(contents(folder), before);
}

#[test]
fn a_new_folder_is_created_and_read_back() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("deep/results/5D");
    let (store, facts) = Store::open(&folder, PLAIN, false).unwrap();
    assert!(facts.is_empty());
    assert_eq!(store.setting(), PLAIN);
    drop(store);
    assert_eq!(read_folder(&folder).unwrap(), (PLAIN, facts));
}

#[test]
fn two_runs_on_one_folder_are_refused_until_the_first_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), PLAIN, false).unwrap();
    for fresh in [false, true] {
        let error = Store::open(folder.path(), PLAIN, fresh).unwrap_err();
        assert!(matches!(error, StoreError::Busy(_)), "{error}");
    }
    // Reading needs no lock.
    read_folder(folder.path()).unwrap();
    drop(store);
    Store::open(folder.path(), PLAIN, false).unwrap();
}

#[test]
fn other_variants_and_symmetry_are_refused() {
    let folder = results();
    let folder = folder.path().join("r");
    for (variant, symmetric) in [(Variant::T5, false), (Variant::D5, true)] {
        let setting = Setting { variant, symmetric };
        assert_refused(&folder, setting, "holds results about 5D, not about");
    }
}

#[test]
fn foreign_folders_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "years of work").unwrap();
    assert_refused(folder.path(), PLAIN, "not a results folder");
    let error = Store::open(folder.path(), PLAIN, true).unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)));
    let file = folder.path().join("thesis.txt");
    let error = Store::open(&file, PLAIN, false).unwrap_err();
    assert!(matches!(error, StoreError::NotAFolder(_)), "{error}");
    let inside = file.join("results");
    assert!(Store::open(&inside, PLAIN, false).is_err());
    // A `run.json` of somebody else.
    fs::write(
        folder.path().join("run.json"),
        r#"{"format":"theirs","version":1}"#,
    )
    .unwrap();
    for fresh in [false, true] {
        assert!(Store::open(folder.path(), PLAIN, fresh).is_err());
    }
    assert_eq!(contents(folder.path()).len(), 2);
}

#[test]
fn newer_and_damaged_files_are_refused() {
    for (file, from, to, words) in [
        (
            "run.json",
            "\"version\": 1",
            "\"version\": 2",
            "format version is 2",
        ),
        ("run.json", "5D", "7D", "damaged"),
        ("run.json", "{", "", "damaged"),
        (
            "boxes/1-0-0-0.json",
            "\"version\": 2",
            "\"version\": 3",
            "format version is 3",
        ),
        (
            "boxes/1-0-0-0.json",
            "morpion-box",
            "other-box",
            "format is `other-box`",
        ),
        (
            "boxes/1-0-0-0.json",
            "\"lp_bound\"",
            "\"lp_bounds\"",
            "unknown field",
        ),
        ("boxes/1-0-0-0.json", "\"5D\"", "\"5T\"", "about 5T"),
        (
            "boxes/1-0-0-0.json",
            "\"size\": ",
            "\"size\": 1",
            "moves are listed",
        ),
    ] {
        let folder = results();
        let folder = folder.path().join("r");
        let path = folder.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file}: {from}\n{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        assert_refused(&folder, PLAIN, words);
    }
}

#[test]
fn truncated_box_files_are_refused_wherever_they_end() {
    let folder = results();
    let folder = folder.path().join("r");
    let path = folder.join("boxes/1-0-0-0.json");
    let bytes = fs::read(&path).unwrap();
    for length in (0..bytes.len() - 2).step_by(97) {
        fs::write(&path, &bytes[..length]).unwrap();
        assert_refused(&folder, PLAIN, "1-0-0-0.json cannot be used");
    }
}

#[test]
fn misplaced_boxes_are_refused() {
    for (name, words) in [
        ("0-1-0-0.json", "belongs in 1-0-0-0.json"),
        ("2-0-0-0.json", "belongs in 1-0-0-0.json"),
        ("notes.json", "belongs in 1-0-0-0.json"),
    ] {
        let folder = results();
        let folder = folder.path().join("r");
        let path = folder.join("boxes/1-0-0-0.json");
        fs::rename(&path, folder.join("boxes").join(name)).unwrap();
        assert_refused(&folder, PLAIN, words);
    }
}

#[test]
fn listed_graphs_that_do_not_hold_are_refused() {
    let folder = results();
    let folder = folder.path().join("r");
    let path = folder.join("boxes/1-0-0-0.json");
    let text = fs::read_to_string(&path).unwrap();
    let (_, facts) = parse_box(text.as_bytes()).unwrap();
    let game = facts.best_game.unwrap().moves;
    // A game played backwards is none, unless it is one move long.
    assert!(game.len() > 5);
    let write = morpion_rules::record::moves_text::write;
    let backwards: Vec<_> = game.iter().rev().copied().collect();
    let (game, backwards) = (write(&game).replace('\\', "\\\\"), write(&backwards));
    let backwards = backwards.replace('\\', "\\\\");
    let (head, tail) = text.split_once("\"best_game\"").unwrap();
    let bad = format!("{head}\"best_game\"{}", tail.replacen(&game, &backwards, 1));
    assert_ne!(bad, text);
    fs::write(&path, bad).unwrap();
    assert_refused(&folder, PLAIN, "is played before");
}

#[test]
fn fresh_moves_the_old_results_aside() {
    let folder = results();
    let path = folder.path().join("r");
    let before = contents(&path).len();
    // With a trailing slash, as a shell completes it.
    let slashed = PathBuf::from(format!("{}/", path.display()));
    for n in 1..=2 {
        let (store, facts) = Store::open(&slashed, PLAIN, true).unwrap();
        assert!(facts.is_empty());
        drop(store);
        assert!(folder.path().join(format!("r.old-{n}")).exists());
    }
    assert_eq!(contents(&folder.path().join("r.old-1")).len(), before);
    // Results about something else move aside, too, and so do those of a newer version.
    let run = fs::read_to_string(path.join("run.json")).unwrap();
    fs::write(
        path.join("run.json"),
        run.replace("\"version\": 1", "\"version\": 9"),
    )
    .unwrap();
    Store::open(&path, PLAIN, true).unwrap();
    assert!(folder.path().join("r.old-3").exists());
}

#[test]
fn traces_of_a_killed_run_are_cleaned_and_do_no_harm() {
    let folder = results();
    let folder = folder.path().join("r");
    let expected = read_folder(&folder).unwrap();
    for name in [".run.json.17-0.tmp", "boxes/.1-0-0-0.json.17-3.tmp"] {
        fs::write(folder.join(name), "{\"format\":").unwrap();
    }
    assert_eq!(read_folder(&folder).unwrap(), expected);
    let (_, facts) = Store::open(&folder, PLAIN, false).unwrap();
    assert_eq!(facts, expected.1);
    assert!(
        contents(&folder)
            .keys()
            .all(|p| p.extension().is_none_or(|e| e != "tmp"))
    );
    // Killed before `run.json` was there.
    let early = tempfile::tempdir().unwrap();
    fs::create_dir(early.path().join("boxes")).unwrap();
    fs::write(early.path().join("lock"), "").unwrap();
    fs::write(early.path().join(".run.json.17-0.tmp"), "{").unwrap();
    Store::open(early.path(), PLAIN, false).unwrap();
}

#[test]
fn what_cannot_be_written_is_told_with_its_place() {
    let folder = results();
    let folder = folder.path().join("r");
    let (store, facts) = Store::open(&folder, PLAIN, false).unwrap();
    // A folder in the place of the file: no write can succeed.
    let path = folder.join("boxes/0-0-0-0.json");
    fs::remove_file(&path).unwrap();
    fs::create_dir_all(path.join("full")).unwrap();
    let error = store
        .save_box(&facts[&Setting::START])
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot write") && error.contains("0-0-0-0.json"),
        "{error}"
    );
    assert!(
        contents(&folder.join("boxes"))
            .keys()
            .all(|p| p.extension().is_some_and(|e| e == "json"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_that_refuses_all_writes_is_told() {
    // The lock file is a link to a device: creating and locking it works or fails, but
    // nothing panics; the folder below is impossible.
    let error = Store::open(Path::new("/dev/full/results"), PLAIN, false).unwrap_err();
    assert!(error.to_string().contains("/dev/full/results"), "{error}");
    let error = Store::open(Path::new("/dev/full"), PLAIN, false).unwrap_err();
    assert!(matches!(error, StoreError::NotAFolder(_)), "{error}");
    let error = Store::open(Path::new("/proc/morpion-results"), PLAIN, false).unwrap_err();
    assert!(
        error.to_string().starts_with("cannot create the folder"),
        "{error}"
    );
}

fn box_bytes() -> Vec<u8> {
    let folder = results();
    fs::read(folder.path().join("r/boxes/1-0-0-0.json")).unwrap()
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_refused(bytes: Vec<u8>) {
        prop_assert!(parse_box(&bytes).is_err());
        prop_assert!(parse_run(&bytes).is_err());
    }

    /// A file in which some bytes were changed, removed or doubled is refused or read; if it is
    /// read by a run, nothing it lists breaks the rules.
    #[test]
    fn mutated_files_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6)
    ) {
        use std::sync::OnceLock;
        static VALID: OnceLock<Vec<u8>> = OnceLock::new();
        let mut bytes = VALID.get_or_init(box_bytes).clone();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                // A digit for a digit keeps the form and changes the meaning.
                2 if bytes[at].is_ascii_digit() => bytes[at] = b'0' + byte % 10,
                _ => bytes.insert(at, byte % 128),
            }
        }
        let folder = tempfile::tempdir().unwrap();
        drop(Store::open(folder.path(), PLAIN, false).unwrap());
        let path = folder.path().join("boxes/1-0-0-0.json");
        fs::write(&path, &bytes).unwrap();
        match Store::open(folder.path(), PLAIN, false) {
            Ok((_, facts)) => {
                for known in facts.values() {
                    for found in known.best_graph.iter().chain(&known.best_game) {
                        let box_of = known.bounding_box;
                        morpion_results::check_object(PLAIN, box_of, &found.moves).unwrap();
                    }
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        prop_assert_eq!(fs::read(&path).unwrap(), bytes);
        // The verifier reads it too.
        morpion_verify::check_folder(folder.path(), |_, _| {}).unwrap();
    }
}
