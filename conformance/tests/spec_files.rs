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
    let frameworks =
        fs::read_dir(folder.join("frameworks")).unwrap_or_else(|error| panic!("{error}")).count();
    assert_eq!(
        in_crate.len(),
        2 + frameworks,
        "dtypes.toml, ops.toml and every file of frameworks/"
    );
}
