//! The walk over boxes: how they grow, what is asked of each, and what follows.

pub(in crate::resize) mod adopt;
pub(in crate::resize) mod cores;
pub(in crate::resize) mod driver;
pub(in crate::resize) mod growth;
pub(in crate::resize) mod known;
pub(in crate::resize) mod run;
pub(in crate::resize) mod verdict;
