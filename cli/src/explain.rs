//! `explain`: why a pair gives what it gives, in a ruleset or across all of them.

mod all_rulesets;

use codegen::Catalog;
use codegen::catalog::{
    Cell, Column, DTypeId, Divergence, Op, OpCell, Operand, Operands, Ruleset, Slip, Source,
    SourcedCell, Table, TableName,
};
use codegen::draw::words;
use observed::{Evidence, Observation, Otherwise};
use rules::Entry;
use serde::Serialize;
use serde_json::json;

use crate::args::{self, TextFormat};
use crate::lines::{Line, Lines};
use crate::page::Page;
use crate::{Answer, Origin, ask, json, run_evidence};

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
        [lhs, rhs] => all_rulesets::run([lhs, rhs], args.format, catalog),
        [ruleset, lhs, rhs] => {
            let ruleset = ask::ruleset(catalog, ruleset)?;
            in_ruleset(ruleset, [lhs, rhs], args.format, catalog, origin)
        }
        _ => unreachable!("the command line takes two words or three"),
    }
}

fn in_ruleset(
    ruleset: &Ruleset,
    [lhs, rhs]: [&str; 2],
    format: TextFormat,
    catalog: &Catalog,
    origin: &Origin,
) -> Answer {
    let operand = |word| ask::operand(catalog, ruleset, word);
    let operands = [operand(lhs)?, operand(rhs)?];
    let Some((Entry { table: name, row, column }, outcome)) =
        catalog.tables(ruleset).lookup(operands[0], operands[1])
    else {
        return Err(Page::Prose(format!(
            "no tensor: {} promotes beside tensors, and numbers alone have no dtype\n",
            ruleset.title()
        )));
    };
    let pair = Pair { name, row, column, operands };
    let runs = origin.runs(catalog, ruleset)?;
    let evidence = Evidence::new(catalog, ruleset, &runs);
    let lines = lines(catalog, ruleset, &pair, outcome, &runs, &evidence);
    let shown = operands.map(|operand| words::operand(catalog, operand));
    Ok(match format {
        TextFormat::Text => {
            let shown = shown.join(" × ");
            Page::Prose(format!("{}: {shown}\n\n{}", ruleset.title(), lines.text()))
        }
        TextFormat::Json => {
            let (ruleset, table) = (&ruleset.name, name.name());
            json::page(&Explained { ruleset, operands: shown, table, lines })
        }
    })
}

/// What `--format json` prints of a pair in a ruleset.
#[derive(Serialize)]
struct Explained<'a> {
    ruleset: &'a str,
    operands: [String; 2],
    table: &'a str,
    #[serde(flatten)]
    lines: Lines,
}

fn lines(
    catalog: &Catalog,
    ruleset: &Ruleset,
    pair: &Pair,
    outcome: Cell,
    runs: &[Observation],
    evidence: &Evidence<'_>,
) -> Lines {
    let &Pair { name, row, column, operands } = pair;
    let cell = ruleset.table(name).get(row, column);
    let mut lines = Lines::default();
    let result = json::outcome(catalog, outcome);
    lines.add("result", Line { text: words::outcome(catalog, outcome), json: json!(result) });
    if !matches!(name, TableName::Promotion | TableName::Scalars) {
        lines.add_text("table", name.title());
    }
    lines.add_all("source", sources(ruleset, cell));
    lines.add_all("observed", run_evidence::lines(catalog, ruleset, runs, operands));
    lines.add_all("values", values(catalog, operands, cell.and_then(|cell| cell.outcome.dtype())));
    lines.add_all("reverse", reverse(catalog, ruleset, pair));
    let tensor = Operand::Tensor(row);
    let other = if operands[0] == tensor { operands[1] } else { operands[0] };
    lines.add_all("way out", ask::way_out(catalog, ruleset, tensor, other, outcome));
    lines.add_all("op cells", op_cells(catalog, ruleset, pair));
    lines.add_all("differs", differs(catalog, evidence, operands));
    lines.add_words("assumed", assumed(catalog, evidence));
    lines.add_all("slip", slips(ruleset, pair));
    lines.add_all("divergence", divergences(catalog, ruleset, pair));
    lines.add_all("elsewhere", elsewhere(catalog, ruleset, pair));
    lines
}

fn sources(ruleset: &Ruleset, cell: Option<&SourcedCell>) -> Vec<Line> {
    let sources = cell.map_or(&[][..], |cell| &cell.sources);
    sources.iter().map(|&source| source_line(&ruleset.sources[source])).collect()
}

fn source_line(source: &Source) -> Line {
    Line { text: words::source(source), json: json::source(source) }
}

/// What the conversion of each operand to a dtype can lose.
fn values(catalog: &Catalog, operands: [Operand; 2], to: Option<DTypeId>) -> Vec<Line> {
    let Some(to) = to else { return Vec::new() };
    let dtypes = operands.iter().filter_map(|operand| operand.dtype());
    let mut dtypes: Vec<DTypeId> = dtypes.filter(|&from| from != to).collect();
    dtypes.dedup();
    let line = |from| {
        let [from_name, to_name] = [from, to].map(|id| catalog.dtype(id).name.as_str());
        let lost = catalog.losses(from, to);
        let losses: Vec<String> = lost.iter().map(|loss| loss.to_string()).collect();
        Line {
            text: format!("{from_name} → {to_name} {lost}"),
            json: json!({ "from": from_name, "to": to_name, "lost": losses }),
        }
    };
    dtypes.into_iter().map(line).collect()
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
fn op_cells(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Vec<Line> {
    // A scalar that has a dtype is no tensor of it.
    if pair.name == TableName::Scalars && matches!(pair.column, Column::DType(_)) {
        return Vec::new();
    }
    let here = |cell: &&OpCell| cell.operands == Operands::Two(pair.row, pair.column);
    let mut all: Vec<(Vec<&str>, Cell, Vec<&str>)> = Vec::new();
    for OpCell { op, outcome, sources, .. } in ruleset.op_cells.iter().filter(here) {
        let titles: Vec<&str> =
            sources.iter().map(|&source| ruleset.sources[source].title.as_str()).collect();
        match all.iter_mut().find(|(_, gives, say)| *gives == *outcome && *say == titles) {
            Some((ops, ..)) => ops.push(op),
            None => all.push((vec![op], *outcome, titles)),
        }
    }
    let line = |(ops, outcome, titles): (Vec<&str>, Cell, Vec<&str>)| {
        let says = match titles.as_slice() {
            [] => String::new(),
            titles => format!(", says {}", titles.join(" and ")),
        };
        Line {
            text: format!("{}: {}{says}", ops.join(" "), words::outcome(catalog, outcome)),
            json: json!({
                "ops": ops, "gives": json::outcome(catalog, outcome), "sources": titles,
            }),
        }
    };
    all.into_iter().map(line).collect()
}

/// What ops of the pair do in the framework and not here; those that do the same together.
fn differs(catalog: &Catalog, evidence: &Evidence<'_>, operands: [Operand; 2]) -> Vec<Line> {
    let mut all: Vec<(Otherwise<'_>, Vec<&str>)> = Vec::new();
    for (place, op) in pairs(catalog) {
        let dtypes = evidence.otherwise(place, &operands);
        for one in dtypes.into_iter().chain(evidence.other_values(place, &operands)) {
            match all.iter_mut().find(|(known, _)| *known == one) {
                Some((_, ops)) => ops.push(&op.name),
                None => all.push((one, vec![&op.name])),
            }
        }
    }
    let line = |(one, ops): (Otherwise<'_>, Vec<&str>)| Line {
        text: format!("{}: {}", ops.join(" "), one.sentence()),
        json: json!({ "ops": ops, "run": one.run, "does": one.does, "why": one.why }),
    };
    all.into_iter().map(line).collect()
}

/// The ops of which two operands promote that no source and no run of the ruleset speaks of.
fn assumed<'c>(catalog: &'c Catalog, evidence: &Evidence<'_>) -> Vec<&'c str> {
    let assumed = pairs(catalog).filter(|&(place, _)| evidence.assumes(place));
    assumed.map(|(_, op)| op.name.as_str()).collect()
}

/// The ops of which two operands promote, with their places in the catalog.
fn pairs(catalog: &Catalog) -> impl Iterator<Item = (usize, &Op)> {
    catalog.ops.iter().enumerate().filter(|(_, op)| op.group.promotes() == 2)
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
fn elsewhere(catalog: &Catalog, ruleset: &Ruleset, pair: &Pair) -> Vec<Line> {
    let absent = |other: &Ruleset, column: Column| matches!(column, Column::DType(id) if !other.dtypes.contains(&id));
    let [lhs, rhs] = pair.operands;
    let mut groups: Vec<(Option<Cell>, Vec<&str>)> = Vec::new();
    for other in catalog.rulesets.iter().filter(|other| other.name != ruleset.name) {
        let there = !absent(other, Column::DType(pair.row)) && !absent(other, pair.column);
        let says = there.then(|| {
            let found = catalog.tables(other).lookup(lhs, rhs);
            found.map_or(Cell::Unknown, |(_, cell)| cell)
        });
        match groups.iter_mut().find(|(known, _)| *known == says) {
            Some((_, names)) => names.push(&other.name),
            None => groups.push((says, vec![&other.name])),
        }
    }
    let line = |(says, names): (Option<Cell>, Vec<&str>)| {
        let names_shown = names.join(", ");
        match says {
            Some(outcome) => Line {
                text: format!("{}: {names_shown}", words::outcome(catalog, outcome)),
                json: json!({ "gives": json::outcome(catalog, outcome), "rulesets": names }),
            },
            None => Line {
                text: format!("dtype not there: {names_shown}"),
                json: json!({ "lacks_dtype": true, "rulesets": names }),
            },
        }
    };
    groups.into_iter().map(line).collect()
}
