//! `ops.toml` → operations on known kinds.

use crate::catalog::{Compute, Kind, Op};
use crate::diagnostic::{At, Mistake, Sink, did_you_mean};
use crate::spec::OpLine;

pub(super) fn lower(lines: &[OpLine], sink: &Sink) -> Vec<Op> {
    let mut ops: Vec<Op> = Vec::new();
    for line in lines {
        if let Some(first) = lines.iter().find(|other| other.name.value == line.name.value)
            && first.name.at != line.name.at
        {
            let message = format!("two ops are called `{}`", line.name.value);
            let diagnostic = line.name.at.mistake(Mistake::NameUsedTwice, message, "here");
            sink.report(diagnostic.and(first.name.at, "and here"));
        }
        let on = line.on.iter().filter_map(|kind| op_kind(&line.name, kind, sink));
        let on = on.collect();
        let compute = line.compute.as_ref().and_then(|word| {
            let known = [("promoted", Compute::Promoted), ("inexact", Compute::Inexact)];
            one_of(word, &known, "a compute rule", sink)
        });
        let result = line.result.as_ref();
        result.and_then(|word| one_of(word, &[("compute", ())], "a result rule", sink));
        ops.push(Op {
            name: line.name.value.clone(),
            operands: line.operands,
            on,
            compute: compute.unwrap_or(Compute::Promoted),
        });
    }
    ops
}

fn op_kind(op: &At<String>, kind: &At<String>, sink: &Sink) -> Option<Kind> {
    let found = Kind::parse(&kind.value);
    if found.is_none() {
        let kinds = Kind::ALL.map(Kind::name);
        let message =
            format!("`{}` is defined on `{}`, which is no kind of dtype", op.value, kind.value);
        let label = did_you_mean(&kind.value, kinds);
        let diagnostic = kind.at.mistake(Mistake::OpOnUnknownKind, message, label);
        sink.report(diagnostic.help(format!("the kinds are {}", kinds.join(", "))));
    }
    found
}

/// The meaning of a word that can be only one of a few.
pub(super) fn one_of<T: Copy>(
    word: &At<String>,
    known: &[(&str, T)],
    what: &str,
    sink: &Sink,
) -> Option<T> {
    let found = known.iter().find(|(name, _)| *name == word.value);
    if found.is_none() {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` is not {what}", word.value);
        let label = did_you_mean(&word.value, names.iter().copied());
        let diagnostic = word.at.mistake(Mistake::UnknownValue, message, label);
        sink.report(diagnostic.help(format!("it can be {}", names.join(", "))));
    }
    found.map(|&(_, value)| value)
}
