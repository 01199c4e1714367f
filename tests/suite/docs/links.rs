//! Whatever pages name exists: the targets of their links and pictures, and the functions and files of the code that they describe.

use std::fs;
use std::path::{Path, PathBuf};

use super::clone::ROOT;
use super::pages::{page, spans};

/// The page that leads a reader through the code names functions and files that exist.
#[test]
fn what_is_named_on_the_way_of_a_question_exists() {
    let page = page("paper/where-a-question-goes.md");
    let mut functions = 0;
    for row in page.lines().filter(|line| line.contains(".rs` |")) {
        let cells: Vec<&str> = row.split('|').map(|c| c.trim().trim_matches('`')).collect();
        let code = fs::read_to_string(Path::new(ROOT).join(cells[3])).expect(cells[3]);
        let is_there = ["(", "<"]
            .iter()
            .any(|end| code.contains(&format!("fn {}{end}", cells[2])));
        assert!(is_there, "no fn {} in {}", cells[2], cells[3]);
        functions += 1;
    }
    assert!(functions > 10, "{functions}");
    for path in spans(&page).filter(|q| q.contains('/') && !q.contains(' ')) {
        assert!(Path::new(ROOT).join(path).exists(), "no {path}");
    }
}

/// Each name that stands before a file in this way: "`function` in `file`".
fn names_in_files(page: &str) -> Vec<(&str, &str)> {
    const IN: &str = "` in `";
    let pairs = page.match_indices(IN).filter_map(|(at, _)| {
        let name = page[..at].rsplit('`').next()?;
        let file = page[at + IN.len()..].split('`').next()?;
        file.ends_with(".rs").then_some((name, file))
    });
    pairs.collect()
}

/// The recipes of that page name functions and types that exist.
#[test]
fn what_the_recipes_name_exists() {
    let page = page("paper/where-a-question-goes.md");
    let pairs = names_in_files(&page);
    assert!(pairs.len() > 10, "{pairs:?}");
    for (name, file) in pairs {
        let code = fs::read_to_string(Path::new(ROOT).join(file)).expect(file);
        let kinds = ["fn", "enum", "struct", "trait", "const", "mod"];
        let is_there = kinds
            .iter()
            .any(|kind| code.contains(&format!("{kind} {name}")));
        assert!(is_there, "no {name} in {file}");
    }
}

#[test]
fn the_abstract_is_plain_text_that_fits_the_form_of_an_archive() {
    let article = page("paper/article.md");
    let (_, rest) = article.split_once("**Abstract.** ").unwrap();
    let (text, _) = rest.split_once("\n\n").unwrap();
    assert!(text.chars().count() < 1920, "{}", text.chars().count());
    assert!(!text.contains(['`', '[', '*']), "{text}");
}

/// Where the links and pictures of a page lead, in the repository.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let here = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    here.map(|target| target.split('#').next().unwrap())
}

/// All pages under a folder, but for those of programs that were built or fetched.
fn pages_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !matches!(&*name, "target" | "mine" | ".git" | "results") {
            pages_under(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_of_all_pages_lead_somewhere() {
    let mut pages = Vec::new();
    pages_under(Path::new(ROOT), &mut pages);
    assert!(pages.len() > 40);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{}: {link}", page.display());
        }
    }
}
