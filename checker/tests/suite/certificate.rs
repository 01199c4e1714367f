//! Certificates end to end: accepted ones, one rejection for each reason, and thousands of mutants.

use crate::prover::*;
use crate::rules::{self, size};
use crate::sources::{Random, bounding_box, random_game};
use morpion_check::part::way::check_piece;
use morpion_check_core::format::{Claim, Reason};
use morpion_check_core::geometry::{Board, BoxSize};
use morpion_check_core::state::Objects;
use morpion_check_core::walk::{Counts, Form, MAX_WAITING, Verdict};
use morpion_check_core::walk::{check, check_with, positions};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The settings of a header in most tests: one round and no recipe at any node.
fn idle() -> Settings {
    Settings {
        uses: false,
        rounds: 1,
        ..Settings::new(1, 0)
    }
}

/// A certificate about this claim without recipes, with this tree.
fn with_claim(claim: Claim, tree: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = header(claim, &idle());
    tree(&mut out);
    out
}

/// The same about games in the box of the cross, for a K so small that no node is closed.
fn with_tree(tree: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    with_claim(about_all(BoxSize::CROSS, Objects::Games, 5), tree)
}

/// The same about the box (1,0,0,0), in which its root is closed.
fn closed_root(tree: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    with_claim(about_all(size([1, 0, 0, 0]), Objects::Graphs, 100), tree)
}

fn tiny() -> Vec<u8> {
    closed_root(|tree| tree.push(CLOSED))
}

fn at(x: i64, y: i64) -> u64 {
    Board::new(BoxSize::CROSS).cell(x, y).expect("in the box") as u64
}

fn reason(file: &[u8]) -> Reason {
    let reject = check(file).expect_err("it must be rejected");
    assert_eq!(check_with(file, Form::Plain), Err(reject));
    reject.reason
}

#[track_caller]
pub(crate) fn assert_rejected(file: &[u8], expected: Reason) {
    assert_eq!(reason(file), expected);
}

#[track_caller]
pub(crate) fn assert_unfinished(file: &[u8]) {
    assert!(
        matches!(check(file), Ok(Verdict::Unfinished(..))),
        "{:?}",
        check(file)
    );
}

#[test]
fn a_bound_at_the_root_is_a_certificate() {
    let Ok(Verdict::Valid(claim, counts)) = check(&tiny()) else {
        panic!("{:?}", check(&tiny()))
    };
    assert_eq!(claim, about_all(size([1, 0, 0, 0]), Objects::Graphs, 100));
    let expected = Counts {
        nodes: 1,
        closed: 1,
        open: 0,
        evaluations: 0,
        positions: 0,
    };
    assert_eq!(counts, expected, "rule P10");
    assert_eq!(
        claim.to_string(),
        "no graph whose bounding box is exactly 1,0,0,0 has 100 or more moves"
    );
}

/// Both forms must see what the prover wrote, down to the number of evaluations.
pub(crate) fn assert_seen(claim: Claim, proof: &Proof) {
    for form in [Form::Fast, Form::Plain] {
        let verdict = check_with(&proof.file, form);
        let (seen, counts) = match verdict {
            Ok(Verdict::Valid(seen, counts)) if proof.open == 0 => (seen, counts),
            Ok(Verdict::Unfinished(seen, counts)) if proof.open > 0 => (seen, counts),
            _ => panic!("{verdict:?}"),
        };
        assert_eq!(seen, claim);
        let counted = (counts.nodes, counts.open, counts.evaluations);
        assert_eq!(counted, (proof.nodes, proof.open, proof.evaluations));
    }
}

#[test]
fn trees_of_the_naive_prover_are_valid() {
    let mut nodes = 0;
    for (distances, objects, symmetric, k, mirror) in [
        ([0, 0, 0, 0], Objects::Games, false, 64, Some(1)),
        ([0, 0, 0, 0], Objects::Games, true, 62, None),
        ([0, 0, 0, 0], Objects::Games, true, 61, None),
        ([1, 0, 0, 0], Objects::Games, false, 69, None),
        ([1, 0, 0, 0], Objects::Graphs, false, 69, Some(1)),
        ([1, 1, 0, 0], Objects::Games, false, 73, Some(7)),
    ] {
        let claim = Claim {
            symmetric,
            ..about_all(size(distances), objects, k)
        };
        let proof = prove_claim(claim, Plan::new(30, 60, mirror));
        assert_eq!(proof.open, 0, "{claim}");
        assert_seen(claim, &proof);
        nodes += proof.nodes;
    }
    assert!(nodes > 500, "{nodes}");
}

#[test]
fn open_leaves_leave_it_unfinished() {
    let mut open = 0;
    for (distances, objects, symmetric, k, depth) in [
        ([0, 0, 0, 0], Objects::Graphs, false, 62, 9),
        ([1, 0, 0, 0], Objects::Games, false, 66, 9),
        ([2, 1, 1, 1], Objects::Games, false, 82, 7),
        ([1, 0, 1, 0], Objects::Graphs, true, 70, 9),
        ([1, 1, 1, 1], Objects::Games, true, 76, 9),
        ([2, 2, 0, 1], Objects::Games, false, 0, 5),
    ] {
        let claim = Claim {
            symmetric,
            ..about_all(size(distances), objects, k)
        };
        let proof = prove_claim(claim, Plan::new(30, depth, None));
        assert!(proof.open > 0, "{claim}");
        assert_seen(claim, &proof);
        open += proof.open;
    }
    assert!(open > 200, "{open}");
}

/// Sides are balanced when the gain is 0 and they have a price. A single side that is balanced keeps its multiplier.
#[test]
fn sides_are_balanced_when_the_page_says_so() {
    for (k, price) in [(0, 0), (0, 1), (0, 700), (95, 0), (95, 300)] {
        let claim = about_all(size([12, 0, 0, 0]), Objects::Games, k);
        let settings = Settings {
            price,
            ..Settings::new(k, 300)
        };
        let proof = prove_with(claim, Plan::new(300, 2, None), settings);
        assert!(proof.evaluations > 20, "{k} {price}");
        assert_seen(claim, &proof);
    }
}

#[test]
fn trees_about_arrivals_are_valid() {
    let with_mirror = Plan::new(300, 30, Some(1));
    for (distances, sides, plan) in [
        ([12, 0, 0, 0], "top", with_mirror),
        ([12, 0, 0, 0], "top", with_mirror),
        ([6, 2, 0, 0], "top-right", Plan::new(50, 30, None)),
        ([6, 2, 0, 0], "top-right", Plan::new(50, 30, None)),
        ([6, 6, 0, 0], "top-right", Plan::new(100, 30, Some(7))),
    ] {
        let claim = Claim {
            arrival: Some(rules::arrival(sides)),
            ..about_all(size(distances), Objects::Games, 0)
        };
        let proof = prove_claim(claim, plan);
        assert_eq!(proof.open, 0, "{claim}");
        assert_seen(claim, &proof);
    }
}

#[test]
fn open_may_stand_anywhere() {
    assert_unfinished(&closed_root(|tree| tree.push(OPEN)));
    assert_unfinished(&with_tree(|tree| tree.push(OPEN)));
}

#[test]
fn what_the_engine_may_not_show_is_not_shown() {
    // Gain 0: the box of the cross is not empty, so nothing can close its root.
    let claim = about_all(BoxSize::CROSS, Objects::Games, 0);
    let mut file = header(claim, &Settings::new(0, 300));
    file.push(CLOSED);
    assert_rejected(&file, Reason::NotRefuted);
}

#[test]
fn every_prefix_is_rejected() {
    let file = prove(size([1, 0, 0, 0]), Objects::Games, 69, 30, 40, None);
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
    assert_rejected(b"MORPCERU\x09", Reason::Magic);
    for version in [0, 5, 6, 7, 8, 10] {
        let mut file = tiny();
        file[8] = version;
        assert_rejected(&file, Reason::Version);
    }
}

#[test]
fn rejects_numbers_in_other_than_their_shortest_form() {
    let mut file = MAGIC.to_vec();
    file.extend([0x89, 0x00]);
    assert_rejected(&file, Reason::Number);
    let tree = |bytes: &[u8]| with_tree(|tree| tree.extend(bytes));
    assert_rejected(
        &tree(&[MARK, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        Reason::Number,
    );
    assert_rejected(&tree(&[0x80, 0x00]), Reason::Number);
    assert_rejected(&tree(&[0x88, 0x80, 0x00]), Reason::Number);
    let largest = about_all(BoxSize::CROSS, Objects::Graphs, (1 << 35) - 1);
    let file = with_claim(largest, |tree| tree.push(CLOSED));
    assert!(matches!(check(&file), Ok(Verdict::Valid(..))));
}

/// `tiny` with the byte at `place` of the header replaced.
fn with_byte(place: usize, byte: u8) -> Vec<u8> {
    let mut file = tiny();
    file[place] = byte;
    file
}

#[test]
fn rejects_claims_out_of_range() {
    let tiny = tiny();
    assert_eq!(
        tiny[9..18],
        [1, 0, 0, 0, 0, 1, 0, 0, 100],
        "the box, the objects, the gain, uses, lists and K"
    );
    assert_rejected(&with_byte(9, 15), Reason::Box);
    assert_rejected(&with_byte(10, 13), Reason::Box);
    assert_rejected(&with_byte(13, 4), Reason::Objects);
    assert_rejected(&with_byte(13, 2), Reason::Lopsided);
    assert_rejected(&with_byte(14, 2), Reason::Gain);
    assert_rejected(&with_byte(14, 0), Reason::K);
    assert_rejected(&with_byte(15, 1), Reason::Uses);
    assert_rejected(&with_byte(16, 1), Reason::Lists);
    assert_rejected(&with_byte(17, 0), Reason::K);
    let error = check(&with_byte(10, 13)).unwrap_err();
    assert_eq!(
        (error.offset, error.node),
        (12, 0),
        "after the last of the four distances the box is judged"
    );
}

/// A certificate with one OPEN node and a header like this.
fn with_settings(change: impl FnOnce(&mut Settings)) -> Vec<u8> {
    with_settings_about(5, change)
}

fn with_settings_about(k: u64, change: impl FnOnce(&mut Settings)) -> Vec<u8> {
    let mut settings = idle();
    change(&mut settings);
    let mut file = header(about_all(BoxSize::CROSS, Objects::Games, k), &settings);
    file.push(OPEN);
    file
}

#[test]
fn rejects_settings_out_of_range() {
    assert_unfinished(&with_settings(|s| (s.start, s.price) = (12000, 2048)));
    assert_rejected(&with_settings(|s| s.start = 12001), Reason::Start);
    assert_rejected(&with_settings(|s| s.price = 2049), Reason::Price);
    let sides = |start, price| {
        with_settings_about(0, |s| (s.uses, s.start, s.price) = (true, start, price))
    };
    assert_unfinished(&sides(7000, 5000));
    assert_rejected(&sides(7001, 5000), Reason::Start);
    assert_rejected(&sides(7000, 5001), Reason::Price);
    assert_unfinished(&with_settings(|s| (s.rounds, s.again) = (16, 65535)));
    assert_unfinished(&with_settings(|s| s.again = 1));
    for rounds in [0, 17] {
        assert_rejected(&with_settings(|s| s.rounds = rounds), Reason::Rounds);
    }
    for again in [0, 65536] {
        assert_rejected(&with_settings(|s| s.again = again), Reason::Rounds);
    }
    let schedules = |count| with_settings(|s| s.schedules = vec![[0, 1, 0, 1]; count]);
    assert_unfinished(&schedules(3));
    for count in [0, 1, 2, 4, 16] {
        assert_rejected(&schedules(count), Reason::Schedule);
    }
    for i in 0..3 {
        let schedule = |schedule| with_settings(|s| s.schedules[i] = schedule);
        assert_unfinished(&schedule([0, 1, 0, 1]));
        for wrong in [
            [4097, 1, 0, 1],
            [0, 0, 0, 1],
            [0, 1024, 0, 1],
            [0, 1, 4096, 1],
            [0, 1, 0, 0],
            [0, 1, 0, 65],
        ] {
            assert_rejected(&schedule(wrong), Reason::Schedule);
        }
    }
    // At a root that is closed before it is bounded.
    let mut largest = idle();
    largest.schedules = vec![[4096, 1023, 4095, 64]; 3];
    let mut file = header(about_all(BoxSize::CROSS, Objects::Games, 100), &largest);
    file.push(CLOSED);
    assert!(check(&file).is_ok());
}

#[test]
fn rejects_arrivals_that_no_game_can_make() {
    let file = |kind: u8, k: u64, mask: u64| {
        let claim = about_all(size([1, 2, 1, 2]), Objects::Games, k);
        let settings = Settings { price: 0, ..idle() };
        let mut file = header(claim, &settings);
        file[13] = kind;
        // After K, the start value of two bytes, and the price.
        assert_eq!(file[20], 0);
        file.splice(21..22, [mask as u8]);
        file.push(OPEN);
        file
    };
    for mask in 0..=13 {
        if [0, 1, 2, 3, 4, 6, 8, 9, 12].contains(&mask) {
            assert_unfinished(&file(1, 0, mask));
        } else {
            assert_rejected(&file(1, 0, mask), Reason::Arrival);
        }
    }
    for kind in [0, 2, 3] {
        assert_unfinished(&file(kind, 0, 0));
        assert_rejected(&file(kind, 0, 1), Reason::Arrival);
    }
    assert_rejected(&file(1, 50, 1), Reason::Arrival);
    assert_eq!(check(&file(1, 50, 1)).unwrap_err().offset, 21);
    // The bottom is at distance 0.
    for mask in [4, 6, 12] {
        let mut file = file(1, 0, mask);
        file[11] = 0;
        assert_rejected(&file, Reason::Arrival);
    }
}

#[test]
fn rejects_bytes_after_the_root() {
    let mut file = tiny();
    file.push(CLOSED);
    assert_rejected(&file, Reason::Trailing);
    assert_eq!(check(&file).unwrap_err().offset, file.len() - 1);
}

/// The codes 3, 6 and 7 are no operations: whatever operands follow, also where the node is closed, and deeper in the tree.
#[test]
fn there_are_no_operations_3_6_and_7() {
    for code in [3, 6, 7] {
        for operands in [&[][..], &[1], &[2, OPEN], &[44, 0, OPEN, OPEN]] {
            let file = |before: &[u8]| [before, &[code], operands].concat();
            assert_rejected(&with_tree(|tree| *tree = file(tree)), Reason::Operation);
            assert_rejected(&closed_root(|tree| *tree = file(tree)), Reason::Operation);
            let below = with_tree(|tree| {
                number(CELL + at(1, 1), tree);
                *tree = file(tree);
            });
            assert_rejected(&below, Reason::Operation);
            let piece = check_piece(&below, Form::Fast, below.len() - 1..below.len());
            assert_eq!(piece.unwrap_err().reason, Reason::Operation);
        }
    }
}

/// One operation at a time of a valid certificate is replaced by a code that is no operation.
#[test]
fn trees_with_an_operation_that_is_none_are_rejected() {
    let file = prove(size([1, 0, 0, 0]), Objects::Games, 69, 30, 40, None);
    assert!(check(&file).is_ok());
    let closed = (0..file.len()).filter(|&i| file[i] == CLOSED);
    let mut refused = 0;
    for place in closed {
        for code in [3, 6, 7] {
            let mut damaged = file.clone();
            damaged[place] = code;
            let reason = check(&damaged).err().map(|reject| reject.reason);
            // In the header a 1 is no CLOSED.
            refused += usize::from(reason == Some(Reason::Operation));
            assert!(place < 40 || reason == Some(Reason::Operation), "{place}");
        }
    }
    assert!(refused >= 12, "{refused}");
}

#[test]
fn rejects_closed_nodes_that_are_not_refuted() {
    assert_rejected(&with_tree(|tree| tree.push(CLOSED)), Reason::NotRefuted);
    let below = with_tree(|tree| {
        number(CELL + at(1, 1), tree);
        tree.extend([OPEN, CLOSED]);
    });
    assert_rejected(&below, Reason::NotRefuted);
    assert_eq!(check(&below).unwrap_err().node, 3);
}

#[test]
fn rejects_refuted_nodes_that_are_not_closed() {
    let cell = (CELL + at(1, 1)) as u8;
    for code in [MARK, MIRROR, cell] {
        let file = closed_root(|tree| tree.extend([code, 1, 0, 0, 0]));
        assert_rejected(&file, Reason::Refuted);
    }
    let games = about_all(size([1, 0, 0, 0]), Objects::Games, 100);
    let file = with_claim(games, |tree| operation(LISTED, &[0], tree));
    assert_rejected(&file, Reason::Refuted);
}

/// A recipe closes the root, and a poor one does not.
#[test]
fn nodes_are_bounded_by_recipes() {
    let claim = about_all(size([1, 0, 0, 0]), Objects::Games, 72);
    let settings = Settings {
        rounds: 1,
        ..Settings::new(72, 60)
    };
    let mut file = header(claim, &settings);
    file.push(CLOSED);
    let Ok(Verdict::Valid(_, counts)) = check(&file) else {
        panic!("{:?}", check(&file))
    };
    assert!((2..=180).contains(&counts.evaluations), "{counts:?}");
    let mut poor = settings;
    poor.schedules[0] = [0, 1, 0, 1];
    let mut file = header(claim, &poor);
    file.push(CLOSED);
    assert_rejected(&file, Reason::NotRefuted);
}

/// The root takes schedule 0, the other nodes schedule 1, and all further rounds schedule 2.
#[test]
fn rounds_take_their_schedules_in_turn() {
    let evaluations = |rounds, again| {
        let mut settings = Settings {
            rounds,
            again,
            ..Settings::new(60, 0)
        };
        // No step moves anything far, so every round runs to its end.
        settings.schedules = vec![[7, 1, 0, 1], [11, 1, 0, 1], [13, 1, 0, 1]];
        let claim = about_all(size([2, 1, 1, 1]), Objects::Games, 60);
        let mut file = header(claim, &settings);
        let v = Board::new(claim.size).cell(4, 1).unwrap() as u64;
        number(CELL + v, &mut file);
        file.extend([OPEN, OPEN]);
        match check(&file) {
            Ok(Verdict::Unfinished(_, counts)) => counts.evaluations,
            other => panic!("{other:?}"),
        }
    };
    // The root and two nodes.
    assert_eq!(evaluations(1, 1), 8 + 2 * 12);
    // Nothing is fixed: after a first round that forbids no mark there is none.
    assert_eq!(evaluations(16, 65535), 8 + 2 * 12);
}

#[test]
fn rejects_cells_that_are_not_free() {
    let cells = |v: u64| with_tree(|tree| number(CELL + v, tree));
    // Cell 3 is the first of the cross; the box has 100 cells.
    for v in [3, 100, (1 << 35) - 9] {
        assert_rejected(&cells(v), Reason::NotFree);
    }
    for second in [false, true] {
        let twice = with_tree(|tree| {
            number(CELL + at(1, 1), tree);
            tree.extend(second.then_some(OPEN));
            number(CELL + at(1, 1), tree);
        });
        assert_rejected(&twice, Reason::NotFree);
    }
    let mirrored = with_tree(|tree| operation(MIRROR, &[1, 3], tree));
    assert_rejected(&mirrored, Reason::NotFree);
}

#[test]
fn rejects_marks_that_are_not_allowed() {
    let v = at(4, 1);
    for operands in [
        [v, 20],
        [100, 0],
        [1 << 34, 0],
        [v, 1 << 34],
        [v, 5 + 4],
        [3, 0],
    ] {
        let file = with_tree(|tree| operation(MARK, &operands, tree));
        assert_rejected(&file, Reason::NotAllowed);
    }
    let forbidden = with_tree(|tree| {
        operation(MARK, &[v, 0], tree);
        tree.push(OPEN);
        operation(MARK, &[v, 0], tree);
    });
    assert_rejected(&forbidden, Reason::NotAllowed);
    let after_forced = with_tree(|tree| {
        [0, 1].iter().for_each(|&m| operation(MARK, &[v, m], tree));
    });
    assert_rejected(&after_forced, Reason::NotAllowed);
}

#[test]
fn rejects_symmetries_that_change_the_box() {
    let claim = about_all(size([1, 0, 0, 0]), Objects::Graphs, 5);
    let v = Board::new(claim.size).cell(4, 1).unwrap() as u64;
    for h in [0, 2, 3, 4, 5, 6, 7, 8, 1 << 20] {
        let file = with_claim(claim, |tree| operation(MIRROR, &[h, v], tree));
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
        let v = Board::new(claim.size).cell(4, 1).unwrap() as u64;
        with_claim(claim, |tree| {
            operation(MIRROR, &[h, v], tree);
            tree.extend([OPEN, OPEN]);
        })
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
    let [v, w, x] = [at(4, 1), at(4, 2), at(7, 2)];
    let mirror = |tree: &mut Vec<u8>, h, v| operation(MIRROR, &[h, v], tree);
    let first_node = with_tree(|tree| [v, w].iter().for_each(|&v| mirror(tree, 1, v)));
    assert_rejected(&first_node, Reason::MirrorPlace);
    let other_symmetry = with_tree(|tree| {
        mirror(tree, 1, v);
        tree.push(OPEN);
        mirror(tree, 2, w);
    });
    assert_rejected(&other_symmetry, Reason::MirrorPlace);
    let cell = |tree: &mut Vec<u8>| number(CELL + at(1, 1), tree);
    let mark = |tree: &mut Vec<u8>| operation(MARK, &[at(1, 4), 1], tree);
    type Decide<'a> = &'a dyn Fn(&mut Vec<u8>);
    for decide in [&cell as Decide<'_>, &mark] {
        let below = |nodes: usize, mirrored: bool| {
            with_tree(|tree| {
                if mirrored {
                    mirror(tree, 1, v);
                    tree.push(OPEN);
                }
                decide(tree);
                (0..nodes).for_each(|_| tree.push(OPEN));
                mirror(tree, 1, if mirrored { x } else { w });
            })
        };
        for (nodes, mirrored) in [(0, false), (1, false), (0, true), (1, true)] {
            assert_rejected(&below(nodes, mirrored), Reason::MirrorPlace);
        }
    }
    let chain = with_tree(|tree| {
        mirror(tree, 1, v);
        tree.push(OPEN);
        mirror(tree, 1, w);
        tree.extend([OPEN, OPEN]);
    });
    assert_unfinished(&chain);
}

#[test]
fn rejects_the_mirror_of_a_cell_on_the_axis() {
    let file = with_tree(|tree| operation(MIRROR, &[4, at(4, 4)], tree));
    assert_rejected(&file, Reason::OwnImage);
}

#[test]
fn rejects_trees_that_wait_without_end() {
    // The same mark forced again and again decides nothing new.
    let file = |count: usize| {
        with_tree(|tree| {
            (0..count).for_each(|_| operation(MARK, &[at(7, 1), 4], tree));
            // The second nodes forbid what is forced, but the outermost one.
            tree.push(OPEN);
            (1..count).for_each(|_| tree.push(CLOSED));
            tree.push(OPEN);
        })
    };
    assert_unfinished(&file(MAX_WAITING));
    assert_rejected(&file(MAX_WAITING + 1), Reason::Waiting);
}

#[test]
fn a_lowered_k_needs_a_larger_tree() {
    let mut file = prove(size([1, 0, 0, 0]), Objects::Games, 69, 30, 40, None);
    assert_eq!(file[17], 69);
    for k in [68, 60, 40] {
        file[17] = k;
        assert!(check(&file).is_err());
    }
}

/// Checks a certificate for a tenth of a second: a damaged listing may take long.
fn check_briefly(file: &[u8]) -> Result<Verdict, Reason> {
    let until = Instant::now() + Duration::from_millis(100);
    let seen = positions(file, Form::Fast, Some(until));
    seen.map(|(verdict, _)| verdict)
        .map_err(|reject| reject.reason)
}

/// One random edit of a certificate.
fn mutate(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let i = random.below(file.len());
    match random.below(7) {
        0 | 1 => file[i] = random.next() as u8,
        2 => file[i] ^= 1 << random.below(8),
        3 => file[i] = random.below(7) as u8,
        4 => _ = file.remove(i),
        5 => file.insert(i, random.below(7) as u8),
        _ => {
            let (from, length) = (random.below(file.len()), random.below(12));
            let piece: Vec<u8> = file.iter().copied().skip(from).take(length).collect();
            file.splice(i..(i + random.below(12)).min(file.len()), piece);
        }
    }
    file
}

/// Edited certificates are rejected, unfinished, or claim something that no known object refutes. If the edit keeps the header, the
/// certificate may be accepted only if its tree still proves the same.
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
    let proof = |distances, k, mirror| {
        let claim = about_all(size(distances), Objects::Games, k);
        prove_claim(claim, Plan::new(30, 60, mirror)).file
    };
    let bases = [
        proof([0, 0, 0, 0], 64, Some(1)),
        proof([1, 0, 0, 0], 69, None),
        proof([1, 0, 0, 0], 69, Some(1)),
    ];
    let [mut accepted, mut rejected] = [0, 0];
    for round in 0..1200 {
        let base = &bases[round % bases.len()];
        let mutant = (0..=random.below(2)).fold(base.clone(), |file, _| mutate(&mut random, &file));
        match check_briefly(&mutant) {
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
    assert!(rejected > 500, "{rejected}");
    assert!(accepted < 500, "{accepted}");
}

/// Random bytes after a valid header neither crash nor prove anything, and both forms see the same in them.
#[test]
fn random_trees_are_not_valid() {
    let mut random = Random::new(6);
    let settings = Settings::new(50, 3);
    let claim = about_all(BoxSize::CROSS, Objects::Games, 50);
    for round in 0..3000 {
        let mut file = header(claim, &settings);
        for _ in 0..60 {
            let mut cell = || random.below(100) as u64;
            let [v, w, x] = [cell(), cell(), cell()];
            match random.below(7) as u8 {
                // One of no position would take long near the root.
                LISTED => operation(LISTED, &[1 + x], &mut file),
                MARK => operation(MARK, &[v, w % 20], &mut file),
                MIRROR => operation(MIRROR, &[w % 8, v], &mut file),
                3 | 6 => number(CELL + v, &mut file),
                code => file.push(code),
            }
        }
        let verdict = check(&file);
        assert!(!matches!(verdict, Ok(Verdict::Valid(..))));
        if round % 10 == 0 {
            assert_eq!(check_with(&file, Form::Plain), verdict);
        }
    }
}
