//! The progress of a run: bars on a terminal, plain lines otherwise.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressFinish, ProgressStyle};

use morpion_output::text::rough;
use morpion_proof::claim::Ask;
use morpion_proof::engine::{Ending, Progress};
use morpion_prove::{Event, Limits, Observer, Pace, answer_line};
use morpion_rules::geometry::BoundingBox;
use morpion_verify::certificate::Repeated;

/// The form in which the run is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Redrawn lines, for a terminal.
    Bars,
    /// One line per box, and one a minute for a box that takes long, for a log.
    Lines,
    /// Only what went wrong.
    Quiet,
}

/// The observer of a run that people watch.
pub(in crate::cli) struct Console {
    manner: Manner,
    start: Instant,
    time_limit: Option<Duration>,
    bars: MultiProgress,
    head: ProgressBar,
    state: Mutex<State>,
}

/// How often a log reports on work that takes long.
const LOG_EVERY: Duration = Duration::from_secs(60);
/// How soon a log reports on the first certificates; shorter work is not announced.
const LOG_SOON: Duration = Duration::from_secs(15);

#[derive(Default)]
struct State {
    /// When a log last reported on the repetition of certificates, and after how long it reports again.
    checked: Option<(Instant, Duration)>,
    /// While certificates are repeated: how many are done, and how many there are.
    repeated: Option<(usize, usize)>,
    in_flight: BTreeMap<BoundingBox, Flight>,
    /// The line to log for a box once it is settled.
    lines: BTreeMap<BoundingBox, String>,
    open: usize,
    done: usize,
    met: usize,
}

struct Flight {
    what: String,
    at_least: Option<u32>,
    since: Instant,
    pace: Pace,
    /// When a log last reported on the box.
    said: Instant,
    bar: ProgressBar,
}

impl Console {
    /// A console for a run that knows `known` boxes from earlier.
    pub(in crate::cli) fn new(quiet: bool, limits: Limits, known: usize) -> Self {
        let manner = match (quiet, draws()) {
            (true, _) => Manner::Quiet,
            (false, true) => Manner::Bars,
            (false, false) => Manner::Lines,
        };
        let bars = MultiProgress::new();
        let head = line(manner, &bars);
        let console = Self {
            manner,
            start: Instant::now(),
            time_limit: limits.run,
            bars,
            head,
            state: Mutex::default(),
        };
        if known > 0 && manner != Manner::Quiet {
            console.say(&format!("boxes known from earlier runs: {known}"));
        }
        console
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line on stderr that does not disturb the bars. The run goes on when stderr is
    /// closed, so an error is no reason to stop (and `eprintln!` would panic).
    fn say(&self, line: &str) {
        let _ = if self.manner == Manner::Bars {
            self.bars.println(line)
        } else {
            writeln!(std::io::stderr(), "{line}")
        };
    }

    /// Takes the bars off the terminal.
    pub(in crate::cli) fn finish(&self) {
        self.head.finish_and_clear();
        let _ = self.bars.clear();
    }

    /// Says at once that the interrupt was noticed, and which boxes it stops.
    pub(in crate::cli) fn stopping(&self) {
        let state = self.lock();
        let in_flight: Vec<String> = state.in_flight.keys().map(ToString::to_string).collect();
        let repeated = state.repeated;
        drop(state);
        self.say(&match (repeated, in_flight.len()) {
            (Some(_), _) => format!("interrupted: {}", self.how_far()),
            (None, 0) => "interrupted: no box was in flight".to_owned(),
            _ => format!("interrupted in the middle of {}", in_flight.join(" ")),
        });
    }

    /// The number of certificates that have been repeated, in words.
    pub(in crate::cli) fn how_far(&self) -> String {
        let (done, all) = self.lock().repeated.unwrap_or_default();
        format!("{done} of {all} certificates were checked, and all of them hold")
    }

    /// Says how to go on after the interrupt. `all_handed_over`: whether all engines had time to hand over what they had shown.
    pub(in crate::cli) fn stopped(&self, folder: &Path, all_handed_over: bool, resume: &str) {
        self.finish();
        let folder = folder.display();
        let others = if all_handed_over {
            "what the exact engine had shown of the others"
        } else {
            "what the exact engine had kept of the others before"
        };
        let _ = writeln!(
            std::io::stderr(),
            "every box finished before is in {folder}, and {others}; to go on: {resume}"
        );
    }

    fn started(&self, ask: &Ask) {
        let what = ask.in_words();
        let bounding_box = ask.subject().bounding_box;
        let bar = line(self.manner, &self.bars);
        bar.set_message(format!("{bounding_box} {what}"));
        let flight = Flight {
            what,
            at_least: ask.at_least(),
            since: Instant::now(),
            pace: Pace::default(),
            said: Instant::now(),
            bar,
        };
        let mut state = self.lock();
        state.in_flight.insert(bounding_box, flight);
        self.draw_head(&state);
    }

    fn progress(&self, bounding_box: BoundingBox, progress: Progress) {
        if self.manner == Manner::Quiet {
            return;
        }
        let mut state = self.lock();
        let Some(flight) = state.in_flight.get_mut(&bounding_box) else {
            return;
        };
        let is_due = flight.said.elapsed() >= LOG_EVERY;
        if self.manner == Manner::Lines && !is_due {
            return;
        }
        let seconds = flight.since.elapsed().as_secs();
        let how_far = flight.pace.describe(progress, flight.at_least);
        let words = format!("{bounding_box} {}, {how_far}, {seconds} s", flight.what);
        if self.manner == Manner::Lines {
            flight.said = Instant::now();
            self.say(&words);
        } else {
            flight.bar.set_message(words);
        }
    }

    /// Reports on the certificates of earlier runs that are being repeated. Long work is announced; a log reports on it soon, and
    /// every minute.
    pub(in crate::cli) fn checking(&self, repeated: Repeated) {
        let (done, all) = repeated.proofs;
        if all == 0 {
            return;
        }
        // The most useful words come first, since a narrow terminal cuts off the end.
        let words = format!(
            "checking certificates: about {} left, {done} of {all} done, {:.1} % of the work",
            rough(repeated.left),
            100.0 * repeated.share,
        );
        self.head.set_message(words.clone());
        let mut state = self.lock();
        state.repeated = Some((done, all));
        let is_due = match state.checked {
            None => self.manner != Manner::Quiet && repeated.left >= LOG_SOON,
            Some((said, since)) => self.manner == Manner::Lines && said.elapsed() >= since,
        };
        if is_due {
            let next = state.checked.map_or(LOG_SOON, |_| LOG_EVERY);
            state.checked = Some((Instant::now(), next));
            self.say(&words);
        }
    }

    /// Reports that so many certificates have been repeated, and hold.
    pub(in crate::cli) fn checked(&self, all: usize) {
        self.lock().repeated = None;
        if all > 0 && self.manner != Manner::Quiet {
            self.say(&format!(
                "checked {all} certificates of earlier runs: all hold"
            ));
        }
    }

    fn landed(&self, bounding_box: BoundingBox, line: Option<String>, is_open: bool) {
        let mut state = self.lock();
        if let Some(flight) = state.in_flight.remove(&bounding_box) {
            flight.bar.finish_and_clear();
            self.bars.remove(&flight.bar);
        }
        state.open += usize::from(is_open);
        if let Some(line) = line {
            state.lines.insert(bounding_box, line);
        }
        self.draw_head(&state);
    }

    fn settled(&self, bounding_box: BoundingBox, done: usize, met: usize) {
        let mut state = self.lock();
        (state.done, state.met) = (done, met);
        self.draw_head(&state);
        let line = state.lines.remove(&bounding_box);
        drop(state);
        if let (Manner::Lines, Some(line)) = (self.manner, line) {
            self.say(&format!("{line} [{done} of {met} boxes met so far]"));
        }
    }

    /// The error itself is printed when the process ends.
    fn breaking_off(&self) {
        let in_flight = self.lock().in_flight.len();
        if in_flight > 0 {
            self.say(&format!(
                "breaking off; waiting for {in_flight} boxes in flight"
            ));
        }
    }

    fn draw_head(&self, state: &State) {
        let waiting = state.met.saturating_sub(state.done + state.in_flight.len());
        self.head.set_message(format!(
            "boxes: {} done, {} unanswered, {} in flight, {waiting} waiting; {}",
            state.done,
            state.open,
            state.in_flight.len(),
            self.estimate(),
        ));
    }

    /// Larger boxes take longer by no known factor, and how many there will be is not known
    /// either: no estimate is honest, and only a time limit tells how long a run may take.
    fn estimate(&self) -> String {
        match self.time_limit {
            Some(limit) => {
                let left = limit.saturating_sub(self.start.elapsed()).as_secs();
                format!("{left} s left at most")
            }
            None => "time left unknown".to_owned(),
        }
    }
}

impl Observer for Console {
    fn tell(&self, event: &Event<'_>) {
        match event {
            Event::Started(ask) => self.started(ask),
            Event::Progress(bounding_box, progress) => self.progress(*bounding_box, *progress),
            Event::Answered(ask, answer, facts) => {
                let line = answer_line(ask, answer, facts);
                let is_open = answer.ending != Ending::Answered;
                self.landed(ask.subject().bounding_box, Some(line), is_open);
            }
            Event::Failed(ask, words) => {
                self.landed(ask.subject().bounding_box, None, true);
                self.say(&format!(
                    "{}: left open: {words}",
                    ask.subject().bounding_box
                ));
            }
            Event::Conflict(conflict) => self.say(&format!("contradiction: {conflict}")),
            Event::NotKept(ask, error) => {
                self.say(&format!("{}: {error}", ask.subject().bounding_box));
            }
            Event::Broken(_) => self.breaking_off(),
            Event::Settled {
                bounding_box,
                done,
                met,
            } => self.settled(*bounding_box, *done, *met),
        }
    }
}

/// Whether progress may be drawn rather than logged.
fn draws() -> bool {
    std::io::stderr().is_terminal()
}

/// A line for progress, drawn on a terminal only, until it is dropped.
pub(in crate::cli) fn progress_line(quiet: bool) -> ProgressBar {
    if quiet || !draws() {
        ProgressBar::hidden()
    } else {
        spinner()
    }
}

/// One line of several.
fn line(manner: Manner, bars: &MultiProgress) -> ProgressBar {
    match manner {
        Manner::Bars => bars.add(spinner()),
        Manner::Lines | Manner::Quiet => ProgressBar::hidden(),
    }
}

fn spinner() -> ProgressBar {
    let bar = styled(
        ProgressBar::new_spinner(),
        "{spinner} {wide_msg} [{elapsed}]",
    );
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A bar in the form of this template, drawn on a terminal only, until it is dropped.
pub(in crate::cli) fn progress_bar(length: usize, template: &str) -> ProgressBar {
    styled(ProgressBar::new(length as u64), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
