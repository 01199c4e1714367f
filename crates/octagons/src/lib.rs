//! Bounds the length of games of Morpion Solitaire 5T octagon by octagon.
//!
//! `paper/octagons.md` proves what this crate uses: a position is cut down to a core that fills an octagon, and any λ and prices bound
//! the moves of all positions with this octagon. [`octagon`] lists the octagons, [`board`] has the rows of one, [`filling`] the best
//! filling of a row, and [`prices`] the bound. Prices come from trained tables ([`table`]) and are improved by steps ([`steps`]) that
//! `morpion-check` repeats by code of its own; `paper/octagon-certificate.md` defines both to the last bit.

pub mod board;
pub mod certificate;
pub mod closing;
pub mod filling;
mod lanes;
pub mod layers;
pub mod octagon;
pub mod plan;
pub mod prices;
pub mod search;
pub mod steps;
pub mod table;
pub mod train;
pub mod units;

/// One move, in the unit of prices and bounds.
pub const UNIT: i32 = 4096;
/// Dots that lie there before the first move.
pub const CROSS: i32 = 36;
/// The paths of all rows together.
pub const ROWS: i32 = 144;
