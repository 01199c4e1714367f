//! The code that a verdict on certificates of Morpion Solitaire rests on, and nothing else.
//!
//! It implements `paper/certificate.md`: a certificate is *valid* when every closed leaf of its tree is closed by a contradiction of
//! the rules ([`state`]), by a bound made of integers ([`plain`]) or by going through all games that are left there ([`listing`]). Then
//! the claim in its header is a proven statement about Morpion 5D. This crate shares no code with the engine that writes certificates,
//! uses no floating-point numbers and one library, which unpacks files ([`packed`]), and answers every input, however hostile, with a
//! verdict or a [`format::Reject`]. Its memory is bounded by a small multiple of the size of the (unpacked) file plus 136 megabytes for
//! each thread, and of theorems about positions by 200,000 of these for each certificate.
//!
//! To convince yourself of a theorem, read this crate, fewer than 4,800 lines, in this order. No file uses one that comes later.
//!
//! 1. The rules: [`geometry`], [`reach`](mod@reach), [`state`].
//! 2. The bound of a state: [`bound`], [`plain`]. Beside them [`fast`] chooses the same multipliers many cells at a time. Nothing
//!    rests on it: its multipliers are moved into their ranges, and [`plain`] computes their bound. Leave it out, and read fewer than 600
//!    lines less.
//! 3. Files: [`format`](mod@format), [`witness`]. Cases, and who watches them: [`node`], [`observer`].
//! 4. All games that a state leaves: [`sha256`], [`listing`].
//! 5. Trees: [`walk`].
//! 6. Theorems: [`theorem`], [`packed`], [`folder`].
//! 7. What is printed: [`verdict`], and `main.rs`, the program.
//!
//! `main.rs` is `morpion-check-core`, which has no options but `--plain`. The program `morpion-check` prints its verdicts by the same
//! function, [`verdict::check_all`], and adds samples, parts, hints and 5T in the crate of this name. They stand on this one, and
//! nothing here knows of them; [`sources`] is for them.

/// Makes an enum of reasons for a rejection, each with the one text that documents it and is displayed.
#[macro_export]
macro_rules! reasons {
    ($(#[$doc:meta])* $name:ident { $($variant:ident: $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name { $(#[doc = $text] $variant,)* }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $text,)* })
            }
        }
    };
}

pub mod bound;
pub mod fast;
pub mod folder;
pub mod format;
pub mod geometry;
pub mod listing;
pub mod node;
pub mod observer;
pub mod packed;
pub mod plain;
pub mod reach;
pub mod sha256;
pub mod sources;
pub mod state;
pub mod theorem;
pub mod verdict;
pub mod walk;
pub mod witness;
