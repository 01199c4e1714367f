//! Order cuts that a graph which is no game violates.
//!
//! The sets come from the graph itself: the dots that can never be played, and for each
//! of them a shortest cycle of dots that wait for each other. Both are sets S in which
//! each dot's move needs another dot of S, so every cut of S is violated.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use morpion_rules::game::graph::playable_part;
use morpion_rules::geometry::{Cell, Move, Symmetry, Variant};

use super::order::cut;
use super::{IntegerProgram, Row, RowName};

/// The violated order cuts of `moves`, and their images under the symmetries of the box.
///
/// Empty exactly when `moves`, a graph that fits the program's box, is a game. `sets`
/// counts the sets so far; it gives the rows their numbers.
pub fn violated_order_cuts(program: &IntegerProgram, moves: &[Move], sets: &mut u32) -> Vec<Row> {
    let variant = program.spec.variant;
    let images = symmetries_of_the_box(program);
    let found: BTreeSet<Vec<Cell>> = waiting_sets(variant, moves)
        .iter()
        .flat_map(|set| images.iter().map(|&s| image(variant, s, set)))
        .collect();
    let mut cuts = Vec::new();
    for set in found {
        let name = |cell| RowName::Order(*sets, cell);
        cuts.extend(
            set.iter()
                .map(|&cell| cut(&program.index, name(cell), &set, cell)),
        );
        *sets += 1;
    }
    cuts
}

fn symmetries_of_the_box(program: &IntegerProgram) -> Vec<Symmetry> {
    let bounding_box = program.spec.bounding_box;
    let keeps = |s: &Symmetry| bounding_box.transformed(*s) == bounding_box;
    Symmetry::ALL.into_iter().filter(keeps).collect()
}

fn image(variant: Variant, symmetry: Symmetry, set: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = set.iter().map(|&c| symmetry.cell(variant, c)).collect();
    cells.sort_unstable();
    cells
}

/// Sets of dots of which none can be played first.
fn waiting_sets(variant: Variant, moves: &[Move]) -> Vec<Vec<Cell>> {
    let (_, stuck) = playable_part(variant, moves);
    let dots: BTreeSet<Cell> = stuck.iter().map(|m| m.dot()).collect();
    if dots.is_empty() {
        return Vec::new();
    }
    let needs: BTreeMap<Cell, Vec<Cell>> = stuck
        .iter()
        .map(|m| {
            let waits_for = m.needs(variant).filter(|c| dots.contains(c)).collect();
            (m.dot(), waits_for)
        })
        .collect();
    let cycles = dots.iter().filter_map(|&dot| shortest_cycle(&needs, dot));
    let mut sets: Vec<Vec<Cell>> = cycles.collect();
    sets.push(dots.into_iter().collect());
    sets
}

/// A shortest cycle through `start` in "waits for", if there is one.
fn shortest_cycle(needs: &BTreeMap<Cell, Vec<Cell>>, start: Cell) -> Option<Vec<Cell>> {
    let mut reached_from: BTreeMap<Cell, Cell> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        for &next in &needs[&cell] {
            if next == start {
                return Some(path_back(&reached_from, start, cell));
            }
            if let std::collections::btree_map::Entry::Vacant(entry) = reached_from.entry(next) {
                entry.insert(cell);
                queue.push_back(next);
            }
        }
    }
    None
}

fn path_back(reached_from: &BTreeMap<Cell, Cell>, start: Cell, end: Cell) -> Vec<Cell> {
    let mut path = vec![end];
    let mut cell = end;
    while cell != start {
        cell = reached_from[&cell];
        path.push(cell);
    }
    path
}
