//! What claims are called on disk: `4-3-1-1.graphs.at-most-85`.

use super::{Claim, Objects, Setting, UpperBound};
use morpion_rules::geometry::BoundingBox;

/// What the names of all files about a box begin with, for example `4-3-1-1`.
pub fn file_stem(bounding_box: BoundingBox) -> String {
    bounding_box.distances().map(|d| d.to_string()).join("-")
}

impl Claim {
    /// What its files are called, without an ending: for example `4-3-1-1.graphs.at-most-85`, `4-3-1-1.games.empty`,
    /// `4-4-4-1.games.not-by-top`, `4-3-1-1.graphs.maximum` or `3-2-1-2.games.all-82`. The setting is that of the folder and not named.
    pub fn name(&self) -> String {
        let (stem, objects) = (file_stem(self.bounding_box), self.objects.plural());
        let target = match (self.arrival, self.bound()) {
            _ if self.all_of => format!("all-{}", self.k.unwrap_or_default()),
            (Some(by), _) => format!("not-by-{by}"),
            (None, Some(UpperBound::AtMost(n))) => format!("at-most-{n}"),
            (None, Some(UpperBound::Empty)) => "empty".to_owned(),
            (None, None) => "maximum".to_owned(),
        };
        format!("{stem}.{objects}.{target}")
    }

    /// The claim of this [`name`](Self::name) in a folder of this setting; `None` if it is none.
    ///
    /// ```
    /// use morpion_proof::claim::{Claim, Setting};
    /// use morpion_rules::geometry::Variant;
    ///
    /// let claim = Claim::of_name(Setting::of(Variant::D5), "4-3-1-1.graphs.at-most-85").unwrap();
    /// assert_eq!(claim.k, Some(86));
    /// assert_eq!(claim.name(), "4-3-1-1.graphs.at-most-85");
    /// ```
    pub fn of_name(setting: Setting, name: &str) -> Option<Self> {
        let mut parts = name.split('.');
        let (stem, objects, target) = (parts.next()?, parts.next()?, parts.next()?);
        let distances: Vec<u8> = stem
            .split('-')
            .map(|d| d.parse().ok())
            .collect::<Option<_>>()?;
        let distances: [u8; 4] = distances.try_into().ok()?;
        let kinds = [Objects::Graphs, Objects::Games];
        let about = Self::maximum(
            setting,
            distances.into(),
            kinds.into_iter().find(|o| o.plural() == objects)?,
        );
        let claim = match target.split_once('-') {
            Some(("not", by)) => Self {
                arrival: Some(by.strip_prefix("by-")?.parse().ok()?),
                ..about.refuting(0)
            },
            Some(("at", most)) => {
                let n: u32 = most.strip_prefix("most-")?.parse().ok()?;
                about.refuting(n.checked_add(1)?)
            }
            Some(("all", k)) => about.listing(k.parse().ok().filter(|&k| k > 0)?),
            _ if target == "empty" => about.refuting(0),
            _ => about,
        };
        // Nothing else reads the same.
        let is_of_use = !claim.all_of || claim.objects == Objects::Games;
        (is_of_use && claim.name() == name).then_some(claim)
    }
}
