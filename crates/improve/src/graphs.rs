//! Large graphs of one box: large-neighbourhood search with the exact engine, without an order of play.
//!
//! The results are lower bounds for the table of the paper of 2016, which is about graphs. The search fills windows around the largest
//! graph found so far anew ([`super::window`]): it looks for a larger graph, or, so that it does not stand still, for another one of the
//! same size, or now and then for one of one move less.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::window::{Side, Window, fill_within};
use morpion_proof::branch_and_bound::{Given, Params};
use morpion_proof::claim::{Claim, Setting, Subject};
use morpion_rules::game::{Objects, Playout, below, unit};
use morpion_rules::geometry::{BoundingBox, Move, Symmetry, Variant};
use morpion_search::games::Rng;
use morpion_search::windows::Filled;

/// A search for large graphs of Morpion 5D with this bounding box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphSearch {
    /// The box the graphs are to have, exactly.
    pub(crate) bounding_box: BoundingBox,
    /// Nodes the engine may spend on a window.
    pub(crate) nodes: u64,
}

/// The kind of graph that is looked for in the next window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// Any graph that has the box, of at least this size.
    Fit(u32),
    /// A larger graph.
    Larger,
    /// Another graph, of at least this size.
    Other(u32),
}

/// The share of windows in which a larger graph is looked for, once one has the box.
const LARGER: f32 = 0.6;
/// The share of windows in which a graph of one move less will do.
const SMALLER: f32 = 0.05;
/// How much smaller than the largest a graph may become.
const DEPTH: u32 = 2;
/// The share of windows in which, while no graph has the box, one that has it is looked for rather than another one of the same box.
const FIT: f32 = 0.5;
/// After so many windows without a graph that has the box it may be one move smaller.
const PATIENCE: u32 = 6;
/// The most windows drawn to get one that meets every side which the graph does not reach yet.
const DRAWS: usize = 200;
/// A round ends after so many windows without a larger graph.
const IDLE: u32 = 300;
/// The number of starts kept, the best ones; worse ones are not worth a round.
const MOST_STARTS: usize = 40;
/// Nodes the engine may spend on making a graph from nothing.
const NODES_FROM_NOTHING: u64 = 5000;

/// The state of a round: a search from one start until it finds no larger graph any more.
struct Round {
    current: Vec<Move>,
    /// The size of the largest graph so far that has the box.
    best: Option<u32>,
    side: Side,
    /// The number of windows since that graph was found.
    idle: u32,
}

impl GraphSearch {
    /// Searches in rounds from these graphs, whose boxes lie inside the one wanted, until `is_over` or `found` breaks. The best
    /// starts come first: every round may draw one more. Without a start it makes one. Calls `found` with every graph that
    /// is larger than all before it.
    pub(crate) fn search(
        &self,
        starts: &[Vec<Move>],
        rng: &mut Rng,
        is_over: &(dyn Fn() -> bool + Sync),
        found: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
    ) {
        let mut best = None;
        let mut tell = |graph: &[Move]| {
            if best.is_some_and(|best| graph.len() <= best) {
                return ControlFlow::Continue(());
            }
            best = Some(graph.len());
            found(graph)
        };
        for round in 0.. {
            let choices = starts.len().min(round + 1).max(1);
            let start = match starts.get(below(rng, choices)) {
                Some(start) => Some(start.clone()),
                None => self.make_start(rng, is_over),
            };
            let is_done =
                start.is_some_and(|start| self.round(start, rng, is_over, &mut tell).is_break());
            if is_done || is_over() {
                return;
            }
        }
    }

    /// One round from this start; breaks where `tell` does.
    fn round(
        &self,
        start: Vec<Move>,
        rng: &mut Rng,
        is_over: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let has_box = BoundingBox::of_moves(Variant::D5, &start) == Some(self.bounding_box);
        if has_box {
            tell(&start)?;
        }
        let mut round = Round {
            best: has_box.then_some(start.len() as u32),
            current: start,
            side: Side::first(),
            idle: 0,
        };
        while round.idle < IDLE && !is_over() {
            round.idle += 1;
            let aim = round.aim(rng);
            match self.try_window(&round.current, aim, round.side, rng, is_over) {
                Filled::Found(moves) => {
                    let size = moves.len() as u32;
                    let has_box = round.best.is_some() || matches!(aim, Aim::Fit(_));
                    round.current = moves;
                    if has_box && round.best.is_none_or(|best| size > best) {
                        (round.best, round.idle) = (Some(size), 0);
                        tell(&round.current)?;
                    }
                }
                Filled::Exhausted => round.side.grow(),
                Filled::GaveUp => round.side.shrink(),
            }
        }
        ControlFlow::Continue(())
    }

    fn try_window(
        &self,
        current: &[Move],
        aim: Aim,
        side: Side,
        rng: &mut Rng,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Filled {
        let own = BoundingBox::of_moves(Variant::D5, current).unwrap_or_default();
        let window = match aim {
            Aim::Fit(_) => self.window_at_the_sides(own, rng),
            _ => Window::drawn(own, side, rng),
        };
        let mut given = window.given(current);
        let at_least = match aim {
            Aim::Fit(size) => size,
            Aim::Larger => current.len() as u32 + 1,
            Aim::Other(size) => {
                let Some(dot) = window.some_dot(current, rng) else {
                    return Filled::Exhausted;
                };
                given.absent.push(dot);
                size
            }
        };
        let claim = no_graph(window.bounding_box, at_least.max(1));
        fill_within(self.nodes, claim, &given, &Params::default(), is_over)
    }

    /// A random game that stays within the box, or else any graph that has the box: the sides alone count.
    fn make_start(&self, rng: &mut Rng, is_over: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Move>> {
        if unit(rng) < 0.5 {
            return Some(random_graph(self.bounding_box, rng));
        }
        let params = Params::default().to_find();
        let any = no_graph(self.bounding_box, 0);
        match fill_within(NODES_FROM_NOTHING, any, &Given::default(), &params, is_over) {
            Filled::Found(moves) => Some(moves),
            _ => None,
        }
    }

    /// A window of any size that meets the sides of the box that a graph of the box `own` does not reach, if one is drawn.
    fn window_at_the_sides(&self, own: BoundingBox, rng: &mut Rng) -> Window {
        let draw = |rng: &mut Rng| Window::drawn(self.bounding_box, Side::last(), rng);
        let [now, then] = [own, self.bounding_box].map(BoundingBox::distances);
        let region = self.bounding_box.region(Variant::D5);
        let meets = |window: &Window| {
            let is_met = |k| region.side(k).any(|c| window.free.contains(&c));
            (0..4).filter(|&k| now[k] < then[k]).all(is_met)
        };
        let mut window = draw(rng);
        for _ in 0..DRAWS {
            if meets(&window) {
                break;
            }
            window = draw(rng);
        }
        window
    }
}

/// The claim that no graph of this size or larger has the box.
const fn no_graph(bounding_box: BoundingBox, at_least: u32) -> Claim {
    let setting = Setting::of(Variant::D5);
    Claim::about(
        Subject::new(setting, bounding_box, Objects::Graphs),
        at_least,
    )
}

impl Round {
    /// Draws the kind of graph to look for next.
    fn aim(&self, rng: &mut Rng) -> Aim {
        let size = self.current.len() as u32;
        let drawn = unit(rng);
        match self.best {
            None if drawn < FIT => Aim::Fit(size.saturating_sub(self.idle / PATIENCE)),
            None => Aim::Other(size),
            Some(_) if drawn < LARGER => Aim::Larger,
            Some(best) if drawn < LARGER + SMALLER && size + DEPTH > best && size > 1 => {
                Aim::Other(size - 1)
            }
            Some(_) => Aim::Other(size),
        }
    }
}

/// The graphs to start from: those that, turned or mirrored, lie inside the box; first those whose sides are nearest to its sides, and
/// of these the largest.
pub(crate) fn first_graphs<'a>(
    bounding_box: BoundingBox,
    graphs: impl IntoIterator<Item = &'a [Move]>,
) -> Vec<Vec<Move>> {
    let mut images = BTreeSet::new();
    for moves in graphs {
        let own = BoundingBox::of_moves(Variant::D5, moves);
        for symmetry in Symmetry::ALL {
            let image = own.map(|own| own.transformed(symmetry));
            if let Some(image) = image.filter(|image| image.lies_inside(bounding_box)) {
                let turned = moves.iter().map(|&m| symmetry.mv(Variant::D5, m));
                let mut turned: Vec<Move> = turned.collect();
                turned.sort_unstable();
                images.insert((missing(image, bounding_box), Reverse(turned.len()), turned));
            }
        }
    }
    images
        .into_iter()
        .take(MOST_STARTS)
        .map(|(.., moves)| moves)
        .collect()
}

/// The number of rows and columns that the box has beyond `inside`, a box inside it.
fn missing(inside: BoundingBox, bounding_box: BoundingBox) -> u8 {
    let sides = inside.distances().into_iter().zip(bounding_box.distances());
    sides.map(|(a, b)| b - a).sum()
}

/// A random game that stays within the box, to start from where nothing is known; no move at all when the box is beyond
/// the fast board.
fn random_graph(bounding_box: BoundingBox, rng: &mut Rng) -> Vec<Move> {
    let Ok(mut playout) = Playout::confined(Variant::D5, bounding_box) else {
        return Vec::new();
    };
    playout.run(rng);
    playout.moves().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use rand::SeedableRng;

    use super::*;
    use morpion_rules::game::graph::check_fit;
    use morpion_rules::record::known_game_by_id;

    /// The sizes of the graphs that the search reports, the last one at least `enough` if it was found in time.
    fn sizes(search: GraphSearch, start: &[Move], enough: u32, windows: u32) -> Vec<u32> {
        let asked = AtomicU32::new(0);
        let is_over = || asked.fetch_add(1, Ordering::Relaxed) > windows;
        let mut sizes = Vec::new();
        let mut rng = Rng::seed_from_u64(1);
        search.search(&[start.to_vec()], &mut rng, &is_over, &mut |graph| {
            check_fit(Variant::D5, search.bounding_box, graph).unwrap();
            sizes.push(graph.len() as u32);
            if graph.len() as u32 >= enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        sizes
    }

    fn search(bounding_box: BoundingBox) -> GraphSearch {
        GraphSearch {
            bounding_box,
            nodes: 100,
        }
    }

    #[test]
    fn graphs_only_get_larger_and_the_largest_is_enough() {
        // The largest graph of the cross alone has 64 moves (proven in results/5D).
        let bounding_box = BoundingBox::default();
        let start = random_graph(bounding_box, &mut Rng::seed_from_u64(2));
        let sizes = sizes(search(bounding_box), &start, 40, 20_000);
        assert_eq!(sizes[0], start.len() as u32);
        assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
        assert!((40..=64).contains(sizes.last().unwrap()), "{sizes:?}");
        let longest = sizes.len();
        assert!(sizes[..longest - 1].iter().all(|&n| n < 40), "{sizes:?}");
    }

    #[test]
    fn a_start_in_a_smaller_box_is_made_to_fit() {
        let start = random_graph(BoundingBox::default(), &mut Rng::seed_from_u64(2));
        let search = search(BoundingBox::new(1, 0, 1, 0));
        assert_eq!(sizes(search, &start, 1, 50_000).len(), 1);
    }

    #[test]
    fn without_a_start_one_is_made() {
        let bounding_box = BoundingBox::new(1, 1, 0, 0);
        let mut best = 0;
        let asked = AtomicU32::new(0);
        let is_over = || asked.fetch_add(1, Ordering::Relaxed) > 3000;
        let mut rng = Rng::seed_from_u64(1);
        search(bounding_box).search(&[], &mut rng, &is_over, &mut |graph| {
            best = graph.len();
            ControlFlow::Continue(())
        });
        assert!(best > 10, "{best}");
    }

    #[test]
    fn the_largest_images_nearest_to_the_box_come_first() {
        let rosin = known_game_by_id("5D/rosin82").unwrap().moves;
        let own = BoundingBox::of_moves(Variant::D5, &rosin).unwrap();
        let short = &rosin[..30];
        let graphs = [short, &rosin[..]];
        for symmetry in Symmetry::ALL {
            let bounding_box = own.transformed(symmetry);
            let first = first_graphs(bounding_box, graphs);
            check_fit(Variant::D5, bounding_box, &first[0]).unwrap();
            assert_eq!(first[0].len(), 82);
            assert!(first[1..].iter().all(|moves| moves.len() == 30));
        }
        let small = BoundingBox::of_moves(Variant::D5, short).unwrap();
        assert_eq!(first_graphs(small, graphs)[0].len(), 30);
        assert!(first_graphs(BoundingBox::default(), graphs).is_empty());
    }

    #[test]
    fn aims_keep_near_the_best() {
        let mut rng = Rng::seed_from_u64(4);
        let start = known_game_by_id("5D/rosin82").unwrap().moves;
        let mut round = Round {
            best: Some(82),
            current: start,
            side: Side::first(),
            idle: 0,
        };
        let smaller = (0..2000).filter(|_| round.aim(&mut rng) == Aim::Other(81));
        assert!((20..300).contains(&smaller.count()));
        round.best = Some(84);
        for _ in 0..2000 {
            assert!([Aim::Larger, Aim::Other(82)].contains(&round.aim(&mut rng)));
        }
        (round.best, round.idle) = (None, 10 * PATIENCE);
        for _ in 0..200 {
            assert!([Aim::Fit(72), Aim::Other(82)].contains(&round.aim(&mut rng)));
        }
    }
}
