//! Draws the record game: as text, and as SVG into a file, if one is named.
//!
//! ```sh
//! cargo run --release -p morpion-output --example draw -- [FILE.svg]
//! ```

use std::error::Error;

use morpion_output::draw::{Options, svg, text};
use morpion_rules::record::known_game_by_id;

fn main() -> Result<(), Box<dyn Error>> {
    let game = known_game_by_id("5D/rosin82").ok_or("the game comes with the rules")?;
    let options = Options {
        title: Some("The longest game known: 82 moves (C. Rosin, 2010)".to_owned()),
        ..Options::default()
    };
    print!("{}", text(game.variant, &game.moves, &options)?);
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(&file, svg(game.variant, &game.moves, &options)?)?;
        println!("{file}");
    }
    Ok(())
}
