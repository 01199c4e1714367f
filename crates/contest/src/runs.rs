//! Runs: made, appended to a CSV file at once, and read again.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use morpion_output::files::{FileError, if_there, write_atomically};
use morpion_rules::geometry::Variant;
use morpion_search::games::Rng;
use morpion_search::running::{Budget, Plan};
use morpion_search::searchers::{Algorithm, Draw, SettleError, Task};
use rand::SeedableRng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A line of the CSV: one search; or where lengths are counted, one length of some random games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The seed of its random numbers.
    pub seed: u64,
    /// The rules.
    pub variant: Variant,
    /// The algorithm's name.
    pub algorithm: String,
    /// All its parameters, and its budget.
    pub parameters: String,
    /// The moves of its longest game; or the length.
    pub score: u32,
    /// The games it finished; or those of this length.
    pub games: u64,
    /// Wall seconds on one thread, on a machine that may have been busy.
    pub seconds: f64,
}

/// The properties that runs with different seeds share: variant, algorithm and parameters.
pub type Key = (Variant, String, String);

impl Run {
    /// The variant, algorithm and parameters of the run.
    pub fn key(&self) -> Key {
        (
            self.variant,
            self.algorithm.clone(),
            self.parameters.clone(),
        )
    }
}

/// The work of one run.
#[derive(Clone, Debug)]
pub enum Work {
    /// One search; with a budget, as many searches as it allows.
    Search(Box<Algorithm>, Budget),
    /// So many random games, of which every length is counted.
    Lengths(Draw, u64),
}

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Job {
    /// The variant, algorithm and parameters of the run.
    pub key: Key,
    /// The work of the run.
    pub work: Work,
    /// The seed of its random numbers.
    pub seed: u64,
}

/// Why runs cannot be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunsError {
    /// The file system refuses.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file is no CSV of runs.
    #[error("{} is no file of runs: move it away, or name another folder ({source})", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// The error in the CSV.
        source: csv::Error,
    },
}

/// The runs of a file; none if there is no file. A last line that a crash has cut short is left out.
///
/// # Errors
/// The file cannot be read, or holds something else.
pub fn read(path: &Path) -> Result<Vec<Run>, RunsError> {
    let bytes = if_there(std::fs::read(path)).map_err(FileError::of("read", path))?;
    let bytes = bytes.unwrap_or_default();
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let mut reader = csv::Reader::from_reader(&bytes[..end.map_or(0, |end| end + 1)]);
    let runs = reader.deserialize().collect::<Result<_, _>>();
    let path = path.to_owned();
    runs.map_err(|source| RunsError::Csv { path, source })
}

/// Writes a file that holds these runs and nothing else, and opens it for [`append`].
///
/// # Errors
/// It cannot be written.
pub fn begin(path: &Path, runs: &[Run]) -> Result<File, RunsError> {
    let refused = || FileError::of("write", path);
    let head = "seed,variant,algorithm,parameters,score,games,seconds\n";
    write_atomically(path, (head.to_owned() + &lines(runs)).as_bytes()).map_err(refused())?;
    let file = OpenOptions::new().append(true).open(path);
    Ok(file.map_err(refused())?)
}

/// Appends runs. After a crash in the middle, [`read`] and [`open`](crate::contest::open) keep the lines that are whole.
///
/// # Errors
/// The disk is full.
pub fn append(file: &mut File, runs: &[Run]) -> std::io::Result<()> {
    file.write_all(lines(runs).as_bytes())?;
    file.sync_data()
}

fn lines(runs: &[Run]) -> String {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.has_headers(false).from_writer(Vec::new());
    for run in runs {
        writer.serialize(run).expect("a run is a line");
    }
    let bytes = writer.into_inner().expect("a vector takes all");
    String::from_utf8(bytes).expect("made of text")
}

/// Makes the runs on the threads of the current pool, early ones first, until `stop` is set. Calls `done` after each.
///
/// # Errors
/// The first of `done`, or of a searcher that cannot do its work; it ends the others, too.
pub fn make<E: From<SettleError> + Send>(
    jobs: &[Job],
    stop: &AtomicBool,
    done: impl Fn(&[Run]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    jobs.iter().par_bridge().try_for_each(|job| {
        let runs = job.make(stop).map_err(E::from);
        // A run that was broken off does not count.
        let told = |runs: Vec<Run>| match stop.load(Ordering::Relaxed) {
            true => Ok(()),
            false => done(&runs),
        };
        let told = runs.and_then(told);
        told.inspect_err(|_| stop.store(true, Ordering::Relaxed))
    })
}

impl Job {
    fn make(&self, stop: &AtomicBool) -> Result<Vec<Run>, SettleError> {
        let start = Instant::now();
        let task = Task::of(self.key.0);
        let scores = match &self.work {
            Work::Lengths(draw, games) => self.lengths(&task, *draw, *games, stop)?,
            Work::Search(algorithm, budget) => {
                let plan = Plan {
                    budget: *budget,
                    seed: self.seed,
                    jobs: 1,
                    repeat: !budget.is_unlimited(),
                    stop,
                };
                let found = algorithm.search(&task, plan, &())?.snapshot;
                vec![(found.best, found.playouts)]
            }
        };
        let seconds = (start.elapsed().as_secs_f64() * 1e4).round() / 1e4;
        let run = |(score, games)| Run {
            seed: self.seed,
            variant: self.key.0,
            algorithm: self.key.1.clone(),
            parameters: self.key.2.clone(),
            score,
            games,
            seconds,
        };
        Ok(scores.into_iter().map(run).collect())
    }

    /// How many of the random games have each length.
    fn lengths(
        &self,
        task: &Task,
        draw: Draw,
        games: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<(u32, u64)>, SettleError> {
        let mut game = task.start.plain()?;
        let mut rng = Rng::seed_from_u64(self.seed);
        let (mut counts, mut moves) = (vec![0; 1000], Vec::new());
        for _ in (0..games).take_while(|_| !stop.load(Ordering::Relaxed)) {
            counts[draw.game(&mut game, &mut rng, &mut moves) as usize] += 1;
        }
        Ok((0..).zip(counts).filter(|(_, games)| *games > 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seed: u64, score: u32) -> Run {
        Run {
            seed,
            variant: Variant::T5,
            algorithm: "reflexive".to_owned(),
            parameters: "games=[100,10]".to_owned(),
            score,
            games: 7,
            seconds: 0.5,
        }
    }

    #[test]
    fn runs_are_read_as_they_were_written_but_for_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.csv");
        assert_eq!(read(&path).unwrap(), []);
        let mut file = begin(&path, &[run(1, 60)]).unwrap();
        append(&mut file, &[run(2, 61), run(3, 62)]).unwrap();
        let all = [run(1, 60), run(2, 61), run(3, 62)];
        assert_eq!(read(&path).unwrap(), all);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("\n2,5T,reflexive,\"games=[100,10]\",61,7,0.5\n"),
            "{text}"
        );
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        assert_eq!(read(&path).unwrap(), all[..2]);
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("is no file of runs"), "{error}");
    }
}
