//! UCT with random games by mobility (Cazenave 2007, section 4).
//!
//! A tree of positions grows by one position a game. In the tree the move i of the largest
//! mu_i + sqrt(ln t / (C s_i)) is played, as the paper writes it: mu_i the mean score of the games
//! through move i, s_i their number, t the number of games through the position; moves
//! without games come first. Below the tree the game is drawn by the mobility heuristic.

use super::path::Path;
use super::sampling::mobile_game;
use crate::games::game::{Game, Rng, below};
use crate::running::{Run, Searcher};

/// The algorithm with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Uct {
    /// The constant of the formula; smaller ones explore more. The paper's best: 0.1.
    pub c: f64,
}

/// A move of a position of the tree.
struct Edge<M> {
    mv: M,
    /// Number of games through it.
    games: u32,
    /// Sum of their scores.
    total: f64,
    /// The node it leads to, once that has been expanded.
    child: Option<u32>,
}

/// The positions that have been visited more than once, with their moves.
type Tree<M> = Vec<Vec<Edge<M>>>;

/// The most edges a tree may have (about a gigabyte); after that no position is added.
const MOST_EDGES: usize = 30_000_000;

impl<G: Game> Searcher<G> for Uct {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut path = Path::new(game);
        let mut tree: Tree<G::Move> = vec![edges(&path, &mut run.rng)];
        let mut size = tree[0].len();
        let mut visited = Vec::new();
        while !run.is_over() {
            visited.clear();
            let mut node = Some(0);
            while let Some(here) = node.filter(|&n: &u32| !tree[n as usize].is_empty()) {
                let chosen = self.choose(&tree[here as usize]);
                let edge = &tree[here as usize][chosen];
                path.play(edge.mv);
                visited.push((here, chosen));
                node = edge.child;
                if node.is_none() && edge.games > 0 && size < MOST_EDGES {
                    tree[here as usize][chosen].child = Some(tree.len() as u32);
                    let new = edges(&path, &mut run.rng);
                    size += new.len();
                    tree.push(new);
                }
            }
            let score = path.finish(run, mobile_game);
            for &(node, chosen) in &visited {
                let edge = &mut tree[node as usize][chosen];
                edge.games += 1;
                edge.total += f64::from(score);
            }
            path.back_to(0);
        }
    }
}

impl Uct {
    fn choose<M>(&self, edges: &[Edge<M>]) -> usize {
        let all: u32 = edges.iter().map(|e| e.games).sum();
        let logarithm = f64::from(all.max(1)).ln();
        let value = |edge: &Edge<M>| {
            let games = f64::from(edge.games);
            match edge.games {
                0 => f64::INFINITY,
                _ => edge.total / games + (logarithm / (self.c * games)).sqrt(),
            }
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let value = value(edge);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }
}

/// The moves of the position in random order: untried ones are tried in the order of the list.
fn edges<G: Game>(path: &Path<'_, G>, rng: &mut Rng) -> Vec<Edge<G::Move>> {
    let mut moves = path.legal().to_vec();
    for i in 1..moves.len() {
        let j = below(rng, i + 1);
        moves.swap(i, j);
    }
    let edge = |mv| Edge {
        mv,
        games: 0,
        total: 0.0,
        child: None,
    };
    moves.into_iter().map(edge).collect()
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
