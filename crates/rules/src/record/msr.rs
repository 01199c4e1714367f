//! MSR records, as JSON or in the compact `MS1:` form, through the crate `msr`.
//!
//! MSR's frame is ours: x right, y down, the cross in 0..=9 (0..=6 for lines of
//! four), and the direction codes H, V, DN and DP are our horizontal, vertical,
//! falling and rising. Facts that follow from the moves (`available_moves`,
//! `terminal`, `bbox`) are never read and always computed; fields the crate does
//! not know are dropped. Source: the MSR 0.1 specification.

use crate::geometry::{Cell, Direction, Line, Move, Variant};

use super::content::{Excerpt, Metadata, Record};
use super::fault::{MsrMoveFault, RecordError};
use super::replay::{Position, is_near};

/// The largest compact record, in bytes. Deflate can blow up a thousandfold, and
/// the crate sets no limit, so this is what bounds the memory; the longest known
/// game takes 1.1 kB.
const MAX_COMPACT_BYTES: usize = 16 * 1024;

/// Reads either form.
///
/// # Errors
/// The part that cannot be read, by its place or its move.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    if text.starts_with(msr::PREFIX) && text.len() > MAX_COMPACT_BYTES {
        return Err(RecordError::TooLarge(MAX_COMPACT_BYTES));
    }
    let raw = one_line_error(msr::decode(text))?;
    check_version(&raw.version)?;
    if raw.score != raw.moves.len() {
        return Err(RecordError::Score {
            said: raw.score,
            found: raw.moves.len(),
        });
    }
    let variant = variant_from_msr(raw.variant);
    let moves = raw.moves.iter().enumerate().map(|(index, m)| {
        let locate = |fault| RecordError::MsrMove {
            number: index + 1,
            fault,
        };
        move_from_msr(variant, m).map_err(locate)
    });
    Ok(Record {
        variant: Some(variant),
        moves: moves.collect::<Result<_, _>>()?,
        metadata: metadata_from_msr(raw),
        ..Record::default()
    })
}

/// The specification reserves a new major version for incompatible changes; 1 is
/// what files older than the specification wrote.
fn check_version(version: &str) -> Result<(), RecordError> {
    match version.split('.').next() {
        Some("0" | "1") => Ok(()),
        _ => Err(RecordError::MsrVersion(Excerpt::new(version))),
    }
}

fn move_from_msr(variant: Variant, raw: &msr::RecordMove) -> Result<Move, MsrMoveFault> {
    let dot = Cell::new(raw.x, raw.y);
    if usize::from(raw.pos) >= variant.line_length() {
        let pos = raw.pos;
        return Err(MsrMoveFault::Position { pos, variant });
    }
    if !is_near(variant, dot) {
        return Err(MsrMoveFault::TooFar(raw.x, raw.y));
    }
    let direction = direction_from_msr(raw.dir);
    let start = dot.step(direction, -i16::from(raw.pos));
    Ok(Move::new(Line::new(start, direction), raw.pos))
}

fn metadata_from_msr(raw: msr::Record) -> Metadata {
    Metadata {
        producer: raw.producer,
        saved_at: raw.saved_at,
        description: raw.description,
        author: raw.author,
        source: raw.source,
        transcribed_by: raw.transcribed_by,
        tags: raw.tags,
        solver: raw.solver,
    }
}

/// Writes the compact form, with a final newline.
///
/// # Errors
/// When the game with its metadata is too large to be read again.
pub(super) fn write_compact(
    position: &Position,
    metadata: &Metadata,
) -> Result<String, RecordError> {
    let text = one_line_error(msr::encode(&to_msr(position, metadata)))?;
    if text.len() > MAX_COMPACT_BYTES {
        return Err(RecordError::TooLarge(MAX_COMPACT_BYTES));
    }
    Ok(text + "\n")
}

/// Writes readable JSON, with a final newline.
///
/// # Errors
/// When the crate cannot encode the record.
pub(super) fn write_json(position: &Position, metadata: &Metadata) -> Result<String, RecordError> {
    let text = one_line_error(msr::encode_json(&to_msr(position, metadata)))?;
    Ok(text + "\n")
}

fn one_line_error<T>(result: Result<T, msr::Error>) -> Result<T, RecordError> {
    let words = |error| match error {
        // The crate's own words are a dump of its state.
        msr::Error::Inflate(_) => "its compressed part is damaged or cut short".to_owned(),
        other => other.to_string(),
    };
    result.map_err(|e| RecordError::Msr(Excerpt::new(&words(e))))
}

fn to_msr(position: &Position, metadata: &Metadata) -> msr::Record {
    let variant = position.variant();
    let moves = position.moves().iter().map(|&m| move_to_msr(m)).collect();
    let legal = position.legal_moves().len();
    let region = position.bounding_box().region(variant);
    let metadata = metadata.clone();
    msr::Record {
        producer: metadata.producer,
        available_moves: Some(legal),
        terminal: Some(legal == 0),
        bbox: Some([region.x_min, region.y_min, region.x_max, region.y_max]),
        saved_at: metadata.saved_at,
        description: metadata.description,
        author: metadata.author,
        source: metadata.source,
        transcribed_by: metadata.transcribed_by,
        tags: metadata.tags,
        solver: metadata.solver.filter(|s| !s.is_empty()),
        ..msr::Record::new(variant_to_msr(variant), moves)
    }
}

fn move_to_msr(mv: Move) -> msr::RecordMove {
    let dot = mv.dot();
    msr::RecordMove {
        x: dot.x,
        y: dot.y,
        dir: direction_to_msr(mv.line.direction),
        pos: mv.position,
    }
}

/// The reason why variants and directions translate between MSR and ours.
const ALIKE: &str = "both know the same variants and directions";

fn variant_from_msr(variant: msr::Variant) -> Variant {
    variant.code().parse().expect(ALIKE)
}

fn variant_to_msr(variant: Variant) -> msr::Variant {
    msr::Variant::from_code(variant.name()).expect(ALIKE)
}

fn direction_from_msr(direction: msr::Direction) -> Direction {
    let is_same = |d: &Direction| d.vector() == direction.delta();
    Direction::ALL.into_iter().find(is_same).expect(ALIKE)
}

fn direction_to_msr(direction: Direction) -> msr::Direction {
    let is_same = |d: &msr::Direction| d.delta() == direction.vector();
    msr::Direction::ALL.into_iter().find(is_same).expect(ALIKE)
}
