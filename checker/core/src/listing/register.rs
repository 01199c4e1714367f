//! A register of all positions that were found, each once up to symmetry, and its digest.

use super::position::Position;
use crate::sha256::sha256;
use std::collections::BTreeSet;

/// The first line of a list of positions.
const FIRST_LINE: &str = "morpion-positions 1\n";

/// Positions, each by the least of its images.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Register {
    positions: BTreeSet<Position>,
}

impl Register {
    /// Adds these positions, unless they are there up to symmetry.
    pub fn add<'p>(&mut self, positions: impl IntoIterator<Item = &'p Position>) {
        let canonical = positions.into_iter().map(Position::canonical);
        self.positions.extend(canonical);
    }

    /// The positions, sorted.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.positions.iter()
    }

    /// The number of sets of dots on which they lie, up to symmetry.
    pub fn sets_of_dots(&self) -> usize {
        let dots: BTreeSet<_> = self.positions().map(Position::canonical_dots).collect();
        dots.len()
    }

    /// The list as text: a line for each.
    pub fn text(&self) -> String {
        let lines = self.positions().map(|position| format!("{position}\n"));
        format!("{FIRST_LINE}{}", lines.collect::<String>())
    }

    /// The SHA-256 of the text.
    pub fn digest(&self) -> String {
        sha256(self.text().as_bytes())
    }
}
