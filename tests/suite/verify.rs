//! `morpion verify` through the binary, on files that solvers wrote of models of ours (`tests/data/solutions`): HiGHS 1.16.0, SCIP 10.0,
//! Gurobi 13.0.3 and CBC 2.10.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, ends_with};

use morpion_model::Variable;
use morpion_rules::geometry::Move;
use morpion_rules::record::known_game_by_id;

/// Solutions of the box of 4D that the cross fills: the file, the format of the model, and the words that are printed about the file.
const FILES: [(&str, &str, &str); 6] = [
    ("highs.sol", "lp", "a HiGHS solution: Optimal, objective 23"),
    (
        "highs-table.sol",
        "lp",
        "a HiGHS table: Optimal, objective 23",
    ),
    ("scip.sol", "lp", "a SCIP solution: objective 23"),
    ("scip-opb.sol", "opb", "a SCIP solution: objective -23"),
    (
        "gurobi.sol",
        "lp",
        "a list of names and values: objective 23",
    ),
    ("cbc.sol", "lp", "a CBC solution: Optimal, objective 23"),
];

fn morpion(args: &[&str]) -> Assert {
    Command::cargo_bin("morpion").unwrap().args(args).assert()
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solutions");
    folder.join(name)
}

/// A folder with models and solutions.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a model.
    fn model(&self, arguments: &[&str], format: &str) -> String {
        let file = self.path(&format!("{}.{format}", arguments.join("")));
        let options = ["--format", format, "--force", "-o", &file];
        morpion(&[&["model"], arguments, &options].concat()).success();
        file
    }

    fn file(&self, name: &str, text: &str) -> String {
        let file = self.path(name);
        std::fs::write(&file, text).unwrap();
        file
    }
}

fn verify(model: &str, solution: &Path) -> Assert {
    morpion(&["verify", model, solution.to_str().unwrap()])
}

fn json(model: &str, solution: &str) -> serde_json::Value {
    let asserted = morpion(&["verify", model, solution, "--json"]);
    serde_json::from_slice(&asserted.get_output().stdout).unwrap()
}

/// Moves as lines of name and value.
fn named(moves: &[Move]) -> String {
    let lines = moves
        .iter()
        .map(|&mv| format!("{} 1\n", Variable::Move(mv)));
    lines.collect()
}

#[test]
fn what_solvers_write_is_read_and_judged() {
    let place = Place::new();
    for (file, format, words) in FILES {
        let model = place.model(&["0,0,0,0", "--variant", "4D"], format);
        verify(&model, &data(file))
            .success()
            .stdout(contains(
                "model     Morpion Solitaire 4D, box (0,0,0,0): L1-L5",
            ))
            .stdout(contains(format!("solution  {words}")))
            .stdout(contains("moves     23\n"))
            .stdout(contains("graph     yes, and one that the model asks for"))
            .stdout(contains("game      "))
            .stdout(ends_with("\nSOLUTION\n"))
            .stderr("");
    }
}

#[test]
fn a_graph_that_cannot_be_played_shows_its_circle() {
    let place = Place::new();
    let model = place.model(&["0,0,0,0"], "lp");
    let picture = place.path("graph.svg");
    let solution = data("highs-5D.sol");
    let solution = solution.to_str().unwrap();
    morpion(&["verify", &model, solution, "--draw", &picture])
        .success()
        .stdout(contains("moves     64\n"))
        .stdout(contains("game      no: ").and(contains(" can be played, and others wait: [")))
        .stdout(ends_with("\nSOLUTION\n"));
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("64 moves"));
    // It is no game, and the model asks for one.
    let ord = place.model(&["0,0,0,0", "--order", "ord"], "lp");
    morpion(&["verify", &ord, solution])
        .code(1)
        .stdout(contains("yes, but it cannot be played, as L7 demands"))
        .stdout(ends_with("\nNOT A SOLUTION\n"));
    let value = json(&ord, solution);
    assert_eq!(value["format"], "morpion-solution");
    assert_eq!(
        (&value["graph"], &value["game"]),
        (&true.into(), &false.into())
    );
    assert_eq!(value["size"], 64);
    assert!(!value["cycle"].as_str().unwrap().is_empty());
}

#[test]
fn a_game_comes_back_in_an_order_of_play() {
    let place = Place::new();
    let game = known_game_by_id("5D/rosin82").unwrap();
    let mut moves = game.moves.clone();
    moves.reverse();
    let solution = place.file("bare", &named(&moves));
    let model = place.model(&["1,3,4,2", "--order", "ord", "--at-least", "82"], "lp");
    let picture = place.path("game.svg");
    morpion(&["verify", &model, &solution, "--draw", &picture])
        .success()
        .stdout(
            contains("moves     82\n").and(contains("game      yes, in this order\norder     (")),
        );
    // The picture carries the game, so every other command can go on from there.
    morpion(&["replay", &picture, "--variant", "5D"])
        .success()
        .stdout(contains("moves            82"));
    for (model, words) in [
        (
            vec!["1,3,4,2", "--at-least", "83"],
            "82 moves, and the model demands 83",
        ),
        (vec!["1,3,4,3"], "span the box (1,3,4,2), not (1,3,4,3)"),
        (vec!["4,3,4,3", "--symmetric"], "span the box"),
    ] {
        let model = place.model(&model, "lp");
        verify(&model, Path::new(&solution))
            .code(1)
            .stdout(contains(words).and(ends_with("\nNOT A SOLUTION\n")));
    }
}

#[test]
fn moves_that_are_no_graph_are_refuted() {
    let place = Place::new();
    let game = known_game_by_id("5D/rosin82").unwrap();
    let solution = place.file("half", &named(&game.moves[41..]));
    let model = place.model(&["1,3,4,2"], "lp");
    let picture = place.path("none.svg");
    morpion(&["verify", &model, &solution, "--draw", &picture])
        .code(1)
        .stdout(contains("graph     no: the line of move 0 runs through"))
        .stdout(ends_with("\nNOT A SOLUTION\n"))
        .stderr(contains("no graph, so nothing is drawn"));
    assert!(!Path::new(&picture).exists());
}

#[test]
fn files_that_cannot_be_read_are_one_clear_sentence() {
    let place = Place::new();
    let model = place.model(&["0,0,0,0", "--variant", "4D"], "lp");
    let larger = place.model(&["1,0,0,0", "--variant", "4D"], "lp");
    let other = place.file("other.lp", "Maximize\n obj: x\nEnd\n");
    let text = |name: &str, text: &str| place.file(name, text);
    for (model, solution, words) in [
        (
            &other,
            data("highs.sol"),
            "name the file that `morpion model` wrote",
        ),
        (&place.path("none.lp"), data("highs.sol"), "none.lp: "),
        (&model, place.path("none").into(), "none: "),
        (&model, text("empty", "").into(), "without a solution"),
        (
            &model,
            text(
                "infeasible",
                "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
            )
            .into(),
            "a HiGHS solution without a solution: Infeasible",
        ),
        (
            &model,
            text("words", "no numbers here\n").into(),
            "line 1: `no numbers here`",
        ),
        (
            &model,
            text("half", "dot_0_0 0.5\n").into(),
            "the column `dot_0_0` is 0.5",
        ),
        (
            &model,
            data("highs-5D.sol"),
            "this is the solution of another model",
        ),
        (&model, data("scip-opb.sol"), "the model has no column `x"),
    ] {
        verify(model, &solution)
            .code(2)
            .stdout("")
            .stderr(contains(words).and(contains("\n").count(1)));
    }
    // A smaller box's solution names only columns that the larger one has.
    verify(&larger, &data("cbc.sol"))
        .code(1)
        .stdout(contains("not (1,0,0,0)"));
    morpion(&["verify", &model])
        .code(2)
        .stderr(contains("<SOLUTION>"));
    let picture = ["verify", &model, "x", "--draw", "x.pdf"];
    morpion(&picture)
        .code(2)
        .stderr(contains("pictures end in"));
}

#[test]
fn a_solution_is_read_from_standard_input() {
    let place = Place::new();
    let model = place.model(&["0,0,0,0", "--variant", "4D"], "lp");
    Command::cargo_bin("morpion")
        .unwrap()
        .args(["verify", &model, "-"])
        .write_stdin(std::fs::read(data("gurobi.sol")).unwrap())
        .assert()
        .success();
}
