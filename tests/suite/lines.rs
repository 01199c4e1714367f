//! `morpion lines` through the binary: the longest games on the lines of known games of 4D, in a tenth of a second.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use morpion_check::lines::check;
use predicates::prelude::*;
use predicates::str::{contains, ends_with};

/// Two records of 4D, of 31 and 35 moves; on each other they have 51 lines.
const GAMES: [&str; 2] = ["record:4D/demaine31", "record:4D/hyyroporanen35"];

fn lines(args: &[&str]) -> Assert {
    let mut morpion = Command::cargo_bin("morpion").unwrap();
    morpion.arg("lines").args(args).assert()
}

#[test]
fn no_longer_game_is_made_of_the_lines_of_two_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("51.cert");
    let file = file.to_str().unwrap();
    lines(&[GAMES[0], GAMES[1], "--certificate", file])
        .code(0)
        .stdout(contains("lines     51, ").and(contains(
            "PROVEN    no game of 4D that is made of these 51 lines has more than 35 moves",
        )));
    let proven = check(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!((proven.lines, proven.at_most), (51, 35));
    // The lines of the certificate alone: there is a game of 35 moves, and it is written.
    let game = folder.path().join("game.msr");
    let game = game.to_str().unwrap();
    lines(&["--lines", file, "--at-least", "35", "--out", game])
        .code(0)
        .stderr(contains("a game of 35 moves was found"))
        .stdout(ends_with("FOUND\n"));
    let mut replay = Command::cargo_bin("morpion").unwrap();
    let replay = replay.args(["replay", game]).assert().code(0);
    replay.stdout(contains("moves            35"));
    lines(&["--lines", file, "--at-least", "36", "--json"])
        .code(0)
        .stdout(contains("\"at_most\": 35,").and(contains("\"game\": null,")));
}

/// The question about two records of 4T: one node is not enough, three are.
#[test]
fn a_question_that_is_not_answered_says_so() {
    let games = ["record:4T/hyyroporanen62", "record:4T/demaine56"];
    lines(&[games[0], games[1], "--time-limit", "0"])
        .code(1)
        .stdout(contains("question  a game of 63 moves or more").and(ends_with("UNDECIDED\n")));
    lines(&games).code(0).stdout(contains(
        "PROVEN    no game of 4T that is made of these 85 lines has more than 62 moves (3 nodes, ",
    ));
}

/// A line far from the cross admits no move at all.
#[test]
fn lines_that_cannot_be_drawn_are_proven_to_admit_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("far.cert");
    std::fs::write(
        &file,
        "morpion-lines 1 4D at-most 0 lines 1\nline 20 20 -\n",
    )
    .unwrap();
    lines(&["--lines", file.to_str().unwrap(), "--at-least", "1"])
        .code(0)
        .stdout(contains(
            "PROVEN    no game of 4D that is made of these 1 lines has more than 0 moves",
        ));
}

/// Pentasol knows only lines of five dots: that is said before the search.
#[test]
fn a_format_that_does_not_know_the_variant_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.psol");
    lines(&[
        GAMES[0],
        "--at-least",
        "31",
        "--out",
        file.to_str().unwrap(),
    ])
    .code(2)
    .stdout("");
}

#[test]
fn games_of_two_variants_and_lists_without_a_number_are_refused() {
    let mixed = "rosin82: the game has lines of 5 dots, so it cannot be replayed as 4D";
    lines(&[GAMES[0], "record:5D/rosin82"])
        .code(2)
        .stderr(contains(mixed));
    let list = "results/5T/253-lines-at-most-178.cert.zst";
    let list = format!("{}/{list}", env!("CARGO_MANIFEST_DIR"));
    let sought = "no game is named that a longer one is sought for: say --at-least N";
    lines(&["--lines", &list]).code(2).stderr(contains(sought));
    let of_4d = ["--lines", &list, "--variant", "4D", "--at-least", "3"];
    let unknown = "has lines of 5T, which 4D does not know";
    lines(&of_4d).code(2).stderr(contains(unknown));
}

/// A list that was cut short would be proven something about, and not about the whole.
#[test]
fn a_list_has_as_many_lines_as_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.lines");
    let row = "line 2 0 -\n";
    for (header, is_read) in [
        ("", true),
        (" at-most 2 lines 1", true),
        (" at-most 2 lines 2", false),
    ] {
        std::fs::write(&path, format!("morpion-lines 1 5D{header}\n{row}")).unwrap();
        let asked = lines(&["--lines", path.to_str().unwrap(), "--at-least", "2"]);
        if is_read {
            asked.code(0).stdout(contains("PROVEN"));
        } else {
            asked.code(2).stderr(contains(
                "it lists 1 lines, and its first line tells of another number",
            ));
        }
    }
}

/// Two games of one and two moves, whose lines make a game of three, and no longer one.
fn two_games(folder: &Path) -> [String; 2] {
    let games = [
        ("a.txt", "(3,-1) | 0; (6,-1) | 0"),
        ("b.txt", "(3,-1) | 0; (3,10) | 4"),
    ];
    games.map(|(name, moves)| {
        let path = folder.join(name);
        std::fs::write(&path, moves).unwrap();
        path.to_str().unwrap().to_owned()
    })
}

/// A game that was found is written and printed, whatever happens to the certificate.
#[test]
fn a_game_is_not_lost_with_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = &two_games(folder.path());
    let game = folder.path().join("longest.msr");
    let game = game.to_str().unwrap();
    let to = ["--variant", "5D", "--certificate", "/dev/full", "-o", game];
    lines(&[&[&**a, &**b][..], &to].concat())
        .code(2)
        .stdout(contains("found     3 moves"))
        .stderr(contains("cannot write /dev/full"));
    let mut replay = Command::cargo_bin("morpion").unwrap();
    let replay = replay.args(["replay", game]).assert().code(0);
    replay.stdout(contains("moves            3"));
}

/// A file that is named and not written is no riddle.
#[test]
fn what_there_is_none_of_is_not_written_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = &two_games(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (certificate, game) = (path("x.cert"), path("x.msr"));
    let ask = |more: &[&str]| lines(&[&[&**a, &**b, "--variant", "5D"][..], more].concat());
    ask(&["--at-least", "2", "--certificate", &certificate])
        .code(0)
        .stderr(contains("nothing was proven"));
    ask(&["--at-least", "9", "-o", &game])
        .code(0)
        .stderr(contains("no game was found"));
}
