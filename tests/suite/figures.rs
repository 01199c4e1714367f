//! Figures that stand in several pages are those of the results. `MORPION_FIGURES=write` has this test write them into the pages.
//!
//! A sentence below is looked for in all pages, with any number in the place of a name in braces. The names are those of [`figures`].
//! The log in `paper/notes` is left out: it has the figures of its days.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use morpion_check_core::packed::unpack;
use morpion_proof::tree::Tree;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The sentences of pages that contain figures. Each of them is in at least one page.
const SENTENCES: [&str; 51] = [
    "| {certificates} certificates | search trees of {nodes, short} million nodes, {MB} MB",
    "| boxes without a graph of 83 moves | {graphs} | {graphs, nodes} million | {graphs, MB} MB |",
    "without a game of 83 moves | {games} | {games, nodes} million | {games, MB} MB |",
    "| boxes without any game | {empty} | {empty, nodes} million | {empty, MB} MB |",
    "| arrivals that no game makes | {arrivals} | {arrivals, nodes} million | {arrivals, MB} MB |",
    "| arrivals that no game makes, at {frontier} boxes more | {arrivals} | {arrivals, nodes} million | {arrivals, MB} MB |",
    "| all | {certificates} | {nodes} million | {MB} MB |",
    "| boxes without a game of 83 moves | {boxes} |",
    "| boxes without any game | {empty} |",
    "| arrivals that no game makes | {arrivals} |",
    "| nodes of all trees | {nodes} million |",
    "Up to symmetry, exactly {boxes} boxes hold a game",
    "holds no game at all ({empty} boxes)",
    "There are {arrivals} such arrivals, at {frontier} boxes",
    "for each of the {boxes} boxes",
    "Of the {arrivals} arrivals of the theorem",
    "No game has one of {empty} boxes",
    "No game with one of the other {boxes} boxes",
    "{arrivals} certificates about arrivals close the other ways out. They lead to {frontier} further boxes",
    "for each of the {boxes} boxes of the theorem",
    "Each of the {boxes} boxes of the theorem",
    "Every case distinction is written down: {certificates} certificates, {MB} MB together",
    "rests on {certificates} certificates",
    "all {certificates} certificates and {witnesses} witnesses",
    "all {certificates} certificates",
    "the {certificates} certificates of this theorem ({MB} MB)",
    "It holds {certificates} certificates ({MB} MB)",
    "theorem.txt` | {certificates} certificates |",
    "| {certificates} certificates, of them {lists} lists |",
    "these {certificates} certificates are enough",
    "The whole proof of 82 has {certificates} questions",
    "with its {witnesses} witnesses, in {minutes} minutes of one core, is kept",
    "It took {minutes} minutes of one core",
    "| {minutes} minutes of processor time for `theorem.txt`",
    "takes {minutes} core-minutes",
    "# all of it: {minutes} minutes of one core",
    "has accepted all of them; that takes {minutes} minutes of one core",
    "run ./check.sh. It takes {minutes} minutes of one core",
    "of 82 end in exactly {positions} positions",
    "82 moves end in exactly {positions} positions",
    "they end in exactly {positions} positions up to symmetry",
    "xactly {positions} positions of 82 moves",
    "finds {positions} positions on {sets} sets of dots",
    "the {positions} positions of the list",
    "each of the {positions} is a game of at least 82 moves",
    "82 moves lie on {sets} sets of dots",
    "they lie on {sets} sets of dots",
    "68 moves, in exactly {symmetric positions} positions",
    "of 68 end in exactly {symmetric positions} positions",
    "exactly {symmetric positions} positions of symmetric games",
    "each of the {symmetric positions} a symmetric game",
];

/// Figures that cannot be mistaken for others: wherever one stands in a page, it stands in a sentence from above.
const TELLING: [&str; 6] = [
    "certificates",
    "MB, unit",
    "nodes, unit",
    "nodes, short, unit",
    "positions",
    "symmetric positions",
];

/// The numbers of certificates, their nodes and their bytes, of one kind of statement.
#[derive(Default)]
struct Kind {
    count: usize,
    nodes: usize,
    bytes: usize,
}

fn read(path: &str) -> Vec<u8> {
    fs::read(Path::new(ROOT).join(path)).expect(path)
}

fn text(path: &str) -> String {
    String::from_utf8(read(path)).expect(path)
}

/// How many positions a list has, below its first line.
fn positions(path: &str) -> usize {
    let list = unpack(&read(path)).expect(path);
    list.iter().filter(|&&byte| byte == b'\n').count() - 1
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let place = |i: usize| (digits.len() - i).is_multiple_of(3) && i > 0;
    let parts = digits.char_indices().map(|(i, digit)| {
        let comma = if place(i) { "," } else { "" };
        format!("{comma}{digit}")
    });
    parts.collect()
}

/// How long one run over the whole theorem took, as its log says: "1,914 s of processor time".
fn minutes() -> usize {
    let log = text("benches/results/2026-11-28-whole.txt");
    let (before, _) = log.split_once(" s of processor time").unwrap();
    let seconds = before.split(' ').next_back().unwrap().replace(',', "");
    (seconds.parse::<usize>().unwrap() + 30) / 60
}

/// The statements of the theorem of 82 by their kinds, and its witnesses.
fn kinds() -> (BTreeMap<&'static str, Kind>, usize, usize) {
    let mut kinds: BTreeMap<&str, Kind> = BTreeMap::new();
    let (mut witnesses, mut frontier) = (0, Vec::new());
    for line in text("results/5D/certificates/theorem.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let kind = match words[..] {
            ["arrival", ..] => "arrivals",
            ["box", _, "empty", _] => "empty",
            ["box", _, "at-most", _, file] if file.contains(".graphs.") => "graphs",
            ["box", _, "at-most", ..] => "games",
            ["witness", ..] => {
                witnesses += 1;
                continue;
            }
            _ => continue,
        };
        if kind == "arrivals" {
            frontier.push(words[1].to_owned());
        }
        let file = words.last().unwrap();
        let packed = read(&format!("results/5D/certificates/{file}"));
        let tree = Tree::read(&unpack(&packed).unwrap()).expect(file);
        let kind = kinds.entry(kind).or_default();
        kind.count += 1;
        kind.nodes += tree.nodes().count();
        kind.bytes += packed.len();
    }
    frontier.dedup();
    (kinds, witnesses, frontier.len())
}

/// The figures by their names.
#[expect(clippy::cast_precision_loss, reason = "a few digits are told")]
fn figures() -> BTreeMap<String, String> {
    let mut figures = BTreeMap::new();
    let mut set = |name: String, value: String| assert_eq!(figures.insert(name, value), None);
    let (kinds, witnesses, frontier) = kinds();
    let sum = |of: fn(&Kind) -> usize| kinds.values().map(of).sum::<usize>();
    let million = |n: usize| n as f64 / 1e6;
    for (name, kind) in &kinds {
        set((*name).to_owned(), grouped(kind.count));
        set(
            format!("{name}, nodes"),
            format!("{:.2}", million(kind.nodes)),
        );
        set(format!("{name}, MB"), format!("{:.1}", million(kind.bytes)));
    }
    let (nodes, megabytes) = (million(sum(|k| k.nodes)), million(sum(|k| k.bytes)));
    let boxes = kinds["graphs"].count + kinds["games"].count;
    let lists = text("results/5D/certificates/theorem-all-82.txt");
    let files = |folder: &str| fs::read_dir(Path::new(ROOT).join(folder)).unwrap().count();
    for (name, value) in [
        ("certificates", grouped(sum(|k| k.count))),
        ("nodes", format!("{nodes:.2}")),
        ("nodes, short", format!("{nodes:.1}")),
        ("nodes, unit", format!("{nodes:.2} million")),
        ("nodes, short, unit", format!("{nodes:.1} million")),
        ("MB", format!("{megabytes:.1}")),
        ("MB, unit", format!("{megabytes:.1} MB")),
        ("boxes", grouped(boxes)),
        ("frontier", grouped(frontier)),
        ("witnesses", grouped(witnesses)),
        ("minutes", grouped(minutes())),
        ("lists", grouped(lists.matches(" all-of 82 ").count())),
        (
            "positions",
            grouped(positions("results/5D/positions-82.txt.zst")),
        ),
        ("sets", grouped(files("results/5D/games-of-82"))),
        (
            "symmetric positions",
            grouped(positions("results/5D-symmetric/positions-68.txt.zst")),
        ),
    ] {
        set(name.to_owned(), value);
    }
    figures
}

/// The pages that contain figures.
fn pages() -> Vec<PathBuf> {
    let top = ["README.md", "GUIDE.md", "CHANGELOG.md", "cluster/README.md"];
    let mut pages: Vec<PathBuf> = top.iter().map(|name| Path::new(ROOT).join(name)).collect();
    let paper = fs::read_dir(Path::new(ROOT).join("paper")).unwrap();
    pages.extend(paper.map(|entry| entry.unwrap().path()));
    pages.retain(|path| path.extension().is_some_and(|end| end == "md"));
    pages
}

/// How many bytes of a text are the sentence, with any number for a name.
fn length_at(text: &str, sentence: &str) -> Option<usize> {
    let mut rest = text;
    let mut parts = sentence.split('{');
    rest = rest.strip_prefix(parts.next()?)?;
    for part in parts {
        let (_, literal) = part.split_once('}').expect("a name has an end");
        let number = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_digit() || ",.".contains(c))
                .len();
        // A comma or a full stop after a number belongs to the sentence.
        let number = rest[..number].trim_end_matches([',', '.']).len();
        rest = rest
            .get(number..)
            .filter(|_| number > 0)?
            .strip_prefix(literal)?;
    }
    Some(text.len() - rest.len())
}

/// Where a sentence stands in a text; not within a longer number.
fn places(text: &str, sentence: &str) -> Vec<Range<usize>> {
    let starts = text.char_indices().map(|(start, _)| start);
    let begins =
        |&start: &usize| !text[..start].ends_with(|c: char| c.is_ascii_digit() || c == ',');
    let found = starts.filter(begins);
    found
        .filter_map(|start| Some(start..start + length_at(&text[start..], sentence)?))
        .collect()
}

/// A sentence with its figures.
fn filled(sentence: &str, figures: &BTreeMap<String, String>) -> String {
    let mut parts = sentence.split('{');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, literal) = part.split_once('}').unwrap();
        out += figures
            .get(name)
            .unwrap_or_else(|| panic!("no figure {name}"));
        out += literal;
    }
    out
}

/// Fails if results were made anew, and a page still has the old figures.
#[test]
fn figures_of_the_pages_are_those_of_the_results() {
    let figures = figures();
    let is_write = std::env::var("MORPION_FIGURES").is_ok_and(|value| value == "write");
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for page in pages() {
        let name = page.display();
        let mut text = fs::read_to_string(&page).unwrap();
        let mut told = Vec::new();
        for sentence in SENTENCES {
            let right = filled(sentence, &figures);
            let found = places(&text, sentence);
            *uses.entry(sentence).or_default() += found.len();
            for place in found.into_iter().rev() {
                if is_write {
                    text.replace_range(place, &right);
                } else {
                    assert_eq!(
                        text[place.clone()],
                        right,
                        "{name}: set MORPION_FIGURES=write to mend it"
                    );
                    told.push(place);
                }
            }
        }
        if is_write {
            fs::write(&page, text).unwrap();
            continue;
        }
        for figure in TELLING {
            let is_longer =
                |place: &Range<usize>| text[place.end..].starts_with(|c: char| c.is_ascii_digit());
            for place in places(&text, &figures[figure])
                .into_iter()
                .filter(|p| !is_longer(p))
            {
                let is_told = told
                    .iter()
                    .any(|t| t.start <= place.start && place.end <= t.end);
                assert!(
                    is_told,
                    "{name}: {:?} stands in no sentence of this test",
                    &text[place.start..]
                );
            }
        }
    }
    let unused: Vec<_> = uses.iter().filter(|&(_, &count)| count == 0).collect();
    assert!(unused.is_empty(), "no page says {unused:?}");
}

#[test]
fn sentences_are_found_whatever_their_numbers() {
    let text = "It holds 3,690 certificates (7.6 MB), and 13,690 others.";
    let sentence = "holds {certificates} certificates ({MB} MB)";
    let found = |sentence| places(text, sentence).into_iter().map(|place| &text[place]);
    assert!(found(sentence).eq(["holds 3,690 certificates (7.6 MB)"]));
    assert!(found("{n} others").eq(["13,690 others"]));
    assert!(places(text, "690 others").is_empty());
    assert!(places(text, "{n} other games").is_empty());
    assert_eq!(
        grouped(1_234_567) + &grouped(999) + &grouped(14_080),
        "1,234,56799914,080"
    );
}

/// Figure 4 of the article shows the results of its day; when these change, its command draws it again.
#[test]
fn the_walk_of_the_article_is_that_of_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("walk.svg");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_morpion"));
    command.args(["boxes", "--objects", "games", "--graph"]);
    command.arg(&drawn).current_dir(ROOT).assert().success();
    let [drawn, kept] = [drawn, Path::new(ROOT).join("paper/pictures/walk-82.svg")]
        .map(|path| fs::read_to_string(path).unwrap());
    assert!(
        drawn == kept,
        "draw paper/pictures/walk-82.svg again: morpion boxes --objects games --graph paper/pictures/walk-82.svg --force"
    );
}
