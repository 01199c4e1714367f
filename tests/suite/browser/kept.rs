//! The promise of the board: a game that was played is on the board, under Yours, or in a page that says that it cannot keep it.
//!
//! Random sequences of what people do, in two tabs, with memory that is full or forbidden; and one test for each way in which a
//! game was once lost.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use super::chromium::{Page, Tab};
use super::page_address;
use super::play::{board, click_cell, moves, open, play_by_keys};

/// An action of a player.
#[derive(Debug, Clone)]
enum Step {
    Play(u8),
    Undo(u8),
    New,
    Variant(usize),
    Reload,
    Close,
    OtherTab,
    /// The memory of the browser becomes full, or forbidden to this page, or free as at first.
    Memory(Memory),
}

#[derive(Debug, Clone, Copy)]
enum Memory {
    Full,
    Forbidden,
    Free,
}

fn any_step() -> impl Strategy<Value = Step> {
    let memory = prop::sample::select(vec![Memory::Full, Memory::Forbidden, Memory::Free]);
    prop_oneof![
        8 => (1u8..9).prop_map(Step::Play),
        2 => (1u8..9).prop_map(Step::Undo),
        3 => Just(Step::New),
        2 => (0usize..4).prop_map(Step::Variant),
        2 => Just(Step::Reload),
        2 => Just(Step::Close),
        3 => Just(Step::OtherTab),
        2 => memory.prop_map(Step::Memory),
    ]
}

/// A game as the pages write it: its variant, and its moves as text.
type Game = (String, String);

/// A player with two tabs, and the games that the pages must still have.
struct Player {
    page: Page,
    other: Tab,
    /// Whether the board is open in this tab, and in the other one.
    is_open: [bool; 2],
    played: Vec<Game>,
}

fn games_in(value: &Value) -> Vec<Game> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    let list = value.as_array().unwrap();
    list.iter().map(|g| (text(&g[0]), text(&g[1]))).collect()
}

/// Whether a game is the beginning of one of these.
fn has(all: &[Game], game: &Game) -> bool {
    all.iter()
        .any(|g| g.0 == game.0 && g.1.starts_with(&game.1))
}

/// Keeps the function by which the page reads its memory, for when that is forbidden.
fn note_reads(page: &mut Page) {
    page.eval("window.Reads = Storage.prototype.getItem; 0");
}

impl Player {
    fn new() -> Self {
        let mut page = board();
        note_reads(&mut page);
        let other = page.tab();
        page.screen(1360, 900, false);
        let mut player = Self {
            page,
            other,
            is_open: [false, true],
            played: Vec::new(),
        };
        player.visit(&page_address("play.html"));
        player
    }

    fn visit(&mut self, address: &str) {
        self.page.visit(address);
        note_reads(&mut self.page);
        self.is_open[0] = true;
    }

    /// The game on the board, all its moves, and how many of them are shown.
    fn on_board(&mut self) -> (Game, usize) {
        // What a page writes down is in its address.
        let found = self.page.eval(
            "dispatchEvent(new Event('pagehide')); \
             (({variant, moves, at}) => [[variant, Morpion.records.writeMoves(moves)], at])(Morpion.records.readAddress(location.hash))",
        );
        let game = games_in(&serde_json::json!([found[0]])).remove(0);
        (game, found[1].as_u64().unwrap() as usize)
    }

    /// All games that the memory holds.
    fn in_memory(&mut self) -> Vec<Game> {
        games_in(&self.page.eval(
            "['games', 'aside', 'table'].flatMap((k) => JSON.parse(Reads.call(localStorage, `morpion.${k}`)) ?? []).map((g) => [g.variant, g.moves])",
        ))
    }

    /// The games that this tab shows or lists.
    fn in_tab(&mut self) -> Vec<Game> {
        let listed = "[...Keep.games(), ...Keep.unfinished()].map((g) => [g.variant, g.moves])";
        let mut all = games_in(&self.page.eval(listed));
        all.push(self.on_board().0);
        all
    }

    fn go_to_other_tab(&mut self) {
        self.other = self.page.switch(&self.other);
        self.is_open.swap(0, 1);
    }

    /// The games that can be found without this tab: in the memory, and in the other tab.
    fn elsewhere(&mut self) -> Vec<Game> {
        let mut all = self.in_memory();
        if self.is_open[1] {
            self.go_to_other_tab();
            all.extend(self.in_tab());
            self.go_to_other_tab();
        }
        all
    }

    /// Leaves this tab: games that only it has are lost, and it must have said so. Its address, which outlasts a reload, may keep one.
    fn leave(&mut self, keeps: Option<Game>) {
        self.on_board();
        let mut left = self.elsewhere();
        left.extend(keeps);
        let is_lost = self.played.iter().any(|g| !has(&left, g));
        let warns = self.page.eval("!document.getElementById('unkept').hidden");
        assert!(
            !is_lost || warns == true,
            "lost without a word: {:?}",
            self.played
        );
        self.played.retain(|g| has(&left, g));
    }

    fn play(&mut self, count: u8) {
        let (before, at) = self.on_board();
        self.page
            .eval("document.querySelector('#board svg').focus(); 0");
        for _ in 0..count {
            self.page.press("n");
            self.page.press("Enter");
            self.page.press("1");
        }
        let (now, _) = self.on_board();
        let length = before.1.split(';').filter(|m| !m.is_empty()).count();
        // A few moves that were taken back give way to others.
        if !now.1.starts_with(&before.1) && length - at < 5 {
            let start = before.1.split(';').take(at).collect::<Vec<_>>().join(";");
            self.played.retain(|g| *g != before);
            self.played.push((before.0, start));
        }
        self.played.push(now);
    }

    fn set_memory(&mut self, memory: Memory) {
        let code = match memory {
            Memory::Full => {
                "for (let n = 2 ** 22; n >= 1; n = n / 2) for (;;) { try { localStorage.setItem('full', (localStorage.getItem('full') ?? '') + 'x'.repeat(n)); } catch { break; } }"
            }
            Memory::Forbidden => {
                "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); }"
            }
            Memory::Free => "localStorage.removeItem('full')",
        };
        self.page.eval(&format!("{code}; 0"));
    }

    fn step(&mut self, step: &Step) {
        if let Step::OtherTab = step {
            return self.go_to_other_tab();
        }
        if !self.is_open[0] {
            return self.visit(&page_address("play.html"));
        }
        match step {
            Step::Play(count) => self.play(*count),
            Step::Undo(count) => (0..*count).for_each(|_| self.page.press("u")),
            Step::New => self.page.click("#new"),
            Step::Variant(n) => {
                let variant = ["5D", "5T", "4D", "4T"][*n];
                self.page
                    .click(&format!("#variants [data-value='{variant}']"));
            }
            Step::Reload => {
                let game = self.on_board().0;
                self.leave(Some(game));
                self.page.reload();
                note_reads(&mut self.page);
            }
            Step::Close => {
                self.leave(None);
                self.page.close();
                self.is_open[0] = false;
            }
            Step::Memory(memory) => self.set_memory(*memory),
            Step::OtherTab => unreachable!(),
        }
    }

    /// Fails unless every game is somewhere.
    fn check(&mut self) {
        if !self.is_open[0] {
            self.visit(&page_address("play.html"));
        }
        let mut all = self.in_tab();
        all.extend(self.elsewhere());
        for game in &self.played {
            assert!(has(&all, game), "{game:?} is not among {all:?}");
        }
    }
}

/// Fails if a game is lost by anything that people do in one tab or two, and nobody is told.
#[test]
#[ignore = "needs Chromium"]
fn no_game_is_lost() {
    let config = Config {
        cases: 3,
        failure_persistence: None,
        max_shrink_iters: 60,
        ..Config::default()
    };
    let steps = prop::collection::vec(any_step(), 10..40);
    let result = TestRunner::new(config).run(&steps, |steps| {
        let mut player = Player::new();
        for step in &steps {
            player.step(step);
        }
        player.check();
        player.page.assert_content();
        Ok(())
    });
    result.unwrap();
}

/// Fails if a tab in which nothing was done overwrites the game of another one, or a tab that goes on takes the other's game away.
#[test]
#[ignore = "needs Chromium"]
fn a_second_tab_loses_nothing() {
    for goes_on in [false, true] {
        let mut player = Player::new();
        player.go_to_other_tab();
        player.step(&Step::Play(3));
        player.go_to_other_tab();
        player.step(&Step::New);
        player.step(&Step::Play(8));
        player.step(&Step::Close);
        player.go_to_other_tab();
        if goes_on {
            player.step(&Step::Play(1));
        }
        player.step(&Step::Close);
        player.check();
        player.page.assert_content();
    }
}

/// Fails if a game that only the address has is read anew, and the page is then closed without a warning.
#[test]
#[ignore = "needs Chromium"]
fn what_only_an_address_has_is_not_kept() {
    let mut player = Player::new();
    for step in [
        Step::Memory(Memory::Full),
        Step::Play(1),
        Step::Reload,
        Step::Close,
    ] {
        player.step(&step);
    }
    player.page.assert_content();
}

/// Fails if a finished game is gone with the page where nothing can be kept, without a warning.
#[test]
#[ignore = "needs Chromium"]
fn where_nothing_can_be_kept_the_page_says_so() {
    for memory in [Memory::Full, Memory::Forbidden] {
        let mut player = Player::new();
        player.set_memory(memory);
        play_by_keys(&mut player.page);
        player.on_board();
        assert!(
            player
                .page
                .text("#unkept")
                .contains("cannot keep this game")
        );
        assert_eq!(
            player.page.eval("document.getElementById('unkept').hidden"),
            false
        );
        player.page.click("#games [data-value=own]");
        assert_eq!(
            player
                .page
                .eval("document.querySelectorAll('#games .entry').length"),
            1
        );
        player.page.close();
        assert_eq!(player.page.asked, 1, "it asks before it is left");
        player.page.assert_content();
    }
}

/// Fails if there is room for only a dozen games, and older ones go without a warning.
#[test]
#[ignore = "needs Chromium"]
fn all_games_that_are_left_are_kept_and_what_is_deleted_comes_back() {
    let mut page = board();
    let dots = [(3, -1), (6, -1), (-1, 3), (10, 3), (-1, 6), (10, 6)];
    let mut count = 0;
    for (i, &(x, y)) in dots.iter().enumerate() {
        for &(v, w) in &dots[i + 1..] {
            click_cell(&mut page, x, y);
            click_cell(&mut page, v, w);
            page.click("#new");
            count += 1;
        }
    }
    page.click("#games [data-value=own]");
    let listed = "document.querySelectorAll('#games .entry').length";
    assert_eq!(page.eval(listed), count);
    page.click("#games .shelf .tool");
    assert_eq!(page.eval(listed), count - 1);
    page.click("#note .button");
    assert_eq!(page.eval(listed), count);
    page.assert_content();
}

/// Fails if choosing the variant that is chosen already clears the board, or if a game of four dots in a line cannot be saved.
#[test]
#[ignore = "needs Chromium"]
fn every_variant_is_saved_and_read_again() {
    let mut page = board();
    let folder = tempfile::tempdir().unwrap();
    let downloads = serde_json::json!({"behavior": "allow", "downloadPath": folder.path()});
    page.call("Page.setDownloadBehavior", downloads);
    for variant in ["5D", "5T", "4D", "4T"] {
        page.click(&format!("#variants [data-value='{variant}']"));
        page.eval("document.querySelector('#board svg').focus(); 0");
        for key in ["n", "Enter", "1", "n", "Enter", "1"] {
            page.press(key);
        }
        let count = moves(&mut page);
        page.click(&format!("#variants [data-value='{variant}']"));
        assert_eq!(moves(&mut page), count, "the variant was chosen already");
        page.eval("document.getElementById('files').open = true; 0");
        page.click("#save");
        let form = if variant.starts_with('5') {
            "psol"
        } else {
            "msr"
        };
        let file = folder.path().join(format!("{variant}-{count:03}.{form}"));
        let start = std::time::Instant::now();
        while !file.exists() {
            assert!(start.elapsed().as_secs() < 60, "no file {}", file.display());
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        let said = open(&mut page, &file);
        assert!(
            said.contains(&format!("{count} moves of {variant}")),
            "{said}"
        );
    }
    page.assert_content();
}
