//! The games on which the tests of the searchers search.

pub(crate) mod toy;
