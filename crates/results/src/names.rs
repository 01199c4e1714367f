//! The names of the files in a results folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use morpion_proof::claim::{Ask, Claim, Setting, file_stem};
use morpion_rules::geometry::BoundingBox;

/// Name of the file with the setting of a results folder.
pub const RUN_FILE: &str = "run.json";
/// Folder of the box files.
pub const BOXES_FOLDER: &str = "boxes";
/// Folder of the certificates.
pub const CERTIFICATES_FOLDER: &str = "certificates";
/// Folder of the unfinished certificates.
pub const UNFINISHED_FOLDER: &str = "unfinished";
/// Ending of the names of packed certificates.
pub const CERTIFICATE_ENDING: &str = ".cert.zst";

/// The last part of a path, as text.
pub fn name_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Whether a file is a certificate by its name. Hidden ones are traces of a killed run.
pub fn is_certificate(path: &Path) -> bool {
    let name = name_of(path);
    !name.starts_with('.') && (name.ends_with(".cert") || name.ends_with(CERTIFICATE_ENDING))
}

/// The name of the folder of a setting's results: `5D`, `5D-symmetric`.
pub fn folder_name(setting: Setting) -> String {
    let suffix = if setting.symmetric { "-symmetric" } else { "" };
    format!("{}{suffix}", setting.variant)
}

/// The name of a box's file: `4-3-1-1.json`.
pub fn box_file_name(bounding_box: BoundingBox) -> String {
    format!("{}.json", file_stem(bounding_box))
}

/// Where the certificate of a claim lies, for example `certificates/4-3-1-1.graphs.at-most-85.cert.zst`, or
/// `...at-most-85.cert` if it is there but not packed.
pub fn certificate_path(folder: &Path, claim: &Claim) -> PathBuf {
    let name = format!("{}{CERTIFICATE_ENDING}", claim.name());
    let packed = folder.join(CERTIFICATES_FOLDER).join(name);
    let plain = packed.with_extension("");
    if plain.exists() && !packed.exists() {
        plain
    } else {
        packed
    }
}

/// The path of the list of all positions in which games of at least `k` moves end.
pub fn positions_path(folder: &Path, k: u32) -> PathBuf {
    folder.join(format!("positions-{k}.txt.zst"))
}

/// The path of a game of one family of these positions, for example `games-of-82/01.psol`; families are numbered from 1.
pub fn family_path(folder: &Path, k: u32, number: usize) -> PathBuf {
    games_folder(folder, k).join(format!("{number:02}.psol"))
}

/// The folder of these games, for example `games-of-82`.
pub fn games_folder(folder: &Path, k: u32) -> PathBuf {
    folder.join(format!("games-of-{k}"))
}

/// Where the unfinished certificate of a question lies: its name is that of the certificate it is to become.
pub fn unfinished_path(folder: &Path, ask: &Ask) -> PathBuf {
    let name = format!("{}{CERTIFICATE_ENDING}", ask.name());
    folder.join(UNFINISHED_FOLDER).join(name)
}
