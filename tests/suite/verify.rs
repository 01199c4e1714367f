//! `morpion verify` through the binary, on files that solvers wrote of models of ours (`tests/data/solutions`).

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};

/// Files of the box of 4D that the cross fills, and of one that is a step larger, where the model asks for a game.
const FILES: [(&str, &str, &str); 6] = [
    ("highs.sol", "lp", "a HiGHS solution: Optimal, objective 20"),
    (
        "highs-table.sol",
        "lp",
        "a HiGHS table: Optimal, objective 20",
    ),
    (
        "scip.sol",
        "lp",
        "a SCIP solution: optimal solution found, objective 20",
    ),
    (
        "scip-opb.sol",
        "opb",
        "a SCIP solution: optimal solution found, objective -20",
    ),
    (
        "gurobi.sol",
        "lp",
        "a list of names and values: objective 20",
    ),
    ("cbc.sol", "lp", "a CBC solution: Optimal, objective"),
];

fn morpion(args: &[&str]) -> Assert {
    Command::cargo_bin("morpion").unwrap().args(args).assert()
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solutions");
    folder.join(name)
}

/// A folder with models.
struct Models(tempfile::TempDir);

impl Models {
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

    /// Writes a solution.
    fn solution(&self, text: &str) -> String {
        let file = self.path("solution");
        std::fs::write(&file, text).unwrap();
        file
    }
}

fn verify(model: &str, solution: &Path) -> Assert {
    morpion(&["verify", model, solution.to_str().unwrap()])
}
