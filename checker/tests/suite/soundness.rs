//! No rule, no fixing and no bound may cost an object: real games and all graphs of small cell sets are hunted for.

use crate::naive::{Mark, Point, cells, cross};
use crate::rules::size;
use crate::sources::{
    Random, all_graphs, bounding_box, order_of_play, random_game, random_symmetric_game,
    small_cell_set,
};
use morpion_check::bound::{Evaluation, Goal, MAX_SIDE, MAX_SLOT, Multipliers, Schedule, UNIT};
use morpion_check::geometry::Board;
use morpion_check::state::{Cell, Objects, State};

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

fn random_multipliers(random: &mut Random, board: &Board) -> Multipliers {
    let scale = 1 + random.below(MAX_SLOT as usize);
    let side = random.below(MAX_SIDE as usize * 256) as i64;
    let slot = |_, _| random.below(scale * 256) as i64;
    Multipliers::from_fn(board, slot, |_| side)
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
        let mut state = State::new(&board, objects, symmetric);
        let mut evaluation = Evaluation::new(&board);
        let moves = game.len() as i64;
        for step in 0..30 {
            state
                .propagate(&board)
                .expect("a game satisfies this state");
            assert!(survives(&board, &state, &game), "round {round} step {step}");
            if objects == Objects::Games {
                state.apply_order(&board, random.below(board.cells()));
                state.propagate(&board).expect("a game satisfies rule P8");
                assert!(
                    survives(&board, &state, &game),
                    "round {round} step {step}, P8"
                );
            }
            let gain = if step % 5 == 4 { 0 } else { UNIT };
            let mut fine = random_multipliers(&mut random, &board);
            assert!(evaluation.evaluate(&state, gain, &fine) >= gain * moves);
            let goal = Goal {
                gain,
                target: gain * moves,
                balanced: random.below(2) == 0,
            };
            let schedule = Schedule {
                steps: 60,
                first: 65536,
                decay: random.below(40) as i64,
            };
            let (value, _) = evaluation.refine(&state, goal, &mut fine, schedule);
            assert!(value >= goal.target);
            evaluation
                .fix(&mut state, goal.target)
                .expect("the game reaches the target");
            assert!(
                survives(&board, &state, &game),
                "round {round} step {step}, fixed"
            );
            (0..4).for_each(|_| true_decision(&mut random, &board, &mut state, &game));
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
            (0..board.cells()).for_each(|v| state.apply_order(&board, v));
            if state.propagate(&board).is_err() {
                contradictions += 1;
                assert!(graphs.is_empty());
                continue;
            }
        }
        assert!(graphs.iter().all(|graph| survives(&board, &state, graph)));
        let mut evaluation = Evaluation::new(&board);
        let largest = graphs.iter().map(Vec::len).max().unwrap_or(0) as i64;
        for _ in 0..20 {
            let mut fine = random_multipliers(&mut random, &board);
            assert!(
                graphs.is_empty() || evaluation.evaluate(&state, UNIT, &fine) >= UNIT * largest
            );
            assert!(graphs.is_empty() || evaluation.evaluate(&state, 0, &fine) >= 0);
            let target = UNIT * (largest - random.below(3) as i64).max(1);
            let schedule = Schedule {
                steps: 80,
                first: 65536,
                decay: 20,
            };
            let goal = Goal {
                gain: UNIT,
                target,
                balanced: false,
            };
            let (value, _) = evaluation.refine(&state, goal, &mut fine, schedule);
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
