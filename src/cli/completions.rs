//! `morpion completions` and `morpion man`.

use std::path::PathBuf;

use super::shared::print;
use anyhow::Context;

/// Print the completion script of a shell.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell to complete for.
    shell: clap_complete::Shell,
}

/// Print the manual page, or write those of all subcommands.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Write morpion.1 and a page for every subcommand into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: Args, mut command: clap::Command) -> anyhow::Result<()> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut command, "morpion", &mut out);
    write_out(&out)
}

pub(super) fn run_man(args: ManArgs, command: clap::Command) -> anyhow::Result<()> {
    if let Some(folder) = args.out {
        let cannot = || format!("cannot write manual pages into {}", folder.display());
        std::fs::create_dir_all(&folder).with_context(cannot)?;
        clap_mangen::generate_to(command, &folder).with_context(cannot)?;
        return Ok(());
    }
    let mut out = Vec::new();
    clap_mangen::Man::new(command).render(&mut out)?;
    write_out(&out)
}

fn write_out(bytes: &[u8]) -> anyhow::Result<()> {
    print(&String::from_utf8_lossy(bytes))
}
