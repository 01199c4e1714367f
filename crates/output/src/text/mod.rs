//! Dates and tables as text.

mod align;
mod date;

pub use align::align;
pub use date::timestamp;
