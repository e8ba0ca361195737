//! The file of a ruleset: it is lowered to a catalog that code can be generated from, or every mistake is told.

use codegen::diagnostic;

pub(crate) fn ruleset(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let shared = ["dtypes.toml", "ops.toml"].map(|name| {
        let (_, text) =
            spec::FILES.iter().find(|(path, _)| *path == name).expect("the spec has it");
        (name, *text)
    });
    let files = shared.into_iter().chain([("frameworks/mine.toml", &*text)]);
    let sources = codegen::Sources::from_texts("spec", files);
    match codegen::lower(&sources) {
        Ok(catalog) => assert!(!codegen::generate(&catalog).is_empty()),
        Err(mistakes) => {
            assert!(!mistakes.is_empty(), "a spec without a mistake is refused");
            assert!(!diagnostic::render(&mistakes, &sources, false).is_empty());
        }
    }
}
