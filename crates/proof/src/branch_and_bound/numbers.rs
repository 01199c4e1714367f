//! Cells by their numbers in the certificate, and their images.

use super::problem::Problem;
use crate::bound::instance::VARIANT;
use crate::bound::layout::Mark;
use crate::geometry::Symmetry;
use crate::tree::{Branching, Header};

impl Problem {
    /// A symmetry that maps the question to itself, but not every object: neither the identity nor,
    /// where all objects are symmetric, the half turn. None where all objects are to be found, not one of its images.
    pub(super) fn own_symmetry(&self) -> Option<Symmetry> {
        let Header {
            bounding_box,
            arrival,
            symmetric,
            all_of,
            ..
        } = self.header;
        if all_of {
            return None;
        }
        let keeps = |s: &Symmetry| {
            bounding_box.transformed(*s) == bounding_box
                && arrival.is_none_or(|a| a.transformed(*s) == a)
        };
        let moves_something = |s: &Symmetry| !(symmetric && *s == Symmetry::HALF_TURN);
        let all = Symmetry::ALL.into_iter().skip(1);
        all.filter(moves_something).find(keeps)
    }

    pub(super) fn image(&self, symmetry: Symmetry, v: usize) -> usize {
        let cell = symmetry.cell(VARIANT, self.instance.layout.cell(v));
        self.instance.layout.index(cell)
    }

    /// The number of a cell in the certificate.
    pub(super) fn number(&self, v: usize) -> u16 {
        let (cell, region) = (self.instance.layout.cell(v), self.instance.layout.region);
        let row = (cell.y - region.y_min) as usize;
        (row * region.width()) as u16 + (cell.x - region.x_min) as u16
    }

    /// The index of a cell's number, if the box has that many.
    pub(super) fn index(&self, number: u16) -> Option<usize> {
        let cell = self.instance.layout.region.cells().nth(number.into())?;
        Some(self.instance.layout.index(cell))
    }

    /// The cell that a branching decides, if it is one.
    pub(super) fn cell(&self, on: Branching) -> Option<usize> {
        match on {
            Branching::Cell { cell } | Branching::Mirror { cell, .. } => self.index(cell),
            Branching::Mark { .. } => None,
        }
    }

    pub(super) fn on_cell(&self, v: usize) -> Branching {
        Branching::Cell {
            cell: self.number(v),
        }
    }

    pub(super) fn on_mark(&self, m: Mark) -> Branching {
        Branching::Mark {
            cell: self.number(m.cell),
            code: (5 * m.direction + m.position) as u8,
        }
    }

    pub(super) fn on_image(&self, symmetry: Symmetry, v: usize) -> Branching {
        let number = Symmetry::ALL.iter().position(|&s| s == symmetry);
        Branching::Mirror {
            symmetry: number.expect("it is one of the eight") as u8,
            cell: self.number(v),
        }
    }
}
