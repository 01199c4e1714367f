//! Certificates as they lie on disk: frames of the Zstandard format.

use std::io::{self, Write};

/// Compression level for certificates that are written once: the highest of the format that needs little memory.
pub const FOR_GOOD: i32 = 19;
/// Compression level for files that are written again and again: a fast one.
pub const FOR_NOW: i32 = 3;

/// Compresses `content` into a Zstandard frame with a checksum.
///
/// # Errors
/// An error of the compression library.
pub fn pack(content: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
    encoder.include_checksum(true)?;
    encoder.write_all(content)?;
    encoder.finish()
}
