//! Dates, numbers with their nouns, and tables as text.

mod align;
mod count;
mod date;

pub use align::align;
pub use count::count;
pub use date::timestamp;
