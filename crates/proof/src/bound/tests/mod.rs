//! Tests of the bound as a whole: against its naive twin, and against objects that exist.

mod closure;
mod kernel;
mod naive;
mod survival;
