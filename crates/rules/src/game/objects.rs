//! The two kinds of sets of moves that bounds speak of.

use serde::{Deserialize, Serialize};

/// Which sets of moves are counted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Objects {
    /// Graphs: L1-L5, playable or not. This is the paper's table.
    #[default]
    Graphs,
    /// Games: graphs whose moves can be played in some order.
    Games,
}

impl Objects {
    /// Whether what holds of all of these holds of all of the others: a game is a graph.
    pub fn includes(self, other: Self) -> bool {
        self == Self::Graphs || other == Self::Games
    }

    /// The word for one of them: `graph` or `game`.
    pub const fn singular(self) -> &'static str {
        match self {
            Self::Graphs => "graph",
            Self::Games => "game",
        }
    }

    /// The word for several of them: `graphs` or `games`.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Graphs => "graphs",
            Self::Games => "games",
        }
    }
}
