//! The positions of the columns of cells and moves.
//!
//! Dots come first, row by row; then the moves, line by line in the order of
//! [`Region::lines`] and along each line; then, if wanted, one `ord` for each cell
//! outside the cross.

use rustc_hash::FxHashMap;

use morpion_rules::geometry::{
    BoundingBox, Cell, Direction, Line, Move, Region, Variant, is_cross_cell,
};

/// Column positions of one program.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) variant: Variant,
    pub(super) region: Region,
    moves: Vec<Move>,
    columns: FxHashMap<Move, u32>,
    /// For each cell: the columns of the moves that place it.
    marking: Vec<Vec<u32>>,
    /// The `ord` columns of the cells outside the cross, if they are wanted.
    ords: FxHashMap<Cell, u32>,
}

impl Index {
    pub(super) fn new(variant: Variant, bounding_box: BoundingBox, ord: bool) -> Self {
        let region = bounding_box.region(variant);
        let positions = 0..variant.line_length() as u8;
        let moves: Vec<Move> = region
            .lines(variant)
            .flat_map(|line| {
                positions
                    .clone()
                    .map(move |position| Move::new(line, position))
            })
            .filter(|mv| !is_cross_cell(variant, mv.dot()))
            .collect();
        let mut index = Self {
            variant,
            region,
            moves: Vec::new(),
            columns: FxHashMap::default(),
            marking: vec![Vec::new(); region.width() * region.height()],
            ords: FxHashMap::default(),
        };
        for (column, &mv) in (index.first_move()..).zip(&moves) {
            index.columns.insert(mv, column);
            let cell = index.position(mv.dot()).expect("the line is in the box");
            index.marking[cell].push(column);
        }
        if ord {
            let first = index.first_move() + moves.len() as u32;
            index.ords = index.placeable().zip(first..).collect();
        }
        index.moves = moves;
        index
    }

    /// The cells of the box that a move may place: those outside the cross.
    pub(super) fn placeable(&self) -> impl Iterator<Item = Cell> + use<> {
        let variant = self.variant;
        let cells = self.region.cells();
        cells.filter(move |&cell| !is_cross_cell(variant, cell))
    }

    /// Position of a cell in row-by-row order.
    fn position(&self, cell: Cell) -> Option<usize> {
        let (dx, dy) = (cell.x - self.region.x_min, cell.y - self.region.y_min);
        (self.region.contains(cell)).then(|| dy as usize * self.region.width() + dx as usize)
    }

    pub(super) fn dot(&self, cell: Cell) -> Option<u32> {
        self.position(cell).map(|p| p as u32)
    }

    /// Column of the first move: the number of cells.
    pub(super) fn first_move(&self) -> u32 {
        (self.region.width() * self.region.height()) as u32
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(super) fn mv(&self, mv: Move) -> Option<u32> {
        self.columns.get(&mv).copied()
    }

    /// The move of a move column.
    pub(super) fn move_at(&self, column: u32) -> Move {
        self.moves[(column - self.first_move()) as usize]
    }

    /// Column of `ord`, for cells of the box outside the cross and only if wanted.
    pub(super) fn ord(&self, cell: Cell) -> Option<u32> {
        self.ords.get(&cell).copied()
    }

    /// Columns of the moves that place `cell`; none for cells outside the box.
    pub(super) fn placing(&self, cell: Cell) -> &[u32] {
        self.position(cell).map_or(&[], |p| &self.marking[p])
    }

    /// The moves that place `cell`, with their columns.
    pub(super) fn moves_marking(&self, cell: Cell) -> impl Iterator<Item = (u32, Move)> + '_ {
        let columns = self.placing(cell).iter();
        columns.map(|&column| (column, self.move_at(column)))
    }

    /// Columns of the moves whose line runs in `direction` through `cell` and through the
    /// `last` cells after it.
    pub(super) fn covering(&self, cell: Cell, direction: Direction, last: usize) -> Vec<u32> {
        let length = self.variant.line_length();
        let mut columns = Vec::new();
        for back in 0..length - last {
            let start = cell.step(direction, -(back as i16));
            let line = Line::new(start, direction);
            let positions = 0..length as u8;
            columns.extend(positions.filter_map(|position| self.mv(Move::new(line, position))));
        }
        columns
    }
}
