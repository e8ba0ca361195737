//! What a spec says of dtypes, ops and rulesets apart from tables, each fact as an answer that may change.

use rules::{Float, Format, Nan};

use super::Answers;
use crate::catalog::{Catalog, DType, Kind, Op, Ruleset};

/// The formats of the dtypes, fact by fact.
pub(super) fn dtypes(catalog: &Catalog) -> Answers {
    let mut answers = Answers::new();
    for dtype in &catalog.dtypes {
        let mut add = |fact: &str, is: String| {
            answers.insert((fact.to_owned(), dtype.name.clone()), is);
        };
        add("kind", dtype.kind().name().to_owned());
        add("bits", dtype.bits.to_string());
        format(catalog, dtype, &mut add);
    }
    answers
}

fn format(catalog: &Catalog, dtype: &DType, add: &mut impl FnMut(&str, String)) {
    match dtype.format {
        Format::Bool | Format::Int | Format::Uint => {}
        Format::Complex { part } => add("part", catalog.dtype(part).name.clone()),
        Format::Float(Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered }) => {
            add("exponent", exponent.to_string());
            add("mantissa", mantissa.to_string());
            add("bias", bias.to_string());
            let flags = [("sign", sign), ("zero", zero), ("infinity", infinity)];
            for (fact, flag) in flags.into_iter().chain([("tapered", tapered)]) {
                add(fact, flag.to_string());
            }
            let word = Nan::WORDS.into_iter().find(|&(_, known)| known == nan);
            add("nan", word.map_or_else(String::new, |(word, _)| word.to_owned()));
        }
    }
}

/// What is true of the ops under every ruleset, but for their rules, which are asked of each ruleset.
pub(super) fn ops(catalog: &Catalog) -> Answers {
    let mut answers = Answers::new();
    for Op { name, doc: _, group, rule: _, fused: _, swaps, integers, moves } in &catalog.ops {
        let mut add = |fact: &str, is: String| {
            answers.insert((fact.to_owned(), name.clone()), is);
        };
        add("group", group.name().to_owned());
        add("swaps", swaps.to_string());
        add("integers", integers.clone().unwrap_or_else(|| "none".to_owned()));
        let kinds = Kind::ALL.into_iter().filter(|&kind| moves.contains(kind));
        let kinds: Vec<&str> = kinds.map(Kind::name).collect();
        add("moves", if kinds.is_empty() { "none".to_owned() } else { kinds.join(" ") });
    }
    answers
}

/// What a ruleset says of itself and its dtypes.
pub(super) fn ruleset(catalog: &Catalog, ruleset: &Ruleset) -> Answers {
    let mut answers = Answers::new();
    let mut add = |of: &str, about: &str, is: &str| {
        answers.insert((of.to_owned(), about.to_owned()), is.to_owned());
    };
    add("framework", "the framework", &ruleset.framework);
    add("edition", "the edition", &ruleset.edition);
    for (id, names) in &ruleset.names {
        if let Some(first) = names.first() {
            add("printed", &catalog.dtype(*id).name, first);
        }
    }
    for (name, members) in &ruleset.abstract_types {
        let members: Vec<&str> = members.iter().map(|&id| &*catalog.dtype(id).name).collect();
        let members = if members.is_empty() { "none".to_owned() } else { members.join(" ") };
        add("abstract", name, &members);
    }
    for (id, range) in &ruleset.ranges {
        add("range", &catalog.dtype(*id).name, range);
    }
    for id in catalog.ids().filter(|id| !ruleset.dtypes.contains(id)) {
        let named = ruleset.unsupported.contains(&id);
        let is = if named { "named as not supported" } else { "not named" };
        add("unsupported", &catalog.dtype(id).name, is);
    }
    for op in &catalog.ops {
        let stated = ruleset.stated_ops.contains(&op.name);
        add("assumed", &op.name, if stated { "stated" } else { "assumed, unless a run asked it" });
    }
    answers
}
