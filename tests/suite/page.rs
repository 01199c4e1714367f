//! `morpion page` as its users meet it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use morpion_rules::geometry::Move;
use morpion_rules::record;
use predicates::str::contains;
use serde_json::{Value, json};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn page(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.current_dir(ROOT).arg("page").args(args);
    command
}

fn data(html: &str) -> Value {
    let open = r#"<script type="application/json" id="data">"#;
    let json = html
        .split_once(open)
        .unwrap()
        .1
        .split_once("</script>")
        .unwrap()
        .0;
    serde_json::from_str(json).unwrap()
}

/// A results folder under `folder` with one box, whose found game has this name.
fn results(folder: &Path, name: &str) {
    let boxes = folder.join("5D/boxes");
    fs::create_dir_all(&boxes).unwrap();
    let run = r#"{"format":"morpion-results","version":1,"variant":"5D","symmetric":false}"#;
    fs::write(folder.join("5D/run.json"), run).unwrap();
    let found = serde_json::json!({"size": 1, "by": name, "moves": "(4,3) - 4"});
    let effort = serde_json::json!({"seconds": 1e300, "core_seconds": 1e300, "nodes": u64::MAX, "evaluations": u64::MAX});
    let file = serde_json::json!({
        "format": "morpion-box", "version": 2, "variant": "5D", "symmetric": false,
        "box": [0, 0, 0, 0], "best_graph": found, "best_game": found,
        "claims": [{"objects": "games", "k": 1, "engine": name, "status": name, "effort": effort, "date": name}],
    });
    fs::write(boxes.join("0-0-0-0.json"), file.to_string()).unwrap();
}

#[test]
fn the_committed_results_make_two_small_files_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pages");
    let start = Instant::now();
    page(&["-o", out.to_str().unwrap()])
        .assert()
        .success()
        .stdout(contains("index.html"))
        .stderr(contains("--files"));
    // One second on an idle machine; tests share theirs, and their program may be built without optimisation.
    assert!(start.elapsed() < Duration::from_secs(20));
    let names: Vec<_> = fs::read_dir(&out)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2);
    let size: u64 = names
        .iter()
        .map(|n| fs::metadata(out.join(n)).unwrap().len())
        .sum();
    assert!(size < 5_000_000, "{size}");
}

/// A page about the game may be the user's own.
#[test]
fn a_page_of_somebody_else_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("index.html");
    let text = "<h1>My Morpion Solitaire records</h1>";
    fs::write(&own, text).unwrap();
    page(&["-o", folder.path().to_str().unwrap()])
        .assert()
        .code(2);
    assert_eq!(fs::read_to_string(&own).unwrap(), text);
}

#[test]
fn the_report_says_what_the_results_say() {
    let folder = tempfile::tempdir().unwrap();
    page(&["-o", folder.path().to_str().unwrap()])
        .assert()
        .success();
    let html = fs::read_to_string(folder.path().join("index.html")).unwrap();
    let report = &data(&html)["report"];
    let mut compare = Command::cargo_bin("morpion").unwrap();
    let compared = compare
        .current_dir(ROOT)
        .args(["compare", "--json"])
        .output()
        .unwrap();
    let compared: Value = serde_json::from_slice(&compared.stdout).unwrap();
    for walk in report["walks"].as_array().unwrap() {
        let same =
            |c: &&Value| c["variant"] == walk["variant"] && c["symmetric"] == walk["symmetric"];
        let other = compared["variants"]
            .as_array()
            .unwrap()
            .iter()
            .find(same)
            .unwrap();
        assert_eq!(walk["overall"]["proven"], other["proven_bound"]);
        assert_eq!(walk["overall"]["claimed"], other["claimed_bound"]);
        assert_eq!(walk["overall"]["best_game"], other["best_game"]);
        // The strongest limit of others is the one that is listed first.
        let mut limits = report["limits"].as_array().unwrap().iter();
        let first =
            limits.find(|l| l["variant"] == walk["variant"] && l["symmetric"] == walk["symmetric"]);
        assert_eq!(
            walk["overall"]["published"][0]["moves"],
            first.unwrap()["moves"]
        );
        let boxes = walk["boxes"].as_array().unwrap();
        assert_eq!(boxes.len(), other["boxes"].as_array().unwrap().len());
        for line in other["boxes"].as_array().unwrap() {
            let told = boxes.iter().find(|b| b["box"] == line["box"]).unwrap();
            assert_eq!(told["games"]["proven"], line["games"]["proven"]);
            assert_eq!(told["fate"] == "never", line["never_reached"] == true);
            assert_eq!(told["paper"], line["paper"]);
        }
    }
    let theorem = &report["walks"][0]["theorem"];
    let text = fs::read_to_string(format!("{ROOT}/results/5D/certificates/theorem.txt")).unwrap();
    let count = |word: &str| text.lines().filter(|l| l.starts_with(word)).count() as u64;
    let empty = text
        .lines()
        .filter(|l| l.starts_with("box ") && l.contains(" empty "))
        .count() as u64;
    assert_eq!(theorem["empty"], empty);
    assert_eq!(theorem["boxes"], count("box ") - empty);
    assert_eq!(theorem["arrivals"], count("arrival "));
    assert_eq!(theorem["witnesses"], count("witness "));
    assert_eq!(theorem["missing"], serde_json::json!([]));
    assert!(html.contains("No game of Morpion 5D has more than 82 moves."));
}

#[test]
fn a_theorem_whose_files_are_missing_is_not_called_proven() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("results/5D");
    fs::create_dir_all(copy.join("boxes")).unwrap();
    fs::create_dir_all(copy.join("certificates")).unwrap();
    for entry in fs::read_dir(format!("{ROOT}/results/5D/boxes")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.join("boxes").join(path.file_name().unwrap())).unwrap();
    }
    for name in ["run.json", "certificates/theorem.txt"] {
        fs::copy(format!("{ROOT}/results/5D/{name}"), copy.join(name)).unwrap();
    }
    let results = folder.path().join("results");
    let out = folder.path().join("pages");
    page(&[
        "-o",
        out.to_str().unwrap(),
        "--root",
        results.to_str().unwrap(),
    ])
    .assert()
    .success();
    let html = fs::read_to_string(out.join("index.html")).unwrap();
    let report = &data(&html)["report"];
    assert_eq!(report["headline"]["evidence"], "incomplete");
    assert_eq!(report["walks"][0]["is_proven"], false);
    assert!(html.contains("<h1 id=\"sentence\">The box files say:"));
    let gaps = report["walks"][0]["gaps"].to_string();
    assert!(gaps.contains("files that are not there"), "{gaps}");
    // Links lead from the pages to the results, wherever both are.
    assert_eq!(data(&html)["links"]["results"], "../results");
}

/// Results in which all longest games of 5D are listed, and only two: that of 2010, and ours. Their statements about boxes are false.
pub(crate) fn two_longest_games(results: &Path) {
    let folder = results.join("5D");
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "run.json",
        json!({"format": "morpion-results", "version": 1, "variant": "5D", "symmetric": false})
            .to_string(),
    );
    let mut theorem = "morpion-theorem 1\nobjects games\nall-of 82\n".to_owned();
    for (stem, k, shown) in [
        ("0-0-0-0", 83, "all-of 82"),
        ("1-0-0-0", 0, "empty"),
        ("1-1-0-0", 0, "empty"),
    ] {
        let distances: Vec<u8> = stem.split('-').map(|d| d.parse().unwrap()).collect();
        let claim = json!({"objects": "games", "k": k, "evidence": "proven", "engine": "", "status": "", "date": "", "effort": {"nodes": 1, "evaluations": 0}});
        let file = json!({"format": "morpion-box", "version": 2, "variant": "5D", "symmetric": false, "box": distances, "best_graph": null, "best_game": null, "claims": [claim]});
        write(&format!("boxes/{stem}.json"), file.to_string());
        write(&format!("certificates/{stem}.cert"), String::new());
        theorem += &format!("box {} {shown} {stem}.cert\n", stem.replace('-', ","));
    }
    write("certificates/theorem-all-82.txt", theorem);
    let ours = Path::new(ROOT).join("results/games");
    let name = "5D-082-nrpa-seed6";
    let games = results.join("games");
    fs::create_dir_all(&games).unwrap();
    for ending in ["json", "psol"] {
        let file = format!("{name}.{ending}");
        fs::copy(ours.join(&file), games.join(&file)).unwrap();
    }
    let ours = record::load(&games.join(format!("{name}.psol"))).unwrap();
    let record = record::known_game_by_id("5D/rosin82").unwrap();
    let lines = [ours.moves, record.moves].map(|moves| position(&moves));
    write(
        "positions-82.txt.zst",
        format!("morpion-positions 1\n{}\n", lines.join("\n")),
    );
    write("games-of-82/01.psol", String::new());
}

/// The position that a game of 5D ends in, as a list has it.
fn position(moves: &[Move]) -> String {
    let mark = |mv: &Move| {
        format!(
            "{},{},{},{}",
            mv.dot().x,
            mv.dot().y,
            mv.line.direction.index(),
            mv.position
        )
    };
    let marks: Vec<String> = moves.iter().map(mark).collect();
    marks.join(" ")
}

/// The longest games of a report on these results.
fn longest(results: &Path) -> Value {
    let out = results.join("../pages");
    let paths = [&*out, results].map(|path| path.to_str().unwrap());
    page(&["-o", paths[0], "--root", paths[1]])
        .assert()
        .success();
    let html = fs::read_to_string(out.join("index.html")).unwrap();
    data(&html)["report"]["walks"][0]["longest"].clone()
}

/// Fails if the list is shown wrongly, or without a complete theorem.
#[test]
fn all_longest_games_are_told_where_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    two_longest_games(&results);
    let told = longest(&results);
    assert_eq!(
        (&told["moves"], &told["positions"]),
        (&json!(82), &json!(2))
    );
    assert_eq!(told["theorem"], "5D/certificates/theorem-all-82.txt");
    assert_eq!(told["sha256"].as_str().unwrap().len(), 64);
    let families = told["families"].as_array().unwrap();
    let known = families.iter().flat_map(|f| f["known"].as_array().unwrap());
    let known: BTreeSet<&str> = known.map(|name| name.as_str().unwrap()).collect();
    assert_eq!(
        known,
        BTreeSet::from(["5D-082-nrpa-seed6.psol", "Rosin 82 (5D)"])
    );
    for family in families {
        let [positions, common, varying] =
            ["positions", "common", "varying"].map(|n| family[n].as_u64().unwrap());
        let varies = family["varies"].as_array().unwrap().len() as u64;
        assert_eq!(common + varies, 82);
        assert_eq!(positions == 1, varying == 0);
    }
    assert_eq!(families[0]["file"], "games-of-82/01.psol");
    // A theorem with a file missing shows nothing, nor does a list without a theorem.
    let certificates = results.join("5D/certificates");
    for name in ["1-1-0-0.cert", "theorem-all-82.txt"] {
        fs::remove_file(certificates.join(name)).unwrap();
        assert_eq!(longest(&results), Value::Null);
    }
}

#[test]
fn a_damaged_list_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    two_longest_games(&results);
    fs::write(
        results.join("5D/positions-82.txt.zst"),
        "morpion-positions 1\n<b>\n",
    )
    .unwrap();
    page(&[
        "-o",
        folder.path().to_str().unwrap(),
        "--root",
        results.to_str().unwrap(),
    ])
    .assert()
    .code(2)
    .stderr(contains(
        "positions-82.txt.zst is no list of positions: remove it",
    ));
}

#[test]
fn names_with_markup_and_huge_numbers_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let name = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{2028}\" --> ${x}";
    results(folder.path(), name);
    let out = folder.path().join("pages");
    page(&[
        "-o",
        out.to_str().unwrap(),
        "--root",
        folder.path().to_str().unwrap(),
    ])
    .assert()
    .success();
    for file in ["index.html", "play.html"] {
        let html = fs::read_to_string(out.join(file)).unwrap();
        assert_eq!(html.matches("<script").count(), 2);
        assert_eq!(html.matches("</script").count(), 2);
        assert!(!html.contains("<img") && !html.contains('\u{2028}'));
        assert_eq!(html.matches("<noscript>").count(), 1);
        let told = data(&html)["report"]["walks"][0]["boxes"][0].clone();
        assert_eq!(told["game"]["by"], name);
        assert_eq!(told["nodes"], u64::MAX);
        assert_eq!(told["fate"], "open");
    }
}

#[test]
fn misuse_is_told_in_one_line() {
    page(&[]).assert().code(2).stderr(contains("--out"));
    page(&["-o", "x", "--serve"]).assert().code(2);
    page(&["-o", "x", "--root", "no/such/folder"])
        .assert()
        .code(2)
        .stderr(contains("--root"));
    page(&["--serve", "70000"]).assert().code(2);
}

/// A server that is ended with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_server_follows_a_folder_that_is_being_written() {
    let folder = tempfile::tempdir().unwrap();
    results(folder.path(), "first");
    let mut child = Process::new(assert_cmd::cargo::cargo_bin!("morpion"))
        .args(["page", "--serve", "0", "--root"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let _serving = Serving(child);
    let address = line
        .split_once("http://")
        .unwrap()
        .1
        .split_once('/')
        .unwrap()
        .0;
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let ask = |target: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    assert!(ask("/").contains("<!doctype html>"));
    let first: Value = serde_json::from_str(&ask("/news.json")).unwrap();
    let file = folder.path().join("5D/boxes/0-0-0-0.json");
    fs::write(&file, "{ half").unwrap();
    let stamp = first["stamp"].as_str().unwrap();
    let news: Value = serde_json::from_str(&ask(&format!("/news.json?since={stamp}"))).unwrap();
    assert!(news["fault"].as_str().unwrap().contains("0-0-0-0.json"));
    results(folder.path(), "second");
    let news: Value = serde_json::from_str(&ask(&format!("/news.json?since={stamp}"))).unwrap();
    assert_eq!(news["fault"], Value::Null);
    assert_eq!(
        news["report"]["walks"][0]["boxes"][0]["game"]["by"],
        "second"
    );
}
