//! What is asked of a box.

use super::SearchError;
use super::params::Params;
use crate::game::Objects;
use crate::geometry::{Arrival, BoundingBox, Cell, Move};
use crate::tree::Header;

/// What is to be refuted: that there is an object of at least so many moves; or to be listed, all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The exact bounding box of the object.
    pub bounding_box: BoundingBox,
    /// Its kind.
    pub objects: Objects,
    /// Whether the half turn about the centre of the cross must map it to itself.
    pub symmetric: bool,
    /// Its number of moves, or more; 0: any object that has the bounding box.
    pub at_least: u32,
    /// Only games whose last move arrives at the box by these sides: it places the only dot on them. The kind must
    /// be games, not symmetric, of any number of moves, and the sides at distances above 0.
    pub arrival: Option<Arrival>,
    /// Whether all of them are to be found instead. The kind must be games, of at least one move, without an arrival.
    pub all_of: bool,
}

impl Question {
    /// The header of its trees.
    ///
    /// # Errors
    /// The question makes no sense.
    pub(super) fn header(self, params: &Params) -> Result<Header, SearchError> {
        let Self {
            bounding_box,
            objects,
            symmetric,
            at_least,
            arrival,
            all_of,
        } = self;
        if arrival.is_some_and(|a| !self.may_arrive(a)) {
            return Err(SearchError::NoArrival);
        }
        if all_of && !self.may_be_listed() {
            return Err(SearchError::NoList);
        }
        if symmetric && !bounding_box.is_point_symmetric() {
            return Err(SearchError::Lopsided(bounding_box));
        }
        let reaches = at_least == 0;
        Ok(Header {
            bounding_box,
            objects,
            symmetric,
            gain: u32::from(!reaches),
            at_least,
            arrival,
            all_of,
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

    /// Whether a tree with this header answers the question. Its own start and schedules may be others.
    pub(super) fn is_answered_by(self, header: &Header) -> bool {
        let of_header = Self {
            bounding_box: header.bounding_box,
            objects: header.objects,
            symmetric: header.symmetric,
            at_least: header.at_least,
            arrival: header.arrival,
            all_of: header.all_of,
        };
        self == of_header
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
