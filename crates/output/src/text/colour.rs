//! Colours on the terminal only, and not if `NO_COLOR` is set (`CLICOLOR_FORCE` allows them in files, too). This file only marks words;
//! the code that prints decides about colours.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Marks words about something that was shown, or holds, as bold and green.
pub fn good(words: impl Display) -> String {
    paint(AnsiColor::Green, words)
}

/// Marks words about something that was left open as bold and yellow.
pub fn open(words: impl Display) -> String {
    paint(AnsiColor::Yellow, words)
}

/// Marks words about something that is wrong as bold and red.
pub fn bad(words: impl Display) -> String {
    paint(AnsiColor::Red, words)
}

fn paint(colour: AnsiColor, words: impl Display) -> String {
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{words}{style:#}")
}
