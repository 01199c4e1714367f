//! Claims in the words of theorem files and of the terminal.

use std::fmt;

use super::{Claim, Evidence, UpperBound};
use morpion_rules::geometry::BoundingBox;

/// A box in a theorem file: `4,3,1,1`.
pub fn sides(bounding_box: BoundingBox) -> String {
    bounding_box.distances().map(|d| d.to_string()).join(",")
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Claimed => "claimed",
            Self::Proven => "proven",
        })
    }
}

impl fmt::Display for UpperBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("fits nothing"),
            Self::AtMost(1) => f.write_str("at most 1 move"),
            Self::AtMost(n) => write!(f, "at most {n} moves"),
        }
    }
}

impl Claim {
    /// Its line of a theorem file, with the name of its certificate and a line end (`paper/certificate.md`, section 7).
    ///
    /// ```
    /// use morpion_proof::claim::Claim;
    ///
    /// let claim = Claim::no_arrival("7,3,2,1".parse()?, "top-right".parse()?);
    /// let line = claim.theorem_line("a.cert.zst");
    /// assert_eq!(line, "arrival 7,3,2,1 top-right a.cert.zst\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn theorem_line(&self, file: &str) -> String {
        let Self {
            subject,
            arrival,
            k,
            all_of: _,
        } = self;
        let sides = sides(subject.bounding_box);
        match (arrival, self.bound()) {
            (_, None) => format!("box {sides} all-of {k} {file}\n"),
            (Some(by), _) => format!("arrival {sides} {by} {file}\n"),
            (None, Some(UpperBound::AtMost(n))) => format!("box {sides} at-most {n} {file}\n"),
            (None, Some(UpperBound::Empty)) => format!("box {sides} empty {file}\n"),
        }
    }

    /// The question whether it holds, in words: `graph of 85 moves?`
    pub fn asked(&self) -> String {
        let Self {
            subject,
            arrival,
            k: _,
            all_of,
        } = *self;
        let object = subject.objects.singular();
        match (arrival, self.at_least()) {
            (_, k) if all_of => format!("all {object}s of {k} moves?"),
            (Some(by), _) => format!("any {object} that arrives by {by}?"),
            (_, 1) => format!("any {object}?"),
            (_, k) => format!("{object} of {k} moves?"),
        }
    }
}
