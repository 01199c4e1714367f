//! The digest SHA-256 (FIPS 180-4), by which lists of positions are named.

use std::array;
use std::fmt::Write;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/// The digest of these bytes, in hexadecimal digits.
///
/// ```
/// let digest = morpion_check_core::sha256::sha256(b"abc");
/// assert!(digest.starts_with("ba7816bf"));
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    let whole = bytes.len() / 64 * 64;
    let mut end = bytes[whole..].to_vec();
    end.push(0x80);
    while end.len() % 64 != 56 {
        end.push(0);
    }
    end.extend((8 * bytes.len() as u64).to_be_bytes());
    let mut state = START;
    for block in bytes[..whole].chunks(64).chain(end.chunks(64)) {
        state = mix(state, block);
    }
    state.iter().fold(String::new(), |mut text, word| {
        // Writing to a text does not fail.
        let _ = write!(text, "{word:08x}");
        text
    })
}

/// The state after a block of 64 bytes.
fn mix(state: [u32; 8], block: &[u8]) -> [u32; 8] {
    let mut words = [0; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks(4)) {
        *word = bytes.iter().fold(0, |n, &byte| n << 8 | u32::from(byte));
    }
    for i in 16..64 {
        let (a, b): (u32, u32) = (words[i - 15], words[i - 2]);
        let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        let sum = a.wrapping_add(b).wrapping_add(words[i - 16]);
        words[i] = sum.wrapping_add(words[i - 7]);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
    for (round, word) in ROUNDS.into_iter().zip(words) {
        let s = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let sums = [s, choice, round, word].into_iter();
        let first = sums.fold(h, u32::wrapping_add);
        let s = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b) = (c, b, a);
        a = first.wrapping_add(s).wrapping_add(majority);
    }
    let mixed = [a, b, c, d, e, f, g, h];
    array::from_fn(|i| state[i].wrapping_add(mixed[i]))
}
