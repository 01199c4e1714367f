//! Grounding: whether dots can be traced back to the cross by moves that are allowed.

use crate::bits::Bits;
use crate::candidates::Candidates;

/// The moves that may be used: those that are not blocked, and that neither place nor need one of two cells.
pub(crate) struct Allowed<'a> {
    pub(crate) blocked: &'a Bits,
    /// Cells that hold no dot at this time.
    pub(crate) empty: [Option<usize>; 2],
}

/// Working memory that one grounding after another uses.
pub(crate) struct Grounder<'a> {
    candidates: &'a Candidates,
    /// The moves that need nothing but the cross.
    first: Vec<usize>,
    /// By move: how many of the cells it needs hold dots.
    held: Vec<u8>,
    /// By cell: the move that placed it.
    by: Vec<Option<usize>>,
    queue: Vec<usize>,
    /// By cell: the moves that place or need it.
    touching: Vec<Bits>,
    /// By move: the moves by which it was grounded before, the last `KEPT` times.
    before: Vec<Vec<Bits>>,
}

/// The groundings of a move that are kept.
const KEPT: usize = 4;

impl<'a> Grounder<'a> {
    pub(crate) fn new(candidates: &'a Candidates) -> Self {
        let moves = 0..candidates.len();
        let touching = |cell: usize| {
            let mut touching = Bits::new(candidates.len());
            let moves = candidates.placing[cell]
                .iter()
                .chain(&candidates.needing[cell]);
            moves.for_each(|&m| touching.insert(m));
            touching
        };
        Self {
            candidates,
            touching: (0..candidates.cells.len()).map(touching).collect(),
            before: vec![Vec::new(); candidates.len()],
            first: moves.filter(|&m| candidates.needed[m].is_empty()).collect(),
            held: vec![0; candidates.len()],
            by: vec![None; candidates.cells.len()],
            queue: Vec::new(),
        }
    }

    /// Whether all cells that a move needs can hold dots before it; the moves that place them are added to `used` then. Moves are not kept
    /// from clashing with each other, so "no" is certain and "yes" is not.
    pub(crate) fn grounds(&mut self, mv: usize, allowed: &Allowed<'_>, used: &mut Bits) -> bool {
        let wanted = &self.candidates.needed[mv];
        if wanted
            .iter()
            .any(|&cell| allowed.empty.contains(&Some(cell)))
        {
            return false;
        }
        if let Some(moves) = self.before[mv]
            .iter()
            .find(|moves| self.are_allowed(moves, allowed))
        {
            used.add(moves);
            return true;
        }
        self.search(mv, allowed, used)
    }

    /// Whether a way to ground a move that was possible before is possible here: its moves are allowed.
    fn are_allowed(&self, moves: &Bits, allowed: &Allowed<'_>) -> bool {
        let mut cells = allowed.empty.iter().flatten();
        !moves.meets(allowed.blocked) && !cells.any(|&cell| moves.meets(&self.touching[cell]))
    }

    fn search(&mut self, mv: usize, allowed: &Allowed<'_>, used: &mut Bits) -> bool {
        let wanted = &self.candidates.needed[mv];
        self.held.fill(0);
        self.by.fill(None);
        self.queue.clear();
        let mut left = wanted.len();
        for i in 0..self.first.len() {
            self.place(self.first[i], allowed, wanted, &mut left);
        }
        let mut next = 0;
        while left > 0 && next < self.queue.len() {
            let cell = self.queue[next];
            next += 1;
            for &m in &self.candidates.needing[cell] {
                self.held[m] += 1;
                if usize::from(self.held[m]) == self.candidates.needed[m].len() {
                    self.place(m, allowed, wanted, &mut left);
                }
            }
        }
        if left > 0 {
            return false;
        }
        let mut moves = Bits::new(self.candidates.len());
        self.trace(wanted, &mut moves);
        used.add(&moves);
        let before = &mut self.before[mv];
        if before.len() == KEPT {
            before.remove(0);
        }
        before.push(moves);
        true
    }

    fn place(&mut self, m: usize, allowed: &Allowed<'_>, wanted: &[usize], left: &mut usize) {
        let cell = self.candidates.placed[m];
        let is_free = self.by[cell].is_none() && !allowed.empty.contains(&Some(cell));
        if is_free && !allowed.blocked.contains(m) {
            self.by[cell] = Some(m);
            self.queue.push(cell);
            *left -= usize::from(wanted.contains(&cell));
        }
    }

    /// Adds the moves by which the cells were placed, and those on which they rest.
    fn trace(&mut self, wanted: &[usize], used: &mut Bits) {
        self.queue.clear();
        self.queue.extend(wanted);
        while let Some(cell) = self.queue.pop() {
            let Some(m) = self.by[cell].take() else {
                continue;
            };
            used.insert(m);
            self.queue.extend(&self.candidates.needed[m]);
        }
    }
}
