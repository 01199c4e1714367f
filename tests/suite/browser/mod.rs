//! The pages in a real browser: headless Chromium. The tests are left out unless they are asked for, and fail where
//! none is installed; `./x test` asks for them where there is one, and says `NOT RUN` where there is none.
//!
//! Screenshots at the width of a phone and of a desk are left in `target/screenshots` for review.

mod chromium;
mod contrast;
mod goals;
mod kept;
mod load;
mod memory;
mod phone;
mod play;
mod report;
mod rules;
mod serve;
mod words;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assert_cmd::Command;
use chromium::Page;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The pages of the committed results, made once.
static PAGES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    pages_of(&Path::new(ROOT).join("results"), &folder);
    folder
});

/// Writes the pages of some results.
fn pages_of(results: &Path, out: &Path) {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command
        .arg("page")
        .arg("-o")
        .arg(out)
        .arg("--root")
        .arg(results);
    command.assert().success();
}

/// The address of a page on the disk.
fn address(folder: &Path, page: &str) -> String {
    format!("file://{}/{page}", folder.display())
}

fn page_address(page: &str) -> String {
    address(&PAGES, page)
}

/// Keeps a picture for review.
fn keep(name: &str, picture: &[u8]) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
}

/// Both widths, and both colours, of what is in view.
fn keep_views(page: &mut Page, name: &str) {
    for (width, height, is_phone, kind) in [(390, 844, true, "phone"), (1360, 900, false, "desk")] {
        page.screen(width, height, is_phone);
        for colours in ["light", "dark"] {
            page.prefers("prefers-color-scheme", colours);
            page.eval("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150)))");
            let wide = page.eval("document.documentElement.scrollWidth");
            assert_eq!(wide, width, "{name} is wider than a {kind}");
            keep(&format!("{name}-{kind}-{colours}"), &page.picture());
        }
    }
}
