//! Trained networks as files of their own: enough to play, without what training needs to go on.
//!
//! The file: the line `morpion-network 1`; the length of the head as 8 bytes; the head, JSON: rules, parameters, seed, iterations
//! and games it was learnt in; the weights as 4-byte floats; SHA-256 of all that. All numbers are little-endian.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::learner::Learner;
use super::network::Network;
use super::params::Params;
use morpion_output::files::{FileError, write_atomically};
use morpion_rules::geometry::Variant;

const MAGIC: &[u8] = b"morpion-network 1\n";

/// Bytes of the check at the end.
const CHECK: usize = 32;

/// Why a network cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is something else.
    #[error(
        "{path} is no network, and no checkpoint of this version: give one that `morpion search ranked-reward` has left"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was cut short or changed.
    #[error("{path} is a damaged network ({about}): use another one, or none, without --prior")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        about: &'static str,
    },
}

/// A network, and how it was learnt.
#[derive(Clone, Debug)]
pub struct Trained {
    head: Head,
    network: Network,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    variant: Variant,
    params: Params,
    seed: u64,
    iterations: u32,
    games: u64,
    /// Number of weights.
    weights: usize,
}

impl Trained {
    /// The network of a learner as it is now.
    pub fn of(learner: &Learner) -> Self {
        let network = learner.network().clone();
        Self {
            head: Head {
                variant: learner.start().variant(),
                params: learner.params().clone(),
                seed: learner.seed(),
                iterations: learner.iterations(),
                games: learner.games,
                weights: network.params().len(),
            },
            network,
        }
    }

    /// The network that comes with the program. It has learnt 5D; the diary of its learning lies beside it
    /// (`networks/5D.csv`), and paper/notes/25-learner.md tells the command.
    pub fn built_in() -> Self {
        const BYTES: &[u8] = include_bytes!("networks/5D.network");
        Self::from_bytes(BYTES).expect("the file is one that this program has left")
    }

    /// Reads a network.
    ///
    /// # Errors
    /// When the file cannot be read, is something else, or is not whole.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        let path = path.to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Foreign { path });
        }
        Self::from_bytes(&bytes).map_err(|about| NetworkError::Damaged { path, about })
    }

    /// Writes the network, replacing an older file.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays.
    pub fn save(&self, path: &Path) -> Result<(), NetworkError> {
        Ok(write_atomically(path, &self.to_bytes()).map_err(FileError::of("write", path))?)
    }

    /// The rules it has learnt.
    pub fn variant(&self) -> Variant {
        self.head.variant
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network, as its file holds it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let head = serde_json::to_vec(&self.head).expect("a head has only text keys");
        bytes.extend((head.len() as u64).to_le_bytes());
        bytes.extend(head);
        let weights = self.network.params().iter();
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        let check = Sha256::digest(&bytes);
        bytes.extend(check);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "it is too short";
        let (content, check) = bytes.split_last_chunk::<CHECK>().ok_or(SHORT)?;
        if Sha256::digest(content).as_slice() != check {
            return Err("its check does not fit its content");
        }
        let content = content.strip_prefix(MAGIC).ok_or(SHORT)?;
        let (length, content) = content.split_first_chunk().ok_or(SHORT)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| SHORT)?;
        let (head, weights) = content.split_at_checked(length).ok_or(SHORT)?;
        let head: Head = serde_json::from_slice(head).map_err(|_| "its head cannot be read")?;
        let weights = weights.as_chunks().0.iter();
        let weights: Vec<f32> = weights.map(|&four| f32::from_le_bytes(four)).collect();
        if weights.len() != head.weights {
            return Err(SHORT);
        }
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err("a number is not finite");
        }
        let network = Network::with_params(&head.params.shape, head.variant, weights);
        Ok(Self {
            network: network.ok_or("the weights fit another network")?,
            head,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Shape;
    use morpion_rules::game::Board;

    fn trained() -> Trained {
        let params = Params {
            shape: Shape {
                radius: 1,
                hidden: vec![3],
            },
            ..Params::default()
        };
        Trained::of(&Learner::new(Board::new(Variant::D4), params, 5))
    }

    #[test]
    fn what_is_read_says_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("network");
        let network = trained();
        network.save(&path).unwrap();
        let read = Trained::load(&path).unwrap();
        let board = Board::new(Variant::D4);
        assert_eq!(
            read.network().evaluate(&board),
            network.network().evaluate(&board)
        );
        let Head {
            variant,
            seed,
            iterations,
            games,
            ..
        } = read.head;
        assert_eq!((variant, seed, iterations, games), (Variant::D4, 5, 0, 0));
    }

    /// Its policy is worth more than chance: random games of 5D have 43 moves on average.
    #[test]
    fn the_network_that_comes_with_the_program_plays_long_games() {
        use rand::SeedableRng;
        let network = Trained::built_in();
        assert_eq!(network.variant(), Variant::D5);
        let start = Board::new(Variant::D5);
        let mut rng = crate::random::Rng::seed_from_u64(1);
        let lengths = (0..100).map(|_| crate::play(network.network(), &start, 1.0, &mut rng).len());
        let mean = lengths.sum::<usize>() as f64 / 100.0;
        assert!(mean >= 64.0, "{mean}");
    }

    #[test]
    fn what_is_changed_cut_short_or_foreign_is_refused() {
        let good = trained().to_bytes();
        for place in (MAGIC.len()..good.len()).step_by(1 + good.len() / 40) {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert!(Trained::from_bytes(&bad).is_err(), "{place}");
            assert!(Trained::from_bytes(&good[..place]).is_err(), "{place}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("foreign");
        std::fs::write(&path, b"neither").unwrap();
        assert!(matches!(
            Trained::load(&path),
            Err(NetworkError::Foreign { .. })
        ));
    }
}
