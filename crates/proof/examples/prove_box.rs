//! Proves how many moves a graph can have in a box, and leaves the certificate in a file, if one is named.
//!
//! ```sh
//! cargo run --release -p morpion-proof --example prove_box -- 1,1,0,0 [FILE.cert]
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;

use morpion_proof::claim::{Claim, Objects, Setting};
use morpion_proof::engine::exact::Exact;
use morpion_proof::engine::{Control, Engine};
use morpion_rules::geometry::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bounding_box = arguments.next().as_deref().unwrap_or("1,0,0,0").parse()?;
    let question = Claim::maximum(Setting::of(Variant::D5), bounding_box, Objects::Graphs);

    let never = AtomicBool::new(false);
    let answer = Exact::default().solve(&question, &Control::new(&never))?;
    if let Some(moves) = answer.best(Objects::Graphs) {
        println!("a graph of {} moves", moves.len());
    }
    if let Some((shown, evidence)) = answer.shown() {
        let bound = shown
            .bound()
            .ok_or("the engine answers no question by a question")?;
        println!("{bound}: {evidence}, in {} nodes", answer.effort.nodes);
    }
    if let (Some(file), Some(certificate)) = (arguments.next(), answer.certificate()) {
        std::fs::write(&file, certificate)?;
        println!("{file}: morpion-check verifies it");
    }
    Ok(())
}
