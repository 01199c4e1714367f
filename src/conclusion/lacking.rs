//! What a theorem still lacks: the claims whose proofs would bring it nearer, all those that can be told today.
//!
//! Of a box that something is known to fit, a bound is lacking, and the boxes resized from it are needed whatever that bound is. Of one that
//! nothing is known to fit it is asked first whether games arrive there at all, by each step that leads to it, as
//! `morpion prove` asks: what is needed behind it is only known when that is answered. So a theorem may lack more when these
//! claims are proven, until it lacks nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::growth::{Fate, walk};
use crate::claim::{Claim, Evidence, Objects, Scope, Setting, UpperBound};
use crate::geometry::{Arrival, BoundingBox};
use crate::results::{Facts, Found};

/// The claims that are lacking for "at most `most` moves", the smallest boxes first. Objects of `known` fit their boxes, too.
pub fn lacking(
    facts: &Facts,
    known: &BTreeMap<BoundingBox, Found>,
    scope: Scope,
    most: u32,
) -> Vec<Claim> {
    let Lack { bounds, arrivals } = Lack::new(facts, known, scope, most);
    let bounds = bounds.into_iter();
    let bounds = bounds.map(|b| scope.about(b).refuting(most + 1));
    let arrivals = arrivals.into_iter().map(|(b, by)| Claim::no_arrival(b, by));
    let mut claims: Vec<Claim> = bounds.chain(arrivals).collect();
    claims.sort_by_key(|claim| claim.bounding_box.by_size());
    claims
}

#[derive(Default)]
struct Lack {
    /// Boxes without a bound that is good enough.
    bounds: BTreeSet<BoundingBox>,
    /// Ways into boxes that nothing is known to fit.
    arrivals: BTreeSet<(BoundingBox, Arrival)>,
}

impl Lack {
    fn new(facts: &Facts, known: &BTreeMap<BoundingBox, Found>, scope: Scope, most: u32) -> Self {
        let bound = |b: &BoundingBox| facts.get(b)?.bound(scope.objects, Evidence::Proven);
        let something_fits = |b: &BoundingBox| {
            let graph = facts.get(b).and_then(|f| f.best(Objects::Graphs));
            *b == Setting::START || graph.is_some() || known.contains_key(b)
        };
        let fate = |b| match bound(&b) {
            Some(UpperBound::Empty) => Fate::Empty,
            None if !something_fits(&b) => Fate::Unknown,
            _ => Fate::Grows,
        };
        // Arrivals are those of games, and symmetric games are not asked how they arrive.
        let about_games = scope.objects == Objects::Games && !scope.setting.symmetric;
        let is_barred = |b, by| {
            about_games
                && facts
                    .get(&b)
                    .is_some_and(|f| f.proof_of_no_arrival(by).is_some())
        };
        let walk = walk(scope.setting, scope.max_box, fate, is_barred);
        let mut lack = Self::default();
        for bounding_box in walk.graph.nodes() {
            let suffices = bound(&bounding_box).is_some_and(|b| b.refutes(most + 1));
            let asks_first = about_games && fate(bounding_box) == Fate::Unknown;
            if !suffices && !asks_first {
                lack.bounds.insert(bounding_box);
            }
        }
        for (from, to, ()) in walk.graph.all_edges() {
            if about_games && fate(to) == Fate::Unknown {
                let steps = scope.setting.steps(from).into_iter();
                let ways = steps.filter_map(|(b, by)| Some((b, by?)));
                let open = ways.filter(|&(b, by)| b == to && !is_barred(b, by));
                lack.arrivals.extend(open);
            }
        }
        lack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Answer, Finding};
    use crate::geometry::Variant;
    use crate::results::{Origin, known_or_new};

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
        let mut known = known_or_new(facts, claim.bounding_box);
        let answer = Answer {
            findings: vec![Finding::Shown {
                claim: *claim,
                evidence: Evidence::Proven,
                certificate: None,
            }],
            ..Answer::new("a test".to_owned())
        };
        let conflicts = known.absorb(claim, &answer, String::new()).unwrap();
        assert!(conflicts.is_empty());
        facts.insert(claim.bounding_box, known);
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
