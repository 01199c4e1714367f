//! Cutting questions into units ([`morpion_proof::branch_and_bound::cut`]), and the units of a tree.

use std::collections::HashMap;

use morpion_proof::branch_and_bound::{self, Estimate, Limits, Plan, SearchError};
use morpion_proof::tree::{Id, Tree};

use super::file::{Spent, Unit, hexadecimal};
use crate::claim::Claim;
use crate::engine::exact::question;

/// A question that has been cut.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// What is asked: whether this holds.
    pub claim: Claim,
    /// Its tree, and what was found out on the way. If that is an object, nothing is left to do, and the one unit is done.
    pub made: branch_and_bound::Cut,
}

impl Cut {
    /// A question whose open nodes are left to do, with nothing known of their size.
    pub(crate) fn remaining(claim: Claim, tree: Tree) -> Self {
        let made = branch_and_bound::Cut::of(tree);
        Self { claim, made }
    }

    /// Its units, in the order of the trunk.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let mut units = units(&self.made.tree, &self.made.estimates);
        units
            .iter_mut()
            .for_each(|unit| unit.found.clone_from(&self.made.witness));
        units
    }

    /// The nodes of all its open subtrees, expected.
    pub(crate) fn expected(&self) -> f64 {
        self.made.estimates.iter().map(|(_, e)| e.nodes).sum()
    }
}

/// The open nodes of a tree as units, with what is known of their size.
pub(crate) fn units(trunk: &Tree, estimates: &[(Id, Estimate)]) -> Vec<Unit> {
    let digest = hexadecimal(&trunk.write());
    let sizes: HashMap<Id, f64> = estimates.iter().map(|(id, e)| (*id, e.nodes)).collect();
    let unit = |leaf: Id| {
        let path = trunk.path(leaf);
        Unit {
            trunk: digest.clone(),
            tree: trunk.only(&path).expect("it is a node of the tree"),
            path,
            expected_nodes: sizes.get(&leaf).map(|nodes| nodes.round() as u64),
            spent: Spent::default(),
            found: None,
        }
    };
    trunk.leaves().map(unit).collect()
}

/// Cuts questions whether claims hold (none for a maximum), each from its root or from where an unfinished tree stands. `watch` is told
/// now and then how many units there are.
///
/// # Errors
/// See [`SearchError`].
pub(crate) fn cut(
    questions: Vec<(Claim, Option<Tree>)>,
    plan: Plan,
    limits: &Limits<'_>,
    watch: &dyn Fn(usize),
) -> Result<Vec<Cut>, SearchError> {
    let claims: Vec<Claim> = questions.iter().map(|(claim, _)| *claim).collect();
    let asked =
        |(claim, tree): (Claim, Option<Tree>)| (question(&claim, claim.k.unwrap_or(0)), tree);
    let questions = questions.into_iter().map(asked).collect();
    let cuts = branch_and_bound::cut(questions, plan, limits, watch)?;
    let with_claim = |(claim, mut made): (Claim, branch_and_bound::Cut)| {
        if made.witness.is_some() {
            // What was cut before an object was found is not asked any more.
            made.tree = Tree::new(made.tree.header().clone());
        }
        Cut { claim, made }
    };
    Ok(claims.into_iter().zip(cuts).map(with_claim).collect())
}
