//! Proves how many moves a graph can have in a box, and leaves the certificate in a file, if one is named.
//!
//! ```sh
//! cargo run --release -p morpion-proof --example prove_box -- 1,1,0,0 [FILE.cert]
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;

use morpion_proof::claim::{Objects, Setting, Subject};
use morpion_proof::engine::exact::Exact;
use morpion_proof::engine::{Control, Engine};
use morpion_rules::geometry::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bounding_box = arguments.next().as_deref().unwrap_or("1,0,0,0").parse()?;
    let graphs = Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Graphs);

    let never = AtomicBool::new(false);
    let answer = Exact::default().solve(&graphs.into(), &Control::new(&never))?;
    if let Some(moves) = answer.best(Objects::Graphs) {
        println!("a graph of {} moves", moves.len());
    }
    let shown = answer.shown.ok_or("nothing was shown")?;
    let bound = shown.claim.bound().ok_or("a list bounds nothing")?;
    let (evidence, nodes) = (shown.evidence, answer.effort.nodes);
    println!("{bound}: {evidence}, in {nodes} nodes");
    if let (Some(file), Some(certificate)) = (arguments.next(), shown.certificate) {
        std::fs::write(&file, certificate)?;
        println!("{file}: morpion-check verifies it");
    }
    Ok(())
}
