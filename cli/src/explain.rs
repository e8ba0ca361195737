//! `explain`: why a pair gives what it gives, in a ruleset or across all of them.

mod all_rulesets;

use codegen::Catalog;
use codegen::catalog::{
    Cell, Column, DTypeId, Divergence, OpCell, Operand, Operands, Ruleset, Slip, SourcedCell,
    Table, TableName,
};
use codegen::draw::words;
use rules::Entry;

use crate::lines::Lines;
use crate::{Answer, Origin, args, ask, run_evidence};

/// A pair that one of a ruleset's tables answers.
struct Pair {
    name: TableName,
    /// The operand that is the table's row: the left one, or the tensor.
    row: DTypeId,
    column: Column,
    operands: [Operand; 2],
}

pub(crate) fn run(args: &args::Explain, catalog: &Catalog, origin: &Origin) -> Answer {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    match words[..] {
        [lhs, rhs] => all_rulesets::run([lhs, rhs], catalog),
        [ruleset, lhs, rhs] => in_ruleset(ruleset, [lhs, rhs], catalog, origin),
        _ => unreachable!("the command line takes two words or three"),
    }
}

fn in_ruleset(ruleset: &str, [lhs, rhs]: [&str; 2], catalog: &Catalog, origin: &Origin) -> Answer {
    let ruleset = ask::ruleset(catalog, ruleset)?;
    let operand = |word| ask::operand(catalog, ruleset, word);
    let operands = [operand(lhs)?, operand(rhs)?];
    let Some((Entry { table: name, row, column }, outcome)) =
        catalog.tables(ruleset).lookup(operands[0], operands[1])
    else {
        return Err(format!(
            "no tensor: {} promotes beside tensors, and numbers alone have no dtype\n",
            ruleset.title()
        ));
    };
    let pair = Pair { name, row, column, operands };
    let cell = ruleset.table(name).get(row, column);
    let mut lines = Lines::default();
    lines.add("result", words::outcome(catalog, outcome));
    if !matches!(name, TableName::Promotion | TableName::Scalars) {
        lines.add("table", name.title().to_owned());
    }
    lines.add_all("source", sources(ruleset, cell));
    let observations = origin.runs(catalog, ruleset)?;
    lines.add_all("observed", run_evidence::lines(catalog, ruleset, &observations, operands));
    lines.add_all("values", values(catalog, operands, cell.and_then(|cell| cell.outcome.dtype())));
    lines.add_all("reverse", reverse(catalog, ruleset, &pair).into_iter().collect());
    let tensor = Operand::Tensor(row);
    let other = if operands[0] == tensor { operands[1] } else { operands[0] };
    lines.add_all(
        "way out",
        ask::way_out(catalog, ruleset, tensor, other, outcome).into_iter().collect(),
    );
    lines.add_all("op cells", op_cells(catalog, ruleset, &pair));
    lines.add_all("slip", slips(ruleset, &pair));
    lines.add_all("divergence", divergences(catalog, ruleset, &pair));
    lines.add_all("elsewhere", elsewhere(catalog, ruleset, &pair));
    let shown = operands.map(|operand| words::operand(catalog, operand)).join(" × ");
    Ok(format!("{}: {shown}\n\n{}", ruleset.title(), lines.text()))
}

fn sources(ruleset: &Ruleset, cell: Option<&SourcedCell>) -> Vec<String> {
    let sources = cell.map_or(&[][..], |cell| &cell.sources);
    sources.iter().map(|&source| words::source(&ruleset.sources[source])).collect()
}

/// What the conversion of each operand to a dtype can lose.
fn values(catalog: &Catalog, operands: [Operand; 2], to: Option<DTypeId>) -> Vec<String> {
    let Some(to) = to else { return Vec::new() };
    let dtypes = operands.iter().filter_map(|operand| operand.dtype());
    let mut lines: Vec<String> = dtypes
        .filter(|&from| from != to)
        .map(|from| {
            let [from_name, to_name] = [from, to].map(|id| catalog.dtype(id).name.as_str());
            format!("{from_name} → {to_name} {}", catalog.losses(from, to))
        })
        .collect();
    lines.dedup();
    lines
}

/// Whether the other order gives the same; nothing to say of a dtype beside itself.
fn reverse(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Option<String> {
    let column = match (pair.name, pair.column) {
        (TableName::Promotion, Column::DType(column)) => column,
        // No table tells a scalar on the left from one on the right.
        _ => return None,
    };
    if column == pair.row {
        return None;
    }
    let [here, there] = [ruleset.promote(pair.row, column), ruleset.promote(column, pair.row)];
    let [row, column] = [pair.row, column].map(|id| catalog.dtype(id).name.as_str());
    let shown = format!("{column} × {row} is {}", words::outcome(catalog, there));
    Some(match here == there {
        true => format!("{shown} too"),
        false => format!("{shown}: the order matters"),
    })
}

/// What single ops give of the pair, in place of the table.
fn op_cells(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Vec<String> {
    let here = |cell: &&OpCell| cell.operands == Operands::Two(pair.row, pair.column);
    // A scalar that has a dtype is no tensor of it.
    let typed = pair.name == TableName::Scalars && matches!(pair.column, Column::DType(_));
    let mut lines: Vec<(Vec<&str>, String)> = Vec::new();
    for OpCell { op, outcome, sources, .. } in ruleset.op_cells.iter().filter(here) {
        let titles: Vec<&str> =
            sources.iter().map(|&source| ruleset.sources[source].title.as_str()).collect();
        let says = match titles.as_slice() {
            [] => words::outcome(catalog, *outcome),
            all => format!("{}, says {}", words::outcome(catalog, *outcome), all.join(" and ")),
        };
        match lines.iter_mut().find(|(_, other)| *other == says) {
            _ if typed => {}
            Some((ops, _)) => ops.push(op),
            None => lines.push((vec![op], says)),
        }
    }
    lines.into_iter().map(|(ops, says)| format!("{}: {says}", ops.join(" "))).collect()
}

fn is_cell(table: &Table, pair: &Pair, (row, column): (usize, usize)) -> bool {
    table.rows[row] == pair.row && table.columns[column] == pair.column
}

fn slips(ruleset: &Ruleset, pair: &Pair) -> Vec<String> {
    let about = |slip: &&Slip| {
        let cell = slip.cell.filter(|_| pair.name == TableName::Promotion);
        cell.is_some_and(|cell| is_cell(&ruleset.promotion, pair, cell))
    };
    let slips = ruleset.slips.iter().filter(about);
    slips
        .map(|slip| format!("`{}`, believed to mean `{}`: {}", slip.says, slip.is, slip.why))
        .collect()
}

fn divergences(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Vec<String> {
    let table = ruleset.table(pair.name);
    let about = |divergence: &&Divergence| {
        divergence.table == pair.name
            && divergence.cells.iter().any(|&cell| is_cell(table, pair, cell))
    };
    let mut lines = Vec::new();
    for divergence in ruleset.divergences.iter().filter(about) {
        for (source, outcome) in &divergence.says {
            lines.push(format!(
                "{}: {}",
                words::outcome(catalog, *outcome),
                ruleset.sources[*source].title
            ));
        }
        lines.push(format!(
            "the runtime follows {}: {}",
            words::outcome(catalog, divergence.runtime),
            divergence.why
        ));
    }
    lines
}

/// What the other rulesets say, by what they say.
fn elsewhere(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for other in catalog.rulesets.iter().filter(|other| other.name != ruleset.name) {
        let absent =
            |column: Column| matches!(column, Column::DType(id) if !other.dtypes.contains(&id));
        let [lhs, rhs] = pair.operands;
        let says = match catalog.tables(other).lookup(lhs, rhs) {
            _ if absent(Column::DType(pair.row)) || absent(pair.column) => {
                "dtype not there".to_owned()
            }
            found => {
                let outcome = found.map_or(Cell::Unknown, |(_, cell)| cell);
                words::outcome(catalog, outcome)
            }
        };
        match groups.iter_mut().find(|(known, _)| *known == says) {
            Some((_, names)) => names.push(&other.name),
            None => groups.push((says, vec![&other.name])),
        }
    }
    groups.into_iter().map(|(says, names)| format!("{says}: {}", names.join(", "))).collect()
}
