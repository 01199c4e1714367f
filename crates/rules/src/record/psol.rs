//! Pentasol files, the text format of the record collections.
//!
//! Lines that start with `#` are comments, and numbers before moves (`12.`) are passed over. The first other line is the reference
//! `(X,Y)`: where the north-west inner corner of the cross, our cell (3,3), lies in
//! the file's own frame. Then one move a line, `(x,y) D o`: the placed dot, the
//! direction `-`, `|`, `\` or `/`, and how many steps along the direction the line's
//! centre lies from the dot, -2 to 2.
//!
//! The format knows lines of five only and does not say whether a game is 5T or 5D; a first comment such as
//! `# Morpion Solitaire 5T`, which this program writes, does.
//! Another dialect turns the sign of the last number around and mostly has no
//! reference; it is told apart and refused, since guessing would change games.

use std::fmt::Write;

use crate::geometry::{Cell, Direction, Line, Move, Variant};

use super::content::{Excerpt, Metadata, Record};
use super::decode::plain_lines;
use super::fault::{PentasolFault, RecordError};
use super::replay::{Position, is_near, play_all};

/// Where the reference corner lies in our frame.
const CORNER: Cell = Cell::new(3, 3);

/// Where we put the reference: far enough from 0 to keep coordinates positive,
/// as other readers like them.
const WRITTEN_CORNER: i16 = 28;

/// The beginning of our first comment, before the name of the variant.
const HEADER: &str = "Morpion Solitaire ";

/// Position of the centre along a line of five.
const CENTRE: i16 = 2;

/// Reads a Pentasol file; the variant stays open unless a comment of ours names it.
///
/// # Errors
/// The first line that cannot be read, or [`RecordError::SignsTurned`].
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reference = None;
    let mut moves = Vec::new();
    for (number, line) in plain_lines(text) {
        let locate = |fault| RecordError::Pentasol {
            line: number,
            fault,
        };
        match reference {
            Some(corner) => moves.push(parse_move(&line, corner).map_err(locate)?),
            None => reference = Some(parse_reference(&line).map_err(locate)?),
        }
    }
    reference.ok_or(RecordError::NoGame)?;
    refuse_turned_signs(&moves)?;
    let comments = text.split(['\r', '\n']).map(str::trim);
    let comments = comments.filter_map(|line| line.strip_prefix('#'));
    let comments: Vec<&str> = comments.map(str::trim).collect();
    let variant = variant_said(&comments, &moves);
    let description = Some(comments.join("\n")).filter(|d| !d.is_empty());
    Ok(Record {
        variant,
        moves,
        metadata: Metadata {
            description,
            ..Metadata::default()
        },
        ..Record::default()
    })
}

/// The variant that our own comment names, if the moves are a game of it: a game of 5T may be one of 5D as well.
fn variant_said(comments: &[&str], moves: &[Move]) -> Option<Variant> {
    let named = |comment: &&str| {
        let words = comment.strip_prefix(HEADER)?;
        words.get(..2)?.parse::<Variant>().ok()
    };
    let said = comments.iter().find_map(named)?;
    (said.line_length() == 5 && play_all(said, moves).is_ok()).then_some(said)
}

fn parse_reference(line: &str) -> Result<(i32, i32), PentasolFault> {
    match split_cell(line) {
        None => Err(PentasolFault::NotAReference(Excerpt::new(line))),
        Some((numbers, "")) => parse_numbers(numbers),
        Some(_) => Err(PentasolFault::NoReference(Excerpt::new(line))),
    }
}

fn parse_move(line: &str, corner: (i32, i32)) -> Result<Move, PentasolFault> {
    let not_a_move = || PentasolFault::NotAMove(Excerpt::new(line));
    let (numbers, rest) = split_cell(line).ok_or_else(not_a_move)?;
    let dot = to_our_frame(parse_numbers(numbers)?, corner)?;
    let mut chars = rest.chars();
    let letter = chars.next().ok_or_else(not_a_move)?;
    let direction = Direction::from_letter(letter)
        .ok_or_else(|| PentasolFault::BadDirection(Excerpt::new(&letter.to_string())))?;
    let steps = match chars.as_str().trim() {
        "" => return Err(not_a_move()),
        text => parse_steps(text)?,
    };
    Ok(move_at(dot, direction, CENTRE - steps))
}

/// The two texts in the parentheses at the start of a text, and the text after them;
/// `None` when it does not even look like `(a,b)`.
fn split_cell(text: &str) -> Option<([&str; 2], &str)> {
    let (inside, rest) = text.strip_prefix('(')?.split_once(')')?;
    let (x, y) = inside.split_once(',')?;
    Some(([x.trim(), y.trim()], rest.trim_start()))
}

fn parse_numbers([x, y]: [&str; 2]) -> Result<(i32, i32), PentasolFault> {
    let number =
        |text| parse_number(text).ok_or_else(|| PentasolFault::BadNumber(Excerpt::new(text)));
    Ok((number(x)?, number(y)?))
}

/// A whole number of at most six digits, with or without a sign.
fn parse_number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

fn parse_steps(text: &str) -> Result<i16, PentasolFault> {
    parse_number(text)
        .and_then(|steps| i16::try_from(steps).ok())
        .filter(|steps| (-CENTRE..=CENTRE).contains(steps))
        .ok_or_else(|| PentasolFault::BadOffset(Excerpt::new(text)))
}

fn to_our_frame((x, y): (i32, i32), corner: (i32, i32)) -> Result<Cell, PentasolFault> {
    let column = i16::try_from(x - corner.0 + i32::from(CORNER.x)).ok();
    let row = i16::try_from(y - corner.1 + i32::from(CORNER.y)).ok();
    column
        .zip(row)
        .map(|(x, y)| Cell::new(x, y))
        .filter(|&dot| is_near(Variant::T5, dot))
        .ok_or_else(|| PentasolFault::TooFar(Excerpt::new(&format!("({x},{y})"))))
}

/// The move that places `dot` at position `position` of its line.
fn move_at(dot: Cell, direction: Direction, position: i16) -> Move {
    Move::new(
        Line::new(dot.step(direction, -position), direction),
        position as u8,
    )
}

/// Refuses a game that is legal only after every sign has been turned around.
///
/// 5T is enough: whatever is legal in 5D is legal in 5T.
fn refuse_turned_signs(moves: &[Move]) -> Result<(), RecordError> {
    let turn = |m: &Move| {
        move_at(
            m.dot(),
            m.line.direction,
            2 * CENTRE - i16::from(m.position),
        )
    };
    let turned: Vec<Move> = moves.iter().map(turn).collect();
    let legal = |moves: &[Move]| play_all(Variant::T5, moves).is_ok();
    if !legal(moves) && legal(&turned) {
        return Err(RecordError::SignsTurned);
    }
    Ok(())
}

/// Writes a game of five-dot lines; `metadata` becomes comments.
///
/// # Errors
/// [`RecordError::PentasolVariant`] for the 4 variants.
pub(super) fn write(position: &Position, metadata: &Metadata) -> Result<String, RecordError> {
    let variant = position.variant();
    if variant.line_length() != 5 {
        return Err(RecordError::PentasolVariant(variant));
    }
    let mut out = String::new();
    for comment in comments(position, metadata) {
        put(&mut out, format_args!("# {comment}"));
    }
    put(
        &mut out,
        format_args!("({WRITTEN_CORNER},{WRITTEN_CORNER})"),
    );
    for mv in position.moves() {
        let dot = mv.dot();
        let x = dot.x - CORNER.x + WRITTEN_CORNER;
        let y = dot.y - CORNER.y + WRITTEN_CORNER;
        let letter = mv.line.direction.letter();
        let offset = match CENTRE - i16::from(mv.position) {
            0 => "0".to_owned(),
            o => format!("{o:+}"),
        };
        put(&mut out, format_args!("({x},{y}) {letter} {offset}"));
    }
    Ok(out)
}

/// One comment a line, none twice: a converted file converts to itself again.
fn comments(position: &Position, metadata: &Metadata) -> Vec<String> {
    let count = position.moves().len();
    let header = format!("{HEADER}{}, {count} moves", position.variant());
    let named = |name: &str, value: &Option<String>| value.as_ref().map(|v| format!("{name}: {v}"));
    let lines = [
        Some(header),
        metadata.description.clone(),
        named("Author", &metadata.author),
        named("Source", &metadata.source),
    ];
    let mut comments: Vec<String> = Vec::new();
    for line in lines.iter().flatten().flat_map(|text| text.lines()) {
        let line = line.replace(char::is_control, " ").trim().to_owned();
        if !line.is_empty() && !comments.contains(&line) {
            comments.push(line);
        }
    }
    comments
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(out, "{line}").expect("writing to a string does not fail");
}
