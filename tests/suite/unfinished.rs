//! The unfinished rest of a search that was stopped: it is kept, continued, and removed in the end.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::*;
use assert_cmd::Command;
use morpion_proof::claim::{Scope, Setting};
use morpion_proof::engine::{
    Answer, Ask, Control, Ending, Engine, EngineError, Evidence, Objects, Shown, Stopped, Subject,
};
use morpion_prove::{Run, explore};
use morpion_results::{Store, UNFINISHED_FOLDER, read_folder};
use predicates::str::contains;

/// An engine that comes half way in its first session and to the end in the second.
#[derive(Default)]
struct TwoSessions {
    resumed: Mutex<Vec<Option<Vec<u8>>>>,
}

impl Engine for TwoSessions {
    fn name(&self) -> &'static str {
        "two sessions"
    }

    fn evidence(&self) -> Evidence {
        Evidence::Proven
    }

    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        let resume = control.resume.map(<[u8]>::to_vec);
        let mut answer = blank_answer();
        if resume.is_none() {
            (control.keep)(b"a quarter");
            answer.ending = Ending::TimeLimit;
            answer.stopped = Some(Stopped {
                explored: Some(0.5),
                unfinished: b"a half".to_vec(),
            });
        } else {
            answer.shown = Some(Shown {
                claim: *ask.claim().unwrap(),
                evidence: Evidence::Proven,
                certificate: Some(b"the whole".to_vec()),
            });
        }
        self.resumed.lock().unwrap().push(resume);
        Ok(answer)
    }
}

const START_AT_MOST_80: Scope = Scope {
    at_most: Some(80),
    max_box: Some(Setting::START),
    ..MAXIMA
};

fn unfinished_files(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder.join(UNFINISHED_FOLDER)) else {
        return Vec::new();
    };
    let name = |e: std::io::Result<std::fs::DirEntry>| e.unwrap().file_name();
    entries
        .map(|e| name(e).to_string_lossy().into_owned())
        .collect()
}

#[test]
fn the_next_run_goes_on_where_the_last_one_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let engine = TwoSessions::default();
    let run = || run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &engine).unwrap();
    let (_, summary) = run();
    assert_eq!(
        unfinished_files(folder.path()),
        ["0-0-0-0.graphs.at-most-80.cert.zst"]
    );
    assert_eq!(summary.boxes[0].explored_millionths, Some(500_000));
    let words = "Explored so far: (0,0,0,0) 50.00 %.";
    assert!(summary.sentence.contains(words), "{}", summary.sentence);
    let (facts, summary) = run();
    assert_eq!(
        *engine.resumed.lock().unwrap(),
        [None, Some(b"a half".to_vec())]
    );
    assert_eq!(unfinished_files(folder.path()), [""; 0]);
    assert_eq!(summary.boxes[0].explored_millionths, None);
    assert_eq!(
        (summary.boxes[0].nodes, summary.boxes[0].core_milliseconds),
        (14, Some(500))
    );
    assert_eq!(facts[&Setting::START].claims.len(), 2);
}

#[test]
fn what_is_kept_on_the_way_survives_a_crash() {
    struct Crashes;
    impl Engine for Crashes {
        fn name(&self) -> &'static str {
            "crashes"
        }
        fn solve(&self, _: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
            (control.keep)(b"a quarter");
            panic!("as scripted");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &Crashes).unwrap();
    let engine = TwoSessions::default();
    run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &engine).unwrap();
    assert_eq!(
        *engine.resumed.lock().unwrap(),
        [Some(b"a quarter".to_vec())]
    );
}

#[test]
fn what_was_settled_otherwise_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let graphs = Subject::new(PLAIN, Setting::START, Objects::Graphs);
    let engine = TwoSessions::default();
    for _ in 0..2 {
        run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &engine).unwrap();
    }
    let (store, facts) = Store::open(folder.path(), PLAIN, false).unwrap();
    let [stronger, same, weaker] = [80, 81, 90].map(|k| Ask::from(graphs.refuting(k)));
    for ask in [same, weaker, stronger, graphs.into()] {
        store.save_unfinished(&ask, b"left over").unwrap();
    }
    assert_eq!(store.unfinished(&stronger).unwrap().unwrap(), b"left over");
    let run = Run {
        store: &store,
        scope: START_AT_MOST_80,
        limits: LIMITS,
        known: &BTreeMap::new(),
        engine: &engine,
        stop: &AtomicBool::new(false),
        observer: &Deaf,
    };
    explore(&run, facts).unwrap();
    let mut left = unfinished_files(folder.path());
    left.sort();
    let open = [
        "0-0-0-0.graphs.at-most-79.cert.zst",
        "0-0-0-0.graphs.maximum.cert.zst",
    ];
    assert_eq!(left, open);
}

#[test]
fn a_damaged_unfinished_certificate_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let engine = TwoSessions::default();
    run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &engine).unwrap();
    let name = &unfinished_files(folder.path())[0];
    std::fs::write(folder.path().join(UNFINISHED_FOLDER).join(name), b"rubbish").unwrap();
    let refused = run_in(folder.path(), PLAIN, START_AT_MOST_80, LIMITS, &engine).unwrap_err();
    assert!(
        refused.to_string().contains("remove it to start"),
        "{refused}"
    );
}

fn morpion(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(arguments).timeout(Duration::from_secs(300));
    command
}

#[test]
fn a_box_is_proven_in_several_sittings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r");
    let save = path.to_str().unwrap();
    let question = [
        "box",
        "3,2,2,2",
        "--at-least",
        "85",
        "--engine",
        "exact",
        "--save",
        save,
    ];
    let mut sittings = 0;
    loop {
        let mut command = morpion(&question);
        let output = command.args(["--time-limit", "0.05"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        sittings += 1;
        if output.status.success() {
            assert!(text.ends_with("REFUTED (proven)\n"), "{text}");
            break;
        }
        assert!(text.contains("explored    "), "{text}");
        assert_eq!(
            unfinished_files(&path),
            ["3-2-2-2.graphs.at-most-84.cert.zst"]
        );
    }
    assert!(
        sittings > 2,
        "{sittings} sittings: the question is too easy"
    );
    assert_eq!(unfinished_files(&path), [""; 0]);
    let (_, facts) = read_folder(&path).unwrap();
    let known = facts.values().next().unwrap();
    assert_eq!(known.claims.len(), sittings);
    assert!(known.effort().evaluations > known.claims[0].effort.evaluations);
    morpion(&["check", save]).assert().success();
}

#[test]
fn prove_says_how_far_it_is_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r");
    let goal = "prove --max-box 3,1,1,2 --at-most 84 --objects graphs --engine exact --quiet --out";
    let mut goal: Vec<&str> = goal.split(' ').collect();
    goal.push(path.to_str().unwrap());
    morpion(&goal)
        .args(["--box-time-limit", "0.001"])
        .assert()
        .code(1)
        .stdout(contains("Explored so far: "));
    assert!(!unfinished_files(&path).is_empty());
    morpion(&["check", path.to_str().unwrap()])
        .assert()
        .success();
    morpion(&goal)
        .assert()
        .success()
        .stdout(contains(": proven."));
    assert_eq!(unfinished_files(&path), [""; 0]);
    morpion(&["check", path.to_str().unwrap()])
        .assert()
        .success();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_in_the_middle_of_a_box_loses_nothing() {
    use crate::waiting::{signal, wait_until_it_has_worked};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(["prove", "--engine", "exact", "--jobs", "1", "--out"])
        .arg(&path)
        .args([
            "--max-box",
            "4,3,3,3",
            "--at-most",
            "56",
            "--objects",
            "games",
        ])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The first box is hard: whether the square of the cross has a game of 57 moves takes long.
    wait_until_it_has_worked(&mut child, 1000);
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(unfinished_files(&path).len(), 1);
}
