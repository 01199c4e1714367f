//! The theorem that is committed under `results/` holds: the checker repeats every certificate
//! and witness of it and derives its sentence.

use std::path::Path;

#[test]
fn the_committed_theorem_is_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/5D/certificates");
    let sentence = morpion_check::theorem::check(&folder, 2, &|_, _| {}).unwrap();
    assert!(
        sentence.contains("no graph whose bounding box lies within 2,1,1,1"),
        "{sentence}"
    );
    assert!(sentence.ends_with("has more than 75 moves"), "{sentence}");
}
