//! The theorem that is committed under `results/` holds: the checker repeats every certificate
//! and witness of it and derives its sentence.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use morpion_check_core::folder::{self, Outcome, Said, Seen};
use morpion_check_core::packed;
use morpion_check_core::theorem::{FILE_NAME, Kind, Theorem};
use morpion_check_core::walk::{Form, Verdict, check};
use morpion_conclusion::lacking;
use morpion_proof::claim::{Ask, Objects, Scope, Setting};
use morpion_results::{Facts, Found, read_folder};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_verify::certificate::check_proofs;

/// The outcome of a theorem file under `results/` by the checker, with or without its trees.
fn outcome(file: &Path, is_whole: bool) -> Outcome {
    let fails = |said: Said<'_>| assert!(!matches!(said, Said::Failed(..)), "{said:?}");
    let files = [file.to_owned()];
    let mut outcomes = if is_whole {
        folder::check(&files, 2, Form::Fast, &fails)
    } else {
        Seen::look(&files, 2, &fails).outcomes()
    };
    outcomes.pop().expect("one outcome for one file")
}

#[test]
fn the_committed_theorem_is_verified() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("results/5D/certificates/theorem-graphs-within-2-1-1-1.txt");
    let outcome = outcome(&file, true).to_string();
    let proven = "proven: no graph whose bounding box lies within 2,1,1,1";
    assert!(outcome.starts_with(proven), "{outcome}");
    assert!(outcome.ends_with("has more than 75 moves"), "{outcome}");
}

/// The conclusion of a theorem file, and how much of it was verified here.
struct Followed {
    conclusion: String,
    /// The longest witness, verified.
    longest: u64,
    /// Certificates verified.
    checked: usize,
}

/// Has the checker derive the sentence from the statements. All headers and witnesses are verified, and the certificates of up to
/// `short` bytes.
fn follow(folder: &str, short: u64) -> Followed {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let theorem = Theorem::read(&folder.join(FILE_NAME)).unwrap();
    let outcome = outcome(&folder.join(FILE_NAME), false);
    let Outcome::Partial { sentence, .. } = outcome else {
        panic!("{outcome}")
    };
    let (mut longest, mut checked) = (0, 0);
    for statement in &theorem.statements {
        let path = folder.join(&statement.file);
        if let Kind::Witness(moves) = statement.kind {
            longest = longest.max(moves);
        } else if std::fs::metadata(&path).unwrap().len() <= short {
            let verdict = check(&packed::read(&path).unwrap());
            assert!(matches!(verdict, Ok(Verdict::Valid(..))), "{verdict:?}");
            checked += 1;
        }
    }
    Followed {
        conclusion: sentence,
        longest,
        checked,
    }
}

/// All certificates are verified by `morpion-check results/5D-symmetric/certificates`, in some minutes.
#[test]
fn the_symmetric_theorem_follows_from_its_statements() {
    let followed = follow("results/5D-symmetric/certificates", 6_000);
    assert_eq!(
        followed.conclusion,
        "no point-symmetric game has more than 68 moves"
    );
    assert_eq!(followed.longest, 68);
    assert!(followed.checked > 3, "{}", followed.checked);
}

/// All certificates are verified by `morpion-check results/5D/certificates`, in hours.
#[test]
fn the_theorem_follows_from_its_statements() {
    let followed = follow("results/5D/certificates", 800);
    assert_eq!(followed.conclusion, "no game has more than 82 moves");
    assert!(followed.checked > 100, "{}", followed.checked);
}

/// Every game that a search has left replays, and the best of each kind is as long as the pages say.
#[test]
fn the_committed_games_are_what_they_say() {
    use morpion_rules::geometry::Variant;
    use morpion_rules::record::Game;
    use morpion_search::running::found_games;
    let finding = |game: &Game| game.provenance.finding.clone().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/games");
    let games = found_games(&[folder]).unwrap();
    let longest = |variant, symmetric| {
        let of_kind = |g: &&Game| g.variant == variant && finding(g).symmetric == symmetric;
        games.iter().filter(of_kind).map(|g| g.moves.len()).max()
    };
    assert_eq!(longest(Variant::D4, false), Some(35));
    assert_eq!(longest(Variant::T4, false), Some(62));
    assert!(longest(Variant::D5, false) >= Some(82));
    assert!(longest(Variant::T5, false) >= Some(157));
    assert_eq!(longest(Variant::D5, true), Some(68));
    // Symmetric games are even, and no game of 4D has more than 35 moves.
    assert_eq!(longest(Variant::D4, true), Some(34));
    for game in &games {
        assert!(finding(game).command.starts_with("morpion search "));
    }
}

/// Every graph and game that is listed with a box satisfies the rules, has that box, and is no larger than what is
/// proven.
#[test]
fn the_listed_graphs_and_games_hold() {
    use morpion_proof::engine::{Evidence, Objects};
    use morpion_results::{check_object, check_order, read_folder};
    for folder in ["results/5D", "results/5D-symmetric"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let (setting, facts) = read_folder(&folder).unwrap();
        for known in facts.values() {
            for objects in [Objects::Graphs, Objects::Games] {
                let Some(found) = known.found(objects) else {
                    continue;
                };
                check_object(setting, known.bounding_box, &found.moves).unwrap();
                let bound = known.bound(objects, Evidence::Proven);
                assert!(bound.is_none_or(|b| !b.refutes(found.size())), "{found:?}");
                if objects == Objects::Games {
                    check_order(setting.variant, &found.moves).unwrap();
                }
            }
        }
    }
}

/// The theorem about graphs covers every box that may hold a game, and others, and its file is the one that follows from the box
/// files.
#[test]
fn the_theorem_about_graphs_lists_every_box_that_may_hold_a_game() {
    use morpion_conclusion::{listed_theorems, verdict};
    use morpion_proof::claim::Scope;
    use morpion_results::read_folder;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/5D");
    let (setting, facts) = read_folder(&folder).unwrap();
    let verdict = verdict(&facts, Scope::all_games(setting));
    let (name, text) = &listed_theorems(&folder, &verdict, &facts)[0];
    let committed = folder.join("certificates").join(name);
    assert_eq!(&std::fs::read_to_string(&committed).unwrap(), text);
    let listed = Theorem::read(&committed).unwrap();
    assert!(listed.conclusion().unwrap().starts_with("no graph has"));
    let boxes = |kind: fn(&Kind) -> bool, theorem: &Theorem| -> BTreeSet<String> {
        let all = theorem.statements.iter().filter(|s| kind(&s.kind));
        all.map(|s| s.size.to_string()).collect()
    };
    let main = Theorem::read(&folder.join("certificates").join(FILE_NAME)).unwrap();
    let bounded = |kind: &Kind| matches!(kind, Kind::AtMost(_));
    let (may_hold, listed) = (boxes(bounded, &main), boxes(bounded, &listed));
    assert_eq!(may_hold.len(), 162);
    assert!(may_hold.is_subset(&listed), "{may_hold:?} {listed:?}");
}

/// The table of the paper of 2016 and one box more: its 28 figures are the exact maxima, as is 83 for a box that it does not
/// list, and no graph of any other box that the proof of 82 is about has 83 moves.
#[test]
fn the_papers_table_is_exact_but_for_a_box() {
    use morpion_conclusion::paper_sizes;
    use morpion_proof::engine::{Evidence, Objects};
    use morpion_results::read_folder;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/5D");
    let (setting, facts) = read_folder(&folder).unwrap();
    let mut expected = paper_sizes(setting);
    assert_eq!(expected.len(), 28);
    expected.insert([4, 3, 3, 3].into(), 83);
    for (bounding_box, known) in &facts {
        let best = known.best(Objects::Graphs).unwrap_or(0);
        let bound = known.bound(Objects::Graphs, Evidence::Proven);
        match expected.get(bounding_box) {
            Some(&size) => {
                assert_eq!(best, size, "{bounding_box}");
                assert!(bound.is_some_and(|b| b.refutes(size + 1)), "{bounding_box}");
            }
            None if known.bound(Objects::Games, Evidence::Proven).is_some() => {
                let empty = known
                    .bound(Objects::Games, Evidence::Proven)
                    .is_some_and(|b| b.refutes(1));
                assert!(
                    empty || bound.is_some_and(|b| b.refutes(83)),
                    "{bounding_box}"
                );
            }
            None => assert!(best < 83, "{bounding_box}"),
        }
    }
}

/// The committed walk as a picture: the 239 boxes of the theorem, each once.
#[test]
fn the_walk_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str| {
        let mut command = assert_cmd::Command::cargo_bin("morpion").unwrap();
        let file = folder.path().join(name);
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["boxes", "--graph"])
            .arg(&file);
        (command.assert(), file)
    };
    let (drawn, file) = draw("walk.svg");
    drawn.success();
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.matches("rx=\"5\"").count(), 239);
    assert!(text.contains("(4,3,1,2)") && text.contains("≤ 82, has 82"));
    let (refused, _) = draw("walk.gif");
    refused.code(2);
}

/// The names of the claims that the theorem lacks, where games are known to fit some boxes.
fn lacks(facts: &Facts, fitted: &[[u8; 4]]) -> Vec<String> {
    let scope = Scope {
        setting: Setting::of(Variant::D5),
        objects: Objects::Games,
        max_box: None,
        at_most: Some(82),
    };
    let game = || Found {
        moves: Vec::new(),
        by: "a test".to_owned(),
    };
    let known: BTreeMap<BoundingBox, Found> = fitted.iter().map(|&b| (b.into(), game())).collect();
    lacking(facts, scope, &known)
        .iter()
        .map(Ask::name)
        .collect()
}

#[test]
fn the_committed_theorem_lacks_nothing_and_any_box_taken_away_is_missed() {
    let (_, facts) = read_folder("results/5D".as_ref()).unwrap();
    assert_eq!(lacks(&facts, &[]), [""; 0]);
    let mut less = facts.clone();
    less.remove(&[3, 3, 1, 1].into());
    // If a game is known to fit it.
    let named = ["3-3-1-1.games.at-most-82"];
    assert_eq!(lacks(&less, &[[3, 3, 1, 1]]), named);
    let ways = lacks(&less, &[]);
    assert!(!ways.is_empty());
    let is_way = |name: &String| name.starts_with("3-3-1-1.games.not-by-");
    assert!(ways.iter().all(is_way), "{ways:?}");
}

/// A certificate that takes minutes is left when the time is over, and is no fault.
#[test]
fn proofs_that_take_too_long_are_left() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/5D");
    let (_, facts) = read_folder(&folder).unwrap();
    let large = &facts[&BoundingBox::new(4, 3, 2, 2)];
    let until = Instant::now() + Duration::from_millis(200);
    let objects = Objects::Games;
    let (held, all) =
        check_proofs(&folder, &[large], objects, |_| {}, Some(until), || false).unwrap();
    assert!(held < all, "{held} of {all}");
    assert!(until.elapsed() < Duration::from_secs(60));
}
