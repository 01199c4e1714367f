//! Theorem files, coverage and witnesses.

use crate::naive::Mark;
use crate::prover::{CLOSED, Plan, Settings, about_all, header, prove, prove_claim};
use crate::rules::{arrival, size};
use crate::sources::{Random, bounding_box, order_of_play, random_game, random_symmetric_game};
use morpion_check_core::folder::{self, Outcome, Said};
use morpion_check_core::format::{self, Claim};
use morpion_check_core::geometry::{Board, BoxSize};
use morpion_check_core::state::{Objects, State};
use morpion_check_core::theorem::{FILE_NAME, Failure, Theorem};
use morpion_check_core::walk::Form;
use morpion_check_core::witness::{self, Reason};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// A folder that is removed when it goes out of scope.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "morpion-check-{}-{}",
            process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.0.join(name), content).expect("a file for the test");
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// The sentence that the main theorem of a folder proves.
pub(crate) fn verify(folder: &Path) -> Result<String, Failure> {
    match folder::check(&[folder.join(FILE_NAME)], 2, Form::Fast, &|_| {}).pop() {
        Some(Outcome::Proven(sentence)) => Ok(sentence),
        Some(Outcome::Failed(failure)) => Err(failure),
        other => panic!("{other:?}"),
    }
}

fn moves_file(moves: &[Mark]) -> String {
    moves
        .iter()
        .map(|((x, y), d, i)| format!("{x} {y} {d} {i}\n"))
        .collect()
}

/// A folder with certificates for the boxes within (1,0,0,0), a witness, and this theorem file.
fn small_theorem(theorem: &str) -> Folder {
    let folder = Folder::new();
    let game = random_game(&mut Random::new(1), BoxSize::CROSS, 8);
    folder.write(
        "a.cert",
        prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None),
    );
    folder.write(
        "b.cert",
        prove(size([1, 0, 0, 0]), Objects::Games, 70, 55, 20, Some(1)),
    );
    folder.write(
        "open.cert",
        prove(BoxSize::CROSS, Objects::Graphs, 60, 10, 2, None),
    );
    folder.write("8.moves", moves_file(&game));
    folder.write("theorem.txt", theorem);
    folder
}

const GAMES: &str = "morpion-theorem 1\nwithin 1,0,0,0\nobjects games\nat-most 69\n\
    box 0,0,0,0 at-most 66 a.cert\nbox 1,0,0,0 at-most 69 b.cert\nwitness 0,0,0,0 8 8.moves\n";

#[test]
fn a_theorem_with_all_its_files_is_proven() {
    let folder = small_theorem(GAMES);
    let sentence = verify(&folder.0).unwrap();
    assert_eq!(
        sentence,
        "no game whose bounding box lies within 1,0,0,0, up to symmetry, has more than 69 moves"
    );
}

/// A theorem about the boxes that it lists needs no other box, and states for each box the bound of that box's line.
#[test]
fn a_theorem_may_speak_of_the_listed_boxes_alone() {
    let listed = "morpion-theorem 1\nobjects games\nat-most listed\n";
    let of = |boxes: &str| verify(&small_theorem(&format!("{listed}{boxes}")).0);
    let [cross, larger] = [
        "box 0,0,0,0 at-most 66 a.cert\n",
        "box 1,0,0,0 at-most 69 b.cert\n",
    ];
    assert_eq!(
        of(&format!("{larger}{cross}")).unwrap(),
        "no game has, by its bounding box up to symmetry, more than 66 moves if this is one of 0,0,0,0; \
         nor more than 69 moves if this is one of 1,0,0,0"
    );
    assert_eq!(
        of(larger).unwrap(),
        "no game has, by its bounding box up to symmetry, more than 69 moves if this is one of 1,0,0,0"
    );
    assert!(matches!(of(""), Err(Failure::NotListed(BoxSize::CROSS))));
    let stronger = "box 1,0,0,0 at-most 68 b.cert\n";
    assert!(matches!(of(stronger), Err(Failure::Statements(files)) if files == ["b.cert"]));
    let within = GAMES.replace("at-most 69\nbox", "at-most listed\nbox");
    assert!(matches!(Theorem::parse(&within), Err(Failure::Line(4))));
}

/// The report says why each file that fails does so.
#[test]
fn each_failure_of_a_file_is_told() {
    type Is = fn(&Failure) -> bool;
    let cases: [(&str, &str, Is); 5] = [
        (
            "69 b.cert",
            "68 b.cert",
            |f| matches!(f, Failure::OtherClaim(claim) if claim.k == 70),
        ),
        ("66 a.cert", "59 open.cert", |f| {
            matches!(f, Failure::Unfinished(1..))
        }),
        (
            "69 b.cert",
            "69 8.moves",
            |f| matches!(f, Failure::Certificate(reject) if reject.reason == format::Reason::Magic),
        ),
        (
            "8 8.moves",
            "9 8.moves",
            |f| matches!(f, Failure::Witness(reject) if reject.reason == Reason::Count),
        ),
        ("8 8.moves", "8 9.moves", |f| {
            matches!(f, Failure::Unreadable(_))
        }),
    ];
    for (from, to, is_it) in cases {
        let folder = small_theorem(&GAMES.replace(from, to));
        let told = Mutex::new(Vec::new());
        let report = |said: Said<'_>| {
            if let Said::Failed(path, failure) = said {
                let name = path.file_name().unwrap().to_owned();
                told.lock().unwrap().push((name, is_it(failure)));
            }
        };
        let file = folder.0.join(FILE_NAME);
        folder::check(&[file], 1, Form::Fast, &report);
        let name = to.split(' ').next_back().unwrap().into();
        assert_eq!(told.into_inner().unwrap(), [(name, true)], "{to}");
    }
}

#[test]
fn each_statement_is_verified() {
    let failing = |from: &str, to: &str| {
        assert!(GAMES.contains(from));
        let folder = small_theorem(&GAMES.replace(from, to));
        verify(&folder.0).expect_err(to)
    };
    let statements = |failure: Failure, name: &str| match failure {
        Failure::Statements(files) => assert_eq!(files, [name]),
        other => panic!("{other}"),
    };
    statements(failing("at-most 66 a", "at-most 65 a"), "a.cert");
    statements(failing("at-most 66 a", "at-most 67 a"), "a.cert");
    statements(failing("at-most 66 a", "empty a"), "a.cert");
    statements(failing("a.cert", "open.cert"), "open.cert");
    statements(failing("a.cert", "none.cert"), "none.cert");
    statements(failing("a.cert", "8.moves"), "8.moves");
    statements(failing("objects games", "objects graphs"), "b.cert");
    statements(failing("8 8.moves", "9 8.moves"), "8.moves");
    assert!(matches!(
        failing("at-most 69\nbox", "at-most 68\nbox"),
        Failure::TooWeak(_)
    ));
    assert!(matches!(
        failing("box 1,0,0,0 at-most 69 b.cert\n", ""),
        Failure::NotListed(_)
    ));
    assert!(matches!(
        failing("within 1,0,0,0\n", ""),
        Failure::NotListed(_)
    ));
    assert!(matches!(
        failing("within 1,0,0,0\n", "within 1,1,0,0\n"),
        Failure::NotListed(_)
    ));
    assert!(matches!(
        verify(&Folder::new().0),
        Err(Failure::Unreadable(_))
    ));
}

#[test]
fn theorem_files_are_read_strictly() {
    let line = |text: &str| match Theorem::parse(text) {
        Err(Failure::Line(line)) => line,
        other => panic!("{other:?}"),
    };
    assert!(Theorem::parse(GAMES).is_ok());
    assert_eq!(line(""), 1);
    assert_eq!(line("morpion-theorem 1"), 2);
    for (from, to, at) in [
        ("theorem 1", "theorem 2", 1),
        ("within 1,0,0,0", "within 1,0,0", 2),
        ("within 1,0,0,0", "within ", 2),
        ("objects games", "objects game", 3),
        ("objects games\n", "", 3),
        ("at-most 69\n", "at-most\n", 4),
        ("at-most 69\n", "at-most 069\n", 4),
        ("at-most 69\n", "\nat-most 69\n", 4),
        ("box 0", "boxes 0", 5),
        ("66 a", "x a", 5),
        ("66 a", "9999999999 a", 5),
        ("66 a", "66  a", 5),
        ("a.cert", "../a.cert", 5),
        ("a.cert", "", 5),
        // Would show something else on a terminal.
        ("a.cert", "a\u{1b}[2K.cert", 5),
        ("a.cert", "a\u{a0}b.cert", 5),
        ("box 1,0,0,0", "box 0,1,0,0", 6),
        ("box 1,0,0,0", "box 13,0,0,0", 6),
        ("box 1,0,0,0", "box 0,0,0,0", 6),
        ("witness 0,0,0,0", "witness 0,0,0,0,0", 7),
        ("8.moves\n", "8.moves\n\n", 8),
    ] {
        assert!(GAMES.contains(from), "{from}");
        assert_eq!(line(&GAMES.replacen(from, to, 1)), at, "{from} -> {to}");
    }
}

/// A theorem with these boxes: a bound, or `None` for empty.
fn with_boxes(
    within: &str,
    objects: &str,
    at_most: u64,
    boxes: &[([u64; 4], Option<u64>)],
) -> Result<String, Failure> {
    let mut text = format!("morpion-theorem 1\n{within}objects {objects}\nat-most {at_most}\n");
    for (distances, bound) in boxes {
        let bound = bound.map_or("empty".to_owned(), |bound| format!("at-most {bound}"));
        text += &format!("box {} {bound} x.cert\n", size(*distances));
    }
    Theorem::parse(&text)?.conclusion()
}

/// A theorem that no game has more than 5 moves, with these boxes and arrivals.
fn with_arrivals(boxes: &[[u64; 4]], arrivals: &[&str]) -> Result<String, Failure> {
    let mut text = "morpion-theorem 1\nobjects games\nat-most 5\n".to_owned();
    let lines = arrivals.iter().map(|at| format!("arrival {at} x.cert\n"));
    text.extend(lines);
    for &distances in boxes {
        text += &format!("box {} at-most 5 x.cert\n", size(distances));
    }
    Theorem::parse(&text)?.conclusion()
}

fn assert_not_listed(result: Result<String, Failure>, expected: [u64; 4]) {
    assert!(
        matches!(result, Err(Failure::NotListed(found)) if found == size(expected)),
        "{result:?} {expected:?}"
    );
}

#[test]
fn coverage_leaves_out_boxes_at_which_no_game_arrives() {
    let proven = "no game has more than 5 moves";
    for side in ["1,0,0,0 top", "0,1,0,0 right", "0,0,0,1 left"] {
        for corner in ["1,1,0,0 top-right", "0,0,1,1 bottom-left"] {
            let result = with_arrivals(&[[0; 4]], &[side, corner]);
            assert_eq!(result.unwrap(), proven, "{side} {corner}");
        }
        assert_not_listed(with_arrivals(&[[0; 4]], &[side]), [1, 1, 0, 0]);
        // A corner is not the arrival by one of its sides, and a larger box is another one.
        let others = [side, "1,1,0,0 top", "1,1,0,0 right", "2,1,0,0 top-right"];
        assert_not_listed(with_arrivals(&[[0; 4]], &others), [1, 1, 0, 0]);
    }
    assert_not_listed(
        with_arrivals(&[[0; 4]], &["1,1,0,0 top-right"]),
        [1, 0, 0, 0],
    );
}

#[test]
fn coverage_needs_every_way_to_a_box() {
    let boxes = [[0; 4], [1, 0, 0, 0]];
    // (1,1,0,0) is reached by its corner from the cross, by a side from (1,0,0,0).
    let arrivals = [
        ("1,1,0,0 top-right", [1, 1, 0, 0]),
        ("1,1,0,0 top", [1, 1, 0, 0]),
        ("2,0,0,0 top", [2, 0, 0, 0]),
        ("1,0,1,0 bottom", [1, 0, 1, 0]),
        ("1,2,0,0 top-right", [2, 1, 0, 0]),
        ("1,0,1,1 bottom-left", [1, 1, 1, 0]),
    ];
    let names = arrivals.map(|(name, _)| name);
    assert!(with_arrivals(&boxes, &names).is_ok());
    for (i, (_, missing)) in arrivals.into_iter().enumerate() {
        let mut fewer = names.to_vec();
        fewer.remove(i);
        assert_not_listed(with_arrivals(&boxes, &fewer), missing);
    }
}

#[test]
fn arrivals_are_read_strictly() {
    let line = |objects: &str, arrivals: &str| {
        let text = format!("morpion-theorem 1\nobjects {objects}\nat-most 5\n{arrivals}");
        match Theorem::parse(&text) {
            Ok(_) => None,
            Err(Failure::Line(line)) => Some(line),
            Err(other) => panic!("{other}"),
        }
    };
    let one = "arrival 1,0,0,0 top a.cert\n";
    assert_eq!(line("games", one), None);
    for objects in ["graphs", "symmetric-graphs", "symmetric-games"] {
        assert_eq!(line(objects, one), Some(4), "{objects}");
    }
    // Neither box is canonical; the two statements say the same, which is no harm.
    let both = "arrival 0,1,0,0 right a.cert\narrival 0,0,0,1 left b.cert\n";
    assert_eq!(line("games", both), None);
    let with_box = "arrival 1,0,0,0 top a.cert\nbox 1,0,0,0 empty b.cert\n";
    assert_eq!(line("games", with_box), None);
    let twice = format!("{one}arrival 1,0,0,0 top b.cert\n");
    assert_eq!(line("games", &twice), Some(5));
    for bad in [
        "arrival 1,0,0,0 Top a.cert",
        "arrival 1,0,1,0 top-bottom a.cert",
        "arrival 1,0,0,1 left-top a.cert",
        "arrival 1,0,0,0 a.cert",
        "arrival 1,0,0 top a.cert",
        "arrival 1,0,0,0 top ../a.cert",
        "arrival 1,0,0,0 top a.cert b.cert",
    ] {
        assert_eq!(line("games", bad), Some(4), "{bad}");
    }
}

/// A certificate that says of itself that it lists positions does not prove a bound, although its tree does.
#[test]
fn a_list_is_not_taken_for_a_bound() {
    let claim = about_all(BoxSize::CROSS, Objects::Games, 67);
    let mut file = prove_claim(claim, Plan::new(40, 20, None)).file;
    let theorem = "morpion-theorem 1\nwithin 0,0,0,0\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 a.cert\n";
    let folder = Folder::new();
    folder.write("theorem.txt", theorem).write("a.cert", &file);
    verify(&folder.0).expect("it is proven by this certificate");
    // The header's "lists" (section 5), behind magic, version, box, objects, gain and uses.
    assert_eq!(std::mem::replace(&mut file[16], 1), 0);
    folder.write("a.cert", &file);
    let Err(Failure::Statements(files)) = verify(&folder.0) else {
        panic!("it must be refused")
    };
    assert_eq!(files, ["a.cert"]);
}

#[test]
fn an_arrival_is_not_an_empty_box() {
    let folder = Folder::new();
    let empty = about_all(size([12, 0, 0, 0]), Objects::Games, 0);
    let arrival = Claim {
        arrival: Some(arrival("top")),
        ..empty
    };
    let plan = Plan::new(300, 40, Some(1));
    folder
        .write(
            "a.cert",
            prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None),
        )
        .write("empty.cert", prove_claim(empty, plan).file)
        .write("top.cert", prove_claim(arrival, plan).file);
    let proven = |statement: &str| {
        let theorem = "morpion-theorem 1\nwithin 0,0,0,0\nobjects games\nat-most 66\n\
            box 0,0,0,0 at-most 66 a.cert\n";
        folder.write("theorem.txt", format!("{theorem}{statement}\n"));
        verify(&folder.0).is_ok()
    };
    assert!(proven("box 12,0,0,0 empty empty.cert"));
    assert!(proven("arrival 12,0,0,0 top top.cert"));
    for wrong in [
        "box 12,0,0,0 empty top.cert",
        "arrival 12,0,0,0 top empty.cert",
        "arrival 12,0,0,0 right top.cert",
        "arrival 11,0,0,0 top top.cert",
        "arrival 0,12,0,0 right top.cert",
    ] {
        assert!(!proven(wrong), "{wrong}");
    }
}

#[test]
fn coverage_follows_the_boxes_that_are_not_empty() {
    let at = |distances, bound| (distances, Some(bound));
    let empty = |distances| (distances, None);
    let closed = [
        at([0, 0, 0, 0], 5),
        empty([1, 0, 0, 0]),
        empty([1, 1, 0, 0]),
    ];
    assert_eq!(
        with_boxes("", "games", 5, &closed).unwrap(),
        "no game has more than 5 moves"
    );
    assert!(matches!(
        with_boxes("", "games", 4, &closed),
        Err(Failure::TooWeak(BoxSize::CROSS))
    ));
    assert!(
        matches!(with_boxes("", "games", 5, &closed[..2]), Err(Failure::NotListed(b)) if b == size([1, 1, 0, 0]))
    );
    assert!(matches!(
        with_boxes("", "games", 5, &closed[1..]),
        Err(Failure::NotListed(BoxSize::CROSS))
    ));
    let opened = [closed[0], at([1, 0, 0, 0], 3), closed[2]];
    assert!(matches!(
        with_boxes("", "games", 5, &opened),
        Err(Failure::NotListed(_))
    ));
    let wider = [closed[0], closed[1], closed[2], at([2, 0, 0, 0], 9)];
    assert!(
        with_boxes("", "games", 5, &wider).is_ok(),
        "a box that no game reaches may have a weaker bound"
    );
    let graphs = with_boxes("", "graphs", 5, &closed).unwrap();
    assert_eq!(
        graphs,
        "no graph has more than 5 moves if its bounding box is, up to symmetry, one of 0,0,0,0 1,0,0,0 1,1,0,0"
    );
}

#[test]
fn graphs_within_a_box_need_every_box() {
    let at = |distances| (distances, Some(5));
    let two = [at([0, 0, 0, 0]), at([1, 0, 0, 0])];
    let three = [two[0], two[1], at([2, 0, 0, 0])];
    assert!(with_boxes("within 0,2,0,0\n", "graphs", 5, &three).is_ok());
    assert!(matches!(
        with_boxes("within 0,2,0,0\n", "graphs", 5, &two),
        Err(Failure::NotListed(_))
    ));
    let empty = [two[0], ([1, 0, 0, 0], None)];
    assert!(
        with_boxes("within 2,0,0,0\n", "games", 5, &empty).is_ok(),
        "a game passes through (1,0,0,0)"
    );
    assert!(matches!(
        with_boxes("within 2,0,0,0\n", "graphs", 5, &empty),
        Err(Failure::NotListed(_))
    ));
}

#[test]
fn random_games_are_witnesses_of_their_boxes() {
    let mut random = Random::new(8);
    for _ in 0..30 {
        let most = 1 + random.below(60);
        let game = random_game(&mut random, size([2, 3, 1, 2]), most);
        let (size, count) = (bounding_box(&game), game.len() as u64);
        let file = moves_file(&game);
        for objects in [Objects::Graphs, Objects::Games] {
            assert_eq!(witness::check(&file, size, count, objects, false), Ok(()));
        }
        let wider = size.resized()[0].0;
        let wrong = witness::check(&file, wider, count, Objects::Games, false)
            .map_err(|reject| reject.reason);
        assert!(
            matches!(wrong, Err(Reason::Side | Reason::Syntax)),
            "{wrong:?}"
        );
        let lines: Vec<&str> = file.lines().rev().collect();
        let reversed = witness::check(&lines.join("\n"), size, count, Objects::Games, false);
        assert_eq!(reversed.is_ok(), order_is_irrelevant(&game));
        assert_eq!(
            witness::check(&lines.join("\n"), size, count, Objects::Graphs, false),
            Ok(())
        );
    }
}

/// Whether no move needs the dot of another one.
fn order_is_irrelevant(game: &[Mark]) -> bool {
    game.iter().all(|&mark| order_of_play(&[mark]).is_some())
}

/// (4, 1) needs (5, 1), which needs (5, 2), which needs (4, 1).
const CYCLIC_GRAPH: &str = "4 1 0 0\n5 1 1 1\n5 2 2 2\n7 1 1 1\n8 1 3 4\n7 0 0 4\n7 2 2 2\n7 4 3 2\n\
    9 2 1 0\n5 4 2 2\n6 5 1 0\n5 6 0 0\n5 3 0 4\n4 3 3 1\n3 4 1 4\n4 5 2 2\n";

#[test]
fn a_graph_that_cannot_be_played_is_no_game() {
    let check = |objects| witness::check(CYCLIC_GRAPH, BoxSize::CROSS, 16, objects, false);
    assert_eq!(check(Objects::Graphs), Ok(()));
    assert_eq!(
        check(Objects::Games).map_err(|reject| reject.reason),
        Err(Reason::NoDot)
    );
    let board = Board::new(BoxSize::CROSS);
    for objects in [Objects::Graphs, Objects::Games] {
        let mut state = State::new(&board, objects, false);
        for line in CYCLIC_GRAPH.lines() {
            let n: Vec<usize> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            state.force(10 * n[1] + n[0], 5 * n[2] + n[3]).unwrap();
        }
        assert_eq!(state.propagate(&board).is_ok(), objects == Objects::Graphs);
    }
}

#[test]
fn witnesses_are_rejected_for_each_reason() {
    let reason = |file: &str, size: [u64; 4], count| {
        witness::check(file, self::size(size), count, Objects::Graphs, false)
            .map_err(|reject| (reject.line, reject.reason))
    };
    let cross = [0, 0, 0, 0];
    assert_eq!(reason("7 0 0 4\n", cross, 1), Ok(()));
    assert_eq!(reason("", cross, 0), Ok(()));
    assert_eq!(
        reason("7 -1 1 0\n", [1, 0, 0, 0], 1),
        Err((1, Reason::NoDot))
    );
    assert_eq!(reason("6 -1 1 0\n", [1, 0, 0, 0], 1), Ok(()));
    for bad in [
        "7 0 0",
        "7 0 0 4 1",
        "7 0 4 4",
        "7 0 0 5",
        "7 0 0 -1",
        "7 -0 0 4",
        "7 0 -0 4",
        "7 0 0 -0",
        "7 00 0 4",
        "x 0 0 4",
        "7  0 0 4",
        "10 0 0 4",
        "7 -1 0 4",
        "+7 0 0 4",
        "",
        "-",
    ] {
        assert_eq!(
            reason(&format!("7 0 0 4\n{bad}\n"), cross, 2),
            Err((2, Reason::Syntax)),
            "{bad}"
        );
    }
    assert_eq!(reason("6 0 0 3\n", cross, 1), Err((1, Reason::Occupied)));
    assert_eq!(
        reason("7 0 0 4\n7 0 0 4\n", cross, 2),
        Err((2, Reason::Occupied))
    );
    assert_eq!(reason("8 0 0 4\n", cross, 1), Err((1, Reason::NoDot)));
    assert_eq!(
        reason("7 0 0 4\n2 0 0 0\n", cross, 2),
        Err((2, Reason::Slot))
    );
    assert_eq!(reason("7 0 0 4\n", cross, 2), Err((0, Reason::Count)));
    assert_eq!(reason("7 0 0 4\n", [0, 0, 0, 1], 1), Err((0, Reason::Side)));
}

#[test]
fn certificates_about_symmetric_objects_serve_symmetric_theorems_only() {
    let theorem = |objects: &str| {
        format!(
            "morpion-theorem 1\nwithin 0,0,0,0\nobjects {objects}\nat-most 66\nbox 0,0,0,0 at-most 66 a.cert\n"
        )
    };
    let file = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None);
    let proven = |objects: &str, file: &[u8]| {
        let folder = Folder::new();
        folder
            .write("a.cert", file)
            .write("theorem.txt", theorem(objects));
        verify(&folder.0)
    };
    assert_eq!(
        proven("symmetric-games", &file).unwrap(),
        "no point-symmetric game whose bounding box lies within 0,0,0,0, up to symmetry, has more than 66 moves"
    );
    // The objects: after the magic, the version and the box. With fewer objects the bound closes no later.
    const OBJECTS: usize = 13;
    let tiny = |objects: u8| {
        let claim = about_all(BoxSize::CROSS, Objects::Graphs, 67);
        let mut out = header(claim, &Settings::new(67, 10));
        out[OBJECTS] = objects;
        out.push(CLOSED);
        out
    };
    for (objects, of) in [
        ("symmetric-graphs", 2),
        ("symmetric-games", 2),
        ("symmetric-games", 3),
        ("symmetric-graphs", 0),
        ("graphs", 0),
    ] {
        assert!(proven(objects, &tiny(of)).is_ok(), "{objects} {of}");
    }
    for (objects, of) in [
        ("graphs", 2),
        ("games", 2),
        ("games", 3),
        ("symmetric-graphs", 3),
    ] {
        assert!(proven(objects, &tiny(of)).is_err(), "{objects} {of}");
    }
}

#[test]
fn symmetric_games_grow_by_pairs_of_moves() {
    let at = |distances| (distances, Some(6));
    let empty = |distances| (distances, None);
    let closed = [
        at([0, 0, 0, 0]),
        empty([1, 0, 1, 0]),
        at([1, 1, 1, 1]),
        empty([2, 1, 2, 1]),
        empty([2, 2, 2, 2]),
    ];
    assert_eq!(
        with_boxes("", "symmetric-games", 6, &closed).unwrap(),
        "no point-symmetric game has more than 6 moves"
    );
    for missing in 0..closed.len() {
        let mut fewer = closed.to_vec();
        fewer.remove(missing);
        assert!(
            with_boxes("", "symmetric-games", 6, &fewer).is_err(),
            "{missing}"
        );
    }
    let within = with_boxes(
        "within 1,1,1,0\n",
        "symmetric-graphs",
        6,
        &[at([0, 0, 0, 0]), at([1, 0, 1, 0])],
    );
    assert!(within.is_ok());
}

#[test]
fn the_boxes_of_symmetric_games_are_reached_by_pairs_of_moves() {
    let mut random = Random::new(9);
    for _ in 0..30 {
        let game = random_symmetric_game(&mut random, size([3, 3, 3, 3]), 60);
        let mut before = BoxSize::CROSS;
        for moves in (2..=game.len()).step_by(2) {
            let after = bounding_box(&game[..moves]).canonical();
            assert!(after == before || before.resized_by_pairs().contains(&after));
            before = after;
        }
    }
}

#[test]
fn symmetric_witnesses_are_their_own_images() {
    let mut random = Random::new(10);
    for _ in 0..20 {
        let game = random_symmetric_game(&mut random, size([2, 3, 2, 3]), 40);
        let (box_of_all, count) = (bounding_box(&game), game.len() as u64);
        let file = moves_file(&game);
        let checked = witness::check(&file, box_of_all, count, Objects::Games, true);
        assert_eq!(checked, Ok(()));
        let odd = &game[..game.len() - 1];
        let (box_of_odd, count) = (bounding_box(odd), count - 1);
        let checked = witness::check(&moves_file(odd), box_of_odd, count, Objects::Games, true);
        assert_eq!(checked.unwrap_err().reason, Reason::Lopsided);
    }
}
