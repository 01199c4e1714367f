//! P. Neveu and M. Doubabi, *Morpion Solitaire Development Report*, 2023: sections "Data manager" and
//! "Comparison of the algorithms".
//!
//! The distributions by level are pictures, which the text of the report does not hold: no mean and no
//! deviation can be read. What can be read is the piece of the file of scores that the report shows
//! ([`Score::Some`] below), and that the best scores of 5T "oscillate between 65 and 70", against "between
//! 70 and 80" of the LAMSADE laboratory's nested search. Neither the time limit of its searches nor the
//! number of runs is told.

use crate::geometry::Variant;
use crate::tables::experiment::{Cell, Content, Paper, Row, Runs, Score, Table, Theirs, Work};
use morpion_search::searchers::{Algorithm, Nested};

/// Rows 99 to 113 of the file of scores in the section "Data manager", by level; the first of these
/// rows may not be the first of the level.
const FILE: [(Variant, [Score; 4]); 2] = [
    (
        Variant::T5,
        [
            Score::Some(&[50, 50, 50]),
            Score::Some(&[62, 63, 60, 60, 60]),
            Score::Some(&[69, 65]),
            Score::Some(&[68]),
        ],
    ),
    (
        Variant::D5,
        [
            Score::Untold,
            Score::Some(&[62]),
            Score::Some(&[65]),
            Score::Some(&[67]),
        ],
    ),
];

/// Runs of the report's form by level: it ends after its first step, so all levels are cheap.
const ONE_STEP_RUNS: [Runs; 4] = [
    Runs {
        full: 1000,
        quick: 200,
    },
    Runs {
        full: 1000,
        quick: 200,
    },
    Runs {
        full: 1000,
        quick: 100,
    },
    Runs {
        full: 1000,
        quick: 50,
    },
];

/// Runs of the whole nested search by level: every level takes some hundreds of times as long as the one below.
const WHOLE_RUNS: [Runs; 4] = [
    Runs {
        full: 1000,
        quick: 200,
    },
    Runs {
        full: 1000,
        quick: 200,
    },
    Runs {
        full: 100,
        quick: 5,
    },
    Runs { full: 10, quick: 5 },
];

pub(super) fn tables() -> Vec<Table> {
    let table = |names, title, note, rows| Table {
        paper: Paper::Report,
        names,
        title,
        note,
        content: Content::Runs(rows),
    };
    vec![
        table(
            &["levels"],
            "distributions by level of the report's nested search (first step only, random order)",
            "theirs: the few scores of a file shown in the report, its curves being pictures without numbers; \
             it limits the time of a search and does not say to what, ours end of themselves",
            FILE.iter().map(one_step_row).collect(),
        ),
        table(
            &["nested"],
            "distributions by level of the whole nested search, for the LAMSADE curves the report compares with",
            "theirs cannot be read but for \"between 70 and 80\" as the overall best scores",
            vec![whole_row()],
        ),
    ]
}

fn one_step_row(&(variant, scores): &(Variant, [Score; 4])) -> Row {
    row(variant, true, scores, ONE_STEP_RUNS)
}

fn whole_row() -> Row {
    row(Variant::T5, false, [Score::Untold; 4], WHOLE_RUNS)
}

fn row(variant: Variant, one_step: bool, scores: [Score; 4], runs: [Runs; 4]) -> Row {
    let cell = |level: u8| Cell {
        column: format!("level {level}"),
        work: Work::whole(Algorithm::Nested(Nested {
            level,
            // Without a time limit the order decides nothing but ties; the report shuffles.
            shuffle: one_step,
            one_step,
        })),
        runs: runs[usize::from(level)],
        theirs: Theirs {
            score: scores[usize::from(level)],
            seconds: None,
        },
    };
    Row {
        label: variant.to_string(),
        variant,
        cells: (0..4).map(cell).collect(),
    }
}
