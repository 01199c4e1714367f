//! What is told of it: tables, the sentence, theorem files, comparisons.

pub(in crate::resize) mod compare;
pub(in crate::resize) mod sentence;
pub(in crate::resize) mod summary;
pub(in crate::resize) mod table;
pub(in crate::resize) mod theorem;
