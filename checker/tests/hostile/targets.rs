//! The functions that are given hostile bytes: by the fuzzer (`checker/fuzz`), and by the ordinary test that repeats the files which
//! the fuzzer has kept.
//!
//! Each function takes a file as anybody could hand it in. It panics where the checker breaks a promise, and returns whether all was
//! tried: a file that takes too long is left out, since the fuzzer learns little there.

#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../shared/games.rs"]
mod games;

use games::{Game, LETTERS, Line};
use morpion_check::hints::check_with_hints;
use morpion_check::part::summary::Summary;
use morpion_check::part::way::{check_piece, nodes};
use morpion_check::{lines, octagons};
use morpion_check_core::format::{Reason, Reject, claim};
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::Theorem;
use morpion_check_core::walk::{Form, Listed, Verdict, positions};
use morpion_check_core::{packed, witness};
use std::time::{Duration, Instant};

/// How long a certificate is checked at most, in each form of the bound.
const TIME: Duration = Duration::from_millis(300);
/// Headers that ask for more steps than this at a node are not walked.
const STEPS: u64 = 10;

/// Certificates about lines that have more rows than this take too long.
const MOST_ROWS: usize = 300;

/// Tries a certificate, unpacked. Both forms of the bound give the same verdict; it has as many nodes as its operations say; hints
/// change no verdict; and it is valid if and only if its pieces are.
pub fn certificate(file: &[u8]) -> bool {
    let claimed = claim(file);
    let begun = nodes(file);
    if claimed.is_ok() && !is_quick(file) {
        return false;
    }
    let until = || Some(Instant::now() + TIME);
    let fast = positions(file, Form::Fast, until());
    let plain = positions(file, Form::Plain, until());
    if is_over(&fast) || is_over(&plain) {
        return false;
    }
    assert_eq!(fast, plain, "the forms of the bound differ");
    if let Ok((Verdict::Valid(claim, counts) | Verdict::Unfinished(claim, counts), listed)) = &fast
    {
        assert_eq!(claimed, Ok(*claim));
        assert_eq!(begun, counts.nodes);
        assert_eq!(listed.len(), counts.positions);
    }
    let lists = claimed.is_ok_and(|claim| claim.all_of);
    hinted(file, &fast);
    pieces(file, &fast, lists);
    true
}

fn is_over(result: &Result<Listed, Reject>) -> bool {
    result.as_ref().is_err_and(|r| r.reason == Reason::Time)
}

fn hinted(file: &[u8], whole: &Result<Listed, Reject>) {
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(file, Form::Fast, &mut hints);
    assert!(written.is_ok());
    assert_eq!(&result, whole);
}

/// Checks the file in two pieces. The cut depends on its bytes, so that a file is always cut at the same place. It is not behind the
/// byte at which the whole is rejected: what follows was not tried, and may take any time.
fn pieces(file: &[u8], whole: &Result<Listed, Reject>, lists: bool) {
    let sum: usize = file.iter().map(|&byte| usize::from(byte)).sum();
    let tried = whole.as_ref().map_or_else(|r| r.offset, |_| file.len());
    let cut = sum % (tried + 1);
    let piece = |bytes| check_piece(file, Form::Fast, bytes);
    let halves = [piece(0..cut), piece(cut..file.len())];
    if lists {
        assert!(halves.iter().all(Result::is_err));
    } else {
        assert_eq!(halves.iter().all(Result::is_ok), whole.is_ok(), "{cut}");
    }
    // No node begins here: the piece is empty, or after the end.
    for bytes in [cut..cut, file.len() + 1..usize::MAX] {
        let _ = piece(bytes);
    }
}

/// Whether the bound of a node takes few steps, as its header says.
fn is_quick(file: &[u8]) -> bool {
    let mut rest = file.get(9..).unwrap_or_default().iter();
    let mut number = || {
        let (mut number, mut shift) = (0, 0);
        for &byte in rest.by_ref() {
            number |= u64::from(byte & 127) << shift;
            shift = 35.min(shift + 7);
            if byte < 128 {
                break;
            }
        }
        number
    };
    // The box, the objects, the gain, K, the start values and the arrival.
    (0..10).for_each(|_| _ = number());
    let rounds = number();
    (0..2).for_each(|_| _ = number());
    let mut steps = [0; 3];
    for step in &mut steps {
        *step = number();
        (0..3).for_each(|_| _ = number());
    }
    let [first, other, further] = steps;
    first.max(other) + (rounds.saturating_sub(1)).saturating_mul(1 + further) <= STEPS
}

/// Tries a packed file: there is an error, or it is unpacked and small enough.
pub fn unpacking(file: &[u8]) -> bool {
    let Ok(bytes) = packed::unpack(file) else {
        return true;
    };
    assert!(bytes.len() <= 1 << 30);
    bytes.len() > 4096 || certificate(&bytes)
}

/// Tries all other files that the checker reads: theorem files, witnesses, summaries of parts, certificates about octagons.
pub fn other(file: &[u8]) -> bool {
    // Certificates about octagons are only read: a few bytes can ask for any amount of work to close them.
    let _ = octagons::read(file);
    let Ok(text) = std::str::from_utf8(file) else {
        return true;
    };
    if let Ok(theorem) = Theorem::parse(text) {
        let _ = theorem.conclusion().map_err(|failure| failure.to_string());
    }
    if let Some(summary) = Summary::parse(text) {
        assert_eq!(summary.to_string(), text);
    }
    witnesses(text);
    true
}

/// Tries a certificate about lines. If it is valid, its claim holds for games that are played here, and no part of it is valid.
pub fn of_lines(file: &[u8]) -> bool {
    let rows = file.iter().filter(|&&byte| byte == b'\n').count();
    if rows > MOST_ROWS {
        return false;
    }
    match lines::check(file) {
        Err(reject) => _ = reject.to_string(),
        Ok(proven) => {
            let text = std::str::from_utf8(file).expect("it was read");
            let longest = longest(&proven.variant, text);
            assert!(
                longest <= proven.at_most,
                "{proven}, and a game of {longest}"
            );
            let part = &text[..text.trim_end().rfind('\n').map_or(0, |end| end + 1)];
            assert!(lines::check(part.as_bytes()).is_err(), "{part}");
        }
    }
    true
}

/// The length of the longest of a few games of the lines of a certificate: each draws lines while it can, and each tries another line
/// first.
fn longest(variant: &str, text: &str) -> usize {
    let line = |row: &str| -> Option<Line> {
        let words: Vec<&str> = row.strip_prefix("line ")?.split(' ').collect();
        let direction = LETTERS.iter().position(|letter| *letter == words[2])?;
        Some(((words[0].parse().ok()?, words[1].parse().ok()?), direction))
    };
    let mut all: Vec<Line> = text.lines().filter_map(line).collect();
    let mut longest = 0;
    for _ in 0..all.len().min(8) {
        let mut game = Game::new(variant);
        while let Some(&line) = all.iter().find(|&&line| game.legal(line).is_some()) {
            game.draw(line);
        }
        longest = longest.max(game.moves.len());
        all.rotate_left(1);
    }
    longest
}

/// Tries a witness: a game is also a graph, and a symmetric object is also one that need not be symmetric.
fn witnesses(text: &str) {
    let count = text.lines().count() as u64;
    let boxes = [[0; 4], [1, 0, 1, 0], [4, 3, 1, 2]].map(BoxSize::new);
    for size in boxes.into_iter().flatten() {
        let is = |objects, symmetric| witness::check(text, size, count, objects, symmetric).is_ok();
        let [game, graph] = [Objects::Games, Objects::Graphs].map(|objects| is(objects, false));
        assert!(graph || !game);
        assert!(game || !is(Objects::Games, true));
        assert!(graph || !is(Objects::Graphs, true));
    }
}
