//! Checks everything that `paper/octagons.md`, sections 2 to 5, claims of a position and its cutting.

use crate::cutting::{Rule, Step};
use crate::position::{Cell, Line, Position, Random, SIZE, Set, along, at};
use morpion_octagons::board::Board;
use morpion_octagons::filling::Asked;
use morpion_octagons::layers::{Multipliers, Ratio};
use morpion_octagons::octagon::{Octagon, place};
use morpion_octagons::prices::{Conditions, Prices, Spread};
use morpion_octagons::{CROSS, ROWS, UNIT};

/// A condition that is weaker than that of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weaker {
    /// No condition is weaker.
    Nothing,
    /// λ is so many percent of λ1, and may be less than 1.
    Lambda(i64),
    /// Prices outside may add up to λ.
    PricesOutside,
    /// A side holds a line inside, unasked.
    Inside,
}

/// The numbers of cases seen, so that a test can check that there were some.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Positions with a core.
    pub(crate) cores: usize,
    /// Gaps of at most 144 paths.
    pub(crate) gaps: usize,
    /// Such gaps that take dots of used lines.
    pub(crate) paying_gaps: usize,
    /// Used lines that stick out.
    pub(crate) sticking_out: usize,
    /// Bounds that were compared.
    pub(crate) bounds: usize,
}

/// A position with its cutting.
pub(crate) struct Case<'a> {
    pub(crate) position: &'a Position,
    pub(crate) steps: &'a [Step],
    pub(crate) core: &'a Set,
    pub(crate) multipliers: &'a Multipliers,
    pub(crate) weaker: Weaker,
}

/// Reports what is violated, as soon as a claim does not hold.
macro_rules! claim {
    ($holds:expr, $($what:tt)*) => {
        if !$holds {
            return Err(format!($($what)*));
        }
    };
}

impl Case<'_> {
    /// Checks all claims on the case.
    pub(crate) fn hold(&self, random: &mut Random, seen: &mut Seen) -> Result<(), String> {
        self.costs(seen)?;
        if !self.core.cells.is_empty() {
            seen.cores += 1;
            self.ends()?;
            let removed = self.removed();
            let outside = self.sticking_out(&removed, seen)?;
            self.payments(&outside, seen)?;
            self.bound(random, seen)
        } else {
            self.nothing_left()
        }
    }

    /// Steps that begin with at most 144 paths.
    fn few_paths(&self) -> &[Step] {
        let many = self.steps.iter().take_while(|step| step.before > ROWS);
        &self.steps[many.count()..]
    }

    /// Section 4: each step costs at least 1; what crosses a gap; the count by layers.
    fn costs(&self, seen: &mut Seen) -> Result<(), String> {
        for step in self.steps {
            claim!(step.cost >= 1, "{:?} costs {}", step.rule, step.cost);
            let is_heavy = step.before <= ROWS && 2 * step.paths > ROWS;
            claim!(
                step.rule != Rule::Piece || !is_heavy,
                "a piece of {} paths",
                step.paths
            );
            let Some((direction, gap, sign)) = step.gap else {
                continue;
            };
            seen.gaps += usize::from(step.before <= ROWS);
            let mut layers = vec![0_i32; 200];
            for &cell in &step.taken {
                layers[((place(cell, direction) - gap) * sign) as usize + 1] += 1;
            }
            let crossing = step.paths - step.cost;
            claim!(
                crossing <= layers[2],
                "{crossing} segments cross a gap, {} dots lie at it",
                layers[2]
            );
            if step.before <= ROWS {
                claim!(
                    2 * step.paths - crossing <= ROWS,
                    "the part has {} paths",
                    step.paths
                );
            }
            let least = least_paths(&layers);
            claim!(
                step.paths >= least,
                "{} paths, {least} by layers",
                step.paths
            );
        }
        Ok(())
    }

    /// E1, E2 and E3.
    fn ends(&self) -> Result<(), String> {
        for step in self.steps.iter().filter(|step| step.rule != Rule::Piece) {
            let inside = step.taken.iter().find(|&&cell| self.is_inside(cell));
            claim!(
                inside.is_none(),
                "{:?} took {inside:?} of the octagon",
                step.rule
            );
        }
        for direction in 0..4 {
            let (low, high) = self.core.places(direction);
            for at in low..=high {
                let is_empty = self.core.is_empty_at(direction, at);
                claim!(!is_empty, "a row without a dot");
            }
            for side in [low, high] {
                let mut dots = self
                    .core
                    .cells
                    .iter()
                    .filter(|&&cell| place(cell, direction) == side);
                let has = dots.any(|&cell| self.position.has_segment(self.core, cell, direction));
                claim!(has, "a side without a segment");
            }
        }
        claim!(
            self.rows() <= self.position.paths(self.core),
            "more rows than paths"
        );
        Ok(())
    }

    fn rows(&self) -> i32 {
        let rows = |direction| {
            let (low, high) = self.core.places(direction);
            high - low + 1
        };
        (0..4).map(rows).sum()
    }

    fn is_inside(&self, cell: Cell) -> bool {
        (0..4).all(|direction| {
            let (low, high) = self.core.places(direction);
            (low..=high).contains(&place(cell, direction))
        })
    }

    /// The step that takes each cell away; a number larger than all of them if none does.
    fn removed(&self) -> Vec<usize> {
        let mut removed = vec![usize::MAX; (SIZE * SIZE) as usize];
        for (i, step) in self.steps.iter().enumerate() {
            step.taken.iter().for_each(|&cell| removed[at(cell)] = i);
        }
        removed
    }

    fn is_used(&self, &(first, direction): &Line) -> bool {
        let segment = |i| {
            self.position
                .has_segment(self.core, along(first, direction, i), direction)
        };
        (0..4).any(segment)
    }

    /// a1, a2 and a3; the cells outside that used lines go through.
    fn sticking_out(&self, removed: &[usize], seen: &mut Seen) -> Result<Vec<bool>, String> {
        let mut through = [(); 4].map(|()| vec![false; (SIZE * SIZE) as usize]);
        for line in self.position.lines.iter().filter(|line| self.is_used(line)) {
            let (first, direction) = *line;
            let inside: Vec<_> = (0..5)
                .filter(|&i| self.is_inside(along(first, direction, i)))
                .collect();
            claim!(inside.len() >= 2, "a used line with {inside:?} inside");
            for &i in &inside {
                claim!(
                    self.core.has(along(first, direction, i)),
                    "a dot inside is not in the core"
                );
            }
            seen.sticking_out += usize::from(inside.len() < 5);
            let ends = [
                (0..inside[0]).rev().collect::<Vec<_>>(),
                (inside[inside.len() - 1] + 1..5).collect(),
            ];
            for end in ends {
                let cells: Vec<_> = end
                    .into_iter()
                    .map(|i| at(along(first, direction, i)))
                    .collect();
                self.order(removed, &cells)?;
                for cell in cells {
                    claim!(
                        !through[direction][cell],
                        "two used lines through a cell outside"
                    );
                    through[direction][cell] = true;
                }
            }
        }
        let used = |cell| through.iter().any(|through| through[cell]);
        Ok((0..through[0].len()).map(used).collect())
    }

    /// a2: the cells of one end of a line outside, outwards.
    fn order(&self, removed: &[usize], end: &[usize]) -> Result<(), String> {
        let mut last = usize::MAX;
        for &cell in end {
            claim!(removed[cell] <= last, "times increase outwards");
            last = removed[cell];
            let step = self
                .steps
                .get(last)
                .ok_or("a dot outside is never taken away")?;
            claim!(
                step.rule != Rule::Piece,
                "a piece takes a dot of a used line"
            );
        }
        Ok(())
    }

    /// Claim (b) with the worst prices: each dot outside on a used line pays λ - 1.
    fn payments(&self, outside: &[bool], seen: &mut Seen) -> Result<(), String> {
        let rows = self.rows();
        if rows > ROWS {
            return Ok(());
        }
        let Ratio {
            numerator,
            denominator,
        } = self.lambda(rows);
        let plain = self.multipliers.plain(rows);
        for step in self.few_paths() {
            let (dots, cost) = (step.taken.len() as i64, i64::from(step.cost));
            let paying = step.taken.iter().filter(|&&cell| outside[at(cell)]).count() as i64;
            seen.paying_gaps += usize::from(step.rule == Rule::Gap && paying > 0);
            let price = if self.weaker == Weaker::PricesOutside {
                numerator
            } else {
                numerator - denominator
            };
            let left = dots * denominator + paying * price;
            claim!(
                left <= cost * numerator,
                "(b) {:?}: {dots} dots, {paying} pay, cost {cost}, {rows} rows",
                step.rule
            );
            claim!(
                dots * plain.denominator <= cost * plain.numerator,
                "without prices: {dots} dots, cost {cost}"
            );
        }
        Ok(())
    }

    fn lambda(&self, rows: i32) -> Ratio {
        let Ratio {
            numerator,
            denominator,
        } = self.multipliers.paid(rows);
        match self.weaker {
            Weaker::Lambda(percent) => Ratio {
                numerator: numerator * percent,
                denominator: denominator * 100,
            },
            _ => Ratio {
                numerator,
                denominator,
            },
        }
    }

    /// Checks the claim about an empty core.
    fn nothing_left(&self) -> Result<(), String> {
        let Ratio {
            numerator,
            denominator,
        } = self.multipliers.plain(0);
        for step in self.few_paths() {
            let (dots, cost) = (step.taken.len() as i64, i64::from(step.cost));
            claim!(
                dots * denominator <= cost * numerator,
                "empty core: {dots} dots, cost {cost}"
            );
        }
        Ok(())
    }

    /// Section 5: random prices bound the moves of the position, from when it has at most 144 paths.
    fn bound(&self, random: &mut Random, seen: &mut Seen) -> Result<(), String> {
        let Some((octagon, questions)) = self.octagon() else {
            return Ok(());
        };
        if self.position.paths(self.core) > ROWS {
            return Ok(());
        }
        let dots: usize = self.few_paths().iter().map(|step| step.taken.len()).sum();
        let moves = (dots + self.core.cells.len()) as i64 - i64::from(CROSS);
        let least = self.lambda(self.rows());
        let least = (least.numerator * i64::from(UNIT) + least.denominator - 1)
            .div_euclid(least.denominator) as i32;
        let board = Board::new(&octagon);
        for spread in [0, 300, 3000] {
            let mut prices = Prices::even(&board, least + random.below(2 * UNIT));
            for price in prices.cells.iter_mut().flatten() {
                *price = random.below(2 * spread + 1) - spread;
            }
            let bound = Spread::new(&board).bound(&board, &questions, &prices);
            seen.bounds += 1;
            claim!(
                moves * i64::from(UNIT) <= bound,
                "{moves} moves, bound {}",
                bound / i64::from(UNIT)
            );
        }
        Ok(())
    }

    /// The octagon of the core, and the conditions on its sides.
    fn octagon(&self) -> Option<(Octagon, Conditions)> {
        let [rows, columns, sums, differences] = [0, 1, 2, 3].map(|d| self.core.places(d));
        let (x, y) = (columns.0, rows.0);
        let octagon = Octagon {
            width: columns.1 - x,
            height: rows.1 - y,
            cuts: [
                columns.1 + rows.1 - sums.1,
                columns.1 - rows.0 - differences.1,
                sums.0 - columns.0 - rows.0,
                differences.0 - columns.0 + rows.1,
            ],
        };
        let asked = if self.weaker == Weaker::Inside {
            Asked::Inside
        } else {
            Asked::Line
        };
        (octagon.rows() <= ROWS).then_some((octagon, [asked; 8]))
    }
}

/// L of the page: the paths that these layers have at least. Layer k of the page stands at k + 1.
fn least_paths(layers: &[i32]) -> i32 {
    let begun = |window: &[i32]| {
        let (before, last, next) = (window[0], window[1], window[2]);
        let both = match next.cmp(&last) {
            std::cmp::Ordering::Greater => 2 * (next - last),
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
        let all = 1 + (next - before).max(0) + both;
        if next > 0 { all } else { 0 }
    };
    layers.windows(3).map(begun).sum()
}
