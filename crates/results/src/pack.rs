//! Certificates as they lie on disk: frames of the Zstandard format.

use std::io::{self, Write};

/// How hard certificates are packed that are packed once, for good: as well as the format can without much memory.
pub const FOR_GOOD: i32 = 19;
/// How hard is packed what is written again and again: quickly.
pub const FOR_NOW: i32 = 3;

/// A Zstandard frame with a checksum of its content.
///
/// # Errors
/// What the library says.
pub fn pack(content: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
    encoder.include_checksum(true)?;
    encoder.write_all(content)?;
    encoder.finish()
}
