//! Cells that meet lines, beside all ways to draw lines.

use super::*;

/// Of all sets of allowed lines without a common cell the size of the largest.
fn slow(allowed: &[bool]) -> usize {
    let Some((&first, rest)) = allowed.split_first() else {
        return 0;
    };
    let with = usize::from(first) * (1 + slow(&allowed[allowed.len().min(5)..]));
    with.max(slow(rest))
}

/// How many of the cells line n holds.
fn held(set: &[usize], n: usize) -> usize {
    set.iter()
        .filter(|&&cell| (n..n + 5).contains(&cell))
        .count()
}

fn row(word: u32) -> Vec<bool> {
    (0..12).map(|n| word >> n & 1 != 0).collect()
}

/// Fails if a bound by rows would not hold, or would say less than R1.
#[test]
fn as_few_cells_meet_all_lines_as_lines_fit() {
    for allowed in (0..1 << 12).map(row) {
        let (most, set) = (slow(&allowed), met(&allowed));
        assert_eq!(set.len(), most, "{allowed:?}");
        let mut lines = (0..12).filter(|&n| allowed[n]);
        assert!(lines.all(|n| held(&set, n) > 0), "{allowed:?}");
    }
}

/// Fails if a line that R1 forbids is not met twice by one of the sets, or one of them misses a line.
#[test]
fn lines_that_take_the_room_of_two_are_met_twice() {
    for allowed in (0..1 << 12).map(row) {
        let (most, sets) = (slow(&allowed), wide(&allowed));
        for n in (0..12).filter(|&n| allowed[n]) {
            assert!(
                sets.iter().all(|set| held(set, n) > 0 && set.len() == most),
                "{allowed:?}"
            );
            let with = slow(&allowed[..n.saturating_sub(4)]) + 1 + slow(&allowed[12.min(n + 5)..]);
            let twice = sets.iter().any(|set| held(set, n) > 1);
            assert!(with == most || twice, "{allowed:?}: {n}");
        }
    }
}

/// Fails if shares do not sum up.
#[test]
fn shares_have_the_sum() {
    for count in 1..20 {
        let all: Vec<i64> = shares(1024, count).collect();
        assert_eq!((all.len(), all.iter().sum::<i64>()), (count, 1024));
        assert!(all.iter().all(|&share| share > 0));
    }
}
