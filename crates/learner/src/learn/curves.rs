//! The curves of learning as a picture: scores by iteration with the threshold, the losses, and the entropy.

use std::fmt::Write;

use super::diary::Entry;
use crate::draw::{Anchor, DrawError, GRID, INK, PAPER, escape, label, rasterise};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 250.0;
const TOP: f64 = 70.0;
const PANEL: f64 = 240.0;
const GAP: f64 = 60.0;
const HEIGHT: f64 = TOP + 2.0 * PANEL + GAP + 60.0;

/// A named line: its colour, and what it shows of an iteration.
type Curve = (&'static str, &'static str, fn(&Entry) -> f64);

const SCORES: [Curve; 4] = [
    ("longest game so far", "#3b3794", |e| f64::from(e.best)),
    ("longest of the iteration", "#2670be", |e| {
        f64::from(e.longest)
    }),
    ("threshold", "#d0363e", |e| f64::from(e.threshold)),
    ("mean of the iteration", "#17998a", |e| e.mean),
];

const LOSSES: [Curve; 3] = [
    ("cross-entropy of the policy", "#e69518", |e| e.policy_loss),
    ("squared error of the value", "#8a2f7d", |e| e.value_loss),
    ("entropy of the policy", "#5c5c66", |e| e.entropy),
];

/// The curves as an SVG file.
pub fn svg(title: &str, diary: &[Entry]) -> String {
    let mut body = label(title, (LEFT, TOP / 2.0), Anchor::Left, 15.0, INK);
    panel(&mut body, TOP, diary, &SCORES);
    panel(&mut body, TOP + PANEL + GAP, diary, &LOSSES);
    let place = (RIGHT, HEIGHT - 16.0);
    body += &label("iteration", place, Anchor::Right, 11.0, INK);
    let title = escape(title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">
<title>{title}</title>
<rect width="100%" height="100%" fill="{PAPER}"/>
{body}</svg>
"#
    )
}

/// The curves as a PNG file.
///
/// # Errors
/// If the renderer fails, which should not happen.
pub fn png(title: &str, diary: &[Entry]) -> Result<Vec<u8>, DrawError> {
    rasterise(&svg(title, diary))
}

fn panel(body: &mut String, top: f64, diary: &[Entry], curves: &[Curve]) {
    let values = || curves.iter().flat_map(|(.., of)| diary.iter().map(of));
    let low = values().fold(f64::INFINITY, f64::min).min(1e9).floor();
    let high = values().fold(low + 1.0, f64::max).ceil();
    let last = diary.last().map_or(1, |e| e.iteration).max(2);
    let x = |iteration: u32| LEFT + f64::from(iteration - 1) / f64::from(last - 1) * (RIGHT - LEFT);
    let y = |value: f64| top + PANEL * (1.0 - (value - low) / (high - low));
    for i in 0..=4 {
        let value = low + f64::from(i) / 4.0 * (high - low);
        let at = y(value);
        put(
            body,
            format_args!(
                r#"<line x1="{LEFT}" y1="{at:.1}" x2="{RIGHT}" y2="{at:.1}" stroke="{GRID}"/>"#
            ),
        );
        let text = format!("{value:.1}");
        *body += &label(&text, (LEFT - 8.0, at), Anchor::Right, 11.0, INK);
    }
    for iteration in [1, last.div_ceil(2), last] {
        let place = (x(iteration), top + PANEL + 16.0);
        *body += &label(&iteration.to_string(), place, Anchor::Middle, 11.0, INK);
    }
    for (i, (name, colour, of)) in curves.iter().enumerate() {
        let points = diary
            .iter()
            .map(|e| format!("{:.1},{:.1}", x(e.iteration), y(of(e))));
        let points: Vec<String> = points.collect();
        put(
            body,
            format_args!(
                r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.5"/>"#,
                points.join(" ")
            ),
        );
        let place = (RIGHT + 16.0, top + 10.0 + 22.0 * i as f64);
        *body += &label(name, place, Anchor::Left, 11.0, colour);
    }
}

fn put(body: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(body, "{text}").expect("a string");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::diary::tests::entry;

    #[test]
    fn every_curve_has_a_line_also_before_the_second_iteration() {
        for diary in [vec![], vec![entry(1)], vec![entry(1), entry(2), entry(3)]] {
            let svg = svg("5D & more", &diary);
            assert_eq!(
                svg.matches("<polyline").count(),
                SCORES.len() + LOSSES.len()
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(png("5D", &diary).unwrap().starts_with(b"\x89PNG"));
        }
    }
}
