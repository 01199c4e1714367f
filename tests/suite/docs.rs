//! README.md, GUIDE.md and the pages of commands: their commands are run, or, where that takes long, looked up with all their
//! options. Links of all pages lead somewhere.
//!
//! The guide is followed from its first command to its last in one empty folder, and what it shows must be what is
//! printed, but for numbers that differ from machine to machine.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};
use std::sync::LazyLock;

use assert_cmd::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const MORPION: &str = env!("CARGO_BIN_EXE_morpion");

/// The pages on which commands stand, but for the guide.
const PAGES: [&str; 4] = [
    "README.md",
    "CONTRIBUTING.md",
    "paper/checking.md",
    "paper/commands.md",
];

/// Commands of these pages that take seconds.
const SHORT: [&str; 9] = [
    "./x box 3,2,1,2 --at-least 84 --all-of",
    "./x box 3,2,1,2 --at-least 85",
    "./x box 5,4,4,0 --arriving top-right",
    "./x boxes --objects games --graph walk.svg",
    "./x compare",
    "./x enumerate --variant 4D --moves 6",
    "./x model 4,3,1,1 --format lp -o box.lp",
    "./x page -o pages",
    "./x prove --max-box 2,1,1,1",
];

/// Commands of these pages that take minutes and more, and those that stand for many. Their options are looked up.
const LONG: [&str; 32] = [
    "MORPION_FEATURES=none ./x compare",
    "cargo build --release --locked --no-default-features",
    "git clone ADDRESS morpion && cd morpion",
    "./x bench",
    "./x census",
    "./x check",
    "./x contest --paper 2007-reflexive --quick -o DIR",
    "./x contest nrpa tempering --variant 5T --time-limit 1m -o DIR",
    "./x import FILE..",
    "./x improve 4,3,1,2 --time-limit 1m",
    "./x octagons --at-most 444",
    "./x page -o DIR",
    "./x prove",
    "./x prove --engine highs --at-most 84 --max-box 2,2,1,1",
    "./x prove --sample 10m",
    "./x prove --symmetric --objects games --at-most 68",
    "./x prove --theorem-only",
    "./x replay GAME",
    "./x search --time-limit 10m",
    "./x search --variant 5T --time-limit 1h",
    "./x search openings --variant 5T --from mine/games/5T-tempering-seed1.checkpoint",
    "./x search polish --variant 5T --from record:5T/rosin178 --nodes 10000",
    "./x search ranked-reward --time-limit 1h -o learnt",
    "./x split 5,3,2,2 --objects games --at-least 83 --units 64 -o UNITS",
    "./x test",
    "./x verify box.lp box.sol",
    "RUSTFLAGS=\"-C target-cpu=native\" cargo build --release -p morpion-check",
    "target/release/morpion-check --sample 10m results/5D/certificates/theorem.txt",
    "target/release/morpion-check results/5D-symmetric/certificates",
    "target/release/morpion-check results/5D/certificates",
    "target/release/morpion-check results/5D/certificates/theorem-all-82.txt",
    "target/release/morpion-check results/5D/certificates/theorem.txt",
];

/// A command of the guide and what it is said to print.
struct Step {
    command: String,
    shown: Vec<String>,
}

/// The checker. It belongs to another crate, whose programs Cargo does not build for the tests of this one.
pub(crate) static CHECKER: LazyLock<PathBuf> = LazyLock::new(|| {
    let release = Path::new(MORPION).parent().unwrap();
    let mut build = Process::new(env!("CARGO"));
    build.current_dir(ROOT);
    build.args(["build", "--locked", "--quiet", "-p", "morpion-check"]);
    build.arg("--target-dir").arg(release.parent().unwrap());
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "{build:?}");
    release.join("morpion-check")
});

/// A folder in which commands that are meant for the root of the repository can be run and do no harm there.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let x = folder.path().join("x");
    fs::write(&x, format!("#!/bin/sh\nexec '{MORPION}' \"$@\"\n")).unwrap();
    fs::set_permissions(&x, fs::Permissions::from_mode(0o755)).unwrap();
    let release = folder.path().join("target/release");
    fs::create_dir_all(&release).unwrap();
    symlink(&*CHECKER, release.join("morpion-check")).unwrap();
    folder
}

fn run(folder: &Path, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", command]);
    shell.output().unwrap()
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The lines of all fenced blocks of a language.
fn fenced<'a>(text: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    let mut inside = false;
    text.lines()
        .filter(move |line| match line.strip_prefix("```") {
            Some(rest) => {
                inside = !inside && rest == language;
                false
            }
            None => inside,
        })
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

/// Whether this is what is printed; a line `…` stands for any lines.
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
    let folder = workplace();
    // What the repository holds besides must make no difference.
    let games = Path::new(ROOT).join("results/games");
    copy(&games, &folder.path().join("results/games"));
    let steps = steps(&page("GUIDE.md"));
    assert!(steps.len() > 10);
    for Step { command, shown } in steps {
        let output = run(folder.path(), &command);
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

/// Lines of the shell blocks of a page, and the first command of each row of its table.
fn commands_of(page: &str) -> Vec<String> {
    let in_blocks = fenced(page, "sh").map(|line| line.split("  #").next().unwrap());
    let in_blocks = in_blocks.map(|line| line.trim().to_owned());
    let rows = table_rows(page).map(|row| row.split('`').nth(1).unwrap().to_owned());
    let commands = in_blocks.chain(rows);
    commands.filter(|command| !command.is_empty()).collect()
}

/// The rows of its table of commands.
fn table_rows(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter(|line| line.starts_with("| `./x "))
}

#[test]
fn the_commands_of_the_pages_are_those_listed_here() {
    let commands = PAGES.iter().flat_map(|name| commands_of(&page(name)));
    let listed = SHORT.iter().chain(&LONG).map(|&command| command.to_owned());
    assert_eq!(commands.collect::<BTreeSet<_>>(), listed.collect());
}

/// Every option that a help text shows.
fn options(help: &str) -> BTreeSet<&str> {
    let words = help.split(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '='));
    words.filter(|word| word.starts_with('-')).collect()
}

fn help(program: &Path, subcommands: &[&str]) -> String {
    let mut command = Command::new(program);
    let output = command.args(subcommands).arg("--help").output().unwrap();
    assert!(output.status.success(), "no help on {subcommands:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The help that a command must agree with; none for Cargo, and for the cases of the script `x`.
fn help_on(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["./x", subcommand, ..] if page("x").contains(&format!("\n    {subcommand})\n")) => None,
        ["./x", subcommand, ..] => {
            let list = help(Path::new(MORPION), &[]);
            let is_listed = list.contains(&format!("\n  {subcommand} "));
            assert!(is_listed, "no such subcommand: {command}");
            // The algorithm of a search, which has options of its own.
            let algorithm = words.get(2).filter(|_| subcommand == "search");
            let algorithm = algorithm.filter(|word| word.starts_with(char::is_lowercase));
            let subcommands: Vec<&str> =
                [subcommand].into_iter().chain(algorithm.copied()).collect();
            Some(help(Path::new(MORPION), &subcommands))
        }
        ["target/release/morpion-check", ..] => Some(help(&CHECKER, &[])),
        _ => None,
    }
}

/// Asserts that the command has all the options among these words.
fn assert_options<'a>(command: &str, words: impl Iterator<Item = &'a str>) {
    if let Some(help) = help_on(command) {
        for word in words.filter(|word| word.starts_with('-')) {
            assert!(options(&help).contains(word), "no {word}: {command}");
        }
    }
}

/// The page that leads a reader through the code names what is there.
#[test]
fn what_is_named_on_the_way_of_a_question_exists() {
    let page = page("paper/where-a-question-goes.md");
    let mut functions = 0;
    for row in page.lines().filter(|line| line.contains(".rs` |")) {
        let cells: Vec<&str> = row.split('|').map(|c| c.trim().trim_matches('`')).collect();
        let code = fs::read_to_string(Path::new(ROOT).join(cells[3])).expect(cells[3]);
        let is_there = ["(", "<"]
            .iter()
            .any(|end| code.contains(&format!("fn {}{end}", cells[2])));
        assert!(is_there, "no fn {} in {}", cells[2], cells[3]);
        functions += 1;
    }
    assert!(functions > 10, "{functions}");
    let quoted = page.split('`').skip(1).step_by(2);
    for path in quoted.filter(|q| q.contains('/') && !q.contains(' ')) {
        assert!(Path::new(ROOT).join(path).exists(), "no {path}");
    }
}

/// What breaks: somebody who wants the library finds no example of it.
#[test]
fn every_example_is_named() {
    let listed = page("paper/commands.md");
    let mut examples = 0;
    for krate in fs::read_dir(Path::new(ROOT).join("crates")).unwrap() {
        let krate = krate.unwrap();
        let folder = krate.path().join("examples");
        for example in fs::read_dir(folder).into_iter().flatten() {
            let example = example.unwrap().path();
            let name = krate.file_name().into_string().unwrap();
            let stem = example.file_stem().unwrap().to_str().unwrap();
            let command = format!("-p morpion-{name} --example {stem}");
            assert!(listed.contains(&command), "no {command}");
            examples += 1;
        }
    }
    assert!(examples > 5);
}

/// What breaks: a page of the log is in no table of its index, or in two.
#[test]
fn every_note_stands_in_the_index_once() {
    let index = page("paper/notes/README.md");
    for note in fs::read_dir(Path::new(ROOT).join("paper/notes")).unwrap() {
        let name = note.unwrap().file_name().into_string().unwrap();
        let count = index.matches(&format!("]({name})")).count();
        assert_eq!(count, usize::from(name != "README.md"), "{name}");
    }
}

#[test]
fn commands_of_the_pages_have_the_options_they_name() {
    for command in SHORT.iter().chain(&LONG) {
        assert_options(command, command.split(' '));
    }
}

#[test]
fn commands_of_the_table_have_the_options_told_of_them() {
    let commands = page("paper/commands.md");
    assert!(table_rows(&commands).count() > 15);
    for row in table_rows(&commands) {
        let mut code = row.split('`').skip(1).step_by(2);
        let command = code.next().unwrap();
        // What is told of another command has that command before it.
        let (others, own): (Vec<&str>, Vec<&str>) = code.partition(|code| code.starts_with("./x "));
        assert_options(command, own.iter().flat_map(|code| code.split(' ')));
        for other in others {
            assert_options(other, other.split(' '));
        }
    }
}

/// Where the links and pictures of a page lead, in the repository.
#[test]
fn the_abstract_is_plain_text_that_fits_the_form_of_an_archive() {
    let article = page("paper/article.md");
    let (_, rest) = article.split_once("**Abstract.** ").unwrap();
    let (text, _) = rest.split_once("\n\n").unwrap();
    assert!(text.chars().count() < 1920, "{}", text.chars().count());
    assert!(!text.contains(['`', '[', '*']), "{text}");
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let here = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    here.map(|target| target.split('#').next().unwrap())
}

/// All pages under a folder, but for those of programs that were built or fetched.
fn pages_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !matches!(&*name, "target" | "mine" | ".git" | "results") {
            pages_under(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_of_all_pages_lead_somewhere() {
    let mut pages = Vec::new();
    pages_under(Path::new(ROOT), &mut pages);
    assert!(pages.len() > 40);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{}: {link}", page.display());
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn short_commands_of_the_pages_succeed() {
    let folder = workplace();
    copy(
        &Path::new(ROOT).join("results"),
        &folder.path().join("results"),
    );
    for command in SHORT {
        let output = run(folder.path(), command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        let made = folder.path().join(command.split(' ').next_back().unwrap());
        assert!(!output.stdout.is_empty() || made.is_file(), "{command}");
    }
}
