//! Small families of lines, whose longest games a naive search knows; and every proof is put before the independent checker.

use std::cell::Cell;
use std::collections::BTreeSet;

use morpion_check::lines::check;
use morpion_lines::{Candidates, Longest, Question, Step, align, certificate, read_lines};
use morpion_rules::geometry::{Line, Move, Variant};
use morpion_rules::record::{Position, play_all};
use proptest::prelude::*;

/// The longest game whose lines are all among these, by trying every game; positions that were met are not tried again.
fn naive(variant: Variant, lines: &BTreeSet<Line>) -> usize {
    let mut met: BTreeSet<Vec<Move>> = BTreeSet::new();
    let mut left = vec![Vec::new()];
    let mut longest = 0;
    while let Some(game) = left.pop() {
        let mut key = game.clone();
        key.sort_unstable();
        if !met.insert(key) {
            continue;
        }
        longest = longest.max(game.len());
        let position = play_all(variant, &game).unwrap();
        let legal = position.legal_moves().into_iter();
        left.extend(legal.filter(|mv| lines.contains(&mv.line)).map(|mv| {
            let mut next = game.clone();
            next.push(mv);
            next
        }));
    }
    longest
}

/// A game of at most so many moves, each chosen among the legal ones by a number.
fn game(variant: Variant, choices: &[u8]) -> Vec<Move> {
    let mut position = Position::new(variant);
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position
            .play(legal[usize::from(choice) % legal.len()])
            .unwrap();
    }
    position.moves().to_vec()
}

/// Whether there is a game of these lines with so many moves; if not, the certificate, which the checker has accepted.
fn ask(candidates: &Candidates, target: usize, first: &[usize]) -> Result<Vec<Move>, String> {
    let question = Question {
        candidates,
        target,
        first,
        stop: &|| false,
        report: &|_| {},
    };
    let answer = question.answer().unwrap();
    if let Some(game) = answer.game {
        return Ok(game);
    }
    assert_eq!(answer.open, 0);
    let text = certificate(candidates, target, &answer);
    let proven = check(text.as_bytes()).unwrap();
    assert_eq!(
        (proven.at_most, proven.lines),
        (target - 1, candidates.lines.len())
    );
    Err(text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_longest_game_is_that_of_a_naive_search(
        variant in prop::sample::select(&Variant::ALL[..]),
        choices in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..7), 1..3),
    ) {
        let games: Vec<_> = choices.iter().map(|c| game(variant, c)).collect();
        let family = align(variant, &games, &[]);
        let candidates = Candidates::new(variant, family.lines.iter().copied());
        let longest = naive(variant, &family.lines.iter().copied().collect());
        prop_assert!(longest >= family.longest);
        let found = ask(&candidates, longest, &[]).expect("there is a game");
        let position = play_all(variant, &found).unwrap();
        prop_assert!(position.moves().len() >= longest);
        prop_assert!(found.iter().all(|mv| family.lines.contains(&mv.line)));
        let text = ask(&candidates, longest + 1, &Vec::from_iter(0..family.beside_longest)).unwrap_err();
        prop_assert_eq!(read_lines(&text), Ok((variant, family.lines.clone())));
        let all = Longest {
            candidates: &candidates,
            family: &align(variant, &games, &[]),
            at_least: None,
            stop: &|| false,
            report: &|_, _| {},
            found: &|_| {},
        };
        let found = all.search().unwrap();
        prop_assert!(found.is_answered());
        prop_assert_eq!(found.proof.map(|(proven, _)| proven.at_most), Some(longest));
        prop_assert_eq!(found.game.map_or(family.longest, |game| game.len()), longest);
        // One move less is refuted by the game.
        let less = text.replacen(&format!("at-most {longest} "), &format!("at-most {} ", longest - 1), 1);
        prop_assert!(check(less.as_bytes()).is_err());
    }
}

#[test]
fn a_game_and_its_images_have_the_lines_of_one() {
    use morpion_rules::geometry::Symmetry;
    let variant = Variant::T5;
    let played = game(variant, &[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]);
    let image = |s: Symmetry| {
        played
            .iter()
            .map(|&mv| s.mv(variant, mv))
            .collect::<Vec<_>>()
    };
    let images = Symmetry::ALL.map(image);
    assert_eq!(align(variant, &images, &[]).lines.len(), played.len());
    // Turned onto a list, not onto the first game.
    let listed: Vec<Line> = played.iter().map(|mv| mv.line).collect();
    let family = align(variant, &images[1..], &listed);
    assert_eq!(
        BTreeSet::from_iter(family.lines),
        BTreeSet::from_iter(listed)
    );
}

/// Which lines are tried first changes the proof, and no answer. What attempts with too few nodes deduced is not in the certificate.
#[test]
fn attempts_in_vain_leave_nothing_in_the_certificate() {
    let choice = |g: usize, k: usize| (k * 37 + g * 101 + k * k * (g + 3)) as u8;
    let choices = |g| Vec::from_iter((0..40).map(|k| choice(g, k)));
    let games = Vec::from_iter((0..16).map(|g| game(Variant::D4, &choices(g))));
    let family = align(Variant::D4, &games, &[]);
    let candidates = Candidates::new(Variant::D4, family.lines.iter().copied());
    let longest = ask(&candidates, 28, &[]).expect("there is a game").len();
    let all = Vec::from_iter(0..family.lines.len());
    for first in [&all[..0], &all[..20], &all[..family.beside_longest], &all] {
        let searched = Cell::new(0);
        let question = Question {
            candidates: &candidates,
            target: longest + 1,
            first,
            stop: &|| false,
            report: &|progress| {
                assert!((0.0..1.000_001).contains(&progress.explored));
                searched.set(progress.nodes);
            },
        };
        let answer = question.answer().unwrap();
        assert_eq!((answer.game.is_none(), answer.open), (true, 0));
        let text = certificate(&candidates, question.target, &answer);
        assert_eq!(check(text.as_bytes()).unwrap().at_most, longest);
        let is_branching = |step: &&Step| matches!(step, Step::Branched(_));
        let leaves = answer.nodes - answer.steps.iter().filter(is_branching).count();
        // A first line that is left out at once takes one searched node.
        assert!(searched.get() > leaves, "no attempt was in vain");
    }
}
