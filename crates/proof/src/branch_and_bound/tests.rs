//! Trees are cut, stopped and gone on with, by one thread or several, and come to the same end.

use std::cell::Cell;

use super::*;
use crate::game::Objects;
use crate::tree::{Node, Tree};

const QUESTION: Question = Question::about(
    crate::geometry::BoundingBox::new(3, 3, 1, 1),
    Objects::Games,
    83,
);

fn search(limits: &Limits<'_>, start: Start) -> Tree {
    let outcome = refute(QUESTION, &Params::default(), limits, start).unwrap();
    assert!(outcome.witness.is_none());
    outcome.tree
}

fn cut_into(units: u32, probes: u32, threads: usize, tree: Option<Tree>) -> Cut {
    let limits = Limits {
        threads: &|| threads,
        ..Limits::default()
    };
    let plan = Plan { units, probes };
    let mut cuts = cut(vec![(QUESTION, tree)], plan, &limits, &|_| {}).unwrap();
    cuts.pop().unwrap()
}

/// Something is known of each open node, and what is open can be finished.
fn is_whole(cut: &Cut) {
    assert_eq!(cut.tree.open() as usize, cut.estimates.len());
    for (id, estimate) in &cut.estimates {
        assert_eq!(cut.tree.node(*id), &Node::Open);
        assert!(estimate.nodes > 0.0);
    }
    assert!(search(&Limits::default(), Start::Tree(cut.tree.clone())).is_complete());
}

#[test]
fn questions_are_cut_into_as_many_parts_as_asked_for_and_further() {
    for (probes, threads) in [(0, 1), (4, 3)] {
        let coarse = cut_into(10, probes, threads, None);
        assert!((10..=12).contains(&coarse.estimates.len()));
        let finer = cut_into(25, probes, threads, Some(coarse.tree.clone()));
        assert!((25..=27).contains(&finer.estimates.len()));
        is_whole(&coarse);
        is_whole(&finer);
    }
}

#[test]
fn one_thread_cuts_in_the_same_way_every_time() {
    let [one, two] = [(); 2].map(|()| cut_into(12, 2, 1, None));
    assert_eq!(one.tree.write(), two.tree.write());
    assert_eq!(one.estimates, two.estimates);
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
    let cut = cut_into(4, 0, 1, None);
    let leaf = cut.tree.leaves().last().unwrap();
    let path = cut.tree.path(leaf);
    let limits = Limits {
        nodes: Some(200),
        ..Limits::default()
    };
    let start = Start::Below(cut.tree.clone(), path.clone());
    let outcome = refute(QUESTION, &Params::default(), &limits, start).unwrap();
    assert!(outcome.effort.nodes <= 200 + 50 + path.len() as u64);
    let mut without = outcome.tree.clone();
    without.reopen(without.at(&path).unwrap());
    assert_eq!(without.write(), cut.tree.write());
    assert!(outcome.tree.open_below(leaf) < 12);
}
