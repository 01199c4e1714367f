//! Reads how far HiGHS has come from the log it writes while it works.
//!
//! The binding offers no callbacks, so HiGHS logs into a file of its own and this module tails it. The user sees what it reads, and
//! nothing else uses it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use highs::HighsModelStatus;

use super::status;

/// The numbers in a line of HiGHS's branch-and-bound table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reading {
    /// Nodes processed.
    pub(super) nodes: u64,
    /// Bound on the objective.
    pub(super) bound: Option<f64>,
    /// Objective of the best solution.
    pub(super) best: Option<f64>,
}

/// A log file, removed when dropped.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    offset: u64,
    unfinished: String,
}

impl LogFile {
    /// Creates an empty file in the folder for temporary files.
    pub(super) fn create() -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("morpion-highs-{}-{number}.log", std::process::id());
        let path = std::env::temp_dir().join(name);
        // `create_new`: never write through a file or link somebody else put there.
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        Ok(Self {
            path,
            offset: 0,
            unfinished: String::new(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The last table line written since the previous call, if there is one.
    pub(super) fn latest(&mut self) -> Option<Reading> {
        self.new_lines()?.lines().rev().find_map(parse_line)
    }

    /// The number of nodes in HiGHS's final report. (The binding reads 32-bit numbers
    /// only, and this one is longer.)
    pub(super) fn final_nodes(&self) -> Option<u64> {
        // From the start: `latest` may have passed the report already.
        let text = std::fs::read_to_string(&self.path).ok()?;
        text.lines().rev().find_map(parse_final_nodes)
    }

    /// The status of a run that failed. (The binding drops a model whose run fails, and its status with it.)
    pub(super) fn failure(&self) -> Option<HighsModelStatus> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        text.lines().rev().find_map(parse_failure)
    }

    /// The lines completed since the previous call.
    fn new_lines(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(self.offset)).ok()?;
        file.read_to_end(&mut bytes).ok()?;
        self.offset += bytes.len() as u64;
        self.unfinished.push_str(&String::from_utf8_lossy(&bytes));
        let end = self.unfinished.rfind('\n')? + 1;
        Some(self.unfinished.drain(..end).collect())
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        // A leftover file in the temporary folder harms nobody.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Reads a line such as
/// ` S     120      35        41   1.25%   84.5            83                 1.81% ...`:
/// source of the solution (may be blank), nodes, queue, leaves, explored, bound, best.
pub(super) fn parse_line(line: &str) -> Option<Reading> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.first()?.chars().all(char::is_alphabetic) {
        words.remove(0);
    }
    let [nodes, queue, leaves, explored, bound, best, ..] = words[..] else {
        return None;
    };
    parse_count(queue)?;
    parse_count(leaves)?;
    explored.strip_suffix('%')?;
    let finite = |word: &str| {
        let value = word.trim_end_matches('*').parse::<f64>().ok()?;
        Some(value).filter(|v| v.is_finite())
    };
    Some(Reading {
        nodes: parse_count(nodes)?,
        bound: finite(bound),
        best: finite(best),
    })
}

/// Reads a line such as `  Nodes             645`.
fn parse_final_nodes(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    let (name, count, rest) = (words.next()?, words.next()?, words.next());
    count
        .parse()
        .ok()
        .filter(|_| name == "Nodes" && rest.is_none())
}

/// Reads the status from a line of a report, on an integer program or a linear one, that says that the run failed; an exception for
/// lack of memory counts as such a status.
fn parse_failure(line: &str) -> Option<HighsModelStatus> {
    let line = line.trim();
    if line.contains("Exception std::bad_alloc in ") {
        return Some(HighsModelStatus::ReachedMemoryLimit);
    }
    let words = line
        .strip_prefix("Status ")
        .or_else(|| line.strip_prefix("Model status        :"))?;
    status::of_words(words.trim())
}

/// A count as HiGHS prints it: `123456`, `1234k` or `1234m`.
fn parse_count(word: &str) -> Option<u64> {
    let (digits, unit) = match word.strip_suffix('k') {
        Some(digits) => (digits, 1_000),
        None => match word.strip_suffix('m') {
            Some(digits) => (digits, 1_000_000),
            None => (word, 1),
        },
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_lines_are_read_and_others_are_not() {
        let line = "         1       0         0   0.00%   102.763050      -inf               inf       36      0      0      1085     0.3s";
        let expected = Reading {
            nodes: 1,
            bound: Some(102.76305),
            best: None,
        };
        assert_eq!(parse_line(line), Some(expected));
        let line = " L    1234k     35        41   1.25%   84.5            83                 1.81%   9  9  9  1000k  12.0s";
        let expected = Reading {
            nodes: 1_234_000,
            bound: Some(84.5),
            best: Some(83.0),
        };
        assert_eq!(parse_line(line), Some(expected));
        for other in [
            "",
            "Src  Proc. InQueue |  Leaves   Expl. | BestBound       BestSol              Gap |   Cuts",
            "Solving report",
            "  Primal bound      83",
            "1 rows, 2 cols, 3 nonzeros, 4 5 6 7",
        ] {
            assert_eq!(parse_line(other), None, "{other}");
        }
    }

    #[test]
    fn the_final_node_count_is_told_from_table_headings() {
        assert_eq!(parse_final_nodes("  Nodes             645"), Some(645));
        let heading = "        Nodes      |    B&B Tree     |            Objective Bounds";
        assert_eq!(parse_final_nodes(heading), None);
        assert_eq!(parse_final_nodes("  LP iterations     20681"), None);
    }

    #[test]
    fn the_status_of_a_failed_run_is_read_wherever_it_stands() {
        let memory = Some(HighsModelStatus::ReachedMemoryLimit);
        let trouble = Some(HighsModelStatus::SolveError);
        for (line, expected) in [
            ("  Status            Memory limit reached", memory),
            ("Model status        : Memory limit reached", memory),
            ("ERROR:   Exception std::bad_alloc in MIP solver", memory),
            ("  Status            Solve error", trouble),
            ("Model status        : Solve error", trouble),
            ("  Status            Optimal", None),
            ("  Solution status   feasible", None),
            ("Model status        : Infeasible", None),
            ("ERROR:   Exception something else in MIP solver", None),
        ] {
            assert_eq!(parse_failure(line), expected, "{line}");
        }
        let log = LogFile::create().unwrap();
        assert_eq!(log.failure(), None);
        std::fs::write(
            log.path(),
            "\nSolving report\n  Status            Solve error\n  Gap 3\n",
        )
        .unwrap();
        assert_eq!(log.failure(), trouble);
    }

    #[test]
    fn a_log_is_read_in_pieces_and_removed() {
        let mut log = LogFile::create().unwrap();
        let path = log.path().to_owned();
        let row = |nodes: u32| format!(" {nodes} 1 2 3.00% 90 80 5% 0 0 0 7 0.1s");
        std::fs::write(&path, format!("{}\n{}", row(5), &row(6)[..4])).unwrap();
        assert_eq!(log.latest().map(|r| r.nodes), Some(5));
        assert_eq!(log.latest(), None);
        std::fs::write(&path, format!("{}\n{}\n", row(5), row(6))).unwrap();
        assert_eq!(log.latest().map(|r| r.nodes), Some(6));
        drop(log);
        assert!(!path.exists());
    }
}
