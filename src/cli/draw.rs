//! `morpion draw`: a picture of a game or a graph.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::shared::{Force, GAME_HELP, Reading, Target, print, remark};
use morpion_output::draw::{self, Colours, Options};
use morpion_rules::game::{check_graph, order_moves};
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{self, Record, ReplayError};

/// Draw a game: as text on the terminal, or as an SVG or PNG file. The file carries the game, and every command reads it like any other
/// file of a game.
///
/// Moves that fit together but cannot be played are a graph; they are drawn as with --graph.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", help = GAME_HELP)]
    game: PathBuf,
    /// The picture to write, .svg or .png; without it a text drawing is printed.
    #[arg(short, long = "out", alias = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Take the moves as a graph, in no order: no numbers, and a cycle of moves that
    /// wait for each other stands out.
    #[arg(long)]
    graph: bool,
    /// What the colours of the lines mean [default: time; direction with --graph].
    #[arg(long, value_enum, requires = "output")]
    colours: Option<Colours>,
    /// The line above the picture, instead of variant, moves and box.
    #[arg(long)]
    title: Option<String>,
    /// Pixels from one cell to the next, 4 to 200 [default: 40].
    #[arg(long, value_name = "PIXELS", requires = "output")]
    scale: Option<f64>,
    #[command(flatten)]
    force: Force,
}

/// A picture that is to be written, in the form that the file's name asks for.
pub(super) struct Picture {
    target: Target,
    is_svg: bool,
}

impl Picture {
    /// To be called before the work, as [`Target::new`].
    pub(super) fn new(path: &Path, force: Force) -> anyhow::Result<Self> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        let is_svg = match extension.to_ascii_lowercase().as_str() {
            "svg" => true,
            "png" => false,
            _ => bail!("{}: pictures end in .svg or .png", path.display()),
        };
        let target = Target::new(path, force.force)?;
        Ok(Self { target, is_svg })
    }

    /// Draws the picture and writes it.
    pub(super) fn write(
        &self,
        variant: Variant,
        moves: &[Move],
        options: &Options,
    ) -> anyhow::Result<()> {
        let bytes = match self.is_svg {
            true => draw::svg(variant, moves, options)?.into_bytes(),
            false => draw::png(variant, moves, options)?,
        };
        self.target.write(&bytes)
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    let picture = args.output.as_deref();
    let picture = picture.map(|path| Picture::new(path, args.force));
    let picture = picture.transpose()?;
    let record = args.reading.load(&args.game)?;
    let (variant, moves, mut options) = match args.graph {
        true => graph(&record, args.reading.variant)?,
        false => game(&record, args.reading.variant)?,
    };
    options.scale = args.scale.unwrap_or(options.scale);
    options.title = args.title;
    options.colours = args.colours.unwrap_or(options.colours);
    match picture {
        None => print(&draw::text(variant, &moves, &options)?),
        Some(picture) => picture.write(variant, &moves, &options),
    }
}

/// The variant, the moves and the options of a drawing.
type Subject = (Variant, Vec<Move>, Options);

fn game(record: &Record, variant: Option<Variant>) -> anyhow::Result<Subject> {
    let position = match record::replay(record, variant) {
        Ok(position) => position,
        Err(error) => {
            let Ok(subject) = graph(record, variant) else {
                return Err(error.into());
            };
            let what = match error {
                ReplayError::Graph { variant, size } => {
                    format!("this is a graph of {variant} of {size} moves, not a game")
                }
                illegal => illegal.to_string(),
            };
            remark(format_args!("{what}; drawn as a graph, in no order"));
            return Ok(subject);
        }
    };
    let moves = position.moves().to_vec();
    Ok((position.variant(), moves, Options::default()))
}

/// Any set of moves that satisfies L1-L4; moves that wait for each other stand out.
fn graph(record: &Record, chosen: Option<Variant>) -> anyhow::Result<Subject> {
    let variant = chosen.or(record.variant).unwrap_or_default();
    if variant.line_length() != record.line_length() {
        let length = record.line_length();
        bail!("the file has lines of {length} dots, so it cannot be drawn as {variant}");
    }
    check_graph(variant, &record.moves)
        .with_context(|| format!("the moves are no graph of {variant} (moves counted from 0)"))?;
    let options = graph_options(variant, &record.moves);
    Ok((variant, record.moves.clone(), options))
}

/// The options for drawing a graph: moves that wait for each other stand out.
pub(super) fn graph_options(variant: Variant, moves: &[Move]) -> Options {
    let cycle = order_moves(variant, moves).err();
    Options::graph(cycle.map(|cycle| cycle.0).unwrap_or_default())
}
