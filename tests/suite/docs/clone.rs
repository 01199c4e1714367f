//! A fresh clone of the repository, in which commands of the pages do no harm.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

pub(super) const ROOT: &str = env!("CARGO_MANIFEST_DIR");
pub(super) const MORPION: &str = env!("CARGO_BIN_EXE_morpion");

/// The checker. It belongs to another crate, whose programs Cargo does not build for the tests of this one.
pub(crate) static CHECKER: LazyLock<PathBuf> = LazyLock::new(|| {
    let release = Path::new(MORPION).parent().unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(ROOT);
    build.args(["build", "--locked", "--quiet", "-p", "morpion-check"]);
    build.arg("--target-dir").arg(release.parent().unwrap());
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "{build:?}");
    release.join("morpion-check")
});

/// The arguments with which git writes all changes, whatever its user has set.
const CHANGES: [&str; 8] = [
    "diff",
    "--binary",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "HEAD",
];

/// A clone: all that is committed, with later changes of files that git knows, and nothing else: no `mine`, no pages, nothing built.
///
/// `./x` is the script of the clone. The programs are those that are tested: Cargo would build the same from the clone, but in minutes
/// (Cargo knows packages by their folders), so a program of its name that builds nothing stands in for it.
pub(super) struct Clone(tempfile::TempDir);

impl Clone {
    /// A clone with the programs; a copy of what would be in a clone where there is no git, or no history, as in an archive.
    pub(super) fn new() -> Self {
        let root = Path::new(ROOT);
        let clone = Self::of(root).unwrap_or_else(|why| {
            eprintln!("commands of the pages are tried in a copy, not in a clone: {why}");
            Self::copy_of(root)
        });
        clone.build();
        clone
    }

    /// A clone of any repository, without programs; or why there is none.
    fn of(root: &Path) -> Result<Self, String> {
        let clone = Self(tempfile::tempdir().unwrap());
        // Objects are not copied; where the repository is shallow, as on hosts, git says so and copies the few that there are.
        git(
            root,
            &["clone", "--quiet", "--shared", ".", &clone.name()],
            &[],
        )?;
        let changes = git(root, &CHANGES, &[])?;
        if !changes.is_empty() {
            git(clone.path(), &["apply", "--whitespace=nowarn"], &changes)?;
        }
        Ok(clone)
    }

    /// A copy of a folder without the files that are made in it.
    fn copy_of(root: &Path) -> Self {
        let clone = Self(tempfile::tempdir().unwrap());
        for entry in fs::read_dir(root).unwrap() {
            let entry = entry.unwrap();
            if [".git", "target", "mine", "pages"]
                .iter()
                .all(|made| entry.file_name() != *made)
            {
                copy(&entry.path(), &clone.path().join(entry.file_name()));
            }
        }
        clone
    }

    /// Puts the programs where Cargo would.
    fn build(&self) {
        let release = self.path().join("target/release");
        fs::create_dir_all(&release).unwrap();
        let cargo = release.join("cargo");
        fs::write(&cargo, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
        symlink(&*CHECKER, release.join("morpion-check")).unwrap();
        symlink(MORPION, release.join("morpion")).unwrap();
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    fn name(&self) -> String {
        self.path().to_str().unwrap().to_owned()
    }

    /// A command of a shell in the clone. It finds the programs by their names alone, too.
    pub(super) fn shell(&self, command: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.current_dir(self.path()).args(["-c", command]);
        shell.env("PATH", format!("{}/target/release:{path}", self.name()));
        // Nothing is built, so nothing has to be installed.
        shell.env("MORPION_FEATURES", "none");
        shell.env_remove("CARGO_TARGET_DIR");
        shell
    }

    pub(super) fn run(&self, command: &str) -> Output {
        self.shell(command).output().unwrap()
    }

    /// The output so far of the command of [`Self::start`].
    pub(super) fn said(&self) -> String {
        let said = ["target/stdout", "target/stderr"].map(|name| self.path().join(name));
        said.map(|file| fs::read_to_string(file).unwrap()).concat()
    }

    /// Starts a command that is one program, which takes the place of the shell.
    pub(super) fn start(&self, command: &str) -> Child {
        let file = |name: &str| fs::File::create(self.path().join(name)).unwrap();
        let mut shell = self.shell(&format!("exec {command}"));
        shell.stdin(Stdio::null());
        shell
            .stdout(file("target/stdout"))
            .stderr(file("target/stderr"));
        shell.spawn().unwrap()
    }
}

/// A file, or a folder with all that is in it but a `target`.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            if name != "target" {
                copy(&from.join(&name), &to.join(&name));
            }
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

/// The output of git for this input, or the reason why it fails.
fn git(folder: &Path, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut git = Command::new("git");
    // The sources may belong to somebody else, as on hosts.
    git.current_dir(folder).args(["-c", "safe.directory=*"]);
    git.args(arguments);
    // Hooks of git's set these, for another repository.
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"] {
        git.env_remove(name);
    }
    let mut given = tempfile::tempfile().unwrap();
    std::io::Write::write_all(&mut given, input).unwrap();
    std::io::Seek::rewind(&mut given).unwrap();
    let output = git
        .stdin(given)
        .output()
        .map_err(|e| format!("there is no git ({e})"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[test]
fn a_clone_has_what_is_committed_and_what_was_changed_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("kept", "as it was");
    write("changed", "as it was");
    let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let commit = ["commit", "--quiet", "-m", "All"];
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "."],
        &[&author[..], &commit].concat(),
    ] {
        if let Err(why) = git(folder.path(), arguments, b"") {
            assert!(why.starts_with("there is no git"), "{why}");
            eprintln!("NOT RUN: nothing was cloned, since {why}");
            return;
        }
    }
    write("changed", "today");
    write("new", "not known to git");
    let clone = Clone::of(folder.path()).unwrap();
    let read = |name: &str| fs::read_to_string(clone.path().join(name)).ok();
    let texts = ["kept", "changed", "new"].map(read);
    let wanted = [Some("as it was"), Some("today"), None];
    assert_eq!(texts, wanted.map(|text| text.map(str::to_owned)));
}

#[test]
fn without_a_repository_there_is_a_copy_of_what_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Clone::of(folder.path()).is_err());
    for name in [
        "kept/inside",
        "target/built",
        "kept/target/built",
        "mine/game",
    ] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, name).unwrap();
    }
    let copy = Clone::copy_of(folder.path());
    let is_there = [
        "kept/inside",
        "target/built",
        "kept/target/built",
        "mine/game",
    ];
    let is_there = is_there.map(|name| copy.path().join(name).exists());
    assert_eq!(is_there, [true, false, false, false]);
}
