//! The outputs of commands: files that cannot be written, a full disk, a reader that has gone, names that are taken.

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Output, Stdio};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

const MORPION: &str = env!("CARGO_BIN_EXE_morpion");

fn morpion(folder: &Path, line: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::new(MORPION);
    command.current_dir(folder).args(line.split(' ')).assert()
}

/// The output of a command whose standard output goes to `out`.
fn output_to(folder: &Path, line: &str, out: impl Into<Stdio>) -> Output {
    let mut command = Process::new(MORPION);
    command
        .current_dir(folder)
        .args(line.split(' '))
        .stdout(out);
    command.stderr(Stdio::piped()).output().unwrap()
}

fn full_disk() -> fs::File {
    fs::File::options().write(true).open("/dev/full").unwrap()
}

#[test]
fn box_looks_at_its_outputs_before_it_searches() {
    let folder = tempfile::tempdir().unwrap();
    for (output, words) in [
        ("--certificate none/x.cert", "cannot write none/x.cert"),
        ("--draw none/x.svg", "cannot write none/x.svg"),
        ("--draw x.jpg", ".svg or .png"),
    ] {
        morpion(
            folder.path(),
            &format!("box 1,0,0,0 --at-least 69 {output}"),
        )
        .code(2)
        .stdout("")
        .stderr(contains(words));
    }
}

#[test]
fn box_tells_its_answer_where_it_cannot_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    morpion(
        folder.path(),
        "box 1,0,0,0 --at-least 69 --certificate /dev/full --draw x.svg",
    )
    .code(2)
    .stdout(contains("REFUTED (proven)"))
    .stderr(contains("cannot write /dev/full"));
    let line = "box 1,0,0,0 --at-least 69 --certificate x.cert";
    let output = output_to(folder.path(), line, full_disk());
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.path().join("x.cert").is_file());
}

#[test]
fn a_full_disk_and_a_reader_that_has_gone_are_no_panics() {
    let folder = tempfile::tempdir().unwrap();
    for (n, line) in [
        "box 1,0,0,0 --at-least 69",
        "split 1,0,0,0 --at-least 66 --units 4 --out",
        "records",
        "replay record:5D/rosin82",
        "compare",
        "boxes",
        "enumerate --moves 2",
    ]
    .into_iter()
    .enumerate()
    {
        let out = |k| match line.strip_suffix("--out") {
            Some(line) => format!("{line}--out units-{n}-{k}"),
            None => line.to_owned(),
        };
        let full = output_to(folder.path(), &out(0), full_disk());
        let told = String::from_utf8_lossy(&full.stderr).into_owned();
        assert_eq!(full.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains("No space left"), "{line}: {told}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let gone = output_to(folder.path(), &out(1), writer);
        assert_eq!(gone.status.code(), Some(0), "{line}: {gone:?}");
    }
}

/// In that folder no file can be made.
#[test]
fn search_prints_a_game_that_it_cannot_keep() {
    let folder = tempfile::tempdir().unwrap();
    let line = "search nrpa --level 1 --playouts 50 -o /proc";
    let output = morpion(folder.path(), line).code(2).get_output().clone();
    let told = String::from_utf8(output.stderr).unwrap();
    let record = told.lines().find(|line| line.starts_with("MS1:"));
    let record = record.unwrap_or_else(|| panic!("{told}"));
    fs::write(folder.path().join("saved.msr"), record).unwrap();
    morpion(folder.path(), "replay saved.msr").success();
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = tempfile::tempdir().unwrap();
    let there = |name: &str| folder.path().join(name);
    morpion(
        folder.path(),
        "prove --max-box 0,0,0,0 --results r --jobs 1",
    )
    .success();
    for (line, name) in [
        ("box 1,0,0,0 --at-least 69 --certificate", "a.cert"),
        ("box 1,0,0,0 --at-least 68 --draw", "a.svg"),
        ("model 1,0,0,0 --format lp --out", "a.lp"),
        ("boxes --results r --graph", "walk.svg"),
        ("draw record:5D/rosin82 --out", "b.svg"),
        ("convert record:5D/rosin82 --out", "b.psol"),
    ] {
        fs::write(there(name), "precious").unwrap();
        let line = format!("{line} {name}");
        morpion(folder.path(), &line)
            .code(2)
            .stdout("")
            .stderr(contains(format!("{name} exists already: use --force")));
        assert_eq!(fs::read_to_string(there(name)).unwrap(), "precious");
        morpion(folder.path(), &format!("{line} --force")).success();
        assert_ne!(fs::read(there(name)).unwrap(), b"precious");
    }
}

#[test]
fn a_certificate_is_packed_where_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [
        ("a.cert", &b"MORP"[..]),
        ("a.cert.zst", &[0x28, 0xb5, 0x2f, 0xfd]),
    ] {
        let line = format!("box 1,0,0,0 --at-least 69 --certificate {name}");
        morpion(folder.path(), &line).success();
        assert!(
            fs::read(folder.path().join(name))
                .unwrap()
                .starts_with(start)
        );
    }
    let plain = fs::read(folder.path().join("a.cert")).unwrap();
    let packed = morpion_check_core::packed::read(&folder.path().join("a.cert.zst")).unwrap();
    assert_eq!(plain, packed);
}

#[test]
fn errors_tell_their_causes_once_and_name_options_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("other")).unwrap();
    fs::write(folder.path().join("other/file"), "").unwrap();
    for line in [
        "prove --max-box 1,0,0,0 --results /proc/none/5D",
        "box 1,0,0,0 --results /proc/none",
        "check other",
        "compare --results other",
        "boxes --graph a.svg --results other",
        "prove --results other",
    ] {
        let output = morpion(folder.path(), line).code(2).get_output().clone();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.matches("os error").count() <= 1, "{told}");
        assert!(!told.contains("--out"), "{told}");
    }
}

#[test]
fn a_damaged_certificate_is_named_with_what_repairs_it() {
    let folder = tempfile::tempdir().unwrap();
    let line = "prove --max-box 1,0,0,0 --results r --jobs 1";
    morpion(folder.path(), line).success();
    let certificate = "r/certificates/1-0-0-0.graphs.at-most-68.cert.zst";
    for damage in [Some(b"nothing".as_slice()), None] {
        let path = folder.path().join(certificate);
        match damage {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        morpion(folder.path(), line)
            .code(2)
            .stderr(contains(certificate).and(contains("or remove r/boxes/1-0-0-0.json, and")));
        fs::remove_file(folder.path().join("r/boxes/1-0-0-0.json")).unwrap();
        morpion(folder.path(), line).success();
    }
}

#[test]
fn no_theorem_is_written_about_a_certificate_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let prove = "prove --max-box 1,0,0,0 --results r --jobs 1";
    morpion(folder.path(), prove).success();
    let certificates = folder.path().join("r/certificates");
    fs::remove_file(certificates.join("1-0-0-0.graphs.at-most-68.cert.zst")).unwrap();
    let theorem = certificates.join("theorem-graphs-within-1-0-0-0.txt");
    fs::remove_file(&theorem).unwrap();
    morpion(folder.path(), &format!("{prove} --theorem-only"))
        .code(2)
        .stderr(contains("1-0-0-0.graphs.at-most-68.cert.zst, or remove"));
    assert!(!theorem.exists());
}

#[test]
fn a_mistyped_folder_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "prove --theorem-only --results typo",
        "import none.cert --results typo",
        "split 30,0,0,0 --at-least 70 --units 4 -o typo",
    ] {
        morpion(folder.path(), line).code(2);
        assert!(!folder.path().join("typo").exists(), "{line}");
    }
}

#[test]
fn two_outputs_are_not_one_file_by_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let line = "box 1,0,0,0 --draw x.svg --certificate ./x.svg";
    morpion(folder.path(), line)
        .code(2)
        .stderr(contains("two outputs would go to"));
}

/// The theorem files of a folder go on naming a certificate in the form in which they found it.
#[test]
fn a_certificate_that_is_not_packed_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let prove = "prove --max-box 1,0,0,0 --results r --jobs 1";
    morpion(folder.path(), prove).success();
    let packed = folder
        .path()
        .join("r/certificates/1-0-0-0.graphs.at-most-68.cert.zst");
    let plain = packed.with_extension("");
    let bytes = morpion_check_core::packed::read(&packed).unwrap();
    fs::write(&plain, bytes).unwrap();
    fs::remove_file(&packed).unwrap();
    morpion(folder.path(), &format!("{prove} --theorem-only")).success();
    morpion(folder.path(), "box 1,0,0,0 --at-least 69 --results r").success();
    assert!(plain.exists() && !packed.exists());
    morpion(folder.path(), "check r").success();
}

/// The system gives no process as much memory as it wants, and so not as many threads; here, none that needs a gigabyte for its stack.
#[test]
fn too_many_jobs_are_misuse() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "box 1,0,0,0 --jobs 1024",
        "search sampling --jobs 1024 --playouts 100",
        "search --jobs 1024 --playouts 100",
        "search ranked-reward --jobs 1024 --I 1",
    ] {
        let mut shell = Process::new("sh");
        shell
            .current_dir(&folder)
            .env("RUST_MIN_STACK", "8589934592");
        shell.arg("-c");
        shell.arg(format!("ulimit -v 1200000; exec {MORPION} {line}"));
        let output = shell.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains("give fewer with --jobs"), "{told}");
    }
}

#[test]
fn box_says_how_a_run_that_has_drawn_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    morpion(folder.path(), "prove --max-box 1,0,0,0 --results r").success();
    let line = "box 4,3,1,1 --results r --time-limit 0 --draw x.svg";
    morpion(folder.path(), line)
        .code(1)
        .stderr(contains(format!("morpion {line} --force")));
}

#[test]
fn octagons_looks_at_its_folder_before_it_trains() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("q"), "").unwrap();
    let mut command = Command::new(MORPION);
    let line = ["octagons", "--at-most", "444", "-o", "q"];
    command.current_dir(folder.path()).args(line);
    command.timeout(std::time::Duration::from_secs(5));
    let refused = command.assert().code(2);
    refused.stderr(contains("cannot create the folder q"));
}

#[test]
fn a_first_run_checks_no_certificates_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = Process::new("script");
    let line = format!("{MORPION} prove --max-box 0,0,0,0 --results r --jobs 1");
    script
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder.path());
    let output = script.output().expect("script is installed (util-linux)");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!shown.contains("0 of 0"), "{shown}");
    assert!(shown.contains("No graph of Morpion 5D"), "{shown}");
}

#[test]
fn colours_are_for_terminals_and_only_where_they_are_wanted() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = Process::new(MORPION);
        command.args(["replay", "record:5D/rosin82"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(!run(&[]).contains('\x1b'));
    assert!(run(&[("CLICOLOR_FORCE", "1")]).starts_with('\x1b'));
    assert!(!run(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\x1b'));
}

#[test]
fn a_folder_of_one_variant_is_not_one_of_results() {
    let folder = tempfile::tempdir().unwrap();
    morpion(
        folder.path(),
        "prove --max-box 0,0,0,0 --results all/5D --jobs 1",
    )
    .success();
    morpion(folder.path(), "page -o pages --root all/5D")
        .code(2)
        .stderr(contains("name the folder that holds it"));
    assert!(!folder.path().join("pages").exists());
    morpion(folder.path(), "page -o pages --root all").success();
}

/// Where a command writes without --force, it leaves files alone that are none of its own.
#[test]
fn what_others_wrote_stays() {
    let folder = tempfile::tempdir().unwrap();
    let split = "split 2,2,1,1 --objects games --at-least 75 --units 2 --out units";
    morpion(folder.path(), split).success();
    let units = fs::read_dir(folder.path().join("units")).unwrap();
    let mut units = units.map(|entry| entry.unwrap().path());
    let unit = units.find(|path| path.extension().is_some_and(|e| e == "unit"));
    fs::rename(unit.unwrap(), folder.path().join("a.unit")).unwrap();
    fs::create_dir(folder.path().join("site")).unwrap();
    fs::create_dir(folder.path().join("contest")).unwrap();
    for (line, name, words) in [
        (
            "run a.unit --time-limit 1 --out notes.txt",
            "notes.txt",
            "holds something else",
        ),
        (
            "page --root . --out site",
            "site/play.html",
            "is another page",
        ),
        (
            "contest sampling --playouts 3 --runs 1 --out contest",
            "contest/table.txt",
            "name another folder with --out",
        ),
    ] {
        fs::write(folder.path().join(name), "precious").unwrap();
        let refused = morpion(folder.path(), line).code(2).stdout("");
        refused.stderr(contains(words));
        let left = fs::read_to_string(folder.path().join(name));
        assert_eq!(left.unwrap(), "precious");
    }
    // No page is written if one is refused.
    assert!(!folder.path().join("site/index.html").exists());
    fs::remove_file(folder.path().join("contest/table.txt")).unwrap();
    let lock = folder.path().join("contest/lock");
    fs::write(&lock, "precious").unwrap();
    let contest = "contest sampling --playouts 3 --runs 1 --out contest";
    morpion(folder.path(), contest).success();
    assert_eq!(fs::read_to_string(&lock).unwrap(), "precious");
}

#[test]
fn a_reader_that_has_gone_changes_no_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    for (line, code) in [
        ("box 4,3,1,2 --at-least 83 --time-limit 0", 1),
        ("replay record:5D/rosin82", 0),
        ("draw record:5D/rosin82", 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = output_to(folder.path(), line, writer);
        assert_eq!(output.status.code(), Some(code), "{line}");
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "box 1,0,0,0 --certificate x.svg --draw x.svg",
        "lines record:4D/demaine31 --certificate x.msr --out x.msr",
    ] {
        morpion(folder.path(), line)
            .code(2)
            .stderr(contains("two outputs would go to x."));
    }
}

/// One file that cannot be read does not keep the others out.
#[test]
fn import_goes_on_after_a_file_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    morpion(
        folder.path(),
        "prove --max-box 1,0,0,0 --results r --jobs 1",
    )
    .success();
    let certificates = folder.path().join("r/certificates");
    let cut = certificates.join("0-0-0-0.graphs.at-most-64.cert.zst");
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    morpion(folder.path(), "import r/certificates --results other")
        .code(2)
        .stdout(contains(
            "imported: no graph whose bounding box is exactly 1,0,0,0",
        ))
        .stderr(
            contains("cannot read r/certificates/0-0-0-0")
                .and(contains("all others were looked at")),
        );
}

/// `morpion lines` writes its files before it prints.
#[test]
fn files_are_written_even_if_nobody_reads_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "lines record:4D/demaine31 --at-least 10 --out game.msr";
    output_to(folder.path(), lines, full_disk());
    assert!(folder.path().join("game.msr").exists());
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_used_and_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes;
    let run = |line: &str, names: &[&OsStr]| {
        let mut command = Command::new(MORPION);
        command.current_dir(folder.path()).args(line.split(' '));
        command.args(names).assert().success()
    };
    run("search sampling --playouts 5 -o", &[name(b"n\xffx")]);
    assert!(folder.path().join(name(b"n\xffx")).is_dir());
    // The name is told with a replacement for what is no text.
    for line in [
        "search pool --playouts 5 --json -o",
        "records --json --to msr -o",
        "split 1,0,0,0 --objects games --at-least 70 --units 1 --json -o",
    ] {
        let out = line[..3].to_owned() + "\u{fffd}";
        let bytes = [&line.as_bytes()[..3], b"\xff"].concat();
        run(line, &[name(&bytes)]).stdout(contains(out));
        assert!(folder.path().join(name(&bytes)).is_dir());
    }
    let games = [name(b"rec\xff/5D-rosin82.msr"); 2];
    run("replay --json", &games).stdout(contains("rec\u{fffd}/"));
    // Of folders that other commands check the name is told, too.
    run("box 0,0,0,0 --results results/5D", &[]);
    let elsewhere = folder.path().join("results").join(name(b"\xff"));
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::write(elsewhere.join("any.cert.zst"), "").unwrap();
    run("check --json", &[]).stdout(contains("results/\u{fffd}"));
}

#[test]
fn a_game_that_cannot_go_on_ends_a_search() {
    let folder = tempfile::tempdir().unwrap();
    for algorithm in ["sampling", "nested", "annealing", "pool", "polish"] {
        let line = format!("search {algorithm} --from record:5D/rosin82 --keep 82 --steps 10");
        morpion(folder.path(), &line).success();
    }
}

/// The time that a command is given is also that of the proofs which it repeats first.
#[test]
fn proofs_are_repeated_only_as_long_as_there_is_time() {
    let folder = tempfile::tempdir().unwrap();
    let prove = "prove --max-box 1,1,0,0 --results r --jobs 1";
    morpion(folder.path(), prove).success();
    morpion(folder.path(), &format!("{prove} --time-limit 0"))
        .code(1)
        .stdout("")
        .stderr(contains("the time is over: 0 of the "));
    morpion(folder.path(), &format!("{prove} --time-limit 0 --json"))
        .code(1)
        .stdout(contains("\"format\": \"morpion-proofs\"").and(contains("\"repeated\": 0")));
}

#[test]
fn small_things_that_were_wrong() {
    let folder = tempfile::tempdir().unwrap();
    morpion(folder.path(), "box 1,0,0,0 --at-least -5")
        .code(2)
        .stderr(contains("-5 is not in").and(contains("-- -5").not()));
    morpion(folder.path(), "box 1,0,0,0 --at-least 69")
        .success()
        .stdout(contains(", 1 node, ").and(contains("best game   none of so many moves")));
    morpion(
        folder.path(),
        "prove --max-box 0,0,0,0 --results r --jobs 1",
    )
    .success();
    morpion(folder.path(), "check --results r").success();
    for command in ["search", "import", "boxes", "enumerate"] {
        morpion(folder.path(), &format!("{command} --help"))
            .success()
            .stdout(contains("; of ").not().and(contains("of import").not()));
    }
}

#[test]
fn a_sample_says_what_came_of_it_to_machines() {
    let folder = tempfile::tempdir().unwrap();
    morpion(
        folder.path(),
        "prove --max-box 0,0,0,0 --results r --jobs 1",
    )
    .success();
    let line = "prove --max-box 0,0,0,0 --results r --objects graphs --json --sample";
    for (time, code, proven) in [("1m", 0, true), ("0", 1, false)] {
        let run = morpion(folder.path(), &format!("{line} {time}")).code(code);
        let value: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        assert_eq!(
            (&value["proven"], &value["failed"]),
            (&proven.into(), &false.into())
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_box_says_how_to_go_on() {
    use crate::waiting::{signal, wait_until_it_has_worked};

    let folder = tempfile::tempdir().unwrap();
    for (results, words) in [
        (" --results r", "goes on from here: morpion box"),
        ("", "--results DIR"),
    ] {
        let line = format!("box 3,2,2,2 --objects games --at-least 83{results}");
        let mut command = Process::new(MORPION);
        command.current_dir(folder.path()).args(line.split(' '));
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_it_has_worked(&mut child, 1000);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{told}");
        assert!(told.contains(words), "{told}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("INTERRUPTED"));
    }
}
