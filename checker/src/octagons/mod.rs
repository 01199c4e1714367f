//! x
pub mod filling;
pub mod lanes;
pub mod layers;
pub mod list;
pub mod octagon;
pub mod prices;
pub mod shape;
pub mod smooth;
pub mod step;
pub mod table;
