//! Takes joined certificates and objects into a results folder, and reports the state of each question after that.
//!
//! Promise: the independent checker reads every certificate that is taken in. Results that it rejects are found, named and left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use morpion_check_core::walk;
use rayon::prelude::*;
use serde::Serialize;

use super::cut::Cut;
use super::folder::{Folder, Trunk};
use super::join::{Counts, Joined, Parts, Useless, false_results, put_together, sort};
use morpion_proof::claim::Claim;
use morpion_proof::tree::Path as Way;
use morpion_prove::{ImportError, Imported, Importer};

/// The state of a question after its results are joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Proven now: the claim.
    Proven(String),
    /// Proven before: the claim.
    Known(String),
    /// Answered by an object.
    Found {
        /// The number of its moves.
        moves: usize,
    },
    /// Something is left to do.
    Unfinished {
        /// The share that is explored, in 0..=1, if it was taken in.
        explored: Option<f64>,
    },
    /// The joined certificate, or the object found, is refused for this reason, and no result alone is to blame.
    Rejected(String),
}

/// The outcome for one trunk.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    trunk: String,
    #[serde(flatten)]
    units: Counts,
    open: u32,
    state: Standing,
}

/// The outcome for a folder of units.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The outcome for each trunk.
    pub questions: Vec<Line>,
    /// The results and units that are of no use, and why.
    pub left_out: BTreeMap<String, String>,
    /// The number of units written for the nodes that are left open.
    pub rest: Option<usize>,
}

/// What is to be made of certificates that are still unfinished when they are joined.
#[derive(Clone, Copy, Debug)]
pub enum Unfinished {
    /// Nothing, so they are not checked.
    Leave,
    /// The checker repeats their closed nodes, since new units are made of the open ones: a false result would hide in the new trunk.
    Check,
    /// The checker repeats their closed nodes, and they are imported.
    Import,
}

/// Joins the results of a folder, several trunks side by side, and imports the certificates that they make. Also returns the questions
/// that are left to do.
///
/// # Errors
/// The results folder refuses, so nothing more can be taken in.
pub fn take_in(
    folder: Folder,
    importer: &Importer<'_>,
    unfinished: Unfinished,
) -> Result<(Report, Vec<Cut>), ImportError> {
    let (parts, useless) = sort(&folder.trunks, folder.units, folder.results);
    let pairs: Vec<(&Trunk, Parts)> = folder.trunks.iter().zip(parts).collect();
    let one = |(trunk, parts)| one(importer, unfinished, trunk, parts);
    let all: Vec<One> = pairs.into_par_iter().map(one).collect::<Result<_, _>>()?;
    let (mut report, mut left, mut rest) = (Report::default(), useless, Vec::new());
    for one in all {
        report.questions.push(one.line);
        left.extend(one.left_out);
        rest.extend(one.rest);
    }
    let in_words = |(path, why): (PathBuf, Useless)| (path.display().to_string(), why.to_string());
    report.left_out = left.into_iter().map(in_words).collect();
    Ok((report, rest))
}

struct One {
    line: Line,
    left_out: BTreeMap<PathBuf, Useless>,
    /// The question with the open nodes that are left, if it is unfinished.
    rest: Option<Cut>,
}

fn one(
    importer: &Importer<'_>,
    unfinished: Unfinished,
    trunk: &Trunk,
    mut parts: Parts,
) -> Result<One, ImportError> {
    let mut left_out = BTreeMap::new();
    loop {
        let joined = put_together(trunk, &parts);
        let state = standing(importer, unfinished, &trunk.claim, &joined)?;
        if let Standing::Rejected(why) = &state {
            let wrong = to_blame(&parts, &joined, why);
            if !wrong.is_empty() {
                for (path, useless) in wrong {
                    let part = parts.remove(&path);
                    left_out.extend(part.map(|p| (p.path, useless)));
                }
                continue;
            }
        }
        let line = Line {
            trunk: trunk.path.display().to_string(),
            units: joined.units,
            open: joined.tree.open(),
            state,
        };
        let is_open = matches!(line.state, Standing::Unfinished { .. });
        return Ok(One {
            line,
            left_out,
            rest: is_open.then(|| Cut::remaining(trunk.claim, joined.tree)),
        });
    }
}

/// The results because of which the object found, or else the joined certificate, is refused.
fn to_blame(parts: &Parts, joined: &Joined, why: &str) -> Vec<(Way, Useless)> {
    let Some(found) = &joined.found else {
        let wrong = false_results(parts).into_iter();
        return wrong
            .map(|(way, reject)| (way, Useless::False(reject)))
            .collect();
    };
    let have = parts
        .iter()
        .filter(|(_, part)| part.unit.found.as_ref() == Some(found));
    have.map(|(way, _)| (way.clone(), Useless::NoAnswer(why.to_owned())))
        .collect()
}

/// Imports the joined certificate or object, and returns the state of the question after that.
fn standing(
    importer: &Importer<'_>,
    unfinished: Unfinished,
    claim: &Claim,
    joined: &Joined,
) -> Result<Standing, ImportError> {
    if let Some(moves) = &joined.found {
        let asked = claim.at_least() as usize;
        if moves.len() < asked {
            let reason = format!("what was found has fewer than {asked} moves");
            return Ok(Standing::Rejected(reason));
        }
        return Ok(match importer.object(claim, moves) {
            Ok(()) => Standing::Found { moves: moves.len() },
            Err(error) => Standing::Rejected(error.refusal()?),
        });
    }
    let is_complete = joined.tree.is_complete();
    if !is_complete && importer.proves(claim) {
        return Ok(Standing::Known(claim.name()));
    }
    let open = Standing::Unfinished { explored: None };
    match unfinished {
        Unfinished::Leave if !is_complete => return Ok(open),
        Unfinished::Check if !is_complete => {
            let checked = walk::check(&joined.tree.write());
            return Ok(
                checked.map_or_else(|reject| Standing::Rejected(reject.to_string()), |_| open)
            );
        }
        _ => {}
    }
    Ok(match importer.import(&joined.tree.write()) {
        Ok(Imported::Proof(claim)) => Standing::Proven(claim.to_string()),
        Ok(Imported::Unfinished(_, share)) => Standing::Unfinished {
            explored: Some(share),
        },
        Ok(Imported::Known(_)) if !is_complete => open,
        Ok(Imported::Known(claim)) => Standing::Known(claim.to_string()),
        Err(error) => Standing::Rejected(error.refusal()?),
    })
}

impl Line {
    fn is_left(&self) -> bool {
        matches!(
            self.state,
            Standing::Unfinished { .. } | Standing::Rejected(_)
        )
    }

    fn in_words(&self) -> String {
        let Counts {
            units,
            done,
            begun,
            missing,
        } = self.units;
        let words = match &self.state {
            Standing::Proven(claim) => format!("{units} units joined, imported: {claim}"),
            Standing::Known(claim) => format!("already known: {claim}"),
            Standing::Found { moves } => format!("answered by an object of {moves} moves"),
            Standing::Rejected(reason) => format!("refused: {reason}"),
            Standing::Unfinished { explored } => {
                let kept = explored
                    .map(|share| format!(", imported with {:.4} % explored", share * 100.0));
                format!(
                    "{done} of {units} units done, {begun} begun, {missing} missing, {} nodes open{}",
                    self.open,
                    kept.unwrap_or_default()
                )
            }
        };
        format!("{}: {words}", self.trunk)
    }
}

impl Report {
    /// Whether all questions are answered.
    pub fn is_done(&self) -> bool {
        !self.questions.iter().any(Line::is_left)
    }

    /// The report as lines of text; `units` is the folder that was joined, and `rest` the folder of the units for the nodes left open.
    pub fn in_words(&self, units: &Path, rest: Option<&Path>) -> String {
        let left_out = self.left_out.iter();
        let mut lines: Vec<String> = left_out
            .map(|(path, why)| format!("{path}: left out: {why}"))
            .collect();
        lines.extend(self.questions.iter().map(Line::in_words));
        match (self.rest, rest) {
            (Some(units), Some(rest)) => {
                lines.push(format!("{units} units for the rest in {}", rest.display()));
            }
            _ if self.questions.iter().any(|line| line.is_left() && line.open > 0) => lines.push(format!(
                "`morpion run` the units in {} that are not done, or have units for the rest written with --rest DIR; then join again",
                units.display()
            )),
            _ => {}
        }
        lines.join("\n")
    }
}
