//! Random games and graphs, made slowly, by the rules alone.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use morpion_rules::geometry::{
    BoundingBox, Cell, Direction, Line, Move, Symmetry, Variant, cross_cells, is_cross_cell,
};

/// The largest distance from the cross: far enough for random play; moves beyond it are not considered.
const REACH: u8 = 5;
/// The most moves of a game: enough to be interesting; random touching games can be much longer.
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
        let (position, _) = missing.next()?;
        let free = missing.next().is_none();
        let fits = |m: &Move| m.line.compatible(*line, variant);
        (free && game.iter().all(fits)).then_some(Move::new(*line, position))
    };
    lines.iter().filter_map(move_on).collect()
}

/// The record games of the corpus crate, which shares our frame.
pub(super) fn record_games() -> Vec<(Variant, Vec<Move>)> {
    let read = |json: &str| {
        let record = msr::decode(json).unwrap();
        let moves = record.moves.iter().map(|m| {
            let step = Direction::ALL
                .into_iter()
                .find(|d| d.vector() == m.dir.delta());
            let (x, y) = m.origin();
            Move::new(Line::new(Cell::new(x, y), step.unwrap()), m.pos)
        });
        (record.variant.code().parse().unwrap(), moves.collect())
    };
    let records = morpion_solitaire_records::RECORDS.iter();
    records.map(|(_, _, json)| read(json)).collect()
}

/// A random graph, playable or not: a few dots are pretended to be there, play goes on
/// as if they were, and lines that could have placed them are drawn when possible. Moves that rest on
/// dots which stay unexplained are taken back.
pub(super) fn random_graph(variant: Variant, seed: u64) -> Vec<Move> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let near: Vec<Cell> = BoundingBox::from([1; 4])
        .region(variant)
        .cells()
        .filter(|&c| !is_cross_cell(variant, c))
        .collect();
    let mut pretended: BTreeSet<Cell> = (0..3)
        .map(|_| near[rng.random_range(..near.len())])
        .collect();
    let lines: Vec<Line> = BoundingBox::from([REACH; 4])
        .region(variant)
        .lines(variant)
        .collect();
    let mut dots: BTreeSet<Cell> = cross_cells(variant).chain(pretended.clone()).collect();
    let mut moves = Vec::new();
    while moves.len() < LONGEST {
        let explained = explaining_moves(variant, &lines, &dots, &pretended, &moves);
        let legal = legal_moves(variant, &lines, &dots, &moves);
        // Not at once: the later a dot is explained, the more may rest on it.
        let choices = if rng.random_ratio(1, 4) && !explained.is_empty() {
            explained
        } else {
            legal
        };
        if choices.is_empty() {
            break;
        }
        let mv: Move = choices[rng.random_range(..choices.len())];
        pretended.remove(&mv.dot());
        dots.insert(mv.dot());
        moves.push(mv);
    }
    take_back(variant, moves)
}

/// The moves that place a pretended dot by a line all of whose dots are there.
fn explaining_moves(
    variant: Variant,
    lines: &[Line],
    dots: &BTreeSet<Cell>,
    pretended: &BTreeSet<Cell>,
    moves: &[Move],
) -> Vec<Move> {
    let open = |line: &Line| {
        line.cells(variant).all(|c| dots.contains(&c))
            && moves.iter().all(|m| m.line.compatible(*line, variant))
    };
    let positions = |line: Line| {
        let cells = (0..).zip(line.cells(variant));
        cells
            .filter(|(_, c)| pretended.contains(c))
            .map(move |(position, _)| Move::new(line, position))
    };
    lines
        .iter()
        .filter(|l| open(l))
        .flat_map(|&l| positions(l))
        .collect()
}

/// Removes moves until every line has all its dots.
fn take_back(variant: Variant, mut moves: Vec<Move>) -> Vec<Move> {
    loop {
        let dots: BTreeSet<Cell> = moves.iter().map(|m| m.dot()).collect();
        let there = |c: Cell| is_cross_cell(variant, c) || dots.contains(&c);
        let before = moves.len();
        moves.retain(|m| m.line.cells(variant).all(there));
        if moves.len() == before {
            return moves;
        }
    }
}
