//! `morpion-recount`: counts units of a count again, drawn at random or named.

#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use std::{env, fs};

use morpion_check::recount::Rules;

const USAGE: &str = "\
Counts units of paper/counting.md again, by other means and other code than those that counted them.

Usage: morpion-recount [--draw N] [--seed K] [--most C] [--unit U]... FILE

FILE holds counts as `morpion enumerate --units` writes them. First all roots are found, as a set, and the number of
roots of every unit in the file is compared. Then N units, drawn at random, and those that are named, are counted.

  --draw N  how many units to draw [default: 1, or 0 where units are named]
  --seed K  draw the same as the run that printed this number
  --most C  draw from the units that have at most C classes, by what the file says [default: from all]
  --unit U  also count this one

Exit status: 0 all agree; 1 a number differs; 2 something cannot be read, or misuse.
";

struct Options {
    draw: Option<usize>,
    seed: u64,
    most: u64,
    units: Vec<u32>,
    file: PathBuf,
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let (mut draw, mut most, mut units, mut file) = (None, u64::MAX, Vec::new(), None);
    let mut seed = now.map_or(0, |now| now.subsec_micros().into());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--draw" => draw = Some(arguments.next()?.parse().ok()?),
            "--seed" => seed = arguments.next()?.parse().ok()?,
            "--most" => most = arguments.next()?.parse().ok()?,
            "--unit" => units.push(arguments.next()?.parse().ok()?),
            flag if flag.starts_with('-') => return None,
            path => file = Some(PathBuf::from(path)),
        }
    }
    Some(Options {
        draw,
        seed,
        most,
        units,
        file: file?,
    })
}

fn main() -> ExitCode {
    let arguments: Result<Vec<String>, _> =
        env::args_os().skip(1).map(OsString::into_string).collect();
    let Some(options) = arguments.ok().and_then(|it| parse(it.into_iter())) else {
        let _ = write!(std::io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    let Some(counts) = Counts::read(&options.file) else {
        let _ = writeln!(
            std::io::stderr(),
            "{}: cannot be read, or no counts of `morpion count 1`",
            options.file.display()
        );
        return ExitCode::from(2);
    };
    ExitCode::from(u8::from(!recount(&options, &counts)))
}

/// A file of counts.
struct Counts {
    rules: Rules,
    /// The number of moves of a root.
    cut: usize,
    units: u32,
    /// The counts of each unit in the file: for each number of moves the classes, and by how much eight times their number exceeds
    /// that of the positions.
    said: BTreeMap<u32, Vec<[u64; 2]>>,
}

impl Counts {
    fn read(path: &Path) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let mut lines = text.lines();
        let mut header = |name: &str| Some(lines.next()?.strip_prefix(name)?.trim().to_owned());
        if header("morpion count")? != "1" {
            return None;
        }
        let rules = Rules::named(&header("variant")?)?;
        let (cut, units) = (header("cut")?.parse().ok()?, header("units")?.parse().ok()?);
        let units = Some(units).filter(|&units| units > 0)?;
        Some(Self {
            rules,
            cut,
            units,
            said: lines.map(unit).collect::<Option<_>>()?,
        })
    }

    /// The roots of all units.
    fn roots(&self) -> BTreeMap<u32, Vec<Vec<u16>>> {
        let mut roots: BTreeMap<u32, Vec<Vec<u16>>> = BTreeMap::new();
        let last = self.rules.all(self.cut).pop().unwrap_or_default();
        for root in last {
            let unit = self.rules.unit(&root, self.units);
            roots.entry(unit).or_default().push(root);
        }
        roots
    }
}

/// Reads the line of a unit: `17 1033 4055 ... : 0 4 ...`
fn unit(line: &str) -> Option<(u32, Vec<[u64; 2]>)> {
    let (classes, coinciding) = line.split_once(" :")?;
    let (unit, classes) = classes.split_once(' ')?;
    let coinciding = coinciding.split_ascii_whitespace().map(Some);
    let counts = classes
        .split_ascii_whitespace()
        .zip(coinciding.chain(std::iter::repeat(None)));
    let counts =
        counts.map(|(n, c)| Some([n.parse().ok()?, c.map_or(Some(0), |c| c.parse().ok())?]));
    Some((unit.parse().ok()?, counts.collect::<Option<_>>()?))
}

/// Compares the counts, and prints what was compared; false if a number differs.
fn recount(options: &Options, counts: &Counts) -> bool {
    let roots = counts.roots();
    let none = Vec::new();
    let roots_of = |unit: u32| roots.get(&unit).unwrap_or(&none);
    let mut agree = true;
    for (&unit, said) in &counts.said {
        let found = roots_of(unit).len() as u64;
        if said.first().is_none_or(|first| first[0] != found) {
            say(&format!(
                "unit {unit}: {found} roots, of which the file has another number"
            ));
            agree = false;
        }
    }
    say(&format!(
        "{} units: the numbers of roots are compared",
        counts.said.len()
    ));
    for unit in chosen(options, counts) {
        let found = sum(roots_of(unit)
            .iter()
            .map(|root| counts.rules.descendants(root)));
        let all: u64 = found.iter().map(|n| n[0]).sum();
        let same = counts.said.get(&unit) == Some(&found);
        let verdict = if same {
            "as the file says"
        } else {
            "not as the file says"
        };
        say(&format!("unit {unit}: {all} classes, {verdict}"));
        agree &= same;
    }
    agree
}

fn say(text: &str) {
    // A reader that has seen enough is no fault.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// The units named, then those drawn.
fn chosen(options: &Options, counts: &Counts) -> Vec<u32> {
    let draw = options
        .draw
        .unwrap_or(usize::from(options.units.is_empty()));
    let classes = |said: &[[u64; 2]]| said.iter().map(|n| n[0]).sum::<u64>();
    let few = counts
        .said
        .iter()
        .filter(|(_, said)| classes(said) <= options.most);
    let known: Vec<u32> = few.map(|(&unit, _)| unit).collect();
    let mut chosen = options.units.clone();
    let mut drawn = BTreeSet::new();
    let mut state = options.seed;
    if draw > 0 {
        let of = known.len();
        say(&format!(
            "drawn from {of} units with --seed {}",
            options.seed
        ));
    }
    while drawn.len() < draw.min(known.len()) {
        // The generator of Knuth's MMIX; its high bits are used.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let unit = known[((state >> 32) % known.len() as u64) as usize];
        if drawn.insert(unit) {
            chosen.push(unit);
        }
    }
    chosen
}

/// The sum of counts, by number of moves.
fn sum(all: impl Iterator<Item = Vec<[u64; 2]>>) -> Vec<[u64; 2]> {
    let mut sum: Vec<[u64; 2]> = Vec::new();
    for counts in all {
        sum.resize(sum.len().max(counts.len()), [0; 2]);
        for (sum, counts) in sum.iter_mut().zip(counts) {
            sum[0] += counts[0];
            sum[1] += counts[1];
        }
    }
    sum
}
