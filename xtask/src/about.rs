//! `about`: all that a ruleset says besides its tables.

use codegen::Catalog;
use codegen::catalog::{
    DEFAULT_KINDS, DTypeId, Departed, DepartedCell, Departure, Divergence, Outcome, Ruleset, Slip,
    Table,
};

use crate::lines::Lines;
use crate::{Answer, ask, cli};

pub(crate) fn run(args: &cli::About, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let names = |ids: &[DTypeId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>().join(" ");
    let list =
        |ids: &[DTypeId]| Some(names(ids)).filter(|names| !names.is_empty()).into_iter().collect();
    let mut lines = Lines::default();
    let sources =
        ruleset.sources.iter().map(|source| format!("{}: {}", source.id, ask::source(source)));
    lines.add_all("sources", sources.collect());
    lines.add_all("dtypes", list(&ruleset.dtypes));
    lines.add_all("lacks", list(&ruleset.lacks));
    lines.add_all("unsupported", list(&ruleset.unsupported));
    let spelled =
        ruleset.names.iter().map(|(id, spelled)| format!("{}: {}", name(*id), spelled.join(" ")));
    lines.add_all("names", spelled.collect());
    let defaults = DEFAULT_KINDS.iter().zip(ruleset.defaults);
    let defaults = defaults.map(|(kind, id)| format!("{kind}: {}", id.map_or("not known", name)));
    lines.add_all("defaults", defaults.collect());
    let types = ruleset
        .abstract_types
        .iter()
        .map(|(called, members)| format!("{called}: {}", names(members)));
    lines.add_all("abstract", types.map(|line| line.trim_end().to_owned()).collect());
    let ranges = ruleset.ranges.iter().map(|(id, range)| format!("{}: {range}", name(*id)));
    lines.add_all("ranges", ranges.collect());
    let output = ruleset.output.iter().flatten();
    let output =
        output.map(|(from, to)| format!("{} → {}", name(*from), names(to)).trim_end().to_owned());
    lines.add_all("output", output.collect());
    let inexact = ruleset.inexact.iter();
    let inexact = inexact.map(|(from, to)| format!("{} → {}", name(*from), name(*to)));
    lines.add_all("inexact", inexact.collect());
    let policies = catalog.policies.iter().zip(&ruleset.policies).map(|(policy, &value)| {
        let value = &policy.values[value];
        format!("{} = {}: {}", policy.name, value.name, value.doc)
    });
    lines.add_all("policies", policies.collect());
    let own = ruleset.own_ops.iter().map(|own| {
        let on: Vec<&str> = own.rule.on.iter().map(|kind| kind.name()).collect();
        let (compute, result) = (own.rule.compute.name(), own.rule.result.name());
        format!("{}: on {}, compute {compute}, result {result}", own.op, on.join(" "))
    });
    lines.add_all("ops", own.collect());
    lines.add_all("op cells", op_cells(catalog, ruleset));
    lines.add_all(
        "divergences",
        ruleset.divergences.iter().map(|one| divergence(catalog, ruleset, one)).collect(),
    );
    lines.add_all(
        "departures",
        ruleset.departures.iter().map(|one| departure(catalog, ruleset, one)).collect(),
    );
    lines.add_all("slips", ruleset.slips.iter().map(|one| slip(catalog, ruleset, one)).collect());
    Ok(format!("{}: {}\n\n{}", ruleset.name, ruleset.title(), lines.text()))
}

/// What single ops give, those that give the same together.
fn op_cells(catalog: &Catalog, ruleset: &Ruleset) -> Vec<String> {
    let mut ops: Vec<(Vec<&str>, String)> = Vec::new();
    for op in &catalog.ops {
        let own = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
        let mut gives: Vec<(Outcome, Vec<String>)> = Vec::new();
        for cell in own {
            let operands = catalog.operands_name(cell.operands);
            match gives.iter_mut().find(|(outcome, _)| *outcome == cell.outcome) {
                Some((_, all)) => all.push(operands),
                None => gives.push((cell.outcome, vec![operands])),
            }
        }
        let gives = gives
            .iter()
            .map(|(gives, all)| format!("{} → {}", all.join(", "), ask::outcome(catalog, *gives)));
        let text = gives.collect::<Vec<_>>().join("; ");
        match ops.iter_mut().find(|(_, other)| *other == text) {
            _ if text.is_empty() => {}
            Some((names, _)) => names.push(&op.name),
            None => ops.push((vec![&op.name], text)),
        }
    }
    ops.into_iter().map(|(names, text)| format!("{}: {text}", names.join(" "))).collect()
}

pub(crate) fn divergence(catalog: &Catalog, ruleset: &Ruleset, divergence: &Divergence) -> String {
    let Divergence { table, cells, says, runtime, why } = divergence;
    let drawn = ruleset.table(*table);
    let cells = cells.iter().map(|&(row, column)| pair(catalog, drawn, row, column));
    let says = says.iter().map(|&(source, outcome)| {
        format!("{} says {}", ruleset.sources[source].id, ask::outcome(catalog, outcome))
    });
    let [cells, says] =
        [cells.collect::<Vec<_>>(), says.collect::<Vec<_>>()].map(|words| words.join(", "));
    format!("{table} {cells}: {says}; {} here: {why}", ask::outcome(catalog, *runtime))
}

/// Where a run differs from what is given here.
pub(crate) fn departure(catalog: &Catalog, ruleset: &Ruleset, one: &Departure) -> String {
    let (what, cells) = match &one.of {
        Departed::Ops(ops, cells) => (ops.join(", "), departed(catalog, cells)),
        Departed::Nary(names, triples) => {
            let word =
                |ids: &[DTypeId; 3]| ids.map(|id| catalog.dtype(id).code.as_str()).join(" × ");
            (names.join(", "), few(triples.iter().map(word)))
        }
        Departed::Defaults(kinds) => ("defaults".to_owned(), kinds.join(", ")),
        Departed::Names(names) => ("names".to_owned(), names.join(", ")),
        Departed::Values(ops, cells) => (format!("values of {}", ops.join(", ")), cells.join("; ")),
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
fn departed(catalog: &Catalog, cells: &[DepartedCell]) -> String {
    let word = |cell: &DepartedCell| match cell {
        DepartedCell::Asked(asked) => asked.code(catalog),
        DepartedCell::Into(id) => format!("→ {}", catalog.dtype(*id).code),
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

/// A cell of a departure as a person says it; `any` is what `*` stands for.
fn said<'a>(word: &'a str, any: &'a str) -> &'a str {
    match word {
        "-" => "refused",
        "!" => "no kernel",
        "?" => "nothing",
        "*" => any,
        word => word,
    }
}

pub(crate) fn slip(catalog: &Catalog, ruleset: &Ruleset, slip: &Slip) -> String {
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
