//! `morpion join`: puts the results of units together.

use std::path::PathBuf;

use super::shared::{Jobs, Json, Outcome, Results, tell, with_threads};
use morpion_prove::Importer;
use morpion_results::Store;
use morpion_units::folder;
use morpion_units::taken::{Unfinished, take_in};

/// Put the results of units together.
///
/// `join` puts results into the certificates from which their units were cut. When that completes a certificate, the independent
/// checker reads it, and the results folder takes it in, as `morpion import` does. `join` names results that are damaged, from
/// elsewhere, done twice or false, and leaves them out. It changes nothing in the folder of units, and joining again does no harm.
///
/// Exit code: 0 when all questions are answered, 1 when something is left to do, 2 on misuse or when a file cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that `morpion split` made.
    units: PathBuf,

    /// Other folders that hold results.
    #[arg(value_name = "RESULTS")]
    others: Vec<PathBuf>,

    #[command(flatten)]
    results: Results,

    /// Write units for what is left to do into this folder, new or empty: one for each open node, also of unfinished results, after the
    /// checker has repeated the closed nodes. (To cut the units further: `morpion split --from` the certificates in it.)
    #[arg(long, value_name = "DIR")]
    rest: Option<PathBuf>,

    /// Also take in unfinished certificates, after the checker has repeated their closed nodes, so that `morpion prove` goes on there.
    #[arg(long)]
    unfinished: bool,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    json: Json,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let folder = folder::read(&args.units, &args.others)?;
    let _lock = args.rest.as_deref().map(folder::prepare).transpose()?;
    let setting = folder.setting()?;
    let results = args.results.working(setting, false)?;
    let (store, facts) = Store::open(&results, setting, false)?;
    let importer = Importer::new(&store, facts);
    let unfinished = match (args.unfinished, &args.rest) {
        (true, _) => Unfinished::Import,
        (false, Some(_)) => Unfinished::Check,
        (false, None) => Unfinished::Leave,
    };
    let work = || take_in(folder, &importer, unfinished);
    let (mut report, left) = with_threads(args.jobs.jobs, work)??;
    let rest = args.rest.as_deref();
    report.rest = rest.map(|rest| folder::write(rest, &left)).transpose()?;
    tell(args.json, &report, || report.in_words(&args.units, rest))?;
    Ok(Outcome::of(report.is_done()))
}
