//! The pages on the loopback address, following a run by reading its folder.

mod http;
mod watch;

pub(crate) use http::Server;
pub(crate) use watch::Watch;
