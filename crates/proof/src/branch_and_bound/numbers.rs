//! Cells as certificates name them, by the same numbers as the layout, and their images.

use super::problem::Problem;
use crate::bound::instance::VARIANT;
use crate::bound::layout::Mark;
use crate::claim::{Claim, Subject};
use crate::tree::Branching;
use morpion_rules::geometry::Symmetry;

impl Problem {
    /// A symmetry that maps the claim to itself, but not every object: neither the identity nor,
    /// where all objects are symmetric, the half turn. None where all objects are to be found, not one of its images.
    pub(super) fn own_symmetry(&self) -> Option<Symmetry> {
        let Claim {
            subject,
            arrival,
            all_of,
            k: _,
        } = self.header.claim;
        let Subject {
            setting,
            bounding_box,
            ..
        } = subject;
        if all_of {
            return None;
        }
        let keeps = |s: &Symmetry| {
            bounding_box.transformed(*s) == bounding_box
                && arrival.is_none_or(|a| a.transformed(*s) == a)
        };
        let moves_something = |s: &Symmetry| !(setting.symmetric && *s == Symmetry::HALF_TURN);
        let all = Symmetry::ALL.into_iter().skip(1);
        all.filter(moves_something).find(keeps)
    }

    pub(super) fn image(&self, symmetry: Symmetry, v: usize) -> usize {
        let cell = symmetry.cell(VARIANT, self.instance.layout.cell(v));
        self.instance.layout.index(cell)
    }

    /// A cell by its number in a certificate, if the box has that many.
    pub(super) fn numbered_cell(&self, number: u16) -> Option<usize> {
        let v = number.into();
        self.instance.layout.cells().contains(&v).then_some(v)
    }

    /// The cell that a branching decides, if it is one.
    pub(super) fn cell(&self, on: Branching) -> Option<usize> {
        match on {
            Branching::Cell { cell } | Branching::Mirror { cell, .. } => self.numbered_cell(cell),
            Branching::Mark { .. } => None,
        }
    }
}

pub(super) const fn on_cell(v: usize) -> Branching {
    Branching::Cell { cell: v as u16 }
}

pub(super) const fn on_mark(m: Mark) -> Branching {
    Branching::Mark {
        cell: m.cell as u16,
        code: (5 * m.direction + m.position) as u8,
    }
}

pub(super) fn on_image(symmetry: Symmetry, v: usize) -> Branching {
    let number = Symmetry::ALL.iter().position(|&s| s == symmetry);
    Branching::Mirror {
        symmetry: number.expect("it is one of the eight") as u8,
        cell: v as u16,
    }
}
