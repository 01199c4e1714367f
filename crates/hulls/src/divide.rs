//! Cuts all octagons into families with a small enough bound.

use crate::UNIT;
use crate::board::{Asked, Board, Lines, RowName};
use crate::certificate::Writer;
use crate::family::Family;
use crate::prices::Prices;
use crate::row::Scratch;
use crate::soft::{self, Averages, Draft, Schedule};
use std::rc::Rc;

/// Families whose sides are further apart are halved without a look.
const WIDE: i32 = 3;
/// Steps for a family with nothing to start from, and for one with the prices of the family it was cut from.
const FIRST: &Schedule = &[(0.2, 100), (0.1, 100), (0.05, 200)];
const NEXT: &Schedule = &[(0.05, 150)];
/// How much rather a side is cut than a row of as many lines on average.
const SIDE_WEIGHT: f64 = 1.5;
/// Prices are written as coarsely as possible: the largest shift.
const COARSEST: u8 = 6;

/// A family that is to be closed.
struct Open {
    family: Family,
    asked: Asked,
    draft: Rc<Draft>,
    is_first: bool,
}

/// How a family is divided.
enum Cut {
    Side(usize, i32),
    Row(RowName, u8),
}

/// Writes a certificate that no game has more than so many moves; `begin` is the family to cut, [`Family::all`] for a whole theorem.
/// `watch` is told of each family how many are open.
pub fn certify(moves: u32, begin: Family, mut watch: impl FnMut(&Writer, usize)) -> Writer {
    let mut writer = Writer::new(moves, begin.symmetric);
    let goal = (i64::from(moves) + 1) * i64::from(UNIT);
    let mut memory = Scratch::default();
    let mut open = vec![Open {
        family: begin,
        asked: Asked::new(),
        draft: Rc::new(Draft::even(8.0)),
        is_first: true,
    }];
    while let Some(mut node) = open.pop() {
        watch(&writer, open.len());
        if !node.family.tighten() {
            writer.no_hull();
        } else if i64::from(node.family.area_bound()) <= i64::from(moves) {
            writer.area();
        } else if node.family.widest().0 > WIDE {
            let cut = halve(&node.family);
            divide(&node, cut, true, node.draft.clone(), &mut writer, &mut open);
        } else {
            let board = Board::new(&node.family, &node.asked);
            if writer.reuse(|prices| prices.bound(&board, &mut memory) < goal) {
                continue;
            }
            if let Some((cut, draft)) = bound(&node, &board, goal, &mut writer) {
                divide(&node, cut, false, Rc::new(draft), &mut writer, &mut open);
            }
        }
    }
    writer
}

/// Closes a family, or says how to cut it.
fn bound(node: &Open, board: &Board, goal: i64, writer: &mut Writer) -> Option<(Cut, Draft)> {
    let mut draft = (*node.draft).clone();
    let schedule = if node.is_first { FIRST } else { NEXT };
    let (is_closed, averages) = soft::improve(board, &mut draft, goal, schedule);
    if is_closed {
        let (prices, shift) = coarse(board, &draft, goal, writer.last());
        writer.priced(board, prices, shift);
        return None;
    }
    Some((choose(node, board, &averages), draft))
}

/// Prices that are good enough and quickly written; some more steps make room for coarse ones.
fn coarse(board: &Board, draft: &Draft, goal: i64, last: &Prices) -> (Prices, u8) {
    let mut memory = Scratch::default();
    let mut rounded = |draft: &Draft, shift: u8| {
        let mut prices = last.clone();
        draft.round_onto(board, 1 << shift, &mut prices);
        (prices.bound(board, &mut memory) < goal).then_some((prices, shift))
    };
    let mut best = draft.clone();
    for _ in 0..3 {
        let mut coarse = [COARSEST, COARSEST - 1].into_iter();
        if let Some(found) = coarse.find_map(|shift| rounded(&best, shift)) {
            return found;
        }
        soft::improve(board, &mut best, 0, &[(0.05, 20)]);
    }
    let mut finer = (0..COARSEST).rev().flat_map(|s| [(&best, s), (draft, s)]);
    if let Some(found) = finer.find_map(|(draft, shift)| rounded(draft, shift)) {
        return found;
    }
    // The draft closed the family when it was rounded to units from nothing.
    let mut prices = Prices::default();
    draft.round_onto(board, 1, &mut prices);
    (prices, 0)
}

/// Cuts the widest interval in the middle.
fn halve(family: &Family) -> Cut {
    let side = family.widest().1;
    Cut::Side(side, (family.low[side] + family.high[side]).div_euclid(2))
}

/// Cuts where the averages are furthest from whole numbers; outer rows first.
fn choose(node: &Open, board: &Board, averages: &Averages) -> Cut {
    let mut best = (1e-6, None);
    let mut offer = |score: f64, cut| {
        if score > best.0 {
            best = (score, Some(cut));
        }
    };
    let from_whole = |x: f64| (x - x.floor()).min(x.ceil() - x);
    for (i, row) in board.rows.iter().enumerate() {
        let lines = averages.lines[i];
        offer(
            from_whole(lines) / (1.0 + lines),
            Cut::Row(row.name, lines as u8),
        );
        let side = side_at(&node.family, row.name).filter(|_| !row.occupied);
        if let Some((side, at)) = side {
            offer(
                SIDE_WEIGHT * from_whole(averages.occupied[i]),
                Cut::Side(side, at),
            );
        }
    }
    best.1.unwrap_or_else(|| fallback(node, board))
}

/// The cut that decides whether the row meets the octagon.
fn side_at(family: &Family, (direction, place): RowName) -> Option<(usize, i32)> {
    let (side, at) = match direction {
        0 => (1, place - 1),
        1 => (0, place - 1),
        2 if place >= family.low[2] => (2, place - 1),
        2 => (4, place),
        _ if place >= family.low[3] => (3, place - 1),
        _ => (5, -place - 1),
    };
    (family.low[side]..family.high[side])
        .contains(&at)
        .then_some((side, at))
}

/// A cut where the averages say nothing: a side, or a row whose lines are not known.
fn fallback(node: &Open, board: &Board) -> Cut {
    if node.family.widest().0 > 0 {
        return halve(&node.family);
    }
    let most = |row: &&crate::board::Row| row.lines.most.min((row.length.max(1) as u8 - 1) / 4);
    let free = board.rows.iter().find(|row| row.lines.least < most(row));
    free.map_or(Cut::Side(0, node.family.high[0]), |row| {
        Cut::Row(row.name, row.lines.least)
    })
}

fn divide(
    node: &Open,
    cut: Cut,
    is_first: bool,
    draft: Rc<Draft>,
    writer: &mut Writer,
    open: &mut Vec<Open>,
) {
    let child = |family, asked| Open {
        family,
        asked,
        draft: draft.clone(),
        is_first,
    };
    let [left, right] = match cut {
        Cut::Side(side, at) => {
            writer.cut_side(side, at);
            node.family
                .cut(side, at)
                .map(|family| child(family, node.asked.clone()))
        }
        Cut::Row(name, lines) => {
            writer.cut_row(name, lines);
            let [mut few, mut many] = [node.asked.clone(), node.asked.clone()];
            let (most, least) = (lines, lines + 1);
            // The half turn maps lines to lines.
            for name in [Some(name), node.family.image(name)].into_iter().flatten() {
                let now = node.asked.get(&name).copied().unwrap_or(Lines::ANY);
                few.insert(name, Lines { most, ..now });
                many.insert(name, Lines { least, ..now });
            }
            [few, many].map(|asked| child(node.family, asked))
        }
    };
    open.extend([right, left]);
}
