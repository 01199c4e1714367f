//! The dots of a node whose moves are open.

use crate::bound::cell_set::CellSet;
use crate::bound::domain::Domain;
use crate::bound::instance::Instance;
use crate::bound::layout::{Layout, Mark};

/// The dots of a node whose moves are open.
#[derive(Clone, Debug)]
pub(crate) struct EndGame {
    pub(super) layout: Layout,
    /// The marks of these dots.
    pub(super) marks: Vec<Mark>,
    /// By dot the range of its marks.
    pub(super) dots: Vec<(usize, std::ops::Range<usize>)>,
    /// All dots, those of known moves included.
    pub(super) present: CellSet,
    /// The marks of the known moves.
    pub(super) known: Vec<Mark>,
}

impl EndGame {
    /// The end game of a node; `None` when some dots are not known, or all moves are.
    pub(crate) fn of(instance: &Instance, domain: &Domain) -> Option<Self> {
        let mut found = Self {
            layout: instance.layout,
            marks: Vec::new(),
            dots: Vec::new(),
            present: CellSet::EMPTY,
            known: Vec::new(),
        };
        for v in instance.cells() {
            if domain.is_free(v) {
                return None;
            }
            if !domain.is_present(v) {
                continue;
            }
            found.present.insert(v);
            let first = found.marks.len();
            if domain.options(v) > 1 {
                found.marks.extend(domain.marks_of(v));
                found.dots.push((v, first..found.marks.len()));
            } else {
                found.known.extend(domain.marks_of(v));
            }
        }
        (!found.dots.is_empty()).then_some(found)
    }
}
