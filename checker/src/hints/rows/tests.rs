//! Tests of the cells that meet lines, against all ways to draw lines.

use super::super::known::Known;
use super::super::written::Hints;
use super::*;
use morpion_check_core::format::Claim;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::state::Objects;

/// The size of the largest set of allowed lines without a common cell, by trying all.
fn slow(allowed: &[bool]) -> usize {
    let Some((&first, rest)) = allowed.split_first() else {
        return 0;
    };
    let with = usize::from(first) * (1 + slow(&allowed[allowed.len().min(5)..]));
    with.max(slow(rest))
}

/// How many of the cells line n holds.
fn held(set: &[usize], n: usize) -> usize {
    set.iter()
        .filter(|&&cell| (n..n + 5).contains(&cell))
        .count()
}

fn row(word: u32) -> Vec<bool> {
    (0..12).map(|n| word >> n & 1 != 0).collect()
}

/// Fails if a bound by rows would not hold, or would say less than R1.
#[test]
fn as_few_cells_meet_all_lines_as_lines_fit() {
    for allowed in (0..1 << 12).map(row) {
        let (most, set) = (slow(&allowed), met(&allowed));
        assert_eq!(set.len(), most, "{allowed:?}");
        let mut lines = (0..12).filter(|&n| allowed[n]);
        assert!(lines.all(|n| held(&set, n) > 0), "{allowed:?}");
    }
}

/// Fails if a line that R1 forbids is not met twice by one of the sets, or one of them misses a line.
#[test]
fn lines_that_take_the_room_of_two_are_met_twice() {
    for allowed in (0..1 << 12).map(row) {
        let (most, sets) = (slow(&allowed), wide(&allowed));
        for n in (0..12).filter(|&n| allowed[n]) {
            assert!(
                sets.iter().all(|set| held(set, n) > 0 && set.len() == most),
                "{allowed:?}"
            );
            let with = slow(&allowed[..n.saturating_sub(4)]) + 1 + slow(&allowed[12.min(n + 5)..]);
            let twice = sets.iter().any(|set| held(set, n) > 1);
            assert!(with == most || twice, "{allowed:?}: {n}");
        }
    }
}

/// Fails if shares do not sum up.
#[test]
fn shares_have_the_sum() {
    for count in 1..20 {
        let all: Vec<i64> = shares(1024, count).collect();
        assert_eq!((all.len(), all.iter().sum::<i64>()), (count, 1024));
        assert!(all.iter().all(|&share| share > 0));
    }
}

/// Draws numbers below a given one at random (xorshift).
fn draws(mut word: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        // Both casts are exact.
        ((word >> 16) % n as u64) as usize
    }
}

/// The marks of a game of at most `moves` moves, drawn at random.
fn game(board: &Board, moves: usize, draw: &mut dyn FnMut(usize) -> usize) -> Vec<(usize, usize)> {
    let mut dots = board.cross.clone();
    let mut used = vec![[false; 4]; board.cells()];
    let mut marks = Vec::new();
    for _ in 0..moves {
        let all = (0..board.cells()).flat_map(|v| bits(board.in_box[v]).map(move |m| (v, m)));
        let is_legal = |&(v, m): &(usize, usize)| {
            let line = board.lines[board.line_of[v][m]];
            let fits = |&w: &usize| (w == v || dots[w]) && !used[w][line.direction];
            !dots[v] && line.cells.iter().all(fits)
        };
        let legal: Vec<_> = all.filter(is_legal).collect();
        if legal.is_empty() {
            break;
        }
        let (v, m) = legal[draw(legal.len())];
        let line = board.lines[board.line_of[v][m]];
        line.cells
            .iter()
            .for_each(|&w| used[w][line.direction] = true);
        dots[v] = true;
        marks.push((v, m));
    }
    marks
}

/// A node at which only the marks of a random game and a few others are left, for objects with as many moves as the game and `more`,
/// or with any number of moves unless `counts`.
fn node<'a>(
    board: &'a Board,
    counts: bool,
    more: usize,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Known<'a> {
    let marks = game(board, 1 + draw(12), draw);
    let k = if counts { marks.len() + more } else { 0 };
    let claim = Claim {
        size: board.size,
        arrival: None,
        objects: Objects::Games,
        symmetric: false,
        // The cast is exact.
        k: k as u64,
        all_of: false,
    };
    let mut known = Known::first(board, claim);
    let every = std::mem::replace(&mut known.allowed, vec![0; board.cells()]);
    for &(v, m) in &marks {
        known.allowed[v] |= 1 << m;
        known.present[v] = true;
    }
    let dots: Vec<usize> = marks.iter().map(|&(v, _)| v).collect();
    for _ in 0..draw(4 + 20 * more) {
        let v = if draw(3) > 2 * more {
            dots[draw(dots.len())]
        } else {
            draw(board.cells())
        };
        known.allowed[v] |= every[v] & 1 << draw(20);
        known.present[v] |= known.allowed[v] != 0 && draw(1 + 3 * more) > 0;
    }
    known
}

/// By row: the lines that it has, and which of them are allowed.
fn by_row(rows: &Rows<'_>, known: &Known<'_>) -> Vec<(Vec<usize>, Vec<bool>)> {
    let allowed = rows.allowed(&known.allowed);
    let row = |lines: &Vec<usize>| (lines.clone(), lines.iter().map(|&n| allowed[n]).collect());
    rows.rows.lines().iter().map(row).collect()
}

/// The allowed lines together with which fewer lines fit into their rows.
fn late(rows: &[(Vec<usize>, Vec<bool>)]) -> Vec<usize> {
    let of_row = |(lines, allowed): &(Vec<usize>, Vec<bool>)| {
        let rest = |n: usize| {
            slow(&allowed[..n.saturating_sub(4)]) + slow(&allowed[allowed.len().min(n + 5)..])
        };
        let is_late = |&n: &usize| allowed[n] && 1 + rest(n) < slow(allowed);
        let late = (0..allowed.len()).filter(is_late);
        late.map(|n| lines[n]).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

/// Fails if the bound says less than R1, whether moves count or only present cells do.
#[test]
fn the_bound_says_all_that_rows_say() {
    let board = Board::new(BoxSize::new([1, 1, 0, 0]).expect("a box"));
    let rows = Rows::new(&board);
    let mut draw = draws(83);
    let (mut closed, mut fixed) = ([0; 2], [0; 2]);
    for n in 0..6000 {
        let mut known = node(&board, n % 2 == 0, n / 2 % 2, &mut draw);
        let left = by_row(&rows, &known);
        let most: usize = left.iter().map(|(_, allowed)| slow(allowed)).sum();
        let (asked, late) = (known.moves(), late(&left));
        let found = rows.prices(&known.allowed, asked);
        let forbids = most == asked && !late.is_empty();
        assert_eq!(found.is_some(), most < asked || forbids);
        let Some((prices, closes)) = found else {
            continue;
        };
        assert_eq!(closes, most < asked);
        known.bound_by(&prices, false, &mut Hints::new(&mut std::io::sink()));
        assert!(known.closed || !closes);
        let allowed = rows.allowed(&known.allowed);
        assert!(known.closed || late.iter().all(|&line| !allowed[line]));
        let count = if known.closed {
            &mut closed
        } else {
            &mut fixed
        };
        count[usize::from(known.gain() > 0)] += 1;
    }
    let least = closed.into_iter().chain(fixed).min();
    assert!(least > Some(10), "{closed:?} {fixed:?}");
}
