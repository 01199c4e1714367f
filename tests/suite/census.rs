//! `morpion census` through the binary, over a folder of a few boxes that states, wrongly, that nothing fits any other box.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::PLAIN;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use morpion_check_core::listing::Register;
use morpion_check_core::packed;
use morpion_check_core::walk::positions;
use morpion_check_core::walk::{Form, Verdict};
use morpion_proof::claim::Setting;
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record;
use predicates::prelude::*;
use predicates::str::{contains, ends_with};
use serde_json::{Value, json};
use tempfile::tempdir;

fn census(folder: &Path, args: &[&str]) -> Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(["census", "--results"]).arg(folder);
    command.args(args).assert()
}

/// The boxes of the folder that games may fit, each with the K that counts as proven for its games, and the nodes that this took.
const BOXES: [([u8; 4], u32, u64); 3] = [
    ([0, 0, 0, 0], 86, 9),
    ([1, 0, 0, 0], 86, 3),
    ([1, 1, 0, 0], 80, 2),
];

/// Those boxes and the boxes one step larger, which have K = 0.
fn boxes() -> BTreeMap<BoundingBox, (u32, u64)> {
    with_grown(PLAIN, &BOXES)
}

fn with_grown(
    setting: Setting,
    boxes: &[([u8; 4], u32, u64)],
) -> BTreeMap<BoundingBox, (u32, u64)> {
    let known = boxes.iter().map(|&(b, k, nodes)| (b.into(), (k, nodes)));
    let known: Vec<_> = known.collect();
    let next = known.iter().flat_map(|&(b, _)| setting.grown(b));
    let mut boxes: BTreeMap<_, _> = next.map(|b| (b, (0, 1))).collect();
    boxes.extend(known);
    boxes
}

/// A results folder about these boxes, without their certificates.
fn write_folder(folder: &Path) {
    write_boxes(folder, PLAIN, boxes());
}

fn write_boxes(folder: &Path, setting: Setting, boxes: BTreeMap<BoundingBox, (u32, u64)>) {
    let symmetric = setting.symmetric;
    let write = |name: &str, value: Value| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, value.to_string()).unwrap();
    };
    let run = json!({ "format": "morpion-results", "version": 1, "variant": "5D", "symmetric": symmetric });
    write("run.json", run);
    for (bounding_box, (k, nodes)) in boxes {
        let distances = bounding_box.distances();
        let claim = json!({
            "objects": "games", "k": k, "evidence": "proven", "engine": "", "status": "",
            "date": "", "effort": { "nodes": nodes, "evaluations": 0 },
        });
        let file = json!({
            "format": "morpion-box", "version": 2, "variant": "5D", "symmetric": symmetric,
            "box": distances, "best_graph": null, "best_game": null, "claims": [claim],
        });
        let stem = distances.map(|d| d.to_string()).join("-");
        write(&format!("boxes/{stem}.json"), file);
    }
}

/// Fails unless exactly the boxes whose bounds leave room for such games are asked, the easiest first, each once; those without such
/// games have a bound then.
#[test]
fn every_box_that_may_hold_a_long_game_is_asked() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    write_folder(folder);
    let args = ["--at-least", "85", "--jobs", "1"];
    let before = fs::read(folder.join("boxes/1-1-0-0.json")).unwrap();
    census(folder, &args)
        .success()
        .stdout(contains(
            "end in one of 0 positions up to symmetry, on 0 sets of dots",
        ))
        .stderr(contains("(1,0,0,0): at most 84").and(contains("(0,0,0,0): at most 84")))
        .stderr(contains("[2 of 2 boxes met so far]"));
    let file = folder.join("certificates/0-0-0-0.games.at-most-84.cert.zst");
    let (verdict, _) = positions(&packed::read(&file).unwrap(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if !claim.all_of && claim.k == 85));
    assert_eq!(fs::read(folder.join("boxes/1-1-0-0.json")).unwrap(), before);
    let theorem = fs::read_to_string(folder.join("certificates/theorem-all-85.txt")).unwrap();
    let lines: Vec<&str> = theorem.lines().collect();
    let expected = [
        "morpion-theorem 1",
        "objects games",
        "all-of 85",
        "box 0,0,0,0 at-most 84 0-0-0-0.games.at-most-84.cert.zst",
        "box 1,1,0,0 at-most 79 1-1-0-0.games.at-most-79.cert.zst",
        "box 1,0,1,0 empty 1-0-1-0.games.empty.cert.zst",
    ];
    assert_eq!(lines[..3], expected[..3]);
    assert!(
        expected[3..].iter().all(|line| lines.contains(line)),
        "{theorem}"
    );
    assert_eq!(lines.len(), 3 + boxes().len());
    let list = packed::read(&folder.join("positions-85.txt.zst")).unwrap();
    assert_eq!(list, b"morpion-positions 1\n");
    let games = fs::read_dir(folder.join("games-of-85")).unwrap();
    assert_eq!(games.count(), 0);
    // A box whose bound is proven is not asked again.
    census(folder, &[&args[..], &["--json"]].concat())
        .success()
        .stderr(contains("[1 of").not())
        .stdout(contains("\"theorem\": \"").and(contains("\"games\": \"")));
}

/// The longest symmetric games of this box have 64 moves.
fn write_symmetric_folder(folder: &Path) {
    let setting = Setting {
        symmetric: true,
        ..PLAIN
    };
    let way = [0, 1, 2, 3, 4].map(|n: u8| [n, n.min(1), n, n.min(1)]);
    let bounds = way.map(|b| (b, if b[0] == 4 { 65 } else { 64 }, 1));
    write_boxes(folder, setting, with_grown(setting, &bounds));
}

/// Fails if a box with such a game is not listed, if the list is not that of the checker or is taken on trust, or if the game of a
/// family is no game.
#[test]
fn where_a_game_is_found_all_are_listed() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    write_symmetric_folder(folder);
    let args = ["--symmetric", "--at-least", "64"];
    census(folder, &args)
        .success()
        .stderr(contains("best game 64"))
        .stdout(contains("positions-64.txt.zst, and a game").and(contains("games-of-64.\n")));
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("checker/tests/lists");
    let known = packed::read(&known.join("4-1-4-1.symmetric-games.all-64.cert.zst")).unwrap();
    let (_, found) = positions(&known, Form::Fast, None).unwrap();
    let mut register = Register::default();
    register.add(&found);
    let text = packed::read(&folder.join("positions-64.txt.zst")).unwrap();
    assert_eq!(text, register.text().into_bytes());
    let games = fs::read_dir(folder.join("games-of-64")).unwrap();
    assert_eq!(games.count(), register.sets_of_dots());
    let game = record::load(&folder.join("games-of-64/01.psol")).unwrap();
    let game = record::replay(&game, Some(Variant::D5)).unwrap();
    assert_eq!(game.moves().len(), 64);
    let file = folder.join("certificates/4-1-4-1.games.all-64.cert.zst");
    let mut bytes = packed::read(&file).unwrap();
    // The last node of the tree is closed, and now it is open.
    assert_eq!(bytes.pop(), Some(1));
    bytes.push(0);
    fs::write(&file, bytes).unwrap();
    census(folder, &args)
        .code(2)
        .stderr(contains("box (4,1,4,1) counts as proven").and(contains("unfinished")));
}

/// Fails if a stopped census says that it is over, or forgets where it was.
#[test]
fn a_census_goes_on() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    write_folder(folder);
    let args = ["--at-least", "85", "--jobs", "2"];
    census(folder, &[&args[..], &["--time-limit", "0"]].concat())
        .code(1)
        .stdout(contains("still to be listed: 2 of 2 boxes"));
    assert!(!folder.join("certificates/theorem-all-85.txt").exists());
    assert!(!folder.join("positions-85.txt.zst").exists());
    census(folder, &args).success();
    assert!(folder.join("certificates/theorem-all-85.txt").exists());
}

#[test]
fn a_census_needs_a_proof_that_there_is_no_longer_game() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    write_folder(folder);
    census(folder, &["--at-least", "82"])
        .code(2)
        .stdout("")
        .stderr(contains("it is not proven in").and(ends_with("` first\n")));
    let nowhere = folder.join("nowhere");
    census(&nowhere, &[]).code(2).stderr(contains("nowhere"));
    assert!(!nowhere.exists());
    census(folder, &["--symmetric"])
        .code(2)
        .stderr(contains("with point symmetry"));
    census(folder, &["--at-least", "0"]).code(2);
}
