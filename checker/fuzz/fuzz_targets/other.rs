//! Theorem files, witnesses, summaries of parts and certificates about octagons.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    if morpion_check_fuzz::other(file) {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
});
