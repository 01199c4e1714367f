//! `morpion boxes`: lists of boxes for scripts.

use std::io::Write;

use super::Outcome;
use crate::claim::Setting;
use crate::conclusion::boxes_within;
use crate::geometry::{BoundingBox, Variant};

/// List the boxes within a box, one of each set of mirror images.
///
/// One box a line as `TOP,RIGHT,BOTTOM,LEFT` in its canonical form, smallest first: what
/// `morpion prove --max-box` looks at when no box is empty.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The largest box, as TOP,RIGHT,BOTTOM,LEFT.
    #[arg(long, value_name = "T,R,B,L", default_value = "2,1,1,1")]
    max_box: BoundingBox,

    /// Only boxes of point-symmetric positions: opposite distances agree.
    #[arg(long)]
    symmetric: bool,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    // Which boxes there are does not depend on the variant.
    let setting = Setting {
        variant: Variant::default(),
        symmetric: args.symmetric,
    };
    let Some(boxes) = boxes_within(setting, args.max_box) else {
        anyhow::bail!(
            "there are millions of boxes within {}: choose a smaller --max-box",
            args.max_box
        );
    };
    let mut text = String::new();
    for bounding_box in boxes {
        let [t, r, b, l] = bounding_box.distances();
        text.push_str(&format!("{t},{r},{b},{l}\n"));
    }
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Outcome::Done)
}
