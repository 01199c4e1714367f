//! The report of `morpion box`: the verdict, and the answer in words and as data.

use serde::Serialize;

use super::super::Outcome;
use super::super::shared::colour;
use super::super::shared::engines::OrderForm;
use morpion_conclusion::Listed;
use morpion_output::text::count;
use morpion_proof::claim::{Ask, Evidence, Objects, Subject, UpperBound};
use morpion_proof::engine::{Answer, Ending};
use morpion_results::BoxFacts;
use morpion_rules::game::order_moves;
use morpion_rules::geometry::Move;

/// The result in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Verdict {
    Optimal,
    Empty,
    Refuted,
    Found,
    Listed,
    TimeLimit,
    Interrupted,
    Undecided,
}

impl Verdict {
    /// `known` is what was proven before.
    pub(super) fn of(ask: &Ask, answer: &Answer, known: Option<UpperBound>) -> Self {
        let shown = answer.shown.as_ref().map(|shown| &shown.claim);
        let bound = answer.bound().map(|(bound, _)| bound);
        let bound = bound.into_iter().chain(known).min();
        let best = answer
            .best(ask.subject().objects)
            .map(|moves| moves.len() as u32);
        match (answer.ending, ask.at_least()) {
            (Ending::TimeLimit, _) => Self::TimeLimit,
            (Ending::Interrupted, _) => Self::Interrupted,
            (Ending::Undecided, _) => Self::Undecided,
            (Ending::Answered, _) if ask.is_list() && shown == ask.claim() => Self::Listed,
            (Ending::Answered, _) if ask.is_list() => Self::Undecided,
            (Ending::Answered, Some(k)) if best.is_some_and(|n| n >= k) => Self::Found,
            (Ending::Answered, Some(k)) if bound.is_some_and(|b| b.refutes(k)) => Self::Refuted,
            (Ending::Answered, None) if bound == Some(UpperBound::Empty) => Self::Empty,
            (Ending::Answered, None) if bound == best.map(UpperBound::AtMost) => Self::Optimal,
            (Ending::Answered, _) => Self::Undecided,
        }
    }

    /// Whether the verdict rests on what was shown, and so has its evidence.
    fn rests_on_claim(self) -> bool {
        matches!(
            self,
            Self::Optimal | Self::Empty | Self::Refuted | Self::Listed
        )
    }

    /// Whether the search was stopped before it had its answer.
    pub(super) fn is_stopped(self) -> bool {
        matches!(self, Self::TimeLimit | Self::Interrupted)
    }

    pub(super) fn outcome(self) -> Outcome {
        match self {
            Self::Optimal | Self::Empty | Self::Refuted | Self::Found | Self::Listed => {
                Outcome::Done
            }
            Self::TimeLimit | Self::Undecided => Outcome::NotShown,
            Self::Interrupted => Outcome::Interrupted,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The word that stands in JSON.
        self.serialize(f)
    }
}

/// Evidence behind the verdict, `None` when it needs none.
fn evidence(answer: &Answer, verdict: Verdict) -> Option<Evidence> {
    // Where nothing was shown now, it rests on what was proven before.
    let shown = answer.shown.as_ref().map(|shown| shown.evidence);
    let evidence = shown.unwrap_or(Evidence::Proven);
    verdict.rests_on_claim().then_some(evidence)
}

/// The question and the answer, for machines.
pub(super) fn json(
    ask: &Ask,
    order: Option<OrderForm>,
    answer: &Answer,
    verdict: Verdict,
) -> serde_json::Value {
    let subject = ask.subject();
    let mut question = serde_json::json!({
        "variant": subject.setting.variant,
        "bounding_box": subject.bounding_box,
        "objects": subject.objects,
        "at_least": ask.at_least(),
        "symmetric": subject.setting.symmetric,
        "order": order.map_or("none".into(), |form| serde_json::json!(form)),
    });
    if let Some(by) = ask.arrival() {
        question["arrival"] = by.to_string().into();
    }
    let mut found = found(answer);
    if ask.is_list() {
        question["all_of"] = true.into();
        found["listed"] = serde_json::json!(answer.listed.as_deref().map(Listed::of));
    }
    serde_json::json!({
        "verdict": verdict,
        "evidence": evidence(answer, verdict),
        "question": question,
        "answer": found,
    })
}

/// What was found out, for machines.
fn found(answer: &Answer) -> serde_json::Value {
    let effort = answer.effort;
    serde_json::json!({
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

/// The answer in words, beside what is known of the box already; the last line is the verdict.
pub(super) fn text(
    ask: &Ask,
    answer: &Answer,
    verdict: Verdict,
    known: Option<&BoxFacts>,
) -> String {
    let mut lines = vec![format!("box         {}", question_line(ask))];
    // It is not computed where a number of moves is asked for.
    if let Some(bound) = answer.relaxation {
        lines.push(format!("LP bound    {bound:.6}"));
    }
    let best = |objects| best_line(ask, answer, objects, known);
    lines.extend([
        format!("best graph  {}", best(Objects::Graphs)),
        format!("best game   {}", best(Objects::Games)),
        format!("bound       {}", bound_line(ask, answer)),
        format!("engine      {}: {}", answer.engine, answer.status),
        format!("work        {}", work_line(answer)),
    ]);
    if let Some(share) = answer.explored() {
        lines.push(format!("explored    {:.4} % of the tree", share * 100.0));
    }
    let evidence = evidence(answer, verdict);
    let evidence = evidence.map_or_else(String::new, |evidence| format!(" ({evidence})"));
    let listed = answer.listed.as_deref().map(Listed::of);
    let listed = listed.map_or_else(String::new, |listed| format!(" {listed}"));
    lines.push(match verdict.outcome() {
        Outcome::Done => colour::good(format_args!("{verdict}{listed}{evidence}")),
        _ => colour::open(format_args!("{verdict}{listed}{evidence}")),
    });
    lines.join("\n")
}

fn question_line(ask: &Ask) -> String {
    let Subject {
        setting,
        bounding_box,
        objects,
    } = ask.subject();
    let (variant, kind) = (setting.variant, objects.plural());
    let symmetric = if setting.symmetric { ", symmetric" } else { "" };
    let arriving = ask.arrival().map(|by| format!(" arriving by {by}"));
    let arriving = arriving.unwrap_or_default();
    format!("{bounding_box} {variant}, {kind}{symmetric}{arriving}")
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

/// The largest object of a kind that was met or is known, or what is to be thought where there is none.
fn best_line(ask: &Ask, answer: &Answer, objects: Objects, known: Option<&BoxFacts>) -> String {
    let met = answer.best(objects);
    let size = met.map(|moves| moves.len() as u32);
    match known.and_then(|facts| facts.best(objects)) {
        Some(known) if size.is_none_or(|size| size < known) => {
            return format!("{}, known before", count(known, "move"));
        }
        _ => {}
    }
    match met {
        Some(moves) if objects == Objects::Graphs => graph_line(ask.subject(), moves),
        Some(moves) => count(moves.len(), "move"),
        None => none_met(ask, answer, objects).to_owned(),
    }
}

/// Why no object of a kind was met. Games are graphs, so a question about graphs is one about games, too, where the answer is no.
fn none_met(ask: &Ask, answer: &Answer, objects: Objects) -> &'static str {
    let asked = ask.subject().objects;
    let is_no = objects == Objects::Games || asked == Objects::Graphs;
    let listed = answer.listed.as_ref();
    match answer.bound() {
        _ if listed.is_some_and(|listed| !listed.is_empty()) && objects == asked => "in the list",
        _ if listed.is_some() && objects == asked => "none of so many moves",
        Some((UpperBound::AtMost(_), _)) if is_no => "none of so many moves",
        Some((UpperBound::Empty, _)) if is_no => "none",
        None if objects == asked => "none found",
        _ => "not searched for",
    }
}

fn graph_line(subject: &Subject, moves: &[Move]) -> String {
    let size = count(moves.len(), "move");
    match order_moves(subject.setting.variant, moves) {
        Ok(_) => format!("{size}, playable"),
        Err(cycle) => format!("{size}, not playable: {cycle}"),
    }
}

fn bound_line(ask: &Ask, answer: &Answer) -> String {
    let bound = answer.bound();
    match bound {
        None => "none".to_owned(),
        Some((UpperBound::Empty, evidence)) if ask.arrival().is_some() => {
            format!("no game arrives so ({evidence})")
        }
        Some((UpperBound::Empty, evidence)) => format!("nothing fits ({evidence})"),
        Some((UpperBound::AtMost(n), evidence)) => {
            format!("at most {} ({evidence})", count(n, "move"))
        }
    }
}
