//! The commands that README.md, GUIDE.md and the pages of commands tell the reader to type are typed in a fresh clone of the
//! repository, and do what the pages promise. Links of all pages lead somewhere.

mod clone;
mod commands;
mod guide;
mod help;
mod links;
mod pages;
mod table;

pub(crate) use clone::CHECKER;
