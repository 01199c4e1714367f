//! `morpion page`: pages to look at and to play.

use std::path::PathBuf;

use anyhow::Context;

use super::shared::{OWN_GAMES, print, remark, stop_flag};
use morpion_output::files::FileError;
use morpion_page::{Links, Pages, Report, Server, Sources, Watch, write_pages};
use morpion_results::RUN_FILE;

/// Write the report and the board as web pages, or serve them.
///
/// The folder gets two pages. index.html is the report on the results: the theorem, a map of all boxes, every witness as a drawing to
/// step through, and what is not proven. play.html is the board: all four variants, the records, and searchers. Each is one file that
/// needs nothing beside it, and works from the disk as from any web host. The report repeats what the results say, and no certificate:
/// morpion-check does that.
///
/// --serve shows the pages on 127.0.0.1, and nowhere else, until Ctrl-C. They follow a running `prove` or `search` by reading its
/// folder.
///
/// Exit code: 0; 2 when the results cannot be used.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("how").required(true).args(["out", "serve"])))]
pub(super) struct Args {
    /// The folder for the pages.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Serve the pages on this port of the loopback address; 0 takes a free port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8182")]
    serve: Option<u16>,
    /// The folder that holds the folders of results, one for each variant.
    #[arg(long, value_name = "DIR", default_value = "results")]
    root: PathBuf,
    /// A folder in which `morpion search` has left games; several may be named [default: `games` in the root, and mine/games].
    #[arg(long, value_name = "DIR")]
    games: Vec<PathBuf>,
    /// The address of the folder of results, for links to its files [default: relative to the pages].
    #[arg(long, value_name = "ADDRESS", conflicts_with = "serve")]
    files: Option<String>,
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    anyhow::ensure!(
        !args.root.join(RUN_FILE).exists(),
        "{} holds the results of one variant: name the folder that holds it, {}",
        args.root.display(),
        args.root.join("..").display()
    );
    let mut sources = Sources::under(&args.root);
    if args.games.is_empty() {
        sources.games.push(PathBuf::from(OWN_GAMES));
        sources.games.retain(|folder| folder.is_dir());
    } else {
        sources.games = args.games;
    }
    if let Some(port) = args.serve {
        return serve(port, sources);
    }
    let folder = args.out.context("name a folder with -o")?;
    let report = Report::read(&sources)?;
    std::fs::create_dir_all(&folder).map_err(FileError::of("create the folder", &folder))?;
    let links = match &args.files {
        Some(address) => Links::below(address, &sources),
        None => Links::relative(&folder, &sources),
    };
    write_pages(&Pages::new(&report, &links, false), &folder)?;
    for name in ["index.html", "play.html"] {
        print(&folder.join(name).display().to_string())?;
    }
    if args.files.is_none() {
        remark(format_args!(
            "links lead to {} from there: for a web host, name the address of the results with --files",
            links.results
        ));
    }
    Ok(())
}

fn serve(port: u16, sources: Sources) -> anyhow::Result<()> {
    let stop = stop_flag()?;
    let watch = Watch::new(sources)?;
    let server = Server::bind(port, watch)
        .with_context(|| format!("cannot listen on port {port} of 127.0.0.1"))?;
    let address = server.address()?;
    print(&format!(
        "http://{address}/ shows the report, http://{address}/play.html the board; Ctrl-C ends"
    ))?;
    Ok(server.run(&stop)?)
}
