//! Games turned and mirrored so that they share as many lines as they can.

use std::collections::{BTreeMap, BTreeSet};

use morpion_rules::geometry::{Line, Move, Symmetry, Variant};

/// The lines of several games, the rarest first.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// All lines: those that no game draws, in the order of the list; then those of the shortest games, of these first the ones that the
    /// fewest games draw.
    pub lines: Vec<Line>,
    /// The number of lines at the beginning of `lines` that no game of the greatest length draws; 0 without games.
    pub beside_longest: usize,
    /// The length of the longest game.
    pub longest: usize,
}

/// Collects the lines of games, and of a list. The games are turned onto the list, or without one onto the first of the longest games.
pub fn align(variant: Variant, games: &[Vec<Move>], listed: &[Line]) -> Family {
    let longest = games.iter().map(Vec::len).max().unwrap_or(0);
    let first = games.iter().find(|game| game.len() == longest);
    let reference: BTreeSet<Line> = match first {
        Some(game) if listed.is_empty() => game.iter().map(|mv| mv.line).collect(),
        _ => listed.iter().copied().collect(),
    };
    // By line: the length of the longest game that draws it, and how many do.
    let mut drawn: BTreeMap<Line, (usize, usize)> = BTreeMap::new();
    for game in games {
        for line in turned(variant, game, &reference) {
            let (most, count) = drawn.entry(line).or_default();
            *most = game.len().max(*most);
            *count += 1;
        }
    }
    let mut of_games: Vec<Line> = drawn.keys().copied().collect();
    of_games.sort_by_key(|line| (drawn[line], *line));
    let mut lines = listed.to_vec();
    lines.retain(|line| !drawn.contains_key(line));
    lines.extend(of_games);
    let is_beside = |line: &&Line| drawn.get(line).is_none_or(|&(most, _)| most < longest);
    Family {
        beside_longest: if games.is_empty() {
            0
        } else {
            lines.iter().filter(is_beside).count()
        },
        lines,
        longest,
    }
}

fn turned(variant: Variant, game: &[Move], reference: &BTreeSet<Line>) -> Vec<Line> {
    let images = Symmetry::ALL.map(|s| {
        game.iter()
            .map(|mv| s.line(variant, mv.line))
            .collect::<Vec<_>>()
    });
    let shared = |image: &Vec<Line>| image.iter().filter(|line| reference.contains(line)).count();
    // Reversed, because `max_by_key` takes the last of equals, and the first is wanted.
    images
        .into_iter()
        .rev()
        .max_by_key(shared)
        .unwrap_or_default()
}
