//! Games known from elsewhere, cut into the boxes they pass through.
//!
//! They show that boxes are not empty, which spares questions, and they catch an engine that claims a bound below an existing game.

use std::collections::BTreeMap;

use super::found::{Found, check_object, check_order};
use morpion_proof::claim::Setting;
use morpion_rules::game::graph::is_symmetric;
use morpion_rules::geometry::{BoundingBox, Move, Symmetry};
use morpion_rules::record::Game;

/// Whether the game is one of the setting, checked by replaying it.
pub fn is_about(setting: Setting, game: &Game) -> bool {
    let holds = || {
        let bounding_box = BoundingBox::of_moves(game.variant, &game.moves)?;
        check_object(setting, bounding_box, &game.moves).ok()?;
        check_order(game.variant, &game.moves).ok()
    };
    game.variant == setting.variant
        && (!setting.symmetric || is_symmetric(game.variant, &game.moves))
        && holds().is_some()
}

/// The longest game for every canonical box that one of the games, or the beginning of
/// one, fits. Of symmetric games only those beginnings count that are symmetric themselves.
/// Games that break the rules are passed over.
pub fn known_by_box(setting: Setting, games: &[Game]) -> BTreeMap<BoundingBox, Found> {
    let mut longest: BTreeMap<BoundingBox, (&Game, usize)> = BTreeMap::new();
    for game in games.iter().filter(|g| is_about(setting, g)) {
        let counts =
            |n: &usize| !setting.symmetric || is_symmetric(game.variant, &game.moves[..*n]);
        for n in (0..=game.moves.len()).filter(counts) {
            let bounding_box = BoundingBox::of_moves(game.variant, &game.moves[..n]);
            let Some(bounding_box) = bounding_box else {
                continue;
            };
            let best = longest.entry(bounding_box.canonical()).or_insert((game, n));
            if best.1 < n {
                *best = (game, n);
            }
        }
    }
    let found = longest
        .into_iter()
        .map(|(b, (game, n))| (b, beginning(game, n)));
    found.collect()
}

/// The first `n` moves, turned so that their box is canonical.
fn beginning(game: &Game, n: usize) -> Found {
    let moves = &game.moves[..n];
    let canonical = |moves: &[Move]| {
        BoundingBox::of_moves(game.variant, moves).is_some_and(|b| b == b.canonical())
    };
    let image = |s: Symmetry| -> Vec<Move> {
        let moves = moves.iter();
        moves.map(|&m| s.mv(game.variant, m)).collect()
    };
    let mut images = Symmetry::ALL.into_iter().map(image);
    let turned = images
        .find(|moves| canonical(moves))
        .expect("one of the eight images of a box is the canonical one");
    let by = if n == game.moves.len() {
        game.name.clone()
    } else {
        format!("the first {n} moves of {}", game.name)
    };
    Found { moves: turned, by }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::{Cell, Direction, Line, Variant};

    /// One dot above each inner column, one below each: symmetric as a whole.
    fn game() -> Game {
        let mv =
            |x, y, position| Move::new(Line::new(Cell::new(x, y), Direction::Vertical), position);
        Game {
            name: "four".to_owned(),
            variant: Variant::D5,
            moves: vec![mv(3, 6, 4), mv(6, 6, 4), mv(3, -1, 0), mv(6, -1, 0)],
            ..Game::default()
        }
    }

    fn setting(symmetric: bool) -> Setting {
        Setting {
            variant: Variant::D5,
            symmetric,
        }
    }

    #[test]
    fn beginnings_are_turned_into_canonical_boxes() {
        let known = known_by_box(setting(false), &[game()]);
        let sizes: Vec<(String, u32)> = known
            .iter()
            .map(|(b, f)| (b.to_string(), f.size()))
            .collect();
        let wanted = [("(0,0,0,0)", 0), ("(1,0,0,0)", 2), ("(1,0,1,0)", 4)];
        assert_eq!(sizes, wanted.map(|(b, n)| (b.to_owned(), n)));
        for (&bounding_box, found) in &known {
            check_object(setting(false), bounding_box, &found.moves).unwrap();
            check_order(Variant::D5, &found.moves).unwrap();
        }
        let origins: Vec<&str> = known.values().map(|f| f.by.as_str()).collect();
        let wanted = [
            "the first 0 moves of four",
            "the first 2 moves of four",
            "four",
        ];
        assert_eq!(origins, wanted);
    }

    #[test]
    fn symmetric_settings_take_symmetric_beginnings_of_symmetric_games() {
        let known = known_by_box(setting(true), &[game()]);
        let sizes: Vec<_> = known.iter().map(|(b, f)| (*b, f.size())).collect();
        let wanted = [([0, 0, 0, 0], 0), ([1, 0, 1, 0], 4)];
        assert_eq!(sizes, wanted.map(|(b, n)| (b.into(), n)));
        let mut asymmetric = game();
        asymmetric.moves.pop();
        assert!(known_by_box(setting(true), &[asymmetric]).is_empty());
    }

    #[test]
    fn games_that_do_not_hold_or_are_of_another_variant_are_passed_over() {
        let mut wrong = game();
        wrong.moves[1].position = 0;
        let mut other = game();
        other.variant = Variant::T4;
        assert!(known_by_box(setting(false), &[wrong, other]).is_empty());
    }
}
