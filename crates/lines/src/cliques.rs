//! Cliques that a solution violates: moves of which any two exclude each other, with more weight than one game can have.

use std::collections::BTreeSet;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::closure::Known;
use crate::rows::Row;

/// How often a clique is grown from the moves around one cell, each time in another order.
const TRIES: usize = 6;

/// A row is worth adding when it is violated by more than this.
pub(crate) const LEAST: f64 = 0.05;

/// Violated rows about cliques: of moves that need the same cell, and of any moves.
pub(crate) fn separate(
    known: &Known<'_>,
    solution: &[f64],
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Row> {
    let cells = (0..known.candidates.cells.len()).map(Some);
    let mut found = BTreeSet::new();
    for cell in cells.chain([None]) {
        let group: Vec<usize> = match cell {
            Some(c) => known.candidates.needing[c]
                .iter()
                .copied()
                .filter(|&m| !known.out.contains(m))
                .collect(),
            None => known.live().collect(),
        };
        let weighty: Vec<usize> = group
            .iter()
            .copied()
            .filter(|&m| solution[m] > 1e-6)
            .collect();
        let tries = if cell.is_some() { TRIES } else { 20 * TRIES };
        for _ in 0..tries {
            let mut clique = grow(known, solution, &weighty, rng);
            if weight(solution, &clique) > placed(known, solution, cell) + LEAST {
                lift(known, &group, &mut clique);
                clique.sort_unstable();
                found.insert((cell, clique));
            }
        }
    }
    found
        .into_iter()
        .map(|(cell, clique)| Row::clique(known, cell, clique))
        .collect()
}

/// The sum of the values that the solution gives these moves.
pub(crate) fn weight(solution: &[f64], moves: &[usize]) -> f64 {
    moves.iter().map(|&m| solution[m]).sum()
}

/// The share of a dot that the solution places on the cell; 1 where no cell is named.
fn placed(known: &Known<'_>, solution: &[f64], cell: Option<usize>) -> f64 {
    cell.map_or(1.0, |c| weight(solution, &known.candidates.placing[c]))
}

/// Grows a clique, by and large from the weightiest moves on; then makes exchanges that add weight.
fn grow(
    known: &Known<'_>,
    solution: &[f64],
    weighty: &[usize],
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<usize> {
    let mut order: Vec<(f64, usize)> = weighty
        .iter()
        .map(|&m| (solution[m] * rng.random_range(0.3..1.3), m))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut clique: Vec<usize> = Vec::new();
    for (_, m) in order {
        if clique
            .iter()
            .all(|&other| known.excluded[m].contains(other))
        {
            clique.push(m);
        }
    }
    while let Some((goes, comes)) = exchange(known, solution, weighty, &clique) {
        clique.retain(|&m| Some(m) != goes);
        clique.push(comes);
    }
    clique
}

/// A move that can join the clique, or weighs more than the one move that it would drive out; that one is returned first.
fn exchange(
    known: &Known<'_>,
    solution: &[f64],
    weighty: &[usize],
    clique: &[usize],
) -> Option<(Option<usize>, usize)> {
    weighty.iter().find_map(|&m| {
        let mut others = clique
            .iter()
            .filter(|&&other| !known.excluded[m].contains(other));
        let goes = others.next().copied();
        let is_better = goes.is_none_or(|other| other != m && solution[m] > solution[other] + 1e-9);
        (others.next().is_none() && is_better).then_some((goes, m))
    })
}

/// Adds the moves of the group that the row may hold, too, although the solution does not play them.
fn lift(known: &Known<'_>, group: &[usize], clique: &mut Vec<usize>) {
    for &m in group {
        if clique
            .iter()
            .all(|&other| other != m && known.excluded[m].contains(other))
        {
            clique.push(m);
        }
    }
}
