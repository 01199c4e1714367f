//! A small alphabet of strokes, drawn for this program.
//!
//! Pictures carry their letters as paths, so they look the same with any viewer and
//! on machines without fonts. A capital is 6 units high with its baseline at y = 6;
//! small letters start at y = 2; a path is stroked, not filled.

/// Height of digits and capitals in glyph units.
pub(super) const CAP_HEIGHT: f64 = 6.0;

/// Space between two glyphs, in glyph units.
const GAP: f64 = 1.1;

/// Width of a space, in glyph units.
const SPACE: f64 = 1.8;

/// A character as a stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    /// The character.
    pub(super) letter: char,
    /// Its width in glyph units.
    pub(super) width: f64,
    /// SVG path data.
    pub(super) path: &'static str,
}

/// A line of text taken apart into glyphs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    /// The glyphs that leave a trace, each with its left edge in glyph units.
    pub(super) glyphs: Vec<(f64, Glyph)>,
    /// The width of the whole in glyph units.
    pub(super) width: f64,
}

/// Puts the glyphs of `text` side by side; an unknown character becomes `?`.
pub(super) fn layout(text: &str) -> Layout {
    let mut glyphs = Vec::new();
    let mut x = 0.0;
    for letter in text.chars() {
        if letter.is_whitespace() {
            x += SPACE;
            continue;
        }
        let glyph = glyph(letter);
        glyphs.push((x, glyph));
        x += glyph.width + GAP;
    }
    Layout {
        glyphs,
        width: (x - GAP).max(0.0),
    }
}

fn glyph(letter: char) -> Glyph {
    find(letter)
        .or_else(|| find(without_accent(letter)))
        .or_else(|| find('?'))
        .expect("the alphabet has a question mark")
}

fn find(letter: char) -> Option<Glyph> {
    ALPHABET
        .iter()
        .find(|(l, _, _)| *l == letter)
        .map(|&(letter, width, path)| Glyph {
            letter,
            width,
            path,
        })
}

/// The plain letter under the accents of western European names.
fn without_accent(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        'Ý' => 'Y',
        '–' | '—' | '−' => '-',
        '’' | '‘' => '\'',
        other => other,
    }
}

#[rustfmt::skip]
const ALPHABET: &[(char, f64, &str)] = &[
    ('0', 3.6, "M1.8 0C.6 0 0 1.3 0 3S.6 6 1.8 6 3.6 4.7 3.6 3 3 0 1.8 0Z"),
    ('1', 3.6, "M.6 1.3 2.2 0V6"),
    ('2', 3.6, "M.2 1.6C.2.6.9 0 1.8 0S3.4.7 3.4 1.6C3.4 2.9.6 4.2.1 6H3.6"),
    ('3', 3.6, "M.2 1C.5.3 1.1 0 1.8 0 2.8 0 3.4.6 3.4 1.4S2.7 2.8 1.6 2.8C2.8 2.8 3.6 3.4 3.6 4.4S2.8 6 1.8 6C1 6 .3 5.6 0 4.9"),
    ('4', 3.6, "M2.7 6V0L0 4.3H3.6"),
    ('5', 3.6, "M3.3 0H.7L.4 2.9C.8 2.5 1.3 2.3 1.9 2.3 2.9 2.3 3.6 3 3.6 4.1S2.8 6 1.8 6C1 6 .4 5.7 0 5.1"),
    ('6', 3.6, "M3.2.6C2.9.2 2.4 0 1.9 0 .7 0 0 1.3 0 3.4 0 5.1.7 6 1.8 6S3.6 5.2 3.6 4.1 2.9 2.3 1.9 2.3C.9 2.3.2 3 0 3.8"),
    ('7', 3.6, "M0 0H3.6C2.4 1.6 1.5 3.8 1.3 6"),
    ('8', 3.6, "M1.8 2.8C.9 2.8.3 2.2.3 1.4S.9 0 1.8 0 3.3.6 3.3 1.4 2.7 2.8 1.8 2.8C.7 2.8 0 3.5 0 4.4S.7 6 1.8 6 3.6 5.3 3.6 4.4 2.9 2.8 1.8 2.8Z"),
    ('9', 3.6, "M.4 5.4C.7 5.8 1.2 6 1.7 6 2.9 6 3.6 4.7 3.6 2.6 3.6.9 2.9 0 1.8 0S0 .8 0 1.9.7 3.7 1.7 3.7C2.7 3.7 3.4 3 3.6 2.2"),
    ('a', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM3.2 2V6"),
    ('b', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM0 0V6"),
    ('c', 3.0, "M3 2.9C2.8 2.3 2.3 2 1.7 2 .7 2 0 2.8 0 4S.7 6 1.7 6C2.3 6 2.8 5.7 3 5.1"),
    ('d', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM3.2 0V6"),
    ('e', 3.2, "M0 3.9H3.2C3.2 2.8 2.6 2 1.6 2S0 2.8 0 4 .7 6 1.7 6C2.3 6 2.8 5.7 3.1 5.2"),
    ('f', 2.1, "M2.1.1C1.1-.2.8.4.8 1.2V6M0 2.2H2"),
    ('g', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM3.2 2V6.2C3.2 7.3 2.6 7.8 1.6 7.8 1 7.8.5 7.6.2 7.2"),
    ('h', 3.0, "M0 0V6M0 3.6C.2 2.6.8 2 1.6 2 2.5 2 3 2.6 3 3.6V6"),
    ('i', 0.2, "M.1 2V6M.1.4V.5"),
    ('j', 0.9, "M.9 2V6.6C.9 7.5.4 7.9-.3 7.7M.9.4V.5"),
    ('k', 2.8, "M0 0V6M2.6 2 0 4.6M1 3.7 2.8 6"),
    ('l', 0.2, "M.1 0V6"),
    ('m', 4.8, "M0 2V6M0 3.4C.2 2.5.7 2 1.3 2 2 2 2.4 2.5 2.4 3.4V6M2.4 3.4C2.6 2.5 3.1 2 3.7 2 4.4 2 4.8 2.5 4.8 3.4V6"),
    ('n', 3.0, "M0 2V6M0 3.6C.2 2.6.8 2 1.6 2 2.5 2 3 2.6 3 3.6V6"),
    ('o', 3.4, "M1.7 2C.7 2 0 2.8 0 4S.7 6 1.7 6 3.4 5.2 3.4 4 2.7 2 1.7 2Z"),
    ('p', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM0 2V7.8"),
    ('q', 3.2, "M1.6 2C.6 2 0 2.8 0 4S.6 6 1.6 6 3.2 5.2 3.2 4 2.6 2 1.6 2ZM3.2 2V7.8"),
    ('r', 1.9, "M0 2V6M0 3.8C.2 2.6.9 1.9 1.9 2.1"),
    ('s', 2.7, "M2.5 2.7C2.3 2.2 1.9 2 1.4 2 .7 2 .2 2.4.2 3 .2 4.3 2.7 3.6 2.7 4.9 2.7 5.6 2.1 6 1.4 6 .7 6 .2 5.7 0 5.1"),
    ('t', 2.1, "M.8.7V4.9C.8 5.8 1.3 6.2 2.1 5.9M0 2.2H2"),
    ('u', 3.0, "M0 2V4.4C0 5.4.5 6 1.4 6 2.2 6 2.8 5.4 3 4.4M3 2V6"),
    ('v', 3.0, "M0 2 1.5 6 3 2"),
    ('w', 4.6, "M0 2 1.1 6 2.3 2.6 3.5 6 4.6 2"),
    ('x', 2.8, "M0 2 2.8 6M2.8 2 0 6"),
    ('y', 3.0, "M0 2 1.5 5.8M3 2 1.3 6.6C1 7.4.6 7.8-.1 7.7"),
    ('z', 2.9, "M.1 2H2.8L0 6H2.9"),
    ('A', 4.2, "M0 6 2.1 0 4.2 6M.7 4H3.5"),
    ('B', 3.7, "M0 0V6H2C3.1 6 3.7 5.3 3.7 4.4S3.1 2.9 2 2.9H0M2 2.9C2.9 2.9 3.4 2.3 3.4 1.4S2.9 0 2 0H0"),
    ('C', 4.0, "M4 1.3C3.6.5 2.9 0 2.2 0 .9 0 0 1.2 0 3S.9 6 2.2 6C2.9 6 3.6 5.5 4 4.7"),
    ('D', 4.0, "M0 0V6H1.5C3.1 6 4 4.9 4 3S3.1 0 1.5 0Z"),
    ('E', 3.4, "M3.4 0H0V6H3.4M0 2.9H2.9"),
    ('F', 3.4, "M3.4 0H0V6M0 2.9H2.8"),
    ('G', 4.1, "M4 1.3C3.6.5 2.9 0 2.2 0 .9 0 0 1.2 0 3S.9 6 2.2 6C3.4 6 4.1 5.2 4.1 3.4H2.4"),
    ('H', 4.0, "M0 0V6M4 0V6M0 2.9H4"),
    ('I', 0.2, "M.1 0V6"),
    ('J', 2.5, "M2.5 0V4.5C2.5 5.5 2 6 1.2 6 .6 6 .2 5.7 0 5.2"),
    ('K', 3.8, "M0 0V6M3.6 0 0 3.8M1.4 2.4 3.8 6"),
    ('L', 3.2, "M0 0V6H3.2"),
    ('M', 4.8, "M0 6V0L2.4 4.2 4.8 0V6"),
    ('N', 4.0, "M0 6V0L4 6V0"),
    ('O', 4.4, "M2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6 4.4 4.8 4.4 3 3.5 0 2.2 0Z"),
    ('P', 3.7, "M0 6V0H2C3.1 0 3.7.7 3.7 1.7S3.1 3.4 2 3.4H0"),
    ('Q', 4.4, "M2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6 4.4 4.8 4.4 3 3.5 0 2.2 0ZM2.8 4.4 4.3 6.4"),
    ('R', 3.8, "M0 6V0H2C3.1 0 3.7.7 3.7 1.7S3.1 3.4 2 3.4H0M2 3.4 3.8 6"),
    ('S', 3.7, "M3.5 1.2C3.2.4 2.6 0 1.8 0 .9 0 .2.6.2 1.4.2 3.5 3.7 2.4 3.7 4.5 3.7 5.4 2.9 6 1.9 6 1 6 .3 5.5 0 4.7"),
    ('T', 4.0, "M0 0H4M2 0V6"),
    ('U', 4.0, "M0 0V4C0 5.3.8 6 2 6S4 5.3 4 4V0"),
    ('V', 4.0, "M0 0 2 6 4 0"),
    ('W', 5.8, "M0 0 1.4 6 2.9 1 4.4 6 5.8 0"),
    ('X', 3.8, "M0 0 3.8 6M3.8 0 0 6"),
    ('Y', 3.8, "M0 0 1.9 2.9 3.8 0M1.9 2.9V6"),
    ('Z', 3.8, "M0 0H3.7L0 6H3.8"),
    ('(', 1.1, "M1.1-.6C.3.5 0 1.7 0 3S.3 5.5 1.1 6.6"),
    (')', 1.1, "M0-.6C.8.5 1.1 1.7 1.1 3S.8 5.5 0 6.6"),
    ('[', 1.2, "M1.2-.6H0V6.6H1.2"),
    (']', 1.2, "M0-.6H1.2V6.6H0"),
    ('<', 2.6, "M2.6 1.6 0 3.6 2.6 5.6"),
    ('>', 2.6, "M0 1.6 2.6 3.6 0 5.6"),
    ('=', 2.6, "M0 2.8H2.6M0 4.4H2.6"),
    ('+', 2.6, "M0 3.6H2.6M1.3 2.3V4.9"),
    ('-', 1.9, "M0 3.6H1.9"),
    ('×', 2.2, "M0 2.5 2.2 4.7M2.2 2.5 0 4.7"),
    ('*', 2.2, "M0 1.4 2.2 2.8M2.2 1.4 0 2.8M1.1.9V3.3"),
    ('/', 2.2, "M0 6.6 2.2-.6"),
    ('\\', 2.2, "M0-.6 2.2 6.6"),
    ('|', 0.2, "M.1-.6V6.6"),
    ('_', 3.0, "M0 6.6H3"),
    ('.', 0.2, "M.1 5.9V6"),
    (',', 0.6, "M.5 5.8 0 7.1"),
    (':', 0.2, "M.1 2.6V2.7M.1 5.9V6"),
    (';', 0.6, "M.4 2.6V2.7M.5 5.8 0 7.1"),
    ('·', 0.2, "M.1 3.5V3.6"),
    ('!', 0.2, "M.1 0V4.2M.1 5.9V6"),
    ('?', 2.8, "M0 1.3C.1.5.6 0 1.4 0 2.2 0 2.8.5 2.8 1.3 2.8 2.6 1.3 2.7 1.3 4.2M1.3 5.9V6"),
    ('\'', 0.2, "M.1 0V1.4"),
    ('"', 1.2, "M0 0V1.4M1.2 0V1.4"),
    ('#', 3.4, "M1.2 0 .7 6M2.8 0 2.3 6M.2 2H3.4M0 4H3.2"),
    ('%', 4.2, "M.9 0C.3 0 0 .5 0 1.2S.3 2.4.9 2.4 1.8 1.9 1.8 1.2 1.5 0 .9 0ZM3.6 0 .6 6M3.3 3.6C2.7 3.6 2.4 4.1 2.4 4.8S2.7 6 3.3 6 4.2 5.5 4.2 4.8 3.9 3.6 3.3 3.6Z"),
    ('&', 4.2, "M4.2 3.2C3.8 5 2.8 6 1.7 6 .7 6 0 5.4 0 4.5 0 2.9 2.8 2.7 2.8 1.2 2.8.5 2.4 0 1.8 0S.8.5.8 1.2C.8 2.4 2.4 4 4.2 6"),
];

#[cfg(test)]
mod tests {
    use super::super::path;
    use super::*;

    #[test]
    fn every_printable_ascii_letter_and_digit_is_drawn() {
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert_eq!(glyph(letter).letter, letter);
        }
    }

    #[test]
    fn no_letter_is_drawn_twice() {
        for (i, (letter, width, path)) in ALPHABET.iter().enumerate() {
            assert!(*width > 0.0 && path.starts_with('M'), "{letter}");
            assert!(
                ALPHABET[..i].iter().all(|(l, _, _)| l != letter),
                "{letter}"
            );
        }
    }

    #[test]
    fn every_glyph_is_a_path() {
        for (letter, _, path) in ALPHABET {
            assert!(path::read(path).is_some(), "{letter}");
        }
    }

    #[test]
    fn accents_and_strangers_have_a_stand_in() {
        let drawn =
            |text| -> String { layout(text).glyphs.iter().map(|(_, g)| g.letter).collect() };
        assert_eq!(drawn("Hyyrö – ß"), "Hyyro-?");
        assert_eq!(layout("").width, 0.0);
    }
}
