//! `morpion box` through the binary.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, ends_with};

fn solve(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("box").args(args).assert()
}

#[test]
fn bad_arguments_are_refused() {
    for bad in [
        "-1,0,0,0",
        "1,2,3",
        "",
        "61,0,0,0",
        "99999999999,0,0,0",
        "a,b,c,d",
    ] {
        solve(&[bad])
            .code(2)
            .stderr(contains("is not a box").and(contains("for example")));
    }
    solve(&[]).code(2).stderr(contains("<BOX>"));
    solve(&["0,0,0,0", "--time-limit", "soon"])
        .code(2)
        .stderr(contains("is not a time"));
    solve(&["0,0,0,0", "--at-least", "0"]).code(2);
    solve(&["0,0,0,0", "--at-least", "5000000000"]).code(2);
    solve(&["0,0,0,0", "--jobs", "0"]).code(2);
    solve(&["0,0,0,0", "--engine", "exact", "--variant", "4T"])
        .code(2)
        .stderr(contains("for 5D only"));
    solve(&["0,0,0,0", "--engine", "oracle"])
        .code(2)
        .stderr(contains("without an engine `oracle`").and(contains("exact")));
}

#[test]
fn a_maximum_is_proven_with_its_graph() {
    solve(&["0,0,0,0"])
        .success()
        .stdout(contains("best graph  64 moves, not playable: ["))
        .stdout(contains("bound       at most 64 moves (proven)"))
        .stdout(ends_with("\nOPTIMAL (proven)\n"))
        .stderr("");
}

/// Fails if the answer to a question about 68 moves is that nothing was found, as if the program had searched.
#[test]
fn what_was_not_searched_for_is_said_to_be_so() {
    let lines = |graph: &str, game: &str| {
        contains(format!("\nbest graph  {graph}")).and(contains(format!("\nbest game   {game}\n")))
    };
    let none = "none of so many moves";
    solve(&["1,0,0,0", "--at-least", "69"])
        .success()
        .stdout(lines(none, none).and(contains("LP bound").not()));
    solve(&["1,0,0,0", "--at-least", "68"])
        .success()
        .stdout(lines("68 moves, not playable: ", "not searched for"));
    solve(&["1,0,0,0", "--objects", "games", "--at-least", "68"])
        .success()
        .stdout(lines("not searched for\n", none));
    solve(&["3,3,3,3", "--at-least", "84", "--time-limit", "0"])
        .code(1)
        .stdout(lines("none found\n", "not searched for"));
    solve(&["5,4,4,0", "--arriving", "top-right"])
        .success()
        .stdout(lines("not searched for\n", "none"));
}

#[test]
fn what_a_results_folder_knows_stands_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let kept = ["--results", folder.path().to_str().unwrap()];
    solve(&[&["0,0,0,0"], &kept[..]].concat()).success();
    solve(&[&["0,0,0,0", "--at-least", "65"], &kept[..]].concat())
        .success()
        .stdout(contains("\nbest graph  64 moves, known before\n"))
        .stdout(ends_with("\nREFUTED (proven)\n"));
}

#[test]
fn a_symmetric_maximum_is_even_and_proven() {
    solve(&["1,1,1,1", "--symmetric"])
        .success()
        .stdout(contains("bound       at most 72 moves (proven)"))
        .stdout(ends_with("\nOPTIMAL (proven)\n"));
}

#[test]
fn a_lopsided_box_fits_nothing_symmetric() {
    solve(&["1,0,0,0", "--symmetric"])
        .code(2)
        .stderr(contains("opposite sides"));
}

#[test]
fn an_unanswered_question_is_exit_code_1() {
    solve(&["4,3,1,1", "--time-limit", "0"])
        .code(1)
        .stdout(ends_with("\nTIME_LIMIT\n"));
}

#[test]
fn a_time_limit_beyond_the_clock_is_no_limit() {
    solve(&["0,0,0,0", "--time-limit", "18446744073709551615"]).success();
}

/// Ctrl-C in the middle of a run: a report of what is known, exit code 1, no crash.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_run_with_a_report() {
    use crate::waiting::{signal, wait_until_it_has_worked};
    use std::process::{Command, Stdio};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin("morpion"))
        .args(["box", "3,3,3,3", "--time-limit", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_it_has_worked(&mut child, 200);
    signal(&child, "-INT");
    let status = child.wait().unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    assert_eq!(status.code(), Some(130), "{text}");
    assert!(text.ends_with("\nINTERRUPTED\n"), "{text}");
}

#[cfg(not(feature = "highs"))]
#[test]
fn a_build_without_highs_says_what_it_has() {
    solve(&["0,0,0,0", "--engine", "highs"])
        .code(2)
        .stderr(contains("it has: exact"));
}

#[cfg(not(feature = "highs"))]
#[test]
fn a_build_without_highs_bounds_5d_only() {
    solve(&["0,0,0,0", "--variant", "5T"])
        .code(2)
        .stderr(contains("for 5D only, not for 5T"));
}

#[cfg(feature = "highs")]
mod with_highs {
    use super::*;

    #[test]
    fn a_maximum_is_claimed_with_its_graph() {
        solve(&["0,0,0,0", "--engine", "highs"])
            .success()
            .stdout(contains("LP bound    64.000000"))
            .stdout(contains("best graph  64 moves, not playable: ["))
            .stdout(contains("bound       at most 64 moves (claimed)"))
            .stdout(ends_with("\nOPTIMAL (claimed)\n"))
            .stderr("");
    }

    #[test]
    fn several_threads_find_the_same_maximum() {
        let parallel = ["0,0,0,0", "--engine", "highs", "--parallel", "--jobs", "2"];
        solve(&parallel)
            .success()
            .stdout(contains("bound       at most 64 moves (claimed)"));
        solve(&["0,0,0,0", "--parallel"])
            .code(2)
            .stderr(contains("say --engine highs"));
    }

    #[test]
    fn a_demanded_size_is_found_or_refuted() {
        let small = [
            "0,0,0,0",
            "--variant",
            "4D",
            "--order",
            "cuts",
            "--at-least",
        ];
        solve(&[&small[..], &["10"]].concat())
            .success()
            .stdout(contains("4D, games"))
            .stdout(ends_with("\nFOUND\n"));
        solve(&[&small[..], &["26"]].concat())
            .success()
            .stdout(ends_with("\nREFUTED (claimed)\n"));
    }

    #[test]
    fn a_time_limit_is_kept() {
        solve(&["4,3,1,1", "--engine", "highs", "--time-limit", "0"])
            .code(1)
            .stdout(ends_with("\nTIME_LIMIT\n"));
    }

    /// A solver that runs out of memory says so, and decides nothing.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_lack_of_memory_is_no_answer() {
        let program = assert_cmd::cargo::cargo_bin("morpion");
        let limited = "ulimit -v 200000; exec \"$0\" box 3,2,1,2 --at-least 85 --engine highs";
        let mut shell = Command::new("sh");
        shell.args(["-c", limited]).arg(program);
        shell
            .assert()
            .code(1)
            .stdout(contains("ReachedMemoryLimit"))
            .stdout(ends_with("\nUNDECIDED\n"));
    }

    #[test]
    fn json_holds_question_answer_and_verdict() {
        let output = solve(&["0,0,0,0", "--engine", "highs", "--json"])
            .success()
            .get_output()
            .stdout
            .clone();
        let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
        assert_eq!(json["verdict"], "OPTIMAL");
        assert_eq!(json["evidence"], "claimed");
        assert_eq!(
            json["question"]["bounding_box"],
            serde_json::json!([0, 0, 0, 0])
        );
        assert_eq!(json["answer"]["best_graph"].as_array().unwrap().len(), 64);
    }
}
