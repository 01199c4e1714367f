//! Games as other programs write them: read whole, or answered with one sentence.

use std::fmt::Write;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use morpion_rules::geometry::{Cell, Line, Move, Variant};
use morpion_rules::record::{self, Order, known_games, replay};
use predicates::prelude::*;
use predicates::str::contains;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::common::random_game;
use super::forms::{OFF, ORDERED, SOLVERS, column, coordinates, dot, lists, lists_with_start};

/// Inputs that were refused, or read as something else, when users tried them.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/foreign");

fn morpion(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(args).current_dir(DATA);
    command
}

/// One move, in each of the forms in which it was tried.
#[test]
fn every_input_that_failed_is_read() {
    for (file, variant) in [
        ("ok.psol", "5D"),
        ("numbered.psol", "5D"),
        ("unicode-minus.psol", "5D"),
        ("utf16.psol", "5D"),
        ("web-grid.json", "5D"),
        ("moves-array.json", "5D"),
        ("five-points-a-line.txt", "5D"),
        ("bracketed-points.txt", "4D"),
        ("solver.sol", "5D"),
    ] {
        morpion(&["replay", file])
            .assert()
            .success()
            .stdout(contains(format!("legal game of {variant}")))
            .stdout(contains("moves            1\n"))
            .stderr("");
        for command in [&["draw"][..], &["convert", "-o", "-", "--to", "msr"]] {
            morpion(&[command, &[file]].concat()).assert().success();
        }
    }
    let all = [
        "ok.psol",
        "numbered.psol",
        "web-grid.json",
        "moves-array.json",
        "solver.sol",
    ];
    let same = "the moves of ok.psol";
    morpion(&[&["replay"], &all[..]].concat())
        .assert()
        .success()
        .stdout(predicate::function(|text: &str| {
            text.matches(same).count() == 4
        }));
}

#[test]
fn what_is_no_graph_is_answered_in_one_sentence() {
    let words =
        "the moves are no graph of 5D: the line of move 0 runs through (0,0), which holds no dot";
    morpion(&["replay", "graph.moves"])
        .assert()
        .code(1)
        .stdout(contains(words))
        .stderr("");
    morpion(&["draw", "graph.moves"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains(words));
}

#[test]
fn a_graph_is_said_to_be_one_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/results/5D/certificates/1-1-1-0.graphs.moves"
    );
    let run = |args: &[&str]| {
        let mut command = Command::cargo_bin("morpion").unwrap();
        command.args(args).current_dir(folder).assert()
    };
    let words = "this is a graph of 5D of 72 moves, not a game";
    run(&["draw", graph, "-o", "a.svg"])
        .success()
        .stderr(contains(words));
    run(&["draw", "--graph", graph]).success().stderr("");
    // The picture carries the graph.
    for picture in ["a.svg", "a.png"] {
        run(&["draw", graph, "-o", picture, "--force"]).success();
        run(&["replay", picture]).code(1).stdout(contains(words));
    }
    run(&["convert", graph, "-o", "a.psol"])
        .code(2)
        .stderr(contains(words));
    run(&["search", "pool", "--from", graph, "-o", "out"])
        .code(2)
        .stderr(contains(words));
    // A graph that can be played gets an order of play, and the program says so.
    let game = std::fs::read_to_string(graph.replace("1-1-1-0.graphs", "3-3-0-0.games")).unwrap();
    let mut lines: Vec<&str> = game.lines().collect();
    lines.sort_unstable();
    std::fs::write(folder.join("sorted.moves"), lines.join("\n")).unwrap();
    run(&["replay", "sorted.moves"])
        .success()
        .stdout(contains("(an order of play was found)"))
        .stderr(contains("do not come in an order of play; one was found"));
}

/// The first line that the program and the board write names the variant, though the moves are legal in both.
#[test]
fn a_game_of_5t_comes_back_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("x.psol");
    let name = written.to_str().unwrap();
    morpion(&["convert", "ok.psol", "--variant", "5T", "-o", name])
        .assert()
        .success();
    morpion(&["replay", name])
        .assert()
        .success()
        .stdout(contains("legal game of 5T (as the file has it)"));
}

#[test]
fn a_picture_carries_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.png");
    let name = picture.to_str().unwrap();
    morpion(&["draw", "ok.psol", "--variant", "5T", "-o", name])
        .assert()
        .success();
    morpion(&["replay", name])
        .assert()
        .success()
        .stdout(contains("legal game of 5T (as the file has it)"));
    // A large one, too: its game stands in front.
    morpion(&[
        "draw",
        "record:5T/rosin178",
        "-o",
        name,
        "--scale",
        "190",
        "--force",
    ])
    .assert()
    .success();
    assert!(picture.metadata().unwrap().len() > record::MAX_FILE_BYTES as u64);
    morpion(&["replay", name])
        .assert()
        .success()
        .stdout(contains("moves            178"));
}

#[test]
fn a_checkpoint_is_told_from_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |args: &[&str]| {
        let mut command = Command::cargo_bin("morpion").unwrap();
        command.args(args).current_dir(folder).assert()
    };
    run(&["search", "pool", "--playouts", "3", "-o", "out", "-q"]).success();
    let checkpoint = "out/5D-pool-seed1.checkpoint";
    let words = "a file of the format morpion-checkpoint, not a game";
    run(&[
        "search",
        "--variant",
        "5T",
        "--playouts",
        "3",
        "--from",
        checkpoint,
        "-o",
        "out",
    ])
    .code(2)
    .stderr(contains(words).and(contains("its --variant")));
    run(&["replay", checkpoint]).code(2).stderr(contains(words));
    // Checkpoints had other forms before.
    std::fs::write(folder.join("old"), "morpion-pool 1\n").unwrap();
    run(&["search", "pool", "--from", "old", "-o", "out"])
        .code(2)
        .stderr(contains("in the version of the program that left it"));
}

/// The move with its dot, the first cell of its line and a number for its direction.
fn directed(mv: &Move, _: Variant) -> Vec<i16> {
    let (x, y) = mv.line.direction.vector();
    let direction = match (x, y) {
        (1, -1) => 1,
        (1, 0) => 2,
        (1, 1) => 3,
        _ => 4,
    };
    [
        dot(mv),
        coordinates([mv.line.start].into_iter()),
        vec![direction],
    ]
    .concat()
}

fn read(text: &str) -> record::Record {
    record::read(text.as_bytes())
        .unwrap_or_else(|e| panic!("{e}: {}", &text[..200.min(text.len())]))
}

#[test]
fn forms_with_an_order_give_the_game_move_by_move() {
    for game in known_games() {
        let mut forms = ORDERED.to_vec();
        if game.variant.line_length() == 5 {
            forms.push(("lists with a direction", |g| lists(g, directed)));
        }
        for (name, form) in forms {
            let read = read(&form(&game));
            assert_eq!(
                (read.order, &read.moves),
                (Order::Given, &game.moves),
                "{name}, {}",
                game.id
            );
            assert_eq!(
                replay(&read, None).unwrap().variant(),
                game.variant,
                "{name}, {}",
                game.id
            );
        }
    }
}

#[test]
fn the_values_of_solvers_give_the_graph() {
    for game in known_games() {
        for (name, line, head, foot) in SOLVERS {
            let lines: String = game
                .moves
                .iter()
                .rev()
                .map(|m| line(&column(m), OFF))
                .collect();
            let read = read(&format!("{head}dot_3_m1 1\n{lines}{foot}"));
            assert_eq!(
                replay(&read, None).unwrap().moves().len(),
                game.moves.len(),
                "{name}"
            );
            assert_eq!(read.order, Order::Found, "{name}");
        }
    }
    let fraction = record::read(b"move_3_m1_1_0 0.5\n")
        .unwrap_err()
        .to_string();
    assert!(
        fraction.contains("morpion verify MODEL SOLUTION"),
        "{fraction}"
    );
    assert!(record::read(b"move_3_m1_1_0 0\ndot_3_m1 0\n").is_err());
}

#[test]
fn what_contradicts_itself_is_told() {
    let told = |text: &str| record::read(text.as_bytes()).unwrap_err().to_string();
    let game = &known_games()[0];
    let mut moved = game.clone();
    // The file names another dot of the line than the one that it placed.
    let mv = &mut moved.moves[10];
    mv.position = (mv.position + 1) % 5;
    let fault = told(&lists_with_start(&moved));
    assert!(
        fault.contains("as the file says")
            || fault.contains("nothing has placed it")
            || fault.contains("no dot is drawn"),
        "{fault}"
    );
    let fault = told(&lists(&moved, directed));
    assert!(fault.contains("as the file says"), "{fault}");
    let pipe = lists_with_start(game).replace("[30,27]", "[29,27]");
    assert!(
        told(&pipe).contains("games from another start are not read"),
        "{}",
        told(&pipe)
    );
    assert!(told(r#"{"moves":["a"]}"#).contains("neither an MSR record"));
    assert!(told("[[1,2,3]]").starts_with("entry 1: `1 2 3` is neither a dot"));
    assert!(told("[[1,2,3.5,4]]").starts_with("entry 1: `[1,2,3.5,4]` is neither"));
    assert!(told("[[1,2,3,x]]").contains("JSON cannot be read"));
    let many = "0 0 4 0\n".repeat(record::MAX_MOVES + 1);
    assert!(told(&many).contains("a file holds one game"));
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 40]].concat();
    assert!(
        record::read(&png)
            .unwrap_err()
            .to_string()
            .contains("carries no game")
    );
}

#[test]
fn hostile_files_take_little_time() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(57);
    let mut rows = |most: usize, width: i16| {
        let moves = random_game(Variant::T5, &mut rng, 60);
        let mut text = String::new();
        for k in 0..most {
            let line = moves[k % moves.len()].line;
            let (x, y) = (
                line.start.x + (k as i16 * 7) % width,
                line.start.y + (k as i16 * 13) % width,
            );
            let end = Line::new(Cell::new(x, y), line.direction).cell(4);
            let _ = writeln!(text, "{x} {y} {} {}", end.x, end.y);
        }
        text
    };
    let grid: String = (0..110 * 110)
        .map(|k| format!("{} {}\n", k % 110, k / 110))
        .collect();
    // Each line alone: nothing of the cross shows, so that it may stand in many places.
    let apart: String = (0..900)
        .map(|k| {
            format!(
                "{} {} {} {}\n",
                k % 22 * 5,
                k / 22 * 2,
                k % 22 * 5 + 4,
                k / 22 * 2
            )
        })
        .collect();
    let files = [
        rows(900, 50),
        rows(100_000, 110),
        grid.clone() + "0 0 4 0\n",
        apart,
        format!("[{}", "[".repeat(1_000_000)),
        format!("[{}0]", "0,".repeat(500_000)),
        format!("{{\"Elements\":{}", "{\"Elements\":".repeat(80_000)),
        "0 -32000 0 32000\n".repeat(50_000),
        "move_0_0_0_0 1\n".repeat(60_000),
        (0..60_000).map(|k| format!("move_{k}_0_0_0 1\n")).collect(),
        "(1,1) - 0;".repeat(100_000),
        "\u{2212}".repeat(300_000),
    ];
    for file in files {
        let start = Instant::now();
        let words = record::read(file.as_bytes()).unwrap_err().to_string();
        let took = start.elapsed();
        println!("{took:?} {words}");
        assert!(took < Duration::from_secs(60), "{took:?} {words}");
        assert!(words.len() < 500 && !words.contains('\n'), "{words}");
    }
}
