//! A promotion table of unknown origin → the rulesets nearest to it, and where it differs from them.
//!
//! ```text
//! CSV or JSON ── given ──► Given ── identify ──► Identified
//!                            └── spec_file ──► the file of a ruleset
//! ```
//!
//! A cell of the table counts against a ruleset only where both say what they give: a dtype that the ruleset does not
//! have, or a cell that no source of it states, is no difference.

mod error;
mod given;
mod shape;
mod spec_file;
mod words;

use rules::laws::{Laws, laws};
use rules::{Facts, Operand};

use crate::catalog::{Catalog, Cell, Column, DTypeId, Ruleset};
use crate::draw::{Differing, DifferingCell};

pub use error::GivenError;
pub use given::Given;
pub use spec_file::spec_file;
pub use words::Reading;

/// What a table was compared with.
pub struct Identified<'c> {
    /// Every ruleset that knows any of its cells, the one that agrees with most of them first; those that compare alike
    /// are one entry.
    pub nearest: Vec<Comparison<'c>>,
    /// The cells that agree with no ruleset, row by row.
    pub alone: Vec<Alone<'c>>,
    /// The laws of the table, with every counter-example.
    pub laws: Laws,
}

/// Rulesets that compare alike with a table.
pub struct Comparison<'c> {
    /// The rulesets, in the catalog's order.
    pub rulesets: Vec<&'c Ruleset>,
    /// How many cells are the same.
    pub agree: usize,
    /// The cells that differ: what the table gives, then what the rulesets give.
    pub differing: Differing,
    /// How many cells of the table the rulesets say nothing of.
    pub apart: usize,
}

/// A cell that agrees with no ruleset.
pub struct Alone<'c> {
    /// Its operands.
    pub pair: [DTypeId; 2],
    /// What the table gives.
    pub gives: Cell,
    /// What rulesets give, and which ones: what most of them give first.
    pub others: Vec<(Cell, Vec<&'c Ruleset>)>,
}

/// Compares a table with every ruleset.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let dtypes = r#"i8 = { kind = "int", bits = 8, rust = "i8", name = "int8" }"#;
/// # let ops = "";
/// # let mine = "[framework]\nname = 'Mine'\nedition = '1'\nsource = 'me'\ndtypes = ['i8']\n[[source]]\nid = 'me'\nkind = 'docs'\ntitle = 'notes'\nversion = '1'\nurl = 'https://example.org'\nread = 2026-11-21\n[promotion]\nsymmetric = true\nnary = 'fold'\ngrid = '''\n i8\ni8 i8\n'''\n";
/// # let sources = concord_codegen::Sources::from_texts("spec", [("dtypes.toml", dtypes), ("frameworks/mine.toml", mine)]);
/// # let catalog = concord_codegen::lower(&sources).map_err(|_| "a mistake in the spec")?;
/// use concord_codegen::identify::{Given, identify};
///
/// let given = Given::read(&catalog, ",I8\nI8,I8\n", &[])?;
/// let found = identify(&catalog, &given);
/// assert_eq!((found.nearest[0].agree, found.nearest[0].differing.different()), (1, 0));
/// # Ok(())
/// # }
/// ```
pub fn identify<'c>(catalog: &'c Catalog, given: &Given) -> Identified<'c> {
    let mut nearest: Vec<Comparison<'c>> = Vec::new();
    for ruleset in &catalog.rulesets {
        let one = compare(given, ruleset);
        if one.agree + one.differing.different() == 0 {
            continue;
        }
        match nearest.iter_mut().find(|other| alike(other, &one)) {
            Some(other) => other.rulesets.push(ruleset),
            None => nearest.push(one),
        }
    }
    // A stable sort: of those that are equally near, the first in the catalog comes first.
    nearest.sort_by_key(|one| (usize::MAX - one.agree, one.differing.different()));
    let facts: Vec<Facts> = catalog.dtypes.iter().map(|dtype| dtype.facts()).collect();
    let promote = |lhs, rhs| match (lhs, rhs) {
        (Operand::Tensor(lhs), Operand::Tensor(rhs)) => given.cell(lhs, rhs),
        _ => Cell::Unknown,
    };
    Identified { nearest, alone: alone(catalog, given), laws: laws(&facts, &given.dtypes, promote) }
}

/// What a ruleset gives for a pair, if it says anything.
fn stated(ruleset: &Ruleset, [lhs, rhs]: [DTypeId; 2]) -> Option<Cell> {
    let cell = ruleset.promotion.get(lhs, Column::DType(rhs))?.outcome;
    (cell != Cell::Unknown).then_some(cell)
}

/// Whether a table says what a ruleset says. A table that knows dtypes alone cannot tell why there is none.
fn agrees(gives: Cell, stated: Cell) -> bool {
    let none = |cell| matches!(cell, Cell::Refused | Cell::NoKernel);
    gives == stated || (none(gives) && none(stated))
}

fn compare<'c>(given: &Given, ruleset: &'c Ruleset) -> Comparison<'c> {
    let (mut agree, mut apart, mut cells) = (0, 0, Vec::new());
    for (pair, gives) in given.known() {
        match stated(ruleset, pair) {
            None => apart += 1,
            Some(cell) if agrees(gives, cell) => agree += 1,
            Some(cell) => {
                let [row, column] = pair;
                let column = Column::DType(column);
                cells.push(DifferingCell { row, column, outcomes: [gives, cell] });
            }
        }
    }
    let known = agree + cells.len();
    let columns = given.dtypes.iter().copied().map(Column::DType).collect();
    let differing =
        Differing { rows: given.dtypes.clone(), columns, cells, compared: known, known };
    Comparison { rulesets: vec![ruleset], agree, differing, apart }
}

fn alike(one: &Comparison<'_>, other: &Comparison<'_>) -> bool {
    let cells = |one: &Comparison<'_>| {
        let cells = one.differing.cells.iter();
        cells.map(|cell| (cell.row, cell.column, cell.outcomes)).collect::<Vec<_>>()
    };
    (one.agree, one.apart) == (other.agree, other.apart) && cells(one) == cells(other)
}

fn alone<'c>(catalog: &'c Catalog, given: &Given) -> Vec<Alone<'c>> {
    let cells = given.known().filter_map(|(pair, gives)| {
        let mut others: Vec<(Cell, Vec<&Ruleset>)> = Vec::new();
        for ruleset in &catalog.rulesets {
            let Some(cell) = stated(ruleset, pair) else { continue };
            if agrees(gives, cell) {
                return None;
            }
            match others.iter_mut().find(|(other, _)| *other == cell) {
                Some((_, rulesets)) => rulesets.push(ruleset),
                None => others.push((cell, vec![ruleset])),
            }
        }
        others.sort_by_key(|(_, rulesets)| usize::MAX - rulesets.len());
        (!others.is_empty()).then_some(Alone { pair, gives, others })
    });
    cells.collect()
}
