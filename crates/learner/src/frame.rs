//! The point of view of a move: the position around its dot, turned so that all moves look alike.
//!
//! Every line is turned into a row or a falling diagonal, with its dot in the first half. Two moves that a symmetry of the square
//! maps onto each other, each in its position, then see the same dots and slots in the
//! same places, up to a mirroring that leaves the line in its place.

use super::facts::{CHANNELS, Fact};
use morpion_rules::game::Code;
use morpion_rules::geometry::{Direction, Variant};

/// Ways a move can be seen: row or diagonal, and the dot's place on it (at most three).
pub(super) const CLASSES: usize = 6;

/// Columns and rows of the places the centre of the cross can have, seen from a move.
pub(super) const PLACES: usize = 25;

/// A turn, perhaps with a mirroring: the matrix by rows.
type Turn = [i16; 4];

/// The point of view of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    turn: u8,
    /// 0 for rows and columns, 1 for diagonals.
    pub(super) kind: u8,
    /// The class of the move, below [`CLASSES`].
    pub(super) class: u8,
    x: i16,
    y: i16,
}

/// Finds the frames of moves, and what is seen in them.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    span: i16,
    turns: [Turn; 8],
    /// By direction and position of a move: the turn, and the position after it.
    of_moves: [[(u8, u8); 5]; 4],
    /// By turn and channel: the channel after it, and the cell of the slot that becomes its first, as an offset.
    channels: [[(u8, i16, i16); CHANNELS]; 8],
}

const fn turned([a, b, c, d]: Turn, (x, y): (i16, i16)) -> (i16, i16) {
    (a * x + b * y, c * x + d * y)
}

fn all_turns() -> [Turn; 8] {
    std::array::from_fn(|i| {
        let (sx, sy) = (1 - 2 * (i as i16 & 1), 1 - (i as i16 & 2));
        match i & 4 {
            0 => [sx, 0, 0, sy],
            _ => [0, sx, sy, 0],
        }
    })
}

impl Frames {
    /// The frames of the moves of a variant.
    pub(super) fn new(variant: Variant) -> Self {
        let turns = all_turns();
        let of_moves = Direction::ALL.map(|direction| {
            std::array::from_fn(|position| upright(&turns, variant, direction, position as u8))
        });
        let channels = turns.map(|turn| {
            std::array::from_fn(|channel| turned_channel(turn, variant, channel as u8))
        });
        Self {
            span: variant.cross_span(),
            turns,
            of_moves,
            channels,
        }
    }

    /// The frame of a move.
    pub(super) fn of(&self, code: Code) -> Frame {
        let mv = code.to_move();
        let (dot, direction) = (mv.dot(), mv.line.direction.index());
        let (turn, position) = self.of_moves[direction][usize::from(mv.position)];
        let kind = u8::from(direction >= 2);
        Frame {
            turn,
            kind,
            class: 3 * kind + position,
            x: dot.x,
            y: dot.y,
        }
    }

    /// The offset and the channel of a fact as the frame sees them.
    #[inline]
    pub(super) fn see(&self, frame: Frame, fact: Fact) -> (i16, i16, u8) {
        let turn = usize::from(frame.turn) & 7;
        let (channel, dx, dy) = self.channels[turn][usize::from(fact.channel)];
        let offset = (fact.x + dx - frame.x, fact.y + dy - frame.y);
        let (x, y) = turned(self.turns[turn], offset);
        (x, y, channel)
    }

    /// Where the centre of the cross lies, as the frame sees it: below [`PLACES`] squared. Places too far away share
    /// the outermost numbers.
    pub(super) fn place(&self, frame: Frame) -> usize {
        let twice = (self.span - 1 - 2 * frame.x, self.span - 1 - 2 * frame.y);
        let (x, y) = turned(self.turns[usize::from(frame.turn) & 7], twice);
        let most = PLACES as i16 - 1;
        let number = |v: i16| ((v + most + 1).div_euclid(2)).clamp(0, most) as usize;
        number(y) * PLACES + number(x)
    }
}

/// The first turn that lays a line of the direction along a row or a falling diagonal with the position in the first half.
fn upright(turns: &[Turn; 8], variant: Variant, direction: Direction, position: u8) -> (u8, u8) {
    let last = variant.line_length() as u8 - 1;
    let behind = last.saturating_sub(position);
    let aim = if direction.index() < 2 {
        (1, 0)
    } else {
        (1, 1)
    };
    let is_upright = |turn: Turn| match turned(turn, direction.vector()) {
        v if v == aim => position <= behind,
        (x, y) if (-x, -y) == aim => behind <= position,
        _ => false,
    };
    let turn = turns.iter().position(|&t| is_upright(t)).unwrap_or(0);
    (turn as u8, position.min(behind))
}

fn turned_channel(turn: Turn, variant: Variant, channel: u8) -> (u8, i16, i16) {
    let Some(direction) = channel.checked_sub(1) else {
        return (0, 0, 0);
    };
    let vector = Direction::ALL[usize::from(direction)].vector();
    let (x, y) = turned(turn, vector);
    let place = |v| Direction::ALL.into_iter().position(|d| d.vector() == v);
    match place((x, y)) {
        Some(d) => (d as u8 + 1, 0, 0),
        // The direction is reversed: a step between two cells then starts from the other one.
        None => {
            let d = place((-x, -y)).unwrap_or(0);
            let (dx, dy) = if variant.touching() { vector } else { (0, 0) };
            (d as u8 + 1, dx, dy)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::facts;
    use crate::random::Rng;
    use morpion_rules::game::Board;
    use morpion_rules::geometry::Symmetry;

    type View = BTreeSet<(i16, i16, u8)>;

    fn view(frames: &Frames, board: &Board, code: Code) -> View {
        let mut all = Vec::new();
        facts::of_cross(board.variant(), &mut all);
        for &mv in board.history() {
            facts::of_move(board.variant(), mv, &mut all);
        }
        let frame = frames.of(code);
        all.iter().map(|&f| frames.see(frame, f)).collect()
    }

    /// The line of a move where its own frame sees it.
    fn own_line(frames: &Frames, board: &Board, code: Code) -> View {
        let mut own = Vec::new();
        facts::of_move(board.variant(), code, &mut own);
        let frame = frames.of(code);
        own.iter().map(|&f| frames.see(frame, f)).collect()
    }

    /// A view mirrored at the line of its move, and at its middle where the dot lies there.
    fn mirrored(variant: Variant, view: &View, frame: Frame, along: bool) -> View {
        let turn: Turn = match (frame.kind, along) {
            (0, false) => [1, 0, 0, -1],
            (0, true) => [-1, 0, 0, 1],
            (_, false) => [0, 1, 1, 0],
            (_, true) => [0, -1, -1, 0],
        };
        view.iter()
            .map(|&(x, y, channel)| {
                let (c, dx, dy) = turned_channel(turn, variant, channel);
                let (x, y) = turned(turn, (x + dx, y + dy));
                (x, y, c)
            })
            .collect()
    }

    #[test]
    fn moves_that_are_images_see_the_same_up_to_mirroring_at_their_line() {
        for variant in Variant::ALL {
            let frames = Frames::new(variant);
            let mut board = Board::new(variant);
            board.play_out(&mut Rng::seed_from_u64(5));
            let half = board.history()[..board.len() / 2].to_vec();
            board.reset();
            half.iter().for_each(|&c| board.play_code(c).unwrap());
            for symmetry in Symmetry::ALL {
                let mut other = Board::new(variant);
                let image = |c: Code| c.image(variant, symmetry).unwrap();
                half.iter()
                    .for_each(|&c| other.play_code(image(c)).unwrap());
                for &code in board.legal() {
                    let (here, there) = (frames.of(code), frames.of(image(code)));
                    assert_eq!((here.kind, here.class), (there.kind, there.class));
                    let seen = view(&frames, &board, code);
                    let mut fitting = vec![seen.clone()];
                    for along in [false, true] {
                        for i in 0..fitting.len() {
                            fitting.push(mirrored(variant, &fitting[i], here, along));
                        }
                    }
                    let other_view = view(&frames, &other, image(code));
                    assert!(fitting.contains(&other_view), "{variant} {code:?}");
                }
            }
        }
    }

    #[test]
    fn every_line_lies_along_a_row_or_a_falling_diagonal() {
        for variant in Variant::ALL {
            let frames = Frames::new(variant);
            let board = Board::new(variant);
            for &code in board.legal() {
                let line = own_line(&frames, &board, code);
                assert!(line.contains(&(0, 0, 0)), "the dot is in the middle");
                let channel = if frames.of(code).kind == 0 { 1 } else { 3 };
                let slots: Vec<_> = line.iter().filter(|f| f.2 != 0).collect();
                assert!(slots.iter().all(|f| f.2 == channel));
                assert!(slots.windows(2).all(|w| w[1].0 == w[0].0 + 1));
            }
        }
    }

    #[test]
    fn places_of_images_are_the_same_up_to_mirroring() {
        let variant = Variant::D5;
        let frames = Frames::new(variant);
        let board = Board::new(variant);
        let number = |c| frames.place(frames.of(c));
        for &code in board.legal() {
            let row = frames.of(code).kind == 0;
            let places: BTreeSet<usize> = Symmetry::ALL
                .map(|s| number(code.image(variant, s).unwrap()))
                .into();
            assert!(
                places.len() <= 4 && (row || places.len() <= 4),
                "{places:?}"
            );
        }
    }
}
