//! The names of claims on disk: `4-3-1-1.graphs.at-most-85`.

use super::{Ask, Claim, Objects, Setting, Subject, UpperBound};
use morpion_rules::geometry::BoundingBox;

/// The beginning of the names of all files about a box, for example `4-3-1-1`.
pub fn file_stem(bounding_box: BoundingBox) -> String {
    bounding_box.distances().map(|d| d.to_string()).join("-")
}

impl Subject {
    /// The beginning of the names of all files about the subject: `4-3-1-1.graphs`.
    fn stem(&self) -> String {
        format!("{}.{}", file_stem(self.bounding_box), self.objects.plural())
    }
}

impl Claim {
    /// The name of the claim's files without their ending: for example `4-3-1-1.graphs.at-most-85`, `4-3-1-1.games.empty`,
    /// `4-4-4-1.games.not-by-top` or `3-2-1-2.games.all-82`. The setting is that of the folder and not named.
    pub fn name(&self) -> String {
        let Self {
            subject,
            arrival,
            k,
            all_of: _,
        } = self;
        let stem = subject.stem();
        match (arrival, self.bound()) {
            (_, None) => format!("{stem}.all-{k}"),
            (Some(by), _) => format!("{stem}.not-by-{by}"),
            (None, Some(UpperBound::AtMost(n))) => format!("{stem}.at-most-{n}"),
            (None, Some(UpperBound::Empty)) => format!("{stem}.empty"),
        }
    }
}

impl Ask {
    /// The name of the files of its claim, or for example `4-3-1-1.graphs.maximum`.
    pub fn name(&self) -> String {
        match self {
            Self::Maximum(subject) => format!("{}.maximum", subject.stem()),
            Self::Holds(claim) => claim.name(),
        }
    }

    /// The question of this [`name`](Self::name) in a folder of this setting; `None` if there is none.
    ///
    /// ```
    /// use morpion_proof::claim::{Ask, Setting};
    /// use morpion_rules::geometry::Variant;
    ///
    /// let ask = Ask::of_name(Setting::of(Variant::D5), "4-3-1-1.graphs.at-most-85").unwrap();
    /// assert_eq!(ask.claim().unwrap().k, 86);
    /// assert_eq!(ask.name(), "4-3-1-1.graphs.at-most-85");
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
        let subject = Subject::new(
            setting,
            distances.into(),
            kinds.into_iter().find(|o| o.plural() == objects)?,
        );
        let ask = match target.split_once('-') {
            Some(("not", by)) => Self::Holds(Claim {
                arrival: Some(by.strip_prefix("by-")?.parse().ok()?),
                ..subject.refuting(0)
            }),
            Some(("at", most)) => {
                let n: u32 = most.strip_prefix("most-")?.parse().ok()?;
                subject.refuting(n.checked_add(1)?).into()
            }
            Some(("all", k)) if subject.objects == Objects::Games => {
                subject.listing(k.parse().ok().filter(|&k| k > 0)?).into()
            }
            _ if target == "empty" => subject.refuting(0).into(),
            _ => Self::Maximum(subject),
        };
        // Other spellings of the same question are refused.
        (ask.name() == name).then_some(ask)
    }
}
