//! `morpion verify`: judges the solution that another solver found of a model.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::draw::{Picture, graph_options};
use super::shared::{Force, Json, Outcome, remark, tell};
use anyhow::Context;
use morpion_model::{
    Format, IntegerProgram, Judgement, Misfit, Solution, Spec, judge, misfit, read_title,
};
use morpion_output::draw::Options;
use morpion_output::text::{colour, count};
use morpion_rules::geometry::Move;
use morpion_rules::record::moves_text;

/// Judge another solver's solution of a model that `morpion model` wrote: is it a graph, and can it be played?
///
/// The solution is the file that the solver writes: `verify` reads those of HiGHS, SCIP, Gurobi, CBC and pseudo-Boolean solvers, and
/// lines of a name and a value. The names of the columns turn the values into moves, and the rules of the game judge the moves. The
/// command does not trust the solver's own numbers.
///
/// Exit code: 0 when it is a graph that the model asks for (a game, where the model has L7), 1 when it is not, 2 when a file cannot be
/// read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The model, an LP or OPB file that `morpion model` wrote; rows may have been added to it.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// The file that the solver wrote; `-` for standard input.
    #[arg(value_name = "SOLUTION")]
    solution: PathBuf,
    /// Draw the graph, numbered when it is a game, as SVG or PNG. If it cannot be played, the moves that wait for each other stand out.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    json: Json,
}

/// The largest file of a solution that is read, in bytes: some 700 for each column of the largest box.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let picture = args.draw.as_deref();
    let picture = picture.map(|path| Picture::new(path, args.force));
    let picture = picture.transpose()?;
    let (spec, format) = title(&args.model)?;
    let of_solution = || args.solution.display().to_string();
    let text = text(&args.solution).with_context(of_solution)?;
    let solution = Solution::read(&text).with_context(of_solution)?;
    let program = IntegerProgram::new(spec);
    let moves = solution.moves(&program, format).with_context(of_solution)?;
    let report = Report::new(spec, &solution, &moves);
    // The picture is drawn even if the report cannot be printed.
    let drawn = picture.map(|picture| report.draw(&picture));
    tell(args.json, &report.json(), || report.words())?;
    drawn.transpose()?;
    Ok(Outcome::of(report.is_solution()))
}

/// The subject and the format of the model, which its first lines name. The rest of the model may be long and is not read.
fn title(model: &Path) -> anyhow::Result<(Spec, Format)> {
    let mut head = Vec::new();
    let read = File::open(model).and_then(|file| file.take(4096).read_to_end(&mut head));
    read.with_context(|| model.display().to_string())?;
    read_title(&String::from_utf8_lossy(&head)).with_context(|| {
        format!(
            "{}: name the file that `morpion model` wrote, its first lines unchanged",
            model.display()
        )
    })
}

fn text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        let input = std::io::stdin().lock();
        input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    }
    anyhow::ensure!(
        bytes.len() as u64 <= MAX_BYTES,
        "the file is larger than {} MB, so it is no solution of a model of ours",
        MAX_BYTES >> 20
    );
    String::from_utf8(bytes).context("the file is not text")
}

/// The report of the command.
struct Report<'a> {
    spec: Spec,
    solution: &'a Solution,
    moves: &'a [Move],
    judgement: Judgement,
    misfit: Option<Misfit>,
}

impl<'a> Report<'a> {
    fn new(spec: Spec, solution: &'a Solution, moves: &'a [Move]) -> Self {
        let judgement = judge(&spec, moves);
        Self {
            spec,
            solution,
            moves,
            misfit: misfit(&spec, moves, &judgement),
            judgement,
        }
    }

    /// Whether the moves are a graph of those that the model asks for.
    fn is_solution(&self) -> bool {
        self.misfit.is_none() && !matches!(self.judgement, Judgement::None(_))
    }

    fn json(&self) -> serde_json::Value {
        let (fault, order) = match &self.judgement {
            Judgement::None(fault) => (Some(fault.to_string()), &[][..]),
            Judgement::Graph { playable, .. } => (None, &playable[..]),
            Judgement::Game(order) => (None, &order[..]),
        };
        let cycle = match &self.judgement {
            Judgement::Graph { cycle, .. } => &cycle.0[..],
            _ => &[],
        };
        serde_json::json!({
            "format": "morpion-solution",
            "version": 1,
            "model": self.spec.to_string(),
            "form": self.solution.form,
            "status": self.solution.status,
            "objective": self.solution.objective,
            "moves": moves_text::write(self.moves),
            "size": self.moves.len(),
            "graph": fault.is_none(),
            "fault": fault,
            "misfit": self.misfit.as_ref().map(ToString::to_string),
            "game": matches!(self.judgement, Judgement::Game(_)),
            "playable": moves_text::write(order),
            "cycle": moves_text::write(cycle),
        })
    }

    fn words(&self) -> String {
        let mut lines = vec![
            format!("model     {}", self.spec),
            format!("solution  {}", self.of_solver()),
            format!("moves     {}", self.moves.len()),
        ];
        let (graph, game, order) = match &self.judgement {
            Judgement::None(fault) => (
                format!("no: {fault} (counted from 0)"),
                "no".to_owned(),
                ("moves", self.moves),
            ),
            Judgement::Graph { playable, cycle } => (
                self.of_graph(),
                format!(
                    "no: {} can be played, and others wait: {cycle}",
                    count(playable.len(), "move")
                ),
                ("playable", &playable[..]),
            ),
            Judgement::Game(order) => (
                self.of_graph(),
                "yes, in this order".to_owned(),
                ("order", &order[..]),
            ),
        };
        lines.push(format!("graph     {graph}"));
        lines.push(format!("game      {game}"));
        lines.push(format!("{:<10}{}", order.0, moves_text::write(order.1)));
        lines.push(match self.is_solution() {
            true => colour::good("SOLUTION"),
            false => colour::bad("NOT A SOLUTION"),
        });
        lines.join("\n")
    }

    fn of_solver(&self) -> String {
        let status = self.solution.status.iter().cloned();
        let objective = self.solution.objective.map(|n| format!("objective {n}"));
        let said: Vec<String> = status.chain(objective).collect();
        let said = Some(said.join(", ")).filter(|said| !said.is_empty());
        let said = said.map(|said| format!(": {said}")).unwrap_or_default();
        format!("{}{said}", self.solution.form)
    }

    fn of_graph(&self) -> String {
        match &self.misfit {
            None => "yes, and one that the model asks for".to_owned(),
            Some(misfit) => format!("yes, but {misfit}"),
        }
    }

    fn draw(&self, picture: &Picture) -> anyhow::Result<()> {
        let (variant, moves) = (self.spec.variant, self.moves);
        match &self.judgement {
            Judgement::None(_) => {
                remark("the moves are no graph, so nothing is drawn");
                Ok(())
            }
            Judgement::Graph { .. } => {
                picture.write(variant, moves, &graph_options(variant, moves))
            }
            Judgement::Game(order) => picture.write(variant, order, &Options::default()),
        }
    }
}
