//! A game, and where it comes from: what records, files of searches and results have in common.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::content::{Metadata, Record};
use crate::geometry::{Move, Variant};

/// A game that has been replayed, and where it comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game {
    /// The variant and a short name for a record that comes with the program, for example `5D/rosin82`; else the variant and the path
    /// of the file.
    pub id: String,
    /// The name to show, for example `Rosin 178` or `found by nrpa`.
    pub name: String,
    /// The rules it was played under.
    pub variant: Variant,
    /// The moves, in order of play.
    pub moves: Vec<Move>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Where a game comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provenance {
    /// Its file; `None` for a record that comes with the program.
    pub file: Option<PathBuf>,
    /// The author, description and source that the file states.
    pub metadata: Metadata,
    /// How a search of ours found it; `None` for games of others.
    pub finding: Option<Finding>,
}

impl Game {
    /// The game as a record.
    pub fn to_record(&self) -> Record {
        Record {
            variant: Some(self.variant),
            moves: self.moves.clone(),
            metadata: self.provenance.metadata.clone(),
            ..Record::default()
        }
    }

    /// Whether a search of ours has found it from nothing, and not by going on from another game.
    pub fn is_own(&self) -> bool {
        let finding = self.provenance.finding.as_ref();
        finding.is_some_and(|finding| finding.from.is_none())
    }
}

/// How a search found a game: the JSON file beside the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// `morpion-game`.
    pub format: String,
    /// The version of this format: 1.
    pub version: u32,
    /// The rules.
    pub variant: Variant,
    /// Whether the game was kept symmetric after every pair of moves.
    pub symmetric: bool,
    /// Number of moves.
    pub moves: usize,
    /// The algorithm with its parameters.
    pub search: serde_json::Value,
    /// The command line.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Number of jobs.
    pub jobs: usize,
    /// The job that found it, from 0.
    pub job: usize,
    /// Games this job had finished.
    pub playouts: u64,
    /// Wall time from the start of the search, in seconds.
    pub seconds: f64,
    /// The time at which the game was found, in UTC.
    pub date: String,
    /// The version of this program.
    pub program: String,
    /// The game it goes on from, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Continued>,
}

/// The game that a search goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continued {
    /// Its record, as it was named.
    pub game: String,
    /// Its number of moves.
    pub moves: usize,
    /// How many of them were kept.
    pub kept: usize,
}

impl Default for Finding {
    fn default() -> Self {
        Self {
            format: "morpion-game".to_owned(),
            version: 1,
            variant: Variant::default(),
            symmetric: false,
            moves: 0,
            search: serde_json::Value::Null,
            command: String::new(),
            seed: 0,
            jobs: 1,
            job: 0,
            playouts: 0,
            seconds: 0.0,
            date: String::new(),
            program: concat!("morpion ", env!("CARGO_PKG_VERSION")).to_owned(),
            from: None,
        }
    }
}

impl Finding {
    /// The name of the algorithm.
    pub fn algorithm(&self) -> &str {
        self.search["algorithm"].as_str().unwrap_or("search")
    }

    /// The name to show for the game.
    pub fn name(&self) -> String {
        let algorithm = self.algorithm();
        match &self.from {
            None => format!("found by {algorithm}"),
            Some(from) => format!("{} continued by {algorithm}", from.game),
        }
    }
}
