//! Wrong specs, one mistake each → the whole message, in a snapshot.
//!
//! A case is a file of `tests/rejects/`, named by its mistake: `row_missing.toml`, or
//! `row_missing__first.toml` where a mistake has several messages.
//!
//! ```text
//! # as: frameworks/mine.toml        a file of a spec folder, up to the next such line;
//!                                   `dtypes.toml` and `ops.toml` stand for the real ones
//! # Two rows are labelled i8.       which fact is wrong
//! # also: source_unused             mistakes that come besides, if there are any
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use codegen::diagnostic::{Mistake, render};

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const AS: &[u8] = b"# as: ";

/// Every case, lowered once.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(cases);

/// A wrong spec, the mistakes that it holds, and those that were found.
struct Case {
    name: String,
    wrong: String,
    /// Ids of mistakes, sorted.
    wanted: Vec<String>,
    got: Vec<String>,
    message: String,
}

/// Names from the spec folder, and bytes: one case is not UTF-8.
type Files = Vec<(String, Vec<u8>)>;

/// What lowering says of these files: ids, sorted, and the whole message. The one place that
/// touches the API.
fn reject(case: &str, files: &Files) -> (Vec<String>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rejects").join(case);
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        let parent = path.parent().expect("a file stands in a folder");
        let done = fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes));
        done.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    };
    // What an earlier run left would be a part of the spec.
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("frameworks")).expect("the folder of a case can be made");
    for name in ["dtypes.toml", "ops.toml"] {
        put(name, &read(&Path::new(HERE).join("../spec").join(name)));
    }
    files.iter().for_each(|(name, bytes)| put(name, bytes));

    let sources = codegen::load(&folder, "spec");
    let mistakes = codegen::lower(&sources).err().unwrap_or_default();
    let mut ids: Vec<String> = mistakes.iter().map(|one| one.mistake.id().to_owned()).collect();
    ids.sort();
    (ids, render(&mistakes, &sources, false))
}

fn cases() -> Vec<Case> {
    let found = fs::read_dir(Path::new(HERE).join("tests/rejects")).expect("the cases are there");
    let mut paths: Vec<PathBuf> =
        found.map(|entry| entry.expect("a case can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| case(path)).collect()
}

fn case(path: &Path) -> Case {
    let name = path.file_stem().expect("a case has a name").to_string_lossy().into_owned();
    let bytes = read(path);
    let mut files = Files::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Some(name) = line.strip_prefix(AS) {
            files.push((text(name).trim().to_owned(), Vec::new()));
        }
        let (_, file) = files.last_mut().unwrap_or_else(|| panic!("{name}: no `# as:` on top"));
        file.extend(line);
    }
    let header = text(&bytes);
    let mut header = header.lines().skip(1).map_while(|line| line.strip_prefix("# "));
    let wrong = header.next().unwrap_or_else(|| panic!("{name}: which fact is wrong?")).to_owned();
    let also = header.next().and_then(|line| line.strip_prefix("also: ")).unwrap_or_default();
    let own = name.split("__").take(1);
    let mut wanted: Vec<String> = own.chain(also.split_whitespace()).map(str::to_owned).collect();
    wanted.sort();
    let (got, message) = reject(&name, &files);
    Case { name, wrong, wanted, got, message }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_mistake_is_told_once_and_draws_no_others() {
    let mut failures = Vec::new();
    for Case { name, wrong, wanted, got, message } in &*CASES {
        if got != wanted {
            failures
                .push(format!("{name}: {wrong}\n  got {got:?}\n  wanted {wanted:?}\n{message}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_message_is_the_one_that_was_read() {
    for case in &*CASES {
        let mut settings = insta::Settings::clone_current();
        settings.set_description(&case.wrong);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(case.name.as_str(), case.message));
    }
}

#[test]
fn every_mistake_has_a_case_and_every_case_a_mistake() {
    let known: BTreeSet<String> = Mistake::ALL.iter().map(|one| one.id().to_owned()).collect();
    let named: BTreeSet<String> =
        CASES.iter().flat_map(|case| case.name.split("__").next()).map(str::to_owned).collect();
    let without: Vec<_> = known.difference(&named).collect();
    let strange: Vec<_> = named.difference(&known).collect();
    assert!(without.is_empty(), "mistakes without a case: {without:?}");
    assert!(strange.is_empty(), "cases named after no mistake: {strange:?}");
}

#[test]
fn every_snapshot_is_of_a_case() {
    let names: BTreeSet<String> = CASES.iter().map(|case| case.name.clone()).collect();
    let found = fs::read_dir(Path::new(HERE).join("tests/snapshots")).expect("there are snapshots");
    for entry in found {
        let file = entry.expect("a snapshot can be listed").file_name();
        let file = file.to_string_lossy();
        let Some(name) = file.strip_prefix("rejects__") else { continue };
        let name = name.strip_suffix(".snap").unwrap_or(name);
        assert!(names.contains(name), "{file} is of no case; its case was renamed or removed");
    }
}
