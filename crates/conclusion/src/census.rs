//! The census: which boxes may hold games of K moves or more, and the theorem that all of them are listed.

use std::path::Path;

use super::theorem::{all_of_name, arrivals, header, line};
use super::verdict::{Verdict, verdict};
use morpion_proof::claim::{Claim, Evidence, Objects, Scope, Setting};
use morpion_results::{BoxFacts, Facts};
use morpion_rules::geometry::BoundingBox;

/// The verdict on all games of a setting, and the number of moves from which on all of them are to be listed.
#[derive(Debug)]
pub struct Census {
    at_least: u32,
    verdict: Verdict,
}

impl Census {
    /// `None` unless it is proven that no game has more than `at_least` moves.
    pub fn new(facts: &Facts, setting: Setting, at_least: u32) -> Option<Self> {
        let scope = Scope {
            at_most: Some(at_least),
            ..Scope::all_games(setting)
        };
        let verdict = verdict(facts, scope);
        let census = Self { at_least, verdict };
        census.verdict.is_proven().then_some(census)
    }

    /// The claims that the theorem needs, one for each box met whose proven bound still allows `at_least` moves: the list of its games
    /// if such a game is known (or the list is proven), and otherwise first that there is none. The boxes whose bounds took the fewest
    /// nodes come first.
    pub fn claims(&self, facts: &Facts) -> Vec<Claim> {
        let nodes = |known: &BoxFacts| {
            let bound = known.strongest(Objects::Games, Evidence::Proven);
            bound.map_or(0, |said| said.entry.effort.nodes)
        };
        let boxes = self.verdict.proven.walk.graph.nodes();
        let known = boxes.filter_map(|b| facts.get(&b));
        let mut claims: Vec<(u64, Claim)> = known
            .filter(|known| !self.is_bounded(known))
            .map(|known| (nodes(known), self.claim(known)))
            .collect();
        claims.sort_by_key(|(nodes, claim)| (*nodes, claim.subject.bounding_box.by_size()));
        claims.into_iter().map(|(_, claim)| claim).collect()
    }

    /// The theorem, as file name and text; `None` while a list is missing. `folder` is the results folder.
    pub fn theorem_file(&self, folder: &Path, facts: &Facts) -> Option<(String, String)> {
        let (setting, k) = (self.verdict.scope.setting, self.at_least);
        let mut text = header(setting, None, Objects::Games, &format!("all-of {k}"));
        text += &arrivals(folder, &self.verdict, facts)?;
        for bounding_box in self.verdict.proven.walk.graph.nodes() {
            let known = facts.get(&bounding_box)?;
            let list = self.list(bounding_box);
            let bound = known.sufficient(Objects::Games, self.at_least.saturating_sub(1));
            let bound = bound.map(|said| said.claim);
            let claim = bound.or(known.proves(&list).then_some(list))?;
            text += &line(folder, &claim)?;
        }
        Some((all_of_name(k), text))
    }

    fn claim(&self, known: &BoxFacts) -> Claim {
        let list = self.list(known.bounding_box);
        let is_listed = known.best(Objects::Games) >= Some(self.at_least) || known.proves(&list);
        let none = list.subject.refuting(self.at_least);
        if is_listed { list } else { none }
    }

    fn list(&self, bounding_box: BoundingBox) -> Claim {
        let scope = self.verdict.scope;
        scope.about(bounding_box).listing(self.at_least)
    }

    /// Whether it is proven that no game of the box has `at_least` moves or more.
    fn is_bounded(&self, known: &BoxFacts) -> bool {
        let bound = known.bound(Objects::Games, Evidence::Proven);
        bound.is_some_and(|bound| bound.refutes(self.at_least))
    }
}
