//! Tree search guided by a network (PUCT, Silver et al. 2017), for one player.
//!
//! At every position of the tree the move of the largest Q + c P sqrt(N) / (1 + n) is followed: Q the mean value behind the
//! move, n its visits, N those of the position, P the network's prior. A new position is worth what the network says; a
//! finished game 1, 0 or -1 by the ranked reward.

use super::layers::softmax;
use super::network::{Network, Seat};
use crate::game::Code;

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Edge {
    code: Code,
    prior: f32,
    visits: u32,
    total: f32,
    /// The position behind it, once it has been looked at.
    child: u32,
}

#[derive(Clone, Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    visits: u32,
}

/// The positions looked at from one position of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The longest game that ended within the search, whole.
    best: Vec<Code>,
}

/// What is the same for all searches of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// Weight of the prior.
    pub(super) c: f32,
    /// Visits of the root.
    pub(super) m: u32,
    /// The threshold of the ranked reward.
    pub(super) threshold: u32,
}

impl Tree {
    /// The longest game that ended within any search so far; empty when none did.
    pub(super) fn best(&self) -> &[Code] {
        &self.best
    }

    /// Searches from where the board of the seat stands, which it stands at again in the end. The tree must be empty or
    /// [moved on](Self::advance) to that position, where a move must be legal. `is_late` ends the search early.
    pub(super) fn search(
        &mut self,
        network: &Network,
        seat: &mut Seat,
        search: Search,
        is_late: &(dyn Fn() -> bool + Sync),
    ) {
        if self.nodes.is_empty() {
            self.expand(network, seat);
        }
        while self.nodes[0].visits < search.m && !is_late() {
            self.simulate(network, seat, search);
        }
    }

    /// The moves of the root with their shares of the visits; of their priors when there were none.
    pub(super) fn shares(&self) -> Vec<(Code, f32)> {
        let edges = &self.nodes[0].edges;
        let all: u32 = edges.iter().map(|e| e.visits).sum();
        let share = |edge: &Edge| match all {
            0 => edge.prior,
            _ => edge.visits as f32 / all as f32,
        };
        edges.iter().map(|e| (e.code, share(e))).collect()
    }

    /// The position behind a move of the root becomes the root; what lies elsewhere is forgotten.
    pub(super) fn advance(&mut self, code: Code) {
        let old = std::mem::take(&mut self.nodes);
        let edge = old
            .first()
            .and_then(|n| n.edges.iter().find(|e| e.code == code));
        let Some(root) = edge.map(|e| e.child).filter(|&child| child != NONE) else {
            return;
        };
        let mut sources = vec![root];
        while let Some(&source) = sources.get(self.nodes.len()) {
            let mut node = old[source as usize].clone();
            for edge in node.edges.iter_mut().filter(|e| e.child != NONE) {
                sources.push(edge.child);
                edge.child = sources.len() as u32 - 1;
            }
            self.nodes.push(node);
        }
    }

    fn simulate(&mut self, network: &Network, seat: &mut Seat, search: Search) {
        let mut path = Vec::new();
        let mut here = 0;
        let value = loop {
            let chosen = self.choose(here, search.c);
            path.push((here, chosen));
            let edge = &self.nodes[here].edges[chosen];
            seat.board
                .play_code(edge.code)
                .expect("moves of the tree are legal");
            let child = edge.child;
            if seat.board.legal().is_empty() {
                break self.finished(seat, search.threshold);
            }
            if child == NONE {
                self.nodes[here].edges[chosen].child = self.nodes.len() as u32;
                break self.expand(network, seat);
            }
            here = child as usize;
        };
        for &(node, chosen) in &path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[chosen];
            edge.visits += 1;
            edge.total += value;
            seat.board.undo();
        }
    }

    fn finished(&mut self, seat: &Seat, threshold: u32) -> f32 {
        if seat.board.len() > self.best.len() {
            self.best = seat.board.history().to_vec();
        }
        match (seat.board.len() as u32).cmp(&threshold) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        }
    }

    /// Adds the position of the seat; returns its value.
    fn expand(&mut self, network: &Network, seat: &mut Seat) -> f32 {
        network.look(seat);
        softmax(&mut seat.said.logits);
        let priors = seat.board.legal().iter().zip(&seat.said.logits);
        let edges = priors.map(|(&code, &prior)| Edge {
            code,
            prior,
            visits: 0,
            total: 0.0,
            child: NONE,
        });
        self.nodes.push(Node {
            edges: edges.collect(),
            visits: 0,
        });
        seat.said.value
    }

    fn choose(&self, node: usize, c: f32) -> usize {
        let node = &self.nodes[node];
        let factor = c * (node.visits.max(1) as f32).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (i, edge) in node.edges.iter().enumerate() {
            let visits = edge.visits as f32;
            let mean = edge.total / visits.max(1.0);
            let value = mean + factor * edge.prior / (1.0 + visits);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::geometry::Variant;
    use crate::learn::params::Shape;
    use crate::learn::random::Rng;

    fn searched(m: u32) -> (Tree, Seat) {
        let shape = Shape {
            radius: 2,
            hidden: vec![4],
        };
        let network = Network::initial(&shape, Variant::D4, &mut Rng::seed_from_u64(1));
        let mut seat = Seat::new(Board::new(Variant::D4));
        let mut tree = Tree::default();
        let search = Search {
            c: 1.0,
            m,
            threshold: 20,
        };
        tree.search(&network, &mut seat, search, &|| false);
        (tree, seat)
    }

    #[test]
    fn visits_add_up_and_the_board_stays() {
        let (tree, seat) = searched(200);
        assert!(seat.board.is_empty());
        let shares = tree.shares();
        assert_eq!(shares.len(), seat.board.legal().len());
        assert!((shares.iter().map(|s| s.1).sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(tree.nodes[0].visits, 200);
        for node in &tree.nodes {
            let sum: u32 = node.edges.iter().map(|e| e.visits).sum();
            assert_eq!(sum, node.visits);
        }
    }

    #[test]
    fn moving_on_keeps_what_lies_behind_the_move() {
        let (mut tree, seat) = searched(300);
        let code = seat.board.legal()[0];
        let visits = tree.nodes[0].edges[0].visits;
        tree.advance(code);
        // The first visit of the move looked at the position, the later ones went through it.
        assert_eq!(tree.nodes[0].visits, visits - 1);
        let shares = tree.shares();
        let mut board = seat.board.clone();
        board.play_code(code).unwrap();
        let codes: Vec<Code> = shares.iter().map(|s| s.0).collect();
        assert_eq!(codes, board.legal());
    }

    #[test]
    fn a_move_with_better_ends_is_visited_more() {
        let mut tree = Tree::default();
        let codes = Board::new(Variant::D5).legal().to_vec();
        let edge = |i: usize, total| Edge {
            code: codes[i],
            prior: 0.5,
            visits: 10,
            total,
            child: NONE,
        };
        tree.nodes.push(Node {
            edges: vec![edge(0, -10.0), edge(1, 10.0)],
            visits: 20,
        });
        assert_eq!(tree.choose(0, 1.0), 1);
        tree.nodes[0].edges[1].visits = 2000;
        tree.nodes[0].edges[1].total = -2000.0;
        assert_eq!(tree.choose(0, 1.0), 0, "what is as bad and less visited");
    }
}
