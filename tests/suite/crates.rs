//! The crates of the workspace: `paper/overview.md` says what each does and which uses which, as their manifests do. The compiler enforces
//! that a crate uses no others.

use std::fmt::Write;
use std::fs;
use std::hash::RandomState;
use std::process::Command;

use petgraph::algo::all_simple_paths;
use petgraph::graphmap::DiGraphMap;
use serde_json::Value;

/// The packages of the workspace, as Cargo reads their manifests.
pub(crate) fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--locked"]);
    let output = cargo.args(["--format-version", "1"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = all["packages"].as_array_mut().unwrap();
    packages.sort_by_key(|package| text(package, "name").to_owned());
    std::mem::take(packages)
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// Which packages use which, tests left aside.
fn arrows(packages: &[Value]) -> DiGraphMap<&str, ()> {
    let mut graph = DiGraphMap::new();
    for package in packages {
        let name = graph.add_node(text(package, "name"));
        for used in package["dependencies"].as_array().unwrap() {
            if used["kind"].is_null() && text(used, "name").starts_with("morpion-") {
                let used = text(used, "name");
                if packages.iter().any(|p| text(p, "name") == used) {
                    graph.add_edge(name, used, ());
                }
            }
        }
    }
    graph
}

/// A table of the crates with their descriptions, and a picture of which uses which; arrows that others make superfluous are left out.
fn picture(packages: &[Value]) -> String {
    let mut drawn = "| crate | what it does |\n|---|---|\n".to_owned();
    for package in packages {
        let (name, what) = (text(package, "name"), text(package, "description"));
        let _ = writeln!(drawn, "| `{name}` | {what} |");
    }
    drawn += "\n```mermaid\ngraph BT\n";
    let graph = arrows(packages);
    let detours = |from, to| all_simple_paths::<Vec<_>, _, RandomState>(&graph, from, to, 1, None);
    for (from, to, ()) in graph.all_edges() {
        if detours(from, to).next().is_none() {
            let _ = writeln!(drawn, "    {from} --> {to}");
        }
    }
    drawn + "```\n"
}

#[test]
fn the_picture_in_the_documentation_is_that_of_the_manifests() {
    let page = fs::read_to_string("paper/overview.md").unwrap();
    let drawn = picture(&packages());
    assert!(
        page.contains(&drawn),
        "put this into paper/overview.md:\n{drawn}"
    );
}
