//! Laws of the geometry, checked against brute force where that is possible.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

fn any_symmetry() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(Symmetry::ALL.to_vec())
}

fn any_move() -> impl Strategy<Value = (Variant, Move)> {
    (any_variant(), -9i16..19, -9i16..19, 0usize..4, 0u8..4).prop_map(
        |(variant, x, y, d, position)| {
            let line = Line::new(Cell::new(x, y), Direction::ALL[d]);
            (variant, Move::new(line, position))
        },
    )
}

#[test]
fn cross_has_the_known_number_of_dots_and_is_symmetric() {
    for (variant, dots) in [
        (Variant::D5, 36),
        (Variant::T5, 36),
        (Variant::D4, 24),
        (Variant::T4, 24),
    ] {
        let cross: BTreeSet<Cell> = cross_cells(variant).collect();
        assert_eq!(cross.len(), dots);
        for symmetry in Symmetry::ALL {
            let image: BTreeSet<Cell> = cross.iter().map(|&c| symmetry.cell(variant, c)).collect();
            assert_eq!(image, cross);
        }
    }
    assert!(
        is_cross_cell(Variant::D5, Cell::new(3, 3)),
        "north-west inner corner"
    );
    assert!(!is_cross_cell(Variant::D5, Cell::new(4, 4)));
}

#[test]
fn symmetries_are_eight_different_maps() {
    let probe = [Cell::new(1, 0), Cell::new(0, 2)];
    let images: BTreeSet<_> = Symmetry::ALL
        .into_iter()
        .map(|s| probe.map(|c| s.cell(Variant::D5, c)))
        .collect();
    assert_eq!(images.len(), 8);
    let centre_pair = Symmetry::HALF_TURN.cell(Variant::D5, Cell::new(4, 4));
    assert_eq!(centre_pair, Cell::new(5, 5));
}

#[test]
fn canonical_form_agrees_with_brute_force_over_all_small_boxes() {
    // Brute force: two boxes are equivalent when some symmetry maps the cells
    // of one onto the cells of the other; no use of the action on distances.
    let cells = |b: BoundingBox, s: Symmetry| -> BTreeSet<Cell> {
        let region = b.region(Variant::D5);
        region.cells().map(|c| s.cell(Variant::D5, c)).collect()
    };
    let all: Vec<BoundingBox> = (0..81u32)
        .map(|i| {
            [i / 27 % 3, i / 9 % 3, i / 3 % 3, i % 3]
                .map(|d| d as u8)
                .into()
        })
        .collect();
    for &a in &all {
        let images: Vec<_> = Symmetry::ALL.into_iter().map(|s| cells(a, s)).collect();
        for &b in &all {
            let same = images.contains(&cells(b, Symmetry::IDENTITY));
            assert_eq!(same, a.canonical() == b.canonical(), "{a} {b}");
        }
    }
}

#[test]
fn canonical_form_is_idempotent_and_largest_for_every_tuple() {
    for i in 0..8u32.pow(4) {
        let b: BoundingBox = [i >> 9 & 7, i >> 6 & 7, i >> 3 & 7, i & 7]
            .map(|d| d as u8)
            .into();
        let canonical = b.canonical();
        assert_eq!(canonical.canonical(), canonical);
        assert!(canonical >= b);
        assert_eq!(canonical.top, b.distances().into_iter().max().unwrap());
    }
}

#[test]
fn resized_boxes_grow_one_side_or_two_neighbours() {
    let grown = |b: BoundingBox| Arrival::ALL.into_iter().filter_map(move |a| a.after(b));
    let resized: BTreeSet<_> = grown(BoundingBox::new(1, 1, 1, 1)).collect();
    assert_eq!(resized.len(), 8);
    assert!(
        !resized.contains(&BoundingBox::new(2, 1, 2, 1)),
        "opposite sides"
    );
    assert_eq!(grown(BoundingBox::new(MAX_DISTANCE, 0, 0, 0)).count(), 5);
}

#[test]
fn twelve_boxes_lie_within_2111() {
    let within = BoundingBox::new(2, 1, 1, 1);
    let boxes: BTreeSet<_> = (0..81u32)
        .map(|i| BoundingBox::from([i / 27 % 3, i / 9 % 3, i / 3 % 3, i % 3].map(|d| d as u8)))
        .filter(|b| b.fits_within(within))
        .map(BoundingBox::canonical)
        .collect();
    assert_eq!(boxes.len(), 12);
}

#[test]
fn box_text_is_read_and_refused() {
    assert_eq!("4,3,1,1".parse(), Ok(BoundingBox::new(4, 3, 1, 1)));
    assert_eq!(" (4, 3,1,1)".parse(), Ok(BoundingBox::new(4, 3, 1, 1)));
    for bad in [
        "",
        "4,3,1",
        "4,3,1,1,1",
        "-1,0,0,0",
        "a,b,c,d",
        "61,0,0,0",
        "1e9,0,0,0",
        "(1,2,3,4",
    ] {
        assert!(bad.parse::<BoundingBox>().is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn box_text_round_trips(d in prop::array::uniform4(0u8..=MAX_DISTANCE)) {
        let b = BoundingBox::from(d);
        prop_assert_eq!(b.to_string().parse(), Ok(b));
    }

    #[test]
    fn symmetric_moves_keep_their_cells((variant, mv) in any_move(), s in any_symmetry()) {
        let image = s.mv(variant, mv);
        prop_assert_eq!(image.dot(), s.cell(variant, mv.dot()));
        let expected: BTreeSet<_> = mv.line.cells(variant).map(|c| s.cell(variant, c)).collect();
        let cells: BTreeSet<_> = image.line.cells(variant).collect();
        prop_assert_eq!(cells, expected);
    }

    #[test]
    fn boxes_and_cells_transform_alike((variant, mv) in any_move(), s in any_symmetry()) {
        let image = s.mv(variant, mv);
        let b = BoundingBox::of_moves(variant, [&mv]).unwrap();
        let b_image = BoundingBox::of_moves(variant, [&image]).unwrap();
        prop_assert_eq!(b.transformed(s), b_image);
        prop_assert!(b.region(variant).contains(mv.dot()));
    }

    #[test]
    fn compatibility_is_symmetric((variant, a) in any_move(), (_, b) in any_move()) {
        prop_assert_eq!(a.line.compatible(b.line, variant), b.line.compatible(a.line, variant));
    }
}

fn any_box() -> impl Strategy<Value = BoundingBox> {
    prop::array::uniform4(0u8..8).prop_map(BoundingBox::from)
}

proptest! {
    #[test]
    fn arrivals_extend_one_side_or_two_neighbours(bounding_box in any_box()) {
        for arrival in Arrival::ALL {
            let after = arrival.after(bounding_box).unwrap();
            prop_assert_eq!(arrival.before(after), Some(bounding_box));
            let grown = |k: usize| after.distances()[k] - bounding_box.distances()[k];
            for k in 0..4 {
                prop_assert_eq!(grown(k), u8::from(arrival.extends(k)));
            }
            let opposite = |k: usize| arrival.extends(k) && arrival.extends(k + 2);
            prop_assert!(!opposite(0) && !opposite(1));
            let sides = (0..4).filter(|&k| arrival.extends(k)).count();
            prop_assert!(sides == 1 || sides == 2);
        }
    }

    /// A box and the sides that grew stay together under the symmetries, and so do their canonical forms.
    #[test]
    fn arrivals_turn_with_their_boxes(bounding_box in any_box()) {
        for arrival in Arrival::ALL {
            let after = arrival.after(bounding_box).unwrap();
            let canonical = arrival.canonical(after);
            prop_assert_eq!(canonical.0, after.canonical());
            for s in Symmetry::ALL {
                let image = arrival.transformed(s);
                prop_assert_eq!(image.after(bounding_box.transformed(s)), Some(after.transformed(s)));
                prop_assert_eq!(image.canonical(after.transformed(s)), canonical);
            }
        }
    }
}

#[test]
fn arrivals_have_names_and_numbers() {
    let names = [
        "top",
        "right",
        "bottom",
        "left",
        "top-right",
        "right-bottom",
        "bottom-left",
        "top-left",
    ];
    assert_eq!(Arrival::ALL.map(|a| a.to_string()), names);
    assert_eq!(Arrival::ALL.map(Arrival::mask), [1, 2, 4, 8, 3, 6, 12, 9]);
    for arrival in Arrival::ALL {
        assert_eq!(arrival.to_string().parse(), Ok(arrival));
        assert_eq!(Arrival::from_mask(arrival.mask()), Some(arrival));
        let text = serde_json::to_string(&arrival).unwrap();
        assert_eq!(serde_json::from_str::<Arrival>(&text).unwrap(), arrival);
    }
    for mask in [0, 5, 7, 10, 11, 13, 14, 15, 16, 255] {
        assert_eq!(Arrival::from_mask(mask), None);
    }
    assert!("top-bottom".parse::<Arrival>().is_err());
    let cross = BoundingBox::default();
    assert!(Arrival::ALL.iter().all(|a| a.before(cross).is_none()));
}
