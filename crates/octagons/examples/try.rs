use morpion_octagons::{UNIT, board::*, filling::*, layers::*, octagon::*, prices::*, steps::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let s: Vec<i32> = a[1].split(',').map(|x| x.parse().unwrap()).collect();
    let o = Octagon::from_sides(s.try_into().unwrap()).expect("closes");
    let f = |i: usize| a[i].parse::<f64>().unwrap();
    let l0 = f(2);
    let lp = f(3);
    let n = f(4) as usize;
    let (k0, k1, ra, bm, c) = (f(5), f(6), f(7), f(8), f(9));
    let b = Board::new(&o);
    let mut t = State::new(
        &b,
        [Asked::Line; 8],
        least_line(&Multipliers::new(), o.rows()),
        Prices::even(&b, (l0 * UNIT as f64) as i32),
    );
    let mut best = 1e9f64;
    let mut th = 1f64;
    print!("{} R {} LP {lp}:", a[1], o.rows());
    let mut tb = std::time::Duration::ZERO;
    let mut ts = tb;
    for i in 0..=n {
        let t0 = std::time::Instant::now();
        let h = t.bound() as f64 / UNIT as f64;
        tb += t0.elapsed();
        best = best.min(h - lp);
        if i % (n / 8).max(1) == 0 || i == n {
            print!(" {i}:{:.2}/{:.2}", best, h - lp);
        }
        let fr = i as f64 / n as f64;
        let kk = k0 + (k1 - k0) * fr;
        let k = kk.round() as u8;
        let al = ((2f64).powf(kk) * ra) as u16;
        let tn = (1. + (1. + 4. * th * th).sqrt()) / 2.;
        let be = ((th - 1.) / tn).min(bm);
        th = tn;
        let t0 = std::time::Instant::now();
        t.step(Step {
            smoothness: k,
            pace: al,
            momentum: (be * 256.) as u8,
            line_pace: (c * 4096.) as u16,
            line_limit: 1200,
        });
        ts += t0.elapsed();
    }
    println!(
        " lam {:.2} bound {:?} step {:?}",
        t.now().line as f64 / UNIT as f64,
        tb / n as u32,
        ts / n as u32
    );
}
