//! Certificates that no game of Morpion Solitaire 5T, or no point-symmetric one, has more than so many moves.
//!
//! Promise: when [`check`] returns a number, no game of 5T, or no point-symmetric one if it says so, has more moves. `paper/octagons.md` proves why: a game, but for a few moves
//! that are counted apart, lies in an octagon that satisfies `RULES`; a certificate divides all such octagons, and this module
//! follows the divisions from all octagons on, so none is left out, and bounds what remains at each end in integers.

use std::collections::BTreeMap;
use std::fmt;

pub mod rows;
pub mod sides;

use morpion_check_core::reasons;
use rows::Rows;
use sides::{Asked, Sides};

/// What a certificate begins with.
pub const FIRST_WORDS: &[u8] = b"morpion-hulls 2 5T";
/// No price may be larger, so that no sum overflows.
const LARGEST_PRICE: i64 = 1 << 20;
/// So many prices are kept for use again, the last used first.
const RECENT: usize = 64;
/// How many families may wait at once. It bounds the memory: each keeps what is asked of its rows.
pub const MAX_WAITING: usize = 1000;

reasons! {
    /// Why a certificate is rejected.
    Reject {
        Header: "the first line is not that of a certificate about hulls of 5T",
        Truncated: "the certificate ends too early",
        Trailing: "something follows the last family",
        Token: "a byte is no kind of family or division",
        Division: "a division names no side or row, or asks for too many lines",
        HasHull: "a family is said to hold no hull, but the rules of hulls do not say so",
        Area: "a family is said to be too small, but has too many cells",
        Recent: "a family names prices that are not kept",
        Price: "a price is out of range",
        Bound: "the bound of a family is not small enough",
        Waiting: "more than 1000 families wait for their turn",
    }
}

impl std::error::Error for Reject {}

/// What was verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proven {
    /// Whether it speaks of point-symmetric games only.
    pub symmetric: bool,
    /// No game has more moves.
    pub at_most: u32,
    /// The families at the ends of all divisions.
    pub families: u64,
    /// Those of them that were bounded by prices.
    pub priced: u64,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            symmetric,
            at_most,
            families,
            priced,
        } = self;
        let game = if *symmetric {
            "point-symmetric game"
        } else {
            "game"
        };
        write!(
            f,
            "no {game} of 5T has more than {at_most} moves ({families} families of hulls, {priced} by prices)"
        )
    }
}

/// Verifies an unpacked certificate.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(bytes: &[u8]) -> Result<Proven, Reject> {
    let (symmetric, at_most, mut input) = header(bytes)?;
    let mut proven = Proven {
        symmetric,
        at_most,
        families: 0,
        priced: 0,
    };
    let mut recent = vec![Prices::new()];
    let mut open = vec![(Sides::all(), Asked::new())];
    while let Some((sides, asked)) = open.pop() {
        if open.len() > MAX_WAITING {
            return Err(Reject::Waiting);
        }
        let kind = input.byte()?;
        let sides = match (kind, sides.narrowed(symmetric)) {
            (b'n', None) => {
                proven.families += 1;
                continue;
            }
            (b'n', Some(_)) => return Err(Reject::HasHull),
            // A family without a hull may be divided all the same.
            (_, narrowed) => narrowed.unwrap_or(sides),
        };
        match kind {
            b's' => open.extend(divide_side(sides, &asked, &mut input)?),
            b'r' => open.extend(divide_row(sides, &asked, symmetric, &mut input)?),
            b'a' => small(&sides, at_most)?,
            b'=' | b'p' => {
                let rows = Rows::new(&sides, &asked);
                let prices = if kind == b'p' {
                    fresh(&recent, &rows.cells, &mut input)?
                } else {
                    let back = usize::from(input.byte()?);
                    let is_there = back < recent.len();
                    is_there
                        .then(|| recent.remove(back))
                        .ok_or(Reject::Recent)?
                };
                recent.insert(0, prices);
                recent.truncate(RECENT);
                if recent[0].bound(&rows) >= (i64::from(at_most) + 1) * rows::MOVE {
                    return Err(Reject::Bound);
                }
                proven.priced += 1;
            }
            _ => return Err(Reject::Token),
        }
        proven.families += u64::from(matches!(kind, b'a' | b'=' | b'p'));
    }
    if input.0.is_empty() {
        Ok(proven)
    } else {
        Err(Reject::Trailing)
    }
}

/// What the first line says, and what follows it.
fn header(bytes: &[u8]) -> Result<(bool, u32, Input<'_>), Reject> {
    let rest = bytes.strip_prefix(FIRST_WORDS).ok_or(Reject::Header)?;
    let of_symmetric = rest.strip_prefix(b"-symmetric");
    let rest = of_symmetric.unwrap_or(rest);
    let rest = rest.strip_prefix(b" at-most ").ok_or(Reject::Header)?;
    let end = rest
        .iter()
        .position(|&b| b == b'\n')
        .ok_or(Reject::Header)?;
    let digits = std::str::from_utf8(&rest[..end]).map_err(|_| Reject::Header)?;
    let is_plain = digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_plain);
    let number = number.ok_or(Reject::Header)?;
    Ok((of_symmetric.is_some(), number, Input(&rest[end + 1..])))
}

/// The bytes that are not read yet.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, Reject> {
        let (&first, rest) = self.0.split_first().ok_or(Reject::Truncated)?;
        self.0 = rest;
        Ok(first)
    }

    fn signed(&mut self) -> Result<i64, Reject> {
        Ok(i64::from(self.byte()? as i8))
    }

    /// A change of a price: one byte, or -128 and two bytes, the low one first.
    fn change(&mut self) -> Result<i64, Reject> {
        match self.signed()? {
            -128 => Ok(i64::from(i16::from_le_bytes([self.byte()?, self.byte()?]))),
            small => Ok(small),
        }
    }
}

type Family = (Sides, Asked);

/// Both parts of a family, the one to be read first at the end.
fn divide_side(sides: Sides, asked: &Asked, input: &mut Input<'_>) -> Result<[Family; 2], Reject> {
    let (side, at) = (usize::from(input.byte()?), input.signed()?);
    if side >= sides.0.len() {
        return Err(Reject::Division);
    }
    let (mut less, mut more) = (sides, sides);
    less.0[side].1 = at.min(sides.0[side].1);
    more.0[side].0 = (at + 1).max(sides.0[side].0);
    Ok([(more, asked.clone()), (less, asked.clone())])
}

/// Where positions are point-symmetric, a row has as many lines as its image.
fn divide_row(
    sides: Sides,
    asked: &Asked,
    symmetric: bool,
    input: &mut Input<'_>,
) -> Result<[Family; 2], Reject> {
    let (name, lines) = ((input.byte()?, input.signed()?), input.byte()?);
    if name.0 > 3 || lines > 20 {
        return Err(Reject::Division);
    }
    let image = sides.image(name).filter(|_| symmetric);
    let (mut less, mut more) = (asked.clone(), asked.clone());
    for name in [Some(name), image].into_iter().flatten() {
        let (least, most) = asked.get(&name).copied().unwrap_or((0, None));
        let fewer = most.map_or(lines, |most| most.min(lines));
        less.insert(name, (least, Some(fewer)));
        more.insert(name, (least.max(lines + 1), most));
    }
    Ok([(sides, more), (sides, less)])
}

/// A position has no more dots than cells, 36 of them at the start; a hull that lacks rows may have lost half as many moves.
fn small(sides: &Sides, at_most: u32) -> Result<(), Reject> {
    let apart = (144 - sides.least_rows()).max(0) / 2;
    let moves = sides.cells().len() as i64 - 36 + apart;
    if moves <= i64::from(at_most) {
        Ok(())
    } else {
        Err(Reject::Area)
    }
}

/// The prices used last, with the changes that follow.
fn fresh(recent: &[Prices], cells: &[(i64, i64)], input: &mut Input<'_>) -> Result<Prices, Reject> {
    let mut prices = recent.first().ok_or(Reject::Recent)?.clone();
    prices.change(cells, input)?;
    Ok(prices)
}

/// The prices of all cells: a share for all, and what is added in three directions and taken away in the fourth.
#[derive(Clone)]
struct Prices {
    share: i64,
    more: BTreeMap<(i64, i64), [i64; 3]>,
}

impl Prices {
    fn new() -> Self {
        Self {
            share: 0,
            more: BTreeMap::new(),
        }
    }

    fn change(&mut self, cells: &[(i64, i64)], input: &mut Input<'_>) -> Result<(), Reject> {
        let step = match input.byte()? {
            shift @ 0..=8 => 1 << shift,
            _ => return Err(Reject::Price),
        };
        let change = |price: &mut i64, input: &mut Input<'_>| {
            *price += input.change()? * step;
            if price.abs() > LARGEST_PRICE {
                Err(Reject::Price)
            } else {
                Ok(())
            }
        };
        change(&mut self.share, input)?;
        for direction in 0..3 {
            for &cell in cells {
                change(&mut self.more.entry(cell).or_default()[direction], input)?;
            }
        }
        Ok(())
    }

    fn bound(&self, rows: &Rows) -> i64 {
        let priced = |cell: &(i64, i64)| {
            let [a, b, c] = self.more.get(cell).copied().unwrap_or_default();
            [a, b, c, -(a + b + c)].map(|more| self.share + more)
        };
        let prices: Vec<_> = rows.cells.iter().map(priced).collect();
        rows.bound(&prices, 4 * self.share)
    }
}
