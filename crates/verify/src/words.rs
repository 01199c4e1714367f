//! A check in words and as data.

use serde_json::{Value, json};

use super::folders::Elsewhere;
use super::report::{Fault, Report};
use morpion_conclusion::LevelSummary;
use morpion_output::text::{colour, count, some_of};

/// The most boxes that are named: so many names fit a few lines.
const NAMED: usize = 40;

impl Report {
    /// The findings as lines of text; the last line says whether the folder is sound.
    pub fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} ({}): {} box files, {} graphs and games replayed, {} claimed and {} proven bounds",
            self.folder.display(),
            self.setting,
            self.boxes,
            self.objects,
            self.claimed,
            self.proven,
        )];
        if self.arrivals > 0 {
            let n = self.arrivals;
            lines.push(format!(
                "  {n} proofs that no game arrives at a box by some sides"
            ));
        }
        lines.extend(self.walked());
        for sentence in self.theorems.iter().filter(|_| self.is_sound()) {
            lines.push(format!("  theorem file: {sentence}"));
        }
        lines.push(format!("  {}", self.conclusion()));
        for Fault { path, reason } in &self.faults {
            let fault = colour::bad("FAULT");
            lines.push(format!("  {fault} {}: {reason}", path.display()));
        }
        lines.push(match self.faults.len() {
            0 => colour::good("  sound: no fault found"),
            n => colour::bad(format_args!("  NOT SOUND: {}", count(n, "fault"))),
        });
        lines.join("\n") + "\n"
    }

    fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    fn walked(&self) -> Vec<String> {
        let LevelSummary {
            met, empty, open, ..
        } = &self.walk;
        let mut lines = vec![format!(
            "  walk from (0,0,0,0), claims believed: {met} boxes met, {empty} of them shown to hold no game, {} without a bound on games",
            open.len(),
        )];
        if !open.is_empty() {
            let names = some_of(open, NAMED, " ");
            lines.push(format!("  without a bound: {names}"));
        }
        if !self.beside.is_empty() {
            let names = some_of(&self.beside, NAMED, " ");
            lines.push(format!(
                "  not met by the walk, which does no harm: {names}"
            ));
        }
        lines
    }

    /// The statement about all games that follows from the bounds.
    fn conclusion(&self) -> String {
        let none = |n: u32| format!("no game of {} has more than {n} moves", self.setting);
        let certain = self.is_sound();
        match (self.proven_bound, self.walk.bound) {
            (Some(n), Some(m)) if certain && n == m => format!("{}: proven", none(n)),
            (Some(n), Some(m)) if certain => format!("{}: proven; {}: claimed", none(n), none(m)),
            (None, Some(m)) if certain => format!("{}: claimed, not proven", none(m)),
            (_, None) => {
                "the walk has not come to an end, so nothing follows for all of them".to_owned()
            }
            _ => "nothing follows for all of them as long as there are faults".to_owned(),
        }
    }

    fn json(&self) -> Value {
        let faults = self.faults.iter().map(|fault| {
            json!({
                "file": fault.path.display().to_string(),
                "reason": fault.reason.to_string(),
                "unreadable": fault.reason.is_unreadable(),
            })
        });
        let certain = |bound: Option<u32>| bound.filter(|_| self.is_sound());
        json!({
            "folder": self.folder.display().to_string(),
            "variant": self.setting.variant,
            "symmetric": self.setting.symmetric,
            "boxes": self.boxes,
            "objects_replayed": self.objects,
            "claimed_bounds": self.claimed,
            "proven_bounds": self.proven,
            "refuted_arrivals": self.arrivals,
            "met": self.walk.met,
            "empty": self.walk.empty,
            "open": self.walk.open,
            "not_met": self.beside,
            "games_at_most_proven": certain(self.proven_bound),
            "games_at_most_claimed": certain(self.walk.bound),
            "theorems": if self.is_sound() { &self.theorems[..] } else { &[] },
            "faults": faults.collect::<Vec<_>>(),
        })
    }
}

/// All reports of a check, and the folders that it left to other commands, for machines.
pub fn json(reports: &[Report], elsewhere: &[Elsewhere]) -> Value {
    let folders: Vec<Value> = reports.iter().map(Report::json).collect();
    let skipped = elsewhere
        .iter()
        .map(|other| json!({ "folder": other.folder.display().to_string(), "checked_by": other.command }));
    json!({
        "format": "morpion-results-check",
        "version": 2,
        "sound": reports.iter().all(Report::is_sound),
        "folders": folders,
        "skipped": skipped.collect::<Vec<_>>(),
    })
}
