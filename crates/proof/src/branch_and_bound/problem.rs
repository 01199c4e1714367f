//! A question about a box, ready for the search: the root, and the bound of every node.

use super::SearchError;
use super::header::header;
use super::params::Params;
use crate::bound::domain::Domain;
use crate::bound::dual_bound::{DualBound, FineMultipliers};
use crate::bound::fixed_point::UNIT;
use crate::bound::instance::Instance;
use crate::bound::layout::Mark;
use crate::bound::reduced_cost::fix;
use crate::claim::{Claim, Objects};
use crate::tree::{self, Header};
use morpion_rules::geometry::{Cell, Move, Symmetry};

/// A claim with all data that never change while it is searched.
pub struct Problem {
    pub(super) instance: Instance,
    pub(super) header: Header,
    pub(super) params: Params,
}

/// The dots and moves of the object that are known from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Cells that hold a dot. Cells of the cross may be among them.
    pub present: Vec<Cell>,
    /// Cells of the box that hold no dot.
    pub absent: Vec<Cell>,
    /// Moves that are used.
    pub moves: Vec<Move>,
}

/// A subproblem: an open node with its state, all that is needed to go on there.
#[derive(Clone)]
pub struct Subproblem {
    pub(super) node: Domain,
    pub(super) multipliers: FineMultipliers,
    /// The number of branchings above it.
    pub(super) depth: u32,
    /// The symmetry under which its decisions are still invariant.
    pub(super) mirror: Option<Symmetry>,
    /// How often listing was tried in vain above it.
    pub(super) unlisted: u32,
}

impl Problem {
    /// A claim to be searched from its root.
    ///
    /// # Errors
    /// The claim makes no sense, or the box is too large; see [`SearchError`].
    pub fn new(claim: Claim, params: &Params) -> Result<Self, SearchError> {
        Self::of(header(claim, params)?, params)
    }

    /// The claim that a tree is to show, bounded as its header says.
    pub(super) fn of(header: Header, params: &Params) -> Result<Self, SearchError> {
        let bounding_box = header.claim.subject.bounding_box;
        let instance = Instance::new(bounding_box, header.gain, header.claim.arrival)
            .ok_or(SearchError::TooLarge(bounding_box))?;
        let instance = if header.uses {
            instance
        } else {
            instance.without_uses()
        };
        Ok(Self {
            instance: Instance {
                balanced: header.balances_sides(),
                moves: if header.gain > 0 { header.target() } else { 0 },
                ..instance
            },
            header,
            params: params.clone(),
        })
    }

    /// The header of its trees.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The root; `None` if the rules alone refute it.
    pub fn root(&self) -> Option<Subproblem> {
        let leaf = Subproblem {
            mirror: self.own_symmetry(),
            ..self.undecided()
        };
        self.propagated(leaf)
    }

    /// The root if some dots and moves are given; `None` if the rules alone refute it.
    pub(super) fn root_given(&self, given: &Given) -> Option<Subproblem> {
        // The given dots and moves need not be symmetric.
        let mut leaf = self.undecided();
        for &cell in &given.present {
            leaf.node.set_present(self.instance.layout.index(cell));
        }
        for &cell in &given.absent {
            leaf.node.set_absent(self.instance.layout.index(cell));
        }
        for &mv in &given.moves {
            leaf.node.force(Mark {
                cell: self.instance.layout.index(mv.dot()),
                direction: mv.line.direction.index(),
                position: usize::from(mv.position),
            });
        }
        self.propagated(leaf)
    }

    fn undecided(&self) -> Subproblem {
        let subject = &self.header.claim.subject;
        let games = subject.objects == Objects::Games;
        let (start, price) = (self.header.start as i32, self.header.price as i32);
        Subproblem {
            node: Domain::new(&self.instance, games, subject.setting.symmetric),
            multipliers: FineMultipliers::uniform(&self.instance, start, price),
            depth: 0,
            mirror: None,
            unlisted: 0,
        }
    }

    fn propagated(&self, mut leaf: Subproblem) -> Option<Subproblem> {
        leaf.node.propagate(&self.instance).ok()?;
        Some(leaf)
    }

    /// Bounds a node as `paper/certificate.md`, section 4, says: rounds of dual ascent, fixing and propagation, until they gain too
    /// little. Returns the value in units of 1/1024 move; `None` when that closes the node.
    pub fn bound(&self, worker: &mut DualBound, leaf: &mut Subproblem) -> Option<i32> {
        let first = if leaf.depth == 0 {
            tree::ROOT
        } else {
            tree::NODE
        };
        let mut value = None;
        for round in 0..self.header.rounds {
            let schedule = if round == 0 { first } else { tree::AGAIN };
            let before = leaf.node.count_marks();
            value = Some(self.round(worker, leaf, schedule)?);
            if before - leaf.node.count_marks() < self.header.again {
                break;
            }
        }
        value
    }

    fn round(&self, worker: &mut DualBound, leaf: &mut Subproblem, schedule: usize) -> Option<i32> {
        let value = self.ascend(worker, leaf, schedule);
        let node = &mut leaf.node;
        let gap = value - self.target(node);
        if gap < 0 {
            return None;
        }
        worker.evaluate(node, &leaf.multipliers);
        fix(&self.instance, node, &worker.reduced, gap).ok()?;
        node.apply_order(&self.instance).ok()?;
        // More dots may be present by now than the value allows.
        (value >= self.target(node)).then_some(value)
    }

    /// Improves the multipliers by one schedule; returns the value.
    pub(super) fn ascend(
        &self,
        worker: &mut DualBound,
        leaf: &mut Subproblem,
        schedule: usize,
    ) -> i32 {
        let (target, lengths) = (self.target(&leaf.node), self.header.schedules[schedule]);
        worker.ascend(&leaf.node, &mut leaf.multipliers, lengths, target)
    }

    /// The value that the bound of a node must reach, in units of the kernel.
    pub(super) fn target(&self, node: &Domain) -> i32 {
        self.in_units(self.header.target_with(node.count_present()))
    }

    /// The value of so many moves, in units of the kernel.
    pub(super) const fn in_units(&self, moves: u32) -> i32 {
        (self.header.gain * moves) as i32 * UNIT
    }
}
