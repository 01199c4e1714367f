//! The tables of the kernel: the cells and the lines, numbered, and masks over both.
//!
//! # Size
//! A table holds the cells nearest to the centre of the cross, whole orbits under the eight symmetries, as many as `M` words of 64 bits
//! have room for, and every line with at most one cell outside. A line that is not in the table has two cells outside, where no dot is
//! ever placed, so it is never legal. A line with one cell outside is an *exit*: it becomes legal only in a position that the table is too
//! small for. The kernel watches the exits, so a table is large enough or says that it is not.
//!
//! # Numbers
//! Orbits of cells are numbered by their distance from the centre, those as far by their first cell; the cells of orbit i have the
//! numbers 8 i, 8 i + 1, ... in the order of [`Cell`] (columns first). The last number stands for all cells outside. Numbers of cells
//! are the same in all tables; those of lines, which are in the order of [`Line`], mean something in one table only.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{Set, insert, members, set_of, union};
use morpion_rules::geometry::{
    Cell, Direction, Line, MAX_LINE_LENGTH, Symmetry, Variant, cross_cells,
};

/// One value for each of [`Symmetry::ALL`].
pub(super) type EachWay<T> = [T; Symmetry::ALL.len()];

/// The number of cells in the largest orbits.
pub(super) const ORBIT: usize = Symmetry::ALL.len();

/// No cell of any table is farther than this from the cross, in columns or rows.
const FAR: i16 = 20;

/// The entry of one line in the tables.
pub(super) struct Row<const W: usize, const M: usize> {
    pub(super) line: Line,
    /// The numbers of its cells; entries beyond its length are `Tables::OUTSIDE`.
    pub(super) cells: [u16; MAX_LINE_LENGTH],
    /// The same cells as a set, without one that lies outside.
    pub(super) mask: Set<M>,
    /// The lines that cannot be drawn beside it, itself among them.
    pub(super) barred: Set<W>,
    /// The hashes of its images.
    pub(super) hashes: EachWay<u32>,
    /// The numbers of its images.
    pub(super) images: EachWay<u16>,
}

/// The tables of one variant, over `W` words of lines and `M` words of cells.
pub(super) struct Tables<const W: usize, const M: usize> {
    pub(super) lines: Vec<Row<W, M>>,
    /// By cell: the lines through it.
    pub(super) through: Vec<Set<W>>,
    /// By cell: the lines that can be next after a dot was placed on it, which run through it, or through a cell of its own or a later
    /// orbit. At the start, whose place in the table is [`Self::OUTSIDE`], all lines.
    pub(super) next: Vec<Set<W>>,
    /// By cell: its images.
    pub(super) images: Vec<EachWay<u16>>,
    /// By orbit: the cells of the orbits after it.
    pub(super) later: Vec<Set<M>>,
    pub(super) exits: Set<W>,
    pub(super) cross: Vec<usize>,
}

impl<const W: usize, const M: usize> Tables<W, M> {
    /// The number that all cells outside share.
    pub(super) const OUTSIDE: usize = 64 * M - 1;

    /// `hash` gives every line a number; which one matters for the speed only.
    pub(super) fn new(variant: Variant, hash: fn(Line) -> u32) -> Self {
        let numbers = number_cells(variant, Self::OUTSIDE / ORBIT);
        let number = |cell| numbers.get(&cell).copied().unwrap_or(Self::OUTSIDE);
        let lines = lines_with_at_most_one_cell_outside(variant, &numbers);
        assert!(lines.len() <= 64 * W, "the lines fit the table");
        let rows: Vec<Row<W, M>> = lines
            .iter()
            .map(|&line| row(variant, line, &lines, &number, hash))
            .collect();
        let through = through(&rows);
        let leaves = |line: Line| line.cells(variant).any(|c| !numbers.contains_key(&c));
        Self {
            next: next(&through),
            images: images_of_cells(variant, &numbers, 64 * M),
            later: (0..8 * M).map(later).collect(),
            exits: set_of((0..rows.len()).filter(|&i| leaves(rows[i].line))),
            cross: cross_cells(variant).map(number).collect(),
            through,
            lines: rows,
        }
    }

    /// The number of a line, if it is in the table.
    pub(super) fn line_number(&self, line: Line) -> Option<usize> {
        self.lines.binary_search_by_key(&line, |row| row.line).ok()
    }
}

/// The squared distance of a cell from the centre, in half cells.
fn distance(variant: Variant, cell: Cell) -> i32 {
    let from_centre = |v: i16| 2 * i32::from(v) - i32::from(variant.cross_span() - 1);
    from_centre(cell.x).pow(2) + from_centre(cell.y).pow(2)
}

/// The numbers of the cells of the nearest `orbits` orbits.
fn number_cells(variant: Variant, orbits: usize) -> BTreeMap<Cell, usize> {
    let side = -FAR..variant.cross_span() + FAR;
    let cells = side
        .clone()
        .flat_map(|x| side.clone().map(move |y| Cell::new(x, y)));
    let mut all: BTreeSet<(i32, BTreeSet<Cell>)> = BTreeSet::new();
    for cell in cells {
        let orbit = Symmetry::ALL.map(|s| s.cell(variant, cell)).into();
        all.insert((distance(variant, cell), orbit));
    }
    let nearest = all.into_iter().take(orbits).enumerate();
    nearest
        .flat_map(|(i, (_, orbit))| (ORBIT * i..).zip(orbit))
        .map(|(number, cell)| (cell, number))
        .collect()
}

/// The lines of a table, sorted.
fn lines_with_at_most_one_cell_outside(
    variant: Variant,
    numbers: &BTreeMap<Cell, usize>,
) -> Vec<Line> {
    let inside = |line: Line| {
        line.cells(variant)
            .filter(|c| numbers.contains_key(c))
            .count()
    };
    // Of two cells in a row one is inside, so the line starts at a cell inside or one step before it.
    let starts = numbers.keys().flat_map(|&cell| {
        Direction::ALL.map(|d| [Line::new(cell, d), Line::new(cell.step(d, -1), d)])
    });
    let all: BTreeSet<Line> = starts
        .flatten()
        .filter(|&line| inside(line) + 1 >= variant.line_length())
        .collect();
    all.into_iter().collect()
}

fn row<const W: usize, const M: usize>(
    variant: Variant,
    line: Line,
    lines: &[Line],
    number: &dyn Fn(Cell) -> usize,
    hash: fn(Line) -> u32,
) -> Row<W, M> {
    let outside = Tables::<W, M>::OUTSIDE;
    let mut cells = [outside as u16; MAX_LINE_LENGTH];
    for (place, cell) in cells.iter_mut().zip(line.cells(variant)) {
        *place = number(cell) as u16;
    }
    let images = Symmetry::ALL.map(|s| s.line(variant, line));
    let find = |image| lines.binary_search(&image).expect("a table is symmetric");
    Row {
        line,
        cells,
        mask: set_of(line.cells(variant).map(number).filter(|&c| c != outside)),
        barred: set_of((0..lines.len()).filter(|&i| !lines[i].compatible(line, variant))),
        hashes: images.map(hash),
        images: images.map(|image| find(image) as u16),
    }
}

fn through<const W: usize, const M: usize>(rows: &[Row<W, M>]) -> Vec<Set<W>> {
    let mut through = vec![[0; W]; 64 * M];
    for (i, row) in rows.iter().enumerate() {
        for cell in members(&row.mask) {
            insert(&mut through[cell], i);
        }
    }
    through
}

/// By cell: the lines that can be next after a dot was placed on it. Goes from the last orbit to the first.
fn next<const W: usize>(through: &[Set<W>]) -> Vec<Set<W>> {
    let mut next = vec![[0; W]; through.len()];
    let mut so_far = [0; W];
    for orbit in (0..through.len() / ORBIT).rev() {
        let cells = ORBIT * orbit..ORBIT * (orbit + 1);
        for lines in &through[cells.clone()] {
            so_far = union(&so_far, lines);
        }
        for cell in cells {
            next[cell] = so_far;
        }
    }
    for (next, through) in next.iter_mut().zip(through) {
        *next = union(next, through);
    }
    if let Some(start) = next.last_mut() {
        *start = [u64::MAX; W];
    }
    next
}

fn images_of_cells(
    variant: Variant,
    numbers: &BTreeMap<Cell, usize>,
    room: usize,
) -> Vec<EachWay<u16>> {
    let mut images = vec![[0; ORBIT]; room];
    for (&cell, &number) in numbers {
        images[number] = Symmetry::ALL.map(|s| numbers[&s.cell(variant, cell)] as u16);
    }
    images
}

/// The cells of the orbits after this one.
fn later<const M: usize>(orbit: usize) -> Set<M> {
    set_of(ORBIT * (orbit + 1)..64 * M)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::contains;

    fn tables(variant: Variant) -> Tables<12, 4> {
        Tables::new(variant, |_| 0)
    }

    #[test]
    fn the_numbers_of_cells_keep_to_orbits_and_grow_with_the_distance() {
        for variant in Variant::ALL {
            let small = number_cells(variant, 31);
            let large = number_cells(variant, 63);
            let mut before = 0;
            let mut cells: Vec<_> = small.iter().collect();
            cells.sort_by_key(|&(_, number)| number);
            for (&cell, &number) in cells {
                assert_eq!(large[&cell], number);
                assert!(distance(variant, cell) >= before);
                before = distance(variant, cell);
                for symmetry in Symmetry::ALL {
                    let image = small[&symmetry.cell(variant, cell)];
                    assert_eq!(image / ORBIT, number / ORBIT);
                }
            }
        }
    }

    /// Of all lines near and far, the table holds those with at most one cell outside, and those with one are exits.
    #[test]
    fn a_table_holds_the_lines_that_it_should() {
        for variant in Variant::ALL {
            let tables = tables(variant);
            let cells = number_cells(variant, 31);
            let side = -12..variant.cross_span() + 12;
            let cell = |y| side.clone().map(move |x| Cell::new(x, y));
            let starts = side.clone().flat_map(cell);
            let all = starts.flat_map(|c| Direction::ALL.map(|d| Line::new(c, d)));
            let mut found = 0;
            for line in all {
                let outside = line
                    .cells(variant)
                    .filter(|c| !cells.contains_key(c))
                    .count();
                let number = tables.line_number(line);
                assert_eq!(number.is_some(), outside <= 1, "{line:?}");
                if let Some(number) = number {
                    assert_eq!(contains(&tables.exits, number), outside == 1);
                    found += 1;
                }
            }
            assert_eq!(found, tables.lines.len());
        }
    }

    #[test]
    fn a_line_bars_those_that_the_rules_forbid_beside_it() {
        for variant in Variant::ALL {
            let tables = tables(variant);
            for a in &tables.lines {
                for (i, b) in tables.lines.iter().enumerate() {
                    assert_eq!(contains(&a.barred, i), !a.line.compatible(b.line, variant));
                }
            }
        }
    }
}
