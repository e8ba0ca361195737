//! Divergences, observed differences and slips that a ruleset declares → a sentence each.

use super::words;
use crate::catalog::{
    Catalog, DTypeId, DifferenceCell, DifferenceOf, Divergence, ObservedDifference, Ruleset, Slip,
    Table, Triples,
};

/// Sources that differ, and what is followed.
pub fn divergence(catalog: &Catalog, ruleset: &Ruleset, divergence: &Divergence) -> String {
    let Divergence { table, cells, says, runtime, why } = divergence;
    let drawn = ruleset.table(*table);
    let cells = cells.iter().map(|&(row, column)| pair(catalog, drawn, row, column));
    let says = says.iter().map(|&(source, outcome)| {
        format!("{} says {}", ruleset.sources[source].id, words::outcome(catalog, outcome))
    });
    let [cells, says] =
        [cells.collect::<Vec<_>>(), says.collect::<Vec<_>>()].map(|words| words.join(", "));
    format!("{table} {cells}: {says}; {} here: {why}", words::outcome(catalog, *runtime))
}

/// Where a run differs from what is given here.
pub fn difference(catalog: &Catalog, ruleset: &Ruleset, one: &ObservedDifference) -> String {
    let (what, cells) = match &one.of {
        DifferenceOf::Ops(ops, cells) => (ops.join(", "), differing_cells(catalog, cells)),
        DifferenceOf::Nary(names, triples) => {
            let word =
                |ids: &[DTypeId; 3]| ids.map(|id| catalog.dtype(id).code.as_str()).join(" × ");
            let all = triples.iter().filter(|one| one.some.is_none()).flat_map(Triples::each);
            let all: Vec<String> = all.map(|ids| word(&ids)).collect();
            let some = triples.iter().filter_map(|one| one.some.as_ref());
            let some: Vec<String> = some.map(|written| format!("some of {written}")).collect();
            (names.join(", "), few([some, all].concat().into_iter()))
        }
        DifferenceOf::Defaults(kinds) => ("defaults".to_owned(), kinds.join(", ")),
        DifferenceOf::Names(names) => ("names".to_owned(), names.join(", ")),
        DifferenceOf::Values(ops, cells) => {
            let written: Vec<&str> = cells.iter().map(|cell| cell.written.as_str()).collect();
            (format!("values of {}", ops.join(", ")), written.join("; "))
        }
        DifferenceOf::Calls(names, calls) => {
            (format!("calls of {}", names.join(", ")), calls.join("; "))
        }
    };
    let rule = said(&one.rule, "what the rule gives");
    let run = said(&one.run, "another");
    let version = &ruleset.sources[one.source].version;
    let on = match one.devices.as_slice() {
        [] => String::new(),
        devices => format!(" on {}", devices.join(" and ")),
    };
    format!("{what} of {cells}{on}: {rule} here, {run} in {version}: {}", one.why)
}

/// Cells of an op: each, or how many there are.
fn differing_cells(catalog: &Catalog, cells: &[DifferenceCell]) -> String {
    let word = |cell: &DifferenceCell| match cell {
        DifferenceCell::Asked(asked) => asked.code(catalog),
        DifferenceCell::Into(id) => format!("→ {}", catalog.dtype(*id).code),
    };
    few(cells.iter().map(word))
}

/// The first of some cells, and how many more there are.
fn few(cells: impl ExactSizeIterator<Item = String>) -> String {
    let count = cells.len();
    let shown: Vec<String> = cells.take(8).collect();
    match count - shown.len() {
        0 => shown.join("; "),
        more => format!("{} and {more} more cells", shown.join("; ")),
    }
}

/// A cell of a difference as a person says it; `any` is what `*` stands for.
fn said<'a>(word: &'a str, any: &'a str) -> &'a str {
    match word {
        "-" => "refused",
        "!" => "no kernel",
        "?" => "nothing",
        "*" => any,
        word => word,
    }
}

/// A word of a source that is believed to be a mistake.
pub fn slip(catalog: &Catalog, ruleset: &Ruleset, slip: &Slip) -> String {
    let Slip { source, says, is, why, .. } = slip;
    let table = &ruleset.promotion;
    let cell = slip.cell.map(|(row, column)| pair(catalog, table, row, column));
    let range = slip.range.map(|id| format!("the range of {}", catalog.dtype(id).name));
    let about = cell.or(range).map_or_else(String::new, |about| format!(" of {about}"));
    format!("{} says{about} `{says}`, believed to mean `{is}`: {why}", ruleset.sources[*source].id)
}

fn pair(catalog: &Catalog, table: &Table, row: usize, column: usize) -> String {
    format!(
        "{} × {}",
        catalog.dtype(table.rows[row]).name,
        catalog.column_name(table.columns[column])
    )
}
