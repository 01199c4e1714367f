//! JSON for people: indented, but with lists of numbers on one line.

use serde::Serialize;

/// The value as indented JSON with a line end; boxes and other lists of numbers take one line.
///
/// # Panics
/// If the value cannot be JSON: a map whose keys are not text, or a serializer that fails.
pub fn write(value: &impl Serialize) -> String {
    let indented = serde_json::to_string_pretty(value).expect("results are plain data");
    let mut text = String::with_capacity(indented.len());
    let mut lines = indented.lines().peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        // Inside a string JSON has no line end, so this opens a list.
        if line.ends_with('[') {
            let mut ahead = lines.clone();
            let numbers: Vec<&str> = std::iter::from_fn(|| ahead.next_if(|l| is_number(l)))
                .map(str::trim)
                .collect();
            if let Some(close) = ahead.next_if(|l| l.trim_start().starts_with(']')) {
                text.push_str(&numbers.join(" "));
                text.push_str(close.trim_start());
                lines = ahead;
            }
        }
        text.push('\n');
    }
    text
}

fn is_number(line: &str) -> bool {
    let number = line.trim().trim_end_matches(',');
    number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn lists_of_numbers_take_one_line() {
        let value = json!({"a": [1, 2, 3], "b": [[1, 0], [0, 1]], "c": [], "d": ["[", "x"]});
        let wanted = "{\n  \"a\": [1, 2, 3],\n  \"b\": [\n    [1, 0],\n    [0, 1]\n  ],\n  \
                      \"c\": [],\n  \"d\": [\n    \"[\",\n    \"x\"\n  ]\n}\n";
        assert_eq!(write(&value), wanted);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<u32>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[\\[\\],0-9 \n\"]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-c\\[\\]]{1,2}", inner, 0..4)
                    .prop_map(|m| m.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_changes_but_spaces(value in any_json()) {
            prop_assert_eq!(serde_json::from_str::<Value>(&write(&value)).unwrap(), value);
        }
    }
}
