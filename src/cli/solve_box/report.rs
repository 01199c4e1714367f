//! What `morpion box` says: the verdict, and the answer in words and as data.

use serde::Serialize;

use super::super::Outcome;
use super::super::shared::colour;
use super::super::shared::engines::OrderForm;
use morpion_conclusion::Listed;
use morpion_output::text::count;
use morpion_proof::claim::{Ask, Evidence, Objects, Subject, UpperBound};
use morpion_proof::engine::{Answer, Ending};
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

/// The answer in words; the last line is the verdict.
pub(super) fn text(ask: &Ask, answer: &Answer, verdict: Verdict) -> String {
    let relaxation = answer.relaxation;
    let lp_bound = relaxation.map_or("none".to_owned(), |bound| format!("{bound:.6}"));
    let mut lines = vec![
        format!("box         {}", question_line(ask)),
        format!("LP bound    {lp_bound}"),
        format!("best graph  {}", graph_line(ask.subject(), answer)),
        format!("best game   {}", size_line(answer.best(Objects::Games))),
        format!("bound       {}", bound_line(ask, answer)),
        format!("engine      {}: {}", answer.engine, answer.status),
        format!("work        {}", work_line(answer)),
    ];
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

fn size_line(moves: Option<&[Move]>) -> String {
    moves.map_or("none found".to_owned(), |m| count(m.len(), "move"))
}

fn graph_line(subject: &Subject, answer: &Answer) -> String {
    let graph = answer.best(Objects::Graphs);
    let size = size_line(graph);
    match graph.map(|moves| order_moves(subject.setting.variant, moves)) {
        None => size,
        Some(Ok(_)) => format!("{size}, playable"),
        Some(Err(cycle)) => format!("{size}, not playable: {cycle}"),
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
