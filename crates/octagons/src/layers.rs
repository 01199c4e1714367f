//! The possible costs of a gap: the program behind `paper/octagons.md`, section 4, in integers.
//!
//! Beyond an empty diagonal a part of a position lies in layers, of n1, n2, ... dots. [`Multipliers`] are the least λ with which every
//! step of the cutting pays for what it takes away, if no step costs more than 144 - R.

use crate::ROWS;

/// An upper bound on the number of dots in a layer.
const LAYER: usize = 28;
/// An upper bound on the number of paths in a part that is cut off.
const PATHS: usize = 86;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// The numerator.
    pub numerator: i64,
    /// The denominator.
    pub denominator: i64,
}

impl Ratio {
    const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    fn max(self, other: Self) -> Self {
        if self.numerator * other.denominator < other.numerator * self.denominator {
            other
        } else {
            self
        }
    }
}

/// The least λ by the largest cost of a step: index π is for steps that cost at most π.
pub struct Multipliers {
    plain: Vec<Ratio>,
    paid: Vec<Ratio>,
}

impl Multipliers {
    /// Runs the program.
    pub fn new() -> Self {
        let rest = Rest::new();
        let most = ROWS as usize;
        let mut found = Self {
            plain: vec![Ratio::ONE; most + 1],
            paid: vec![Ratio::ONE; most + 1],
        };
        rest.beginnings(&mut |layers, spent| found.note(&rest, layers, spent));
        for cost in 1..=most {
            found.plain[cost] = found.plain[cost].max(found.plain[cost - 1]);
            found.paid[cost] = found.paid[cost].max(found.paid[cost - 1]);
        }
        found
    }

    /// Takes all parts into account that begin with these five layers.
    fn note(&mut self, rest: &Rest, layers: [usize; 5], spent: usize) {
        let crossing = layers[0];
        let second = crossing.min(layers[2]);
        let third = second.min(layers[4]);
        let priced = (crossing + second + third) as i64;
        let begun: usize = layers.iter().sum();
        for paths in spent.max(1)..=PATHS.min((ROWS as usize + crossing) / 2) {
            let dots = (begun + rest.most(layers[3], layers[4], paths - spent)) as i64;
            let cost = (paths - crossing) as i64;
            let ratio = |numerator, denominator| {
                assert!(denominator > 0, "a part pays nothing");
                Ratio {
                    numerator,
                    denominator,
                }
            };
            let at = cost as usize;
            self.plain[at] = self.plain[at].max(ratio(dots, cost));
            self.paid[at] = self.paid[at].max(ratio(dots - priced, cost - priced));
        }
    }

    /// The least λ of an octagon of so many rows if no dot outside is priced.
    pub fn plain(&self, rows: i32) -> Ratio {
        self.plain[(ROWS - rows) as usize]
    }

    /// The least λ of an octagon of so many rows.
    pub fn paid(&self, rows: i32) -> Ratio {
        self.paid[(ROWS - rows) as usize]
    }

    /// Whether an octagon of so many rows and cells is too small for a position of more moves.
    pub fn is_small(&self, rows: i32, area: i32, moves: i32) -> bool {
        let Ratio {
            numerator,
            denominator,
        } = self.plain(rows);
        i64::from(ROWS - rows) * numerator
            + i64::from(area - crate::CROSS - moves - 1) * denominator
            < 0
    }
}

impl Default for Multipliers {
    fn default() -> Self {
        Self::new()
    }
}

/// Paths that begin in a layer of `next` dots after layers of `last` and, nearer to the gap, `before`.
fn begun(before: usize, last: usize, next: usize) -> usize {
    let both = match next.cmp(&last) {
        _ if next == 0 => return 0,
        std::cmp::Ordering::Greater => 2 * (next - last),
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    };
    1 + both + next.saturating_sub(before)
}

/// The most dots in further layers, by the last two layers and the paths that may still begin.
struct Rest(Vec<u16>);

impl Rest {
    fn index(before: usize, last: usize, paths: usize) -> usize {
        (paths * (LAYER + 1) + before) * (LAYER + 1) + last
    }

    fn most(&self, before: usize, last: usize, paths: usize) -> usize {
        usize::from(self.0[Self::index(before, last, paths)])
    }

    fn new() -> Self {
        let mut rest = Self(vec![0; Self::index(0, 0, PATHS + 1)]);
        for paths in 0..=PATHS {
            // An empty layer costs nothing: after two of them everything is as at the gap.
            rest.fill(0, 0, paths, 0);
            let fresh = rest.most(0, 0, paths);
            (1..=LAYER).for_each(|before| rest.fill(before, 0, paths, fresh));
            for last in 1..=LAYER {
                let after_empty = rest.most(last, 0, paths);
                (0..=LAYER).for_each(|before| rest.fill(before, last, paths, after_empty));
            }
        }
        rest
    }

    fn fill(&mut self, before: usize, last: usize, paths: usize, least: usize) {
        let further = (1..=LAYER).filter_map(|next| {
            let left = paths.checked_sub(begun(before, last, next))?;
            Some(next + self.most(last, next, left))
        });
        let most = further.max().unwrap_or(0).max(least);
        self.0[Self::index(before, last, paths)] = most as u16;
    }

    /// All first five layers with the paths that begin in them, if those are not too many.
    fn beginnings(&self, tell: &mut impl FnMut([usize; 5], usize)) {
        fn extend(
            layers: &mut [usize; 5],
            known: usize,
            spent: usize,
            tell: &mut impl FnMut([usize; 5], usize),
        ) {
            if known == 5 {
                if layers.iter().any(|&dots| dots > 0) {
                    tell(*layers, spent);
                }
                return;
            }
            let [before, last] = [2, 1].map(|back| match known.checked_sub(back) {
                Some(layer) => layers[layer],
                None => 0,
            });
            for next in 0..=LAYER {
                let spent = spent + begun(before, last, next);
                if spent <= PATHS {
                    layers[known] = next;
                    extend(layers, known + 1, spent, tell);
                }
            }
        }
        extend(&mut [0; 5], 0, 0, tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multipliers_are_those_of_the_page() {
        let found = Multipliers::new();
        let paid = [
            (144, 1, 1),
            (124, 1, 1),
            (122, 10, 9),
            (120, 4, 3),
            (116, 19, 10),
            (112, 27, 11),
        ];
        for (rows, numerator, denominator) in paid.into_iter().chain([
            (108, 3, 1),
            (100, 47, 11),
            (90, 6, 1),
            (80, 61, 8),
            (3, 61, 8),
        ]) {
            let ratio = found.paid(rows);
            assert_eq!(
                ratio.numerator * denominator,
                numerator * ratio.denominator,
                "{rows}"
            );
        }
        let plain = found.plain(0);
        assert_eq!(plain.numerator * 22, 67 * plain.denominator);
    }
}
