//! Words of the command line → rulesets and operands, and what to say where there is none.

use codegen::Catalog;
use codegen::catalog::{Column, DTypeId, Operand, Outcome, Ruleset, ScalarKind, Source};
use codegen::diagnostic::nearest;
use codegen::loss::{loss, phrase};
use codegen::promote::{self, Failure, NameError, Prefix};
use codegen::remedy::{self, Remedy, Side};

pub(crate) fn ruleset<'c>(catalog: &'c Catalog, name: &str) -> Result<&'c Ruleset, String> {
    catalog.ruleset(name).ok_or_else(|| {
        let near = nearest(name, catalog.rulesets.iter().map(|ruleset| ruleset.name.as_str()));
        let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        format!("no ruleset is called `{name}`{near}\n`cargo xtask list` names all of them\n")
    })
}

pub(crate) fn operand(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<Operand, String> {
    promote::operand(catalog, ruleset, word)
        .map_err(|error| name_error(catalog, ruleset, word, &error))
}

/// An operand by public name or code, whatever a ruleset calls its dtype.
pub(crate) fn public_operand(catalog: &Catalog, word: &str) -> Result<Operand, String> {
    let tensors: [Prefix; 3] = [
        (promote::ZERO_DIM, Operand::ZeroDim),
        (promote::WEAK, Operand::Weak),
        (promote::SCALAR, |id| Operand::Scalar(Column::DType(id))),
    ];
    let prefixed = tensors
        .into_iter()
        .find_map(|(prefix, sort)| word.strip_prefix(prefix).map(|name| (prefix, name, sort)));
    let (prefix, name, sort) = prefixed.unwrap_or(("", word, Operand::Tensor));
    let kinds = if prefix == promote::SCALAR { &ScalarKind::ALL[..] } else { &[] };
    if let Some(&kind) = kinds.iter().find(|kind| kind.name() == name) {
        return Ok(Operand::Scalar(Column::Kind(kind)));
    }
    let known = |id: &DTypeId| catalog.dtype(*id).name == name || catalog.dtype(*id).code == name;
    catalog.ids().find(known).map(sort).ok_or_else(|| {
        let names = catalog.dtypes.iter().map(|dtype| dtype.name.as_str());
        let near = nearest(name, names.chain(kinds.iter().map(|kind| kind.name())));
        let near =
            near.map_or_else(String::new, |near| format!(": did you mean `{prefix}{near}`?"));
        format!("unknown name: no dtype is called `{name}`{near}\n")
    })
}

/// The dtype that a ruleset calls so.
pub(crate) fn dtype(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<DTypeId, String> {
    promote::dtype(catalog, ruleset, word)
        .map_err(|error| name_error(catalog, ruleset, word, &error))
}

fn name_error(catalog: &Catalog, ruleset: &Ruleset, word: &str, error: &NameError) -> String {
    let title = ruleset.title();
    match error {
        NameError::Unknown { nearest: Some(nearest) } => {
            format!("unknown name: {title} has no `{word}`: did you mean `{nearest}`?\n")
        }
        NameError::Unknown { nearest: None } => {
            let lists = match word.starts_with(promote::SCALAR) {
                true => format!(
                    "`cargo xtask show {} --table scalars` has a column for each scalar",
                    ruleset.name
                ),
                false => format!("`cargo xtask about {}` lists its names", ruleset.name),
            };
            format!("unknown name: {title} has no `{word}`\n{lists}\n")
        }
        NameError::Unsupported(id) => {
            let name = &catalog.dtype(*id).name;
            let lacks = if ruleset.lacks.contains(id) {
                "lacks"
            } else if ruleset.unsupported.contains(id) {
                "does not support"
            } else {
                "has no"
            };
            let way_out = match remedy::stand_in(catalog, ruleset, *id) {
                Some(to) => {
                    let lost = may_lose(catalog, *id, to);
                    format!(": cast to {}, its nearest dtype{lost}", catalog.dtype(to).name)
                }
                None => ", nor a dtype that comes near".to_owned(),
            };
            format!("unsupported dtype: {title} {lacks} {name}{way_out}\n")
        }
    }
}

/// A remark on a cast that does not keep every value.
fn may_lose(catalog: &Catalog, from: DTypeId, to: DTypeId) -> String {
    match loss(catalog, from, to) {
        lost if lost.is_empty() => String::new(),
        lost => format!(" (which {})", phrase(&lost)),
    }
}

/// A source on one line: kind, title, version, address.
pub(crate) fn source(source: &Source) -> String {
    let Source { title, version, url, .. } = source;
    format!("{}: {title}, {version}, {url}", source.kind.name())
}

/// `int8`, `0-d int8`, `weak int8`, `Python int` or `int8 scalar`.
pub(crate) fn show(catalog: &Catalog, operand: Operand) -> String {
    match operand {
        Operand::Tensor(id) => catalog.dtype(id).name.clone(),
        Operand::ZeroDim(id) => format!("0-d {}", catalog.dtype(id).name),
        Operand::Weak(id) => format!("weak {}", catalog.dtype(id).name),
        Operand::Scalar(Column::DType(id)) => format!("{} scalar", catalog.dtype(id).name),
        Operand::Scalar(Column::Kind(kind)) => format!("Python {}", kind.name()),
    }
}

/// What a cell gives, in words.
pub(crate) fn outcome(catalog: &Catalog, outcome: Outcome) -> String {
    match outcome {
        Outcome::DType(id) => catalog.dtype(id).name.clone(),
        Outcome::Weak(id) => format!("{}, weakly typed", catalog.dtype(id).name),
        Outcome::Foreign(place) => {
            format!("{}, which the spec does not have", catalog.foreign[place])
        }
        Outcome::Refused => "refused".to_owned(),
        Outcome::NoKernel => "no kernel".to_owned(),
        Outcome::Unknown => "not known".to_owned(),
    }
}

/// Why operands have no result, with the way out.
pub(crate) fn failure(catalog: &Catalog, ruleset: &Ruleset, failure: Failure) -> String {
    let title = ruleset.title();
    match failure {
        Failure::NoTensor => {
            format!("no tensor: {title} promotes beside tensors, and numbers alone have no dtype\n")
        }
        Failure::Cell { lhs, rhs, outcome } => {
            let pair = format!("{} × {}", show(catalog, lhs), show(catalog, rhs));
            let what = match outcome {
                Outcome::Refused => format!("refused: {title} refuses {pair}"),
                Outcome::NoKernel => format!("no kernel: {title} has nothing that computes {pair}"),
                Outcome::Unknown => format!("unknown: no source says what {pair} gives in {title}"),
                Outcome::Foreign(place) => {
                    let name = &catalog.foreign[place];
                    format!(
                        "foreign dtype: {title} gives {name} of {pair}, which the spec does not have"
                    )
                }
                Outcome::DType(_) | Outcome::Weak(_) => {
                    unreachable!("a cell with a dtype is no failure")
                }
            };
            let way_out = way_out(catalog, ruleset, lhs, rhs, outcome);
            format!(
                "{what}{}\n",
                way_out.map_or_else(String::new, |way_out| format!(": {way_out}"))
            )
        }
    }
}

/// The cast that makes a pair without a dtype legal, as a sentence.
pub(crate) fn way_out(
    catalog: &Catalog,
    ruleset: &Ruleset,
    lhs: Operand,
    rhs: Operand,
    outcome: Outcome,
) -> Option<String> {
    let Operand::Tensor(tensor) = lhs else { return None };
    let remedy = match (outcome, rhs) {
        (Outcome::DType(_) | Outcome::Weak(_), _) => None,
        (Outcome::Unknown, Operand::Scalar(_)) => {
            return Some("cast the scalar to a tensor of the dtype you want first".to_owned());
        }
        (Outcome::Unknown, _) => return Some("cast both operands to one dtype first".to_owned()),
        (_, Operand::Tensor(id)) => {
            remedy::of_cell(catalog, &ruleset.promotion, tensor, Column::DType(id))
        }
        (_, Operand::Scalar(column)) => remedy::of_cell(catalog, &ruleset.scalars, tensor, column),
        (_, Operand::ZeroDim(_) | Operand::Weak(_)) => None,
    };
    let Remedy { side, to, gives } = remedy?;
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let (cast, pair) = match (side, rhs) {
        (Side::Left, _) => (lhs, [Operand::Tensor(to), rhs]),
        (Side::Right, Operand::Scalar(_)) => (rhs, [lhs, Operand::Scalar(Column::DType(to))]),
        (Side::Right, _) => (rhs, [lhs, Operand::Tensor(to)]),
    };
    let lost = cast.dtype().map_or_else(String::new, |from| may_lose(catalog, from, to));
    let pair = pair.map(|operand| show(catalog, operand)).join(" × ");
    let cast = show(catalog, cast);
    Some(format!(
        "cast the {cast} operand to {} first{lost}, {pair} gives {}",
        name(to),
        name(gives)
    ))
}
