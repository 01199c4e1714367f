//! Within a crate no files use each other in a circle, so a reader can begin at the ground.
//!
//! Read from the code: `use` lines, and paths within expressions and types. A name that a file passes on by `pub use` counts as use of
//! the file that it comes from. The arguments of macros are not read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};

use super::crates::{packages, text};

/// A path as code has it, from the root of its crate on once it is resolved.
type Names = Vec<String>;

/// The names in one file.
#[derive(Default)]
struct File {
    /// The paths that its `use` lines bring in, by the names that they have then.
    imported: BTreeMap<String, Names>,
    /// Those of these names that it only passes on (`pub use`).
    passed_on: BTreeSet<String>,
    used: BTreeSet<Names>,
}

impl File {
    fn import(&mut self, front: &[String], tree: &syn::UseTree, passes_on: bool) {
        let with = |name: &syn::Ident| [front, &[name.to_string()]].concat();
        let (path, name) = match tree {
            syn::UseTree::Path(path) => {
                return self.import(&with(&path.ident), &path.tree, passes_on);
            }
            syn::UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|tree| self.import(front, tree, passes_on));
            }
            syn::UseTree::Glob(_) => (front.to_vec(), "*".to_owned()),
            syn::UseTree::Rename(both) => (with(&both.ident), both.rename.to_string()),
            syn::UseTree::Name(name) if name.ident == "self" => {
                (front.to_vec(), front.last().cloned().unwrap_or_default())
            }
            syn::UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
        };
        if passes_on {
            self.passed_on.insert(name.clone());
        } else {
            self.used.insert(path.clone());
        }
        self.imported.insert(name, path);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let is_test = |a: &syn::Attribute| {
        a.path().is_ident("cfg") && a.parse_args::<syn::Ident>().is_ok_and(|a| a == "test")
    };
    attributes.iter().any(is_test)
}

impl<'ast> Visit<'ast> for File {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            let is_private = matches!(item.vis, syn::Visibility::Inherited);
            self.import(&[], &item.tree, !is_private);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names = path.segments.iter().map(|s| s.ident.to_string());
            self.used.insert(names.collect());
        }
        visit::visit_path(self, path);
    }
}

/// The files of one crate, as modules from its root on.
struct Crate(BTreeMap<Names, File>);

impl Crate {
    fn read(&mut self, folder: &Path, module: &[String]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let is_root = module.is_empty() && (stem == "lib" || stem == "main");
            let is_program = stem == "bin" || stem == "main" && folder.join("lib.rs").exists();
            if stem == "tests" || stem.ends_with("_tests") || module.is_empty() && is_program {
                continue;
            }
            let own = (!is_root && stem != "mod").then(|| stem.to_owned());
            let inner: Names = module.iter().cloned().chain(own).collect();
            if path.is_dir() {
                self.read(&path, &inner);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let mut file = File::default();
                let code = syn::parse_file(&fs::read_to_string(&path).unwrap());
                file.visit_file(&code.unwrap());
                self.0.insert(inner, file);
            }
        }
    }

    /// A path from the root on, if it does not lead out of the crate.
    fn resolved(&self, path: &[String], module: &[String]) -> Option<Names> {
        let mut here = module.to_vec();
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => here.clear(),
                "self" => {}
                "super" => drop(here.pop()),
                _ => break,
            }
            rest = after;
        }
        let is_below = [module, &path[..1]].concat();
        if rest.len() == path.len() && !self.0.contains_key(&is_below) {
            return None;
        }
        Some([here, rest.to_vec()].concat())
    }

    /// The file in which what the path names is written.
    fn file_of(&self, path: &[String]) -> Option<&Names> {
        let ends = (0..=path.len()).rev();
        let (module, file) = ends
            .filter_map(|end| self.0.get_key_value(&path[..end]))
            .next()?;
        let imported = path
            .get(module.len())
            .and_then(|name| file.imported.get(name));
        match imported.and_then(|to| self.resolved(to, module)) {
            Some(to) if to != path => self.file_of(&to),
            _ => Some(module),
        }
    }

    /// The groups of files that use each other.
    fn circles(&self) -> Vec<Vec<String>> {
        let mut graph = DiGraphMap::<&Names, ()>::new();
        for (module, file) in &self.0 {
            let paths = file
                .used
                .iter()
                .filter_map(|path| self.resolved(path, module));
            for used in paths.filter_map(|path| self.file_of(&path)) {
                if used != module {
                    graph.add_edge(module, used, ());
                }
            }
        }
        let groups = tarjan_scc(&graph)
            .into_iter()
            .filter(|group| group.len() > 1);
        let names = |group: Vec<&Names>| group.into_iter().map(|m| m.join("::")).collect();
        groups.map(names).collect()
    }
}

#[test]
fn no_files_use_each_other() {
    let mut circles = Vec::new();
    for package in packages() {
        let src = PathBuf::from(text(&package, "manifest_path")).with_file_name("src");
        let mut files = Crate(BTreeMap::new());
        files.read(&src, &[]);
        let name = text(&package, "name");
        let found = files.circles().into_iter();
        circles.extend(found.map(|group| (name.to_owned(), group)));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_is_found() {
    let file = |code| {
        let mut file = File::default();
        file.visit_file(&syn::parse_file(code).unwrap());
        file
    };
    let codes = [
        ("", "mod a; mod b; mod c; pub use b::{B, self as d};"),
        ("a", "use crate::{d::{self, X}, Y};"),
        (
            "b",
            "struct B; fn f() -> impl Iterator + use<> { super::c::g(h::I) }",
        ),
        (
            "c",
            "#[cfg(test)] mod tests { use crate::a; } use super::B;",
        ),
    ];
    let codes = codes.map(|(name, code)| {
        let module: Names = name.split_whitespace().map(str::to_owned).collect();
        (module, file(code))
    });
    let circles = Crate(BTreeMap::from(codes)).circles();
    assert_eq!(circles.len(), 1);
    assert_eq!(BTreeSet::from_iter(&circles[0]).len(), 2, "{circles:?}");
}
