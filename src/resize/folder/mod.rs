//! What lies in a results folder: facts about boxes, their files, unfinished certificates.

pub(in crate::resize) mod date;
pub(in crate::resize) mod facts;
pub(in crate::resize) mod inquiry;
pub(in crate::resize) mod json_text;
pub mod moves_text;
pub(in crate::resize) mod names;
pub(in crate::resize) mod store;
pub(in crate::resize) mod store_error;
pub(in crate::resize) mod take_in;
pub(in crate::resize) mod unfinished;
