//! `morpion`, the program: it turns arguments into calls of the crates below it, and prints the results.

// `println!` panics on a closed pipe or a full disk.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
