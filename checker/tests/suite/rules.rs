//! Each rule on hand-made states, and all of them against the naive reference.

use crate::naive::{self, Mark, NaiveState, Point, Status, cross, line};
use crate::sources::Random;
use morpion_check_core::geometry::{Arrival, Board, BoxSize, image, in_cross};
use morpion_check_core::state::{Cell, Contradiction, Objects, State};
use std::collections::BTreeSet;

pub(crate) fn size(distances: [u64; 4]) -> BoxSize {
    BoxSize::new(distances).expect("a small box")
}

pub(crate) fn closed(board: &Board, objects: Objects) -> State {
    let mut state = State::new(board, objects, false);
    state.propagate(board).expect("the root is consistent");
    state
}

fn at(board: &Board, (x, y): Point) -> usize {
    board.cell(x, y).expect("a cell of the box")
}

fn is_allowed(board: &Board, state: &State, (v, d, i): Mark) -> bool {
    state.allowed(at(board, v)) >> (5 * d + i as usize) & 1 != 0
}

#[test]
fn geometry_is_that_of_the_picture() {
    let drawn = cross();
    for (x, y) in naive::cells(size([2, 3, 1, 0])) {
        assert_eq!(in_cross(x, y), drawn.contains(&(x, y)));
        (0..8).for_each(|h| {
            let (a, b) = image(h, (x, y));
            assert_eq!(in_cross(a, b), in_cross(x, y));
        });
    }
    assert_eq!(drawn.len(), 36);
    let board = Board::new(size([4, 3, 1, 2]));
    let cells = naive::cells(board.size);
    assert_eq!(board.cells(), 15 * 15);
    for (v, &point) in cells.iter().enumerate() {
        assert_eq!(
            (board.position(v), board.cell(point.0, point.1)),
            (point, Some(v))
        );
    }
    assert_eq!(board.lines.len(), 2 * 15 * 11 + 2 * 11 * 11);
    assert_eq!(board.cell(12, -5), None);
    assert_eq!(board.cell(-3, 0), None);
}

#[test]
fn symmetries_act_on_boxes_as_on_their_cells() {
    let size = size([4, 3, 1, 2]);
    for h in 0..8 {
        let mut images: Vec<_> = naive::cells(size)
            .into_iter()
            .map(|p| image(h, p))
            .collect();
        let mut cells = naive::cells(size.image(h));
        images.sort_unstable();
        cells.sort_unstable();
        assert_eq!(images, cells);
    }
    assert_eq!(image(1, (2, 3)), (7, 3));
    assert_eq!(image(2, (2, 3)), (2, 6));
    assert_eq!(image(4, (2, 3)), (3, 2));
    assert_eq!(image(5, (2, 3)), (6, 2), "transpose first");
    assert_eq!(size.canonical().distances(), [4, 3, 1, 2]);
    assert_eq!(
        self::size([1, 2, 4, 3]).canonical().distances(),
        [4, 3, 1, 2]
    );
    assert!(self::size([0, 0, 0, 3]).within(self::size([3, 0, 0, 0])));
    assert!(!self::size([0, 3, 0, 3]).within(self::size([3, 3, 0, 0])));
}

#[test]
fn a_move_extends_one_side_or_two_neighbours() {
    let resized = size([2, 0, 1, 0]).resized();
    let resized = resized.map(|(size, arrival)| (size.distances(), arrival.to_string()));
    let expected = [
        ([3, 0, 1, 0], "top"),
        ([2, 1, 1, 0], "right"),
        ([2, 0, 2, 0], "bottom"),
        ([2, 0, 1, 1], "left"),
        ([3, 1, 1, 0], "top-right"),
        ([2, 1, 2, 0], "right-bottom"),
        ([2, 0, 2, 1], "bottom-left"),
        ([3, 0, 1, 1], "top-left"),
    ];
    assert_eq!(
        resized,
        expected.map(|(size, name)| (size, name.to_owned()))
    );
}

pub(crate) fn arrival(name: &str) -> Arrival {
    name.parse().expect("the name of an arrival")
}

#[test]
fn arrivals_are_numbered_and_named() {
    let names = [
        (1, "top"),
        (2, "right"),
        (4, "bottom"),
        (8, "left"),
        (3, "top-right"),
        (6, "right-bottom"),
        (12, "bottom-left"),
        (9, "top-left"),
    ];
    for (mask, name) in names {
        assert_eq!(Arrival::from_mask(mask), Some(arrival(name)));
        assert_eq!(arrival(name).to_string(), name);
        assert_eq!(arrival(name).is_corner(), name.contains('-'));
    }
    let others = (0..20).filter(|mask| Arrival::from_mask(*mask).is_none());
    assert_eq!(others.count(), 12);
    for bad in [
        "",
        "Top",
        " top",
        "right-top",
        "top-bottom",
        "top-right-bottom",
    ] {
        assert!(bad.parse::<Arrival>().is_err(), "{bad}");
    }
    let fits = |name| arrival(name).fits(size([1, 0, 2, 3]));
    assert!(
        ["top", "bottom", "left", "bottom-left", "top-left"]
            .into_iter()
            .all(fits)
    );
    assert!(!["right", "top-right", "right-bottom"].into_iter().any(fits));
}

/// The cells of the sides of an arrival at a box.
fn arrived_cells(size: BoxSize, arrival: Arrival) -> Vec<Vec<Point>> {
    let board = Board::with_arrival(size, Some(arrival));
    let points = |side: &Vec<usize>| {
        let mut points: Vec<Point> = side.iter().map(|&v| board.position(v)).collect();
        points.sort_unstable();
        points
    };
    let mut sides: Vec<Vec<Point>> = board.arrived.iter().map(points).collect();
    sides.sort_unstable();
    sides
}

#[test]
fn symmetries_act_on_arrivals_as_on_the_cells_of_their_sides() {
    let size = size([4, 3, 1, 2]);
    for arrival in Arrival::ALL {
        for h in 0..8 {
            let moved = |side: Vec<Point>| {
                let mut points: Vec<Point> = side.into_iter().map(|p| image(h, p)).collect();
                points.sort_unstable();
                points
            };
            let sides = arrived_cells(size, arrival).into_iter();
            let mut images: Vec<Vec<Point>> = sides.map(moved).collect();
            images.sort_unstable();
            assert_eq!(images, arrived_cells(size.image(h), arrival.image(h)));
            let canonical = arrival.image(h).canonical(size.image(h));
            assert_eq!(canonical, arrival.canonical(size));
        }
    }
    // A box of four different distances has eight different images, so no two arrivals there are alike.
    let different: BTreeSet<_> = Arrival::ALL.map(|a| a.canonical(size)).into();
    assert_eq!(different.len(), 8);
    let square: BTreeSet<_> = Arrival::ALL
        .map(|a| a.canonical(self::size([1, 1, 1, 1])))
        .into();
    assert_eq!(square.len(), 2, "a side and a corner");
}

#[test]
fn sides_of_an_arrival_are_required_but_not_priced() {
    let sides = |arrival| {
        let board = Board::with_arrival(size([2, 1, 0, 3]), arrival);
        let first = |sides: &[Vec<usize>]| -> Vec<Point> {
            sides.iter().map(|side| board.position(side[0])).collect()
        };
        assert_eq!(board.arrival, arrival);
        [&board.sides, &board.priced, &board.arrived].map(|sides| first(sides))
    };
    // The first cells of the top, right and left side.
    let [top, right, left] = [(-3, -2), (10, -2), (-3, -2)];
    let all = vec![top, right, left];
    assert_eq!(sides(None), [all.clone(), all.clone(), vec![]]);
    let by_right = sides(Some(arrival("right")));
    assert_eq!(by_right, [all.clone(), vec![top, left], vec![right]]);
    let by_corner = sides(Some(arrival("top-right")));
    assert_eq!(by_corner, [all, vec![left], vec![top, right]]);
}

#[test]
fn no_line_but_the_last_one_has_a_cell_on_the_sides_of_the_arrival() {
    let size = size([1, 2, 0, 1]);
    let free = State::new(&Board::new(size), Objects::Games, false);
    for (name, last) in [
        ("top", None),
        ("right", None),
        ("top-right", Some((11, -1))),
    ] {
        let board = Board::with_arrival(size, Some(arrival(name)));
        let state = State::new(&board, Objects::Games, false);
        let on_side = |(x, y): Point| {
            (name.contains("top") && y == -1) || (name.contains("right") && x == 11)
        };
        for v in naive::cells(size) {
            for mark in (0..20).map(|m| (v, m / 5, m as i64 % 5)) {
                let others = line(mark).into_iter().filter(|&p| p != v);
                let elsewhere = last.is_some_and(|last| on_side(v) && v != last);
                let expected = is_allowed(&board, &free, mark)
                    && others.filter(|&p| on_side(p)).count() == 0
                    && !elsewhere;
                assert_eq!(
                    is_allowed(&board, &state, mark),
                    expected,
                    "{name} {mark:?}"
                );
            }
        }
    }
}

#[test]
fn p9_the_last_dot_is_alone_on_the_sides_of_the_arrival() {
    let board = Board::with_arrival(size([1, 1, 0, 0]), Some(arrival("top")));
    let mut state = closed(&board, Objects::Games);
    let mut other = state.clone();
    state.set_present(at(&board, (6, -1))).unwrap();
    other.set_present(at(&board, (5, -1))).unwrap();
    let mut both = state.clone();
    both.set_present(at(&board, (5, -1))).unwrap();
    assert_eq!(both.propagate(&board), Err(Contradiction));
    state.propagate(&board).unwrap();
    other.propagate(&board).unwrap();
    for x in (0..=10).filter(|&x| x != 6) {
        assert_eq!(state.cell(at(&board, (x, -1))), Cell::Absent);
    }
    assert_eq!(other.cell(at(&board, (6, -1))), Cell::Absent);
    // The right side may hold more than one dot.
    let right: Vec<usize> = (0..=9).map(|y| at(&board, (10, y))).collect();
    assert!(right.iter().any(|&v| state.cell(v) == Cell::Free));
}

#[test]
fn p5_a_game_that_arrives_reaches_the_other_sides_too() {
    for name in ["top", "top-right"] {
        let board = Board::with_arrival(size([1, 1, 1, 0]), Some(arrival(name)));
        let mut state = closed(&board, Objects::Games);
        for x in 0..=10 {
            _ = state.set_absent(at(&board, (x, 10)));
        }
        assert_eq!(state.propagate(&board), Err(Contradiction), "{name}");
    }
    let board = Board::with_arrival(size([1, 1, 1, 0]), Some(arrival("top-right")));
    let state = closed(&board, Objects::Games);
    assert_eq!(state.cell(at(&board, (10, -1))), Cell::Present);
    for (x, y) in (0..10).map(|x| (x, -1)).chain((0..10).map(|y| (10, y))) {
        assert_eq!(state.cell(at(&board, (x, y))), Cell::Absent);
    }
}

#[test]
fn boxes_that_are_too_large_do_not_exist() {
    assert!(BoxSize::new([12, 6, 0, 6]).is_some());
    assert!(BoxSize::new([13, 0, 0, 0]).is_none());
    assert!(BoxSize::new([7, 0, 6, 0]).is_none());
    assert!(BoxSize::new([0, 6, 0, 7]).is_none());
    for bad in [
        "",
        "1,2,3",
        "1,2,3,4,5",
        "1,2,3,x",
        "1,2,3,-4",
        "1, 2,3,4",
        "01,2,3,4",
        "99999999999,0,0,0",
    ] {
        assert!(bad.parse::<BoxSize>().is_err(), "{bad}");
    }
    assert_eq!("4,3,1,2".parse(), Ok(size([4, 3, 1, 2])));
    assert_eq!(size([4, 3, 1, 2]).to_string(), "4,3,1,2");
}

#[test]
fn p1_an_absent_cell_forbids_the_lines_through_it() {
    let board = Board::new(size([1, 0, 0, 0]));
    let mut state = closed(&board, Objects::Graphs);
    let before = state.clone();
    state.set_absent(at(&board, (4, 1))).unwrap();
    state.propagate(&board).unwrap();
    for v in naive::cells(board.size) {
        for (d, i) in (0..4).flat_map(|d| (0..5).map(move |i| (d, i))) {
            let mark = (v, d, i);
            let expected = is_allowed(&board, &before, mark) && !line(mark).contains(&(4, 1));
            assert_eq!(is_allowed(&board, &state, mark), expected, "{mark:?}");
        }
    }
    assert_eq!(state.set_present(at(&board, (4, 1))), Err(Contradiction));
    assert_eq!(
        state.set_absent(at(&board, (3, 1))),
        Err(Contradiction),
        "a cell of the cross"
    );
}

#[test]
fn p2_a_cell_without_marks_is_absent() {
    let board = Board::new(BoxSize::CROSS);
    let v = at(&board, (7, 1));
    let mut state = closed(&board, Objects::Graphs);
    state.forbid(v, u32::MAX);
    let mut present = state.clone();
    state.propagate(&board).unwrap();
    assert_eq!(state.cell(v), Cell::Absent);
    present.set_present(v).unwrap();
    assert_eq!(present.propagate(&board), Err(Contradiction));
}

#[test]
fn p3_and_p4_the_last_mark_of_a_dot_is_forced() {
    let board = Board::new(BoxSize::CROSS);
    let mark = ((4, 1), 0, 1);
    for by_mark in [true, false] {
        let mut state = closed(&board, Objects::Graphs);
        let v = at(&board, mark.0);
        if by_mark {
            state.force(v, 1).unwrap();
        } else {
            state.forbid(v, !(1 << 1));
            state.set_present(v).unwrap();
        }
        state.propagate(&board).unwrap();
        assert_eq!(state.allowed(v), 1 << 1);
        for w in [(4, 1), (5, 1), (7, 1)] {
            assert_eq!(state.cell(at(&board, w)), Cell::Present);
        }
        assert!(
            !is_allowed(&board, &state, ((5, 1), 0, 2)),
            "another mark of the line"
        );
        assert!(
            !is_allowed(&board, &state, ((8, 1), 0, 4)),
            "a parallel line through (7, 1)"
        );
        assert!(
            !is_allowed(&board, &state, ((9, 1), 0, 4)),
            "a parallel line through (7, 1)"
        );
        assert!(
            !is_allowed(&board, &state, ((2, 1), 0, 4)),
            "a parallel line through (6, 1)"
        );
        assert!(
            is_allowed(&board, &state, ((2, 1), 1, 1)),
            "a line of another direction"
        );
    }
}

#[test]
fn p3_a_forced_mark_that_is_forbidden_contradicts() {
    let board = Board::new(BoxSize::CROSS);
    let mut state = closed(&board, Objects::Graphs);
    state.force(at(&board, (7, 1)), 4).unwrap();
    state.propagate(&board).unwrap();
    state.forbid(at(&board, (7, 1)), 1 << 4);
    assert_eq!(state.propagate(&board), Err(Contradiction));
}

#[test]
fn p5_a_side_holds_a_dot() {
    let board = Board::new(size([1, 0, 0, 0]));
    let mut state = closed(&board, Objects::Graphs);
    for x in 0..8 {
        state.set_absent(at(&board, (x, -1))).unwrap();
    }
    let mut propagated = state.clone();
    propagated.propagate(&board).unwrap();
    // (8, -1) and (9, -1) are left; they differ in what their diagonals allow.
    let left = [8, 9].map(|x| propagated.cell(at(&board, (x, -1))));
    assert!(left.contains(&Cell::Free) || left.contains(&Cell::Present));
    state.set_absent(at(&board, (8, -1))).unwrap();
    let mut all = state.clone();
    state.propagate(&board).unwrap();
    assert_eq!(state.cell(at(&board, (9, -1))), Cell::Present);
    all.set_absent(at(&board, (9, -1))).unwrap();
    assert_eq!(all.propagate(&board), Err(Contradiction));
}

/// (5, 1) precedes (4, 1) and (5, 2) precedes (5, 1); so (5, 2) cannot be placed by a line that needs (4, 1).
#[test]
fn p6_precedence_is_transitive_and_has_no_cycle() {
    let board = Board::new(BoxSize::CROSS);
    let diagonals: Vec<Mark> = (0..5)
        .map(|i| ((5, 2), 2, i))
        .filter(|&mark| line(mark).contains(&(4, 1)))
        .collect();
    for objects in [Objects::Graphs, Objects::Games] {
        let mut state = closed(&board, objects);
        state.force(at(&board, (4, 1)), 1).unwrap();
        state.force(at(&board, (5, 1)), 5 + 1).unwrap();
        assert!(
            diagonals
                .iter()
                .any(|&mark| is_allowed(&board, &state, mark))
        );
        state.propagate(&board).unwrap();
        let games = objects == Objects::Games;
        assert_eq!(
            state.precedes(at(&board, (5, 2)), at(&board, (4, 1))),
            games
        );
        assert!(!state.precedes(at(&board, (4, 1)), at(&board, (5, 2))));
        assert_eq!(
            diagonals
                .iter()
                .any(|&mark| is_allowed(&board, &state, mark)),
            !games
        );
    }
    let mut state = closed(&board, Objects::Games);
    let diagonal = diagonals
        .iter()
        .find(|&&mark| is_allowed(&board, &state, mark))
        .unwrap();
    state.force(at(&board, (4, 1)), 1).unwrap();
    state.force(at(&board, (5, 1)), 5 + 1).unwrap();
    state
        .force(at(&board, (5, 2)), 10 + diagonal.2 as usize)
        .unwrap();
    assert_eq!(state.propagate(&board), Err(Contradiction));
}

/// Without the horizontal marks of (4, 1) and (5, 1) nothing can be placed between the arms of the cross's top
/// but from the sides; with no mark left for its neighbours a cell inside cannot be placed at all.
#[test]
fn p7_what_the_allowed_marks_cannot_place_is_absent() {
    let board = Board::new(BoxSize::CROSS);
    for objects in [Objects::Graphs, Objects::Games] {
        let mut state = closed(&board, objects);
        // Every first move is ruled out: all other marks need dots that are never there.
        let cross = naive::cross();
        for point in naive::cells(board.size)
            .into_iter()
            .filter(|p| !cross.contains(p))
        {
            let v = at(&board, point);
            for m in 0..20 {
                let mark = (point, m / 5, m as i64 % 5);
                let first = line(mark).iter().all(|p| *p == point || cross.contains(p));
                if state.allowed(v) >> m & 1 != 0 && first {
                    state.forbid(v, 1 << m);
                }
            }
        }
        state.propagate(&board).unwrap();
        let left = (0..board.cells())
            .filter(|&v| state.cell(v) == Cell::Free)
            .count();
        assert_eq!(left == 0, objects == Objects::Games, "{left}");
    }
}

/// If (4, 1) may only be placed by the vertical through (4, 2), no line through (4, 1) places (4, 2).
#[test]
fn p8_no_mark_by_a_line_whose_dots_come_later() {
    let board = Board::new(BoxSize::CROSS);
    let mut state = closed(&board, Objects::Games);
    let (needed, needing) = (at(&board, (4, 2)), at(&board, (4, 1)));
    let vertical = state.allowed(needing) & (0b11111 << 5);
    let through = bits_of(vertical).find(|&m| line(((4, 1), 1, m as i64 - 5)).contains(&(4, 2)));
    state.forbid(needing, !(1 << through.unwrap()));
    state.propagate(&board).unwrap();
    let by_line_through_needing = |state: &State| {
        bits_of(state.allowed(needed))
            .filter(|&m| line(((4, 2), m / 5, m as i64 % 5)).contains(&(4, 1)))
            .count()
    };
    assert!(by_line_through_needing(&state) > 0);
    assert!(!state.reach(&board, Some(needed))[needing]);
    naive::apply_order(&mut state, &board, needed);
    assert_eq!(by_line_through_needing(&state), 0);
}

/// Rule P8 for all present cells at once is rule P8 for one after another.
#[test]
fn p8_is_applied_to_all_present_cells_until_nothing_changes() {
    let mut changed = 0;
    for_random_states(7, 24, |random, board, state, naive| {
        if !naive.games || random.below(3) != 0 {
            return;
        }
        let (mut one, mut two) = (state.clone(), naive.clone());
        let result = one.apply_orders(board);
        let expected = loop {
            let before = two.clone();
            for v in naive.cells.keys() {
                if two.cells[v] == Status::Present {
                    two.apply_order(*v);
                }
            }
            if two.close().is_none() || two == before {
                break two.close();
            }
        };
        assert_eq!(result.is_ok(), expected.is_some());
        if result.is_ok() {
            assert_same(board, &one, &two);
        }
        changed += usize::from(result.is_err() || two != *naive);
    });
    assert!(changed > 5, "{changed}");
}

/// Random states of a large box with more present cells than a word has bits: rule P8 for one after another, too.
#[test]
fn more_present_cells_than_bits_in_a_word_obey_p8() {
    let board = Board::new(size([3, 3, 3, 3]));
    let mut random = Random::new(8);
    let (mut state, mut beyond) = (closed(&board, Objects::Games), 0);
    while beyond < 5 {
        let mut next = state.clone();
        let v = random.below(board.cells());
        let decided = if state.present() < 90 && state.cell(v) == Cell::Free {
            next.set_present(v)
        } else {
            next.forbid(v, random.next() as u32 & random.next() as u32 & 0xF_FFFF);
            Ok(())
        };
        if decided.and_then(|()| next.propagate(&board)).is_err() {
            continue;
        }
        let (mut one, mut two) = (next.clone(), next.clone());
        let results = [
            one.apply_orders(&board),
            apply_orders_slowly(&board, &mut two),
        ];
        assert_eq!(results[0], results[1]);
        if results[0].is_ok() {
            let loses = |&v: &usize| one.allowed(v) != next.allowed(v);
            let present = (0..board.cells()).filter(|&v| next.cell(v) == Cell::Present);
            beyond += present.skip(64).filter(loses).count();
            assert!((0..board.cells()).all(|v| one.allowed(v) == two.allowed(v)));
            state = next;
        }
    }
}

fn apply_orders_slowly(board: &Board, state: &mut State) -> Result<(), Contradiction> {
    loop {
        let before = (state.marks(), state.present());
        for v in 0..board.cells() {
            if state.cell(v) == Cell::Present {
                naive::apply_order(state, board, v);
                state.propagate(board)?;
            }
        }
        if (state.marks(), state.present()) == before {
            return Ok(());
        }
    }
}

#[test]
fn p10_enough_cells_must_be_left() {
    let board = Board::new(BoxSize::CROSS);
    let count = |state: &State| (0..100).filter(|&v| state.cell(v) == Cell::Free).count();
    let all = count(&closed(&board, Objects::Graphs)) as u64;
    let with = |moves| State::new(&board, Objects::Graphs, false).with_moves(moves);
    assert_eq!(with(all + 1).propagate(&board), Err(Contradiction));
    let mut state = with(all);
    state.propagate(&board).unwrap();
    state.set_present(at(&board, (4, 1))).unwrap();
    state.propagate(&board).unwrap();
    state.set_absent(at(&board, (1, 1))).unwrap();
    assert_eq!(state.propagate(&board), Err(Contradiction));
}

fn bits_of(mask: u32) -> impl Iterator<Item = usize> {
    (0..20).filter(move |m| mask >> m & 1 != 0)
}

/// Fails if the checker's knowledge about a cell differs from that by the rules in `naive.rs`.
pub(crate) fn assert_same(board: &Board, state: &State, naive: &NaiveState) {
    for (v, point) in naive::cells(board.size).into_iter().enumerate() {
        let status = match state.cell(v) {
            Cell::Cross => None,
            Cell::Free => Some(Status::Free),
            Cell::Present => Some(Status::Present),
            Cell::Absent => Some(Status::Absent),
        };
        assert_eq!(
            status.as_ref(),
            naive.cells.get(&point),
            "cell {point:?}: state.rs (left) and naive.rs (right) disagree; each rule of certificate.md must be in both"
        );
        let mask = naive
            .marks_of(point)
            .iter()
            .fold(0, |mask, mark| mask | 1 << (5 * mark.1 + mark.2 as usize));
        assert_eq!(state.allowed(v), mask, "{point:?}");
        for (x, other) in naive::cells(board.size).into_iter().enumerate() {
            assert_eq!(
                state.precedes(v, x),
                naive.precedes.contains(&(point, other))
            );
        }
    }
}

/// A random decision on both states, or rule P8. `None` if they contradict it.
fn decide(
    random: &mut Random,
    board: &Board,
    state: &mut State,
    naive: &mut NaiveState,
) -> Option<()> {
    let open: Vec<Point> = naive
        .cells
        .keys()
        .copied()
        .filter(|&v| naive.marks_of(v).len() > 1)
        .collect();
    if open.is_empty() {
        return None;
    }
    let point = random.pick(&open);
    let v = at(board, point);
    let mark = random.pick(&naive.marks_of(point));
    let m = 5 * mark.1 + mark.2 as usize;
    if naive.games && random.below(3) == 0 {
        naive::apply_order(state, board, v);
        naive.apply_order(point);
        return Some(());
    }
    let (one, two) = match random.below(8) {
        0 => (state.set_absent(v), naive.decide(point, Status::Absent)),
        1 | 2 => (state.set_present(v), naive.decide(point, Status::Present)),
        3 => {
            state.forbid(v, 1 << m);
            naive.allowed.remove(&mark);
            (Ok(()), Some(()))
        }
        _ => {
            naive
                .allowed
                .retain(|&other| other.0 != point || other == mark);
            (state.force(v, m), naive.decide(point, Status::Present))
        }
    };
    assert_eq!(one.is_ok(), two.is_some());
    two
}

/// Calls `test` on closed states after random decisions.
pub(crate) fn for_random_states(
    seed: u64,
    rounds: usize,
    mut test: impl FnMut(&mut Random, &Board, &State, &NaiveState),
) {
    let mut random = Random::new(seed);
    for round in 0..rounds {
        let boxes = [
            ([0, 0, 0, 0], ""),
            ([1, 0, 1, 0], ""),
            ([1, 0, 0, 0], ""),
            ([0, 1, 1, 0], ""),
            ([1, 0, 2, 1], ""),
            ([1, 0, 2, 1], "left"),
            ([1, 2, 1, 0], "top"),
            ([1, 2, 1, 0], "top-right"),
        ];
        let (distances, sides) = boxes[round % 8];
        let (size, arrival) = (size(distances), sides.parse::<Arrival>().ok());
        let symmetric = round % 8 < 2 && round % 3 != 0;
        let objects = if arrival.is_none() && random.below(3) == 0 {
            Objects::Graphs
        } else {
            Objects::Games
        };
        let board = Board::with_arrival(size, arrival);
        let moves = if round % 4 == 0 {
            0
        } else {
            20 + random.below(40) as u64
        };
        let (mut state, mut naive) = (
            State::new(&board, objects, symmetric).with_moves(moves),
            NaiveState::new(size, arrival, objects, symmetric),
        );
        naive.moves = moves;
        loop {
            let (one, two) = (state.propagate(&board), naive.close());
            assert_eq!(one.is_ok(), two.is_some());
            if two.is_none() {
                break;
            }
            test(&mut random, &board, &state, &naive);
            if decide(&mut random, &board, &mut state, &mut naive).is_none() {
                break;
            }
        }
    }
}

#[test]
fn propagation_agrees_with_the_naive_one() {
    let (mut states, mut ordered) = (0, 0);
    for_random_states(1, 80, |_, board, state, naive| {
        assert_same(board, state, naive);
        states += 1;
        ordered += naive.precedes.len();
    });
    assert!(
        states > 200 && ordered > 500,
        "the decisions reach deep states: {states}, {ordered}"
    );
}
