//! Where a search starts: the cross, or the beginning of a record.

use super::plain::Plain;
use super::symmetric::Symmetric;
use crate::game::{Board, BoxTooLarge, PlayError};
use crate::geometry::{BoundingBox, Move, Symmetry, Variant};

/// The position a search starts from.
#[derive(Clone, Debug)]
pub struct StartPosition {
    /// The rules.
    pub variant: Variant,
    /// Place no dot outside this box; `None` for the largest board there is.
    pub within: Option<BoundingBox>,
    /// Moves that are played before the search begins.
    pub kept: Vec<Move>,
}

/// Why a search cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The box is larger than any board.
    #[error(transparent)]
    Box(#[from] BoxTooLarge),
    /// A move that is kept cannot be played.
    #[error("the moves to keep are no game here: {0}")]
    Play(#[from] PlayError),
    /// The kept moves and the symmetry asked for do not go together.
    #[error(
        "the position after the {0} moves to keep is not symmetric, or cannot be reached by \
         playing moves together with their images: keep another number of moves"
    )]
    NotSymmetric(usize),
}

impl StartPosition {
    /// The position, for games without symmetry.
    ///
    /// # Errors
    /// When the box or the kept moves are not possible.
    pub fn plain(&self) -> Result<Plain, StartError> {
        let mut board = self.board()?;
        for &mv in &self.kept {
            board.play(mv)?;
        }
        Ok(Plain::new(board))
    }

    /// The position, for games that stay symmetric. The kept moves may come in any order: they
    /// are played in pairs.
    ///
    /// # Errors
    /// As [`Self::plain`], and when the kept moves cannot be played in pairs.
    pub fn symmetric(&self) -> Result<Symmetric, StartError> {
        self.plain()?;
        let refuse = || StartError::NotSymmetric(self.kept.len());
        let mut board = self.board()?;
        let mut left = self.kept.clone();
        while !left.is_empty() {
            let image = |mv: Move| Symmetry::HALF_TURN.mv(self.variant, mv);
            let is_next = |&mv: &Move| board.is_legal(mv) && left.contains(&image(mv));
            let next = left.iter().copied().find(is_next).ok_or_else(refuse)?;
            for mv in [next, image(next)] {
                board.play(mv).map_err(|_| refuse())?;
                left.retain(|&m| m != mv);
            }
        }
        Symmetric::new(board).ok_or_else(refuse)
    }

    fn board(&self) -> Result<Board, BoxTooLarge> {
        match self.within {
            Some(limit) => Board::confined(self.variant, limit),
            None => Ok(Board::new(self.variant)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Playable};
    use crate::record::known_game_by_id;

    fn rosin(keep: usize) -> StartPosition {
        let mut kept = known_game_by_id("5D/rosin82").unwrap().moves;
        kept.truncate(keep);
        StartPosition {
            variant: Variant::D5,
            within: None,
            kept,
        }
    }

    #[test]
    fn kept_moves_are_part_of_the_game() {
        let start = rosin(10);
        let game = start.plain().unwrap();
        assert_eq!(game.score(), 10);
        assert_eq!(game.whole_game(&[]), start.kept);
        assert!(rosin(82).plain().unwrap().legal().is_empty());
    }

    #[test]
    fn positions_without_symmetry_are_refused() {
        assert!(rosin(0).symmetric().is_ok());
        assert_eq!(
            rosin(1).symmetric().err(),
            Some(StartError::NotSymmetric(1))
        );
    }

    #[test]
    fn pairs_are_found_in_any_order() {
        let mut game = rosin(0).symmetric().unwrap();
        let first = game.legal()[0];
        let mut kept = game.whole_game(&[first]);
        kept.reverse();
        game.play(first);
        kept.extend(game.whole_game(&[game.legal()[0]]).split_off(2));
        // A move of each pair first, then their images.
        kept.swap(1, 2);
        let start = StartPosition { kept, ..rosin(0) };
        let symmetric = start.symmetric().unwrap();
        assert_eq!((symmetric.score(), symmetric.depth()), (4, 0));
        assert!(symmetric.legal().len() > 2);
    }

    #[test]
    fn a_box_too_small_for_the_kept_moves_is_refused() {
        let start = StartPosition {
            within: Some(BoundingBox::default()),
            ..rosin(82)
        };
        assert!(matches!(start.plain(), Err(StartError::Play(_))));
    }
}
