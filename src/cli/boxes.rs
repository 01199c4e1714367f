//! `morpion boxes`: lists of boxes for scripts.

use std::io::Write;

use super::Outcome;
use super::shared::options::{Symmetry, Within};
use crate::conclusion::boxes_within;
use crate::geometry::{BoundingBox, Variant};

/// Where nothing is said: the boxes that the papers write about.
const LARGEST: BoundingBox = BoundingBox::new(2, 1, 1, 1);

/// List the boxes within a box [default: 2,1,1,1], one of each set of mirror images.
///
/// One box a line as `TOP,RIGHT,BOTTOM,LEFT` in its canonical form, smallest first: what
/// `morpion prove --max-box` looks at when no box is empty.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    within: Within,

    #[command(flatten)]
    symmetry: Symmetry,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    // Which boxes there are does not depend on the variant.
    let setting = args.symmetry.setting(Variant::default());
    let largest = args.within.max_box.unwrap_or(LARGEST);
    let Some(boxes) = boxes_within(setting, largest) else {
        anyhow::bail!("there are millions of boxes within {largest}: choose a smaller --max-box");
    };
    let mut text = String::new();
    for bounding_box in boxes {
        let [t, r, b, l] = bounding_box.distances();
        text.push_str(&format!("{t},{r},{b},{l}\n"));
    }
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Outcome::Done)
}
