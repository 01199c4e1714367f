//! The outcome of a command goes to standard output, or to files that are checked before the work is done.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use morpion_output::files::{try_to_write, write_atomically};
use morpion_results::{FOR_GOOD, pack};

/// For machines.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Json {
    /// Print the outcome as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Prints a text; a line end is added where it has none. If the reader has closed the pipe, nobody wants to see more: that is no
/// error, and changes no exit code.
///
/// # Errors
/// It cannot be written: the disk is full.
pub(in crate::cli) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let written = out.write_all(text.as_bytes());
    let written = written.and_then(|()| out.write_all(end.as_bytes()));
    Ok(unless_closed(written.and_then(|()| out.flush()))?)
}

fn unless_closed(written: std::io::Result<()>) -> std::io::Result<()> {
    match written {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints an outcome, as data or in words.
///
/// # Errors
/// As [`print()`].
pub(in crate::cli) fn tell(
    json: Json,
    outcome: &impl serde::Serialize,
    words: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    if json.json {
        print(&serde_json::to_string_pretty(outcome)?)
    } else {
        print(&words())
    }
}

/// Serialises a path for `--json`; what is no text in it becomes U+FFFD. Serde's own way is an error, after all the work.
pub(in crate::cli) fn path_as_text<S: serde::Serializer>(
    path: &impl AsRef<Path>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.as_ref().display())
}

/// Two files that a command writes must not be one.
///
/// # Errors
/// They are.
pub(in crate::cli) fn ensure_apart(one: Option<&Path>, other: Option<&Path>) -> anyhow::Result<()> {
    match (one, other) {
        (Some(one), Some(other)) if place(one) == place(other) => {
            bail!(
                "two outputs would go to {}: name another file",
                one.display()
            )
        }
        _ => Ok(()),
    }
}

/// The path with its folder in the one form that the file system has for it.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok();
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Prints a remark apart from the outcome. If nobody reads it any more, that is no reason to stop.
pub(in crate::cli) fn remark(words: impl Display) {
    let _ = writeln!(anstream::stderr(), "morpion: {words}");
}

/// A file that a command is asked to write, or standard output for `-`.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Target(PathBuf);

impl Target {
    /// Call this before the work, so that a refusal comes at once.
    ///
    /// # Errors
    /// The file is there already and is not to be overwritten, or it cannot be written.
    pub(in crate::cli) fn new(path: &Path, overwrite: bool) -> anyhow::Result<Self> {
        let target = Self(path.to_owned());
        if target.is_stream() {
            return Ok(target);
        }
        if !overwrite && path.symlink_metadata().is_ok() && !path.is_dir() {
            bail!(
                "{} exists already: use --force to overwrite it",
                path.display()
            );
        }
        try_to_write(path).with_context(|| target.refusal())?;
        Ok(target)
    }

    /// Standard output, or a device or pipe such as `/dev/null`, which a rename would replace.
    fn is_stream(&self) -> bool {
        let is_special = |m: std::fs::Metadata| !m.is_file() && !m.is_dir();
        self.is_standard_output() || self.0.metadata().is_ok_and(is_special)
    }

    fn is_standard_output(&self) -> bool {
        self.0 == Path::new("-")
    }

    /// The path, as it was given.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes the whole file, or nothing.
    ///
    /// # Errors
    /// The file system refuses after all.
    pub(in crate::cli) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        if self.is_standard_output() {
            return Ok(unless_closed(std::io::stdout().lock().write_all(bytes))?);
        }
        let written = if self.is_stream() {
            std::fs::write(&self.0, bytes)
        } else {
            write_atomically(&self.0, bytes)
        };
        written.with_context(|| self.refusal())
    }

    /// Writes the certificate, packed if the file's name says so; without one it says that there is none.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub(in crate::cli) fn write_certificate(
        &self,
        certificate: Option<&[u8]>,
    ) -> anyhow::Result<()> {
        let Some(bytes) = certificate else {
            remark("nothing was proven, so there is no certificate to write");
            return Ok(());
        };
        if self.0.extension().is_some_and(|e| e == "zst") {
            self.write(&pack(bytes, FOR_GOOD)?)
        } else {
            self.write(bytes)
        }
    }

    fn refusal(&self) -> String {
        format!(
            "cannot write {}: name a file in a folder that exists and can be written",
            self.0.display()
        )
    }
}

/// An error with its causes, as one sentence: a cause that the words before it have told already is not told again.
pub(in crate::cli) fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if sentence.is_empty() {
            sentence = cause;
        } else if !sentence.contains(&cause) {
            sentence = format!("{sentence}: {cause}");
        }
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once() {
        let cause = || std::io::Error::from_raw_os_error(13);
        let error = anyhow::Error::new(cause()).context("cannot write a");
        assert_eq!(sentence(&error), format!("cannot write a: {}", cause()));
        let error = error.context(format!("cannot go on: cannot write a: {}", cause()));
        assert_eq!(
            sentence(&error),
            format!("cannot go on: cannot write a: {}", cause())
        );
    }

    #[test]
    fn one_file_is_one_however_it_is_named() {
        let apart = |one: &str, other: &str| {
            let [one, other] = [one, other].map(Path::new);
            ensure_apart(Some(one), Some(other)).is_ok()
        };
        assert!(!apart("a.svg", "./a.svg"));
        assert!(!apart("../a.svg", "./../a.svg"));
        assert!(!apart("none/a.svg", "none/a.svg"));
        assert!(apart("a.svg", "b.svg"));
        assert!(apart("a.svg", "../a.svg"));
    }

    #[test]
    fn what_is_there_is_overwritten_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        Target::new(&path, false).unwrap().write(b"one").unwrap();
        assert!(Target::new(&path, false).is_err());
        Target::new(&path, true).unwrap().write(b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        for bad in [folder.path(), &path.join("below")] {
            let error = Target::new(bad, true).unwrap_err().to_string();
            assert!(error.starts_with("cannot write "), "{error}");
        }
        Target::new(Path::new("/dev/null"), false)
            .unwrap()
            .write(b"x")
            .unwrap();
    }
}
