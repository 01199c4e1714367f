//! Packed files, and the certificates in them.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    if morpion_check_fuzz::unpacking(file) {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
});
