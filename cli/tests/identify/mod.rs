//! Tables of other crates: which ruleset is nearest to them, and the spec file that says what they do.

use crate::support::{run as concord, session, workspace};

/// Tables of crates that promote by themselves, and what their words mean where that is not plain.
const TABLES: [(&str, &str); 5] = [
    ("numr.csv", ""),
    ("maidenx.csv", ""),
    ("rstsr.csv", " --name c32=complex64 --name c64=complex128"),
    ("hpt.csv", " --name Complex32=complex64 --name Complex64=complex128"),
    ("tract.csv", ""),
];

#[test]
fn the_nearest_ruleset_is_told() {
    let lines = TABLES.map(|(table, names)| format!("identify tests/tables/{table}{names}"));
    let mut lines: Vec<(&str, i32)> = lines.iter().map(|line| (line.as_str(), 0)).collect();
    lines.extend([
        ("identify tests/tables/rstsr.csv --against dpctl", 0),
        ("identify tests/tables/tract.csv --against array-api@2024.12", 0),
        ("identify tests/tables/maidenx.csv --name BOOL=uint8", 1),
        ("identify tests/tables/maidenx.csv --name BOOL=boolean", 1),
        ("identify tests/tables/maidenx.csv --against numpi", 1),
        ("identify tests/tables/nothing.csv", 1),
        ("identify tests/answers.rs", 1),
    ]);
    session("identify", &lines);
    let shown = concord(workspace(), "identify tests/tables/numr.csv").stdout;
    let shown = shown.split("\n\n").skip(1).take(2).collect::<Vec<_>>().join("\n\n");
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&shown), "README.md does not show this:\n{shown}");
}

#[test]
fn an_identified_table_becomes_a_spec_file() {
    for (table, names) in TABLES {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let path = folder.path().join("mine.toml");
        let line = format!("identify tests/tables/{table}{names} --as {}", path.display());
        let run = concord(workspace(), &line);
        assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
        let mine = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
        let texts = spec::FILES.into_iter().take(2).chain([("frameworks/mine.toml", &*mine)]);
        let sources = codegen::Sources::from_texts("spec", texts);
        let catalog = codegen::lower(&sources).unwrap_or_else(|mistakes| {
            panic!("{}", codegen::diagnostic::render(&mistakes, &sources, false))
        });
        let table = format!("{}/tests/tables/{table}", env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(table).unwrap_or_else(|error| panic!("{error}"));
        let called = names.split_whitespace().filter_map(|word| word.split_once('='));
        let called = called.map(|(word, name)| (word.to_owned(), name.to_owned()));
        let called: Vec<(String, String)> = called.collect();
        let given = codegen::identify::Given::read(&catalog, &table, &called);
        let given = given.unwrap_or_else(|error| panic!("{error}"));
        let found = codegen::identify::identify(&catalog, &given);
        let [own] = &found.nearest[..] else { panic!("{} rulesets", found.nearest.len()) };
        let counts = (own.agree, own.differing.different(), own.apart);
        assert_eq!(counts, (given.known().count(), 0, 0), "{line}");
        let again = concord(workspace(), &line);
        assert_eq!(again.code, Some(1), "{line} writes over a file");
    }
}

#[test]
fn identify_has_all_in_json() {
    let run = concord(workspace(), "identify tests/tables/maidenx.csv --format json");
    let report: serde_json::Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}"));
    let text = concord(workspace(), "identify tests/tables/maidenx.csv --all").stdout;
    let nearest = &report["nearest"][0];
    assert_eq!(report["cells"], 169);
    assert!(text.contains(&format!("{} agree, {} differ", nearest["agree"], nearest["differ"])));
    assert_eq!(
        nearest["cells"].as_array().map(Vec::len),
        nearest["differ"].as_u64().and_then(|count| usize::try_from(count).ok())
    );
    let alone = report["alone"].as_array().into_iter().flatten();
    let bool_with_itself = alone
        .clone()
        .any(|one| one["row"] == "bool" && one["column"] == "bool" && one["table"] == "uint8");
    assert!(bool_with_itself, "{report}");
    assert!(text.contains("bool × bool = uint8: bool in"), "{text}");
}
