//! The way into the search: is there such an object, or can it be shown that there is none?

use super::expand::Search;
use super::outcome::{Effort, Outcome, SearchError};
use super::params::Params;
use super::problem::{Leaf, Problem};
use super::run::{Limits, grow_and_tidy, grow_from};
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::tree::{Id, Node, Path, Question, Tree};
use morpion_rules::game::Objects;
use morpion_rules::geometry::Move;

/// Where a search begins.
pub enum Start {
    /// With nothing.
    Root,
    /// With an unfinished tree of the same question.
    Tree(Tree),
    /// With such a tree, but only below the node at the end of this way. If nodes are limited, what is small of what is left is
    /// finished (with a quarter of them more, at most), so that little stays open, and large.
    Below(Tree, Path),
}

/// Tries to show that there is no object as asked for.
///
/// Ends with a complete tree, or with a witness that there is such an object, or unfinished when `limits` stopped it. If all of them are
/// to be found, there is no witness, and a complete tree lists them.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
///
/// ```
/// use morpion_rules::game::Objects;
/// use morpion_proof::branch_and_bound::{Limits, Params, Question, Start, refute};
///
/// let question = Question::about("2,1,1,1".parse()?, Objects::Games, 83);
/// let outcome = refute(question, &Params::default(), &Limits::default(), Start::Root)?;
/// assert!(outcome.tree.is_complete() && outcome.witness.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refute(
    question: Question,
    params: &Params,
    limits: &Limits<'_>,
    start: Start,
) -> Result<Outcome, SearchError> {
    let (tree, below) = match start {
        Start::Root => (None, None),
        Start::Tree(tree) => (Some(tree), None),
        Start::Below(tree, path) => (Some(tree), Some(path)),
    };
    let header = question.header(params)?;
    if let Some(found) = tree.as_ref().map(Tree::header)
        && (found.question != question || found.schedules.len() != header.schedules.len())
    {
        return Err(SearchError::OtherQuestion);
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

/// Looks for a long game by some nodes of a tree that builds games up move by move, if one is asked for. What it does not find shows
/// nothing, and is not counted.
pub(super) fn dive(
    problem: &Problem,
    tree: &Tree,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Move>>, SearchError> {
    let header = problem.header();
    let asked = header.question;
    let is_about_games = asked.objects == Objects::Games && !asked.symmetric && !asked.all_of;
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
        // What is above it refutes it already.
        tree.close(end, None);
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

/// From a branched node to one of its children; `None` if either is refuted.
fn child_on_way(
    search: &Search<'_>,
    worker: &mut DualBound,
    tree: &Tree,
    mut leaf: Leaf,
    (id, next): (Id, Id),
) -> Option<Leaf> {
    let Node::Branched(on, children) = *tree.node(id) else {
        return None;
    };
    search.bound(worker, &mut leaf)?;
    let [first, second] = search.problem.children(&leaf, on)?;
    if children[0] == next { first } else { second }
}

/// The bound at the root of a question, in moves; `None` if the root is refuted. Only one round is made.
///
/// # Errors
/// See [`SearchError`].
///
/// ```
/// use morpion_proof::branch_and_bound::{Params, Question, root_bound};
/// use morpion_rules::game::Objects;
///
/// let question = Question::about("1,0,0,0".parse()?, Objects::Graphs, 68);
/// let bound = root_bound(question, &Params::default())?.unwrap();
/// assert!((68.0..69.0).contains(&bound));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn root_bound(question: Question, params: &Params) -> Result<Option<f64>, SearchError> {
    let params = Params {
        rounds: 1,
        ..params.clone()
    };
    let problem = Problem::new(question, &params)?;
    let value = problem
        .root()
        .and_then(|mut root| problem.bound(&mut DualBound::new(&problem.instance), &mut root));
    Ok(value.map(|value| f64::from(value) / f64::from(UNIT)))
}
