//! The answer about a box on one line, with the facts known of the box.

use morpion_conclusion::Listed;
use morpion_proof::claim::{Ask, Evidence, Objects, UpperBound};
use morpion_proof::engine::{Answer, Ending};
use morpion_results::BoxFacts;

/// The answer on one line, such as `(1,0,0,0): at most 40 (claimed), best graph 40, 0.3 s`.
pub fn answer_line(ask: &Ask, answer: &Answer, facts: &BoxFacts) -> String {
    let objects = ask.subject().objects;
    let listed = answer.listed.as_deref().map(Listed::of);
    let bound = match ask.arrival() {
        _ if ask.is_list() && answer.bound().is_none() => {
            listed.map_or("not listed".to_owned(), |list| format!("{list} (proven)"))
        }
        Some(by) if facts.proof_of_no_arrival(by).is_some() => {
            format!("no game arrives by {by} (proven)")
        }
        _ => bound_text(facts, objects),
    };
    let best = match (facts.best(Objects::Graphs), facts.best(Objects::Games)) {
        (None, _) => String::new(),
        (Some(graph), None) => format!(", best graph {graph}"),
        (Some(graph), Some(game)) => format!(", best graph {graph}, best game {game}"),
    };
    let open = match answer.ending {
        Ending::Answered => String::new(),
        _ => format!(", `{}` not answered: {}", ask.in_words(), answer.status),
    };
    let explored = answer.explored();
    let explored = explored.map(|share| format!(", {:.2} % explored", share * 100.0));
    let seconds = facts.effort().seconds.map(|s| format!(", {s:.1} s"));
    format!(
        "{}: {bound}{best}{open}{}{}",
        facts.bounding_box,
        explored.unwrap_or_default(),
        seconds.unwrap_or_default()
    )
}

/// The strongest bound and the evidence for it.
fn bound_text(facts: &BoxFacts, objects: Objects) -> String {
    let proven = facts.bound(objects, Evidence::Proven);
    let Some(bound) = facts.bound(objects, Evidence::Claimed) else {
        return "no bound".to_owned();
    };
    let evidence = if proven == Some(bound) {
        Evidence::Proven
    } else {
        Evidence::Claimed
    };
    match bound {
        UpperBound::Empty => format!("fits nothing ({evidence})"),
        UpperBound::AtMost(n) => format!("at most {n} ({evidence})"),
    }
}
