//! Damaged certificates: whatever the checker still accepts must follow from the original.
//!
//! The certificates are real ones, damaged at random. A claim counts as implied when
//! it is about the same box and says no more than the original did.

use morpion_check_core::format::Claim;
use morpion_check_core::state::Objects;
use morpion_check_core::walk::{Verdict, check};
use morpion_proof::branch_and_bound::{Limits, Params, Start, refute};
use morpion_proof::claim::{self, Setting, Subject};
use morpion_proof::tree::{Branching, Id, Node, Tree};
use morpion_rules::game;
use morpion_rules::geometry::Variant;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A complete certificate of this question and its claim.
fn certificate(distances: [u8; 4], objects: game::Objects, k: u32) -> (Vec<u8>, Claim) {
    certificate_of(claim::Claim::about(subject(distances, objects, false), k))
}

fn subject(distances: [u8; 4], objects: game::Objects, symmetric: bool) -> Subject {
    let setting = Setting {
        variant: Variant::D5,
        symmetric,
    };
    Subject::new(setting, distances.into(), objects)
}

fn certificate_of(claim: claim::Claim) -> (Vec<u8>, Claim) {
    let params = Params::default();
    let outcome = refute(claim, &params, &Limits::default(), Start::Root).unwrap();
    assert!(outcome.tree.is_complete());
    let certificate = outcome.tree.write();
    let Verdict::Valid(claim, _) = check(&certificate).unwrap() else {
        panic!("the certificate is unfinished");
    };
    (certificate, claim)
}

/// Whether the root of a certificate branches on a cell and its image.
fn branches_on_images(bytes: &[u8]) -> bool {
    let tree = Tree::read(bytes).unwrap();
    matches!(
        tree.node(Id::ROOT),
        Node::Branched(Branching::Mirror { .. }, _)
    )
}

/// Whether the damaged certificate's claim follows from the original one's.
fn implied(claim: Claim, original: Claim) -> bool {
    let kind = claim.objects == original.objects || original.objects == Objects::Graphs;
    // Symmetric objects have an even number of moves: 69 or more are 70 or more.
    let moves = |c: Claim| {
        if original.symmetric {
            c.k.next_multiple_of(2)
        } else {
            c.k
        }
    };
    let strength = original.k == 0 || moves(claim) >= moves(original);
    let place = (claim.size, claim.arrival) == (original.size, original.arrival);
    let extent = claim.symmetric || !original.symmetric;
    place && kind && strength && extent
}

/// Damages the bytes in one or several places.
fn damage(bytes: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..rng.random_range(1..=2) {
        let at = rng.random_range(0..bytes.len());
        let length = rng.random_range(1..=(bytes.len() - at).min(12));
        let other = rng.random_range(0..bytes.len());
        match rng.random_range(0..9) {
            0 => bytes[at] = rng.random_range(0..=255),
            1 => bytes[at] ^= 1 << rng.random_range(0..8),
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => bytes[at] = rng.random_range(0..=5),
            4 => bytes.insert(at, rng.random_range(0..=5)),
            5 => drop(bytes.drain(at..at + length)),
            6 => bytes.truncate(at.max(1)),
            7 => swap(bytes, at, other, length),
            _ => {
                let piece = bytes[at..at + length].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            return;
        }
    }
}

/// Swaps two ranges, as far as they lie in the file and apart.
fn swap(bytes: &mut [u8], a: usize, b: usize, length: usize) {
    let (a, b) = (a.min(b), a.max(b));
    let length = length.min(b - a).min(bytes.len() - b);
    let (head, tail) = bytes.split_at_mut(b);
    head[a..a + length].swap_with_slice(&mut tail[..length]);
}

/// Damages the certificate `count` times; no copy may prove anything new.
fn assert_robust(original: &[u8], claim: Claim, count: u64) {
    let mut rejected = 0;
    for seed in 0..count {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = original.to_vec();
        damage(&mut bytes, &mut rng);
        match check(&bytes) {
            Ok(Verdict::Valid(found, _)) => {
                assert!(implied(found, claim), "seed {seed}: {found}");
            }
            Ok(Verdict::Unfinished(..)) => {}
            Err(_) => rejected += 1,
        }
    }
    assert!(rejected > count / 2, "only {rejected} of {count} rejected");
}

#[test]
fn a_damaged_tree_with_mirrors_shows_nothing_new() {
    let (bytes, claim) = certificate([1, 1, 1, 1], game::Objects::Graphs, 76);
    assert!(branches_on_images(&bytes));
    assert_robust(&bytes, claim, 120);
}

#[test]
fn a_damaged_certificate_about_games_shows_nothing_new() {
    // There is a graph of 64 moves in this box, so all of this rests on the order of play.
    let (bytes, claim) = certificate([0, 0, 0, 0], game::Objects::Games, 64);
    assert_robust(&bytes, claim, 100);
}

#[test]
fn a_damaged_certificate_about_symmetric_objects_shows_nothing_new() {
    for (objects, k) in [(game::Objects::Graphs, 74), (game::Objects::Games, 73)] {
        let (bytes, claim) = certificate_of(subject([1; 4], objects, true).refuting(k));
        assert!(claim.symmetric);
        assert_robust(&bytes, claim, 50);
    }
}

#[test]
fn a_damaged_certificate_of_an_empty_box_shows_nothing_new() {
    let (bytes, claim) = certificate([9, 0, 0, 0], game::Objects::Graphs, 0);
    assert_eq!(claim.k, 0);
    assert_robust(&bytes, claim, 20);
}

#[test]
fn a_damaged_certificate_of_an_arrival_shows_nothing_new() {
    let by = "right-bottom".parse().unwrap();
    let (bytes, claim) = certificate_of(claim::Claim::no_arrival([5, 4, 1, 3].into(), by));
    assert_eq!(claim.arrival.unwrap().to_string(), "right-bottom");
    assert_robust(&bytes, claim, 60);
}

/// Every value of every byte of the question, one after the other.
#[test]
fn no_header_lets_a_tree_speak_of_more() {
    let (original, claim) = certificate([1, 1, 1, 1], game::Objects::Graphs, 76);
    // K = 76 takes one byte, after magic, version, box, objects and gain.
    const K_AT: usize = 15;
    for at in 0..=K_AT {
        for value in 0..=255 {
            let mut bytes = original.clone();
            bytes[at] = value;
            if let Ok(Verdict::Valid(found, _)) = check(&bytes) {
                assert!(implied(found, claim), "byte {at} = {value}: {found}");
            }
        }
    }
}

/// A certificate that is cut short is never valid.
#[test]
fn no_prefix_is_accepted() {
    let (bytes, _) = certificate([1, 1, 1, 1], game::Objects::Graphs, 78);
    for end in 0..bytes.len() {
        assert!(check(&bytes[..end]).is_err(), "{end} bytes");
    }
}
