//! Joins results: puts them into the certificates from which their units were cut, in place of the open nodes.
//!
//! Promise: results that do not belong to this folder's trunks, or are damaged, are left out and named; nothing on disk is changed here. A
//! certificate that becomes complete still has to be checked, like any other: [`false_results`] finds the results to blame if it is
//! rejected.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use morpion_check_core::format::Reject;
use morpion_check_core::walk;
use rayon::prelude::*;
use serde::Serialize;

use morpion_proof::tree::{Path as Way, Tree};
use morpion_rules::geometry::Move;

use super::file::{Unit, UnitFault, hexadecimal};
use super::folder::{Files, Trunk};

/// Why a result, or a unit, is of no use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Useless {
    /// It cannot be read.
    #[error(transparent)]
    Fault(#[from] UnitFault),
    /// Its trunk is another one.
    #[error("it belongs to another cut: its certificate is not in this folder")]
    Foreign,
    /// There is no such open node.
    #[error("its certificate has no open node there")]
    NoNode,
    /// Another result of the same unit is as good.
    #[error("{} is of the same unit, and has come as far or further", .0.display())]
    Duplicate(PathBuf),
    /// The checker rejects it.
    #[error("the checker rejects it: {0}")]
    False(Reject),
    /// What it says was found is no answer.
    #[error("{0}")]
    NoAnswer(String),
}

/// A result that is of use.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its file.
    pub path: PathBuf,
    /// The unit as the result has it.
    pub unit: Unit,
}

/// A trunk with the results of its units put together.
#[derive(Debug)]
pub struct Joined {
    /// The trunk with the results in it.
    pub tree: Tree,
    /// How far its units have come.
    pub units: Counts,
    /// An object that refutes the claim, if one was met. Not checked.
    pub found: Option<Vec<Move>>,
}

/// How far the units of a trunk have come.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// The number of units.
    pub units: usize,
    /// The units that are done.
    pub done: usize,
    /// The units that are not done, but begun.
    pub begun: usize,
    /// The units without a result.
    pub missing: usize,
}

/// The results that are of use, by their nodes.
pub type Parts = HashMap<Way, Part>;

/// Sorts results by trunks, in the order of these: for each unit the result that has come furthest. Also returns the other results,
/// and the units that are damaged, each with the reason.
pub fn sort(
    trunks: &[Trunk],
    units: Files,
    results: Files,
) -> (Vec<Parts>, BTreeMap<PathBuf, Useless>) {
    let damaged = units.into_iter();
    let damaged = damaged.filter_map(|(path, unit)| Some((path, unit.err()?.into())));
    let mut useless: BTreeMap<PathBuf, Useless> = damaged.collect();
    let digest = |trunk: &Trunk| hexadecimal(&trunk.tree.write());
    let digests: HashMap<String, usize> = trunks.iter().map(digest).zip(0..).collect();
    let open = |trunk: &Trunk| trunk.units.iter().map(|u| u.path.clone()).collect();
    let open: Vec<HashSet<Way>> = trunks.iter().map(open).collect();
    let mut parts: Vec<Parts> = trunks.iter().map(|_| Parts::new()).collect();
    for (path, unit) in results {
        let unit = match unit {
            Ok(unit) => unit,
            Err(fault) => {
                useless.insert(path, fault.into());
                continue;
            }
        };
        let Some(&n) = digests.get(&unit.trunk) else {
            useless.insert(path, Useless::Foreign);
            continue;
        };
        let is_node = open[n].contains(&unit.path);
        if !is_node || !unit.tree.shares_way(&trunks[n].tree, &unit.path) {
            useless.insert(path, Useless::NoNode);
            continue;
        }
        let part = Part { path, unit };
        if let Some(worse) = prefer(&mut parts[n], part) {
            useless.insert(worse.0, Useless::Duplicate(worse.1));
        }
    }
    (parts, useless)
}

/// Adds a result, unless there is one of its unit that is as good. Returns the file of the one left out, and that of the one kept.
fn prefer(parts: &mut Parts, part: Part) -> Option<(PathBuf, PathBuf)> {
    let path = part.unit.path.clone();
    match parts.get(&path) {
        Some(known) if !part.unit.is_further(&known.unit) => Some((part.path, known.path.clone())),
        _ => {
            let file = part.path.clone();
            let worse = parts.insert(path, part)?;
            Some((worse.path, file))
        }
    }
}

/// Puts results into the trunk that they belong to.
pub fn put_together(trunk: &Trunk, parts: &Parts) -> Joined {
    let mut tree = trunk.tree.clone();
    for (path, Part { unit, .. }) in parts {
        if let Some(node) = tree.at(path) {
            tree.graft(node, &unit.tree, unit.node());
        }
    }
    let is_missing = |unit: &&Unit| !parts.contains_key(&unit.path);
    let missing = trunk.units.iter().filter(is_missing).count();
    let done = parts.values().filter(|part| part.unit.is_done()).count();
    let units = Counts {
        units: trunk.units.len(),
        done,
        begun: parts.len() - done,
        missing,
    };
    Joined {
        tree,
        units,
        found: parts.values().find_map(|part| part.unit.found.clone()),
    }
}

/// The results that the checker rejects by themselves, each with its reason; takes as long as checking the certificate that they
/// make, divided by the threads.
pub fn false_results(parts: &Parts) -> Vec<(Way, Reject)> {
    let judge = |(path, part): (&Way, &Part)| {
        let verdict = walk::check(&part.unit.tree.write());
        Some((path.clone(), verdict.err()?))
    };
    parts.par_iter().filter_map(judge).collect()
}
