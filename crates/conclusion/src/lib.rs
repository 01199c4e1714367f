//! Conclusions from the known facts about boxes: which boxes must be looked at, the verdict, and how the program reports it.
//!
//! # Why looking at these boxes is enough
//!
//! Slides, "Resizing process". *Observation:* let B be the box of a position that is not the
//! starting one. Take away its last move. If its dot was the only one on the top side, its line
//! is not horizontal, so the next cell of that line, which holds a dot, lies one row below: the
//! top side was moved by exactly 1. The same goes for the other sides, and one dot cannot move
//! two opposite ones, only one side or two neighbouring ones. So B equals the box before the move
//! or is *resized* from it. *Corollary:* every box B of a position is the end of a chain
//! (0,0,0,0) = B_0, ..., B_n = B in which each box is resized from the one before and each is the
//! box of some position. A position is a graph, so every box of the chain fits a graph as well.
//!
//! Hence: start with (0,0,0,0), and for every box that is **not shown to fit nothing** add the up
//! to eight boxes resized from it. When no box is left to add, every position's box has been
//! added, and a bound on each box added bounds every game. Boxes are taken up to the eight
//! symmetries of the square, which map positions to positions and chains to chains. A box that
//! could not be decided counts as not empty: that only adds boxes. Each box of the chain lies
//! inside B, so the same argument holds for the boxes within a given largest box.
//!
//! The argument does *not* cover all graphs: one that is not a game need not have such a chain. A bound
//! on every box added speaks of all **games**, and of the graphs *that fit one of these boxes*;
//! [`verdict()`] keeps the two apart.
//!
//! # Point-symmetric positions
//!
//! Here the process walks over other boxes. Let P be a playable position that the half turn maps
//! to itself, v the dot of its last move m, and v', m' their images. Only m runs through v, so
//! only m' runs through v', and m' must be the move that placed v'. First, v and v' differ: if
//! both were the centre, m and m' would be one line with a cell in its middle that is the centre,
//! but the centre is no cell for lines of five and lines of four have no middle cell. Second, v'
//! is no cell of m: then m = m' would have placed two dots. So both moves can be taken away
//! together, what is left is playable and symmetric, and each side shrinks by at most 1, opposite
//! sides alike. The steps are thus (1,0,1,0), (0,1,0,1) and (1,1,1,1), over boxes whose opposite
//! distances agree; other boxes hold no symmetric position. Walking these boxes by the eight
//! ordinary steps would stop at (0,0,0,0): (1,0,0,0) fits no symmetric graph.

mod census;
mod compare;
mod comparison_text;
pub mod drawing;
mod families;
mod growth;
mod landscape;
mod listed;
mod published;
mod questions;
mod row;
mod sentence;
mod summary;
mod survey;
mod table;
mod theorem;
mod verdict;

pub use census::Census;
pub use compare::{Comparison, Standing, compare, paper_sizes};
pub use comparison_text::text;
pub use families::{Family, families};
pub use growth::boxes_within;
pub use landscape::Landscape;
pub use listed::Listed;
pub use published::{Published, published};
pub use questions::{Agenda, Inquiry, Tried, agenda, lacking, questions};
pub use row::{Bound, BoxRow, Rows};
pub use summary::{LevelSummary, Summary};
pub use survey::{SurveyError, survey};
pub use table::render;
pub use theorem::{all_of_name, listed_theorems, read_mark, says, theorem_files, theorem_name};
pub use verdict::{Conclusion, Verdict, verdict};
