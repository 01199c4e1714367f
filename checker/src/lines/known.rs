//! The knowledge about the games of a node, and the deductions from it. `paper/line-certificate.md`, section 2.

use super::moves::Moves;
use super::reject::Reason;

/// Something that became known.
#[derive(Debug)]
enum News {
    Out(usize),
    Excluded(usize, usize),
    Required,
}

/// The knowledge about the games that a node is about.
#[derive(Debug)]
pub struct Known<'a> {
    /// The moves.
    pub moves: &'a Moves,
    /// By move: whether it stands in none of these games.
    out: Vec<bool>,
    /// By move, then by move: whether no such game has both.
    excluded: Vec<Vec<bool>>,
    /// Lines that all of these games draw.
    required: Vec<usize>,
    /// All moves, ordered so that as many as possible come after those that place the cells they need.
    order: Vec<usize>,
    /// All facts that are not in the rules, in the order in which they became known.
    news: Vec<News>,
}

impl<'a> Known<'a> {
    /// The knowledge that the rules give about all games.
    #[must_use]
    pub fn new(moves: &'a Moves) -> Self {
        let n = moves.all.len();
        let row = |a: usize| (0..n).map(|b| a != b && moves.clash(a, b)).collect();
        Self {
            moves,
            out: vec![false; n],
            excluded: (0..n).map(row).collect(),
            required: Vec::new(),
            order: order(moves),
            news: Vec::new(),
        }
    }

    /// The number of facts known now, for [`Self::forget`].
    #[must_use]
    pub fn mark(&self) -> usize {
        self.news.len()
    }

    /// Goes back to the games of a node above, about which this many facts were known.
    pub fn forget(&mut self, mark: usize) {
        for news in self.news.drain(mark..) {
            match news {
                News::Out(m) => self.out[m] = false,
                News::Excluded(a, b) => {
                    self.excluded[a][b] = false;
                    self.excluded[b][a] = false;
                }
                News::Required => drop(self.required.pop()),
            }
        }
    }

    /// Goes on to those games that draw the line.
    pub fn require(&mut self, line: usize) {
        self.required.push(line);
        self.news.push(News::Required);
    }

    /// Goes on to those games that do not draw the line.
    pub fn leave_out(&mut self, line: usize) {
        for m in 0..self.out.len() {
            if self.moves.all[m].line == line {
                self.set_out(m);
            }
        }
    }

    fn set_out(&mut self, m: usize) {
        if self.is_live(m) {
            self.out[m] = true;
            self.news.push(News::Out(m));
        }
    }

    /// Whether the move may stand in such a game.
    #[must_use]
    pub fn is_live(&self, m: usize) -> bool {
        !self.out[m]
    }

    /// Whether it is known that no such game has both moves.
    #[must_use]
    pub fn excludes(&self, a: usize, b: usize) -> bool {
        self.excluded[a][b]
    }

    /// Whether all of these games draw the line.
    #[must_use]
    pub fn requires(&self, line: usize) -> bool {
        self.required.contains(&line)
    }

    /// Whether a line must be drawn and no move may draw it, so that there is no such game.
    #[must_use]
    pub fn is_blocked(&self, line: usize) -> bool {
        self.requires(line) && !self.may_be_drawn(line, &[])
    }

    /// Whether the line can be drawn by a live move that none of the moves `beside` excludes.
    fn may_be_drawn(&self, line: usize, beside: &[usize]) -> bool {
        let moves = self
            .moves
            .all
            .iter()
            .enumerate()
            .filter(|(_, mv)| mv.line == line);
        let mut live = moves.map(|(m, _)| m).filter(|&m| self.is_live(m));
        live.any(|m| beside.iter().all(|&other| !self.excludes(m, other)))
    }

    /// Adds the fact that a move stands in no game of the node.
    ///
    /// # Errors
    /// The fact does not follow.
    pub fn deduce_out(&mut self, m: usize) -> Result<(), Reason> {
        let places = self.moves.all[m].places;
        let all_drawn = self
            .required
            .iter()
            .all(|&line| self.may_be_drawn(line, &[m]));
        if all_drawn && self.grounds(m, &[m], &[places]) {
            return Err(Reason::Out);
        }
        self.set_out(m);
        Ok(())
    }

    /// Adds the fact that no game of the node has both moves.
    ///
    /// # Errors
    /// The fact does not follow.
    pub fn deduce_excludes(&mut self, a: usize, b: usize) -> Result<(), Reason> {
        let all_drawn = self
            .required
            .iter()
            .all(|&line| self.may_be_drawn(line, &[a, b]));
        if a == b || (all_drawn && (self.in_order(a, b) || self.in_order(b, a))) {
            return Err(Reason::Excludes);
        }
        if !self.excludes(a, b) {
            self.excluded[a][b] = true;
            self.excluded[b][a] = true;
            self.news.push(News::Excluded(a, b));
        }
        Ok(())
    }

    /// Whether a game may make both moves, `a` before `b`, as far as dots can be traced back.
    fn in_order(&self, a: usize, b: usize) -> bool {
        let [of_a, of_b] = [a, b].map(|m| self.moves.all[m].places);
        self.grounds(a, &[a, b], &[of_a, of_b]) && self.grounds(b, &[a, b], &[of_b])
    }

    /// Whether the cells that a move needs can hold dots while the cells of `empty` hold none, by live moves that none of `beside`
    /// excludes.
    fn grounds(&self, m: usize, beside: &[usize], empty: &[usize]) -> bool {
        let needs = &self.moves.all[m].needs;
        if needs.iter().any(|c| empty.contains(c)) {
            return false;
        }
        let mut holds = vec![false; self.moves.cells()];
        loop {
            let mut is_new = false;
            for &other in &self.order {
                let mv = &self.moves.all[other];
                let is_new_cell = !holds[mv.places] && !empty.contains(&mv.places);
                let is_allowed = is_new_cell
                    && self.is_live(other)
                    && beside.iter().all(|&b| !self.excludes(other, b));
                if is_allowed && mv.needs.iter().all(|&c| holds[c]) {
                    holds[mv.places] = true;
                    is_new = true;
                }
            }
            if needs.iter().all(|&c| holds[c]) {
                return true;
            }
            if !is_new {
                return false;
            }
        }
    }
}

/// The moves in an order in which their cells can be placed where nothing excludes anything; then the others.
fn order(moves: &Moves) -> Vec<usize> {
    let mut holds = vec![false; moves.cells()];
    let (mut order, mut left): (Vec<usize>, Vec<usize>) =
        (Vec::new(), (0..moves.all.len()).collect());
    loop {
        let can = |&m: &usize| moves.all[m].needs.iter().all(|&c| holds[c]);
        let (now, later): (Vec<usize>, Vec<usize>) = left.into_iter().partition(can);
        now.iter().for_each(|&m| holds[moves.all[m].places] = true);
        left = later;
        if now.is_empty() {
            order.extend(left);
            return order;
        }
        order.extend(now);
    }
}
