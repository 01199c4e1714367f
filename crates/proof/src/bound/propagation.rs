//! The rules P1 to P10 and S: what follows from the decisions of a node.
//!
//! Each rule is an implication that the checker repeats with its own code; the names are those of `paper/certificate.md`, section 2. The
//! rules only add facts, so the result does not depend on the order in which they are applied.

use super::closure::{closure, closures_without};
use super::domain::{Domain, Dot, Event};
use super::fixed_point::LENGTH;
use super::instance::Instance;
use super::layout::{Mark, bits};
use super::precedence::Contradiction;

impl Domain {
    /// Draws every consequence of the decisions; unusable after a contradiction.
    ///
    /// # Errors
    /// When nothing satisfies the node any more.
    pub(crate) fn propagate(&mut self, instance: &Instance) -> Result<(), Contradiction> {
        loop {
            while let Some(event) = self.pending.pop() {
                match event {
                    Event::Absent(v) => self.apply_absent(instance, v)?,
                    Event::Present(v) => self.apply_present(instance, v)?,
                    Event::Force(m) => self.apply_force(instance, m)?,
                    Event::Recheck(v) => self.recheck(v)?,
                }
            }
            self.check_sides(instance)?;
            if self.pending.is_empty() {
                self.check_reach(instance);
            }
            if self.pending.is_empty() {
                return self.check_size(instance);
            }
        }
    }

    /// P1.
    fn apply_absent(&mut self, instance: &Instance, v: usize) -> Result<(), Contradiction> {
        match self.dots[v] {
            Dot::Cross | Dot::Present | Dot::Placed => return Err(Contradiction),
            Dot::Outside | Dot::Absent => return Ok(()),
            Dot::Free => self.dots[v] = Dot::Absent,
        }
        for bit in bits(instance.lines[v].into()) {
            let (d, i) = (bit / LENGTH, bit % LENGTH);
            let start = instance.layout.along(v, d, -(i as isize));
            self.forbid_line(instance, start, d, None);
        }
        if let Some(turn) = self.half_turn() {
            self.set_absent(turn.cell(v));
        }
        Ok(())
    }

    fn apply_present(&mut self, instance: &Instance, v: usize) -> Result<(), Contradiction> {
        match self.dots[v] {
            Dot::Cross | Dot::Present | Dot::Placed => return Ok(()),
            Dot::Outside | Dot::Absent => return Err(Contradiction),
            Dot::Free => self.dots[v] = Dot::Present,
        }
        self.pending.push(Event::Recheck(v));
        // P9.
        for side in instance
            .arrival_cells
            .iter()
            .filter(|side| side.contains(&v))
        {
            let others = side.iter().filter(|&&w| w != v);
            others.for_each(|&w| self.set_absent(w));
        }
        if let Some(turn) = self.half_turn() {
            self.set_present(turn.cell(v));
        }
        Ok(())
    }

    /// P2 and P3.
    fn recheck(&mut self, v: usize) -> Result<(), Contradiction> {
        match (self.dots[v], self.options(v)) {
            (Dot::Present | Dot::Placed, 0) => return Err(Contradiction),
            (Dot::Free, 0) => self.set_absent(v),
            (Dot::Present, 1) => self.marks_of(v).for_each(|m| self.force(m)),
            _ => {}
        }
        Ok(())
    }

    /// P4, and P6 for games.
    fn apply_force(&mut self, instance: &Instance, m: Mark) -> Result<(), Contradiction> {
        if !self.allows(m) {
            return Err(Contradiction);
        }
        if self.dots[m.cell] == Dot::Placed {
            return Ok(());
        }
        for w in instance.layout.line(m) {
            self.apply_present(instance, w)?;
        }
        self.dots[m.cell] = Dot::Placed;
        self.forbid_alternatives(m);
        self.forbid_overlaps(instance, m);
        if let Some(precedence) = &mut self.precedence {
            for (p, x) in precedence.add_move(instance, m)? {
                self.forbid_through(instance, p, x);
            }
        }
        Ok(())
    }

    /// Forbids every other mark of the lines that share a dot and the direction with a mark's line, and of this line itself.
    fn forbid_overlaps(&mut self, instance: &Instance, m: Mark) {
        let line = instance.layout.line(m);
        self.forbid_line(instance, line[0], m.direction, Some(m.cell));
        let through = |v: usize| instance.lines[v] >> (LENGTH * m.direction);
        for k in 1..LENGTH {
            // The last cell of this line is number 4 - k of the line k cells on; its first cell is number k of the line k cells back.
            if through(line[LENGTH - 1]) >> (LENGTH - 1 - k) & 1 != 0 {
                self.forbid_line(instance, line[k], m.direction, None);
            }
            if through(line[0]) >> k & 1 != 0 {
                let start = instance.layout.along(line[0], m.direction, -(k as isize));
                self.forbid_line(instance, start, m.direction, None);
            }
        }
    }

    /// P5.
    fn check_sides(&mut self, instance: &Instance) -> Result<(), Contradiction> {
        for cells in &instance.side_cells {
            if cells.iter().any(|&v| self.is_present(v)) {
                continue;
            }
            let mut possible = cells.iter().filter(|&&v| self.is_free(v));
            match (possible.next(), possible.next()) {
                (None, _) => return Err(Contradiction),
                (Some(&v), None) => self.pending.push(Event::Present(v)),
                _ => {}
            }
        }
        Ok(())
    }

    /// P7: what the allowed marks cannot place is absent.
    fn check_reach(&mut self, instance: &Instance) {
        if self.precedence.is_none() || !std::mem::take(&mut self.is_narrower) {
            return;
        }
        let reached = closure(instance, &self.allowed);
        let lost = instance
            .cells()
            .filter(|&v| self.is_placeable(v) && !reached.contains(v));
        let lost: Vec<Event> = lost.map(Event::Absent).collect();
        self.pending.extend(lost);
    }

    /// P10.
    fn check_size(&self, instance: &Instance) -> Result<(), Contradiction> {
        let placeable = instance.cells().filter(|&v| self.is_placeable(v));
        if instance.moves > 0 && placeable.count() < instance.moves as usize {
            return Err(Contradiction);
        }
        Ok(())
    }

    /// P8 on every dot whose move is not known yet, until nothing changes: forbids its marks by lines through dots that cannot be
    /// placed before it. Does nothing when the question is about graphs.
    ///
    /// # Errors
    /// When nothing satisfies the node any more.
    pub(crate) fn apply_order(&mut self, instance: &Instance) -> Result<(), Contradiction> {
        let mut is_changed = self.precedence.is_some();
        while is_changed {
            let is_open = |v: &usize| self.is_present(*v) && self.options(*v) > 1;
            let open: Vec<usize> = instance.cells().filter(is_open).collect();
            let late = open
                .chunks(64)
                .flat_map(|dots| self.late_marks(instance, dots));
            let late: Vec<Mark> = late.collect();
            is_changed = !late.is_empty();
            late.into_iter().for_each(|m| self.forbid(m));
            self.propagate(instance)?;
        }
        Ok(())
    }

    /// The marks of these dots, at most 64, by lines through dots that cannot be placed before them.
    fn late_marks(&self, instance: &Instance, dots: &[usize]) -> Vec<Mark> {
        let before = closures_without(instance, &self.allowed, dots);
        let mut late = Vec::new();
        for (n, &v) in dots.iter().enumerate() {
            let is_late = |m: &Mark| {
                let others = instance.layout.others(*m).into_iter();
                others
                    .map(|w| before[usize::from(w)])
                    .any(|word| word >> n & 1 == 0)
            };
            late.extend(self.marks_of(v).filter(is_late));
        }
        late
    }
}
