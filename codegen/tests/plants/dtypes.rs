//! Every dtype of `dtypes.toml` with a wrong fact, one at a time, and what lowering the whole spec says of it.

use std::fs;
use std::path::Path;

use concord_codegen::Sources;
use concord_codegen::diagnostic::render;

/// A value, and what is written in its place.
type Edit = fn(&str) -> String;

/// What is written in place of a fact: its key, its value, and what to write there.
const WRONG: [(&str, Edit); 6] = [
    ("kind", |kind| kind.replacen('t', "q", 1).replacen("bool", "booql", 1).replacen("x", "q", 1)),
    ("bits", |bits| format!("\"{bits}\"")),
    ("bits", |_| "99".to_owned()),
    ("mantissa", |_| "99".to_owned()),
    ("bias", |_| "-1".to_owned()),
    ("rust", |_| "8".to_owned()),
];

/// A line with the value of a key replaced; `None` if it has no such key.
fn edited(line: &str, key: &str, wrong: Edit) -> Option<String> {
    let key = format!(" {key} = ");
    let start = line.find(&key)? + key.len();
    let end = start + line[start..].find([',', '}'])?;
    let value = line[start..end].trim();
    let wrong = match value.strip_prefix('"') {
        Some(text) if key != " rust = " => format!("\"{}\"", wrong(text.trim_end_matches('"'))),
        _ => wrong(value),
    };
    Some(format!("{}{wrong}{}", &line[..start], &line[end..]))
}

#[test]
fn a_wrong_fact_of_a_dtype_is_one_mistake() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let text = fs::read_to_string(spec.join("dtypes.toml"));
    let text = text.unwrap_or_else(|error| panic!("dtypes.toml: {error}"));
    let mut sources = concord_codegen::load(&spec, "spec");
    let mut failures = Vec::new();
    for (number, (place, line)) in
        text.match_indices(" = {").enumerate().map(|(number, (at, _))| {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
            (number, (start, &text[start..end]))
        })
    {
        // Each fact of one dtype in three, since each is a whole spec read anew; other facts in the next dtype.
        for (fact, (key, wrong)) in WRONG.into_iter().enumerate() {
            let Some(edited) = edited(line, key, wrong).filter(|_| (number + fact) % 3 == 0) else {
                continue;
            };
            let whole = format!("{}{edited}{}", &text[..place], &text[place + line.len()..]);
            let mistakes = lower(&mut sources, whole);
            if mistakes.0 != 1 {
                failures.push(format!("{edited}\n{} mistakes\n{}", mistakes.0, mistakes.1));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// How many mistakes a spec with these dtypes has, and the beginning of what is shown.
fn lower(sources: &mut Sources, dtypes: String) -> (usize, String) {
    let file = sources.files.iter_mut().find(|file| file.name == "dtypes.toml");
    file.expect("a spec has dtypes").text = Ok(dtypes);
    let mistakes = concord_codegen::lower(sources).err().unwrap_or_default();
    let shown = render(&mistakes, sources, false);
    (mistakes.len(), shown.lines().take(20).collect::<Vec<_>>().join("\n"))
}
