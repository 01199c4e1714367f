//! The parameters of the search. No value of them can make a result wrong.

use crate::bound::dual_bound::Schedule;

/// Tuning of the search: name, default, meaning. None of it can make a result wrong.
#[derive(Clone, Debug)]
pub struct Params {
    /// Start value of the slot multipliers, in units of 1/1024 move (default 0.7 moves).
    pub start: u32,
    /// Start value of the side multipliers where only the sides count, in the same units (default half a
    /// move): what a dot on a side is worth there (`paper/certificate.md`, section 4). At 0 the sides are not
    /// balanced: refutations take longer, but the search goes straight for an object.
    pub price: u32,
    /// The recipe of the first round at the root.
    pub root_schedule: Schedule,
    /// The recipe of the first round at every other node, and of trials.
    pub schedule: Schedule,
    /// The recipe of further rounds.
    pub again_schedule: Schedule,
    /// The schedule of nodes where only the sides count.
    pub side_schedule: Schedule,
    /// Rounds of improving and fixing at a node, at most (default 4).
    pub rounds: u32,
    /// Another round is worth it when at least this many marks were forbidden (default 40).
    pub again: u32,
    /// A node about games whose dots are all known is listed if that takes at most so many steps (default 65536, which is also the
    /// most that a certificate may need) or, mostly, a fixed part of them.
    pub list_steps: u32,
    /// Before the tree of a question about long games, if its target is within so many moves of the bound at the root
    /// (default 13; twice as many for symmetric games), a dive looks for a game, move by move from the cross.
    pub forward_gap: u32,
    /// Nodes of this dive (default 2000). Nothing of it enters the certificate.
    pub forward_nodes: u32,
    /// A node whose gap to the target is at least so many moves is branched on by trial (strong
    /// branching; default 8). In moves, not as a share of the gap at the root: that leaves most of a large tree untried.
    pub trial_moves: u32,
    /// The same where only the sides count, so that moves measure nothing: in percent of the gap at the root
    /// (default 10, never above 100).
    pub trial_gap: u32,
    /// Cells tried at such a node (default 12; 0: pseudo-costs alone decide).
    pub trials: u32,
    /// Trials at a node end when so many cells in a row were no better than the best (default 4).
    pub trial_patience: u32,
}

impl Default for Params {
    fn default() -> Self {
        const fn schedule(steps: u32, width: u32, decay: u32, rate: u32) -> Schedule {
            Schedule::new(steps, width, decay, rate).expect("a default schedule is in range")
        }
        Self {
            start: 716,
            price: 512,
            root_schedule: schedule(600, 717, 29, 46),
            schedule: schedule(100, 717, 170, 46),
            again_schedule: schedule(100, 717, 170, 46),
            side_schedule: schedule(100, 410, 136, 46),
            rounds: 4,
            again: 40,
            list_steps: 65_536,
            forward_gap: 13,
            forward_nodes: 2000,
            trial_moves: 8,
            trial_gap: 10,
            trials: 12,
            trial_patience: 4,
        }
    }
}

impl Params {
    /// Parameters for a search that is to find an object rather than to refute it: where only the sides count they have no
    /// [`price`](Self::price).
    pub fn to_find(self) -> Self {
        Self { price: 0, ..self }
    }
}
