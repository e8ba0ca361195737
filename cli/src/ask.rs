//! Words of the command line → rulesets and operands, and what to say where there is none.

use codegen::Catalog;
use codegen::catalog::{
    Cell, DTypeId, Operand, Ruleset, SCALAR, Scalar, TableName, WEAK, ZERO_DIM,
};
use codegen::draw::words;
use codegen::names::{self, NameError, Prefix};
use rules::{CastToInsert, PromotionError, Side, nearest};

use crate::page::Page;

pub(crate) fn ruleset<'c>(catalog: &'c Catalog, name: &str) -> Result<&'c Ruleset, String> {
    catalog.ruleset(name).ok_or_else(|| {
        let near = nearest(name, catalog.rulesets.iter().map(|ruleset| ruleset.name.as_str()));
        let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        format!("no ruleset is called `{name}`{near}\n`concord list` names all of them\n")
    })
}

pub(crate) fn operand(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<Operand, String> {
    names::operand(catalog, ruleset, word)
        .map_err(|error| name_error(catalog, ruleset, word, &error))
}

/// An operand by public name or code, whatever a ruleset calls its dtype.
pub(crate) fn public_operand(catalog: &Catalog, word: &str) -> Result<Operand, String> {
    let tensors: [Prefix; 3] =
        [(ZERO_DIM, Operand::ZeroDim), (WEAK, Operand::Weak), (SCALAR, Operand::TypedScalar)];
    let prefixed = tensors
        .into_iter()
        .find_map(|(prefix, sort)| word.strip_prefix(prefix).map(|name| (prefix, name, sort)));
    let (prefix, name, sort) = prefixed.unwrap_or(("", word, Operand::Tensor));
    let kinds = if prefix == SCALAR { &Scalar::ALL[..] } else { &[] };
    if let Some(&kind) = kinds.iter().find(|kind| kind.name() == name) {
        return Ok(Operand::Scalar(kind));
    }
    if let Some(code) = catalog.ids().find(|&id| catalog.dtype(id).code == name) {
        let owns = catalog.rulesets.iter().filter_map(|ruleset| {
            let called = |(_, names): &&(DTypeId, Vec<String>)| names.iter().any(|own| own == name);
            let &(own, _) = ruleset.names.iter().find(called)?;
            (own != code).then_some((own, ruleset.name.as_str()))
        });
        let owns: Vec<(DTypeId, &str)> = owns.collect();
        if !owns.is_empty() {
            return Err(two_meanings(catalog, word, code, &owns));
        }
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
    names::dtype(catalog, ruleset, word).map_err(|error| name_error(catalog, ruleset, word, &error))
}

pub(crate) fn name_error(
    catalog: &Catalog,
    ruleset: &Ruleset,
    word: &str,
    error: &NameError,
) -> String {
    let title = ruleset.title();
    match error {
        NameError::Unknown { nearest: Some(nearest) } => {
            format!("unknown name: {title} has no `{word}`: did you mean `{nearest}`?\n")
        }
        NameError::Unknown { nearest: None } => {
            let lists = match word.starts_with(SCALAR) {
                true => format!(
                    "`concord show {} --table scalars` has a column for each scalar",
                    ruleset.name
                ),
                false => format!("`concord about {}` lists its names", ruleset.name),
            };
            format!("unknown name: {title} has no `{word}`\n{lists}\n")
        }
        NameError::Unsupported(id) => unsupported(catalog, ruleset, *id),
        NameError::Ambiguous { code, own } => {
            two_meanings(catalog, word, *code, &[(*own, &ruleset.name)])
        }
    }
}

/// That a ruleset has a table of that name, or what holds in its place.
pub(crate) fn must_have(ruleset: &Ruleset, name: TableName) -> Result<(), Page> {
    if ruleset.has_table(name) {
        return Ok(());
    }
    let instead = match name.fallback() {
        Some((category, other)) if ruleset.has_table(category) => {
            let weak = if name == TableName::WeakPair { ", every result weakly typed" } else { "" };
            format!("the {other} table holds for such operands{weak}")
        }
        _ => "such operands count as tensors with axes here".to_owned(),
    };
    Err(Page::Prose(format!("no table: {} has no {name} table: {instead}\n", ruleset.title())))
}

/// That a grid is drawn in short codes, where rulesets call other dtypes by some of those in it; ends with an empty line.
pub(crate) fn note_on_codes(catalog: &Catalog, rulesets: &[&Ruleset], grid: &str) -> String {
    let mut notes = String::new();
    let shown = |code: &str| {
        let between = |letter: char| letter.is_whitespace() || "*/×,;".contains(letter);
        grid.split(between).any(|word| word == code)
    };
    for ruleset in rulesets {
        for (own, names) in &ruleset.names {
            let codes = names.iter().filter_map(|name| {
                let code = catalog.ids().find(|&id| catalog.dtype(id).code == *name)?;
                let is_other = code != *own && ruleset.dtypes.contains(&code);
                (is_other && shown(name)).then_some((name, code))
            });
            for (word, code) in codes {
                let [code, own] = [code, *own].map(|id| catalog.dtype(id).name.as_str());
                notes +=
                    &format!("`{word}` is {code} in this grid; {} calls {own} so\n", ruleset.name);
            }
        }
    }
    if notes.is_empty() { notes } else { notes + "\n" }
}

/// That a word is the short code of one dtype, and what rulesets call another.
fn two_meanings(catalog: &Catalog, word: &str, code: DTypeId, owns: &[(DTypeId, &str)]) -> String {
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    // `weak:i8` is after the colon.
    let (prefix, word) = word.split_at(word.rfind(':').map_or(0, |colon| colon + 1));
    let own = owns[0].0;
    let rulesets: Vec<&str> = owns.iter().map(|&(_, ruleset)| ruleset).collect();
    let call = if rulesets.len() == 1 { "calls" } else { "call" };
    format!(
        "two meanings: `{word}` is the short code of {code} and what {} {call} {own}: write `{prefix}{code}` or `{prefix}{own}`\n",
        rulesets.join(", "),
        code = name(code),
        own = name(own),
    )
}

/// That a ruleset does not have a dtype, and which one comes nearest.
fn unsupported(catalog: &Catalog, ruleset: &Ruleset, id: DTypeId) -> String {
    let (title, dtype) = (ruleset.title(), catalog.dtype(id));
    let name = &dtype.name;
    let lacks = if ruleset.lacks.contains(&id) {
        format!("{title} lacks {name}")
    } else if ruleset.unsupported.contains(&id) {
        format!("{title} does not support {name}")
    } else if dtype.is_narrow() {
        format!("no source of {title} says what it does with {name}")
    } else {
        format!("{title} has no {name}")
    };
    let way_out = match catalog.tables(ruleset).stand_in(id) {
        Some(to) => {
            let lost = may_lose(catalog, id, to);
            format!(": cast to {}, its nearest dtype{lost}", catalog.dtype(to).name)
        }
        None => ", nor a dtype that comes near".to_owned(),
    };
    format!("unsupported dtype: {lacks}{way_out}\n")
}

/// A remark on a cast that does not keep every value.
fn may_lose(catalog: &Catalog, from: DTypeId, to: DTypeId) -> String {
    match catalog.losses(from, to) {
        lost if lost.is_empty() => String::new(),
        lost => format!(" (which {lost})"),
    }
}

/// Why operands have no result, with the way out.
pub(crate) fn failure(catalog: &Catalog, ruleset: &Ruleset, error: PromotionError) -> String {
    let title = ruleset.title();
    match error {
        PromotionError::NoTensor => {
            format!("no tensor: {title} promotes beside tensors, and numbers alone have no dtype\n")
        }
        PromotionError::Unsupported(id) => unsupported(catalog, ruleset, id),
        PromotionError::Cell { lhs, rhs, cell: outcome } => {
            let pair =
                format!("{} × {}", words::operand(catalog, lhs), words::operand(catalog, rhs));
            let what = match outcome {
                Cell::Refused => format!("refused: {title} refuses {pair}"),
                Cell::NoKernel => format!("no kernel: {title} has nothing that computes {pair}"),
                Cell::Unknown => format!("unknown: no source says what {pair} gives in {title}"),
                Cell::Foreign(place) => {
                    let name = catalog.foreign(place);
                    format!(
                        "foreign dtype: {title} gives {name} of {pair}, which the spec does not have"
                    )
                }
                Cell::DType(_) | Cell::Weak(_) => {
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
    outcome: Cell,
) -> Option<String> {
    if !matches!(lhs, Operand::Tensor(_)) {
        return None;
    }
    match (outcome, rhs) {
        (Cell::DType(_) | Cell::Weak(_) | Cell::Foreign(_), _) => return None,
        (Cell::Unknown, rhs) if rhs.is_scalar() => {
            return Some("cast the scalar to a tensor of the dtype you want first".to_owned());
        }
        (Cell::Unknown, _) => return Some("cast both operands to one dtype first".to_owned()),
        (Cell::Refused | Cell::NoKernel, _) => {}
    }
    let CastToInsert { side, to, gives } = catalog.tables(ruleset).cast_to_insert(lhs, rhs)?;
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let (cast, pair) = match side {
        Side::Left => (lhs, [Operand::Tensor(to), rhs]),
        Side::Right if rhs.is_scalar() => (rhs, [lhs, Operand::TypedScalar(to)]),
        Side::Right => (rhs, [lhs, Operand::Tensor(to)]),
    };
    let lost = cast.dtype().map_or_else(String::new, |from| may_lose(catalog, from, to));
    let pair = pair.map(|operand| words::operand(catalog, operand)).join(" × ");
    let cast = words::operand(catalog, cast);
    Some(format!(
        "cast the {cast} operand to {} first{lost}, {pair} gives {}",
        name(to),
        name(gives)
    ))
}
