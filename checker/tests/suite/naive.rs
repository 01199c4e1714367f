//! Sections 1 and 2 of `paper/certificate.md` written down a second time, literally and slowly, with coordinates and maps
//! instead of tables. The tests compare the checker with it.

use morpion_check_core::geometry::{Arrival, Board, BoxSize, MARKS};
use morpion_check_core::state::{Objects, State};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Point = (i64, i64);
/// Cell, direction, position.
pub(crate) type Mark = (Point, usize, i64);

pub(crate) const STEPS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cross, drawn by hand.
const PICTURE: [&str; 10] = [
    "...####...",
    "...#..#...",
    "...#..#...",
    "####..####",
    "#........#",
    "#........#",
    "####..####",
    "...#..#...",
    "...#..#...",
    "...####...",
];

pub(crate) fn cross() -> BTreeSet<Point> {
    let cell = |x: i64, y: i64| PICTURE[y as usize].as_bytes()[x as usize] == b'#';
    all(0, 9, 0, 9).filter(|&(x, y)| cell(x, y)).collect()
}

fn all(x0: i64, x1: i64, y0: i64, y1: i64) -> impl Iterator<Item = Point> {
    (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| (x, y)))
}

pub(crate) fn line((v, d, i): Mark) -> [Point; 5] {
    [0, 1, 2, 3, 4].map(|j| (v.0 + (j - i) * STEPS[d].0, v.1 + (j - i) * STEPS[d].1))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Free,
    Present,
    Absent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NaiveState {
    pub(crate) size: BoxSize,
    pub(crate) arrival: Option<Arrival>,
    pub(crate) games: bool,
    pub(crate) symmetric: bool,
    pub(crate) cells: BTreeMap<Point, Status>,
    pub(crate) allowed: BTreeSet<Mark>,
    pub(crate) precedes: BTreeSet<(Point, Point)>,
    /// The number of moves asked for; 0 without rule P10.
    pub(crate) moves: u64,
}

/// The cells of a box, row by row.
pub(crate) fn cells(size: BoxSize) -> Vec<Point> {
    let [t, r, b, l] = size.distances().map(i64::from);
    all(-l, 9 + r, -t, 9 + b).collect()
}

/// The sides at a distance above 0, each with its name.
pub(crate) fn sides(size: BoxSize) -> Vec<(&'static str, Vec<Point>)> {
    let [t, r, b, l] = size.distances().map(i64::from);
    let cells = cells(size);
    let side = |test: &dyn Fn(Point) -> bool| cells.iter().copied().filter(|&p| test(p)).collect();
    let sides: [(i64, &str, Vec<Point>); 4] = [
        (t, "top", side(&|p| p.1 == -t)),
        (r, "right", side(&|p| p.0 == 9 + r)),
        (b, "bottom", side(&|p| p.1 == 9 + b)),
        (l, "left", side(&|p| p.0 == -l)),
    ];
    sides
        .into_iter()
        .filter(|(distance, ..)| *distance > 0)
        .map(|(_, name, side)| (name, side))
        .collect()
}

impl NaiveState {
    pub(crate) fn new(
        size: BoxSize,
        arrival: Option<Arrival>,
        objects: Objects,
        symmetric: bool,
    ) -> Self {
        let cross = cross();
        let points: BTreeSet<Point> = cells(size).into_iter().collect();
        let free: Vec<Point> = points.difference(&cross).copied().collect();
        let marks = free
            .iter()
            .flat_map(|&v| (0..4).flat_map(move |d| (0..5).map(move |i| (v, d, i))));
        let allowed = marks
            .filter(|&mark| line(mark).iter().all(|p| points.contains(p)))
            .collect();
        let cells = free.iter().map(|&v| (v, Status::Free)).collect();
        let mut state = Self {
            size,
            arrival,
            games: objects == Objects::Games,
            symmetric,
            cells,
            allowed,
            precedes: BTreeSet::new(),
            moves: 0,
        };
        let arrived = state.arrived();
        let sides_with = |p: &Point| arrived.iter().filter(|side| side.contains(p)).count();
        state.allowed.retain(|&mark| {
            let needs_one = line(mark).iter().any(|p| *p != mark.0 && sides_with(p) > 0);
            let on_one_of_two = arrived.len() == 2 && sides_with(&mark.0) == 1;
            !needs_one && !on_one_of_two
        });
        state
    }

    /// Whether the arrival is by the side of this name, among others.
    fn arrives_by(&self, name: &str) -> bool {
        let sides = self
            .arrival
            .map_or(String::new(), |sides| sides.to_string());
        sides.split('-').any(|side| side == name)
    }

    /// The sides of the arrival.
    fn arrived(&self) -> Vec<Vec<Point>> {
        let sides = sides(self.size).into_iter();
        let arrived = sides.filter(|(name, _)| self.arrives_by(name));
        arrived.map(|(_, side)| side).collect()
    }

    /// The required sides.
    fn required(&self) -> Vec<Vec<Point>> {
        sides(self.size).into_iter().map(|(_, side)| side).collect()
    }

    /// The priced sides.
    pub(crate) fn priced(&self) -> Vec<Vec<Point>> {
        let mut priced = self.required();
        priced.retain(|side| !self.arrived().contains(side));
        priced
    }

    /// The cell and, if the objects are symmetric, its image under the half turn.
    pub(crate) fn orbit(&self, v: Point) -> Vec<Point> {
        let image = (9 - v.0, 9 - v.1);
        if self.symmetric {
            vec![v, image]
        } else {
            vec![v]
        }
    }

    /// The same for a mark: the image is the mark of the image whose line is the image of the line.
    pub(crate) fn mark_orbit(&self, mark: Mark) -> Vec<Mark> {
        let image_line: BTreeSet<Point> = line(mark).iter().map(|p| (9 - p.0, 9 - p.1)).collect();
        let image = (0..5)
            .map(|i| ((9 - mark.0.0, 9 - mark.0.1), mark.1, i))
            .find(|&m| line(m).into_iter().collect::<BTreeSet<_>>() == image_line);
        let image = image.expect("the image of a line is a line");
        if self.symmetric {
            vec![mark, image]
        } else {
            vec![mark]
        }
    }

    /// Rule S.
    fn symmetry(&mut self) -> Option<()> {
        for v in self.cells.keys().copied().collect::<Vec<_>>() {
            if self.cells[&v] != Status::Free {
                let status = self.cells[&v];
                self.orbit(v)
                    .into_iter()
                    .try_for_each(|w| self.decide(w, status))?;
            }
        }
        let before = self.clone();
        self.allowed.retain(|&mark| {
            before
                .mark_orbit(mark)
                .iter()
                .all(|m| before.allowed.contains(m))
        });
        Some(())
    }

    pub(crate) fn marks_of(&self, v: Point) -> Vec<Mark> {
        self.allowed.range((v, 0, 0)..=(v, 3, 4)).copied().collect()
    }

    /// `None` if that is a contradiction.
    pub(crate) fn decide(&mut self, v: Point, status: Status) -> Option<()> {
        match self.cells.get_mut(&v) {
            None => (status == Status::Present).then_some(()),
            Some(old) if *old == Status::Free || *old == status => {
                *old = status;
                Some(())
            }
            Some(_) => None,
        }
    }

    /// Rounds of all rules until a whole round changes nothing. `None` if the state is contradictory.
    pub(crate) fn close(&mut self) -> Option<()> {
        loop {
            let before = self.clone();
            self.round()?;
            if *self == before {
                return Some(());
            }
        }
    }

    fn round(&mut self) -> Option<()> {
        let before = self.clone();
        let points: Vec<Point> = self.cells.keys().copied().collect();
        for &v in &points {
            if self.cells[&v] == Status::Absent {
                self.allowed.retain(|&mark| !line(mark).contains(&v));
            }
            let marks = self.marks_of(v);
            match (self.cells[&v], marks.len()) {
                (Status::Present, 0) => return None,
                (Status::Free, 0) => self.decide(v, Status::Absent)?,
                (Status::Present, 1) => self.forced(marks[0])?,
                _ => {}
            }
        }
        for side in self.required() {
            let not_absent: Vec<Point> = side
                .into_iter()
                .filter(|v| self.cells[v] != Status::Absent)
                .collect();
            match not_absent[..] {
                [] => return None,
                [v] => self.decide(v, Status::Present)?,
                _ => {}
            }
        }
        for side in self.arrived() {
            for &v in side.iter().filter(|v| before.cells[v] == Status::Present) {
                let mut others = side.iter().filter(|&&w| w != v);
                others.try_for_each(|&w| self.decide(w, Status::Absent))?;
            }
        }
        let dots = self.cells.values().filter(|&&s| s != Status::Absent);
        if (dots.count() as u64) < self.moves {
            return None;
        }
        self.symmetry()?;
        self.order()?;
        if self.games {
            let reached = self.reach(None);
            for v in points.into_iter().filter(|v| !reached.contains(v)) {
                self.decide(v, Status::Absent)?;
            }
        }
        Some(())
    }

    /// The cells that the allowed marks can place from the cross on, the cross included, without placing `without`.
    pub(crate) fn reach(&self, without: Option<Point>) -> BTreeSet<Point> {
        let mut reached = cross();
        loop {
            let can_place = |mark: &&Mark| {
                Some(mark.0) != without
                    && line(**mark)
                        .iter()
                        .all(|p| *p == mark.0 || reached.contains(p))
            };
            let placed: Vec<Point> = self.allowed.iter().filter(can_place).map(|m| m.0).collect();
            let before = reached.len();
            reached.extend(placed);
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// Rule P8.
    pub(crate) fn apply_order(&mut self, v: Point) {
        let before = self.reach(Some(v));
        self.allowed.retain(|&mark| {
            mark.0 != v || line(mark).iter().all(|p| *p == v || before.contains(p))
        });
    }

    fn forced(&mut self, mark: Mark) -> Option<()> {
        let (v, d, _) = mark;
        let used = line(mark);
        for p in used {
            self.decide(p, Status::Present)?;
            if self.games && p != v && self.cells.contains_key(&p) {
                self.precedes.insert((p, v));
            }
        }
        self.allowed.retain(|&other| {
            let clash =
                other.0 == v || (other.1 == d && line(other).iter().any(|p| used.contains(p)));
            other == mark || !clash
        });
        Some(())
    }

    fn order(&mut self) -> Option<()> {
        let mut known = self.precedes.clone();
        loop {
            let next: Vec<_> = known
                .iter()
                .flat_map(|&(p, q)| {
                    known
                        .range((q, (-99, -99))..=(q, (99, 99)))
                        .map(move |&(_, x)| (p, x))
                })
                .collect();
            let old = known.len();
            known.extend(next);
            if known.len() == old {
                break;
            }
        }
        if known.iter().any(|(p, x)| p == x) {
            return None;
        }
        self.allowed
            .retain(|&mark| !line(mark).iter().any(|&x| known.contains(&(mark.0, x))));
        self.precedes = known;
        Some(())
    }
}

/// P8 for one cell, by a search of its own: forbids the marks of `v` by lines through dots that cannot be placed before `v`.
pub(crate) fn apply_order(state: &mut State, board: &Board, v: usize) {
    let before = state.reach(board, Some(v));
    let allowed = state.allowed(v);
    for m in (0..MARKS).filter(|m| allowed >> m & 1 != 0) {
        let line = &board.lines[board.line_of[v][m]];
        if line.cells.iter().any(|&w| w != v && !before[w]) {
            state.forbid(v, 1 << m);
        }
    }
}
