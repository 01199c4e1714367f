//! Cutting questions into units: each tree is searched until its open nodes are about equally large.
//!
//! How large they are is estimated ([`grow`]); a poor estimate makes units that differ more. The trees of
//! several questions are cut by one measure, so that their units differ no more than those of one.

use rayon::prelude::*;

use crate::bound::{
    self, Estimate, Grown, Limits, Outcome, Params, Place, SearchError, grow, open_places,
};
use crate::claim::Claim;
use crate::engine::exact::question;
use crate::geometry::Move;

use super::file::{Spent, Unit, hexadecimal};

/// How questions are cut.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// About so many units in all, at least 1.
    pub units: u32,
    /// Probes of each node, at least 1.
    pub probes: u32,
}

impl Plan {
    /// Probes of a whole tree.
    const ROOT_PROBES: u32 = 32;
    /// How often a trunk is grown at most.
    const PASSES: u32 = 8;
    /// What is left open has a quarter of the largest size allowed, on the mean: children have at most half of what was too large. A little
    /// less than 4, since too few units are mended by another pass, too many are not.
    const LARGEST_PER_MEAN: f64 = 3.0;
    /// The same in the first pass, when little is known of the whole.
    const AT_FIRST: f64 = 6.0;

    /// Whether so many are about as many as asked for.
    fn is_enough(&self, units: usize) -> bool {
        4 * units >= 3 * self.units as usize
    }
}

/// A question that has been cut.
#[derive(Clone, Debug)]
pub struct Cut {
    /// What is asked: whether this holds.
    pub claim: Claim,
    /// The certificate that the units were cut from; finished if nothing is left to do.
    pub trunk: Vec<u8>,
    /// The estimates of its open nodes, in their order.
    pub estimates: Vec<Estimate>,
    /// An object that answers the question otherwise; then nothing was cut, and the one unit is done.
    pub found: Option<Vec<Move>>,
    /// The nodes of the trunk that were searched.
    pub nodes: u64,
    /// The nodes that were bounded to estimate how large the units are.
    pub probed: u64,
}

impl Cut {
    /// A question whose open nodes are left to do, with nothing known of their size.
    pub const fn remaining(claim: Claim, trunk: Vec<u8>) -> Self {
        Self {
            claim,
            trunk,
            estimates: Vec::new(),
            found: None,
            nodes: 0,
            probed: 0,
        }
    }

    /// Its units, in the order of the trunk.
    ///
    /// # Errors
    /// Its trunk is no certificate of this version.
    pub fn units(&self) -> Result<Vec<Unit>, SearchError> {
        let mut units = units(&self.trunk, &self.estimates)?;
        units
            .iter_mut()
            .for_each(|unit| unit.found.clone_from(&self.found));
        Ok(units)
    }

    /// The nodes of all its open subtrees, expected.
    pub fn expected(&self) -> f64 {
        self.estimates.iter().map(|e| e.nodes).sum()
    }

    fn take(&mut self, grown: Grown) {
        let Outcome {
            certificate,
            witness,
            progress,
            ..
        } = grown.outcome;
        // What a dive that found something leaves behind is no tree to cut.
        self.trunk = match (&witness, Place::root(&certificate)) {
            (Some(_), Ok(root)) => root.alone(),
            _ => certificate,
        };
        self.found = witness;
        self.estimates = grown.estimates;
        self.nodes += progress.nodes;
        self.probed += grown.probed;
    }
}

/// The open nodes of a certificate as units, with what is known of their size: nothing, or of each.
///
/// # Errors
/// It is no certificate of this version.
pub fn units(trunk: &[u8], estimates: &[Estimate]) -> Result<Vec<Unit>, SearchError> {
    let digest = hexadecimal(trunk);
    let places = open_places(trunk)?;
    let is_estimated = places.len() == estimates.len();
    let unit = |(i, place): (usize, bound::Place)| Unit {
        trunk: digest.clone(),
        place,
        subtree: vec![0],
        expected_nodes: is_estimated.then(|| estimates[i].nodes.round() as u64),
        spent: Spent::default(),
        found: None,
    };
    Ok(places.into_iter().enumerate().map(unit).collect())
}

/// Cuts questions whether claims hold (none for a maximum), several at a time, each from its root or from where an unfinished certificate stands.
///
/// # Errors
/// See [`SearchError`].
pub fn cut(
    questions: Vec<(Claim, Option<Vec<u8>>)>,
    plan: Plan,
    limits: &Limits<'_>,
) -> Result<Vec<Cut>, SearchError> {
    let params = Params::default();
    let grow = |claim: &Claim, resume: Option<&[u8]>, most, probes| {
        let question = question(claim, claim.k().unwrap_or(0));
        grow(question, &params, limits, resume, (most, probes))
    };
    let begin = |(claim, resume): (Claim, Option<Vec<u8>>)| {
        let open = resume
            .as_deref()
            .map_or(Ok(1), |r| open_places(r).map(|p| p.len()))?;
        // What is cut already has probes enough if each of its nodes has a few.
        let probes = Plan::ROOT_PROBES / u32::try_from(open.max(1)).unwrap_or(u32::MAX);
        let probes = probes.max(plan.probes);
        let grown = grow(&claim, resume.as_deref(), f64::INFINITY, probes)?;
        let mut cut = Cut::remaining(claim, Vec::new());
        cut.take(grown);
        Ok(cut)
    };
    let cuts: Result<Vec<Cut>, SearchError> = questions.into_par_iter().map(begin).collect();
    let mut cuts = cuts?;
    let mut most = f64::INFINITY;
    for pass in 0..Plan::PASSES {
        let expected: f64 = cuts.iter().map(Cut::expected).sum();
        let count: usize = cuts.iter().map(|cut| cut.estimates.len()).sum();
        if plan.is_enough(count) || count == 0 || (limits.stop)() {
            break;
        }
        // What was too large to be estimated well in one pass is cut again in the next.
        let largest = if pass == 0 {
            Plan::AT_FIRST
        } else {
            Plan::LARGEST_PER_MEAN
        };
        most = (largest * expected / f64::from(plan.units)).min(0.7 * most);
        let left = cuts.par_iter_mut().filter(|cut| !cut.estimates.is_empty());
        left.try_for_each(|cut| {
            grow(&cut.claim, Some(&cut.trunk), most, plan.probes).map(|grown| cut.take(grown))
        })?;
    }
    Ok(cuts)
}
