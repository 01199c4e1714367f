//! Dates, lengths of time, numbers with their nouns, lists, tables and colours as text.

mod align;
pub mod colour;
mod count;
mod date;
mod duration;
mod some_of;

pub use align::align;
pub use count::count;
pub use date::timestamp;
pub use duration::{ParseTimeError, parse_duration, rough};
pub use some_of::some_of;
