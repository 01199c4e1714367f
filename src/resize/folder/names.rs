//! The names of the files in a results folder.

use std::path::{Path, PathBuf};

use crate::engine::{Objects, UpperBound};
use crate::geometry::{Arrival, BoundingBox};

/// File that says what a results folder is about.
pub const RUN_FILE: &str = "run.json";
/// Folder of the box files.
pub const BOXES_FOLDER: &str = "boxes";
/// Folder of the certificates.
pub const CERTIFICATES_FOLDER: &str = "certificates";
/// File with the summary of the last run.
pub const SUMMARY_FILE: &str = "summary.json";

/// The name of a box's file: `4-3-1-1.json`.
pub fn box_file_name(bounding_box: BoundingBox) -> String {
    format!("{}.json", file_stem(bounding_box))
}

/// What the names of all files about a box begin with, for example `4-3-1-1`.
pub(in crate::resize) fn file_stem(bounding_box: BoundingBox) -> String {
    let [t, r, b, l] = bounding_box.distances();
    format!("{t}-{r}-{b}-{l}")
}

/// Where the certificate of a bound lies, for example `certificates/4-3-1-1.graphs.at-most-85.cert.zst`, or
/// `...at-most-85.cert` if it is there but not packed.
pub fn certificate_path(
    folder: &Path,
    bounding_box: BoundingBox,
    objects: Objects,
    bound: UpperBound,
) -> PathBuf {
    let (stem, objects) = (file_stem(bounding_box), objects.plural());
    let name = format!("{stem}.{objects}.{}.cert.zst", bound_name(bound));
    packed_or_plain(folder.join(CERTIFICATES_FOLDER).join(name))
}

/// Where the certificate lies that no game arrives at a box by some sides, for example
/// `certificates/4-4-4-1.games.not-by-top.cert.zst`, or without `.zst` if it is there but not packed.
pub fn arrival_certificate_path(
    folder: &Path,
    bounding_box: BoundingBox,
    arrival: Arrival,
) -> PathBuf {
    let stem = file_stem(bounding_box);
    let name = format!("{stem}.games.{}.cert.zst", arrival_name(arrival));
    packed_or_plain(folder.join(CERTIFICATES_FOLDER).join(name))
}

/// A packed certificate, unless only the plain one is there.
fn packed_or_plain(packed: PathBuf) -> PathBuf {
    let plain = packed.with_extension("");
    if plain.exists() && !packed.exists() {
        plain
    } else {
        packed
    }
}

/// What is shown about an arrival in the name of a file.
pub(in crate::resize) fn arrival_name(arrival: Arrival) -> String {
    format!("{ARRIVAL_PREFIX}{arrival}")
}

/// How the name of an arrival begins in the name of a file.
pub(in crate::resize) const ARRIVAL_PREFIX: &str = "not-by-";

/// A bound in the name of a file.
pub(in crate::resize) fn bound_name(bound: UpperBound) -> String {
    match bound {
        UpperBound::Empty => "empty".to_owned(),
        UpperBound::AtMost(n) => format!("at-most-{n}"),
    }
}
