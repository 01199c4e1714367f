//! Certificates end to end: accepted ones, one rejection for each reason, and thousands of mutants.

use super::prover::*;
use crate::rules::{self, size};
use crate::sources::{Random, bounding_box, random_game};
use morpion_check::certificate::{Claim, MAX_WAITING, Reason, Verdict, check};
use morpion_check::former::bound::{Evaluation, Goal, Multipliers, Schedule, UNIT};
use morpion_check::geometry::{Board, BoxSize};
use morpion_check::state::{Cell, Objects, State};
use std::collections::HashMap;

/// A certificate of 31 bytes that no graph has the bounding box (0,0,0,0) and 100 moves: one evaluation shows it.
fn tiny() -> Vec<u8> {
    with_tree(100, |tree| {
        operation(REFINE, &[100, 0], tree);
        tree.push(CLOSED);
    })
}

/// A certificate for graphs in the box of the cross with this tree.
fn with_tree(k: u64, tree: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = header(BoxSize::CROSS, Objects::Graphs, k, START, &[SCHEDULE]);
    tree(&mut out);
    out
}

fn reason(file: &[u8]) -> Reason {
    check(file).expect_err("it must be rejected").reason
}

#[track_caller]
fn assert_rejected(file: &[u8], expected: Reason) {
    assert_eq!(reason(file), expected);
}

#[test]
fn a_bound_at_the_root_is_a_certificate() {
    let Ok(Verdict::Valid(claim, counts)) = check(&tiny()) else {
        panic!("{:?}", check(&tiny()))
    };
    assert_eq!(
        claim,
        Claim {
            size: BoxSize::CROSS,
            arrival: None,
            objects: Objects::Graphs,
            symmetric: false,
            k: 100
        }
    );
    assert_eq!((counts.nodes, counts.closed, counts.open), (1, 1, 0));
    assert_eq!(
        claim.to_string(),
        "no graph whose bounding box is exactly 0,0,0,0 has 100 or more moves"
    );
}

#[test]
fn trees_of_the_naive_prover_are_valid() {
    for (distances, objects, k, steps, mirror) in [
        ([0, 0, 0, 0], Objects::Graphs, 66, 40, None),
        ([0, 0, 0, 0], Objects::Games, 66, 40, Some(1)),
        ([0, 0, 0, 0], Objects::Graphs, 66, 40, Some(5)),
        ([1, 0, 0, 0], Objects::Games, 70, 55, None),
        ([1, 0, 0, 0], Objects::Graphs, 70, 55, Some(1)),
        ([1, 1, 0, 0], Objects::Graphs, 76, 50, Some(7)),
    ] {
        let (file, open, nodes) = prove(size(distances), objects, k, steps, 30, mirror);
        assert_eq!(open, 0);
        assert!(nodes > 1, "{distances:?} {k}");
        let Ok(Verdict::Valid(claim, counts)) = check(&file) else {
            panic!("{:?}", check(&file))
        };
        assert_eq!(
            claim,
            Claim {
                size: size(distances),
                arrival: None,
                objects,
                symmetric: false,
                k
            }
        );
        assert_eq!(counts.nodes, nodes as u64);
    }
}

#[test]
fn trees_about_arrivals_are_valid() {
    for (distances, sides, steps, mirror) in [
        ([12, 0, 0, 0], "top", 300, None),
        ([12, 0, 0, 0], "top", 300, Some(1)),
        ([6, 2, 0, 0], "top-right", 100, None),
        ([6, 6, 0, 0], "top-right", 100, Some(7)),
        ([7, 7, 0, 0], "top-right", 100, None),
    ] {
        let claim = Claim {
            arrival: Some(rules::arrival(sides)),
            ..about_all(size(distances), Objects::Games, 0)
        };
        let (file, open, nodes) = prove_claim(claim, steps, 30, mirror);
        assert_eq!(open, 0, "{claim}");
        let Ok(Verdict::Valid(read, counts)) = check(&file) else {
            panic!("{:?}", check(&file))
        };
        assert_eq!((read, counts.nodes), (claim, nodes as u64));
    }
}

#[test]
fn open_leaves_leave_it_unfinished() {
    let (file, open, nodes) = prove(size([0, 0, 0, 0]), Objects::Games, 60, 60, 6, None);
    let Ok(Verdict::Unfinished(claim, counts)) = check(&file) else {
        panic!("{:?}", check(&file))
    };
    assert_eq!(
        (claim.k, counts.open, counts.nodes),
        (60, open as u64, nodes as u64)
    );
    assert!(open > 0);
    let only_open = with_tree(50, |tree| tree.push(OPEN));
    assert!(matches!(check(&only_open), Ok(Verdict::Unfinished(..))));
}

#[test]
fn what_the_engine_may_not_show_is_not_shown() {
    // Gain 0: the box of the cross is not empty, so nothing can close its root.
    let file = |tree: &dyn Fn(&mut Vec<u8>)| {
        let mut out = header(BoxSize::CROSS, Objects::Games, 0, 0, &[SCHEDULE]);
        tree(&mut out);
        out
    };
    assert_rejected(&file(&|tree| tree.push(CLOSED)), Reason::NotRefuted);
    let refined = file(&|tree| {
        operation(REFINE, &[300, 0], tree);
        tree.push(CLOSED);
    });
    assert_rejected(&refined, Reason::NotRefuted);
}

#[test]
fn every_prefix_is_rejected() {
    let (file, ..) = prove(size([0, 0, 0, 0]), Objects::Graphs, 67, 40, 20, None);
    assert!(check(&file).is_ok());
    for end in 0..file.len() {
        let expected = if end < MAGIC.len() {
            Reason::Magic
        } else {
            Reason::Truncated
        };
        assert_rejected(&file[..end], expected);
    }
}

#[test]
fn rejects_bad_magic_and_version() {
    assert_rejected(b"", Reason::Magic);
    assert_rejected(b"MORPCERU\x01", Reason::Magic);
    for version in [0, 7] {
        let mut file = tiny();
        file[8] = version;
        assert_rejected(&file, Reason::Version);
    }
}

#[test]
fn version_1_is_about_graphs_only() {
    let (graphs, ..) = prove(size([0, 0, 0, 0]), Objects::Graphs, 66, 40, 30, None);
    assert!(matches!(
        check(&in_version(1, graphs)),
        Ok(Verdict::Valid(..))
    ));
    let (games, ..) = prove(size([0, 0, 0, 0]), Objects::Games, 66, 40, 30, None);
    assert!(check(&games).is_ok());
    assert_rejected(&in_version(1, games), Reason::Objects);
}

#[test]
fn from_version_4_on_the_sides_have_a_price() {
    // K is 1: the price stands at offset 18, where versions before have the number of schedules. Then comes the arrival.
    let mut file = header(size([1, 0, 0, 0]), Objects::Graphs, 1, START, &[SCHEDULE]);
    file.push(OPEN);
    assert!(check(&file).is_ok());
    assert!(check(&in_version(3, file.clone())).is_ok());
    assert!(check(&in_version(4, file.clone())).is_ok());
    file.splice(18..19, [0x80, 0x10]);
    assert!(check(&file).is_ok(), "2048");
    file.splice(18..20, [0x81, 0x10]);
    assert_rejected(&file, Reason::Price);
}

#[test]
fn from_version_5_on_there_are_arrivals() {
    let at = |arrival| Claim {
        arrival: Some(arrival),
        ..about_all(size([1, 2, 0, 1]), Objects::Games, 0)
    };
    let claim_of = |arrival: &str| {
        let claim = at(rules::arrival(arrival));
        let mut file = header_of(claim, START, &[SCHEDULE]);
        file.push(OPEN);
        let Ok(Verdict::Unfinished(read, _)) = check(&file) else {
            panic!("{:?}", check(&file))
        };
        assert_eq!(read, claim);
        read.to_string()
    };
    assert_eq!(
        claim_of("left"),
        "no game arrives at the box 1,2,0,1 by its left side"
    );
    assert_eq!(
        claim_of("top-right"),
        "no game arrives at the box 1,2,0,1 by its top-right corner"
    );
    let (file, ..) = prove(size([0, 0, 0, 0]), Objects::Games, 66, 40, 30, None);
    assert!(matches!(
        check(&in_version(4, file)),
        Ok(Verdict::Valid(..))
    ));
}

#[test]
fn rejects_arrivals_that_no_game_can_make() {
    // With gain 0 the price, 700, takes two bytes: the arrival stands at offset 20. With gain 1 it stands at 19.
    let file = |objects: u8, k: u64, mask: u8| {
        let mut file = header(size([1, 2, 1, 2]), Objects::Games, k, START, &[SCHEDULE]);
        file[13] = objects;
        file[if k > 0 { 19 } else { 20 }] = mask;
        file.push(OPEN);
        file
    };
    for mask in 0..=13 {
        let may_be = [0, 1, 2, 3, 4, 6, 8, 9, 12].contains(&mask);
        if may_be {
            assert!(check(&file(1, 0, mask)).is_ok(), "{mask}");
        } else {
            assert_rejected(&file(1, 0, mask), Reason::Arrival);
        }
    }
    for objects in [0, 2, 3] {
        assert!(check(&file(objects, 0, 0)).is_ok());
        assert_rejected(&file(objects, 0, 1), Reason::Arrival);
    }
    assert!(check(&file(1, 50, 0)).is_ok());
    assert_rejected(&file(1, 50, 1), Reason::Arrival);
    assert_eq!(check(&file(1, 50, 1)).unwrap_err().offset, 19);
    // The bottom is at distance 0.
    for mask in [4, 6, 12] {
        let mut file = file(1, 0, mask);
        file[11] = 0;
        assert_rejected(&file, Reason::Arrival);
    }
    // 1 in two bytes.
    let mut long = file(1, 0, 0x81);
    long.insert(21, 0);
    assert_rejected(&long, Reason::Number);
}

/// Goes down the first nodes only, every cell present in its turn, until the bound closes one; all else stays open.
fn a_path_of_present_cells(size: BoxSize) -> Vec<u8> {
    let board = Board::new(size);
    let mut out = header(size, Objects::Graphs, 1, START, &[SCHEDULE]);
    let mut state = State::new(&board, Objects::Graphs, false);
    state.propagate(&board).unwrap();
    let mut fine = Multipliers::uniform(&board, START as i64, 0);
    let mut evaluation = Evaluation::new(&board);
    let mut absent = Vec::new();
    let (first, decay) = (SCHEDULE.0 as i64, SCHEDULE.1 as i64);
    loop {
        operation(REFINE, &[300, 0], &mut out);
        let goal = Goal {
            gain: UNIT,
            target: UNIT * state.present().max(1) as i64,
            balanced: false,
        };
        let schedule = Schedule {
            steps: 300,
            first,
            decay,
        };
        let (value, _) = evaluation.refine(&state, goal, &mut fine, schedule);
        if value < goal.target {
            assert!(value >= UNIT, "K alone would close it");
            break;
        }
        evaluation
            .fix(&mut state, goal.target)
            .expect("no contradiction yet");
        let free = |&v: &usize| state.cell(v) == Cell::Free;
        let v = (0..board.cells())
            .find(free)
            .expect("a bound below the number of dots");
        operation(CELL, &[v as u64], &mut out);
        let mut other = state.clone();
        let possible = other.set_absent(v).is_ok() && other.propagate(&board).is_ok();
        absent.push(if possible { OPEN } else { CLOSED });
        state.set_present(v).unwrap();
        state.propagate(&board).expect("no contradiction yet");
    }
    out.push(CLOSED);
    out.extend(absent.iter().rev());
    out
}

#[test]
fn from_version_3_on_a_node_must_reach_as_many_moves_as_it_has_dots() {
    let file = a_path_of_present_cells(size([2, 1, 1, 1]));
    assert!(matches!(check(&file), Ok(Verdict::Unfinished(..))));
    let three = in_version(3, file.clone());
    assert!(matches!(check(&three), Ok(Verdict::Unfinished(..))));
    assert!(
        check(&in_version(2, file)).is_err(),
        "one node has more dots than its bound"
    );
}

#[test]
fn order_is_for_allowed_marks_of_games_only() {
    let file = |objects, cell| {
        let mut out = header(BoxSize::CROSS, objects, 60, START, &[SCHEDULE]);
        operation(ORDER, &[cell], &mut out);
        out.push(OPEN);
        out
    };
    assert!(check(&file(Objects::Games, 1)).is_ok());
    assert_rejected(&file(Objects::Graphs, 1), Reason::NotGames);
    // Cell 3 is the first of the cross; the box has 100 cells.
    for cell in [3, 100, 1 << 33] {
        assert_rejected(&file(Objects::Games, cell), Reason::NotAllowed);
    }
}

#[test]
fn rejects_numbers_in_other_than_their_shortest_form() {
    let mut file = MAGIC.to_vec();
    file.extend([0x81, 0x00]);
    assert_rejected(&file, Reason::Number);
    let mut file = MAGIC.to_vec();
    file.extend([0x81, 0x80, 0x80, 0x80, 0x80, 0x00]);
    assert_rejected(&file, Reason::Number);
    let long = with_tree(100, |tree| {
        tree.extend([REFINE, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
    });
    assert_rejected(&long, Reason::Number);
    let largest = with_tree((1 << 35) - 1, |tree| tree.extend([REFINE, 0, 0, CLOSED]));
    assert!(matches!(check(&largest), Ok(Verdict::Valid(..))));
}

/// `tiny` with the byte at `place` of the header replaced.
fn with_byte(place: usize, byte: u8) -> Vec<u8> {
    let mut file = tiny();
    file[place] = byte;
    file
}

#[test]
fn rejects_headers_out_of_range() {
    let tiny = tiny();
    assert_eq!(
        tiny[9..16],
        [0, 0, 0, 0, 0, 1, 100],
        "the box, the objects, the gain and K"
    );
    assert_rejected(&with_byte(9, 15), Reason::Box);
    assert_rejected(&with_byte(10, 13), Reason::Box);
    assert_rejected(&with_byte(13, 4), Reason::Objects);
    assert_rejected(&with_byte(14, 2), Reason::Gain);
    assert_rejected(&with_byte(14, 0), Reason::K);
    assert_rejected(&with_byte(15, 0), Reason::K);
    let header = |start, schedules: &[(u64, u64)]| {
        header(BoxSize::CROSS, Objects::Graphs, 100, start, schedules)
    };
    assert_rejected(&header(6145, &[SCHEDULE]), Reason::Start);
    assert_rejected(&header(6144, &[]), Reason::Schedule);
    assert_rejected(&header(6144, &[SCHEDULE; 17]), Reason::Schedule);
    assert_rejected(&header(6144, &[SCHEDULE; 16]), Reason::Truncated);
    for schedule in [(0, 0), (65537, 0), (1, 1024)] {
        assert_rejected(&header(0, &[SCHEDULE, schedule]), Reason::Schedule);
    }
    let error = check(&with_byte(10, 13)).unwrap_err();
    assert_eq!(
        (error.offset, error.node),
        (12, 0),
        "after the last of the four distances the box is judged"
    );
}

#[test]
fn rejects_bytes_after_the_root() {
    let mut file = tiny();
    file.push(CLOSED);
    assert_rejected(&file, Reason::Trailing);
    assert_eq!(check(&file).unwrap_err().offset, file.len() - 1);
}

#[test]
fn rejects_unknown_operations() {
    for code in [7, 8, 128, 255] {
        assert_rejected(&with_tree(100, |tree| tree.push(code)), Reason::Operation);
    }
}

#[test]
fn rejects_closed_nodes_that_are_not_refuted() {
    assert_rejected(
        &with_tree(100, |tree| tree.push(CLOSED)),
        Reason::NotRefuted,
    );
    let weak = with_tree(64, |tree| tree.extend([REFINE, 100, 0, CLOSED]));
    assert_rejected(&weak, Reason::NotRefuted);
}

#[test]
fn rejects_refuted_nodes_that_are_not_closed() {
    for code in [OPEN, REFINE, CELL, MARK, MIRROR] {
        let file = with_tree(100, |tree| {
            operation(REFINE, &[100, 0], tree);
            tree.extend([code, 1, 0, 0]);
        });
        assert_rejected(&file, Reason::Refuted);
    }
}

#[test]
fn rejects_refine_out_of_range() {
    for operands in [[100_001, 0], [10, 1]] {
        assert_rejected(
            &with_tree(100, |tree| operation(REFINE, &operands, tree)),
            Reason::Refine,
        );
    }
}

#[test]
fn rejects_cells_that_are_not_free() {
    let v = Board::new(BoxSize::CROSS).cell(4, 1).unwrap() as u64;
    let corner = Board::new(BoxSize::CROSS).cell(0, 3).unwrap() as u64;
    for cell in [corner, 100, 1 << 34] {
        assert_rejected(
            &with_tree(100, |tree| operation(CELL, &[cell], tree)),
            Reason::NotFree,
        );
        assert_rejected(
            &with_tree(100, |tree| operation(MIRROR, &[1, cell], tree)),
            Reason::NotFree,
        );
    }
    let twice = with_tree(100, |tree| {
        [(); 2].iter().for_each(|()| operation(CELL, &[v], tree))
    });
    assert_rejected(&twice, Reason::NotFree);
    let absent_later = with_tree(100, |tree| {
        operation(CELL, &[v], tree);
        tree.push(OPEN);
        operation(CELL, &[v], tree);
    });
    assert_rejected(&absent_later, Reason::NotFree);
}

#[test]
fn rejects_marks_that_are_not_allowed() {
    let board = Board::new(BoxSize::CROSS);
    let v = board.cell(4, 1).unwrap() as u64;
    let cross = board.cell(3, 3).unwrap() as u64;
    // (4, 1) cannot be the last cell of a row that starts left of the box; the others do not exist.
    for operands in [
        [v, 20],
        [100, 0],
        [1 << 34, 0],
        [v, 1 << 34],
        [v, 5 + 4],
        [cross, 0],
    ] {
        assert_rejected(
            &with_tree(100, |tree| operation(MARK, &operands, tree)),
            Reason::NotAllowed,
        );
    }
    let forbidden = with_tree(100, |tree| {
        operation(MARK, &[v, 0], tree);
        tree.push(OPEN);
        operation(MARK, &[v, 0], tree);
    });
    assert_rejected(&forbidden, Reason::NotAllowed);
    let after_forced = with_tree(100, |tree| {
        [0, 1].iter().for_each(|&m| operation(MARK, &[v, m], tree))
    });
    assert_rejected(&after_forced, Reason::NotAllowed);
}

#[test]
fn rejects_symmetries_that_change_the_box() {
    let board = Board::new(size([1, 0, 0, 0]));
    let v = board.cell(4, 1).unwrap() as u64;
    for h in [0, 2, 3, 4, 5, 6, 7, 8, 1 << 20] {
        let mut file = header(board.size, Objects::Graphs, 100, START, &[SCHEDULE]);
        operation(MIRROR, &[h, v], &mut file);
        assert_rejected(&file, Reason::Symmetry);
    }
}

#[test]
fn rejects_symmetries_that_change_the_arrival() {
    let file = |arrival: &str, h| {
        let claim = Claim {
            arrival: Some(rules::arrival(arrival)),
            ..about_all(size([1, 1, 1, 1]), Objects::Games, 0)
        };
        let mut file = header_of(claim, START, &[SCHEDULE]);
        let v = Board::new(claim.size).cell(4, 1).unwrap();
        operation(MIRROR, &[h, v as u64], &mut file);
        file.extend([OPEN, OPEN]);
        file
    };
    // The left-right mirror keeps the top, the swap of x and y the corner top-left, 7 the corner top-right.
    for (arrival, keeping) in [("top", 1), ("left", 2), ("top-left", 4), ("top-right", 7)] {
        for h in 1..=7 {
            let refused = check(&file(arrival, h)).err().map(|reject| reject.reason);
            assert_eq!(
                refused == Some(Reason::Symmetry),
                h != keeping,
                "{arrival} {h}"
            );
        }
    }
}

#[test]
fn rejects_mirrors_in_the_wrong_place() {
    let board = Board::new(BoxSize::CROSS);
    let [v, w, x] = [(4, 1), (4, 2), (7, 2)].map(|(x, y)| board.cell(x, y).unwrap() as u64);
    let mirror = |tree: &mut Vec<u8>, h, v| operation(MIRROR, &[h, v], tree);
    let first_node = with_tree(100, |tree| [v, w].iter().for_each(|&v| mirror(tree, 1, v)));
    assert_rejected(&first_node, Reason::MirrorPlace);
    let other_symmetry = with_tree(100, |tree| {
        mirror(tree, 1, v);
        tree.push(OPEN);
        mirror(tree, 2, w);
    });
    assert_rejected(&other_symmetry, Reason::MirrorPlace);
    let below_cell = with_tree(100, |tree| {
        operation(CELL, &[v], tree);
        tree.push(OPEN);
        mirror(tree, 1, w);
    });
    assert_rejected(&below_cell, Reason::MirrorPlace);
    let cell_between = with_tree(100, |tree| {
        mirror(tree, 1, v);
        tree.push(OPEN);
        operation(CELL, &[w], tree);
        tree.push(OPEN);
        mirror(tree, 1, x);
    });
    assert_rejected(&cell_between, Reason::MirrorPlace);
    let chain = with_tree(100, |tree| {
        mirror(tree, 1, v);
        tree.push(OPEN);
        mirror(tree, 1, w);
        tree.extend([OPEN, OPEN]);
    });
    assert!(matches!(check(&chain), Ok(Verdict::Unfinished(..))));
}

#[test]
fn rejects_the_mirror_of_a_cell_on_the_axis() {
    let board = Board::new(BoxSize::CROSS);
    let v = board.cell(4, 4).unwrap() as u64;
    assert_rejected(
        &with_tree(100, |tree| operation(MIRROR, &[4, v], tree)),
        Reason::OwnImage,
    );
}

#[test]
fn rejects_trees_that_wait_without_end() {
    // The same mark forced again and again decides nothing new.
    let v = Board::new(BoxSize::CROSS).cell(7, 1).unwrap() as u64;
    let file = with_tree(100, |tree| {
        (0..=MAX_WAITING).for_each(|_| operation(MARK, &[v, 4], tree))
    });
    assert_rejected(&file, Reason::Waiting);
}

#[test]
fn a_lowered_k_needs_a_larger_tree() {
    let (mut file, ..) = prove(size([0, 0, 0, 0]), Objects::Graphs, 66, 40, 20, None);
    assert_eq!(file[15], 66);
    file[15] = 65;
    assert!(check(&file).is_err());
    file[15] = 40;
    assert!(check(&file).is_err());
}

/// One random edit of a certificate.
fn mutate(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let i = random.below(file.len());
    match random.below(7) {
        0 | 1 => file[i] = random.next() as u8,
        2 => file[i] ^= 1 << random.below(8),
        3 => file[i] = random.below(6) as u8,
        4 => _ = file.remove(i),
        5 => file.insert(i, random.below(6) as u8),
        _ => {
            let (from, length) = (random.below(file.len()), random.below(12));
            let piece: Vec<u8> = file.iter().copied().skip(from).take(length).collect();
            file.splice(i..(i + random.below(12)).min(file.len()), piece);
        }
    }
    file
}

/// Edits of valid certificates are rejected, unfinished, or state something that no known object refutes. An edit that keeps the
/// header may be accepted only if its tree still proves the same.
#[test]
fn mutants_prove_nothing_false() {
    let mut random = Random::new(5);
    let mut known: HashMap<BoxSize, usize> = HashMap::new();
    for _ in 0..300 {
        let within =
            size([[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [1, 1, 0, 0]][random.below(4)]);
        let game = random_game(&mut random, within, 100);
        for h in 0..8 {
            let best = known.entry(bounding_box(&game).image(h)).or_default();
            *best = game.len().max(*best);
        }
    }
    let bases = [
        prove(size([0, 0, 0, 0]), Objects::Graphs, 67, 40, 20, None).0,
        prove(size([0, 0, 0, 0]), Objects::Graphs, 66, 40, 20, Some(3)).0,
        prove(size([1, 0, 0, 0]), Objects::Games, 70, 55, 20, Some(1)).0,
    ];
    let [mut accepted, mut rejected] = [0, 0];
    for round in 0..1500 {
        let base = &bases[round % bases.len()];
        let mutant = (0..=random.below(2)).fold(base.clone(), |file, _| mutate(&mut random, &file));
        match check(&mutant) {
            Ok(Verdict::Valid(claim, _)) => {
                accepted += 1;
                let best = known.get(&claim.size).copied();
                assert!(
                    best.is_none_or(|best| claim.k > best as u64),
                    "{claim} is false: {best:?}"
                );
                assert!(claim.k > 60, "{claim}: no tree of this size can show it");
            }
            Ok(Verdict::Unfinished(..)) | Err(_) => rejected += 1,
        }
    }
    assert!(rejected > 1200, "{rejected}");
    assert!(accepted < 300, "{accepted}");
}

/// Random bytes after a valid header neither crash nor prove anything.
#[test]
fn random_trees_are_not_valid() {
    let mut random = Random::new(6);
    for _ in 0..3000 {
        let file = with_tree(50, |tree| {
            for _ in 0..60 {
                match random.below(6) as u8 {
                    REFINE => operation(REFINE, &[random.below(4) as u64, 0], tree),
                    CELL => operation(CELL, &[random.below(100) as u64], tree),
                    MARK => operation(
                        MARK,
                        &[random.below(100) as u64, random.below(20) as u64],
                        tree,
                    ),
                    MIRROR => operation(
                        MIRROR,
                        &[random.below(8) as u64, random.below(100) as u64],
                        tree,
                    ),
                    code => tree.push(code),
                }
            }
        });
        assert!(!matches!(check(&file), Ok(Verdict::Valid(..))));
    }
}
