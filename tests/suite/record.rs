//! Records: the rules against a second validator, round trips, and refusals.

use std::path::Path;

use morpion_rules::geometry::{Cell, Direction, Line, Move, Symmetry, Variant};
use morpion_rules::record::{
    self, Fault, Format, MAX_FILE_BYTES, Metadata, Position, Record, RecordError, ReplayError,
    known_games, play_all, replay,
};
use proptest::prelude::*;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");

fn data(name: &str) -> Result<Record, record::LoadError> {
    record::load(&Path::new(DATA).join(name))
}

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// A legal game: at each step one of the legal moves, by a list of numbers.
fn random_game(variant: Variant, choices: &[usize]) -> Position {
    let mut position = Position::new(variant);
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play(legal[choice % legal.len()]).unwrap();
    }
    position
}

fn any_game() -> impl Strategy<Value = Position> {
    let choices = prop::collection::vec(any::<usize>(), 0..60);
    (any_variant(), choices).prop_map(|(variant, choices)| random_game(variant, &choices))
}

fn formats(variant: Variant) -> Vec<Format> {
    match variant {
        Variant::T5 | Variant::D5 => vec![Format::Psol, Format::Msr, Format::Json],
        Variant::T4 | Variant::D4 => vec![Format::Msr, Format::Json],
    }
}

fn read_text(text: &str) -> Result<Record, RecordError> {
    record::read(text.as_bytes())
}

#[test]
fn the_known_games_replay_and_none_can_go_on() {
    let games = known_games();
    assert_eq!(games.len(), 15);
    for game in games {
        let position = play_all(game.variant, &game.moves).unwrap();
        assert_eq!(position.legal_moves(), [], "{} can go on", game.id);
        assert!(
            game.provenance.metadata.author.is_some(),
            "{} has no author",
            game.id
        );
    }
}

#[test]
fn the_known_games_include_the_records() {
    let best = |variant| {
        let lengths = known_games()
            .into_iter()
            .filter(move |g| g.variant == variant)
            .map(|g| g.moves.len());
        lengths.max().unwrap()
    };
    assert_eq!(Variant::ALL.map(best), [178, 82, 62, 35]);
}

#[test]
fn known_games_are_found_by_long_and_short_names() {
    for name in ["5D/rosin82", "rosin82", "5d/ROSIN82"] {
        assert_eq!(record::known_game_by_id(name).unwrap().moves.len(), 82);
    }
    assert_eq!(record::known_game_by_id("5T/rosin82"), None);
}

#[test]
fn twenty_eight_moves_are_legal_at_the_start() {
    for variant in [Variant::T5, Variant::D5] {
        assert_eq!(Position::new(variant).legal_moves().len(), 28);
    }
}

#[test]
fn a_disjoint_game_leaves_144_slots_minus_its_moves() {
    let game = record::known_game_by_id("5D/rosin82").unwrap();
    let position = play_all(Variant::D5, &game.moves).unwrap();
    assert_eq!(position.unused_slots(), Some(144 - 82));
    assert_eq!(Position::new(Variant::T5).unused_slots(), None);
}

#[test]
fn pentasol_reads_the_way_its_author_wrote() {
    // These lines were published; the same game was published as MSR.
    let start = data("rosin-177a-start.psol").unwrap().moves;
    let whole = record::known_game_by_id("5T/rosin177a").unwrap().moves;
    assert_eq!(start, whole[..5]);
}

#[test]
fn the_sample_files_hold_the_record() {
    let wanted = record::known_game_by_id("5D/rosin82").unwrap();
    let psol = data("rosin-82.psol").unwrap();
    assert_eq!(
        (psol.variant, &psol.moves),
        (Some(Variant::D5), &wanted.moves)
    );
    assert_eq!(data("rosin-82.msr").unwrap(), wanted.to_record());
}

fn mv(x: i16, y: i16, direction: Direction, position: u8) -> Move {
    Move::new(Line::new(Cell::new(x, y), direction), position)
}

#[test]
fn each_rule_names_its_fault() {
    use Direction::Horizontal;
    let first = mv(2, 0, Horizontal, 0);
    let cases: [(Vec<Move>, &str); 7] = [
        (vec![mv(2, 0, Horizontal, 5)], "move 1"),
        (vec![mv(2, 0, Horizontal, 5)], "does not lie on its line"),
        ([mv(3, 0, Horizontal, 4)].repeat(2), "already placed"),
        (vec![mv(2, 0, Horizontal, 1)], "dot of the cross"),
        (vec![mv(1, 0, Horizontal, 0)], "needs a dot at (2,0)"),
        (
            vec![first, mv(3, 0, Horizontal, 4)],
            "4 cells with the line of move 1",
        ),
        (vec![mv(500, 0, Horizontal, 0)], "more than 60 cells"),
    ];
    for (moves, words) in cases {
        let error = play_all(Variant::D5, &moves).unwrap_err().to_string();
        assert!(error.contains(words), "{error} does not say {words}");
    }
}

#[test]
fn touching_lines_are_what_5d_refuses_in_a_5t_game() {
    let game = record::known_game_by_id("5T/rosin178").unwrap();
    let error = play_all(Variant::D5, &game.moves).unwrap_err();
    let Fault::Overlap { with, shared, .. } = error.fault else {
        panic!("{error}");
    };
    assert_eq!(shared, 1);
    let lines = [with, error.number].map(|n| game.moves[n - 1].line);
    assert!(lines[0].compatible(lines[1], Variant::T5));
    assert!(!lines[0].compatible(lines[1], Variant::D5));
}

#[test]
fn a_record_without_variant_is_tried_as_5d_then_5t() {
    let with_moves_of = |id| Record {
        variant: None,
        ..record::known_game_by_id(id).unwrap().to_record()
    };
    let found = |id| replay(&with_moves_of(id), None).unwrap().variant();
    assert_eq!(found("5D/rosin82"), Variant::D5);
    assert_eq!(found("5T/rosin178"), Variant::T5);
    let chosen = replay(&with_moves_of("5T/rosin178"), Some(Variant::D5));
    assert!(matches!(chosen, Err(ReplayError::Illegal(_))));
    let chosen = replay(&with_moves_of("5T/rosin178"), Some(Variant::T4));
    assert!(matches!(chosen, Err(ReplayError::LineLength { .. })));
}

#[test]
fn metadata_survives_msr() {
    let text = r#"{"version":"0.1","variant":"4T","score":0,"producer":"p/1","saved_at":"now",
        "description":"d","author":"Hyyrö","source":"s","transcribed_by":"t","tags":["a","b"],
        "solver":{"tool":"x","seed":7,"elapsed_secs":1.5},"unknown":[1],"moves":[]}"#;
    let first = read_text(text).unwrap();
    assert_eq!(first.metadata.author.as_deref(), Some("Hyyrö"));
    assert_eq!(first.metadata.solver.as_ref().unwrap().seed, Some(7));
    let position = replay(&first, None).unwrap();
    for format in [Format::Msr, Format::Json] {
        let text = record::write(&position, &first.metadata, format).unwrap();
        assert_eq!(read_text(&text).unwrap(), first);
    }
}

#[test]
fn comments_are_kept_once() {
    let position = play_all(Variant::D5, &[]).unwrap();
    let metadata = Metadata {
        description: Some("one\ntwo\n\u{7}".into()),
        author: Some("somebody".into()),
        ..Metadata::default()
    };
    let text = record::write(&position, &metadata, Format::Psol).unwrap();
    let again = read_text(&text).unwrap();
    assert_eq!(
        record::write(&position, &again.metadata, Format::Psol),
        Ok(text)
    );
}

#[test]
fn pentasol_refuses_lines_of_four() {
    let position = Position::new(Variant::D4);
    let error = record::write(&position, &Metadata::default(), Format::Psol).unwrap_err();
    assert_eq!(error, RecordError::PentasolVariant(Variant::D4));
}

/// Fails if a game of 5T that would be legal in 5D as well comes back as 5D from the file that was written for it.
#[test]
fn pentasol_comes_back_in_the_variant_that_its_first_line_names() {
    for variant in [Variant::T5, Variant::D5] {
        let position = random_game(variant, &[3, 1, 4, 1, 5, 9]);
        let text = record::write(&position, &Metadata::default(), Format::Psol).unwrap();
        let again = read_text(&text).unwrap();
        assert_eq!(again.variant, Some(variant));
        assert_eq!(replay(&again, None).unwrap().variant(), variant);
    }
    // Touching lines are no game of 5D, whatever a comment says; and a comment may say anything.
    let touching = "(3,3)\n(4,3) - 0\n";
    for comment in ["Morpion Solitaire 4D", "Morpion Solitaire", "5T"] {
        let text = format!("# {comment}, 1 move\n{touching}");
        assert_eq!(read_text(&text).unwrap().variant, None, "{comment}");
    }
}

#[test]
fn pentasol_tolerates_what_changes_nothing() {
    let plain = read_text("(0,0)\n(-1,-3) - 2\n").unwrap();
    for text in [
        "# c\r\n\r\n ( 0 , 0 ) \r\n(-1,-3)-+2",
        "\u{feff}(+0,-0)\r(-1,-3)\t-\t2\r",
        "#\n(100000,7)\n(99999,4) - +2\n\n",
    ] {
        assert_eq!(read_text(text).unwrap().moves, plain.moves, "{text:?}");
    }
    let latin = b"# Hyyr\xf6\n(0,0)\n(-1,-3) - 2\n";
    let record = record::read(latin).unwrap();
    assert_eq!(record.metadata.description.as_deref(), Some("Hyyrö"));
}

#[test]
fn each_refusal_says_where_and_why() {
    let long = "x".repeat(4000);
    let cases = [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("# only words\n", "only comments"),
        ("hello", "`hello` starts no game"),
        (&long, "..."),
        ("(1,1)\n\0", "binary"),
        ("(1,1", "line 1: `(1,1` is not a reference"),
        (
            "#\n(2,0) - -2",
            "line 2: `(2,0) - -2` stands where the reference",
        ),
        ("(NaN,1)\n", "line 1: `NaN`"),
        ("(1e3,1)\n", "line 1: `1e3`"),
        ("(0,0)\n(1.5,2) - 0", "line 2: `1.5`"),
        ("(0,0)\n(--1,2) - 0", "line 2: `--1`"),
        ("(0,0)\n(٣,2) - 0", "line 2: `٣`"),
        ("(0,0)\n(1,9999999) - 0", "line 2: `9999999`"),
        ("(0,0)\n(1,99999) - 0", "line 2: the dot `(1,99999)`"),
        ("(0,0)\n(1,70) - 0", "line 2: the dot `(1,70)`"),
        ("(0,0)\n(1,2", "line 2: `(1,2` is not a move"),
        ("(0,0)\n(1,2)", "line 2: `(1,2)` is not a move"),
        ("(0,0)\n(1,2) -", "line 2: `(1,2) -` is not a move"),
        ("(0,0)\nend", "line 2: `end` is not a move"),
        ("(0,0)\n(1,2) x 0", "line 2: `x` is not a direction"),
        ("(0,0)\n(1,2) é 0", "line 2: `é` is not a direction"),
        ("(0,0)\n(1,2) - 3", "line 2: `3` is not a place"),
        ("(0,0)\n(1,2) - 0 0", "line 2: `0 0` is not a place"),
        ("{", "line 1 column 1"),
        ("MS1:", "cannot be read"),
        ("MS1:!!!!", "Base64"),
        ("MS1:AAAA", "its compressed part is damaged or cut short"),
        (
            r#"{"variant":"6T","score":0,"moves":[]}"#,
            "unknown variant",
        ),
        (
            r#"{"variant":"5D","score":1,"moves":[]}"#,
            "says it has 1 moves, but lists 0",
        ),
        (
            r#"{"version":"2.0","variant":"5D","score":0,"moves":[]}"#,
            "version `2.0`",
        ),
        (r#"{"variant":"5D","moves":[]}"#, "missing field `score`"),
        (
            r#"{"variant":"5D","score":1,"moves":[{"x":1,"y":1,"dir":"Q","pos":0}]}"#,
            "unknown direction",
        ),
        (
            r#"{"variant":"5D","score":1,"moves":[{"x":1,"y":1,"dir":"H","pos":5}]}"#,
            "move 1: `pos` is 5, but a line of 5D has places 0 to 4",
        ),
        (
            r#"{"variant":"5D","score":1,"moves":[{"x":-32768,"y":32767,"dir":"H","pos":4}]}"#,
            "move 1: the dot (-32768,32767)",
        ),
        (
            r#"{"variant":"5D","score":1,"moves":[{"x":1.5,"y":1,"dir":"H","pos":0}]}"#,
            "floating point",
        ),
        (
            r#"{"variant":"5D","score":1,"moves":[{"x":NaN,"y":1,"dir":"H","pos":0}]}"#,
            "line 1 column",
        ),
    ];
    for (text, words) in cases {
        let error = read_text(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text:?}: {error}");
        assert!(!error.contains('\n') && error.len() < 500, "{error}");
    }
}

#[test]
fn huge_files_are_refused_unread() {
    let huge = "#".repeat(MAX_FILE_BYTES + 1);
    assert_eq!(read_text(&huge), Err(RecordError::TooLarge(MAX_FILE_BYTES)));
    let compact = format!("MS1:{}", "A".repeat(20_000));
    assert!(matches!(read_text(&compact), Err(RecordError::TooLarge(_))));
}

#[test]
fn the_other_dialect_is_named() {
    let turned = data("turned-signs.psol").unwrap_err();
    let source = std::error::Error::source(&turned).unwrap().to_string();
    assert!(source.contains("sign of each last number"), "{source}");
    let without = data("no-reference.psol").unwrap_err();
    let source = std::error::Error::source(&without).unwrap().to_string();
    assert!(source.contains("line 2: `(2,0) - -2`"), "{source}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read_again(game in any_game()) {
        for format in formats(game.variant()) {
            let text = record::write(&game, &Metadata::default(), format).unwrap();
            let record = read_text(&text).unwrap();
            prop_assert_eq!(&record.moves, game.moves());
            let again = replay(&record, Some(game.variant())).unwrap();
            prop_assert_eq!(again, game.clone());
        }
    }

    /// A 5T game turned around is refused unless its moves do not care about signs.
    #[test]
    fn turned_signs_are_never_taken_for_the_game(
        choices in prop::collection::vec(any::<usize>(), 1..20)
    ) {
        let game = random_game(Variant::T5, &choices);
        let text = record::write(&game, &Metadata::default(), Format::Psol).unwrap();
        let turn = |line: &str| line.replace(" +", " @").replace(" -", " +").replace(" @", " -");
        let keep_direction = |line: &str| match line.rsplit_once(' ') {
            Some((head, last)) if line.starts_with('(') => format!("{head}{}", turn(&format!(" {last}"))),
            _ => line.to_owned(),
        };
        let turned: Vec<String> = text.lines().map(keep_direction).collect();
        match read_text(&turned.join("\n")) {
            Err(error) => prop_assert_eq!(error, RecordError::SignsTurned),
            Ok(record) => prop_assert!(replay(&record, Some(Variant::T5)).is_ok()),
        }
    }

    /// Two validators written by different people agree, on legal and illegal games.
    #[test]
    fn the_rules_agree_with_the_msr_validator(
        game in any_game(),
        place in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        position in 0u8..5,
    ) {
        let text = record::write(&game, &Metadata::default(), Format::Json).unwrap();
        let mut raw = msr::decode(&text).unwrap();
        prop_assert!(msr::validate(&raw).is_ok());
        if !raw.moves.is_empty() {
            let (i, j) = (place.index(raw.moves.len()), other.index(raw.moves.len()));
            raw.moves.swap(i, j);
            raw.moves[i].pos = position.min(raw.variant.line_len() - 1);
        }
        let record = read_text(&msr::encode_json(&raw).unwrap()).unwrap();
        prop_assert_eq!(replay(&record, None).is_ok(), msr::validate(&raw).is_ok());
    }

    #[test]
    fn symmetric_images_of_games_are_games(game in any_game(), which in 0usize..8) {
        let variant = game.variant();
        let symmetry = Symmetry::ALL[which];
        let image: Vec<Move> = game.moves().iter().map(|&m| symmetry.mv(variant, m)).collect();
        let image = play_all(variant, &image).unwrap();
        prop_assert_eq!(image.legal_moves().len(), game.legal_moves().len());
        prop_assert_eq!(image.bounding_box(), game.bounding_box().transformed(symmetry));
    }

    /// The list of legal moves against every move one could try.
    #[test]
    fn legal_moves_are_all_of_them(game in any_game()) {
        let variant = game.variant();
        let region = morpion_rules::geometry::BoundingBox::new(12, 12, 12, 12).region(variant);
        let positions = 0..variant.line_length() as u8;
        let all = region.lines(variant).flat_map(|l| positions.clone().map(move |m| Move::new(l, m)));
        let mut legal: Vec<Move> = all.filter(|&m| game.check(m).is_ok()).collect();
        let mut found = game.legal_moves();
        legal.sort();
        found.sort();
        prop_assert_eq!(found, legal);
    }
}
