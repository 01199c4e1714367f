//! The file of a unit, and of its result: one JSON object.
//!
//! | field | meaning |
//! |---|---|
//! | `morpion_unit` | the version of this format, 3 |
//! | `about` | the claim that the whole certificate is to show, for people |
//! | `trunk` | SHA-256 of the unfinished certificate that it was cut from, unpacked |
//! | `path` | the way to the unit's node: a 0 for each first child on it, a 1 for each second one, - for none |
//! | `nodes`, `evaluations`, `core_milliseconds` | the effort spent on it so far |
//! | `found` | moves of an object that refutes the claim, if one was met |
//! | `certificate` | the certificate with nothing but this node and the way to it (paper/certificate.md), a Zstandard frame, Base64 |
//! | `digest` | SHA-256 of the object as it is written with an empty `digest` |
//!
//! Promise: a unit that [`Unit::read`] returns is as it was written, and its node is where `path` says. The checker decides whether what
//! is shown there is true.

use std::fs;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use morpion_check_core::format::{self, Reject};
use morpion_check_core::packed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use morpion_output::files::{hex, write_atomically};
use morpion_proof::claim::{Claim, NoClaim};
use morpion_proof::tree::{Id, Path as Way, Tree};
use morpion_results::{FOR_NOW, pack};
use morpion_rules::geometry::Move;
use morpion_rules::record::moves_text;

/// The version of the format.
pub(crate) const VERSION: u32 = 3;

/// An open node to be worked on, and what has been shown below it.
#[derive(Clone, Debug)]
pub struct Unit {
    /// SHA-256 of the certificate that it was cut from, in hexadecimal digits.
    pub trunk: String,
    /// The way to the node.
    pub path: Way,
    /// The tree with nothing but this way and what has been shown below the node; at first the node is open.
    pub tree: Tree,
    /// The effort spent on it.
    pub spent: Spent,
    /// The moves of an object of the question that was met, in an order of play if it has one. Not checked.
    pub found: Option<Vec<Move>>,
}

/// The effort spent on a unit, in all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Nodes, those walked again included.
    pub nodes: u64,
    /// Evaluations of the bound.
    pub evaluations: u64,
    /// Time on one core.
    pub core_milliseconds: u64,
}

/// Why a file cannot be used as a unit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnitFault {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    /// It was written by another version.
    #[error("its form has version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// Its content is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    morpion_unit: u32,
    about: String,
    trunk: String,
    path: String,
    nodes: u64,
    evaluations: u64,
    core_milliseconds: u64,
    found: Option<String>,
    certificate: String,
    digest: String,
}

/// The only field that is sure to be there in every version.
#[derive(Deserialize)]
struct VersionOnly {
    morpion_unit: u32,
}

impl Form {
    fn to_text(&self) -> Vec<u8> {
        let mut text =
            serde_json::to_vec_pretty(self).expect("numbers and texts have a form in JSON");
        text.push(b'\n');
        text
    }

    /// The form with its digest, for which the field is left empty while it is computed.
    fn with_digest(self) -> Self {
        let bare = Self {
            digest: String::new(),
            ..self
        };
        let digest = hexadecimal(&bare.to_text());
        Self { digest, ..bare }
    }
}

/// SHA-256 of these bytes.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn damaged(reason: impl ToString) -> UnitFault {
    UnitFault::Damaged(reason.to_string())
}

impl Unit {
    /// Its node in its tree.
    ///
    /// # Panics
    /// When `path` leads to no node.
    pub fn node(&self) -> Id {
        self.tree.at(&self.path).expect("the tree holds the way")
    }

    /// The number of open nodes left in its subtree.
    pub fn open(&self) -> u32 {
        self.tree.open_below(self.node())
    }

    /// Whether nothing is left to do in it.
    pub fn is_done(&self) -> bool {
        self.found.is_some() || self.open() == 0
    }

    /// Whether it is about the same node of the same trunk.
    pub fn is_same(&self, other: &Self) -> bool {
        self.trunk == other.trunk && self.path == other.path
    }

    /// Whether it has come further than another unit of the same node: being done counts first, then the number of nodes.
    pub fn is_further(&self, other: &Self) -> bool {
        let rank = |unit: &Self| (unit.is_done(), unit.tree.nodes().count());
        rank(self) > rank(other)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// See [`UnitFault`].
    pub fn read(path: &Path) -> Result<Self, UnitFault> {
        Self::parse(&fs::read(path).map_err(UnitFault::Unreadable)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// See [`UnitFault`].
    pub fn parse(text: &[u8]) -> Result<Self, UnitFault> {
        let version = serde_json::from_slice::<VersionOnly>(text).map_err(damaged)?;
        if version.morpion_unit != VERSION {
            return Err(UnitFault::Version(version.morpion_unit));
        }
        let form: Form = serde_json::from_slice(text).map_err(damaged)?;
        let said = form.digest.clone();
        let form = form.with_digest();
        if form.digest != said {
            return Err(damaged("its digest is not that of its content"));
        }
        let packed = STANDARD.decode(&form.certificate).map_err(damaged)?;
        let certificate = packed::unpack(&packed).map_err(damaged)?;
        let tree = Tree::read(&certificate).map_err(damaged)?;
        let path: Way = form.path.parse().map_err(damaged)?;
        if !tree.shows_only(&path) {
            return Err(damaged(
                "its certificate has no such node, or shows something else",
            ));
        }
        let found = form.found.as_deref().map(moves_text::read);
        Ok(Self {
            trunk: form.trunk,
            path,
            tree,
            spent: Spent {
                nodes: form.nodes,
                evaluations: form.evaluations,
                core_milliseconds: form.core_milliseconds,
            },
            found: found.transpose().map_err(damaged)?,
        })
    }

    /// The text of its file.
    ///
    /// # Errors
    /// Its certificate cannot be packed.
    pub fn to_text(&self) -> io::Result<Vec<u8>> {
        let certificate = self.tree.write();
        let form = Form {
            morpion_unit: VERSION,
            about: about(&certificate),
            trunk: self.trunk.clone(),
            path: self.path.to_string(),
            nodes: self.spent.nodes,
            evaluations: self.spent.evaluations,
            core_milliseconds: self.spent.core_milliseconds,
            found: self.found.as_deref().map(moves_text::write),
            certificate: STANDARD.encode(pack(&certificate, FOR_NOW)?),
            digest: String::new(),
        };
        Ok(form.with_digest().to_text())
    }

    /// Writes its file, replacing one that is there.
    ///
    /// # Errors
    /// The file system refuses; the previous file is then still in place.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_atomically(path, &self.to_text()?)
    }
}

/// The claim that a certificate is to show, in words.
pub(super) fn about(certificate: &[u8]) -> String {
    match format::claim(certificate) {
        Ok(claim) => claim.to_string(),
        Err(reject) => format!("a certificate that the checker rejects: {reject}"),
    }
}

/// Why a certificate has no claim that can be shown in units.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotForUnits {
    /// The checker rejects its header.
    #[error("the checker rejects its header: {0}")]
    Rejected(Reject),
    /// Its number of moves makes no claim that a question can be about.
    #[error(transparent)]
    NoClaim(#[from] NoClaim),
    /// It is to list all games of so many moves, which is not done in units.
    #[error(
        "it is to list all games of so many moves, which is not done in units: let `morpion box --all-of` or `morpion census` go on from it"
    )]
    List,
}

/// The claim that a certificate is to show.
///
/// # Errors
/// See [`NotForUnits`].
pub fn claim_of(certificate: &[u8]) -> Result<Claim, NotForUnits> {
    let shown = format::claim(certificate).map_err(NotForUnits::Rejected)?;
    if shown.all_of {
        return Err(NotForUnits::List);
    }
    Ok(Claim::of_certificate(shown)?)
}
