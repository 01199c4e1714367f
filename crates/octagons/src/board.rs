//! The rows of an octagon, and where their prices stand in memory: sixteen rows side by side.
//!
//! Rows that are no sides are sorted by length and put into blocks of [`LANES`]; the eight sides have a block of their own, the last.
//! Price i of lane j of a block is in slot `(start + i) · LANES + j`.

use crate::octagon::{Octagon, STEPS};

/// Rows in a block.
pub const LANES: usize = 16;
/// A number for each row of a block.
pub(crate) type Lanes = [i32; LANES];

/// A row and its place in memory.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its direction.
    pub direction: usize,
    /// Its place.
    pub place: i32,
    /// Its first cell.
    pub first: (i32, i32),
    /// The number of its cells.
    pub length: usize,
    /// The side that it is; `None` if it is no side.
    pub side: Option<usize>,
    /// Its block.
    pub block: usize,
    /// Its lane in the block.
    pub lane: usize,
}

/// Rows side by side.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The start of its prices, in groups of [`LANES`].
    pub(crate) start: usize,
    /// The length of the longest row.
    pub(crate) length: usize,
    /// The length of each row; 0 if there is no row.
    pub(crate) lengths: [usize; LANES],
}

/// Cells outside that have equally many pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outside {
    /// The first pair.
    pub(crate) start: usize,
    /// The number of cells. First come the first pairs of all cells, then the second ones, and so on.
    pub(crate) cells: usize,
    /// Pairs of each cell, 1 to 4.
    pub(crate) each: usize,
}

/// The rows, cells and pairs of an octagon.
#[derive(Debug)]
pub struct Board {
    /// The octagon.
    pub octagon: Octagon,
    /// Its rows, in their order.
    pub rows: Vec<Row>,
    /// Its cells, in their order.
    pub cells: Vec<(i32, i32)>,
    /// The slots of each cell, by direction.
    pub slots: Vec<[u32; 4]>,
    pub(crate) blocks: Vec<Block>,
    /// All pairs, in the order of `outside`: row, and which of its six pairs.
    pub(crate) pairs: Vec<(u16, u8)>,
    /// The slot of each pair: block, which of six, lane.
    pub(crate) pair_slots: Vec<u32>,
    pub(crate) outside: [Outside; 4],
}

impl Board {
    /// The board of an octagon.
    pub fn new(octagon: &Octagon) -> Self {
        let mut rows = rows(octagon);
        let blocks = blocks(&mut rows);
        let cells: Vec<_> = (0..=octagon.height)
            .flat_map(|y| (0..=octagon.width).map(move |x| (x, y)))
            .filter(|&cell| octagon.holds(cell))
            .collect();
        let mut board = Self {
            octagon: *octagon,
            slots: slots(octagon, &rows, &blocks, &cells),
            rows,
            cells,
            blocks,
            pairs: Vec::new(),
            pair_slots: Vec::new(),
            outside: Default::default(),
        };
        board.pair_up();
        board
    }

    /// Groups of [`LANES`] prices of cells.
    pub(crate) fn groups(&self) -> usize {
        self.blocks.iter().map(|block| block.length).sum()
    }

    /// Finds all pairs, and puts cells with equally many of them together.
    fn pair_up(&mut self) {
        let mut found: Vec<_> = (0..self.rows.len())
            .flat_map(|row| self.pairs_of(row))
            .collect();
        found.sort_unstable();
        for each in 1..=4 {
            let cells = || {
                found
                    .chunk_by(|a, b| a.0 == b.0)
                    .filter(|c| c.len() == each)
            };
            self.outside[each - 1] = Outside {
                start: self.pairs.len(),
                cells: cells().count(),
                each,
            };
            for i in 0..each {
                for &(_, row, which) in cells().map(|cell| &cell[i]) {
                    let at = &self.rows[usize::from(row)];
                    let slot = (at.block * 6 + usize::from(which)) * LANES + at.lane;
                    self.pairs.push((row, which));
                    self.pair_slots.push(slot as u32);
                }
            }
        }
    }

    /// The pairs of each cell outside.
    pub(crate) fn cells_outside(
        &self,
    ) -> impl Iterator<Item = impl Iterator<Item = usize> + Clone> {
        self.outside.iter().flat_map(|group| {
            let Outside { start, cells, each } = *group;
            (0..cells).map(move |cell| (0..each).map(move |i| start + i * cells + cell))
        })
    }

    /// The pairs of a row with their cells.
    fn pairs_of(&self, row: usize) -> impl Iterator<Item = ((i32, i32), u16, u8)> + use<> {
        let Row {
            first: (x, y),
            direction,
            length,
            ..
        } = self.rows[row];
        let (dx, dy) = STEPS[direction];
        let pairs = if length >= 2 { 0..6_u8 } else { 0..0 };
        pairs.map(move |which| {
            let beyond = i32::from(which % 3);
            let along = if which < 3 {
                -1 - beyond
            } else {
                length as i32 + beyond
            };
            ((x + along * dx, y + along * dy), row as u16, which)
        })
    }
}

/// The rows in their order, without places in memory.
fn rows(octagon: &Octagon) -> Vec<Row> {
    let all = (0..4).flat_map(|direction| {
        let (low, high) = octagon.places(direction);
        (low..=high).map(move |place| (direction, place))
    });
    all.map(|(direction, place)| {
        let (first, length) = octagon.span(direction, place);
        Row {
            direction,
            place,
            first,
            length,
            side: octagon.side(direction, place),
            block: 0,
            lane: 0,
        }
    })
    .collect()
}

/// Gives each row a block and a lane: the longest first, then the sides.
fn blocks(rows: &mut [Row]) -> Vec<Block> {
    let mut order: Vec<_> = (0..rows.len())
        .filter(|&row| rows[row].side.is_none())
        .collect();
    order.sort_by_key(|&row| std::cmp::Reverse(rows[row].length));
    let sides: Vec<_> = (0..rows.len())
        .filter(|&row| rows[row].side.is_some())
        .collect();
    let mut blocks: Vec<Block> = Vec::new();
    for members in order.chunks(LANES).chain([&sides[..]]) {
        let mut lengths = [0; LANES];
        for (lane, &row) in members.iter().enumerate() {
            rows[row].block = blocks.len();
            rows[row].lane = lane;
            lengths[lane] = rows[row].length;
        }
        blocks.push(Block {
            start: blocks.last().map_or(0, |last| last.start + last.length),
            length: lengths.into_iter().max().unwrap_or_default(),
            lengths,
        });
    }
    blocks
}

/// The four slots of each cell.
fn slots(octagon: &Octagon, rows: &[Row], blocks: &[Block], cells: &[(i32, i32)]) -> Vec<[u32; 4]> {
    // Cells by their place in the box around the octagon.
    let width = octagon.width as usize + 1;
    let at = |(x, y): (i32, i32)| y as usize * width + x as usize;
    let mut index = vec![0; width * (octagon.height as usize + 1)];
    for (i, &cell) in cells.iter().enumerate() {
        index[at(cell)] = i;
    }
    let mut slots = vec![[0; 4]; cells.len()];
    for row in rows {
        let (dx, dy) = STEPS[row.direction];
        for i in 0..row.length {
            let cell = (row.first.0 + i as i32 * dx, row.first.1 + i as i32 * dy);
            let slot = (blocks[row.block].start + i) * LANES + row.lane;
            slots[index[at(cell)]][row.direction] = slot as u32;
        }
    }
    slots
}
