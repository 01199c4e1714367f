//! The operation LISTED, and certificates that list positions: what they find, against games that are played out, and each of their
//! refusals.

use crate::certificate::{assert_rejected, assert_unfinished};
use crate::naive::{Mark, Point, cells, cross, line};
use crate::prover::*;
use crate::rules::size;
use crate::sources::{Random, bounding_box, random_game, small_cell_set};
use morpion_check::part::way::check_piece;
use morpion_check_core::format::{Claim, Reason};
use morpion_check_core::geometry::{Board, BoxSize};
use morpion_check_core::listing::{Position, Register};
use morpion_check_core::state::Objects;
use morpion_check_core::walk::positions;
use morpion_check_core::walk::{Form, Verdict, check, check_with};
use std::collections::BTreeSet;

pub(crate) fn settings() -> Settings {
    Settings {
        uses: false,
        rounds: 1,
        ..Settings::new(1, 0)
    }
}

pub(crate) fn all_of(size: BoxSize, k: u64, symmetric: bool) -> Claim {
    Claim {
        all_of: true,
        symmetric,
        ..about_all(size, Objects::Games, k)
    }
}

pub(crate) fn listed(n: usize) -> Vec<u8> {
    let mut out = Vec::new();
    operation(LISTED, &[n as u64], &mut out);
    out
}

/// The beginning of a certificate all of whose nodes are open but one, which has no dots beyond these points, and whose operation
/// comes next. `None` if the rules already refute that node.
fn only_on(claim: Claim, points: &[Point]) -> Option<Vec<u8>> {
    let board = Board::new(claim.size);
    let mut file = header(claim, &settings());
    for p in cells(claim.size)
        .into_iter()
        .filter(|p| !points.contains(p))
    {
        let v = board.cell(p.0, p.1).expect("in the box");
        let mut longer = file.clone();
        number(CELL + v as u64, &mut longer);
        longer.push(OPEN);
        let mut whole = longer.clone();
        whole.push(OPEN);
        match check(&whole).map_err(|reject| reject.reason) {
            Ok(_) => file = longer,
            Err(Reason::Refuted) => return None,
            // The rules know that there is no dot.
            Err(reason) => assert_eq!(reason, Reason::NotFree),
        }
    }
    Some(file)
}

/// All positions that can be played on these points: every move is played wherever it can be, from one position to the next.
fn played(points: &[Point]) -> BTreeSet<BTreeSet<Mark>> {
    let mut found = BTreeSet::from([BTreeSet::new()]);
    let mut ahead: Vec<BTreeSet<Mark>> = vec![BTreeSet::new()];
    while let Some(game) = ahead.pop() {
        let dots: BTreeSet<Point> = cross()
            .into_iter()
            .chain(game.iter().map(|m| m.0))
            .collect();
        let slots = |&mark: &Mark| line(mark).map(|p| (p, mark.1));
        let used: BTreeSet<_> = game.iter().flat_map(slots).collect();
        let marks = points
            .iter()
            .flat_map(|&v| (0..20).map(move |m| (v, m / 5, m as i64 % 5)));
        for mark in marks.filter(|mark| !dots.contains(&mark.0)) {
            let is_there = |p: &Point| *p == mark.0 || dots.contains(p);
            let is_free = slots(&mark).iter().all(|slot| !used.contains(slot));
            if is_free && line(mark).iter().all(is_there) {
                let mut next = game.clone();
                next.insert(mark);
                if found.insert(next.clone()) {
                    ahead.push(next);
                }
            }
        }
    }
    found
}

fn words(game: &BTreeSet<Mark>) -> String {
    let move_words = |&((x, y), d, i): &Mark| ((x, y, d, i), format!("{x},{y},{d},{i}"));
    let mut moves: Vec<_> = game.iter().map(move_words).collect();
    moves.sort();
    let words: Vec<String> = moves.into_iter().map(|(_, words)| words).collect();
    words.join(" ")
}

fn turned(game: &BTreeSet<Mark>) -> BTreeSet<Mark> {
    let image = |&((x, y), d, i): &Mark| ((9 - x, 9 - y), d, 4 - i);
    game.iter().map(image).collect()
}

/// Random boxes with some points each, on which a game has exactly this box.
fn places(random: &mut Random, moves: usize, more: usize) -> Option<(BoxSize, Vec<Point>)> {
    let within = size([2, 2, 1, 1]);
    let game = random_game(random, within, moves);
    let mut points = small_cell_set(random, within, moves, more);
    points.extend(game.iter().map(|mark| mark.0));
    points.sort();
    points.dedup();
    let size = bounding_box(&game);
    points.retain(|p| size.contains(p.0, p.1));
    (points.len() < 14).then_some((size, points))
}

#[track_caller]
fn assert_finds(claim: Claim, points: &[Point]) -> usize {
    let is_object = |game: &&BTreeSet<Mark>| {
        let moves: Vec<Mark> = game.iter().copied().collect();
        let is_asked = moves.len() as u64 >= claim.k && bounding_box(&moves) == claim.size;
        is_asked && (!claim.symmetric || turned(game) == **game)
    };
    let games = played(points);
    let expected: BTreeSet<String> = games.iter().filter(is_object).map(words).collect();
    let Some(before) = only_on(claim, points) else {
        assert_eq!(expected.len(), 0);
        return 0;
    };
    for form in [Form::Fast, Form::Plain] {
        let file = [before.clone(), listed(expected.len())].concat();
        let (verdict, found) = match positions(&file, form, None) {
            Ok(seen) => seen,
            Err(reject) => panic!("a known game is lost, or one too many found: {reject}"),
        };
        let Verdict::Unfinished(seen, counts) = verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!((seen, counts.positions), (claim, expected.len()));
        let texts: BTreeSet<String> = found.iter().map(Position::to_string).collect();
        assert_eq!((found.len(), texts), (expected.len(), expected.clone()));
    }
    assert_closes(claim, points, &expected);
    // No other number will do.
    for n in [expected.len() + 1, expected.len().wrapping_sub(1)] {
        if n < 1 << 30 {
            assert_rejected(&[before.clone(), listed(n)].concat(), Reason::Listed);
        }
    }
    expected.len()
}

/// In a certificate that lists nothing, LISTED closes the node exactly if all games there are too short.
fn assert_closes(claim: Claim, points: &[Point], found: &BTreeSet<String>) {
    let moves = |words: &String| words.split(' ').count() as u64;
    let longest = found.iter().map(moves).max().unwrap_or(0);
    let closes = |k: u64| {
        let all_of = false;
        let before = only_on(Claim { k, all_of, ..claim }, points)?;
        let file = [before, listed(0)].concat();
        Some(check(&file).map_err(|reject| reject.reason))
    };
    if longest > 0 {
        assert_eq!(closes(longest), Some(Err(Reason::Listed)));
    }
    // Of symmetric ones the next number of moves is even.
    if let Some(seen) = closes(longest.max(claim.k) + 1) {
        assert!(matches!(seen, Ok(Verdict::Unfinished(..))), "{seen:?}");
    }
}

/// Fails if a listing has lost a position, has one that cannot be played, or one twice.
/// (A test of the hunt, `hunt.rs`.)
pub(crate) fn look_for_games() {
    let mut random = Random::new(35);
    let (mut found, mut boxes) = (0, BTreeSet::new());
    for n in 0..40 {
        let Some((size, points)) = places(&mut random, 4 + n % 4, 4) else {
            continue;
        };
        boxes.insert(size);
        found += assert_finds(all_of(size, 1 + n as u64 % 5, false), &points);
    }
    assert!(found > 500 && boxes.len() > 5, "{found} {boxes:?}");
}

/// The same of games that the half turn maps to themselves.
#[test]
fn listings_find_symmetric_games() {
    let mut random = Random::new(36);
    let mut found = 0;
    for _ in 0..30 {
        let Some((_, mut points)) = places(&mut random, 4, 1) else {
            continue;
        };
        points.retain(|p| size([1, 1, 1, 1]).contains(p.0, p.1));
        points.truncate(6);
        let images: Vec<Point> = points.iter().map(|p| (9 - p.0, 9 - p.1)).collect();
        points.extend(images);
        points.sort();
        points.dedup();
        for claim in [
            all_of(BoxSize::CROSS, 2, true),
            all_of(size([1, 0, 1, 0]), 2, true),
        ] {
            let inside = |p: &&Point| claim.size.contains(p.0, p.1);
            let inside: Vec<Point> = points.iter().filter(inside).copied().collect();
            found += assert_finds(claim, &inside);
        }
    }
    assert!(found > 100, "{found}");
}

/// Fails if a listing that takes too long is taken for one.
#[test]
fn a_listing_has_an_end() {
    let root = header(all_of(BoxSize::CROSS, 5, false), &settings());
    let file = [root, listed(0)].concat();
    let reject = check_with(&file, Form::Fast).expect_err("it has too many games");
    assert_eq!(reject.reason, Reason::Steps);
}

/// Fails if a certificate that lists positions may be about anything but games with K moves or more.
#[test]
fn only_claims_about_long_games_list_positions() {
    let cross = all_of(BoxSize::CROSS, 5, false);
    let open = |claim: Claim, settings: &Settings| [header(claim, settings), vec![OPEN]].concat();
    assert_unfinished(&open(cross, &settings()));
    let graphs = Claim {
        objects: Objects::Graphs,
        ..cross
    };
    assert_rejected(&open(graphs, &settings()), Reason::Lists);
    assert_rejected(&open(Claim { k: 0, ..cross }, &settings()), Reason::Lists);
    let arrival = Claim {
        size: size([1, 0, 0, 0]),
        arrival: "top".parse().ok(),
        ..cross
    };
    assert_rejected(&open(arrival, &settings()), Reason::Arrival);
    let used = Settings {
        uses: true,
        ..settings()
    };
    assert_rejected(&open(cross, &used), Reason::Uses);
}

/// The same of the operation where nothing is listed.
#[test]
fn without_a_list_no_position_may_be_found() {
    for k in [0, 5] {
        let claim = |objects| about_all(BoxSize::CROSS, objects, k);
        let file = |objects, n| {
            let settings = Settings {
                uses: k == 0,
                ..settings()
            };
            [header(claim(objects), &settings), listed(n)].concat()
        };
        assert_rejected(&file(Objects::Graphs, 0), Reason::NotGames);
        assert_rejected(&file(Objects::Games, 1), Reason::NoList);
        // There are far too many games to go through them.
        assert_rejected(&file(Objects::Games, 0), Reason::Steps);
    }
}

#[test]
fn what_keeps_one_of_many_has_no_place_beside_a_list() {
    let mut mirror = header(all_of(BoxSize::CROSS, 5, false), &settings());
    let free = Board::new(BoxSize::CROSS).cell(0, 0).expect("in the box");
    operation(MIRROR, &[1, free as u64], &mut mirror);
    mirror.extend([OPEN, OPEN]);
    assert_rejected(&mirror, Reason::MirrorPlace);
}

#[test]
fn a_node_is_listed_where_nothing_else_is_to_be_said() {
    // Rule P10 refutes the root.
    let refuted = header(all_of(size([1, 0, 0, 0]), 100, false), &settings());
    let closed = [refuted.clone(), vec![CLOSED]].concat();
    let Ok(Verdict::Valid(claim, counts)) = check(&closed) else {
        panic!("it is valid")
    };
    assert_eq!((claim.all_of, counts.positions), (true, 0));
    let words = "all games with at least 100 moves whose bounding box is exactly 1,0,0,0 end in the positions listed";
    assert_eq!(claim.to_string(), words);
    assert_rejected(&[refuted, listed(0)].concat(), Reason::Refuted);
    let open = header(all_of(BoxSize::CROSS, 5, false), &settings());
    assert_rejected(&[open.clone(), vec![CLOSED]].concat(), Reason::NotRefuted);
    assert_rejected(&[open, vec![LISTED]].concat(), Reason::Truncated);
}

#[test]
fn lists_are_checked_whole() {
    let root = header(all_of(size([1, 0, 0, 0]), 100, false), &settings());
    let file = [root, vec![CLOSED]].concat();
    let piece = check_piece(&file, Form::Fast, 0..file.len());
    assert_eq!(piece.map_err(|reject| reject.reason), Err(Reason::Whole));
}

/// Fails if a list knows an image of a position as another one, or two positions as one.
#[test]
fn a_register_knows_positions_by_their_images() {
    let near = |p: &Point| (-1..=10).contains(&p.0) && (-1..=10).contains(&p.1);
    // What can be played first, and no more: each is one of a few up to symmetry.
    let box_of_all = size([1, 1, 1, 1]);
    let around: Vec<Point> = cells(box_of_all).into_iter().filter(near).collect();
    let mut register = Register::default();
    let mut found = 0;
    for &p in &around {
        let moves = played(&[p]).into_iter().filter(|game| !game.is_empty());
        for game in moves {
            let size = bounding_box(&game.iter().copied().collect::<Vec<_>>());
            let before = only_on(all_of(size, 1, false), &[p]).expect("there is a game");
            let n = played(&[p]).len() - 1;
            let file = [before, listed(n)].concat();
            let (_, positions) = positions(&file, Form::Fast, None).expect("it is read");
            register.add(&positions);
            found += 1;
        }
    }
    assert_eq!(found, 28, "the game has 28 first moves");
    let images: BTreeSet<String> = register
        .positions()
        .map(|p| p.canonical().to_string())
        .collect();
    assert_eq!(images.len(), register.positions().len());
    assert_eq!(
        (register.positions().len(), register.sets_of_dots()),
        (4, 4)
    );
    assert!(register.text().starts_with("morpion-positions 1\n"));
    assert_eq!(register.digest().len(), 64);
}
