//! The guide is followed from its first command to its last in one clone, and the output that it shows must be the one printed, but
//! for numbers that differ from machine to machine.

use super::clone::Clone;
use super::pages::{fenced, page};

/// A command of the guide, and the output that the guide shows for it.
struct Step {
    command: String,
    shown: Vec<String>,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in fenced(text, "console") {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push(Step {
                command: command.to_owned(),
                shown: Vec::new(),
            }),
            None => steps.last_mut().unwrap().shown.push(line.to_owned()),
        }
    }
    steps
}

/// A line without the width of its gaps, and without numbers of seconds, nodes and evaluations.
fn plain(line: &str) -> String {
    let bare = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        word.to_owned()
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let units = words.iter().skip(1).map(|&word| bare(word));
    let mut plain = String::new();
    for (word, unit) in words.iter().zip(units.chain([String::new()])) {
        let is_measured = matches!(
            &*unit,
            "s" | "a" | "node" | "nodes" | "evaluation" | "evaluations"
        ) && bare(word).parse::<f64>().is_ok();
        plain += if is_measured { "_" } else { word };
        plain.push(' ');
    }
    plain
}

/// Whether the output is as shown; a line `…` stands for any lines.
fn agrees(shown: &[String], printed: &str) -> bool {
    let mut lines = printed.lines().map(plain);
    let mut skips = false;
    for line in shown {
        if line == "…" {
            skips = true;
            continue;
        }
        let wanted = plain(line);
        let found = if skips {
            lines.any(|printed| printed == wanted)
        } else {
            lines.next() == Some(wanted)
        };
        if !found {
            return false;
        }
        skips = false;
    }
    skips || lines.next().is_none()
}

#[test]
fn lines_are_compared_but_for_what_differs_by_machine() {
    let shown = ["a", "…", "b 1.5 s, 3 nodes", "(2 evaluations)"].map(str::to_owned);
    assert!(agrees(&shown, "a\nx\nb  20 s,  1 nodes\n(7 evaluations)\n"));
    assert!(agrees(&shown, "a\nb 0 s, 0 nodes\n(0 evaluations)\n"));
    assert!(!agrees(&shown, "a\nx\nb 20 s, 1 moves\n(7 evaluations)\n"));
    assert!(!agrees(&shown, "a\nb 1.5 s, 3 nodes\n(2 evaluations)\nx\n"));
    assert!(!agrees(&shown, "x\nb 1.5 s, 3 nodes\n(2 evaluations)\n"));
    assert!(agrees(&[], "") && !agrees(&[], "x\n"));
}

#[test]
fn the_guide_prints_what_it_shows() {
    let clone = Clone::new();
    let steps = steps(&page("GUIDE.md"));
    assert!(steps.len() > 10);
    for Step { command, shown } in steps {
        let output = clone.run(&command);
        let printed = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            agrees(&shown, &printed),
            "$ {command}\n{printed}{errors}\nThe guide shows:\n{}",
            shown.join("\n")
        );
        let is_refused = shown.iter().any(|line| line.contains(": rejected: "));
        assert_eq!(output.status.code(), Some(is_refused.into()), "{command}");
    }
}
