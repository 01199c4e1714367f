//! Games in the forms in which other programs write them; the tests read them, and `benches/reading.rs` times that.

use std::fmt::Write;

use morpion_output::draw;
use morpion_rules::geometry::{Cell, Line, Move, Variant, cross_cells};
use morpion_rules::record::{Game, known_game_by_id, moves_text};

/// How some program writes a game.
pub(crate) type Form = (&'static str, fn(&Game) -> String);

/// Forms that keep the order of play.
pub(crate) const ORDERED: [Form; 9] = [
    ("PyMorpionSolitaire", lists_with_start),
    ("MorpionSolitaire", elements),
    ("lists of six, the dot in front", |g| {
        lists(g, |m, v| [dot(m), ends(m, v)].concat())
    }),
    ("all points", |g| {
        text_rows(g, |m, v| coordinates(m.line.cells(v)))
    }),
    ("bracketed points", bracketed),
    ("rows of marks", |g| text_rows(g, |m, _| mark(m))),
    ("listed", |g| moves_text::write(&g.moves)),
    ("listed with the variant", |g| {
        format!("{}: {}", g.variant, moves_text::write(&g.moves))
    }),
    ("segments", |g| text_rows(g, ends)),
];

pub(crate) fn coordinates(cells: impl Iterator<Item = Cell>) -> Vec<i16> {
    cells.flat_map(|c| [c.x, c.y]).collect()
}

pub(crate) fn dot(mv: &Move) -> Vec<i16> {
    coordinates([mv.dot()].into_iter())
}

fn ends(mv: &Move, variant: Variant) -> Vec<i16> {
    coordinates([mv.line.start, mv.line.cell(variant.line_length() - 1)].into_iter())
}

/// The numbers of a move as in the `.moves` files beside certificates.
fn mark(mv: &Move) -> Vec<i16> {
    let dot = mv.dot();
    vec![
        dot.x,
        dot.y,
        mv.line.direction.index() as i16,
        i16::from(mv.position),
    ]
}

pub(crate) fn lists(game: &Game, row: fn(&Move, Variant) -> Vec<i16>) -> String {
    let rows: Vec<_> = game.moves.iter().map(|m| row(m, game.variant)).collect();
    serde_json::to_string(&rows).unwrap()
}

fn text_rows(game: &Game, row: fn(&Move, Variant) -> Vec<i16>) -> String {
    let mut text = String::from("# a game\r\n");
    for mv in &game.moves {
        let numbers: Vec<String> = row(mv, game.variant).iter().map(i16::to_string).collect();
        let _ = write!(text, "{}\r\n", numbers.join(" "));
    }
    text
}

fn bracketed(game: &Game) -> String {
    let mut text = String::new();
    for mv in &game.moves {
        for cell in mv.line.cells(game.variant) {
            let _ = write!(text, "[{},{}] ", cell.x + 3, cell.y + 3);
        }
        text.push('\n');
    }
    text
}

/// With the dots of the cross, somewhere else.
pub(crate) fn lists_with_start(game: &Game) -> String {
    let far = |numbers: Vec<i16>| -> Vec<i16> { numbers.iter().map(|n| n + 27).collect() };
    let of = |m: &Move| far([ends(m, game.variant), dot(m)].concat());
    serde_json::json!({
        "Title": "Morpion Solitaire",
        "Version": "1.0",
        "LineLength": game.variant.line_length() - 1,
        "Disjoint": !game.variant.touching(),
        "InitialDots": cross_cells(game.variant).map(|c| far(vec![c.x, c.y])).collect::<Vec<_>>(),
        "Moves": game.moves.iter().map(of).collect::<Vec<_>>(),
    })
    .to_string()
}

/// As in `MorpionSolitaire`: each step has elements, each element has coordinates.
fn elements(game: &Game) -> String {
    let point = |c: &Cell| serde_json::json!({"X": c.x, "Y": c.y});
    let element = |kind: &str, cells: &[Cell]| serde_json::json!({"Type": kind, "Coordinates": cells.iter().map(point).collect::<Vec<_>>()});
    let start: Vec<_> = cross_cells(game.variant)
        .map(|c| element("dot", &[c]))
        .collect();
    let step = |m: &Move| {
        let line = [m.line.cell(game.variant.line_length() - 1), m.line.start];
        serde_json::json!({"Elements": [element("line", &line), element("dot", &[m.dot()])]})
    };
    let mut steps = vec![serde_json::json!({"Elements": start})];
    steps.extend(game.moves.iter().map(step));
    serde_json::json!({
        "Title": "Morpion Solitaire",
        "Version": "v1",
        "SegmentLength": game.variant.line_length() - 1,
        "NoTouchingRule": !game.variant.touching(),
        "Grid": steps,
    })
    .to_string()
}

/// A column of `morpion model`: the move by the first cell of its line.
pub(crate) fn column(mv: &Move) -> String {
    let Line { start, direction } = mv.line;
    let (x, y, d, i) = (start.x, start.y, direction.index(), mv.position);
    format!("move_{x}_{y}_{d}_{i}").replace('-', "m")
}

/// A column that is 0.
pub(crate) const OFF: &str = "move_9_9_0_0";

/// A solver: its name, how it writes the values of two columns, of which the first is 1, and the text before and after them.
pub(crate) type Solver = (
    &'static str,
    fn(&str, &str) -> String,
    &'static str,
    &'static str,
);

/// The files of solvers, by their manuals and by files that they wrote.
pub(crate) const SOLVERS: [Solver; 6] = [
    (
        "Gurobi",
        |on, off| format!("{on} 1\n{off} 0\n"),
        "# Objective value = 1\n",
        "",
    ),
    (
        "SCIP",
        |on, _| format!("{on}      0.99999999 \t(obj:1)\n"),
        "solution status: optimal\nobjective value:   1\n",
        "",
    ),
    (
        "HiGHS",
        |on, off| format!("{on} 1\n{off} 0\n"),
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\n# Columns 2\n",
        "# Rows 1\nL3_3_m1 0\n\n# Dual solution values\nFeasible\n# Columns 1\nmove_9_9_0_0 1\n",
    ),
    (
        "HiGHS, table",
        |on, off| format!("  0  BS  0  1  1  0  Integer  {on}\n  1  LB  0  1  0  Integer  {off}\n"),
        "Columns\n    Index Status Lower Upper Primal Dual Type Name\n",
        "Rows\n",
    ),
    (
        "CBC",
        |on, _| format!("**   12 {on}  1   -1\n"),
        "Optimal - objective value 1.0\n",
        "",
    ),
    (
        "pseudo-Boolean",
        |on, off| format!("v {on} -{off}\n"),
        "c hello\ns OPTIMUM FOUND\no -1\n",
        "",
    ),
];

/// Some games in all these forms, and in some without order.
pub(crate) fn samples(games: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut samples = Vec::new();
    for game in games.iter().map(|id| known_game_by_id(id).unwrap()) {
        let mut add =
            |name: &str, bytes: Vec<u8>| samples.push((format!("{name}, {}", game.id), bytes));
        for (name, form) in ORDERED {
            let text = form(&game);
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            add(&format!("{name}, sorted"), lines.join("\n").into_bytes());
            add(name, text.into_bytes());
        }
        for (name, line, head, foot) in SOLVERS {
            let lines: String = game.moves.iter().map(|m| line(&column(m), OFF)).collect();
            add(name, format!("{head}{lines}{foot}").into_bytes());
        }
        let options = draw::Options {
            scale: 4.0,
            ..draw::Options::default()
        };
        add(
            "svg",
            draw::svg(game.variant, &game.moves, &options)
                .unwrap()
                .into_bytes(),
        );
        add(
            "png",
            draw::png(game.variant, &game.moves, &options).unwrap(),
        );
    }
    samples
}
