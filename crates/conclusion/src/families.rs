//! Families: the positions of a list by their sets of dots, up to symmetry.
//!
//! Promise: every position of the list is in exactly one family, and a family's game keeps the rules and ends in the family's first
//! position. This file does not judge whether the list is complete: `paper/certificate.md`, section 9, says what shows that.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::theorem::read_mark;
use morpion_output::text::count;
use morpion_rules::geometry::{BoundingBox, Cell, Line, Move, Symmetry, Variant};
use morpion_rules::record::{self, Format, Metadata, Position, RecordError};

/// The first line of a list of positions: its format and version.
const FIRST_LINE: &str = "morpion-positions 1";

/// All positions of a list that lie on the same set of dots, up to symmetry.
#[derive(Debug)]
pub struct Family {
    /// The bounding box of the positions, in its canonical form.
    pub bounding_box: BoundingBox,
    /// The positions, in the order of the list, each with its moves sorted.
    pub positions: Vec<Vec<Move>>,
    /// A game that ends in the first position: each move is the first of the sorted ones that can be played.
    pub game: Position,
    /// The lines that some but not all of the positions have, when each position is turned so that its dots are those of `game`. A
    /// position that fits these dots in several ways counts in each of them.
    pub varying: Vec<Line>,
}

impl Family {
    /// `None` if the first of these positions is the end of no game.
    fn new(positions: Vec<Vec<Move>>) -> Option<Self> {
        let game = played(positions.first()?)?;
        let dots = dots(Symmetry::IDENTITY, game.moves());
        let (mut images, mut lines) = (0, BTreeMap::<Line, usize>::new());
        for position in &positions {
            let fits = |s: &Symmetry| self::dots(*s, position) == dots;
            for symmetry in Symmetry::ALL.into_iter().filter(fits) {
                images += 1;
                for mv in position {
                    *lines.entry(symmetry.line(D5, mv.line)).or_default() += 1;
                }
            }
        }
        lines.retain(|_, times| *times < images);
        Some(Self {
            bounding_box: game.bounding_box().canonical(),
            positions,
            game,
            varying: lines.into_keys().collect(),
        })
    }

    /// The number of lines that all its positions have.
    pub fn common(&self) -> usize {
        let lines = self.game.moves().iter().map(|mv| mv.line);
        lines.filter(|line| !self.varies(*line)).count()
    }

    /// Whether some of its positions lack the line.
    pub fn varies(&self, line: Line) -> bool {
        self.varying.binary_search(&line).is_ok()
    }

    /// Whether a game ends in one of its positions.
    pub fn holds(&self, game: &[Move]) -> bool {
        let is_listed = |symmetry: Symmetry| {
            let image = game.iter().map(|&mv| symmetry.mv(D5, mv));
            let mut image: Vec<Move> = image.collect();
            image.sort_unstable();
            self.positions.contains(&image)
        };
        game.len() == self.game.moves().len() && Symmetry::ALL.into_iter().any(is_listed)
    }

    /// Its game as a Pentasol file whose description names the family's size, box and common lines.
    ///
    /// # Errors
    /// None that is known: the game is one of 5D.
    pub fn pentasol(&self) -> Result<String, RecordError> {
        let positions = self.positions.len();
        let of_them = if positions == 1 { "all" } else { "one" };
        let about = format!(
            "{of_them} of {} up to symmetry on these dots, bounding box {}\n{} in all of them, {} in some",
            count(positions, "position"),
            self.bounding_box,
            count(self.common(), "line"),
            self.varying.len(),
        );
        let metadata = Metadata {
            description: Some(about),
            ..Metadata::default()
        };
        record::write(&self.game, &metadata, Format::Psol)
    }
}

const D5: Variant = Variant::D5;

/// The families of a list as `morpion-check --positions` writes it, sorted by box, then by falling number of positions.
///
/// `None` if the text is no such list.
pub fn families(text: &str) -> Option<Vec<Family>> {
    let mut lines = text.lines();
    lines.next().filter(|line| *line == FIRST_LINE)?;
    let mut by_dots: BTreeMap<Vec<Cell>, Vec<Vec<Move>>> = BTreeMap::new();
    for line in lines {
        let moves: Option<Vec<Move>> = line.split(' ').map(|mv| read_mark(mv.split(','))).collect();
        let mut moves = moves?;
        moves.sort_unstable();
        let images = Symmetry::ALL.into_iter().map(|s| dots(s, &moves));
        by_dots.entry(images.min()?).or_default().push(moves);
    }
    let families: Option<Vec<Family>> = by_dots.into_values().map(Family::new).collect();
    let mut families = families?;
    families.sort_by_key(|f| (f.bounding_box.by_size(), Reverse(f.positions.len())));
    Some(families)
}

/// The dots that an image of these moves places, sorted.
fn dots(symmetry: Symmetry, moves: &[Move]) -> Vec<Cell> {
    let dots = moves.iter().map(|mv| symmetry.cell(D5, mv.dot()));
    let mut dots: Vec<Cell> = dots.collect();
    dots.sort_unstable();
    dots
}

/// A game of these moves; `None` if they cannot be played in any order.
fn played(moves: &[Move]) -> Option<Position> {
    let (mut position, mut left) = (Position::new(D5), moves.to_vec());
    while let Some(next) = left.iter().position(|&mv| position.check(mv).is_ok()) {
        position.play(left.remove(next)).ok()?;
    }
    left.is_empty().then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};
    use std::path::Path;

    use morpion_check_core::listing::Register;
    use morpion_check_core::packed;
    use morpion_check_core::walk::Form;
    use morpion_check_core::walk::positions;

    use morpion_search::running::found_games;

    use super::*;
    use morpion_rules::record::{Game, known_games, replay};

    /// The positions of a list that the engine wrote, as the checker reads them.
    fn list() -> Register {
        let file = "checker/tests/lists/4-1-4-1.symmetric-games.all-64.cert.zst";
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(file);
        let (_, found) = positions(&packed::read(&file).unwrap(), Form::Fast, None).unwrap();
        let mut register = Register::default();
        register.add(&found);
        register
    }

    /// A position as a line of a list.
    fn line(moves: &[Move]) -> String {
        let mark = |mv: &Move| {
            let (dot, direction) = (mv.dot(), mv.line.direction.index() as i16);
            [dot.x, dot.y, direction, mv.position.into()]
        };
        let mut marks: Vec<_> = moves.iter().map(mark).collect();
        marks.sort_unstable();
        let words = marks
            .iter()
            .map(|mark| mark.map(|n| n.to_string()).join(","));
        words.collect::<Vec<_>>().join(" ")
    }

    /// A list of the known 5D games and one further image of each.
    fn several() -> String {
        let games = known_games().into_iter().filter(|g| g.variant == D5);
        let images = games.flat_map(|game| {
            let image = |s: Symmetry| {
                line(
                    &game
                        .moves
                        .iter()
                        .map(|&mv| s.mv(D5, mv))
                        .collect::<Vec<_>>(),
                )
            };
            [image(Symmetry::ALL[0]), image(Symmetry::ALL[5])]
        });
        [FIRST_LINE.to_owned()]
            .into_iter()
            .chain(images)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Fails if a position is lost, lies in two families, or a family's game is none or ends elsewhere.
    fn assert_parted(text: &str, families: &[Family]) {
        let of_families = families
            .iter()
            .flat_map(|f| f.positions.iter().map(|p| line(p)));
        let of_families: Vec<String> = of_families.collect();
        let listed: HashSet<&str> = text.lines().skip(1).collect();
        assert_eq!(of_families.len(), text.lines().count() - 1);
        assert!(
            of_families
                .iter()
                .all(|line| listed.contains(line.as_str()))
        );
        for family in families {
            let file = record::read(family.pentasol().unwrap().as_bytes()).unwrap();
            let game = replay(&file, Some(D5)).unwrap();
            assert_eq!(line(game.moves()), line(&family.positions[0]));
            assert_eq!(game.bounding_box().canonical(), family.bounding_box);
            assert!(family.holds(game.moves()));
        }
    }

    #[test]
    fn a_list_of_the_checker_is_parted_by_its_sets_of_dots() {
        let register = list();
        let text = register.text();
        let families = families(&text).unwrap();
        assert_eq!(families.len(), register.sets_of_dots());
        assert_parted(&text, &families);
        // The same in another way: the lines of all images whose dots are those of the game, as sets.
        let family = &families[0];
        let dots = |moves: &[Move]| moves.iter().map(|mv| mv.dot()).collect::<BTreeSet<_>>();
        let images = family.positions.iter().flat_map(|position| {
            Symmetry::ALL.map(|s| position.iter().map(|&mv| s.mv(D5, mv)).collect::<Vec<_>>())
        });
        let lines = images
            .filter(|image| dots(image) == dots(family.game.moves()))
            .map(|image| image.iter().map(|mv| mv.line).collect::<BTreeSet<_>>());
        let lines: Vec<BTreeSet<Line>> = lines.collect();
        let all: BTreeSet<Line> = lines.iter().flatten().copied().collect();
        let common: BTreeSet<Line> = all
            .iter()
            .copied()
            .filter(|l| lines.iter().all(|s| s.contains(l)))
            .collect();
        assert_eq!(family.common(), common.len());
        assert_eq!(
            family.varying,
            all.difference(&common).copied().collect::<Vec<_>>()
        );
        assert!(family.common() > 0 && !family.varying.is_empty());
    }

    /// The searchers know nothing of the list of all games of 82 moves; what they find with new seeds is in it.
    #[test]
    fn longest_games_that_were_found_are_listed() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
        let list = packed::read(&results.join("5D/positions-82.txt.zst")).unwrap();
        let families = families(str::from_utf8(&list).unwrap()).unwrap();
        let found = found_games(&[results.join("games")]).unwrap();
        let is_longest = |g: &&Game| g.variant == D5 && g.moves.len() == 82;
        let longest: Vec<_> = found.iter().filter(is_longest).collect();
        assert!(longest.len() >= 4);
        for game in longest {
            assert!(families.iter().any(|f| f.holds(&game.moves)));
        }
    }

    #[test]
    fn families_come_by_box_and_know_their_games() {
        let text = several();
        let families = families(&text).unwrap();
        assert_parted(&text, &families);
        let order: Vec<_> = families
            .iter()
            .map(|f| (f.bounding_box.by_size(), Reverse(f.positions.len())))
            .collect();
        assert!(order.is_sorted());
        for game in known_games().iter().filter(|g| g.variant == D5) {
            assert_eq!(
                families.iter().filter(|f| f.holds(&game.moves)).count(),
                1,
                "{}",
                game.name
            );
            let shorter = &game.moves[..game.moves.len() - 1];
            assert!(!families.iter().any(|f| f.holds(shorter)));
        }
    }

    #[test]
    fn what_is_no_list_is_none() {
        assert_eq!(
            families(&format!("{FIRST_LINE}\n")).map(|f| f.len()),
            Some(0)
        );
        for text in [
            "",
            "morpion-positions 2\n",
            "morpion-positions 1\n\n",
            "morpion-positions 1\n4,3,0\n",
            "morpion-positions 1\n4,3,4,0\n",
            "morpion-positions 1\n4,3,0,5\n",
            "morpion-positions 1\n127,3,0,0\n",
            "morpion-positions 1\n-128,-128,0,4\n",
            "morpion-positions 1\n4,999,0,0\n",
        ] {
            assert!(families(text).is_none(), "{text}");
        }
    }
}
