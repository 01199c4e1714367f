//! A hunt for known objects that the checker loses, by what it accepts and refuses alone.
//!
//! A known game or graph refutes claims: that its box has none of as many moves, none at all, none that arrives in this way. So
//! certificates of these claims are written operation by operation, mostly at random and not in order to prove anything, and the
//! object is followed: it satisfies one of the two children of each node that it satisfies. Its node must never be closed, by
//! whatever operation, and its moves must remain allowed to the end. `tests/planted.rs` shows that the hunt finds bugs.

use crate::naive::{Mark, Point, cells, cross, line};
use crate::prover::{
    CELL, CLOSED, LISTED, MARK, MIRROR, OPEN, Settings, header, number, operation,
};
use crate::sources::{Random, bounding_box, order_of_play, random_game, random_symmetric_game};
use morpion_check_core::format::{Claim, Reason};
use morpion_check_core::geometry::{Arrival, Board, BoxSize};
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::Theorem;
use morpion_check_core::walk::{Form, Verdict, check_with};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Moves; those of a game in an order of play.
type Object = Vec<Mark>;

/// The image of a cell under a symmetry, section 6.
fn turned(h: u8, (x, y): Point) -> Point {
    let (x, y) = if h & 4 == 0 { (x, y) } else { (y, x) };
    let x = if h & 1 == 0 { x } else { 9 - x };
    (x, if h & 2 == 0 { y } else { 9 - y })
}

fn image(h: u8, object: &[Mark]) -> Object {
    let of = |mark: &Mark| {
        let cells: BTreeSet<Point> = line(*mark).map(|p| turned(h, p)).into();
        let dot = turned(h, mark.0);
        let all = (0..20).map(|m| (dot, m / 5, m as i64 % 5));
        let mut images = all.filter(|&mark| BTreeSet::from(line(mark)) == cells);
        images.next().expect("the image of a line is a line")
    };
    object.iter().map(of).collect()
}

/// An object of a folder of results.
fn known(name: &str) -> Object {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    let text = std::fs::read_to_string(folder.join(name)).expect("the witness is there");
    let parse = |line: &str| {
        let numbers: Vec<i64> = line
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        ((numbers[0], numbers[1]), numbers[2] as usize, numbers[3])
    };
    text.lines().map(parse).collect()
}

/// How the last move of a game made its box larger, if it did.
fn arrival_of(game: &[Mark]) -> Option<Arrival> {
    let (_, before) = game.split_last()?;
    let (old, new) = (
        bounding_box(before).distances(),
        bounding_box(game).distances(),
    );
    let grown = (0..4).filter(|&k| old[k] < new[k]).map(|k| 1 << k);
    Arrival::from_mask(grown.sum())
}

/// A certificate up to a node that some objects satisfy, all others being open.
struct Hunt<'a> {
    random: &'a mut Random,
    claim: Claim,
    /// The objects that satisfy the node.
    alive: Vec<Object>,
    file: Vec<u8>,
    /// The number of second nodes that have to follow.
    waiting: usize,
    form: Form,
}

/// An operation that goes on, and the objects at the node to which it leads.
struct Step {
    bytes: Vec<u8>,
    follows_first: bool,
    alive: Vec<Object>,
}

impl<'a> Hunt<'a> {
    fn new(random: &'a mut Random, claim: Claim, object: &[Mark]) -> Self {
        let images = (0..8).map(|h| image(h, object));
        let is_alike = |image: &Object| {
            let arrives = claim.arrival.is_none() || arrival_of(image) == claim.arrival;
            bounding_box(image) == claim.size && arrives
        };
        let mut alive: Vec<Object> = images.filter(is_alike).collect();
        alive.sort_unstable();
        alive.dedup();
        let settings = random_settings(random);
        Self {
            file: header(claim, &settings),
            waiting: 0,
            form: random.pick(&[Form::Fast, Form::Fast, Form::Fast, Form::Fast, Form::Plain]),
            random,
            claim,
            alive,
        }
    }

    fn board(&self) -> Board {
        Board::new(self.claim.size)
    }

    /// The verdict of the checker if these operations follow and all further nodes are open.
    fn says(&self, operations: &[u8], more: usize) -> Result<(), Reason> {
        let mut file = [&self.file, operations].concat();
        file.extend(std::iter::repeat_n(OPEN, self.waiting + more));
        match check_with(&file, self.form) {
            Ok(Verdict::Unfinished(..)) => Ok(()),
            Ok(Verdict::Valid(..)) => panic!("a certificate with open nodes is valid: {file:?}"),
            Err(reject) => Err(reject.reason),
        }
    }

    fn lost(&self, by: &str) -> ! {
        panic!(
            "a known object is lost by {by}: {}, {:?}",
            self.claim, self.file
        )
    }

    /// Takes a step if the checker allows it; an error if it does not.
    fn step(&mut self, step: Step) -> Result<(), Reason> {
        let mut bytes = step.bytes;
        bytes.extend((!step.follows_first).then_some(OPEN));
        let more = 1 + usize::from(step.follows_first);
        self.says(&bytes, more)?;
        self.file.extend(bytes);
        self.waiting += more - 1;
        self.alive = step.alive;
        Ok(())
    }

    /// A case distinction by which some of the objects are at the first node and the others at the second.
    fn split(&mut self, bytes: Vec<u8>, is_first: impl Fn(&Object) -> bool) -> Result<(), Reason> {
        let (first, second): (Vec<_>, Vec<_>) = self.alive.iter().cloned().partition(is_first);
        let follows_first = second.is_empty() || (!first.is_empty() && self.random.below(2) == 0);
        self.step(Step {
            bytes,
            follows_first,
            alive: if follows_first { first } else { second },
        })
    }

    fn cell(&mut self, point: Point) {
        let v = self.board().cell(point.0, point.1).expect("in the box");
        let mut bytes = Vec::new();
        number(CELL + v as u64, &mut bytes);
        let has = |object: &Object| object.iter().any(|mark| mark.0 == point);
        let some = self.alive.iter().filter(|object| has(object)).count();
        match self.split(bytes, has) {
            Ok(()) => {}
            // A cell that only some of them have must be free; where all have it, or none, `survive` finds out.
            Err(Reason::NotFree) if some == 0 || some == self.alive.len() => {}
            Err(reason) => self.lost(&format!("what CELL {v} finds: {reason}")),
        }
    }

    fn mark(&mut self, mark: Mark) {
        let v = self.board().cell(mark.0.0, mark.0.1).expect("in the box");
        let m = 5 * mark.1 as u64 + mark.2 as u64;
        let mut bytes = Vec::new();
        operation(MARK, &[v as u64, m], &mut bytes);
        let has = |object: &Object| object.contains(&mark);
        let some = self.alive.iter().any(has);
        match self.split(bytes, has) {
            Ok(()) => {}
            Err(Reason::NotAllowed) if !some => {}
            Err(reason) => self.lost(&format!("what MARK {v} {m} finds: {reason}")),
        }
    }

    fn mirror(&mut self, h: u8, point: Point) {
        let v = self.board().cell(point.0, point.1).expect("in the box");
        let mut bytes = Vec::new();
        operation(MIRROR, &[h.into(), v as u64], &mut bytes);
        let has = |point: Point| move |object: &Object| object.iter().any(|mark| mark.0 == point);
        let first: Vec<Object> = self
            .alive
            .iter()
            .filter(|o| has(point)(o))
            .cloned()
            .collect();
        let follows_first = !first.is_empty();
        let alive = if follows_first {
            first
        } else {
            self.alive.clone()
        };
        match self.step(Step {
            bytes,
            follows_first,
            alive,
        }) {
            // Where no object is at the first node, all are at the second.
            Ok(()) if !follows_first && self.alive.iter().any(has(turned(h, point))) => {
                self.lost("MIRROR");
            }
            Ok(())
            | Err(Reason::NotFree | Reason::Symmetry | Reason::MirrorPlace | Reason::OwnImage) => {}
            Err(reason) => self.lost(&format!("what MIRROR {h} {v} finds: {reason}")),
        }
    }

    /// A MIRROR that must not be there, or whose second node matters: of a cell that no object has, though one has its image.
    fn mirror_anywhere(&mut self, outside: &[Point]) {
        let h = self.random.below(8) as u8;
        let has = |p: Point| {
            let mut all = self.alive.iter().flatten();
            all.any(|mark| mark.0 == p)
        };
        let mut points = outside.to_vec();
        points.retain(|&p| !has(p) && has(turned(h, p)));
        let some = [&points[..], outside][usize::from(points.is_empty())];
        let point = self.random.pick(some);
        self.mirror(h, point);
    }

    /// Nothing may close the node, and each object must have all its moves allowed, together.
    fn survive(&mut self) {
        if self.says(&[CLOSED], 0) != Err(Reason::NotRefuted) {
            self.lost("rules, bound or CLOSED");
        }
        let alive = self.alive.clone();
        let chosen = self.random.below(alive.len());
        for (n, object) in alive.iter().enumerate() {
            let (bytes, _) = self.made(object);
            if let Err(reason) = self.says(&bytes, object.len() + 1) {
                self.lost(&format!("what its own moves find: {reason}"));
            }
            let closed = [&bytes[..], &[CLOSED]].concat();
            if self.says(&closed, object.len()) != Err(Reason::NotRefuted) {
                self.lost("rules, bound or CLOSED, when all its moves are made");
            }
            // It takes long where many dots are open.
            if n == chosen && self.random.below(6) == 0 {
                self.resist(object);
            }
        }
    }

    /// No listing may be empty where an object is, some of whose last moves are open.
    fn resist(&mut self, object: &[Mark]) {
        let made = object.len() - self.random.below(4.min(object.len()));
        let (listed, more) = self.made(&object[..made]);
        match self.says(&[&listed[..], &[LISTED, 0]].concat(), more) {
            Ok(()) => self.lost("LISTED"),
            Err(Reason::Listed | Reason::Steps | Reason::NotGames) => {}
            Err(reason) => self.lost(&format!("what LISTED finds: {reason}")),
        }
    }

    /// Operations that make moves, and by how many nodes more wait then.
    fn made(&self, moves: &[Mark]) -> (Vec<u8>, usize) {
        let mut bytes = Vec::new();
        for mark in moves {
            let v = self.board().cell(mark.0.0, mark.0.1).expect("in the box");
            let m = 5 * mark.1 as u64 + mark.2 as u64;
            operation(MARK, &[v as u64, m], &mut bytes);
        }
        (bytes, moves.len())
    }

    /// A walk from the root to a node, and the tests there.
    fn run(mut self) {
        let all: Vec<Point> = cells(self.claim.size).into_iter().collect();
        let outside: Vec<Point> = all
            .iter()
            .copied()
            .filter(|p| !cross().contains(p))
            .collect();
        if self.random.below(2) == 0 {
            (0..4).for_each(|_| self.mirror_anywhere(&outside));
        }
        let (of_dots, of_others, of_marks) =
            self.random
                .pick(&[(0, 0, 2), (2, 2, 4), (6, 2, 0), (6, 6, 0)]);
        let object = self.alive[self.random.below(self.alive.len())].clone();
        for mark in &object {
            let (dot, other) = (self.random.below(6) < of_dots, self.random.below(2));
            if dot && other == 0 {
                self.mark(*mark);
            } else if dot {
                self.cell(mark.0);
            }
        }
        for _ in 0..of_marks {
            let (v, m) = (self.random.pick(&outside), self.random.below(20));
            self.mark((v, m / 5, m as i64 % 5));
        }
        let rest: Vec<Point> = outside
            .iter()
            .copied()
            .filter(|&p| object.iter().all(|mark| mark.0 != p))
            .collect();
        for point in rest {
            if self.random.below(6) < of_others {
                self.cell(point);
            }
        }
        (0..3).for_each(|_| self.mirror_anywhere(&outside));
        self.survive();
    }
}

/// Recipes from none to good ones.
fn random_settings(random: &mut Random) -> Settings {
    let steps = random.pick(&[0, 2, 10, 40]);
    let schedule = [
        steps,
        random.pick(&[30, 300, 1023]),
        120,
        random.pick(&[4, 24]),
    ];
    Settings {
        // With uses an object may be lost for the sake of another.
        uses: false,
        start: random.pick(&[0, 100, 700]),
        price: random.pick(&[0, 700]),
        rounds: random.pick(&[1, 2]),
        again: 1,
        schedules: vec![schedule; 3],
    }
}

/// Claims that an object refutes.
fn refuted(random: &mut Random, object: &[Mark], objects: Objects, symmetric: bool) -> Claim {
    let moves = object.len() as u64;
    let arrival = arrival_of(object).filter(|_| objects == Objects::Games && !symmetric);
    let arrival = arrival.filter(|_| random.below(3) == 0);
    let k = if arrival.is_some() || random.below(4) == 0 {
        0
    } else {
        moves - random.pick(&[0, 0, 0, 1, 2]).min(moves - 1)
    };
    let size = bounding_box(object);
    Claim {
        size,
        arrival,
        objects,
        symmetric,
        k,
        all_of: false,
    }
}

fn hunt(random: &mut Random, object: &[Mark], objects: Objects, symmetric: bool) {
    let claim = refuted(random, object, objects, symmetric);
    Hunt::new(random, claim, object).run();
}

#[test]
fn no_known_game_is_lost() {
    let mut random = Random::new(41);
    let games = ["0-0-0-0", "1-0-0-0", "1-1-0-0", "1-1-1-1", "2-2-0-0"];
    let games = games.map(|name| known(&format!("5D/certificates/{name}.games.moves")));
    for _ in 0..40 {
        let game = &games[random.below(games.len())];
        // A beginning of a game is a game.
        let some = 1 + random.below(game.len());
        let moves = random.pick(&[game.len(), some]);
        let objects = random.pick(&[Objects::Games, Objects::Games, Objects::Graphs]);
        hunt(&mut random, &game[..moves], objects, false);
    }
}

#[test]
fn no_known_graph_is_lost() {
    let mut random = Random::new(42);
    let graphs = ["1-0-0-0", "1-1-1-0", "2-1-1-1"];
    let graphs = graphs.map(|name| known(&format!("5D/certificates/{name}.graphs.moves")));
    assert!(graphs.iter().any(|graph| order_of_play(graph).is_none()));
    for _ in 0..15 {
        let graph = &graphs[random.below(graphs.len())];
        hunt(&mut random, graph, Objects::Graphs, false);
    }
}

#[test]
fn no_known_symmetric_object_is_lost() {
    let mut random = Random::new(43);
    let of = |name: &str| known(&format!("5D-symmetric/certificates/{name}.moves"));
    let games = ["0-0-0-0.games", "1-0-1-0.games", "1-1-1-1.games"].map(of);
    let graphs = ["1-0-1-0.graphs", "1-1-1-1.graphs"].map(of);
    for round in 0..20 {
        match round % 4 {
            0 => hunt(&mut random, &graphs[round % 2], Objects::Graphs, true),
            1 => {
                let game = random_symmetric_game(&mut random, BoxSize::CROSS, 40);
                hunt(&mut random, &game, Objects::Games, true);
            }
            _ => hunt(&mut random, &games[round % 3], Objects::Games, true),
        }
    }
}

#[test]
fn no_game_is_lost_by_its_arrival() {
    let mut random = Random::new(44);
    let game = known("5D/certificates/2-2-2-1.games.moves");
    for round in 0..20 {
        let played = random_game(&mut random, BoxSize::new([1, 1, 1, 1]).expect("small"), 30);
        let game = if round % 2 == 0 { &game } else { &played };
        let arrives = |moves: &usize| arrival_of(&game[..*moves]).is_some();
        let arrivals: Vec<usize> = (1..=game.len()).filter(arrives).collect();
        // A few random games never leave the first box.
        if !arrivals.is_empty() {
            let moves = random.pick(&arrivals);
            hunt(&mut random, &game[..moves], Objects::Games, false);
        }
    }
}

/// The facts about the course of a game: for each canonical box the most moves that it had there, and its arrivals.
struct Told {
    most: BTreeMap<BoxSize, usize>,
    arrivals: BTreeSet<(BoxSize, Arrival)>,
}

impl Told {
    fn new(game: &[Mark], step: usize) -> Self {
        let mut told = Self {
            most: BTreeMap::new(),
            arrivals: BTreeSet::new(),
        };
        for moves in (0..=game.len()).step_by(step) {
            let size = bounding_box(&game[..moves]);
            told.most.insert(size.canonical(), moves);
            let arrival = arrival_of(&game[..moves]).filter(|_| step == 1);
            told.arrivals.extend(arrival.map(|by| by.canonical(size)));
        }
        told
    }

    /// A theorem that no object has more than `at_most` moves, each line of which is true of the game; it lists all boxes that have
    /// such a line.
    fn theorem(&self, random: &mut Random, kind: &str, at_most: usize, largest: BoxSize) -> String {
        let mut text = format!("morpion-theorem 1\nobjects {kind}\nat-most {at_most}\n");
        let [top, right, bottom, left] = largest.distances().map(u64::from);
        let rows = (0..=top).flat_map(|t| (0..=right).map(move |r| (t, r)));
        let rest =
            move |(t, r)| (0..=bottom).flat_map(move |b| (0..=left).map(move |l| [t, r, b, l]));
        for size in rows.flat_map(rest).filter_map(BoxSize::new) {
            for by in Arrival::ALL
                .into_iter()
                .filter(|by| kind == "games" && by.fits(size))
            {
                if !self.arrivals.contains(&by.canonical(size)) && random.below(2) == 0 {
                    text += &format!("arrival {size} {by} a.cert\n");
                }
            }
            let most = self.most.get(&size).copied();
            if size == size.canonical() {
                text += &match most {
                    None if random.below(3) == 0 => format!("box {size} empty b.cert\n"),
                    None => format!("box {size} at-most 1 b.cert\n"),
                    Some(most) if most <= at_most => format!("box {size} at-most {most} b.cert\n"),
                    Some(most) if random.below(2) == 0 => {
                        format!("box {size} at-most {most} b.cert\n")
                    }
                    Some(_) => String::new(),
                };
            }
        }
        text
    }
}

/// No list of statements that are true of a game is enough to conclude that the game does not exist.
#[test]
fn no_theorem_contradicts_a_known_game() {
    let mut random = Random::new(45);
    let largest = |game: &[Mark]| {
        let [t, r, b, l] = bounding_box(game).canonical().distances();
        BoxSize::new([t + 1, r.max(l) + 1, b + 1, r.max(l) + 1].map(u64::from)).expect("small")
    };
    for round in 0..60 {
        let within = BoxSize::new([2, 2, 2, 2]).expect("small");
        let symmetric = round % 3 == 0;
        let game = if symmetric {
            random_symmetric_game(&mut random, within, 60)
        } else {
            random_game(&mut random, within, 60)
        };
        let (kind, step) = if symmetric {
            ("symmetric-games", 2)
        } else {
            ("games", 1)
        };
        let told = Told::new(&game, step);
        let at_most = game.len() - 1 - random.below(game.len().min(8));
        let text = told.theorem(&mut random, kind, at_most, largest(&game));
        let within = format!(
            "morpion-theorem 1\nwithin {}\n",
            bounding_box(&game).canonical()
        );
        for text in [
            text.clone(),
            text.replacen("morpion-theorem 1\n", &within, 1),
        ] {
            let theorem = Theorem::parse(&text).expect("the lines are as they should be");
            let concluded = theorem.conclusion();
            assert!(
                concluded.is_err(),
                "a known game is lost: {concluded:?} by {text}"
            );
        }
    }
}

/// Fails if a game is left out of a list.
#[test]
fn no_known_game_is_left_out_of_a_list() {
    crate::listing::look_for_games();
}
