//! The header of every file of a results folder: a format and a version, read first, so that a newer file is told from a damaged one.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::store_error::FileFault;

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// The version of a file of the form `wanted`.
pub(super) fn version_of(bytes: &[u8], wanted: &'static str) -> Result<u32, FileFault> {
    let header: Header = serde_json::from_slice(bytes)?;
    if header.format != wanted {
        let found = header.format.chars().take(40).collect();
        return Err(FileFault::Format { found, wanted });
    }
    Ok(header.version)
}

/// Reads a file of the form `format` in this version.
pub(super) fn parse<T: DeserializeOwned>(
    bytes: &[u8],
    format: &'static str,
    version: u32,
) -> Result<T, FileFault> {
    let found = version_of(bytes, format)?;
    if found != version {
        let wanted = version;
        return Err(FileFault::Version { found, wanted });
    }
    Ok(serde_json::from_slice(bytes)?)
}
