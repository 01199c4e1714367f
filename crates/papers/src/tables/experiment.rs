//! What is run: papers have tables, tables rows, rows cells; a cell is an algorithm with a
//! budget, how often it is run, and what the paper reports of it.

use serde::Serialize;

use crate::geometry::Variant;
use morpion_search::searchers::{Algorithm, Annealing, Nested};

/// A paper whose experiments are run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// T. Cazenave, *Reflexive Monte-Carlo Search*, 2007.
    Reflexive,
    /// H. Hyyrö and T. Poranen, *New Heuristics for Morpion Solitaire*, 2007.
    NewHeuristics,
    /// H. Wang, M. Preuss, M. Emmerich and A. Plaat, *Tackling Morpion Solitaire with AlphaZero-like Ranked Reward
    /// Reinforcement Learning*, 2020.
    RankedReward,
    /// P. Neveu and M. Doubabi, *Morpion Solitaire Development Report*, 2023.
    Report,
}

impl Paper {
    /// All of them, in order of time.
    pub const ALL: &'static [Self] = &[
        Self::Reflexive,
        Self::NewHeuristics,
        Self::RankedReward,
        Self::Report,
    ];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reflexive => "reflexive",
            Self::NewHeuristics => "new-heuristics",
            Self::RankedReward => "ranked-reward",
            Self::Report => "report",
        }
    }

    /// Authors, title and year.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Reflexive => "Cazenave, Reflexive Monte-Carlo Search (2007)",
            Self::NewHeuristics => "Hyyrö and Poranen, New Heuristics for Morpion Solitaire (2007)",
            Self::RankedReward => {
                "Wang, Preuss, Emmerich and Plaat, Tackling Morpion Solitaire with Ranked Reward (2020)"
            }
            Self::Report => "Neveu and Doubabi, Morpion Solitaire Development Report (2023)",
        }
    }

    /// The machine its times are from, as far as it says.
    pub const fn machine(self) -> &'static str {
        match self {
            Self::Reflexive => "Pentium 4, 2.8 GHz",
            Self::NewHeuristics => "AMD Athlon64 3200+",
            Self::RankedReward => "2 Titan and 6 GTX 980 Ti",
            Self::Report => "not told",
        }
    }
}

/// A table of a paper.
#[derive(Clone, Debug)]
pub struct Table {
    /// Where it is from.
    pub paper: Paper,
    /// Its names: the first is used in files; two of the paper's tables about the same runs are one.
    pub names: &'static [&'static str],
    /// What it is about.
    pub title: &'static str,
    /// What a reader has to know to compare.
    pub note: &'static str,
    /// Its rows.
    pub content: Content,
}

impl Table {
    /// The name used in files.
    ///
    /// # Panics
    /// If the table has no name.
    pub const fn name(&self) -> &'static str {
        self.names[0]
    }

    /// The rows with runs of their own; none for a table of best scores.
    pub fn rows(&self) -> &[Row] {
        match &self.content {
            Content::Runs(rows) => rows,
            Content::Best(_) => &[],
        }
    }
}

/// The rows of a table.
#[derive(Clone, Debug)]
pub enum Content {
    /// Rows with runs of their own.
    Runs(Vec<Row>),
    /// The best scores of the runs of the paper's other tables.
    Best(Vec<BestRow>),
}

/// A row: the cells of one picture, too.
#[derive(Clone, Debug)]
pub struct Row {
    /// The paper's name for it.
    pub label: String,
    /// The rules.
    pub variant: Variant,
    /// At least one.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Rules and label, for people.
    pub fn name(&self) -> String {
        match self.label == self.variant.name() {
            true => self.label.clone(),
            false => format!("{} {}", self.variant, self.label),
        }
    }
}

/// The best score of a method.
#[derive(Clone, Copy, Debug)]
pub struct BestRow {
    /// The rules.
    pub variant: Variant,
    /// The method: one of [`Algorithm::NAMES`].
    pub algorithm: &'static str,
    /// The paper's best score.
    pub best: u32,
}

/// One algorithm with one budget.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The head of the paper's column.
    pub column: String,
    /// What the paper ran.
    pub work: Work,
    /// How often we run it.
    pub runs: Runs,
    /// What the paper reports.
    pub theirs: Theirs,
}

/// How often a cell is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// In the full form.
    pub full: u32,
    /// In the quick form.
    pub quick: u32,
}

/// What a paper reports of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theirs {
    /// Scores.
    pub score: Score,
    /// Seconds a run.
    pub seconds: Option<f64>,
}

/// The scores that a paper reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The score of a single run.
    One(u32),
    /// The mean of several runs.
    Mean {
        /// The mean score.
        mean: f64,
        /// Number of runs, at least 1.
        runs: u32,
    },
    /// The scores of some runs; at least one.
    Some(&'static [u32]),
    /// None that can be read.
    Untold,
}

impl Score {
    /// The mean.
    pub fn mean(self) -> Option<f64> {
        match self {
            Self::One(score) => Some(f64::from(score)),
            Self::Mean { mean, .. } => Some(mean),
            Self::Some(scores) => {
                let sum: u32 = scores.iter().sum();
                Some(f64::from(sum) / scores.len() as f64)
            }
            Self::Untold => None,
        }
    }

    /// Number of runs behind it.
    pub const fn runs(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Mean { runs, .. } => runs as usize,
            Self::Some(scores) => scores.len(),
            Self::Untold => 0,
        }
    }
}

/// What one run does.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The algorithm with its parameters.
    pub algorithm: Algorithm,
    /// Finished games at most; `None` for as many as the algorithm plays of itself.
    pub playouts: Option<u64>,
}

/// The most finished games of a run of the quick form: seconds.
const QUICK_PLAYOUTS: u64 = 400_000;

/// The same where every move is chosen by looking one move ahead, which takes some 30 times as long.
const QUICK_MOBILE_PLAYOUTS: u64 = 10_000;

/// The most steps of a run of annealing in the quick form: seconds.
const QUICK_STEPS: u64 = 10_000_000;

/// The most iterations of learning in the quick form: seconds.
const QUICK_ITERATIONS: u32 = 3;

/// The most simulations a move after them.
const QUICK_SIMULATIONS: u32 = 20;

impl Work {
    /// The algorithm until it is done.
    pub const fn whole(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            playouts: None,
        }
    }

    /// The algorithm for this many games.
    pub const fn games(algorithm: Algorithm, playouts: u64) -> Self {
        Self {
            algorithm,
            playouts: Some(playouts),
        }
    }

    /// The work of the quick form: annealing takes fewer steps at each temperature, everything else
    /// ends after so many games; learning takes fewer iterations and a shorter look ahead. Work that is small enough stays as it is; other work may still end before
    /// its limit, see [`Self::is_cut_off`].
    pub fn quick(&self) -> Self {
        if let Algorithm::Annealing(annealing) = self.algorithm {
            let r = (QUICK_STEPS / temperatures(annealing)).max(1);
            let algorithm = Algorithm::Annealing(Annealing {
                r: annealing.r.min(r),
                ..annealing
            });
            return Self::whole(algorithm);
        }
        if let Algorithm::RankedReward(learner) = &self.algorithm {
            let mut learner = learner.clone();
            learner.params.iterations = learner.params.iterations.min(QUICK_ITERATIONS);
            learner.params.m = learner.params.m.min(QUICK_SIMULATIONS);
            return Self::whole(Algorithm::RankedReward(learner));
        }
        let most = match self.algorithm {
            Algorithm::SamplingMobility | Algorithm::Uct(_) => QUICK_MOBILE_PLAYOUTS,
            _ => QUICK_PLAYOUTS,
        };
        let playouts = match self.usual_playouts() {
            Some(n) if n <= most => self.playouts,
            _ => Some(most),
        };
        Self {
            playouts,
            ..self.clone()
        }
    }

    /// About how many games it plays, by the numbers of moves and of legal moves of games of 5T, which has
    /// the most.
    fn usual_playouts(&self) -> Option<u64> {
        const MOVES: u64 = 100;
        const LEGAL: u64 = 15;
        let usual = match &self.algorithm {
            Algorithm::Rs1(rs1) => MOVES * LEGAL * u64::from(rs1.samples),
            Algorithm::Rs2(rs2) => MOVES * u64::from(rs2.samples),
            Algorithm::Nested(nested) => {
                let steps = if nested.one_step { 2 } else { MOVES };
                (steps * LEGAL).checked_pow(nested.level.into())?
            }
            Algorithm::Reflexive(reflexive) => reflexive
                .games
                .iter()
                .try_fold(1u64, |all, &n| all.checked_mul(MOVES * u64::from(n)))?,
            _ => return self.playouts,
        };
        Some(usual)
    }

    /// Whether a run of it with so many games did less than `whole`, whose quick form it may be.
    pub fn is_cut_off(&self, whole: &Self, playouts: u64) -> bool {
        let is_at_limit = self.playouts.is_none_or(|most| playouts >= most);
        self != whole && is_at_limit
    }

    /// In words, in the papers' letters.
    pub fn describe(&self) -> String {
        let algorithm = match &self.algorithm {
            Algorithm::Rs1(rs1) => format!("s = {}", grouped(rs1.samples.into())),
            Algorithm::Rs2(rs2) => format!("s = {}", grouped(rs2.samples.into())),
            Algorithm::Annealing(annealing) => describe_annealing(*annealing),
            Algorithm::Nested(nested) => describe_nested(*nested),
            Algorithm::Reflexive(reflexive) => {
                let games = reflexive.games.iter().map(|&n| grouped(n.into()));
                games.collect::<Vec<_>>().join(" x ")
            }
            Algorithm::RankedReward(learner) => describe_learner(&learner.params),
            // These go on until their games are played.
            _ => String::new(),
        };
        match (algorithm.is_empty(), self.playouts) {
            (_, None) => algorithm,
            (true, Some(n)) => format!("{} games", grouped(n)),
            (false, Some(n)) => format!("{algorithm}, at most {} games", grouped(n)),
        }
    }
}

fn describe_annealing(annealing: Annealing) -> String {
    let Annealing { t0, t1, alpha, r } = annealing;
    let r = grouped(r);
    if t0 == t1 {
        return format!("t = {t0}, r = {r}");
    }
    format!("t = {t0} to {t1}, alpha = {alpha}, r = {r}")
}

fn describe_learner(params: &crate::learn::Params) -> String {
    let crate::learn::Params {
        iterations,
        episodes,
        m,
        ..
    } = params;
    format!("I = {iterations}, E = {episodes}, m = {m}")
}

fn describe_nested(nested: Nested) -> String {
    let one_step = if nested.one_step { ", one step" } else { "" };
    format!("level {}{one_step}", nested.level)
}

/// How many temperatures annealing goes through, at least 1.
fn temperatures(annealing: Annealing) -> u64 {
    let Annealing { t0, t1, alpha, .. } = annealing;
    ((t1 / t0).ln() / alpha.ln()).max(0.0) as u64 + 1
}

/// `12,345`
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_search::searchers::{Reflexive, Rs1, Uct};

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let groups = [0, 12, 123, 1234, 123_456, 10_000_000].map(grouped);
        let wanted = ["0", "12", "123", "1,234", "123,456", "10,000,000"];
        assert_eq!(groups, wanted);
    }

    #[test]
    fn small_work_stays_as_it_is_in_the_quick_form() {
        for work in [
            Work::games(Algorithm::Sampling, QUICK_PLAYOUTS),
            Work::games(Algorithm::SamplingMobility, QUICK_MOBILE_PLAYOUTS),
            Work::whole(Algorithm::Rs1(Rs1 { samples: 10 })),
            Work::whole(Algorithm::Reflexive(Reflexive { games: vec![10, 1] })),
        ] {
            assert_eq!(work.quick(), work);
        }
    }

    #[test]
    fn large_work_is_cut_off() {
        let sampling = Work::games(Algorithm::Sampling, QUICK_PLAYOUTS + 1);
        assert_eq!(sampling.quick().playouts, Some(QUICK_PLAYOUTS));
        let uct = Work::games(Algorithm::Uct(Uct { c: 0.1 }), 1_000_000);
        assert_eq!(uct.quick().describe(), "10,000 games");
        let rs1 = Work::whole(Algorithm::Rs1(Rs1 { samples: 10_000 }));
        assert_eq!(rs1.quick().describe(), "s = 10,000, at most 400,000 games");
    }

    #[test]
    fn work_that_ends_before_its_limit_is_not_cut_off() {
        let rs1 = Work::whole(Algorithm::Rs1(Rs1 { samples: 1000 }));
        assert!(!rs1.is_cut_off(&rs1, 900_000));
        assert!(!rs1.quick().is_cut_off(&rs1, QUICK_PLAYOUTS - 1));
        assert!(rs1.quick().is_cut_off(&rs1, QUICK_PLAYOUTS));
        let (t0, t1, alpha, r) = (8.0, 8.0, 0.5, 1_000_000_000);
        let annealing = Work::whole(Algorithm::Annealing(Annealing { t0, t1, alpha, r }));
        assert!(annealing.quick().is_cut_off(&annealing, 3));
    }

    #[test]
    fn annealing_is_scaled_by_its_steps_and_cools_as_before() {
        let annealing = |r| {
            let (t0, t1, alpha) = (8.0, 1.0, 0.5);
            Work::whole(Algorithm::Annealing(Annealing { t0, t1, alpha, r }))
        };
        // Four temperatures: 8, 4, 2, 1.
        assert_eq!(annealing(100_000_000).quick(), annealing(QUICK_STEPS / 4));
        assert_eq!(annealing(10).quick(), annealing(10));
    }

    #[test]
    fn work_is_described_in_the_letters_of_the_papers() {
        let annealing = |t1| {
            let (t0, alpha, r) = (2.0, 0.5, 1000);
            Work::whole(Algorithm::Annealing(Annealing { t0, t1, alpha, r })).describe()
        };
        assert_eq!(annealing(2.0), "t = 2, r = 1,000");
        assert_eq!(annealing(1.0), "t = 2 to 1, alpha = 0.5, r = 1,000");
        let games = vec![100, 1000];
        let reflexive = Work::whole(Algorithm::Reflexive(Reflexive { games }));
        assert_eq!(reflexive.describe(), "100 x 1,000");
    }
}
