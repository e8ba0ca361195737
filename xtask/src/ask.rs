//! Words of the command line → rulesets and operands, and what to say where there is none.

use codegen::Catalog;
use codegen::catalog::{Column, DTypeId, Outcome, Ruleset, Source};
use codegen::diagnostic::nearest;
use codegen::promote::{self, Failure, NameError, Operand};
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
            let why = if ruleset.lacks.contains(id) {
                "the device lacks it"
            } else if ruleset.unsupported.contains(id) {
                "its documents name it as not supported"
            } else {
                "its documents do not name it"
            };
            let instead = remedy::stand_in(catalog, ruleset, *id);
            let way_out = instead.map_or_else(String::new, |id| {
                format!(": cast to {}, its nearest dtype", catalog.dtype(id).name)
            });
            format!("unsupported dtype: {title} has no {name}, {why}{way_out}\n")
        }
    }
}

/// A source on one line: kind, title, version, address.
pub(crate) fn source(source: &Source) -> String {
    let Source { title, version, url, .. } = source;
    format!("{}: {title}, {version}, {url}", source.kind.name())
}

/// `int8`, `Python int` or `int8 scalar`.
pub(crate) fn show(catalog: &Catalog, operand: Operand) -> String {
    match operand {
        Operand::Tensor(id) => catalog.dtype(id).name.clone(),
        Operand::Scalar(Column::DType(id)) => format!("{} scalar", catalog.dtype(id).name),
        Operand::Scalar(Column::Kind(kind)) => format!("Python {}", kind.name()),
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
                Outcome::DType(_) => unreachable!("a cell with a dtype is no failure"),
            };
            let way_out = match (outcome, rhs) {
                (Outcome::Unknown, Operand::Tensor(_)) => {
                    Some("cast both operands to one dtype first".to_owned())
                }
                (Outcome::Unknown, Operand::Scalar(_)) => {
                    Some("cast the scalar to a tensor of the dtype you want first".to_owned())
                }
                _ => way_out(catalog, ruleset, lhs, rhs),
            };
            format!(
                "{what}{}\n",
                way_out.map_or_else(String::new, |way_out| format!(": {way_out}"))
            )
        }
    }
}

/// The cast that makes a refused pair legal, as a sentence.
pub(crate) fn way_out(
    catalog: &Catalog,
    ruleset: &Ruleset,
    lhs: Operand,
    rhs: Operand,
) -> Option<String> {
    let Operand::Tensor(tensor) = lhs else { return None };
    let Remedy { side, to, gives } = match rhs {
        Operand::Tensor(id) => {
            remedy::of_cell(catalog, &ruleset.promotion, tensor, Column::DType(id))
        }
        Operand::Scalar(column) => remedy::of_cell(catalog, &ruleset.scalars, tensor, column),
    }?;
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let (cast, pair) = match side {
        Side::Left => (lhs, format!("{} × {}", name(to), show(catalog, rhs))),
        Side::Right => (rhs, format!("{} × {}", show(catalog, lhs), name(to))),
    };
    Some(format!(
        "cast the {} operand to {} first, {pair} gives {}",
        show(catalog, cast),
        name(to),
        name(gives)
    ))
}
