//! Writes certificates; `paper/octagons.md`, section 6, says what stands where.

use crate::board::{Board, RowName};
use crate::prices::Prices;
use std::collections::VecDeque;
use std::io;

/// So many prices are kept for use again.
const RECENT: usize = 64;

/// The bytes of a certificate so far, not packed.
pub struct Writer {
    bytes: Vec<u8>,
    /// The prices that were used last, the latest first.
    recent: VecDeque<Prices>,
    /// Families that were closed with prices of their own, with earlier ones, by their area, and because they hold no hull.
    pub leaves: [u64; 4],
}

impl Writer {
    /// Begins the certificate of "no game of 5T has more than so many moves", or no point-symmetric one.
    pub fn new(moves: u32, symmetric: bool) -> Self {
        let games = if symmetric { "5T-symmetric" } else { "5T" };
        Self {
            bytes: format!("morpion-hulls 2 {games} at-most {moves}\n").into_bytes(),
            recent: VecDeque::from([Prices::default()]),
            leaves: [0; 4],
        }
    }

    /// The family is divided: a side is at most so much, or more.
    pub fn cut_side(&mut self, side: usize, at: i32) {
        self.bytes.extend([b's', side as u8, at as i8 as u8]);
    }

    /// The family is divided: a row holds at most so many lines, or more.
    pub fn cut_row(&mut self, (direction, place): RowName, lines: u8) {
        self.bytes
            .extend([b'r', direction, place as i8 as u8, lines]);
    }

    /// The family holds no hull.
    pub fn no_hull(&mut self) {
        self.leaves[3] += 1;
        self.bytes.push(b'n');
    }

    /// The family is too small.
    pub fn area(&mut self) {
        self.leaves[2] += 1;
        self.bytes.push(b'a');
    }

    /// The prices that were used last.
    pub fn last(&self) -> &Prices {
        &self.recent[0]
    }

    /// Uses the first of the recent prices that will do, if there are any.
    pub fn reuse(&mut self, will_do: impl FnMut(&Prices) -> bool) -> bool {
        let found = self.recent.iter().position(will_do);
        let Some((back, prices)) = found.and_then(|back| Some((back, self.recent.remove(back)?)))
        else {
            return false;
        };
        self.leaves[1] += 1;
        self.bytes.extend([b'=', back as u8]);
        self.recent.push_front(prices);
        true
    }

    /// Uses new prices, which differ from the last by multiples of `1 << shift`.
    pub fn priced(&mut self, board: &Board, prices: Prices, shift: u8) {
        self.leaves[0] += 1;
        self.bytes.extend([b'p', shift]);
        self.change(prices.share - self.last().share, shift);
        for direction in 0..3 {
            for &cell in &board.cells {
                let last = self.last().more[cell][direction];
                self.change(prices.more[cell][direction] - last, shift);
            }
        }
        self.recent.truncate(RECENT - 1);
        self.recent.push_front(prices);
    }

    /// A change of a price: one byte, or 128 and two bytes.
    fn change(&mut self, change: i32, shift: u8) {
        let steps = (change >> shift) as i16;
        match i8::try_from(steps) {
            Ok(small) if small != i8::MIN => self.bytes.push(small as u8),
            _ => {
                self.bytes.push(i8::MIN as u8);
                self.bytes.extend(steps.to_le_bytes());
            }
        }
    }

    /// The certificate, packed.
    ///
    /// # Errors
    /// The packer fails.
    pub fn packed(&self) -> io::Result<Vec<u8>> {
        zstd::encode_all(&self.bytes[..], 19)
    }

    /// The certificate as it is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
