//! Tries to refute `paper/octagons.md`: random games, dense fillings, arms, gaps and parities are cut down, and every inequality of the
//! page is held against them, with the worst prices that it allows. With each condition weakened in turn it must find a violation.

mod claims;
mod cutting;
mod position;
mod shapes;

use claims::{Case, Seen, Weaker};
use cutting::{Habits, Rule, cut};
use morpion_octagons::layers::Multipliers;
use position::Random;

/// The first violation in so many positions.
fn violation(count: u64, habits: Habits, weaker: Weaker, seen: &mut Seen) -> Option<String> {
    let multipliers = Multipliers::new();
    (0..count).find_map(|seed| {
        let mut random = Random(seed * 7919 + 1);
        let position = shapes::position(&mut random);
        let (steps, core) = cut(&position, habits, &mut random);
        let case = Case {
            position: &position,
            steps: &steps,
            core: &core,
            multipliers: &multipliers,
            weaker,
        };
        case.hold(&mut random, seen).err()
    })
}

fn is_refuted(habits: Habits, weaker: Weaker, by: &str) {
    let found = violation(1000, habits, weaker, &mut Seen::default());
    assert!(
        found.as_ref().is_some_and(|found| found.contains(by)),
        "{habits:?} {weaker:?}: {found:?}"
    );
}

#[test]
fn nothing_violates_the_page() {
    let mut seen = Seen::default();
    let found = violation(200, Habits::default(), Weaker::Nothing, &mut seen);
    assert_eq!(found, None);
    let enough = seen.cores > 50 && seen.sticking_out > 500 && seen.bounds > 50;
    assert!(enough && seen.gaps > 20 && seen.paying_gaps > 2, "{seen:?}");
}

#[test]
fn every_rule_is_needed() {
    for (rule, by) in [
        (Rule::Piece, "a row without a dot"),
        (Rule::Side, "a side without a segment"),
        (Rule::Gap, "a row without a dot"),
    ] {
        let habits = Habits {
            forgets: Some(rule),
            ..Habits::default()
        };
        is_refuted(habits, Weaker::Nothing, by);
    }
}

#[test]
fn the_lesser_part_must_go() {
    let habits = Habits {
        greater_part: true,
        ..Habits::default()
    };
    is_refuted(habits, Weaker::Nothing, "the part has");
}

#[test]
fn the_lesser_piece_must_go() {
    let habits = Habits {
        greater_piece: true,
        ..Habits::default()
    };
    is_refuted(habits, Weaker::Nothing, "a piece of");
}

#[test]
fn prices_outside_must_stay_below_lambda() {
    is_refuted(Habits::default(), Weaker::PricesOutside, "(b) Side");
}

#[test]
fn lambda_must_not_be_less_than_one() {
    is_refuted(Habits::default(), Weaker::Lambda(10), "(b)");
}

#[test]
fn a_side_may_hold_only_lines_that_stick_out() {
    is_refuted(Habits::default(), Weaker::Inside, "bound");
}
