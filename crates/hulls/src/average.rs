//! The average over all ways to fill a row, each weighted by the exponential of its sum over a temperature.
//!
//! [`RowAverage::of`] goes along the row and back. Rows of which nothing is asked, nearly all, are done without classes of counts.

use crate::board::Row;
use crate::row::classes;

/// What is said of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// The smoothed best sum.
    pub sum: f64,
    /// Its lines on average.
    pub lines: f64,
    /// How often it is occupied.
    pub occupied: f64,
}

/// Memory: weights by cell and count of lines, from the start and from the end.
#[derive(Default)]
pub(crate) struct RowAverage {
    dot: Vec<f64>,
    line: Vec<f64>,
    ending: Vec<f64>,
    so_far: Vec<f64>,
    after: Vec<f64>,
    to_come: Vec<f64>,
}

impl RowAverage {
    /// The average of a row whose cells cost a share and so much more; `used` is how often each is used.
    pub(crate) fn of(
        &mut self,
        row: &Row,
        more: &[f64],
        share: f64,
        temperature: f64,
        used: &mut [f64],
    ) -> Said {
        let rate = (1.0 / temperature).min(650.0 / spread(more, share));
        let (classes, open) = classes(more.len(), row.lines);
        self.weigh(more, rate);
        let again = exp(-share * rate);
        let least = usize::from(row.lines.least);
        let is_free = classes == 1 && open;
        let filled: f64 = if is_free {
            self.free_forwards(again)
        } else {
            self.forwards(classes, open, again);
            let last = &self.so_far[(more.len() - 1) * classes..][..classes];
            last[least.min(classes)..].iter().sum()
        };
        let empty = if row.occupied {
            0.0
        } else {
            exp((0.5 + share) * rate)
        };
        let all = filled + empty;
        let lines = if is_free {
            self.free_backwards(again, all, used)
        } else {
            self.backwards((classes, open, least), again, all, used)
        };
        Said {
            sum: (all.ln() - share * rate) / rate,
            lines,
            occupied: filled / all,
        }
    }

    /// The weights of a dot, and of a line that ends at a cell with the four dots that it adds.
    fn weigh(&mut self, more: &[f64], rate: f64) {
        self.dot.clear();
        self.dot.extend(more.iter().map(|&more| exp(-more * rate)));
        let one = exp(rate);
        self.line.clear();
        self.line.resize(more.len().min(4), 0.0);
        let added = self
            .dot
            .windows(4)
            .skip(1)
            .map(|d| one * d[0] * d[1] * d[2] * d[3]);
        self.line.extend(added);
    }

    /// [`forwards`](Self::forwards) of a row of which nothing is asked; the sum over all ways that hold a dot.
    fn free_forwards(&mut self, again: f64) -> f64 {
        self.ending.clear();
        let mut before = 0.0;
        for (i, (&dot, &line)) in self.dot.iter().zip(&self.line).enumerate() {
            let mut weight = dot * (again * before + 1.0);
            if i >= 4 {
                weight += line * self.ending[i - 4];
            }
            self.ending.push(weight);
            before += weight;
        }
        before
    }

    /// [`backwards`](Self::backwards) of a row of which nothing is asked.
    fn free_backwards(&mut self, again: f64, all: f64, used: &mut [f64]) -> f64 {
        let length = self.dot.len();
        self.after.clear();
        self.after.resize(length + 4, 0.0);
        self.line.resize(length + 4, 0.0);
        used.fill(0.0);
        let (mut lines, mut later, scale) = (0.0, 1.0, 1.0 / all);
        for i in (0..length).rev() {
            let by_line = self.line[i + 4] * self.after[i + 4];
            let after = later + by_line;
            self.after[i] = after;
            later += again * self.dot[i] * after;
            let ending = self.ending[i] * scale;
            let part = ending * by_line;
            lines += part;
            used[i] += ending * after;
            if i + 4 < length {
                used[i + 1..i + 4].iter_mut().for_each(|used| *used += part);
            }
        }
        lines
    }

    /// Weights from the start, by class.
    fn forwards(&mut self, classes: usize, open: bool, again: f64) {
        let length = self.dot.len();
        for memory in [
            &mut self.ending,
            &mut self.so_far,
            &mut self.after,
            &mut self.to_come,
        ] {
            memory.clear();
            memory.resize((length + 1) * classes, 0.0);
        }
        for i in 0..length {
            for class in 0..classes {
                let here = i * classes + class;
                let before = if i > 0 {
                    self.so_far[here - classes]
                } else {
                    0.0
                };
                let first = if class == 0 { 1.0 } else { 0.0 };
                let mut weight = self.dot[i] * (again * before + first);
                if i >= 4 && class > 0 {
                    weight += self.line[i] * self.ending[here - 4 * classes - 1];
                }
                if i >= 4 && open && class + 1 == classes {
                    weight += self.line[i] * self.ending[here - 4 * classes];
                }
                self.ending[here] = weight;
                self.so_far[here] = before + weight;
            }
        }
    }

    /// How often cells are used, from the end; the average number of lines.
    fn backwards(
        &mut self,
        (classes, open, least): (usize, bool, usize),
        again: f64,
        all: f64,
        used: &mut [f64],
    ) -> f64 {
        let length = self.dot.len();
        for class in least..classes {
            self.to_come[length * classes + class] = 1.0;
        }
        used.fill(0.0);
        let mut lines = 0.0;
        for i in (0..length).rev() {
            for class in 0..classes {
                let here = i * classes + class;
                let mut by_line = 0.0;
                if i + 4 < length && class + 1 < classes {
                    by_line += self.line[i + 4] * self.after[here + 4 * classes + 1];
                }
                if i + 4 < length && open && class + 1 == classes {
                    by_line += self.line[i + 4] * self.after[here + 4 * classes];
                }
                let later = self.to_come[here + classes];
                self.after[here] = later + by_line;
                self.to_come[here] = later + again * self.dot[i] * self.after[here];
                let part = self.ending[here] * by_line / all;
                lines += part;
                if i + 4 < length {
                    used[i + 1..i + 4].iter_mut().for_each(|used| *used += part);
                }
                used[i] += self.ending[here] * self.after[here] / all;
            }
        }
        lines
    }
}

/// How large sums in a row may be, in moves, so that no weight overflows.
fn spread(more: &[f64], share: f64) -> f64 {
    let (up, down) = more.iter().fold((0.0, 0.0), |(up, down), &more: &f64| {
        (up + more.max(0.0), down - more.min(0.0))
    });
    share + 0.25 * more.len() as f64 + f64::max(up, down)
}

/// The exponential to about nine digits, by a shift of the exponent and a short series: much faster than the library's.
fn exp(x: f64) -> f64 {
    // Adding so much rounds to a whole number and leaves it in the last bits; unlike a conversion it is done for several at once.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let binary = (x * std::f64::consts::LOG2_E).clamp(-1000.0, 1000.0);
    let shifted = binary + WHOLE;
    let whole = shifted - WHOLE;
    let rest = (binary - whole) * std::f64::consts::LN_2;
    let series = [720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0]
        .iter()
        .fold(0.0, |sum, term| sum * rest + 1.0 / term);
    f64::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 52))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Lines;

    #[test]
    fn the_short_exponential_is_close() {
        for x in [-600.0, -3.3, -0.1, 0.0, 0.7, 20.0, 600.0_f64] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-6, "{x}");
        }
    }

    /// The average by adding up all ways, one by one: sum, lines, occupied, and the use of each cell.
    fn naive(more: &[f64], share: f64, rate: f64, row: &Row) -> (f64, f64, f64, Vec<f64>) {
        let (cells, starts) = (more.len(), more.len() - 4);
        let (mut all, mut lines, mut filled) = (0.0, 0.0, 0.0);
        let mut used = vec![0.0; cells];
        let ways = (0_u32..1 << starts).filter(|w| (1..4).all(|d| w & (w >> d) == 0));
        for chosen in ways {
            let count = chosen.count_ones();
            let needed = (0..5).fold(0, |dots, i| dots | chosen << i);
            let asked = u32::from(row.lines.least)..=u32::from(row.lines.most);
            for dots in
                (1_u32..1 << cells).filter(|d| d & needed == needed && asked.contains(&count))
            {
                let waste = f64::from(dots.count_ones()) - 4.0 * f64::from(count);
                let holds = |i: &usize| dots >> i & 1 == 1;
                let more: f64 = (0..cells).filter(holds).map(|i| more[i]).sum();
                let weight = ((f64::from(count) - share * waste - more) * rate).exp();
                all += weight;
                filled += weight;
                lines += weight * f64::from(count);
                (0..cells).filter(holds).for_each(|i| used[i] += weight);
            }
        }
        if !row.occupied {
            all += (0.5 * rate).exp();
        }
        used.iter_mut().for_each(|used| *used /= all);
        (all.ln() / rate, lines / all, filled / all, used)
    }

    #[test]
    fn averages_are_those_over_all_ways() {
        let more: Vec<f64> = (0..10)
            .map(|i| f64::from(i * 37 % 11) * 0.1 - 0.4)
            .collect();
        let one = Lines { least: 1, most: 1 };
        for (lines, occupied) in [(Lines::ANY, true), (Lines::ANY, false), (one, true)] {
            let (name, start, length) = ((0, 0), 0, more.len());
            let row = Row {
                name,
                start,
                length,
                occupied,
                lines,
            };
            let mut used = vec![0.0; length];
            let said = RowAverage::default().of(&row, &more, 0.7, 0.3, &mut used);
            let (sum, lines, filled, naive) = naive(&more, 0.7, 1.0 / 0.3, &row);
            used.extend([said.sum, said.lines, said.occupied]);
            let expected = naive.into_iter().chain([sum, lines, filled]);
            for (found, expected) in used.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
    }
}
