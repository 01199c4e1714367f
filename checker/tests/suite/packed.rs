//! Packed files: the same verdicts as for plain ones, and errors, never other bytes, for damaged ones.

use crate::prover::prove;
use crate::theorem::{Folder, verify};
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::packed::{read, unpack, xxh64};
use morpion_check_core::state::Objects;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn packed(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn files_are_read_as_what_they_are() {
    let folder = Folder::new();
    let bytes: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(i) >> 7) as u8)
        .collect();
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
    let bytes = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None);
    let good = packed(&bytes);
    assert_eq!(unpack(&good).unwrap(), bytes);
    for end in 0..good.len() {
        assert!(unpack(&good[..end]).is_err(), "cut off at {end}");
    }
    assert!(unpack(&[&good[..], b"\0"].concat()).is_err());
    assert!(unpack(&[&good[..], &good[..]].concat()).is_err());
    assert!(unpack(&bytes).is_err());
    // A bit that is reserved changes nothing of what is unpacked, but zstd refuses it, too.
    let mut reserved = good.clone();
    reserved[4] |= 0b1000;
    assert!(unpack(&reserved).is_err());
}

/// A frame of one raw block, with a content checksum.
pub(crate) fn with_checksum(content: &[u8], checksum: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
    // A checksum, no size, and a window of 2 megabytes.
    frame.extend([0b0000_0100, 11 << 3]);
    // The last block, raw, and its size from the fourth bit on.
    let block = 1 + 8 * u32::try_from(content.len()).expect("a small file");
    frame.extend(&block.to_le_bytes()[..3]);
    frame.extend(content);
    frame.extend(checksum.to_le_bytes());
    frame
}

#[test]
fn checksums_must_be_right() {
    for content in [&b""[..], b"a", b"certificate 6"] {
        let sum = xxh64(content) as u32;
        assert_eq!(unpack(&with_checksum(content, sum)).unwrap(), content);
        for wrong in [sum + 1, sum ^ (1 << 31), 0, (xxh64(content) >> 32) as u32] {
            assert!(unpack(&with_checksum(content, wrong)).is_err());
        }
        let mut cut = with_checksum(content, sum);
        cut.truncate(cut.len() - 4);
        assert!(unpack(&cut).is_err(), "the checksum is missing");
    }
    let bytes: Vec<u8> = (0..30).collect();
    let sum = xxh64(&bytes) as u32;
    let frame = with_checksum(&bytes, sum);
    assert_eq!(unpack(&frame).unwrap(), bytes);
    for i in 9..frame.len() {
        let mut changed = frame.clone();
        changed[i] ^= 64;
        assert!(unpack(&changed).is_err(), "byte {i}");
    }
}

#[test]
fn windows_have_at_most_128_megabytes() {
    let content = b"certificate 6";
    let with_window = |descriptor: u8| {
        let mut frame = with_checksum(content, xxh64(content) as u32);
        frame[5] = descriptor;
        unpack(&frame)
    };
    // 2^(10 + 17) bytes, and an eighth more.
    assert_eq!(with_window(17 << 3).unwrap(), content);
    assert!(with_window(17 << 3 | 1).is_err());
    assert!(with_window(18 << 3).is_err());
}

/// The hashes that the reference implementation gives for the bytes 0, 1, 2 and so on, for lengths with all kinds of remainders.
#[test]
fn hashes_are_those_of_xxh64() {
    let bytes: Vec<u8> = (0..=255).collect();
    for (length, hash) in [
        (0, 0xEF46_DB37_51D8_E999),
        (1, 0xE934_A84A_DB05_2768),
        (3, 0xE5C7_BB45_33BC_65DD),
        (4, 0xFFCE_D860_4453_CC1E),
        (12, 0x424A_F23F_1F08_DCA5),
        (31, 0xC346_D2B5_9B4D_8EE1),
        (32, 0xCBF5_9C51_16FF_32B4),
        (33, 0x0C53_5D1A_CAFB_8EAD),
        (63, 0xE26A_A9E2_A95F_8E4F),
        (100, 0x6AC1_E580_3216_6597),
        (200, 0x50DC_1079_B99E_879C),
        (256, 0x1FAC_BE84_06CD_904B),
    ] {
        assert_eq!(xxh64(&bytes[..length]), hash, "{length}");
    }
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
    let bytes = prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None);
    folder.write("a.cert.zst", packed(&bytes));
    let theorem = "morpion-theorem 1\nwithin 0,0,0,0\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 a.cert.zst\n";
    folder.write("theorem.txt", theorem);
    assert!(verify(&folder.0).is_ok());
    folder.write("a.cert.zst", packed(&bytes[..bytes.len() - 1]));
    assert!(verify(&folder.0).is_err());
}
