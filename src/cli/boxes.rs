//! `morpion boxes`: lists of boxes for scripts, and pictures of the walk over them.

use std::path::{Path, PathBuf};

use super::shared::{Force, Kind, Results, Rules, Symmetry, Target, Within, print};
use morpion_conclusion::{boxes_within, drawing, verdict};
use morpion_proof::claim::{Objects, Scope};
use morpion_results::read_folder_about;
use morpion_rules::geometry::BoundingBox;

/// The largest box if the user names none: the boxes that the papers write about.
const LARGEST: BoundingBox = BoundingBox::new(2, 1, 1, 1);

/// List the boxes within a box [default: 2,1,1,1], one of each set of mirror images.
///
/// Each line has one box as `TOP,RIGHT,BOTTOM,LEFT` in its canonical form, the smallest box first. `morpion prove --max-box` looks at
/// these boxes when none of them is empty.
///
/// With --graph the command draws a picture of the walk instead, from what a results folder says: which box leads to which, and what is
/// known of each (about games, unless --objects says otherwise; all boxes, unless --max-box says otherwise).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    within: Within,

    #[command(flatten)]
    symmetry: Symmetry,

    /// Draw the walk into this file, whose name ends in .svg.
    #[arg(long, value_name = "FILE", value_parser = svg_file)]
    graph: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    kind: Kind,

    #[command(flatten)]
    results: Results,
}

fn svg_file(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    let is_svg = path.extension().is_some_and(|e| e == "svg");
    let refusal = "a graph is written as .svg: give the file this ending";
    is_svg.then_some(path).ok_or(refusal)
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    match &args.graph {
        Some(path) => draw(&args, path),
        None => list(&args),
    }
}

fn draw(args: &Args, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path, args.force.force)?;
    let setting = args.symmetry.setting(args.rules.variant);
    let folder = args.results.folder(setting);
    let facts = read_folder_about(&folder, setting)?;
    let scope = Scope {
        objects: args.kind.or(Objects::Games),
        max_box: args.within.max_box.map(BoundingBox::canonical),
        ..Scope::all_games(setting)
    };
    let verdict = verdict(&facts, scope);
    target.write(drawing::svg(&verdict, &facts).as_bytes())
}

fn list(args: &Args) -> anyhow::Result<()> {
    // Which boxes there are does not depend on the variant.
    let setting = args.symmetry.setting(args.rules.variant);
    let largest = args.within.max_box.unwrap_or(LARGEST);
    let Some(boxes) = boxes_within(setting, largest) else {
        anyhow::bail!("there are millions of boxes within {largest}: choose a smaller --max-box");
    };
    let line = |[t, r, b, l]: [u8; 4]| format!("{t},{r},{b},{l}\n");
    let lines = boxes.into_iter().map(|b| line(b.distances()));
    print(&lines.collect::<String>())
}
