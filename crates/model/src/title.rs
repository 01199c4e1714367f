//! The subject of a program in one line of text: the first line of its file, from which it is read back.

use std::fmt;
use std::str::FromStr;

use super::{Format, Spec};

const BEGINNING: &str = "Morpion Solitaire ";
const SYMMETRIC: &str = "L6 (half turn)";
const ORD: &str = "L7 (ord)";
const TRIANGLES: &str = "triangle cuts";
const AT_LEAST: &str = "at least ";
const MOVES: &str = " moves";

/// `Morpion Solitaire 5D, box (4,3,1,1): L1-L5, L7 (ord), at least 85 moves`
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variant, bounding_box) = (self.variant, self.bounding_box);
        write!(f, "{BEGINNING}{variant}, box {bounding_box}: L1-L5")?;
        for (is_present, words) in [
            (self.symmetric, SYMMETRIC),
            (self.ord, ORD),
            (self.triangle_cuts, TRIANGLES),
        ] {
            if is_present {
                write!(f, ", {words}")?;
            }
        }
        match self.at_least {
            Some(n) => write!(f, ", {AT_LEAST}{n}{MOVES}"),
            None => Ok(()),
        }
    }
}

/// The text does not begin with the title of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "it does not begin with the title that `morpion model` writes, so nobody knows of which box it is"
)]
pub struct NoTitle;

impl FromStr for Spec {
    type Err = NoTitle;

    fn from_str(text: &str) -> Result<Self, NoTitle> {
        spec(text).ok_or(NoTitle)
    }
}

fn spec(text: &str) -> Option<Spec> {
    let (variant, rest) = text.strip_prefix(BEGINNING)?.split_once(", box ")?;
    let (bounding_box, rules) = rest.split_once(": L1-L5")?;
    let mut spec = Spec::graphs(variant.parse().ok()?, bounding_box.parse().ok()?);
    for words in rules.split(", ").skip(1) {
        match words {
            SYMMETRIC => spec.symmetric = true,
            ORD => spec.ord = true,
            TRIANGLES => spec.triangle_cuts = true,
            _ => {
                let n = words.strip_prefix(AT_LEAST)?.strip_suffix(MOVES)?;
                spec.at_least = Some(n.parse().ok()?);
            }
        }
    }
    Some(spec)
}

/// The parameters of the program in a file that [`IntegerProgram::to_text`](super::IntegerProgram::to_text) has written, and the
/// file's format: its first lines are enough.
///
/// # Errors
/// It has no title. The text after the title is not looked at.
pub fn read_title(file: &str) -> Result<(Spec, Format), NoTitle> {
    let comments = file.lines().take(3).filter_map(|line| {
        let lp = line.strip_prefix("\\ ").map(|text| (text, Format::Lp));
        lp.or_else(|| line.strip_prefix("* ").map(|text| (text, Format::Opb)))
    });
    let mut titles =
        comments.filter_map(|(text, format)| Some((text.trim_end().parse().ok()?, format)));
    titles.next().ok_or(NoTitle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IntegerProgram;
    use morpion_rules::geometry::{BoundingBox, Variant};
    use proptest::prelude::*;

    fn any_spec() -> impl Strategy<Value = Spec> {
        let variant = prop::sample::select(Variant::ALL.to_vec());
        (
            variant,
            any::<[bool; 3]>(),
            any::<Option<u32>>(),
            prop::array::uniform4(0u8..=60),
        )
            .prop_map(
                |(variant, [symmetric, ord, triangle_cuts], at_least, distances)| Spec {
                    symmetric,
                    ord,
                    triangle_cuts,
                    at_least,
                    ..Spec::graphs(variant, distances.into())
                },
            )
    }

    proptest! {
        #[test]
        fn a_title_is_read_as_it_was_written(spec in any_spec()) {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn files_are_read_by_their_titles() {
        let spec = Spec {
            triangle_cuts: true,
            at_least: Some(7),
            ..Spec::graphs(Variant::D4, BoundingBox::default())
        };
        let program = IntegerProgram::new(spec);
        for format in [Format::Lp, Format::Opb] {
            let text = program.to_text(format).unwrap();
            assert_eq!(read_title(&text), Ok((spec, format)));
            let windows = text.replace('\n', "\r\n");
            assert_eq!(read_title(&windows), Ok((spec, format)));
        }
    }

    #[test]
    fn other_files_have_no_title() {
        for text in [
            "",
            "Maximize\n obj: x\nEnd\n",
            "\\ Morpion Solitaire 6D, box (0,0,0,0): L1-L5\n",
            "\\ Morpion Solitaire 5D, box (0,0,0,61): L1-L5\n",
            "\\ Morpion Solitaire 5D, box (0,0,0,0): L1-L5, L8\n",
            "\\ Morpion Solitaire 5D, box (0,0,0,0): L1-L5, at least no moves\n",
            "\n\n\n\\ Morpion Solitaire 5D, box (0,0,0,0): L1-L5\n",
        ] {
            assert_eq!(read_title(text), Err(NoTitle), "{text}");
        }
    }
}
