//! Rows side by side: which row is computed in which lane, and where its prices are.
//!
//! Rows are sorted by length and put into groups of [`LANES`], one for each lane; the eight sides, of which more is asked, are a group of
//! their own. The prices of a group are an array of vectors, one for each cell of its longest row.

use super::shape::Shape;
use std::ops::Range;

/// The number of rows that are computed at once.
pub const LANES: usize = 16;
/// A number for each row of a group.
pub type Lanes = [i32; LANES];

/// The number of vectors of zeros before the prices of the cells of a group, so that each cell has as many before it.
pub const BEFORE: usize = 3;

/// Rows that are computed at once.
#[derive(Debug, Clone)]
pub struct Group {
    /// How many cells they have; 0 in lanes without a row.
    pub lengths: Lanes,
    /// Where the prices of its cells are.
    pub cells: Range<usize>,
    /// Where the prices of its pairs begin.
    pub pairs: usize,
}

/// Numbers in their lanes: as many as there are places of 16 bits.
pub type Field = [Lanes; (1 << 16) / LANES];

/// The entries of a field, one after another.
#[must_use]
pub fn entries(field: &Field) -> &[i32; 1 << 16] {
    let entries = field.as_flattened().first_chunk();
    entries.expect("a field has as many")
}

/// The entries of a field, one after another.
#[must_use]
pub fn entries_mut(field: &mut Field) -> &mut [i32; 1 << 16] {
    let entries = field.as_flattened_mut().first_chunk_mut();
    entries.expect("a field has as many")
}

/// The places of the numbers of an octagon.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The sides, in their order, in the first eight lanes.
    pub sides: Group,
    /// All other rows.
    pub others: Vec<Group>,
    /// By direction, where each cell of the octagon is.
    pub cells: [Vec<u16>; 4],
    /// Where the pairs of each cell outside are. Pairs that do not exist are at the last place, which belongs to no group.
    pub outside: Vec<[u16; 4]>,
    /// The number of vectors for cells.
    pub cell_vectors: usize,
    /// The number of vectors for pairs.
    pub pair_vectors: usize,
}

impl Layout {
    /// Lays out the rows of an octagon.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        let mut sides = [0; 8];
        let mut others = Vec::new();
        for (number, row) in shape.rows.iter().enumerate() {
            match row.side {
                Some(side) => sides[side] = number,
                None => others.push(number),
            }
        }
        others.sort_by_key(|&row| shape.rows[row].cells.len());
        let mut places = Places {
            shape,
            cells: [0; 4].map(|_| vec![0; shape.cells.len()]),
            pairs: vec![[None; 4]; shape.outside],
            vectors: (0, 0),
        };
        let sides = places.group(&sides);
        let others = others
            .chunks(LANES)
            .map(|rows| places.group(rows))
            .collect();
        let (cell_vectors, pair_vectors) = places.vectors;
        let nowhere = (pair_vectors * LANES) as u16;
        let place = |pair: Option<u16>| pair.unwrap_or(nowhere);
        Self {
            sides,
            others,
            cells: places.cells,
            outside: places
                .pairs
                .into_iter()
                .map(|pairs| pairs.map(place))
                .collect(),
            cell_vectors,
            pair_vectors: pair_vectors + 1,
        }
    }
}

/// A layout in the making.
struct Places<'a> {
    shape: &'a Shape,
    cells: [Vec<u16>; 4],
    pairs: Vec<[Option<u16>; 4]>,
    /// The numbers of vectors so far: for cells, and for pairs.
    vectors: (usize, usize),
}

impl Places<'_> {
    fn group(&mut self, rows: &[usize]) -> Group {
        let (cells, pairs) = self.vectors;
        let mut lengths = [0; LANES];
        for (lane, &row) in rows.iter().enumerate() {
            let row = &self.shape.rows[row];
            lengths[lane] = row.cells.len() as i32;
            for (i, &cell) in row.cells.iter().enumerate() {
                let place = ((cells + BEFORE + i) * LANES + lane) as u16;
                self.cells[row.direction][usize::from(cell)] = place;
            }
            for (j, &pair) in row.pairs.iter().flatten().enumerate() {
                let place = Some(((pairs + j) * LANES + lane) as u16);
                self.pairs[usize::from(pair / 4)][usize::from(pair % 4)] = place;
            }
        }
        let longest = lengths.into_iter().max().unwrap_or(0) as usize;
        self.vectors = (cells + BEFORE + longest, pairs + 6);
        Group {
            lengths,
            cells: cells..cells + BEFORE + longest,
            pairs,
        }
    }
}
