//! The page once more, as plainly as possible: cells in sets and maps, rows one by one, each step of the program as it is written.

use morpion_check::octagons::filling::Asked;
use morpion_check::octagons::octagon::Octagon;
use morpion_check::octagons::prices::{LIMIT, Prices, UNIT};
use morpion_check::octagons::shape::Shape;
use morpion_check::octagons::step::Step;
use std::collections::BTreeMap;

pub(super) type Point = (i32, i32);

const NEVER: i32 = -(1 << 29);

/// All cells of an octagon by its four inequalities.
pub(super) fn cells(octagon: &Octagon) -> Vec<Point> {
    let (x1, y1) = (i32::from(octagon.width), i32::from(octagon.height));
    let [a, b, c, d] = octagon.corners.map(i32::from);
    let mut cells = Vec::new();
    for y in 0..=y1 {
        for x in 0..=x1 {
            if c <= x + y && x + y <= x1 + y1 - a && d - y1 <= x - y && x - y <= x1 - b {
                cells.push((x, y));
            }
        }
    }
    cells
}

pub(super) fn place(e: usize, (x, y): Point) -> i32 {
    match e {
        0 => y,
        1 => x,
        2 => x + y,
        _ => x - y,
    }
}

/// The rows of an octagon by direction and place; their cells by ascending x, or y.
pub(super) fn rows(octagon: &Octagon) -> BTreeMap<(usize, i32), Vec<Point>> {
    let mut rows: BTreeMap<_, Vec<Point>> = BTreeMap::new();
    for cell in cells(octagon) {
        for e in 0..4 {
            rows.entry((e, place(e, cell))).or_default().push(cell);
        }
    }
    for ((e, _), row) in &mut rows {
        row.sort_by_key(|&(x, y)| if *e == 1 { y } else { x });
    }
    rows
}

/// The cell `by` cells beyond the first end of a row, or the last.
pub(super) fn beyond(e: usize, row: &[Point], is_last: bool, by: i32) -> Point {
    let (dx, dy) = [(1, 0), (0, 1), (1, -1), (1, 1)][e];
    if is_last {
        let (x, y) = row[row.len() - 1];
        (x + by * dx, y + by * dy)
    } else {
        let (x, y) = row[0];
        (x - by * dx, y - by * dy)
    }
}

/// The condition on a row: that of a side, or else a dot.
pub(super) fn asked(octagon: &Octagon, row: (usize, i32), sides: &[Asked; 8]) -> Asked {
    let (x, y) = (i32::from(octagon.width), i32::from(octagon.height));
    let [a, b, c, d] = octagon.corners.map(i32::from);
    let names = [
        (0, y),
        (2, x + y - a),
        (1, x),
        (3, x - b),
        (0, 0),
        (2, c),
        (1, 0),
        (3, d - y),
    ];
    names
        .iter()
        .position(|&name| name == row)
        .map_or(Asked::Dot, |side| sides[side])
}

/// A row with its prices.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) l: i32,
    pub(super) p: Vec<i32>,
    pub(super) q: Option<[i32; 6]>,
}

/// The weights that a row hands back: of its cells, of its pairs, and of its segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) x: Vec<i32>,
    pub(super) y: [i32; 6],
    pub(super) sigma: i32,
}

fn soft(a: i32, b: i32, k: u32) -> (i32, i32) {
    let d = a - b;
    let w = (d + (1 << k)).clamp(0, 1 << (k + 1));
    (b + ((w * w) >> (k + 2)) + 0.max(d - (1 << k)), w)
}

/// The fillings that a condition allows: the table of section 3, column by column.
struct Allowed {
    inside: bool,
    first: Option<usize>,
    last_from: &'static [usize],
    without_last: bool,
    across: bool,
}

fn allowed(asked: Asked) -> Allowed {
    let row = |inside, first, last_from, without_last, across| Allowed {
        inside,
        first,
        last_from,
        without_last,
        across,
    };
    match asked {
        Asked::Dot => row(true, Some(1), &[1], true, true),
        Asked::Line => row(true, Some(1), &[0, 1], true, true),
        Asked::Inside => row(true, Some(0), &[1], true, false),
        Asked::Out => row(false, Some(1), &[0, 1], true, true),
        Asked::First => row(false, Some(1), &[], true, false),
        Asked::Last => row(false, None, &[0, 1], false, false),
        Asked::Both => row(false, Some(1), &[1], false, true),
    }
}

/// The weights of one run forth: every soft maximum by its name and number.
#[derive(Default)]
struct Tape(BTreeMap<(&'static str, usize, usize), i32>);

impl Tape {
    fn soft(&mut self, name: (&'static str, usize, usize), a: i32, b: i32, k: u32) -> i32 {
        let (value, w) = soft(a, b, k);
        assert!(self.0.insert(name, w).is_none(), "{name:?} twice");
        value
    }

    /// Splits `m` by the weight of a soft maximum; `None` if that was not used.
    fn split(&self, name: (&'static str, usize, usize), m: i32, k: u32) -> Option<(i32, i32)> {
        let part = (m * self.0.get(&name)?) >> (k + 1);
        Some((part, m - part))
    }
}

impl Row {
    fn sum(&self, i: usize, j: usize) -> i32 {
        self.p[i..=j].iter().sum()
    }

    fn pairs(&self, i: usize, j: usize) -> i32 {
        self.q.expect("a row of two cells")[i..=j].iter().sum()
    }

    fn first(&self, i: usize) -> i32 {
        i as i32 * self.l - self.sum(0, i) - self.pairs(0, 3 - i)
    }

    fn last(&self, k: usize) -> i32 {
        let n = self.p.len();
        k as i32 * self.l - self.sum(n - k, n - 1) - self.pairs(3, 6 - k)
    }

    fn across(&self, a: usize) -> i32 {
        let n = self.p.len();
        (n as i32 - 1) * self.l
            - self.sum(0, n - 1)
            - self.pairs(0, a - 1)
            - self.pairs(3, 7 - n - a)
    }

    /// Section 5, from the first line to the last.
    pub(super) fn weights(&self, asked: Asked, k: u32) -> Weights {
        let (n, can, dot) = (self.p.len(), allowed(asked), asked == Asked::Dot);
        let mut tape = Tape::default();
        let (mut f, mut g) = ([if dot { NEVER } else { 0 }, NEVER], vec![]);
        for i in 0..n {
            let mut d = if dot {
                [NEVER, tape.soft(("zero", i, 0), f[1], 0, k) - self.p[i]]
            } else {
                [f[0] - self.p[i], f[1] - self.p[i]]
            };
            if i >= 4 && can.inside {
                let [a, b]: [i32; 2] = g[i - 4];
                let from = tape.soft(("inner", i, 0), a, b, k);
                d[1] = tape.soft(
                    ("outer", i, 0),
                    from + 4 * self.l - self.sum(i - 3, i),
                    d[1],
                    k,
                );
            }
            if let (1..=3, Some(s)) = (i, can.first) {
                d[s] = tape.soft(("first", i, s), self.first(i), d[s], k);
            }
            g.push(d);
            f = [0, 1].map(|s| tape.soft(("far", i, s), d[s], f[s], k));
        }
        let mut v = if can.without_last { f[1] } else { NEVER };
        for k_last in (1..=3).filter(|&k| k < n && !can.last_from.is_empty()) {
            let [a, b] = g[n - 1 - k_last];
            let h = if can.last_from.len() == 2 {
                tape.soft(("h", k_last, 0), a, b, k)
            } else {
                b
            };
            v = tape.soft(("last", k_last, 0), h + self.last(k_last), v, k);
        }
        if can.across && (n == 2 || n == 3) {
            for a in 1..=4 - n {
                v = tape.soft(("across", a, 0), self.across(a), v, k);
            }
        }
        self.hand_back(&tape, &can, dot, k)
    }

    fn hand_back(&self, tape: &Tape, can: &Allowed, dot: bool, k: u32) -> Weights {
        let n = self.p.len();
        let (mut m, mut mg) = (1 << 14, vec![[0; 2]; n]);
        let (mut x, mut y, mut sigma) = (vec![0; n], [0; 6], 0);
        for a in (1..4).rev() {
            let Some((t, rest)) = tape.split(("across", a, 0), m, k) else {
                continue;
            };
            m = rest;
            x.iter_mut().for_each(|x| *x += t);
            y[..a].iter_mut().for_each(|y| *y += t);
            y[3..=7 - n - a].iter_mut().for_each(|y| *y += t);
            sigma += (n as i32 - 1) * t;
        }
        for k_last in (1..=3).rev() {
            let Some((t, rest)) = tape.split(("last", k_last, 0), m, k) else {
                continue;
            };
            m = rest;
            x[n - k_last..].iter_mut().for_each(|x| *x += t);
            y[3..=6 - k_last].iter_mut().for_each(|y| *y += t);
            sigma += k_last as i32 * t;
            let (t0, t1) = tape.split(("h", k_last, 0), t, k).unwrap_or((0, t));
            mg[n - 1 - k_last][0] += t0;
            mg[n - 1 - k_last][1] += t1;
        }
        let mut mf = [0, if can.without_last { m } else { 0 }];
        for i in (0..n).rev() {
            for (s, m) in mf.iter_mut().enumerate() {
                let (t, rest) = tape.split(("far", i, s), *m, k).expect("always");
                mg[i][s] += t;
                *m = rest;
            }
            if let Some((t, rest)) = tape.split(("outer", i, 0), mg[i][1], k) {
                mg[i][1] = rest;
                x[i - 3..=i].iter_mut().for_each(|x| *x += t);
                sigma += 4 * t;
                let (t0, t1) = tape.split(("inner", i, 0), t, k).expect("both");
                mg[i - 4][0] += t0;
                mg[i - 4][1] += t1;
            }
            for (s, m) in mg[i].iter_mut().enumerate() {
                let Some((t, rest)) = tape.split(("first", i, s), *m, k) else {
                    continue;
                };
                *m = rest;
                x[..=i].iter_mut().for_each(|x| *x += t);
                y[..=3 - i].iter_mut().for_each(|y| *y += t);
                sigma += i as i32 * t;
            }
            x[i] += mg[i][0] + mg[i][1];
            if dot {
                mf[1] += tape.split(("zero", i, 0), mg[i][1], k).expect("always").0;
            } else {
                mf[0] += mg[i][0];
                mf[1] += mg[i][1];
            }
        }
        Weights { x, y, sigma }
    }
}

/// λ, the three numbers of each cell and the numbers of each pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) l: i32,
    pub(super) u: BTreeMap<Point, [i32; 3]>,
    pub(super) q: BTreeMap<(Point, usize), i32>,
}

/// The cell and the direction of every pair of a row.
pub(super) fn pairs_of(e: usize, row: &[Point]) -> Option<[(Point, usize); 6]> {
    let pair = |j: i32| (beyond(e, row, j > 2, 1 + j % 3), e);
    (row.len() > 1).then(|| [0, 1, 2, 3, 4, 5].map(pair))
}

impl State {
    /// The same prices, by cell and pair.
    pub(super) fn of(shape: &Shape, prices: &Prices) -> Self {
        let u = |(i, &cell): (usize, &Point)| (cell, [0, 1, 2].map(|e| prices.more[e][i]));
        let mut q = BTreeMap::new();
        for ((e, place), row) in rows(&shape.octagon) {
            let numbers = shape
                .rows
                .iter()
                .find(|row| (row.direction, row.place) == (e, place));
            let numbers = numbers.expect("the row is there").pairs;
            for (pair, number) in pairs_of(e, &row)
                .iter()
                .flatten()
                .zip(numbers.iter().flatten())
            {
                q.insert(
                    *pair,
                    prices.outside[usize::from(number / 4)][usize::from(number % 4)],
                );
            }
        }
        Self {
            l: prices.lambda,
            u: shape.cells.iter().enumerate().map(u).collect(),
            q,
        }
    }

    pub(super) fn price(&self, cell: Point, e: usize) -> i32 {
        let [a, b, c] = self.u[&cell];
        self.l - UNIT / 4 + [a, b, c, -a - b - c][e]
    }

    pub(super) fn row(&self, e: usize, cells: &[Point]) -> Row {
        Row {
            l: self.l,
            p: cells.iter().map(|&cell| self.price(cell, e)).collect(),
            q: pairs_of(e, cells).map(|pairs| pairs.map(|pair| self.q[&pair])),
        }
    }
}

/// Sorts prices by cell, makes each set fit, and puts them back.
pub(super) fn fit_all(q: &mut BTreeMap<(Point, usize), i32>, most: i32) {
    let mut by_cell: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for &(cell, e) in q.keys() {
        by_cell.entry(cell).or_default().push(e);
    }
    for (cell, directions) in by_cell {
        let mut values: Vec<i32> = directions.iter().map(|&e| q[&(cell, e)].max(0)).collect();
        while values.iter().sum::<i32>() > most {
            let over = values.iter().sum::<i32>() - most;
            let k = values.iter().filter(|&&q| q > 0).count() as i32;
            let t = if over % k == 0 {
                over / k
            } else {
                over / k + 1
            };
            values.iter_mut().for_each(|q| *q = 0.max(*q - t));
        }
        for (e, value) in directions.into_iter().zip(values) {
            q.insert((cell, e), value);
        }
    }
}

/// A step: section 6, item by item.
pub(super) fn step(
    octagon: &Octagon,
    sides: &[Asked; 8],
    least: i32,
    step: &Step,
    (now, ahead): (&State, &State),
) -> (State, State) {
    let (alpha, beta) = (step.pace, i64::from(step.momentum));
    let mut xs: BTreeMap<(Point, usize), i32> = BTreeMap::new();
    let mut ys: BTreeMap<(Point, usize), i32> = BTreeMap::new();
    let (mut w, mut paid) = (144_i64 << 14, 0_i64);
    for ((e, place), cells) in rows(octagon) {
        let weights = ahead
            .row(e, &cells)
            .weights(asked(octagon, (e, place), sides), step.smoothness);
        w += i64::from(weights.sigma);
        for (&cell, x) in cells.iter().zip(weights.x) {
            w -= i64::from(x);
            xs.insert((cell, e), x);
        }
        for (pair, y) in pairs_of(e, &cells).into_iter().flatten().zip(weights.y) {
            paid += i64::from(y) * i64::from(ahead.q[&pair]);
            ys.insert(pair, y);
        }
    }
    if ahead.l != UNIT {
        w -= (paid as f64 / f64::from(ahead.l - UNIT)).floor() as i64;
    }
    let w = w.clamp(-(1 << 27), 1 << 27);
    let kappa = i64::from(step.lambda_limit);
    let by = ((i64::from(alpha) * i64::from(step.lambda_pace) * w) >> 26).clamp(-kappa, kappa);
    let l = (i64::from(ahead.l) - by).clamp(least.into(), LIMIT.into()) as i32;
    let u = |(&cell, u): (&Point, &[i32; 3])| {
        let x = [0, 1, 2, 3].map(|e| i64::from(xs[&(cell, e)]));
        let moved =
            |e: usize| (i64::from(alpha) * (4 * x[e] - x.iter().sum::<i64>()) + (1 << 15)) >> 16;
        (
            cell,
            [0, 1, 2].map(|e| (u[e] + moved(e) as i32).clamp(-LIMIT, LIMIT)),
        )
    };
    let q =
        |(&pair, &q): (&(Point, usize), &i32)| (pair, q + ((alpha * ys[&pair] + (1 << 13)) >> 14));
    let mut new = State {
        l,
        u: ahead.u.iter().map(u).collect(),
        q: ahead.q.iter().map(q).collect(),
    };
    fit_all(&mut new.q, l - UNIT);
    let further = |new: i32, old: i32| new + ((beta * i64::from(new - old) + 128) >> 8) as i32;
    let next = State {
        l: further(new.l, now.l).clamp(least, LIMIT),
        u: new
            .u
            .iter()
            .map(|(cell, u)| {
                (
                    *cell,
                    [0, 1, 2].map(|e| further(u[e], now.u[cell][e]).clamp(-LIMIT, LIMIT)),
                )
            })
            .collect(),
        q: new
            .q
            .iter()
            .map(|(pair, &q)| (*pair, further(q, now.q[pair])))
            .collect(),
    };
    (new, next)
}

/// The bound: section 3.
pub(super) fn bound(octagon: &Octagon, state: &State, sides: &[Asked; 8]) -> i64 {
    let mut sum = 36 * (4 * i64::from(state.l) - i64::from(UNIT));
    for (name, cells) in rows(octagon) {
        sum += i64::from(state.row(name.0, &cells).best(asked(octagon, name, sides)));
    }
    sum
}

impl Row {
    /// The greatest value of a filling, by going through all that end with a line or a lone dot, the last one decided first.
    pub(super) fn best(&self, asked: Asked) -> i32 {
        let (n, can) = (self.p.len(), allowed(asked));
        let met = |dots: bool, line: bool| if asked == Asked::Dot { dots } else { line };
        // By whether the condition is met: the best so far.
        let mut best: BTreeMap<bool, i32> = BTreeMap::from([(met(false, false), 0)]);
        let mut ending: Vec<BTreeMap<bool, i32>> = vec![];
        let put = |map: &mut BTreeMap<_, i32>, key, value: i32| {
            let old = map.get(&key).copied().unwrap_or(i32::MIN);
            map.insert(key, old.max(value));
        };
        for i in 0..n {
            let mut here = BTreeMap::new();
            for (&is_met, &value) in &best {
                put(&mut here, is_met || met(true, false), value - self.p[i]);
            }
            if i >= 4 && can.inside {
                for &value in ending[i - 4].values() {
                    put(&mut here, true, value + 4 * self.l - self.sum(i - 3, i));
                }
            }
            if let (1..=3, Some(layer)) = (i, can.first) {
                put(&mut here, layer == 1, self.first(i));
            }
            for (&is_met, &value) in &here {
                put(&mut best, is_met, value);
            }
            ending.push(here);
        }
        let mut ends: Vec<i32> = vec![];
        if can.without_last {
            ends.extend(
                best.iter()
                    .filter(|(is_met, _)| **is_met)
                    .map(|(_, value)| *value),
            );
        }
        for k in 1..n.min(4) {
            for (&is_met, &value) in &ending[n - 1 - k] {
                if can.last_from.contains(&usize::from(is_met)) {
                    ends.push(value + self.last(k));
                }
            }
        }
        if can.across && (n == 2 || n == 3) {
            ends.extend((1..=4 - n).map(|a| self.across(a)));
        }
        ends.into_iter().max().unwrap_or(NEVER)
    }
}
