//! Pictures of games: text, SVG and PNG.
