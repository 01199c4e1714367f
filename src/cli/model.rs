//! `morpion model`: writes the integer program of a box.

use std::path::PathBuf;

use super::shared::{Force, OrderForm, Rules, Symmetry, Target, remark};
use morpion_model::{Format, IntegerProgram, Spec};
use morpion_rules::geometry::BoundingBox;

/// Write the integer program of a box for other solvers.
///
/// Columns: dot_X_Y (the cell holds a dot), move_X_Y_D_I (the line from (X,Y) in direction
/// D: 0 -, 1 |, 2 \, 3 /, places its cell number I, from 0), ord_X_Y (time of play).
/// A minus sign is written m: dot_3_m1 is the cell (3,-1). Rows are named after
/// their rule, L3 to L7. Counts go to standard error.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of the box from the cross: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(value_name = "BOX", allow_hyphen_values = true)]
    bounding_box: BoundingBox,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    symmetry: Symmetry,
    /// Order of play: `ord` (L7, exact) or `cuts` (order cuts of all triangles, a
    /// relaxation; the box command adds larger sets as needed).
    #[arg(long, value_enum)]
    order: Option<OrderForm>,
    /// Demand at least this many moves.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_least: Option<u32>,
    /// File format: lp or opb.
    #[arg(long)]
    format: Format,
    /// File to write; `-` is standard output.
    #[arg(
        short,
        long = "out",
        alias = "output",
        value_name = "FILE",
        default_value = "-"
    )]
    output: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Args {
    fn spec(&self) -> Spec {
        Spec {
            variant: self.rules.variant,
            bounding_box: self.bounding_box,
            symmetric: self.symmetry.symmetric,
            ord: self.order == Some(OrderForm::Ord),
            triangle_cuts: self.order == Some(OrderForm::Cuts),
            at_least: self.at_least,
        }
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    let target = Target::new(&args.output, args.force.force)?;
    let program = IntegerProgram::new(args.spec());
    let text = program.to_text(args.format)?;
    target.write(text.as_bytes())?;
    let (columns, rows) = (program.columns.len(), program.rows.len());
    let terms: usize = program.rows.iter().map(|row| row.terms.len()).sum();
    remark(format_args!(
        "{} {}: {columns} columns, {rows} rows, {terms} terms",
        args.rules.variant, args.bounding_box
    ));
    Ok(())
}
