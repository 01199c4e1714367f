use super::*;
use crate::params::Shape;

fn learner() -> Learner {
    let params = Params {
        episodes: 6,
        shape: Shape {
            radius: 2,
            hidden: vec![4],
        },
        ..Params::default()
    };
    let mut learner = Learner::new(Board::new(Variant::D4), params, 7);
    (0..3).for_each(|_| drop(learner.iterate(&|| false).unwrap()));
    learner
}

#[test]
fn going_on_from_a_checkpoint_equals_no_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learner.checkpoint");
    let mut whole = learner();
    save(&whole, &path).unwrap();
    let mut resumed = load(&path).unwrap();
    assert!(to_bytes(&resumed) == to_bytes(&whole));
    for _ in 0..2 {
        assert_eq!(whole.iterate(&|| false), resumed.iterate(&|| false));
    }
    assert_eq!(whole.best(), resumed.best());
    assert_eq!(whole.network.params(), resumed.network.params());
    assert_eq!(whole.rewards, resumed.rewards);
}

#[test]
fn what_is_cut_short_or_changed_is_refused() {
    let good = to_bytes(&learner());
    assert!(from_bytes(&good).is_ok());
    for end in [
        0,
        MAGIC.len(),
        MAGIC.len() + 20,
        good.len() / 2,
        good.len() - 1,
    ] {
        assert!(from_bytes(&good[..end]).is_err(), "{end}");
    }
    for place in (0..good.len()).step_by(good.len() / 50) {
        let mut bad = good.clone();
        bad[place] ^= 4;
        assert!(from_bytes(&bad).is_err(), "{place}");
    }
}

/// A check that fits does not make games legal.
#[test]
fn games_are_replayed() {
    let mut learner = learner();
    learner.best.reverse();
    let fault = from_bytes(&to_bytes(&learner)).err();
    assert_eq!(fault, Some("a game is not legal"));
}
