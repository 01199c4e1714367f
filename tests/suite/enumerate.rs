//! Exhaustive enumeration against the naive engine, and `morpion enumerate` end to end.

use std::collections::HashSet;

use crate::reference::Rules;
use assert_cmd::Command;
use morpion_count::{Level, count};
use morpion_rules::game::Board;
use morpion_rules::geometry::Variant;
use predicates::prelude::*;

fn levels(variant: Variant, moves: usize) -> Vec<Level> {
    count(variant, moves, &|_, _| ()).unwrap()
}

fn morpion(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("enumerate").args(arguments).assert()
}

#[test]
fn counts_agree_with_sets_of_naive_positions() {
    // With lines of four more moves take the naive engine too long.
    for (variant, moves) in [
        (Variant::D5, 4),
        (Variant::T5, 4),
        (Variant::D4, 3),
        (Variant::T4, 3),
    ] {
        let found: Vec<(u64, u64)> = levels(variant, moves)
            .iter()
            .map(|l| (l.positions, l.classes.unwrap()))
            .collect();
        assert_eq!(found, Rules::of(variant).count(moves), "{variant}");
    }
}

#[test]
fn counts_do_not_depend_on_the_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    let threaded = pool.unwrap().install(|| levels(Variant::T5, 6));
    assert_eq!(threaded, levels(Variant::T5, 6));
}

/// The table the search does without: sets of lines, level by level.
#[test]
fn counts_agree_with_hash_sets_of_line_sets() {
    for variant in Variant::ALL {
        let mut level = vec![Board::new(variant)];
        for (moves, found) in levels(variant, 4).iter().enumerate().skip(1) {
            let mut keys = HashSet::new();
            let mut next = Vec::new();
            for board in &mut level {
                for i in 0..board.legal().len() {
                    board.play_nth(i);
                    if keys.insert(lines_of(board)) && moves < 4 {
                        next.push(board.clone());
                    }
                    board.undo();
                }
            }
            assert_eq!(found.positions, keys.len() as u64, "{variant} {moves}");
            level = next;
        }
    }
}

fn lines_of(board: &Board) -> Vec<u16> {
    let mut lines: Vec<u16> = board.history().iter().map(|c| c.line_number()).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn the_table_lists_every_level() {
    morpion(&["--variant", "5D", "--moves", "2"])
        .success()
        .stdout(
            "moves  positions  up to symmetry\n\
             \x20   0          1               1\n\
             \x20   1         28               4\n\
             \x20   2        374              55\n",
        )
        .stderr("");
}

#[test]
fn json_holds_the_same_numbers() {
    let output = morpion(&["--variant", "4t", "--moves", "2", "--json", "--jobs", "1"]);
    let json: serde_json::Value =
        serde_json::from_slice(&output.success().get_output().stdout).unwrap();
    assert_eq!(json["variant"], "4T");
    let first = Board::new(Variant::T4).legal().len();
    assert_eq!(json["levels"][1]["positions"], first);
    assert_eq!(json["levels"][1]["classes"], 5);
    assert_eq!(
        (&json["format"], &json["whole"]),
        (&"morpion-count 1".into(), &false.into())
    );
    assert_eq!(json["levels"].as_array().unwrap().len(), 3);
}

#[test]
fn misuse_is_explained_with_exit_code_2() {
    for (arguments, words) in [
        (&["--variant", "6D", "--moves", "1"][..], "6D"),
        (&["--variant", "5D"][..], "--moves"),
        (&["--moves", "65"][..], "65"),
        (&["--moves", "-1"][..], "-1"),
        (&["--moves", "1", "--jobs", "0"][..], "0"),
        (&["--units", "nowhere"][..], "5D has too many positions"),
        (
            &["--variant", "4D", "--units", "nowhere", "--share", "3/3"][..],
            "I from 0",
        ),
        (&["--moves", "1", "--share", "0/3"][..], "--share"),
    ] {
        morpion(arguments)
            .code(2)
            .stderr(predicate::str::contains(words));
    }
}

#[test]
fn symmetric_positions_are_counted_to_the_longest_game() {
    let output = morpion(&["--variant", "4D", "--symmetric", "--json"]).success();
    let counted: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(counted["whole"], true);
    let last = counted["levels"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["moves"], &last["positions"]),
        (&34.into(), &132.into())
    );
    // The count that was kept.
    let kept = std::fs::read_to_string("results/4D-symmetric/count.json").unwrap();
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(counted, kept);
    let some = morpion(&["--variant", "4D", "--symmetric", "--json", "--moves", "8"]).success();
    let some: serde_json::Value = serde_json::from_slice(&some.get_output().stdout).unwrap();
    assert_eq!(
        (&some["whole"], some["levels"].as_array().unwrap().len()),
        (&false.into(), 5)
    );
}

#[test]
fn an_estimate_lies_about_the_count() {
    let output = morpion(&["--variant", "4D", "--estimate", "200", "--json"]).success();
    let estimates: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let third = &estimates["levels"][3];
    let (mean, error) = (
        third["positions"].as_f64().unwrap(),
        third["error"].as_f64().unwrap(),
    );
    assert!((mean - 9392.0).abs() < 6.0 * error, "{third}");
    assert!(error > 0.0 && error < 500.0);
}

/// One file of counts, as a process leaves it that is stopped in the middle of a line.
#[test]
fn a_stopped_count_goes_on_from_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let run = |share: &str| {
        let folder = folder.path().to_str().unwrap();
        morpion(&[
            "--variant",
            "4D",
            "--units",
            folder,
            "--share",
            share,
            "--jobs",
            "1",
        ])
    };
    let path = folder.path().join("7-of-2048.txt");
    run("7/2048")
        .code(1)
        .stderr(predicate::str::contains("1 of 2048 units are counted"));
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with("morpion count 1\nvariant 4D\ncut 7\nunits 2048\n7 "));
    for cut_off in [1, 40, whole.len() - 20] {
        std::fs::write(&path, &whole[..whole.len() - cut_off]).unwrap();
        run("7/2048").code(1);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    }
    // Units that are done are not done again, whatever the share.
    run("7/1024")
        .code(1)
        .stderr(predicate::str::contains("2 of 2048"));
    assert!(
        !folder.path().join("7-of-1024.txt").exists() || {
            let other = std::fs::read_to_string(folder.path().join("7-of-1024.txt")).unwrap();
            !other.contains("\n7 ") && other.contains("\n1031 ")
        }
    );
}

#[test]
fn counts_of_another_cut_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let header = "morpion count 1\nvariant 4D\ncut 7\nunits 2048\n";
    for (text, words) in [
        (header.replace("cut 7", "cut 6"), "another cut"),
        (header.replace("count 1", "count 2"), "another cut"),
        (format!("{header}1 2 x :\n"), "line 5"),
        (format!("{header}2048 2 :\n"), "line 5"),
        (format!("{header}1 2 3\n"), "line 5"),
        // More positions fall together than the classes have; more classes than any count.
        (format!("{header}1 2 : 15\n"), "line 5"),
        (format!("{header}1 2 : 0 1\n"), "line 5"),
        (format!("{header}1 4398046511104 :\n"), "line 5"),
        ("somebody's own text".to_owned(), "another cut"),
        (format!("{header}1 2 :\n2 2 :\n1 3 :\n"), "line 7"),
    ] {
        std::fs::write(folder.path().join("a.txt"), text).unwrap();
        let folder = folder.path().to_str().unwrap();
        morpion(&["--variant", "4D", "--units", folder])
            .code(2)
            .stderr(predicate::str::contains(words));
    }
}

/// The count of 2026, and the games that it ends with.
#[test]
fn the_whole_of_4d_has_four_longest_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().to_str().unwrap();
    let arguments = [
        "--variant",
        "4D",
        "--units",
        "results/4D",
        "--longest",
        games,
        "--json",
    ];
    let output = morpion(&arguments).success();
    let counted: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let kept = std::fs::read_to_string("results/4D/count.json").unwrap();
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(counted, kept);
    assert_eq!(
        (&kept["whole"], &kept["levels"][35]["classes"]),
        (&true.into(), &4.into())
    );
    for number in 1..=4 {
        let name = format!("4D-035-counted-{number}.msr");
        let game = std::fs::read(folder.path().join(&name)).unwrap();
        assert_eq!(game, std::fs::read(format!("results/4D/{name}")).unwrap());
        let record = morpion_rules::record::read(&game).unwrap();
        assert_eq!(
            morpion_rules::record::replay(&record, None)
                .unwrap()
                .moves()
                .len(),
            35
        );
    }
    assert!(!folder.path().join("4D-035-counted-5.msr").exists());
}

/// A unit is said to have classes of 36 moves; no game has.
#[test]
fn longest_games_that_are_not_found_again_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let counts = std::fs::read_to_string("results/4D/units.txt").unwrap();
    let line = counts.lines().nth(10).unwrap();
    let (unit, coinciding) = line.split_once(" :").unwrap();
    let mut numbers: Vec<&str> = unit.split(' ').collect();
    numbers.resize(30, "0");
    let longer = format!("{} 7 :{coinciding}", numbers.join(" "));
    let counts = counts.replace(&format!("{line}\n"), &format!("{longer}\n"));
    std::fs::write(folder.path().join("units.txt"), counts).unwrap();
    let folder = folder.path().to_str().unwrap();
    morpion(&["--variant", "4D", "--units", folder, "--longest", folder])
        .code(2)
        .stderr(predicate::str::contains(
            "7 classes of 36 moves, but games of 0 are found",
        ));
}
