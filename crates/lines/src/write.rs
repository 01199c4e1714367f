//! The proof as text, for `morpion-check`. `paper/line-certificate.md` is the format.

use std::fmt::Write;

use crate::candidates::Candidates;
use crate::closure::Deduction;
use crate::program::Multipliers;
use crate::rows::{RowName, Target};
use crate::search::{Answer, Step};

/// The certificate of an answer without a game and without open nodes: no game of these lines has `target` moves.
pub fn certificate(candidates: &Candidates, target: usize, answer: &Answer) -> String {
    let mut text = format!(
        "morpion-lines 1 {} at-most {} lines {}\n",
        candidates.variant,
        target.saturating_sub(1),
        candidates.lines.len()
    );
    for line in &candidates.lines {
        let (start, letter) = (line.start, line.direction.letter());
        push(
            &mut text,
            format_args!("line {} {} {letter}", start.x, start.y),
        );
    }
    for step in &answer.steps {
        match step {
            Step::Deduced(Deduction::Out(m)) => push(&mut text, format_args!("out {m}")),
            Step::Deduced(Deduction::Excludes(a, b)) => {
                push(&mut text, format_args!("excludes {a} {b}"))
            }
            Step::Blocked(line) => push(&mut text, format_args!("blocked {line}")),
            Step::Branched(line) => push(&mut text, format_args!("branched {line}")),
            Step::Open => push(&mut text, format_args!("open")),
            Step::Refuted(multipliers) => refuted(&mut text, candidates, multipliers),
        }
    }
    text
}

fn push(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a text takes everything");
}

fn refuted(text: &mut String, candidates: &Candidates, multipliers: &Multipliers) {
    let Multipliers { scale, rows } = multipliers;
    push(text, format_args!("refuted {scale} {}", rows.len()));
    for (factor, row) in rows {
        push(
            text,
            format_args!("{factor} {}", name(candidates, &row.name)),
        );
    }
}

fn name(candidates: &Candidates, name: &RowName) -> String {
    let cell = |c: usize| format!("{},{}", candidates.cells[c].x, candidates.cells[c].y);
    let cells = |set: &[usize]| {
        set.iter()
            .map(|&c| format!(" {}", cell(c)))
            .collect::<String>()
    };
    match name {
        RowName::Dot(c) => format!("dot {},{}", c.x, c.y),
        RowName::Slot(start, direction, end) => {
            format!(
                "slot {} {} {} {}",
                start.x,
                start.y,
                direction.letter(),
                u8::from(start != end)
            )
        }
        RowName::Required(line) => format!("required {line}"),
        RowName::Clique(at, moves) => {
            let at = at.map_or("-".to_owned(), cell);
            let moves: String = moves.iter().map(|m| format!(" {m}")).collect();
            format!("clique {at}{moves}")
        }
        RowName::Order(Target::Move(m), set) => format!("order move {m}{}", cells(set)),
        RowName::Order(Target::Cell(c), set) => format!("order cell {}{}", cell(*c), cells(set)),
    }
}
