//! How far a check has come, drawn on one line of a terminal.

use morpion_check_core::folder::Said;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two drawings.
const EVERY: Duration = Duration::from_secs(1);

/// The progress of a check: how much has been verified, and how much there is.
pub(crate) struct Progress {
    is_on: bool,
    /// The time that a sample may take.
    limit: Option<Duration>,
    state: Mutex<State>,
}

struct State {
    /// When this began.
    start: Instant,
    /// Certificates and their bytes.
    done: (usize, u64),
    all: (usize, u64),
    /// Whether octagons, each of which counts as a byte, are counted instead.
    octagons: bool,
    is_drawn: bool,
}

impl State {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            done: (0, 0),
            all: (0, 0),
            octagons: false,
            is_drawn: false,
        }
    }
}

impl Progress {
    /// Progress that is drawn on standard error, if that is a terminal and `is_wanted`.
    pub(crate) fn new(is_wanted: bool, limit: Option<Duration>) -> Self {
        Self {
            is_on: is_wanted && io::stderr().is_terminal(),
            limit,
            state: Mutex::new(State::new()),
        }
    }

    pub(crate) fn hear(&self, said: Said<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match said {
            Said::Looked(_, certificates) => {
                (state.done, state.all) = ((0, 0), certificates);
                state.octagons = false;
                drop(state);
                if self.is_on {
                    self.draw();
                }
            }
            Said::Valid(_, bytes, _) => state.done = (state.done.0 + 1, state.done.1 + bytes),
            Said::Read(..) | Said::Failed(..) | Said::Listed(_) => {}
        }
    }

    /// Notes how many octagons of a certificate are closed.
    pub(crate) fn closed(&self, closed: usize, all: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if closed < state.done.0 {
            state.start = Instant::now();
        }
        state.octagons = true;
        state.done = (closed, closed as u64);
        state.all = (all, all as u64);
    }

    /// How far the check has come, for a user who breaks it off; `None` where nothing is counted.
    pub(crate) fn how_far(&self) -> Option<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.all.0 > 0).then(|| words(&state, None))
    }

    /// Draws until something is sent, or can be sent no more.
    pub(crate) fn draw_until(&self, over: &Receiver<()>) {
        while self.is_on && over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            self.draw();
        }
        self.erase();
    }

    /// Draws the line. A terminal that goes away is no reason to stop.
    fn draw(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.all.0 == 0 {
            // No theorem has been looked at.
            return;
        }
        state.is_drawn = true;
        let words = words(&state, self.left(&state));
        let mut out = io::stderr().lock();
        let _ = write!(out, "\r\x1b[2K{words}").and_then(|()| out.flush());
    }

    pub(crate) fn erase(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut state.is_drawn) {
            let mut out = io::stderr().lock();
            let _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
        }
    }

    /// The time that the bytes left will take at the speed so far; of a sample, at most the time that is left to it.
    fn left(&self, state: &State) -> Option<Duration> {
        let (elapsed, (_, done), (_, all)) = (state.start.elapsed(), state.done, state.all);
        let left = self.limit.map(|limit| limit.saturating_sub(elapsed));
        let share = done as f64 / all.max(1) as f64;
        let rest = (done > 0).then(|| elapsed.mul_f64(((1.0 - share) / share).clamp(0.0, 1e6)));
        [left, rest].into_iter().flatten().min()
    }
}

/// `12 of 369 certificates, 3.1 % of their bytes, about 38 min left`
fn words(state: &State, left: Option<Duration>) -> String {
    let ((done, part), (all, whole)) = (state.done, state.all);
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    let left = left.map_or_else(String::new, |left| match left.as_secs() {
        seconds @ 0..100 => format!(", about {seconds} s left"),
        seconds => format!(", about {} min left", seconds.div_ceil(60)),
    });
    if state.octagons {
        format!("{done} of {all} octagons, {share:.1} %{left}")
    } else {
        format!("{done} of {all} certificates, {share:.1} % of their bytes{left}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(done: (usize, u64), all: (usize, u64)) -> State {
        State {
            done,
            all,
            ..State::new()
        }
    }

    #[test]
    fn the_line_says_how_much_and_how_long() {
        let line = |left| words(&state((12, 3), (369, 100)), left);
        assert_eq!(line(None), "12 of 369 certificates, 3.0 % of their bytes");
        let minutes = line(Some(Duration::from_secs(2280)));
        assert!(minutes.ends_with(", about 38 min left"), "{minutes}");
        assert!(minutes.len() < 80);
        assert_eq!(
            words(&state((0, 0), (0, 0)), None),
            "0 of 0 certificates, 0.0 % of their bytes"
        );
    }

    #[test]
    fn octagons_are_counted() {
        let progress = Progress::new(false, None);
        progress.closed(32, 128);
        let state = progress.state.lock().unwrap();
        assert_eq!(words(&state, None), "32 of 128 octagons, 25.0 %");
    }

    #[test]
    fn what_is_left_is_at_most_what_was_allowed() {
        let progress = Progress::new(true, Some(Duration::from_secs(10)));
        let state = state((1, 1), (1000, 1_000_000_000));
        assert!(progress.left(&state) <= Some(Duration::from_secs(10)));
        assert_eq!(Progress::new(true, None).left(&State::new()), None);
    }
}
