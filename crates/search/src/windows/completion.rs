//! The longest way to complete the rest of a game, found by trying all ways.
//!
//! The search walks a tree. At each node it either takes a legal step, or gives it up for good, so that each set of steps comes up once.
//! If no later step could exclude a step that was given up, the search leaves the node: a longer completion has that step, and was tried
//! when the step was taken. A step that nothing could exclude is never given up.
//!
//! The test over-estimates which steps could exclude a step: any line that overlaps its line, or takes its dot, and each of whose empty
//! cells could get a dot, as far as a look at the lines through them tells. The answer that no completion is as long as wanted rests on
//! the rules alone; tests compare it with plain enumeration.

use rustc_hash::FxHashSet;

use crate::geometry::{Cell, Direction, Line, Move, Symmetry, Variant, cross_cells};

/// The result of completing a window.
#[derive(Debug, PartialEq, Eq)]
pub enum Filled {
    /// A completion as long as asked for, in an order of play.
    Found(Vec<Move>),
    /// There is no such completion.
    Exhausted,
    /// The nodes are spent, or the walk was stopped.
    GaveUp,
}

/// The game to complete, and how.
pub(super) struct Task<'a> {
    pub(super) variant: Variant,
    /// Whether each move comes together with its image under the half turn.
    pub(super) symmetric: bool,
    /// Whether a dot may be placed on a cell.
    pub(super) admits: &'a dyn Fn(Cell) -> bool,
    /// The moves that stay: a game.
    pub(super) kept: &'a [Move],
    /// The number of moves wanted besides them.
    pub(super) at_least: usize,
    /// The number of nodes the walk may visit.
    pub(super) nodes: u64,
    /// Whether the walk is to end at once.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// How many lines deep the walk checks whether a cell could get a dot; further down, every cell could.
const DEPTH: u32 = 2;

/// Completes a game by so many moves, in an order of play after those that stay, or finds that this is impossible.
pub(super) fn complete(task: &Task<'_>) -> Filled {
    let mut walk = Walk::new(task);
    let open = walk.dots.iter().flat_map(|&dot| walk.opened(dot)).collect();
    match walk.visit(open) {
        Some(true) => Filled::Found(walk.played),
        Some(false) => Filled::Exhausted,
        None => Filled::GaveUp,
    }
}

/// A node of the tree. A step is a move; in symmetric games it stands for the move and its image.
struct Walk<'a> {
    task: &'a Task<'a>,
    dots: FxHashSet<Cell>,
    /// The parts of the drawn lines by which lines exclude each other: dots by direction, or where lines may touch, the segments from
    /// these dots on.
    drawn: FxHashSet<(Cell, Direction)>,
    played: Vec<Move>,
    given_up: Vec<Move>,
    nodes: u64,
}

impl<'a> Walk<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        let mut walk = Self {
            task,
            dots: cross_cells(task.variant).collect(),
            drawn: FxHashSet::default(),
            played: Vec::new(),
            given_up: Vec::new(),
            nodes: task.nodes,
        };
        for mv in task.kept {
            walk.dots.insert(mv.dot());
            walk.drawn.extend(walk.parts(mv.line));
        }
        walk
    }

    /// Whether as many moves as wanted can be played from here; if so, they stay played. `None` when the nodes are spent, or the walk
    /// is to end. Every legal step that was not given up is in `open`.
    fn visit(&mut self, mut open: Vec<Move>) -> Option<bool> {
        if self.played.len() >= self.task.at_least {
            return Some(true);
        }
        if (self.task.is_over)() {
            return None;
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let is_left = |step: &Move| self.is_legal(*step) && !self.may_be_excluded(*step);
        if self.given_up.iter().any(is_left) {
            return Some(false);
        }
        open.retain(|&step| self.is_legal(step) && !self.given_up.contains(&step));
        let Some(step) = open.pop() else {
            return Some(false);
        };
        let may_be_excluded = self.may_be_excluded(step);
        if self.with(step, &open)? {
            return Some(true);
        }
        if !may_be_excluded {
            return Some(false);
        }
        self.given_up.push(step);
        let found = self.visit(open);
        self.given_up.pop();
        found
    }

    /// As [`Self::visit`], for the node after a step.
    fn with(&mut self, step: Move, open: &[Move]) -> Option<bool> {
        let moves = self.moves(step);
        let mut open = open.to_vec();
        for mv in moves.clone() {
            self.dots.insert(mv.dot());
            self.drawn.extend(self.parts(mv.line));
            self.played.push(mv);
        }
        for mv in moves.clone() {
            open.extend(self.opened(mv.dot()));
        }
        let found = self.visit(open);
        if found != Some(true) {
            for mv in moves {
                self.dots.remove(&mv.dot());
                for part in self.parts(mv.line) {
                    self.drawn.remove(&part);
                }
                self.played.pop();
            }
        }
        found
    }

    /// The moves of a step.
    fn moves(&self, step: Move) -> impl Iterator<Item = Move> + Clone + use<> {
        let image = self.image(step);
        std::iter::once(step).chain(self.task.symmetric.then_some(image))
    }

    fn image(&self, mv: Move) -> Move {
        Symmetry::HALF_TURN.mv(self.task.variant, mv)
    }

    fn parts(&self, line: Line) -> impl Iterator<Item = (Cell, Direction)> + use<> {
        let variant = self.task.variant;
        let count = variant.line_length() - usize::from(variant.touching());
        let cells = line.cells(variant).take(count);
        cells.map(move |cell| (cell, line.direction))
    }

    /// The legal steps whose lines run through the cell.
    fn opened(&self, cell: Cell) -> Vec<Move> {
        let moves = self.lines_through(cell).filter_map(|line| {
            let mut empty = (0..)
                .zip(line.cells(self.task.variant))
                .filter(|(_, c)| !self.dots.contains(c));
            let (position, _) = empty.next()?;
            empty.next().is_none().then(|| Move::new(line, position))
        });
        let step = |mv: Move| {
            if self.task.symmetric {
                mv.min(self.image(mv))
            } else {
                mv
            }
        };
        moves
            .map(step)
            .filter(|&step| self.is_legal(step))
            .collect()
    }

    fn lines_through(&self, cell: Cell) -> impl Iterator<Item = Line> + use<> {
        let length = self.task.variant.line_length() as i16;
        Direction::ALL.into_iter().flat_map(move |direction| {
            (0..length).map(move |back| Line::new(cell.step(direction, -back), direction))
        })
    }

    fn is_legal(&self, step: Move) -> bool {
        let variant = self.task.variant;
        let is_playable = |mv: Move| {
            !self.dots.contains(&mv.dot())
                && (self.task.admits)(mv.dot())
                && mv.needs(variant).all(|cell| self.dots.contains(&cell))
                && self.can_be_drawn(mv.line)
        };
        let image = self.image(step);
        let is_alone = !self.task.symmetric
            || step.dot() != image.dot() && step.line.compatible(image.line, variant);
        is_alone && self.moves(step).all(is_playable)
    }

    fn can_be_drawn(&self, line: Line) -> bool {
        self.parts(line).all(|part| !self.drawn.contains(&part))
    }

    /// Whether a later step could exclude a legal step.
    fn may_be_excluded(&self, step: Move) -> bool {
        self.moves(step).any(|mv| {
            let length = self.task.variant.line_length() as i16;
            let overlapping = (1 - length..length)
                .filter(|&by| by != 0)
                .map(|by| Line::new(mv.line.start.step(mv.line.direction, by), mv.line.direction))
                .filter(|line| !line.compatible(mv.line, self.task.variant));
            let through = self.lines_through(mv.dot()).filter(|&line| line != mv.line);
            overlapping
                .chain(through)
                .any(|line| self.could_come(line, mv.dot()))
        })
    }

    /// Whether a line could be drawn that places a dot, when no other move places the dot `but`.
    fn could_come(&self, line: Line, but: Cell) -> bool {
        let mut empty = line
            .cells(self.task.variant)
            .filter(|cell| !self.dots.contains(cell))
            .peekable();
        empty.peek().is_some()
            && self.can_be_drawn(line)
            && empty
                .filter(|&cell| !self.could_get_dot(cell, but, DEPTH))
                .count()
                <= 1
    }

    fn could_get_dot(&self, cell: Cell, but: Cell, depth: u32) -> bool {
        if cell == but || !(self.task.admits)(cell) {
            return false;
        }
        depth == 0
            || self.lines_through(cell).any(|line| {
                let mut others = line
                    .cells(self.task.variant)
                    .filter(|&c| c != cell && !self.dots.contains(&c));
                self.can_be_drawn(line) && others.all(|c| self.could_get_dot(c, but, depth - 1))
            })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::games::game::{Rng, below};
    use crate::games::{Plain, Playable, Symmetric};
    use crate::geometry::BoundingBox;

    /// The most moves of a game from here, by plain enumeration of sets of moves; `None` when they are too many.
    fn longest<G: Playable<Move = crate::game::Code>>(
        game: &mut G,
        seen: &mut BTreeSet<Vec<Move>>,
    ) -> Option<usize> {
        let mut set = game.whole_game(&[]);
        let mut best = set.len();
        set.sort_unstable();
        if !seen.insert(set) {
            return Some(best);
        }
        for mv in game.legal().to_vec() {
            game.play(mv);
            let longest = longest(game, seen);
            game.undo();
            best = best.max(longest.filter(|_| seen.len() < 2000)?);
        }
        Some(best)
    }

    /// Cuts the ends off random games and completes them.
    fn check<G: Playable<Move = crate::game::Code>>(
        root: &G,
        symmetric: bool,
        within: Option<BoundingBox>,
    ) {
        let mut rng = Rng::seed_from_u64(5);
        let variant = root.variant();
        let region = within.map(|b| b.region(variant));
        let mut compared = 0;
        for _ in 0..20 {
            let (mut game, mut moves) = (root.clone(), Vec::new());
            game.random_game(&mut rng, &mut moves);
            let stay = moves.len() - moves.len().min(1 + below(&mut rng, 7));
            moves[..stay].iter().for_each(|&mv| game.play(mv));
            let kept = game.whole_game(&[]);
            let Some(longest) = longest(&mut game, &mut BTreeSet::new()) else {
                continue;
            };
            compared += 1;
            let most = longest - kept.len();
            let completed = |at_least| {
                complete(&Task {
                    variant,
                    symmetric,
                    admits: &|cell| region.is_none_or(|r| r.contains(cell)),
                    kept: &kept,
                    at_least,
                    nodes: 1_000_000,
                    is_over: &|| false,
                })
            };
            assert_eq!(completed(most + 1), Filled::Exhausted);
            let Filled::Found(added) = completed(most) else {
                panic!("{most} moves can be played");
            };
            assert_eq!(added.len(), most);
            let whole: Vec<Move> = kept.iter().chain(&added).copied().collect();
            assert!(crate::record::play_all(variant, &whole).is_ok());
        }
        assert!(compared > 9, "{variant} {compared}");
    }

    #[test]
    fn the_longest_completion_is_that_of_plain_enumeration() {
        for variant in Variant::ALL {
            check(&Plain::new(Board::new(variant)), false, None);
            check(&Symmetric::new(Board::new(variant)).unwrap(), true, None);
            let within = BoundingBox::new(2, 1, 1, 2);
            let board = Board::confined(variant, within).unwrap();
            check(&Plain::new(board), false, Some(within));
        }
    }

    /// In 4T a move and its image may be lines that only touch, with both dots in the centre.
    #[test]
    fn a_move_whose_image_places_the_same_dot_is_no_step() {
        let task = |symmetric| Task {
            variant: Variant::T4,
            symmetric,
            admits: &|_| true,
            kept: &[],
            at_least: 1,
            nodes: 1,
            is_over: &|| false,
        };
        let centre = Cell::new(3, 3);
        let mv = Move::new(Line::new(centre, Direction::Horizontal), 0);
        for symmetric in [false, true] {
            let task = task(symmetric);
            let mut walk = Walk::new(&task);
            walk.dots.extend((0..7).map(|x| Cell::new(x, 3)));
            walk.dots.remove(&centre);
            assert_eq!(walk.image(mv).dot(), centre);
            assert_eq!(walk.is_legal(mv), !symmetric);
        }
    }

    #[test]
    fn nodes_are_kept_to() {
        let task = |nodes| Task {
            variant: Variant::D4,
            symmetric: false,
            admits: &|_| true,
            kept: &[],
            at_least: 36,
            nodes,
            is_over: &|| false,
        };
        assert_eq!(complete(&task(0)), Filled::GaveUp);
        assert_eq!(complete(&task(100)), Filled::GaveUp);
    }

    #[test]
    fn a_walk_ends_when_it_is_to() {
        let task = Task {
            variant: Variant::T5,
            symmetric: false,
            admits: &|_| true,
            kept: &[],
            at_least: 1000,
            nodes: u64::MAX,
            is_over: &|| true,
        };
        assert_eq!(complete(&task), Filled::GaveUp);
    }
}
