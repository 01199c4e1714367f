//! Claims: an engine is asked about them, a certificate shows one, a results folder holds them and a theorem lists them.
//!
//! A [`Claim`] is one sentence: *no object of this kind whose bounding box is exactly this one has K or more moves*. K = 0 says that there
//! is no such object at all (or that none arrives there by these sides). "At most K - 1 moves" is said in text only. Another form says
//! that *all games with K or more moves are listed*, in its certificate ([`Claim::all_of`]); it bounds nothing. A question is an [`Ask`]:
//! does a claim hold, or how many moves has the largest object of a [`Subject`]?
//!
//! This module alone says what such a sentence means in numbers ([`Subject::refuting`], [`Claim::at_least`]), how it is named on disk
//! ([`Claim::name`]), in a theorem ([`Claim::theorem_line`]) and on the terminal ([`Claim::asked`], [`Claim::bound`]), when one claim
//! implies another ([`Claim::implies`]), and how it relates to what the independent checker says ([`Claim::is_shown_by`],
//! [`Claim::of_certificate`]).

mod ask;
mod checked;
mod name;
mod scope;
mod setting;
mod words;

use serde::{Deserialize, Serialize};

pub use ask::Ask;
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

/// What is spoken of: the objects of a kind that have one bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The rules, and whether only objects count that the half turn maps to themselves (L6).
    pub setting: Setting,
    /// Their bounding box, exactly (L5).
    pub bounding_box: BoundingBox,
    /// Graphs or games.
    pub objects: Objects,
}

impl Subject {
    /// The `objects` of a setting with this bounding box.
    pub const fn new(setting: Setting, bounding_box: BoundingBox, objects: Objects) -> Self {
        Self {
            setting,
            bounding_box,
            objects,
        }
    }

    /// The claim that none of them has `k` or more moves. What fits another box than that of the cross has a move, so that 1 says
    /// there what 0 does: that there is nothing.
    pub fn refuting(self, k: u32) -> Claim {
        let is_nothing = k <= 1 && self.bounding_box != Setting::START;
        Claim::about(self, if is_nothing { 0 } else { k })
    }

    /// The claim that all of them with `k` or more moves, at least 1, are listed. They must be games.
    pub const fn listing(self, k: u32) -> Claim {
        Claim {
            all_of: true,
            ..Claim::about(self, k)
        }
    }

    /// Whether what holds of all these objects holds of all of the other subject: a game is a graph, and a symmetric object is one.
    fn includes(&self, other: &Self) -> bool {
        self.setting.variant == other.setting.variant
            && self.bounding_box == other.bounding_box
            && self.objects.includes(other.objects)
            && (!self.setting.symmetric || other.setting.symmetric)
    }
}

/// One sentence about the objects of a kind that have one bounding box.
///
/// Functions that would be wrong without one of the fields take a claim apart and name all fields, so that the compiler points to them when
/// there is a new one.
///
/// ```
/// use morpion_proof::claim::{Objects, Setting, Subject};
/// use morpion_rules::geometry::Variant;
///
/// let setting = Setting::of(Variant::D5);
/// let claim = Subject::new(setting, "4,3,1,1".parse()?, Objects::Games).refuting(83);
/// assert_eq!(claim.asked(), "game of 83 moves?");
/// assert_eq!(claim.bound().unwrap().to_string(), "at most 82 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// What it is about.
    pub subject: Subject,
    /// Only of games that arrive at the box by these sides: with their last move, which places the only dot on them. The kind must be
    /// games, not symmetric, K must be 0, and the sides at distances above 0.
    pub arrival: Option<Arrival>,
    /// K: at least so many moves is refuted; 0 where there is nothing at all, as [`Subject::refuting`] has it.
    pub k: u32,
    /// Whether those of at least so many moves are all listed instead. The kind must be games, without an arrival, and K at least 1.
    pub all_of: bool,
}

impl Claim {
    /// That none has `k` or more moves, with K as it stands, as a certificate's header has it. [`Subject::refuting`] writes one for
    /// nothing as 0.
    pub const fn about(subject: Subject, k: u32) -> Self {
        Self {
            subject,
            arrival: None,
            k,
            all_of: false,
        }
    }

    /// That no game of Morpion 5D arrives at the box by these sides.
    pub const fn no_arrival(bounding_box: BoundingBox, by: Arrival) -> Self {
        let games = Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Games);
        Self {
            arrival: Some(by),
            ..Self::about(games, 0)
        }
    }

    /// The least number of moves of what would refute the claim.
    pub fn at_least(&self) -> u32 {
        let any = u32::from(self.subject.bounding_box != Setting::START);
        self.k.max(any)
    }

    /// The claim as it is said: of the games that arrive so, if it is about an arrival. `None` of a list.
    pub fn bound(&self) -> Option<UpperBound> {
        let at_most = self.k.checked_sub(1).map(UpperBound::AtMost);
        (!self.all_of).then_some(at_most.unwrap_or(UpperBound::Empty))
    }

    /// Whether the other claim follows: what no graph is no game is, what nothing is nothing symmetric is, and where there is
    /// nothing, nothing arrives. A list implies only itself. It follows from a bound below its K: then nothing is to be listed.
    ///
    /// ```
    /// use morpion_proof::claim::{Objects, Setting, Subject};
    /// use morpion_rules::geometry::Variant;
    ///
    /// let about = |objects| Subject::new(Setting::of(Variant::D5), Setting::START, objects);
    /// let graphs = about(Objects::Graphs).refuting(65);
    /// // A game is a graph, and a game of fewer than 65 moves has fewer than 83.
    /// assert!(graphs.implies(&about(Objects::Games).refuting(83)));
    /// assert!(!about(Objects::Games).refuting(65).implies(&graphs));
    /// ```
    pub fn implies(&self, other: &Self) -> bool {
        let Self {
            subject,
            arrival,
            k,
            all_of,
        } = *self;
        if all_of {
            return self == other;
        }
        let sides = |by: Arrival| by.canonical(subject.bounding_box);
        subject.includes(&other.subject)
            && match (arrival, other.arrival) {
                (Some(by), Some(asked)) => sides(by) == sides(asked),
                (Some(_), None) => false,
                (None, Some(_)) => k == 0,
                (None, None) => k <= other.k,
            }
    }

    /// Whether the question is answered: the claim that it is about follows, or nothing fits, so that nothing is the maximum.
    pub fn answers(&self, ask: &Ask) -> bool {
        match ask {
            Ask::Holds(claim) => self.implies(claim),
            Ask::Maximum(subject) => self.implies(&Claim::about(*subject, 0)),
        }
    }
}

#[cfg(test)]
mod tests;
