//! Limits of a listing.

use super::*;
use crate::bound::{Ranges, UNIT};
use crate::format::Reason;
use crate::geometry::BoxSize;
use crate::state::Objects;

/// Fails if a certificate may list so many positions that the memory is no longer bounded. (Those of a file would take minutes.)
#[test]
fn no_more_are_listed_than_there_is_room_for() {
    let board = Board::new(BoxSize::CROSS);
    let mut state = State::new(&board, Objects::Games, false);
    let left = [board.cell(2, 0), board.cell(0, 2)];
    for v in (0..board.cells()).filter(|&v| !board.cross[v] && !left.contains(&Some(v))) {
        state.set_absent(v).expect("it is free");
    }
    let goal = Goal {
        gain: UNIT,
        moves: 1,
        balanced: false,
        ranges: Ranges::WITHOUT_USES,
    };
    let found = |limits| list(&board, goal, &state, limits, &mut ()).map(|found| found.len());
    let [enough, less] = [(3, None), (2, None)].map(found);
    assert_eq!((enough, less), (Ok(3), Err(Reason::Positions)));
    let over = Some(Instant::now());
    assert_eq!(found((3, over)), Err(Reason::Time));
}
