//! Exhaustive search for symmetric games: how many point-symmetric positions there are after every
//! number of moves.
//!
//! Every point-symmetric position is built up by pairs, a move and its image (`paper/resizing.md`, Lemma 2). Each position is met
//! once, without a table: call a pair of a position *removable* when the dots it placed are on no other line. Without such a pair the
//! position is a point-symmetric position again, and the last pair of every game is removable. A pair is played only when its number is
//! the largest among the removable pairs of the position that results.

use rustc_hash::FxHashMap;

use super::game::Game;
use super::symmetric::Symmetric;
use crate::count::Level;
use crate::game::{Board, Code};
use crate::geometry::{Cell, Symmetry, Variant};

/// Counts the point-symmetric positions after 0, 2, 4, ... moves, up to `most` moves or to the longest game.
///
/// `progress` is called now and then, with the share of the first pairs that are done.
pub fn count_symmetric(
    variant: Variant,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Vec<Level> {
    let game = Symmetric::new(Board::new(variant)).expect("the cross is symmetric");
    let mut search = Search {
        variant,
        most: most / 2,
        pairs: FxHashMap::default(),
        game,
        positions: Vec::new(),
        progress,
    };
    search.search(&[]);
    let levels = search.positions.iter().enumerate();
    let level = |(pairs, &positions): (usize, &u64)| Level {
        moves: 2 * pairs,
        positions,
        classes: None,
    };
    levels.map(level).collect()
}

/// A move and its image.
#[derive(Clone)]
struct Pair {
    /// The smaller number of the two lines.
    number: u16,
    dots: [Cell; 2],
    /// All cells of both lines.
    cells: Vec<Cell>,
}

struct Search<'a> {
    variant: Variant,
    /// The largest number of pairs.
    most: usize,
    game: Symmetric,
    /// The moves met so far, each with its pair.
    pairs: FxHashMap<Code, Pair>,
    positions: Vec<u64>,
    progress: &'a dyn Fn(usize, usize),
}

impl Search<'_> {
    /// Counts this position, whose removable pairs are given, and what can be reached from it.
    fn search(&mut self, removable: &[([Cell; 2], u16)]) {
        let depth = self.game.depth();
        if self.positions.len() == depth {
            self.positions.push(0);
        }
        self.positions[depth] += 1;
        if depth == self.most {
            return;
        }
        let steps = self.game.legal().to_vec();
        for (i, &step) in steps.iter().enumerate() {
            if let Some(after) = after(removable, self.pair(step)) {
                self.game.play(step);
                self.search(&after);
                self.game.undo();
            }
            if depth == 0 {
                (self.progress)(i + 1, steps.len());
            }
        }
    }

    fn pair(&mut self, step: Code) -> &Pair {
        let variant = self.variant;
        self.pairs.entry(step).or_insert_with(|| {
            let mv = step.to_move();
            let image = Symmetry::HALF_TURN.mv(variant, mv);
            let number = |mv| Code::new(variant, mv).map_or(u16::MAX, Code::line_number);
            Pair {
                number: number(mv).min(number(image)),
                dots: [mv.dot(), image.dot()],
                cells: [mv, image]
                    .iter()
                    .flat_map(|m| m.line.cells(variant))
                    .collect(),
            }
        })
    }
}

/// The removable pairs after `played`; `None` when it is not the one of largest number among them.
fn after(removable: &[([Cell; 2], u16)], played: &Pair) -> Option<Vec<([Cell; 2], u16)>> {
    let stays = |(dots, _): &&([Cell; 2], u16)| !dots.iter().any(|d| played.cells.contains(d));
    let mut after: Vec<_> = removable.iter().filter(stays).copied().collect();
    if after.iter().any(|&(_, number)| number > played.number) {
        return None;
    }
    after.push((played.dots, played.number));
    Some(after)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::geometry::Line;

    /// All sets of lines that symmetric steps lead to, level by level.
    fn naive(variant: Variant, pairs: usize) -> Vec<u64> {
        let mut level = vec![(
            BTreeSet::new(),
            Symmetric::new(Board::new(variant)).unwrap(),
        )];
        let mut counts = vec![1];
        for _ in 0..pairs {
            let mut next: Vec<(BTreeSet<Line>, Symmetric)> = Vec::new();
            let mut seen = BTreeSet::new();
            for (lines, game) in &level {
                for &step in game.legal() {
                    let line = step.to_move().line;
                    let image = Symmetry::HALF_TURN.mv(variant, step.to_move()).line;
                    let mut lines = lines.clone();
                    lines.extend([line, image]);
                    if seen.insert(lines.clone()) {
                        let mut game = game.clone();
                        game.play(step);
                        next.push((lines, game));
                    }
                }
            }
            counts.push(next.len() as u64);
            level = next;
        }
        counts
    }

    fn positions(variant: Variant, most: usize) -> Vec<u64> {
        let levels = count_symmetric(variant, most, &|_, _| {});
        levels.iter().map(|l| l.positions).collect()
    }

    #[test]
    fn each_position_is_counted_once() {
        const PAIRS: usize = 3;
        for variant in Variant::ALL {
            let all = positions(variant, 2 * PAIRS);
            assert_eq!(all, naive(variant, PAIRS), "{variant}");
        }
    }

    /// So 34 moves are the most, and 132 positions have as many.
    #[test]
    fn all_symmetric_games_of_4d() {
        let all = positions(Variant::D4, 100);
        assert_eq!(all.len(), 1 + 34 / 2);
        assert_eq!(all[17], 132);
        assert_eq!(all.iter().sum::<u64>(), 504_163);
    }
}
