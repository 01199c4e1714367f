//! The octagons that are not small, in the order of certificates. `paper/octagons.md`, section 6; `paper/octagon-certificate.md`,
//! section 1.

use super::layers::Lambdas;
use super::octagon::Octagon;

/// The greatest width and height of an octagon.
const LARGEST: u8 = 45;
/// The greatest number of rows of an octagon.
const MOST_ROWS: i32 = 144;

/// Up to symmetry, all octagons with at most 144 rows in which more than `moves` moves are not excluded by the area.
#[must_use]
pub fn list(moves: u32, lambdas: &Lambdas) -> Vec<Octagon> {
    let least: Vec<i64> = (0..=MOST_ROWS)
        .map(|rows| least_area(moves, lambdas, rows))
        .collect();
    let mut list = Vec::new();
    for width in 3..=LARGEST {
        for height in width..=LARGEST {
            add(width, height, &least, &mut list);
        }
    }
    list
}

/// The least number of cells of octagons with so many rows that are not small.
fn least_area(moves: u32, lambdas: &Lambdas, rows: i32) -> i64 {
    let lambda = lambdas.without_prices(rows as usize);
    let (numerator, denominator) = (i64::from(lambda.numerator), i64::from(lambda.denominator));
    // (144 - R) numerator / denominator + |O| - 36 >= moves + 1.
    let needed =
        (i64::from(moves) + 1 + 36) * denominator - i64::from(MOST_ROWS - rows) * numerator;
    needed.div_euclid(denominator) + i64::from(needed.rem_euclid(denominator) > 0)
}

/// Adds the octagons of a width and a height. Each side has a segment, and the first corner is cut least.
fn add(width: u8, height: u8, least_area: &[i64], list: &mut Vec<Octagon>) {
    // The sum of all cuts must be this or more, so that no more than 144 rows are left.
    let cut = 3 * (i32::from(width) + i32::from(height)) + 4 - MOST_ROWS;
    for a in 1..width - 1 {
        for b in a..height.saturating_sub(a) {
            for c in a..width.saturating_sub(b) {
                let least = (cut - i32::from(a) - i32::from(b) - i32::from(c)).max(a.into());
                let most = width.saturating_sub(a).min(height.saturating_sub(c));
                for d in least..most.into() {
                    let octagon = Octagon {
                        width,
                        height,
                        corners: [a, b, c, d as u8],
                    };
                    let least = least_area[octagon.rows() as usize];
                    if i64::from(octagon.area()) >= least && octagon.is_first_image() {
                        list.push(octagon);
                    }
                }
            }
        }
    }
}
