//! Dates, numbers with their nouns, and tables as text.

mod align;
mod count;
mod date;

pub(crate) use align::align;
pub(crate) use count::count;
pub(crate) use date::timestamp;
