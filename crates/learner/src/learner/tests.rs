use super::*;
use crate::params::Shape;
use morpion_rules::geometry::Variant;

/// Small enough for a test, and learns from won games.
fn params() -> Params {
    Params {
        iterations: 4,
        episodes: 24,
        length: 50,
        shape: Shape {
            radius: 3,
            hidden: vec![8],
        },
        ..Params::default()
    }
}

fn learner(params: Params, seed: u64) -> Learner {
    Learner::new(Board::new(Variant::D4), params, seed)
}

fn run(learner: &mut Learner, iterations: u32) -> Games {
    (0..iterations)
        .flat_map(|_| learner.iterate(&|| false).unwrap())
        .collect()
}

#[test]
fn the_same_seed_is_the_same_run() {
    let runs = [1, 1, 2].map(|seed| {
        let mut learner = learner(params(), seed);
        let games = run(&mut learner, 2);
        (games, learner.network().params().to_vec())
    });
    assert_eq!(runs[0], runs[1]);
    assert_ne!(runs[0], runs[2]);
}

#[test]
fn the_list_holds_what_is_recent() {
    let mut learner = learner(params(), 1);
    let games = run(&mut learner, 3);
    assert_eq!(learner.rewards.scores.len(), 50);
    assert_eq!((learner.games, games.len()), (72, 72));
    let longest = games.iter().map(Vec::len).max().unwrap();
    assert_eq!(learner.diary().last().unwrap().best as usize, longest);
    assert!(!learner.is_done());
    run(&mut learner, 1);
    assert!(learner.is_done());
}

#[test]
fn kept_moves_stay() {
    let mut start = Board::new(Variant::D4);
    (0..5).for_each(|_| {
        start.play_nth(0);
    });
    let mut learner = Learner::new(start.clone(), params(), 1);
    for game in run(&mut learner, 1) {
        assert!(game.starts_with(start.history()));
    }
}

#[test]
fn a_few_iterations_lengthen_the_games() {
    let params = Params {
        episodes: 200,
        bs: 256,
        lr: 0.01,
        length: 200,
        ..params()
    };
    let mut learner = learner(params, 1);
    run(&mut learner, 24);
    let mean = |i: usize| learner.diary()[i].mean;
    // Far more than luck can do: the deviation of the mean of 200 games is about 0.3.
    assert!(mean(23) > mean(0) + 2.0, "{} {}", mean(0), mean(23));
}
