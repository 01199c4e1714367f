//! `morpion search` as its users meet it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;

use crate::waiting::{signal, wait_until};
use assert_cmd::Command;
use morpion_rules::game::Board;
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::{self, Format, Metadata};
use morpion_search::games::Plain;
use morpion_search::running::{Budget, Plan};
use morpion_search::searchers::{Algorithm, Checkpoint, Ladder, Task};
use predicates::prelude::*;

fn search(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("search").args(more).arg("-o").arg(folder);
    command
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs a search with `--json` and returns its report and the moves of the record it left.
fn best(folder: &Path, more: &[&str]) -> (serde_json::Value, Vec<morpion_rules::geometry::Move>) {
    let output = search(folder, more)
        .args(["--json", "-q"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let path = Path::new(report["record"].as_str().unwrap());
    let record = record::load(path).unwrap();
    let variant = report["variant"].as_str().unwrap().parse().unwrap();
    let position = record::replay(&record, Some(variant)).unwrap();
    assert_eq!(report["best"], position.moves().len());
    (report, position.moves().to_vec())
}

#[test]
fn the_best_game_is_kept_with_what_found_it() {
    for variant in ["5D", "5T", "4D", "4T"] {
        let folder = tempfile::tempdir().unwrap();
        let args = ["sampling", "--variant", variant, "--playouts", "300"];
        let (report, moves) = best(folder.path(), &args);
        let names = names(folder.path());
        assert_eq!(names.len(), 2, "the record and its sidecar: {names:?}");
        let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
        let sidecar: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(sidecar["moves"], moves.len());
        assert_eq!(sidecar["search"]["algorithm"], "sampling");
        assert_eq!(sidecar["seed"], 1);
        let command = sidecar["command"].as_str().unwrap();
        assert!(command.starts_with("morpion search sampling --variant"));
        assert_eq!(report["playouts"], 300);
    }
}

#[test]
fn a_seed_and_one_job_give_one_game() {
    let game = |seed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let args = ["sampling", "--playouts", "200", "--seed", seed];
        best(folder.path(), &args).1
    };
    assert_eq!(game("4"), game("4"));
    assert_ne!(game("4"), game("5"));
}

#[test]
fn jobs_can_search_together() {
    let folder = tempfile::tempdir().unwrap();
    let nrpa: &[&str] = &["nrpa", "--level", "2", "--n", "10"];
    let tempering: &[&str] = &["tempering", "--rungs", "5"];
    let openings: &[&str] = &["openings", "--room", "5"];
    for algorithm in [nrpa, &["pool", "--room", "50"], tempering, openings] {
        let jobs = ["--shared", "--jobs", "3", "--playouts", "500"];
        let (report, _) = best(folder.path(), &[algorithm, &jobs[..]].concat());
        assert_eq!(report["playouts"], 500);
        assert_eq!(report["search"]["shared"], true);
    }
}

#[test]
fn a_search_ends_with_a_game_that_is_long_enough() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["sampling", "--at-least", "50"];
    let (report, moves) = best(folder.path(), &args);
    assert!(moves.len() >= 50, "{report}");
    let few = ["--at-least", "80", "--playouts", "10"];
    search(folder.path(), &[&args[..1], &few[..]].concat())
        .assert()
        .code(1);
}

#[test]
fn time_ends_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["nrpa", "--level", "2", "--time", "0.2", "--jobs", "2"];
    let (report, _) = best(folder.path(), &args);
    assert!(report["seconds"].as_f64().unwrap() < 30.0);
}

#[test]
fn kept_moves_are_kept_and_boxes_are_respected() {
    let folder = tempfile::tempdir().unwrap();
    let kept = record::known_game_by_id("5D/rosin82").unwrap().moves;
    let args = ["sampling", "--playouts", "20"];
    let from = ["--from", "record:5D/rosin82", "--keep", "70"];
    let within = ["--within", "1,3,4,2"];
    let all = [&args[..], &from[..], &within[..]].concat();
    let (_, moves) = best(folder.path(), &all);
    assert_eq!(moves[..70], kept[..70]);
    let found = morpion_rules::geometry::BoundingBox::of_moves(
        morpion_rules::geometry::Variant::D5,
        &moves,
    );
    let pairs = found.unwrap().distances().into_iter().zip([1, 3, 4, 2]);
    assert!(pairs.into_iter().all(|(found, limit)| found <= limit));
}

/// The file beside the record of a report.
fn sidecar(report: &serde_json::Value) -> serde_json::Value {
    let path = Path::new(report["record"].as_str().unwrap()).with_extension("json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_search_around_a_game_says_so() {
    check_around("pool");
    check_around("tempering");
    check_around("openings");
}

fn check_around(algorithm: &str) {
    let folder = tempfile::tempdir().unwrap();
    let args = [algorithm, "--playouts", "600"];
    let around = ["--from", "record:5D/rosin82"];
    let (report, _) = best(folder.path(), &[&args[..], &around[..]].concat());
    assert_eq!(report["best"], 82);
    assert_eq!(sidecar(&report)["from"]["game"], "record:5D/rosin82");
    let folder = tempfile::tempdir().unwrap();
    let (report, _) = best(folder.path(), &args);
    assert!(report["best"].as_u64().unwrap() < 82);
    assert!(sidecar(&report)["from"].is_null());
}

#[test]
fn another_search_goes_on_from_the_longest_game_of_a_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["tempering", "--playouts", "600"];
    best(folder.path(), &args);
    let ladder = folder.path().join("5D-tempering-seed1.checkpoint");
    let ladder = ladder.to_str().unwrap();
    let mut root = Plain::new(Board::new(Variant::D5));
    let saved = Checkpoint::<Ladder>::load(&mut root, ladder.as_ref()).unwrap();
    let longest = saved.stages[0].longest().map(<[_]>::len);
    for algorithm in ["pool", "openings"] {
        let other = tempfile::tempdir().unwrap();
        let on = [algorithm, "--playouts", "1", "--from", ladder];
        let (report, moves) = best(other.path(), &on);
        assert_eq!(Some(moves.len()), longest);
        assert!(sidecar(&report)["from"].is_null());
    }
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    check_checkpoint("pool");
    check_checkpoint("tempering");
    check_checkpoint("openings");
}

fn check_checkpoint(algorithm: &str) {
    let folder = tempfile::tempdir().unwrap();
    let args = [algorithm, "--variant", "5T", "--playouts", "3000"];
    let (first, _) = best(folder.path(), &args);
    let name = format!("5T-{algorithm}-seed1.checkpoint");
    let checkpoint = folder.path().join(name);
    let checkpoint = checkpoint.to_str().unwrap();
    let from = ["--from", checkpoint, "--jobs", "2"];
    let (second, _) = best(folder.path(), &[&args[..], &from[..]].concat());
    assert!(second["best"].as_u64() >= first["best"].as_u64());
    assert!(
        sidecar(&second)["from"].is_null(),
        "its games are from nothing"
    );
    let keep = [&args[..], &from[..], &["--keep", "3"]].concat();
    search(folder.path(), &keep)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("leave out --keep"));
    let other = [algorithm, "--variant", "4D", "--from", checkpoint];
    search(folder.path(), &other)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("give the same --variant"));
}

/// What a checkpoint has settled is not dropped without a word.
#[test]
fn a_pool_that_goes_on_has_no_other_room() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["pool", "--variant", "4D", "--playouts", "300"];
    let (first, _) = best(folder.path(), &args);
    let from = ["--from", first["checkpoint"].as_str().unwrap()];
    let other = [&args[..], &from, &["--room", "7"]].concat();
    search(folder.path(), &other)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("leave --room out"));
    let same = [&args[..], &from, &["--room", "1024"]].concat();
    best(folder.path(), &same);
}

/// It keeps the moves it was told to keep, and as many jobs as there were.
#[test]
fn a_search_from_the_beginning_of_a_game_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["pool", "--playouts", "3000"];
    let begin = ["--from", "record:5D/rosin82", "--keep", "60", "--jobs", "2"];
    let (first, _) = best(folder.path(), &[&args[..], &begin[..]].concat());
    let checkpoint = first["checkpoint"].as_str().unwrap();
    let on = [&args[..], &["--from", checkpoint]].concat();
    let (second, moves) = best(folder.path(), &on);
    assert_eq!(second["jobs"], 2);
    assert!(second["best"].as_u64() >= first["best"].as_u64());
    let kept = morpion_rules::record::known_game_by_id("5D/rosin82").unwrap();
    assert_eq!(moves[..60], kept.moves[..60]);
    assert_eq!(sidecar(&second)["from"]["kept"], 60);
}

/// The files of a search have names that another one may want, too.
#[test]
fn a_search_leaves_the_files_of_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let read = || {
        let files = names(folder.path()).into_iter();
        let read = |name: String| {
            (
                name.clone(),
                std::fs::read(folder.path().join(name)).unwrap(),
            )
        };
        files.map(read).collect::<Vec<_>>()
    };
    let args = |limits| ["pool", "--playouts", "3000", "--max-box", limits];
    let (first, _) = best(folder.path(), &args("2,2,2,2"));
    let before = read();
    let (second, _) = best(folder.path(), &args("2,2,2,3"));
    assert_ne!(first["checkpoint"], second["checkpoint"]);
    let after = read();
    assert!(before.iter().all(|file| after.contains(file)));
    // What is asked in the same words finds the same game, and writes it no second time.
    let (again, _) = best(folder.path(), &args("2,2,2,2"));
    assert_eq!(again["record"], first["record"]);
    let games =
        |files: &[(String, Vec<u8>)]| files.iter().filter(|f| f.0.ends_with("psol")).count();
    assert_eq!(games(&read()), games(&after));
}

#[test]
fn searches_that_start_together_share_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["pool", "--variant", "4D", "--playouts", "300"];
    let one = || search(folder.path(), &args).args(["--json", "-q"]).output();
    let checkpoints: HashSet<String> = thread::scope(|scope| {
        let all = [(); 6].map(|()| scope.spawn(one));
        let reports = all.map(|one| one.join().unwrap().unwrap());
        let read = |output: std::process::Output| -> serde_json::Value {
            serde_json::from_slice(&output.stdout).unwrap()
        };
        let named = reports.map(|output| read(output)["checkpoint"].as_str().map(str::to_owned));
        named.into_iter().map(Option::unwrap).collect()
    });
    assert_eq!(checkpoints.len(), 6, "{checkpoints:?}");
    assert!(checkpoints.iter().all(|path| Path::new(path).exists()));
}

#[test]
fn the_usual_algorithm_of_5t_is_meant_however_it_is_written() {
    for words in [
        &["--variant=5T"][..],
        &["--variant", "5t"],
        &["--variant=5t"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let args = [words, &["--rungs", "3", "--playouts", "300"]].concat();
        let (report, _) = best(folder.path(), &args);
        assert_eq!(report["search"]["algorithm"], "tempering");
    }
}

/// A newcomer's game appears wherever games are read, with no folder named.
#[test]
fn what_a_search_leaves_is_found_by_all_that_read_games() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("results")).unwrap();
    let run = |words: &str| {
        let mut command = Command::cargo_bin("morpion").unwrap();
        command.current_dir(folder.path()).args(words.split(' '));
        command.assert().success().get_output().stdout.clone()
    };
    let json = |words: &str| -> serde_json::Value { serde_json::from_slice(&run(words)).unwrap() };
    let found = json("search sampling --playouts 5 -q --json");
    let record = found["record"].as_str().unwrap();
    let name = record.strip_prefix("mine/games/").unwrap();
    let compared = json("compare --variant 5D --json");
    assert_eq!(compared["variants"][0]["found_here"], found["best"]);
    run("page -o pages");
    let page = std::fs::read_to_string(folder.path().join("pages/index.html")).unwrap();
    assert!(page.contains(name), "{name}");
    let loaded = record::load(&folder.path().join(record)).unwrap();
    let game = record::replay(&loaded, None).unwrap();
    let bounding_box = BoundingBox::of_moves(Variant::D5, game.moves()).unwrap();
    let [top, right, bottom, left] = bounding_box.distances();
    let improve =
        format!("improve {top},{right},{bottom},{left} --objects games --time-limit 0 --json");
    assert!(json(&improve)[0]["now"].as_u64() >= found["best"].as_u64());
}

#[test]
fn every_algorithm_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    for name in Algorithm::names() {
        let name = name.as_str();
        // Networks play one move at a time.
        let is_learner = ["ranked-reward", "policy"].contains(&name);
        let ways: &[&[&str]] = if is_learner {
            &[&[]]
        } else {
            &[&[], &["--symmetric"]]
        };
        for symmetric in ways {
            // The network that comes along has learnt 5D.
            let variant = if name == "policy" { "5D" } else { "4D" };
            let args = [name, "--variant", variant, "--playouts", "40"];
            let (report, _) = best(folder.path(), &[&args[..], *symmetric].concat());
            assert_eq!(report["playouts"], 40, "{name}");
            assert_eq!(report["search"]["algorithm"], name);
        }
    }
}

#[test]
fn a_record_is_polished_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["polish", "--from", "record:5D/rosin82"];
    let (_, moves) = best(folder.path(), &[&args[..], &["--playouts", "5"]].concat());
    assert!(moves.len() >= 82);
    let args = ["polish", "--variant", "5T", "--nodes", "20"];
    let from = ["--from", "record:5T/rosin178"];
    let (report, moves) = best(folder.path(), &[&args[..], &from[..]].concat());
    assert_eq!(moves.len(), 178);
    let answer = report["last_word"].as_str().unwrap();
    assert!(answer.starts_with("no game of 179 moves in "), "{answer}");
    let misused = |args: &[&str], hint: &'static str| {
        let output = search(folder.path(), args).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains(hint), "{words}");
    };
    misused(&["nrpa", "--from", "record:5D/rosin82"], "--keep MOVES");
}

#[test]
fn symmetric_games_are_symmetric() {
    use morpion_rules::geometry::Symmetry;
    let folder = tempfile::tempdir().unwrap();
    let args = ["nrpa", "--level", "2", "--playouts", "2000", "--symmetric"];
    let (report, moves) = best(folder.path(), &args);
    assert_eq!(report["symmetric"], true);
    for mv in &moves {
        let line = Symmetry::HALF_TURN.line(Variant::D5, mv.line);
        let dot = Symmetry::HALF_TURN.cell(Variant::D5, mv.dot());
        assert!(moves.iter().any(|m| m.line == line));
        assert!(moves.iter().any(|m| m.dot() == dot));
    }
    assert!(names(folder.path())[0].contains("-symmetric-nrpa-seed1"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_best_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let mut search = std::process::Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(["search", "sampling", "-q", "--json", "-o"])
        .arg(&games)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let has_record = |_: &_| {
        let entries = std::fs::read_dir(&games).into_iter().flatten();
        entries
            .flatten()
            .any(|e| e.path().extension().is_some_and(|x| x == "psol"))
    };
    wait_until(&mut search, "a game is kept", has_record);
    signal(&search, "-INT");
    let output = search.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let record = record::load(Path::new(report["record"].as_str().unwrap())).unwrap();
    let position = record::replay(&record, None).unwrap();
    assert_eq!(report["best"], position.moves().len());
}

#[test]
fn misuse_is_explained_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let from = ["--from", "record:5D/rosin82", "--keep"];
    let cases: [(&[&str], &str); 6] = [
        (&["luck"], "unrecognized subcommand"),
        (&["sampling", "--keep", "3"], "--from"),
        (&["ranked-reward", "--alpha", "2"], "a number from 0 to 1"),
        (
            &["sampling", from[0], from[1], from[2], "83"],
            "only 82 moves",
        ),
        (
            &["sampling", from[0], from[1], from[2], "1", "--symmetric"],
            "not symmetric",
        ),
        (&["sampling", "--within", "24,0,0,0"], "too large"),
    ];
    for (args, words) in cases {
        search(folder.path(), args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(words));
    }
}

#[test]
fn a_folder_that_can_not_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    search(&file, &["sampling", "--playouts", "1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cannot write"));
}

#[test]
fn the_help_lists_the_algorithms_and_others_parameters_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let help = |words: &[&str]| {
        let mut help = Command::cargo_bin("morpion").unwrap();
        help.arg("search").args(words).arg("-h").assert().success()
    };
    let listed = predicate::str::contains("Cazenave 2007").and(predicate::str::contains("rs2"));
    help(&[]).stdout(predicate::str::contains("Algorithms:").and(listed));
    help(&["reflexive"]).stdout(predicate::str::contains("[default: 100,10]"));
    search(
        folder.path(),
        &["sampling", "--alpha", "2", "--playouts", "9"],
    )
    .assert()
    .code(2)
    .stderr(predicate::str::contains("--alpha"));
}

#[test]
fn what_every_search_has_stands_before_the_algorithm_or_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_, before) = best(
        folder.path(),
        &[
            "--variant",
            "5T",
            "--seed",
            "3",
            "--playouts",
            "50",
            "rs2",
            "-s",
            "4",
        ],
    );
    let (report, behind) = best(
        folder.path(),
        &[
            "rs2",
            "-s",
            "4",
            "--variant",
            "5T",
            "--seed",
            "3",
            "--playouts",
            "50",
        ],
    );
    assert_eq!(before, behind);
    assert_eq!(report["search"]["samples"], 4);
    assert_eq!(report["seed"], 3);
}

/// The options by which an algorithm was named before the algorithms were subcommands.
#[test]
fn an_algorithm_may_be_named_as_before() {
    let folder = tempfile::tempdir().unwrap();
    for old in [
        &["-a", "NRPA", "--level", "1"][..],
        &["--level", "1", "-anrpa"],
        &["--level=1", "--algorithm=nrpa"],
    ] {
        let more = [old, &["--playouts", "9"]].concat();
        let told = search(folder.path(), &more).assert().success();
        let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
        assert!(told.contains("write `morpion search nrpa`"), "{told}");
    }
    let room = ["--room", "7", "--playouts", "9"];
    assert_eq!(best(folder.path(), &room).0["search"]["room"], 7);
    let rungs = ["--rungs", "3", "--playouts", "9", "--variant", "5T"];
    assert_eq!(best(folder.path(), &rungs).0["search"]["rungs"], 3);
    search(folder.path(), &["--luck", "7"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--luck"));
}

/// Each game of each algorithm is legal by the rules of another program, and the same seed gives the same game.
#[test]
fn games_of_all_algorithms_replay_by_rules_that_are_not_ours() {
    let others = [
        "sampling --mobility",
        "nested --level 3 --first-step",
        "reflexive --games 3,2",
        "rs1 -s 2 --ties random --whole-means",
        "rs2 -s 5 --ties last",
        "annealing -r 3000",
    ];
    let names = Algorithm::names().into_iter();
    for words in names.chain(others.map(str::to_owned)) {
        for (variant, symmetric) in Variant::ALL
            .into_iter()
            .flat_map(|v| [(v, false), (v, true)])
        {
            let mut task = Task::of(variant);
            task.symmetric = symmetric;
            task.start.within = Some(BoundingBox::from([5; 4]));
            // Networks play one move at a time, and what they have learnt.
            let Some(moves) = found(&words, &task) else {
                assert!(
                    words == "policy" || symmetric && words == "ranked-reward",
                    "{words}"
                );
                continue;
            };
            let position = record::play_all(variant, &moves).unwrap();
            let text = record::write(&position, &Metadata::default(), Format::Msr).unwrap();
            let game = msr::decode(&text).unwrap();
            assert_eq!(msr::validate(&game), Ok(()), "{words} {variant}");
            assert_eq!(game.moves.len(), moves.len());
            assert_eq!(found(&words, &task), Some(moves), "{words} {variant}");
        }
    }
}

/// The best of 60 games; `None` where the algorithm refuses the task.
fn found(words: &str, task: &Task) -> Option<Vec<morpion_rules::geometry::Move>> {
    let plan = Plan {
        budget: Budget {
            playouts: Some(60),
            ..Budget::default()
        },
        seed: 4,
        jobs: 1,
        repeat: true,
        stop: &AtomicBool::new(false),
    };
    let algorithm: Algorithm = words.parse().unwrap();
    let outcome = algorithm.search(task, plan, &()).ok()?;
    Some(outcome.best.unwrap().moves)
}

#[test]
fn a_game_of_other_rules_to_go_on_from_names_them() {
    let folder = tempfile::tempdir().unwrap();
    for keep in ["10", "178"] {
        let from = ["nrpa", "--from", "record:5T/rosin178", "--keep", keep];
        search(folder.path(), &from)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("add --variant 5T"));
    }
}

/// The most moves of a game of 5T that was found here, as `compare` prints them for the games in a folder.
fn found_here(games: &Path) -> Option<u64> {
    let mut compare = Command::cargo_bin("morpion").unwrap();
    compare.current_dir(games.parent().unwrap());
    let compare = compare.args(["compare", "--variant", "5T", "--json", "--games"]);
    let output = compare.arg(games).output().unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    value["variants"][0]["found_here"].as_u64()
}

#[test]
fn what_goes_on_from_a_game_is_not_found_here() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let random = ["sampling", "--variant", "5T", "--playouts", "1"];
    search(&games, &random).assert().success();
    let found = std::fs::read_dir(&games).unwrap();
    let mut found = found.map(|entry| entry.unwrap().path().display().to_string());
    let game = found.find(|name| name.ends_with(".psol")).unwrap();
    let moves = found_here(&games).unwrap();
    let longer = (moves + 1).to_string();
    let from = ["--variant", "5T", "--from", &game, "--at-least", &longer];
    search(&games, &from).assert().success();
    assert_eq!(found_here(&games), Some(moves));
}

/// A record that a search starts from, and comes to again, does not count as found.
#[test]
fn what_a_record_was_continued_to_is_not_found_here() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let more = |more: &[&str]| {
        let common = [
            "nrpa",
            "--level",
            "1",
            "--variant",
            "5T",
            "--playouts",
            "20",
        ];
        search(&games, &[&common, more].concat()).assert().success();
    };
    more(&["--from", "record:5T/rosin178", "--keep", "178"]);
    assert_eq!(found_here(&games), None);
    more(&["--seed", "2"]);
    assert!(found_here(&games).unwrap() < 178);
}
