//! The proof tree: a value that can be read, grown, cut, put together and written at any moment.
//!
//! A node is *open* (nothing is shown there yet), *closed*, *listed* (all objects that satisfy it are known), or *branched*: then it has
//! two children. A tree without open nodes is a proof, and [`Tree::write`] makes a certificate of it (`paper/certificate.md`, section 5).
//! This module knows nothing of the game: [`search`](crate::branch_and_bound) makes trees, the independent checker judges them.
//!
//! ```
//! use morpion_proof::branch_and_bound::{Params, Problem};
//! use morpion_proof::claim::{Objects, Setting, Subject};
//! use morpion_proof::tree::{Branching, Id, Tree};
//! use morpion_rules::geometry::Variant;
//!
//! let games = Subject::new(Setting::of(Variant::D5), "2,1,1,1".parse()?, Objects::Games);
//! let problem = Problem::new(games.refuting(83), &Params::default())?;
//! let mut tree = Tree::new(problem.header().clone());
//! let [first, _] = tree.branch(Id::ROOT, Branching::Cell { cell: 3 });
//! tree.close(first);
//! assert_eq!((tree.open(), tree.closed_share()), (1, 0.5));
//! assert_eq!(Tree::read(&tree.write())?.open(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod format;
mod path;
#[cfg(test)]
mod tests;

pub use format::{AGAIN, Header, NODE, ROOT, ReadError, read_header};
pub use path::{Path, PathError};

/// A node of a tree, by its number there. Children have greater numbers than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

impl Id {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Id> for u64 {
    fn from(id: Id) -> Self {
        id.0.into()
    }
}

/// The decision of a branched node. Cells are given by their numbers: row by row from the first cell of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branching {
    /// The first child has a dot on the cell, the second has none.
    Cell {
        /// The cell.
        cell: u16,
    },
    /// The first child makes the move, the second forbids it.
    Mark {
        /// The cell that the move places.
        cell: u16,
        /// 5 times the direction of its line and the position of the cell in it.
        code: u8,
    },
    /// The first child has a dot on the cell, the second neither there nor on its image.
    Mirror {
        /// A symmetry of the box, by its number (`paper/certificate.md`, section 1).
        symmetry: u8,
        /// The cell.
        cell: u16,
    },
}

/// The state of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Nothing is shown yet.
    Open,
    /// No object satisfies its decisions, as bounding it shows.
    Closed,
    /// This many objects satisfy it, and enumerating them shows that there are no others.
    Listed(u32),
    /// It is branched: its two children cover all its objects.
    Branched(Branching, [Id; 2]),
}

#[derive(Clone, Debug)]
struct Entry {
    parent: Id,
    /// Open nodes among this one and those below it.
    open: u32,
    node: Node,
}

/// A proof, complete or unfinished.
#[derive(Clone, Debug)]
pub struct Tree {
    header: Header,
    entries: Vec<Entry>,
}

impl Tree {
    /// A tree of one open node.
    pub fn new(header: Header) -> Self {
        let mut tree = Self {
            header,
            entries: Vec::new(),
        };
        tree.push(Id::ROOT);
        tree
    }

    /// The claim that the tree shows or is to show, and how its nodes are bounded.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The state of a node of this tree.
    pub fn node(&self, id: Id) -> &Node {
        &self.entries[id.index()].node
    }

    /// The node that this one is a child of; `None` of the root.
    pub fn parent(&self, id: Id) -> Option<Id> {
        (id != Id::ROOT).then(|| self.entries[id.index()].parent)
    }

    /// The number of open nodes.
    pub fn open(&self) -> u32 {
        self.open_below(Id::ROOT)
    }

    /// The number of open nodes among this one and those below it.
    pub fn open_below(&self, id: Id) -> u32 {
        self.entries[id.index()].open
    }

    /// Whether nothing is open: a proof, if the checker accepts it.
    pub fn is_complete(&self) -> bool {
        self.open() == 0
    }

    fn push(&mut self, parent: Id) -> Id {
        let id = Id(u32::try_from(self.entries.len()).expect("fewer than 2^32 nodes"));
        self.entries.push(Entry {
            parent,
            open: 1,
            node: Node::Open,
        });
        id
    }

    /// Replaces the state of a node; the nodes below it are forgotten.
    fn set(&mut self, id: Id, node: Node, open: u32) {
        let before = self.open_below(id);
        self.entries[id.index()].node = node;
        let mut here = Some(id);
        while let Some(id) = here {
            let count = &mut self.entries[id.index()].open;
            *count = *count - before + open;
            here = self.parent(id);
        }
    }

    /// Branches a node; its children are open.
    pub fn branch(&mut self, id: Id, on: Branching) -> [Id; 2] {
        let children = [self.push(id), self.push(id)];
        self.set(id, Node::Branched(on, children), 2);
        children
    }

    /// Closes a node that bounding refutes.
    pub fn close(&mut self, id: Id) {
        self.set(id, Node::Closed, 0);
    }

    /// Closes a node that so many objects satisfy.
    pub fn list(&mut self, id: Id, count: u32) {
        self.set(id, Node::Listed(count), 0);
    }

    /// The number of objects that satisfy its listed nodes.
    pub fn listed(&self) -> u64 {
        let count = |(id, _)| match *self.node(id) {
            Node::Listed(count) => count.into(),
            _ => 0,
        };
        self.nodes().map(count).sum()
    }

    /// Opens a node again, and so forgets what is below it.
    pub fn reopen(&mut self, id: Id) {
        self.set(id, Node::Open, 1);
    }

    /// The nodes of the tree with their depths, parents before children and first children before second ones.
    pub fn nodes(&self) -> impl Iterator<Item = (Id, u32)> + '_ {
        let mut ahead = vec![(Id::ROOT, 0)];
        std::iter::from_fn(move || {
            let (id, depth) = ahead.pop()?;
            if let Node::Branched(_, [first, second]) = *self.node(id) {
                ahead.extend([(second, depth + 1), (first, depth + 1)]);
            }
            Some((id, depth))
        })
    }

    /// The open nodes, in the order of the certificate.
    pub fn leaves(&self) -> impl Iterator<Item = Id> + '_ {
        let ids = self.nodes().map(|(id, _)| id);
        ids.filter(|&id| *self.node(id) == Node::Open)
    }

    /// The share of the tree that is closed, in 0..=1 if each branching halved it: a hint, since subtrees differ in size.
    pub fn closed_share(&self) -> f64 {
        let closed = |id| matches!(self.node(id), Node::Closed | Node::Listed(_));
        let closed = self.nodes().filter(|&(id, _)| closed(id));
        let shares = closed.map(|(_, depth)| 0.5f64.powi(depth as i32));
        // The sum of none would be -0.
        shares.fold(0.0, |a, b| a + b)
    }

    /// Replaces a node by the subtree of another tree.
    pub fn graft(&mut self, id: Id, other: &Self, from: Id) {
        let mut ahead = vec![(id, from)];
        while let Some((id, from)) = ahead.pop() {
            match other.node(from) {
                Node::Open => self.reopen(id),
                Node::Closed => self.close(id),
                Node::Listed(count) => self.list(id, *count),
                Node::Branched(on, [a, b]) => {
                    let [first, second] = self.branch(id, *on);
                    ahead.extend([(second, *b), (first, *a)]);
                }
            }
        }
    }
}
