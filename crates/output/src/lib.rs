//! The output of programs about Morpion Solitaire: files, text, pictures.
//!
//! [`files`] writes a file whole or not at all, [`lock`] keeps two processes apart, [`text`] aligns tables and tells times, and [`draw`]
//! makes pictures of games and graphs, for the terminal, as SVG and as PNG. Nothing here knows whether a game is legal or a bound proven.

pub mod draw;
pub mod files;
pub mod lock;
pub mod text;
