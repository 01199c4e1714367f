//! PLACEHOLDER

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
pub mod cut;
pub mod fast;
pub mod folder;
pub mod format;
pub mod geometry;
pub mod listing;
pub mod node;
pub mod observer;
pub mod packed;
pub mod plain;
pub mod sha256;
pub mod sources;
pub mod state;
pub mod theorem;
pub mod verdict;
pub mod walk;
pub mod witness;
