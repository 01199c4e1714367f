//! The command line that a process was started with.

/// This process's command line without `--fresh`, in the words of a shell.
pub(in crate::cli) fn resume_command() -> String {
    command_line(|a| a != "--fresh")
}

/// This process's command line in the words of a shell, of its arguments those to `keep`.
pub(in crate::cli) fn command_line(keep: impl Fn(&str) -> bool) -> String {
    // A name that is no text is shown as well as text can.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|a| a.to_string_lossy().into_owned());
    let arguments = arguments.filter(|a| keep(a));
    std::iter::once("morpion".to_owned())
        .chain(arguments.map(|a| quote(&a)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn quote(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+%@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_when_needed() {
        assert_eq!(quote("--max-box=2,1,1,1"), "--max-box=2,1,1,1");
        assert_eq!(quote("my results"), "'my results'");
        assert_eq!(quote("it's"), "'it'\\''s'");
        assert_eq!(quote(""), "''");
    }
}
