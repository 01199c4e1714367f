//! The resizing process with an engine that knows a small world.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::*;
use morpion_conclusion::{Conclusion, theorem_files, verdict};
use morpion_proof::claim::{Scope, Setting};
use morpion_proof::engine::{
    Answer, Ask, Control, Engine, EngineError, Evidence, Objects, UpperBound,
};
use morpion_prove::{Event, Limits, Observer, ProveError, Run, explore};
use morpion_results::{Found, Store, check_order, read_folder};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};

fn bx(text: &str) -> BoundingBox {
    text.parse().unwrap()
}

/// The boxes of the world and those one step from them, which the walk must meet.
fn closure(world: &World) -> BTreeSet<BoundingBox> {
    let grown = world.keys().flat_map(|&b| PLAIN.grown(b));
    world.keys().copied().chain(grown).collect()
}

fn longest(world: &World) -> u32 {
    world.values().map(Vec::len).max().unwrap() as u32
}

#[test]
fn maxima_meet_exactly_the_closure_and_bound_the_longest_game() {
    for (seed, jobs) in [(1, 1), (2, 2), (3, 5)] {
        let engine = WorldEngine::new(world(seed, 6, 30));
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { jobs, ..LIMITS };
        let (facts, summary) = run_in(folder.path(), PLAIN, MAXIMA, limits, &engine).unwrap();
        let met: BTreeSet<BoundingBox> = facts.keys().copied().collect();
        assert_eq!(met, closure(&engine.world));
        let (bound, evidence) = (longest(&engine.world), Evidence::Claimed);
        assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
        assert!(
            summary.sentence.contains("not proven"),
            "{}",
            summary.sentence
        );
        assert_eq!(read_folder(folder.path()).unwrap(), (PLAIN, facts));
        // Each box is asked once.
        assert_eq!(engine.questions().len(), met.len());
    }
}

#[test]
fn proofs_of_every_box_make_the_bound_proven() {
    let mut engine = WorldEngine::new(world(4, 3, 20));
    engine.evidence = Evidence::Proven;
    let folder = tempfile::tempdir().unwrap();
    let (_, summary) = run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let (bound, evidence) = (longest(&engine.world), Evidence::Proven);
    assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
    assert!(
        summary.sentence.contains(": proven."),
        "{}",
        summary.sentence
    );
}

#[test]
fn a_single_box_without_proof_keeps_the_bound_from_being_proven() {
    let mut engine = WorldEngine::new(world(4, 3, 20));
    engine.evidence = Evidence::Proven;
    let last = *closure(&engine.world).last().unwrap();
    engine.slow.insert(last);
    let folder = tempfile::tempdir().unwrap();
    // Boxes grow from the open one for ever, but each of those is proven empty.
    let (_, summary) = run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    assert_eq!(summary.conclusion, Conclusion::Open);
    assert_eq!(summary.claimed.open, [last]);
    assert!(!summary.sentence.contains("proven"), "{}", summary.sentence);
    // A second run in which the box is merely claimed.
    engine.slow.clear();
    engine.evidence = Evidence::Claimed;
    let (_, summary) = run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let (bound, evidence) = (longest(&engine.world), Evidence::Claimed);
    assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
    assert_eq!(summary.proven.open, [last]);
}

#[test]
fn at_most_asks_for_more_moves_and_whether_anything_fits() {
    let engine = WorldEngine::new(world(5, 6, 25));
    let n = longest(&engine.world);
    let scope = Scope {
        at_most: Some(n),
        ..MAXIMA
    };
    let folder = tempfile::tempdir().unwrap();
    let (_, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    let (bound, evidence) = (n, Evidence::Claimed);
    assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
    let asked: BTreeSet<_> = engine.questions().iter().map(|q| q.at_least()).collect();
    assert_eq!(asked, BTreeSet::from([Some(1), Some(n + 1)]));
    // Something is known to fit (0,0,0,0).
    let start = engine
        .questions()
        .into_iter()
        .filter(|q| q.subject().bounding_box == Setting::START);
    assert_eq!(
        start.map(|q| q.at_least()).collect::<Vec<_>>(),
        [Some(n + 1)]
    );
}

/// The steps of a walk over the world that lead out of it.
fn steps_out(world: &World) -> BTreeSet<(BoundingBox, Arrival)> {
    let steps = world.keys().flat_map(|&b| PLAIN.steps(b));
    let named = steps.map(|(to, by)| (to, by.expect("plain games arrive by sides")));
    named.filter(|(to, _)| !world.contains_key(to)).collect()
}

#[test]
fn boxes_at_which_no_game_arrives_are_not_met() {
    let mut engine = WorldEngine::new(world(5, 6, 25));
    engine.evidence = Evidence::Proven;
    let n = longest(&engine.world);
    let scope = Scope {
        at_most: Some(n),
        ..Scope::all_games(PLAIN)
    };
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    let (bound, evidence) = (n, Evidence::Proven);
    assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
    let met: BTreeSet<_> = engine.world.keys().copied().collect();
    let questions = engine.questions();
    for q in questions.iter().filter(|q| q.arrival().is_none()) {
        let same: Vec<_> = questions
            .iter()
            .filter(|p| p.subject().bounding_box == q.subject().bounding_box)
            .collect();
        assert!(met.contains(&q.subject().bounding_box), "{q:?} {same:?}");
    }
    let out = steps_out(&engine.world);
    let barred: BTreeSet<_> = questions
        .iter()
        .filter_map(|q| Some((q.subject().bounding_box, q.arrival()?)))
        .filter(|(b, _)| !met.contains(b))
        .collect();
    assert_eq!(barred, out);
    assert!(
        out.iter()
            .all(|(b, by)| facts[b].proof_of_no_arrival(*by).is_some())
    );
    let verdict = verdict(&facts, scope);
    assert_eq!(
        verdict.proven.walk.graph.nodes().collect::<BTreeSet<_>>(),
        met
    );
    assert_eq!(verdict.proven.walk.barred, out);
    let files = theorem_files(folder.path(), &verdict, &facts).unwrap();
    let (_, theorem) = files.last().unwrap();
    let lines = theorem.lines().filter(|l| l.starts_with("arrival "));
    assert_eq!(lines.count(), out.len());
    // Nothing is left to ask.
    run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    assert_eq!(engine.questions().len(), questions.len());
}

#[test]
fn a_box_is_met_when_it_is_not_settled_whether_games_arrive_there() {
    let mut engine = WorldEngine::new(world(5, 6, 25));
    engine.evidence = Evidence::Proven;
    let (slow, _) = *steps_out(&engine.world).first().unwrap();
    engine.slow.insert(slow);
    let scope = Scope {
        setting: PLAIN,
        objects: Objects::Games,
        at_most: Some(longest(&engine.world)),
        max_box: None,
    };
    let folder = tempfile::tempdir().unwrap();
    let (_, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    assert_eq!(summary.conclusion, Conclusion::Open);
    assert_eq!(summary.proven.open, [slow]);
}

/// Claims about arrivals are worth nothing, and graphs do not arrive.
#[test]
fn only_engines_that_prove_are_asked_about_arrivals_and_only_of_games() {
    for (evidence, objects) in [
        (Evidence::Claimed, Objects::Games),
        (Evidence::Proven, Objects::Graphs),
    ] {
        let mut engine = WorldEngine::new(world(6, 4, 20));
        engine.evidence = evidence;
        let at_most = Some(longest(&engine.world));
        let scope = Scope {
            setting: PLAIN,
            objects,
            at_most,
            max_box: None,
        };
        let folder = tempfile::tempdir().unwrap();
        run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
        let questions = engine.questions();
        assert!(
            questions.iter().all(|q| q.arrival().is_none()),
            "{objects:?}"
        );
    }
}

#[test]
fn at_most_too_low_is_refuted_by_a_listed_graph() {
    let engine = WorldEngine::new(world(5, 6, 25));
    let n = longest(&engine.world) - 1;
    let scope = Scope {
        at_most: Some(n),
        ..MAXIMA
    };
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    let Conclusion::Refuted { size, bounding_box } = summary.conclusion else {
        panic!("{:?}", summary.conclusion);
    };
    assert_eq!(size, n + 1);
    // The graph was a game, and is known as one.
    assert_eq!(facts[&bounding_box].best(Objects::Games), Some(size));
}

#[test]
fn games_are_asked_about_and_graph_bounds_are_used() {
    let engine = WorldEngine::new(world(6, 4, 20));
    let folder = tempfile::tempdir().unwrap();
    let n = longest(&engine.world);
    run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let asked = engine.questions().len();
    let games = Scope {
        setting: PLAIN,
        objects: Objects::Games,
        at_most: Some(n),
        max_box: None,
    };
    let (_, summary) = run_in(folder.path(), PLAIN, games, LIMITS, &engine).unwrap();
    assert_eq!(engine.questions().len(), asked, "graph bounds bound games");
    let (bound, evidence) = (n, Evidence::Claimed);
    assert_eq!(summary.conclusion, Conclusion::Bounded { bound, evidence });
    assert!(
        summary
            .sentence
            .starts_with("No game of Morpion 5D has more than")
    );
    let other = tempfile::tempdir().unwrap();
    run_in(other.path(), PLAIN, games, LIMITS, &engine).unwrap();
    let questions = engine.questions().split_off(asked);
    assert!(
        questions
            .iter()
            .all(|q| q.subject().objects == Objects::Games)
    );
}

#[test]
fn max_box_restricts_the_run_and_the_sentence() {
    let engine = WorldEngine::new(world(7, 40, 40));
    let max_box = bx("2,1,1,1");
    let scope = Scope {
        max_box: Some(max_box),
        ..MAXIMA
    };
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    assert!(facts.keys().all(|b| b.fits_within(max_box)));
    assert!(!summary.outside.is_empty());
    assert!(summary.outside.iter().all(|b| !b.fits_within(max_box)));
    assert_eq!(summary.boxes.len(), 12, "the world reaches all of them");
    let start = "No graph of Morpion 5D whose bounding box lies within (2,1,1,1) has more than";
    assert!(summary.sentence.starts_with(start), "{}", summary.sentence);
    assert!(summary.sentence.contains("not looked at"));
}

#[test]
fn an_interrupted_run_resumes_without_asking_anything_twice() {
    let engine = WorldEngine::new(world(8, 6, 30));
    let whole = tempfile::tempdir().unwrap();
    let (expected, _) = run_in(whole.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let total = engine.questions().len();
    engine.asked.lock().unwrap().clear();

    let folder = tempfile::tempdir().unwrap();
    let mut runs = 0;
    let facts = loop {
        runs += 1;
        let (store, facts) = Store::open(folder.path(), PLAIN, false).unwrap();
        let stop = AtomicBool::new(false);
        // Boxes known from earlier runs settle too.
        let boxes = facts.len() + 3;
        let observer = StopAfter { boxes, stop: &stop };
        let run = Run {
            store: &store,
            scope: MAXIMA,
            limits: LIMITS,
            known: &BTreeMap::new(),
            engine: &engine,
            stop: &stop,
            observer: &observer,
        };
        let facts = explore(&run, facts).unwrap();
        if facts.len() == expected.len() {
            break facts;
        }
        assert!(runs < 1000);
    };
    assert!(runs > 2);
    let asked = engine.questions();
    // An answer that was interrupted is asked for again, at most one a thread and run.
    assert!(
        asked.len() <= total + LIMITS.jobs * runs,
        "{} of {total}",
        asked.len()
    );
    let bounds = |facts: &morpion_results::Facts| -> Vec<_> {
        facts
            .values()
            .map(|f| (f.bounding_box, f.bound(Objects::Graphs, Evidence::Claimed)))
            .collect()
    };
    assert_eq!(bounds(&facts), bounds(&expected));
}

#[test]
fn a_run_that_is_complete_asks_nothing_when_repeated() {
    let engine = WorldEngine::new(world(9, 4, 20));
    let folder = tempfile::tempdir().unwrap();
    let (_, first) = run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let asked = engine.questions().len();
    let (_, second) = run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    assert_eq!(engine.questions().len(), asked);
    assert_eq!(first, second);
}

#[test]
fn open_boxes_grow_and_failed_ones_do_not() {
    let start = BTreeSet::from([Setting::START]);
    let scope = Scope {
        max_box: Some(bx("1,1,0,0")),
        ..MAXIMA
    };
    let mut engine = WorldEngine::new(world(10, 20, 30));
    engine.slow = start.clone();
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    assert_eq!(facts.len(), 3);
    assert_eq!(summary.claimed.open, [Setting::START]);

    for (broken, panicking) in [(start.clone(), BTreeSet::new()), (BTreeSet::new(), start)] {
        let mut engine = WorldEngine::new(world(10, 20, 30));
        (engine.broken, engine.panicking) = (broken, panicking);
        let folder = tempfile::tempdir().unwrap();
        let (facts, summary) = run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
        assert_eq!(facts.len(), 1);
        assert_eq!(summary.conclusion, Conclusion::Open);
        assert_eq!(facts[&Setting::START].claims.len(), 1);
        assert_eq!(facts[&Setting::START].claims[0].evidence, None);
    }
}

#[test]
fn a_time_limit_ends_the_run_and_leaves_the_rest_open() {
    let mut engine = WorldEngine::new(world(11, 6, 30));
    engine.delay = Duration::from_millis(20);
    let limits = Limits {
        run: Some(Duration::from_millis(50)),
        ..LIMITS
    };
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, MAXIMA, limits, &engine).unwrap();
    assert!(facts.len() < closure(&engine.world).len());
    assert_eq!(summary.conclusion, Conclusion::Open);
    assert!(
        summary.sentence.starts_with("Not shown"),
        "{}",
        summary.sentence
    );
}

#[test]
fn symmetric_runs_walk_over_symmetric_boxes() {
    struct Bounds;
    impl Engine for Bounds {
        fn name(&self) -> &'static str {
            "bounds"
        }
        fn solve(&self, ask: &Ask, _: &Control<'_>) -> Result<Answer, EngineError> {
            assert!(ask.subject().setting.symmetric);
            let [t, r, b, l] = ask.subject().bounding_box.distances();
            assert_eq!((t, r), (b, l), "no symmetric position has this box");
            let mut answer = blank_answer();
            let k = match t + r {
                0..4 => 11 + u32::from(t + r),
                _ => 0,
            };
            answer.shown = shown(ask.subject().refuting(k), Evidence::Claimed);
            Ok(answer)
        }
    }
    let setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), setting, MAXIMA, LIMITS, &Bounds).unwrap();
    for wanted in ["0,0,0,0", "1,0,1,0", "1,1,1,1", "2,1,2,1", "3,0,3,0"] {
        assert!(facts.contains_key(&bx(wanted)), "{wanted}");
    }
    assert_eq!(summary.claimed.bound, Some(13));
    let subject = "point-symmetric game of Morpion 5D";
    assert!(summary.sentence.contains(subject), "{}", summary.sentence);
}

/// Answers that must not be believed.
struct Liar<F>(F);

impl<F: Fn(&Ask) -> Answer + Sync> Engine for Liar<F> {
    fn name(&self) -> &'static str {
        "liar"
    }
    fn solve(&self, ask: &Ask, _: &Control<'_>) -> Result<Answer, EngineError> {
        Ok((self.0)(ask))
    }
}

const START_ONLY: Scope = Scope {
    max_box: Some(Setting::START),
    ..MAXIMA
};

#[test]
fn a_bound_below_a_known_graph_is_refused() {
    let game = world(12, 20, 10)[&Setting::START].clone();
    let size = game.len() as u32;
    assert!(size > 0);
    let liar = Liar(|ask: &Ask| Answer {
        shown: shown(ask.subject().refuting(1), Evidence::Claimed),
        graph: Some(game.clone()),
        ..blank_answer()
    });
    let folder = tempfile::tempdir().unwrap();
    let (facts, summary) = run_in(folder.path(), PLAIN, START_ONLY, LIMITS, &liar).unwrap();
    let known = &facts[&Setting::START];
    assert_eq!(known.bound(Objects::Graphs, Evidence::Claimed), None);
    assert_eq!(known.best(Objects::Graphs), Some(size));
    assert_eq!(summary.conclusion, Conclusion::Open);
}

#[test]
fn a_proof_that_a_graph_refutes_breaks_the_run_off() {
    let game = world(12, 20, 10)[&Setting::START].clone();
    let liar = Liar(|ask: &Ask| Answer {
        shown: shown(ask.subject().refuting(0), Evidence::Proven),
        graph: Some(game.clone()),
        ..blank_answer()
    });
    let folder = tempfile::tempdir().unwrap();
    let error = run_in(folder.path(), PLAIN, START_ONLY, LIMITS, &liar).unwrap_err();
    assert!(matches!(error, ProveError::ProofRefuted(_)), "{error}");
}

#[test]
fn an_answer_with_a_graph_that_breaks_the_rules_is_refused_whole() {
    let mut game = world(13, 20, 10)[&Setting::START].clone();
    game[0].position = (game[0].position + 1) % 5;
    let liar = Liar(|ask: &Ask| Answer {
        shown: shown(ask.subject().refuting(31), Evidence::Claimed),
        graph: Some(game.clone()),
        ..blank_answer()
    });
    let folder = tempfile::tempdir().unwrap();
    let (facts, _) = run_in(folder.path(), PLAIN, START_ONLY, LIMITS, &liar).unwrap();
    let known = &facts[&Setting::START];
    assert_eq!(known.bound(Objects::Graphs, Evidence::Claimed), None);
    assert_eq!(known.best(Objects::Graphs), Some(0));
    assert!(known.claims[0].status.contains("refused"));
}

#[test]
fn an_engine_that_answers_nothing_is_asked_once_a_run() {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let mute = Liar(|_: &Ask| {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        blank_answer()
    });
    let folder = tempfile::tempdir().unwrap();
    let (_, summary) = run_in(folder.path(), PLAIN, START_ONLY, LIMITS, &mute).unwrap();
    assert_eq!(count.into_inner(), 1);
    assert_eq!(summary.conclusion, Conclusion::Open);
}

#[test]
fn a_state_that_cannot_be_written_ends_the_run_and_harms_nothing() {
    /// Puts a file in the place of the folder of boxes once some boxes are done.
    struct Saboteur<'a>(&'a std::path::Path);
    impl Observer for Saboteur<'_> {
        fn tell(&self, event: &Event<'_>) {
            if let Event::Settled { done: 3, .. } = event {
                std::fs::rename(self.0.join("boxes"), self.0.join("away")).unwrap();
                std::fs::write(self.0.join("boxes"), b"").unwrap();
            }
        }
    }
    let engine = WorldEngine::new(world(14, 6, 30));
    let folder = tempfile::tempdir().unwrap();
    let (store, facts) = Store::open(folder.path(), PLAIN, false).unwrap();
    let run = Run {
        store: &store,
        scope: MAXIMA,
        limits: Limits { jobs: 1, ..LIMITS },
        known: &BTreeMap::new(),
        engine: &engine,
        stop: &AtomicBool::new(false),
        observer: &Saboteur(folder.path()),
    };
    let error = explore(&run, facts).unwrap_err();
    assert!(matches!(error, ProveError::Store(_)), "{error}");
    assert!(error.to_string().contains("are safe"), "{error}");
    drop(store);
    std::fs::remove_file(folder.path().join("boxes")).unwrap();
    std::fs::rename(folder.path().join("away"), folder.path().join("boxes")).unwrap();
    let (_, facts) = Store::open(folder.path(), PLAIN, false).unwrap();
    assert_eq!(facts.len(), 3);
}

#[test]
fn a_graph_listed_out_of_order_is_put_into_an_order_of_play() {
    let game = world(15, 20, 12)[&Setting::START].clone();
    let mut reversed = game.clone();
    reversed.reverse();
    assert!(check_order(Variant::D5, &reversed).is_err());
    let liar = Liar(|_: &Ask| Answer {
        graph: Some(reversed.clone()),
        ..blank_answer()
    });
    let folder = tempfile::tempdir().unwrap();
    let (facts, _) = run_in(folder.path(), PLAIN, START_ONLY, LIMITS, &liar).unwrap();
    let known = facts[&Setting::START].best_game.as_ref().unwrap();
    assert_eq!(known.moves.len(), game.len());
    check_order(Variant::D5, &known.moves).unwrap();
}

/// A run that knows the games of another world than its engine.
fn run_with_known(
    folder: &std::path::Path,
    at_most: u32,
    known: &World,
    engine: &WorldEngine,
) -> Result<morpion_results::Facts, ProveError> {
    let found = |moves: &Vec<_>| Found {
        moves: moves.clone(),
        by: "a record".to_owned(),
    };
    let known = known.iter().map(|(&b, moves)| (b, found(moves))).collect();
    let (store, facts) = Store::open(folder, PLAIN, false).unwrap();
    let run = Run {
        store: &store,
        scope: Scope {
            at_most: Some(at_most),
            max_box: Some(bx("2,1,1,1")),
            ..MAXIMA
        },
        limits: LIMITS,
        known: &known,
        engine,
        stop: &AtomicBool::new(false),
        observer: &Deaf,
    };
    explore(&run, facts)
}

#[test]
fn known_games_answer_whether_anything_fits() {
    let world = world(16, 10, 30);
    let engine = WorldEngine::new(world.clone());
    let folder = tempfile::tempdir().unwrap();
    let facts = run_with_known(folder.path(), 40, &world, &engine).unwrap();
    let about_anything = engine
        .questions()
        .into_iter()
        .filter(|q| q.at_least() == Some(1));
    assert!(
        about_anything
            .into_iter()
            .all(|q| !world.contains_key(&q.subject().bounding_box))
    );
    let (start, game) = (&facts[&Setting::START], &world[&Setting::START]);
    assert_eq!(start.best(Objects::Games), Some(game.len() as u32));
    assert_eq!(start.best_game.as_ref().unwrap().by, "a record");
}

#[test]
fn known_games_refute_without_a_question() {
    let world = world(16, 10, 30);
    let engine = WorldEngine::new(World::new());
    let folder = tempfile::tempdir().unwrap();
    let facts = run_with_known(folder.path(), 0, &world, &engine).unwrap();
    let asked: BTreeSet<_> = engine
        .questions()
        .iter()
        .map(|q| q.subject().bounding_box)
        .collect();
    assert!(asked.iter().all(|b| world.get(b).is_none_or(Vec::is_empty)));
    // The boxes are on disk all the same, so the walk goes through them.
    assert!(
        world
            .keys()
            .filter(|b| b.fits_within(bx("2,1,1,1")))
            .all(|b| facts.contains_key(b))
    );
    assert_eq!(read_folder(folder.path()).unwrap(), (PLAIN, facts));
}

#[test]
fn a_known_game_catches_an_engine_that_calls_its_box_empty() {
    let known = world(17, 10, 30);
    let fits = known
        .keys()
        .copied()
        .find(|&b| b != Setting::START)
        .unwrap();
    let mut engine = WorldEngine::new(known.clone());
    engine.world.remove(&fits);
    // First the engine is believed, then the game turns up.
    let folder = tempfile::tempdir().unwrap();
    let facts = run_with_known(folder.path(), 40, &World::new(), &engine).unwrap();
    let graphs = |f: &morpion_results::Facts| f[&fits].bound(Objects::Graphs, Evidence::Claimed);
    assert_eq!(graphs(&facts), Some(UpperBound::Empty));
    let facts = run_with_known(folder.path(), 40, &known, &engine).unwrap();
    assert_eq!(graphs(&facts), Some(UpperBound::AtMost(40)));
    assert_eq!(
        facts[&fits].best(Objects::Games),
        Some(known[&fits].len() as u32)
    );
    // In a proof that is the end.
    engine.evidence = Evidence::Proven;
    let folder = tempfile::tempdir().unwrap();
    run_with_known(folder.path(), 40, &World::new(), &engine).unwrap();
    let error = run_with_known(folder.path(), 40, &known, &engine).unwrap_err();
    assert!(matches!(error, ProveError::ProofRefuted(_)), "{error}");
}

/// Notes how many threads each box is given: at first, and once nothing else is at work.
struct Threads {
    seen: std::sync::Mutex<BTreeMap<BoundingBox, [usize; 2]>>,
}

impl Engine for Threads {
    fn name(&self) -> &'static str {
        "threads"
    }

    /// One box waits until all cores are its own.
    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        let mut answer = blank_answer();
        let bounding_box = ask.subject().bounding_box;
        let size: u8 = bounding_box.distances().iter().sum();
        let k = if size < 2 { 10 } else { 0 };
        answer.shown = shown(ask.subject().refuting(k), Evidence::Claimed);
        let first = (control.threads)();
        if bounding_box == bx("1,1,1,0") {
            let patience = std::time::Instant::now();
            while (control.threads)() < 4 && patience.elapsed() < Duration::from_secs(300) {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let seen = [first, (control.threads)()];
        self.seen.lock().unwrap().insert(bounding_box, seen);
        Ok(answer)
    }
}

#[test]
fn a_box_gets_the_cores_that_no_other_box_needs() {
    let engine = Threads {
        seen: Default::default(),
    };
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { jobs: 4, ..LIMITS };
    run_in(folder.path(), PLAIN, MAXIMA, limits, &engine).unwrap();
    let seen = engine.seen.into_inner().unwrap();
    assert_eq!(
        seen[&Setting::START],
        [4, 4],
        "it is alone in the beginning"
    );
    assert_eq!(seen[&bx("1,1,1,0")][1], 4, "it is alone in the end");
    assert!(
        seen.values().flatten().all(|n| (1..=4).contains(n)),
        "{seen:?}"
    );
}
