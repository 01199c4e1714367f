//! Checkpoints of sweeps: one file for all jobs, written whole or not at all.
//!
//! The file: the line `morpion-pool 1`; then, packed by zstd, a line of JSON (the game that sweeps begin with, if one is given, and what
//! is to be known of each job's sweep, with the number of its games), and the games: the draws, the number of moves, and the moves by their codes, 4 bytes
//! each, little-endian. A game that is read is played again from where the search begins, so what a damaged file holds is
//! refused or is still a pool of finished games.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::games::{Games, Pooled, key_of};
use super::sweep::{State, Sweep};
use crate::files::{FileError, write_atomically};
use crate::game::{Code, Regrowth};
use crate::games::Playable;
use crate::geometry::Move;
use crate::running::Continued;

const MAGIC: &[u8] = b"morpion-pool 1\n";

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// It cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was cut short or changed, or is of another search.
    #[error(
        "{path} is no checkpoint of this search ({about}): give the same --variant, --symmetric, --max-box and --keep, or begin without --from"
    )]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        about: &'static str,
    },
}

/// All that a search needs to go on.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    /// The game that the search goes on from; `None` where it began from nothing.
    pub from: Option<Continued>,
    /// The game that every sweep begins with; empty where they begin with none in particular.
    pub start: Vec<Move>,
    /// By job.
    pub sweeps: Vec<Sweep>,
}

/// What stands before all games.
#[derive(Serialize, Deserialize)]
struct Head {
    from: Option<Continued>,
    start: Vec<Move>,
    sweeps: Vec<SweepHead>,
}

#[derive(Serialize, Deserialize)]
struct SweepHead {
    #[serde(flatten)]
    state: State,
    games: usize,
}

impl Checkpoint {
    /// Whether the file begins like a checkpoint of a pool.
    pub fn is_at(path: &Path) -> bool {
        let mut start = [0; MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *MAGIC
    }

    /// Writes the checkpoint, replacing an older one; `game` knows the moves.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays.
    pub fn save<G: Playable<Move = Code>>(&self, game: &G, path: &Path) -> Result<(), PoolError> {
        let saved = self.packed(game);
        let saved = saved.and_then(|bytes| write_atomically(path, &bytes));
        Ok(saved.map_err(FileError::of("write", path))?)
    }

    /// Reads a checkpoint; `game` stands where the search begins.
    ///
    /// # Errors
    /// When the file cannot be read, or does not hold finished games from there.
    pub fn load<G: Playable<Move = Code>>(game: &mut G, path: &Path) -> Result<Self, PoolError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        Self::unpacked(game, &bytes).map_err(|about| PoolError::Unfit {
            path: path.to_owned(),
            about,
        })
    }

    fn packed<G: Playable<Move = Code>>(&self, game: &G) -> io::Result<Vec<u8>> {
        let head = |sweep: &Sweep| SweepHead {
            state: sweep.state.clone(),
            games: sweep.games.len(),
        };
        let mut body = serde_json::to_vec(&Head {
            from: self.from.clone(),
            start: self.start.clone(),
            sweeps: self.sweeps.iter().map(head).collect(),
        })?;
        body.push(b'\n');
        for pooled in self.sweeps.iter().flat_map(|sweep| sweep.games.in_order()) {
            let numbers = [pooled.draws, pooled.moves.len() as u32];
            let codes = pooled.moves.iter().map(|&mv| game.code(mv) as u32);
            let numbers = numbers.into_iter().chain(codes);
            body.extend(numbers.flat_map(u32::to_le_bytes));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(zstd::encode_all(&*body, 0)?);
        Ok(bytes)
    }

    fn unpacked<G: Playable<Move = Code>>(game: &mut G, bytes: &[u8]) -> Result<Self, Fault> {
        let packed = bytes.strip_prefix(MAGIC).ok_or("it begins otherwise")?;
        let body = zstd::decode_all(packed).map_err(|_| "it cannot be unpacked")?;
        let end = body.iter().position(|&b| b == b'\n');
        let (head, body) = body.split_at(end.ok_or("it has no head")?);
        let head: Head = serde_json::from_slice(head).map_err(|_| "its head cannot be read")?;
        let mut numbers = body[1..].chunks(4).map(|chunk| {
            let four: Result<[u8; 4], _> = chunk.try_into();
            four.map(u32::from_le_bytes).map_err(|_| CUT_SHORT)
        });
        let dots = game.regrowth().ok_or("there are no dots here")?;
        let sweeps = head.sweeps.into_iter();
        let sweeps = sweeps.map(|head| sweep(game, &dots, head, &mut numbers));
        Ok(Self {
            from: head.from,
            start: head.start,
            sweeps: sweeps.collect::<Result<_, _>>()?,
        })
    }
}

/// What is wrong with a file.
type Fault = &'static str;

const CUT_SHORT: Fault = "it is cut short";

fn sweep<G: Playable<Move = Code>>(
    game: &mut G,
    dots: &Regrowth,
    head: SweepHead,
    numbers: &mut impl Iterator<Item = Result<u32, Fault>>,
) -> Result<Sweep, Fault> {
    let mut games = Games::new();
    for _ in 0..head.games {
        let mut next = || numbers.next().unwrap_or(Err(CUT_SHORT));
        let draws = next()?;
        let codes = (0..next()?).map(|_| next());
        let codes = codes.collect::<Result<Vec<u32>, Fault>>()?;
        games.extend([replayed(game, dots, draws, &codes)?]);
    }
    Ok(Sweep {
        games,
        state: head.state,
    })
}

/// The finished game that has these codes.
fn replayed<G: Playable<Move = Code>>(
    game: &mut G,
    dots: &Regrowth,
    draws: u32,
    codes: &[u32],
) -> Result<Pooled, Fault> {
    let mut moves = Vec::with_capacity(codes.len());
    for &code in codes {
        let is_next = |mv: &&Code| game.code(**mv) == code as usize;
        let mv = *game
            .legal()
            .iter()
            .find(is_next)
            .ok_or("a game of it is not legal here")?;
        game.play(mv);
        moves.push(mv);
    }
    let (score, is_finished) = (game.score(), game.legal().is_empty());
    for _ in &moves {
        game.undo();
    }
    if !is_finished {
        return Err("a game of it goes on here");
    }
    Ok(Pooled {
        key: key_of(moves.iter().map(|&mv| dots.place(mv))),
        score,
        moves: moves.into(),
        draws,
    })
}
