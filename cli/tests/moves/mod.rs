//! What moving from one framework to another changes, in the order of its harm.

use crate::support::{run as concord, workspace};

/// The sections of a move's Markdown, in order.
fn headings(line: &str) -> Vec<String> {
    let run = concord(workspace(), line);
    run.stdout.lines().filter_map(|line| line.strip_prefix("## ").map(str::to_owned)).collect()
}

#[test]
fn migrate_tells_silent_loss_before_errors() {
    let headings = headings("migrate numpy torch");
    let place = |title: &str| {
        let found = headings.iter().position(|heading| heading == title);
        found.unwrap_or_else(|| panic!("no section `{title}` in {headings:?}"))
    };
    let wanted = [
        "Default dtypes that hold less",
        "A result that holds less",
        "Policies",
        "A wider result",
        "Newly refused, or without a kernel",
        "Newly legal",
    ];
    assert!(wanted.map(place).is_sorted(), "{headings:?}");
    assert_eq!(place(wanted[0]), 0);
}

#[test]
fn migrate_counts_what_runs_are_declared_to_give() {
    let run = concord(workspace(), "migrate numpy torch --format json");
    let report: serde_json::Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}"));
    let find = |op: &str, operands: &[&str]| {
        let all = report["changes"].as_array().into_iter().flatten();
        let found =
            all.filter(|one| one["op"] == op && one["operands"] == serde_json::json!(operands));
        found
            .map(|one| (one["was"].clone(), one["becomes"].clone(), one["harm"].clone()))
            .collect::<Vec<_>>()
    };
    for (op, operands, was, becomes, harm) in [
        ("reciprocal", &["int32"][..], "int32", "float32", "silent_loss"),
        ("all", &["uint8"], "bool", "uint8", "other_values"),
        ("maximum", &["int8", "Python int"], "int8", "!", "error"),
        // The run asked of powers of 1, which any tensor has.
        ("pow", &["uint16", "Python int"], "uint16", "!", "error"),
    ] {
        let wanted = (was.into(), becomes.into(), harm.into());
        assert_eq!(find(op, operands), [wanted], "{op} of {operands:?}");
    }
}
