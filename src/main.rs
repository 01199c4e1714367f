//! `morpion`, the program: arguments become calls of the crates below it, and what these say is printed.

// `println!` panics on a closed pipe or a full disk.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
