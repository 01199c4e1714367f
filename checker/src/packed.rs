//! Reading files that may be packed.
//!
//! Certificates are kept packed in the Zstandard format (RFC 8878), which makes them three times smaller. Unpacking is left to
//! a library; nothing rests on it: whatever it returns is put before [`crate::certificate`] like any other file.

use ruzstd::decoding::StreamingDecoder;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// What a packed file begins with.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// No file may be larger than this when it is unpacked, so that a small one cannot fill the memory.
const LARGEST: u64 = 1 << 30;

/// The bytes of a file, unpacked if they are packed.
///
/// # Errors
/// The file cannot be read, is damaged, or is larger than a gigabyte when it is unpacked.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    if bytes.starts_with(&MAGIC) {
        unpack(&bytes)
    } else {
        Ok(bytes)
    }
}

/// Unpacks a single Zstandard frame.
///
/// # Errors
/// It is damaged, followed by anything, or larger than a gigabyte when it is unpacked.
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    let mut rest = packed;
    let decoder = StreamingDecoder::new(&mut rest).map_err(|e| invalid(e.to_string()))?;
    let mut bytes = Vec::new();
    decoder.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid("it is larger than a gigabyte".to_owned()));
    }
    if !rest.is_empty() {
        return Err(invalid("something follows the packed bytes".to_owned()));
    }
    Ok(bytes)
}
