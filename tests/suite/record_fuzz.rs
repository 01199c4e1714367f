//! The readers on arbitrary and on damaged input: never a panic, errors of one line.

use std::sync::LazyLock;

use morpion_rules::record::{self, Format, RecordError, known_games, replay};
use proptest::prelude::*;

use super::forms::samples;

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    match record::read(bytes) {
        Ok(record) => {
            // Whatever was read can be replayed, or refused in one line.
            if let Err(error) = replay(&record, None) {
                check_message(&error.to_string())?;
            }
        }
        Err(error) => check_message(&error.to_string())?,
    }
    Ok(())
}

fn check_message(message: &str) -> Result<(), TestCaseError> {
    prop_assert!(!message.is_empty() && message.len() < 1000, "{message}");
    prop_assert!(!message.contains(char::is_control), "{message:?}");
    Ok(())
}

/// A known game in a random format that can hold it.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let games = prop::sample::select(known_games());
    let formats = prop::sample::select(vec![Format::Psol, Format::Msr, Format::Json]);
    (games, formats).prop_map(|(game, format)| {
        let position = replay(&game.to_record(), None).unwrap();
        let text = match record::write(&position, &game.provenance.metadata, format) {
            Err(RecordError::PentasolVariant(_)) => {
                record::write(&position, &game.provenance.metadata, Format::Msr)
            }
            other => other,
        };
        text.unwrap().into_bytes()
    })
}

/// Games in the forms of other programs.
static FOREIGN: LazyLock<Vec<(String, Vec<u8>)>> =
    LazyLock::new(|| samples(&["5D/rosin82", "4D/hyyroporanen35"]));

/// One change to a file.
#[derive(Debug, Clone)]
enum Damage {
    Cut,
    Remove,
    Replace(u8),
    Insert(Vec<u8>),
    Repeat,
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let telling = prop::sample::select(b"()-+|/\\#,.0123456789\"{}[]: \n\re".to_vec());
    prop_oneof![
        Just(Damage::Cut),
        Just(Damage::Remove),
        telling.prop_map(Damage::Replace),
        any::<u8>().prop_map(Damage::Replace),
        prop::collection::vec(any::<u8>(), 1..8).prop_map(Damage::Insert),
        Just(Damage::Repeat),
    ]
}

fn damage(mut bytes: Vec<u8>, place: prop::sample::Index, damage: Damage) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    let at = place.index(bytes.len());
    match damage {
        Damage::Cut => bytes.truncate(at),
        Damage::Remove => drop(bytes.remove(at)),
        Damage::Replace(byte) => bytes[at] = byte,
        Damage::Insert(more) => drop(bytes.splice(at..at, more)),
        Damage::Repeat => bytes.extend_from_within(at..),
    }
    bytes
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    #[test]
    fn arbitrary_text(text in "\\PC*") {
        check(text.as_bytes())?;
    }

    #[test]
    fn text_that_starts_like_pentasol(
        text in "(#.*\n)?\\([0-9+-]{1,3},[0-9]{1,3}\\)\n(\\([0-9-]{1,7},[0-9]{1,2}\\) ?[|/\\\\-] ?[+-]?[0-3]\n){0,6}.*"
    ) {
        check(text.as_bytes())?;
    }

    #[test]
    fn rows_of_numbers(
        text in "(([0-9]{1,2}\\. ?)?[(\\[]?(-?[0-9]{1,3}[ ,;)(\\[\\]]{1,2}){0,11}(ne|#.*)?\r?\n){1,9}"
    ) {
        check(text.as_bytes())?;
    }

    #[test]
    fn json_without_variant(
        text in "[\\[{](\"(Elements|InitialDots|X|Y|LineLength|Disjoint)\": ?|[\\[\\]{},]|-?[0-9]{1,5}(\\.5)?|true){0,40}"
    ) {
        check(text.as_bytes())?;
    }

    #[test]
    fn values_of_columns(
        text in "((# Columns [0-9]|v|\\*\\*)? ?-?(move|dot|ord)(_m?[0-9]{1,3}){1,5} +-?[01](\\.[09]{1,3})?\n){0,9}"
    ) {
        check(text.as_bytes())?;
    }

    #[test]
    fn wide_text_and_pictures(
        start in prop::sample::select(vec![&b"\xff\xfe"[..], b"\xfe\xff", b"\x89PNG\r\n\x1a\n", b"<svg><metadata id=\"morpion\">5D: ", b"morpion-"]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        check(&[start, &bytes].concat())?;
    }

    #[test]
    fn text_that_starts_like_msr(text in "(MS1:[A-Za-z0-9_-]{0,60}|\\{\"(variant|moves|x)\":.*)") {
        check(text.as_bytes())?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn damaged_files(
        file in prop_oneof![any_file(), (0..FOREIGN.len()).prop_map(|i| FOREIGN[i].1.clone())],
        damages in prop::collection::vec((any::<prop::sample::Index>(), any_damage()), 1..4),
    ) {
        let damaged = damages.into_iter().fold(file, |f, (place, d)| damage(f, place, d));
        check(&damaged)?;
    }
}
