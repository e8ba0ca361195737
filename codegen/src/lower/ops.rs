//! The groups of `ops.toml` → operations.

use crate::catalog::{Compute, Group, Kind, Op, OpResult, OpRule};
use crate::diagnostic::{At, Diagnostic, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Sink};
use crate::rust_names::{camel, is_keyword};
use crate::spec::OpLine;

use super::words::one_of;

/// An `ops.toml` that defines no op.
pub(super) fn missing(file: usize) -> Diagnostic {
    let place = Place { file, start: 0, end: 0 };
    let message = "ops.toml defines no op";
    let help = "[binary] with a line for each: add = { doc = \"the sum\", on = [\"int\"], compute = \"promoted\", \
                result = \"compute\" }";
    place.mistake(Mistake::KeyMissing, message, "one line for each op").help(help)
}

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
        check_name(&line.name, "an op", sink);
        let flag = |flag: &Option<At<bool>>| flag.as_ref().is_some_and(|flag| flag.value);
        ops.push(Op {
            name: line.name.value.clone(),
            doc: line.doc.as_ref().map_or_else(String::new, |doc| doc.value.clone()),
            group: line.group,
            rule: OpRule {
                on: kinds(&line.name, &line.on, sink).into_iter().collect(),
                compute: compute(line.compute.as_ref(), sink).unwrap_or(Compute::Promoted),
                result: result(line.result.as_ref(), sink).unwrap_or(OpResult::Compute),
                zero_dim_as_tensor: false,
                strong_result: false,
            }
            .of_group(line.group),
            fused: flag(&line.fused),
            swaps: flag(&line.swaps),
            integers: line.integers.as_ref().and_then(|name| integers(name, lines, sink).ok()),
            moves: kinds(&line.name, &line.moves, sink).into_iter().collect(),
        });
    }
    ops
}

/// The op of integers that another one is: a binary one that is defined on them.
fn integers(name: &At<String>, lines: &[OpLine], sink: &Sink) -> Checked<String> {
    let is = |line: &&OpLine| {
        line.group == Group::Binary && line.on.iter().any(|kind| kind.value == "int")
    };
    let known = lines.iter().filter(is).map(|line| line.name.value.as_str());
    if known.clone().any(|known| known == name.value) {
        return Ok(name.value.clone());
    }
    let message = format!("`{}` is not a binary op of integers", name.value);
    let label = did_you_mean(&name.value, known);
    Err(sink.report(name.at.mistake(Mistake::OpUnknown, message, label)))
}

/// Checks the name of an op, a policy or a policy's value, which becomes a method, a field, a variant or a type.
pub(super) fn check_name(name: &At<String>, what: &str, sink: &Sink) {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let letter = name.value.starts_with(|c: char| c.is_ascii_lowercase());
    if !letter || !name.value.chars().all(fits) || is_keyword(&camel(&name.value)) {
        let message = format!("`{}` is not a valid name of {what}", name.value);
        let diagnostic = name.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("lower-case letters, digits and `_`, a letter first"));
    }
}

pub(super) fn kinds(op: &At<String>, words: &[At<String>], sink: &Sink) -> Vec<Kind> {
    words.iter().filter_map(|kind| op_kind(op, kind, sink).ok()).collect()
}

pub(super) fn compute(word: Option<&At<String>>, sink: &Sink) -> Option<Compute> {
    one_of(word?, &Compute::NAMES, "a compute rule", sink).ok()
}

pub(super) fn result(word: Option<&At<String>>, sink: &Sink) -> Option<OpResult> {
    one_of(word?, &OpResult::NAMES, "a result rule", sink).ok()
}

fn op_kind(op: &At<String>, kind: &At<String>, sink: &Sink) -> Checked<Kind> {
    Kind::parse(&kind.value).ok_or_else(|| {
        let kinds = Kind::ALL.map(Kind::name);
        let message =
            format!("`{}` is defined on `{}`, which is not a kind of dtype", op.value, kind.value);
        let label = did_you_mean(&kind.value, kinds);
        let diagnostic = kind.at.mistake(Mistake::OpOnUnknownKind, message, label);
        sink.report(diagnostic.help(format!("the kinds are {}", kinds.join(", "))))
    })
}
