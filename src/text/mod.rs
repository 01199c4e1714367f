//! Dates and tables as text.

mod align;
mod date;

pub(crate) use align::align;
pub(crate) use date::timestamp;
