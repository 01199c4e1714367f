//! Certificates by hand: good ones are accepted, and each reason for a rejection has one that is bad.

use crate::naive::{self, State};
use crate::random::Random;
use crate::{octagons, random_table};
use morpion_check::octagons::close::Counts;
use morpion_check::octagons::filling::{Asked, bound};
use morpion_check::octagons::layers::Lambdas;
use morpion_check::octagons::list::list;
use morpion_check::octagons::prices::{UNIT, least_lambda};
use morpion_check::octagons::reject::{Reason, Reject};
use morpion_check::octagons::shape::Shape;
use morpion_check::octagons::table::{BYTES, Table};
use morpion_check::octagons::{Checker, Proven, together};
use std::sync::{Mutex, PoisonError};

/// A schedule that closes what little there is to close.
pub(crate) const SCHEDULE: [(u8, u16, u8, u16, u16); 3] = [
    (11, 1500, 200, 300, 200),
    (10, 1000, 200, 100, 100),
    (9, 500, 128, 50, 50),
];

/// A certificate in the making.
#[derive(Clone)]
pub(crate) struct Certificate {
    pub(crate) at_most: u32,
    pub(crate) range: (u32, u32),
    pub(crate) tables: Vec<[u8; BYTES]>,
    /// How often each step of the schedule is made.
    pub(crate) schedules: Vec<[u16; 3]>,
    /// The start and the nodes of each octagon.
    pub(crate) records: Vec<Vec<u8>>,
}

impl Certificate {
    /// A certificate with a table of zeros, which closes octagons with so many steps, from λ = 8.
    pub(crate) fn new(at_most: u32, range: (u32, u32), steps: u16) -> Self {
        Self {
            at_most,
            range,
            tables: vec![[0; BYTES]],
            schedules: vec![[40, 40, 40]],
            records: (range.0..range.1)
                .map(|_| record(64, steps, &[0]))
                .collect(),
        }
    }

    /// Its bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("morpion-octagons 1 5T at-most {}\n", self.at_most).into_bytes();
        bytes.extend(self.range.0.to_le_bytes());
        bytes.extend(self.range.1.to_le_bytes());
        bytes.push(self.tables.len() as u8);
        bytes.extend(self.tables.as_flattened());
        bytes.push(self.schedules.len() as u8);
        for times in &self.schedules {
            bytes.extend(times.iter().sum::<u16>().to_le_bytes());
            for (step, &times) in SCHEDULE.iter().zip(times) {
                (0..times).for_each(|_| bytes.extend(self::step(*step)));
            }
        }
        bytes.extend(self.records.concat());
        bytes
    }
}

pub(crate) fn step(
    (smoothness, pace, momentum, lambda_pace, limit): (u8, u16, u8, u16, u16),
) -> Vec<u8> {
    let [p, l, k] = [pace, lambda_pace, limit].map(u16::to_le_bytes);
    vec![smoothness, p[0], p[1], momentum, l[0], l[1], k[0], k[1]]
}

/// A start with table 0, and nodes of schedule 0 with these ends; the first one has steps.
pub(crate) fn record(eighths: u8, steps: u16, ends: &[u8]) -> Vec<u8> {
    let mut record = vec![0, eighths];
    for (i, &end) in ends.iter().enumerate() {
        let [low, high] = if i == 0 { steps.to_le_bytes() } else { [0, 0] };
        record.extend([0, low, high, end]);
    }
    record
}

/// Checks a certificate, by one checker for all tests.
pub(crate) fn check(bytes: &[u8]) -> Result<Proven, Reject> {
    static CHECKER: Mutex<Option<Checker>> = Mutex::new(None);
    let mut checker = CHECKER.lock().unwrap_or_else(PoisonError::into_inner);
    checker
        .get_or_insert_with(|| Checker::new(2))
        .check(bytes, &|_, _| ())
}

fn reason(certificate: &Certificate) -> Reason {
    check(&certificate.bytes()).expect_err("it is bad").reason
}

/// All octagons that are not small for 700 moves.
fn whole() -> Certificate {
    Certificate::new(700, (0, 55), 40)
}

#[test]
fn a_whole_certificate_is_a_theorem() {
    let proven = check(&whole().bytes()).expect("it is good");
    assert!(proven.is_whole());
    assert_eq!(
        proven.counts,
        Counts {
            nodes: 55,
            steps: 55 * 40
        }
    );
    assert_eq!(
        proven.to_string(),
        "no game of 5T has more than 700 moves (55 octagons, 55 nodes, 2200 steps)"
    );
    let nothing = check(&Certificate::new(750, (0, 0), 0).bytes()).expect("no octagon is large");
    assert!(nothing.is_whole());
}

#[test]
fn parts_are_a_theorem_together() {
    let part = |from, to| check(&Certificate::new(700, (from, to), 40).bytes()).expect("a part");
    let (a, b, c) = (part(0, 20), part(20, 54), part(54, 55));
    assert!(!a.is_whole());
    assert!(
        a.to_string()
            .starts_with("a part: octagons 0 up to 20 of 55 hold no more than 700 moves (")
    );
    assert_eq!(together(&[c, a, b]), Some(check(&whole().bytes()).unwrap()));
    for parts in [&[a, b][..], &[a, c], &[b, c], &[]] {
        assert_eq!(
            together(parts),
            None,
            "with open nodes is valid: parts with a gap"
        );
    }
    let other =
        check(&Certificate::new(699, (54, 55), 40).bytes()).expect("a part of another list");
    assert_eq!(together(&[a, b, other]), None);
    assert!(together(&[a, part(10, 54), c]).is_some());
    assert!(together(&[part(0, 0), a, b, c]).is_some());
}

#[test]
fn questions_are_cases() {
    let mut certificate = whole();
    // Side 2; then, if all lines stick out, where.
    certificate.records[7] = record(64, 40, &[1 + 2, 0, 9 + 2, 0, 0, 0]);
    // Two sides one after the other.
    certificate.records[8] = record(64, 40, &[1, 1 + 7, 0, 0, 0]);
    let proven = check(&certificate.bytes()).expect("cases are closed");
    assert_eq!(proven.counts.nodes, 53 + 6 + 5);
}

#[test]
fn the_reason_says_what_is_wrong() {
    let change = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = whole();
        change(&mut certificate);
        reason(&certificate)
    };
    assert_eq!(change(&|c| c.at_most = 401), Reason::Moves);
    assert_eq!(change(&|c| c.range = (0, 56)), Reason::Range);
    assert_eq!(change(&|c| c.range = (2, 1)), Reason::Range);
    assert_eq!(change(&|c| c.range = (0, u32::MAX)), Reason::Range);
    assert_eq!(
        change(&|c| c.tables = vec![[0; BYTES]; 128]),
        Reason::Tables
    );
    assert_eq!(change(&|c| c.tables.clear()), Reason::Table);
    assert_eq!(change(&|c| c.records[9][0] = 1), Reason::Table);
    assert_eq!(change(&|c| c.schedules.clear()), Reason::Schedule);
    assert_eq!(change(&|c| c.records[9][2] = 1), Reason::Schedule);
    assert_eq!(change(&|c| c.records[9][3] = 121), Reason::Steps);
    assert_eq!(change(&|c| c.records[9][5] = 17), Reason::End);
    assert_eq!(
        change(&|c| c.records[9] = record(64, 40, &[9])),
        Reason::Question
    );
    assert_eq!(
        change(&|c| c.records[9] = record(64, 40, &[1, 1, 0, 0, 0])),
        Reason::Question
    );
    assert_eq!(
        change(&|c| c.records[9] = record(64, 40, &[1, 0, 1, 0, 0])),
        Reason::Question
    );
    assert_eq!(
        change(&|c| c.records[9] = record(64, 40, &[1, 0, 9, 9, 0, 0, 0])),
        Reason::Question
    );
    assert_eq!(
        change(&|c| c.records[9] = record(64, 0, &[0])),
        Reason::Bound
    );
    assert_eq!(change(&|c| _ = c.records.pop()), Reason::Truncated);
    assert_eq!(change(&|c| c.records[54].push(0)), Reason::Trailing);
    assert_eq!(
        change(&|c| c.records.push(record(64, 40, &[0]))),
        Reason::Trailing
    );
}

#[test]
fn parameters_are_limited() {
    let with = |parameters| {
        let mut bytes = Certificate {
            schedules: vec![],
            ..whole()
        }
        .bytes();
        bytes.truncate(bytes.len() - 55 * 6 - 1);
        bytes.extend([1, 1, 0]);
        bytes.extend(step(parameters));
        bytes.extend(whole().records.concat());
        check(&bytes).expect_err("too few steps").reason
    };
    assert_eq!(with((13, 1 << 14, 255, 65535, 65535)), Reason::Steps);
    assert_eq!(with((14, 0, 0, 0, 0)), Reason::Parameter);
    assert_eq!(with((0, (1 << 14) + 1, 0, 0, 0)), Reason::Parameter);
}

#[test]
fn the_first_line_is_written_in_one_way() {
    let good = whole().bytes();
    let rest = &good[good.iter().position(|&b| b == b'\n').unwrap()..];
    let with = |first: &str| check(&[first.as_bytes(), rest].concat());
    assert!(with("morpion-octagons 1 5T at-most 700").is_ok());
    for bad in [
        "morpion-octagons 1 5T at-most 0700",
        "morpion-octagons 1 5T at-most +700",
        "morpion-octagons 1 5T at-most 700 ",
        "morpion-octagons 1 5T at-most ",
        "morpion-octagons 1 5T at-most 99999999999",
        "morpion-octagons 2 5T at-most 700",
        "morpion-octagons 1 5D at-most 700",
        "morpion-hulls 2 5T at-most 700",
        "",
    ] {
        assert_eq!(with(bad), Err(Reason::Header.into()), "{bad}");
    }
    assert_eq!(
        check(b"morpion-octagons 1 5T at-most 700"),
        Err(Reason::Header.into())
    );
}

#[test]
fn the_octagon_that_is_wrong_is_named() {
    let mut certificate = Certificate::new(700, (3, 55), 40);
    for at in [50, 9, 30] {
        certificate.records[at] = record(64, 0, &[0]);
    }
    let reject = check(&certificate.bytes()).unwrap_err();
    assert_eq!((reject.reason, reject.octagon), (Reason::Bound, Some(12)));
    assert_eq!(
        reject.to_string(),
        "octagon 12: the bound is not small enough"
    );
}

/// A node that is divided hands its prices on to both cases, and the table is that of the start.
#[test]
fn what_is_bounded_is_what_the_page_computes() {
    let mut random = Random::new(12);
    let lambdas = Lambdas::new();
    let list = list(700, &lambdas);
    for _ in 0..2 {
        let number = random.below(list.len());
        let octagon = list[number];
        let shape = Shape::new(octagon);
        let least = least_lambda(&shape, &lambdas);
        let mut certificate = Certificate::new(700, (number as u32, number as u32 + 1), 0);
        certificate.tables = vec![random_table(&mut random), random_table(&mut random)];
        certificate.schedules = vec![[2, 1, 0], [1, 1, 1]];
        let side = random.below(8);
        // Two steps, the question, and three steps in each case.
        certificate.records[0] = vec![1, 30, 0, 2, 0, 1 + side as u8, 1, 3, 0, 0, 1, 3, 0, 0];
        let prices = Table::new(&certificate.tables[1]).prices(&shape, least.max(30 * UNIT / 8));
        let steps = |times: [usize; 3]| {
            let step = |(i, times): (usize, usize)| {
                let (smoothness, pace, momentum, lambda_pace, lambda_limit) = SCHEDULE[i];
                let step = morpion_check::octagons::step::Step {
                    smoothness: smoothness.into(),
                    pace: pace.into(),
                    momentum: momentum.into(),
                    lambda_pace,
                    lambda_limit,
                };
                vec![step; times]
            };
            times
                .into_iter()
                .enumerate()
                .flat_map(step)
                .collect::<Vec<_>>()
        };
        let run = |mut now: State, sides: [Asked; 8], times| {
            let mut ahead = now.clone();
            for step in steps(times) {
                (now, ahead) = naive::step(&octagon, &sides, least, &step, (&now, &ahead));
            }
            now
        };
        let asking = run(State::of(&shape, &prices), [Asked::Line; 8], [2, 0, 0]);
        let worst = [Asked::Inside, Asked::Out].map(|answer| {
            let mut sides = [Asked::Line; 8];
            sides[side] = answer;
            naive::bound(&octagon, &run(asking.clone(), sides, [1, 1, 1]), &sides)
        });
        let worst = worst.into_iter().max().unwrap();
        let number = u32::try_from(worst.div_euclid(UNIT.into())).unwrap();
        for (at_most, is_good) in [(number, true), (number - 1, false)] {
            // The same octagon in the list of another number of moves.
            let list = morpion_check::octagons::list::list(at_most, &lambdas);
            let place = list.iter().position(|&other| other == octagon);
            let Some(place) = place else { continue };
            certificate.at_most = at_most;
            certificate.range = (place as u32, place as u32 + 1);
            let result = check(&certificate.bytes());
            assert_eq!(
                result.is_ok(),
                is_good,
                "with open nodes is valid: {octagon:?} {at_most} {result:?}"
            );
        }
    }
}

/// Every byte changed in three ways, every beginning, and everything twice: it is refused, or still closes the octagons that it names.
#[test]
fn damage_is_refused_or_harmless() {
    let certificate = Certificate {
        records: vec![record(64, 40, &[1, 0, 9, 0, 0, 0])],
        ..Certificate::new(700, (17, 18), 0)
    };
    let good = certificate.bytes();
    let proven = check(&good).expect("it is good");
    let first = good.len() - 26 - 120 * 8 - 3;
    let table = good.len() - 26 - 120 * 8 - 3 - BYTES;
    let mut random = Random::new(13);
    let (mut refused, mut accepted) = (0, 0);
    for at in 0..good.len() {
        // In the table and in the schedule only some.
        if (table..first).contains(&at) && !at.is_multiple_of(97)
            || at > first && !at.is_multiple_of(7) && at < good.len() - 26
        {
            continue;
        }
        for by in [1, 128, 1 + random.below(255) as u8] {
            let mut bad = good.clone();
            bad[at] ^= by;
            match check(&bad) {
                Err(_) => refused += 1,
                Ok(found) => {
                    accepted += 1;
                    assert!(!found.is_whole() && found.to - found.from <= 1, "{at} {by}");
                    assert!(found.at_most != 700 || found.all == proven.all);
                }
            }
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
    for end in
        (0..good.len()).filter(|end| end.is_multiple_of(31) || *end < 100 || *end > good.len() - 40)
    {
        assert!(check(&good[..end]).is_err(), "{end}");
    }
    assert_eq!(
        check(&[&good[..], &good].concat()),
        Err(Reason::Trailing.into())
    );
}

/// Octagons of every form can be bounded.
#[test]
fn zeros_are_legal_prices_of_every_octagon() {
    for octagon in octagons() {
        let shape = Shape::new(octagon);
        let prices = Table::new(&[0; BYTES]).prices(&shape, 8 * UNIT);
        assert!(prices.are_legal(8 * UNIT));
        let sides = [Asked::Line; 8];
        let expected = naive::bound(&octagon, &State::of(&shape, &prices), &sides);
        assert_eq!(bound(&shape, &prices, &sides), expected);
    }
}
