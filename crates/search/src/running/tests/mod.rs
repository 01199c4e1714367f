//! What the tests of the searchers search.

pub(crate) mod toy;
