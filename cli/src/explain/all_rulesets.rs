//! `explain` without a ruleset: what every ruleset gives of a pair, by what they give.

use std::borrow::Cow;

use codegen::Catalog;
use codegen::catalog::{Cell, DTypeId, Operand, Ruleset, Source};
use codegen::draw::words;
use rules::Entry;
use serde::Serialize;
use serde_json::json;

use super::{source_line, values};
use crate::args::TextFormat;
use crate::lines::{Line, Lines};
use crate::page::Page;
use crate::{Answer, ask, json};

/// What a ruleset says of a pair.
#[derive(Debug, Clone, PartialEq)]
enum Says {
    /// What it gives.
    Gives(Cell),
    /// It does not have these dtypes.
    Lacks(Vec<DTypeId>),
}

/// The rulesets that say the same.
struct Group<'c> {
    says: Says,
    rulesets: Vec<&'c Ruleset>,
}

pub(super) fn run([lhs, rhs]: [&str; 2], format: TextFormat, catalog: &Catalog) -> Answer {
    if catalog.ruleset(lhs).is_some() {
        return Err(Page::Prose(format!(
            "one operand: `{lhs}` is a ruleset, and `{rhs}` alone is no pair: name two operands after it\n"
        )));
    }
    let operands = [ask::public_operand(catalog, lhs)?, ask::public_operand(catalog, rhs)?];
    if operands.iter().all(|operand| operand.is_scalar()) {
        let none = "no tensor: promotion is beside tensors, and numbers alone have no dtype\n";
        return Err(Page::Prose(none.to_owned()));
    }
    let groups = groups(catalog, operands);
    let shown = operands.map(|operand| words::operand(catalog, operand));
    Ok(match format {
        TextFormat::Text => {
            let title = format!("{} in {} rulesets\n", shown.join(" × "), catalog.rulesets.len());
            let groups = groups.iter().map(|group| text(catalog, operands, group));
            Page::Prose(title + &groups.collect::<String>())
        }
        TextFormat::Json => {
            let groups = groups.iter().map(|group| explained(catalog, operands, group));
            json::page(&Explained { operands: shown, groups: groups.collect() })
        }
    })
}

/// A group stands below its title.
fn text(catalog: &Catalog, operands: [Operand; 2], group: &Group<'_>) -> String {
    let lines = lines(catalog, operands, group).text();
    let lines = lines.lines().map(|line| format!("  {line}\n"));
    format!("\n{}\n{}", title(catalog, group), lines.collect::<String>())
}

/// What `--format json` prints of a pair in all rulesets.
#[derive(Serialize)]
struct Explained<'a> {
    operands: [String; 2],
    groups: Vec<ExplainedGroup<'a>>,
}

/// Rulesets that say the same; `gives` is there if they have both dtypes, else `lacks`.
#[derive(Serialize)]
struct ExplainedGroup<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    gives: Option<Option<Cow<'a, str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lacks: Option<Vec<&'a str>>,
    rulesets: Vec<&'a str>,
    #[serde(flatten)]
    lines: Lines,
}

fn explained<'a>(
    catalog: &'a Catalog,
    operands: [Operand; 2],
    group: &Group<'a>,
) -> ExplainedGroup<'a> {
    let name = |&id: &DTypeId| catalog.dtype(id).name.as_str();
    let (gives, lacks) = match &group.says {
        Says::Gives(outcome) => (Some(json::outcome(catalog, *outcome)), None),
        Says::Lacks(ids) => (None, Some(ids.iter().map(name).collect())),
    };
    let rulesets = group.rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
    ExplainedGroup { gives, lacks, rulesets, lines: lines(catalog, operands, group) }
}

/// Rulesets by what they say: first those that give a dtype, the most rulesets first.
fn groups(catalog: &Catalog, operands: [Operand; 2]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for ruleset in &catalog.rulesets {
        let says = says(catalog, ruleset, operands);
        match groups.iter_mut().find(|group| group.says == says) {
            Some(group) => group.rulesets.push(ruleset),
            None => groups.push(Group { says, rulesets: vec![ruleset] }),
        }
    }
    groups.sort_by_key(|group| {
        let rank = match group.says {
            Says::Gives(Cell::DType(_) | Cell::Weak(_) | Cell::Foreign(_)) => 0,
            Says::Gives(Cell::Refused) => 1,
            Says::Gives(Cell::NoKernel) => 2,
            Says::Gives(Cell::Unknown) => 3,
            Says::Lacks(_) => 4,
        };
        (rank, std::cmp::Reverse(group.rulesets.len()))
    });
    groups
}

fn says(catalog: &Catalog, ruleset: &Ruleset, operands: [Operand; 2]) -> Says {
    let mut lacks: Vec<DTypeId> = operands.iter().filter_map(|operand| operand.dtype()).collect();
    lacks.retain(|id| !ruleset.dtypes.contains(id));
    lacks.dedup();
    if !lacks.is_empty() {
        return Says::Lacks(lacks);
    }
    let found = catalog.tables(ruleset).lookup(operands[0], operands[1]);
    Says::Gives(found.map_or(Cell::Unknown, |(_, cell)| cell))
}

/// `float64: numpy, dpctl`
fn title(catalog: &Catalog, group: &Group<'_>) -> String {
    let says = match &group.says {
        Says::Gives(outcome) => words::outcome(catalog, *outcome),
        Says::Lacks(ids) => {
            let names: Vec<&str> = ids.iter().map(|&id| catalog.dtype(id).name.as_str()).collect();
            format!("no {}", names.join(" and no "))
        }
    };
    let names: Vec<&str> = group.rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
    format!("{says}: {}", names.join(", "))
}

fn lines(catalog: &Catalog, operands: [Operand; 2], group: &Group<'_>) -> Lines {
    let mut lines = Lines::default();
    match &group.says {
        Says::Lacks(ids) => lines.add_all("instead", stand_ins(catalog, ids, group)),
        Says::Gives(outcome) => {
            lines.add_all("rule", rule(catalog, operands, group));
            lines.add_all("values", values(catalog, operands, outcome.dtype()));
            lines.add_all("reverse", reverse(catalog, operands, *outcome, group));
        }
    }
    lines.add("means", means(catalog, operands, group));
    lines
}

/// The table that says it, and the sources of its cell in the first ruleset; how many more there are.
fn rule(catalog: &Catalog, operands: [Operand; 2], group: &Group<'_>) -> Vec<Line> {
    let of = |ruleset: &'_ Ruleset| -> Option<(Entry, Vec<Source>)> {
        let (entry, _) = catalog.tables(ruleset).lookup(operands[0], operands[1])?;
        let cell = ruleset.table(entry.table).get(entry.row, entry.column)?;
        let sources = cell.sources.iter().map(|&source| ruleset.sources[source].clone());
        Some((entry, sources.collect()))
    };
    let mut further: Vec<Source> = Vec::new();
    let mut first: Option<(&Ruleset, Entry, Vec<Source>)> = None;
    for &ruleset in &group.rulesets {
        let Some((entry, sources)) = of(ruleset).filter(|(_, sources)| !sources.is_empty()) else {
            continue;
        };
        match &first {
            None => first = Some((ruleset, entry, sources)),
            Some((.., known)) => {
                let new = sources.into_iter().filter(|source| !known.contains(source));
                for source in new {
                    if !further.contains(&source) {
                        further.push(source);
                    }
                }
            }
        }
    }
    let Some((ruleset, entry, sources)) = first else { return Vec::new() };
    let table = Line {
        text: format!("{} table of {}", entry.table, ruleset.name),
        json: json!({ "table": entry.table.name(), "ruleset": ruleset.name }),
    };
    let further = match further.len() {
        0 => None,
        1 => Some("and 1 further source".to_owned()),
        count => Some(format!("and {count} further sources")),
    };
    let lines = [table].into_iter().chain(sources.iter().map(source_line));
    lines.chain(further.map(Line::from)).collect()
}

/// The rulesets in which the other order gives something else.
fn reverse(
    catalog: &Catalog,
    [lhs, rhs]: [Operand; 2],
    outcome: Cell,
    group: &Group<'_>,
) -> Vec<String> {
    let shown = [rhs, lhs].map(|operand| words::operand(catalog, operand)).join(" × ");
    let others = group.rulesets.iter().filter_map(|ruleset| {
        let (_, other) = catalog.tables(ruleset).lookup(rhs, lhs)?;
        let name = &ruleset.name;
        (other != outcome)
            .then(|| format!("{shown} is {} in {name}", words::outcome(catalog, other)))
    });
    others.collect()
}

/// What stands for a dtype that is not there, by the rulesets that do not have it.
fn stand_ins(catalog: &Catalog, ids: &[DTypeId], group: &Group<'_>) -> Vec<String> {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for &missing in ids {
        let name = &catalog.dtype(missing).name;
        for ruleset in &group.rulesets {
            let said = match catalog.tables(ruleset).stand_in(missing) {
                Some(id) => {
                    let lost = catalog.losses(missing, id);
                    format!("{name} → {} {lost}", catalog.dtype(id).name)
                }
                None => format!("nothing comes near {name}"),
            };
            match lines.iter_mut().find(|(known, _)| *known == said) {
                Some((_, names)) => names.push(&ruleset.name),
                None => lines.push((said, vec![&ruleset.name])),
            }
        }
    }
    let all = group.rulesets.len();
    let lines = lines.into_iter().map(|(said, names)| match names.len() == all {
        true => said,
        false => format!("{said} in {}", names.join(", ")),
    });
    lines.collect()
}

/// What it means for whoever writes the pair, in a sentence.
fn means(catalog: &Catalog, operands: [Operand; 2], group: &Group<'_>) -> String {
    let first = group.rulesets[0];
    match &group.says {
        Says::Gives(outcome @ (Cell::DType(id) | Cell::Weak(id))) => {
            let more = match outcome {
                Cell::Weak(_) => ", and the result gives way to what it meets next",
                _ => "",
            };
            format!("{}{more}", of_dtype(catalog, operands, *id))
        }
        Says::Gives(Cell::Foreign(_)) => {
            "the result is of a dtype that other rulesets do not have".to_owned()
        }
        Says::Gives(Cell::Refused) => {
            let [lhs, rhs] = operands;
            let way_out = ask::way_out(catalog, first, lhs, rhs, Cell::Refused)
                .or_else(|| ask::way_out(catalog, first, rhs, lhs, Cell::Refused));
            let way_out = way_out.map_or_else(String::new, |way_out| format!(": {way_out}"));
            format!("an error by the rule{way_out}")
        }
        Says::Gives(Cell::NoKernel) => {
            "an error: the rule allows it, and nothing computes it".to_owned()
        }
        Says::Gives(Cell::Unknown) => {
            let number = operands.iter().any(|operand| operand.is_scalar());
            let cast = match number {
                true => "makes the number a tensor of the dtype it wants",
                false => "casts both operands to one dtype",
            };
            format!("no source says: code that is to run there {cast}")
        }
        Says::Lacks(_) => "an error before any promotion: there is no such tensor".to_owned(),
    }
}

/// Which operands are converted, and whether all their values survive it.
fn of_dtype(catalog: &Catalog, operands: [Operand; 2], to: DTypeId) -> String {
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let mut converted: Vec<DTypeId> =
        operands.iter().filter_map(|operand| operand.dtype()).filter(|&id| id != to).collect();
    converted.dedup();
    let lossy: Vec<&str> = converted
        .iter()
        .filter(|&&id| !catalog.losses(id, to).is_empty())
        .map(|&id| name(id))
        .collect();
    let number = operands.iter().any(|operand| operand.is_scalar());
    let what = match (converted.as_slice(), number) {
        ([], true) => return format!("the tensor stays {}, and the number becomes that", name(to)),
        ([], false) => return "both are of that dtype already".to_owned(),
        ([one], true) if operands.contains(&Operand::TypedScalar(*one)) => {
            format!("the tensor stays {}, and the {} scalar becomes that", name(to), name(*one))
        }
        ([one], true) => format!("the number makes the {} tensor {}", name(*one), name(to)),
        ([one], false) if operands.iter().any(|operand| operand.dtype() == Some(to)) => {
            format!("the {} operand becomes {}", name(*one), name(to))
        }
        _ => format!("both operands become {}", name(to)),
    };
    match lossy.as_slice() {
        [] => format!("{what}, and every value survives"),
        lossy => format!("{what}, and not every {} survives", lossy.join(" and not every ")),
    }
}
