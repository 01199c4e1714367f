//! Reading pages: their blocks, their commands, the rows of their tables.

use std::fs;
use std::path::Path;

use super::clone::ROOT;

/// A page, as it is in the clones, too.
pub(super) fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The lines of all fenced blocks of a language.
pub(super) fn fenced<'a>(text: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = lines(text).filter(move |(block, _)| *block == Some(language));
    lines.map(|(_, line)| line)
}

/// The lines of a page with the language of the fenced block in which each stands, without the fences.
fn lines(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut block = None;
    text.lines()
        .filter_map(move |line| match line.strip_prefix("```") {
            Some(language) => {
                block = if block.is_none() {
                    Some(language)
                } else {
                    None
                };
                None
            }
            None => Some((block, line)),
        })
}

/// All commands of a page, each once: the lines of shell blocks, and the pieces between backticks that begin with a program of ours
/// and a word for it.
pub(super) fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for (block, line) in lines(text) {
        let found: Vec<&str> = match block {
            Some("sh") => vec![line.split("  #").next().unwrap().trim()],
            Some(_) => Vec::new(),
            None => spans(line).filter(|code| is_command(code)).collect(),
        };
        for command in found {
            if !command.is_empty() && !commands.iter().any(|known| known == command) {
                commands.push(command.to_owned());
            }
        }
    }
    commands
}

/// The pieces of a line that stand between backticks.
pub(super) fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn is_command(code: &str) -> bool {
    ["./x ", "morpion-check ", "morpion-recount "]
        .iter()
        .any(|program| code.starts_with(program))
}

/// The rows of its table of commands.
pub(super) fn table_rows(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter(|line| line.starts_with("| `./x "))
}

#[test]
fn commands_stand_in_blocks_and_between_backticks() {
    let page = "`./x a`, `./x`, `x b` and `morpion-check c`.\n```sh\n./x d -o e   # why\n\n./x a\n```\n```console\n$ ./x f\n```\n`./x g`\n";
    assert_eq!(
        commands(page),
        ["./x a", "morpion-check c", "./x d -o e", "./x g"]
    );
    assert_eq!(fenced(page, "console").collect::<Vec<_>>(), ["$ ./x f"]);
}
