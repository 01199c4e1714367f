//! What is asked of a box.

use super::SearchError;
use super::params::Params;
use crate::tree::{Header, Question};
use morpion_rules::game::Objects;
use morpion_rules::geometry::{Arrival, Cell, Move};

impl Question {
    /// The header of its trees.
    ///
    /// # Errors
    /// The question makes no sense.
    pub(super) fn header(self, params: &Params) -> Result<Header, SearchError> {
        if self.arrival.is_some_and(|a| !self.may_arrive(a)) {
            return Err(SearchError::NoArrival);
        }
        if self.all_of && !self.may_be_listed() {
            return Err(SearchError::NoList);
        }
        if self.symmetric && !self.bounding_box.is_point_symmetric() {
            return Err(SearchError::Lopsided(self.bounding_box));
        }
        let reaches = self.at_least == 0;
        Ok(Header {
            question: self,
            gain: u32::from(!reaches),
            uses: reaches,
            start: params.start,
            price: if reaches { params.price } else { 0 },
            rounds: params.rounds,
            again: params.again,
            schedules: vec![
                params.root_schedule,
                if reaches {
                    params.side_schedule
                } else {
                    params.schedule
                },
                params.again_schedule,
            ],
        })
    }

    /// Whether there are objects of this kind that arrive so.
    fn may_arrive(self, arrival: Arrival) -> bool {
        self.objects == Objects::Games
            && !self.symmetric
            && self.at_least == 0
            && arrival.before(self.bounding_box).is_some()
    }

    /// Whether certificates can list what is asked for.
    fn may_be_listed(self) -> bool {
        self.objects == Objects::Games && self.at_least > 0 && self.arrival.is_none()
    }
}

/// What is known of the object from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Cells that hold a dot. Cells of the cross may be among them.
    pub present: Vec<Cell>,
    /// Cells of the box that hold none.
    pub absent: Vec<Cell>,
    /// Moves that are used.
    pub moves: Vec<Move>,
}
