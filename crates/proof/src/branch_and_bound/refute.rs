//! The entry to the search: is there such an object, or is there a proof that there is none?

use super::expand::Search;
use super::header::header;
use super::outcome::{Effort, Outcome, SearchError};
use super::params::Params;
use super::problem::{Problem, Subproblem};
use super::run::{Limits, grow_and_tidy, grow_from};
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::claim::{Claim, Objects, Subject};
use crate::tree::{Id, Node, Path, Tree};
use morpion_rules::geometry::Move;

/// Where a search begins.
pub enum Start {
    /// The search begins with an empty tree.
    Root,
    /// The search begins with an unfinished tree of the same claim.
    Tree(Tree),
    /// The search begins with such a tree, but works only below the node at the end of this way. If nodes are limited, small subtrees
    /// are finished in addition (with a quarter more nodes, at most), so that few subtrees stay open, and large ones.
    Below(Tree, Path),
}

/// Tries to show a claim.
///
/// Ends with a complete tree, or with an object that refutes the claim, or unfinished when `limits` stopped it. If the claim is
/// that all objects are listed, there is no witness, and a complete tree lists them.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
///
/// ```
/// use morpion_proof::branch_and_bound::{Limits, Params, Start, refute};
/// use morpion_proof::claim::{Objects, Setting, Subject};
/// use morpion_rules::geometry::Variant;
///
/// let games = Subject::new(Setting::of(Variant::D5), "2,1,1,1".parse()?, Objects::Games);
/// let outcome = refute(games.refuting(83), &Params::default(), &Limits::default(), Start::Root)?;
/// assert!(outcome.tree.is_complete() && outcome.witness.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refute(
    claim: Claim,
    params: &Params,
    limits: &Limits<'_>,
    start: Start,
) -> Result<Outcome, SearchError> {
    let (tree, below) = match start {
        Start::Root => (None, None),
        Start::Tree(tree) => (Some(tree), None),
        Start::Below(tree, path) => (Some(tree), Some(path)),
    };
    let header = header(claim, params)?;
    if let Some(found) = tree.as_ref().map(Tree::header)
        && (found.claim != claim || found.schedules.len() != header.schedules.len())
    {
        return Err(SearchError::OtherClaim);
    }
    let is_new = tree.is_none();
    let tree = tree.unwrap_or_else(|| Tree::new(header));
    let problem = Problem::of(tree.header().clone(), params)?;
    if is_new && let Some(found) = dive(&problem, &tree, limits.stop)? {
        return Ok(Outcome {
            tree,
            witness: Some(found),
            effort: Effort::default(),
        });
    }
    let search = Search::new(&problem);
    match below {
        None => grow_from(&search, tree, problem.root(), limits),
        Some(path) => below_node(&search, tree, &path, limits),
    }
}

/// Looks for a long game by some nodes of a tree that builds games up move by move, if the claim is about long games. If none is
/// found, that shows nothing, and the nodes are not counted.
pub(super) fn dive(
    problem: &Problem,
    tree: &Tree,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Move>>, SearchError> {
    let header = problem.header();
    let Claim {
        subject, all_of, ..
    } = header.claim;
    let is_about_games = subject.objects == Objects::Games && !subject.setting.symmetric && !all_of;
    if !is_about_games || header.gain == 0 {
        return Ok(None);
    }
    let limits = Limits {
        stop,
        nodes: Some(problem.params.forward_nodes.into()),
        ..Limits::default()
    };
    let search = Search::dive(problem);
    Ok(grow_from(&search, tree.clone(), problem.root(), &limits)?.witness)
}

/// Grows the subtree of one node.
fn below_node(
    search: &Search<'_>,
    mut tree: Tree,
    path: &Path,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    let way = tree.way(path).ok_or(SearchError::NoNode)?;
    let mut worker = DualBound::new(&search.problem.instance);
    let mut leaf = search.problem.root();
    for pair in way.windows(2) {
        leaf = leaf
            .and_then(|leaf| child_on_way(search, &mut worker, &tree, leaf, (pair[0], pair[1])));
    }
    let end = *way.last().expect("the root is on every way");
    let walked = Effort {
        nodes: path.len() as u64,
        evaluations: worker.evaluations,
        core_seconds: 0.0,
    };
    let Some(leaf) = leaf else {
        // The nodes above it refute it already.
        tree.close(end);
        return Ok(Outcome {
            tree,
            witness: None,
            effort: walked,
        });
    };
    let mut outcome = grow_and_tidy(search, tree, vec![(end, leaf)], limits)?;
    outcome.effort += walked;
    Ok(outcome)
}

/// Goes from a branched node to one of its children; `None` if either is refuted.
fn child_on_way(
    search: &Search<'_>,
    worker: &mut DualBound,
    tree: &Tree,
    mut leaf: Subproblem,
    (id, next): (Id, Id),
) -> Option<Subproblem> {
    let Node::Branched(on, children) = *tree.node(id) else {
        return None;
    };
    search.bound(worker, &mut leaf)?;
    let [first, second] = search.problem.children(&leaf, on)?;
    if children[0] == next { first } else { second }
}

/// The bound at the root on the number of moves of these objects; `None` if the root is refuted. Only one round is made.
///
/// # Errors
/// See [`SearchError`].
///
/// ```
/// use morpion_proof::branch_and_bound::{Params, root_bound};
/// use morpion_proof::claim::{Objects, Setting, Subject};
/// use morpion_rules::geometry::Variant;
///
/// let graphs = Subject::new(Setting::of(Variant::D5), "1,0,0,0".parse()?, Objects::Graphs);
/// let bound = root_bound(graphs, &Params::default())?.unwrap();
/// assert!((68.0..69.0).contains(&bound));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn root_bound(subject: Subject, params: &Params) -> Result<Option<f64>, SearchError> {
    let params = Params {
        rounds: 1,
        ..params.clone()
    };
    // With K = 1 moves count, and no bound is low enough to stop early.
    let problem = Problem::new(Claim::about(subject, 1), &params)?;
    let value = problem
        .root()
        .and_then(|mut root| problem.bound(&mut DualBound::new(&problem.instance), &mut root));
    Ok(value.map(|value| f64::from(value) / f64::from(UNIT)))
}
