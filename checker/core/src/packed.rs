//! Reading files that may be packed.
//!
//! Certificates are kept packed in the Zstandard format (RFC 8878), which makes them three times smaller. Unpacking is left to
//! a library; nothing rests on it: whatever it returns is checked by [`crate::walk`] like any other file.

use ruzstd::decoding::StreamingDecoder;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The first bytes of a packed file.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// A bit of the byte after these, which must be zero.
const RESERVED: u8 = 0b1000;
/// No file may be larger than this when it is unpacked, so that a small one cannot fill the memory.
const LARGEST: u64 = 1 << 30;
/// No frame may ask for a larger window, in bytes, for the same reason.
const LARGEST_WINDOW: u64 = 1 << 27;

/// The bytes of a file, unpacked if they are packed.
///
/// # Errors
/// The file cannot be read, is damaged, or is larger than a gigabyte when it is unpacked.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    if bytes.starts_with(&MAGIC) {
        unpack(&bytes)
    } else {
        Ok(bytes)
    }
}

/// Unpacks a single Zstandard frame.
///
/// # Errors
/// It is damaged, as far as its checksum tells if it has one, followed by anything, larger than a gigabyte when it is unpacked, or
/// has a window of more than 128 megabytes.
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    // RFC 8878, section 3.1.1.1.1.4. The library does not look at it.
    if packed
        .get(MAGIC.len())
        .is_some_and(|byte| byte & RESERVED != 0)
    {
        return Err(invalid("its reserved bit is set".to_owned()));
    }
    let mut rest = packed;
    let decoder = StreamingDecoder::new_with_max_window_size(&mut rest, LARGEST_WINDOW);
    let mut decoder = decoder.map_err(|e| invalid(e.to_string()))?;
    let mut bytes = Vec::new();
    let mut limited = decoder.by_ref().take(LARGEST + 1);
    limited.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid("it is larger than a gigabyte".to_owned()));
    }
    let checksum = decoder.decoder.get_checksum_from_data();
    // The cast keeps the lower half, as the format says.
    if checksum.is_some_and(|sum| sum != xxh64(&bytes) as u32) {
        return Err(invalid("its checksum is wrong".to_owned()));
    }
    if !rest.is_empty() {
        return Err(invalid("something follows the packed bytes".to_owned()));
    }
    Ok(bytes)
}

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The hash XXH64 with seed 0, of which content checksums are made.
pub fn xxh64(bytes: &[u8]) -> u64 {
    let [one, two, three, four, five] = PRIMES;
    let round = |sum: u64, word: u64| {
        let sum = sum.wrapping_add(word.wrapping_mul(two));
        sum.rotate_left(31).wrapping_mul(one)
    };
    let (stripes, rest) = bytes.as_chunks::<32>();
    let mut sums = [one.wrapping_add(two), two, 0, 0u64.wrapping_sub(one)];
    for stripe in stripes {
        for (sum, &word) in sums.iter_mut().zip(stripe.as_chunks().0) {
            *sum = round(*sum, u64::from_le_bytes(word));
        }
    }
    let [a, b, c, d] = sums;
    let mut hash = if stripes.is_empty() {
        five
    } else {
        let turned = [(a, 1), (b, 7), (c, 12), (d, 18)].map(|(sum, by)| sum.rotate_left(by));
        let all = turned.into_iter().fold(0, u64::wrapping_add);
        let merge = |hash: u64, sum| (hash ^ round(0, sum)).wrapping_mul(one).wrapping_add(four);
        sums.into_iter().fold(all, merge)
    };
    hash = hash.wrapping_add(bytes.len() as u64);
    let (words, rest) = rest.as_chunks::<8>();
    for &word in words {
        hash ^= round(0, u64::from_le_bytes(word));
        hash = hash.rotate_left(27).wrapping_mul(one).wrapping_add(four);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for &half in halves {
        hash ^= u64::from(u32::from_le_bytes(half)).wrapping_mul(one);
        hash = hash.rotate_left(23).wrapping_mul(two).wrapping_add(three);
    }
    for &byte in rest {
        hash ^= u64::from(byte).wrapping_mul(five);
        hash = hash.rotate_left(11).wrapping_mul(one);
    }
    for (shift, prime) in [(33, two), (29, three), (32, 1)] {
        hash = (hash ^ (hash >> shift)).wrapping_mul(prime);
    }
    hash
}
