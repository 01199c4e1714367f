//! The table of boxes in the form of the paper's, hardest boxes first.

use std::cmp::Reverse;

use super::row::{Bound, BoxRow};
use super::sentence::percent;
use morpion_output::text::align;
use morpion_proof::claim::{Objects, UpperBound};

const COLUMNS: usize = 10;
const HEADINGS: [&str; COLUMNS] = [
    "box",
    "LP bound",
    "best graph",
    "best game",
    "bound",
    "evidence",
    "explored",
    "nodes",
    "evaluations",
    "core time",
];

/// The rows as cells of text: open boxes first, then by falling bound, empty boxes last.
fn cells(rows: &[BoxRow], objects: Objects) -> Vec<[String; COLUMNS]> {
    let mut order: Vec<&BoxRow> = rows.iter().collect();
    order.sort_by_key(|row| {
        let strongest = row.bound(objects).strongest();
        (!row.open, Reverse(hardness(strongest)), row.bounding_box)
    });
    order
        .into_iter()
        .map(|row| cells_of(row, objects))
        .collect()
}

/// The largest number of moves that is not ruled out; nothing for empty boxes.
fn hardness(strongest: Option<UpperBound>) -> Option<u32> {
    match strongest {
        None => Some(u32::MAX),
        Some(UpperBound::AtMost(n)) => Some(n),
        Some(UpperBound::Empty) => None,
    }
}

/// A value as text, or a dash where there is none.
fn or_dash<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

/// A number, or a dash where there is none.
pub(crate) fn number(n: Option<u32>) -> String {
    or_dash(n, |n| n.to_string())
}

fn cells_of(row: &BoxRow, objects: Objects) -> [String; COLUMNS] {
    [
        row.bounding_box.to_string(),
        or_dash(row.lp_bound_thousandths, thousandths),
        number(row.best_graph),
        number(row.best_game),
        or_dash(row.bound(objects).strongest(), short),
        evidence(row, row.bound(objects)),
        or_dash(row.explored_millionths, percent),
        row.nodes.to_string(),
        row.evaluations.to_string(),
        or_dash(row.core_milliseconds, time),
    ]
}

/// A bound in a word.
pub(crate) fn short(bound: UpperBound) -> String {
    match bound {
        UpperBound::Empty => "empty".to_owned(),
        UpperBound::AtMost(n) => n.to_string(),
    }
}

/// The evidence of the bound in the row, and a weaker proven one where there is one.
fn evidence(row: &BoxRow, said: Bound) -> String {
    let open = if row.open { "open" } else { "" };
    let words = match (said.claimed, said.proven) {
        (None, None) => String::new(),
        (None, Some(_)) => "proven".to_owned(),
        (Some(_), Some(weaker)) => format!("claimed ({} proven)", short(weaker)),
        (Some(_), None) => "claimed".to_owned(),
    };
    let parts = [open, &words];
    let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    parts.join(", ")
}

/// Thousandths with two decimals, rounded up.
fn thousandths(n: i64) -> String {
    let hundredths = n.div_euclid(10) + i64::from(n.rem_euclid(10) != 0);
    let sign = if hundredths < 0 { "-" } else { "" };
    let n = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", n / 100, n % 100)
}

/// Milliseconds in the unit a reader expects.
fn time(milliseconds: u64) -> String {
    match milliseconds {
        0..10_000 => format!("{}.{:02} s", milliseconds / 1000, milliseconds % 1000 / 10),
        10_000..600_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        600_000..7_200_000 => format!("{} min", milliseconds / 60_000),
        _ => format!(
            "{}.{} h",
            milliseconds / 3_600_000,
            milliseconds % 3_600_000 / 360_000
        ),
    }
}

/// The table as text, aligned, numbers to the right; the bounds are those on `objects`.
pub fn render(rows: &[BoxRow], objects: Objects) -> String {
    let right = [false, true, true, true, true, false, true, true, true, true];
    align(HEADINGS, cells(rows, objects), &right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::BoundingBox;

    fn row(text: &str, claimed: Option<UpperBound>, proven: Option<UpperBound>) -> BoxRow {
        let open = claimed.or(proven).is_none();
        BoxRow {
            bounding_box: text.parse::<BoundingBox>().unwrap(),
            resized_from: vec![],
            lp_bound_thousandths: Some(102_763),
            best_graph: Some(80),
            best_game: None,
            graphs: Bound { proven, claimed },
            games: Bound::default(),
            open,
            never_reached: false,
            gap: None,
            paper: None,
            explored_millionths: open.then_some(372_449),
            nodes: 12,
            evaluations: 3456,
            milliseconds: Some(1230),
            core_milliseconds: claimed.or(proven).map(|_| 2460),
        }
    }

    #[test]
    fn open_boxes_come_first_and_empty_ones_last() {
        use UpperBound::{AtMost, Empty};
        let lines = [
            row("7,0,0,0", Some(Empty), None),
            row("1,0,0,0", Some(AtMost(40)), Some(AtMost(41))),
            row("2,0,0,0", None, Some(AtMost(50))),
            row("3,0,0,0", None, None),
        ];
        insta::assert_snapshot!(render(&lines, Objects::Graphs), @r"
        box        LP bound  best graph  best game  bound  evidence             explored  nodes  evaluations  core time
        (3,0,0,0)    102.77          80          -      -  open                  37.24 %     12         3456          -
        (2,0,0,0)    102.77          80          -     50  proven                      -     12         3456     2.46 s
        (1,0,0,0)    102.77          80          -     40  claimed (41 proven)         -     12         3456     2.46 s
        (7,0,0,0)    102.77          80          -  empty  claimed                     -     12         3456     2.46 s
        ");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousandths(102_763), "102.77");
        assert_eq!(thousandths(85_000), "85.00");
        assert_eq!(thousandths(-5), "0.00");
        for (ms, text) in [
            (0, "0.00 s"),
            (9_999, "9.99 s"),
            (12_345, "12.3 s"),
            (3_600_000, "60 min"),
            (9_000_000, "2.5 h"),
        ] {
            assert_eq!(time(ms), text);
        }
    }
}
