//! `morpion-check-core`: verifies certificates and theorems, and prints what they prove, by this crate alone.

#![forbid(unsafe_code)]

use morpion_check_core::verdict::{Output, check_all};
use morpion_check_core::walk::Form;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, thread};

const USAGE: &str = "\
Verifies Morpion Solitaire certificates and prints what they prove: morpion-check without its options.

Usage: morpion-check-core [--plain] PATH...

A PATH is a certificate, packed (.cert.zst) or not, a theorem file that lies beside its certificates, or a folder
of certificates with its theorem files. With --plain the bound is computed cell by cell: by less code, slower.

Exit status: 0 everything is valid; 1 something is rejected or unfinished; 2 something cannot be read, or misuse.
";

fn main() -> ExitCode {
    let mut paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let is_first = |word: &str| paths.first().is_some_and(|first| first.as_os_str() == word);
    if is_first("--help") {
        return ExitCode::from(2 * u8::from(write!(io::stdout(), "{USAGE}").is_err()));
    }
    let form = if is_first("--plain") {
        paths.remove(0);
        Form::Plain
    } else {
        Form::Fast
    };
    let is_option = |path: &PathBuf| path.to_string_lossy().starts_with('-');
    if paths.is_empty() || paths.iter().any(is_option) {
        let _ = write!(io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    }
    let print = |line: &str| {
        let mut out = io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush())
    };
    let output = Output::new(false, &print, &|_| {});
    let cores = thread::available_parallelism().map_or(1, usize::from);
    check_all(&paths, cores, form, &output);
    ExitCode::from(output.worst())
}
