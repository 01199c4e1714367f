//! The exact engine from end to end: certificates on the command line, in results folders, and
//! across interruptions.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use morpion_check_core::folder;
use morpion_check_core::format::Claim;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::packed;
use morpion_check_core::state::Objects;
use morpion_check_core::walk::{Form, Verdict, check};
use morpion_proof::branch_and_bound::{Limits, Outcome, Params, Start, refute};
use morpion_proof::claim::{Claim as Asked, Setting, Subject};
use morpion_proof::tree::{Branching, Id, Node, Tree};
use morpion_rules::game;
use morpion_rules::geometry::Variant;
use predicates::prelude::*;
use predicates::str::{contains, ends_with};
use tempfile::{TempDir, tempdir};

fn morpion(args: &[&str]) -> Assert {
    Command::cargo_bin("morpion").unwrap().args(args).assert()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn claim(distances: [u8; 4], objects: Objects, k: u64) -> Claim {
    let size = BoxSize::new(distances.map(u64::from)).unwrap();
    let symmetric = false;
    Claim {
        size,
        objects,
        symmetric,
        k,
        arrival: None,
        all_of: false,
    }
}

/// The outcome of a theorem file by the checker, in words.
fn theorem_outcome(file: &Path) -> String {
    let mut outcomes = folder::check(&[file.to_owned()], 1, Form::Fast, &|_| {});
    outcomes.pop().unwrap().to_string()
}

/// Refutes through the binary and checks the certificate here.
fn refuted(distances: [u8; 4], k: u64) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("box.cert");
    let [t, r, b, l] = distances;
    let (name, least) = (format!("{t},{r},{b},{l}"), k.to_string());
    let args = ["box", &name, "--at-least", &least];
    morpion(&[&args[..], &["--certificate", text(&file)]].concat())
        .success()
        .stdout(contains(format!("at most {} moves (proven)", k - 1)))
        .stdout(ends_with("\nREFUTED (proven)\n"));
    let verdict = check(&fs::read(&file).unwrap()).unwrap();
    let expected = claim(distances, Objects::Graphs, k);
    assert!(
        matches!(verdict, Verdict::Valid(found, _) if found == expected),
        "{verdict:?}"
    );
}

#[test]
fn refutations_leave_a_certificate_that_the_checker_accepts() {
    refuted([1, 1, 1, 1], 78);
}

#[test]
fn mirror_boxes_are_refuted_in_either_direction() {
    refuted([1, 0, 1, 0], 77);
    refuted([2, 1, 0, 1], 77);
    refuted([1, 2, 1, 0], 77);
}

#[test]
fn boxes_without_symmetry_are_refuted() {
    refuted([3, 2, 1, 0], 84);
    refuted([0, 3, 2, 1], 84);
}

#[test]
fn what_exists_is_found_and_leaves_no_certificate() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("box.cert");
    let question = ["box", "0,0,0,0", "--at-least", "64"];
    morpion(&[&question[..], &["--certificate", text(&file)]].concat())
        .success()
        .stdout(ends_with("\nFOUND\n"))
        .stderr(contains("no certificate to write"));
    assert!(!file.exists());
}

/// A results folder with one proven box, and its certificate.
fn saved() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let save = ["--save", text(folder.path())];
    morpion(&[&["box", "4,2,0,2", "--at-least", "85"][..], &save].concat())
        .success()
        .stdout(ends_with("\nREFUTED (proven)\n"));
    let certificates = files(&folder.path().join("certificates"));
    assert_eq!(certificates.len(), 1);
    (folder, certificates.into_iter().next().unwrap().0)
}

/// The files of a folder with their bytes, by name.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    paths.sort();
    let read = |p: PathBuf| (p.clone(), fs::read(p).unwrap());
    paths.into_iter().map(read).collect()
}

fn prove_in(folder: &Path) -> Assert {
    prove_within("0,0,0,0", folder)
}

fn prove_within(max_box: &str, folder: &Path) -> Assert {
    let goal = ["prove", "--max-box", max_box, "--at-most", "84"];
    morpion(&[&goal[..], &["--out", text(folder)]].concat())
}

#[test]
fn a_proof_on_disk_counts_as_long_as_its_certificate_holds() {
    let (folder, certificate) = saved();
    morpion(&["check", text(folder.path())])
        .success()
        .stdout(contains("0 claimed and 1 proven bounds").and(contains("sound: no fault found")));

    // Files are told apart by their first bytes, not by their names.
    let bytes = packed::read(&certificate).unwrap();
    let mut broken = bytes.clone();
    for byte in &mut broken[bytes.len() / 2..][..8] {
        *byte ^= 0xff;
    }
    fs::write(&certificate, &broken).unwrap();
    assert_refused(folder.path(), "the checker rejects its certificate");

    fs::write(&certificate, &bytes[..bytes.len() - 1]).unwrap();
    assert_refused(folder.path(), "the checker rejects its certificate");

    fs::remove_file(&certificate).unwrap();
    assert_refused(folder.path(), "its certificate cannot be read");
    // Questions about other boxes do not wait for this one.
    prove_in(folder.path()).success();

    fs::write(&certificate, &bytes).unwrap();
    morpion(&["check", text(folder.path())]).success();
    prove_in(folder.path()).success();
}

#[test]
fn the_certificate_of_another_box_shows_nothing() {
    let (folder, certificate) = saved();
    let other = ["box", "1,1,1,1", "--at-least", "85"];
    let over = ["--force", "--certificate", text(&certificate)];
    morpion(&[&other[..], &over].concat()).success();
    assert_refused(folder.path(), "its certificate shows something else");
}

/// No command accepts the one proof in the folder.
fn assert_refused(folder: &Path, reason: &str) {
    morpion(&["check", text(folder)])
        .code(1)
        .stdout(contains("FAULT").and(contains("4-2-0-2")))
        .stdout(contains(reason).and(contains("NOT SOUND: 1 fault")));
    let folder_of_box = ["box", "4,2,0,2", "--results", text(folder)];
    for refused in [prove_within("4,2,0,2", folder), morpion(&folder_of_box)] {
        refused
            .code(2)
            .stderr(contains("box (4,2,0,2) counts as proven").and(contains(reason)))
            .stderr(contains("morpion check"));
    }
}

/// An earlier theorem may rest on a smaller graph, in the file of the same name.
#[test]
fn the_witness_of_another_theorem_is_not_overwritten() {
    let folder = tempdir().unwrap();
    prove_within("1,0,0,0", folder.path()).success();
    let certificates = folder.path().join("certificates");
    let witness = certificates.join("1-0-0-0.graphs.moves");
    fs::write(&witness, "another graph").unwrap();
    prove_within("1,1,0,0", folder.path()).success();
    assert_eq!(fs::read_to_string(witness).unwrap(), "another graph");
    let file = certificates.join("theorem-graphs-within-1-1-0-0.txt");
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .contains("witness 1,0,0,0 24 1-0-0-0.graphs.24.moves\n")
    );
    assert!(theorem_outcome(&file).starts_with("proven: "));
}

#[test]
fn small_boxes_are_proven_and_a_second_run_computes_nothing() {
    let folder = tempdir().unwrap();
    let out = folder.path();
    let prove = || {
        let goal = ["prove", "--max-box", "1,1,1,1", "--at-most", "80"];
        let sentence = "lies within (1,1,1,1) has more than 80 moves: proven.";
        morpion(&[&goal[..], &["--out", text(out)]].concat())
            .success()
            .stdout(contains(sentence));
    };
    prove();
    let kept = || (files(&out.join("boxes")), files(&out.join("certificates")));
    let (boxes, certificates) = kept();
    // Six certificates, six graphs, the theorem, which stands without the program, and that about exactly the boxes it lists.
    assert_eq!((boxes.len(), certificates.len()), (6, 14));
    let file = out.join("certificates/theorem-graphs-within-1-1-1-1.txt");
    assert_eq!(
        theorem_outcome(&file),
        "proven: no graph whose bounding box lies within 1,1,1,1, up to symmetry, has more than 80 moves"
    );
    morpion(&["check", text(out)])
        .success()
        .stdout(contains("0 claimed and 6 proven bounds"));
    prove();
    assert_eq!(kept(), (boxes, certificates));
    // The theorem file alone can be written again, too.
    fs::remove_file(&file).unwrap();
    let list = |n: &str| {
        let goal = ["prove", "--max-box", "1,1,1,1", "--at-most", n];
        morpion(&[&goal[..], &["--theorem-only", "--out", text(out)]].concat())
    };
    list("80")
        .success()
        .stdout(contains("morpion-check").and(contains("within-1-1-1-1.txt")));
    assert_eq!(kept().1.len(), 14);
    list("70").code(1).stdout(contains("no theorem yet"));
}

/// Evidence that is complete is repeated, and stays as it is; other questions are answered in a folder of the user's own.
#[test]
fn complete_evidence_is_changed_by_nobody_who_does_not_name_it() {
    let parent = tempdir().unwrap();
    let prove = |max_box: &str| {
        let mut command = Command::cargo_bin("morpion").unwrap();
        command.current_dir(parent.path());
        let goal = ["prove", "--at-most", "84", "--max-box", max_box];
        command
            .args(goal)
            .assert()
            .success()
            .stdout(contains("proven."))
    };
    let evidence = parent.path().join("results/5D");
    prove("0,0,0,0");
    fs::write(evidence.join("certificates/theorem.txt"), "").unwrap();
    let all = || {
        let folders = ["boxes", "certificates"];
        folders.map(|name| files(&evidence.join(name)))
    };
    let before = all();
    let own = parent.path().join("mine/results/5D");
    prove("0,0,0,0").stderr(contains("all hold"));
    assert!(!own.exists());
    prove("1,0,0,0").stderr(contains("holds a theorem and stays as it is"));
    assert_eq!(all(), before);
    let boxes = files(&own.join("boxes"));
    assert!(boxes.len() > before[0].len());
}

/// A theorem file is held against the box files, and by the checker against itself.
#[test]
fn theorem_files_that_rest_on_something_else_are_faults() {
    let folder = tempdir().unwrap();
    let out = folder.path();
    let goal = ["prove", "--max-box", "1,1,0,0", "--at-most", "80"];
    morpion(&[&goal[..], &["--results", text(out)]].concat()).success();
    morpion(&["check", text(out)]).success().stdout(contains(
        "theorem file: no graph whose bounding box lies within 1,1,0,0",
    ));
    let certificates = out.join("certificates");
    let file = certificates.join("theorem-graphs-within-1-1-0-0.txt");
    let whole = fs::read_to_string(&file).unwrap();
    let faulty = |changed: &str, reason: &str| {
        assert_ne!(changed, whole);
        fs::write(&file, changed).unwrap();
        morpion(&["check", text(out)])
            .code(1)
            .stdout(contains("FAULT").and(contains(reason)))
            .stdout(contains("theorem file: ").not());
    };
    let line = whole
        .lines()
        .find(|l| l.starts_with("box 1,0,0,0 "))
        .unwrap();
    faulty(
        &whole.replace(&format!("{line}\n"), ""),
        "the box 1,0,0,0 is not listed",
    );
    // As good a certificate, but nobody has repeated it.
    let name = line.rsplit(' ').next().unwrap();
    fs::copy(certificates.join(name), certificates.join("other.cert.zst")).unwrap();
    let other = whole.replace(name, "other.cert.zst");
    faulty(&other, "rests on other.cert.zst");
}

#[test]
fn samples_of_a_theorem_say_that_they_are_samples() {
    let folder = tempdir().unwrap();
    let out = folder.path();
    let goal = ["prove", "--max-box", "1,1,0,0", "--at-most", "80"];
    let goal = [&goal[..], &["--out", text(out)]].concat();
    let sample = |more: &[&str]| morpion(&[&goal[..], &["--sample"], more].concat());
    sample(&["1s"]).code(2).stderr(contains("--theorem-only"));
    morpion(&goal).success();
    let file = out.join("certificates/theorem-graphs-within-1-1-0-0.txt");
    // Nobody asks whether another run is at work: nothing is written.
    let kept = || files(&out.join("certificates"));
    let before = kept();
    sample(&["0", "--seed", "5"])
        .code(1)
        .stdout(contains("not repeated whole: it says that no graph"))
        .stdout(contains("; 0 of 3 certificates").and(contains("--seed 5")))
        .stdout(contains("proven").not());
    sample(&["1h", "-q"])
        .success()
        .stdout(ends_with("has more than 80 moves\n").and(contains(": proven: no graph")))
        .stderr("");
    assert_eq!(kept(), before);
    for less in [&["--at-most", "79"][..], &["--objects", "games"]] {
        let goal = ["prove", "--max-box", "1,1,0,0", "--out", text(out)];
        let args = [&goal[..], less, &["--sample", "0"]].concat();
        morpion(&args)
            .code(2)
            .stderr(contains("no theorem that says"));
    }
    // A fault of a file or its header is found at once.
    let theorem = fs::read_to_string(&file).unwrap();
    let line = theorem
        .lines()
        .find(|line| line.starts_with("box 1,1,0,0 "));
    let name = line.unwrap().rsplit(' ').next().unwrap();
    let certificate = out.join("certificates").join(name);
    let (packed, mut unpacked) = (
        fs::read(&certificate).unwrap(),
        packed::read(&certificate).unwrap(),
    );
    let mut damaged = packed;
    *damaged.last_mut().unwrap() ^= 1;
    unpacked[9] = 2;
    let wrong = [
        (damaged, "its checksum is wrong"),
        (unpacked, "it shows something else"),
    ];
    for (bytes, words) in wrong {
        fs::write(&certificate, bytes).unwrap();
        sample(&["0s"])
            .code(1)
            .stdout(ends_with(format!("not verified are {name}\n")))
            .stderr(contains(format!("{name}: ")).and(contains(words)));
    }
    fs::write(&file, "morpion-theorem 2").unwrap();
    sample(&["0s"]).code(2);
}

const BOX: [u8; 4] = [1, 1, 1, 1];
const K: u32 = 76;

fn question(distances: [u8; 4], objects: game::Objects, at_least: u32) -> Asked {
    let subject = Subject::new(Setting::of(Variant::D5), distances.into(), objects);
    Asked::about(subject, at_least)
}

/// The search, stopped when it has looked at this many open nodes.
fn search(nodes: u64, threads: usize, resume: Option<&Tree>) -> Outcome {
    search_with(&Params::default(), nodes, threads, resume)
}

fn search_with(params: &Params, nodes: u64, threads: usize, resume: Option<&Tree>) -> Outcome {
    let limits = Limits {
        threads: &|| threads,
        ..at_most(nodes)
    };
    let start = resume.map_or(Start::Root, |tree| Start::Tree(tree.clone()));
    let question = question(BOX, game::Objects::Graphs, K);
    refute(question, params, &limits, start).unwrap()
}

fn at_most(nodes: u64) -> Limits<'static> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Whether the certificate shows that there is no graph of [`K`] moves in [`BOX`].
fn shows_it(tree: &Tree) -> bool {
    let expected = claim(BOX, Objects::Graphs, K.into());
    matches!(check(&tree.write()), Ok(Verdict::Valid(found, _)) if found == expected)
}

#[test]
fn trials_change_the_tree_but_not_the_answer() {
    let outcomes = [0, 12].map(|trials| {
        let params = Params {
            trials,
            trial_moves: 0,
            ..Params::default()
        };
        search_with(&params, u64::MAX, 1, None)
    });
    assert!(
        outcomes
            .iter()
            .all(|o| o.tree.is_complete() && shows_it(&o.tree))
    );
    let [none, many] = outcomes.map(|o| o.effort);
    assert!(many.nodes < none.nodes, "{} {}", many.nodes, none.nodes);
}

/// The nodes on the way to an open node stay as they are, even one that turns out to be empty at once: the node is known by its way.
#[test]
fn the_way_to_an_open_node_is_left_as_it_is() {
    let arrival = Asked {
        arrival: Some("right".parse().unwrap()),
        ..question([4, 3, 4, 3], game::Objects::Games, 0)
    };
    let tight = question([3, 2, 1, 0], game::Objects::Games, 83);
    let closed_at_once = [arrival, tight].map(the_way_is_left_as_it_is);
    assert!(closed_at_once.iter().any(|&n| n > 0), "{closed_at_once:?}");
}

/// Tries this with many first distinctions of a question; returns how many nodes are closed as soon as they are bounded.
fn the_way_is_left_as_it_is(question: Asked) -> usize {
    let params = Params::default();
    let root = refute(question, &params, &at_most(0), Start::Root)
        .unwrap()
        .tree;
    let mut closed = 0;
    for cell in 0..300 {
        // The distinction of this cell, and both nodes open.
        let mut cut = root.clone();
        cut.branch(Id::ROOT, Branching::Cell { cell });
        for leaf in cut.leaves() {
            let path = cut.path(leaf);
            let below = Start::Below(cut.clone(), path.clone());
            let made = refute(question, &params, &at_most(1), below).unwrap();
            assert!(made.tree.shows_only(&path), "cell {cell}");
            closed += usize::from(*made.tree.node(leaf) == Node::Closed);
        }
    }
    closed
}

/// They took more than forty times as many nodes when a linear program that knew nothing of symmetry said where to branch.
#[test]
fn symmetric_graphs_are_closed_in_few_nodes() {
    let setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };
    let graphs = Subject::new(setting, [2, 1, 2, 1].into(), game::Objects::Graphs);
    let question = graphs.refuting(75);
    let limits = at_most(2_000);
    let outcome = refute(question, &Params::default(), &limits, Start::Root).unwrap();
    assert!(outcome.tree.is_complete(), "{:?}", outcome.effort);
}

#[test]
fn balanced_sides_show_sooner_that_nothing_fits() {
    const FAR: [u8; 4] = [8, 2, 0, 0];
    let default = Params::default().price;
    let outcomes = [default, 0].map(|price| {
        let params = Params {
            price,
            ..Params::default()
        };
        let question = question(FAR, game::Objects::Games, 0);
        let outcome = refute(question, &params, &at_most(1_000), Start::Root);
        outcome.unwrap().tree
    });
    let [balanced, free] = outcomes;
    assert!(balanced.is_complete() && !free.is_complete());
    let verdict = check(&balanced.write()).unwrap();
    let expected = claim(FAR, Objects::Games, 0);
    assert!(matches!(verdict, Verdict::Valid(found, _) if found == expected));
    assert!(matches!(check(&free.write()), Ok(Verdict::Unfinished(found, _)) if found == expected));
}

/// No game arrives at such boxes by their corners: a few nodes show it, and the proof is kept with the box.
#[test]
fn arrivals_are_refuted_and_kept() {
    let folder = tempdir().unwrap();
    let save = text(folder.path());
    // The image of the box that results are kept by is (5,4,4,0), of the corner the right one at the bottom.
    let args = ["box", "4,5,0,4", "--arriving", "top-left", "--save", save];
    morpion(&args)
        .success()
        .stdout(contains("no game arrives so (proven)"))
        .stdout(ends_with("\nREFUTED (proven)\n"));
    let name = "5-4-4-0.games.not-by-right-bottom.cert.zst";
    let bytes = packed::read(&folder.path().join("certificates").join(name)).unwrap();
    let Verdict::Valid(found, _) = check(&bytes).unwrap() else {
        panic!("the certificate is unfinished");
    };
    assert_eq!(found.arrival.unwrap().to_string(), "right-bottom");
    let check_folder = || morpion(&["check", save]);
    check_folder()
        .success()
        .stdout(contains("1 proofs that no game arrives"));
    // Taken in again it is nothing new; where it is missing the proof is a fault.
    let file = folder.path().join("certificates").join(name);
    morpion(&["import", text(&file), "--out", save])
        .success()
        .stdout(contains("already known"));
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    check_folder()
        .code(1)
        .stdout(contains("no arrival by right-bottom"));
}

/// A game that can be found arrives; what no engine or no variant can be asked is misuse.
#[test]
fn arrivals_are_found_or_refused() {
    morpion(&["box", "1,0,0,0", "--arriving", "top"])
        .success()
        .stdout(ends_with("\nFOUND\n"));
    for args in [
        &["box", "1,0,0,0", "--arriving", "left"][..],
        &["box", "1,0,0,0", "--arriving", "up"],
        &["box", "1,0,0,0", "--arriving", "top", "--variant", "5T"],
        &["box", "1,0,0,0", "--arriving", "top", "--at-least", "3"],
        &["box", "1,0,0,0", "--arriving", "top", "--engine", "highs"],
    ] {
        morpion(args).code(2);
    }
}

#[test]
fn a_stopped_search_is_resumed_to_a_complete_certificate() {
    let expected = claim(BOX, Objects::Graphs, K.into());
    for threads in [1, 2] {
        let mut outcome = search(0, threads, None);
        let mut interruptions = 0;
        while !outcome.tree.is_complete() {
            assert!(outcome.witness.is_none());
            let verdict = check(&outcome.tree.write()).unwrap();
            assert!(
                matches!(verdict, Verdict::Unfinished(c, counts) if c == expected && counts.open > 0)
            );
            interruptions += 1;
            assert!(interruptions < 100, "the search does not advance");
            outcome = search(12, threads, Some(&outcome.tree));
        }
        assert!(interruptions > 2);
        let verdict = check(&outcome.tree.write()).unwrap();
        assert!(matches!(verdict, Verdict::Valid(found, _) if found == expected));
    }
}

#[test]
fn one_thread_writes_the_same_certificate_every_time() {
    let runs = [(); 2].map(|()| search(u64::MAX, 1, None).tree.write());
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn the_certificate_of_another_question_is_not_resumed() {
    let tree = search(3, 1, None).tree;
    let (graphs, games) = (game::Objects::Graphs, game::Objects::Games);
    for (distances, k, objects) in [
        ([1, 1, 1, 0], K, graphs),
        (BOX, K + 1, graphs),
        (BOX, K, games),
    ] {
        let question = question(distances, objects, k);
        let start = Start::Tree(tree.clone());
        let other = refute(question, &Params::default(), &Limits::default(), start);
        let error = other.map(drop).unwrap_err();
        assert!(error.to_string().contains("another question"), "{error}");
    }
}
