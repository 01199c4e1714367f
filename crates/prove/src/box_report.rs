//! The report on one question about one box: the result in a word, and the answer in words and as data.

use serde::Serialize;
use serde_json::{Value, json};

use morpion_conclusion::Listed;
use morpion_output::text::{colour, count};
use morpion_proof::claim::{Ask, Evidence, Objects, Subject, UpperBound};
use morpion_proof::engine::{Answer, Ending};
use morpion_results::BoxFacts;
use morpion_rules::game::order_moves;
use morpion_rules::geometry::Move;

/// The result in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BoxResult {
    /// The largest object was found.
    Optimal,
    /// Nothing fits the box, or no game arrives.
    Empty,
    /// No object is as large as asked for.
    Refuted,
    /// An object as large as asked for was found.
    Found,
    /// All objects as large as asked for are listed.
    Listed,
    /// The time ran out before the answer.
    TimeLimit,
    /// The user stopped the search before the answer.
    Interrupted,
    /// The engine gave up.
    Undecided,
}

impl BoxResult {
    /// The result of an answer; `proven` is the bound that was proven before.
    pub fn of(ask: &Ask, answer: &Answer, proven: Option<UpperBound>) -> Self {
        let shown = answer.shown.as_ref().map(|shown| &shown.claim);
        let bound = answer.bound().map(|(bound, _)| bound);
        let bound = bound.into_iter().chain(proven).min();
        let best = answer.best(ask.subject().objects);
        let best = best.map(|moves| moves.len() as u32);
        match (answer.ending, ask.at_least()) {
            (Ending::TimeLimit, _) => Self::TimeLimit,
            (Ending::Interrupted, _) => Self::Interrupted,
            (Ending::Undecided, _) => Self::Undecided,
            (Ending::Answered, _) if ask.is_list() && shown == ask.claim() => Self::Listed,
            (Ending::Answered, _) if ask.is_list() && shown.is_none() => Self::Undecided,
            (Ending::Answered, Some(k)) if best.is_some_and(|n| n >= k) => Self::Found,
            (Ending::Answered, Some(k)) if bound.is_some_and(|b| b.refutes(k)) => Self::Refuted,
            (Ending::Answered, None) if bound == Some(UpperBound::Empty) => Self::Empty,
            (Ending::Answered, None) if bound == best.map(UpperBound::AtMost) => Self::Optimal,
            (Ending::Answered, _) => Self::Undecided,
        }
    }

    /// Whether the result rests on the claim shown, and so has its evidence.
    fn rests_on_claim(self) -> bool {
        matches!(
            self,
            Self::Optimal | Self::Empty | Self::Refuted | Self::Listed
        )
    }

    /// Whether the question was answered, one way or the other.
    pub fn is_answer(self) -> bool {
        self.rests_on_claim() || self == Self::Found
    }

    /// Whether the search was stopped before it had its answer.
    pub fn is_stopped(self) -> bool {
        matches!(self, Self::TimeLimit | Self::Interrupted)
    }
}

impl std::fmt::Display for BoxResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The word that stands in JSON.
        self.serialize(f)
    }
}

/// A question about a box and its answer, to be reported.
#[derive(Debug)]
pub struct BoxReport<'a> {
    ask: &'a Ask,
    answer: &'a Answer,
    /// The facts known of the box before.
    known: Option<&'a BoxFacts>,
    /// The result of the answer.
    pub result: BoxResult,
}

impl<'a> BoxReport<'a> {
    /// The report on this answer, next to the facts known of the box.
    pub fn new(ask: &'a Ask, answer: &'a Answer, known: Option<&'a BoxFacts>) -> Self {
        let objects = ask.subject().objects;
        let proven = known.and_then(|facts| facts.bound(objects, Evidence::Proven));
        Self {
            ask,
            answer,
            known,
            result: BoxResult::of(ask, answer, proven),
        }
    }

    /// The evidence for the result; `None` when it needs none.
    fn evidence(&self) -> Option<Evidence> {
        // If no claim was shown now, the result rests on an earlier proof.
        let shown = self.answer.shown.as_ref().map(|shown| shown.evidence);
        let evidence = shown.unwrap_or(Evidence::Proven);
        self.result.rests_on_claim().then_some(evidence)
    }

    fn listed(&self) -> Option<Listed> {
        self.answer.listed.as_deref().map(Listed::of)
    }

    /// The question and the answer, for machines.
    pub fn json(&self) -> Value {
        let subject = self.ask.subject();
        let mut value = json!({
            "verdict": self.result,
            "evidence": self.evidence(),
            "question": {
                "variant": subject.setting.variant,
                "bounding_box": subject.bounding_box,
                "objects": subject.objects,
                "at_least": self.ask.at_least(),
                "symmetric": subject.setting.symmetric,
            },
            "answer": self.found(),
        });
        if let Some(by) = self.ask.arrival() {
            value["question"]["arrival"] = by.to_string().into();
        }
        if self.ask.is_list() {
            value["question"]["all_of"] = true.into();
            value["answer"]["listed"] = json!(self.listed());
        }
        value
    }

    /// The engine's answer with its effort, for machines.
    fn found(&self) -> Value {
        let (answer, effort) = (self.answer, self.answer.effort);
        json!({
            "ending": answer.ending,
            "status": answer.status,
            "lp_bound": answer.relaxation,
            "bound": answer.bound(),
            "best_graph": answer.best(Objects::Graphs),
            "best_game": answer.best(Objects::Games),
            "seconds": effort.seconds,
            "core_seconds": effort.core_seconds,
            "nodes": effort.nodes,
            "evaluations": effort.evaluations,
            "explored": answer.explored(),
            "engine": answer.engine,
        })
    }

    /// The answer in words; the last line is the result.
    pub fn text(&self) -> String {
        let answer = self.answer;
        let mut lines = vec![format!("box         {}", self.question_line())];
        // It is not computed where a number of moves is asked for.
        if let Some(bound) = answer.relaxation {
            lines.push(format!("LP bound    {bound:.6}"));
        }
        lines.extend([
            format!("best graph  {}", self.best_line(Objects::Graphs)),
            format!("best game   {}", self.best_line(Objects::Games)),
            format!("bound       {}", self.bound_line()),
            format!("engine      {}: {}", answer.engine, answer.status),
            format!("work        {}", work_line(answer)),
        ]);
        if let Some(share) = answer.explored() {
            lines.push(format!("explored    {:.4} % of the tree", share * 100.0));
        }
        let listed = self.listed().map(|listed| format!(" {listed}"));
        let evidence = self.evidence().map(|evidence| format!(" ({evidence})"));
        let (listed, evidence) = (listed.unwrap_or_default(), evidence.unwrap_or_default());
        let last = format!("{}{listed}{evidence}", self.result);
        lines.push(match self.result.is_answer() {
            true => colour::good(last),
            false => colour::open(last),
        });
        lines.join("\n")
    }

    fn question_line(&self) -> String {
        let Subject {
            setting,
            bounding_box,
            objects,
        } = self.ask.subject();
        let (variant, kind) = (setting.variant, objects.plural());
        let symmetric = if setting.symmetric { ", symmetric" } else { "" };
        let arriving = self.ask.arrival().map(|by| format!(" arriving by {by}"));
        let arriving = arriving.unwrap_or_default();
        format!("{bounding_box} {variant}, {kind}{symmetric}{arriving}")
    }

    /// The largest object of a kind that was met or is known, or else the reason why there is none.
    fn best_line(&self, objects: Objects) -> String {
        let met = self.answer.best(objects);
        let size = met.map(|moves| moves.len() as u32);
        match self.known.and_then(|facts| facts.best(objects)) {
            Some(known) if size.is_none_or(|size| size < known) => {
                return format!("{}, known before", count(known, "move"));
            }
            _ => {}
        }
        match met {
            Some(moves) if objects == Objects::Graphs => graph_line(self.ask.subject(), moves),
            Some(moves) => count(moves.len(), "move"),
            None => self.none_met(objects).to_owned(),
        }
    }

    /// Why no object of a kind was met. Games are graphs, so a question about graphs is one about games, too, where the answer is no.
    fn none_met(&self, objects: Objects) -> &'static str {
        let asked = self.ask.subject().objects;
        let is_no = objects == Objects::Games || asked == Objects::Graphs;
        let listed = self.answer.listed.as_ref().filter(|_| objects == asked);
        match (self.answer.bound(), listed) {
            (_, Some(listed)) if !listed.is_empty() => "in the list",
            (_, Some(_)) => "none of so many moves",
            (Some((UpperBound::AtMost(_), _)), _) if is_no => "none of so many moves",
            (Some((UpperBound::Empty, _)), _) if is_no => "none",
            (None, _) if objects == asked => "none found",
            _ => "not searched for",
        }
    }

    fn bound_line(&self) -> String {
        match self.answer.bound() {
            None => "none".to_owned(),
            Some((UpperBound::Empty, evidence)) if self.ask.arrival().is_some() => {
                format!("no game arrives so ({evidence})")
            }
            Some((UpperBound::Empty, evidence)) => format!("nothing fits ({evidence})"),
            Some((at_most, evidence)) => format!("{at_most} ({evidence})"),
        }
    }
}

fn work_line(answer: &Answer) -> String {
    let effort = answer.effort;
    let seconds = effort.seconds.map(|s| format!("{s:.1} s"));
    let evaluations = Some(effort.evaluations).filter(|&n| n > 0);
    let parts = [
        seconds,
        Some(count(effort.nodes, "node")),
        evaluations.map(|n| count(n, "evaluation")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn graph_line(subject: &Subject, moves: &[Move]) -> String {
    let size = count(moves.len(), "move");
    match order_moves(subject.setting.variant, moves) {
        Ok(_) => format!("{size}, playable"),
        Err(cycle) => format!("{size}, not playable: {cycle}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_proof::claim::{Claim, Setting};
    use morpion_proof::engine::Shown;
    use morpion_rules::geometry::Variant;

    fn subject() -> Subject {
        let bounding_box = "1,0,0,0".parse().unwrap();
        Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Graphs)
    }

    fn answer(ending: Ending, shown: Option<Claim>) -> Answer {
        Answer {
            ending,
            shown: shown.map(Shown::claimed),
            ..Answer::new("one".to_owned())
        }
    }

    #[test]
    fn a_result_needs_what_was_shown() {
        let refutation = subject().refuting(41);
        let (holds, largest) = (Ask::from(refutation), Ask::from(subject()));
        let of = |ask, ending, shown| BoxResult::of(ask, &answer(ending, shown), None);
        let shown = Some(refutation);
        assert_eq!(of(&holds, Ending::Answered, shown), BoxResult::Refuted);
        assert_eq!(of(&holds, Ending::Answered, None), BoxResult::Undecided);
        assert_eq!(of(&holds, Ending::TimeLimit, shown), BoxResult::TimeLimit);
        // A bound that no object meets is no maximum.
        assert_eq!(of(&largest, Ending::Answered, shown), BoxResult::Undecided);
        let empty = Some(subject().refuting(1));
        assert_eq!(of(&largest, Ending::Answered, empty), BoxResult::Empty);
    }

    #[test]
    fn what_was_proven_before_counts() {
        let ask = Ask::from(subject().refuting(41));
        let nothing = answer(Ending::Answered, None);
        let before = |bound| BoxResult::of(&ask, &nothing, Some(UpperBound::AtMost(bound)));
        assert_eq!(before(40), BoxResult::Refuted);
        assert_eq!(before(41), BoxResult::Undecided);
    }

    #[test]
    fn the_last_line_and_the_data_name_result_and_evidence() {
        let ask = Ask::from(subject().refuting(41));
        let answer = answer(Ending::Answered, ask.claim().copied());
        let report = BoxReport::new(&ask, &answer, None);
        let text = report.text();
        let last = text.lines().last().unwrap();
        assert!(last.contains("REFUTED (claimed)"), "{last}");
        assert!(
            text.contains("bound       at most 40 moves (claimed)"),
            "{text}"
        );
        assert!(text.contains("best graph  none of so many moves"), "{text}");
        let value = report.json();
        assert_eq!(
            (&value["verdict"], &value["evidence"]),
            (&"REFUTED".into(), &"claimed".into())
        );
        assert_eq!(value["question"]["at_least"], 41);
    }
}
