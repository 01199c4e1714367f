//! The positions that a statement is about, and how their boxes grow.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use morpion_rules::geometry::{Arrival, BoundingBox, MAX_DISTANCE, Variant};

/// The positions that statements are about: everything about one results folder that never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// The rules.
    pub variant: Variant,
    /// Whether only positions that the half turn maps to themselves count (L6).
    pub symmetric: bool,
}

impl Setting {
    /// The box where every walk starts.
    pub const START: BoundingBox = BoundingBox::new(0, 0, 0, 0);

    /// The setting of all positions of a variant.
    pub const fn of(variant: Variant) -> Self {
        Self {
            variant,
            symmetric: false,
        }
    }

    /// The canonical boxes resized from `bounding_box`, each once, in ascending order.
    ///
    /// Boxes beyond [`MAX_DISTANCE`] are left out; see [`Self::at_the_edge`].
    ///
    /// ```
    /// use morpion_proof::claim::Setting;
    /// use morpion_rules::geometry::Variant;
    ///
    /// let grown = Setting::of(Variant::D5).grown(Setting::START);
    /// assert_eq!(grown, ["1,0,0,0".parse()?, "1,1,0,0".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grown(self, bounding_box: BoundingBox) -> Vec<BoundingBox> {
        let steps = self.steps(bounding_box).into_iter();
        let grown: BTreeSet<BoundingBox> = steps.map(|(to, _)| to).collect();
        grown.into_iter().collect()
    }

    /// The same boxes, each with the sides by which a game arrives there from `bounding_box`: both
    /// canonical, see [`Arrival::canonical`]. Symmetric positions grow by pairs of moves and name no sides.
    pub fn steps(self, bounding_box: BoundingBox) -> BTreeSet<(BoundingBox, Option<Arrival>)> {
        if self.symmetric {
            let grown = half_turn_steps(bounding_box).into_iter();
            return grown.map(|to| (to, None)).collect();
        }
        let step = |a: Arrival| {
            let (to, arrival) = a.canonical(a.after(bounding_box)?);
            Some((to, Some(arrival)))
        };
        Arrival::ALL.into_iter().filter_map(step).collect()
    }

    /// Whether boxes resized from this one may have been left out by [`Self::grown`].
    pub fn at_the_edge(self, bounding_box: BoundingBox) -> bool {
        bounding_box.distances().contains(&MAX_DISTANCE)
    }

    /// Whether a position of this setting can have this box at all.
    pub const fn admits(self, bounding_box: BoundingBox) -> bool {
        !self.symmetric || bounding_box.is_point_symmetric()
    }
}

/// Opposite sides grow together: top and bottom, left and right, or all four.
fn half_turn_steps(bounding_box: BoundingBox) -> BTreeSet<BoundingBox> {
    let BoundingBox { top, right, .. } = bounding_box;
    [(1, 0), (0, 1), (1, 1)]
        .into_iter()
        .map(|(v, h)| (top + v, right + h))
        .filter(|&(v, h)| v <= MAX_DISTANCE && h <= MAX_DISTANCE)
        .map(|(v, h)| BoundingBox::new(v, h, v, h).canonical())
        .collect()
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.variant)?;
        if self.symmetric {
            f.write_str(" with point symmetry")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Setting = Setting {
        variant: Variant::D5,
        symmetric: false,
    };
    const SYMMETRIC: Setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };

    fn bx(t: u8, r: u8, b: u8, l: u8) -> BoundingBox {
        BoundingBox::new(t, r, b, l)
    }

    #[test]
    fn the_start_grows_into_two_boxes() {
        assert_eq!(
            PLAIN.grown(Setting::START),
            [bx(1, 0, 0, 0), bx(1, 1, 0, 0)]
        );
        let symmetric = SYMMETRIC.grown(Setting::START);
        assert_eq!(symmetric, [bx(1, 0, 1, 0), bx(1, 1, 1, 1)]);
    }

    #[test]
    fn symmetric_boxes_grow_into_admitted_ones_only() {
        let from = bx(3, 1, 3, 1);
        let grown = SYMMETRIC.grown(from);
        assert_eq!(grown, [bx(3, 2, 3, 2), bx(4, 1, 4, 1), bx(4, 2, 4, 2)]);
        assert!(grown.into_iter().all(|b| SYMMETRIC.admits(b)));
        assert!(!SYMMETRIC.admits(bx(1, 0, 0, 0)));
    }

    #[test]
    fn boxes_at_the_edge_are_told() {
        assert!(PLAIN.at_the_edge(bx(MAX_DISTANCE, 0, 0, 0)));
        assert!(!PLAIN.at_the_edge(bx(MAX_DISTANCE - 1, 0, 0, 0)));
        let edge = bx(MAX_DISTANCE, 0, MAX_DISTANCE, 0);
        assert_eq!(
            SYMMETRIC.grown(edge),
            [bx(MAX_DISTANCE, 1, MAX_DISTANCE, 1)]
        );
    }
}
