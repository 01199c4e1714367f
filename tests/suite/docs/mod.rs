//! What README.md, GUIDE.md and the pages of commands tell the reader to type is typed, in a fresh clone of the repository, and does what
//! they promise. Links of all pages lead somewhere.

mod clone;
mod commands;
mod guide;
mod help;
mod links;
mod pages;
mod table;

pub(crate) use clone::CHECKER;
