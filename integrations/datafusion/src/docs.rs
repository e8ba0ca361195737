//! What the functions of each op do, in the words of `ops.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use datafusion::logical_expr::{DocSection, Documentation};
use runtime::{Group, Op};

/// The documentation of an op's function.
pub(crate) fn of_op(op: Op) -> Option<&'static Documentation> {
    static ALL: LazyLock<HashMap<&'static str, Documentation>> =
        LazyLock::new(|| Op::ALL.into_iter().map(|op| (op.name(), documentation(op))).collect());
    ALL.get(op.name())
}

fn documentation(op: Op) -> Documentation {
    const SECTION: DocSection = DocSection {
        include: true,
        label: "Concord",
        description: Some("Arithmetic of a framework"),
    };
    let arguments = match op.group() {
        Group::Unary => "a",
        Group::Binary => "a, b",
        Group::Ternary => "a, b, c",
        Group::Reduction | Group::Selection => "a",
        Group::Product => "a, b",
        Group::Lookup => "a, b",
        Group::Join => "a, b, ...",
        Group::Sorting | Group::Arrangement => "a",
    };
    let description = format!("{}{}", sentence(op), order(op));
    Documentation::builder(SECTION, description, format!("<ruleset>_{op}({arguments})"))
        .with_argument("a", "A column of numbers; a literal is a Python scalar of the ruleset.")
        .build()
}

/// What the result is.
fn sentence(op: Op) -> String {
    let file = spec::FILES.iter().find(|(name, _)| *name == "ops.toml");
    let text = file.map_or("", |(_, text)| text);
    let line = text.lines().find(|line| {
        line.strip_prefix(op.name()).is_some_and(|rest| rest.trim_start().starts_with("= {"))
    });
    let doc =
        line.and_then(|line| line.split_once("doc = \"")).and_then(|(_, doc)| doc.split_once('"'));
    let doc = doc.map_or("", |(doc, _)| doc);
    let mut letters = doc.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// Whether an aggregate's result depends on the order of rows.
fn order(op: Op) -> &'static str {
    match op {
        Op::Sum | Op::Mean => {
            " Integers wrap around. Floats are accumulated exactly and rounded once, so that rows in any order and \
             partitions of any number give the same bits; they may differ in the last bits from the sum that a \
             framework adds up in its own order."
        }
        Op::Var | Op::Std => {
            " Accumulated exactly and rounded once at the end: the same bits for rows in any order."
        }
        Op::Prod => {
            " Integers wrap around, the same bits for rows in any order. Products of floats are rounded at every \
             step, so their last bits depend on the order of rows and on partitions."
        }
        Op::Max | Op::Min => {
            " The same bits for rows in any order, but of complex numbers with a NaN, and of equal ones, the first is \
             taken."
        }
        Op::All | Op::Any | Op::CountNonzero | Op::Median => {
            " The same bits for rows in any order."
        }
        _ => "",
    }
}
