//! The commands of the pages are those of the table, and each does in a fresh clone what the table says.

use std::process::Child;

use super::clone::{CHECKER, Clone, MORPION};
use super::help::assert_known;
use super::pages::{commands, page};
use super::table::{Outcome, PAGES, Row};
use crate::waiting::{signal, wait_until, wait_until_it_ends, wait_until_it_listens};

#[test]
fn the_commands_of_the_pages_are_those_of_the_table() {
    for (name, rows) in PAGES {
        let listed: Vec<&str> = rows.iter().map(|row| row.command).collect();
        assert_eq!(commands(&page(name)), listed, "{name}");
    }
}

/// Nothing if a command ended with this code and printed these words, or else what it did.
fn compared(code: Option<i32>, said: &str, wanted: (i32, &str)) -> Result<(), String> {
    let is_as_promised = code == Some(wanted.0) && said.contains(wanted.1);
    let what = || format!("code {code:?} where {wanted:?} is promised, and it said:\n{said}");
    is_as_promised.then_some(()).ok_or_else(what)
}

/// A command that is ended whatever becomes of the test.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until the shell and the script have made place for one of our programs.
fn wait_until_it_is_ours(child: &mut Child) {
    let ours = [MORPION.as_ref(), CHECKER.as_path()].map(|program| program.canonicalize().unwrap());
    wait_until(child, "one of our programs runs", |child| {
        let program = std::fs::read_link(format!("/proc/{}/exe", child.id()));
        program.is_ok_and(|program| ours.contains(&program))
    });
}

/// Starts a command and stops it by Ctrl-C, once it listens and has said these words.
fn stopped(clone: &Clone, command: &str, words: &str, wanted: (i32, &str)) -> Result<(), String> {
    let mut started = Started(clone.start(command));
    let child = &mut started.0;
    wait_until_it_is_ours(child);
    wait_until_it_listens(child);
    wait_until(child, words, |_| clone.said().contains(words));
    signal(child, "-INT");
    let code = wait_until_it_ends(child).code();
    compared(code, &clone.said(), wanted)
}

fn ended(clone: &Clone, command: &str, wanted: (i32, &str)) -> Result<(), String> {
    let output = clone.run(command);
    let said = [output.stdout, output.stderr].concat();
    compared(
        output.status.code(),
        &String::from_utf8_lossy(&said),
        wanted,
    )
}

fn made(clone: &Clone, command: &str, file: &str) -> Result<(), String> {
    ended(clone, command, (0, ""))?;
    let size = std::fs::metadata(clone.path().join(file)).map(|file| file.len());
    let is_made = size.as_ref().is_ok_and(|&size| size > 0);
    is_made
        .then_some(())
        .ok_or_else(|| format!("no {file}: {size:?}"))
}

fn try_out(clone: &Clone, row: &Row) -> Result<(), String> {
    ended(clone, row.before, (0, ""))?;
    match row.outcome {
        Outcome::Ends(code, words) => ended(clone, row.command, (code, words)),
        Outcome::Makes(file) => made(clone, row.command, file),
        Outcome::Stopped(code, first, last) => stopped(clone, row.command, first, (code, last)),
        Outcome::NotRun(why) => {
            println!("NOT RUN ({why}), but looked up:");
            assert_known(row.command);
            Ok(())
        }
    }
}

/// Tries all commands of a page in one clone, in their order.
fn follow(page: &str) {
    let (_, rows) = PAGES.into_iter().find(|(name, _)| *name == page).unwrap();
    let clone = Clone::new();
    let mut broken = String::new();
    for row in rows {
        let start = std::time::Instant::now();
        if let Err(why) = try_out(&clone, row) {
            broken += &format!("{}: {why}\n", row.command);
        }
        println!("{:5.1} s  {}", start.elapsed().as_secs_f64(), row.command);
    }
    assert!(
        broken.is_empty(),
        "{page} promises something else:\n{broken}"
    );
}

#[test]
fn the_readme_is_kept() {
    follow("README.md");
}

#[test]
fn the_guide_is_kept() {
    follow("GUIDE.md");
}

#[test]
fn the_page_for_contributors_is_kept() {
    follow("CONTRIBUTING.md");
}

#[test]
fn the_page_on_checking_is_kept() {
    follow("paper/checking.md");
}

#[test]
fn the_page_of_commands_is_kept() {
    follow("paper/commands.md");
}
