//! Games turned and mirrored so that they share as many lines as they can.

use std::collections::{BTreeMap, BTreeSet};

use morpion_rules::geometry::{Line, Move, Symmetry, Variant};

/// The lines of several games, the rarest first.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// All lines: those of the shortest games first, of these the ones that the fewest games draw.
    pub lines: Vec<Line>,
    /// How many of them, the first ones, no game of the greatest length draws.
    pub beside_longest: usize,
    /// The greatest length.
    pub longest: usize,
}

/// The lines of games that are turned onto the first of the longest ones.
pub fn align(variant: Variant, games: &[Vec<Move>]) -> Family {
    let Some(reference) = games.iter().rev().max_by_key(|game| game.len()) else {
        return Family::default();
    };
    let longest = reference.len();
    let reference: BTreeSet<Line> = reference.iter().map(|mv| mv.line).collect();
    // By line: the length of the longest game that draws it, and how many do.
    let mut drawn: BTreeMap<Line, (usize, usize)> = BTreeMap::new();
    for game in games {
        for line in turned(variant, game, &reference) {
            let (most, count) = drawn.entry(line).or_default();
            *most = game.len().max(*most);
            *count += 1;
        }
    }
    let mut lines: Vec<Line> = drawn.keys().copied().collect();
    lines.sort_by_key(|line| (drawn[line], *line));
    Family {
        beside_longest: lines.iter().filter(|line| drawn[line].0 < longest).count(),
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
    // The first of equals.
    images
        .into_iter()
        .rev()
        .max_by_key(shared)
        .unwrap_or_default()
}
