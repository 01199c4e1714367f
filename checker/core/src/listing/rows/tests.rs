//! Tests of rows against all ways to fill them.

use super::*;

/// The size of the largest set of allowed lines without a common cell, by trying all.
fn slow(allowed: &[bool]) -> u64 {
    let Some((&first, rest)) = allowed.split_first() else {
        return 0;
    };
    let with = u64::from(first) * (1 + slow(&allowed[allowed.len().min(5)..]));
    with.max(slow(rest))
}

#[test]
fn as_many_lines_fit_as_can_be_put_there() {
    for word in 0_u32..1 << 12 {
        let allowed: Vec<bool> = (0..12).map(|n| word >> n & 1 != 0).collect();
        assert_eq!(fit(&allowed), slow(&allowed), "{allowed:?}");
    }
}

#[test]
fn every_line_of_a_box_is_in_one_row() {
    let board = Board::new("2,1,0,3".parse().expect("a box"));
    let mut lines: Vec<usize> = Rows::new(&board).0.concat();
    lines.sort_unstable();
    assert_eq!(lines, (0..board.lines.len()).collect::<Vec<_>>());
}
