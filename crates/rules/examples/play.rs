//! Plays: a thousand games at random, and the longest of them once more, move by move, until it stands in a file's form.
//!
//! ```sh
//! cargo run --release -p morpion-rules --example play
//! ```

use morpion_rules::game::Playout;
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{Format, Metadata, Position, write};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut playout = Playout::new(Variant::D5);
    let mut longest: Vec<Move> = Vec::new();
    for _ in 0..1000 {
        playout.run(&mut rng);
        if playout.moves().len() > longest.len() {
            longest = playout.moves().collect();
        }
    }

    // A playout is fast and trusts itself; a position looks at every rule and says which one is broken.
    let mut position = Position::new(Variant::D5);
    for &mv in &longest {
        position.play(mv)?;
    }
    println!(
        "{}",
        write(&position, &Metadata::default(), Format::Psol)?.trim_end()
    );
    println!("{} moves in {}", longest.len(), position.bounding_box());
    Ok(())
}
