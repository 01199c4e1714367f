//! Cutting questions: each tree is searched, always at the open node that is expected to be the largest, until there are as many open
//! nodes as asked for.
//!
//! The trees of several questions are cut by one measure, so that their open nodes differ no more than those of one. What turns out to be
//! tiny is searched at once. Estimates decide where a tree is cut; a poor one costs time, never truth.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::SearchError;
use super::estimate::{Estimate, Estimator};
use super::expand::{Expansion, Search};
use super::outcome::Effort;
use super::params::Params;
use super::problem::{Leaf, Problem};
use super::refute::dive;
use super::run::{Limits, grow};
use super::workers::{Store, Work, in_parallel, work};
use crate::bound::dual_bound::DualBound;
use crate::geometry::Move;
use crate::tree::{Id, Node, Question, Tree};

/// How questions are cut.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// About so many open nodes in all, at least 1.
    pub units: u32,
    /// Probes of each; with none only its share of the whole tells how large it is.
    pub probes: u32,
}

/// A question that has been cut.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Its tree; complete if nothing is left to do.
    pub tree: Tree,
    /// Open nodes whose size was estimated.
    pub estimates: Vec<(Id, Estimate)>,
    /// An object that answers the question otherwise.
    pub witness: Option<Vec<Move>>,
    /// What was spent on nodes of the tree.
    pub effort: Effort,
    /// Nodes that were bounded to estimate how large others are.
    pub probed: u64,
}

impl Cut {
    /// A tree of whose open nodes nothing is known yet.
    pub fn of(tree: Tree) -> Self {
        Self {
            tree,
            estimates: Vec::new(),
            witness: None,
            effort: Effort::default(),
            probed: 0,
        }
    }
}

/// An open node, to be searched further if it is too large.
struct Piece {
    /// The question, by its position.
    question: usize,
    id: Id,
    leaf: Leaf,
    estimate: Estimate,
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = self.estimate.nodes.total_cmp(&other.estimate.nodes);
        by_size
            .then(other.question.cmp(&self.question))
            .then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Piece {}

/// A question that is being cut.
struct Begun<'a> {
    search: &'a Search<'a>,
    /// How fast its subtrees grow; see [`Estimator::tune`].
    steepness: f64,
    cut: Cut,
}

/// What all workers share.
struct Pieces<'a> {
    questions: Vec<Begun<'a>>,
    pieces: BinaryHeap<Piece>,
    /// Pieces that are being split.
    splitting: usize,
    units: usize,
    /// Nodes expected in all.
    expected: f64,
    failed: Option<SearchError>,
}

/// A piece to be split, the steepness of its question, and the size that is tiny.
struct Task<'a> {
    search: &'a Search<'a>,
    piece: Piece,
    steepness: f64,
    tiny: u64,
}

/// What became of a piece.
struct Split {
    question: usize,
    id: Id,
    expansion: Expansion,
    /// Of its children, if it was branched.
    parts: [Part; 2],
    effort: Effort,
    probed: u64,
}

/// What is known of a child.
enum Part {
    Closed,
    /// It was tiny: this is its subtree.
    Searched(Tree),
    Open(Box<Leaf>, Estimate),
}

impl<'a> Store for Pieces<'a> {
    type Task = Task<'a>;
    type Done = Split;

    fn take(&mut self) -> Option<Task<'a>> {
        /// What is less than this part of the mean size is tiny.
        const PARTS: f64 = 20.0;
        let open = self.pieces.len() + self.splitting;
        if open >= self.units || self.failed.is_some() {
            return None;
        }
        let piece = self.pieces.pop()?;
        self.splitting += 1;
        let Begun {
            search, steepness, ..
        } = self.questions[piece.question];
        Some(Task {
            search,
            piece,
            steepness,
            tiny: (self.expected / (PARTS * self.units as f64)) as u64,
        })
    }

    fn give(&mut self, split: Split) {
        let Split {
            question,
            id,
            effort,
            ..
        } = split;
        self.splitting -= 1;
        let cut = &mut self.questions[question].cut;
        cut.effort += effort;
        cut.probed += split.probed;
        match split.expansion {
            Expansion::Closed(by) => cut.tree.close(id, by),
            Expansion::Listed(count) => cut.tree.list(id, count),
            Expansion::Branched { on, .. } => {
                let children = cut.tree.branch(id, on);
                for (id, part) in children.into_iter().zip(split.parts) {
                    self.take_in(question, id, part);
                }
            }
            Expansion::Decided(Ok(moves)) => {
                cut.witness = Some(moves);
                self.pieces.retain(|piece| piece.question != question);
            }
            Expansion::Decided(Err(error)) => self.failed = Some(error),
            Expansion::Left => {}
        }
    }
}

impl Pieces<'_> {
    fn take_in(&mut self, question: usize, id: Id, part: Part) {
        let tree = &mut self.questions[question].cut.tree;
        match part {
            Part::Closed => tree.close(id, None),
            Part::Searched(subtree) => tree.graft(id, &subtree, Id::ROOT),
            Part::Open(leaf, estimate) => self.pieces.push(Piece {
                question,
                id,
                leaf: *leaf,
                estimate,
            }),
        }
    }
}

impl Task<'_> {
    /// Branches the piece, and estimates its children or, where they are tiny, searches them.
    fn split(self, probes: u32) -> Split {
        let Self {
            search,
            piece,
            steepness,
            tiny,
        } = self;
        let mut worker = DualBound::new(&search.problem.instance);
        let mut split = Split {
            question: piece.question,
            id: piece.id,
            expansion: search.expand(&mut worker, piece.leaf, None),
            parts: [Part::Closed, Part::Closed],
            effort: Effort {
                nodes: 1,
                ..Effort::default()
            },
            probed: 0,
        };
        if let Expansion::Branched { children, .. } = &mut split.expansion {
            let mut estimator = Estimator::new(search, steepness, piece.id.into());
            let children = std::mem::take(&mut **children);
            let shares = estimator.shares(children.each_ref().map(Option::as_ref));
            for ((part, child), share) in split.parts.iter_mut().zip(children).zip(shares) {
                let (Some(leaf), Some(share)) = (child, share) else {
                    continue;
                };
                let from_above = share * piece.estimate.nodes;
                let estimate = estimator.estimate(&leaf, from_above, probes);
                *part = Part::Open(Box::new(leaf), estimate);
                if probes > 0 && estimate.nodes <= tiny as f64 {
                    part.search(search, 2 * tiny, &mut split.effort);
                }
            }
            split.probed = estimator.probed;
        }
        split.effort.evaluations += worker.evaluations;
        split
    }
}

impl Part {
    /// Searches an open part, and keeps what comes of it if so many nodes are enough.
    fn search(&mut self, search: &Search<'_>, nodes: u64, effort: &mut Effort) {
        let Self::Open(leaf, _) = self else { return };
        let tree = Tree::new(search.problem.header().clone());
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let ahead = vec![(Id::ROOT, Leaf::clone(leaf))];
        if let Ok(outcome) = grow(search, tree, ahead, &limits)
            && outcome.tree.is_complete()
        {
            *effort += outcome.effort;
            *self = Self::Searched(outcome.tree);
        }
    }
}

/// Cuts questions, each from its root or from where an unfinished tree stands. On one thread the same comes out again. `watch` is told
/// now and then how many open nodes there are.
///
/// # Errors
/// See [`SearchError`].
pub fn cut(
    questions: Vec<(Question, Option<Tree>)>,
    plan: Plan,
    limits: &Limits<'_>,
    watch: &dyn Fn(usize),
) -> Result<Vec<Cut>, SearchError> {
    let params = Params::default();
    let trees: Result<Vec<Tree>, SearchError> = questions
        .into_iter()
        .map(|(question, tree)| tree_of(question, tree, &params))
        .collect();
    let trees = trees?;
    let problems: Result<Vec<Problem>, SearchError> = trees
        .iter()
        .map(|tree| Problem::of(tree.header().clone(), &params))
        .collect();
    let problems = problems?;
    let searches: Vec<Search<'_>> = problems.iter().map(Search::new).collect();
    let numbered = searches.iter().zip(trees).enumerate().collect();
    let begin =
        |(question, (search, tree))| begin(search, question, tree, plan.probes, limits.stop);
    let mut pieces = Pieces {
        questions: Vec::new(),
        pieces: BinaryHeap::new(),
        splitting: 0,
        units: plan.units as usize,
        expected: 0.0,
        failed: None,
    };
    for begun in in_parallel(numbered, limits.threads, &begin) {
        let (question, open) = begun?;
        pieces.questions.push(question);
        pieces.expected += open.iter().map(|piece| piece.estimate.nodes).sum::<f64>();
        pieces.pieces.extend(open);
    }
    let task = |(): &mut (), task: Task<'_>| task.split(plan.probes);
    let (pieces, _) = work(
        pieces,
        &Work {
            local: &|| (),
            task: &task,
            threads: limits.threads,
            is_over: limits.stop,
        },
        &mut |pieces: &Pieces<'_>| watch(pieces.pieces.len()),
    );
    finished(pieces)
}

fn tree_of(question: Question, tree: Option<Tree>, params: &Params) -> Result<Tree, SearchError> {
    match tree {
        Some(tree) if tree.header().question == question => Ok(tree),
        Some(_) => Err(SearchError::OtherQuestion),
        None => Ok(Tree::new(question.header(params)?)),
    }
}

fn finished(pieces: Pieces<'_>) -> Result<Vec<Cut>, SearchError> {
    if let Some(error) = pieces.failed {
        return Err(error);
    }
    let mut cuts: Vec<Cut> = pieces
        .questions
        .into_iter()
        .map(|begun| begun.cut)
        .collect();
    for Piece {
        question,
        id,
        estimate,
        ..
    } in pieces.pieces
    {
        cuts[question].estimates.push((id, estimate));
    }
    Ok(cuts)
}

/// Begins a question: a dive, if it has not been begun before; then its open nodes with their estimates.
fn begin<'a>(
    search: &'a Search<'a>,
    question: usize,
    tree: Tree,
    probes: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<(Begun<'a>, Vec<Piece>), SearchError> {
    /// Probes of a root: more than of others, since everything is measured by it.
    const OF_ROOT: u32 = 32;
    let mut begun = Begun {
        search,
        steepness: 0.0,
        cut: Cut::of(tree),
    };
    let is_new = *begun.cut.tree.node(Id::ROOT) == Node::Open;
    if is_new && let Some(found) = dive(search.problem, &begun.cut.tree, stop)? {
        begun.cut.witness = Some(found);
        return Ok((begun, Vec::new()));
    }
    let Some(root) = search.problem.root() else {
        begun.cut.tree.close(Id::ROOT, None);
        return Ok((begun, Vec::new()));
    };
    let mut estimator = Estimator::new(search, 0.0, 1);
    begun.steepness = estimator.tune(&root);
    let open = search.open_leaves(&begun.cut.tree, root);
    let probes = if is_new { OF_ROOT } else { probes.max(1) };
    let pieces = open.into_iter().map(|(id, leaf)| Piece {
        question,
        id,
        estimate: estimator.probe(&leaf, probes),
        leaf,
    });
    let pieces = pieces.collect();
    begun.cut.probed = estimator.probed;
    Ok((begun, pieces))
}
