//! Claims: what is asked of an engine, what a certificate shows, what a results folder holds and a theorem lists.
//!
//! All of that is one sentence, a [`Claim`]: *no object of this kind whose bounding box is exactly this one has more than N
//! moves* (or: there is none; or: none arrives there by these sides; or, as a question only: what is the largest?). Here and
//! nowhere else is said what such a sentence means in numbers (the K of a certificate and its one exception, the box of the
//! cross), what it is called on disk ([`Claim::name`]), in a theorem ([`Claim::theorem_line`]) and on the terminal
//! ([`Claim::asked`]), when one claim makes another one needless ([`Claim::serves`]) and how it stands to what the independent
//! checker says ([`Claim::is_shown_by`], [`Claim::of_certificate`]).

mod checked;
mod name;
mod setting;
mod words;

use serde::{Deserialize, Serialize};

pub use crate::game::Objects;
use crate::geometry::{Arrival, BoundingBox, Variant};
pub use checked::NoClaim;
pub use name::file_stem;
pub use setting::Setting;
pub use words::sides;

/// What stands behind a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A floating-point solver said so.
    Claimed,
    /// A certificate in exact integers, which the checker has verified, says so.
    Proven,
}

/// An upper bound on the number of moves of the objects that fit a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpperBound {
    /// Nothing fits the box at all.
    Empty,
    /// No object that fits the box has more moves than this.
    AtMost(u32),
}

impl UpperBound {
    /// Whether the bound rules out objects of at least `k` moves.
    pub const fn refutes(self, k: u32) -> bool {
        match self {
            Self::Empty => true,
            Self::AtMost(n) => n < k,
        }
    }

    /// The stronger of two bounds on the same objects.
    pub const fn stronger(self, other: Self) -> Self {
        match (self, other) {
            (Self::AtMost(a), Self::AtMost(b)) => Self::AtMost(if a < b { a } else { b }),
            _ => Self::Empty,
        }
    }

    /// What the bound says of this box: what fits another box than that of the cross has a move, so that "at most 0 moves" says
    /// there that nothing fits.
    pub fn of(self, bounding_box: BoundingBox) -> Self {
        match self {
            Self::AtMost(0) if bounding_box != Setting::START => Self::Empty,
            other => other,
        }
    }
}

/// What a claim says of the objects that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// None has more moves.
    AtMost(u32),
    /// There is none.
    Empty,
    /// None, and these are games, arrives at the box by these sides: with its last move, which places the only dot on them. Of
    /// games that arrive otherwise it says nothing.
    NoArrival(Arrival),
    /// Only as a question: how many moves has the largest?
    Maximum,
}

impl From<UpperBound> for Target {
    fn from(bound: UpperBound) -> Self {
        match bound {
            UpperBound::Empty => Self::Empty,
            UpperBound::AtMost(n) => Self::AtMost(n),
        }
    }
}

/// One sentence about the objects of a kind that have one bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules, and whether only objects count that the half turn maps to themselves (L6).
    pub setting: Setting,
    /// Their bounding box, exactly (L5).
    pub bounding_box: BoundingBox,
    /// Graphs or games.
    pub objects: Objects,
    /// What is said of them.
    pub target: Target,
}

impl Claim {
    /// The question for the largest of the `objects` with this bounding box.
    pub const fn maximum(setting: Setting, bounding_box: BoundingBox, objects: Objects) -> Self {
        Self {
            setting,
            bounding_box,
            objects,
            target: Target::Maximum,
        }
    }

    /// That no game of Morpion 5D arrives at the box by these sides.
    pub const fn no_arrival(bounding_box: BoundingBox, by: Arrival) -> Self {
        Self {
            setting: Setting::of(Variant::D5),
            bounding_box,
            objects: Objects::Games,
            target: Target::NoArrival(by),
        }
    }

    /// The same claim, with "at most 0 moves" put as "nothing fits" where that is the same; see [`UpperBound::of`].
    pub fn normal(self) -> Self {
        self.bound()
            .map_or(self, |b| self.showing(b.of(self.bounding_box)))
    }

    /// The claim about the same objects that none has `k` or more moves.
    pub fn fewer_than(self, k: u32) -> Self {
        let bound = k
            .checked_sub(1)
            .map_or(UpperBound::Empty, UpperBound::AtMost);
        Self {
            target: bound.of(self.bounding_box).into(),
            ..self
        }
    }

    /// The claim about the same objects (or the same arrival) that a certificate of this K shows.
    pub fn with_k(self, k: u32) -> Self {
        self.showing(
            k.checked_sub(1)
                .map_or(UpperBound::Empty, UpperBound::AtMost),
        )
    }

    /// The claim about the same objects (or the same arrival) that states a bound which was shown.
    pub fn showing(self, bound: UpperBound) -> Self {
        let target = match (self.target, bound) {
            (Target::NoArrival(by), UpperBound::Empty) => Target::NoArrival(by),
            (_, bound) => bound.into(),
        };
        Self { target, ..self }
    }

    /// The K of its certificate: the number of moves that is refuted, 0 where there is nothing at all. `None` of a question for
    /// the maximum.
    pub fn k(&self) -> Option<u32> {
        match self.target {
            Target::AtMost(n) => Some(n.saturating_add(1)),
            Target::Empty | Target::NoArrival(_) => Some(0),
            Target::Maximum => None,
        }
    }

    /// The least number of moves of what would refute the claim. `None` of a question for the maximum.
    pub fn at_least(&self) -> Option<u32> {
        // What fits another box than that of the cross has a move.
        let any = u32::from(self.bounding_box != Setting::START);
        self.k().map(|k| k.max(any))
    }

    /// The bound that it states: of the games that arrive so, if it is about an arrival.
    pub fn bound(&self) -> Option<UpperBound> {
        match self.target {
            Target::AtMost(n) => Some(UpperBound::AtMost(n)),
            Target::Empty | Target::NoArrival(_) => Some(UpperBound::Empty),
            Target::Maximum => None,
        }
    }

    /// The arrival that it is about.
    pub const fn arrival(&self) -> Option<Arrival> {
        match self.target {
            Target::NoArrival(by) => Some(by),
            _ => None,
        }
    }

    /// Whether the other claim follows: what no graph is no game is, what nothing is nothing symmetric is, and where there is
    /// nothing, nothing arrives and the maximum is known.
    pub fn serves(&self, other: &Self) -> bool {
        let is_about = self.setting.variant == other.setting.variant
            && self.bounding_box == other.bounding_box
            && (self.objects == Objects::Graphs || other.objects == Objects::Games)
            && (!self.setting.symmetric || other.setting.symmetric);
        is_about
            && match (self.target, other.target) {
                (Target::Empty, _) => true,
                (Target::AtMost(n), Target::AtMost(m)) => n <= m,
                (Target::NoArrival(a), Target::NoArrival(b)) => {
                    a.canonical(self.bounding_box) == b.canonical(self.bounding_box)
                }
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests;
