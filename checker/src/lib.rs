//! Independent verifier of Morpion Solitaire certificates.
//!
//! It implements `paper/certificate.md`, and nothing else: a certificate is *valid* when every closed leaf of its tree is closed
//! by a contradiction of the rules ([`state`]) or by a bound made of integers ([`plain`]). Then the claim in its header is a
//! proven statement about Morpion 5D. This crate shares no code with the engine that writes certificates, uses
//! no floating-point numbers and one library, which unpacks files ([`packed`]), and answers every input, however hostile, with a verdict or a
//! [`certificate::Reject`]. Its memory is bounded by a small multiple of the size of the (unpacked) file plus 128 megabytes for each thread.
//!
//! Reading order: [`geometry`], [`cut`], [`state`], [`bound`], [`plain`], [`certificate`], `walk.rs`, [`witness`], [`theorem`],
//! [`folder`], [`packed`]; for a check in parts also [`part`], [`summary`], [`mod@sha256`]; for 5T [`hulls`] and [`hull_rows`] alone. Whoever trusts these need not read the rest: [`fast`] only chooses multipliers, whose bound [`plain`] computes
//! again.

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
pub mod hull_rows;
pub mod hulls;
pub mod packed;
pub mod part;
pub mod plain;
mod planes;
pub mod recount;
pub mod sha256;
pub mod state;
pub mod summary;
pub mod theorem;
mod walk;
pub mod witness;
