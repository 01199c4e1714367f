//! `morpion split`, `run` and `join`: a question that is cut into units and joined has the same answer as in one piece, and bad units
//! and results cost nothing but time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::waiting::{signal, wait_until_it_has_worked};
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use morpion_proof::engine::{Evidence, Objects, UpperBound};
use morpion_proof::tree::{Id, Node};
use morpion_results::read_folder;
use morpion_rules::geometry::{Cell, Direction, Line, Move};
use morpion_units::file::Unit;
use predicates::prelude::*;
use predicates::str::contains;
use tempfile::TempDir;

fn morpion(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(arguments).timeout(Duration::from_secs(300));
    command
}

/// A folder with the units of a question, and with their results.
struct Work {
    folder: TempDir,
}

impl Work {
    /// Cuts a question into about so many units.
    fn cut(question: &[&str], units: u32) -> Self {
        let work = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let (count, out) = (units.to_string(), work.path("units"));
        morpion(&["split", "--units", &count, "--out", out.to_str().unwrap()])
            .args(question)
            .assert()
            .success();
        work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn units(&self) -> Vec<PathBuf> {
        files(&self.path("units"), "unit")
    }

    fn run_all(&self) {
        for unit in self.units() {
            run(&unit).success();
        }
    }

    fn join(&self, more: &[&str]) -> Assert {
        self.join_from(&self.path("units"), more)
    }

    fn join_from(&self, units: &Path, more: &[&str]) -> Assert {
        let results = self.path("results");
        morpion(&[
            "join",
            units.to_str().unwrap(),
            "--out",
            results.to_str().unwrap(),
        ])
        .args(more)
        .assert()
    }

    /// The proven bound of the only box.
    fn proven(&self, objects: Objects) -> Option<UpperBound> {
        let (_, facts) = read_folder(&self.path("results")).unwrap();
        facts.values().next()?.bound(objects, Evidence::Proven)
    }

    fn check(&self) {
        morpion(&["check", self.path("results").to_str().unwrap()])
            .assert()
            .success();
    }
}

/// The files of a folder with this extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn run(unit: &Path) -> Assert {
    morpion(&["run", unit.to_str().unwrap()]).assert()
}

fn result_of(unit: &Path) -> PathBuf {
    unit.with_extension("result")
}

/// About 2,500 nodes.
const SMALL: [&str; 5] = ["3,3,1,1", "--at-least", "83", "--objects", "games"];
/// About 76,000 nodes, half a minute.
const LARGE: [&str; 5] = ["5,3,2,2", "--at-least", "83", "--objects", "games"];

#[test]
fn units_joined_prove_what_one_piece_proves() {
    let work = Work::cut(&SMALL, 12);
    assert!(work.units().len() >= 9, "{} units", work.units().len());
    // Nothing is done yet: what is there is enough to say so.
    work.join(&[])
        .code(1)
        .stdout(contains("0 of").and(contains("0 begun")));
    work.run_all();
    work.join(&[]).code(0).stdout(contains(
        "imported: no game whose bounding box is exactly 3,3,1,1 has 83 or more moves",
    ));
    assert_eq!(work.proven(Objects::Games), Some(UpperBound::AtMost(82)));
    work.check();
    let known = fs::read(work.path("results/boxes/3-3-1-1.json")).unwrap();
    work.join(&[]).code(0).stdout(contains("already known"));
    assert_eq!(
        fs::read(work.path("results/boxes/3-3-1-1.json")).unwrap(),
        known
    );
}

/// A proof of the same claim in fewer nodes is taken in instead, and the longer one is not taken in again.
#[test]
fn a_proof_of_fewer_nodes_takes_the_place_of_a_longer_one() {
    let question = ["2,1,1,0", "--at-least", "75"];
    let work = Work::cut(&question, 8);
    work.run_all();
    work.join(&[]).code(0);
    let nodes = || {
        let (_, facts) = read_folder(&work.path("results")).unwrap();
        let proofs = facts.values().flat_map(|known| known.proofs());
        proofs.map(|said| said.entry.effort.nodes).min().unwrap()
    };
    let (whole, results) = (work.path("whole.cert"), work.path("results"));
    let certificate = ["--certificate", whole.to_str().unwrap()];
    morpion(&[&["box"], &question[..], &certificate].concat())
        .assert()
        .success();
    let import = ["import", "--out", results.to_str().unwrap()];
    let import = [&import[..], &[whole.to_str().unwrap()]].concat();
    let joined = nodes();
    morpion(&import)
        .assert()
        .success()
        .stdout(contains("imported: no graph"));
    assert!(nodes() < joined, "{} of {joined}", nodes());
    work.check();
    morpion(&import)
        .assert()
        .success()
        .stdout(contains("already known"));
    work.join(&[]).code(0).stdout(contains("already known"));
}

#[test]
fn every_kind_of_question_can_be_cut() {
    let arrival = Work::cut(&["5,4,1,3", "--arriving", "bottom-left"], 5);
    arrival.run_all();
    arrival
        .join(&[])
        .code(0)
        .stdout(contains("no game arrives at the box 5,4,1,3"));
    arrival.check();
    let empty = Work::cut(&["7,0,1,0", "--empty"], 4);
    empty.run_all();
    empty
        .join(&[])
        .code(0)
        .stdout(contains("no graph has exactly the bounding box 7,0,1,0"));
    assert_eq!(empty.proven(Objects::Games), Some(UpperBound::Empty));
    // In one piece, and two boxes at once: one is answered by its root, the other one is named by two of its images.
    let boxes = ["2,0,0,0", "0,2,1,2", "1,2,0,2", "--at-least", "83"];
    let several = Work::cut(&boxes, 1);
    several.run_all();
    several.join(&[]).code(0).stdout(
        contains("imported")
            .count(2)
            .and(contains("exactly 2,1,2,0 has 83")),
    );
    let symmetric = Work::cut(
        &[
            "1,1,1,1",
            "--at-least",
            "71",
            "--symmetric",
            "--objects",
            "games",
        ],
        3,
    );
    symmetric.run_all();
    symmetric
        .join(&[])
        .code(0)
        .stdout(contains("no point-symmetric game"));
    symmetric.check();
}

#[test]
fn what_is_found_on_the_way_is_taken_in() {
    let work = Work::cut(&["0,0,0,0", "--at-least", "64"], 1);
    let unit = work.units().remove(0);
    run(&unit).code(0).stdout(contains("found, 64 moves"));
    let found = fs::read(result_of(&unit)).unwrap();
    // A result may claim any moves, but they are checked.
    forge(&result_of(&unit), |unit| {
        let moves = unit.found.as_mut().unwrap();
        moves[1] = moves[0];
    });
    work.join(&[]).code(1).stdout(contains("refused"));
    fs::write(result_of(&unit), found).unwrap();
    work.join(&[])
        .code(0)
        .stdout(contains("answered by an object of 64 moves"));
    let (_, facts) = read_folder(&work.path("results")).unwrap();
    let graph = facts.values().next().unwrap().best_graph.as_ref();
    assert!(graph.is_some());
    work.check();
}

#[test]
fn a_stopped_run_is_gone_on_with_and_a_finished_one_is_not_repeated() {
    let work = Work::cut(&SMALL, 1);
    let unit = work.units().remove(0);
    let time = ["--time-limit", "0.2"];
    morpion(&["run", unit.to_str().unwrap()])
        .args(time)
        .assert()
        .code(1)
        .stdout(contains("stopped").and(contains("nodes are open")));
    let first = Unit::read(&result_of(&unit)).unwrap();
    assert!(!first.is_done() && first.tree.nodes().count() > 1);
    run(&unit).code(0).stdout(contains("done"));
    let second = Unit::read(&result_of(&unit)).unwrap();
    assert!(second.is_done() && second.spent.nodes > first.spent.nodes);
    // It went on, and did not start anew: what was branched or closed still is.
    let mut both = vec![(Id::ROOT, Id::ROOT)];
    while let Some((a, b)) = both.pop() {
        match (first.tree.node(a), second.tree.node(b)) {
            (Node::Branched(on, [a, b]), Node::Branched(other, [c, d])) => {
                assert_eq!(on, other);
                both.extend([(*a, *c), (*b, *d)]);
            }
            (Node::Open, _) => {}
            (one, other) => assert_eq!(one, other),
        }
    }
    let bytes = fs::read(result_of(&unit)).unwrap();
    run(&unit).code(0);
    morpion(&["run", unit.to_str().unwrap()])
        .args(time)
        .assert()
        .code(0);
    assert_eq!(fs::read(result_of(&unit)).unwrap(), bytes);
    // A result is a unit, too.
    run(&result_of(&unit)).code(0);
    work.join(&[]).code(0);
}

/// Runs these units for so many nodes each, and leaves the results in their folder; returns the most nodes that a run took.
fn run_in_pieces(units: &[PathBuf], nodes: &str) -> u64 {
    let spent = |unit: &PathBuf| {
        let run = morpion(&["run", unit.to_str().unwrap(), "--nodes", nodes]).assert();
        let result = Unit::read(&result_of(unit)).unwrap();
        run.code(i32::from(!result.is_done()));
        result.spent.nodes
    };
    units.iter().map(spent).max().unwrap()
}

#[test]
fn stragglers_hand_back_what_is_left_in_few_large_parts() {
    let work = Work::cut(&SMALL, 2);
    let mut folder = work.path("units");
    let results = work.path("results");
    for round in 0..20 {
        let units = files(&folder, "unit");
        let largest = run_in_pieces(&units, "300");
        // A quarter more for small subtrees, and the ways to open nodes.
        assert!(largest < 300 + 75 + 100, "{largest} nodes in one run");
        let open = |unit: &PathBuf| Unit::read(&result_of(unit)).unwrap().open();
        assert!(units.iter().map(open).max().unwrap() < 20);
        let rest = work.path(&format!("rest-{round}"));
        let joined = morpion(&["join", folder.to_str().unwrap()])
            .args(["--out", results.to_str().unwrap()])
            .args(["--rest", rest.to_str().unwrap()])
            .assert();
        if joined.get_output().status.code() == Some(0) {
            assert!(round > 0, "nothing was handed back");
            assert_eq!(work.proven(Objects::Games), Some(UpperBound::AtMost(82)));
            return work.check();
        }
        folder = rest;
    }
    panic!("the rest does not end");
}

#[test]
fn a_thousand_units_are_cut_and_joined() {
    let work = Work::cut(&LARGE, 1000);
    let units = work.units();
    assert!(units.len() >= 700, "{} units", units.len());
    // A unit that was begun counts as a result, too.
    units.iter().for_each(|unit| {
        fs::copy(unit, result_of(unit)).unwrap();
    });
    let rest = work.path("rest");
    let said = format!(
        "0 of {0} units done, {0} begun, 0 missing, {0} nodes",
        units.len()
    );
    work.join(&["--rest", rest.to_str().unwrap()])
        .code(1)
        .stdout(contains(said));
    assert_eq!(files(&rest, "unit").len(), units.len());
}

fn start(unit: &Path) -> Child {
    let program = assert_cmd::cargo::cargo_bin!("morpion");
    Process::new(program)
        .arg("run")
        .arg(unit)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_scheduler_may_end_a_run_in_its_own_way() {
    let work = Work::cut(&LARGE, 1);
    let unit = work.units().remove(0);
    let mut child = start(&unit);
    wait_until_it_has_worked(&mut child, 500);
    let asked = Instant::now();
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(asked.elapsed() < Duration::from_secs(10));
    let saved = Unit::read(&result_of(&unit)).unwrap();
    let bytes = fs::read(result_of(&unit)).unwrap();
    assert!(!saved.is_done() && saved.tree.nodes().count() > 1);
    // If it is killed, it leaves the files that were there.
    let mut child = start(&unit);
    wait_until_it_has_worked(&mut child, 200);
    signal(&child, "-KILL");
    assert_eq!(child.wait().unwrap().code(), None);
    assert_eq!(fs::read(result_of(&unit)).unwrap(), bytes);
    // The trunk, the unit, its result, and the lock of `split`.
    assert_eq!(fs::read_dir(work.path("units")).unwrap().count(), 4);
}

#[test]
fn what_is_left_is_written_as_units_of_its_own() {
    let work = Work::cut(&SMALL, 4);
    let units = work.units();
    run(&units[0]).code(0);
    morpion(&["run", units[1].to_str().unwrap(), "--time-limit", "0.05"])
        .assert()
        .code(1);
    let begun = Unit::read(&result_of(&units[1])).unwrap().open();
    let rest = work.path("rest");
    work.join(&["--rest", rest.to_str().unwrap()])
        .code(1)
        .stdout(
            contains("1 of")
                .and(contains("1 begun"))
                .and(contains("units for the rest")),
        );
    let left = files(&rest, "unit");
    assert_eq!(left.len(), units.len() - 2 + begun as usize);
    left.iter().for_each(|unit| drop(run(unit).code(0)));
    work.join_from(&rest, &[]).code(0);
    assert_eq!(work.proven(Objects::Games), Some(UpperBound::AtMost(82)));
    work.check();
    // The rest is not written over anything.
    work.join(&["--rest", rest.to_str().unwrap()])
        .code(2)
        .stderr(contains("is not empty"));
}

#[test]
fn unfinished_certificates_are_imported_and_cut_further_where_that_is_asked_for() {
    let work = Work::cut(&SMALL, 4);
    run(&work.units()[0]).code(0);
    work.join(&["--unfinished"])
        .code(1)
        .stdout(contains("% explored"));
    let kept = work.path("results/unfinished/3-3-1-1.games.at-most-82.cert.zst");
    let again = work.path("again");
    morpion(&["split", "--from", kept.to_str().unwrap()])
        .args(["--units", "9", "--out", again.to_str().unwrap()])
        .assert()
        .code(0);
    let units = files(&again, "unit");
    assert!(units.len() > 4, "{} units", units.len());
    units.iter().for_each(|unit| drop(run(unit).code(0)));
    work.join_from(&again, &[]).code(0);
    assert_eq!(work.proven(Objects::Games), Some(UpperBound::AtMost(82)));
    assert!(!kept.exists());
}

/// Writes a unit that says something else, with the right digest.
fn forge(path: &Path, change: impl FnOnce(&mut Unit)) {
    let mut unit = Unit::read(path).unwrap();
    change(&mut unit);
    unit.write(path).unwrap();
}

#[test]
fn bad_results_are_named_and_the_others_joined() {
    let work = Work::cut(&SMALL, 10);
    let other = Work::cut(&["3,3,2,0", "--at-least", "83", "--objects", "games"], 3);
    work.run_all();
    run(&other.units()[0]).code(0);
    let results: Vec<PathBuf> = work.units().iter().map(|u| result_of(u)).collect();
    assert!(results.len() >= 7);
    // Cut in half, of another version, altered, false, from elsewhere, swapped names, a copy.
    let half = fs::read(&results[0]).unwrap();
    fs::write(&results[0], &half[..half.len() / 2]).unwrap();
    let text = fs::read_to_string(&results[1]).unwrap();
    fs::write(
        &results[1],
        text.replace("\"morpion_unit\": 3", "\"morpion_unit\": 1"),
    )
    .unwrap();
    let text = fs::read_to_string(&results[2]).unwrap();
    fs::write(
        &results[2],
        text.replace("\"found\": null", "\"found\": \"\""),
    )
    .unwrap();
    // The node is closed, it says; nothing closes it.
    forge(&results[3], |unit| unit.tree.close(unit.node()));
    let stranger = work.path("units/99999-stranger.result");
    fs::copy(result_of(&other.units()[0]), &stranger).unwrap();
    let kept = work.path("kept");
    fs::rename(&results[4], &kept).unwrap();
    fs::rename(&results[5], &results[4]).unwrap();
    fs::rename(&kept, &results[5]).unwrap();
    let copy = work.path("units/99998-copy.result");
    fs::copy(&results[6], &copy).unwrap();
    // A unit that is not one any more is no loss.
    fs::write(&work.units()[6], "gone").unwrap();
    let said = work.join(&[]).code(1);
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let lines = [
        (&results[0], "left out: it is damaged"),
        (&results[1], "left out: its form has version 1"),
        (&results[2], "left out: it is damaged: its digest"),
        (&stranger, "left out: it belongs to another cut"),
        (&copy, "is of the same unit"),
        (&work.units()[6], "left out: it is damaged"),
    ];
    let mut said = said;
    for (path, words) in lines {
        said = said.stdout(contains(format!("{}: ", name(path))).and(contains(words)));
    }
    let done = results.len() - 3;
    said.stdout(contains(format!("{done} of {} units done", results.len())));
    assert_eq!(fs::read(&results[0]).unwrap().len(), half.len() / 2);
    // What another version of the program made is not overwritten.
    let unit = results[1].with_extension("unit");
    run(&unit)
        .code(2)
        .stderr(contains("its form has version 1").and(contains("--out")));
    fs::remove_file(&results[1]).unwrap();
    // The three are worked on again; the false one only shows when everything is there.
    results[..3]
        .iter()
        .for_each(|r| drop(run(&r.with_extension("unit")).code(0)));
    let rest = work.path("rest");
    work.join(&["--rest", rest.to_str().unwrap()])
        .code(1)
        .stdout(contains(name(&results[3])).and(contains("left out: the checker rejects it")));
    let left = files(&rest, "unit");
    assert_eq!(left.len(), 1);
    run(&left[0]).code(0);
    work.join_from(&rest, &[]).code(0);
    assert_eq!(work.proven(Objects::Games), Some(UpperBound::AtMost(82)));
    work.check();
}

/// In the trunks of new units a false result would be found only at the end, and no file could be named.
#[test]
fn a_false_result_is_left_out_before_new_units_are_made() {
    let work = Work::cut(&SMALL, 3);
    let units = work.units();
    let result = result_of(&units[0]);
    fs::copy(&units[0], &result).unwrap();
    forge(&result, |unit| unit.tree.close(unit.node()));
    let rest = work.path("rest");
    work.join(&["--rest", rest.to_str().unwrap()])
        .code(1)
        .stdout(contains("left out: the checker rejects it"));
    assert_eq!(files(&rest, "unit").len(), units.len());
}

#[test]
fn bad_units_are_refused_and_nothing_is_written() {
    let work = Work::cut(&SMALL, 3);
    let units = work.units();
    let good = fs::read_to_string(&units[0]).unwrap();
    let out = work.path("out.result");
    let refused = |text: &str, words: &str| {
        let bad = work.path("bad.unit");
        fs::write(&bad, text).unwrap();
        morpion(&["run", bad.to_str().unwrap(), "--out", out.to_str().unwrap()])
            .assert()
            .code(2)
            .stderr(contains("bad.unit").and(contains(words)));
        assert!(!out.exists());
    };
    refused(&good[..good.len() / 2], "it is damaged");
    refused("", "it is damaged");
    refused(
        &good.replace("_unit\": 3", "_unit\": 7"),
        "version 7, this program reads version 3",
    );
    let altered = good.replace("\"nodes\": 0", "\"nodes\": 1");
    refused(&altered, "its digest is not that of its content");
    morpion(&["run", "no/such.unit"])
        .assert()
        .code(2)
        .stderr(contains("no/such.unit"));
    // A file in the place of the result is not taken for it, nor overwritten if it belongs to something else.
    run(&units[1]).code(0);
    let other = fs::read(result_of(&units[1])).unwrap();
    morpion(&[
        "run",
        units[0].to_str().unwrap(),
        "--out",
        result_of(&units[1]).to_str().unwrap(),
    ])
    .assert()
    .code(2)
    .stderr(contains("is the result of another unit"));
    assert_eq!(fs::read(result_of(&units[1])).unwrap(), other);
    fs::write(result_of(&units[0]), "half").unwrap();
    run(&units[0]).code(0).stderr(contains("starting anew"));
    assert!(Unit::read(&result_of(&units[0])).unwrap().is_done());
}

#[cfg(unix)]
#[test]
fn a_full_disk_harms_nothing() {
    let work = Work::cut(&SMALL, 1);
    let unit = work.units().remove(0);
    morpion(&["run", unit.to_str().unwrap(), "--time-limit", "0.05"])
        .assert()
        .code(1);
    let before = fs::read(result_of(&unit)).unwrap();
    // No file may grow: writing fails as on a full disk.
    let program = assert_cmd::cargo::cargo_bin!("morpion");
    let full = format!(
        "trap '' XFSZ; ulimit -f 0; exec {} run {}",
        program.display(),
        unit.display()
    );
    Command::new("sh")
        .args(["-c", &full])
        .assert()
        .code(2)
        .stderr(contains("cannot write").and(contains(".result")));
    assert_eq!(fs::read(result_of(&unit)).unwrap(), before);
    // The trunk, the unit, its result, and the lock of `split`.
    assert_eq!(fs::read_dir(work.path("units")).unwrap().count(), 4);
    // Nor does a folder that is none.
    morpion(&[
        "run",
        unit.to_str().unwrap(),
        "--time-limit",
        "0.05",
        "--out",
        "/dev/null/x.result",
    ])
    .assert()
    .code(2)
    .stderr(contains("/dev/null/x.result"));
}

#[cfg(unix)]
#[test]
fn folders_that_cannot_be_read_or_written_are_named_and_what_is_there_stays() {
    let work = Work::cut(&SMALL, 3);
    work.run_all();
    let (units, out) = (work.path("units"), work.path("results"));
    let [units, out] = [&units, &out].map(|path| path.to_str().unwrap());
    let refused = |arguments: &[&str], words: &str| {
        let said = morpion(arguments).assert().code(2);
        said.stderr(contains(words).and(contains("\n").count(1)));
    };
    let nowhere = "/dev/null/folder";
    let split = [
        "split", "3,3,1,1", "--empty", "--units", "2", "--out", nowhere,
    ];
    refused(&split, "cannot create the folder /dev/null/folder");
    refused(
        &["join", nowhere, "--out", out],
        "cannot read /dev/null/folder",
    );
    refused(
        &["join", units, nowhere, "--out", out],
        "cannot read /dev/null/folder",
    );
    refused(&["join", units, "--out", nowhere], nowhere);
    refused(&["join", units, "--out", out, "--rest", nowhere], nowhere);
    // Results on a full disk: nothing is half written, and joining again with room goes well.
    let program = assert_cmd::cargo::cargo_bin!("morpion");
    let full = format!(
        "trap '' XFSZ; ulimit -f 0; exec {} join {units} --out {out}",
        program.display()
    );
    Command::new("sh").args(["-c", &full]).assert().code(2);
    // A result that cannot be read is left out; the rest is joined.
    let strange = work.path("units/00000.result");
    fs::create_dir(&strange).unwrap();
    work.join(&[])
        .code(0)
        .stdout(contains("00000.result: left out: it cannot be read").and(contains("imported")));
    work.check();
}

#[test]
fn what_a_theorem_lacks_is_cut_from_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let (results, units) = (folder.path().join("results"), folder.path().join("units"));
    let copy = |name: &str| {
        fs::create_dir_all(results.join("boxes")).unwrap();
        fs::copy(Path::new("results/5D").join(name), results.join(name)).unwrap();
    };
    copy("run.json");
    for file in files(Path::new("results/5D/boxes"), "json") {
        copy(&format!(
            "boxes/{}",
            file.file_name().unwrap().to_string_lossy()
        ));
    }
    let split = |most: &str| {
        let results = results.to_str().unwrap();
        let mut command = morpion(&["split", "--theorem", most, "--results", results]);
        command.args(["--units", "6", "--out", units.to_str().unwrap()]);
        command.assert().code(0)
    };
    split("82").stdout(contains("lacks nothing for a theorem of 82 moves"));
    assert!(!units.exists());
    fs::remove_file(results.join("boxes/5-1-3-0.json")).unwrap();
    split("82").stdout(contains("(5,1,3,0)"));
    let units = files(&units, "unit");
    assert!(units.len() > 3);
    let name = |unit: &PathBuf| unit.file_name().unwrap().to_string_lossy().into_owned();
    // No game that is known fits it, so the first question is how games arrive there.
    let is_it = |unit| name(unit).contains("-5-1-3-0.games.not-by-");
    assert!(units.iter().all(is_it), "{units:?}");
}

/// Arrivals at images of one box by different sides are different questions; the same question twice is one.
#[test]
fn every_question_is_cut_once() {
    let folder = tempfile::tempdir().unwrap();
    let split = |name: &str, what: &[&str]| {
        let out = folder.path().join(name);
        let mut command = morpion(&["split", "--units", "4", "--out", out.to_str().unwrap()]);
        command.args(what).assert()
    };
    split("a", &["5,4,4,0", "4,4,0,5", "4,4,0,5", "--arriving", "top"])
        .code(0)
        .stdout(contains("(5,4,4,0) by top").and(contains("(5,4,4,0) by right").count(1)));
    split("b", &["3,3,1,0", "3,0,1,3", "--at-least", "83"])
        .code(0)
        .stdout(contains("(3,3,1,0)").count(1));
    let trunks = [
        files(&folder.path().join("a"), "zst"),
        files(&folder.path().join("b"), "zst"),
    ];
    let twice = [&trunks[0][0], &trunks[1][0], &trunks[0][0]].map(|path| path.to_str().unwrap());
    split("c", &[&["--from"], &twice[..]].concat())
        .code(2)
        .stderr(contains("asks what another of the files asks, too"));
}

#[test]
fn one_process_at_a_time_cuts_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let lock = morpion_output::lock::Lock::try_of(folder.path()).unwrap();
    let out = folder.path().to_str().unwrap();
    let split = [
        "split",
        "1,0,0,0",
        "--at-least",
        "60",
        "--units",
        "2",
        "--out",
        out,
    ];
    let busy = "another process is cutting into";
    morpion(&split).assert().code(2).stderr(contains(busy));
    drop(lock);
    morpion(&split).assert().code(0);
}

#[test]
fn a_run_looks_at_its_output_before_it_works() {
    let work = Work::cut(&LARGE, 2);
    let (unit, out) = (&work.units()[0], work.path("none/x.result"));
    morpion(&[
        "run",
        unit.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ])
    .timeout(Duration::from_secs(5))
    .assert()
    .code(2)
    .stderr(contains("cannot write"));
}

/// What a result says was found is no answer: its file is named, and the other results count.
#[test]
fn a_false_answer_is_named() {
    let work = Work::cut(&["3,2,1,2", "--at-least", "84"], 4);
    work.run_all();
    let result = result_of(&work.units()[0]);
    forge(&result, |unit| {
        let line = Line::new(Cell::new(3, -1), Direction::from_letter('|').unwrap());
        unit.found = Some(vec![Move::new(line, 0)]);
    });
    work.join(&[]).code(1).stdout(
        contains("left out: what was found has fewer than 84 moves").and(contains("1 missing")),
    );
    fs::remove_file(result).unwrap();
    run(&work.units()[0]).code(0);
    work.join(&[]).code(0).stdout(contains("imported: "));
    // What is proven needs no units more.
    let again = Work::cut(&["3,2,1,2", "--at-least", "84"], 3);
    work.join_from(
        &again.path("units"),
        &["--rest", work.path("rest").to_str().unwrap()],
    )
    .code(0)
    .stdout(contains("already known").and(contains("morpion run").not()));
}

/// A solver was wrong: its bound is dropped, and the graph is kept.
#[test]
fn what_contradicts_a_claimed_bound_is_taken_in() {
    let work = Work::cut(&["1,0,0,0", "--at-least", "60"], 4);
    let results = work.path("results");
    let prove = [
        "prove",
        "--max-box",
        "0,0,0,0",
        "--results",
        results.to_str().unwrap(),
    ];
    morpion(&prove).assert().code(0);
    let claim = r#"{"objects":"graphs","k":59,"evidence":"claimed","engine":"HiGHS","status":"Infeasible","date":"2026-11-29T08:47:25Z","effort":{"nodes":90}}"#;
    let claimed = format!(
        r#"{{"format":"morpion-box","version":2,"variant":"5D","symmetric":false,"box":[1,0,0,0],"best_graph":null,"best_game":null,"claims":[{claim}]}}"#
    );
    let file = results.join("boxes/1-0-0-0.json");
    fs::write(&file, &claimed).unwrap();
    work.run_all();
    work.join(&[])
        .code(0)
        .stdout(contains("answered by an object of"));
    fs::write(&file, claimed).unwrap();
    morpion(&[
        "improve",
        "1,0,0,0",
        "--time-limit",
        "3",
        "--results",
        results.to_str().unwrap(),
    ])
    .assert()
    .code(0);
    let (_, facts) = read_folder(&results).unwrap();
    let of_box = facts.values().find(|f| f.best(Objects::Graphs) >= Some(60));
    assert!(of_box.is_some(), "a graph of 60 moves or more is kept");
}

#[test]
fn misuse_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("units");
    let out = out.to_str().unwrap();
    let split = |arguments: &[&str]| {
        morpion(&["split", "--units", "4", "--out", out])
            .args(arguments)
            .assert()
            .code(2)
    };
    split(&["3,3,1,1"]).stderr(contains("say what is asked"));
    split(&["--at-least", "83"]);
    split(&["3,3,1,1", "--at-least", "83", "--empty"]);
    split(&["--from", "no/such.cert"]).stderr(contains("no/such.cert"));
    split(&["3,3,1,0", "--arriving", "left"]).stderr(contains("sides at a distance above 0"));
    split(&["3,3,1,1", "--at-least", "60", "--symmetric"]).stderr(contains("opposite sides"));
    split(&["--theorem", "81"]).stderr(contains("a game of 82 moves is known"));
    split(&["--theorem", "82", "--results", "no/such"]).stderr(contains("no/such"));
    fs::write(folder.path().join("note.txt"), "no units").unwrap();
    let here = folder.path().to_str().unwrap();
    morpion(&["split", "3,3,1,1", "--empty", "--units", "4", "--out", here])
        .assert()
        .code(2)
        .stderr(contains("is not empty"));
    morpion(&["join", here])
        .assert()
        .code(2)
        .stderr(contains("holds no certificate"));
}
