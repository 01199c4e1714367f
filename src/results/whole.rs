//! What a results folder says of all games at once, without boxes: counts of positions, and certificates about hulls.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::CERTIFICATE_ENDING;
use super::counted::{Counted, CountedError};
use crate::claim::Setting;
use crate::geometry::Variant;

/// How the name of a certificate about hulls begins.
const AT_MOST: &str = "at-most-";

/// What is said of all games of a setting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whole {
    /// Positions by number of moves.
    pub counted: Option<Counted>,
    /// The least number of moves that a certificate about hulls says no game exceeds.
    pub at_most: Option<u32>,
}

/// Why it cannot be told.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum WholeError {
    /// The counts.
    #[error(transparent)]
    Counted(#[from] CountedError),
    /// A certificate, or the folder.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// A certificate by its name alone.
    #[error("{} does not begin like a certificate about hulls: move it elsewhere, or make it anew with morpion-hulls", .0.display())]
    NoCertificate(PathBuf),
}

impl Whole {
    /// What the folder of a setting holds, which need not be there.
    ///
    /// # Errors
    /// When a file cannot be read, or holds something else.
    pub(crate) fn read(folder: &Path, setting: Setting) -> Result<Self, WholeError> {
        let at_most = match first_words(setting) {
            Some(words) => hulls(folder, words)?,
            None => None,
        };
        let counted = Counted::read(folder, setting)?;
        Ok(Self { counted, at_most })
    }
}

/// How a certificate about hulls begins, where there may be one (`paper/octagons.md`, section 6).
fn first_words(setting: Setting) -> Option<&'static str> {
    match (setting.variant, setting.symmetric) {
        (Variant::T5, false) => Some("morpion-hulls 2 5T at-most "),
        (Variant::T5, true) => Some("morpion-hulls 2 5T-symmetric at-most "),
        _ => None,
    }
}

/// The strongest of the certificates in a folder that begin so.
fn hulls(folder: &Path, words: &str) -> Result<Option<u32>, WholeError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| WholeError::File { path, error }
    };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(failed(folder))?,
    };
    let mut strongest: Option<u32> = None;
    for entry in entries {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(AT_MOST) && name.ends_with(CERTIFICATE_ENDING) {
            let first = first_line(&path).map_err(failed(&path))?;
            let moves = first.strip_prefix(words).and_then(|n| n.parse().ok());
            let moves = moves.ok_or_else(|| WholeError::NoCertificate(path.clone()))?;
            strongest = Some(strongest.map_or(moves, |n| n.min(moves)));
        }
    }
    Ok(strongest)
}

/// The first line of a packed file, as far as it is text.
fn first_line(path: &Path) -> io::Result<String> {
    let mut line = Vec::new();
    let unpacked = zstd::Decoder::new(fs::File::open(path)?)?;
    BufReader::new(io::Read::take(unpacked, 100)).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_certificate_about_hulls_counts() {
        let folder = tempfile::tempdir().unwrap();
        let read = |variant| Whole::read(folder.path(), Setting::of(variant));
        let put = |name: &str, text: &str| {
            let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
            fs::write(folder.path().join(name), packed).unwrap();
        };
        assert_eq!(read(Variant::T5).unwrap().at_most, None);
        put(
            "at-most-700.cert.zst",
            "morpion-hulls 2 5T at-most 700\n\0x",
        );
        put("at-most-9.cert.zst", "morpion-hulls 2 5T at-most 585\n\0x");
        put("notes.txt", "no certificate");
        assert_eq!(read(Variant::T5).unwrap().at_most, Some(585));
        assert_eq!(read(Variant::D5).unwrap().at_most, None);
        put("at-most-8.cert.zst", "morpion-hulls 1 5T at-most 8\n");
        assert!(matches!(
            read(Variant::T5),
            Err(WholeError::NoCertificate(_))
        ));
    }
}
