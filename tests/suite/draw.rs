//! Pictures: a drawing one can read here, and files that viewers accept.

use morpion_output::draw::{self, Colours, DrawError, Options};
use morpion_rules::geometry::{Cell, Direction, Line, Move, Variant};
use morpion_rules::record::{self, Game, known_game_by_id, known_games, moves_text};
use resvg::usvg;

fn rosin() -> Game {
    known_game_by_id("5D/rosin82").unwrap()
}

fn mv(x: i16, y: i16, direction: Direction, position: u8) -> Move {
    Move::new(Line::new(Cell::new(x, y), direction), position)
}

/// Three moves that wait for each other.
fn cycle() -> Vec<Move> {
    vec![
        mv(1, 1, Direction::Vertical, 0),
        mv(0, 4, Direction::Rising, 1),
        mv(1, 1, Direction::Horizontal, 2),
    ]
}

#[test]
fn a_record_in_text() {
    let game = rosin();
    let text = draw::text(game.variant, &game.moves, &Options::default()).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn an_empty_board_in_text() {
    let text = draw::text(Variant::T4, &[], &Options::default()).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn a_cycle_in_text() {
    let text = draw::text(Variant::D4, &cycle(), &Options::graph(cycle())).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn a_number_of_three_digits_stays_centred() {
    let game = known_game_by_id("5T/rosin178").unwrap();
    let text = draw::text(game.variant, &game.moves, &Options::default()).unwrap();
    let line = text.lines().find(|l| l.contains("175")).unwrap();
    assert_eq!(
        line,
        " 13  175-169-171-160-156-152-155-134-117-122-119-120-110  .   .   .   ."
    );
}

#[test]
fn the_svg_holds_every_dot_and_line_once() {
    let game = rosin();
    let svg = draw::svg(game.variant, &game.moves, &Options::default()).unwrap();
    assert_eq!(svg.matches("<circle").count(), 36 + 82);
    // Each line and its rim.
    assert_eq!(svg.matches(r#"stroke-width="2.8"/>"#).count(), 82);
    assert!(svg.contains("<title>5D · 82 moves · box (1,3,4,2)</title>"));
}

#[test]
fn the_svg_carries_its_game() {
    for game in known_games() {
        let svg = draw::svg(game.variant, &game.moves, &Options::default()).unwrap();
        let (_, rest) = svg.split_once(r#"<metadata id="morpion">"#).unwrap();
        let (carried, _) = rest.split_once("</metadata>").unwrap();
        let (variant, moves) = carried.split_once(": ").unwrap();
        assert_eq!(variant, game.variant.to_string());
        assert_eq!(moves, moves_text::write(&game.moves), "{}", game.id);
    }
}

#[test]
fn the_svg_needs_no_font() {
    let game = rosin();
    let svg = draw::svg(game.variant, &game.moves, &Options::default()).unwrap();
    assert!(!svg.contains("<text"));
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    assert!(!tree.has_text_nodes());
}

#[test]
fn titles_of_any_kind_leave_the_svg_well_formed() {
    for title in [
        "",
        "<&>\"'",
        "\u{0}\u{ffff}\n",
        "Hyyrö – 😀",
        &"long ".repeat(500),
    ] {
        let options = Options {
            title: Some(title.to_owned()),
            ..Options::default()
        };
        let svg = draw::svg(Variant::D5, &[], &options).unwrap();
        assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok());
        let text = draw::text(Variant::D5, &[], &options).unwrap();
        assert!(!text.contains('\u{0}'));
    }
}

#[test]
fn a_highlight_changes_the_picture() {
    let plain = draw::svg(Variant::D4, &cycle(), &Options::graph(Vec::new())).unwrap();
    let marked = draw::svg(Variant::D4, &cycle(), &Options::graph(cycle())).unwrap();
    assert_eq!(plain.matches("#e0004d").count(), 0);
    // For each of the three moves: halo, line and dot.
    assert_eq!(marked.matches("#e0004d").count(), 9);
}

#[test]
fn colours_by_direction_use_four() {
    let game = rosin();
    let options = Options {
        colours: Colours::Direction,
        ..Options::default()
    };
    let svg = draw::svg(game.variant, &game.moves, &options).unwrap();
    let marker = r#"stroke-width="1.7"/>"#;
    let colours: std::collections::BTreeSet<&str> = svg
        .lines()
        .filter(|l| l.contains(marker))
        .map(|l| {
            l.split("stroke=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(colours.len(), 4);
}

#[test]
fn the_png_has_the_size_of_the_scale() {
    let game = rosin();
    let size = |scale| {
        let options = Options {
            scale,
            ..Options::default()
        };
        let png = draw::png(game.variant, &game.moves, &options).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    let (width, height) = size(10.0);
    // Fifteen columns and rows of cells, and the edges.
    assert!((150..200).contains(&width) && (150..200).contains(&height));
    let (twice_width, twice_height) = size(20.0);
    // Each size is rounded on its own.
    assert!(twice_width.abs_diff(2 * width) <= 1);
    assert!(twice_height.abs_diff(2 * height) <= 1);
}

#[test]
fn absurd_pictures_are_refused() {
    let far = [mv(900, 0, Direction::Horizontal, 0)];
    let default = Options::default();
    assert_eq!(
        draw::svg(Variant::D5, &far, &default),
        Err(DrawError::TooFar)
    );
    assert_eq!(
        draw::text(Variant::D5, &far, &default),
        Err(DrawError::TooFar)
    );
    for scale in [f64::NAN, 0.0, -1.0, 1e9, f64::INFINITY] {
        let options = Options {
            scale,
            ..Options::default()
        };
        let result = draw::svg(Variant::D5, &[], &options);
        assert!(matches!(result, Err(DrawError::Scale { .. })));
    }
    let wide = [mv(-60, -60, Direction::Horizontal, 0)];
    let options = Options {
        scale: 200.0,
        ..Options::default()
    };
    let result = draw::png(Variant::D5, &wide, &options);
    assert!(
        matches!(result, Err(DrawError::TooLarge { .. })),
        "{result:?}"
    );
}

/// Fails if a picture of the pages is older than the form in which pictures carry their games.
#[test]
fn pictures_of_the_pages_carry_their_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/paper/pictures");
    let paths = std::fs::read_dir(folder).unwrap();
    let mut pictures = 0;
    for path in paths.map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|e| e != "svg") {
            continue;
        }
        let svg = std::fs::read_to_string(&path).unwrap();
        // The title of a game or graph: variant, moves and box.
        let title = svg.split("<title>").nth(1).unwrap_or_default();
        let Some((words, _)) = title.split_once(" moves · box ") else {
            continue;
        };
        let moves: usize = words.rsplit(' ').next().unwrap().parse().unwrap();
        let record = record::load(&path).expect("draw the picture anew with `morpion draw`");
        assert_eq!(record.moves.len(), moves, "{}", path.display());
        pictures += 1;
    }
    assert!(pictures > 5, "{pictures}");
}
