//! What the runtime says, drawn as text, and the same from the spec to hold it against.
//!
//! **`runtime` and `codegen` do not know each other**: what both say of a cell meets only here.

pub mod elements;
pub mod harness;
pub mod observations;
pub mod op_dtypes;
pub mod reference;
pub mod replay;

use codegen::catalog::{Catalog, Column, DTypeId, Outcome, ScalarKind};
use codegen::draw::{self, Label, Sheet};
use codegen::laws;
use codegen::spec::grid;
use runtime::{Casting, DType, DefaultKind, Operand, RuleError, Ruleset, Scalar};

/// The spec that the generated code was made from.
///
/// # Panics
///
/// Where the committed spec has a mistake, with the mistake.
pub fn catalog() -> Catalog {
    let sources = codegen::Sources::from_texts("spec", spec::FILES);
    codegen::lower(&sources).unwrap_or_else(|mistakes| {
        panic!("{}", codegen::diagnostic::render(&mistakes, &sources, false))
    })
}

/// A dtype of the runtime as one of the catalog: both are in the spec's order.
pub fn id(dtype: DType) -> DTypeId {
    DTypeId(dtype as usize)
}

/// A dtype of the catalog as one of the runtime.
pub fn dtype(id: DTypeId) -> DType {
    DType::ALL[id.0]
}

/// A column of a scalar table as the runtime's scalar.
pub fn scalar(column: Column) -> Scalar {
    match column {
        Column::DType(id) => Scalar::Typed(dtype(id)),
        Column::Kind(ScalarKind::Bool) => Scalar::Bool,
        Column::Kind(ScalarKind::Int) => Scalar::Int,
        Column::Kind(ScalarKind::Float) => Scalar::Float,
        Column::Kind(ScalarKind::Complex) => Scalar::Complex,
    }
}

/// What the runtime answers, as an outcome of a table; `None` for a dtype the ruleset lacks.
pub fn outcome(answer: Result<DType, RuleError>) -> Option<Outcome> {
    match answer {
        Ok(dtype) => Some(Outcome::DType(id(dtype))),
        Err(RuleError::Refused { .. }) => Some(Outcome::Refused),
        Err(RuleError::NoKernel { .. }) => Some(Outcome::NoKernel),
        Err(RuleError::Unknown { .. }) => Some(Outcome::Unknown),
        Err(_) => None,
    }
}

/// The promotion table of a ruleset, asked of the runtime cell by cell.
pub fn promotion(ruleset: Ruleset) -> Sheet {
    let dtypes = ruleset.dtypes();
    let cell = |&lhs: &DType, &rhs: &DType| answer(ruleset.promote(lhs, rhs));
    Sheet {
        ruleset: ruleset.name().to_owned(),
        table: "promotion".to_owned(),
        rows: dtypes.iter().map(label).collect(),
        columns: dtypes.iter().map(label).collect(),
        cells: dtypes.iter().map(|lhs| dtypes.iter().map(|rhs| cell(lhs, rhs)).collect()).collect(),
    }
}

/// The scalar table of a ruleset over the columns given, asked of the runtime cell by cell.
pub fn scalars(ruleset: Ruleset, columns: &[Scalar]) -> Sheet {
    let head = |scalar: &Scalar| match scalar {
        Scalar::Typed(dtype) => label(dtype),
        Scalar::Bool => Label::new("bool", "bool"),
        Scalar::Int => Label::new("int", "int"),
        Scalar::Float => Label::new("float", "float"),
        Scalar::Complex => Label::new("complex", "complex"),
        other => Label::new(&other.to_string(), "?"),
    };
    let row = |&tensor: &DType| {
        columns.iter().map(|&scalar| answer(ruleset.promote_scalar(tensor, scalar))).collect()
    };
    Sheet {
        ruleset: ruleset.name().to_owned(),
        table: "scalars".to_owned(),
        rows: ruleset.dtypes().iter().map(label).collect(),
        columns: columns.iter().map(head).collect(),
        cells: ruleset.dtypes().iter().map(row).collect(),
    }
}

/// The laws of a ruleset, found by asking the runtime.
pub fn laws(catalog: &Catalog, ruleset: Ruleset) -> String {
    let dtypes: Vec<DTypeId> = ruleset.dtypes().iter().map(|&dtype| id(dtype)).collect();
    let promote =
        |lhs, rhs| outcome(ruleset.promote(dtype(lhs), dtype(rhs))).unwrap_or(Outcome::Unknown);
    draw::laws(catalog, &laws::laws(catalog, &dtypes, promote))
}

/// Every dtype with the framework's own names for it, the printed one first, and what it lacks.
pub fn names(ruleset: Ruleset) -> String {
    let line = |dtype: &DType| {
        let names = ruleset.names(*dtype).join(" ");
        let absent = ruleset.require(*dtype).err().map(|error| format!("({error})"));
        let words: Vec<String> =
            [Some(names), absent].into_iter().flatten().filter(|word| !word.is_empty()).collect();
        format!("{:<12}{}\n", dtype.name(), words.join("  "))
    };
    DType::ALL.iter().map(line).collect()
}

/// Every abstract type with the dtypes that belong to it.
pub fn abstract_types(ruleset: Ruleset) -> String {
    let line = |name: &str| {
        let members = ruleset.dtypes().iter().filter(|dtype| ruleset.is(**dtype, name) == Ok(true));
        let members: Vec<&str> = members.map(|dtype| dtype.name()).collect();
        format!(
            "{name:<14}{}\n",
            if members.is_empty() { "-".to_owned() } else { members.join(" ") }
        )
    };
    ruleset.abstract_types().map(line).collect()
}

/// The default dtypes of every ruleset.
pub fn defaults() -> String {
    let columns = DefaultKind::ALL.map(DefaultKind::name);
    let rows: Vec<(&str, Vec<&str>)> = runtime::rulesets::ALL
        .iter()
        .map(|ruleset| {
            let default = |kind| ruleset.default_dtype(kind).map_or("?", DType::name);
            (ruleset.name(), DefaultKind::ALL.map(default).to_vec())
        })
        .collect();
    // The keys have spaces in them; a drawn table's words do not.
    let columns = columns.map(|name| name.replace(' ', "-"));
    grid::draw(&columns.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}

/// Which dtypes a ruleset lets be cast to which: `y`, or a dot.
pub fn casts(ruleset: Ruleset, casting: Casting) -> String {
    let dtypes = ruleset.dtypes();
    let word = |from, to| match ruleset.can_cast(from, to, casting) {
        Ok(true) => "y",
        Ok(false) => "·",
        Err(_) => "?",
    };
    let columns: Vec<&str> = dtypes.iter().map(|dtype| dtype.code()).collect();
    let rows: Vec<(&str, Vec<&str>)> = dtypes
        .iter()
        .map(|&from| (from.code(), dtypes.iter().map(|&to| word(from, to)).collect()))
        .collect();
    grid::draw(&columns, &rows)
}

/// Every way a promotion of two tensors, or of a tensor and a scalar, can fail under a ruleset.
pub fn failures(ruleset: Ruleset, scalars: &[Scalar]) -> Vec<RuleError> {
    let operands = ruleset.dtypes().iter().flat_map(|&lhs| {
        let tensors = ruleset.dtypes().iter().map(|&rhs| Operand::Tensor(rhs));
        tensors
            .chain(scalars.iter().map(|&scalar| Operand::Scalar(scalar)))
            .map(move |rhs| [Operand::Tensor(lhs), rhs])
    });
    operands.filter_map(|operands| ruleset.result_type(&operands).err()).collect()
}

fn label(dtype: &DType) -> Label {
    Label::new(dtype.name(), dtype.code())
}

fn answer(answer: Result<DType, RuleError>) -> Label {
    match answer {
        Ok(dtype) => label(&dtype),
        Err(RuleError::Refused { .. }) => Label::new("-", "-"),
        Err(RuleError::NoKernel { .. }) => Label::new("!", "!"),
        Err(RuleError::Unknown { .. }) => Label::new("?", "?"),
        // No cell of a ruleset's own dtypes is any of the other errors.
        Err(error) => Label::new(&error.to_string(), "ERROR"),
    }
}

/// The README's program, compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
