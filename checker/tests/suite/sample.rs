//! Theorem files checked together, and samples of their certificates.

use crate::prover::prove;
use crate::rules::size;
use crate::theorem::Folder;
use morpion_check::sample::{Plan, check, draw, warning, words};
use morpion_check_core::folder::{self, Outcome, Said, theorem_files};
use morpion_check_core::format::Reason;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::Failure;
use morpion_check_core::walk::Form;
use morpion_check_core::walk::{self, positions};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const GAMES: &str = "morpion-theorem 1\nwithin 1,0,0,0\nobjects games\nat-most 69\n\
    box 0,0,0,0 at-most 66 a.cert\nbox 1,0,0,0 at-most 69 b.cert\n";
const GRAPHS: &str = "morpion-theorem 1\nwithin 0,0,0,0\nobjects graphs\nat-most 66\n\
    box 0,0,0,0 at-most 66 a.cert\n";

/// Two theorems, which share one of two certificates.
pub(crate) fn two_theorems() -> Folder {
    let folder = Folder::new();
    let a = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None);
    let b = prove(size([1, 0, 0, 0]), Objects::Games, 70, 55, 20, Some(1));
    folder
        .write("a.cert", a)
        .write("b.cert", b)
        .write("theorem.txt", GAMES)
        .write("theorem-graphs.txt", GRAPHS);
    folder
}

/// A certificate with the header of this one, and a tree that shows nothing.
fn without_tree(certificate: &[u8]) -> Vec<u8> {
    let closed = [&certificate[..certificate.len() - 1], &[7]].concat();
    assert_ne!(closed, certificate);
    closed
}

/// The outcomes of all theorems of a folder in words, checked whole or as a sample, and the number of messages about each file.
pub(crate) fn outcomes(
    folder: &Path,
    plan: Option<&Plan>,
) -> (Vec<String>, BTreeMap<String, usize>) {
    let said = Mutex::new(BTreeMap::new());
    let files = theorem_files(folder).unwrap();
    let report = |told: Said<'_>| {
        let (Said::Valid(file, ..) | Said::Failed(file, _)) = told else {
            return;
        };
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        *said.lock().unwrap().entry(name).or_default() += 1;
    };
    let texts = match plan {
        None => folder::check(&files, 2, Form::Fast, &report)
            .iter()
            .map(Outcome::to_string)
            .collect(),
        Some(plan) => check(&files, plan, &report)
            .iter()
            .map(|outcome| words(outcome, plan.seed))
            .collect(),
    };
    (texts, said.into_inner().unwrap())
}

pub(crate) fn sample(seconds: u64) -> Plan {
    Plan {
        jobs: 2,
        form: Form::Fast,
        time: Duration::from_secs(seconds),
        seed: 1,
    }
}

#[test]
fn all_theorem_files_of_a_folder_are_checked_and_shared_certificates_once() {
    let folder = two_theorems();
    let names = |files: Vec<PathBuf>| -> Vec<String> {
        let name = |file: PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        files.into_iter().map(name).collect()
    };
    folder.write("theorem.old", "no theorem");
    let found = names(theorem_files(&folder.0).unwrap());
    assert_eq!(found, ["theorem-graphs.txt", "theorem.txt"]);
    let (texts, said) = outcomes(&folder.0, None);
    let graphs = "proven: no graph whose bounding box lies within 0,0,0,0, up to symmetry, has more than 66 moves";
    let games = "proven: no game whose bounding box lies within 1,0,0,0, up to symmetry, has more than 69 moves";
    assert_eq!(texts, [graphs, games]);
    assert_eq!(said.into_values().collect::<Vec<_>>(), [1, 1]);
    std::fs::remove_file(folder.0.join("theorem.txt")).unwrap();
    assert_eq!(outcomes(&folder.0, None).0, [graphs]);
    std::fs::remove_file(folder.0.join("theorem-graphs.txt")).unwrap();
    assert!(theorem_files(&folder.0).is_err());
}

#[test]
fn one_theorem_may_fail_and_another_hold() {
    let folder = two_theorems();
    let b = std::fs::read(folder.0.join("b.cert")).unwrap();
    folder.write("b.cert", without_tree(&b));
    let (texts, _) = outcomes(&folder.0, None);
    assert!(texts[0].starts_with("proven: "), "{texts:?}");
    assert_eq!(texts[1], "rejected: not verified are b.cert");
    // A shared certificate fails for both theorems, also if it is missing; one that claims something else than a statement of one
    // theorem, only for that one.
    let a = std::fs::read(folder.0.join("a.cert")).unwrap();
    folder.write("a.cert", without_tree(&a)).write("b.cert", b);
    let both = "rejected: not verified are a.cert";
    assert_eq!(outcomes(&folder.0, None).0, [both, both]);
    std::fs::remove_file(folder.0.join("a.cert")).unwrap();
    assert_eq!(outcomes(&folder.0, Some(&sample(0))).0, [both, both]);
    folder.write("a.cert", a);
    folder.write("theorem.txt", GAMES.replace("66 a", "65 a"));
    let (texts, said) = outcomes(&folder.0, None);
    assert!(texts[0].starts_with("proven: "), "{texts:?}");
    assert_eq!(texts[1], both);
    // It is not verified for a theorem that has failed.
    assert!(!said.contains_key("b.cert"), "{said:?}");
}

#[test]
fn a_sample_of_no_time_says_that_nothing_was_repeated() {
    let folder = two_theorems();
    let (texts, said) = outcomes(&folder.0, Some(&sample(0)));
    let sentence =
        "no game whose bounding box lies within 1,0,0,0, up to symmetry, has more than 69 moves";
    let start = format!(
        "not repeated whole: it says that {sentence}; 0 of 2 certificates, with 0.0 % of their bytes, "
    );
    assert!(texts[1].starts_with(&start), "{texts:?}");
    for text in texts {
        assert!(
            text.contains("--seed 1") && !text.contains("proven"),
            "{text}"
        );
    }
    assert!(said.is_empty());
}

/// Fails if the user learns only after the time that it was too short.
#[test]
fn that_the_time_is_for_few_is_told_before_it_begins() {
    // 369 certificates, as of the theorem of 82: each may take 24 seconds.
    let looked = Said::Looked((39, 7, 82), (369, 369 * 48_000));
    let told = warning(&sample(30), looked).unwrap();
    assert!(
        told.starts_with("in 30 s few of 369 certificates"),
        "{told}"
    );
    assert!(
        told.ends_with("may take 25 s on average; allow 121 s or more"),
        "{told}"
    );
    assert_eq!(warning(&sample(121), looked), None);
    // Two small ones are done in less than a second.
    assert_eq!(warning(&sample(1), Said::Looked((0, 0, 0), (2, 500))), None);
    let valid = Said::Valid(Path::new("a.cert"), 1, "");
    assert_eq!(warning(&sample(0), valid), None);
}

#[test]
fn a_sample_with_time_for_all_is_the_whole() {
    let folder = two_theorems();
    assert_eq!(
        outcomes(&folder.0, Some(&sample(600))),
        outcomes(&folder.0, None)
    );
}

/// Wherever the time ends, nothing is said of the claim.
#[test]
fn a_certificate_that_is_broken_off_shows_nothing() {
    let file = prove(size([1, 0, 0, 0]), Objects::Games, 70, 55, 20, Some(1));
    let start = Instant::now();
    let whole = walk::check(&file).unwrap();
    let took = start.elapsed();
    let mut broken_off = 0;
    for part in 0..20 {
        let until = Instant::now() + took * part / 20;
        match positions(&file, Form::Plain, Some(until)) {
            Ok((verdict, _)) => assert_eq!(verdict, whole),
            Err(reject) => {
                assert_eq!(reject.reason, Reason::Time);
                broken_off += 1;
            }
        }
    }
    assert!(broken_off > 0);
    let until = Instant::now() + Duration::from_secs(600);
    let checked = positions(&file, Form::Fast, Some(until));
    assert_eq!(checked, Ok((whole, Vec::new())));
}

/// No certificate is verified here, only looked at.
#[test]
fn a_sample_finds_whatever_is_wrong_outside_of_the_trees() {
    let fails = |change: &dyn Fn(&Folder)| {
        let folder = two_theorems();
        change(&folder);
        let file = folder.0.join("theorem.txt");
        match check(&[file], &sample(0), &|_| {}).pop() {
            Some(Outcome::Failed(failure)) => failure,
            other => panic!("{other:?}"),
        }
    };
    let statements = |failure: Failure| match failure {
        Failure::Statements(files) => files,
        other => panic!("{other}"),
    };
    let changed = |from: usize, to: u8| {
        move |folder: &Folder| {
            let mut file = std::fs::read(folder.0.join("b.cert")).unwrap();
            file[from] = to;
            folder.write("b.cert", file);
        }
    };
    // The magic, the version, the box, the objects, the gain, uses, lists, K.
    for (at, to) in [
        (0, b'm'),
        (8, 8),
        (9, 2),
        (10, 1),
        (13, 2),
        (14, 0),
        (15, 1),
        (16, 1),
        (17, 71),
    ] {
        assert_eq!(statements(fails(&changed(at, to))), ["b.cert"], "byte {at}");
    }
    let remove = |folder: &Folder| std::fs::remove_file(folder.0.join("a.cert")).unwrap();
    assert_eq!(statements(fails(&remove)), ["a.cert"]);
    let wrong_witness = |folder: &Folder| {
        folder.write("theorem.txt", format!("{GAMES}witness 0,0,0,0 1 w.moves\n"));
        folder.write("w.moves", "0 0 0 0\n");
    };
    assert_eq!(statements(fails(&wrong_witness)), ["w.moves"]);
    let without_a_box = |folder: &Folder| {
        folder.write(
            "theorem.txt",
            GAMES.replace("box 1,0,0,0 at-most 69 b.cert\n", ""),
        );
    };
    assert!(matches!(fails(&without_a_box), Failure::NotListed(_)));
    // Nor does any arrival close the way to (1,1,0,0).
    let without_arrivals = |folder: &Folder| {
        folder.write("theorem.txt", GAMES.replace("within 1,0,0,0\n", ""));
    };
    assert!(matches!(fails(&without_arrivals), Failure::NotListed(b) if b == size([1, 1, 0, 0])));
    let too_weak = |folder: &Folder| {
        folder.write(
            "theorem.txt",
            GAMES.replace("at-most 69\nbox", "at-most 68\nbox"),
        );
    };
    assert!(matches!(fails(&too_weak), Failure::TooWeak(_)));
}

#[test]
fn the_order_drawn_holds_everything_once_and_is_repeatable() {
    for seed in 0..50 {
        let weights: Vec<u64> = (0..seed).map(|i| i * i % 7).collect();
        let order = draw(&weights, seed);
        assert_eq!(order, draw(&weights, seed));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..weights.len()));
    }
    assert_ne!(draw(&[1; 20], 1), draw(&[1; 20], 2));
    assert_eq!(draw(&[u64::MAX; 3], 1).len(), 3);
}

/// The first one is drawn in proportion to its weight, and so is the second one of those that are left.
#[test]
fn draws_are_in_proportion_to_weights() {
    const DRAWS: u32 = 20_000;
    let weights = [1, 2, 3, 4, 10];
    let total: u64 = weights.iter().sum();
    let mut first = [0u32; 5];
    let mut after_the_last = [0u32; 5];
    for seed in 0..DRAWS {
        let order = draw(&weights, seed.into());
        first[order[0]] += 1;
        if order[0] == 4 {
            after_the_last[order[1]] += 1;
        }
    }
    let fits = |counts: &[u32], total: u64| {
        let all: u32 = counts.iter().sum();
        for (&count, weight) in counts.iter().zip(weights) {
            let share = weight as f64 / total as f64;
            let (mean, n) = (share * f64::from(all), f64::from(all));
            let deviation = (n * share * (1.0 - share)).sqrt();
            let off = (f64::from(count) - mean).abs();
            assert!(off < 4.0 * deviation, "{counts:?}");
        }
    };
    fits(&first, total);
    fits(&after_the_last[..4], total - 10);
}
