//! `about`: all that a ruleset says besides its tables.

use codegen::Catalog;
use codegen::catalog::{
    DEFAULT_KINDS, DTypeId, Divergence, Outcome, POLICIES, Ruleset, Slip, Table,
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
    let policies = POLICIES.iter().zip(ruleset.policies);
    let policies = policies.map(|((name, values), value)| format!("{name}: {}", values[value]));
    lines.add_all("policies", policies.collect());
    let own = ruleset.own_ops.iter().map(|own| {
        let on: Vec<&str> = own.rule.on.iter().map(|kind| kind.name()).collect();
        let (compute, result) = (own.rule.compute.name(), own.rule.result.name());
        format!("{}: on {}, compute {compute}, result {result}", own.op, on.join(" "))
    });
    lines.add_all("ops", own.collect());
    let refused = ruleset.refused_ops.iter();
    let refused = refused.map(|refused| {
        format!("{}: {} × {}", refused.op, name(refused.pair.0), name(refused.pair.1))
    });
    lines.add_all("no kernel", refused.collect());
    lines.add_all(
        "divergences",
        ruleset.divergences.iter().map(|one| divergence(catalog, ruleset, one)).collect(),
    );
    lines.add_all("slips", ruleset.slips.iter().map(|one| slip(catalog, ruleset, one)).collect());
    Ok(format!("{}: {}\n\n{}", ruleset.name, ruleset.title(), lines.text()))
}

fn divergence(catalog: &Catalog, ruleset: &Ruleset, divergence: &Divergence) -> String {
    let Divergence { table, cells, says, runtime, why } = divergence;
    let drawn = ruleset.table(*table);
    let cells = cells.iter().map(|&(row, column)| pair(catalog, drawn, row, column));
    let says = says.iter().map(|&(source, outcome)| {
        format!("{} says {}", ruleset.sources[source].id, self::outcome(catalog, outcome))
    });
    let [cells, says] =
        [cells.collect::<Vec<_>>(), says.collect::<Vec<_>>()].map(|words| words.join(", "));
    format!("{table} {cells}: {says}; {} here: {why}", outcome(catalog, *runtime))
}

fn slip(catalog: &Catalog, ruleset: &Ruleset, slip: &Slip) -> String {
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

fn outcome(catalog: &Catalog, outcome: Outcome) -> &str {
    match outcome {
        Outcome::Refused => "refused",
        outcome => catalog.outcome_name(outcome),
    }
}
