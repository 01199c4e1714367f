//! Cells by their numbers in the certificate, and their images.

use super::Search;
use crate::bound::certificate::Header;
use crate::bound::instance::VARIANT;
use crate::geometry::Symmetry;

impl Search<'_> {
    /// A symmetry that maps the question to itself, but not every object: neither the identity nor,
    /// where all objects are symmetric, the half turn.
    pub(super) fn own_symmetry(&self) -> Option<Symmetry> {
        let Header {
            bounding_box,
            arrival,
            symmetric,
            ..
        } = self.header;
        let keeps = |s: &Symmetry| {
            bounding_box.transformed(*s) == bounding_box
                && arrival.is_none_or(|a| a.transformed(*s) == a)
        };
        let moves_something = |s: &Symmetry| !(symmetric && *s == Symmetry::HALF_TURN);
        Symmetry::ALL
            .into_iter()
            .skip(1)
            .filter(moves_something)
            .find(keeps)
    }

    pub(super) fn image(&self, symmetry: Symmetry, v: usize) -> usize {
        let cell = symmetry.cell(VARIANT, self.instance.layout.cell(v));
        self.instance.layout.index(cell)
    }

    /// The number of a cell in the certificate.
    pub(super) fn number(&self, v: usize) -> u32 {
        let (cell, region) = (self.instance.layout.cell(v), self.instance.layout.region);
        let row = (cell.y - region.y_min) as usize;
        (row * region.width()) as u32 + (cell.x - region.x_min) as u32
    }

    /// The index of a cell's number, if the box has that many.
    pub(super) fn index(&self, number: u32) -> Option<usize> {
        let cell = self.instance.layout.region.cells().nth(number as usize)?;
        Some(self.instance.layout.index(cell))
    }
}
