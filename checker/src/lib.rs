//! Independent verifier of Morpion Solitaire certificates.
//!
//! It implements `paper/certificate.md`, and nothing else: a certificate is *valid* when every closed leaf of its tree is closed
//! by a contradiction of the rules ([`state`]) or by a bound made of integers ([`plain`]). Then the claim in its header is a
//! proven statement about Morpion 5D. This crate shares no code with the engine that writes certificates, uses
//! no floating-point numbers and one library, which unpacks files ([`packed`]), and answers every input, however hostile, with a verdict or a
//! [`certificate::Reject`]. Its memory is bounded by a small multiple of the size of the (unpacked) file plus 136 megabytes for each thread,
//! and of theorems about positions by 200,000 of these for each certificate.
//!
//! Who wants to believe the theorem on 5D reads the files that lie here, fewer than 3,500 lines, in this order: [`geometry`], [`state`],
//! [`cut`], [`bound`], [`plain`], [`certificate`], `walk.rs`, [`witness`], [`theorem`], [`folder`], [`packed`]. What stands in folders
//! need not be read for that. [`fast`] only chooses multipliers, whose bound [`plain`] computes again. `hints` writes beside the walk, for
//! the checker that is proven in Coq, and changes nothing in it. [`part`] is for checks in parts, and `sample` draws the order of a check.
//! `listing` finds the positions of certificates that list some, which show no bound, and counts them. [`hulls`] is about 5T, and [`recount`] about counts of
//! positions. The command line, in `bin`, prints what is returned here.

/// Makes an enum of reasons for a rejection, each with the one text that documents it and is displayed.
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
pub mod certificate;
pub mod cut;
pub mod fast;
pub mod folder;
pub mod geometry;
mod hints;
pub mod hulls;
pub mod listing;
pub mod packed;
pub mod part;
pub mod plain;
pub mod recount;
mod sample;
pub mod state;
pub mod theorem;
mod walk;
pub mod witness;
