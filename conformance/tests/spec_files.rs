//! The `spec` crate holds just what the folder holds.

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

/// How many files there are in a folder and all below.
fn files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let paths = entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")).path());
    paths.map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}
