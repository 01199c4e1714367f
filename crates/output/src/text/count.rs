//! Numbers with their nouns.

use std::fmt::Display;

/// `1 node`, `2 nodes`, `2 boxes`: for nouns that take an s, or es behind an x.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = match noun.ends_with('x') {
        _ if number == N::from(1) => "",
        true => "es",
        false => "s",
    };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let words = [0u32, 1, 2].map(|n| count(n, "node"));
        assert_eq!(words, ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!([1u32, 2].map(|n| count(n, "box")), ["1 box", "2 boxes"]);
    }
}
