//! The check in parts: pieces of certificates prove together what the whole proves, and summaries prove no more than their pieces.

use crate::prover::{Plan, about_all, prove_claim};
use crate::rules::size;
use crate::sample::two_theorems;
use crate::sources::Random;
use crate::theorem::Folder;
use morpion_check::part::summary::{Part, Summary};
use morpion_check::part::way::{check_piece, nodes};
use morpion_check::part::{Misfit, check_part, merge};
use morpion_check_core::folder::{Outcome, Said, theorem_files};
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::sha256::sha256;
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::Failure;
use morpion_check_core::walk::{Counts, Form, Verdict, check};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A tree about games, grown with so few steps at a node that it has many of them; those deeper than `depth` are open.
fn tree(size: BoxSize, k: u64, plan: Plan) -> Vec<u8> {
    prove_claim(about_all(size, Objects::Games, k), plan).file
}

/// Two theorems, which share one of two certificates; the other one has a tree of 31 nodes.
fn two_trees() -> Folder {
    let folder = two_theorems();
    let b = tree(size([1, 0, 0, 0]), 69, Plan::new(20, 12, None));
    assert_eq!(nodes(&b), 31);
    let theorem = std::fs::read_to_string(folder.0.join("theorem.txt")).unwrap();
    folder.write("theorem.txt", theorem.replace("69", "68"));
    folder.write("b.cert", b);
    folder
}

#[test]
fn digests_are_those_of_the_standard() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    assert_eq!(sha256(b""), empty);
    assert_eq!(sha256(b"abc"), abc);
    let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(sha256(text), long);
    assert_eq!(sha256(&[b'a'; 1_000_000]), million);
}

/// Cuts a file at these places, and checks all pieces.
fn in_pieces(file: &[u8], cuts: &[usize]) -> Result<u64, ()> {
    let mut cuts = cuts.to_vec();
    cuts.extend([0, file.len()]);
    cuts.sort_unstable();
    let pieces = cuts.windows(2).map(|cut| cut[0]..cut[1]);
    let counts = pieces.map(|bytes| check_piece(file, Form::Fast, bytes));
    counts.map(|c| c.map(|c| c.open).map_err(|_| ())).sum()
}

/// Wherever a certificate is cut, and whatever byte is changed: its pieces are all valid exactly if the whole is.
#[test]
fn pieces_are_valid_together_just_when_the_whole_is() {
    let plans = [
        (size([1, 0, 0, 0]), 69, Plan::new(20, 12, None)),
        (size([1, 0, 0, 0]), 69, Plan::new(20, 12, None)),
        (size([1, 1, 0, 0]), 71, Plan::new(60, 5, None)),
        (size([4, 0, 0, 0]), 0, Plan::new(6, 3, Some(1))),
    ];
    let mut random = Random::new(7);
    let (mut valid, mut rejected, mut open) = (0, 0, 0);
    for (size, k, plan) in plans {
        let good = tree(size, k, plan);
        let (Ok(Verdict::Valid(_, counts)) | Ok(Verdict::Unfinished(_, counts))) = check(&good)
        else {
            panic!("it obeys the rules");
        };
        assert_eq!(nodes(&good), counts.nodes);
        for i in 0..100 {
            let mut file = good.clone();
            match random.below(file.len() + 6).min(file.len()) {
                _ if i == 0 => {}
                end if end == file.len() && i % 2 == 0 => file.push(1),
                end if end == file.len() => _ = file.pop(),
                at => file[at] = random.below(12) as u8,
            }
            let whole = match check(&file) {
                Ok(Verdict::Valid(..)) => Ok(0),
                Ok(Verdict::Unfinished(_, counts)) => Ok(counts.open),
                Err(_) => Err(()),
            };
            let cuts: Vec<usize> = (0..3).map(|_| random.below(file.len() + 1)).collect();
            assert_eq!(in_pieces(&file, &cuts), whole, "{size}, cut at {cuts:?}");
            valid += usize::from(whole == Ok(0));
            rejected += usize::from(whole.is_err());
            open += usize::from(whole.is_ok_and(|open| open > 0));
        }
    }
    let counts = (valid, rejected, open);
    assert!(valid > 10 && rejected > 100 && open > 10, "{counts:?}");
}

/// Each piece checks its own nodes and those on the way to the first of them.
#[test]
fn pieces_do_not_repeat_each_others_work() {
    let file = tree(size([1, 0, 0, 0]), 69, Plan::new(6, 8, None));
    let (middle, all) = (file.len() / 2, nodes(&file));
    let count = |bytes| check_piece(&file, Form::Fast, bytes).unwrap();
    let halves = [count(0..middle), count(middle..file.len())];
    let leaves = halves.map(|half| half.closed + half.open);
    assert_eq!(2 * (leaves[0] + leaves[1]), all + 1);
    let is_half = |half: &Counts| half.nodes > all * 2 / 5 && half.nodes < all * 3 / 5;
    assert!(halves.iter().all(is_half), "{halves:?} of {all}");
    assert_eq!(count(file.len()..file.len()).nodes, 0);
}

fn part(folder: &Path, number: u64, of: u64) -> Summary {
    let files = theorem_files(folder).unwrap();
    let part = Part { number, of };
    check_part(&files, part, (2, Form::Fast), &|_| {}).unwrap()
}

fn parts(folder: &Path, of: u64) -> Vec<String> {
    let text = |number| part(folder, number, of).to_string();
    (1..=of).map(text).collect()
}

/// The outcomes as texts, and the names of the files of which something failed.
fn merged(folder: &Path, texts: &[String]) -> Result<(Vec<String>, Vec<String>), Vec<Misfit>> {
    let failed = Mutex::new(Vec::new());
    let report = |said: Said<'_>| {
        let (Said::Valid(file, ..) | Said::Failed(file, _)) = said else {
            return;
        };
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        failed.lock().unwrap().push(name);
    };
    let outcomes = merge(&theorem_files(folder).unwrap(), texts, 2, &report);
    let outcomes =
        outcomes.map_err(|misfits| misfits.into_iter().map(|(_, m)| m).collect::<Vec<_>>())?;
    let texts = outcomes.iter().map(Outcome::to_string).collect();
    Ok((texts, failed.into_inner().unwrap()))
}

#[test]
fn parts_prove_together_what_the_whole_proves() {
    let folder = two_trees();
    for of in [1, 2, 5, 40] {
        let texts = parts(&folder.0, of);
        let (outcomes, failed) = merged(&folder.0, &texts).unwrap();
        assert!(
            outcomes.iter().all(|o| o.starts_with("proven: ")),
            "{outcomes:?}"
        );
        assert!(failed.is_empty());
        // A summary may be there twice, and the order does not matter.
        let again: Vec<String> = texts.iter().rev().chain(&texts[..1]).cloned().collect();
        assert_eq!(merged(&folder.0, &again).unwrap().0, outcomes);
        // Without any one part that has pieces, a theorem is not proven.
        for left_out in 0..texts.len() {
            let mut texts = texts.clone();
            let summary = Summary::parse(&texts.remove(left_out)).unwrap();
            let (outcomes, failed) = merged(&folder.0, &texts).unwrap();
            let is_missing = !summary.pieces.is_empty();
            assert_eq!(!failed.is_empty(), is_missing);
            assert_eq!(
                outcomes.iter().any(|o| !o.starts_with("proven: ")),
                is_missing
            );
        }
    }
}

#[test]
fn parts_are_of_similar_cost() {
    let folder = two_trees();
    let size = |text: &String| {
        let pieces = Summary::parse(text).unwrap().pieces;
        pieces.iter().map(|piece| piece.bytes.len()).sum::<usize>()
    };
    let sizes: Vec<usize> = parts(&folder.0, 4).iter().map(size).collect();
    // The first one has the other certificate, too: its only node comes after 38 bytes.
    assert!(
        sizes.iter().all(|size| (20..70).contains(size)),
        "{sizes:?}"
    );
}

/// Writes a summary anew, with the right last line.
fn forged(text: &str, change: impl FnOnce(&mut Summary)) -> String {
    let mut summary = Summary::parse(text).unwrap();
    change(&mut summary);
    summary.to_string()
}

#[test]
fn summaries_that_do_not_belong_together_are_refused() {
    let folder = two_trees();
    let texts = parts(&folder.0, 2);
    let with = |text: String| vec![texts[0].clone(), text];
    let refused = |text: String, misfit: Misfit| {
        assert_eq!(merged(&folder.0, &with(text)).unwrap_err(), [misfit]);
    };
    let good = &texts[1];
    // Every byte counts, and so does the end.
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone().into_bytes();
        bytes[at] ^= 1;
        refused(String::from_utf8(bytes).unwrap(), Misfit::Damaged);
        refused(good[..at].to_owned(), Misfit::Damaged);
    }
    refused(format!("{good} "), Misfit::Damaged);
    refused(good.replace('\n', "\r\n"), Misfit::Damaged);
    let other = "morpion-check 9.0.0".to_owned();
    refused(
        forged(good, |s| s.checker.clone_from(&other)),
        Misfit::Checker(other.clone()),
    );
    refused(part(&folder.0, 3, 3).to_string(), Misfit::Parts(3));
    refused(forged(good, |s| _ = s.theorems.pop()), Misfit::Theorems);
    let file = Summary::parse(good).unwrap().pieces[0].file.clone();
    let stranger = Misfit::Certificate(file.clone());
    refused(forged(good, |s| s.pieces[0].digest = sha256(b"")), stranger);
    refused(
        forged(good, |s| s.pieces[0].bytes.end += 1000),
        Misfit::Bytes(file),
    );
    // A theorem or a certificate that has changed since.
    let theorem = std::fs::read_to_string(folder.0.join("theorem.txt")).unwrap();
    folder.write(
        "theorem.txt",
        theorem.replace("at-most 68\nbox", "at-most 69\nbox"),
    );
    assert_eq!(
        merged(&folder.0, &texts).unwrap_err(),
        [Misfit::Theorems, Misfit::Theorems]
    );
    folder.write("theorem.txt", theorem);
    let b = std::fs::read(folder.0.join("b.cert")).unwrap();
    let changed = [&b[..b.len() - 1], &[7]].concat();
    folder.write("b.cert", changed);
    let misfits = merged(&folder.0, &texts).unwrap_err();
    assert!(
        misfits.contains(&Misfit::Certificate("b.cert".to_owned())),
        "{misfits:?}"
    );
    folder.write("b.cert", b);
    assert!(merged(&folder.0, &texts).is_ok());
}

/// A gap of one byte is a gap, even between pieces of the right length in all.
#[test]
fn pieces_that_leave_a_gap_prove_nothing() {
    let folder = two_trees();
    let texts = parts(&folder.0, 2);
    let shifted = forged(&texts[0], |s| s.pieces[0].bytes.start += 1);
    let (outcomes, failed) = merged(&folder.0, &[shifted, texts[1].clone()]).unwrap();
    assert!(
        outcomes
            .iter()
            .any(|o| o.starts_with("rejected: not verified are "))
    );
    assert_eq!(failed.len(), 1);
}

/// The bytes that no part has verified are named.
#[test]
fn the_first_gap_is_named() {
    let folder = two_trees();
    let first = part(&folder.0, 1, 2);
    let gap = Mutex::new(None);
    let report = |said: Said<'_>| {
        if let Said::Failed(_, Failure::NoPart(bytes)) = said {
            *gap.lock().unwrap() = Some(bytes.clone());
        }
    };
    let outcomes = merge(
        &theorem_files(&folder.0).unwrap(),
        &[first.to_string()],
        1,
        &report,
    );
    assert!(
        outcomes
            .unwrap()
            .iter()
            .any(|o| matches!(o, Outcome::Failed(_)))
    );
    let gap = gap.into_inner().unwrap().expect("half of it is missing");
    let verified = first.pieces.iter().filter(|piece| piece.file == "b.cert");
    assert_eq!(Some(gap.start), verified.map(|piece| piece.bytes.end).max());
    assert_eq!(
        gap.end,
        std::fs::read(folder.0.join("b.cert")).unwrap().len()
    );
}

#[test]
fn a_part_in_which_something_fails_has_no_summary() {
    let folder = two_trees();
    let b = std::fs::read(folder.0.join("b.cert")).unwrap();
    folder.write("b.cert", [&b[..b.len() - 1], &[7]].concat());
    let files: Vec<PathBuf> = theorem_files(&folder.0).unwrap();
    let last = Part { number: 9, of: 9 };
    let outcomes = check_part(&files, last, (1, Form::Fast), &|_| {}).unwrap_err();
    assert!(
        outcomes.iter().any(|o| matches!(o, Outcome::Failed(_))),
        "{outcomes:?}"
    );
    // A part that does not reach the bad place has a summary; merged, the summaries prove nothing.
    assert!(Summary::parse(&part(&folder.0, 1, 9).to_string()).is_some());
    std::fs::remove_file(folder.0.join("a.cert")).unwrap();
    assert!(check_part(&files, Part { number: 1, of: 9 }, (1, Form::Fast), &|_| {}).is_err());
}
