//! The headers of trees: the claim, and the parameters that bound its nodes.

use super::SearchError;
use super::params::Params;
use crate::bound::instance::VARIANT;
use crate::claim::{Claim, Objects};
use crate::tree::Header;
use morpion_rules::geometry::Arrival;

/// The header of a claim's trees.
///
/// # Errors
/// The claim makes no sense.
pub(super) fn header(claim: Claim, params: &Params) -> Result<Header, SearchError> {
    let subject = claim.subject;
    if subject.setting.variant != VARIANT {
        return Err(SearchError::OtherVariant(subject.setting.variant));
    }
    if claim.arrival.is_some_and(|by| !may_arrive(&claim, by)) {
        return Err(SearchError::NoArrival);
    }
    if claim.all_of && !may_be_listed(&claim) {
        return Err(SearchError::NoList);
    }
    if !subject.setting.admits(subject.bounding_box) {
        return Err(SearchError::Lopsided(subject.bounding_box));
    }
    let reaches = claim.k == 0;
    Ok(Header {
        claim,
        gain: u32::from(!reaches),
        uses: reaches,
        start: params.start,
        price: if reaches { params.price } else { 0 },
        rounds: params.rounds,
        again: params.again,
        schedules: vec![
            params.root_schedule,
            if reaches {
                params.side_schedule
            } else {
                params.schedule
            },
            params.again_schedule,
        ],
    })
}

/// Whether there are objects of the claim's kind that arrive so.
fn may_arrive(claim: &Claim, arrival: Arrival) -> bool {
    claim.subject.objects == Objects::Games
        && !claim.subject.setting.symmetric
        && claim.k == 0
        && arrival.before(claim.subject.bounding_box).is_some()
}

/// Whether certificates can list what the claim says is listed.
fn may_be_listed(claim: &Claim) -> bool {
    claim.subject.objects == Objects::Games && claim.k > 0 && claim.arrival.is_none()
}
