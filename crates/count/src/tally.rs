//! Counts by number of moves.

/// The count for one number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Level {
    /// The number of moves.
    pub moves: usize,
    /// The number of positions.
    pub positions: u64,
    /// The number of classes, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub classes: Option<u64>,
}

/// The classes counted so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The number of classes, by number of moves.
    pub(super) classes: Vec<u64>,
    /// By number of moves: eight times the number of classes minus the number of positions.
    pub(super) coinciding: Vec<u64>,
}

impl Tally {
    /// No classes yet, with room for those of fewer than `lengths` moves.
    pub(super) fn new(lengths: usize) -> Self {
        let none = vec![0; lengths];
        Self {
            classes: none.clone(),
            coinciding: none,
        }
    }

    /// Adds a class with this number of moves, each member of which `stabiliser` symmetries map to itself.
    #[inline(always)]
    pub(super) fn add(&mut self, moves: usize, stabiliser: u32) {
        self.classes[moves] += 1;
        if stabiliser > 1 {
            self.coinciding[moves] += u64::from(8 - 8 / stabiliser);
        }
    }

    /// Forgets the classes with this number of moves.
    pub(super) fn forget(&mut self, moves: usize) {
        self.classes[moves] = 0;
        self.coinciding[moves] = 0;
    }

    /// Whether a unit can have these counts: a class has one to eight positions, and sums and multiples of eight stay within 64 bits.
    pub(super) fn is_possible(&self) -> bool {
        let are_few = |(moves, &coinciding): (usize, &u64)| {
            let classes = self.classes.get(moves).copied().unwrap_or(0);
            coinciding <= 7 * classes
        };
        self.classes.iter().all(|&n| n < 1 << 42) && self.coinciding.iter().enumerate().all(are_few)
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        add(&mut self.classes, &other.classes);
        add(&mut self.coinciding, &other.coinciding);
        self
    }

    /// The largest number of moves counted.
    pub(super) fn longest(&self) -> usize {
        self.classes.iter().rposition(|&n| n > 0).unwrap_or(0)
    }

    pub(super) fn level(&self, moves: usize) -> Level {
        let at = |counts: &[u64]| counts.get(moves).copied().unwrap_or(0);
        let classes = at(&self.classes);
        Level {
            moves,
            positions: 8 * classes - at(&self.coinciding),
            classes: Some(classes),
        }
    }
}

fn add(sums: &mut Vec<u64>, terms: &[u64]) {
    if sums.len() < terms.len() {
        sums.resize(terms.len(), 0);
    }
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
