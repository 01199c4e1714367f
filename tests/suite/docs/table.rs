//! The commands of the pages, page by page in their order, and what the pages promise of each.

use Outcome::{Ends, Makes, NotRun, Stopped};

/// The outcome that a page promises for a command.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// It ends with this code, and says these words.
    Ends(i32, &'static str),
    /// It ends well, and has made this file.
    Makes(&'static str),
    /// It takes long. It listens for Ctrl-C and says the first words; after Ctrl-C, the others, and it ends with this code.
    Stopped(i32, &'static str, &'static str),
    /// It is not run, and this is why. Its options are looked up in the help.
    NotRun(&'static str),
}

/// A command as it stands on a page.
pub(super) struct Row {
    pub(super) command: &'static str,
    /// A line of the shell that prepares what the reader has to have before.
    pub(super) before: &'static str,
    pub(super) outcome: Outcome,
}

const fn row(command: &'static str, outcome: Outcome) -> Row {
    Row {
        command,
        before: "true",
        outcome,
    }
}

impl Row {
    const fn after(self, before: &'static str) -> Self {
        Self { before, ..self }
    }
}

const BUILDS: Outcome =
    NotRun("it builds with Cargo, for minutes, what these tests were built with");
const TESTS: Outcome = NotRun("it runs these tests");
const STANDS_FOR_MANY: Outcome = NotRun("it stands for many commands");
const OF_ONE_BOX: Outcome = Ends(0, "REFUTED (proven)");
const PROVES: Outcome = Stopped(
    130,
    "checking certificates: about ",
    "were checked, and all of them hold; nothing was changed",
);
const SAMPLES: Outcome = Stopped(
    130,
    " witnesses hold",
    "of the sample were checked, and all of them hold (--seed ",
);
const VERIFIES: Outcome = Stopped(130, " witnesses hold", " were checked, and those hold");
/// As `VERIFIES`, for a theorem without witnesses.
const LISTS: Outcome = Stopped(130, "", "interrupted: ");
const SEARCHES: Outcome = Stopped(0, " moves after ", ": mine/games/5D-0");
const COMPARES: Outcome = Ends(0, "82          82 proven ");
const ASKS_HIGHS: Outcome = if cfg!(feature = "highs") {
    Ends(
        0,
        "has more than 84 moves: claimed by floating-point solvers, not proven",
    )
} else {
    Ends(2, "this program was built without an engine `highs` ")
};

const FINDS_LINES: Outcome = if cfg!(feature = "highs") {
    Ends(0, "has more than 178 moves (1 nodes, ")
} else {
    Ends(2, "this is a build without HiGHS")
};

/// Pages, and their commands.
pub(super) const PAGES: [(&str, &[Row]); 5] = [
    ("README.md", README),
    ("GUIDE.md", GUIDE),
    ("CONTRIBUTING.md", CONTRIBUTING),
    ("paper/checking.md", CHECKING),
    ("paper/commands.md", COMMANDS),
];

const README: &[Row] = &[
    row(
        "./x page -o pages",
        Ends(0, "pages/index.html\npages/play.html\n"),
    ),
    row(
        "git clone ADDRESS morpion && cd morpion",
        NotRun("ADDRESS is where the reader has this page from"),
    ),
    row(
        "RUSTFLAGS=\"-C target-cpu=native\" cargo build --release -p morpion-check",
        BUILDS,
    ),
    row(
        "target/release/morpion-check --sample 10m results/5D/certificates/theorem.txt",
        VERIFIES,
    ),
    row(
        "target/release/morpion-check results/5D/certificates/theorem.txt",
        VERIFIES,
    ),
    row(
        "target/release/morpion-check results/5D/certificates/theorem-all-82.txt",
        LISTS,
    ),
    row("./x prove", PROVES),
    row("./x test", TESTS),
    row("./x box 3,2,1,2 --at-least 85", OF_ONE_BOX),
    row("./x compare", COMPARES),
    row("./x search --time-limit 10m", SEARCHES),
];

/// Those in its text. What stands in its blocks is followed in `guide.rs`.
const GUIDE: &[Row] = &[
    row("./x records", Ends(0, "5D/rosin82 ")),
    row(
        "./x search policy --playouts 1000",
        Ends(0, "1000 games in "),
    ),
    row(
        "./x compare",
        Ends(
            0,
            "\n(1,1,0,0)          70         65  70 proven        65 proven ",
        ),
    ),
    row(
        "./x draw",
        NotRun("it names the command, which wants a game"),
    ),
    row("./x prove", PROVES),
    row("./x prove --sample 10m", SAMPLES),
];

const CONTRIBUTING: &[Row] = &[
    row("MORPION_FEATURES=none ./x compare", COMPARES),
    row(
        "cargo build --release --locked --no-default-features",
        BUILDS,
    ),
    row("./x test", TESTS),
    row("./x release", NotRun("it builds an archive, for minutes")),
];

const CHECKING: &[Row] = &[
    row("./x prove", PROVES),
    row("./x prove --sample 10m", SAMPLES),
    row(
        "morpion-check --sample",
        NotRun("it names the option, which wants a time"),
    ),
    row("./x check", Stopped(130, "", "interrupted: ")),
    row("morpion-check FOLDER", STANDS_FOR_MANY),
    row(
        "morpion-check --hints",
        NotRun("it names the option, which wants a file"),
    ),
    row(
        "RUSTFLAGS=\"-C target-cpu=native\" cargo build --release -p morpion-check",
        BUILDS,
    ),
    row(
        "target/release/morpion-check results/5D-symmetric/certificates",
        VERIFIES,
    ),
    row(
        "target/release/morpion-check --sample 10m results/5D/certificates/theorem.txt",
        VERIFIES,
    ),
    row(
        "target/release/morpion-check results/5D/certificates/theorem.txt",
        VERIFIES,
    ),
    row(
        "morpion-check results/5D/certificates/theorem.txt",
        VERIFIES,
    ),
    row(
        "morpion-check results/5D/certificates/theorem-all-82.txt",
        LISTS,
    ),
    row(
        "morpion-check --part I/N results/5D/certificates/theorem.txt > part-I",
        STANDS_FOR_MANY,
    ),
    row(
        "morpion-check --merge results/5D/certificates/theorem.txt part-*",
        STANDS_FOR_MANY,
    ),
    row("morpion-check --positions LIST PATH...", STANDS_FOR_MANY),
    row("morpion-check results/5D-symmetric/certificates", VERIFIES),
    row("morpion-check results/5D/certificates", VERIFIES),
    row(
        "morpion-check results/5T/at-most-444.cert.zst",
        Stopped(130, "", "interrupted: "),
    ),
    row(
        "morpion-check results/5T/286-lines-at-most-178.cert.zst",
        NotRun("it takes two minutes"),
    ),
    row(
        "morpion-recount results/4D/units.txt",
        NotRun("it takes ten minutes"),
    ),
];

const COMMANDS: &[Row] = &[
    row("./x prove", PROVES),
    row("./x prove --sample 10m", SAMPLES),
    row("./x prove --max-box 2,1,1,1", Ends(0, "has more than 75 moves: proven.")),
    row("./x prove --engine highs --at-most 84 --max-box 2,2,1,1 --results mine/highs", ASKS_HIGHS),
    row("./x box 3,2,1,2 --at-least 85", OF_ONE_BOX),
    row("./x box 5,4,4,0 --arriving top-right", OF_ONE_BOX),
    row("./x box 4,1,4,1 --symmetric --at-least 64 --all-of", Ends(0, "LISTED 1568 positions ")),
    row("./x census", Stopped(130, "the checker goes through ", "to go on: morpion census")),
    row("./x prove --symmetric --objects games --at-most 68", PROVES),
    row(
        "./x prove --theorem-only",
        Ends(0, "theorem written: morpion-check mine/results/5D/certificates/theorem.txt checks it"),
    ),
    row("./x import FILE..", Ends(0, "FILE..: already known: no graph "))
        .after("cp results/5D/certificates/1-0-0-0.graphs.at-most-68.cert.zst FILE.."),
    row(
        "./x split 5,3,2,2 --objects games --at-least 83 --units 64 -o UNITS",
        Ends(0, "units in UNITS: `morpion run` each of them, then `morpion join UNITS`"),
    ),
    row("./x run UNIT", Ends(0, "UNIT.result: done (")).after("cp UNITS/00001-*.unit UNIT"),
    row("./x join UNITS", Ends(0, ": already known: 5-3-2-2.games.at-most-82")),
    row(
        "./x lines record:5T/rosin178 record:5T/rosin177a record:5T/rosin177b",
        FINDS_LINES,
    ),
    row("./x improve 4,3,1,2 --time-limit 1m", Ends(0, "(4,3,1,2)  largest graph 85")),
    row("./x search --time-limit 10m", SEARCHES),
    row("./x search NAME", STANDS_FOR_MANY),
    row("./x search -h", Ends(0, "Usage: morpion search ")),
    row("./x search NAME -h", STANDS_FOR_MANY),
    row("./x search pool --shared", SEARCHES),
    row(
        "./x search --variant 5T --time-limit 1h",
        Stopped(0, " moves after ", ": mine/games/5T-"),
    ),
    row(
        "./x search openings --variant 5T --from mine/games/5T-tempering-seed1.checkpoint",
        Stopped(0, " moves after ", ": mine/games/5T-"),
    ),
    row(
        "./x search polish --variant 5T --from record:5T/rosin178 --nodes 10000",
        Ends(0, "no game of 179 moves in "),
    ),
    row(
        "./x search ranked-reward --time-limit 1h -o learnt",
        Stopped(0, "iteration 1: ", ": learnt/5D-0"),
    ),
    row("./x search policy", Ends(0, ": mine/games/5D-0")),
    row("./x search policy --prior FILE", Ends(0, ": mine/games/5D-0"))
        .after("cp learnt/*.network FILE"),
    row(
        "./x contest nrpa tempering --variant 5T --time-limit 1m -o DIR",
        Stopped(130, "", "of 40 runs: the same command goes on"),
    ),
    row(
        "./x contest --paper 2007-reflexive --quick -o DIR",
        Stopped(130, "", " runs: the same command goes on"),
    )
    .after("rm -r DIR"),
    row("./x check", Stopped(130, "", "interrupted: ")),
    row("./x compare", COMPARES),
    row("./x boxes --objects games --graph walk.svg", Makes("walk.svg")),
    row("./x page -o DIR", Ends(0, "DIR/index.html\nDIR/play.html\n")),
    row("./x model 4,3,1,1 --format lp -o box.lp", Makes("box.lp")),
    row("./x verify box.lp box.sol", Ends(0, "\nSOLUTION\n")).after(
        "./x model 0,0,0,0 --variant 4D --format lp -o box.lp --force && cp tests/data/solutions/highs.sol box.sol",
    ),
    row("./x enumerate --variant 4D --moves 6", Ends(0, "    6    3356492          419916\n")),
    row("./x octagons --at-most 444", Stopped(130, "", "the same command goes on")),
    row("./x replay GAME", Ends(0, "legal game of 5D "))
        .after("cp results/games/5D-082-pool-seed1.psol GAME"),
    row("./x bench", BUILDS),
];
