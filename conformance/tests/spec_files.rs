//! The `spec` crate holds just what the folder holds, and its files cite what they must.

use std::fs;
use std::path::Path;

#[test]
fn every_toml_file_of_the_folder_is_in_the_crate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let sources = codegen::load(&folder, "spec");
    let on_disk: Vec<(String, String)> = sources
        .files
        .iter()
        .map(|file| {
            (
                file.name.clone(),
                file.text.clone().unwrap_or_else(|error| panic!("{}: {error}", file.path)),
            )
        })
        .collect();
    let in_crate: Vec<(String, String)> =
        spec::FILES.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    assert_eq!(in_crate, on_disk);
    assert_eq!(
        in_crate.len(),
        3 + files(&folder.join("frameworks")),
        "dtypes.toml, ops.toml, ids.toml and every file of frameworks/"
    );
}

#[test]
fn releases_are_cited_by_their_projects_and_not_by_a_registry() {
    let registries = ["pypi.org", "crates.io", "npmjs.com", "anaconda.org"];
    let cited: Vec<String> = spec::FILES
        .iter()
        .flat_map(|(name, text)| text.lines().map(move |line| (name, line)))
        .filter(|(_, line)| line.trim_start().starts_with("url"))
        .filter(|(_, line)| registries.iter().any(|registry| line.contains(registry)))
        .map(|(name, line)| format!("{name}: {line}"))
        .collect();
    assert!(cited.is_empty(), "a registry is no source of a release:\n{}", cited.join("\n"));
}

/// How many files there are in a folder and all below.
fn files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let paths = entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path());
    paths.map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}
