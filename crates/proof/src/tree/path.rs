//! The place of a node in a tree: which child to take at each branching on the way from the root.

use std::fmt;
use std::str::FromStr;

use super::{Id, Node, Tree};

/// A way down from the root. Written as a word of zeros (the first child) and ones (the second); the root's is `-`.
///
/// ```
/// use morpion_proof::tree::Path;
///
/// let path: Path = "0110".parse()?;
/// assert_eq!((path.len(), path.to_string().as_str()), (4, "0110"));
/// # Ok::<(), morpion_proof::tree::PathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<bool>);

/// Something else than zeros and ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a way to a node is written with zeros and ones only, or as - for the root")]
pub struct PathError;

impl Path {
    /// The number of branchings on the way.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is the way to the root.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        let digit = |&second: &bool| if second { '1' } else { '0' };
        f.write_str(&self.0.iter().map(digit).collect::<String>())
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let side = |digit| match digit {
            '0' => Ok(false),
            '1' => Ok(true),
            _ => Err(PathError),
        };
        match text {
            "-" => Ok(Self::default()),
            "" => Err(PathError),
            _ => text.chars().map(side).collect::<Result<_, _>>().map(Self),
        }
    }
}

impl Tree {
    /// The way to a node.
    pub fn path(&self, id: Id) -> Path {
        let mut way = Vec::new();
        let mut here = id;
        while let Some(parent) = self.parent(here) {
            way.push(
                matches!(self.node(parent), Node::Branched(_, [_, second]) if *second == here),
            );
            here = parent;
        }
        way.reverse();
        Path(way)
    }

    /// The nodes on a way, the root and its end included; `None` if the tree has no such node.
    pub fn way(&self, path: &Path) -> Option<Vec<Id>> {
        let mut way = vec![Id::ROOT];
        for &second in &path.0 {
            let Node::Branched(_, children) = self.node(*way.last()?) else {
                return None;
            };
            way.push(children[usize::from(second)]);
        }
        Some(way)
    }

    /// The node at the end of a way, if there is one.
    pub fn at(&self, path: &Path) -> Option<Id> {
        self.way(path)?.pop()
    }

    /// The tree of the branchings on the way to this node; the node itself and the nodes beside the way are open.
    pub fn only(&self, path: &Path) -> Option<Self> {
        let mut only = Self::new(self.header.clone());
        let mut here = Id::ROOT;
        for (id, &second) in self.way(path)?.into_iter().zip(&path.0) {
            let Node::Branched(on, _) = *self.node(id) else {
                return None;
            };
            here = only.branch(here, on)[usize::from(second)];
        }
        Some(only)
    }

    /// Whether nothing is shown elsewhere than at the end of this way and below.
    pub fn shows_only(&self, path: &Path) -> bool {
        let Some(way) = self.way(path) else {
            return false;
        };
        way.iter()
            .zip(&path.0)
            .all(|(&id, &second)| match self.node(id) {
                Node::Branched(_, children) => {
                    *self.node(children[usize::from(!second)]) == Node::Open
                }
                _ => false,
            })
    }

    /// Whether the node at the end of this way is the same in both trees: a proof below it in one tree is a proof in the other.
    ///
    /// The part of a certificate about a node depends only on the header and the branchings on the way to the node
    /// (`paper/certificate.md`, sections 4 and 5).
    pub fn shares_way(&self, other: &Self, path: &Path) -> bool {
        let on = |tree: &Self| -> Option<Vec<_>> {
            let way = tree.way(path)?;
            let branching = |id| match tree.node(id) {
                Node::Branched(on, _) => Some(*on),
                _ => None,
            };
            way[..path.len()].iter().map(|&id| branching(id)).collect()
        };
        self.header == other.header && on(self).is_some() && on(self) == on(other)
    }
}
