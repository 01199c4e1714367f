//! No rule, no fixing and no bound may cost an object: real games and all graphs of small cell sets are hunted for.

use crate::naive::{Mark, Point, apply_order, cells, cross, line};
use crate::rules::size;
use crate::sources::{
    Random, all_graphs, bounding_box, game_to_the_corner, order_of_play, random_game,
    random_symmetric_game, small_cell_set,
};
use morpion_check_core::bound::{Goal, Multipliers, Ranges, Schedule};
use morpion_check_core::bound::{UNIT, improve};
use morpion_check_core::geometry::{Arrival, Board, image};
use morpion_check_core::plain::{Evaluation, Recipe};
use morpion_check_core::state::{Cell, Objects, State};
use std::collections::BTreeSet;

/// Whether the state still admits the object; for games, given in an order of play.
fn survives(board: &Board, state: &State, object: &[Mark]) -> bool {
    let at = |p: Point| board.cell(p.0, p.1).expect("in the box");
    let index = |v: usize| object.iter().position(|mark| at(mark.0) == v);
    (0..board.cells()).all(|v| match (state.cell(v), index(v)) {
        (Cell::Cross, None) | (Cell::Free | Cell::Absent, None) => true,
        (Cell::Free | Cell::Present, Some(i)) => {
            let (_, d, position) = object[i];
            let allowed = state.allowed(v) >> (5 * d + position as usize) & 1 != 0;
            let ordered = (0..board.cells())
                .filter(|&p| state.precedes(p, v))
                .all(|p| index(p).is_some_and(|p| p < i));
            allowed && ordered
        }
        _ => false,
    })
}

/// A random decision that is true of the object.
fn true_decision(random: &mut Random, board: &Board, state: &mut State, object: &[Mark]) {
    let v = random.below(board.cells());
    let (point, cell) = (board.position(v), state.cell(v));
    match object.iter().find(|mark| mark.0 == point) {
        Some(&(_, d, i)) if random.below(2) == 0 => state.force(v, 5 * d + i as usize).unwrap(),
        Some(_) => state.set_present(v).unwrap(),
        None if cell != Cell::Cross && random.below(2) == 0 => state.set_absent(v).unwrap(),
        None => state.forbid(v, 1 << random.below(20)),
    }
}

fn random_multipliers(random: &mut Random, board: &Board, ranges: Ranges) -> Multipliers {
    let scale = 1 + random.below(ranges.slot as usize);
    let side = random.below(ranges.side as usize * 256) as i64;
    let most = 1 + random.below(1 + ranges.usage as usize * 256);
    let uses: Vec<i64> = (0..board.cells())
        .map(|_| random.below(most) as i64)
        .collect();
    let slot = |_, _| random.below(scale * 256) as i64;
    Multipliers::from_fn(board, ranges, slot, |_| side, |v| uses[v])
}

/// An object without its useless dots, and without those that become useless once these are gone.
fn without_useless_dots(board: &Board, mut object: Vec<Mark>) -> Vec<Mark> {
    let is_useful = |mark: &Mark, all: &[Mark]| {
        let v = board.cell(mark.0.0, mark.0.1).expect("it lies in the box");
        let users = all.iter().filter(|other| line(**other).contains(&mark.0));
        !board.inner[v] || users.count() > 1
    };
    loop {
        let before = object.clone();
        object.retain(|mark| is_useful(mark, &before));
        if object.len() == before.len() {
            return object;
        }
    }
}

fn random_schedule(random: &mut Random, steps: i64) -> Schedule {
    Schedule {
        steps,
        width: 1 + random.below(1023) as i64,
        decay: random.below(200) as i64,
        rate: 1 + random.below(64) as i64,
    }
}

/// The recipe in the plain form: the best value.
fn best_value(
    evaluation: &mut Evaluation<'_>,
    state: &State,
    goal: Goal,
    fine: &mut Multipliers,
    schedule: Schedule,
) -> i64 {
    let target = goal.target(state);
    let mut recipe = Recipe::new(evaluation, state, goal, fine);
    let (value, _) = improve(&mut recipe, fine, target, schedule);
    assert_eq!(evaluation.evaluate(state, goal.gain, fine), value);
    value
}

/// Decides in a state what is true of an object, in turn with all that draws conclusions, and sees that the object survives.
fn assert_survives_everything(
    random: &mut Random,
    board: &Board,
    mut state: State,
    object: &[Mark],
    (objects, gain): (Objects, i64),
) {
    let mut evaluation = Evaluation::new(board);
    let moves = object.len() as i64;
    let ranges = if gain == 0 {
        Ranges::WITH_USES
    } else {
        Ranges::WITHOUT_USES
    };
    for step in 0..30 {
        state
            .propagate(board)
            .expect("the object satisfies this state");
        assert!(survives(board, &state, object), "step {step}");
        if objects == Objects::Games {
            apply_order(&mut state, board, random.below(board.cells()));
            state.propagate(board).expect("a game satisfies rule P8");
            assert!(survives(board, &state, object), "step {step}, P8");
        }
        let mut fine = random_multipliers(random, board, ranges);
        assert!(evaluation.evaluate(&state, gain, &fine) >= gain * moves);
        let goal = Goal {
            gain,
            moves: moves as u64,
            balanced: random.below(2) == 0,
            ranges,
        };
        let schedule = random_schedule(random, 20);
        let target = goal.target(&state);
        let value = best_value(&mut evaluation, &state, goal, &mut fine, schedule);
        assert!(value >= target);
        evaluation
            .fix(&mut state, target)
            .expect("the object reaches the target");
        assert!(survives(board, &state, object), "step {step}, fixed");
        if objects == Objects::Games {
            state.apply_orders(board).expect("a game satisfies rule P8");
            assert!(survives(board, &state, object), "step {step}, P8 for all");
        }
        (0..4).for_each(|_| true_decision(random, board, &mut state, object));
    }
}

#[test]
fn games_survive_everything_that_is_true_of_them() {
    let mut random = Random::new(3);
    for round in 0..40 {
        let most = 5 + random.below(60);
        let symmetric = round % 3 == 0;
        let within = size([3, 2, 3, 2]);
        let game = if symmetric {
            random_symmetric_game(&mut random, within, most)
        } else {
            random_game(&mut random, within, most)
        };
        let board = Board::new(bounding_box(&game));
        let objects = if round % 4 == 0 {
            Objects::Graphs
        } else {
            Objects::Games
        };
        let state = State::new(&board, objects, symmetric).with_moves(game.len() as u64);
        assert_survives_everything(&mut random, &board, state, &game, (objects, UNIT));
        let game = without_useless_dots(&board, game);
        let state = State::new(&board, objects, symmetric);
        assert_survives_everything(&mut random, &board, state, &game, (objects, 0));
    }
}

/// How the last move of a game in an order of play made its bounding box larger, if it did.
fn arrival_of(game: &[Mark]) -> Option<Arrival> {
    let (_, before) = game.split_last()?;
    let mut resized = bounding_box(before).resized().into_iter();
    let (_, arrival) = resized.find(|&(size, _)| size == bounding_box(game))?;
    Some(arrival)
}

/// The image of a move: the image of its dot by the line with the images of its cells.
fn moved(h: u8, mark: Mark) -> Mark {
    let cells: BTreeSet<Point> = line(mark).into_iter().map(|p| image(h, p)).collect();
    let marks = (0..20).map(|m| (image(h, mark.0), m / 5, m as i64 % 5));
    let mut marks = marks.filter(|&mark| BTreeSet::from(line(mark)) == cells);
    marks.next().expect("the image of a line is a line")
}

fn assert_survives_its_arrival(random: &mut Random, game: &[Mark]) {
    let arrival = arrival_of(game).expect("its last move makes the box larger");
    let board = Board::with_arrival(bounding_box(game), Some(arrival));
    let state = State::new(&board, Objects::Games, false);
    assert!(survives(&board, &state, game));
    let game = without_useless_dots(&board, game.to_vec());
    assert_survives_everything(random, &board, state, &game, (Objects::Games, 0));
}

#[test]
fn games_survive_everything_in_certificates_about_their_arrivals() {
    let mut random = Random::new(21);
    for _ in 0..40 {
        let game = random_game(&mut random, size([3, 3, 3, 3]), 50);
        let arrives = |moves: &usize| arrival_of(&game[..*moves]).is_some();
        let arrivals: Vec<usize> = (1..=game.len()).filter(arrives).collect();
        let moves = random.pick(&arrivals);
        assert_survives_its_arrival(&mut random, &game[..moves]);
    }
    let corner = |_| game_to_the_corner(&mut random, size([1, 1, 1, 1]));
    let games: Vec<Vec<Mark>> = (0..200).filter_map(corner).take(3).collect();
    assert_eq!(games.len(), 3);
    for game in games {
        assert!(arrival_of(&game).is_some_and(Arrival::is_corner));
        for h in 0..8 {
            let game: Vec<Mark> = game.iter().map(|&mark| moved(h, mark)).collect();
            assert_survives_its_arrival(&mut random, &game);
        }
    }
}

/// States in which a few cells are undecided, with all objects that satisfy them.
#[test]
fn all_objects_of_small_states_survive() {
    let mut random = Random::new(4);
    let (mut objects_seen, mut contradictions, mut fixed) = (0, 0, 0);
    for round in 0..60 {
        let within = size([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]][round % 3]);
        let (few, more) = (8 + random.below(5), random.below(5));
        let points = small_cell_set(&mut random, within, few, more);
        let Some(mut graphs) = all_graphs(&points, 20_000) else {
            continue;
        };
        let kind = if round % 2 == 0 {
            Objects::Graphs
        } else {
            Objects::Games
        };
        if kind == Objects::Games {
            graphs = graphs
                .iter()
                .filter_map(|graph| order_of_play(graph))
                .collect();
        }
        graphs.retain(|graph| bounding_box(graph) == within);
        let board = Board::new(within);
        let mut state = State::new(&board, kind, false);
        let cross = cross();
        for (x, y) in cells(within)
            .into_iter()
            .filter(|p| !cross.contains(p) && !points.contains(p))
        {
            let v = board.cell(x, y).expect("in the box");
            _ = state.set_absent(v);
        }
        objects_seen += graphs.len();
        if state.propagate(&board).is_err() {
            contradictions += 1;
            assert!(graphs.is_empty());
            continue;
        }
        if kind == Objects::Games {
            (0..board.cells()).for_each(|v| apply_order(&mut state, &board, v));
            if state.propagate(&board).is_err() {
                contradictions += 1;
                assert!(graphs.is_empty());
                continue;
            }
        }
        assert!(graphs.iter().all(|graph| survives(&board, &state, graph)));
        let mut evaluation = Evaluation::new(&board);
        let largest = graphs.iter().map(Vec::len).max().unwrap_or(0) as i64;
        let useful = |graph: &Vec<Mark>| without_useless_dots(&board, graph.clone()) == *graph;
        let no_useful = !graphs.iter().any(useful);
        for _ in 0..20 {
            let mut fine = random_multipliers(&mut random, &board, Ranges::WITHOUT_USES);
            let sides = random_multipliers(&mut random, &board, Ranges::WITH_USES);
            assert!(
                graphs.is_empty() || evaluation.evaluate(&state, UNIT, &fine) >= UNIT * largest
            );
            assert!(no_useful || evaluation.evaluate(&state, 0, &sides) >= 0);
            let goal = Goal {
                gain: UNIT,
                moves: (largest - random.below(3) as i64).max(1) as u64,
                balanced: false,
                ranges: Ranges::WITHOUT_USES,
            };
            let target = goal.target(&state);
            let schedule = random_schedule(&mut random, 40);
            let value = best_value(&mut evaluation, &state, goal, &mut fine, schedule);
            let reach: Vec<_> = graphs
                .iter()
                .filter(|graph| UNIT * graph.len() as i64 >= target)
                .collect();
            if value < target {
                assert!(reach.is_empty());
                continue;
            }
            let mut decided = state.clone();
            let consistent = evaluation.fix(&mut decided, target).is_ok();
            assert!(reach.is_empty() || consistent);
            assert!(!consistent || reach.iter().all(|graph| survives(&board, &decided, graph)));
            fixed += (0..board.cells())
                .filter(|&v| state.allowed(v) != decided.allowed(v))
                .count();
        }
    }
    assert!(
        objects_seen > 1000 && contradictions > 0 && fixed > 100,
        "{objects_seen} {contradictions} {fixed}"
    );
}

/// All orders of play of a graph in which its last move arrives so, one for each last move.
fn orders_that_arrive(graph: &[Mark], arrival: Arrival) -> Vec<Vec<Mark>> {
    let with_last = |i: usize| {
        let mut others = graph.to_vec();
        let last = others.remove(i);
        let mut game = order_of_play(&others)?;
        game.push(last);
        order_of_play(&game)
            .is_some_and(|order| order == game)
            .then_some(game)
    };
    let games = (0..graph.len()).filter_map(with_last);
    games
        .filter(|game| arrival_of(game) == Some(arrival))
        .collect()
}

/// States in which a few cells are undecided, with all games that arrive at their box in the same way.
#[test]
fn all_games_that_arrive_survive() {
    let mut random = Random::new(22);
    let (mut games_seen, mut contradictions) = (0, 0);
    for round in 0..150 {
        let game = random_game(&mut random, size([2, 2, 2, 2]), 9);
        let Some(moves) = (1..=game.len()).rfind(|&n| arrival_of(&game[..n]).is_some()) else {
            continue;
        };
        let (game, other) = (&game[..moves], random.pick(&Arrival::ALL));
        let (size, arrival) = (bounding_box(game), arrival_of(game).unwrap());
        // The arrival of another game finds states without any.
        let arrival = if round % 3 == 0 && other.fits(size) {
            other
        } else {
            arrival
        };
        let mut points: BTreeSet<Point> = game.iter().map(|mark| mark.0).collect();
        let cross = cross();
        points.extend((0..3).map(|_| random.pick(&cells(size))));
        let points: Vec<Point> = points.difference(&cross).copied().collect();
        let Some(graphs) = all_graphs(&points, 20_000) else {
            continue;
        };
        let games = graphs.iter().filter(|graph| bounding_box(graph) == size);
        let games: Vec<_> = games.flat_map(|g| orders_that_arrive(g, arrival)).collect();
        games_seen += games.len();
        let board = Board::with_arrival(size, Some(arrival));
        let mut state = State::new(&board, Objects::Games, false);
        for (x, y) in cells(size) {
            if !cross.contains(&(x, y)) && !points.contains(&(x, y)) {
                _ = state.set_absent(board.cell(x, y).expect("in the box"));
            }
        }
        let closed = state.propagate(&board).and_then(|()| {
            (0..board.cells()).for_each(|v| apply_order(&mut state, &board, v));
            state.propagate(&board)
        });
        contradictions += usize::from(closed.is_err());
        assert!(closed.is_ok() || games.is_empty());
        assert!(games.iter().all(|game| survives(&board, &state, game)));
    }
    assert!(
        games_seen > 1000 && contradictions > 5,
        "{games_seen} {contradictions}"
    );
}
