//! Wrong specs, one mistake each → the whole message, in a snapshot.
//!
//! A case is a file of `tests/rejects/`, named by its mistake: `row_missing.toml`, or
//! `row_missing__first.toml` where a mistake has several messages. Its header says which fact is
//! wrong, then perhaps `# also: source_unused`, the mistakes that come besides.

mod cases;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use concord_codegen::diagnostic::{Mistake, render};

/// Every case, lowered once.
static CASES: LazyLock<Vec<Reject>> =
    LazyLock::new(|| cases::cases("rejects").into_iter().map(reject).collect());

/// A wrong spec, the mistakes that it holds, and those that were found.
struct Reject {
    name: String,
    wrong: String,
    /// Ids of mistakes, sorted.
    wanted: Vec<String>,
    got: Vec<String>,
    message: String,
}

fn reject(case: cases::Case) -> Reject {
    let cases::Case { name, header, sources } = case;
    let mistakes = concord_codegen::lower(&sources).err().unwrap_or_default();
    let mut got: Vec<String> = mistakes.iter().map(|one| one.mistake.id().to_owned()).collect();
    got.sort();
    let mut header = header.into_iter();
    let wrong = header.next().unwrap_or_else(|| panic!("{name}: which fact is wrong?"));
    let also = header.next().unwrap_or_default();
    let also = also.strip_prefix("also: ").unwrap_or_default();
    let own = name.split("__").take(1);
    let mut wanted: Vec<String> = own.chain(also.split_whitespace()).map(str::to_owned).collect();
    wanted.sort();
    let message = render(&mistakes, &sources, false);
    Reject { name, wrong, wanted, got, message }
}

#[test]
fn a_mistake_is_told_once_and_draws_no_others() {
    let mut failures = Vec::new();
    for Reject { name, wrong, wanted, got, message } in &*CASES {
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    for entry in fs::read_dir(folder).expect("there are snapshots") {
        let file = entry.expect("a snapshot can be listed").file_name();
        let file = file.to_string_lossy();
        let Some(name) = file.strip_prefix("rejects__") else { continue };
        let name = name.strip_suffix(".snap").unwrap_or(name);
        assert!(names.contains(name), "{file} is of no case; its case was renamed or removed");
    }
}
