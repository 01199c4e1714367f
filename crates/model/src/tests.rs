//! The program against the rules of the game, and its files against the program.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::order::triangles;
use super::*;
use exact::{Violation, holds, violated};
use morpion_rules::game::graph::{check_fit, check_graph, order_moves, playable_part};
use morpion_rules::geometry::{Cell, Direction, Line, Symmetry};
use play::{random_game, random_graph, random_symmetric_game, record_games};

mod exact;
mod play;
mod read;

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

fn box_of(variant: Variant, moves: &[Move]) -> BoundingBox {
    BoundingBox::of_moves(variant, moves).unwrap()
}

fn everything(variant: Variant, bounding_box: BoundingBox) -> Spec {
    Spec {
        ord: true,
        triangle_cuts: true,
        ..Spec::graphs(variant, bounding_box)
    }
}

fn violation(program: &IntegerProgram, moves: &[Move]) -> Option<Violation> {
    violated(program, &program.assignment(moves).unwrap())
}

#[test]
fn box_4311_has_the_known_number_of_columns() {
    let program = IntegerProgram::new(Spec::graphs(Variant::D5, BoundingBox::new(4, 3, 1, 1)));
    assert_eq!(program.columns.len(), 2_230);
    let fixed = program.columns.iter().filter(|c| c.lower == c.upper);
    assert_eq!(fixed.count(), 36);
    assert_eq!(program.moves().len(), 2_230 - 14 * 15);
}

#[test]
fn images_of_a_box_have_equal_programs_in_size() {
    let size = |b: BoundingBox| {
        let program = IntegerProgram::new(everything(Variant::T5, b));
        let terms: usize = program.rows.iter().map(|r| r.terms.len()).sum();
        (program.columns.len(), program.rows.len(), terms)
    };
    let b = BoundingBox::new(3, 2, 1, 0);
    for symmetry in Symmetry::ALL {
        assert_eq!(size(b.transformed(symmetry)), size(b));
    }
}

#[test]
fn record_games_satisfy_every_row() {
    let games = record_games();
    assert!(games.iter().any(|(variant, _)| *variant == Variant::D5));
    for (variant, game) in games {
        let spec = Spec {
            at_least: Some(game.len() as u32),
            ..everything(variant, box_of(variant, &game))
        };
        assert_eq!(violation(&IntegerProgram::new(spec), &game), None);
    }
}

/// L4 alone, with every dot present, allows exactly the compatible pairs of lines.
#[test]
fn l4_is_the_overlap_rule_for_every_pair_of_lines() {
    for variant in Variant::ALL {
        let program = IntegerProgram::new(Spec::graphs(variant, BoundingBox::default()));
        let l4: Vec<&Row> = program.rows.iter().filter(|r| is_l4(r.name)).collect();
        let mut values = vec![0; program.columns.len()];
        values[..program.index.first_move() as usize].fill(1);
        let mut firsts: BTreeMap<Line, Move> = BTreeMap::new();
        for &mv in program.moves() {
            firsts.entry(mv.line).or_insert(mv);
        }
        let pairs = firsts
            .values()
            .flat_map(|&a| firsts.values().map(move |&b| (a, b)));
        for (a, b) in pairs.filter(|(a, b)| a < b) {
            let columns = [a, b].map(|m| program.index.mv(m).unwrap() as usize);
            columns.iter().for_each(|&column| values[column] = 1);
            let allowed = l4.iter().all(|row| holds(row, &values));
            assert_eq!(
                allowed,
                a.line.compatible(b.line, variant),
                "{variant} {a}, {b}"
            );
            columns.iter().for_each(|&column| values[column] = 0);
        }
    }
}

fn is_l4(name: RowName) -> bool {
    matches!(name, RowName::L4(..) | RowName::L4Segment(..))
}

/// A line needs each of its dots: one missing dot breaks an L4 row (or L3, for the one that it places).
#[test]
fn every_line_needs_each_of_its_dots() {
    for variant in Variant::ALL {
        let program = IntegerProgram::new(Spec::graphs(variant, BoundingBox::default()));
        for &mv in program.moves().iter().step_by(7) {
            for cell in mv.line.cells(variant) {
                let mut values = vec![0; program.columns.len()];
                values[..program.index.first_move() as usize].fill(1);
                values[program.index.dot(cell).unwrap() as usize] = 0;
                values[program.index.mv(mv).unwrap() as usize] = 1;
                let l4 = program.rows.iter().filter(|row| is_l4(row.name));
                assert!(
                    l4.clone().any(|row| !holds(row, &values)),
                    "{mv} without {cell}"
                );
            }
        }
    }
}

#[test]
fn triangles_are_three_collinear_pairs_off_one_line() {
    let program = IntegerProgram::new(Spec::graphs(Variant::D5, BoundingBox::new(1, 0, 1, 0)));
    let found = triangles(&program.index);
    let sets: BTreeSet<Vec<Cell>> = found.iter().map(|t| sorted(t)).collect();
    assert_eq!(sets.len(), found.len(), "no triangle twice");
    // Brute force over all triples of placeable cells.
    let cells: Vec<Cell> = program
        .spec
        .bounding_box
        .region(Variant::D5)
        .cells()
        .collect();
    let free: Vec<Cell> = cells
        .into_iter()
        .filter(|&c| !morpion_rules::geometry::is_cross_cell(Variant::D5, c))
        .collect();
    let lines: BTreeSet<Line> = program.moves().iter().map(|m| m.line).collect();
    let shared = |a, b| {
        let on = |l: &Line, c| l.index_of(Variant::D5, c).is_some();
        let line = lines.iter().find(|l| on(l, a) && on(l, b))?;
        Some(line.direction)
    };
    let mut expected = BTreeSet::new();
    for (i, &a) in free.iter().enumerate() {
        for (j, &b) in free.iter().enumerate().skip(i + 1) {
            let Some(ab) = shared(a, b) else { continue };
            for &c in &free[j + 1..] {
                if shared(a, c).is_some_and(|d| d != ab) && shared(b, c).is_some() {
                    expected.insert(sorted(&[a, b, c]));
                }
            }
        }
    }
    assert_eq!(sets, expected);
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// The tests below about unplayable graphs would be empty without some.
#[test]
fn random_graphs_are_often_unplayable() {
    for variant in Variant::ALL {
        let unplayable = |seed: &u64| {
            let graph = random_graph(variant, *seed);
            assert_eq!(check_graph(variant, &graph), Ok(()));
            order_moves(variant, &graph).is_err()
        };
        assert!((0..100).filter(unplayable).count() >= 5, "{variant}");
    }
}

#[test]
fn absurd_sizes_stay_unsatisfiable() {
    let program = IntegerProgram::new(Spec {
        at_least: Some(u32::MAX),
        ..Spec::graphs(Variant::D5, BoundingBox::default())
    });
    assert_eq!(
        violation(&program, &[]),
        Some(Violation::Row(RowName::AtLeast))
    );
}

#[test]
fn names_are_legal_unique_and_short() {
    let program = IntegerProgram::new(everything(Variant::D5, BoundingBox::new(2, 1, 0, 1)));
    let columns = program.columns.iter().map(|c| c.variable.to_string());
    let rows = program.rows.iter().map(|r| r.name.to_string());
    let mut seen = BTreeSet::new();
    for name in columns.chain(rows) {
        let legal = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(name.chars().all(legal) && name.len() < 60, "{name}");
        assert!(seen.insert(name.clone()), "{name} twice");
    }
}

#[test]
fn names_say_what_they_stand_for() {
    let mv = Move::new(Line::new(Cell::new(-2, 10), Direction::Rising), 4);
    assert_eq!(Variable::Move(mv).to_string(), "move_m2_10_3_4");
    assert_eq!(Variable::Dot(Cell::new(0, -1)).to_string(), "dot_0_m1");
    assert_eq!(
        RowName::L4(Cell::new(3, -1), Direction::Vertical).to_string(),
        "L4_3_m1_1"
    );
    for bad in [
        "",
        "dot",
        "dot_1",
        "dot_1_x",
        "move_1_1_4_0",
        "ord_1_2_3",
        "dot_1_-1x",
    ] {
        assert_eq!(read::variable(bad), None, "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_satisfy_every_row(variant in any_variant(), seed: u64, part in 1usize..100) {
        let game = random_game(variant, seed);
        let game = &game[..part.min(game.len())];
        let size = game.len() as u32;
        let spec = everything(variant, box_of(variant, game));
        let program = IntegerProgram::new(Spec { at_least: Some(size), ..spec });
        prop_assert_eq!(violation(&program, game), None);
        let program = IntegerProgram::new(Spec { at_least: Some(size + 1), ..spec });
        prop_assert_eq!(violation(&program, game), Some(Violation::Row(RowName::AtLeast)));
    }

    /// The integer solutions of L1-L5 are exactly the graphs that fit the box.
    #[test]
    fn changed_games_satisfy_the_program_exactly_when_they_are_graphs(
        variant in any_variant(),
        seed: u64,
        changes in prop::collection::vec((0u8..3, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let mut moves = random_game(variant, seed);
        let bounding_box = box_of(variant, &moves);
        let program = IntegerProgram::new(Spec::graphs(variant, bounding_box));
        for (kind, position, other) in changes {
            let other = other.get(program.moves());
            match kind {
                _ if moves.is_empty() => moves.push(*other),
                0 => { moves.swap_remove(position.index(moves.len())); }
                1 => moves.push(*other),
                _ => { let i = position.index(moves.len()); moves[i] = *other; }
            }
        }
        let graph = check_fit(variant, bounding_box, &moves);
        prop_assert_eq!(violation(&program, &moves).is_none(), graph.is_ok(), "{:?}", graph);
    }

    #[test]
    fn order_cuts_tell_games_from_graphs(variant in any_variant(), seed: u64) {
        let graph = random_graph(variant, seed);
        let bounding_box = box_of(variant, &graph);
        let program = IntegerProgram::new(Spec::graphs(variant, bounding_box));
        prop_assert_eq!(violation(&program, &graph), None);

        let mut sets = 0;
        let cuts = violated_order_cuts(&program, &graph, &mut sets);
        prop_assert_eq!(cuts.is_empty(), order_moves(variant, &graph).is_ok());
        let bad = program.assignment(&graph).unwrap();
        let symmetric = Symmetry::ALL[1..].iter().any(|&s| bounding_box.transformed(s) == bounding_box);
        let mut violated = cuts.iter().map(|cut| !holds(cut, &bad));
        let right = match symmetric {
            true => cuts.is_empty() || violated.any(|v| v),
            false => violated.all(|v| v),
        };
        prop_assert!(right);
        // No game inside the box is cut off.
        for other in 0..8 {
            let game = random_game(variant, seed ^ other);
            let inside = game.iter().take_while(|m| program.index.mv(**m).is_some());
            let game: Vec<Move> = inside.copied().collect();
            let good = program.assignment(&game).unwrap();
            prop_assert!(cuts.iter().all(|cut| holds(cut, &good)));
        }

        let (part, _) = playable_part(variant, &graph);
        let order = order_moves(variant, &part);
        prop_assert_eq!(order.as_ref(), Ok(&part));
        prop_assert_eq!(part.len() == graph.len(), cuts.is_empty());
    }

    #[test]
    fn l7_holds_for_orders_of_play_only(variant in any_variant(), seed: u64) {
        let with_ord = |moves: &[Move]| IntegerProgram::new(Spec {
            ord: true,
            ..Spec::graphs(variant, box_of(variant, moves))
        });
        let graph = random_graph(variant, seed);
        let listed = violation(&with_ord(&graph), &graph);
        let playable = order_moves(variant, &graph).is_ok();
        prop_assert!(playable || matches!(listed, Some(Violation::Row(RowName::L7(..)))));
        if let Ok(order) = order_moves(variant, &graph) {
            prop_assert_eq!(violation(&with_ord(&graph), &order), None);
        }
        let mut backwards = random_game(variant, seed);
        backwards.reverse();
        let program = with_ord(&backwards);
        let in_order = violation(&program, &backwards).is_none();
        prop_assert_eq!(in_order, is_playable_as_listed(variant, &backwards));
    }

    #[test]
    fn l6_demands_the_half_turn(variant in any_variant(), seed: u64) {
        let game = random_symmetric_game(variant, seed);
        let spec = Spec { symmetric: true, ..everything(variant, box_of(variant, &game)) };
        let program = IntegerProgram::new(spec);
        prop_assert_eq!(violation(&program, &game), None);
        let mut lopsided = game;
        lopsided.pop();
        let broken = violation(&program, &lopsided);
        prop_assert!(matches!(broken, Some(Violation::Row(_))), "{:?}", broken);

        let any = random_game(variant, seed);
        let spec = Spec { symmetric: true, ..Spec::graphs(variant, box_of(variant, &any)) };
        let program = IntegerProgram::new(spec);
        let turned = |m: &Move| any.contains(&Symmetry::HALF_TURN.mv(variant, *m));
        prop_assert_eq!(violation(&program, &any).is_none(), any.iter().all(turned));
    }

    #[test]
    fn variable_names_round_trip(x in -60i16..70, y in -60i16..70, d in 0usize..4, position in 0u8..5) {
        let cell = Cell::new(x, y);
        let mv = Move::new(Line::new(cell, Direction::ALL[d]), position);
        for variable in [Variable::Dot(cell), Variable::Ord(cell), Variable::Move(mv)] {
            prop_assert_eq!(read::variable(&variable.to_string()), Some(variable));
        }
    }

    #[test]
    fn files_say_what_the_program_says(
        variant in any_variant(),
        distances in prop::array::uniform4(0u8..3),
        [symmetric, ord, triangle_cuts] in any::<[bool; 3]>(),
        at_least in prop::option::of(0u32..100),
    ) {
        let bounding_box = distances.into();
        let spec = Spec { variant, bounding_box, symmetric, ord, triangle_cuts, at_least };
        let program = IntegerProgram::new(spec);
        let expected = read::Content::of(&program);
        prop_assert_eq!(&read::lp(&program.to_text(Format::Lp).unwrap()), &expected);
        match program.to_text(Format::Opb) {
            Ok(text) => prop_assert_eq!(&read::opb(&text), &expected),
            Err(error) => prop_assert!(ord && error.to_string().contains("ord_")),
        }
    }
}

fn is_playable_as_listed(variant: Variant, moves: &[Move]) -> bool {
    order_moves(variant, moves).as_deref() == Ok(moves)
}
