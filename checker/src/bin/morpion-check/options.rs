//! The command line of `morpion-check`.

use morpion_check::part::summary::Part;
use morpion_check_core::walk::Form;
use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

const USAGE: &str = "\
Verifies Morpion Solitaire certificates and prints what they prove.

Usage: morpion-check [--quiet] [--plain] [--jobs N] [--sample TIME [--seed N]] PATH...
       morpion-check --part I/N [--plain] [--jobs N] THEOREM > SUMMARY
       morpion-check --merge THEOREM [--quiet] [--jobs N] SUMMARY...
       morpion-check --hints FILE CERTIFICATE...
       morpion-check --positions LIST [--quiet] [--plain] [--jobs N] PATH...

A PATH is a certificate, packed (.cert.zst) or not; a theorem file beside its certificates; or a folder of certificates
with its theorem files (theorem.txt, theorem-*.txt), which are all verified. In a folder without theorem files, the
certificates about octagons are verified together, since they may be parts of one, and all others each.

  --sample TIME  verify certificates of theorems for this long (90s, 10m, 2h), drawn at random, each time with a
                 probability in proportion to their bytes. All else is verified whole: that the listed boxes are all,
                 that each certificate is there and claims what the theorem says of it, and the witnesses. A theorem is
                 called proven only if there was time for all of it; the last lines say how much there was time for
  --seed N       draw in the same order as the run that printed this number
  --part I/N     verify the I-th of N parts that take about equally long, and print a summary of what was verified. Every
                 part verifies all else whole. What fails is told on standard error, and then there is no summary
  --merge THEOREM  call a theorem, or all theorems of a folder, proven if it holds and these summaries, printed by this
                 version of the checker, say that every certificate was verified whole. No tree is verified again.
                 Theorems about all positions are left out of parts: they are checked whole
  --hints FILE   also write hints to FILE, which may be a pipe: what the checker proven in Coq (checker/verified) needs
                 to repeat the certificates, one after another
  --positions LIST  if everything is valid, also write all positions that certificates list to LIST, sorted,
                 each once up to symmetry
  --quiet        print only what fails, or was not verified whole
  --plain        compute bounds cell by cell and mark by mark: the same verdicts by less code, slower
  --jobs N       number of threads [default: one for each core]
  --help         print this help
  --version      print the version

If standard error is a terminal, it shows the progress.

Exit status: 0 everything is valid (of a sample: what was drawn); 1 something is rejected or unfinished, or the sample is
empty; 2 something cannot be read, or misuse.
";

/// The options and paths of the command line.
pub(crate) struct Options {
    pub(crate) quiet: bool,
    pub(crate) jobs: usize,
    pub(crate) form: Form,
    pub(crate) paths: Vec<PathBuf>,
    /// For a sample: for how long to verify certificates, and (`seed`) what decides which are drawn.
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
    /// Where to write hints.
    pub(crate) hints: Option<PathBuf>,
    pub(crate) part: Option<Part>,
    /// The theorem to merge summaries for.
    pub(crate) merge: Option<PathBuf>,
    /// Where to write positions.
    pub(crate) positions: Option<PathBuf>,
}

/// Why nothing is checked.
pub(crate) enum Stop {
    /// This text, help or version, is printed instead.
    Text(&'static str),
    /// The command line is wrong, for this reason.
    Misuse(&'static str),
}

/// Reads the arguments, without the name of the program.
pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Options, Stop> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut options = Options {
        quiet: false,
        jobs: cores,
        form: Form::Fast,
        time: None,
        seed: now.map_or(0, |now| now.subsec_micros().into()),
        paths: Vec::new(),
        hints: None,
        part: None,
        merge: None,
        positions: None,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next()?.into_string().ok();
        match argument.to_str() {
            Some("--help" | "-h") => return Err(Stop::Text(USAGE)),
            Some("--version" | "-V") => {
                return Err(Stop::Text(concat!(
                    "morpion-check ",
                    env!("CARGO_PKG_VERSION"),
                    "\n"
                )));
            }
            Some("--quiet" | "-q") => options.quiet = true,
            Some("--plain") => options.form = Form::Plain,
            Some("--hints") => {
                let file = value().map(PathBuf::from);
                options.hints = Some(file.ok_or(Stop::Misuse("--hints needs a file"))?);
            }
            Some("--positions") => {
                let file = value().map(PathBuf::from);
                options.positions = Some(file.ok_or(Stop::Misuse("--positions needs a file"))?);
            }
            Some("--part") => {
                let part = value().and_then(|part| part.parse().ok());
                options.part = Some(part.ok_or(Stop::Misuse("--part needs I/N, I from 1 to N"))?);
            }
            Some("--merge") => {
                let theorem = value().map(PathBuf::from);
                options.merge = Some(theorem.ok_or(Stop::Misuse("--merge needs a theorem"))?);
            }
            Some("--jobs" | "-j") => {
                let jobs = value().and_then(|jobs| jobs.parse().ok());
                options.jobs = jobs
                    .filter(|&jobs| jobs > 0)
                    .ok_or(Stop::Misuse("--jobs needs a positive number"))?;
            }
            Some("--sample") => {
                let time = value().and_then(|time| parse_time(&time));
                options.time = Some(time.ok_or(Stop::Misuse(
                    "--sample needs a time: a whole number with s, m or h",
                ))?);
            }
            Some("--seed") => {
                let seed = value().and_then(|seed| seed.parse().ok());
                options.seed = seed.ok_or(Stop::Misuse("--seed needs a number"))?;
            }
            Some("--") => options.paths.extend(arguments.by_ref().map(PathBuf::from)),
            Some(flag) if flag.starts_with('-') => return Err(Stop::Misuse("unknown option")),
            _ => options.paths.push(argument.into()),
        }
    }
    options
        .judge()
        .map_or(Ok(options), |m| Err(Stop::Misuse(m)))
}

impl Options {
    /// Why the options do not go together, if they do not.
    fn judge(&self) -> Option<&'static str> {
        let modes = [
            self.part.is_some(),
            self.merge.is_some(),
            self.hints.is_some(),
            self.positions.is_some(),
            self.time.is_some(),
        ];
        if self.paths.is_empty() {
            Some("no certificate is named")
        } else if modes.into_iter().filter(|&is_asked| is_asked).count() > 1 {
            Some("--part, --merge, --hints, --positions and --sample exclude each other")
        } else if self.part.is_some() && self.paths.len() > 1 {
            Some("--part is for one theorem, or one folder")
        } else {
            None
        }
    }
}

/// Reads `90`, `90s`, `10m` or `2h`.
fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = match text.as_bytes().last()? {
        b's' => (&text[..text.len() - 1], 1),
        b'm' => (&text[..text.len() - 1], 60),
        b'h' => (&text[..text.len() - 1], 3600),
        _ => (text, 1),
    };
    let seconds = number.parse::<u32>().ok()?;
    Some(Duration::from_secs(u64::from(seconds) * unit))
}
