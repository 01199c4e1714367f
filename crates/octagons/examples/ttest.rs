//! N lo hi table tests k0 k1 n ra bm c
use morpion_octagons::{
    UNIT, board::*, filling::*, layers::*, octagon, prices::*, steps::*, table::*,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let f = |i: usize| a[i].parse::<f64>().unwrap();
    let (n, lo, hi, tests) = (f(1) as i32, f(2) as i32, f(3) as i32, f(5) as usize);
    let (k0, k1, steps, ra, bm, c) = (f(6), f(7), f(8) as usize, f(9), f(10), f(11));
    let m = Multipliers::new();
    let list: Vec<_> = octagon::all()
        .filter(|o| !m.is_small(o.rows(), o.area(), n))
        .filter(|o| (lo..=hi).contains(&o.rows()))
        .collect();
    let bytes = std::fs::read(&a[4]).unwrap();
    let w: Vec<u16> = bytes[4..]
        .chunks(2)
        .map(|b| u16::from_le_bytes([b[0], b[1]]))
        .collect();
    let table = Table {
        signed: w[..SIGNED].iter().map(|&x| x as i16).collect(),
        pairs: w[SIGNED..].to_vec(),
    };
    let mut z = 999u64;
    let mut rnd = move |k: usize| {
        z = z
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((z >> 33) as usize) % k
    };
    let mut sched = vec![];
    let mut th = 1f64;
    for i in 0..steps {
        let fr = i as f64 / steps as f64;
        let kk = k0 + (k1 - k0) * fr;
        let tn = (1. + (1. + 4. * th * th).sqrt()) / 2.;
        let be = ((th - 1.) / tn).min(bm);
        th = tn;
        sched.push(Step {
            smoothness: kk.round() as u8,
            pace: ((2f64).powf(kk) * ra) as u16,
            momentum: (be * 256.) as u8,
            line_pace: (c * 4096.) as u16,
            line_limit: 1200,
        });
    }
    let goal = (n as i64 + 1) * UNIT as i64;
    let mut at = vec![];
    let mut ends = vec![];
    let t0 = std::time::Instant::now();
    let mut total = 0;
    for _ in 0..tests {
        let o = list[rnd(list.len())];
        let b = Board::new(&o);
        let fe = Features::new(&b);
        let least = least_line(&m, o.rows());
        let q = [Asked::Line; 8];
        let mut s = State::new(&b, q, least, table.prices(&b, &fe, 8 * UNIT));
        let mut best = (i64::MAX, 0);
        for v in (8..=200).step_by(4) {
            s.restart(q, &table.prices(&b, &fe, (v * UNIT / 8).max(least)));
            best = best.min((s.bound(), v));
        }
        s.restart(q, &table.prices(&b, &fe, (best.1 * UNIT / 8).max(least)));
        let mut done = best.0 < goal;
        let mut k = 0;
        let mut low = best.0;
        while !done && k < steps {
            s.step(sched[k]);
            k += 1;
            total += 1;
            let v = s.bound();
            low = low.min(v);
            done = v < goal;
        }
        at.push(if done { k } else { 9999 });
        if !done {
            ends.push((low - goal) as f64 / UNIT as f64);
        }
    }
    at.sort();
    ends.sort_by(|a, b| a.total_cmp(b));
    let e: Vec<_> = ends
        .iter()
        .step_by((ends.len() / 8).max(1))
        .map(|x| format!("{x:.1}"))
        .collect();
    println!(
        "k {k0}..{k1} n {steps} ra {ra} bm {bm} c {c}: alone {:.0}% open {:.1}% quantiles {:?} mean steps {:.1} left over {e:?} {:?}",
        at.iter().filter(|&&x| x == 0).count() as f64 / tests as f64 * 100.,
        ends.len() as f64 / tests as f64 * 100.,
        [50, 60, 70, 80, 90, 95, 98].map(|q| at[q * tests / 100]),
        total as f64 / tests as f64,
        t0.elapsed()
    );
}
