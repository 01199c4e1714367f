//! Lists that may be long.

use std::fmt::Display;

/// The first of these names, and how many more there are: `a, b, and 3 more`, with `separator` for the comma.
pub fn some_of<N: Display>(
    names: impl IntoIterator<Item = N, IntoIter: ExactSizeIterator>,
    most: usize,
    separator: &str,
) -> String {
    let names = names.into_iter();
    let rest = names.len().saturating_sub(most);
    let mut named: Vec<String> = names.take(most).map(|name| name.to_string()).collect();
    if rest > 0 {
        named.push(format!("and {rest} more"));
    }
    named.join(separator)
}
