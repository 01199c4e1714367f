//! Exhaustive enumeration: how many positions there are after n moves.
//!
//! # What is counted
//! A *position* is the set of dots and the set of lines drawn. Orders of play that
//! lead to the same sets count once, and so do different choices of which line
//! placed which dot. Every placed dot lies on its line, so the lines alone
//! determine the dots: a position is a set of lines.
//!
//! # Each position once, without a table
//! Call a line of a position *removable* when one of its cells is neither a dot of
//! the cross nor on another line of the position.
//!
//! Let P be a position of n moves in which l is removable, with that cell c. In
//! any game that leads to P the dot c was placed by l, since no other line runs
//! through it, and no other move needed c. Leaving that move out is therefore a
//! game that leads to P without l, a position of n - 1 moves, after which l is
//! legal and places c. Conversely the last line of any game is removable: the dot
//! it placed lay on no line before. So the positions from which P arises by one
//! move are exactly P without one of its removable lines, and each of them yields
//! P by exactly one move, since a line that lacks one dot can place only that one.
//!
//! The search plays a move only when its line has the largest number among the
//! removable lines of the position that results. By induction every position is
//! then met exactly once. Nothing has to be remembered and nothing is hashed; the
//! memory needed does not grow with the counts.
//!
//! # Up to symmetry
//! The orbit of P under the 8 symmetries has 8 / |Stab(P)| members, so the
//! orbits number the sum of |Stab(P)| over all positions P, divided by 8.

use rayon::prelude::*;

use super::board::{Board, with_rules};
use super::grid::Code;
use crate::geometry::{Symmetry, Variant};

/// The number of moves after which the search is cut into tasks for the threads.
const TASK_DEPTH: usize = 3;

/// What to enumerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// The rules.
    pub variant: Variant,
    /// The largest number of moves.
    pub moves: usize,
    /// Whether to count the classes of positions under the 8 symmetries, too.
    pub symmetric: bool,
}

/// The count for one number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Level {
    /// The number of moves.
    pub moves: usize,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions up to symmetry, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
}

/// Why the counts could not be established.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// A position was met in which a move leaves the board.
    #[error(
        "after {moves} moves there is a position with a move beyond the board, so larger counts would be too small"
    )]
    BeyondBoard {
        /// The number of moves of that position.
        moves: usize,
    },
}

/// Counts the positions after 0, 1, ..., `params.moves` moves, on all threads of
/// the current rayon pool.
///
/// `progress` is called with the number of finished tasks and their total, from any thread.
///
/// # Errors
/// When the board is too small, which cannot happen up to [`super::MAX_REACH`] moves.
pub fn count(
    params: Params,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Level>, EnumerateError> {
    let images = params.symmetric.then(|| images(params.variant));
    let mut trunk = Search::new(params, images.as_deref());
    trunk.split_at = Some(TASK_DEPTH);
    trunk.run()?;
    let tasks = std::mem::take(&mut trunk.tasks);
    let (done, total) = (std::sync::atomic::AtomicUsize::new(0), tasks.len());
    progress(0, total);
    let tally = tasks
        .par_iter()
        .map(|task| {
            let mut search = Search::new(params, images.as_deref());
            search.resume(task)?;
            progress(
                1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
                total,
            );
            Ok(search.tally)
        })
        .try_reduce(Tally::default, |a, b| Ok(a.plus(b)))?
        .plus(trunk.tally);
    Ok(tally.levels(params))
}

/// Sums over the positions met, by number of moves.
#[derive(Clone, Debug, Default)]
struct Tally {
    positions: Vec<u64>,
    stabilisers: Vec<u64>,
}

impl Tally {
    fn add(&mut self, moves: usize, stabiliser: u64) {
        for (sums, term) in [
            (&mut self.positions, 1),
            (&mut self.stabilisers, stabiliser),
        ] {
            if sums.len() <= moves {
                sums.resize(moves + 1, 0);
            }
            sums[moves] += term;
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            positions: plus(self.positions, other.positions),
            stabilisers: plus(self.stabilisers, other.stabilisers),
        }
    }

    fn levels(&self, params: Params) -> Vec<Level> {
        let at = |sums: &[u64], moves: usize| sums.get(moves).copied().unwrap_or(0);
        (0..=params.moves)
            .map(|moves| Level {
                moves,
                positions: at(&self.positions, moves),
                classes: params
                    .symmetric
                    .then(|| at(&self.stabilisers, moves) / Symmetry::ALL.len() as u64),
            })
            .collect()
    }
}

fn plus(mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u64> {
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    for (x, y) in a.iter_mut().zip(b) {
        *x += y;
    }
    a
}

/// A position from which a thread goes on: its moves and its removable lines.
struct Task {
    moves: Vec<Code>,
    removable: Vec<Code>,
}

/// The depth-first search described at the top of the file.
struct Search<'a> {
    params: Params,
    images: Option<&'a [Images]>,
    board: Board,
    /// The removable lines of the positions on the path, one list behind the other.
    removable: Vec<Code>,
    tally: Tally,
    /// Positions of this many moves become tasks instead of being searched.
    split_at: Option<usize>,
    tasks: Vec<Task>,
}

impl<'a> Search<'a> {
    fn new(params: Params, images: Option<&'a [Images]>) -> Self {
        Self {
            params,
            images,
            board: Board::new(params.variant),
            removable: Vec::new(),
            tally: Tally::default(),
            split_at: None,
            tasks: Vec::new(),
        }
    }

    /// Counts the starting position and everything that can be reached from it.
    fn run(&mut self) -> Result<(), EnumerateError> {
        self.tally.add(0, Symmetry::ALL.len() as u64);
        self.search(0)
    }

    /// Counts what can be reached from the position of a task, itself not included.
    fn resume(&mut self, task: &Task) -> Result<(), EnumerateError> {
        for &code in &task.moves {
            self.board
                .play_code(code)
                .expect("a task was reached by legal moves");
        }
        self.removable.extend_from_slice(&task.removable);
        self.search(0)
    }

    fn search(&mut self, list: usize) -> Result<(), EnumerateError> {
        with_rules!(self.params.variant, self.search_in(list))
    }

    /// Counts what can be reached from the board's position, whose removable lines
    /// are `removable[list..]`.
    fn search_in<const L: usize, const K: usize>(
        &mut self,
        list: usize,
    ) -> Result<(), EnumerateError> {
        let moves = self.board.len();
        if moves == self.params.moves {
            return Ok(());
        }
        if self.split_at == Some(moves) {
            self.put_off(list);
            return Ok(());
        }
        if self.board.left_out() {
            return Err(EnumerateError::BeyondBoard { moves });
        }
        for i in 0..self.board.legal().len() {
            let code = self.board.legal()[i];
            if !self.comes_last::<L>(list, code) {
                continue;
            }
            self.tally.add(moves + 1, self.stabiliser(code));
            if moves + 1 < self.params.moves {
                self.descend::<L, K>(list, i)?;
            }
        }
        Ok(())
    }

    fn descend<const L: usize, const K: usize>(
        &mut self,
        list: usize,
        index: usize,
    ) -> Result<(), EnumerateError> {
        let code = self.board.play_nth(index);
        let next = self.removable.len();
        for i in list..next {
            let line = self.removable[i];
            if !line.dot_is_on::<L>(code) {
                self.removable.push(line);
            }
        }
        self.removable.push(code);
        let result = self.search_in::<L, K>(next);
        self.removable.truncate(next);
        self.board.undo();
        result
    }

    /// Whether the line of `code` has the largest number among the removable lines
    /// of the position after `code`.
    fn comes_last<const L: usize>(&self, list: usize, code: Code) -> bool {
        self.removable[list..]
            .iter()
            .all(|line| line.line_number() < code.line_number() || line.dot_is_on::<L>(code))
    }

    fn put_off(&mut self, list: usize) {
        self.tasks.push(Task {
            moves: self.board.history().to_vec(),
            removable: self.removable[list..].to_vec(),
        });
    }

    /// How many symmetries map the position after `code` to itself; 1 when nobody asks.
    fn stabiliser(&self, code: Code) -> u64 {
        let Some(images) = self.images else { return 1 };
        let lines = || std::iter::once(&code).chain(self.board.history());
        let is_drawn = |number: u16| lines().any(|c| c.line_number() == number);
        (0..Symmetry::ALL.len())
            .filter(|&s| lines().all(|c| is_drawn(images[usize::from(c.line_number())][s])))
            .count() as u64
    }
}

/// The numbers of a line's images under [`Symmetry::ALL`].
type Images = [u16; Symmetry::ALL.len()];

/// The images of all lines of the grid, by line number.
fn images(variant: Variant) -> Vec<Images> {
    // A number that no line has: positions on a strip end before 63.
    const NONE: u16 = u16::MAX;
    let mut table = vec![[NONE; Symmetry::ALL.len()]; Code::LINE_NUMBER_END];
    for code in Code::all_lines(variant) {
        let mv = code.to_move();
        table[usize::from(code.line_number())] = Symmetry::ALL.map(|s| {
            Code::new(variant, s.mv(variant, mv)).map_or(NONE, |image| image.line_number())
        });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoundingBox;

    #[test]
    fn a_board_that_is_too_small_is_reported() {
        let params = Params {
            variant: Variant::D5,
            moves: 3,
            symmetric: false,
        };
        // Some opening moves leave the cross.
        let limit = BoundingBox::default();
        let mut search = Search::new(params, None);
        search.board = Board::confined(params.variant, limit).unwrap();
        let error = EnumerateError::BeyondBoard { moves: 0 };
        assert_eq!(search.run(), Err(error));
    }

    #[test]
    fn images_of_lines_follow_the_symmetries() {
        for variant in Variant::ALL {
            let table = images(variant);
            for code in Board::new(variant).legal() {
                let images = table[usize::from(code.line_number())];
                assert_eq!(images[0], code.line_number(), "the identity comes first");
                for image in images {
                    let back = table[usize::from(image)];
                    assert!(back.contains(&code.line_number()));
                }
            }
        }
    }
}
