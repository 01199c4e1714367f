use rand::SeedableRng;

use super::*;
use crate::lesson::{Drawn, positions};
use crate::network::Seat;
use crate::params::Shape;
use crate::random::normal;
use morpion_rules::geometry::Variant;

fn shapes() -> [Shape; 2] {
    let shape = |radius, hidden: &[u16]| Shape {
        radius,
        hidden: hidden.to_vec(),
    };
    [shape(3, &[5]), shape(4, &[6, 5, 4])]
}

/// A network whose weights are all at work.
fn network(shape: &Shape, variant: Variant) -> Network {
    let mut rng = Rng::seed_from_u64(11);
    let mut network = Network::initial(shape, variant, &mut rng);
    let params = network.params_mut().iter_mut();
    params.for_each(|p| *p += 0.1 * normal(&mut rng));
    network
}

fn game(variant: Variant, seed: u64, z: f32) -> Episode {
    let mut board = Board::new(variant);
    board.play_out(&mut Rng::seed_from_u64(seed));
    // A won move becomes likelier from there, and a lost one less so, however likely it is.
    let likely = if z > 0.0 { 1.0 } else { 1e-9 };
    let drawn = Drawn { likely, value: 0.0 };
    Episode {
        moves: board.history().to_vec(),
        kept: 3,
        drawn: vec![drawn; board.len() - 3],
        z,
    }
}

/// The loss whose derivatives training follows, when all positions have this weight.
fn loss_of(losses: Losses, weight: f32, params: &Params, scale: f64) -> f64 {
    let (value, entropy) = (f64::from(params.value), f64::from(params.entropy));
    let policy = f64::from(weight) * losses.policy;
    scale * (policy + value * losses.value - entropy * losses.entropy)
}

fn check_slopes(shape: &Shape, variant: Variant, episode: &Episode) {
    let params = Params {
        entropy: 0.3,
        value: 0.7,
        ..Params::default()
    };
    let board = Board::new(variant);
    let weight = if episode.z > 0.0 { 1.0 } else { -0.5 };
    let weights = vec![weight; positions(episode)];
    let lesson = Lesson::new(&board, (episode, &weights), Symmetry::ALL[5], &params, 0.1);
    let mut network = network(shape, variant);
    let mut grads = vec![0.0; network.params().len()];
    network.learn(&lesson, &mut grads);
    let mut checked = 0;
    let largest = grads.iter().fold(0.0f32, |a, g| a.max(g.abs()));
    assert!(largest > 0.01, "{shape:?}: nothing to learn");
    let moving: Vec<usize> = (0..grads.len()).filter(|&i| grads[i] != 0.0).collect();
    for &i in moving.iter().step_by(1 + moving.len() / 60) {
        let loss = |network: &Network| {
            let mut scratch = vec![0.0; grads.len()];
            loss_of(network.learn(&lesson, &mut scratch), weight, &params, 0.1)
        };
        let middle = network.params()[i];
        let difference = |network: &mut Network, by: f32| {
            network.params_mut()[i] = middle + by;
            let above = loss(network);
            network.params_mut()[i] = middle - by;
            let slope = (above - loss(network)) / (2.0 * f64::from(by));
            network.params_mut()[i] = middle;
            slope
        };
        let slopes = [0.002, 0.0005].map(|by| difference(&mut network, by));
        let error = |slope: f64| (slope - f64::from(grads[i])).abs();
        // Near the corner of a rectifier only the shorter step tells.
        let least = error(slopes[0]).min(error(slopes[1]));
        let room = 0.02 * f64::from(grads[i].abs()) + 0.01 * f64::from(largest);
        assert!(least < room, "{shape:?} {i}: {slopes:?} {}", grads[i]);
        checked += 1;
    }
    assert!(checked > 10, "{shape:?}: {checked}");
}

#[test]
fn slopes_are_those_of_finite_differences() {
    for shape in shapes() {
        for (variant, z) in [(Variant::D4, 1.0), (Variant::T4, -1.0)] {
            check_slopes(&shape, variant, &game(variant, 1, z));
        }
    }
}

#[test]
fn a_position_is_worth_the_same_however_it_is_reached() {
    for shape in shapes() {
        for variant in Variant::ALL {
            let network = network(&shape, variant);
            let mut seat = Seat::new(Board::new(variant));
            for &code in &game(variant, 3, 1.0).moves {
                network.look(&mut seat);
                let fresh = network.evaluate(&seat.board);
                let pairs = seat.said.logits.iter().zip(&fresh.logits);
                assert!(pairs.clone().all(|(a, b)| (a - b).abs() < 1e-3));
                assert_eq!(pairs.count(), seat.board.legal().len());
                assert!((seat.said.value - fresh.value).abs() < 1e-3);
                seat.board.play_code(code).unwrap();
            }
            // Two back, one forth: no continuation of what is remembered.
            let board = &mut seat.board;
            board.undo();
            board.undo();
            board.play_nth(0);
            network.look(&mut seat);
            let fresh = network.evaluate(&seat.board);
            assert_eq!(seat.said, fresh);
        }
    }
}

#[test]
fn a_handful_of_positions_is_learnt_by_heart() {
    let variant = Variant::D4;
    // Late enough that no two moves look alike.
    let mut game = game(variant, 4, 1.0);
    game.moves.truncate(18);
    game.kept = 10;
    let shape = Shape {
        radius: 4,
        hidden: vec![16, 16],
    };
    let board = Board::new(variant);
    let weights = vec![1.0; positions(&game)];
    let params = Params::default();
    let scale = 1.0 / positions(&game) as f32;
    let lesson = Lesson::new(
        &board,
        (&game, &weights),
        Symmetry::IDENTITY,
        &params,
        scale,
    );
    let mut network = Network::initial(&shape, variant, &mut Rng::seed_from_u64(1));
    let mut adam = Adam::new(network.params().len());
    let mut losses = Losses::default();
    for _ in 0..150 {
        let mut grads = vec![0.0; network.params().len()];
        losses = network.learn(&lesson, &mut grads);
        adam.step(network.params_mut(), &grads, 0.01);
    }
    let mean = losses.policy / losses.positions as f64;
    assert!(mean < 0.1, "{mean}");
    assert!(losses.value / (losses.positions as f64) < 0.05);
}

#[test]
fn threads_make_no_difference_to_training() {
    let games: Vec<Episode> = (0..20).map(|i| game(Variant::D4, i, 1.0)).collect();
    let trained = |shape: &Shape, threads: usize| {
        let params = Params {
            bs: 200,
            shape: shape.clone(),
            ..Params::default()
        };
        let teacher = Teacher {
            cross: &Board::new(Variant::D4),
            params: &params,
            seed: 1,
            iteration: 0,
            is_late: &|| false,
        };
        let mut network = network(&params.shape, Variant::D4);
        let mut adam = Adam::new(network.params().len());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let train = || teacher.train(&mut network, &mut adam, &games);
        pool.build().unwrap().install(train).unwrap();
        network.params().to_vec()
    };
    for shape in &shapes() {
        assert_eq!(trained(shape, 1), trained(shape, 3));
    }
}

#[test]
fn minibatches_hold_whole_games() {
    let games: Vec<Episode> = (0..5).map(|i| game(Variant::D4, i, 1.0)).collect();
    let weights: Vec<Vec<f32>> = games.iter().map(|g| vec![1.0; positions(g)]).collect();
    let games: Vec<Weighted<'_>> = games.iter().zip(weights.iter().map(|w| &w[..])).collect();
    let sizes: Vec<usize> = batches(&games, 1).map(<[_]>::len).collect();
    assert_eq!(sizes, [1, 1, 1, 1, 1]);
    let one = positions(games[0].0);
    assert_eq!(batches(&games, one + 1).next().unwrap().len(), 2);
    assert_eq!(batches(&games, 10_000).next().unwrap().len(), 5);
}
