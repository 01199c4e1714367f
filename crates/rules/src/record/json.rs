//! JSON that is no MSR record: lists of numbers, a list a dot or a line (see [`rows`](super::rows)), however deep they lie.
//!
//! The two programs of M. Gillioz write their games so: `PyMorpionSolitaire` writes dots and moves as lists of numbers, `MorpionSolitaire`
//! as elements with coordinates X and Y, a dot and a line for each move. Both say how many steps a line has and whether lines may touch.

use serde_json::{Map, Value};

use super::content::{Excerpt, Record};
use super::drawing::{DrawingFault, Place};
use super::fault::RecordError;
use super::rows::{Row, number, record};
use crate::geometry::Variant;

/// Reads lists of numbers.
///
/// # Errors
/// The text is no JSON, or the JSON holds no game.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let json: Value = serde_json::from_str(text)
        .map_err(|error| RecordError::Json(Excerpt::new(&error.to_string())))?;
    let mut lists = Vec::new();
    collect(&json, &mut lists);
    if lists.is_empty() {
        return Err(RecordError::JsonWithoutGame);
    }
    let rows = (1..).zip(lists).map(|(entry, numbers)| {
        let place = Place::Entry(entry);
        let form = || DrawingFault::Form {
            place,
            text: Excerpt::new(&Value::from_iter(numbers.iter().copied().cloned()).to_string()),
        };
        let read: Option<_> = numbers.iter().map(|n| number(n.as_i64()?)).collect();
        let numbers = read.ok_or_else(form)?;
        Ok(Row { place, numbers })
    });
    let rows: Vec<Row> = rows.collect::<Result<_, DrawingFault>>()?;
    record(&rows, variant(&json))
}

/// All lists of numbers, in the order of the text as far as it has one.
fn collect<'a>(json: &'a Value, lists: &mut Vec<Vec<&'a Value>>) {
    match json {
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_number) => {
            lists.push(items.iter().collect());
        }
        Value::Array(items) => match items.iter().map(point).collect::<Option<Vec<_>>>() {
            Some(points) if !points.is_empty() => lists.push(points.concat()),
            _ => items.iter().for_each(|item| collect(item, lists)),
        },
        Value::Object(fields) => match fields.get("Elements") {
            Some(elements) => lists.extend(joined(elements)),
            None => fields.values().for_each(|value| collect(value, lists)),
        },
        _ => {}
    }
}

/// The lists in the elements of a move, a line and its dot joined to one.
fn joined(elements: &Value) -> Vec<Vec<&Value>> {
    let mut lists = Vec::new();
    collect(elements, &mut lists);
    lists.sort_by_key(|list| std::cmp::Reverse(list.len()));
    match &lists[..] {
        [line, dot] if (line.len(), dot.len()) == (4, 2) => vec![[&line[..], dot].concat()],
        _ => lists,
    }
}

fn point(json: &Value) -> Option<[&Value; 2]> {
    Some([json.get("X")?, json.get("Y")?])
}

/// The variant, where a file says how many steps a line has, and whether lines may touch.
fn variant(json: &Value) -> Option<Variant> {
    let fields: &Map<String, Value> = json.as_object()?;
    let field = |names: [&str; 2]| names.iter().find_map(|&name| fields.get(name));
    let steps = field(["LineLength", "SegmentLength"])?.as_u64()?;
    let disjoint = field(["Disjoint", "NoTouchingRule"])?.as_bool()?;
    let is_it = |v: &Variant| v.line_length() as u64 == steps + 1 && v.touching() != disjoint;
    Variant::ALL.into_iter().find(is_it)
}
