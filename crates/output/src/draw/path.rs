//! Reads the SVG path data of our shapes: absolute M, L, H, V, C, S and Z, in short notation.

use tiny_skia::{Path, PathBuilder};

/// Reads a path; `None` if the text is not such data.
pub(super) fn read(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    // The first control point of a curve that goes on smoothly.
    let mut smooth = (0.0, 0.0);
    let commands = data.matches(char::is_alphabetic);
    for (command, text) in commands.zip(data.split(char::is_alphabetic).skip(1)) {
        let count = match command {
            "H" | "V" => 1,
            "S" => 4,
            "C" => 6,
            _ => 2,
        };
        if command == "Z" {
            path.close();
        }
        for (i, n) in numbers(text)?.chunks(count).enumerate() {
            match (command, n) {
                ("M", &[x, y]) if i == 0 => path.move_to(x, y),
                ("M" | "L", &[x, y]) => path.line_to(x, y),
                ("H", &[x]) => path.line_to(x, path.last_point()?.y),
                ("V", &[y]) => path.line_to(path.last_point()?.x, y),
                ("S", &[c, d, x, y]) => path.cubic_to(smooth.0, smooth.1, c, d, x, y),
                ("C", &[a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
                _ => return None,
            }
            let end = path.last_point()?;
            smooth = match *n {
                [.., c, d, x, y] => (2.0 * x - c, 2.0 * y - d),
                _ => (end.x, end.y),
            };
        }
    }
    path.finish()
}

/// Numbers that are parted by a space, or by the sign or the point of the next.
fn numbers(text: &str) -> Option<Vec<f32>> {
    let mut words = String::new();
    for c in text.chars() {
        let has_point = words.rsplit(' ').next().is_some_and(|w| w.contains('.'));
        if c == '-' || c == '.' && has_point {
            words.push(' ');
        }
        words.push(c);
    }
    words.split_whitespace().map(|w| w.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_notation_is_the_long_one() {
        for (short, long) in [
            ("M1 2 3-4.5.5.6", "M1 2L3 -4.5L.5 .6"),
            ("M0 0H1V2", "M0 0L1 0L1 2"),
            (
                "M0 0C0 1 1 1 1 0S2-1 2 0 4 4 5 5",
                "M0 0C0 1 1 1 1 0C1 -1 2 -1 2 0C2 1 4 4 5 5",
            ),
            ("M0 1S2 2 3 3Z", "M0 1C0 1 2 2 3 3Z"),
        ] {
            assert_eq!(read(short), read(long), "{short}");
            assert!(read(short).is_some(), "{short}");
        }
    }

    #[test]
    fn other_data_is_refused() {
        for data in [
            "",
            "M",
            "M1",
            "M1 2 3",
            "M1 x",
            "m1 2",
            "M1 2Q3 4 5 6",
            "M1 2C3 4",
        ] {
            assert_eq!(read(data), None, "{data}");
        }
    }
}
