//! Packed files: the same verdicts as for plain ones, and errors, never other bytes, for damaged ones.

use crate::prover::prove;
use crate::theorem::Folder;
use morpion_check::geometry::BoxSize;
use morpion_check::packed::{read, unpack};
use morpion_check::state::Objects;
use morpion_check::theorem;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn packed(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn files_are_read_as_what_they_are() {
    let folder = Folder::new();
    let bytes: Vec<u8> = (0..100_000u32).map(|i| ((i * i) >> 7) as u8).collect();
    for content in [&bytes[..], &bytes[..1], b""] {
        folder.write("plain.cert.zst", content);
        assert_eq!(read(&folder.0.join("plain.cert.zst")).unwrap(), content);
        folder.write("packed.cert", packed(content));
        assert_eq!(read(&folder.0.join("packed.cert")).unwrap(), content);
    }
    assert!(read(&folder.0.join("none")).is_err());
}

#[test]
fn damaged_files_are_errors() {
    let bytes = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None).0;
    let good = packed(&bytes);
    assert_eq!(unpack(&good).unwrap(), bytes);
    for end in 0..good.len() {
        assert!(unpack(&good[..end]).is_err(), "cut off at {end}");
    }
    assert!(unpack(&[&good[..], b"\0"].concat()).is_err());
    assert!(unpack(&[&good[..], &good[..]].concat()).is_err());
    assert!(unpack(&bytes).is_err());
}

/// A small file must not fill the memory.
#[test]
fn bombs_are_refused() {
    let bomb = packed(&vec![0; (1 << 30) + 1]);
    assert!(bomb.len() < 1 << 20);
    assert!(unpack(&bomb).is_err());
}

#[test]
fn theorems_may_rest_on_packed_certificates() {
    let folder = Folder::new();
    let bytes = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None).0;
    folder.write("a.cert.zst", packed(&bytes));
    let theorem = "morpion-theorem 1\nwithin 0,0,0,0\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 a.cert.zst\n";
    folder.write("theorem.txt", theorem);
    assert!(theorem::check(&folder.0, 1, &|_, _| {}).is_ok());
    folder.write("a.cert.zst", packed(&bytes[..bytes.len() - 1]));
    assert!(theorem::check(&folder.0, 1, &|_, _| {}).is_err());
}
