//! Cutting questions into units: each tree is searched until its open nodes are about equally large.
//!
//! How large they are is estimated ([`grow`]); a poor estimate makes units that differ more, which is mended where they are worked on: what
//! is much larger than expected is stopped and handed back. The trees of
//! several questions are cut by one measure, so that their units differ no more than those of one.

use rayon::prelude::*;

use crate::bound::{
    self, Estimate, Grown, Limits, Outcome, Params, Place, Scale, SearchError, Until, grow,
    open_places,
};
use crate::claim::Claim;
use crate::engine::exact::question;
use crate::geometry::Move;

use super::file::{Spent, Unit, hexadecimal};

/// How questions are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// About so many units in all, at least 1.
    pub units: u32,
    /// Probes of each unit; with none only its share of the whole tells how large it is.
    pub probes: u32,
}

impl Plan {
    /// How often a trunk is grown at most.
    const PASSES: u32 = 12;
    /// The largest unit, against the mean, as far as is known. What is left open has a third of the largest size allowed or more, on
    /// the mean: children have about half of what was too large.
    const LARGEST_PER_MEAN: f64 = 3.0;

    /// The size that no unit should have more of.
    fn largest(&self, cuts: &[Cut]) -> f64 {
        let expected: f64 = cuts.iter().map(Cut::expected).sum();
        let units = f64::from(self.units);
        Self::LARGEST_PER_MEAN * expected.max(units) / units
    }

    /// Whether these are about as many units as asked for, and none is much larger than their mean. (What a stopped run left
    /// open is many nodes of very different sizes.)
    fn is_done(&self, cuts: &[Cut]) -> bool {
        let sizes = || cuts.iter().flat_map(|cut| &cut.estimates).map(|e| e.nodes);
        let count = sizes().count();
        let largest = sizes().fold(0.0, f64::max);
        let is_even = 3.0 * largest <= 4.0 * self.largest(cuts);
        count == 0 || 4 * count >= 3 * self.units as usize && is_even
    }
}

/// A question that has been cut.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
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
    /// What was found out about the whole tree.
    scale: Option<Scale>,
}

impl Cut {
    /// A question whose open nodes are left to do, with nothing known of their size.
    pub(crate) const fn remaining(claim: Claim, trunk: Vec<u8>) -> Self {
        Self {
            claim,
            trunk,
            estimates: Vec::new(),
            found: None,
            nodes: 0,
            probed: 0,
            scale: None,
        }
    }

    /// Its units, in the order of the trunk.
    ///
    /// # Errors
    /// Its trunk is no certificate of this version.
    pub(crate) fn units(&self) -> Result<Vec<Unit>, SearchError> {
        let mut units = units(&self.trunk, &self.estimates)?;
        units
            .iter_mut()
            .for_each(|unit| unit.found.clone_from(&self.found));
        Ok(units)
    }

    /// The nodes of all its open subtrees, expected.
    pub(crate) fn expected(&self) -> f64 {
        self.estimates.iter().map(|e| e.nodes).sum()
    }

    /// Searches from this certificate on until no open node is expected to have more nodes below it than `most`.
    fn grow(
        &mut self,
        params: &Params,
        limits: &Limits<'_>,
        resume: Option<&[u8]>,
        most: f64,
        plan: Plan,
    ) -> Result<(), SearchError> {
        let until = Until {
            most,
            probes: plan.probes,
            known: self.scale.map(|scale| (scale, &self.estimates[..])),
        };
        let grown = grow(
            question(&self.claim, self.claim.k.unwrap_or(0)),
            params,
            limits,
            resume,
            until,
        )?;
        self.take(grown);
        Ok(())
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
        self.scale = grown.scale;
        self.nodes += progress.nodes;
        self.probed += grown.probed;
    }
}

/// The open nodes of a certificate as units, with what is known of their size: nothing, or of each.
///
/// # Errors
/// It is no certificate of this version.
pub(crate) fn units(trunk: &[u8], estimates: &[Estimate]) -> Result<Vec<Unit>, SearchError> {
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
pub(crate) fn cut(
    questions: Vec<(Claim, Option<Vec<u8>>)>,
    plan: Plan,
    limits: &Limits<'_>,
) -> Result<Vec<Cut>, SearchError> {
    let params = Params::default();
    let begin = |(claim, resume): (Claim, Option<Vec<u8>>)| {
        let mut cut = Cut::remaining(claim, Vec::new());
        cut.grow(&params, limits, resume.as_deref(), f64::INFINITY, plan)?;
        Ok(cut)
    };
    let cuts: Result<Vec<Cut>, SearchError> = questions.into_par_iter().map(begin).collect();
    let mut cuts = cuts?;
    let mut most = f64::INFINITY;
    for _ in 0..Plan::PASSES {
        if plan.is_done(&cuts) || (limits.stop)() {
            break;
        }
        // What is tiny ends on the way, so more has to be cut than it seems.
        most = plan.largest(&cuts).min(0.7 * most);
        let left = cuts.par_iter_mut().filter(|cut| !cut.estimates.is_empty());
        left.try_for_each(|cut| {
            let trunk = std::mem::take(&mut cut.trunk);
            cut.grow(&params, limits, Some(&trunk), most, plan)
        })?;
    }
    Ok(cuts)
}
