//! Trees are cut, stopped and gone on with, by one thread or several, and come to the same end.

use std::cell::Cell;

use super::*;
use crate::claim::{Claim, Objects, Setting, Subject};
use crate::tree::Tree;
use morpion_rules::geometry::{BoundingBox, Variant};

const CLAIM: Claim = Claim::about(
    Subject::new(
        Setting::of(Variant::D5),
        BoundingBox::new(3, 3, 1, 1),
        Objects::Games,
    ),
    83,
);

fn search(limits: &Limits<'_>, start: Start) -> Tree {
    let outcome = refute(CLAIM, &Params::default(), limits, start).unwrap();
    assert!(outcome.witness.is_none());
    outcome.tree
}

fn cut_into(units: u32, threads: usize, start: Start) -> Tree {
    let limits = Limits {
        open: Some(units),
        threads: &|| threads,
        ..Limits::default()
    };
    search(&limits, start)
}

#[test]
fn questions_are_cut_into_as_many_parts_as_asked_for_and_further() {
    for threads in [1, 3] {
        let coarse = cut_into(10, threads, Start::Root);
        let finer = cut_into(25, threads, Start::Tree(coarse.clone()));
        for (tree, units) in [(coarse, 10), (finer, 25)] {
            assert!((units..units + 3).contains(&tree.open()));
            assert!(search(&Limits::default(), Start::Tree(tree)).is_complete());
        }
    }
}

#[test]
fn one_thread_cuts_in_the_same_way_every_time() {
    let [one, two] = [(); 2].map(|()| cut_into(12, 1, Start::Root));
    assert_eq!(one.write(), two.write());
}

#[test]
fn the_tree_can_be_looked_at_while_it_grows_and_gone_on_with_from_there() {
    let seen = Cell::new(0);
    let watch = |_: &Effort, tree: &Tree| {
        let again = Tree::read(&tree.write()).unwrap();
        assert_eq!(again.open(), tree.open());
        seen.set(seen.get() + 1);
    };
    let stopped = Limits {
        nodes: Some(300),
        threads: &|| 2,
        watch: &watch,
        ..Limits::default()
    };
    let some = search(&stopped, Start::Root);
    assert!(!some.is_complete() && some.closed_share() > 0.0 && seen.get() >= 2);
    let whole = search(&Limits::default(), Start::Tree(some));
    assert!(whole.is_complete());
}

#[test]
fn a_part_leaves_the_rest_alone_and_little_open() {
    let cut = cut_into(4, 1, Start::Root);
    let leaf = cut.leaves().last().unwrap();
    let path = cut.path(leaf);
    let limits = Limits {
        nodes: Some(200),
        ..Limits::default()
    };
    let start = Start::Below(cut.clone(), path.clone());
    let outcome = refute(CLAIM, &Params::default(), &limits, start).unwrap();
    assert!(outcome.effort.nodes <= 200 + 50 + path.len() as u64);
    let mut without = outcome.tree.clone();
    without.reopen(without.at(&path).unwrap());
    assert_eq!(without.write(), cut.write());
    assert!(outcome.tree.open_below(leaf) < 12);
}
