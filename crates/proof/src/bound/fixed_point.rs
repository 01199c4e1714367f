//! Fixed-point numbers: their units and ranges.
//!
//! Source: `paper/certificate.md`, sections 3 and 4. With integer multipliers in these ranges no operation overflows, and none rounds
//! where that would matter. So a value is the bound, not an approximation of it.

/// Dots in a line; the bound is written for 5D.
pub const LENGTH: usize = 5;
/// One move is worth this many units.
pub const UNIT: i32 = 1024;
/// The largest multipliers, in units of 1/[`UNIT`]. Infeasible nodes need large ones (`paper/notes/19-multipliers.md`); five of slots
/// and what is added to them stay inside `u16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// The largest multiplier of a slot.
    pub slot: i32,
    /// The largest multiplier of a side.
    pub side: i32,
    /// The largest multiplier of the use of a dot.
    pub usage: i32,
}

impl Ranges {
    /// The ranges if uses have no multipliers.
    pub const WITHOUT_USES: Self = Self {
        slot: 12_000,
        side: 2048,
        usage: 0,
    };
    /// The ranges if uses have multipliers; then moves count nothing.
    pub const WITH_USES: Self = Self {
        slot: 7_000,
        side: 5_000,
        usage: 5_500,
    };
}

/// A whole dot, as it is shared out among its marks.
pub const SHARE: u16 = 1024;
/// Extra bits of the multipliers between evaluations.
pub const FINE_BITS: u32 = 8;
