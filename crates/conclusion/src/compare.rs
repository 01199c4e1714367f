//! Bounds beside the best known games and graphs, and what the literature says.
//!
//! Promise: an overall bound is ours only when the walk over the boxes is complete at its
//! level of evidence ([`verdict()`]); published bounds are kept apart and labelled.

use std::collections::BTreeMap;

use serde::Serialize;

use super::landscape::Landscape;
use super::published::{Published, published_bounds, published_game};
use super::row::{BoxRow, Rows, gap};
use super::verdict::verdict;
use morpion_proof::claim::{Objects, Scope, Setting};
use morpion_results::{Counted, Facts, Whole, is_about, known_by_box};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::Game;

/// The known bounds, games and boxes of one setting, ours and published ones.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The variant, and whether only point-symmetric games count.
    #[serde(flatten)]
    pub setting: Setting,
    /// Length of the longest game known, from records or results.
    pub best_game: Option<u32>,
    /// The name of that game's record, or the box of the results that lists it.
    pub best_game_from: Option<String>,
    /// Size of the largest graph known, from records or results.
    pub best_graph: Option<u32>,
    /// Our bound on all games when claims are believed; `None` while a box is open.
    pub claimed_bound: Option<u32>,
    /// Our bound on all games from proofs alone, by boxes or by octagons; `None` while a box is open and there is none by octagons.
    pub proven_bound: Option<u32>,
    /// The length of the longest game, when every position was counted (`count.json`).
    pub counted_bound: Option<u32>,
    /// The number of moves up to which every position was counted.
    pub counted_to: Option<u32>,
    /// Our bounds, the strongest first.
    pub bounds: Vec<Standing>,
    /// The strongest of our bounds minus the length of the longest game known.
    pub gap: Option<u32>,
    /// Bounds in the literature, strongest first. Never ours.
    pub published: Vec<Published>,
    /// A game of the literature that is longer than those at hand. Never ours.
    pub published_game: Option<Published>,
    /// The boxes with results.
    pub boxes: Vec<BoxRow>,
    /// How near games come to bounds, box by box.
    pub landscape: Landscape,
    /// Boxes of the paper's table without results.
    pub paper_boxes_without_results: usize,
    /// Length of the longest game that our own searches have found from nothing.
    pub found_here: Option<u32>,
}

/// A bound of ours on all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// No game has more moves.
    pub moves: u32,
    /// `proven`, `counted` or `claimed`.
    pub evidence: &'static str,
    /// Whether it is a bound on all games of the variant, taken over for the symmetric ones among them.
    pub of_all: bool,
}

impl Comparison {
    /// Adds those bounds on all games of the variant (`plain`) that are stronger than all bounds on the symmetric ones.
    pub(super) fn inherit(&mut self, plain: &Self) {
        let own = self.bounds.iter().map(|b| b.moves).min();
        let is_stronger = |b: &&Standing| own.is_none_or(|n| b.moves < n);
        let stronger = plain.bounds.iter().filter(is_stronger);
        let stronger = stronger.map(|&b| Standing { of_all: true, ..b });
        self.bounds = stronger.chain(self.bounds.iter().copied()).collect();
        self.gap = gap_of(&self.bounds, self.best_game);
    }
}

/// The strongest bound with its evidence, and weaker ones of stronger evidence after it: a proof is more than a count, and a count more
/// than a claim.
fn standings(proven: Option<u32>, counted: Option<u32>, claimed: Option<u32>) -> Vec<Standing> {
    let mut told: Vec<Standing> = Vec::new();
    for (moves, evidence) in [
        (proven, "proven"),
        (counted, "counted"),
        (claimed, "claimed"),
    ] {
        let Some(moves) = moves else { continue };
        if told.last().is_none_or(|best| moves < best.moves) {
            told.push(Standing {
                moves,
                evidence,
                of_all: false,
            });
        }
    }
    told.reverse();
    told
}

fn gap_of(bounds: &[Standing], best_game: Option<u32>) -> Option<u32> {
    gap(bounds.iter().map(|b| b.moves).min(), best_game)
}

/// Compares the results of one folder with the games and published bounds known. Games that break the
/// rules are passed over.
pub fn compare(setting: Setting, facts: &Facts, whole: &Whole, games: &[Game]) -> Comparison {
    let about: Vec<&Game> = games.iter().filter(|g| is_about(setting, g)).collect();
    let verdict = verdict(facts, Scope::all_games(setting));
    let claimed_bound = verdict.claimed.bound;
    let proven_bound = verdict.proven.bound.into_iter().chain(whole.at_most).min();
    let (best_game, best_game_from) = longest_game(facts, &about).unzip();
    let graphs = facts.values().filter_map(|f| f.best(Objects::Graphs));
    let counted = whole.counted.as_ref();
    let counted_bound = counted.and_then(Counted::longest_game);
    let bounds = standings(proven_bound, counted_bound, claimed_bound);
    let rows = Rows {
        verdict: &verdict,
        facts,
        known: known_by_box(setting, games),
        paper: paper_sizes(setting),
    };
    let boxes: Vec<BoxRow> = facts.keys().map(|&b| rows.row(b)).collect();
    let is_missing = |b: &&BoundingBox| !facts.contains_key(b);
    let own = about.iter().filter(|game| game.is_own());
    Comparison {
        setting,
        best_game,
        best_game_from,
        best_graph: graphs.chain(best_game).max(),
        claimed_bound,
        proven_bound,
        counted_bound,
        counted_to: counted.and_then(Counted::to),
        gap: gap_of(&bounds, best_game),
        bounds,
        published: published_bounds(setting),
        published_game: published_game(setting).filter(|g| best_game.is_none_or(|n| n < g.moves)),
        landscape: Landscape::of(&boxes),
        boxes,
        paper_boxes_without_results: rows.paper.keys().filter(is_missing).count(),
        found_here: own.map(|game| game.moves.len() as u32).max(),
    }
}

/// The length of the longest game known, and where it comes from; of games equally long, one from the records.
fn longest_game(facts: &Facts, games: &[&Game]) -> Option<(u32, String)> {
    let recorded = games.iter().map(|g| (g.moves.len() as u32, g.name.clone()));
    let found = facts.values().filter_map(|f| {
        let place = format!("results, box {}", f.bounding_box);
        Some((f.best(Objects::Games)?, place))
    });
    found.chain(recorded).max_by_key(|&(size, _)| size)
}

/// The table "The hardest feasible boxes" of Michalewski, Nagórko and Pawlewicz, *An upper bound of 84 for Morpion Solitaire 5D*, CCCG 2016
/// (slides), by canonical box: every box that they found to admit a graph of more than 82 moves, and the size of its largest graph. The
/// file has the boxes as the slides have them, some of them not canonical. These sizes are shown beside ours, and never counted as ours.
pub fn paper_sizes(setting: Setting) -> BTreeMap<BoundingBox, u32> {
    const TABLE: &str = include_str!("5D-paper-table.csv");
    if setting != Setting::of(Variant::D5) {
        return BTreeMap::new();
    }
    let mut table = csv::Reader::from_reader(TABLE.as_bytes());
    let rows = table.deserialize::<(u32, String, u32)>();
    let sizes = rows.map(|row| {
        let (_, bounding_box, size) = row.expect("the table is well-formed");
        let bounding_box: BoundingBox = bounding_box.parse().expect("the table has boxes");
        (bounding_box.canonical(), size)
    });
    sizes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_count::Level;
    use morpion_proof::claim::{Ask, Claim, Evidence};
    use morpion_proof::engine::{Answer, Shown};
    use morpion_results::BoxFacts;
    use morpion_rules::geometry::{Arrival, Cell, Direction, Line, Move};

    const PLAIN: Setting = Setting {
        variant: Variant::D5,
        symmetric: false,
    };

    fn game(name: &str, length: usize) -> Game {
        // Lines of the left and right edges of the cross, upwards and downwards.
        let mv =
            |x, y, position| Move::new(Line::new(Cell::new(x, y), Direction::Vertical), position);
        let moves = [mv(3, -1, 0), mv(6, -1, 0), mv(3, 6, 4), mv(6, 6, 4)];
        Game {
            name: name.to_owned(),
            variant: Variant::D5,
            moves: moves[..length].to_vec(),
            ..Game::default()
        }
    }

    #[test]
    fn the_papers_table_is_read_whole() {
        let sizes = paper_sizes(PLAIN);
        assert_eq!(sizes.len(), 28);
        assert!(sizes.keys().all(|&b| b == b.canonical()));
        assert_eq!(sizes[&BoundingBox::new(4, 3, 1, 1)], 85);
        assert_eq!(sizes.values().filter(|&&n| n == 85).count(), 3);
        assert_eq!(sizes.values().filter(|&&n| n == 84).count(), 12);
        assert_eq!(sizes.values().filter(|&&n| n == 83).count(), 13);
    }

    #[test]
    fn without_results_there_is_no_bound_of_ours() {
        let comparison = compare(
            PLAIN,
            &Facts::new(),
            &Whole::default(),
            &[game("short", 1), game("long", 3)],
        );
        assert_eq!(comparison.best_game, Some(3));
        assert_eq!(comparison.best_game_from.as_deref(), Some("long"));
        assert_eq!((comparison.claimed_bound, comparison.gap), (None, None));
        assert_eq!(comparison.published[0].moves, 84);
        assert_eq!(comparison.paper_boxes_without_results, 28);
    }

    #[test]
    fn a_whole_count_is_a_bound_and_one_of_a_part_is_none() {
        let level = |moves| Level {
            moves,
            positions: 1,
            classes: None,
        };
        let games = [game("three", 3)];
        for whole in [true, false] {
            let counted = Counted::new(PLAIN, whole, vec![level(3), level(4)]);
            let whole_or_not = Whole {
                counted: Some(counted),
                at_most: None,
            };
            let comparison = compare(PLAIN, &Facts::new(), &whole_or_not, &games);
            assert_eq!(comparison.counted_to, Some(4));
            assert_eq!(comparison.counted_bound, whole.then_some(4));
            assert_eq!(comparison.gap, whole.then_some(1));
            assert_eq!(comparison.proven_bound, None);
        }
    }

    #[test]
    fn a_bound_by_octagons_is_proven_and_bounds_symmetric_games_too() {
        let by_octagons = Whole {
            counted: None,
            at_most: Some(9),
        };
        let plain = compare(PLAIN, &Facts::new(), &by_octagons, &[game("three", 3)]);
        assert_eq!((plain.proven_bound, plain.gap), (Some(9), Some(6)));
        let symmetric = Setting {
            symmetric: true,
            ..PLAIN
        };
        let mut comparison = compare(symmetric, &Facts::new(), &Whole::default(), &[]);
        comparison.inherit(&plain);
        let proven = Standing {
            moves: 9,
            evidence: "proven",
            of_all: true,
        };
        assert_eq!(
            (comparison.proven_bound, comparison.bounds),
            (None, vec![proven])
        );
    }

    #[test]
    fn weaker_evidence_is_told_only_where_it_says_more() {
        let told = |p, c, s| -> Vec<_> {
            let all = standings(p, c, s);
            all.iter().map(|b| (b.moves, b.evidence)).collect()
        };
        assert_eq!(told(Some(5), Some(5), Some(6)), [(5, "proven")]);
        assert_eq!(
            told(Some(7), None, Some(6)),
            [(6, "claimed"), (7, "proven")]
        );
        assert_eq!(told(None, Some(4), None), [(4, "counted")]);
    }

    /// Three boxes: the start bounded, one step from it empty, the other one `barred` or not.
    fn three_boxes(barred: bool) -> Facts {
        let games = |text: &str| Scope::all_games(PLAIN).about(text.parse().unwrap());
        let by = Arrival::from_mask(0b11).unwrap();
        let never = Claim::no_arrival([1, 1, 0, 0].into(), by);
        let asks: [Ask; 3] = [
            games("0,0,0,0").refuting(18).into(),
            games("1,0,0,0").refuting(0).into(),
            if barred {
                never.into()
            } else {
                games("1,1,0,0").into()
            },
        ];
        let known = asks.map(|ask| {
            let mut known = BoxFacts::new(ask.subject().bounding_box);
            let shown = |claim: &Claim| Shown {
                evidence: Evidence::Proven,
                ..Shown::claimed(*claim)
            };
            let answer = Answer {
                shown: ask.claim().map(shown),
                ..Answer::new(String::new())
            };
            known.absorb(&ask, &answer, String::new()).unwrap();
            (known.bounding_box, known)
        });
        Facts::from(known)
    }

    #[test]
    fn a_box_is_never_reached_when_nothing_is_open_and_every_way_there_is_closed() {
        let never = |barred| {
            let comparison = compare(PLAIN, &three_boxes(barred), &Whole::default(), &[]);
            let never: Vec<bool> = comparison.boxes.iter().map(|b| b.never_reached).collect();
            (comparison.proven_bound, never)
        };
        assert_eq!(never(true), (Some(17), vec![false, false, true]));
        assert_eq!(never(false), (None, vec![false; 3]));
    }

    #[test]
    fn prefixes_of_games_are_counted_in_their_own_boxes() {
        let mut facts = Facts::new();
        for text in ["0,0,0,0", "1,0,0,0", "1,0,1,0"] {
            let bounding_box: BoundingBox = text.parse().unwrap();
            facts.insert(bounding_box, BoxFacts::new(bounding_box));
        }
        let games = [game("four", 4)];
        let comparison = compare(PLAIN, &facts, &Whole::default(), &games);
        let best: Vec<_> = comparison.boxes.iter().map(|b| b.best_game).collect();
        assert_eq!(best, [Some(0), Some(2), Some(4)]);
    }

    #[test]
    fn only_symmetric_games_count_where_symmetry_is_asked_for() {
        let setting = Setting {
            symmetric: true,
            ..PLAIN
        };
        let both = [game("three", 3), game("four", 4)];
        assert_eq!(
            compare(setting, &Facts::new(), &Whole::default(), &both).best_game,
            Some(4)
        );
        let one = [game("three", 3)];
        assert_eq!(
            compare(setting, &Facts::new(), &Whole::default(), &one).best_game,
            None
        );
    }
}
