//! The help of the programs, in which the options of commands are looked up that are not run.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::clone::{CHECKER, MORPION};
use super::pages::{page, spans, table_rows};

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
        ["target/release/morpion-check" | "morpion-check", ..] => Some(help(&CHECKER, &[])),
        _ => None,
    }
}

/// Asserts that a command is one of a program, with all options that it names.
pub(super) fn assert_known(command: &str) {
    assert_options(command, command.split(' '));
}

/// Asserts that the command has all the options among these words.
fn assert_options<'a>(command: &str, words: impl Iterator<Item = &'a str>) {
    if let Some(help) = help_on(command) {
        for word in words.filter(|word| word.starts_with('-')) {
            assert!(options(&help).contains(word), "no {word}: {command}");
        }
    }
}

#[test]
fn commands_of_the_table_have_the_options_told_of_them() {
    let commands = page("paper/commands.md");
    assert!(table_rows(&commands).count() > 15);
    for row in table_rows(&commands) {
        let mut code = spans(row);
        let command = code.next().unwrap();
        // Options of another command stand after that command.
        let (others, own): (Vec<&str>, Vec<&str>) = code.partition(|code| code.starts_with("./x "));
        assert_options(command, own.iter().flat_map(|code| code.split(' ')));
        for other in others {
            assert_known(other);
        }
    }
}

/// The names in the list of subcommands, or algorithms, of a help text.
fn listed<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, list) = help.split_once(heading).expect("a list");
    let names = list.lines().take_while(|line| !line.is_empty());
    // The description of a subcommand goes on further to the right.
    names
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(' ').next())
        .filter(|&name| name != "help")
        .collect()
}

/// Fails if the program has a subcommand or an algorithm that the pages do not name.
#[test]
fn pages_name_all_subcommands_and_all_algorithms() {
    let commands = page("paper/commands.md");
    let searchers = commands.clone() + &page("paper/searchers.md");
    for (subcommands, heading, text, pages) in [
        (&[][..], "\nCommands:\n", &commands, "paper/commands.md"),
        (
            &["search"],
            "\nAlgorithms:\n",
            &searchers,
            "paper/searchers.md or paper/commands.md",
        ),
    ] {
        let words: BTreeSet<&str> = spans(text).flat_map(|code| code.split(' ')).collect();
        let help = help(Path::new(MORPION), subcommands);
        let names = listed(&help, heading);
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            assert!(words.contains(name), "{pages} must say what `{name}` does");
        }
    }
}
