//! Exhaustive enumeration against the naive engine, and `morpion enumerate` end to end.

use std::collections::HashSet;

use crate::reference::Rules;
use assert_cmd::Command;
use morpion::game::Board;
use morpion::game::enumerate::{Level, Params, count};
use morpion::geometry::Variant;
use predicates::prelude::*;

fn levels(variant: Variant, moves: usize, symmetric: bool) -> Vec<Level> {
    let params = Params {
        variant,
        moves,
        symmetric,
    };
    count(params, &|_, _| ()).unwrap()
}

fn morpion(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("enumerate").args(arguments).assert()
}

#[test]
fn counts_agree_with_sets_of_naive_positions() {
    // Four moves go past the depth at which the search is cut into tasks; with lines
    // of four they take the naive engine too long.
    for (variant, moves) in [
        (Variant::D5, 4),
        (Variant::T5, 4),
        (Variant::D4, 3),
        (Variant::T4, 3),
    ] {
        let found: Vec<(u64, u64)> = levels(variant, moves, true)
            .iter()
            .map(|l| (l.positions, l.classes.unwrap()))
            .collect();
        assert_eq!(found, Rules::of(variant).count(moves), "{variant}");
    }
}

#[test]
fn counts_do_not_depend_on_the_question_or_the_threads() {
    let full = levels(Variant::T5, 5, true);
    for moves in 0..=5 {
        assert_eq!(levels(Variant::T5, moves, true), full[..=moves]);
        for (plain, level) in levels(Variant::T5, moves, false).iter().zip(&full) {
            assert_eq!(plain.positions, level.positions);
            assert_eq!(plain.classes, None);
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    let threaded = pool.unwrap().install(|| levels(Variant::T5, 5, true));
    assert_eq!(threaded, full);
}

/// The table the search does without: sets of lines, level by level.
#[test]
fn counts_agree_with_hash_sets_of_line_sets() {
    for variant in Variant::ALL {
        let mut level = vec![Board::new(variant)];
        for (moves, found) in levels(variant, 4, false).iter().enumerate().skip(1) {
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
fn progress_ends_with_all_tasks_done() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let (most, total) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let params = Params {
        variant: Variant::D5,
        moves: 4,
        symmetric: false,
    };
    let levels = count(params, &|done, of| {
        most.fetch_max(done, Ordering::Relaxed);
        total.store(of, Ordering::Relaxed);
    });
    assert_eq!(most.into_inner() as u64, levels.unwrap()[3].positions);
    assert_eq!(total.into_inner(), 3176);
}

#[test]
fn the_table_lists_every_level() {
    morpion(&["--variant", "5D", "--moves", "2", "--symmetric"])
        .success()
        .stdout(
            "moves            positions       up to symmetry\n\
             \x20   0                    1                    1\n\
             \x20   1                   28                    4\n\
             \x20   2                  374                   55\n",
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
    assert_eq!(json["levels"][1].get("classes"), None);
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
    ] {
        morpion(arguments)
            .code(2)
            .stderr(predicate::str::contains(words));
    }
}

#[test]
fn point_symmetric_positions_are_counted_to_the_longest_game() {
    morpion(&["--variant", "4D", "--moves", "64", "--point-symmetric"])
        .success()
        .stdout(predicate::str::ends_with("\n   34                  132\n"));
    morpion(&["--moves", "4", "--point-symmetric", "--symmetric"]).code(2);
}
