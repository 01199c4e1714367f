//! Cutting questions into units: each is searched until enough of its nodes are open.

use morpion_proof::branch_and_bound::{
    Effort, Limits, Outcome, Params, SearchError, Start, refute,
};
use morpion_proof::tree::Tree;

use super::file::{Spent, Unit, hexadecimal};
use morpion_proof::claim::Claim;

/// A question that has been cut.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The claim of the question, which asks whether it holds.
    pub claim: Claim,
    /// The tree of the search that cut it, and an object that refutes the claim if one was met. Then nothing is left to do, and the
    /// one unit is done.
    pub made: Outcome,
}

impl Cut {
    /// A question whose open nodes are left to do.
    pub fn remaining(claim: Claim, tree: Tree) -> Self {
        let made = Outcome {
            tree,
            witness: None,
            effort: Effort::default(),
        };
        Self { claim, made }
    }

    /// Its units, in the order of the trunk.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let mut units = units(&self.made.tree);
        units
            .iter_mut()
            .for_each(|unit| unit.found.clone_from(&self.made.witness));
        units
    }
}

/// The open nodes of a tree as units.
pub(crate) fn units(trunk: &Tree) -> Vec<Unit> {
    let digest = hexadecimal(&trunk.write());
    let unit = |leaf| {
        let path = trunk.path(leaf);
        Unit {
            trunk: digest.clone(),
            tree: trunk.only(&path).expect("it is a node of the tree"),
            path,
            spent: Spent::default(),
            found: None,
        }
    };
    trunk.leaves().map(unit).collect()
}

/// Cuts the question whether a claim holds into about this many `units`, from its root or from the open nodes of an
/// unfinished tree.
///
/// # Errors
/// See [`SearchError`].
pub fn cut(
    claim: Claim,
    tree: Option<Tree>,
    units: u32,
    limits: &Limits<'_>,
) -> Result<Cut, SearchError> {
    let limits = Limits {
        open: Some(units),
        ..*limits
    };
    let start = tree.map_or(Start::Root, Start::Tree);
    let mut made = refute(claim, &Params::default(), &limits, start)?;
    if made.witness.is_some() {
        // The object answers the question, so the nodes that were open before it was found need no units.
        made.tree = Tree::new(made.tree.header().clone());
    }
    Ok(Cut { claim, made })
}
