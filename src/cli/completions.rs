//! `morpion completions` and `morpion man`.

use clap::CommandFactory;

use super::{Cli, Outcome};

/// Print the completion script of a shell.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell to complete for.
    shell: clap_complete::Shell,
}

/// Print the manual page.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "morpion", &mut out);
    write_out(&out)
}

pub(super) fn run_man(_args: ManArgs) -> anyhow::Result<Outcome> {
    let mut out = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut out)?;
    write_out(&out)
}

fn write_out(bytes: &[u8]) -> anyhow::Result<Outcome> {
    use std::io::Write;
    std::io::stdout().lock().write_all(bytes)?;
    Ok(Outcome::Done)
}
