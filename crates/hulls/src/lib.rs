//! Bounds the length of games of Morpion Solitaire 5T by octagonal hulls.
//!
//! `paper/octagons.md` proves what this crate uses: a game, but for a few moves that are counted apart, lies in an octagon of at most
//! 144 rows, nearly all of which hold a dot. A [`family::Family`] is a set of such octagons, a [`board::Board`] the rows on which
//! the positions of a family lie, and [`prices::Prices`] give an upper bound for all of them in integers. [`divide`] cuts all
//! octagons into families that have a small enough bound, and writes the cuts and the prices as a certificate, which
//! `morpion-check` verifies by code of its own. Floating-point numbers ([`soft`]) only propose prices: any prices give a valid bound.

mod average;
pub mod board;
pub mod certificate;
pub mod divide;
pub mod family;
pub mod prices;
pub mod row;
pub mod soft;

/// One move, in the unit of prices and bounds.
pub const UNIT: i32 = 256;
/// Dots that lie there before the first move.
pub const CROSS: i32 = 36;
/// Rows of the largest hull, and the dots that all rows waste together.
pub const ROWS: i32 = 144;
