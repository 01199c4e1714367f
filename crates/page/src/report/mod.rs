//! The contents of the report, as data: one value made from the results, which the page draws.
//!
//! Promise: every figure is that of a file, or derived (the bound on all games) by the crate that derives it for every command.

mod boxes;
mod games;
mod gaps;
mod headline;
mod longest;
mod overall;
mod searchers;
mod standings;
mod theorem;
mod walk;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;

pub(crate) use games::GameReport;
pub(crate) use headline::Headline;
pub(crate) use searchers::Searchers;
pub(crate) use standings::AllGames;
pub(crate) use theorem::TheoremFile;
pub(crate) use walk::Walk;

use super::{PageError, Sources};
use morpion_conclusion::{Published, published};
use morpion_output::files::{FileError, listed};
use morpion_output::text::timestamp;
use morpion_results::RUN_FILE;
use morpion_rules::record::{Game, known_games};

/// The contents of the pages.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `morpion-report`.
    pub format: &'static str,
    /// The version of this format.
    pub version: u32,
    /// When it was made, in UTC.
    pub made: String,
    /// The program that made it.
    pub program: &'static str,
    /// The theorem in one sentence.
    pub headline: Headline,
    /// The contents of every results folder, that of 5D first.
    pub walks: Vec<Walk>,
    /// The games of our own searches, longest first within a variant.
    pub games: Vec<GameReport>,
    /// The records that come with the program.
    pub records: Vec<GameReport>,
    /// The shortest game known of each variant that cannot go on.
    pub shortest: Vec<GameReport>,
    /// How long all games of each kind can be, as far as it is known here.
    pub standings: Vec<AllGames>,
    /// The searchers of the papers, with their figures and ours; empty where no contest was held.
    pub searchers: Vec<Searchers>,
    /// Limits on the length of all games, and games, that others have published.
    pub limits: Vec<Published>,
}

impl Report {
    /// Reads the results.
    ///
    /// # Errors
    /// The first file that cannot be used.
    pub fn read(sources: &Sources) -> Result<Self, PageError> {
        let found = games::found(&sources.games)?;
        let known = games::known(&found);
        let folders = result_folders(&sources.results)?;
        let mut walks = folders
            .iter()
            .map(|folder| Walk::read(folder, &known))
            .collect::<Result<Vec<_>, _>>()?;
        walks.sort_by_key(|w| (w.name != "5D", w.name.clone()));
        let reported = |games: &[Game]| {
            let reported = |game| GameReport::of(game, &sources.games);
            games.iter().map(reported).collect()
        };
        let main = walks.first().filter(|w| w.name == "5D");
        Ok(Self {
            headline: Headline::of(main),
            format: "morpion-report",
            version: 1,
            made: timestamp(SystemTime::now()),
            program: concat!("morpion ", env!("CARGO_PKG_VERSION")),
            walks,
            games: reported(&found),
            records: reported(&known_games()),
            shortest: reported(&games::shortest(&sources.results)?),
            standings: standings::standings(&sources.results, &known)?,
            searchers: searchers::searchers(&sources.results)?,
            limits: published(),
        })
    }
}

/// The folders of `results` that hold results, in order of their names.
fn result_folders(results: &Path) -> Result<Vec<PathBuf>, PageError> {
    if !results.is_dir() {
        return Err(PageError::NoResults(results.to_owned()));
    }
    let mut folders = listed(results).map_err(FileError::of("read", results))?;
    folders.retain(|path| path.join(RUN_FILE).is_file());
    Ok(folders)
}
