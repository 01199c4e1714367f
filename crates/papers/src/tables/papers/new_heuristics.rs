//! H. Hyyrö and T. Poranen, *New Heuristics for Morpion Solitaire*, 2007, section 3.
//!
//! Its G3(A3), G'3(A3), G4(A4), G'4(A4) are 4D, 4T, 5D, 5T: thickness k has lines of k + 1 dots, and the prime
//! marks the touching rules. Means of 20 runs, on an AMD Athlon64 3200+ with 1 GB. Figures 4 and 5
//! (means by temperature) are pictures without numbers and are left out.

use crate::geometry::Variant;
use crate::tables::experiment::{
    BestRow, Cell, Content, Paper, Row, Runs, Score, Table, Theirs, Work, grouped,
};
use morpion_search::searchers::{Algorithm, Annealing, Rs1, Rs2};

/// Mean score and mean seconds.
type Mean = (f64, f64);

/// Table 1, "Statistics for RS1 and RS2": the columns are s = 10^0 .. 10^4.
const SAMPLING: [(Variant, &str, [Mean; 5]); 8] = [
    (
        Variant::D4,
        "RS1",
        [
            (30.6, 0.00),
            (31.9, 0.05),
            (32.9, 0.63),
            (33.3, 6.55),
            (33.8, 64.9),
        ],
    ),
    (
        Variant::D4,
        "RS2",
        [
            (27.5, 0.00),
            (30.5, 0.00),
            (31.3, 0.04),
            (32.2, 0.46),
            (33.6, 4.69),
        ],
    ),
    (
        Variant::T4,
        "RS1",
        [
            (51.6, 0.01),
            (55.1, 0.15),
            (57.4, 1.88),
            (59.4, 20.3),
            (59.7, 209.0),
        ],
    ),
    (
        Variant::T4,
        "RS2",
        [
            (45.6, 0.00),
            (51.1, 0.01),
            (53.9, 0.13),
            (57.0, 1.46),
            (59.1, 15.8),
        ],
    ),
    (
        Variant::D5,
        "RS1",
        [
            (60.1, 0.02),
            (61.5, 0.25),
            (63.0, 2.77),
            (63.9, 27.6),
            (64.4, 275.4),
        ],
    ),
    (
        Variant::D5,
        "RS2",
        [
            (56.8, 0.00),
            (60.0, 0.01),
            (61.8, 0.19),
            (62.7, 1.94),
            (64.3, 20.2),
        ],
    ),
    (
        Variant::T5,
        "RS1",
        [
            (80.9, 0.03),
            (85.7, 0.42),
            (88.9, 4.85),
            (93.7, 52.3),
            (96.5, 556.9),
        ],
    ),
    (
        Variant::T5,
        "RS2",
        [
            (73.4, 0.00),
            (80.4, 0.03),
            (86.2, 0.35),
            (90.9, 3.60),
            (94.0, 37.3),
        ],
    ),
];

/// Table 2, "SA statistics": the temperature, then the columns r = 10^4 .. 10^7.
const ANNEALING: [(Variant, f64, [Mean; 4]); 4] = [
    (
        Variant::D4,
        1.8,
        [(32.1, 0.01), (33.7, 0.12), (34.2, 1.18), (34.8, 11.8)],
    ),
    (
        Variant::T4,
        3.6,
        [(48.9, 0.01), (54.5, 0.13), (58.2, 1.33), (60.6, 13.2)],
    ),
    (
        Variant::D5,
        3.2,
        [(59.4, 0.01), (61.5, 0.14), (63.2, 1.38), (65.9, 13.7)],
    ),
    (
        Variant::T5,
        8.0,
        [(75.8, 0.02), (83.3, 0.15), (87.9, 1.53), (94.5, 15.4)],
    ),
];

/// Section 3.2, the further runs whose parameters it gives: "roughly 2 hours and 5 minutes", "roughly two
/// days". That of 79 moves has lost its parameters, so it is not here.
const FURTHER: [(Variant, Annealing, u32, f64); 2] = [
    (
        Variant::D5,
        Annealing {
            t0: 2.0,
            t1: 1.8,
            alpha: 0.99999,
            r: 1_000_000,
        },
        74,
        (2.0 * 60.0 + 5.0) * 60.0,
    ),
    (
        Variant::T5,
        Annealing {
            t0: 10.0,
            t1: 9.0,
            alpha: 0.9999,
            r: 80_000_000,
        },
        143,
        2.0 * 24.0 * 3600.0,
    ),
];

/// Table 3, "The best solutions": RS1, RS2, SA.
const BEST: [(Variant, [u32; 3]); 4] = [
    (Variant::D4, [34, 34, 35]),
    (Variant::T4, [61, 61, 62]),
    (Variant::D5, [66, 66, 79]),
    (Variant::T5, [105, 100, 143]),
];

/// The paper's "Rep."
const REPEATS: u32 = 20;

const RUNS: Runs = Runs {
    full: REPEATS,
    quick: 5,
};

/// Hours each.
const FURTHER_RUNS: Runs = Runs { full: 1, quick: 1 };

pub(super) fn tables() -> Vec<Table> {
    let table = |name: &'static [&'static str], title, note, content| Table {
        paper: Paper::NewHeuristics,
        names: name,
        title,
        note,
        content,
    };
    vec![
        table(
            &["1"],
            "random sampling, RS1 and RS2",
            "means of 20 runs; a run plays one game",
            Content::Runs(SAMPLING.iter().map(sampling_row).collect()),
        ),
        table(
            &["2"],
            "simulated annealing at one temperature",
            "means of 20 runs",
            Content::Runs(ANNEALING.iter().map(annealing_row).collect()),
        ),
        table(
            &["further"],
            "the further runs of simulated annealing of section 3.2",
            "one run each; hours in the full form",
            Content::Runs(FURTHER.iter().map(further_row).collect()),
        ),
        table(
            &["3"],
            "the best scores",
            "ours: the best of the runs of the tables above; the paper's annealing had days more, with \
             parameters it has lost",
            Content::Best(BEST.iter().flat_map(best_rows).collect()),
        ),
    ]
}

/// The paper's name for a variant.
const fn model(variant: Variant) -> &'static str {
    match variant {
        Variant::D4 => "G3(A3)",
        Variant::T4 => "G'3(A3)",
        Variant::D5 => "G4(A4)",
        Variant::T5 => "G'4(A4)",
    }
}

fn sampling_row(&(variant, method, means): &(Variant, &str, [Mean; 5])) -> Row {
    let cell = |(i, mean): (u32, Mean)| {
        let samples = 10u32.pow(i);
        let algorithm = match method {
            "RS1" => Algorithm::Rs1(Rs1 { samples }),
            _ => Algorithm::Rs2(Rs2 { samples }),
        };
        mean_cell(format!("s = {}", grouped(samples.into())), algorithm, mean)
    };
    Row {
        label: format!("{} {method}", model(variant)),
        variant,
        cells: (0..).zip(means).map(cell).collect(),
    }
}

fn annealing_row(&(variant, t, means): &(Variant, f64, [Mean; 4])) -> Row {
    let cell = |(i, mean): (u32, Mean)| {
        let r = 10u64.pow(i);
        let annealing = Annealing {
            t0: t,
            t1: t,
            // One temperature: it is never multiplied.
            alpha: 0.5,
            r,
        };
        let algorithm = Algorithm::Annealing(annealing);
        mean_cell(format!("r = {}", grouped(r)), algorithm, mean)
    };
    Row {
        label: format!("{} SA", model(variant)),
        variant,
        cells: (4..).zip(means).map(cell).collect(),
    }
}

fn mean_cell(column: String, algorithm: Algorithm, (mean, seconds): Mean) -> Cell {
    Cell {
        column,
        work: Work::whole(algorithm),
        runs: RUNS,
        theirs: Theirs {
            score: Score::Mean {
                mean,
                runs: REPEATS,
            },
            seconds: Some(seconds),
        },
    }
}

fn further_row(&(variant, annealing, score, seconds): &(Variant, Annealing, u32, f64)) -> Row {
    let cell = Cell {
        column: format!("r = {}", grouped(annealing.r)),
        work: Work::whole(Algorithm::Annealing(annealing)),
        runs: FURTHER_RUNS,
        theirs: Theirs {
            score: Score::One(score),
            seconds: Some(seconds),
        },
    };
    Row {
        label: format!("{} SA", model(variant)),
        variant,
        cells: vec![cell],
    }
}

fn best_rows(&(variant, best): &(Variant, [u32; 3])) -> [BestRow; 3] {
    let methods = ["rs1", "rs2", "annealing"];
    std::array::from_fn(|i| BestRow {
        variant,
        algorithm: methods[i],
        best: best[i],
    })
}
