//! Random games and graphs, made by the rules alone and without hurry.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::geometry::{
    BoundingBox, Cell, Line, Move, Symmetry, Variant, cross_cells, is_cross_cell,
};

/// Far enough for what random play reaches; moves beyond it are not considered.
const REACH: u8 = 5;
/// Long enough to be interesting; random touching games can be much longer.
const LONGEST: usize = 70;

/// A game of random moves.
pub(super) fn random_game(variant: Variant, seed: u64) -> Vec<Move> {
    play(variant, seed, false)
}

/// A game of random moves, each followed by its image under the half turn.
pub(super) fn random_symmetric_game(variant: Variant, seed: u64) -> Vec<Move> {
    play(variant, seed, true)
}

fn play(variant: Variant, seed: u64, symmetric: bool) -> Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let region = BoundingBox::from([REACH; 4]).region(variant);
    let lines: Vec<Line> = region.lines(variant).collect();
    let mut dots: BTreeSet<Cell> = cross_cells(variant).collect();
    let mut game: Vec<Move> = Vec::new();
    while game.len() < LONGEST {
        let legal = legal_moves(variant, &lines, &dots, &game);
        let turn = |m: Move| Symmetry::HALF_TURN.mv(variant, m);
        let both =
            |m: &Move| m.dot() != turn(*m).dot() && m.line.compatible(turn(*m).line, variant);
        let choices: Vec<Move> = legal
            .into_iter()
            .filter(|m| !symmetric || both(m))
            .collect();
        if choices.is_empty() {
            break;
        }
        let mv = choices[rng.random_range(..choices.len())];
        let played = if symmetric {
            vec![mv, turn(mv)]
        } else {
            vec![mv]
        };
        dots.extend(played.iter().map(|m| m.dot()));
        game.extend(played);
    }
    game
}

fn legal_moves(
    variant: Variant,
    lines: &[Line],
    dots: &BTreeSet<Cell>,
    game: &[Move],
) -> Vec<Move> {
    let move_on = |line: &Line| {
        let mut missing = (0..)
            .zip(line.cells(variant))
            .filter(|(_, c)| !dots.contains(c));
        let (mark, _) = missing.next()?;
        let free = missing.next().is_none();
        let fits = |m: &Move| m.line.compatible(*line, variant);
        (free && game.iter().all(fits)).then_some(Move::new(*line, mark))
    };
    lines.iter().filter_map(move_on).collect()
}

/// The lines of a game with its dots shared out among them at random: a graph with the same
/// dots and lines, playable or not.
pub(super) fn random_marking(variant: Variant, game: &[Move], seed: u64) -> Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed);
    let mut lines: Vec<Line> = game.iter().map(|m| m.line).collect();
    lines.shuffle(&mut rng);
    let marks: Vec<Vec<(u8, Cell)>> = lines
        .iter()
        .map(|line| {
            let cells = (0..).zip(line.cells(variant));
            let mut free: Vec<(u8, Cell)> =
                cells.filter(|&(_, c)| !is_cross_cell(variant, c)).collect();
            free.shuffle(&mut rng);
            free
        })
        .collect();
    let mut owner = std::collections::BTreeMap::new();
    for line in 0..lines.len() {
        // The game itself is a perfect matching, so each line finds a dot.
        assert!(augment(line, &marks, &mut owner, &mut BTreeSet::new()));
    }
    let moves = owner.iter().map(|(&dot, &line)| {
        let mark = lines[line].index_of(variant, dot).unwrap() as u8;
        Move::new(lines[line], mark)
    });
    moves.collect()
}

/// Kuhn's step of bipartite matching.
fn augment(
    line: usize,
    marks: &[Vec<(u8, Cell)>],
    owner: &mut std::collections::BTreeMap<Cell, usize>,
    tried: &mut BTreeSet<Cell>,
) -> bool {
    for &(_, dot) in &marks[line] {
        if !tried.insert(dot) {
            continue;
        }
        let free = match owner.get(&dot).copied() {
            None => true,
            Some(other) => augment(other, marks, owner, tried),
        };
        if free {
            owner.insert(dot, line);
            return true;
        }
    }
    false
}
