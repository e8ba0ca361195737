//! What the runtime says, drawn as text, and the same from the spec to hold it against.
//!
//! **`runtime` and `codegen` do not know each other**: what both say of a cell meets only here.

pub mod calls;
pub mod elements;
pub mod harness;
pub mod observations;
pub mod op_dtypes;
pub mod reference;
pub mod replay;

use codegen::catalog::{Catalog, Cell, Column, DTypeId, TableName};
use codegen::draw::{Label, Sheet};
use codegen::spec::grid;
use rules::Facts;
use rules::laws::Laws;
use runtime::policy::Policies;
use runtime::{
    Casting, DType, DefaultKind, Operand, ResultType, RuleError, Ruleset, RulesetData, Tables,
};

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

/// The dtypes that are not narrow: of those every op has its reference.
pub fn wide_dtypes() -> Vec<DType> {
    DType::ALL.into_iter().filter(|dtype| !dtype.is_narrow()).collect()
}

/// A ruleset that has every dtype, promotes each with itself only, and has some policies.
pub fn any_dtype(policies: Policies) -> Ruleset {
    let all = DType::ALL.into_iter();
    let cells = all.clone().flat_map(|row| {
        DType::ALL.into_iter().map(move |column| match row == column {
            true => Cell::DType(row.id()),
            false => Cell::Unknown,
        })
    });
    let data = RulesetData {
        name: "any",
        framework: "Any",
        edition: "1",
        dtypes: &DType::ALL,
        tables: Tables {
            has: all.map(DType::id).collect(),
            promotion: Box::leak(cells.collect()),
            ..RulesetData::EMPTY.tables
        },
        policies,
        ..RulesetData::EMPTY
    };
    Ruleset::new(Box::leak(Box::new(data)))
}

/// A dtype of the runtime as one of the catalog: both are in the spec's order.
pub fn id(dtype: DType) -> DTypeId {
    dtype.id()
}

/// A dtype of the catalog as one of the runtime.
pub fn dtype(id: DTypeId) -> DType {
    DType::from_id(id)
}

/// An operand of the catalog as one of the runtime.
pub fn operand(operand: rules::Operand) -> Operand {
    operand.map(dtype)
}

/// What the runtime answers, as an outcome of a table; `None` for a dtype the ruleset lacks.
pub fn outcome(catalog: &Catalog, answer: Result<ResultType, RuleError>) -> Option<Cell> {
    match answer {
        Ok(ResultType { dtype, weak: true }) => Some(Cell::Weak(id(dtype))),
        Ok(ResultType { dtype, weak: false }) => Some(Cell::DType(id(dtype))),
        Err(RuleError::Foreign { name, .. }) => {
            let place = catalog.foreign.iter().position(|known| known == name)?;
            u8::try_from(place).ok().map(Cell::Foreign)
        }
        Err(RuleError::Refused { .. }) => Some(Cell::Refused),
        Err(RuleError::NoKernel { .. }) => Some(Cell::NoKernel),
        Err(RuleError::Unknown { .. }) => Some(Cell::Unknown),
        Err(_) => None,
    }
}

/// A table of a ruleset over the columns given, asked of the runtime cell by cell.
pub fn table(catalog: &Catalog, ruleset: Ruleset, name: TableName, columns: &[Column]) -> Sheet {
    let dtypes = ruleset.dtypes();
    let cell = |row: DType, column: Column| {
        let operands = name.operands(id(row), column).map(operand);
        let answer = ruleset.promote_all(&operands);
        match outcome(catalog, answer) {
            Some(outcome) => {
                Label::new(&catalog.outcome_name(outcome), &catalog.outcome_code(outcome))
            }
            // No cell of a ruleset's own dtypes is any of the other errors.
            None => Label::new(&format!("{answer:?}"), "ERROR"),
        }
    };
    let head =
        |&column: &Column| Label::new(catalog.column_name(column), catalog.column_code(column));
    let row = |&row: &DType| columns.iter().map(|&column| cell(row, column)).collect();
    Sheet {
        ruleset: ruleset.name().to_owned(),
        table: name.name().to_owned(),
        rows: dtypes.iter().map(|dtype| Label::new(dtype.name(), dtype.code())).collect(),
        columns: columns.iter().map(head).collect(),
        cells: dtypes.iter().map(row).collect(),
    }
}

/// The promotion table of a ruleset, asked of the runtime cell by cell.
pub fn promotion(catalog: &Catalog, ruleset: Ruleset) -> Sheet {
    let columns: Vec<Column> =
        ruleset.dtypes().iter().map(|&dtype| Column::DType(id(dtype))).collect();
    table(catalog, ruleset, TableName::Promotion, &columns)
}

/// How many counter-examples each law has in each ruleset, found by asking the runtime. Which they are follows
/// from the tables; `cargo concord laws` lists them.
pub fn laws(catalog: &Catalog) -> String {
    let head = ["symmetric", "idempotent", "associative", "monotone", "bool", "lossless", "of"];
    let row = |&ruleset: &Ruleset| {
        let laws = laws_of(catalog, ruleset);
        let bool = laws.bool_identity.as_ref().map(Vec::len);
        let counts = [
            laws.symmetric.len().to_string(),
            laws.idempotent.len().to_string(),
            laws.associative.len().to_string(),
            laws.monotone.len().to_string(),
            bool.map_or("-".to_owned(), |count| count.to_string()),
            laws.lossless.len().to_string(),
            laws.defined.to_string(),
        ];
        (ruleset.name(), counts)
    };
    let rows: Vec<(&str, [String; 7])> = runtime::rulesets::ALL.iter().map(row).collect();
    let rows: Vec<(&str, Vec<&str>)> = rows
        .iter()
        .map(|(name, counts)| (*name, counts.iter().map(String::as_str).collect()))
        .collect();
    grid::draw(&head, &rows)
}

fn laws_of(catalog: &Catalog, ruleset: Ruleset) -> Laws {
    let dtypes: Vec<DTypeId> = ruleset.dtypes().iter().map(|&dtype| id(dtype)).collect();
    let gives = |lhs, rhs| {
        let answer = ruleset.promote_all(&[operand(lhs), operand(rhs)]);
        outcome(catalog, answer).unwrap_or(Cell::Unknown)
    };
    let facts: Vec<Facts> = catalog.dtypes.iter().map(|dtype| dtype.facts()).collect();
    rules::laws::laws(&facts, &dtypes, gives)
}

/// Every dtype with the framework's own names for it, the printed one first, and what it lacks; narrow ones where it
/// has them.
pub fn names(ruleset: Ruleset) -> String {
    let line = |dtype: &DType| {
        let names = ruleset.names(*dtype).join(" ");
        let absent = ruleset.require(*dtype).err().map(|error| format!("({error})"));
        let words: Vec<String> =
            [Some(names), absent].into_iter().flatten().filter(|word| !word.is_empty()).collect();
        format!("{:<11} {}\n", dtype.name(), words.join("  "))
    };
    let told = |dtype: &&DType| !dtype.is_narrow() || ruleset.has(**dtype);
    DType::ALL.iter().filter(told).map(line).collect()
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

/// Every way that the cells of some tables can fail under a ruleset.
pub fn failures(ruleset: Ruleset, tables: &[(TableName, Vec<Column>)]) -> Vec<RuleError> {
    let mut failures = Vec::new();
    for (name, columns) in tables {
        for &row in ruleset.dtypes() {
            let cells = columns.iter().map(|&column| name.operands(id(row), column).map(operand));
            failures.extend(cells.filter_map(|operands| ruleset.promote_all(&operands).err()));
        }
    }
    failures
}

/// The README's program, compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
