//! H. Wang, M. Preuss, M. Emmerich and A. Plaat, *Tackling Morpion Solitaire with AlphaZero-like Ranked Reward Reinforcement
//! Learning*, 2020: section VI and table I.
//!
//! The paper has one figure: the longest game on the board of 22 x 22, of 67 moves (section VI). Training took "about a week"
//! (section V) on eight graphics processors. It is not said in which iteration the game was found, nor how many
//! runs there were.

use crate::geometry::Variant;
use crate::learn::Params;
use crate::tables::experiment::{Cell, Content, Paper, Row, Runs, Score, Table, Theirs, Work};
use morpion_search::searchers::{Algorithm, RankedReward};

/// The best score of section VI.
const BEST: u32 = 67;

/// A week, as section V has it.
const SECONDS: f64 = 7.0 * 86_400.0;

pub(super) fn tables() -> Vec<Table> {
    let cell = |column: &str, params, score, seconds| Cell {
        column: column.to_owned(),
        work: Work::whole(Algorithm::RankedReward(RankedReward { params })),
        runs: Runs { full: 3, quick: 1 },
        theirs: Theirs { score, seconds },
    };
    let theirs = cell(
        "table I",
        Params::default(),
        Score::One(BEST),
        Some(SECONDS),
    );
    let ours = cell("policy gradient", Params::gradient(), Score::Untold, None);
    vec![Table {
        paper: Paper::RankedReward,
        names: &["best"],
        title: "the longest game of learning",
        note: "theirs: residual network, about a week on eight graphics processors; ours: the network of neighbourhoods, first by \
               the parameters of table I, then by those that learn best",
        content: Content::Runs(vec![Row {
            label: "ranked-reward".to_owned(),
            variant: Variant::D5,
            cells: vec![theirs, ours],
        }]),
    }]
}
