//! Certificates about lines.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    if morpion_check_fuzz::of_lines(file) {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
});
