//! Checks a certificate, and says what it shows.
//!
//! ```sh
//! cargo run --release -p morpion-check-core --example check -- FILE.cert.zst
//! ```
//!
//! Without a file it checks one of 44 bytes that it carries along: no graph within the square of the cross has 65 moves.

use std::error::Error;
use std::path::Path;

use morpion_check_core::packed;
use morpion_check_core::walk::{Verdict, check};

/// `results/5D/certificates/0-0-0-0.graphs.at-most-64.cert.zst`, unpacked: the header, and one node that is closed at once.
const SMALL: &[u8] = b"MORPCERT\x09\0\0\0\0\0\x01\0\0A\xcc\x05\0\0\x04(\x03\xd8\x04\xcd\x05\x1d.d\xcd\x05\xaa\x01.d\xcd\x05\xaa\x01.\x01";

fn main() -> Result<(), Box<dyn Error>> {
    let file = match std::env::args().nth(1) {
        Some(path) => packed::read(Path::new(&path))?,
        None => SMALL.to_vec(),
    };
    match check(&file)? {
        Verdict::Valid(claim, counts) => println!("valid: {claim} (nodes: {})", counts.nodes),
        unfinished => println!("it shows nothing yet: {unfinished:?}"),
    }
    Ok(())
}
