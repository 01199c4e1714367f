//! Distribution curves as SVG: for each score, the share of runs that reach it.

use std::fmt::Write;

use super::escape;
use super::scene::{GRID, INK, PAPER};

/// The scores of some runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The name of the runs, as the key shows it.
    pub label: String,
    /// Scores in rising order, each with its share of the runs.
    pub shares: Vec<(u32, f64)>,
    /// A score to compare with, drawn as a dashed line.
    pub mark: Option<f64>,
}

const SIZE: (f64, f64) = (860.0, 380.0);
/// The field of the curves: its left, top, right and lower edges. The key stands to its right.
const FIELD: [f64; 4] = [60.0, 50.0, 610.0, 330.0];
/// The distance from one line of the key to the next.
const KEY: f64 = 22.0;

/// Colours that most eyes can tell apart; they begin again after the eighth curve.
const COLOURS: [&str; 8] = [
    "#3b3794", "#2670be", "#17998a", "#70a32e", "#e69518", "#d0363e", "#8a2f7d", "#5c5c66",
];

/// Draws curves in one field. `mark` says what the dashed lines are; the key shows it if there are any.
pub fn curves(title: &str, curves: &[Curve], mark: &str) -> String {
    let (width, height) = SIZE;
    let title = escape(title);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="{INK}">
<title>{title}</title>
<rect width="100%" height="100%" fill="{PAPER}"/>
<text x="{}" y="28" font-size="15">{title}</text>
"#,
        FIELD[0]
    );
    let range = range(curves);
    axes(&mut svg, range);
    for (i, curve) in curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dashes = curve
            .mark
            .map(|mark| format!("M{:.1} {}V{}", x(mark, range), FIELD[1], FIELD[3]));
        path(&mut svg, &dashes.unwrap_or_default(), colour, "5 4");
        path(&mut svg, &staircase(curve, range), colour, "none");
        key(&mut svg, i, &curve.label, colour, "none");
    }
    if curves.iter().any(|curve| curve.mark.is_some()) {
        key(&mut svg, curves.len(), mark, INK, "5 4");
    }
    svg + "</svg>\n"
}

/// The range of the scores to show, with some room; some range if there are no scores.
fn range(curves: &[Curve]) -> (f64, f64) {
    let scores = |curve: &Curve| {
        curve
            .shares
            .iter()
            .map(|s| f64::from(s.0))
            .chain(curve.mark)
            .collect()
    };
    let scores: Vec<f64> = curves.iter().flat_map::<Vec<f64>, _>(scores).collect();
    let low = scores.iter().copied().reduce(f64::min).unwrap_or(1.0);
    let high = scores.iter().copied().reduce(f64::max).unwrap_or(0.0);
    ((low - 1.0).floor(), (high + 1.0).ceil())
}

fn x(score: f64, (low, high): (f64, f64)) -> f64 {
    FIELD[0] + (score - low) / (high - low) * (FIELD[2] - FIELD[0])
}

fn y(share: f64) -> f64 {
    FIELD[3] - share * (FIELD[3] - FIELD[1])
}

/// Scores to write below the field: round ones, a dozen at most.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    let step = steps
        .into_iter()
        .find(|step| (high - low) / step <= 12.0)
        .unwrap_or(500.0);
    let first = (low / step).ceil();
    let all = (0..).map(|i| (first + f64::from(i)) * step);
    all.take_while(|&tick| tick <= high).collect()
}

fn axes(svg: &mut String, range: (f64, f64)) {
    let [left, top, right, bottom] = FIELD;
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (y, percent) = (y(share), 100.0 * share);
        let _ = writeln!(
            svg,
            r#"<path d="M{left} {y}H{right}" stroke="{GRID}"/><text x="{}" y="{}" text-anchor="end">{percent} %</text>"#,
            left - 8.0,
            y + 4.0
        );
    }
    for tick in ticks(range) {
        let x = x(tick, range);
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {top}V{bottom}" stroke="{GRID}"/><text x="{x:.1}" y="{}" text-anchor="middle">{tick}</text>"#,
            bottom + 18.0
        );
    }
    let _ = writeln!(
        svg,
        r#"<text x="{right}" y="{}" text-anchor="end">moves; up: the share of runs that reach them</text>"#,
        bottom + 40.0
    );
}

fn staircase(curve: &Curve, range: (f64, f64)) -> String {
    let mut left = 1.0;
    let mut path = format!("M{:.1} {:.1}", x(range.0, range), y(left));
    for &(score, share) in &curve.shares {
        left -= share;
        let _ = write!(path, "H{:.1}V{:.1}", x(score.into(), range), y(left));
    }
    path
}

fn path(svg: &mut String, path: &str, colour: &str, dash: &str) {
    if !path.is_empty() {
        let _ = writeln!(
            svg,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>"#
        );
    }
}

fn key(svg: &mut String, place: usize, label: &str, colour: &str, dash: &str) {
    let (left, y) = (FIELD[2] + 20.0, FIELD[1] + 8.0 + KEY * place as f64);
    path(svg, &format!("M{left} {y}h24"), colour, dash);
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="{}">{}</text>"#,
        left + 32.0,
        y + 4.0,
        escape(label)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(label: &str, shares: &[(u32, f64)], mark: Option<f64>) -> Curve {
        Curve {
            label: label.to_owned(),
            shares: shares.to_vec(),
            mark,
        }
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks((57.0, 61.0)), [57.0, 58.0, 59.0, 60.0, 61.0]);
        assert_eq!(ticks((53.0, 101.0))[..3], [55.0, 60.0, 65.0]);
        for width in 1..400 {
            let all = ticks((20.0, 20.0 + f64::from(width)));
            assert!((1..=13).contains(&all.len()), "{width}: {all:?}");
        }
    }

    #[test]
    fn a_curve_falls_from_all_runs_to_none() {
        let halves = curve("two", &[(60, 0.5), (62, 0.5)], None);
        let path = staircase(&halves, (59.0, 63.0));
        assert_eq!(path, "M60.0 50.0H197.5V190.0H472.5V330.0");
    }

    #[test]
    fn labels_cannot_break_the_file_and_marks_are_told() {
        let one = curve("a<b>", &[(68, 1.0)], Some(70.0));
        let svg = curves("<one & only>", &[one], "the paper");
        assert!(svg.contains("&lt;one &amp; only&gt;") && svg.contains("a&lt;b&gt;"));
        assert!(svg.contains("the paper") && !svg.contains("NaN") && !svg.contains("inf"));
        assert!(!curves("none", &[], "the paper").contains("the paper"));
    }
}
