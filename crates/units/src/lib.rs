//! Work for more than one machine: a question is split into units, any machine works on a unit, and the results are joined.
//!
//! A *unit* is one open node of an unfinished certificate, its *trunk*, in a file of its own that holds all that is needed to go on below
//! it. Its *result* is the same file with what was shown there. The machines share nothing while they work, and no result is believed: the
//! independent checker reads what is joined, like any other certificate. So units that are lost, damaged, false or done twice cost time,
//! never truth.
//!
//! In the order of the work: [`cut`](mod@cut), [`work`](mod@work), [`join`](mod@join), [`taken`]. The files: [`file`](mod@file),
//! [`folder`](mod@folder).

pub mod cut;
pub mod file;
pub mod folder;
pub mod join;
pub mod taken;
pub mod work;
