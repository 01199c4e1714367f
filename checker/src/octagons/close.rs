//! Closes one octagon, as a certificate says.

use super::file::{End, Header, Input, Node, Start};
use super::filling::{Asked, bound};
use super::lanes::Layout;
use super::layers::Lambdas;
use super::octagon::Octagon;
use super::prices::{Prices, UNIT, least_lambda};
use super::reject::Reason;
use super::shape::Shape;
use super::step::{Ground, Stepper};

/// The eight sides before any question: nothing is known but that each holds a line.
pub const UNASKED: [Asked; 8] = [Asked::Line; 8];

/// How much work was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of nodes; each octagon has one or more.
    pub nodes: u64,
    /// The number of steps.
    pub steps: u64,
}

impl Counts {
    /// The sum of two counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            steps: self.steps + other.steps,
        }
    }
}

/// Passes over the start and the nodes of an octagon, and checks only their form.
///
/// # Errors
/// They are not complete, name something that is not there, or ask a question that cannot be asked.
pub fn skip(input: &mut Input<'_>, header: &Header) -> Result<(), Reason> {
    Start::read(input, header)?;
    skip_node(input, header, &UNASKED)
}

fn skip_node(input: &mut Input<'_>, header: &Header, sides: &[Asked; 8]) -> Result<(), Reason> {
    let node = Node::read(input, header)?;
    let mut cases = node.end.cases(sides)?.into_iter();
    cases.try_for_each(|sides| skip_node(input, header, &sides))
}

/// A closer of octagons of one certificate, one after another.
pub struct Closer<'a> {
    header: &'a Header,
    lambdas: &'a Lambdas,
    stepper: Stepper,
    counts: Counts,
}

/// An octagon that is being closed.
struct Laid {
    shape: Shape,
    layout: Layout,
    least: i32,
}

impl<'a> Closer<'a> {
    /// A closer for the certificate with this header.
    #[must_use]
    pub fn new(header: &'a Header, lambdas: &'a Lambdas) -> Self {
        Self {
            header,
            lambdas,
            stepper: Stepper::default(),
            counts: Counts::default(),
        }
    }

    /// The work so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Closes an octagon by its start and its nodes, which it reads.
    ///
    /// # Errors
    /// The octagon is not closed, or the input is wrong.
    pub fn close(&mut self, octagon: Octagon, input: &mut Input<'_>) -> Result<(), Reason> {
        let start = Start::read(input, self.header)?;
        let shape = Shape::new(octagon);
        let layout = Layout::new(&shape);
        let least = least_lambda(&shape, self.lambdas);
        let lambda = least.max(i32::from(start.eighths) * UNIT / 8);
        let prices = self.header.tables[start.table].prices(&shape, lambda);
        let laid = Laid {
            shape,
            layout,
            least,
        };
        self.node(&laid, prices, &UNASKED, input)
    }

    /// Closes a case. It lies within at most 16 others, since each of the eight sides is asked about at most twice.
    fn node(
        &mut self,
        laid: &Laid,
        mut prices: Prices,
        sides: &[Asked; 8],
        input: &mut Input<'_>,
    ) -> Result<(), Reason> {
        let node = Node::read(input, self.header)?;
        self.counts.nodes += 1;
        self.counts.steps += node.steps.len() as u64;
        let ground = Ground::new(&laid.layout, laid.least, sides);
        self.stepper.run(&ground, node.steps, &mut prices);
        if node.end == End::Closed {
            return is_closed(laid, &prices, sides, self.header.at_most);
        }
        let mut cases = node.end.cases(sides)?.into_iter();
        cases.try_for_each(|sides| self.node(laid, prices.clone(), &sides, input))
    }
}

/// Checks that the prices are legal, and that their bound is below `at_most` + 1 moves.
fn is_closed(laid: &Laid, prices: &Prices, sides: &[Asked; 8], at_most: u32) -> Result<(), Reason> {
    if !prices.are_legal(laid.least) {
        return Err(Reason::Prices);
    }
    let limit = (i64::from(at_most) + 1) * i64::from(UNIT);
    let is_small = bound(&laid.shape, prices, sides) < limit;
    is_small.then_some(()).ok_or(Reason::Bound)
}
