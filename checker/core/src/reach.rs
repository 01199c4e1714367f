//! Which cells moves can place one after another, from the cross on (rule P7).

use crate::geometry::{Board, MARKS, bits};

/// The cells that the allowed marks, a mask for each cell, can place one after another from the cross on, the cross included,
/// if `without` is never placed.
pub fn reach(board: &Board, allowed: &[u32], without: Option<usize>) -> Vec<bool> {
    let width = board.size.width();
    let mut places = Places::default();
    for (v, &mask) in allowed.iter().enumerate() {
        let (row, bit) = (v / width, 1 << (v % width));
        if board.cross[v] {
            places.reached[MARGIN + row] |= bit;
        } else if Some(v) != without {
            bits(mask).for_each(|m| places.allowed[m][row] |= bit);
        }
    }
    places.close();
    let is_reached = |v: usize| places.reached[MARGIN + v / width] >> (v % width) & 1 != 0;
    (0..board.cells()).map(is_reached).collect()
}

/// At least the rows of every box, and the empty rows above and below: as many as a line reaches past a cell.
const ROWS: usize = 24;
const MARGIN: usize = 4;

/// The cells reached, as rows of bits, one for each column, so that all cells of a row are treated together.
#[derive(Default)]
struct Places {
    /// The cells reached, by row, with a margin above and one below.
    reached: [u32; ROWS + 2 * MARGIN],
    /// The cells at which a mark is allowed, by mark and row.
    allowed: [[u32; ROWS]; MARKS],
}

impl Places {
    /// Adds the cells that allowed marks place by lines of cells reached, until there are no more.
    fn close(&mut self) {
        loop {
            let before = self.reached;
            self.extend::<0, 1, 0>();
            self.extend::<1, 0, 1>();
            self.extend::<2, 1, 1>();
            self.extend::<3, 1, -1>();
            if self.reached == before {
                return;
            }
        }
    }

    /// Adds the cells that allowed marks of direction `D`, which is (`X`, `Y`), place by lines of cells reached. Lines that do
    /// not lie in the box have no allowed marks, so it does not matter what is found beyond its edges.
    fn extend<const D: usize, const X: isize, const Y: isize>(&mut self) {
        let reached = self.reached;
        for row in 0..ROWS {
            // Whether the cell k steps along the direction is reached.
            let at = |k: isize| {
                let cells = reached[(MARGIN + row).wrapping_add_signed(k * Y)];
                if k < 0 {
                    cells << (-k * X)
                } else {
                    cells >> (k * X)
                }
            };
            // Whether the next one, two, three, four cells are, and those before.
            let (a, b) = (at(1), at(-1));
            let (aa, bb) = (a & at(2), b & at(-2));
            let (aaa, bbb) = (aa & at(3), bb & at(-3));
            let (aaaa, bbbb) = (aaa & at(4), bbb & at(-4));
            let others = [aaaa, b & aaa, bb & aa, bbb & a, bbbb];
            for (i, others) in others.into_iter().enumerate() {
                self.reached[MARGIN + row] |= self.allowed[5 * D + i][row] & others;
            }
        }
    }
}
