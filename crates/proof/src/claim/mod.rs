//! Claims: what is asked of an engine, what a certificate shows, what a results folder holds and a theorem lists.
//!
//! All of that is one sentence, a [`Claim`]: *no object of this kind whose bounding box is exactly this one has K or more moves*,
//! where K = 0 says that there is none (or: none arrives there by these sides; or, as a question only, without a K: how many moves has
//! the largest?). "At most K - 1 moves" is said in text only. Another sentence is that *all games with K or more moves are listed*, in
//! its certificate ([`Claim::all_of`]); it bounds nothing. Here and nowhere else is said what such a sentence means in numbers
//! ([`Claim::refuting`], [`Claim::at_least`]), what it is called on disk ([`Claim::name`]), in a theorem ([`Claim::theorem_line`]) and
//! on the terminal ([`Claim::asked`], [`Claim::bound`]), when one claim makes another one needless ([`Claim::serves`]) and how it
//! stands to what the independent checker says ([`Claim::is_shown_by`], [`Claim::of_certificate`]).

mod checked;
mod name;
mod scope;
mod setting;
mod words;

use serde::{Deserialize, Serialize};

pub use checked::{NoClaim, box_of};
pub use morpion_rules::game::Objects;
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};
pub use name::file_stem;
pub use scope::Scope;
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

/// A claim as it is said: an upper bound on the number of moves. The smaller of two is the stronger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
}

/// One sentence about the objects of a kind that have one bounding box.
///
/// ```
/// use morpion_proof::claim::{Claim, Objects, Setting};
/// use morpion_rules::geometry::Variant;
///
/// let setting = Setting::of(Variant::D5);
/// let claim = Claim::maximum(setting, "4,3,1,1".parse()?, Objects::Games).refuting(83);
/// assert_eq!(claim.asked(), "game of 83 moves?");
/// assert_eq!(claim.bound().unwrap().to_string(), "at most 82 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules, and whether only objects count that the half turn maps to themselves (L6).
    pub setting: Setting,
    /// Their bounding box, exactly (L5).
    pub bounding_box: BoundingBox,
    /// Graphs or games.
    pub objects: Objects,
    /// Only of games that arrive at the box by these sides: with their last move, which places the only dot on them.
    pub arrival: Option<Arrival>,
    /// K: at least so many moves is refuted; 0 where there is nothing at all, as [`Claim::refuting`] has it. `None`, as a question only:
    /// how many moves has the largest?
    pub k: Option<u32>,
    /// Whether those of at least so many moves are all listed instead. The kind must be games, without an arrival, and K at least 1.
    pub all_of: bool,
}

impl Claim {
    /// The question for the largest of the `objects` with this bounding box.
    pub const fn maximum(setting: Setting, bounding_box: BoundingBox, objects: Objects) -> Self {
        Self {
            setting,
            bounding_box,
            objects,
            arrival: None,
            k: None,
            all_of: false,
        }
    }

    /// That no game of Morpion 5D arrives at the box by these sides.
    pub const fn no_arrival(bounding_box: BoundingBox, by: Arrival) -> Self {
        Self {
            arrival: Some(by),
            k: Some(0),
            ..Self::maximum(Setting::of(Variant::D5), bounding_box, Objects::Games)
        }
    }

    /// The claim about the same objects that all with `k` or more moves, at least 1, are listed.
    pub const fn listing(self, k: u32) -> Self {
        Self {
            k: Some(k),
            all_of: true,
            ..self
        }
    }

    /// The claim about the same objects that none has `k` or more moves, or that all of them are listed. What fits another box than that
    /// of the cross has a move, so that 1 says there what 0 does: that there is nothing.
    pub fn refuting(self, k: u32) -> Self {
        let is_nothing = k <= 1 && self.bounding_box != Setting::START && !self.all_of;
        Self {
            k: Some(if is_nothing { 0 } else { k }),
            ..self
        }
    }

    /// The least number of moves of what would refute the claim. `None` of a question for the maximum.
    pub fn at_least(&self) -> Option<u32> {
        let any = u32::from(self.bounding_box != Setting::START);
        self.k.map(|k| k.max(any))
    }

    /// The claim as it is said: of the games that arrive so, if it is about an arrival. `None` of a question for the maximum, and of a list.
    pub fn bound(&self) -> Option<UpperBound> {
        let at_most = |k: u32| k.checked_sub(1).map(UpperBound::AtMost);
        let k = self.k.filter(|_| !self.all_of);
        k.map(|k| at_most(k).unwrap_or(UpperBound::Empty))
    }

    /// Whether the other claim follows: what no graph is no game is, what nothing is nothing symmetric is, and where there is
    /// nothing, nothing arrives and the maximum is known. A list serves only the question for itself, and nothing else serves that.
    ///
    /// ```
    /// use morpion_proof::claim::{Claim, Objects, Setting};
    /// use morpion_rules::geometry::Variant;
    ///
    /// let about = |objects| Claim::maximum(Setting::of(Variant::D5), Setting::START, objects);
    /// let graphs = about(Objects::Graphs).refuting(65);
    /// // A game is a graph, and who has fewer than 65 moves has fewer than 83.
    /// assert!(graphs.serves(&about(Objects::Games).refuting(83)));
    /// assert!(!about(Objects::Games).refuting(65).serves(&graphs));
    /// ```
    pub fn serves(&self, other: &Self) -> bool {
        if self.all_of || other.all_of {
            return self == other;
        }
        let is_about = self.setting.variant == other.setting.variant
            && self.bounding_box == other.bounding_box
            && (self.objects == Objects::Graphs || other.objects == Objects::Games)
            && (!self.setting.symmetric || other.setting.symmetric);
        let sides = |by: Arrival| by.canonical(self.bounding_box);
        is_about
            && match (self.arrival, other.arrival) {
                (Some(by), Some(asked)) => sides(by) == sides(asked),
                (Some(_), None) => false,
                (None, Some(_)) => self.k == Some(0),
                (None, None) => self.k.is_some_and(|k| other.k.map_or(k == 0, |m| k <= m)),
            }
    }
}

#[cfg(test)]
mod tests;
