//! An example of your own engine: it plays at random for lower bounds, and counts cells for upper ones. Its upper bounds are
//! *claimed*, since it leaves no certificate.
//!
//! ```sh
//! cargo run --release -p morpion-proof --example own_engine -- 2,1,1,1
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;

use morpion_proof::claim::{Ask, Objects, Setting, Subject};
use morpion_proof::engine::exact::Exact;
use morpion_proof::engine::{Answer, Control, Ending, Engine, EngineError, Shown};
use morpion_rules::game::Playout;
use morpion_rules::geometry::{BoundingBox, Move, Variant, is_cross_cell};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every move places a dot on a cell of its own.
struct Cells;

impl Engine for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        let mut answer = Answer::new(self.name().to_owned());
        let subject = ask.subject();
        let variant = subject.setting.variant;
        let cells = subject.bounding_box.region(variant).cells();
        let free = cells.filter(|&cell| !is_cross_cell(variant, cell)).count() as u32;
        answer.shown = Some(Shown::claimed(subject.refuting(free + 1)));
        answer.game = longest_at_random(subject, control);
        answer.ending = Ending::Answered;
        Ok(answer)
    }
}

/// The longest of many random games whose bounding box is the subject's, exactly.
fn longest_at_random(subject: &Subject, control: &Control<'_>) -> Option<Vec<Move>> {
    let (variant, wanted) = (subject.setting.variant, subject.bounding_box);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut playout = Playout::confined(variant, wanted).ok()?;
    let mut longest: Option<Vec<Move>> = None;
    for _ in 0..20_000 {
        if control.is_over() {
            break;
        }
        playout.run(&mut rng);
        let game: Vec<Move> = playout.moves().collect();
        let is_longer = longest.as_ref().is_none_or(|best| best.len() < game.len());
        if is_longer && BoundingBox::of_moves(variant, &game) == Some(wanted) {
            longest = Some(game);
        }
    }
    longest
}

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1);
    let bounding_box = argument.as_deref().unwrap_or("1,0,0,0").parse()?;
    let graphs = Subject::new(Setting::of(Variant::D5), bounding_box, Objects::Graphs);
    let never = AtomicBool::new(false);
    for engine in [&Cells as &dyn Engine, &Exact::default()] {
        let answer = engine.solve(&graphs.into(), &Control::new(&never))?;
        let found = answer.best(Objects::Graphs).map_or(0, <[Move]>::len);
        let shown = answer.shown.ok_or("nothing was shown")?;
        let bound = shown.claim.bound().ok_or("a list bounds nothing")?;
        let (name, evidence) = (engine.name(), shown.evidence);
        println!("{name}: found {found} moves, {bound} ({evidence})");
    }
    Ok(())
}
