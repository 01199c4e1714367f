//! The games of a pool: one for each set of dots, drawn evenly.

use rustc_hash::FxHashMap;

use crate::game::{Code, Regrowth};
use crate::games::Lesson;
use crate::games::game::{Rng, unit};

/// A finished game that is offered to a pool.
pub(super) type Child = Lesson<Code>;

/// A finished game of a pool.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pooled {
    /// The key of the dots that the moves place (see [`key_of`]); with families, one of few keys of its family.
    pub(super) key: u64,
    pub(super) score: u32,
    /// The moves from where the search began, in an order of play.
    pub(super) moves: Box<[Code]>,
    /// How often the game was drawn.
    pub(super) draws: u32,
}

/// Finished games, no two of which have the same key.
#[derive(Clone, Debug)]
pub(super) struct Games {
    all: Vec<Pooled>,
    by_key: FxHashMap<u64, u32>,
    /// By number of draws, the places in `all` of the games drawn so often, the latest last.
    by_draws: Vec<Vec<u32>>,
}

/// Games that were seldom drawn are drawn first: the place in the list of all games by draws is the number of games times
/// a random number to this power.
const LEANING: i32 = 10;

impl Games {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            by_key: FxHashMap::default(),
            by_draws: Vec::new(),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// The games, the most seldom drawn ones first: a pool that is extended by them in this order draws the same.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Pooled> {
        let places = self.by_draws.iter().flatten();
        places.map(|&place| &self.all[place as usize])
    }

    /// The game at a place that [`Self::draw`] gave.
    pub(super) fn game(&self, place: usize) -> &Pooled {
        &self.all[place]
    }

    /// Adds a game that was never drawn, or puts it in place of the game with the same key, unless that game is better.
    pub(super) fn offer(&mut self, key: u64, score: u32, moves: &[Code]) {
        if let Some(&place) = self.by_key.get(&key) {
            let old = &mut self.all[place as usize];
            if score >= old.score {
                (old.score, old.moves) = (score, moves.into());
            }
            return;
        }
        self.add(Pooled {
            key,
            score,
            moves: moves.into(),
            draws: 0,
        });
    }

    fn add(&mut self, game: Pooled) {
        let place = self.all.len() as u32;
        self.by_key.insert(game.key, place);
        self.put(place, game.draws);
        self.all.push(game);
    }

    fn put(&mut self, place: u32, draws: u32) {
        let draws = draws as usize;
        if self.by_draws.len() <= draws {
            self.by_draws.resize(draws + 1, Vec::new());
        }
        self.by_draws[draws].push(place);
    }

    /// Draws a game; `None` from an empty pool.
    pub(super) fn draw(&mut self, rng: &mut Rng) -> Option<usize> {
        let count = self.all.len();
        let mut rank = (count as f64 * f64::from(unit(rng)).powi(LEANING)) as usize;
        let holds = |places: &Vec<u32>| {
            let found = rank < places.len();
            rank -= if found { 0 } else { places.len() };
            found
        };
        let draws = self.by_draws.iter().position(holds)?;
        let places = &mut self.by_draws[draws];
        let place = places.swap_remove(places.len() - 1 - rank);
        self.put(place, draws as u32 + 1);
        self.all[place as usize].draws += 1;
        Some(place as usize)
    }

    /// The least score that at most `room` games reach.
    pub(super) fn floor_for(&self, room: usize) -> u32 {
        let mut scores: Vec<u32> = self.all.iter().map(|game| game.score).collect();
        scores.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
        scores.get(room).map_or(0, |&first_out| first_out + 1)
    }

    /// Removes the games that score less than `floor`.
    pub(super) fn raise(&mut self, floor: u32) {
        let mut order: Vec<u32> = std::mem::take(&mut self.by_draws).concat();
        order.retain(|&place| self.all[place as usize].score >= floor);
        let old = std::mem::take(&mut self.all);
        let mut old: Vec<Option<Pooled>> = old.into_iter().map(Some).collect();
        self.by_key.clear();
        for place in order {
            self.extend(old[place as usize].take());
        }
    }
}

/// Adds games with the draws they have had, the first of equally often drawn ones first.
impl Extend<Pooled> for Games {
    fn extend<I: IntoIterator<Item = Pooled>>(&mut self, games: I) {
        games.into_iter().for_each(|game| self.add(game));
    }
}

/// The key of a set of places: the same in every order; the keys of two different sets differ, except with probability 2^-64.
pub(in crate::searchers) fn key_of(places: impl Iterator<Item = u32>) -> u64 {
    places.fold(0, |key, place| key ^ scatter(place))
}

/// Whether the child places other dots than its parent.
pub(super) fn has_other_dots(regrowth: &Regrowth) -> bool {
    let key = |moves: &[Code]| key_of(moves.iter().map(|&code| regrowth.place(code)));
    key(regrowth.out()) != key(regrowth.recreated())
}

/// Bits as good as random for a number (the finisher of SplitMix64: Steele, Lea and Flood 2014).
pub(in crate::searchers) const fn scatter(number: u32) -> u64 {
    let mut z = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::geometry::Variant;

    /// Games of one to so many moves, by their number.
    fn pool(games: u32) -> Games {
        let mut pool = Games::new();
        for n in 0..games {
            pool.offer(u64::from(n), n, &moves(n as usize));
        }
        pool
    }

    fn moves(n: usize) -> Vec<Code> {
        Board::new(Variant::D5).legal()[..n % 20].to_vec()
    }

    #[test]
    fn a_game_that_places_the_same_takes_the_place() {
        let mut pool = pool(3);
        pool.offer(1, 1, &moves(7));
        assert_eq!(pool.len(), 3);
        assert_eq!(*pool.game(1).moves, moves(7));
    }

    #[test]
    fn no_game_is_forgotten_by_the_draws() {
        let mut rng = Rng::seed_from_u64(1);
        let mut pool = pool(50);
        for _ in 0..50 * 200 {
            pool.draw(&mut rng).unwrap();
        }
        let draws: Vec<u32> = pool.all.iter().map(|game| game.draws).collect();
        assert_eq!(draws.iter().sum::<u32>(), 50 * 200);
        assert!(draws.iter().all(|&n| n > 100), "{draws:?}");
        assert!(Games::new().draw(&mut rng).is_none());
    }

    #[test]
    fn raising_the_floor_keeps_what_is_above_with_its_draws() {
        let mut rng = Rng::seed_from_u64(2);
        let mut games = pool(40);
        for _ in 0..100 {
            games.draw(&mut rng);
        }
        let mut wanted: Vec<_> = games.all[25..].to_vec();
        games.raise(25);
        let mut kept = games.all.clone();
        kept.sort_by_key(|game| game.score);
        wanted.sort_by_key(|game| game.score);
        assert_eq!(kept, wanted);
        games.offer(30, 30, &moves(0));
        assert_eq!(games.len(), 15);
        games.offer(3, 30, &moves(0));
        assert_eq!(games.len(), 16);
        games.raise(99);
        assert_eq!((games.len(), games.draw(&mut rng)), (0, None));
    }

    #[test]
    fn a_floor_leaves_no_more_games_than_there_is_room_for() {
        let mut games = pool(10);
        games.offer(100, 7, &moves(0));
        assert_eq!(games.floor_for(11), 0);
        for (room, left) in [(10, 10), (4, 4), (3, 2), (1, 1), (0, 0)] {
            let floor = games.floor_for(room);
            let counted = games.in_order().filter(|g| g.score >= floor).count();
            assert_eq!(counted, left, "{room}");
        }
    }

    #[test]
    fn keys_tell_sets_and_not_orders() {
        let key = |places: &[u32]| key_of(places.iter().copied());
        assert_eq!(key(&[1, 2, 3]), key(&[3, 1, 2]));
        assert_ne!(key(&[1, 2, 3]), key(&[1, 2, 4]));
        assert_ne!(key(&[0]), key(&[]));
    }
}
