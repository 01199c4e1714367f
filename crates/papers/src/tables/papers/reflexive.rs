//! T. Cazenave, *Reflexive Monte-Carlo Search*, Computer Games Workshop 2007, section 4.
//!
//! All experiments are about 5D ("the non-touching version"), on a Pentium 4 at 2.8 GHz with 1 GB. Every
//! figure is that of a single run, as far as the paper says.

use crate::geometry::Variant;
use crate::tables::experiment::{
    Cell, Content, Paper, Row, Runs, Score, Table, Theirs, Work, grouped,
};
use morpion_search::searchers::{Algorithm, Reflexive, Uct};

/// Number of games, best length, seconds.
type Sample = (u64, u32, f64);

/// Table 1, "Best lengths for different numbers of games with sampling and random moves".
const RANDOM: [Sample; 7] = [
    (10, 55, 0.008),
    (100, 58, 0.12),
    (1_000, 60, 1.0),
    (10_000, 63, 9.8),
    (100_000, 63, 98.0),
    (1_000_000, 63, 978.0),
    (10_000_000, 64, 17_141.0),
];

/// Table 2, "Best lengths for different numbers of games with sampling and mobility".
const MOBILITY: [Sample; 6] = [
    (10, 60, 0.12),
    (100, 61, 1.05),
    (1_000, 62, 10.2),
    (10_000, 62, 101.0),
    (100_000, 63, 1_005.0),
    (1_000_000, 64, 10_063.0),
];

/// Table 3, "Best lengths for different numbers of games with UCT and mobility"; C = 0.1 by the text above it.
const UCT: [Sample; 6] = [
    (10, 60, 0.16),
    (100, 60, 1.3),
    (1_000, 61, 16.0),
    (10_000, 64, 176.0),
    (100_000, 64, 2_108.0),
    (1_000_000, 65, 18_060.0),
];

/// Tables 4 and 5, "Best lengths" and "Times for different numbers of games and meta-games", each of one
/// meta-meta-game: games (the rows), meta-games (the columns), best length, seconds.
const META: [(u32, u32, u32, f64); 12] = [
    (1, 1, 63, 5.0),
    (1, 10, 63, 42.0),
    (1, 100, 67, 417.0),
    (1, 1_000, 67, 3_248.0),
    (10, 1, 63, 23.0),
    (10, 10, 67, 774.0),
    (10, 100, 69, 3_643.0),
    (10, 1_000, 67, 27_688.0),
    (100, 1, 65, 253.0),
    (100, 10, 69, 4_079.0),
    (100, 100, 72, 26_225.0),
    (1_000, 1, 71, 3_188.0),
];

/// One run tells little: ours are repeated as often as those of the new heuristics.
const RUNS: Runs = Runs { full: 20, quick: 5 };

const NOTE: &str = "theirs: the best game of a single run; ours: the mean of several such runs";

pub(super) fn tables() -> Vec<Table> {
    let uct = Algorithm::Uct(Uct { c: 0.1 });
    vec![
        samples(
            &["1"],
            "sampling with random moves",
            Algorithm::Sampling,
            &RANDOM,
        ),
        samples(
            &["2"],
            "sampling with the mobility heuristic",
            Algorithm::SamplingMobility,
            &MOBILITY,
        ),
        samples(&["3"], "UCT (C = 0.1) with mobility", uct, &UCT),
        table(
            &["4", "5"],
            "reflexive search, one meta-meta-game",
            meta_rows(),
        ),
    ]
}

fn table(names: &'static [&'static str], title: &'static str, rows: Vec<Row>) -> Table {
    Table {
        paper: Paper::Reflexive,
        names,
        title,
        note: NOTE,
        content: Content::Runs(rows),
    }
}

fn samples(
    names: &'static [&'static str],
    title: &'static str,
    algorithm: Algorithm,
    samples: &[Sample],
) -> Table {
    let cell = |&(games, length, seconds): &Sample| {
        let work = Work::games(algorithm.clone(), games);
        cell(format!("{} games", grouped(games)), work, length, seconds)
    };
    let row = Row {
        label: algorithm.name().to_owned(),
        variant: Variant::D5,
        cells: samples.iter().map(cell).collect(),
    };
    table(names, title, vec![row])
}

fn meta_rows() -> Vec<Row> {
    let same_row = |a: &(u32, u32, u32, f64), b: &(u32, u32, u32, f64)| a.0 == b.0;
    META.chunk_by(same_row)
        .map(|cells| Row {
            label: format!("{} games", grouped(cells[0].0.into())),
            variant: Variant::D5,
            cells: cells.iter().map(meta_cell).collect(),
        })
        .collect()
}

fn meta_cell(&(games, meta, length, seconds): &(u32, u32, u32, f64)) -> Cell {
    let games = vec![games, meta];
    let work = Work::whole(Algorithm::Reflexive(Reflexive { games }));
    let column = format!("{} meta-games", grouped(meta.into()));
    cell(column, work, length, seconds)
}

fn cell(column: String, work: Work, length: u32, seconds: f64) -> Cell {
    Cell {
        column,
        work,
        runs: RUNS,
        theirs: Theirs {
            score: Score::One(length),
            seconds: Some(seconds),
        },
    }
}
