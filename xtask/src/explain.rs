//! `explain`: why a pair gives what it gives.

use std::path::Path;

use codegen::Catalog;
use codegen::catalog::{
    Cell, Column, DTypeId, Divergence, OpCell, Operands, Outcome, Ruleset, Slip, Table, TableName,
};
use codegen::loss::{loss, phrase};
use codegen::promote::Operand;

use crate::lines::Lines;
use crate::{Answer, ask, cli, seen};

/// A pair that one of a ruleset's tables answers.
struct Pair {
    name: TableName,
    /// The operand that is the table's row: the left one, or the tensor.
    row: DTypeId,
    column: Column,
    operands: [Operand; 2],
}

pub(crate) fn run(args: &cli::Explain, catalog: &Catalog, root: &Path) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let operand = |word| ask::operand(catalog, ruleset, word);
    let operands = [operand(&args.lhs)?, operand(&args.rhs)?];
    let (name, row, column) = match operands {
        [Operand::Tensor(lhs), Operand::Tensor(rhs)] => {
            (TableName::Promotion, lhs, Column::DType(rhs))
        }
        [Operand::Tensor(tensor), Operand::Scalar(scalar)]
        | [Operand::Scalar(scalar), Operand::Tensor(tensor)] => {
            (TableName::Scalars, tensor, scalar)
        }
        [Operand::Scalar(_), Operand::Scalar(_)] => {
            return Err(format!(
                "no tensor: {} promotes beside tensors, and numbers alone have no dtype\n",
                ruleset.title()
            ));
        }
    };
    let pair = Pair { name, row, column, operands };
    let cell = ruleset.table(name).get(row, column);
    let mut lines = Lines::default();
    lines.add("result", result(catalog, cell));
    lines.add_all("source", sources(ruleset, cell));
    let observations = seen::load(catalog, root)?;
    lines.add_all("observed", seen::lines(catalog, ruleset, &observations, operands));
    lines.add_all("values", values(catalog, &pair, cell));
    lines.add_all("reverse", reverse(catalog, ruleset, &pair).into_iter().collect());
    let outcome = cell.map_or(Outcome::Unknown, |cell| cell.outcome);
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
    let shown = operands.map(|operand| ask::show(catalog, operand)).join(" × ");
    Ok(format!("{}: {shown}\n\n{}", ruleset.title(), lines.text()))
}

fn result(catalog: &Catalog, cell: Option<&Cell>) -> String {
    ask::outcome(catalog, cell.map_or(Outcome::Unknown, |cell| cell.outcome)).to_owned()
}

fn sources(ruleset: &Ruleset, cell: Option<&Cell>) -> Vec<String> {
    let sources = cell.map_or(&[][..], |cell| &cell.sources);
    sources.iter().map(|&source| ask::source(&ruleset.sources[source])).collect()
}

/// What the conversion of each operand can lose.
fn values(catalog: &Catalog, pair: &Pair, cell: Option<&Cell>) -> Vec<String> {
    let Some(to) = cell.and_then(|cell| cell.outcome.dtype()) else {
        return Vec::new();
    };
    let dtypes = pair.operands.iter().filter_map(|operand| match operand {
        Operand::Tensor(id) | Operand::Scalar(Column::DType(id)) => Some(*id),
        Operand::Scalar(Column::Kind(_)) => None,
    });
    let mut lines: Vec<String> = dtypes
        .filter(|&from| from != to)
        .map(|from| {
            let [from_name, to_name] = [from, to].map(|id| catalog.dtype(id).name.as_str());
            format!("{from_name} → {to_name} {}", phrase(&loss(catalog, from, to)))
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
    let shown = format!("{column} × {row} is {}", ask::outcome(catalog, there));
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
            [] => ask::outcome(catalog, *outcome).to_owned(),
            all => format!("{}, says {}", ask::outcome(catalog, *outcome), all.join(" and ")),
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
                ask::outcome(catalog, *outcome),
                ruleset.sources[*source].title
            ));
        }
        lines.push(format!(
            "the runtime follows {}: {}",
            ask::outcome(catalog, divergence.runtime),
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
        let says = match other.table(pair.name).get(pair.row, pair.column) {
            _ if absent(Column::DType(pair.row)) || absent(pair.column) => {
                "dtype not there".to_owned()
            }
            cell => result(catalog, cell),
        };
        match groups.iter_mut().find(|(known, _)| *known == says) {
            Some((_, names)) => names.push(&other.name),
            None => groups.push((says, vec![&other.name])),
        }
    }
    groups.into_iter().map(|(says, names)| format!("{says}: {}", names.join(", "))).collect()
}
