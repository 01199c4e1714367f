//! The tree of positions cut into units, which are counted one by one, in any order, by any number of machines.
//!
//! The roots are the classes with a fixed number of moves. The least hash of a root's images tells the unit to which it belongs, with all
//! positions that descend from it. So a unit does not depend on the kernel, its tables or the order of the search.

use morpion_rules::geometry::Variant;

/// The cut of a count into units.
///
/// ```
/// use morpion_count::Cut;
/// use morpion_rules::geometry::Variant;
///
/// let cut = Cut::of(Variant::D4).unwrap();
/// assert_eq!((cut.moves, cut.units), (7, 2048));
/// // 5D and 5T are too large to be counted whole.
/// assert!(Cut::of(Variant::D5).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The variant.
    pub variant: Variant,
    /// The number of moves of a unit's roots.
    pub moves: usize,
    /// The number of units.
    pub units: u32,
}

impl Cut {
    /// The cut of the variants that can be counted whole: two seconds for each unit of 4D, about a minute for each of 4T.
    pub const fn of(variant: Variant) -> Option<Self> {
        let (moves, units) = match variant {
            Variant::D4 => (7, 2048),
            Variant::T4 => (8, 16384),
            Variant::D5 | Variant::T5 => return None,
        };
        Some(Self {
            variant,
            moves,
            units,
        })
    }

    /// The unit of a root.
    pub(super) fn unit(self, least_hash: u32) -> u32 {
        least_hash % self.units
    }
}
