//! Small readers of LP and OPB, just enough for what the writers use.

use std::collections::BTreeMap;

use crate::{IntegerProgram, Sense, Variable};
use morpion_rules::geometry::{Cell, Direction, Line, Move};

/// Coefficients by column name.
type Terms = BTreeMap<String, i64>;

/// The content of a file, without the order of its parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    objective: Terms,
    rows: BTreeMap<String, (Terms, &'static str, i64)>,
    /// Bounds and integrality.
    columns: BTreeMap<String, (i64, i64, bool)>,
}

impl Content {
    pub(super) fn of(program: &IntegerProgram) -> Self {
        let name = |column: u32| program.columns[column as usize].variable.to_string();
        let terms = |terms: &[(u32, i32)]| -> Terms {
            terms.iter().map(|&(c, f)| (name(c), f.into())).collect()
        };
        let row = |r: &crate::Row| {
            let symbol = normal_symbol(r.sense.symbol());
            (r.name.to_string(), (terms(&r.terms), symbol, r.rhs.into()))
        };
        let column = |c: &crate::Column| {
            (
                c.variable.to_string(),
                (c.lower.into(), c.upper.into(), c.integer),
            )
        };
        Self {
            objective: terms(&program.objective_terms()),
            rows: program.rows.iter().map(row).map(flipped).collect(),
            columns: program.columns.iter().map(column).collect(),
        }
    }
}

type NamedRow = (String, (Terms, &'static str, i64));

fn normal_symbol(symbol: &str) -> &'static str {
    match symbol {
        "<=" | "L" => "<=",
        ">=" | "G" => ">=",
        "=" | "E" => "=",
        other => panic!("{other} is no comparison"),
    }
}

/// The row with `>=` or `=`, because OPB knows no other comparison.
fn flipped((name, (terms, symbol, rhs)): NamedRow) -> NamedRow {
    if symbol == Sense::AtMost.symbol() {
        let terms = terms.into_iter().map(|(n, f)| (n, -f)).collect();
        (name, (terms, ">=", -rhs))
    } else {
        (name, (terms, symbol, rhs))
    }
}

/// Reads `+ 2 x - y`.
fn sum(words: &[&str]) -> Terms {
    let mut terms = Terms::new();
    let (mut sign, mut size) = (1, 1);
    for word in words {
        match *word {
            "+" => (sign, size) = (1, 1),
            "-" => (sign, size) = (-1, 1),
            _ => match word.parse::<i64>() {
                Ok(number) => size = number,
                Err(_) => assert_eq!(terms.insert(word.to_string(), sign * size), None),
            },
        }
    }
    terms
}

pub(super) fn lp(text: &str) -> Content {
    let mut content = Content::default();
    let mut section = "";
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('\\')) {
        assert!(line.len() <= 510, "readers limit the length of lines");
        match line {
            "Maximize" | "Subject To" | "Bounds" | "Binaries" | "Generals" | "End" => {
                lp_statement(&mut content, section, &words);
                words.clear();
                section = line;
            }
            _ => {
                // A statement starts with one blank, a continuation with more.
                if !line.starts_with("  ") {
                    lp_statement(&mut content, section, &words);
                    words.clear();
                }
                words.extend(line.split_whitespace());
            }
        }
    }
    assert_eq!(section, "End");
    content
}

fn lp_statement(content: &mut Content, section: &str, words: &[&str]) {
    match (section, words) {
        (_, []) => {}
        ("Maximize", [label, rest @ ..]) => {
            assert_eq!(*label, "obj:");
            content.objective = sum(rest);
        }
        ("Subject To", [label, rest @ .., symbol, rhs]) => {
            let name = label.strip_suffix(':').unwrap().to_owned();
            let row = (
                name,
                (sum(rest), normal_symbol(symbol), rhs.parse().unwrap()),
            );
            content.rows.extend([flipped(row)]);
        }
        ("Bounds", [name, "=", value]) => {
            let value = value.parse().unwrap();
            content
                .columns
                .insert((*name).into(), (value, value, false));
        }
        ("Bounds", [lower, "<=", name, "<=", upper]) => {
            let bounds = (lower.parse().unwrap(), upper.parse().unwrap(), false);
            content.columns.insert((*name).into(), bounds);
        }
        ("Binaries", [name]) => {
            content.columns.insert((*name).into(), (0, 1, true));
        }
        ("Generals", [name]) => content.columns.get_mut(*name).unwrap().2 = true,
        other => panic!("{other:?}"),
    }
}

/// Reads back the names from the comments.
pub(super) fn opb(text: &str) -> Content {
    let mut content = Content::default();
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let (mut label, mut constraints) = (Vec::new(), 0usize);
    let counts: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            ["*", x, "=", name] if x.starts_with('x') => {
                names.insert(x, (*name).to_owned());
                content.columns.insert((*name).to_owned(), (0, 1, true));
            }
            ["*", rest @ ..] => label = rest.to_vec(),
            ["min:", rest @ .., ";"] => {
                let negated = opb_sum(rest, &names).into_iter();
                content.objective = negated.map(|(name, factor)| (name, -factor)).collect();
            }
            [rest @ .., symbol, rhs, ";"] => {
                constraints += 1;
                let terms = opb_sum(rest, &names);
                if let ["L1", dot] = label[..] {
                    assert_eq!(terms, Terms::from([(dot.to_owned(), 1)]));
                    content.columns.get_mut(dot).unwrap().0 = 1;
                } else {
                    let row = (terms, normal_symbol(symbol), rhs.parse().unwrap());
                    content.rows.insert(label[0].to_owned(), row);
                }
            }
            other => panic!("{other:?}"),
        }
    }
    let (variables, constraints) = (names.len().to_string(), constraints.to_string());
    assert_eq!(
        counts,
        ["*", "#variable=", &variables, "#constraint=", &constraints]
    );
    content
}

fn opb_sum(words: &[&str], names: &BTreeMap<&str, String>) -> Terms {
    let pairs = words.chunks(2);
    pairs
        .map(|pair| (names[pair[1]].clone(), pair[0].parse().unwrap()))
        .collect()
}

/// The variable of the column with this name; `None` if no column has such a name.
pub(super) fn variable(name: &str) -> Option<Variable> {
    let parts: Vec<&str> = name.split('_').collect();
    let cell = |x, y| Some(Cell::new(coordinate(x)?, coordinate(y)?));
    match parts[..] {
        ["dot", x, y] => Some(Variable::Dot(cell(x, y)?)),
        ["ord", x, y] => Some(Variable::Ord(cell(x, y)?)),
        ["move", x, y, d, position] => {
            let direction = *Direction::ALL.get(d.parse::<usize>().ok()?)?;
            let line = Line::new(cell(x, y)?, direction);
            Some(Variable::Move(Move::new(line, position.parse().ok()?)))
        }
        _ => None,
    }
}

fn coordinate(text: &str) -> Option<i16> {
    match text.strip_prefix('m') {
        Some(digits) => digits.parse::<i16>().ok().map(|value| -value),
        None => text.parse().ok(),
    }
}
