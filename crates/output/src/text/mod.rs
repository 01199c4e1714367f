//! Dates, numbers with their nouns, lists and tables as text.

mod align;
mod count;
mod date;
mod some_of;

pub use align::align;
pub use count::count;
pub use date::timestamp;
pub use some_of::some_of;
