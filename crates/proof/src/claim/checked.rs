//! Our claims beside those of the independent checker: the only place where code knows both.

use morpion_check_core::format::Claim as Shown;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::state;

use super::{Claim, Objects, Setting, Subject};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};

/// The fault of a certificate: it refutes a number of moves that no question asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it refutes {0} moves, which no question asks about")]
pub struct NoClaim(pub u64);

impl Claim {
    /// Whether the certificate that the checker has accepted shows exactly this claim: about its box and arrival, with its K, and
    /// about all the objects that the claim speaks of (a certificate about graphs also covers games, one about all objects also
    /// symmetric ones; a list covers only the objects on it).
    pub fn is_shown_by(&self, shown: Shown) -> bool {
        let Self {
            subject,
            arrival,
            k,
            all_of,
        } = *self;
        let Subject {
            setting,
            bounding_box,
            objects,
        } = subject;
        let is_about_graphs = shown.objects == state::Objects::Graphs;
        setting.variant == Variant::D5
            && all_of == shown.all_of
            && u64::from(k) == shown.k
            && box_of(shown.size) == bounding_box
            && shown.arrival.map(arrival_of) == arrival
            && (is_about_graphs || objects == Objects::Games)
            && (setting.symmetric || !shown.symmetric)
            && (!all_of || setting.symmetric == shown.symmetric)
    }

    /// The claim that a certificate shows, if it is complete.
    ///
    /// # Errors
    /// The certificate's K is of no use: for boxes other than that of the cross "at most 0 moves" is claimed as "nothing fits", for
    /// that box the other way round.
    pub fn of_certificate(shown: Shown) -> Result<Self, NoClaim> {
        let Shown {
            size,
            arrival,
            objects,
            symmetric,
            k: shown_k,
            all_of,
        } = shown;
        let setting = Setting {
            variant: Variant::D5,
            symmetric,
        };
        let objects = match objects {
            state::Objects::Graphs => Objects::Graphs,
            state::Objects::Games => Objects::Games,
        };
        let k = u32::try_from(shown_k).map_err(|_| NoClaim(shown_k))?;
        let subject = Subject::new(setting, box_of(size), objects);
        let claim = Self {
            arrival: arrival.map(arrival_of),
            all_of,
            ..Self::about(subject, k)
        };
        // A certificate about an arrival says nothing of other games.
        let is_of_use = (claim.all_of || k == subject.refuting(k).k)
            && (claim.arrival.is_none() || k == 0)
            && (k > 0 || subject.bounding_box != Setting::START);
        is_of_use.then_some(claim).ok_or(NoClaim(shown_k))
    }
}

/// A box as the checker names it.
pub fn box_of(size: BoxSize) -> BoundingBox {
    BoundingBox::new(size.top, size.right, size.bottom, size.left)
}

fn arrival_of(by: morpion_check_core::geometry::Arrival) -> Arrival {
    let sides = by.to_string().parse();
    sides.expect("checker and engine call sides the same")
}
