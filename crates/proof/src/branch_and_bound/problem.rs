//! What is asked of a box, ready for the search: the root, and the bound of every node.

use super::params::Params;
use super::question::Question;
use super::{SearchError, fill::Given};
use crate::bound::fixing::fix;
use crate::bound::kernel::{Frame, UNIT};
use crate::bound::lattice::Lattice;
use crate::bound::node::{Contradiction, Mark, Node};
use crate::bound::refine::{FINE_BITS, FineMultipliers, Refiner};
use crate::bound::root::{self, VARIANT};
use crate::game::Objects;
use crate::geometry::Symmetry;
use crate::tree::{self, Header};

/// A question with all that never changes while it is searched.
pub struct Problem {
    pub(super) frame: Frame,
    pub(super) lattice: Lattice,
    pub(super) header: Header,
    pub(super) params: Params,
}

/// An open node with its state: all that is needed to go on there.
#[derive(Clone)]
pub struct Leaf {
    pub(super) node: Node,
    pub(super) multipliers: Box<FineMultipliers>,
    /// The number of branchings above it.
    pub(super) depth: u32,
    /// The symmetry under which its decisions are still invariant.
    pub(super) mirror: Option<Symmetry>,
    /// How many end games on the way here, itself included, are open.
    pub(super) end_games: u32,
}

impl Problem {
    /// A question to be searched from its root.
    ///
    /// # Errors
    /// The question makes no sense, or the box is too large; see [`SearchError`].
    pub fn new(question: Question, params: &Params) -> Result<Self, SearchError> {
        Self::of(question.header(params)?, params)
    }

    /// The question that a tree is to answer, bounded as its header says.
    pub(super) fn of(header: Header, params: &Params) -> Result<Self, SearchError> {
        let bounding_box = header.bounding_box;
        let lattice =
            Lattice::new(VARIANT, bounding_box).ok_or(SearchError::TooLarge(bounding_box))?;
        let frame = Frame {
            balanced: header.balances_sides(),
            moves: if header.gain > 0 { header.target() } else { 0 },
            ..root::frame(&lattice, bounding_box, header.gain, header.arrival)
        };
        Ok(Self {
            frame,
            lattice,
            header,
            params: params.clone(),
        })
    }

    /// The header of its trees.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The root; `None` if the rules alone refute it.
    pub fn root(&self) -> Option<Leaf> {
        let leaf = Leaf {
            mirror: self.own_symmetry(),
            ..self.undecided()
        };
        self.propagated(leaf)
    }

    /// The root of what is left to decide when some of it is given.
    pub(super) fn root_given(&self, given: &Given) -> Option<Leaf> {
        // What is given need not be symmetric.
        let mut leaf = self.undecided();
        for &cell in &given.present {
            leaf.node.set_present(self.lattice.index(cell));
        }
        for &cell in &given.absent {
            leaf.node.set_absent(self.lattice.index(cell));
        }
        for &mv in &given.moves {
            leaf.node.force(Mark {
                cell: self.lattice.index(mv.dot()),
                direction: mv.line.direction.index(),
                position: usize::from(mv.position),
            });
        }
        self.propagated(leaf)
    }

    fn undecided(&self) -> Leaf {
        let is_symmetric = self.header.symmetric;
        let half_turn = is_symmetric.then(|| root::half_turn(&self.lattice));
        let restrictions = root::restrictions(&self.lattice, &self.frame.arrival_cells);
        let games = self.header.objects == Objects::Games;
        Leaf {
            node: Node::new(restrictions, games, half_turn),
            multipliers: Box::new(self.start_multipliers()),
            depth: 0,
            mirror: None,
            end_games: 0,
        }
    }

    fn propagated(&self, mut leaf: Leaf) -> Option<Leaf> {
        leaf.node.propagate(&self.frame).ok()?;
        Some(leaf)
    }

    fn start_multipliers(&self) -> FineMultipliers {
        let mut multipliers = FineMultipliers::default();
        for cell in self.lattice.region.cells() {
            for slots in &mut multipliers.slots {
                slots[self.lattice.index(cell)] = (self.header.start as i32) << FINE_BITS;
            }
        }
        for &(k, _) in &self.frame.sides {
            multipliers.sides[k] = (self.header.price as i32) << FINE_BITS;
        }
        multipliers
    }

    /// Bounds a node as section 5 of the page says: rounds of dual ascent, fixing and propagation, until they gain too little. The
    /// value in units of 1/1024 move; `None` when that closes the node.
    pub fn bound(&self, worker: &mut Refiner, leaf: &mut Leaf) -> Option<i32> {
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

    fn round(&self, worker: &mut Refiner, leaf: &mut Leaf, schedule: usize) -> Option<i32> {
        let value = self.ascend(worker, leaf, schedule);
        let node = &mut leaf.node;
        let gap = value - self.target(node);
        if gap < 0 {
            return None;
        }
        worker.evaluate(
            &self.frame,
            &node.restrictions,
            node.rows(),
            &leaf.multipliers,
        );
        fix(&self.frame, node, &worker.workspace, gap).ok()?;
        self.order(node).ok()?;
        // More dots may be present by now than the value allows.
        (value >= self.target(node)).then_some(value)
    }

    /// Improves the multipliers by one schedule; returns the value.
    pub(super) fn ascend(&self, worker: &mut Refiner, leaf: &mut Leaf, schedule: usize) -> i32 {
        let (node, lengths) = (&leaf.node, self.header.schedules[schedule]);
        worker.refine(
            &self.frame,
            &node.restrictions,
            node.rows(),
            &mut leaf.multipliers,
            lengths,
            self.target(node),
        )
    }

    /// Rule P8 on every dot whose move is not known yet, until nothing changes.
    fn order(&self, node: &mut Node) -> Result<(), Contradiction> {
        let mut changed = self.header.objects == Objects::Games;
        while changed {
            changed = false;
            for v in self.frame.cells() {
                if node.is_present(v) && node.options(v) > 1 && node.apply_order(&self.frame, v) > 0
                {
                    node.propagate(&self.frame)?;
                    changed = true;
                }
            }
        }
        Ok(())
    }

    /// What the value of a node must reach, in units of the kernel.
    pub(super) fn target(&self, node: &Node) -> i32 {
        let present = node.restrictions.present.iter().filter(|&&mask| mask != 0);
        self.in_units(self.header.target_with(present.count() as u32))
    }

    /// What so many moves count, in units of the kernel.
    pub(super) const fn in_units(&self, moves: u32) -> i32 {
        (self.header.gain * moves) as i32 * UNIT
    }
}
