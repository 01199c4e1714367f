//! The rows of the linear program, which every game of these lines satisfies.
//!
//! A column is 1 for a move that is played. Each row says that a sum of columns is at most a number.

use std::collections::BTreeMap;

use morpion_rules::geometry::{Cell, Direction};

use crate::candidates::Candidates;
use crate::closure::Known;

/// The rule of a row and the objects that it is about, as a certificate names them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowName {
    /// A cell is placed at most once.
    Dot(Cell),
    /// At most one line runs through a slot, and none where one of the slot's cells (the last entry) holds no dot.
    Slot(Cell, Direction, Cell),
    /// A line that must be drawn is drawn.
    Required(usize),
    /// Of moves that exclude each other at most one is played; of those that need this cell, if one is named, only where it holds a dot.
    Clique(Option<usize>, Vec<usize>),
    /// A move is played, or a cell placed, only where the first dot of a set of cells is placed by a move that needs none of them.
    Order(Target, Vec<usize>),
}

/// The target of an order cut: the move that is played, or the cell that is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// A move that needs a cell of the set.
    Move(usize),
    /// A cell of the set.
    Cell(usize),
}

/// A row: the sum of its terms is at most its right-hand side.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: RowName,
    /// Moves and coefficients; none twice, none 0.
    pub(crate) terms: Vec<(usize, i32)>,
    pub(crate) rhs: i32,
}

impl Row {
    /// Adds up the terms of each move, and leaves out coefficients that are 0 and moves that stand in no game.
    fn new(
        known: &Known<'_>,
        name: RowName,
        terms: impl Iterator<Item = (usize, i32)>,
        rhs: i32,
    ) -> Self {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        for (m, factor) in terms.filter(|&(m, _)| !known.out.contains(m)) {
            *sums.entry(m).or_default() += factor;
        }
        sums.retain(|_, factor| *factor != 0);
        Self {
            name,
            terms: sums.into_iter().collect(),
            rhs,
        }
    }

    /// A clique or an order cut of the node above, at a node where more is known. `None` for other rows, which are made anew there, and
    /// where no move is left that the row bounds.
    pub(crate) fn again(known: &Known<'_>, name: &RowName) -> Option<Self> {
        let row = match name {
            RowName::Clique(cell, moves) => {
                let live = moves.iter().copied().filter(|&m| !known.out.contains(m));
                Self::clique(known, *cell, live.collect())
            }
            RowName::Order(target, cells) => Self::order(known, *target, cells.clone()),
            RowName::Dot(_) | RowName::Slot(..) | RowName::Required(_) => return None,
        };
        row.terms
            .iter()
            .any(|&(_, factor)| factor > 0)
            .then_some(row)
    }

    pub(crate) fn clique(known: &Known<'_>, cell: Option<usize>, moves: Vec<usize>) -> Self {
        let placing = cell
            .map(|c| &known.candidates.placing[c][..])
            .unwrap_or_default();
        let terms = moves
            .iter()
            .map(|&m| (m, 1))
            .chain(placing.iter().map(|&m| (m, -1)));
        let terms: Vec<(usize, i32)> = terms.collect();
        let rhs = i32::from(cell.is_none());
        Self::new(known, RowName::Clique(cell, moves), terms.into_iter(), rhs)
    }

    pub(crate) fn order(known: &Known<'_>, target: Target, cells: Vec<usize>) -> Self {
        let candidates = known.candidates;
        let own: &[usize] = match &target {
            Target::Move(m) => std::slice::from_ref(m),
            Target::Cell(c) => &candidates.placing[*c],
        };
        let first = |&m: &usize| {
            let needs_none = candidates.needed[m]
                .iter()
                .all(|c| cells.binary_search(c).is_err());
            let excluded = matches!(target, Target::Move(t) if known.excluded[t].contains(m));
            needs_none && !excluded
        };
        let firsts = cells
            .iter()
            .flat_map(|&c| candidates.placing[c].iter().copied())
            .filter(first);
        let terms: Vec<(usize, i32)> = own
            .iter()
            .map(|&m| (m, 1))
            .chain(firsts.map(|m| (m, -1)))
            .collect();
        Self::new(known, RowName::Order(target, cells), terms.into_iter(), 0)
    }
}

/// The rows that need no search: dots, slots and required lines.
pub(crate) fn base_rows(known: &Known<'_>) -> Vec<Row> {
    let candidates = known.candidates;
    let dots = (0..candidates.cells.len()).map(|c| {
        let placing = candidates.placing[c].iter().map(|&m| (m, 1));
        Row::new(known, RowName::Dot(candidates.cells[c]), placing, 1)
    });
    let required = known.required.iter().map(|&line| {
        let moves = candidates.moves_of[line].iter().map(|&m| (m, -1));
        Row::new(known, RowName::Required(line), moves, -1)
    });
    let slots = slots(candidates);
    let slots = slots.iter().flat_map(|(&(start, direction), moves)| {
        let ends = if candidates.variant.touching() { 2 } else { 1 };
        (0..ends).map(move |k| slot_row(known, (start, direction), start.step(direction, k), moves))
    });
    let rows = dots.chain(slots).chain(required);
    rows.filter(|row| !row.terms.is_empty() || row.rhs < 0)
        .collect()
}

fn slot_row(
    known: &Known<'_>,
    (start, direction): (Cell, Direction),
    end: Cell,
    moves: &[usize],
) -> Row {
    let name = RowName::Slot(start, direction, end);
    let used = moves.iter().map(|&m| (m, 1));
    match known.candidates.cells.binary_search(&end) {
        Ok(cell) => {
            let placing = known.candidates.placing[cell].iter().map(|&m| (m, -1));
            Row::new(known, name, used.chain(placing), 0)
        }
        Err(_) => Row::new(known, name, used, 1),
    }
}

/// The moves whose lines run through each slot: two cells one step apart where lines may touch, else one cell and a direction.
fn slots(candidates: &Candidates) -> BTreeMap<(Cell, Direction), Vec<usize>> {
    let in_a_line = candidates.variant.line_length() - usize::from(candidates.variant.touching());
    let mut slots: BTreeMap<(Cell, Direction), Vec<usize>> = BTreeMap::new();
    for (m, mv) in candidates.moves.iter().enumerate() {
        for i in 0..in_a_line {
            slots
                .entry((mv.line.cell(i), mv.line.direction))
                .or_default()
                .push(m);
        }
    }
    slots
}
