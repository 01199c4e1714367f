//! What a theorem still lacks: the claims whose proofs would bring it nearer, all those that can be told today.
//!
//! Of a box that something is known to fit, a bound is lacking, and the boxes resized from it are needed whatever that bound is. Of one that
//! nothing is known to fit it is asked first whether games arrive there at all, by each step that leads to it, as
//! `morpion prove` asks: what is needed behind it is only known when that is answered. So a theorem may lack more when these
//! claims are proven, until it lacks nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::growth::{Fate, walk};
use morpion_proof::claim::{Claim, Evidence, Objects, Scope, Setting, UpperBound};
use morpion_results::{Facts, Found};
use morpion_rules::geometry::{Arrival, BoundingBox};

/// The claims that are lacking for "at most `most` moves", the smallest boxes first. Objects of `known` fit their boxes, too.
pub fn lacking(
    facts: &Facts,
    known: &BTreeMap<BoundingBox, Found>,
    scope: Scope,
    most: u32,
) -> Vec<Claim> {
    let bound = |b: BoundingBox| facts.get(&b)?.bound(scope.objects, Evidence::Proven);
    let something_fits = |b: BoundingBox| {
        let graph = facts.get(&b).and_then(|f| f.best(Objects::Graphs));
        b == Setting::START || graph.is_some() || known.contains_key(&b)
    };
    let fate = |b| match bound(b) {
        Some(UpperBound::Empty) => Fate::Empty,
        None if !something_fits(b) => Fate::Unknown,
        _ => Fate::Grows,
    };
    // Arrivals are those of games, and symmetric games are not asked how they arrive.
    let about_games = scope.objects == Objects::Games && !scope.setting.symmetric;
    let never = |b: BoundingBox, by| facts.get(&b)?.proof_of_no_arrival(by);
    let is_barred = |b, by| about_games && never(b, by).is_some();
    let graph = walk(scope.setting, scope.max_box, fate, is_barred).graph;
    let asks_first = |b| about_games && fate(b) == Fate::Unknown;
    let suffices = |b| bound(b).is_some_and(|bound| bound.refutes(most + 1));
    let without_bound = graph.nodes().filter(|&b| !suffices(b) && !asks_first(b));
    let refuting = |b| scope.about(b).refuting(most + 1);
    let mut claims: Vec<Claim> = without_bound.map(refuting).collect();
    let into = graph.all_edges().filter(|&(_, to, ())| asks_first(to));
    let ways: BTreeSet<(BoundingBox, Arrival)> = into
        .flat_map(|(from, to, ())| {
            let steps = scope.setting.steps(from).into_iter();
            steps.filter_map(move |(b, by)| Some((b, by?)).filter(|_| b == to))
        })
        .filter(|&(b, by)| !is_barred(b, by))
        .collect();
    claims.extend(ways.into_iter().map(|(b, by)| Claim::no_arrival(b, by)));
    claims.sort_by_key(|claim| claim.subject.bounding_box.by_size());
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_proof::claim::Ask;
    use morpion_proof::engine::{Answer, Shown};
    use morpion_results::{Origin, known_or_new};
    use morpion_rules::geometry::Variant;

    const SCOPE: Scope = Scope {
        setting: Setting::of(Variant::D5),
        objects: Objects::Games,
        max_box: None,
        at_most: Some(82),
    };

    fn names(facts: &Facts, known: &[[u8; 4]]) -> Vec<String> {
        let game = || Found {
            moves: Vec::new(),
            by: Origin("a test".to_owned()),
        };
        let known = known.iter().map(|&b| (b.into(), game())).collect();
        let claims = lacking(facts, &known, SCOPE, 82);
        claims.iter().map(Claim::name).collect()
    }

    /// What proving a claim would leave behind.
    fn prove(facts: &mut Facts, claim: &Claim) {
        let mut known = known_or_new(facts, claim.subject.bounding_box);
        let answer = Answer {
            shown: Some(Shown {
                evidence: Evidence::Proven,
                ..Shown::claimed(*claim)
            }),
            ..Answer::new("a test".to_owned())
        };
        let conflicts = known
            .absorb(&Ask::Holds(*claim), &answer, String::new())
            .unwrap();
        assert!(conflicts.is_empty());
        facts.insert(known.bounding_box, known);
    }

    #[test]
    fn what_games_fit_is_asked_for_bounds_and_what_lies_behind_how_they_arrive() {
        let mut facts = Facts::new();
        let all = [
            "0-0-0-0.games.at-most-82",
            "1-0-0-0.games.at-most-82",
            "1-0-1-0.games.not-by-top",
        ];
        assert_eq!(names(&facts, &[[1, 0, 0, 0]])[..3], all);
        // Without the game it is the first one.
        let first = ["0-0-0-0.games.at-most-82", "1-0-0-0.games.not-by-top"];
        assert_eq!(names(&facts, &[])[..2], first);
        // When all is proven that it lacks, it lacks more, as far as games may arrive.
        let round = |facts: &mut Facts| {
            let claims = lacking(facts, &BTreeMap::new(), SCOPE, 82);
            claims.iter().for_each(|claim| prove(facts, claim));
            claims.len()
        };
        assert!(round(&mut facts) > 1);
        assert_eq!(round(&mut facts), 0);
        facts.remove(&Setting::START);
        assert_eq!(names(&facts, &[]), ["0-0-0-0.games.at-most-82"]);
    }
}
