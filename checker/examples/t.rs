//! x
use morpion_check::octagons::{
    filling::*, lanes::Layout, octagon::*, prices::*, shape::Shape, step::*, table::*,
};
fn main() {
    let mut bytes = [0u8; BYTES];
    let mut r = 1u64;
    for b in &mut bytes {
        r = r
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        *b = (r >> 56) as u8;
    }
    for i in 0..BYTES / 2 {
        bytes[2 * i + 1] = if i >= 7488 {
            0
        } else if bytes[2 * i + 1] & 1 == 0 {
            0
        } else {
            255
        };
    }
    let table = Table::new(&bytes);
    let mut stepper = Stepper::default();
    let sides = [Asked::Line; 8];
    let count: usize = std::env::args().nth(1).map_or(40, |a| a.parse().unwrap());
    for (width, height, corners) in [
        (23, 27, [1, 2, 12, 7]),
        (26, 28, [3, 4, 6, 14]),
        (28, 30, [8, 8, 9, 9]),
        (20, 35, [2, 3, 7, 9]),
    ] {
        let o = Octagon {
            width,
            height,
            corners,
        };
        let s = Shape::new(o);
        let lay = Layout::new(&s);
        let least = 5000;
        let mut p = table.prices(&s, least.max(3 * UNIT));
        let g = Ground::new(&lay, least, &sides);
        let b0 = bound(&s, &p, &sides);
        let steps: Vec<_> = (0..count)
            .map(|_| Step {
                smoothness: 11,
                pace: 1500,
                momentum: 200,
                lambda_pace: 300,
                lambda_limit: 200,
            })
            .collect();
        stepper.run(&g, &steps, &mut p);
        let b = bound(&s, &p, &sides);
        assert!(p.are_legal(least));
        println!(
            "{o:?} cells {} rows {} vec {} outside {} before {} after {} λ {}",
            s.cells.len(),
            s.rows.len(),
            lay.cell_vectors,
            s.outside,
            b0 as f64 / 4096.,
            b as f64 / 4096.,
            p.lambda as f64 / 4096.
        );
    }
}
