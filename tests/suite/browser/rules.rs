//! The rules in JavaScript against the engine's: the same positions, games, moves, and words.

use std::fmt::Write;

use morpion_rules::game::Board;
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{self, Position, known_games};
use morpion_search::running::found_games;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::chromium::Page;
use super::{ROOT, page_address};
use crate::forms::samples;

/// The board's page: its script has the rules as globals.
fn board() -> Page {
    let mut page = Page::open();
    page.visit(&page_address("play.html"));
    page.eval("globalThis.R = morpionRules(); globalThis.F = morpionRecords(R); globalThis.O = morpionReader(R, F); 0");
    page
}

/// Gives the page a value by name.
fn give(page: &mut Page, name: &str, value: &Value) {
    page.eval(&format!("globalThis.{name} = {value}; 0"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_same_positions_after_one_to_four_moves() {
    let mut page = board();
    let count = r"
        (variant) => {
            let level = new Map([['', []]]);
            const sizes = [];
            for (let n = 1; n <= 4; n++) {
                const next = new Map();
                for (const codes of level.values()) {
                    const b = new R.Board(variant);
                    for (const c of codes) b.advance(c);
                    for (const c of b.legalCodes()) {
                        const lines = [...codes, c];
                        const key = lines.map((c) => Math.floor(c / 5)).sort((a, b) => a - b).join();
                        if (!next.has(key)) next.set(key, lines);
                    }
                }
                level = next;
                sizes.push(level.size);
            }
            return sizes;
        }";
    for variant in Variant::ALL {
        let levels = morpion_count::count(variant, 4, &|_, _| {}).unwrap();
        let engine: Vec<u64> = levels[1..]
            .iter()
            .map(|l| json!(l)["positions"].as_u64().unwrap())
            .collect();
        let ours = page.eval(&format!("({count})('{variant}')"));
        assert_eq!(ours, json!(engine), "{variant}");
        if variant == Variant::D5 {
            assert_eq!(engine, [28, 374, 3176, 19281]);
        }
    }
    page.assert_content();
}

/// The legal moves of the engine as text, ascending.
fn legal(board: &Board) -> String {
    let mut moves: Vec<String> = board.legal_moves().map(|m| m.to_string()).collect();
    moves.sort();
    moves.join("; ")
}

/// A random game and the legal moves before each of its moves, and at its end.
fn random_game(variant: Variant, rng: &mut Xoshiro256PlusPlus) -> (String, Vec<String>) {
    let mut board = Board::new(variant);
    let mut moves: Vec<Move> = Vec::new();
    let mut seen = vec![legal(&board)];
    while board.legal_moves().len() > 0 {
        let choice = rng.random_range(0..board.legal_moves().len());
        let mv = board.legal_moves().nth(choice).unwrap();
        board.play(mv).unwrap();
        moves.push(mv);
        seen.push(legal(&board));
    }
    (morpion_rules::record::moves_text::write(&moves), seen)
}

/// A digest that both sides compute: FNV-1a over the characters' codes.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, b| {
        (hash ^ u32::from(b)).wrapping_mul(0x0100_0193)
    })
}

#[test]
#[ignore = "needs Chromium"]
fn thousands_of_random_games_agree_move_by_move() {
    let mut page = board();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let follow = r"
        globalThis.digest = (text) => { let h = 0x811c9dc5; for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0; return h; };
        globalThis.listed = (moves) => digest(moves.map(R.moveText).sort().join('; '));
        globalThis.follow = ([variant, text, digests], slow) => {
            const board = new R.Board(variant);
            const position = new R.Position(variant);
            const moves = F.readMoves(text);
            for (let i = 0; i <= moves.length; i++) {
                if (listed(board.legalMoves()) !== digests[i]) return `board, before move ${i + 1} of ${text}`;
                if (slow && listed(position.legalMoves()) !== digests[i]) return `position, before move ${i + 1} of ${text}`;
                if (i === moves.length) break;
                if (position.play(moves[i])) return `refused: move ${i + 1} of ${text}`;
                const code = R.encode(moves[i]);
                if (R.moveText(R.decode(code)) !== R.moveText(moves[i])) return 'codes';
                board.play(code);
            }
            const end = board.count;
            for (let i = 0; i < moves.length; i++) board.undo();
            if (listed(board.legalMoves()) !== digests[0]) return `undone: ${text}`;
            return end === 0 ? '' : 'not at its end';
        }; 0";
    page.eval(follow);
    for variant in Variant::ALL {
        for batch in 0..10 {
            let games: Vec<Value> = (0..100)
                .map(|_| {
                    let (moves, seen) = random_game(variant, &mut rng);
                    let digests: Vec<u32> = seen.iter().map(|s| digest(s)).collect();
                    json!([variant.name(), moves, digests])
                })
                .collect();
            give(&mut page, "games", &json!(games));
            // The slow twin on some of them.
            let faults = page.eval(&format!(
                "games.map((g, i) => follow(g, {batch} === 0 && i < 10)).filter(Boolean)"
            ));
            assert_eq!(faults, json!([]), "{variant}");
        }
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_of_the_results_and_of_the_records_replays() {
    let mut page = board();
    let found = found_games(&[std::path::Path::new(ROOT).join("results/games")]).unwrap();
    let known = found.into_iter().chain(known_games());
    for game in known {
        let text = morpion_rules::record::moves_text::write(&game.moves);
        give(&mut page, "text", &json!(text));
        let played = page.eval(&format!(
            "(() => {{ const {{position: p, text: t}} = R.playAll('{}', F.readMoves(text)); return p ? [p.moves.length, p.box(), p.legalMoves().length, p.unusedSlots()] : t; }})()",
            game.variant
        ));
        let position = record::play_all(game.variant, &game.moves).unwrap();
        let ours = json!([
            game.moves.len(),
            position.bounding_box(),
            position.legal_moves().len(),
            position.unused_slots()
        ]);
        assert_eq!(played, ours, "{}", game.id);
        let back = page.eval(&format!(
            "(() => {{ const m = F.readMoves(text); const a = F.readAddress(F.writeAddress('{}', m.map(R.encode))); return F.writeMoves(a.moves); }})()",
            game.variant
        ));
        assert_eq!(back, json!(text), "{}: the address", game.id);
        let turned = page.eval(&format!(
            "(() => {{ const v = R.VARIANTS['{}']; const m = F.readMoves(text); const box = R.canonicalBox(R.boxOf(v, m)).join(); let a = m; \
             for (const isMirrored of [false, false, false, false, true, true]) {{ a = R.image(v, a, isMirrored); if (!R.playAll(v.name, a).position || R.canonicalBox(R.boxOf(v, a)).join() !== box) return 'another game'; }} \
             return F.writeMoves(a); }})()",
            game.variant
        ));
        assert_eq!(turned, json!(text), "{}: turned and mirrored", game.id);
    }
    page.assert_content();
}

/// The program's answer to a file: the words with which it refuses it, or `legal VARIANT N`.
fn program_says(bytes: &[u8]) -> String {
    match record::read(bytes) {
        Err(error) => error.to_string(),
        Ok(read) => match record::replay(&read, None) {
            Err(error) => error.to_string(),
            Ok(position) => format!("legal {} {}", position.variant(), position.moves().len()),
        },
    }
}

/// The page's answer to a file, in the same form.
fn page_says(page: &mut Page, bytes: &[u8]) -> String {
    give(page, "bytes", &json!(bytes));
    let words = page.eval(
        "O.read(new Uint8Array(bytes)).then((r) => { const { position: p, text } = R.replay(r.variant, r.moves); \
         return p ? `legal ${p.variant.name} ${p.moves.length}` : text; }, (e) => e.message)",
    );
    words.as_str().unwrap().to_owned()
}

/// Records with faults of every kind.
fn broken() -> Vec<Vec<u8>> {
    let psol = std::fs::read_to_string(format!("{ROOT}/tests/data/records/rosin-82.psol")).unwrap();
    let lines: Vec<&str> = psol.lines().collect();
    let mut all: Vec<Vec<u8>> = Vec::new();
    for text in [
        "",
        " \n",
        "# only a comment\n",
        "x",
        "(1,2",
        "(28,28)\n(1,2) x 0",
        "(28,28)\n(a,2) - 0",
        "(28,28)\n(1,2) - 3",
        "(28,28)\n(1,2) -",
        "(28,28)\n(99999,2) - 0",
        "(28,28)\n(9999999,2) - 0",
        "(28,28) - 1\n(31,30) | +2\n",
        "(28,28)\n(31,30) | +2\n(31,30) | +2\n",
        "(28,28)\n(28,28) - 0\n",
        "(28,28)\n(200,28) - 0\n",
        "{}",
        "\u{feff}# x\r\n(28,28)\r(31,30) | +2",
        "(28,28)\nnonsense\n",
        "(28,28)\n(31 , 30)|+2",
        r#"{"version":"0.1","variant":"5D","score":2,"moves":[{"x":3,"y":-1,"dir":"V","pos":0}]}"#,
        r#"{"version":"2.0","variant":"5D","score":0,"moves":[]}"#,
        r#"{"version":1,"variant":"d5","score":0,"moves":[]}"#,
        r#"{"variant":"4D","score":1,"moves":[{"x":3,"y":-1,"dir":"V","pos":4}]}"#,
        r#"{"variant":"4D","score":1,"moves":[{"x":3,"y":-200,"dir":"V","pos":3}]}"#,
        r#"{"variant":"5D","score":1,"moves":[{"x":3,"y":-60,"dir":"V","pos":4}]}"#,
    ] {
        all.push(text.as_bytes().to_vec());
    }
    all.push(vec![0, 1, 2]);
    all.push(b"# caf\xe9\n(28,28)\n(31,30) | +2\n".to_vec());
    all.push(vec![b'#'; 1024 * 1024 + 1]);
    // A move left out, moved, or twice, at every place.
    for i in (3..lines.len()).step_by(3) {
        let mut without = lines.clone();
        without.remove(i);
        let mut turned = lines.clone();
        turned.swap(i, 3);
        let mut twice = lines.clone();
        twice.insert(i, lines[i - 1]);
        all.extend([without, turned, twice].map(|l| l.join("\n").into_bytes()));
    }
    for file in [
        "cycle-4d.json",
        "illegal.psol",
        "no-reference.psol",
        "turned-signs.psol",
        "rosin-82.msr",
        "rosin-82.psol",
    ] {
        all.push(std::fs::read(format!("{ROOT}/tests/data/records/{file}")).unwrap());
    }
    all
}

#[test]
#[ignore = "needs Chromium"]
fn files_are_refused_with_the_same_words_about_the_same_move() {
    let mut page = board();
    for bytes in broken() {
        let program = program_says(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
        let page_words = page_says(&mut page, &bytes);
        if program.contains("cannot be read: invalid JSON") {
            // The parser of JSON is the browser's, and so are its words.
            assert!(
                page_words.contains("cannot be read: invalid JSON"),
                "{shown}: {page_words}"
            );
        } else {
            assert_eq!(page_words, program, "{shown}");
        }
    }
    page.assert_content();
}

/// Games in forms of other programs, whole and damaged: the page reads what the program reads, and refuses what it refuses.
#[test]
#[ignore = "needs Chromium"]
fn games_of_other_programs_are_read_alike() {
    let mut page = board();
    let mut files = samples(&["5T/rosin178", "5D/rosin82", "4D/hyyroporanen35"]);
    for entry in std::fs::read_dir(format!("{ROOT}/tests/data/foreign")).unwrap() {
        let path = entry.unwrap().path();
        files.push((path.display().to_string(), std::fs::read(&path).unwrap()));
    }
    let graph = format!("{ROOT}/results/5D/certificates/1-1-1-0.graphs.moves");
    files.push(("graph".to_owned(), std::fs::read(graph).unwrap()));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    for (name, bytes) in files.clone() {
        for _ in 0..3 {
            let mut damaged = bytes.clone();
            let at = rng.random_range(0..damaged.len());
            damaged[at] = b"0123456789-,[] \n"[rng.random_range(0..16)];
            files.push((format!("{name}, damaged at {at}"), damaged));
        }
    }
    for (name, bytes) in files {
        let (program, said) = (program_says(&bytes), page_says(&mut page, &bytes));
        let is_game = program.starts_with("legal");
        assert_eq!(
            said.starts_with("legal"),
            is_game,
            "{name}: {program}; {said}"
        );
        if is_game || program.starts_with("this is a graph") {
            assert_eq!(said, program, "{name}");
        }
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn what_the_page_writes_the_program_reads() {
    let mut page = board();
    for game in known_games() {
        let variant = game.variant;
        give(
            &mut page,
            "text",
            &json!(morpion_rules::record::moves_text::write(&game.moves)),
        );
        let forms = if variant.line_length() == 5 {
            &["writePentasol", "writeMsr", "writeMsrJson"][..]
        } else {
            &["writeMsr", "writeMsrJson"]
        };
        for form in forms {
            let written = page.eval(&format!("Promise.resolve(F.{form}('{variant}', F.readMoves(text), {{description: 'ä \\u2028 <b>'}}))"));
            let read = record::read(written.as_str().unwrap().as_bytes()).unwrap();
            assert_eq!(read.moves, game.moves, "{} {form}", game.id);
            record::play_all(variant, &read.moves).unwrap();
        }
        let pictures = format!(
            "(async () => [Picture.svg('{variant}', F.readMoves(text)), Array.from(new Uint8Array(await (await Picture.png('{variant}', F.readMoves(text))).arrayBuffer()))])()"
        );
        let both = page.eval(&pictures);
        let [svg, png] = &both.as_array().unwrap()[..] else {
            panic!("two pictures");
        };
        let png: Vec<u8> = serde_json::from_value(png.clone()).unwrap();
        for picture in [svg.as_str().unwrap().as_bytes(), &png] {
            assert_eq!(
                record::read(picture).unwrap().moves,
                game.moves,
                "{}",
                game.id
            );
        }
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn moves_that_are_refused_are_refused_with_the_same_words() {
    let mut page = board();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
    for variant in Variant::ALL {
        let mut wanted = Vec::new();
        let mut asked = String::new();
        let mut position = Position::new(variant);
        for _ in 0..30 {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(rng.random_range(0..legal.len().max(1))) else {
                break;
            };
            position.play(mv).unwrap();
        }
        for _ in 0..2000 {
            let cell = morpion_rules::geometry::Cell::new(
                rng.random_range(-3..13),
                rng.random_range(-3..13),
            );
            let direction = morpion_rules::geometry::Direction::ALL[rng.random_range(0..4)];
            let place = rng.random_range(0..variant.line_length() as u8);
            let mv = Move::new(morpion_rules::geometry::Line::new(cell, direction), place);
            let _ = write!(asked, "{mv}; ");
            wanted.push(position.check(mv).err().map(|f| f.to_string()));
        }
        give(
            &mut page,
            "played",
            &json!(morpion_rules::record::moves_text::write(position.moves())),
        );
        give(&mut page, "asked", &json!(asked.trim_end_matches("; ")));
        let said = page.eval(&format!("(() => {{ const {{position: p}} = R.playAll('{variant}', F.readMoves(played)); return F.readMoves(asked).map((m) => p.fault(m)); }})()"));
        assert_eq!(said, json!(wanted), "{variant}");
    }
}
