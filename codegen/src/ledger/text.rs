//! What is open in a ledger, as a person acts on it: what differs, and the `[[divergence]]` to declare it.

use std::fmt::Write;

use crate::catalog::{Asked, Catalog, DTypeId, Observed, Ruleset, ScalarKind};

use super::{Entry, Subject};

/// Entries that one `[[divergence]]` declares: the same ops, the same answers.
struct Group<'a> {
    table: &'static str,
    ops: Vec<&'a str>,
    cells: Vec<String>,
    first: &'a Entry,
}

/// What is open between a ruleset and a run; empty where nothing is.
pub fn report(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &Observed,
    undeclared: &[Entry],
    stale: &[Entry],
) -> String {
    let mut text = String::new();
    let source = &ruleset.sources[observed.source];
    let file = format!("spec/frameworks/{}.toml", ruleset.name.split('/').next().unwrap_or(""));
    for group in groups(catalog, undeclared) {
        let Group { table, ops, cells, first } = &group;
        let what = ops.join(", ");
        let _ = writeln!(
            text,
            "undeclared difference of {}: {what} {}",
            ruleset.name,
            cells.join("; ")
        );
        let _ =
            writeln!(text, "  the rule gives {}, by {file} and spec/ops.toml", shown(&first.rule));
        let _ = writeln!(
            text,
            "  {} gave {}, in conformance/observed/{}.json, view {}",
            source.version,
            shown(&first.run),
            observed.file,
            observed.view
        );
        if let Some(error) = &first.error {
            let _ = writeln!(text, "    {error}");
        }
        let _ = writeln!(text, "  mend the rule in {file}, or declare it there:\n");
        let _ = writeln!(text, "[[divergence]]\ntable   = \"{table}\"");
        if !ops.is_empty() {
            let _ = writeln!(text, "ops     = {}", list(ops));
        }
        let _ = writeln!(text, "cells   = {}", list(cells));
        let _ = writeln!(
            text,
            "says    = {{ rule = \"{}\", {} = \"{}\" }}",
            first.rule, source.id, first.run
        );
        let _ = writeln!(text, "runtime = \"rule\"\nwhy     = \"\"\n");
    }
    for group in groups(catalog, stale) {
        let Group { table, ops, cells, first } = &group;
        let _ = writeln!(
            text,
            "a [[divergence]] of {} that is not real: {table} {} {}\n  it says that the rule gives {} and {} gives {}; correct it in {file}, or leave it out\n",
            ruleset.name,
            ops.join(", "),
            cells.join("; "),
            shown(&first.rule),
            source.id,
            shown(&first.run),
        );
    }
    text
}

fn shown(word: &str) -> String {
    match word {
        "-" => "a refusal".to_owned(),
        "!" => "no kernel".to_owned(),
        "?" => "nothing".to_owned(),
        "*" => "something".to_owned(),
        word => word.to_owned(),
    }
}

fn list<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
    format!("[{}]", quoted.join(", "))
}

/// Entries by what they say, then ops of the same cells together.
fn groups<'a>(catalog: &'a Catalog, entries: &'a [Entry]) -> Vec<Group<'a>> {
    // By table, op and answers: the cells.
    let mut of_op: Vec<(&'static str, &'a str, &'a Entry, Vec<Asked>, Vec<String>)> = Vec::new();
    for entry in entries {
        let (table, op, asked, name) = match &entry.subject {
            Subject::Cell(op, asked) => ("ops", catalog.ops[*op].name.as_str(), Some(*asked), None),
            Subject::Default(kind) => ("defaults", "", None, Some(kind)),
            Subject::Name(name) => ("names", "", None, Some(name)),
            Subject::Value(op, cell) => ("values", op.as_str(), None, Some(cell)),
        };
        let same = |other: &&mut (&str, &str, &Entry, Vec<Asked>, Vec<String>)| {
            let answers = other.2.rule == entry.rule && other.2.run == entry.run;
            other.0 == table && other.1 == op && answers
        };
        match of_op.iter_mut().find(same) {
            Some(other) => {
                other.3.extend(asked);
                other.4.extend(name.cloned());
            }
            None => of_op.push((
                table,
                op,
                entry,
                asked.into_iter().collect(),
                name.into_iter().cloned().collect(),
            )),
        }
    }
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (table, op, first, asked, names) in of_op {
        let mut cells = products(catalog, &asked);
        cells.extend(names);
        let ops: Vec<&str> = Some(op).filter(|op| !op.is_empty()).into_iter().collect();
        let same = |other: &&mut Group<'_>| {
            let answers = other.first.rule == first.rule && other.first.run == first.run;
            other.table == table && other.cells == cells && answers
        };
        match groups.iter_mut().find(same) {
            Some(other) => other.ops.extend(ops),
            None => groups.push(Group { table, ops, cells, first }),
        }
    }
    groups
}

/// An operand of a cell: a dtype, or a Python number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    DType(DTypeId),
    Scalar(ScalarKind),
}

/// Cells as few products: the rows that have the same columns stand together.
fn products(catalog: &Catalog, asked: &[Asked]) -> Vec<String> {
    let mut rows: Vec<(Side, Vec<Side>)> = Vec::new();
    let mut single = Vec::new();
    for &one in asked {
        let (lhs, rhs) = match one {
            Asked::One(id) => {
                single.push(Side::DType(id));
                continue;
            }
            Asked::Two(lhs, rhs) => (Side::DType(lhs), Side::DType(rhs)),
            Asked::Right(lhs, rhs) => (Side::DType(lhs), Side::Scalar(rhs)),
            Asked::Left(lhs, rhs) => (Side::Scalar(lhs), Side::DType(rhs)),
        };
        // Of a tensor its partners that are tensors, and apart its partners that are numbers.
        let like = |side: &Side| matches!(side, Side::Scalar(_)) == matches!(rhs, Side::Scalar(_));
        match rows.iter_mut().find(|(row, columns)| *row == lhs && columns.iter().all(like)) {
            Some((_, columns)) => columns.push(rhs),
            None => rows.push((lhs, vec![rhs])),
        }
    }
    let mut blocks: Vec<(Vec<Side>, Vec<Side>)> = Vec::new();
    for (row, columns) in rows {
        match blocks.iter_mut().find(|(_, others)| *others == columns) {
            Some((rows, _)) => rows.push(row),
            None => blocks.push((vec![row], columns)),
        }
    }
    let word = |side: &Side| match side {
        Side::DType(id) => catalog.dtype(*id).code.clone(),
        Side::Scalar(kind) => format!("scalar:{}", kind.name()),
    };
    let words = |sides: &[Side]| sides.iter().map(word).collect::<Vec<_>>().join(" ");
    let single = Some(words(&single)).filter(|words| !words.is_empty());
    let blocks =
        blocks.iter().map(|(rows, columns)| format!("{} × {}", words(rows), words(columns)));
    single.into_iter().chain(blocks).collect()
}
