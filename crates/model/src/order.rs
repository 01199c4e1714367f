//! The order of play: L7 and the order cuts.
//!
//! Both are valid for games only. L7 is the slides' big-M form. The order cuts need
//! neither big-M nor extra columns: for a set S of cells outside the cross, the first dot
//! of S to be placed is placed by a line that meets S nowhere else. So for every v in S
//!
//! ```text
//! dot_v <= sum of move_(m,u) over the moves with u in S and m ∩ S = {u}.
//! ```
//!
//! Conversely a graph that satisfies the cuts of all S is a game: let S be its dots that
//! can never be played; each waits for another one of S, so its right-hand side is 0.

use morpion_rules::geometry::{Cell, Direction, Move, Variant, is_cross_cell};

use super::index::Index;
use super::{Row, RowName, Sense};

/// The latest time of play: each cell outside the cross is placed at most once.
pub(super) fn latest(index: &Index) -> i32 {
    index.placeable().count() as i32
}

/// L7: `ord_v >= ord_w + 1 - M (1 - sum of the moves that place v and need w)`.
///
/// The slides have one such row per move. By L3 at most one of the moves that place v is
/// played, so the rows of one v and w are added up: fewer, stronger, and with the same integer
/// solutions. Dots of the cross need no `ord`: they only come before everything else.
///
/// M must never rest on a bound this project wants to prove. Here `ord` lies in 0..=N,
/// N the number of cells of the box outside the cross, which is enough for the
/// times 1..=N of any game; M = N + 1 makes the row vacuous when the sum is 0.
pub(super) fn l7(index: &Index, rows: &mut Vec<Row>) {
    let big_m = latest(index) + 1;
    for (v, w) in neighbours(index) {
        let moves = marking_through(index, v, w);
        let (Some(ord_v), Some(ord_w)) = (index.ord(v), index.ord(w)) else {
            continue;
        };
        let mut terms = vec![(ord_v, 1), (ord_w, -1)];
        terms.extend(moves.map(|column| (column, -big_m)));
        if terms.len() > 2 {
            rows.push(Row {
                name: RowName::L7(v, w),
                terms,
                sense: Sense::AtLeast,
                rhs: 1 - big_m,
            });
        }
    }
}

/// The order cuts of all triangles, for each of their cells.
pub(super) fn triangle_cuts(index: &Index, rows: &mut Vec<Row>) {
    for triangle in triangles(index) {
        for rotation in 0..3 {
            let mut cells = triangle;
            cells.rotate_left(rotation);
            rows.push(cut(index, RowName::Triangle(cells), &cells, cells[0]));
        }
    }
}

/// The triangles of a program's box: three cells outside the cross, any two of which lie on a common line, not all three on one.
///
/// A cycle of three moves lies on such a triangle, and there are no shorter cycles and none on
/// a straight line (L4), so their order cuts are the smallest that cut something off.
pub(super) fn triangles(index: &Index) -> Vec<[Cell; 3]> {
    let free = |c: Cell| index.region.contains(c) && !is_cross_cell(index.variant, c);
    let reach = index.variant.line_length() as i16 - 1;
    let mut found = Vec::new();
    for u in index.placeable() {
        for (v, w) in corners(u, reach) {
            let linked = [(u, v), (v, w), (w, u)]
                .iter()
                .all(|&(a, b)| marking_through(index, a, b).next().is_some());
            if free(v) && free(w) && linked {
                found.push([u, v, w]);
            }
        }
    }
    found
}

/// The other corners of the triangles whose right angle is at `u`.
fn corners(u: Cell, reach: i16) -> impl Iterator<Item = (Cell, Cell)> {
    use Direction::{Falling, Horizontal, Rising, Vertical};
    // Between diagonals the hypotenuse is twice as long as the legs.
    let legs = [(Horizontal, Vertical, reach), (Falling, Rising, reach / 2)];
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    legs.into_iter().flat_map(move |(a, b, longest)| {
        (1..=longest).flat_map(move |length| {
            signs.map(move |(s, t)| (u.step(a, s * length), u.step(b, t * length)))
        })
    })
}

/// The order cut of the set `cells` for its member `cell`.
///
/// # Panics
/// If `cell` lies outside the box.
pub(super) fn cut(index: &Index, name: RowName, cells: &[Cell], cell: Cell) -> Row {
    let dot = index.dot(cell).expect("the cell lies in the box");
    let alone = |mv: Move| mv.needs(index.variant).all(|c| !cells.contains(&c));
    let firsts = cells
        .iter()
        .flat_map(|&u| index.moves_marking(u))
        .filter(|&(_, mv)| alone(mv))
        .map(|(column, _)| (column, -1));
    Row {
        name,
        terms: [(dot, 1)].into_iter().chain(firsts).collect(),
        sense: Sense::AtMost,
        rhs: 0,
    }
}

/// Columns of the moves that place `v` and whose line runs through `w`.
fn marking_through(index: &Index, v: Cell, w: Cell) -> impl Iterator<Item = u32> + '_ {
    let variant = index.variant;
    index
        .moves_marking(v)
        .filter(move |(_, mv)| mv.line.index_of(variant, w).is_some())
        .map(|(column, _)| column)
}

/// Ordered pairs of different cells outside the cross that one line could cover.
fn neighbours(index: &Index) -> impl Iterator<Item = (Cell, Cell)> + '_ {
    let variant = index.variant;
    let free = move |&c: &Cell| index.region.contains(c) && !is_cross_cell(variant, c);
    let pairs = move |v: Cell| around(variant, v).filter(free).map(move |w| (v, w));
    index.placeable().flat_map(pairs)
}

/// The cells at most a line's length away from `cell` in one of the four directions.
fn around(variant: Variant, cell: Cell) -> impl Iterator<Item = Cell> {
    let reach = variant.line_length() as i16 - 1;
    Direction::ALL.into_iter().flat_map(move |direction| {
        let steps = (-reach..=reach).filter(|&s| s != 0);
        steps.map(move |s| cell.step(direction, s))
    })
}
