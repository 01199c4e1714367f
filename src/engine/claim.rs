//! What the checker's claims say of questions.

use morpion_check::certificate::Claim;

use super::Objects;
use crate::geometry::{Arrival, BoundingBox};

/// Whether a claim speaks of this box and arrival, and of all objects of the kind: a claim about graphs also of games, one
/// about all objects also of symmetric ones. The number of moves is left aside.
pub(crate) fn is_about(
    claim: Claim,
    bounding_box: BoundingBox,
    arrival: Option<Arrival>,
    objects: Objects,
    symmetric: bool,
) -> bool {
    let size = claim.size;
    let distances = [size.top, size.right, size.bottom, size.left];
    let is_about_graphs = claim.objects == morpion_check::state::Objects::Graphs;
    distances == bounding_box.distances()
        && claim.arrival.map(|a| a.to_string()) == arrival.map(|a| a.to_string())
        && (is_about_graphs || objects == Objects::Games)
        && (symmetric || !claim.symmetric)
}
