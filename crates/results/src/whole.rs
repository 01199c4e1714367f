//! Statements of a results folder about all games at once, without boxes: counts of positions, and certificates about octagons.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::counted::Counted;
use super::names::{CERTIFICATE_ENDING, name_of};
use super::whole_error::WholeError;
use morpion_output::files::{if_there, listed};
use morpion_proof::claim::Setting;
use morpion_rules::geometry::Variant;

/// The beginning of the name of a certificate about octagons.
const AT_MOST: &str = "at-most-";

/// The statements of a results folder about all games of its setting at once.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// The counts of positions by number of moves.
    pub counted: Option<Counted>,
    /// The strongest bound of the certificates about octagons: no game has more moves.
    pub at_most: Option<u32>,
}

impl Whole {
    /// Reads the statements in the folder of a setting; there are none if the folder is not there.
    ///
    /// # Errors
    /// When a file cannot be read, or holds something else.
    pub fn read(folder: &Path, setting: Setting) -> Result<Self, WholeError> {
        let at_most = first_words(setting).map(|words| octagons(folder, words));
        Ok(Self {
            at_most: at_most.transpose()?.flatten(),
            counted: Counted::read(folder, setting)?,
        })
    }
}

/// The first words of a certificate about octagons; `None` if there is none for this setting (`paper/octagon-certificate.md`, section
/// 7).
fn first_words(setting: Setting) -> Option<&'static str> {
    match (setting.variant, setting.symmetric) {
        (Variant::T5, false) => Some("morpion-octagons 1 5T at-most "),
        _ => None,
    }
}

/// The strongest bound of the certificates in a folder, all of which must begin with these words.
fn octagons(folder: &Path, words: &str) -> Result<Option<u32>, WholeError> {
    let paths = if_there(listed(folder)).map_err(WholeError::at(folder))?;
    let is_certificate = |path: &PathBuf| {
        let name = name_of(path);
        name.starts_with(AT_MOST) && name.ends_with(CERTIFICATE_ENDING)
    };
    let moves = |path: PathBuf| {
        let first = first_line(&path).map_err(WholeError::at(&path))?;
        let moves = first.strip_prefix(words).and_then(|n| n.parse().ok());
        moves.ok_or(WholeError::NoCertificate(path))
    };
    let all = paths
        .into_iter()
        .flatten()
        .filter(is_certificate)
        .map(moves);
    let all = all.collect::<Result<Vec<u32>, _>>()?;
    Ok(all.into_iter().min())
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
    fn the_strongest_certificate_about_octagons_counts() {
        let folder = tempfile::tempdir().unwrap();
        let read = |variant| Whole::read(folder.path(), Setting::of(variant));
        let put = |name: &str, text: &str| {
            let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
            fs::write(folder.path().join(name), packed).unwrap();
        };
        assert_eq!(read(Variant::T5).unwrap().at_most, None);
        put(
            "at-most-700.cert.zst",
            "morpion-octagons 1 5T at-most 700\n\0x",
        );
        put(
            "at-most-9.cert.zst",
            "morpion-octagons 1 5T at-most 585\n\0x",
        );
        put("notes.txt", "no certificate");
        assert_eq!(read(Variant::T5).unwrap().at_most, Some(585));
        assert_eq!(read(Variant::D5).unwrap().at_most, None);
        put("at-most-8.cert.zst", "morpion-octagons 0 5T at-most 8\n");
        assert!(matches!(
            read(Variant::T5),
            Err(WholeError::NoCertificate(_))
        ));
    }
}
