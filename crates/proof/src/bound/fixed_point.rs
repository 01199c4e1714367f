//! Which integers stand for what: units and ranges.
//!
//! Source: `paper/certificate.md`, sections 3 and 4. With integer multipliers in these ranges no operation rounds where that would
//! matter and none overflows, so a value is the bound, not an approximation of it.

/// Dots in a line; the bound is written for 5D.
pub const LENGTH: usize = 5;
/// One move is worth this many units.
pub const UNIT: i32 = 1024;
/// Largest multiplier of a slot, in units of 1/[`UNIT`]: nearly twelve moves. Infeasible nodes need large ones
/// (`paper/notes/19-multipliers.md`); five of them and what is added to them stay inside `u16`.
pub const SLOT_MAX: i32 = 12_000;
/// Largest multiplier of a side.
pub const SIDE_MAX: i32 = 2048;
/// Largest multiplier of a cut.
pub const CUT_MAX: i32 = 5000;
/// A whole dot, as it is shared out among its marks.
pub const SHARE: u16 = 1024;
/// Extra bits of the multipliers between evaluations.
pub const FINE_BITS: u32 = 8;
