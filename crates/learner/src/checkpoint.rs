//! Checkpoints: everything a learner needs to go on, in one file that is written whole or not at all.
//!
//! The file: the line `morpion-learner 3`; the length of the head as 8 bytes; the head, JSON: rules, box, first moves, parameters,
//! seed, the longest game, reward list, and diary (whose length is the number of the iteration, which together with the seed is the state of
//! all generators); weights, and Adam's two means, as 4-byte floats; SHA-256 of all that. All numbers are little-endian.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::adam::Adam;
use super::diary::Entry;
use super::learner::Learner;
use super::network::Network;
use super::params::Params;
use super::ranked::RewardList;
use morpion_output::files::{FileError, write_atomically};
use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::{BoundingBox, Move, Variant};

/// Bytes of the check at the end.
const CHECK: usize = 32;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is something else.
    #[error(
        "{path} is no checkpoint of the learner as it is now: give one that `morpion search ranked-reward` has left"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was cut short or changed.
    #[error(
        "{path} is a damaged checkpoint ({about}): use an older one, or start anew without --from"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        about: &'static str,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    variant: Variant,
    limit: BoundingBox,
    kept: Vec<Move>,
    params: Params,
    seed: u64,
    games: u64,
    best: Vec<Move>,
    adam_steps: u64,
    rewards: RewardList,
    diary: Vec<Entry>,
    /// Number of weights.
    weights: usize,
}

/// Writes the checkpoint, replacing an older one.
///
/// # Errors
/// When the file cannot be written; what was there stays.
pub fn save(learner: &Learner, path: &Path) -> Result<(), CheckpointError> {
    Ok(write_atomically(path, &to_bytes(learner)).map_err(FileError::of("write", path))?)
}

/// Reads a checkpoint.
///
/// # Errors
/// When it cannot be read, is something else, or is not whole.
pub fn load(path: &Path) -> Result<Learner, CheckpointError> {
    let bytes = read(path)?;
    let path = path.to_owned();
    if !bytes.starts_with(MAGIC) {
        return Err(CheckpointError::Foreign { path });
    }
    from_bytes(&bytes).map_err(|about| CheckpointError::Damaged { path, about })
}

/// What the checkpoint of a learner begins with.
pub const MAGIC: &[u8] = b"morpion-learner 3\n";

pub(super) fn read(path: &Path) -> Result<Vec<u8>, CheckpointError> {
    Ok(std::fs::read(path).map_err(FileError::of("read", path))?)
}

/// The length of the head and the head.
pub(super) fn put_head(bytes: &mut Vec<u8>, head: &impl Serialize) {
    let head = serde_json::to_vec(head).expect("a head has only text keys");
    bytes.extend((head.len() as u64).to_le_bytes());
    bytes.extend(head);
}

pub(super) fn put_floats(bytes: &mut Vec<u8>, floats: &[f32]) {
    bytes.extend(floats.iter().flat_map(|f| f.to_le_bytes()));
}

/// A checkpoint, as its file holds it.
pub fn to_bytes(learner: &Learner) -> Vec<u8> {
    let start = &learner.start;
    let head = Head {
        variant: start.variant(),
        limit: start.limit(),
        kept: start.moves().collect(),
        params: learner.params.clone(),
        seed: learner.seed,
        games: learner.games,
        best: learner.best.iter().map(|c| c.to_move()).collect(),
        adam_steps: learner.adam.steps,
        rewards: learner.rewards.clone(),
        diary: learner.diary.clone(),
        weights: learner.network.params().len(),
    };
    let mut bytes = MAGIC.to_vec();
    put_head(&mut bytes, &head);
    let Adam { means, squares, .. } = &learner.adam;
    for floats in [learner.network.params(), means, squares] {
        put_floats(&mut bytes, floats);
    }
    let check = Sha256::digest(&bytes);
    bytes.extend(check);
    bytes
}

/// Takes bytes from the front.
pub(super) struct Reader<'a>(&'a [u8]);

/// What is wrong with the file.
pub(super) type Fault = &'static str;

impl<'a> Reader<'a> {
    /// What stands between the first line and the check, which must fit.
    pub(super) fn checked(bytes: &'a [u8], magic: &[u8]) -> Result<Self, Fault> {
        let end = bytes.len().checked_sub(CHECK).ok_or("it is too short")?;
        let (content, check) = bytes.split_at(end);
        if Sha256::digest(content).as_slice() != check {
            return Err("its check does not fit its content");
        }
        content
            .strip_prefix(magic)
            .map(Self)
            .ok_or("it is too short")
    }

    pub(super) fn head<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, Fault> {
        let len = u64::from_le_bytes(self.take()?);
        let head = self.slice(usize::try_from(len).map_err(|_| "it is too short")?)?;
        serde_json::from_slice(head).map_err(|_| "its head cannot be read")
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (front, rest) = self.0.split_first_chunk().ok_or("it is too short")?;
        self.0 = rest;
        Ok(*front)
    }

    fn slice(&mut self, len: usize) -> Result<&'a [u8], Fault> {
        let (front, rest) = self.0.split_at_checked(len).ok_or("it is too short")?;
        self.0 = rest;
        Ok(front)
    }

    fn float(&mut self) -> Result<f32, Fault> {
        let float = f32::from_le_bytes(self.take()?);
        float
            .is_finite()
            .then_some(float)
            .ok_or("a number is not finite")
    }

    pub(super) fn floats(&mut self, count: usize) -> Result<Vec<f32>, Fault> {
        let bytes = self.slice(count.checked_mul(4).ok_or("it is too short")?)?;
        let mut reader = Reader(bytes);
        (0..count).map(|_| reader.float()).collect()
    }
}

/// The learner of a checkpoint, as its file holds it.
///
/// # Errors
/// What is wrong with the file.
pub fn from_bytes(bytes: &[u8]) -> Result<Learner, &'static str> {
    let mut reader = Reader::checked(bytes, MAGIC)?;
    let head: Head = reader.head()?;
    let mut start =
        Board::confined(head.variant, head.limit).map_err(|_| "its board is too large")?;
    for &mv in &head.kept {
        start
            .play(mv)
            .map_err(|_| "its first moves are not legal")?;
    }
    let best = replayed(&start, &head.best)?;
    let weights = reader.floats(head.weights)?;
    let network = Network::with_params(&head.params.shape, head.variant, weights);
    let network = network.ok_or("the weights fit another network")?;
    let adam = Adam {
        steps: head.adam_steps,
        means: reader.floats(head.weights)?,
        squares: reader.floats(head.weights)?,
    };
    Ok(Learner {
        params: head.params,
        seed: head.seed,
        start,
        network,
        adam,
        rewards: head.rewards,
        diary: head.diary,
        games: head.games,
        best,
    })
}

/// A game from where `start` stands, which it begins with; an empty one is none.
fn replayed(start: &Board, moves: &[Move]) -> Result<Vec<Code>, Fault> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let first = start.moves();
    if !first.eq(moves.iter().copied().take(start.len())) {
        return Err("a game starts elsewhere");
    }
    let mut board = start.clone();
    for &mv in &moves[start.len()..] {
        board.play(mv).map_err(|_| "a game is not legal")?;
    }
    Ok(board.history().to_vec())
}

#[cfg(test)]
mod tests;
