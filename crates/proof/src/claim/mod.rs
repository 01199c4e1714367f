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

/// The evidence for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A floating-point solver says so.
    Claimed,
    /// A certificate in exact integers, which the checker has verified, says so.
    Proven,
}

/// A claim in words: an upper bound on the number of moves. The smaller of two is the stronger one.
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

/// The objects that a claim is about: those of a kind that have one bounding box.
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

    /// The claim that no object of the subject has `k` or more moves. In a box other than that of the cross every object has a move,
    /// so that 1 says there the same as 0: that there is no object.
    pub fn refuting(self, k: u32) -> Claim {
        let is_nothing = k <= 1 && self.bounding_box != Setting::START;
        Claim::about(self, if is_nothing { 0 } else { k })
    }

    /// The claim that all objects of the subject with `k` or more moves, at least 1, are listed. They must be games.
    pub const fn listing(self, k: u32) -> Claim {
        Claim {
            all_of: true,
            ..Claim::about(self, k)
        }
    }

    /// Whether a fact about all these objects holds for all of the other subject: games are graphs, and symmetric objects are objects.
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
    /// The objects that the claim is about.
    pub subject: Subject,
    /// If given, the claim is only about games that arrive at the box by these sides: with their last move, which places the only dot
    /// on them. The kind must be games, not symmetric, K must be 0, and the sides at distances above 0.
    pub arrival: Option<Arrival>,
    /// K: no object has so many moves or more; 0 if there is no object at all, as [`Subject::refuting`] has it.
    pub k: u32,
    /// Whether the claim is instead that all objects of at least K moves are listed. The kind must be games, without an arrival, and K
    /// at least 1.
    pub all_of: bool,
}

impl Claim {
    /// The claim that no object has `k` or more moves, with K unchanged, as in a certificate's header. [`Subject::refuting`] writes
    /// K = 0 if the claim is that there is no object.
    pub const fn about(subject: Subject, k: u32) -> Self {
        Self {
            subject,
            arrival: None,
            k,
            all_of: false,
        }
    }

    /// The claim that no game of Morpion 5D arrives at the box by these sides.
    pub const fn no_arrival(bounding_box: BoundingBox, by: Arrival) -> Self {
        let games = Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Games);
        Self {
            arrival: Some(by),
            ..Self::about(games, 0)
        }
    }

    /// The least number of moves of an object that would refute the claim.
    pub fn at_least(&self) -> u32 {
        let any = u32::from(self.subject.bounding_box != Setting::START);
        self.k.max(any)
    }

    /// The claim as an upper bound; if it is about an arrival, on the games that arrive so. `None` for a list.
    pub fn bound(&self) -> Option<UpperBound> {
        let at_most = self.k.checked_sub(1).map(UpperBound::AtMost);
        (!self.all_of).then_some(at_most.unwrap_or(UpperBound::Empty))
    }

    /// Whether the other claim follows: where no graph fits, no game does; where no object fits, no symmetric one does, and none
    /// arrives. A list implies only itself. It follows from a bound below its K: then nothing is to be listed.
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

    /// Whether the claim answers the question: the claim asked about follows, or no object fits the box, so that there is no maximum.
    pub fn answers(&self, ask: &Ask) -> bool {
        match ask {
            Ask::Holds(claim) => self.implies(claim),
            Ask::Maximum(subject) => self.implies(&Claim::about(*subject, 0)),
        }
    }
}

#[cfg(test)]
mod tests;
