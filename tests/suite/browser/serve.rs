//! The report where it is served: it follows a folder that is being written, and says so when the server goes away.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use super::chromium::Page;

/// A box file about (1,0,0,0) with a search that has closed a share of its tree.
fn box_file(explored: f64) -> String {
    let stopped = json!({"objects": "games", "k": 83, "engine": "test", "status": "stopped", "date": "2026-01-01T00:00:00Z",
        "effort": {"seconds": 1.0, "core_seconds": 1.0, "nodes": 5, "evaluations": 0}, "explored": explored});
    json!({"format": "morpion-box", "version": 2, "variant": "5D", "symmetric": false, "box": [1, 0, 0, 0], "best_graph": null,
        "best_game": null, "claims": [stopped]})
    .to_string()
}

#[test]
#[ignore = "needs Chromium"]
fn the_served_report_follows_a_run() {
    let mut page = Page::open();
    let folder = tempfile::tempdir().unwrap();
    let boxes = folder.path().join("5D/boxes");
    fs::create_dir_all(&boxes).unwrap();
    let run =
        json!({"format": "morpion-results", "version": 1, "variant": "5D", "symmetric": false});
    fs::write(folder.path().join("5D/run.json"), run.to_string()).unwrap();
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("morpion"))
        .args(["page", "--serve", "0", "--root"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.split_whitespace().next().unwrap().to_owned();
    page.visit(&address);
    page.wait("!document.getElementById('news').hidden");
    assert_eq!(page.text("#evidence"), "open");
    for (explored, words) in [(0.25, "25.00 %"), (0.5, "50.00 %")] {
        fs::write(boxes.join("1-0-0-0.json"), box_file(explored)).unwrap();
        page.wait(&format!(
            "document.getElementById('news').textContent.includes('{words}')"
        ));
    }
    // The bar under the tile, and its explanation.
    let bars = "document.querySelectorAll('#tiles .works').length";
    assert_eq!(page.eval(bars), 1);
    let legend = page.text("#legend");
    assert!(
        legend.contains("bar: how much of its search is done"),
        "{legend}"
    );
    fs::write(boxes.join("1-0-0-0.json"), "{ half a file").unwrap();
    page.wait("document.getElementById('news').textContent.includes('waiting: ')");
    page.visit(&format!("{address}play.html"));
    page.assert_content();
    page.visit(&address);
    page.wait("!document.getElementById('news').hidden");
    let _ = server.kill();
    let _ = server.wait();
    page.wait("document.getElementById('news').textContent.includes('does not answer')");
}
