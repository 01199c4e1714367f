//! The program behind rule 3': how large λ has to be, by the number of rows. `paper/octagons.md`, section 4.
//!
//! Promise: [`Lambdas::new`] looks at every sequence of layers that a gap can cut off, so λ0 and λ1 are no smaller than the page says.

/// The greatest number of dots of a layer.
const MOST: usize = 28;
/// The greatest number of paths of a part that is cut off.
const PATHS: usize = 86;
/// The number of paths of a position.
const ALL_PATHS: usize = 144;

/// A number as a fraction.
#[derive(Debug, Clone, Copy)]
pub struct Fraction {
    /// The numerator.
    pub numerator: u32,
    /// The denominator.
    pub denominator: u32,
}

impl Fraction {
    const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    fn max(self, other: Self) -> Self {
        if u64::from(self.numerator) * u64::from(other.denominator)
            < u64::from(other.numerator) * u64::from(self.denominator)
        {
            other
        } else {
            self
        }
    }

    /// The least integer that is not less than `times` the fraction.
    #[must_use]
    pub fn times_rounded_up(self, times: u32) -> u32 {
        (self.numerator * times).div_ceil(self.denominator)
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        u64::from(self.numerator) * u64::from(other.denominator)
            == u64::from(other.numerator) * u64::from(self.denominator)
    }
}

/// The least numbers that λ may be.
pub struct Lambdas {
    /// By number of rows, 0 to 144.
    without_prices: Vec<Fraction>,
    with_prices: Vec<Fraction>,
}

impl Lambdas {
    /// Runs the program.
    #[must_use]
    pub fn new() -> Self {
        // By the cost of a step.
        let mut without = [Fraction::ONE; PATHS + 1];
        let mut with = [Fraction::ONE; PATHS + 1];
        for_each_case(&mut |case| {
            let cost = case.paths - case.layers[0];
            without[cost] = without[cost].max(case.without_prices());
            with[cost] = with[cost].max(case.with_prices());
        });
        let by_rows = |worst: [Fraction; PATHS + 1]| {
            let least = |rows| {
                worst[..=PATHS.min(ALL_PATHS - rows)]
                    .iter()
                    .fold(Fraction::ONE, |a, b| a.max(*b))
            };
            (0..=ALL_PATHS).map(least).collect()
        };
        Self {
            without_prices: by_rows(without),
            with_prices: by_rows(with),
        }
    }

    /// λ0 of a number of rows, at most 144.
    #[must_use]
    pub fn without_prices(&self, rows: usize) -> Fraction {
        self.without_prices[rows]
    }

    /// λ1 of a number of rows, at most 144.
    #[must_use]
    pub fn with_prices(&self, rows: usize) -> Fraction {
        self.with_prices[rows]
    }
}

impl Default for Lambdas {
    fn default() -> Self {
        Self::new()
    }
}

/// A part that a gap may cut off: how it begins, its paths, and the most dots that it may have.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// The dots of the first five layers.
    pub layers: [usize; 5],
    /// Its paths at most.
    pub paths: usize,
    /// Its dots at most.
    pub dots: usize,
}

impl Case {
    /// The used lines that have one, two or three dots in it, added up.
    fn paid(&self) -> usize {
        let [first, _, third, _, fifth] = self.layers;
        let two = first.min(third);
        first + two + two.min(fifth)
    }

    /// The least λ if nothing is paid.
    fn without_prices(&self) -> Fraction {
        fraction(self.dots, self.paths - self.layers[0])
    }

    /// The least λ if every dot pays the most it may. The denominator is positive in all cases, as a test shows.
    fn with_prices(&self) -> Fraction {
        fraction(self.dots - self.paid(), self.factor() as usize)
    }

    /// The factor of λ, if every dot pays the most it may.
    #[must_use]
    pub fn factor(&self) -> isize {
        self.paths as isize - (self.layers[0] + self.paid()) as isize
    }
}

fn fraction(numerator: usize, denominator: usize) -> Fraction {
    Fraction {
        numerator: numerator as u32,
        denominator: denominator as u32,
    }
}

/// The least number of paths that begin in a layer, after the layer before the last and the last.
#[must_use]
pub fn begun(before: usize, last: usize, next: usize) -> usize {
    if next == 0 {
        return 0;
    }
    let both = if next > last {
        2 * (next - last)
    } else {
        usize::from(next == last)
    };
    1 + next.saturating_sub(before) + both
}

/// The most dots in the layers that follow two layers and begin so many paths.
pub struct Rest(Vec<usize>);

impl Rest {
    /// The table for all layers and numbers of paths.
    #[must_use]
    pub fn new() -> Self {
        let mut rest = Self(vec![0; (MOST + 1) * (MOST + 1) * (PATHS + 1)]);
        for paths in 0..=PATHS {
            // An empty layer costs nothing, so what comes after it has to be there first.
            let layers = || 0..=MOST;
            let none = std::iter::once((0, 0));
            let one = layers().skip(1).map(|before| (before, 0));
            let all = layers().flat_map(|before| layers().skip(1).map(move |last| (before, last)));
            for (before, last) in none.chain(one).chain(all) {
                let most = layers()
                    .filter_map(|next| rest.with(before, last, next, paths))
                    .max();
                rest.0[Self::index(before, last, paths)] = most.unwrap_or(0);
            }
        }
        rest
    }

    /// The most dots if the next layer has `next` dots; `None` if that needs too many paths.
    fn with(&self, before: usize, last: usize, next: usize, paths: usize) -> Option<usize> {
        let left = paths.checked_sub(begun(before, last, next))?;
        Some(next + self.0[Self::index(last, next, left)])
    }

    fn index(before: usize, last: usize, paths: usize) -> usize {
        (paths * (MOST + 1) + before) * (MOST + 1) + last
    }

    /// The most dots after these two layers.
    #[must_use]
    pub fn most(&self, before: usize, last: usize, paths: usize) -> usize {
        self.0[Self::index(before, last, paths)]
    }
}

impl Default for Rest {
    fn default() -> Self {
        Self::new()
    }
}

/// Calls `look` for every case: all beginnings that are not empty, and all numbers of paths that a position allows.
pub fn for_each_case(look: &mut impl FnMut(Case)) {
    let rest = Rest::new();
    begin(&rest, &mut [0; 5], 0, 0, look);
}

/// Extends a beginning that has begun so many paths by its next layer.
fn begin(
    rest: &Rest,
    layers: &mut [usize; 5],
    length: usize,
    paths: usize,
    look: &mut impl FnMut(Case),
) {
    if length == 5 {
        if layers.iter().any(|&dots| dots > 0) {
            look_at(rest, *layers, paths, look);
        }
        return;
    }
    let back = |by: usize| length.checked_sub(by).map_or(0, |at| layers[at]);
    let (before, last) = (back(2), back(1));
    for next in 0..=MOST {
        layers[length] = next;
        let paths = paths + begun(before, last, next);
        if 2 * paths <= ALL_PATHS + layers[0] {
            begin(rest, layers, length + 1, paths, look);
        }
    }
    layers[length] = 0;
}

fn look_at(rest: &Rest, layers: [usize; 5], begun: usize, look: &mut impl FnMut(Case)) {
    let sum: usize = layers.iter().sum();
    for paths in begun..=usize::midpoint(ALL_PATHS, layers[0]) {
        let dots = sum + rest.most(layers[3], layers[4], paths - begun);
        look(Case {
            layers,
            paths,
            dots,
        });
    }
}
