//! The `morpion` program; everything it does is in the library.

fn main() -> std::process::ExitCode {
    morpion::cli::main()
}
