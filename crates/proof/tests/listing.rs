//! Certificates that list positions: the checker accepts them, and there are as many positions as when all games are played out.

use std::collections::HashSet;

use morpion_check::certificate::{Form, Reason, Verdict, check};
use morpion_check::listing::positions;
use morpion_proof::bound::dual_bound::Schedule;
use morpion_proof::branch_and_bound::{
    Branching, Limits, Params, Problem, Question, SearchError, Start, refute,
};
use morpion_proof::game::Objects;
use morpion_proof::tree::{Id, Path, Tree};

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const CROSS: [&str; 10] = [
    "...####...",
    "...#..#...",
    "...#..#...",
    "####..####",
    "#........#",
    "#........#",
    "####..####",
    "...#..#...",
    "...#..#...",
    "...####...",
];

/// A position by its dots, and by direction the dots on its lines. (Lines of a direction share no dot, so these tell the lines.)
type Seen = (u128, [u128; 4]);

/// The cells of a box as bits, and what can be drawn there.
struct Naive {
    box_of_all: [i32; 4],
    /// Direction and cells of each.
    lines: Vec<(usize, u128)>,
}

impl Naive {
    fn new(box_of_all: [i32; 4]) -> Self {
        let mut naive = Self {
            box_of_all,
            lines: Vec::new(),
        };
        for (d, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            for (x, y) in naive.cells() {
                let line = [0, 1, 2, 3, 4].map(|i| naive.bit(x + i * dx, y + i * dy));
                if line.iter().all(|bit| *bit != 0) {
                    naive.lines.push((d, line.iter().sum()));
                }
            }
        }
        naive
    }

    fn cells(&self) -> Vec<(i32, i32)> {
        let [top, right, bottom, left] = self.box_of_all;
        let row = |y| (-left..=9 + right).map(move |x| (x, y));
        (-top..=9 + bottom).flat_map(row).collect()
    }

    /// The bit of a cell; 0 beyond the box.
    fn bit(&self, x: i32, y: i32) -> u128 {
        let number = self.cells().iter().position(|&cell| cell == (x, y));
        number.map_or(0, |number| 1 << number)
    }

    fn cross(&self) -> u128 {
        let is_dot = |&(x, y): &(i32, i32)| {
            let row = usize::try_from(y).ok().and_then(|y| CROSS.get(y));
            let column = usize::try_from(x).ok();
            row.zip(column)
                .is_some_and(|(row, x)| row.as_bytes().get(x) == Some(&b'#'))
        };
        let dots = self.cells().into_iter().filter(is_dot);
        dots.map(|(x, y)| self.bit(x, y)).sum()
    }

    /// The outermost cells of sides at distances above 0, side by side.
    fn sides(&self) -> Vec<u128> {
        let [top, right, bottom, left] = self.box_of_all;
        let of = |lies: &dyn Fn(&(i32, i32)) -> bool| -> u128 {
            let cells = self.cells().into_iter().filter(lies);
            cells.map(|(x, y)| self.bit(x, y)).sum()
        };
        let all = [
            (top, of(&|p| p.1 == -top)),
            (right, of(&|p| p.0 == 9 + right)),
            (bottom, of(&|p| p.1 == 9 + bottom)),
            (left, of(&|p| p.0 == -left)),
        ];
        all.into_iter().filter(|s| s.0 > 0).map(|s| s.1).collect()
    }

    /// All positions with exactly this bounding box that can be played on these cells, by their numbers of moves.
    fn counts(&self, points: u128) -> Vec<usize> {
        let sides = self.sides();
        let fits = |seen: &&Seen| sides.iter().all(|side| side & seen.0 != 0);
        let mut here = HashSet::from([(self.cross(), [0; 4])]);
        let mut counts = Vec::new();
        while !here.is_empty() {
            counts.push(here.iter().filter(fits).count());
            let next = |seen: &Seen| self.next(*seen, points);
            here = here.iter().flat_map(next).collect();
        }
        counts
    }

    fn next(&self, (dots, used): Seen, points: u128) -> Vec<Seen> {
        let played = |&(d, line): &(usize, u128)| {
            let new = line & !dots;
            let is_move = new.count_ones() == 1 && new & points != 0 && line & used[d] == 0;
            let mut drawn = used;
            drawn[d] |= line;
            is_move.then_some((dots | line, drawn))
        };
        self.lines.iter().filter_map(played).collect()
    }

    /// The dots of a position in words, one move after another as `x,y,d,i`.
    fn dots(&self, words: &str) -> u128 {
        let dot = |mv: &str| {
            let numbers: Vec<i32> = mv.split(',').map(|n| n.parse().unwrap()).collect();
            self.bit(numbers[0], numbers[1])
        };
        words.split(' ').map(dot).fold(0, |dots, dot| dots | dot)
    }

    /// The dots of a game of so many moves, each the one of this number of those that can be played, counted round and round.
    fn points(&self, moves: usize, number: usize) -> u128 {
        let mut seen = (self.cross(), [0; 4]);
        for _ in 0..moves {
            let next = self.next(seen, u128::MAX);
            seen = next
                .get(number % next.len().max(1))
                .copied()
                .unwrap_or(seen);
        }
        seen.0 & !self.cross()
    }
}

fn question(bounding_box: [i32; 4], at_least: u32) -> Question {
    Question {
        bounding_box: bounding_box.map(|d| d as u8).into(),
        objects: Objects::Games,
        symmetric: false,
        at_least,
        arrival: None,
        all_of: true,
    }
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
fn only_on(naive: &Naive, question: Question, points: u128) -> Option<(Tree, Path)> {
    let problem = Problem::new(question, &params(1)).unwrap();
    let mut tree = Tree::new(problem.header().clone());
    let mut id = Id::ROOT;
    let beyond = !points & !naive.cross();
    for cell in (0..naive.cells().len() as u16).filter(|cell| beyond >> cell & 1 != 0) {
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
fn listed(naive: &Naive, question: Question, points: u128, list_steps: u32) -> usize {
    let Some((tree, path)) = only_on(naive, question, points) else {
        return 0;
    };
    let start = Start::Below(tree, path.clone());
    let outcome = refute(question, &params(list_steps), &Limits::default(), start).unwrap();
    let tree = outcome.tree;
    assert!(outcome.witness.is_none() && tree.open_below(tree.at(&path).unwrap()) == 0);
    let file = tree.write();
    assert_eq!(Tree::read(&file).unwrap().write(), file);
    let (verdict, found) = positions(&file, Form::Fast, None).unwrap();
    let (Verdict::Valid(claim, _) | Verdict::Unfinished(claim, _)) = verdict;
    assert!(claim.all_of && claim.k == u64::from(question.at_least));
    let different: HashSet<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), found.len());
    assert_eq!(tree.listed(), found.len() as u64);
    // Where a dot beyond the cells is known to be there, objects have it.
    let lies_there = |words: &&String| naive.dots(words) & !points == 0;
    different.iter().filter(lies_there).count()
}

/// Fails if a certificate of the engine misses a position, has one too many, or is none.
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
        let naive = Naive::new(bounding_box);
        let points = naive.points(7, number) | naive.points(3, 5);
        let counts = naive.counts(points);
        for least in [1, 3, counts.len() - 1, counts.len()] {
            let expected: usize = counts.iter().skip(least).sum();
            let asked = question(bounding_box, least as u32);
            for steps in [4096, 4] {
                let found = listed(&naive, asked, points, steps);
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
    let asked = question([2, 1, 1, 1], 83);
    let outcome = refute(asked, &Params::default(), &Limits::default(), Start::Root);
    let tree = outcome.unwrap().tree;
    assert!(tree.is_complete() && tree.listed() == 0);
    let (verdict, found) = positions(&tree.write(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.all_of && claim.k == 83));
    assert_eq!(found.len(), 0);
}

#[test]
fn only_games_of_some_moves_are_listed() {
    let asked = question([1, 0, 1, 0], 4);
    let graphs = Question {
        objects: Objects::Graphs,
        ..asked
    };
    let any = question([1, 0, 1, 0], 0);
    for asked in [graphs, any] {
        let refused = refute(asked, &Params::default(), &Limits::default(), Start::Root);
        assert!(matches!(refused, Err(SearchError::NoList)), "{asked:?}");
    }
}
