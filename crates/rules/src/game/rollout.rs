//! Random games by weights, plain or symmetric, as fast as they will go.
//!
//! Every step draws a legal move in proportion to its weight. Instead of adding up weights
//! at every step, each move gets a time when it becomes legal: now plus an exponentially
//! distributed waiting time with its weight as rate. The move whose time comes first is played.
//! Waiting times have no memory, so this is the same random process; and moves that have become
//! illegal are thrown away when their time comes, as in [`super::Playout`]. Times count from the
//! last step, so that short waits keep their precision late in a game.
//!
//! Symmetric games play each move together with its image under the half turn.

use rand::RngExt;
use rand_distr::Exp1;

use super::board::{Board, with_rules};
use super::clock::Clock;
use super::code::{Code, HalfTurn};
use super::grid::{Field, Grid, MAX_OPENED};
use crate::geometry::Variant;

/// The steps of a game at which a move was legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The [index](Code::index) of the move.
    pub code: u32,
    /// The first such step, from 0.
    pub from: u16,
    /// One more than the last such step.
    pub to: u16,
}

/// Plays games by weights one after the other, reusing its memory.
///
/// ```
/// use morpion_rules::game::{Board, Code, Rollout};
/// use morpion_rules::geometry::Variant;
/// use rand::SeedableRng;
///
/// // All moves weigh the same; a policy would weigh them differently.
/// let weights = vec![1.0; Code::INDEX_END];
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// let board = Board::new(Variant::D5);
/// let mut rollout = Rollout::new(&board, board.legal(), false);
/// assert!(!rollout.run(&weights, &mut rng).is_empty());
/// ```
#[derive(Clone)]
pub struct Rollout {
    variant: Variant,
    field: Field,
    grid: Grid,
    symmetric: Option<HalfTurn>,
    /// The legal moves at the start; of a move and its image only one in symmetric games.
    root: Vec<Code>,
    /// Every legal move once, and moves that were legal.
    clock: Clock,
    played: Vec<Code>,
    /// Every move that was ever legal, with the step that made it so; the start's first.
    seen: Vec<(Code, u16)>,
    death: Deaths,
}

impl Rollout {
    /// Ready to go on from where `board` stands, within its box. `steps` are the legal moves, or in games that are to stay symmetric
    /// those that may be played together with their images, one of each two; the position must be symmetric then.
    pub fn new(board: &Board, steps: &[Code], is_symmetric: bool) -> Self {
        let (field, grid) = board.insides();
        Self {
            variant: board.variant(),
            field,
            grid: grid.clone(),
            symmetric: is_symmetric.then(|| HalfTurn::new(board.variant())),
            root: steps.to_vec(),
            clock: Clock::new(),
            played: Vec::with_capacity(256),
            seen: Vec::with_capacity(512),
            death: Deaths::new(),
        }
    }

    /// Games now go on from where this board stands, of the same rules and box, by these steps; reuses the memory.
    pub fn start_from(&mut self, board: &Board, steps: &[Code]) {
        self.grid.clone_from(board.insides().1);
        self.root.clear();
        self.root.extend_from_slice(steps);
        self.played.clear();
    }

    /// Plays one game to its end and returns its moves (in symmetric games one of each two).
    /// `weights` holds a positive, finite weight for every [`Code::index`].
    ///
    /// # Panics
    /// If `weights` is shorter than [`Code::INDEX_END`].
    pub fn run<R: rand::Rng>(&mut self, weights: &[f32], rng: &mut R) -> &[Code] {
        let weights = &weights[..Code::INDEX_END];
        with_rules!(self.variant, self.run_in(weights, rng));
        &self.played
    }

    #[inline(always)]
    fn run_in<const L: usize, const K: usize>(
        &mut self,
        weights: &[f32],
        rng: &mut impl rand::Rng,
    ) {
        for code in self.played.drain(..) {
            flip::<L, K>(&mut self.grid, self.symmetric, code);
        }
        self.begin(weights, rng);
        while let Some(code) = self.clock.next() {
            if !self.grid.still_allows::<K>(code) {
                continue;
            }
            flip::<L, K>(&mut self.grid, self.symmetric, code);
            self.played.push(code);
            let mut room = [Code::filler(); MAX_OPENED];
            let opened = self.grid.opened::<L, K>(code.dot(), &mut room);
            match self.symmetric {
                None => self.add_inside(code, &room[..opened], weights, rng),
                Some(turn) => self.add_pairs::<L, K>(turn, &room[..opened], weights, rng),
            }
        }
    }

    /// Adds the moves that a move has opened, but for those outside the box.
    #[inline(always)]
    fn add_inside(
        &mut self,
        played: Code,
        opened: &[Code],
        weights: &[f32],
        rng: &mut impl rand::Rng,
    ) {
        let all_inside = self.field.is_interior(played.dot());
        for &code in opened {
            if all_inside || self.field.admits(code) {
                self.add(code, weights, rng);
            }
        }
    }

    /// Adds those of the moves opened that can be played together with their images, one of each two.
    #[inline(always)]
    fn add_pairs<const L: usize, const K: usize>(
        &mut self,
        turn: HalfTurn,
        opened: &[Code],
        weights: &[f32],
        rng: &mut impl rand::Rng,
    ) {
        for (i, &code) in opened.iter().enumerate() {
            let image = turn.image::<L>(code);
            // Both of a pair may run through the new dot.
            let is_new = !opened[..i].contains(&image);
            if is_new
                && self.field.admits(code)
                && self.field.admits(image)
                && code.goes_with::<K>(image)
            {
                self.add(code.min(image), weights, rng);
            }
        }
    }

    fn begin(&mut self, weights: &[f32], rng: &mut impl rand::Rng) {
        self.clock.clear();
        self.seen.clear();
        for i in 0..self.root.len() {
            self.add(self.root[i], weights, rng);
        }
    }

    #[inline(always)]
    fn add(&mut self, code: Code, weights: &[f32], rng: &mut impl rand::Rng) {
        let wait: f32 = rng.sample(Exp1);
        self.clock.add(code, wait / weights[code.index()]);
        self.seen.push((code, self.played.len() as u16));
    }

    /// The moves of the last game.
    pub fn played(&self) -> &[Code] {
        &self.played
    }

    /// Writes to `spans`, cleared before, when each move of the last game was legal.
    pub fn spans(&mut self, spans: &mut Vec<Span>) {
        with_rules!(self.variant, self.spans_in(spans));
    }

    fn spans_in<const L: usize, const K: usize>(&mut self, spans: &mut Vec<Span>) {
        for (step, &code) in (0u16..).zip(&self.played) {
            self.death.note(code, step + 1);
            if let Some(turn) = self.symmetric {
                self.death.note(turn.image::<L>(code), step + 1);
            }
        }
        spans.clear();
        let span = |&(code, from): &(Code, u16)| Span {
            code: code.index() as u32,
            from,
            to: self.death.step::<K>(code),
        };
        spans.extend(self.seen.iter().map(span));
        for &code in &self.played {
            self.death.note(code, u16::MAX);
            if let Some(turn) = self.symmetric {
                self.death.note(turn.image::<L>(code), u16::MAX);
            }
        }
    }
}

/// Plays a move, with its image where games stay symmetric; a second call takes both back.
#[inline(always)]
fn flip<const L: usize, const K: usize>(grid: &mut Grid, turn: Option<HalfTurn>, code: Code) {
    grid.flip::<L, K>(code);
    if let Some(turn) = turn {
        grid.flip::<L, K>(turn.image::<L>(code));
    }
}

/// When dots were placed and lines drawn; all `u16::MAX` between uses.
#[derive(Clone)]
struct Deaths {
    /// By cell number.
    placed: Vec<u16>,
    /// By line number, shifted so that none is near an end.
    drawn: Vec<u16>,
}

impl Deaths {
    const SHIFT: usize = 8;

    fn new() -> Self {
        Self {
            placed: vec![u16::MAX; 1 << 12],
            drawn: vec![u16::MAX; Code::LINE_NUMBER_END + 2 * Self::SHIFT],
        }
    }

    #[inline(always)]
    fn note(&mut self, code: Code, step: u16) {
        self.placed[code.dot() as usize] = step;
        self.drawn[usize::from(code.line_number()) + Self::SHIFT] = step;
    }

    /// The first step at which `code`, legal before, is legal no more. Lines that
    /// conflict lie on the same strip, fewer than `K` cells apart.
    #[inline(always)]
    fn step<const K: usize>(&self, code: Code) -> u16 {
        let first = usize::from(code.line_number()) + Self::SHIFT + 1 - K;
        let near = &self.drawn[first..first + 2 * K - 1];
        let line = near.iter().fold(u16::MAX, |a, &b| a.min(b));
        line.min(self.placed[code.dot() as usize])
    }
}
