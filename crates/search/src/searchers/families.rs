//! Families of games: games with the same lines near the cross.
//!
//! The lines that a game draws within the square around the cross decide what its arms can become, long before the arms are there. A pool
//! that holds few games of each family goes on with many families side by side; the usual pool soon holds only variants of one.

use super::pool::{key_of, scatter};
use crate::game::Code;
use crate::geometry::{Cell, Direction, Line, Move, Variant};

/// The lines that tell families apart.
#[derive(Clone, Debug)]
pub struct Families {
    /// By [`Code::line_number`]: whether the line lies within the square.
    is_inside: Vec<bool>,
}

impl Families {
    /// Games of one family that a pool has room for, as measured in `paper/notes/36-tempering.md`.
    const GAMES: u64 = 8;

    /// The families of a variant.
    pub(super) fn of(variant: Variant) -> Self {
        let mut is_inside = vec![false; 1 << 15];
        for line in lines_within(variant, 0) {
            if let Some(code) = Code::new(variant, Move::new(line, 0)) {
                is_inside[usize::from(code.line_number())] = true;
            }
        }
        Self { is_inside }
    }

    /// Whether the line of a move lies within the square.
    pub(super) fn is_inside(&self, code: Code) -> bool {
        self.is_inside[usize::from(code.line_number())]
    }

    /// The family of a game, or of a part of one: the same in every order of the moves; other lines give another key, except with
    /// probability 2^-64.
    pub(super) fn key(&self, moves: &[Code]) -> u64 {
        let inside = moves.iter().filter(|&&code| self.is_inside(code));
        key_of(inside.map(|code| u32::from(code.line_number())))
    }

    /// The key under which a pool holds a game with these dots: one of `GAMES` keys for each family.
    pub(super) fn place(&self, moves: &[Code], dots: u64) -> u64 {
        self.key(moves) ^ scatter((dots % Self::GAMES) as u32).rotate_left(32)
    }
}

/// The lines within the square that reaches `margin` cells further than the square around the cross.
pub(super) fn lines_within(variant: Variant, margin: i16) -> impl Iterator<Item = Line> {
    let inside = move |cell: Cell| {
        let range = -margin..variant.cross_span() + margin;
        range.contains(&cell.x) && range.contains(&cell.y)
    };
    let cells = -margin..variant.cross_span() + margin;
    let starts = cells
        .clone()
        .flat_map(move |y| cells.clone().map(move |x| Cell::new(x, y)));
    let lines = starts.flat_map(|start| Direction::ALL.map(|d| Line::new(start, d)));
    lines.filter(move |line| line.cells(variant).all(inside))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::games::{Game, Plain, Rng};

    #[test]
    fn the_square_holds_as_many_lines_as_it_should() {
        for variant in Variant::ALL {
            let (side, length) = (variant.cross_span() as usize, variant.line_length());
            let along = side - length + 1;
            let wanted = 2 * along * side + 2 * along * along;
            assert_eq!(lines_within(variant, 0).count(), wanted, "{variant}");
            assert!(lines_within(variant, 1).count() > wanted);
        }
    }

    #[test]
    fn a_family_is_its_lines_near_the_cross() {
        let mut game = Plain::new(Board::new(Variant::T5));
        let mut moves = Vec::new();
        game.random_game(&mut Rng::seed_from_u64(1), &mut moves);
        let families = Families::of(Variant::T5);
        let whole = families.key(&moves);
        let mut reversed = moves.clone();
        reversed.reverse();
        assert_eq!(families.key(&reversed), whole);
        for i in 0..moves.len() {
            let mut less = moves.clone();
            let code = less.remove(i);
            let is_same = families.key(&less) == whole;
            assert_eq!(is_same, !families.is_inside(code));
        }
        let places = (0..100).map(|dots| families.place(&moves, dots));
        let places: std::collections::BTreeSet<u64> = places.collect();
        assert_eq!(places.len(), Families::GAMES as usize);
    }
}
