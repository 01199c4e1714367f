//! Numbers with their nouns.

use std::fmt::Display;

/// `1 node`, `2 nodes`: for nouns that take an s.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let words = [0u32, 1, 2].map(|n| count(n, "node"));
        assert_eq!(words, ["0 nodes", "1 node", "2 nodes"]);
    }
}
