//! Checkpoints of sweeps.
//!
//! The file: the line `morpion-pool 1`; then, packed by zstd, a line of JSON (the first game of sweeps, if one is given, and the state of
//! each job's sweep, with the number of its games), and the games: the draws, the number of moves, and the moves by their codes, 4 bytes
//! each, little-endian.

use std::io;

use serde::{Deserialize, Serialize};

use super::games::{Games, Pooled, key_of};
use super::sweep::{State, Sweep};
use crate::game::{Code, Regrowth};
use crate::games::Playable;
use crate::geometry::Move;
use crate::running::Continued;
use crate::searchers::resumable::{Checkpoint, Stage};

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

impl Stage for Sweep {
    /// Variations tried.
    const EVERY: u64 = 1 << 24;

    const MAGIC: &'static [u8] = b"morpion-pool 1\n";

    fn is_due(&self, every: u64) -> bool {
        self.state.unsaved >= every
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.state.seed
    }

    fn handed_over(&mut self, seed: u64) {
        self.state.unsaved = 0;
        self.state.seed = Some(seed);
    }

    fn pack<G: Playable<Move = Code>>(
        checkpoint: &Checkpoint<Self>,
        game: &G,
    ) -> io::Result<Vec<u8>> {
        let head = |sweep: &Sweep| SweepHead {
            state: sweep.state.clone(),
            games: sweep.games.len(),
        };
        let mut body = serde_json::to_vec(&Head {
            from: checkpoint.from.clone(),
            start: checkpoint.start.clone(),
            sweeps: checkpoint.stages.iter().map(head).collect(),
        })?;
        body.push(b'\n');
        let sweeps = checkpoint.stages.iter();
        for pooled in sweeps.flat_map(|sweep| sweep.games.in_order()) {
            let numbers = [pooled.draws, pooled.moves.len() as u32];
            let codes = pooled.moves.iter().map(|&mv| game.code(mv) as u32);
            let numbers = numbers.into_iter().chain(codes);
            body.extend(numbers.flat_map(u32::to_le_bytes));
        }
        let mut bytes = Self::MAGIC.to_vec();
        bytes.extend(zstd::encode_all(&*body, 0)?);
        Ok(bytes)
    }

    fn unpack<G: Playable<Move = Code>>(
        game: &mut G,
        bytes: &[u8],
    ) -> Result<Checkpoint<Self>, String> {
        Ok(unpacked(game, bytes)?)
    }
}

fn unpacked<G: Playable<Move = Code>>(
    game: &mut G,
    bytes: &[u8],
) -> Result<Checkpoint<Sweep>, Fault> {
    let packed = bytes.strip_prefix(Sweep::MAGIC);
    let packed = packed.ok_or("it begins otherwise")?;
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
    Ok(Checkpoint {
        from: head.from,
        start: head.start,
        stages: sweeps.collect::<Result<_, _>>()?,
    })
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
        families: None,
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
