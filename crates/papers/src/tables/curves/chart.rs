//! The SVG of a picture: panels with axes, curves and a key.

use std::fmt::Write;

use super::Curve;
use crate::draw::{Anchor, GRID, INK, PAPER, escape, label};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 330.0;
const TOP: f64 = 76.0;
const PANEL: f64 = 260.0;
/// Between the panels: the scores are written there.
const GAP: f64 = 70.0;
const HEIGHT: f64 = TOP + 2.0 * PANEL + GAP + 60.0;
const LETTERS: f64 = 11.0;

/// Colours of the cells, in order; more than any row has.
const COLOURS: [&str; 8] = [
    "#3b3794", "#2670be", "#17998a", "#70a32e", "#e69518", "#d0363e", "#8a2f7d", "#5c5c66",
];

/// A panel: where it lies, and what of the plane it shows.
struct Panel {
    top: f64,
    low: f64,
    high: f64,
    /// The value at its upper edge; 0 is at the lower one.
    most: f64,
}

pub(super) fn svg(title: &str, curves: &[Curve]) -> String {
    let (low, high) = range(curves);
    let bells: Vec<_> = curves.iter().map(|c| c.bell(low, high)).collect();
    let stairs: Vec<_> = curves.iter().map(|c| c.staircase(low, high)).collect();
    let highest = bells.iter().flatten().map(|p| p.1).fold(0.0, f64::max);
    let upper = Panel {
        top: TOP,
        low,
        high,
        // All scores of every cell may be the same.
        most: if highest > 0.0 { 1.05 * highest } else { 1.0 },
    };
    let lower = Panel {
        top: TOP + PANEL + GAP,
        most: 1.0,
        ..upper
    };
    let mut body = label(title, (LEFT, TOP / 2.0), Anchor::Left, 15.0, INK);
    upper.axes(&mut body, "bell curve of mean and deviation");
    lower.axes(&mut body, "share of runs with this score or more");
    lower.shares(&mut body);
    for (i, curve) in curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        upper.draw(&mut body, curve, &bells[i], colour);
        lower.draw(&mut body, curve, &stairs[i], colour);
        let y = TOP + 10.0 + 24.0 * i as f64;
        key(&mut body, (RIGHT + 20.0, y), &curve.label, colour, false);
    }
    let y = TOP + 10.0 + 24.0 * curves.len() as f64;
    key(&mut body, (RIGHT + 20.0, y), "the paper's score", INK, true);
    let title = escape(title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">
<title>{title}</title>
<rect width="100%" height="100%" fill="{PAPER}"/>
{body}</svg>
"#
    )
}

/// The scores to show: those of the runs and of the paper and most of the bells, with some room.
fn range(curves: &[Curve]) -> (f64, f64) {
    let values = curves
        .iter()
        .flat_map(|c| c.reach().into_iter().chain(c.theirs));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    ((low - 1.0).floor(), (high + 1.0).ceil())
}

/// Scores to write under the axis: at most a dozen, round ones.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
    let step = steps.into_iter().find(|s| (high - low) / s <= 12.0);
    let step = step.unwrap_or(100.0);
    let first = (low / step).ceil();
    (0..)
        .map(|i| (first + f64::from(i)) * step)
        .take_while(|&t| t <= high)
        .collect()
}

fn put(body: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(body, "{text}").expect("a string");
}

impl Panel {
    fn x(&self, score: f64) -> f64 {
        LEFT + (score - self.low) / (self.high - self.low) * (RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        self.top + PANEL * (1.0 - value / self.most)
    }

    fn axes(&self, body: &mut String, title: &str) {
        let (top, bottom) = (self.top, self.top + PANEL);
        for tick in ticks(self.low, self.high) {
            let x = self.x(tick);
            put(
                body,
                format_args!(
                    r#"<line x1="{x:.1}" y1="{top}" x2="{x:.1}" y2="{bottom}" stroke="{GRID}"/>"#
                ),
            );
            let place = (x, bottom + 16.0);
            body.push_str(&label(
                &tick.to_string(),
                place,
                Anchor::Middle,
                LETTERS,
                INK,
            ));
        }
        put(
            body,
            format_args!(
                r#"<path d="M{LEFT} {top}V{bottom}H{RIGHT}" fill="none" stroke="{INK}"/>"#
            ),
        );
        let place = (LEFT + 8.0, top - 10.0);
        body.push_str(&label(title, place, Anchor::Left, LETTERS, INK));
        let place = (RIGHT, bottom + 36.0);
        body.push_str(&label("score", place, Anchor::Right, LETTERS, INK));
    }

    /// Marks the shares on the left.
    fn shares(&self, body: &mut String) {
        for (share, text) in [
            (0.0, "0 %"),
            (0.25, "25 %"),
            (0.5, "50 %"),
            (0.75, "75 %"),
            (1.0, "100 %"),
        ] {
            let place = (LEFT - 8.0, self.y(share));
            body.push_str(&label(text, place, Anchor::Right, LETTERS, INK));
        }
    }

    /// A curve, and the paper's mean.
    fn draw(&self, body: &mut String, curve: &Curve, points: &[(f64, f64)], colour: &str) {
        if let Some(theirs) = curve.theirs {
            let (x, top, bottom) = (self.x(theirs), self.top, self.top + PANEL);
            put(
                body,
                format_args!(
                    r#"<line x1="{x:.1}" y1="{top}" x2="{x:.1}" y2="{bottom}" stroke="{colour}" stroke-width="1.5" stroke-dasharray="5 4"/>"#
                ),
            );
        }
        if points.is_empty() {
            return;
        }
        let mut places = String::new();
        for &(score, value) in points {
            write!(places, "{:.1},{:.1} ", self.x(score), self.y(value)).expect("a string");
        }
        put(
            body,
            format_args!(
                r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>"#,
                places.trim_end()
            ),
        );
    }
}

/// A line of the key.
fn key(body: &mut String, (x, y): (f64, f64), text: &str, colour: &str, dashed: bool) {
    let (end, dash) = (x + 24.0, if dashed { "5 4" } else { "none" });
    put(
        body,
        format_args!(
            r#"<path d="M{x} {y}H{end}" stroke="{colour}" stroke-width="2.5" style="stroke-dasharray:{dash}"/>"#
        ),
    );
    body.push_str(&label(text, (end + 8.0, y), Anchor::Left, LETTERS, INK));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(57.0, 61.0), [57.0, 58.0, 59.0, 60.0, 61.0]);
        assert_eq!(ticks(53.0, 101.0)[..3], [55.0, 60.0, 65.0]);
        for width in 1..400 {
            let all = ticks(20.0, 20.0 + f64::from(width));
            assert!((1..=13).contains(&all.len()), "{width}: {all:?}");
        }
    }

    /// One score only: no bell, and still a panel of some width.
    #[test]
    fn a_single_run_can_be_drawn() {
        let curve = Curve {
            label: "one".to_owned(),
            scores: vec![68],
            theirs: None,
        };
        let svg = svg("<one & only>", &[curve]);
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(svg.contains("&lt;one &amp; only&gt;"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
