//! Independent verifier of Morpion Solitaire certificates.
