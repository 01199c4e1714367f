//! The links from the pages to the files from which they were made.

use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use crate::Sources;

/// Addresses of folders, each to be followed by `/` and a file's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Links {
    /// The address of the folder of results.
    pub results: String,
    /// The addresses of the folders of games.
    pub games: Vec<String>,
}

impl Links {
    /// Links below one address, as when the files are served or published: the first folder of games is `games`, the second one
    /// `games1`, and so on.
    pub fn below(address: &str, sources: &Sources) -> Self {
        let address = address.trim_end_matches('/');
        let games = (0..sources.games.len()).map(|number| match number {
            0 => format!("{address}/games"),
            _ => format!("{address}/games{number}"),
        });
        Self {
            results: address.to_owned(),
            games: games.collect(),
        }
    }

    /// Links relative to the folder of the pages.
    pub fn relative(pages: &Path, sources: &Sources) -> Self {
        let from = absolute(pages);
        let to = |folder: &Path| relative(&from, &absolute(folder));
        Self {
            results: to(&sources.results),
            games: sources.games.iter().map(|folder| to(folder)).collect(),
        }
    }
}

/// The absolute path, with symbolic links resolved if the path exists.
fn absolute(path: &Path) -> PathBuf {
    let plain = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| plain())
}

fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| "..".to_owned());
    let down = to[shared..].iter().filter_map(|part| match part {
        Component::Normal(name) => Some(escaped(&name.to_string_lossy())),
        _ => None,
    });
    let parts: Vec<String> = up.chain(down).collect();
    match parts[..] {
        [] => ".".to_owned(),
        _ => parts.join("/"),
    }
}

/// A file's name as part of an address: every byte that might have a meaning there is percent-encoded.
fn escaped(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_up_and_down() {
        let link = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(link("/a/pages", "/a/results"), "../results");
        assert_eq!(link("/a/b c/pages", "/a/x?<y>"), "../../x%3F%3Cy%3E");
        assert_eq!(link("/a", "/a/results"), "results");
        assert_eq!(link("/a", "/a"), ".");
    }
}
