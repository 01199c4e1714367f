//! Certificates that list positions: the checker accepts them, and there are as many positions as when all games are played out.

use std::collections::{BTreeSet, HashMap, HashSet};

use morpion_check_core::format::Reason;
use morpion_check_core::walk::positions;
use morpion_check_core::walk::{Form, Verdict, check};
use morpion_proof::bound::dual_bound::Schedule;
use morpion_proof::branch_and_bound::{
    Branching, Limits, Params, Problem, SearchError, Start, refute,
};
use morpion_proof::claim::{Claim, Objects, Setting, Subject};
use morpion_proof::tree::{Id, Path, Tree};
use morpion_rules::game::Board;
use morpion_rules::geometry::{BoundingBox, Cell, Move, Variant, is_cross_cell};

/// All positions that can be played on these cells within the box, each as its moves, with its own bounding box.
fn play_all(board: &mut Board, points: &BTreeSet<Cell>, found: &mut Positions) {
    let mut moves: Vec<Move> = board.moves().collect();
    moves.sort_unstable();
    if found.insert(moves, board.bounding_box()).is_some() {
        return;
    }
    let next = board.legal_moves().filter(|mv| points.contains(&mv.dot()));
    for mv in next.collect::<Vec<_>>() {
        board.play(mv).unwrap();
        play_all(board, points, found);
        board.undo();
    }
}

type Positions = HashMap<Vec<Move>, BoundingBox>;

/// How many positions on these cells have exactly this bounding box, by their numbers of moves.
fn counts(bounding_box: BoundingBox, points: &BTreeSet<Cell>) -> Vec<usize> {
    let mut found = Positions::new();
    play_all(&mut board(bounding_box), points, &mut found);
    let longest = found.keys().map(Vec::len).max().unwrap();
    let mut counts = vec![0; longest + 1];
    for (moves, of_moves) in found {
        counts[moves.len()] += usize::from(of_moves == bounding_box);
    }
    counts
}

fn board(bounding_box: BoundingBox) -> Board {
    Board::confined(Variant::D5, bounding_box).unwrap()
}

/// The dots of a game of so many moves, each the one of this number of those that can be played, counted round and round.
fn points(bounding_box: BoundingBox, moves: usize, number: usize) -> BTreeSet<Cell> {
    let mut board = board(bounding_box);
    for _ in 0..moves {
        board.play_nth(number % board.legal().len());
    }
    board.moves().map(Move::dot).collect()
}

/// The dots of a position in words, one move after another as `x,y,d,i`.
fn dots(words: &str) -> BTreeSet<Cell> {
    let dot = |mv: &str| {
        let numbers: Vec<i16> = mv.split(',').map(|n| n.parse().unwrap()).collect();
        Cell::new(numbers[0], numbers[1])
    };
    words.split(' ').map(dot).collect()
}

fn list(bounding_box: [u8; 4], at_least: u32) -> Claim {
    let games = Subject::new(
        Setting::of(Variant::D5),
        bounding_box.into(),
        Objects::Games,
    );
    games.listing(at_least)
}

/// Few steps: here nothing is shown by the bound.
fn params(list_steps: u32) -> Params {
    let short = Schedule::new(3, 717, 170, 46).unwrap();
    Params {
        root_schedule: short,
        schedule: short,
        again_schedule: short,
        rounds: 1,
        list_steps,
        ..Params::default()
    }
}

/// A tree whose only node of interest is the one without dots beyond these cells, and the way there; `None` if nothing is as asked there.
fn only_on(claim: Claim, points: &BTreeSet<Cell>) -> Option<(Tree, Path)> {
    let problem = Problem::new(claim, &params(1)).unwrap();
    let mut tree = Tree::new(problem.header().clone());
    let mut id = Id::ROOT;
    let cells = (0..).zip(claim.subject.bounding_box.region(Variant::D5).cells());
    let is_beyond = |c: &Cell| !points.contains(c) && !is_cross_cell(Variant::D5, *c);
    for (cell, _) in cells.filter(|(_, c)| is_beyond(c)) {
        let [_, without] = tree.branch(id, Branching::Cell { cell });
        match check(&tree.write()).map_err(|reject| reject.reason) {
            Ok(_) => id = without,
            Err(Reason::Refuted) => return None,
            // The rules know that there is no dot.
            Err(reason) => {
                assert_eq!(reason, Reason::NotFree);
                tree.reopen(id);
            }
        }
    }
    let path = tree.path(id);
    Some((tree, path))
}

/// The number of positions on these cells that a certificate of the engine lists. The checker finds as many.
#[track_caller]
fn listed(asked: Claim, points: &BTreeSet<Cell>, list_steps: u32) -> usize {
    let Some((tree, path)) = only_on(asked, points) else {
        return 0;
    };
    let start = Start::Below(tree, path.clone());
    let outcome = refute(asked, &params(list_steps), &Limits::default(), start).unwrap();
    let tree = outcome.tree;
    assert!(outcome.witness.is_none() && tree.open_below(tree.at(&path).unwrap()) == 0);
    let file = tree.write();
    assert_eq!(Tree::read(&file).unwrap().write(), file);
    let (verdict, found) = positions(&file, Form::Fast, None).unwrap();
    let (Verdict::Valid(claim, _) | Verdict::Unfinished(claim, _)) = verdict;
    assert!(claim.all_of && claim.k == u64::from(asked.k));
    let different: HashSet<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), found.len());
    assert_eq!(tree.listed(), found.len() as u64);
    // If a dot beyond the cells is known to be present, all objects have it.
    let lies_there = |words: &&String| dots(words).is_subset(points);
    different.iter().filter(lies_there).count()
}

/// Fails if a certificate of the engine misses a position, has one too many, or is no list.
#[test]
fn games_are_listed_as_they_can_be_played() {
    let mut seen = 0;
    let games = [
        ([0, 0, 0, 0], 7),
        ([1, 0, 0, 0], 11),
        ([1, 1, 0, 0], 21),
        ([1, 0, 1, 0], 27),
    ];
    for (bounding_box, number) in games {
        let within = bounding_box.into();
        let points = &points(within, 7, number) | &points(within, 3, 5);
        let counts = counts(within, &points);
        for least in [1, 3, counts.len() - 1, counts.len()] {
            let expected: usize = counts.iter().skip(least).sum();
            let asked = list(bounding_box, least as u32);
            for steps in [4096, 4] {
                let found = listed(asked, &points, steps);
                assert_eq!(found, expected, "{bounding_box:?} {least} of {counts:?}");
            }
            seen += expected;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Fails if a certificate without positions is not whole, or shows something else.
#[test]
fn where_nothing_is_that_long_nothing_is_listed() {
    let asked = list([2, 1, 1, 1], 83);
    let outcome = refute(asked, &Params::default(), &Limits::default(), Start::Root);
    let tree = outcome.unwrap().tree;
    assert!(tree.is_complete() && tree.listed() == 0);
    let (verdict, found) = positions(&tree.write(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.all_of && claim.k == 83));
    assert_eq!(found.len(), 0);
}

#[test]
fn only_games_of_some_moves_are_listed() {
    let asked = list([1, 0, 1, 0], 4);
    let graphs = Subject {
        objects: Objects::Graphs,
        ..asked.subject
    };
    let graphs = graphs.listing(4);
    let any = list([1, 0, 1, 0], 0);
    for asked in [graphs, any] {
        let refused = refute(asked, &Params::default(), &Limits::default(), Start::Root);
        assert!(matches!(refused, Err(SearchError::NoList)), "{asked:?}");
    }
}
