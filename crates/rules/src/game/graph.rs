//! Graphs: sets of moves that satisfy L1-L4, checked from the rules alone.
//!
//! This module knows nothing of the integer program: its functions judge what that program and every other engine return. Source: slides,
//! "Morpion 5D position and marked graph".

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{BoundingBox, Cell, Move, Symmetry, Variant, cross_cells, is_cross_cell};

/// Why a set of moves is not a graph, or not one of the wanted box. It names moves by their positions in the list, from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// The position of a dot lies outside the line.
    #[error("move {0}: position {1} lies outside the line")]
    MarkOutOfRange(usize, u8),
    /// L2: a move places a dot of the cross.
    #[error("move {0} places {1}, a dot of the cross")]
    PlacesCrossDot(usize, Cell),
    /// L3: two moves place the same dot.
    #[error("moves {0} and {1} both place {2}")]
    PlacedTwice(usize, usize, Cell),
    /// L4: a line runs through a cell without a dot.
    #[error("the line of move {0} runs through {1}, which holds no dot")]
    MissingDot(usize, Cell),
    /// L4: two parallel lines share more than the variant allows.
    #[error("the lines of moves {0} and {1} overlap")]
    Overlap(usize, usize),
    /// L5: the graph's bounding box is another one.
    #[error("the dots span the box {found}, not {wanted}")]
    WrongBox {
        /// The bounding box of the dots, if it is within bounds at all.
        found: BoundingBox,
        /// The box that was asked for.
        wanted: BoundingBox,
    },
    /// A dot lies absurdly far away.
    #[error(
        "a dot lies further than {} cells from the cross",
        crate::geometry::MAX_DISTANCE
    )]
    TooFar,
}

/// Checks L1-L4 for the moves as a set; their order does not matter.
///
/// # Errors
/// The first fault met, by position in `moves`.
///
/// ```
/// use morpion_rules::game::check_graph;
/// use morpion_rules::record::known_game_by_id;
///
/// let game = known_game_by_id("5D/rosin82").unwrap();
/// assert!(check_graph(game.variant, &game.moves).is_ok());
/// let twice = [game.moves[0]; 2];
/// assert!(check_graph(game.variant, &twice).is_err());
/// ```
pub fn check_graph(variant: Variant, moves: &[Move]) -> Result<(), GraphFault> {
    let dots = placed_dots(variant, moves)?;
    let present = |cell| is_cross_cell(variant, cell) || dots.contains_key(&cell);
    for (index, mv) in moves.iter().enumerate() {
        if let Some(cell) = mv.line.cells(variant).find(|&c| !present(c)) {
            return Err(GraphFault::MissingDot(index, cell));
        }
        let overlaps = |m: &Move| !m.line.compatible(mv.line, variant);
        if let Some(first) = moves[..index].iter().position(overlaps) {
            return Err(GraphFault::Overlap(first, index));
        }
    }
    Ok(())
}

/// Whether the half turn maps the moves to themselves: each with its line, the dot that it places and where in its line this stands
/// (`paper/certificate.md`, section "What a certificate shows").
pub fn is_symmetric(variant: Variant, moves: &[Move]) -> bool {
    let all: BTreeSet<Move> = moves.iter().copied().collect();
    let turned = |&mv: &Move| Symmetry::HALF_TURN.mv(variant, mv);
    moves.iter().all(|mv| all.contains(&turned(mv)))
}

/// The moves as a set, turned and mirrored so that it is the first of its eight images. Two games have the same one exactly if one becomes
/// the other by turning, mirroring and playing in another order.
pub fn up_to_symmetry(variant: Variant, moves: &[Move]) -> Vec<Move> {
    let image = |s: Symmetry| {
        let mut image: Vec<Move> = moves.iter().map(|&mv| s.mv(variant, mv)).collect();
        image.sort_unstable();
        image
    };
    let images = Symmetry::ALL.into_iter().map(image);
    images.min().unwrap_or_default()
}

/// Checks L1-L5: the moves form a graph and `wanted` is its bounding box.
///
/// # Errors
/// As [`check_graph`], then [`GraphFault::WrongBox`].
pub fn check_fit(variant: Variant, wanted: BoundingBox, moves: &[Move]) -> Result<(), GraphFault> {
    check_graph(variant, moves)?;
    let found = BoundingBox::of_moves(variant, moves).ok_or(GraphFault::TooFar)?;
    if found == wanted {
        Ok(())
    } else {
        Err(GraphFault::WrongBox { found, wanted })
    }
}

fn placed_dots(variant: Variant, moves: &[Move]) -> Result<BTreeMap<Cell, usize>, GraphFault> {
    let mut dots = BTreeMap::new();
    for (index, mv) in moves.iter().enumerate() {
        if usize::from(mv.position) >= variant.line_length() {
            return Err(GraphFault::MarkOutOfRange(index, mv.position));
        }
        let dot = mv.dot();
        if is_cross_cell(variant, dot) {
            return Err(GraphFault::PlacesCrossDot(index, dot));
        }
        if let Some(first) = dots.insert(dot, index) {
            return Err(GraphFault::PlacedTwice(first, index, dot));
        }
    }
    Ok(dots)
}

/// A precedence cycle: each move needs the dot of the one before it, the first
/// the dot of the last. It shows that a graph is not a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle(pub Vec<Move>);

impl std::fmt::Display for Cycle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<String> = self.0.iter().map(|m| format!("[{m}]")).collect();
        write!(f, "{}", moves.join(" <- needed by "))?;
        match self.0.first() {
            Some(first) => write!(f, " <- needed by [{first}]"),
            None => Ok(()),
        }
    }
}

/// Puts the moves of a graph into an order of play, or shows why there is none.
///
/// In a graph the lines never clash, so a move is legal as soon as the other
/// dots of its line are there: a graph is a game exactly when "needs the dot of"
/// has no cycle. Ties are broken by the order of `moves`, so the result is the
/// same on every run.
///
/// # Errors
/// A [`Cycle`] of moves that wait for each other.
///
/// # Panics
/// If a move needs a dot that no move places, that is, if `moves` is not a graph
/// by [`check_graph`].
///
/// ```
/// use morpion_rules::game::order_moves;
/// use morpion_rules::record::{known_game_by_id, play_all};
///
/// let game = known_game_by_id("5D/rosin82").unwrap();
/// let mut shuffled = game.moves.clone();
/// shuffled.reverse();
/// let ordered = order_moves(game.variant, &shuffled).unwrap();
/// assert_eq!(play_all(game.variant, &ordered)?.moves().len(), 82);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn order_moves(variant: Variant, moves: &[Move]) -> Result<Vec<Move>, Cycle> {
    let (order, waiting) = playable_part(variant, moves);
    if waiting.is_empty() {
        Ok(order)
    } else {
        Err(find_cycle(variant, &waiting))
    }
}

/// The moves of a graph that can be played, in an order of play as [`order_moves`] has it, and those that wait for each other.
pub fn playable_part(variant: Variant, moves: &[Move]) -> (Vec<Move>, Vec<Move>) {
    let mut present: BTreeSet<Cell> = cross_cells(variant).collect();
    let mut waiting: Vec<Move> = moves.to_vec();
    let mut order = Vec::with_capacity(moves.len());
    let playable =
        |m: &Move, present: &BTreeSet<Cell>| m.needs(variant).all(|c| present.contains(&c));
    while let Some(next) = waiting.iter().position(|m| playable(m, &present)) {
        let mv = waiting.remove(next);
        present.insert(mv.dot());
        order.push(mv);
    }
    (order, waiting)
}

/// Follows missing dots from move to move until one repeats.
fn find_cycle(variant: Variant, waiting: &[Move]) -> Cycle {
    let placed_by: BTreeMap<Cell, Move> = waiting.iter().map(|m| (m.dot(), *m)).collect();
    let mut path: Vec<Move> = vec![waiting[0]];
    loop {
        let mut needs = path[path.len() - 1].needs(variant);
        let needed = needs.find_map(|c| placed_by.get(&c));
        let needed = *needed.expect("a waiting move misses a dot that another one places");
        if let Some(start) = path.iter().position(|m| *m == needed) {
            let mut cycle = path.split_off(start);
            cycle.reverse();
            return Cycle(cycle);
        }
        path.push(needed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Direction, Line};

    fn mv(x: i16, y: i16, direction: Direction, position: u8) -> Move {
        Move::new(Line::new(Cell::new(x, y), direction), position)
    }

    #[test]
    fn a_first_move_is_a_graph_and_a_game() {
        // The top arm is x 3..=6, y 0: its row extends to the left.
        let moves = [mv(2, 0, Direction::Horizontal, 0)];
        assert_eq!(check_graph(Variant::D5, &moves), Ok(()));
        let fit = check_fit(Variant::D5, BoundingBox::default(), &moves);
        assert_eq!(fit, Ok(()));
        assert_eq!(order_moves(Variant::D5, &moves).unwrap(), moves);
    }

    #[test]
    fn all_images_of_a_set_are_one_up_to_symmetry() {
        let moves = [
            mv(2, 0, Direction::Horizontal, 0),
            mv(3, -1, Direction::Vertical, 0),
        ];
        let one = up_to_symmetry(Variant::D5, &moves);
        for symmetry in Symmetry::ALL {
            let mut image = moves.map(|m| symmetry.mv(Variant::D5, m));
            image.reverse();
            assert_eq!(up_to_symmetry(Variant::D5, &image), one);
        }
        assert_ne!(up_to_symmetry(Variant::D5, &moves[..1]), one);
    }

    #[test]
    fn each_rule_is_enforced() {
        let first = mv(2, 0, Direction::Horizontal, 0);
        let cases = [
            (vec![mv(2, 0, Direction::Horizontal, 5)], "position 5"),
            (vec![mv(2, 0, Direction::Horizontal, 1)], "cross"),
            (vec![mv(1, 0, Direction::Horizontal, 0)], "no dot"),
            (vec![first, first], "both place"),
            (vec![first, mv(3, 0, Direction::Horizontal, 4)], "overlap"),
        ];
        for (moves, words) in cases {
            let fault = check_graph(Variant::D5, &moves).unwrap_err().to_string();
            assert!(fault.contains(words), "{fault} does not mention {words}");
        }
    }

    #[test]
    fn touching_lines_are_told_from_overlapping_ones() {
        let a = Line::new(Cell::new(0, 0), Direction::Horizontal);
        let b = Line::new(Cell::new(4, 0), Direction::Horizontal);
        assert!(a.compatible(b, Variant::T5));
        assert!(!a.compatible(b, Variant::D5));
    }
}
