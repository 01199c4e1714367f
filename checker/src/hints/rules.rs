//! Conclusions that do not depend on the order of play: rules P1 to P5, P9, P10 and S of `paper/certificate.md`.

use super::known::Known;
use super::written::{Hints, Operation};

/// Why the marks that are left of a line are forbidden.
#[derive(Clone, Copy)]
enum Cause {
    /// The line holds this cell, which is absent.
    Absent(usize),
    /// The line has a cell in common with the line drawn, or is that line. The marks of this cell, which the line drawn placed, stay.
    Drawn(usize),
}

impl Known<'_> {
    /// Draws one conclusion, if there is one.
    pub(super) fn conclude(&mut self, hints: &mut Hints<'_>) -> bool {
        self.bury(hints)
            || self.turn(hints)
            || self.draw(hints)
            || self.ask(hints)
            || self.isolate(hints)
            || self.count(hints)
    }

    /// P1 and P2.
    fn bury(&mut self, hints: &mut Hints<'_>) -> bool {
        let is_new = |&v: &usize| self.is_absent(v) && (self.present[v] || !self.buried[v]);
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        if self.present[v] {
            hints.write(Operation::Contradiction, &[v]);
            self.closed = true;
            return true;
        }
        self.buried[v] = true;
        for (line, _) in self.board.lines_through(v) {
            self.forbid_line(line, Cause::Absent(v), hints);
        }
        true
    }

    /// Forbids the marks that are left of a line.
    fn forbid_line(&mut self, line: usize, cause: Cause, hints: &mut Hints<'_>) {
        let line = self.board.lines[line];
        for (i, &w) in line.cells.iter().enumerate() {
            let m = 5 * line.direction + i;
            if self.allowed[w] >> m & 1 == 0 {
                continue;
            }
            match cause {
                Cause::Absent(v) => hints.write(Operation::Dead, &[w, m, v]),
                Cause::Drawn(placed) if placed == w => continue,
                Cause::Drawn(_) => hints.write(Operation::Parallel, &[w, m]),
            }
            self.allowed[w] &= !(1 << m);
        }
    }

    /// S.
    fn turn(&mut self, hints: &mut Hints<'_>) -> bool {
        let is_new = |&v: &usize| {
            let says = |w: usize| {
                let forbids = self.allowed[w] & !self.images(v) != 0;
                forbids || (self.present[v] && !self.present[w])
            };
            !self.board.cross[v] && self.twin(v).is_some_and(says)
        };
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        if let Some(w) = self.twin(v) {
            self.allowed[w] &= self.images(v);
            self.present[w] |= self.present[v];
            hints.write(Operation::Turned, &[v]);
        }
        true
    }

    /// P3 and P4.
    fn draw(&mut self, hints: &mut Hints<'_>) -> bool {
        let is_new =
            |&v: &usize| self.present[v] && self.allowed[v].is_power_of_two() && !self.drawn[v];
        let Some(v) = (0..self.board.cells()).find(is_new) else {
            return false;
        };
        self.drawn[v] = true;
        let m = self.allowed[v].trailing_zeros() as usize;
        hints.write(Operation::Forced, &[v, m]);
        self.draw_line(self.board.line_of[v][m], v, hints);
        true
    }

    /// Draws the conclusions from line `drawn`, which placed cell `placed`.
    fn draw_line(&mut self, drawn: usize, placed: usize, hints: &mut Hints<'_>) {
        let line = self.board.lines[drawn];
        for w in line.cells {
            if !self.board.cross[w] && !self.present[w] {
                self.present[w] = true;
                hints.write(Operation::Here, &[w]);
            }
            let in_direction = 5 * line.direction..5 * line.direction + 5;
            for m in in_direction.filter(|m| self.board.in_box[w] >> m & 1 != 0) {
                let other = self.board.line_of[w][m];
                if other != drawn {
                    self.forbid_line(other, Cause::Drawn(placed), hints);
                }
            }
        }
        self.forbid_line(drawn, Cause::Drawn(placed), hints);
    }

    /// P5.
    fn ask(&mut self, hints: &mut Hints<'_>) -> bool {
        (0..self.board.sides.len()).any(|n| self.ask_one(n, hints))
    }

    fn ask_one(&mut self, n: usize, hints: &mut Hints<'_>) -> bool {
        let side = &self.board.sides[n];
        let mut left = side.iter().filter(|&&v| self.allowed[v] != 0);
        let (last, others) = (left.next(), left.next());
        // Where no cell of the side is left, any of them will do: it is both present and absent.
        let v = *last.unwrap_or(&side[0]);
        if others.is_some() || (last.is_some() && self.present[v]) {
            return false;
        }
        self.present[v] = true;
        hints.write(Operation::Last, &[n, v]);
        true
    }

    /// P9.
    fn isolate(&mut self, hints: &mut Hints<'_>) -> bool {
        let board = self.board;
        for side in &board.arrived {
            let Some(&v) = side.iter().find(|&&v| self.present[v]) else {
                continue;
            };
            let others = side.iter().filter(|&&w| w != v && self.allowed[w] != 0);
            let others: Vec<usize> = others.copied().collect();
            for &w in &others {
                self.allowed[w] = 0;
                hints.write(Operation::Alone, &[v, w]);
            }
            if !others.is_empty() {
                return true;
            }
        }
        false
    }

    /// P10.
    fn count(&mut self, hints: &mut Hints<'_>) -> bool {
        let dots = self.allowed.iter().filter(|&&mask| mask != 0);
        let is_few = dots.count() < self.asked();
        if is_few {
            hints.write(Operation::Few, &[]);
            self.closed = true;
        }
        is_few
    }
}
