//! UCT with random games by mobility (Cazenave 2007, section 4).
//!
//! A tree of positions grows by at most one position a game. In the tree the move i of the largest mu_i + sqrt(ln t / (C s_i)) is played,
//! as the paper writes it: mu_i the mean score of the games through move i, s_i their number, t the number of games through the position;
//! moves without games come first. Below the tree the game is drawn by mobility.

use super::draw::Draw;
use super::method::Method;
use super::numbers::positive;
use super::path::Path;
use super::stepwise::shuffle;
use crate::games::game::{Game, Rng};
use crate::running::{Run, Searcher};

/// UCT with random games by mobility (Cazenave 2007, table 3), until the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, clap::Args)]
pub struct Uct {
    /// The constant of the paper's formula, mean + sqrt(log t / (C s)), above 0 and at most 100: smaller ones explore more. The paper has
    /// 0.1.
    #[arg(long, value_name = "C", default_value_t = 0.1, value_parser = positive)]
    pub c: f64,
}

/// A move of a position of the tree.
struct Edge<M> {
    mv: M,
    /// Number of games through it.
    games: u32,
    /// Sum of their scores.
    total: f64,
    /// The node it leads to, once that is in the tree.
    child: Option<u32>,
}

/// The positions that have been visited more than once, with their moves.
type Tree<M> = Vec<Vec<Edge<M>>>;

/// The most edges a tree may have (about a gigabyte); after that no position is added.
const MOST_EDGES: usize = 30_000_000;

impl Method for Uct {}

impl<G: Game> Searcher<G> for Uct {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut path = Path::new(game);
        let mut tree: Tree<G::Move> = vec![edges(&path, &mut run.rng)];
        let mut size = tree[0].len();
        let mut visited = Vec::new();
        while !run.is_over() {
            self.descend(&mut tree, &mut size, &mut path, &mut visited, run);
            let score = path.finish(Draw { mobility: true }, run);
            for (node, chosen) in visited.drain(..) {
                let edge: &mut Edge<G::Move> = &mut tree[node][chosen];
                edge.games += 1;
                edge.total += f64::from(score);
            }
            path.back_to(0);
        }
    }
}

impl Uct {
    /// Plays from the root to where the tree ends, and adds the position there if it was visited before.
    fn descend<G: Game>(
        &self,
        tree: &mut Tree<G::Move>,
        size: &mut usize,
        path: &mut Path<'_, G>,
        visited: &mut Vec<(usize, usize)>,
        run: &mut Run<'_, G>,
    ) {
        let mut node = Some(0);
        while let Some(here) = node.filter(|&n: &usize| !tree[n].is_empty()) {
            let chosen = self.choose(&tree[here]);
            let edge = &tree[here][chosen];
            path.play(edge.mv);
            visited.push((here, chosen));
            node = edge.child.map(|n| n as usize);
            if node.is_none() && edge.games > 0 && *size < MOST_EDGES {
                tree[here][chosen].child = Some(tree.len() as u32);
                tree.push(edges(path, &mut run.rng));
                *size += tree[tree.len() - 1].len();
            }
        }
    }

    fn choose<M>(&self, edges: &[Edge<M>]) -> usize {
        let all: u32 = edges.iter().map(|e| e.games).sum();
        let logarithm = f64::from(all.max(1)).ln();
        let mut best = (0, f64::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let games = f64::from(edge.games);
            let value = match edge.games {
                0 => f64::INFINITY,
                _ => edge.total / games + (logarithm / (self.c * games)).sqrt(),
            };
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }
}

/// The moves of the position in random order: untried ones are tried in the order of the list.
fn edges<G: Game>(path: &Path<'_, G>, rng: &mut Rng) -> Vec<Edge<G::Move>> {
    let edge = |&mv| Edge {
        mv,
        games: 0,
        total: 0.0,
        child: None,
    };
    let mut edges: Vec<_> = path.legal().iter().map(edge).collect();
    shuffle(&mut edges, rng);
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::running::toy::{Walk, search};

    #[test]
    fn the_formula_weighs_means_against_numbers() {
        let edge = |games, total| Edge {
            mv: 0,
            games,
            total,
            child: None,
        };
        let uct = Uct { c: 0.1 };
        assert_eq!(uct.choose(&[edge(1, 9.0), edge(0, 0.0)]), 1);
        // sqrt(ln 4 / 0.1) = 3.72 for one game, 2.15 for three: 8 + 3.72 > 9 + 2.15.
        assert_eq!(uct.choose(&[edge(3, 27.0), edge(1, 8.0)]), 1);
        assert_eq!(uct.choose(&[edge(3, 30.0), edge(1, 8.0)]), 0);
    }

    #[test]
    fn the_best_walk_of_a_toy_game_is_found() {
        let outcome = search(&Walk::new(6, 3), &Uct { c: 10.0 }, 5000);
        assert_eq!(outcome.snapshot.best, 6);
        assert_eq!(outcome.snapshot.playouts, 5000);
    }
}
