//! The old command line of a search, from before its algorithm was a subcommand. It stays for one version more.

use std::ffi::OsString;

use crate::cli::shared::remark;
use morpion_search::searchers::Algorithm;

/// The arguments of `search -a NAME`, as it was written before, in the words of today: `search NAME`.
pub(in crate::cli) fn in_words_of_today(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let named = |argument: &OsString| {
        let argument = argument.to_string_lossy();
        let name = argument
            .strip_prefix("-a")
            .or(argument.strip_prefix("--algorithm"))?;
        let name = name.trim_start_matches('=').to_ascii_lowercase();
        (name.is_empty() || Algorithm::names().contains(&name)).then_some(name)
    };
    let place = arguments
        .iter()
        .position(|argument| named(argument).is_some());
    let Some(place) = place.filter(|_| is_search(&arguments)) else {
        return arguments;
    };
    let mut name = named(&arguments[place]).unwrap_or_default();
    if name.is_empty() {
        let Some(next) = arguments.get(place + 1) else {
            return arguments;
        };
        name = next.to_string_lossy().to_ascii_lowercase();
        arguments.remove(place);
    }
    arguments.remove(place);
    // If no algorithm has this name, the error says so.
    if Algorithm::names().contains(&name) {
        remark(format!(
            "-a goes with the next version: write `morpion search {name}` instead"
        ));
    }
    arguments.insert(2, name.into());
    arguments
}

/// The arguments of a search that says what its algorithm is to do, and not which one it is: the one that it is then.
pub(in crate::cli) fn with_usual_algorithm(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if is_search(&arguments) {
        let words: Vec<String> = arguments
            .iter()
            .map(|argument| argument.to_string_lossy().to_ascii_lowercase())
            .collect();
        let says = |wanted: &str| words.iter().any(|word| word == wanted);
        let is_5t =
            says("--variant=5t") || words.windows(2).any(|pair| pair == ["--variant", "5t"]);
        let is_tempering = is_5t && !says("--symmetric");
        let name = if is_tempering { "tempering" } else { "pool" };
        arguments.insert(2, name.into());
    }
    arguments
}

fn is_search(arguments: &[OsString]) -> bool {
    arguments.get(1).is_some_and(|command| command == "search")
}
