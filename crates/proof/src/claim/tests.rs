//! The meaning of claims in numbers, names and words.

use morpion_check_core::format::Claim as Shown;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::state;

use super::*;

const PLAIN: Setting = Setting::of(Variant::D5);

fn about(distances: [u8; 4], objects: Objects) -> Subject {
    Subject::new(PLAIN, distances.into(), objects)
}

/// The same of symmetric objects alone.
fn symmetric(claim: Claim) -> Claim {
    let setting = Setting {
        symmetric: true,
        ..PLAIN
    };
    Claim {
        subject: Subject {
            setting,
            ..claim.subject
        },
        ..claim
    }
}

#[test]
fn k_is_one_more_than_the_bound_and_0_where_nothing_fits() {
    let games = about([4, 3, 1, 2], Objects::Games);
    let numbers = |c: Claim| (c.k, c.at_least(), c.bound());
    let most = Some(UpperBound::AtMost(84));
    assert_eq!(numbers(games.refuting(85)), (85, 85, most));
    // A game of this box has a move, so one move or more is anything.
    let nothing = (0, 1, Some(UpperBound::Empty));
    assert_eq!(numbers(games.refuting(1)), nothing);
    assert_eq!(games.refuting(0), games.refuting(1));
    let arrival = Claim::no_arrival([4, 3, 1, 2].into(), Arrival::ALL[0]);
    assert_eq!(numbers(arrival), nothing);
    // The cross itself is a game of no moves.
    let start = about([0; 4], Objects::Games).refuting(1);
    assert_eq!(numbers(start), (1, 1, Some(UpperBound::AtMost(0))));
}

#[test]
fn names_are_read_back_and_nothing_else_is() {
    let games = about([4, 3, 1, 2], Objects::Games);
    let graphs = about([4, 3, 1, 2], Objects::Graphs);
    let by = "top-left".parse().unwrap();
    let no_arrival = Claim::no_arrival([4, 3, 1, 2].into(), by);
    for (ask, name) in [
        (games.refuting(85).into(), "4-3-1-2.games.at-most-84"),
        (graphs.refuting(1).into(), "4-3-1-2.graphs.empty"),
        (graphs.into(), "4-3-1-2.graphs.maximum"),
        (no_arrival.into(), "4-3-1-2.games.not-by-top-left"),
        (games.listing(82).into(), "4-3-1-2.games.all-82"),
        (games.listing(1).into(), "4-3-1-2.games.all-1"),
    ] {
        assert_eq!(Ask::name(&ask), name);
        assert_eq!(Ask::of_name(PLAIN, name), Some(ask));
    }
    for other in [
        "4-3-1-2.games.not-by-chance",
        "4-3-1.games.empty",
        "4-3-1-2-0.games.empty",
        "04-3-1-2.games.empty",
        "4-3-1-2.games.empty.1",
        "4-3-1-2.games.at-most-+84",
        ".4-3-1-2.games.empty",
        "4-3-1-2.dots.empty",
        "4-3-1-2.graphs.all-82",
        "4-3-1-2.games.all-0",
        "4-3-1-2.games.all-082",
    ] {
        assert_eq!(Ask::of_name(PLAIN, other), None, "{other}");
    }
}

#[test]
fn lines_and_questions_say_the_same() {
    let graphs = about([4, 3, 1, 2], Objects::Graphs);
    let arrival = Claim::no_arrival([4, 3, 1, 2].into(), Arrival::ALL[0]);
    let words = |c: Claim| (c.theorem_line("F"), c.asked());
    let line = |text: &str| format!("{text} F\n");
    assert_eq!(
        words(graphs.refuting(85)),
        (
            line("box 4,3,1,2 at-most 84"),
            "graph of 85 moves?".to_owned()
        )
    );
    assert_eq!(
        words(graphs.refuting(1)),
        (line("box 4,3,1,2 empty"), "any graph?".to_owned())
    );
    assert_eq!(
        words(arrival),
        (
            line("arrival 4,3,1,2 top"),
            "any game that arrives by top?".to_owned()
        )
    );
    assert_eq!(Ask::from(graphs).in_words(), "largest graph?");
    let list = about([4, 3, 1, 2], Objects::Games).listing(82);
    assert_eq!(
        words(list),
        (
            line("box 4,3,1,2 all-of 82"),
            "all games of 82 moves?".to_owned()
        )
    );
}

/// A certificate is the evidence of what it shows, and of what follows from that; of nothing else.
#[test]
fn certificates_show_their_own_claim_and_what_follows() {
    let size = BoxSize {
        top: 2,
        right: 1,
        bottom: 2,
        left: 1,
    };
    let games = Shown {
        size,
        arrival: None,
        all_of: false,
        objects: state::Objects::Games,
        symmetric: false,
        k: 78,
    };
    let graphs = Shown {
        objects: state::Objects::Graphs,
        ..games
    };
    let ours = about([2, 1, 2, 1], Objects::Games).refuting(78);
    assert!(ours.is_shown_by(games) && ours.is_shown_by(graphs));
    for other in [
        Shown { k: 79, ..games },
        Shown { k: 77, ..games },
        Shown {
            all_of: true,
            ..games
        },
        Shown {
            size: BoxSize { left: 2, ..size },
            ..games
        },
        Shown {
            symmetric: true,
            ..games
        },
        Shown {
            arrival: Some("top".parse().unwrap()),
            ..games
        },
    ] {
        assert!(!ours.is_shown_by(other), "{other}");
    }
    let our_graphs = about([2, 1, 2, 1], Objects::Graphs).refuting(78);
    assert!(!our_graphs.is_shown_by(games) && our_graphs.is_shown_by(graphs));
    assert!(symmetric(ours).is_shown_by(games));
    let touching = Subject {
        setting: Setting::of(Variant::T5),
        ..ours.subject
    };
    assert!(!touching.refuting(78).is_shown_by(games));
    let top = Shown {
        arrival: Some("top".parse().unwrap()),
        k: 0,
        ..games
    };
    let arrival = Claim::no_arrival([2, 1, 2, 1].into(), Arrival::ALL[0]);
    assert!(arrival.is_shown_by(top) && !ours.subject.refuting(0).is_shown_by(top));
    for shown in [
        games,
        graphs,
        Shown {
            symmetric: true,
            ..games
        },
        top,
    ] {
        let claim = Claim::of_certificate(shown).unwrap();
        assert!(claim.is_shown_by(shown), "{shown}");
    }
    assert_eq!(Claim::of_certificate(games), Ok(ours));
    assert_eq!(Claim::of_certificate(top), Ok(arrival));
    let start = BoxSize {
        top: 0,
        right: 0,
        bottom: 0,
        left: 0,
    };
    for (size, k) in [(size, 1), (start, 0), (size, 1 << 40)] {
        let shown = Shown { size, k, ..games };
        assert_eq!(Claim::of_certificate(shown), Err(NoClaim(k)));
    }
}

#[test]
fn a_claim_implies_what_follows_from_it() {
    let graphs = about([2, 1, 2, 1], Objects::Graphs);
    let games = about([2, 1, 2, 1], Objects::Games);
    let by = |sides: &str| Claim::no_arrival([2, 1, 2, 1].into(), sides.parse().unwrap());
    let (strong, weak) = (graphs.refuting(78), games.refuting(80));
    assert!(strong.implies(&weak) && !weak.implies(&strong));
    assert!(strong.implies(&symmetric(strong)) && !symmetric(strong).implies(&strong));
    assert!(games.refuting(1).implies(&by("top")) && !by("top").implies(&games.refuting(1)));
    let maximum = Ask::Maximum(games);
    assert!(games.refuting(1).answers(&maximum) && !strong.answers(&maximum));
    assert!(strong.answers(&weak.into()) && !by("top").answers(&maximum));
    // This box is its own image under the reflection that exchanges top and bottom.
    assert!(by("top").implies(&by("bottom")) && !by("top").implies(&by("left")));
    assert!(!strong.implies(&about([2, 1, 2, 2], Objects::Games).refuting(80)));
}

/// A list shows no bound, and a bound stands for it only where it leaves nothing to be listed; a list of all games is not one of the
/// symmetric ones.
#[test]
fn a_list_stands_for_nothing_but_itself() {
    let games = about([2, 1, 2, 1], Objects::Games);
    let list = games.listing(78);
    assert_eq!((list.bound(), list.at_least()), (None, 78));
    let symmetric = symmetric(list);
    assert!(list.implies(&list) && !list.answers(&Ask::Maximum(games)));
    for bound in [games.refuting(78), games.refuting(1)] {
        assert!(bound.implies(&list) && bound.implies(&symmetric) && !list.implies(&bound));
    }
    for other in [games.refuting(79), games.listing(79), symmetric] {
        assert!(!list.implies(&other) && !other.implies(&list), "{other:?}");
    }
    let shown = |claim: Claim| Shown {
        size: BoxSize {
            top: 2,
            right: 1,
            bottom: 2,
            left: 1,
        },
        arrival: None,
        all_of: claim.all_of,
        objects: state::Objects::Games,
        symmetric: claim.subject.setting.symmetric,
        k: 78,
    };
    assert_eq!(Claim::of_certificate(shown(list)), Ok(list));
    for (claim, other) in [
        (list, games.refuting(78)),
        (games.refuting(78), list),
        (symmetric, list),
        (list, symmetric),
    ] {
        assert!(claim.is_shown_by(shown(claim)) && !claim.is_shown_by(shown(other)));
    }
}
