//! The theorem that is committed under `results/` holds: the checker repeats every certificate
//! and witness of it and derives its sentence.

use std::path::Path;

#[test]
fn the_committed_theorem_is_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("results/5D/certificates/theorem-graphs-within-2-1-1-1.txt");
    let sentence = morpion_check::theorem::check(&folder, 2, &|_, _| {}).unwrap();
    assert!(
        sentence.contains("no graph whose bounding box lies within 2,1,1,1"),
        "{sentence}"
    );
    assert!(sentence.ends_with("has more than 75 moves"), "{sentence}");
}

/// The sentence follows from the statements; of these the witnesses and the short certificates are verified
/// here, all of them by `morpion-check results/5D-symmetric/certificates` in some minutes.
#[test]
fn the_symmetric_theorem_follows_from_its_statements() {
    use morpion_check::certificate::{self, Verdict};
    use morpion_check::state::Objects;
    use morpion_check::theorem::{FILE_NAME, Kind, Theorem};
    use morpion_check::witness;
    const SHORT: usize = 30_000;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/5D-symmetric/certificates");
    let text = std::fs::read_to_string(folder.join(FILE_NAME)).unwrap();
    let theorem = Theorem::parse(&text).unwrap();
    assert_eq!(
        theorem.conclusion().unwrap(),
        "no point-symmetric game has more than 68 moves"
    );
    let (mut longest, mut checked) = (0, 0);
    for statement in &theorem.statements {
        let file = std::fs::read(folder.join(&statement.file)).unwrap();
        let k = match statement.kind {
            Kind::Witness(moves) => {
                let text = std::str::from_utf8(&file).unwrap();
                witness::check(text, statement.size, moves, Objects::Games, true).unwrap();
                longest = longest.max(moves);
                continue;
            }
            Kind::AtMost(most) => most + 1,
            Kind::Empty => 0,
            Kind::Arrival(_) => unreachable!("symmetric games arrive by pairs of moves"),
        };
        if file.len() <= SHORT {
            let verdict = certificate::check(&file).unwrap();
            assert!(
                matches!(verdict, Verdict::Valid(c, _) if (c.size, c.k) == (statement.size, k)),
                "{verdict:?}"
            );
            checked += 1;
        }
    }
    assert_eq!(longest, 68);
    assert!(checked > 3, "{checked}");
}

/// Every game a search has left replays, and the best of each kind is as long as is said of it.
#[test]
fn the_committed_games_are_what_they_say() {
    use morpion::geometry::Variant;
    use morpion::search::found_games;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/games");
    let games = found_games(&folder).unwrap();
    let longest = |variant, symmetric| {
        let of_kind = |g: &&morpion::search::FoundGame| {
            g.variant() == variant && g.sidecar.symmetric == symmetric
        };
        games.iter().filter(of_kind).map(|g| g.moves.len()).max()
    };
    assert_eq!(longest(Variant::D4, false), Some(35));
    assert_eq!(longest(Variant::T4, false), Some(62));
    assert!(longest(Variant::D5, false) >= Some(81));
    assert!(longest(Variant::T5, false) >= Some(143));
    assert_eq!(longest(Variant::D5, true), Some(68));
    // Symmetric games are even, and no game of 4D has more than 35 moves.
    assert_eq!(longest(Variant::D4, true), Some(34));
    for game in &games {
        assert!(game.sidecar.command.starts_with("morpion search "));
    }
}
