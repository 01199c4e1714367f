//! Pages to look at and to play: the report on a results folder, and the board.
//!
//! Two HTML files without anything beside them: style, scripts and data are inside, so they work from a disk and from
//! any web host. Their promises:
//!
//! - The report says what the results say, and with the same words: *proven* and *claimed* are kept apart, and a bound on all games is
//!   stated only when the walk over the boxes is complete ([`verdict`](morpion_conclusion::verdict())). It repeats no certificate: that
//!   is the checker's work.
//! - Nothing that a file of results or a game contains can run as script: data is JSON in a block that browsers do not run, its
//!   `<`, `>` and `&` are escaped, the pages write it as text only, and a content security policy names the
//!   scripts by their digests.
//!
//! The modules: `report` (the contents, as data), `html` (the files), `serve` (the same pages on the loopback address, following a run).

mod html;
mod report;
mod serve;

use std::path::{Path, PathBuf};

pub use html::{Links, Pages, write_pages};
pub use report::Report;
pub use serve::{Server, Watch};

use morpion_conclusion::SurveyError;
use morpion_contest::runs::RunsError;
use morpion_output::files::FileError;
use morpion_results::{StoreError, WholeError};
use morpion_search::running::FoundError;

/// The folders from which the pages are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The folder that holds the results folders, one for each setting.
    pub results: PathBuf,
    /// The folders in which searches have left games; one that is not there holds none.
    pub games: Vec<PathBuf>,
}

impl Sources {
    /// The sources under one folder, as the project keeps them: the results folders and the folder `games`.
    pub fn under(results: &Path) -> Self {
        Self {
            results: results.to_owned(),
            games: vec![results.join("games")],
        }
    }
}

/// Why the pages cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// There is no folder of results.
    #[error("{} is no folder: name the folder that holds the folders of results with --root", .0.display())]
    NoResults(PathBuf),
    /// A file that is none of ours stands where a page goes.
    #[error("{} is another page: name another folder with --out", .0.display())]
    Foreign(PathBuf),
    /// A results folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The statements about all games at once cannot be used.
    #[error(transparent)]
    Whole(#[from] WholeError),
    /// The results of the settings cannot be compared.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// The games cannot be used.
    #[error(transparent)]
    Games(#[from] FoundError),
    /// The runs of searchers cannot be used.
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// A theorem file is not of the form of one.
    #[error("{}: {reason}", path.display())]
    Theorem {
        /// The file.
        path: PathBuf,
        /// The checker's words.
        reason: String,
    },
    /// A file is not of the form of a list of positions.
    #[error("{} is no list of positions: remove it, and `morpion census` writes it anew", .0.display())]
    Positions(PathBuf),
    /// A file of short games holds no game, or one that can go on.
    #[error("{}: {reason}: put files of games that cannot go on into this folder, or remove it", path.display())]
    Shortest {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        reason: String,
    },
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
}
