//! Tests the hunt for lost objects (`suite/hunt.rs`): bugs are planted in a copy of the checker, and the hunt must find each.
//!
//! All bugs are in one copy, each behind a switch that an environment variable turns, so the copy is compiled once. Nothing of this
//! is in the checker itself. For bugs that are not found, the list says why no object can be lost by them.
//!
//! `./x test` runs a third of the list, `MORPION_PLANTED=all` the whole, `MORPION_PLANTED=WORD` the bugs whose description has the word.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// A planted bug: a file of the core, or one about octagons or lines; a place that the file has once; an expression of this place, and
/// what it becomes; the test that finds the bug (none if it is harmless); and what is wrong then.
type Bug = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

/// The tests of the hunt that look at rules, bound and walk, at theorems, and at octagons and lines.
const TESTS: [&str; 3] = [
    "hunt::no_known_game_is_lost",
    "hunt::no_theorem_contradicts_a_known_game",
    "hunt::nothing_false_is_valid",
];
const GAMES: Option<&str> = Some(TESTS[0]);
const GRAPHS: Option<&str> = Some("hunt::no_known_graph_is_lost");
const SYMMETRIC: Option<&str> = Some("hunt::no_known_symmetric_object_is_lost");
const ARRIVALS: Option<&str> = Some("hunt::no_game_is_lost_by_its_arrival");
const THEOREMS: Option<&str> = Some(TESTS[1]);
const LISTS: Option<&str> = Some("hunt::no_known_game_is_left_out_of_a_list");
const FILLINGS: Option<&str> = Some("hunt::no_filling_is_lost");
const GAPS: Option<&str> = Some("hunt::no_gap_is_lost");
const OCTAGONS: Option<&str> = Some("hunt::no_octagon_is_lost");
const LIES: Option<&str> = Some(TESTS[2]);
const MOVES: Option<&str> = Some("hunt::no_move_is_lost");
const CLOSED: Option<&str> = Some("certificates::what_is_bounded_is_what_the_page_computes");

#[rustfmt::skip]
const BUGS: &[Bug] = &[
    // The rules.
    ("state.rs", "Cell::Free if allowed == 0 =>", "allowed == 0", "allowed.count_ones() <= 1", GAMES, "P2: a free cell with one mark is absent"),
    ("state.rs", "if allowed.is_power_of_two() {", "allowed.is_power_of_two()", "allowed.count_ones() <= 2", GAMES, "P3: the first of two marks is forced"),
    ("state.rs", "board.in_box[w] & (0b11111 << (5 * direction))", "(0b11111 << (5 * direction))", "EVERY_MARK", GAMES, "P4: lines of other directions are forbidden"),
    ("state.rs", "for (line, _) in board.lines_through(v) {\n            self.forbid_line(board, line);", "self.forbid_line(board, line)", "{ self.forbid_line(board, line); self.forbid_line(board, (line + 1) % board.lines.len()) }", GAMES, "P1: the next line is forbidden, too"),
    ("state.rs", "(Some(&last), None) => self.set_present(last)?", "self.set_present(last)?", "self.set_absent(last)?", GAMES, "P5: the last cell of a side is absent"),
    ("state.rs", "if order.precedes(p, x) {", "order.precedes(p, x)", "(order.precedes(p, x) || order.precedes(x, p))", GAMES, "P6: what comes later may not need what comes first"),
    ("reach.rs", "[aaaa, b & aaa, bb & aa, bbb & a, bbbb]", "bbbb", "bbbb & a", GAMES, "P7: the end of a line is not reached"),
    ("state.rs", "fold(u64::MAX, |all, m| all & by_mark(m))", "all & by_mark(m)", "all | by_mark(m)", GAMES, "P8: a cell needs what any of its marks needs"),
    ("state.rs", "order: (objects == Objects::Games).then(", "objects == Objects::Games", "true", GRAPHS, "P6 and P7 among graphs"),
    ("state.rs", "for side in board.arrived.iter().filter(", "board.arrived.iter()", "board.sides.iter()", GAMES, "P9: one dot on any side"),
    ("state.rs", "(self.cells.iter().filter(dots).count() as u64) < self.moves", "(self.cells.iter().filter(dots).count() as u64) < self.moves", "self.cells.iter().filter(dots).count() as u64 <= self.moves", GAMES, "P10: just enough cells are too few"),
    ("state.rs", "m / 5 * 5 + 4 - m % 5", "4 - m % 5", "m % 5", SYMMETRIC, "S: the image of a mark has its position"),
    ("state.rs", "self.symmetric.then(", "self.symmetric", "(self.symmetric || [100, 144].contains(&self.cells.len()))", GAMES, "S where objects need not be symmetric"),
    ("state.rs", "cells.iter().enumerate().filter(|&(j, _)| j != i)", "j != i", "j != i || j == 0", ARRIVALS, "the first state forbids the last move by the end of a line"),
    ("state.rs", "if !board.arrived.iter().all(|side| side.contains(&v)) {", "board.arrived.iter().all(|side| side.contains(&v))", "false", ARRIVALS, "the first state forbids all last moves"),
    // The bound.
    ("plain.rs", "Cell::Cross => self.income[v] - gain", "self.income[v] - gain", "0", GAMES, "the cross earns nothing"),
    ("plain.rs", "Cell::Free => self.profit(v).max(0)", "self.profit(v).max(0)", "self.profit(v)", GAMES, "a free cell must be good"),
    ("plain.rs", "Cell::Present => self.profit(v)", "self.profit(v)", "self.profit(v).min(gain)", GAMES, "a dot earns no more than its move"),
    ("plain.rs", "costs.min().unwrap_or(0)", "costs.min()", "costs.max()", GAMES, "a dot pays for its dearest line"),
    ("plain.rs", "let gap = self.value - target;", "self.value - target", "self.value - target - 1", GAMES, "FIX with a gap too small by 1"),
    ("plain.rs", "free && both(&without_dot) > gap", "both(&without_dot) > gap", "both(&without_dot) >= gap", GAMES, "FIX demands what is just not needed"),
    ("plain.rs", "free && both(&with_dot) > gap", "both(&with_dot) > gap", "both(&with_dot) >= gap", GAMES, "FIX excludes what is just good enough"),
    ("plain.rs", "by_mark_and_image(m) > gap", "by_mark_and_image(m) > gap", "by_mark_and_image(m) >= gap", GAMES, "FIX forbids a mark that is just good enough"),
    ("plain.rs", "let both = |loss: &dyn Fn(usize) -> i64| loss(v) +", "loss(v)", "50 * loss(v)", GAMES, "FIX counts a loss fifty times"),
    ("bound.rs", "self.moves.max(state.present() as u64)", "state.present() as u64", "state.present() as u64 + 1", GAMES, "the target counts a dot too many"),
    // The walk.
    ("walk.rs", "node.refuted = value < target ||", "value < target", "value <= target", GAMES, "a round closes at the target"),
    ("walk.rs", "1 if node.refuted =>", "node.refuted", "true", GAMES, "CLOSED anywhere"),
    ("walk.rs", "self.counts.open += 1", "self.counts.open += 1", "()", GAMES, "OPEN counts as closed"),
    ("walk.rs", "Decision::Forbidden(v, m),\n        ))", "Decision::Forbidden(v, m)", "Decision::Absent(v)", GAMES, "MARK: the second node has no dot there"),
    ("walk.rs", "Ok(End::Split(Decision::Present(v), Decision::Absent(v)))", "Decision::Absent(v)", "Decision::BothAbsent(1, v, v ^ 1)", GAMES, "CELL: the second node has no dot beside it, either"),
    ("walk.rs", "if node.mirrors >> h & 1 == 0 {", "node.mirrors >> h & 1 == 0", "false", GAMES, "MIRROR after a case was left behind"),
    ("walk.rs", "size.image(h) == size &&", "size.image(h) == size", "true", GAMES, "MIRROR of a box without that symmetry"),
    ("walk.rs", "arrival.map(|a| a.image(h)) == arrival", "arrival.map(|a| a.image(h)) == arrival", "true", ARRIVALS, "MIRROR of an arrival without that symmetry"),
    ("walk.rs", "if self.header.claim.objects == Objects::Games {\n            state.apply_orders", "self.header.claim.objects == Objects::Games", "true", GRAPHS, "P8 among graphs"),
    // Listings.
    ("walk.rs", "2 if self.header.claim.objects == Objects::Graphs =>", "self.header.claim.objects == Objects::Graphs", "false", GRAPHS, "LISTED among graphs"),
    ("walk.rs", "let is_all = found.len() == count;", "found.len() == count", "found.len() == count || count == 0", GAMES, "LISTED: what is found does not matter"),
    ("listing/mod.rs", "let mut left = bits(state.allowed(v)).peekable();", "state.allowed(v)", "state.allowed(v) & (state.allowed(v) - 1)", LISTS, "LISTED: the first mark is left out"),
    ("listing/mod.rs", "if is_free && state.set_absent", "is_free", "false", LISTS, "LISTED: every cell is placed"),
    ("listing/rows.rs", "n.saturating_sub(4)", "n.saturating_sub(4)", "n.saturating_sub(5)", LISTS, "R1: what ends right before a line does not fit beside it"),
    ("listing/rows.rs", "allowed.len().min(n + 5)", "n + 5", "n + 6", LISTS, "R1: what begins right behind a line does not fit beside it"),
    ("listing/rows.rs", "most.checked_sub(moves)", "most.checked_sub(moves)", "most.checked_sub(moves + 1)", LISTS, "R1: one line more must fit than there are moves"),
    ("listing/position.rs", "game.len() as u64 >= least", "game.len() as u64 >= least", "game.len() as u64 > least", LISTS, "LISTED: K moves are not enough"),
    // Theorems.
    ("theorem.rs", "Some(Kind::AtMost(bound)) if *bound > most =>", "*bound > most", "*bound > most + 1", THEOREMS, "a bound that is too weak by 1"),
    ("theorem.rs", "matches!(kind, Kind::AtMost(_) | Kind::Empty)", "matches!(kind, Kind::AtMost(_) | Kind::Empty)", "true", THEOREMS, "an arrival says all of its box"),
    ("theorem.rs", "!impossible.contains(&by.canonical(*larger))", "!impossible.contains(&by.canonical(*larger))", "!impossible.iter().any(|(size, _)| *size == larger.canonical())", THEOREMS, "one arrival stands for all of its box"),
    ("geometry.rs", "left: self.left.saturating_add(left),\n            };\n            (larger", "self.left.saturating_add(left)", "self.left.saturating_add(left * top)", THEOREMS, "no box grows to the left alone"),
    ("geometry.rs", "left: self.left.saturating_add(horizontal),\n            }\n            .canonical()", "self.left.saturating_add(horizontal)", "self.left", THEOREMS, "pairs of moves make a box larger on one side"),

    // Octagons.
    ("octagons/filling.rs", "here[1] = here[1].max(line);", "here[1].max(line)", "here[1]", FILLINGS, "5T: lines in the octagon are worth nothing"),
    ("octagons/filling.rs", "Self::Inside => Some(0),", "Some(0)", "None", FILLINGS, "5T: a side with a line in the octagon has none at its first end"),
    ("octagons/filling.rs", "last_unmet: matches!(self, Self::Line | Self::Out | Self::Last),", "matches!(self, Self::Line | Self::Out | Self::Last)", "false", FILLINGS, "5T: a line at the last end is not all that is asked"),
    ("octagons/filling.rs", "last_met: self != Self::First,", "self != Self::First", "self == Self::Dot", FILLINGS, "5T: no line at the last end where all is met"),
    ("octagons/filling.rs", "for a in 1..=4 - n {", "4 - n", "3 - n", FILLINGS, "5T: a line across sticks out by one dot more at its last end"),
    ("octagons/filling.rs", "i as i32 * self.lambda - sum(&self.cells[..=i])", "i as i32 * self.lambda", "(i as i32 - 1) * self.lambda", FILLINGS, "5T: a line at the first end has a segment less"),
    ("octagons/filling.rs", "sum(&self.pairs[..4 - i])", "4 - i", "5 - i", FILLINGS, "5T: a line at the first end pays for a dot more"),
    ("octagons/filling.rs", "let mut bound = 36 * i64::from(4 * prices.lambda - UNIT);", "36 * i64::from(4 * prices.lambda - UNIT)", "35 * i64::from(4 * prices.lambda - UNIT)", CLOSED, "5T: a dot of the start less"),
    ("octagons/layers.rs", "1 + next.saturating_sub(before) + both", "1 + next.saturating_sub(before)", "2 + next.saturating_sub(before)", GAPS, "5T: a layer begins a path more"),
    ("octagons/layers.rs", "2 * (next - last)", "2 * (next - last)", "3 * (next - last)", GAPS, "5T: a layer that grows begins a path more"),
    ("octagons/layers.rs", "usize::from(next == last)", "usize::from(next == last)", "2 * usize::from(next == last)", GAPS, "5T: a layer that stays begins a path more"),
    ("octagons/layers.rs", "(self.numerator * times).div_ceil(self.denominator)", "(self.numerator * times).div_ceil(self.denominator)", "self.numerator * times / self.denominator", Some("lists::lambdas_are_those_of_the_page"), "5T: the least λ is rounded down"),
    ("octagons/list.rs", "i64::from(octagon.area()) >= least", "i64::from(octagon.area()) >= least", "i64::from(octagon.area()) > least", Some("lists::the_list_has_what_is_not_small"), "5T: what is just not small is small"),
    ("octagons/list.rs", "for b in a..height.saturating_sub(a) {", "a..height.saturating_sub(a)", "a + 1..height.saturating_sub(a)", OCTAGONS, "5T: the first two corners are not cut alike"),
    ("octagons/list.rs", "for c in a..width.saturating_sub(b) {", "width.saturating_sub(b)", "width.saturating_sub(b + 4)", OCTAGONS, "5T: no side has fewer than four segments"),
    ("octagons/list.rs", "i32::from(height)) + 4 - MOST_ROWS;", "4 - MOST_ROWS", "5 - MOST_ROWS", OCTAGONS, "5T: no octagon has 144 rows"),
    ("octagons/octagon.rs", "self.corners <= *image", "self.corners <= *image", "self.corners < *image", OCTAGONS, "5T: no octagon is symmetric"),
    ("octagons/prices.rs", "&& q.iter().sum::<i32>() <= most;", "q.iter().sum::<i32>() <= most", "true", Some("prices::prices_beyond_a_limit_are_not_legal"), "5T: the four prices of a cell outside are limited one by one"),
    ("octagons/close.rs", "(i64::from(at_most) + 1) * i64::from(UNIT)", "i64::from(at_most) + 1", "i64::from(at_most) + 2", CLOSED, "5T: a bound that is too weak by 1"),
    ("octagons/mod.rs", "(self.from, self.to) == (0, self.all)", "(self.from, self.to) == (0, self.all)", "self.from == 0", LIES, "5T: the first octagons are all"),
    ("octagons/mod.rs", "|| part.from > all.to {", "part.from > all.to", "false", Some("certificates::parts_are_a_theorem_together"), "5T: parts with a gap"),
    ("octagons/file.rs", "if sides[side] != before {", "sides[side] != before", "false", LIES, "5T: where lines stick out is asked before whether all do"),
    ("octagons/file.rs", "if number < LEAST_MOVES {", "number < LEAST_MOVES", "number < LEAST_MOVES - 1", LIES, "5T: what is cut down to nothing has one move less"),

    // Lines.
    ("lines/moves.rs", "(a == 0 || a == last) && (low..=high).contains(&b)", "(low..=high)", "(low..=high - 2)", MOVES, "lines: a dot of the cross is missing"),
    ("lines/moves.rs", "DIRECTIONS[self.direction]", "self.direction", "self.direction.min(2)", MOVES, "lines: none runs up"),
    ("lines/moves.rs", "filter(|&c| c != places)", "c != places", "c == places || c != places", MOVES, "lines: a move needs the cell that it places"),
    ("lines/moves.rs", "|| a.line == b.line\n", "a.line == b.line", "a.line == b.line || a.needs.contains(&b.places)", MOVES, "lines: a move clashes with those that it needs"),
    ("lines/moves.rs", "a.direction == b.direction &&", "a.direction == b.direction", "true", MOVES, "lines: those of two directions overlap"),
    ("lines/moves.rs", "shared > usize::from(self.rules.touching)", "usize::from(self.rules.touching)", "0", MOVES, "lines: those of 5T and 4T may not touch"),
    ("lines/known.rs", "self.required.push(line)", "line", "0", GAMES, "lines: branched requires the first line"),
    ("lines/known.rs", "if self.moves.all[m].line == line {", "self.moves.all[m].line == line", "self.moves.all[m].line <= line", GAMES, "lines: branched leaves out earlier lines, too"),
    ("lines/known.rs", "self.requires(line) && !self.may_be_drawn(line, &[])", "self.requires(line)", "true", GAMES, "lines: blocked, where the line need not be drawn"),
    ("lines/known.rs", "live.any(|m| beside.iter().all(|&other| !self.excludes(m, other)))", "live.any(|m| beside.iter().all(|&other| !self.excludes(m, other)))", "live.all(|m| beside.iter().all(|&other| !self.excludes(m, other)))", GAMES, "lines: a required line needs all of its moves"),
    ("lines/known.rs", "self.grounds(m, &[m], &[places])", "self.grounds(m, &[m], &[places])", "self.grounds(m, &[m], &[places, 0])", GAMES, "lines: out, with the first cell empty, too"),
    ("lines/known.rs", "all_drawn && (self.in_order(a, b) || self.in_order(b, a))", "self.in_order(a, b) || self.in_order(b, a)", "self.in_order(a, b)", GAMES, "lines: excludes, where one order is possible"),
    ("lines/known.rs", "self.grounds(b, &[a, b], &[of_b])", "self.grounds(b, &[a, b], &[of_b])", "self.grounds(b, &[a, b], &[of_a, of_b])", GAMES, "lines: the second move may not need the first"),
    ("lines/known.rs", "&& self.is_live(other)\n", "self.is_live(other)", "(self.is_live(other) && !beside.contains(&other))", GAMES, "lines: what is beside a move places nothing"),
    ("lines/known.rs", "            if !is_new {", "!is_new", "true", GAMES, "lines: cells are placed in one round"),
    ("lines/rows.rs", "row(known, 1, |m| {", "1", "0", GAMES, "lines: dot: a cell holds none"),
    ("lines/rows.rs", "let is_so = known.requires(line);", "known.requires(line)", "true", GAMES, "lines: required, where the line is not"),
    ("lines/rows.rs", "i64::from(cell.is_none())", "i64::from(cell.is_none())", "0", GAMES, "lines: the cross holds no dot"),
    ("lines/rows.rs", "factor(m) - placing(m))", "factor(m) - placing(m)", "factor(m)", GAMES, "lines: where a cell holds no dot before the game, it never does"),
    ("lines/rows.rs", "let ends = 1 + i64::from(moves.rules.touching);", "i64::from(moves.rules.touching)", "0", GAMES, "lines: slot: a cell alone in 5T and 4T"),
    ("lines/rows.rs", "if end >= ends {", "end >= ends", "end > ends", GAMES, "lines: slot: an end that is none"),
    ("lines/rows.rs", "0..=moves.rules.length - ends", "moves.rules.length - ends", "moves.rules.length - ends + 1", GAMES, "lines: slot: a line is longer by a cell"),
    ("lines/rows.rs", "line.direction == direction && places", "line.direction == direction", "true", GAMES, "lines: slot: of all directions"),
    ("lines/rows.rs", "|&b| known.excludes(a, b)", "known.excludes(a, b)", "a != b", GAMES, "lines: clique: moves that exclude nothing"),
    ("lines/rows.rs", "            .all(|&m| known.moves.all[m].needs.contains(&cell))", "known.moves.all[m].needs.contains(&cell)", "(known.moves.all[m].needs.len() > 1)", GAMES, "lines: clique: of moves that do not need the cell"),
    ("lines/rows.rs", "moves.all[m].needs.iter().any(|c| cells.contains(c))", "cells.contains(c)", "*c < moves.cells()", GAMES, "lines: order move: of cells that it does not need"),
    ("lines/rows.rs", "(None, Some(cell)) => cells.contains(&cell),", "cells.contains(&cell)", "true", GAMES, "lines: order cell: of other cells"),
    ("lines/rows.rs", "target.is_none_or(|t| !known.excludes(t, m))", "!known.excludes(t, m)", "known.excludes(t, m)", GAMES, "lines: order move: only what excludes it comes first"),
    ("lines/rows.rs", "cells.contains(&mv.places) && mv.needs", "cells.contains(&mv.places)", "cells[0] == mv.places", GAMES, "lines: order: only the first cell comes first"),
    ("lines/rows.rs", "known.is_live(m) && left[m] > 0", "left[m] > 0", "left[m] > 1", LIES, "lines: bound: what is left by 1 is not counted"),
    ("lines/rows.rs", "sum += multiplier * i128::from(row.at_most);", "i128::from(row.at_most)", "i128::from(row.at_most - 1)", LIES, "lines: bound: a row is worth 1 less"),
    ("lines/rows.rs", "(sum < scale * (at_most as i128 + 1))", "sum < scale * (at_most as i128 + 1)", "sum <= scale * (at_most as i128 + 1)", LIES, "lines: bound: K + 1 is small enough"),
    ("lines/numbers.rs", "within(text, 0..=LARGEST)", "0..=LARGEST", "-LARGEST..=LARGEST", LIES, "lines: multipliers may be negative"),
    ("lines/mod.rs", "known.require(line);", "known.require(line)", "{ known.leave_out(line); known.require(line) }", LIES, "lines: branched leaves out the line in both cases"),
    ("lines/mod.rs", "= second.pop()", "second.pop()", "second.pop().filter(|_| false)", LIES, "lines: branched has one case"),
    ("lines/mod.rs", "known.forget(mark);", "known.forget(mark)", "()", LIES, "lines: the second case knows what the first one does"),
    ("lines/known.rs", "News::Out(m) => self.out[m] = false,", "false", "true", GAMES, "lines: what is out stays out"),
    ("lines/known.rs", "self.excluded[b][a] = false;\n                }", "false", "true", GAMES, "lines: what is excluded stays excluded"),
    ("lines/known.rs", "News::Required => drop(self.required.pop()),", "self.required.pop()", "None::<usize>", GAMES, "lines: what is required stays required"),
    ("lines/mod.rs", "known\n                    .is_blocked(line)", "known\n                    .is_blocked(line)", "(known.is_blocked(line) || line < 99)", LIES, "lines: blocked anywhere"),

    // These lose nothing.
    ("lines/known.rs", "order.extend(left);", "order.extend(left)", "()", None, "lines: what is never placed is not asked about"),
    ("lines/read.rs", "if lines.contains(&line) {", "lines.contains(&line)", "false", None, "lines: one may stand there twice: it is drawn as one of the two"),
    ("octagons/table.rs", "near.min(13)", "near.min(13)", "near.min(12)", None, "5T: tables are read otherwise: they only propose prices"),
    ("octagons/step.rs", "let further = lambda + momentum", "lambda", "lambda + 1", None, "5T: λ ahead is larger: steps only propose prices"),
    ("theorem.rs", "None => return Err(Failure::NotListed(size)),\n                Some(Kind::Empty)", "return Err(Failure::NotListed(size))", "continue", None, "the walk ends where nothing is listed: the conclusion demands once more that all are"),
    ("bound.rs", "(i64::from(fine) + FINE / 2) >> 8", "FINE / 2", "FINE - 1", None, "multipliers rounded up: any are as good"),
    ("bound.rs", "256 * t / (t + 3)", "256 * t / (t + 3)", "0", None, "no momentum: the recipe only chooses multipliers"),
    ("fast/mod.rs", "(self.unmarked[i], self.given[i]) = (base, 1024);", "(base, 1024)", "(base, 0)", None, "the cross has no share: the recipe only chooses multipliers"),
    ("bound.rs", "value.clamp(0, max * FINE)", "max * FINE", "max * FINE + FINE", None, "larger multipliers: the bound asks only that none is negative"),
];

/// The test target that hunts for bugs in a file: the suite, unless the file is about octagons or lines.
fn target(file: &str) -> &'static str {
    let own = ["octagons", "lines"].into_iter();
    let mut own = own.filter(|name| file.starts_with(&format!("{name}/")));
    own.next().unwrap_or("suite")
}

/// Where the copy is.
fn place() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder for the copy");
    for entry in fs::read_dir(from).expect("the folder is there") {
        let from = entry.expect("an entry").path();
        let to = to.join(from.file_name().expect("a name"));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a file of the copy");
        }
    }
}

/// Writes the manifest of a workspace of the copy alone, and those of the checker and its core as they are.
fn write_manifests(checker: &Path, copied: &Path) {
    let whole =
        fs::read_to_string(checker.join("../Cargo.toml")).expect("the workspace's manifest");
    let inherited: String = whole
        .split("\n[")
        .filter(|section| {
            section.starts_with("workspace.package]")
                || section.starts_with("workspace.dependencies]")
        })
        .map(|section| format!("[{section}\n"))
        .collect();
    let workspace = format!(
        "[workspace]\nmembers = [\"checker\", \"checker/core\"]\nresolver = \"3\"\n{inherited}\
         [workspace.lints.rust]\nunused_parens = \"allow\"\n[profile.release]\nopt-level = 2\n"
    );
    fs::write(place().join("Cargo.toml"), workspace).expect("a manifest");
    for manifest in ["Cargo.toml", "core/Cargo.toml"] {
        fs::copy(checker.join(manifest), copied.join(manifest)).expect("a manifest");
    }
}

/// Plants the bugs in the files of the checker: an expression of each place is put behind a switch.
fn plant(own: &Path, core: &Path) {
    let lib = "lib.rs";
    let switch = "
/// Whether the bug with this number is planted.
pub(crate) fn planted(number: usize) -> bool {
    static PLANTED: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    let read = || std::env::var(\"PLANTED\").ok().and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    *PLANTED.get_or_init(read) == number
}
";
    for source in [own, core] {
        let text = fs::read_to_string(source.join(lib)).expect("lib.rs is there");
        fs::write(source.join(lib), text + switch).expect("lib.rs can be written");
    }
    for (number, (file, place, old, new, _, says)) in BUGS.iter().enumerate() {
        let source = if target(file) == "suite" { core } else { own };
        let path = source.join(file);
        let text = fs::read_to_string(&path).expect("the file is there");
        assert_eq!(
            text.matches(place).count(),
            1,
            "{says}: there is no one place for it"
        );
        assert!(place.contains(old), "{says}: it is not in its place");
        let switched = format!("(if crate::planted({number}) {{ {new} }} else {{ {old} }})");
        let planted = text.replace(place, &place.replacen(old, &switched, 1));
        fs::write(&path, planted).expect("the file can be written");
    }
}

/// Runs cargo on the copy; `number` is that of the bug.
fn cargo(target: &str, arguments: &[&str], number: usize) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "test",
        "--release",
        "--offline",
        "--quiet",
        "-p",
        "morpion-check",
        "--test",
    ]);
    cargo
        .arg(target)
        .args(arguments)
        .current_dir(place().join("checker"));
    cargo.env("CARGO_TARGET_DIR", place().join("target"));
    cargo.env("PLANTED", number.to_string());
    cargo.output().expect("cargo runs")
}

/// Makes and compiles the copy.
fn prepare() {
    let (checker, copied) = (
        Path::new(env!("CARGO_MANIFEST_DIR")),
        place().join("checker"),
    );
    let _ = fs::remove_dir_all(&copied);
    copy(&checker.join("src"), &copied.join("src"));
    copy(&checker.join("core/src"), &copied.join("core/src"));
    for tests in ["suite", "octagons", "lines", "shared"] {
        let tests = Path::new("tests").join(tests);
        copy(&checker.join(&tests), &copied.join(&tests));
    }
    fs::copy(checker.join("../Cargo.lock"), place().join("Cargo.lock")).expect("the lock file");
    write_manifests(checker, &copied);
    let _ = fs::remove_file(place().join("results"));
    symlink(checker.join("../results"), place().join("results")).expect("a link to the results");
    plant(&copied.join("src"), &copied.join("core/src"));
    for target in ["suite", "octagons", "lines"] {
        let built = cargo(target, &["--no-run"], usize::MAX);
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
    }
}

/// Whether a test of the hunt loses an object when a bug is planted.
fn finds(target: &str, test: &str, number: usize) -> bool {
    let output = cargo(target, &["--", "--exact", test], number);
    let said = String::from_utf8_lossy(&output.stdout);
    let lost = said.contains("a known object is lost") || said.contains("a known game is lost");
    let lost = lost || said.contains("with open nodes is valid");
    assert_eq!(
        lost,
        !output.status.success(),
        "the test fails otherwise: {said}"
    );
    lost
}

#[test]
#[ignore = "compiles a copy of the checker; ./x test runs it"]
fn the_hunt_finds_planted_bugs() {
    prepare();
    for (target, test) in [
        ("suite", TESTS[0]),
        ("octagons", TESTS[2]),
        ("lines", TESTS[0]),
        ("lines", TESTS[2]),
    ] {
        let is_found = finds(target, test, usize::MAX);
        assert!(!is_found, "something is found where nothing is planted");
    }
    let asked = env::var("MORPION_PLANTED").unwrap_or_default();
    let is_asked = |number: usize, says: &str| match &asked[..] {
        "" => number.is_multiple_of(3),
        "all" => true,
        word => says.contains(word),
    };
    let (mut found, mut harmless, mut wrong) = (0, 0, Vec::new());
    for (number, (file, .., found_by, says)) in BUGS.iter().enumerate() {
        if !is_asked(number, says) {
            continue;
        }
        // A harmless bug is looked for by the test that would be most likely to find it.
        let target = target(file);
        let likely = match (target, *file) {
            (_, "theorem.rs") => TESTS[1],
            ("octagons", _) => TESTS[2],
            _ => TESTS[0],
        };
        match (found_by, finds(target, found_by.unwrap_or(likely), number)) {
            (Some(_), true) => found += 1,
            (None, false) => harmless += 1,
            _ => wrong.push(says),
        }
    }
    println!("{found} planted bugs found, {harmless} harmless ones not");
    assert!(wrong.is_empty(), "should be found, or not: {wrong:#?}");
}
