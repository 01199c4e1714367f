//! The record games everybody knows, from the crate `morpion-solitaire-records`.
//!
//! The games come with the program; the tests replay every one of them.

use super::game::{Game, Provenance};
use super::msr;

/// All known games: 5T, 5D, 4T, 4D, the longest of each first.
///
/// # Panics
/// Never: the games are part of the program, and the tests read them all.
pub fn known_games() -> Vec<Game> {
    let mut games: Vec<Game> = morpion_solitaire_records::RECORDS
        .iter()
        .map(|&(name, id, text)| known_game(name, id, text))
        .collect();
    games.sort_by_key(|g| (g.variant, std::cmp::Reverse(g.moves.len())));
    games
}

fn known_game(name: &str, id: &str, text: &str) -> Game {
    let record = msr::read(text).expect("the games that come with the program are readable");
    let variant = record.variant.expect("MSR records name their variant");
    Game {
        id: format!("{variant}/{id}"),
        name: name.to_owned(),
        variant,
        moves: record.moves,
        provenance: Provenance {
            metadata: record.metadata,
            ..Provenance::default()
        },
    }
}

/// The known game with this id; case and the variant in front may be left out.
///
/// ```
/// use morpion_rules::record::known_game_by_id;
///
/// assert_eq!(known_game_by_id("5D/rosin82").unwrap().moves.len(), 82);
/// assert_eq!(known_game_by_id("rosin178").unwrap().variant.name(), "5T");
/// ```
pub fn known_game_by_id(id: &str) -> Option<Game> {
    let wanted = id.to_ascii_lowercase();
    known_games().into_iter().find(|game| {
        let full = game.id.to_ascii_lowercase();
        full == wanted
            || full
                .split_once('/')
                .is_some_and(|(_, short)| short == wanted)
    })
}
