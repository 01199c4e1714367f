//! The findings of a check.

use std::path::{Path, PathBuf};

use morpion_check_core::theorem::Failure;

use super::certificate::CertificateFault;
use morpion_conclusion::LevelSummary;
use morpion_proof::claim::Setting;
use morpion_proof::engine::Evidence;
use morpion_results::FileFault;
use morpion_rules::geometry::BoundingBox;

/// The findings of a check of one folder.
#[derive(Debug)]
pub struct Report {
    /// The folder.
    pub folder: PathBuf,
    /// The setting of the folder.
    pub setting: Setting,
    /// Box files that could be read.
    pub boxes: usize,
    /// Bounds that are marked as claimed.
    pub claimed: usize,
    /// Bounds that are marked as proven.
    pub proven: usize,
    /// Arrivals at boxes that are marked as refuted.
    pub arrivals: usize,
    /// Graphs and games that were replayed.
    pub objects: usize,
    /// The walk in which claims are believed, in numbers, and its bound on all games.
    pub walk: LevelSummary,
    /// The bound on all games that follows from the bounds marked proven alone.
    pub proven_bound: Option<u32>,
    /// Boxes with a file that the walk does not meet.
    pub beside: Vec<BoundingBox>,
    /// The theorems that the checker derives from the folder's theorem files, in words. They hold if there are no faults.
    pub theorems: Vec<String>,
    /// All faults, by file.
    pub faults: Vec<Fault>,
}

/// A fault of one file.
#[derive(Debug)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// The kind of fault.
    pub reason: Reason,
}

/// The kinds of faults of a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be read, is not of its form or in its place, or lists a graph or game that breaks the rules.
    #[error("{0}")]
    Form(#[from] FileFault),
    /// A file that no run writes.
    #[error("no run writes a file of this name here")]
    Stray,
    /// The box holds no position of the folder's kind.
    #[error("no point-symmetric position has box {0}: opposite distances differ")]
    Inadmissible(BoundingBox),
    /// More is listed for games than for graphs.
    #[error("lists a game of {game} moves but no graph that large, although a game is a graph")]
    GameExceedsGraph {
        /// Length of the game.
        game: u32,
    },
    /// A bound is contradicted by a listed object.
    #[error("states {bound} for {objects} ({evidence}), but lists one of {size} moves")]
    Contradiction {
        /// The bound.
        bound: String,
        /// `graphs` or `games`.
        objects: &'static str,
        /// Its evidence.
        evidence: Evidence,
        /// Size of the object.
        size: u32,
    },
    /// A bound marked proven comes without a certificate that shows it.
    #[error("marks {bound} for {objects} as proven, but {fault}: it is a claim at most")]
    NoCertificate {
        /// The bound.
        bound: String,
        /// `graphs` or `games`.
        objects: &'static str,
        /// The fault of the certificate.
        fault: CertificateFault,
    },
    /// The checker refuses a theorem file.
    #[error("{0}")]
    Theorem(Failure),
    /// A theorem rests on a certificate that no box file counts as proven.
    #[error("rests on {0}, which no box file counts as proven, so it was not repeated")]
    Unlisted(String),
    /// The theorem about all games is another than the box files show.
    #[error("says that no game has more than {said} moves, but the box files prove {}", .derived.map_or_else(|| "nothing of the kind".to_owned(), |n| n.to_string()))]
    OtherTheorem {
        /// The bound that the theorem states.
        said: u64,
        /// The bound that follows from the claims that the box files count as proven.
        derived: Option<u32>,
    },
}

impl Reason {
    /// Whether the file could not even be read.
    pub const fn is_unreadable(&self) -> bool {
        match self {
            Self::Form(fault) => fault.is_unreadable(),
            _ => false,
        }
    }
}

pub(super) fn fault(path: &Path, reason: Reason) -> Fault {
    Fault {
        path: path.to_owned(),
        reason,
    }
}
