//! Hostile files: those that the fuzzer has kept, and the worst that we could think of, in bounded memory and time.
//!
//! The corpus lies where `cargo fuzz` keeps it, in `checker/fuzz/corpus`; all files that ever broke a promise are in
//! `checker/fuzz/findings`. A file that breaks a promise makes the function of its target panic.

#[allow(unreachable_pub, reason = "the targets of the fuzzer use them, too")]
mod targets;

use morpion_check::{lines, octagons};
use morpion_check_core::format::Reason;
use morpion_check_core::packed;
use morpion_check_core::walk::{Form, check, positions};
use peak_alloc::PeakAlloc;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The stated limit of memory (`core/src/lib.rs`): bytes for each byte of the file, and bytes in any case.
const FOR_EACH: usize = 32;
const IN_ANY_CASE: usize = 136_000_000;
/// Far more than any file of the corpus takes, on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(120);

/// One test at a time, since all share the memory that is measured.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The result of some work, and the most bytes of memory that it used at once.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = work();
    (result, MEMORY.peak_usage().saturating_sub(before))
}

#[track_caller]
fn assert_small(used: usize, bytes: usize) {
    let limit = IN_ANY_CASE + FOR_EACH * bytes;
    assert!(used <= limit, "{used} bytes for a file of {bytes}");
}

/// The files of a target: its corpus and its findings.
fn files(target: &str) -> Vec<PathBuf> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let folders = ["corpus", "findings"].map(|name| fuzz.join(name).join(target));
    let entries = folders.iter().flat_map(|folder| {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.expect("an entry").path())
    });
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files
}

fn replay(target: &str, least: usize, attempt: fn(&[u8]) -> bool) {
    let _alone = alone();
    let files = files(target);
    assert!(files.len() >= least, "the corpus of {target} is missing");
    for path in files {
        let bytes = fs::read(&path).expect("a file of the corpus");
        println!("{}", path.display());
        let start = Instant::now();
        let (_, used) = measured(|| attempt(&bytes));
        // The unpacked bytes may be more than those of the file.
        let unpacked = packed::unpack(&bytes).map_or(0, |unpacked| unpacked.len());
        assert_small(used, bytes.len() + unpacked);
        assert!(start.elapsed() < PATIENCE, "{}", path.display());
    }
}

#[test]
fn certificates_that_the_fuzzer_kept_break_no_promise() {
    replay("certificate", 20, targets::certificate);
}

#[test]
fn packed_files_that_the_fuzzer_kept_break_no_promise() {
    replay("packed", 20, targets::unpacking);
}

#[test]
fn other_files_that_the_fuzzer_kept_break_no_promise() {
    replay("other", 10, targets::other);
}

#[test]
fn certificates_about_lines_that_the_fuzzer_kept_break_no_promise() {
    replay("lines", 20, targets::of_lines);
}

/// As many lines as there may be, far from the cross and each with five moves, and as many nodes as may wait.
#[test]
fn lines_stay_small() {
    let _alone = alone();
    let mut file = "morpion-lines 1 5T at-most 1 lines 2000\n".to_owned();
    for n in 0..2000 {
        file += &format!("line {} {} -\n", 20 + n % 40, n / 40);
    }
    file += &"branched 0\n".repeat(400);
    let (result, used) = measured(|| lines::check(file.as_bytes()));
    println!("lines: {used} bytes of a file of {}", file.len());
    let reject = result.expect_err("it ends there");
    assert_eq!(reject.reason, lines::reject::Reason::Truncated);
    assert!(used > 100_000_000, "all pairs of moves are kept");
    assert_small(used, file.len());
}

/// LEB128.
fn number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 128 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

/// The largest box there is: 22 columns and rows.
const LARGEST: [u64; 4] = [6, 6, 6, 6];
/// A cell far from the cross.
const FAR: u64 = 11;

/// The beginning of a certificate about games in the largest box, without recipes.
fn header(lists: u64, k: u64) -> Vec<u8> {
    let mut out = b"MORPCERT".to_vec();
    let start = [&[9][..], &LARGEST, &[1, 1, 0, lists, k, 0, 0, 0, 1, 1, 3]].concat();
    let schedules = [0, 1, 0, 1].repeat(3);
    start
        .iter()
        .chain(&schedules)
        .for_each(|&n| number(n, &mut out));
    out
}

/// As many nodes wait as may: the same mark is forced again and again.
fn waiting(file: &mut Vec<u8>) {
    for _ in 0..1000 {
        // The dot of the top row that begins a line to the right.
        [4, FAR, 0].iter().for_each(|&n| number(n, file));
    }
}

#[test]
fn trees_that_wait_stay_small() {
    let _alone = alone();
    let mut file = header(0, 1);
    waiting(&mut file);
    let (result, used) = measured(|| check(&file).expect_err("it ends there").reason);
    assert_eq!(result, Reason::Truncated);
    println!("waiting nodes: {used} bytes");
    assert!(used > 1 << 20, "they do wait");
    assert_small(used, file.len());
}

/// A list is searched from a node on, as deep as there are cells, while as many nodes wait as may.
#[test]
fn lists_below_trees_that_wait_stay_small() {
    let _alone = alone();
    let mut file = header(1, 1);
    waiting(&mut file);
    file.extend([2, 1]);
    // In this time the search reaches its greatest depth.
    let until = Some(Instant::now() + Duration::from_secs(3));
    let walk = || positions(&file, Form::Fast, until).map(|(verdict, _)| verdict);
    let (result, used) = measured(|| walk().expect_err("it is broken off").reason);
    assert!(matches!(result, Reason::Time | Reason::Steps));
    println!("a list: {used} bytes");
    assert_small(used, file.len());
}

/// A few bytes may ask for a large window.
#[test]
fn windows_stay_small() {
    let _alone = alone();
    for descriptor in 0..=255 {
        let frame = [0x28, 0xB5, 0x2F, 0xFD, 0, descriptor, 1, 0, 0];
        let (_, used) = measured(|| packed::unpack(&frame));
        assert_small(used, frame.len());
    }
}

/// As many octagons as there are, each with as many cases as there can be; and as many tables as there can be, and many steps.
#[test]
fn octagons_stay_small() {
    let _alone = alone();
    let mut file = b"morpion-octagons 1 5T at-most 484\n".to_vec();
    file.extend([0, 0, 0, 0]);
    file.extend(877_586_u32.to_le_bytes());
    file.push(127);
    file.resize(file.len() + 127 * 2 * 8064, 0);
    file.push(20);
    for _ in 0..20 {
        file.extend([255, 255]);
        file.resize(file.len() + 65_535 * 8, 0);
    }
    for octagon in 0..500_000 {
        file.extend([0, 0]);
        if octagon == 0 {
            questions(0, &mut file);
        } else {
            file.extend([0, 0, 0, 0]);
        }
    }
    let (result, used) = measured(|| octagons::Checker::new(1).check(&file, &|_, _| ()));
    println!(
        "octagons: {used} bytes of a file of {}: {result:?}",
        file.len()
    );
    assert!(used > file.len());
    assert!(result.is_err());
    assert_small(used, file.len());
}

/// All questions about the sides from one on: a quarter of a million nodes.
fn questions(side: u8, file: &mut Vec<u8>) {
    if side == 8 {
        return file.extend([0, 0, 0, 0]);
    }
    file.extend([0, 0, 0, 1 + side]);
    questions(side + 1, file);
    file.extend([0, 0, 0, 9 + side]);
    (0..3).for_each(|_| questions(side + 1, file));
}
