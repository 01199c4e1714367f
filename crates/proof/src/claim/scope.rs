//! The scope of a statement about all boxes, for the run that is to show it and for the verdict on the findings.

use serde::Serialize;

use super::{Objects, Setting, Subject};
use morpion_rules::geometry::BoundingBox;

/// The scope of a run or of a verdict: the objects, the boxes, and the bound to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// The rules, and whether only point-symmetric positions count.
    #[serde(flatten)]
    pub setting: Setting,
    /// Graphs or games.
    pub objects: Objects,
    /// The bound to be shown: each box is asked for an object with more moves than this, and whether any object fits;
    /// `None`: each box is asked for its maximum.
    pub at_most: Option<u32>,
    /// Only boxes within this one, up to symmetry.
    pub max_box: Option<BoundingBox>,
}

impl Scope {
    /// Any bound on all games of a setting.
    pub const fn all_games(setting: Setting) -> Self {
        Self {
            setting,
            objects: Objects::Games,
            max_box: None,
            at_most: None,
        }
    }

    /// The objects of a box.
    pub const fn about(&self, bounding_box: BoundingBox) -> Subject {
        Subject::new(self.setting, bounding_box, self.objects)
    }

    /// Whether the scope includes a box, canonical or not.
    pub fn covers(&self, bounding_box: BoundingBox) -> bool {
        self.max_box.is_none_or(|max| bounding_box.fits_within(max))
    }
}
