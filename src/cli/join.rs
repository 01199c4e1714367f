//! `morpion join`: puts the results of units together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;

use super::Outcome;
use super::shared::options::{Jobs, Json, Results};
use super::shared::output::tell;
use super::shared::pool::with_threads;
use morpion_proof::claim::{Claim, Setting};
use morpion_prove::{ImportError, Imported, Importer, ProveError};
use morpion_results::Store;
use morpion_units::cut::Cut;
use morpion_units::file::claim_of;
use morpion_units::folder::{self, Trunk};
use morpion_units::join::{Counts, Joined, Parts, Useless, false_results, put_together, sort};

/// Put the results of units together.
///
/// `join` puts results into the certificates from which their units were cut. When that completes a certificate, the independent
/// checker reads it, and the results folder takes it in, as `morpion import` does. `join` names results that are damaged, from
/// elsewhere, done twice or false, and leaves them out. It changes nothing in the folder of units, and joining again does no harm.
///
/// Exit code: 0 when all questions are answered, 1 when something is left to do, 2 on misuse or when a file cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that `morpion split` made.
    units: PathBuf,

    /// Other folders that hold results.
    #[arg(value_name = "RESULTS")]
    others: Vec<PathBuf>,

    #[command(flatten)]
    results: Results,

    /// Write units for what is left to do into this folder, new or empty: one for each open node, also of unfinished results. (To cut
    /// them further: `morpion split --from` the certificates in it.)
    #[arg(long, value_name = "DIR")]
    rest: Option<PathBuf>,

    /// Also take in unfinished certificates, after the checker has repeated their closed nodes, so that `morpion prove` goes on there.
    #[arg(long)]
    unfinished: bool,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    json: Json,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let folder = folder::read(&args.units, &args.others)?;
    if let Some(rest) = &args.rest {
        folder::prepare(rest)?;
    }
    let (parts, useless) = sort(&folder.trunks, folder.units, folder.results);
    let setting = setting(&folder.trunks)?;
    let results = args.results.working(setting, false)?;
    let (store, facts) = Store::open(&results, setting, false)?;
    let joiner = Joiner {
        importer: Importer::new(&store, facts),
        takes_unfinished: args.unfinished,
    };
    let pairs: Vec<(&Trunk, Parts)> = folder.trunks.iter().zip(parts).collect();
    let mut report = Report {
        left_out: useless,
        ..Report::default()
    };
    let mut rest = Vec::new();
    let joined = with_threads(args.jobs.jobs, || -> anyhow::Result<Vec<One>> {
        pairs
            .into_par_iter()
            .map(|(trunk, parts)| joiner.one(trunk, parts))
            .collect()
    })??;
    for one in joined {
        report.questions.push(one.line);
        report.left_out.extend(one.left_out);
        rest.extend(one.rest);
    }
    if let Some(folder) = &args.rest {
        report.rest = Some(folder::write(folder, &rest)?);
    }
    tell(args.json, &report, || report.in_words(&args))?;
    let is_left = |line: &Line| {
        matches!(
            line.state,
            Standing::Unfinished { .. } | Standing::Rejected(_)
        )
    };
    Ok(Outcome::of(!report.questions.iter().any(is_left)))
}

/// What all trunks are about.
fn setting(trunks: &[Trunk]) -> anyhow::Result<Setting> {
    let mut settings = Vec::new();
    for trunk in trunks {
        let claim = claim_of(&trunk.tree.write())
            .with_context(|| format!("{} cannot be joined", trunk.path.display()))?;
        settings.push(claim.subject.setting);
    }
    settings.dedup();
    match settings[..] {
        [one] => Ok(one),
        _ => anyhow::bail!("the units are partly about symmetric positions: join them apart"),
    }
}

struct Joiner<'a> {
    importer: Importer<'a>,
    takes_unfinished: bool,
}

/// What became of a trunk.
struct One {
    line: Line,
    left_out: BTreeMap<PathBuf, Useless>,
    /// What is left to do, if anything is.
    rest: Option<Cut>,
}

impl Joiner<'_> {
    fn one(&self, trunk: &Trunk, mut parts: Parts) -> anyhow::Result<One> {
        let claim = claim_of(&trunk.tree.write())?;
        let mut left_out = BTreeMap::new();
        loop {
            let joined = put_together(trunk, &parts);
            let open = joined.tree.open();
            let state = self.state(&claim, &joined)?;
            if let Standing::Rejected(_) = state {
                let wrong = false_results(&parts);
                if !wrong.is_empty() {
                    for (path, reject) in wrong {
                        let part = parts.remove(&path);
                        left_out.extend(part.map(|p| (p.path, Useless::False(reject))));
                    }
                    continue;
                }
            }
            let is_open = matches!(state, Standing::Unfinished { .. });
            let rest = is_open.then(|| Cut::remaining(claim, joined.tree));
            let line = Line {
                trunk: trunk.path.clone(),
                units: joined.units,
                open,
                state,
            };
            return Ok(One {
                line,
                left_out,
                rest,
            });
        }
    }

    /// What the results make together, after taking it in.
    fn state(&self, claim: &Claim, joined: &Joined) -> anyhow::Result<Standing> {
        if let Some(moves) = &joined.found {
            let asked = claim.at_least() as usize;
            if moves.len() < asked {
                let reason = format!("what was found has fewer than {asked} moves");
                return Ok(Standing::Rejected(reason));
            }
            return Ok(match self.importer.object(claim, moves) {
                Ok(()) => Standing::Found { moves: moves.len() },
                Err(error @ ImportError::Resize(ProveError::Store(_))) => return Err(error.into()),
                Err(error) => Standing::Rejected(error.to_string()),
            });
        }
        if !joined.tree.is_complete() && !self.takes_unfinished {
            return Ok(Standing::Unfinished { explored: None });
        }
        Ok(match self.importer.import(&joined.tree.write()) {
            Ok(Imported::Proof(claim)) => Standing::Proven(claim.to_string()),
            Ok(Imported::Unfinished(_, share)) => Standing::Unfinished {
                explored: Some(share),
            },
            Ok(Imported::Known(_)) if !joined.tree.is_complete() => {
                Standing::Unfinished { explored: None }
            }
            Ok(Imported::Known(claim)) => Standing::Known(claim.to_string()),
            Err(error @ ImportError::Resize(ProveError::Store(_))) => return Err(error.into()),
            Err(error) => Standing::Rejected(error.to_string()),
        })
    }
}

/// How a question stands.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Standing {
    /// Proven now: what.
    Proven(String),
    /// Proven before.
    Known(String),
    /// Answered by an object of so many moves.
    Found { moves: usize },
    /// Something is left to do; the share that is explored, if it was taken in.
    Unfinished { explored: Option<f64> },
    /// What was joined is refused, and no result alone is to blame.
    Rejected(String),
}

#[derive(Serialize)]
struct Line {
    trunk: PathBuf,
    #[serde(flatten)]
    units: Counts,
    open: u32,
    state: Standing,
}

#[derive(Default, Serialize)]
struct Report {
    questions: Vec<Line>,
    #[serde(serialize_with = "as_sentences")]
    left_out: BTreeMap<PathBuf, Useless>,
    /// The units written for what is left.
    rest: Option<usize>,
}

fn as_sentences<S: serde::Serializer>(
    left_out: &BTreeMap<PathBuf, Useless>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(left_out.iter().map(|(path, why)| (path, why.to_string())))
}

impl Line {
    fn text(&self) -> String {
        let (path, open) = (self.trunk.display(), self.open);
        let Counts {
            units,
            done,
            begun,
            missing,
        } = self.units;
        match &self.state {
            Standing::Proven(claim) => format!("{path}: {units} units joined, imported: {claim}"),
            Standing::Known(claim) => format!("{path}: already known: {claim}"),
            Standing::Found { moves } => format!("{path}: answered by an object of {moves} moves"),
            Standing::Rejected(reason) => format!("{path}: refused: {reason}"),
            Standing::Unfinished { explored } => {
                let kept = explored
                    .map(|share| format!(", imported with {:.4} % explored", share * 100.0));
                format!(
                    "{path}: {done} of {units} units done, {begun} begun, {missing} missing, {open} nodes open{}",
                    kept.unwrap_or_default()
                )
            }
        }
    }
}

impl Report {
    fn in_words(&self, args: &Args) -> String {
        let left_out = self.left_out.iter();
        let mut lines: Vec<String> = left_out
            .map(|(path, why)| format!("{}: left out: {why}", path.display()))
            .collect();
        lines.extend(self.questions.iter().map(Line::text));
        let folder = args.units.display();
        match (self.rest, &args.rest) {
            (Some(units), Some(rest)) => {
                lines.push(format!("{units} units for the rest in {}", rest.display()));
            }
            _ if self.questions.iter().any(|line| line.open > 0) => lines.push(format!(
                "`morpion run` the units in {folder} that are not done, or have units for the rest written with --rest DIR; then join again"
            )),
            _ => {}
        }
        lines.join("\n")
    }
}
