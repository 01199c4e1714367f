//! The pages on the loopback address, following a run by reading its folder.

mod http;
mod watch;

pub use http::Server;
pub use watch::Watch;
