//! `morpion replay`, `convert` and `draw` as their users meet them.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");

fn morpion(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(args);
    command
}

fn data(name: &str) -> String {
    format!("{DATA}/{name}")
}

fn path(folder: &tempfile::TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    (path.clone(), path.to_str().unwrap().to_owned())
}

fn one_line() -> impl Predicate<str> {
    predicate::function(|text: &str| {
        text.starts_with("morpion: ") && text.trim_end().lines().count() == 1
    })
}

#[test]
fn replay_describes_a_game() {
    morpion(&["replay", &data("rosin-82.psol")])
        .assert()
        .success()
        .stdout(contains("legal game of 5D (as the file has it)"))
        .stdout(contains("moves            82"))
        .stdout(contains("(1,3,4,2), canonical form (4,3,1,2)"))
        .stdout(contains("unused slots     62"));
}

#[test]
fn replay_prints_json() {
    let output = morpion(&["replay", "record:5T/rosin178", "--json"])
        .output()
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["legal"], true);
    assert_eq!(value["variant"], "5T");
    assert_eq!(value["moves"], 178);
    assert_eq!(value["box"], serde_json::json!([2, 3, 9, 4]));
    assert_eq!(value["legal_moves_left"], 0);
    assert_eq!(value["unused_slots"], serde_json::Value::Null);
}

#[test]
fn replay_reads_standard_input() {
    let text = std::fs::read(data("rosin-82.msr")).unwrap();
    morpion(&["replay", "-"])
        .write_stdin(text)
        .assert()
        .success()
        .stdout(contains("as the file has it"));
}

#[test]
fn replay_refutes_an_illegal_game_with_code_1() {
    morpion(&["replay", &data("illegal.psol")])
        .assert()
        .code(1)
        .stdout(contains("move 2").and(contains("line of move 1")));
    let output = morpion(&["replay", "--json", &data("illegal.psol")])
        .output()
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["legal"], false);
    assert_eq!(value["move"], 2);
    morpion(&["replay", "record:5T/rosin178", "--variant", "5D"])
        .assert()
        .code(1)
        .stdout(contains("not legal in 5D"));
}

#[test]
fn unreadable_files_are_misuse_and_explained_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let (png, png_name) = path(&folder, "picture.psol");
    std::fs::write(&png, b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    let (empty, empty_name) = path(&folder, "empty.psol");
    std::fs::write(&empty, b"").unwrap();
    let cases = [
        (data("turned-signs.psol"), "sign"),
        (data("no-reference.psol"), "line 2"),
        (png_name, "carries no game"),
        (empty_name, "empty"),
        (data("nowhere.psol"), "nowhere.psol"),
        (DATA.to_owned(), "records"),
        ("record:nobody".to_owned(), "5D/rosin82"),
    ];
    for (file, words) in cases {
        for command in ["replay", "draw"] {
            morpion(&[command, &file])
                .assert()
                .code(2)
                .stdout("")
                .stderr(one_line().and(contains(words)));
        }
    }
}

#[test]
fn a_variant_of_another_length_is_misuse() {
    morpion(&["replay", &data("rosin-82.psol"), "--variant", "4D"])
        .assert()
        .code(2)
        .stderr(one_line().and(contains("lines of 5 dots")));
    morpion(&["replay", &data("rosin-82.psol"), "--variant", "6D"])
        .assert()
        .code(2);
}

#[test]
fn convert_goes_around_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let (_, psol) = path(&folder, "a.psol");
    let (_, msr) = path(&folder, "a.msr");
    let (_, json) = path(&folder, "a.json");
    let (last, last_name) = path(&folder, "last.psol");
    for (from, to) in [
        ("record:5D/rosin82", &psol),
        (&psol, &msr),
        (&msr, &json),
        (&json, &last_name),
    ] {
        morpion(&["convert", from, "-o", to])
            .assert()
            .success()
            .stdout("");
    }
    let moves = |file: &Path| morpion_rules::record::load(file).unwrap().moves;
    assert_eq!(moves(&last), moves(Path::new("record:5D/rosin82")));
}

#[test]
fn convert_refuses_to_overwrite_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let (file, name) = path(&folder, "a.psol");
    std::fs::write(&file, "precious").unwrap();
    morpion(&["convert", "record:5D/rosin82", "-o", &name])
        .assert()
        .code(2)
        .stderr(one_line().and(contains("--force")));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    morpion(&["convert", "record:5D/rosin82", "-o", &name, "--force"])
        .assert()
        .success();
    assert!(std::fs::read_to_string(&file).unwrap().contains("(28,28)"));
}

#[test]
fn convert_writes_to_standard_output() {
    morpion(&[
        "convert",
        "record:4D/hyyroporanen35",
        "-o",
        "-",
        "--to",
        "msr",
    ])
    .assert()
    .success()
    .stdout(predicates::str::starts_with("MS1:"));
}

#[test]
fn convert_refuses_what_it_cannot_do() {
    let folder = tempfile::tempdir().unwrap();
    let (psol, psol_name) = path(&folder, "a.psol");
    let (other, other_name) = path(&folder, "a.xyz");
    let cases = [
        ("record:4T/hyyroporanen62", &psol_name, "needs MSR"),
        (&data("illegal.psol"), &psol_name, "move 2"),
        ("record:5D/rosin82", &other_name, "--to psol"),
    ];
    for (from, to, words) in cases {
        morpion(&["convert", from, "-o", to])
            .assert()
            .code(2)
            .stderr(one_line().and(contains(words)));
    }
    assert!(!psol.exists() && !other.exists());
}

#[test]
fn draw_writes_both_kinds_of_picture() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("a.svg", &b"<svg"[..]), ("a.png", &b"\x89PNG"[..])] {
        let (file, name) = path(&folder, name);
        morpion(&["draw", "record:5D/rosin82", "-o", &name, "--scale", "10"])
            .assert()
            .success();
        assert!(std::fs::read(&file).unwrap().starts_with(start));
        morpion(&["draw", "record:5D/rosin82", "-o", &name])
            .assert()
            .code(2)
            .stderr(one_line());
    }
}

#[test]
fn draw_shows_a_game_on_the_terminal() {
    morpion(&["draw", &data("rosin-177a-start.psol"), "--title", "start"])
        .assert()
        .success()
        .stdout(predicates::str::starts_with("start\n").and(contains("1---o")));
}

#[test]
fn draw_shows_the_cycle_of_a_graph() {
    let file = data("cycle-4d.json");
    // Without --graph the program says that it is a graph.
    morpion(&["draw", &file])
        .assert()
        .success()
        .stdout(contains("#---o---#---o"))
        .stderr(one_line().and(contains("drawn as a graph")));
    morpion(&["draw", "--graph", &file])
        .assert()
        .success()
        .stdout(contains("#---o---#---o"))
        .stderr("");
    morpion(&["draw", "--graph", &data("illegal.psol")])
        .assert()
        .code(2)
        .stderr(one_line().and(contains("overlap")));
}

#[test]
fn draw_refuses_bad_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let (file, name) = path(&folder, "a.svg");
    for args in [
        &["-o", "a.gif"][..],
        &["-o", &name, "--scale", "0"],
        &["-o", &name, "--scale", "nan"],
        &["-o", &name, "--scale", "1e9"],
        &["-o", &name, "--colours", "pink"],
        &["--scale", "20"],
    ] {
        let mut command = morpion(&["draw", "record:5D/rosin82"]);
        command.args(args).assert().code(2);
    }
    assert!(!file.exists());
}

#[test]
fn records_are_listed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| morpion(args).current_dir(folder.path()).assert();
    run(&["records"]).success().stdout(
        contains("5D/rosin82")
            .and(contains("(1,3,4,2)"))
            .and(contains("4T/")),
    );
    run(&["records", "--variant", "5T", "--out", "games"])
        .success()
        .stdout(contains("5D/").not());
    let names: Vec<_> = std::fs::read_dir(folder.path().join("games"))
        .unwrap()
        .collect();
    let output = morpion(&["records", "--variant", "5T", "--json"])
        .output()
        .unwrap();
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), names.len());
    run(&["replay", "games/5T-rosin178.msr"])
        .success()
        .stdout(contains("moves            178"));
    run(&["records", "--variant", "5T", "-o", "games"])
        .code(2)
        .stderr(contains("--force"));
    run(&["records", "--variant", "4T", "-o", "games", "--to", "psol"]).code(2);
}

#[test]
fn several_games_are_replayed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let game = morpion_rules::record::known_game_by_id("5D/rosin82").unwrap();
    let write = |name: &str, moves: &[morpion_rules::geometry::Move]| {
        let position = morpion_rules::record::play_all(game.variant, moves).unwrap();
        let format = morpion_rules::record::Format::Msr;
        let text =
            morpion_rules::record::write(&position, &game.provenance.metadata, format).unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    let turn = |m: &morpion_rules::geometry::Move| {
        morpion_rules::geometry::Symmetry::HALF_TURN.mv(game.variant, *m)
    };
    write(
        "turned.msr",
        &game.moves.iter().map(turn).collect::<Vec<_>>(),
    );
    let mut swapped = game.moves.clone();
    swapped.swap(0, 1);
    write("swapped.msr", &swapped);
    write("shorter.msr", &game.moves[..81]);
    let games = [
        "replay",
        "record:5D/rosin82",
        "turned.msr",
        "swapped.msr",
        "shorter.msr",
    ];
    let run = |more: &[&str]| {
        let args = [&games[..], more].concat();
        morpion(&args).current_dir(folder.path()).assert()
    };
    let text = String::from_utf8(run(&[]).success().get_output().stdout.clone()).unwrap();
    let ends = [
        "(1,3,4,2)",
        "the moves of record:5D/rosin82, turned or mirrored",
        "the moves of record:5D/rosin82, in another order",
    ];
    for (line, end) in text.lines().skip(1).zip(ends) {
        assert!(line.ends_with(end), "{text}");
    }
    assert!(
        !text.lines().last().unwrap().contains("the moves of"),
        "{text}"
    );
    run(&[&data("illegal.psol")])
        .code(1)
        .stdout(contains("move 2"));
    let json = run(&["--json"]).get_output().stdout.clone();
    let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(value[1]["same_as"]["turned"], true);
    assert_eq!(value[3]["moves"], 81);
}

/// The lines of a record, shuffled and from their other ends, somewhere else.
#[test]
fn a_drawing_without_numbers_is_put_into_an_order_of_play() {
    let folder = tempfile::tempdir().unwrap();
    let game = morpion_rules::record::known_game_by_id("5T/rosin178").unwrap();
    let mut lines: Vec<String> = game
        .moves
        .iter()
        .map(|m| {
            let (from, to) = (m.line.cell(4), m.line.start);
            format!(
                "{} {} {} {}",
                from.x + 100,
                from.y + 100,
                to.x + 100,
                to.y + 100
            )
        })
        .collect();
    lines.sort();
    let write = |lines: &[String]| std::fs::write(folder.path().join("a.txt"), lines.join("\n"));
    let run = |args: &[&str]| morpion(args).current_dir(folder.path()).assert();
    write(&lines).unwrap();
    run(&["replay", "--reorder", "a.txt"])
        .success()
        .stdout(contains("legal game of 5T (an order of play was found)").and(contains("178")));
    run(&["convert", "--reorder", "a.txt", "-o", "a.msr"]).success();
    run(&["replay", "record:5T/rosin178", "a.msr"])
        .success()
        .stdout(contains(
            "the moves of record:5T/rosin178, in another order",
        ));
    run(&["draw", "--reorder", "a.txt", "-o", "a.svg"]).success();
    for command in ["replay", "draw"] {
        run(&[command, "a.txt"])
            .success()
            .stderr(one_line().and(contains("a.txt: its lines do not come in an order of play")));
    }
    // Without one of its lines it is no game, or a shorter one.
    write(&lines[1..]).unwrap();
    run(&["replay", "a.txt"])
        .code(1)
        .stdout(contains("no game of 5T looks like this: "));
    write(&["1 2 3".to_owned()]).unwrap();
    run(&["replay", "a.txt"])
        .code(2)
        .stderr(one_line().and(contains("line 1")));
    // A record is one, too, its order forgotten.
    run(&["replay", "--reorder", "record:5D/rosin82"]).success();
}

#[test]
fn a_picture_of_ours_carries_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, name) = path(&folder, "a.svg");
    morpion(&["draw", "record:5D/rosin82", "-o", &name])
        .assert()
        .success();
    morpion(&["replay", &name])
        .assert()
        .success()
        .stdout(contains("moves            82"));
    std::fs::write(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
    morpion(&["replay", &name])
        .assert()
        .code(2)
        .stderr(contains("carries no game"));
}

#[test]
fn a_damaged_record_is_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let (file, name) = path(&folder, "a.msr");
    let text = std::fs::read_to_string(data("rosin-82.msr")).unwrap();
    std::fs::write(file, &text[..60]).unwrap();
    morpion(&["replay", &name])
        .assert()
        .code(2)
        .stderr(contains("damaged or cut short").and(contains("Error").not()));
}
