//! The text of this crate. A summary of a part of a check carries its digest, so that all parts are known to come from one checker.

/// The files of this crate by name, without tests.
pub const SOURCES: [(&str, &[u8]); 24] = [
    ("bound.rs", include_bytes!("bound.rs")),
    ("fast/mod.rs", include_bytes!("fast/mod.rs")),
    ("fast/planes.rs", include_bytes!("fast/planes.rs")),
    ("folder.rs", include_bytes!("folder.rs")),
    ("format.rs", include_bytes!("format.rs")),
    ("geometry.rs", include_bytes!("geometry.rs")),
    ("lib.rs", include_bytes!("lib.rs")),
    ("listing/census.rs", include_bytes!("listing/census.rs")),
    ("listing/mod.rs", include_bytes!("listing/mod.rs")),
    ("listing/position.rs", include_bytes!("listing/position.rs")),
    ("listing/register.rs", include_bytes!("listing/register.rs")),
    ("listing/rows.rs", include_bytes!("listing/rows.rs")),
    ("main.rs", include_bytes!("main.rs")),
    ("node.rs", include_bytes!("node.rs")),
    ("observer.rs", include_bytes!("observer.rs")),
    ("packed.rs", include_bytes!("packed.rs")),
    ("plain.rs", include_bytes!("plain.rs")),
    ("sha256.rs", include_bytes!("sha256.rs")),
    ("sources.rs", include_bytes!("sources.rs")),
    ("state.rs", include_bytes!("state.rs")),
    ("theorem.rs", include_bytes!("theorem.rs")),
    ("verdict.rs", include_bytes!("verdict.rs")),
    ("walk.rs", include_bytes!("walk.rs")),
    ("witness.rs", include_bytes!("witness.rs")),
];
