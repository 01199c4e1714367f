//! Cuts a position down as `paper/octagons.md`, section 2, says; on demand with a habit that it forbids.

use crate::position::{Cell, Position, Random, SIZE, Set, along, at};
use morpion_octagons::octagon::place;

/// The rule by which a step takes dots away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Piece,
    Side,
    Gap,
}

/// A step of a cutting.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) rule: Rule,
    /// W before the step.
    pub(crate) before: i32,
    /// The cost of the step.
    pub(crate) cost: i32,
    /// C, the cells taken away.
    pub(crate) taken: Vec<Cell>,
    /// W(C).
    pub(crate) paths: i32,
    /// The direction and place of the gap, and the side of it on which C is.
    pub(crate) gap: Option<(usize, i32, i32)>,
}

/// The rules of the page that a cutting breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Habits {
    /// A rule that is forgotten.
    pub(crate) forgets: Option<Rule>,
    /// Gaps take away the part with more paths.
    pub(crate) greater_part: bool,
    /// Pieces with more paths are taken away.
    pub(crate) greater_piece: bool,
}

/// Cuts all dots down to a core.
pub(crate) fn cut(position: &Position, habits: Habits, random: &mut Random) -> (Vec<Step>, Set) {
    let mut core = position.dots.clone();
    let mut steps = Vec::new();
    while !core.cells.is_empty() {
        let mut possible = Vec::new();
        if habits.forgets != Some(Rule::Piece) {
            possible.extend(piece(position, &core, habits).map(|c| (Rule::Piece, c, None)));
        }
        if habits.forgets != Some(Rule::Side) {
            possible.extend(side(position, &core, random).map(|v| (Rule::Side, vec![v], None)));
        }
        if habits.forgets != Some(Rule::Gap) {
            let gap = gap(position, &core, habits, random);
            possible.extend(gap.map(|(c, gap)| (Rule::Gap, c, Some(gap))));
        }
        if possible.is_empty() {
            break;
        }
        let (rule, taken, gap) = possible.swap_remove(random.below(possible.len() as i32) as usize);
        let before = position.paths(&core);
        core.remove(&taken);
        steps.push(Step {
            rule,
            before,
            cost: before - position.paths(&core),
            paths: position.paths(&Set::new(taken.clone())),
            taken,
            gap,
        });
    }
    (steps, core)
}

/// The piece with the least W, if there are several.
fn piece(position: &Position, core: &Set, habits: Habits) -> Option<Vec<Cell>> {
    let mut is_left = vec![true; (SIZE * SIZE) as usize];
    let mut pieces = Vec::new();
    for &cell in &core.cells {
        if !is_left[at(cell)] {
            continue;
        }
        is_left[at(cell)] = false;
        let mut piece = vec![cell];
        // The cells that were not looked at yet stand at the end.
        let mut next = 0;
        while next < piece.len() {
            for (from, direction, to) in neighbours(piece[next]) {
                if core.has(to) && is_left[at(to)] && position.has_segment(core, from, direction) {
                    is_left[at(to)] = false;
                    piece.push(to);
                }
            }
            next += 1;
        }
        pieces.push(piece);
    }
    let paths = |piece: &Vec<Cell>| position.paths(&Set::new(piece.clone()));
    match pieces.len() {
        0 | 1 => None,
        _ if habits.greater_piece => pieces.into_iter().max_by_key(paths),
        _ => pieces.into_iter().min_by_key(paths),
    }
}

/// The neighbours of a cell: where the segment to each begins, its direction, and the neighbour.
fn neighbours(cell: Cell) -> impl Iterator<Item = (Cell, usize, Cell)> {
    (0..4).flat_map(move |direction| {
        let (next, last) = (along(cell, direction, 1), along(cell, direction, -1));
        [(cell, direction, next), (last, direction, last)]
    })
}

/// A dot of a side without a segment of its direction.
fn side(position: &Position, core: &Set, random: &mut Random) -> Option<Cell> {
    let mut found = Vec::new();
    for direction in 0..4 {
        let (low, high) = core.places(direction);
        for side in [low, high] {
            let dots = core.cells.iter().copied();
            let dots: Vec<_> = dots.filter(|&c| place(c, direction) == side).collect();
            if !dots
                .iter()
                .any(|&c| position.has_segment(core, c, direction))
            {
                found.extend(dots);
            }
        }
    }
    (!found.is_empty()).then(|| found[random.below(found.len() as i32) as usize])
}

/// The part taken away at an empty diagonal; then the direction and place of the diagonal, and the side on which the part is.
type Gap = (Vec<Cell>, (usize, i32, i32));

fn gap(position: &Position, core: &Set, habits: Habits, random: &mut Random) -> Option<Gap> {
    let mut found = Vec::new();
    for direction in [2, 3] {
        let (low, high) = core.places(direction);
        let is_empty = |at: &i32| core.is_empty_at(direction, *at);
        found.extend((low..=high).filter(is_empty).map(|at| (direction, at)));
    }
    if found.is_empty() {
        return None;
    }
    let (direction, gap) = found[random.below(found.len() as i32) as usize];
    let part = |sign: i32| -> Vec<_> {
        let beyond = |&cell: &Cell| (place(cell, direction) - gap) * sign > 0;
        core.cells.iter().copied().filter(beyond).collect()
    };
    let paths = |sign| position.paths(&Set::new(part(sign)));
    let sign = if (paths(1) <= paths(-1)) != habits.greater_part {
        1
    } else {
        -1
    };
    Some((part(sign), (direction, gap, sign)))
}
