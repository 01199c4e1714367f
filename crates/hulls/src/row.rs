//! The best way to fill one row.
//!
//! A row of cells holds dots, and lines of five of them that share no segment, so two lines share at most an end. Every dot costs
//! its price and every line earns a value. [`best`] is the greatest sum over all ways that have the right number of lines and, if
//! the row must be occupied, at least one dot. It goes through the cells from one end to the other.

use crate::UNIT;
use crate::board::Lines;

/// What cannot be: far below every sum, far above the least number.
pub const NEVER: i64 = i64::MIN / 4;

/// Memory for the computation.
#[derive(Default)]
pub struct Scratch {
    /// The best sum up to a cell that holds a dot, by cell and count of lines.
    ending: Vec<i64>,
    /// The best sum of an occupied row up to a cell.
    so_far: Vec<i64>,
}

/// How counts of lines are told apart: the number of classes, and whether the last class means "or more".
pub fn classes(length: usize, lines: Lines) -> (usize, bool) {
    let open = usize::from(lines.most) >= length.saturating_sub(1) / 4;
    let classes = if open { lines.least } else { lines.most };
    (usize::from(classes) + 1, open)
}

/// The greatest sum of a row with these prices, in units; [`NEVER`] if it cannot be filled as asked. A row that may stay empty earns
/// half a move by that, for the row that the hull then lacks.
pub fn best(prices: &[i32], value: i32, lines: Lines, occupied: bool, memory: &mut Scratch) -> i64 {
    let (classes, open) = classes(prices.len(), lines);
    memory.ending.clear();
    memory.so_far.clear();
    memory.so_far.resize(classes, NEVER);
    for (i, &price) in prices.iter().enumerate() {
        let line = (i >= 4).then(|| {
            i64::from(value) - prices[i - 3..=i].iter().map(|&p| i64::from(p)).sum::<i64>()
        });
        for class in 0..classes {
            let before = memory.so_far[class];
            let fresh = if class == 0 { before.max(0) } else { before };
            let mut sum = fresh - i64::from(price);
            if let Some(line) = line {
                let from = &memory.ending[(i - 4) * classes..(i - 3) * classes];
                if class > 0 {
                    sum = sum.max(from[class - 1] + line);
                }
                if open && class + 1 == classes {
                    sum = sum.max(from[class] + line);
                }
            }
            memory.ending.push(sum.max(NEVER));
        }
        let ending = &memory.ending[i * classes..];
        for (so_far, &ending) in memory.so_far.iter_mut().zip(ending) {
            *so_far = (*so_far).max(ending);
        }
    }
    let filled = memory.so_far[usize::from(lines.least).min(classes)..]
        .iter()
        .copied();
    let filled = filled.max().unwrap_or(NEVER);
    if occupied {
        filled
    } else {
        filled.max(i64::from(UNIT / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to fill a row, by trying every set of dots and every set of lines.
    fn naive(prices: &[i32], value: i32, lines: Lines, occupied: bool) -> i64 {
        let starts = prices.len().saturating_sub(4);
        let mut best = if occupied { NEVER } else { i64::from(UNIT / 2) };
        for chosen in 0_u32..1 << starts {
            let count = chosen.count_ones() as u8;
            let apart = (1..4).all(|d| chosen & (chosen >> d) == 0);
            if !apart || !(lines.least..=lines.most).contains(&count) {
                continue;
            }
            let needed = (0..5).fold(0, |dots, i| dots | chosen << i);
            for dots in 1_u32..1 << prices.len() {
                if dots & needed == needed {
                    let cost: i32 = (0..prices.len())
                        .filter(|i| dots >> i & 1 == 1)
                        .map(|i| prices[i])
                        .sum();
                    best = best.max(i64::from(value * i32::from(count) - cost));
                }
            }
        }
        best
    }

    #[test]
    fn the_best_way_is_as_good_as_trying_all() {
        let mut random = 1_u64;
        let mut draw = |n: u64| {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (random >> 33) % n
        };
        let mut memory = Scratch::default();
        for _ in 0..300 {
            let prices: Vec<i32> = (0..1 + draw(11)).map(|_| draw(400) as i32 - 80).collect();
            let least = draw(3) as u8;
            let most = if draw(2) == 0 {
                u8::MAX
            } else {
                least + draw(2) as u8
            };
            let (lines, occupied) = (Lines { least, most }, least > 0 || draw(2) == 0);
            let found = best(&prices, 900, lines, occupied, &mut memory);
            let expected = naive(&prices, 900, lines, occupied);
            assert!(
                found == expected || (found < NEVER / 2 && expected < NEVER / 2),
                "{prices:?} {lines:?}"
            );
        }
    }
}
